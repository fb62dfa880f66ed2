//! Ctrl-C ends a search with what is known so far; a second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What shells expect of a process that an interrupt ended.
const INTERRUPT_CODE: i32 = 130;

/// From now on interrupts are noted.
pub fn listen() {
    let noted = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
    });
    // Without a handler an interrupt ends the process at once, as it would anyway.
    drop(noted);
}

pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
