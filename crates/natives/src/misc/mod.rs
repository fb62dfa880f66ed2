//! jdk.internal.misc and its neighbours: `Unsafe`, the machine's settings, references, and small natives that
//! start-up meets.

mod cds;
mod props;
mod reference;
mod signal;
mod support;
mod unsafe_;
mod vm_;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [
        cds::register,
        props::register,
        reference::register,
        signal::register,
        support::register,
        unsafe_::register,
        vm_::register,
    ] {
        register(registry);
    }
}
