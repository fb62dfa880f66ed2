//! Strings: fast replacements for methods that have bytecode.

mod builder;
mod character;
mod coding;
mod latin1;
mod string;
mod utf16;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [
        builder::register,
        character::register,
        coding::register,
        latin1::register,
        string::register,
        utf16::register,
    ] {
        register(registry);
    }
}

/// `String.hashCode` over characters.
fn hash(units: impl Iterator<Item = u16>) -> u64 {
    let hash = units.fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)));
    vm::int(hash)
}

/// An index as Java answers it: -1 if there is none.
fn found(index: Option<usize>) -> u64 {
    vm::int(index.map_or(-1, |index| index as i32))
}

/// The first place of `sought`, which is not empty.
fn find(text: &[u8], sought: &[u8]) -> Option<usize> {
    let (&first, rest) = sought.split_first()?;
    let last = text.len().checked_sub(sought.len())?;
    let mut from = 0;
    while from <= last {
        let at = from + text[from..=last].iter().position(|&byte| byte == first)?;
        if text[at + 1..].starts_with(rest) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
