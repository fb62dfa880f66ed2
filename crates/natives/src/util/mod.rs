//! Mathematics, checksums, and fast replacements for methods of strings, arrays and numbers that have bytecode of their own.

mod math;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    math::register(registry);
}
