//! java.lang, classes and reflection aside.

mod object;
mod runtime;
mod system;
mod thread;
mod thread_group;
pub(crate) mod throwable;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [
        object::register,
        runtime::register,
        system::register,
        thread::register,
        thread_group::register,
        throwable::register,
    ] {
        register(registry);
    }
}
