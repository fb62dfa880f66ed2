//! Widening of primitive values (JLS 5.1.2), as reflection applies it to what comes out of boxes.

use classfile::Kind;
use ir::scalar::{self, word};

/// The value as `to`, or `None` where that would not be widening. Both are in register form.
pub(crate) fn widen(value: u64, from: Kind, to: Kind) -> Option<u64> {
    if from == to {
        return Some(value);
    }
    let whole = |value: i64, to: Kind| match to {
        Kind::Long => Some(word::of_long(value)),
        Kind::Float => Some(word::of_float(scalar::l2f(value))),
        Kind::Double => Some(word::of_double(scalar::l2d(value))),
        _ => None,
    };
    match (from, to) {
        (Kind::Byte, Kind::Short) | (Kind::Byte | Kind::Short | Kind::Char, Kind::Int) => Some(value),
        (Kind::Byte | Kind::Short | Kind::Char | Kind::Int, _) => whole(scalar::i2l(word::int(value)), to),
        (Kind::Long, Kind::Float | Kind::Double) => whole(word::long(value), to),
        (Kind::Float, Kind::Double) => Some(word::of_double(scalar::f2d(word::float(value)))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::widen;
    use classfile::Kind;

    #[test]
    fn widening_is_what_the_language_allows() {
        let minus = u64::from(-3i32 as u32);
        assert_eq!(widen(minus, Kind::Int, Kind::Long), Some(-3i64 as u64));
        assert_eq!(widen(minus, Kind::Byte, Kind::Double), Some((-3f64).to_bits()));
        assert_eq!(widen(65, Kind::Char, Kind::Int), Some(65));
        assert_eq!(widen(65, Kind::Char, Kind::Short), None);
        assert_eq!(widen(1, Kind::Boolean, Kind::Int), None);
        assert_eq!(widen(1, Kind::Long, Kind::Int), None);
        assert_eq!(widen(1, Kind::Short, Kind::Byte), None);
    }
}
