//! Mathematics, checksums, and fast replacements for methods of strings, arrays and numbers that have
//! bytecode of their own.

mod arrays;
mod checksum;
pub(crate) mod loops;
mod math;
mod number;
mod random;
mod text;
mod view;

pub(crate) use checksum::adler;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [arrays::register, checksum::register, math::register, number::register, text::register] {
        register(registry);
    }
    random::register(registry);
}
