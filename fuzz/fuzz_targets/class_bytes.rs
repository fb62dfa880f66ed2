//! Any bytes as a class file, through the whole machine.

#![no_main]

#[path = "../../crates/java/tests/common/mod.rs"]
mod common;

use common::Rig;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

/// Classes stay in a machine for ever, so that it is exchanged for a new one after so many inputs.
const INPUTS_PER_MACHINE: u32 = 2_000;

thread_local! {
    static RIG: RefCell<(u32, Rig)> = RefCell::new((0, Rig::new(true)));
}

fuzz_target!(|bytes: &[u8]| {
    RIG.with_borrow_mut(|(used, rig)| {
        *used += 1;
        if *used > INPUTS_PER_MACHINE {
            (*used, *rig) = (0, Rig::new(true));
        }
        if let Ok(java::Outcome::Internal(what)) = rig.run_bytes(bytes) {
            panic!("a fault of our own: {what}");
        }
    });
});
