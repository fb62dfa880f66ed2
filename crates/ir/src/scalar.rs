//! What operations on single values mean (JVMS chapter 6): the one place for interpreter, compiler,
//! set-of-states engine, natives and the evaluator of the filetests. No engine computes with operators of its
//! own.
//!
//! [`word`] is how a value lies in a register.

use crate::operand::Kind;

pub mod word;

macro_rules! meanings {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) -> $out:ty = $value:expr;)*) => {
        $($(#[$doc])* #[inline(always)] pub fn $name($($arg: $ty),*) -> $out { $value })*
    };
}

meanings! {
    iadd(a: i32, b: i32) -> i32 = a.wrapping_add(b);
    isub(a: i32, b: i32) -> i32 = a.wrapping_sub(b);
    imul(a: i32, b: i32) -> i32 = a.wrapping_mul(b);
    /// `None` is a division by zero; `MIN / -1` wraps to `MIN`.
    idiv(a: i32, b: i32) -> Option<i32> = if b == 0 { None } else { Some(a.wrapping_div(b)) };
    /// `None` is a division by zero; `MIN % -1` is 0.
    irem(a: i32, b: i32) -> Option<i32> = if b == 0 { None } else { Some(a.wrapping_rem(b)) };
    ineg(a: i32) -> i32 = a.wrapping_neg();
    iand(a: i32, b: i32) -> i32 = a & b;
    ior(a: i32, b: i32) -> i32 = a | b;
    ixor(a: i32, b: i32) -> i32 = a ^ b;
    /// Shifts use the low five bits of the distance, for `long` the low six.
    ishl(a: i32, by: i32) -> i32 = a.wrapping_shl(by as u32);
    ishr(a: i32, by: i32) -> i32 = a.wrapping_shr(by as u32);
    iushr(a: i32, by: i32) -> i32 = (a as u32).wrapping_shr(by as u32) as i32;
}

meanings! {
    ladd(a: i64, b: i64) -> i64 = a.wrapping_add(b);
    lsub(a: i64, b: i64) -> i64 = a.wrapping_sub(b);
    lmul(a: i64, b: i64) -> i64 = a.wrapping_mul(b);
    ldiv(a: i64, b: i64) -> Option<i64> = if b == 0 { None } else { Some(a.wrapping_div(b)) };
    lrem(a: i64, b: i64) -> Option<i64> = if b == 0 { None } else { Some(a.wrapping_rem(b)) };
    lneg(a: i64) -> i64 = a.wrapping_neg();
    land(a: i64, b: i64) -> i64 = a & b;
    lor(a: i64, b: i64) -> i64 = a | b;
    lxor(a: i64, b: i64) -> i64 = a ^ b;
    lshl(a: i64, by: i32) -> i64 = a.wrapping_shl(by as u32);
    lshr(a: i64, by: i32) -> i64 = a.wrapping_shr(by as u32);
    lushr(a: i64, by: i32) -> i64 = (a as u64).wrapping_shr(by as u32) as i64;
}

meanings! {
    fadd(a: f32, b: f32) -> f32 = a + b;
    fsub(a: f32, b: f32) -> f32 = a - b;
    fmul(a: f32, b: f32) -> f32 = a * b;
    fdiv(a: f32, b: f32) -> f32 = a / b;
    /// The remainder of C's `fmod`, not of IEEE 754: the sign is the dividend's.
    frem(a: f32, b: f32) -> f32 = a % b;
    fneg(a: f32) -> f32 = -a;
    dadd(a: f64, b: f64) -> f64 = a + b;
    dsub(a: f64, b: f64) -> f64 = a - b;
    dmul(a: f64, b: f64) -> f64 = a * b;
    ddiv(a: f64, b: f64) -> f64 = a / b;
    drem(a: f64, b: f64) -> f64 = a % b;
    dneg(a: f64) -> f64 = -a;
}

meanings! {
    i2l(a: i32) -> i64 = i64::from(a);
    /// Integer to float goes to the nearest, ties to even.
    i2f(a: i32) -> f32 = a as f32;
    i2d(a: i32) -> f64 = f64::from(a);
    l2i(a: i64) -> i32 = a as i32;
    l2f(a: i64) -> f32 = a as f32;
    l2d(a: i64) -> f64 = a as f64;
    /// Float to integer cuts towards zero, stops at the ends of the range, and makes 0 of NaN.
    f2i(a: f32) -> i32 = a as i32;
    f2l(a: f32) -> i64 = a as i64;
    f2d(a: f32) -> f64 = f64::from(a);
    d2i(a: f64) -> i32 = a as i32;
    d2l(a: f64) -> i64 = a as i64;
    d2f(a: f64) -> f32 = a as f32;
    i2b(a: i32) -> i32 = i32::from(a as i8);
    i2c(a: i32) -> i32 = i32::from(a as u16);
    i2s(a: i32) -> i32 = i32::from(a as i16);
    /// What a `boolean` field or element keeps of an `int`.
    i2z(a: i32) -> i32 = a & 1;
}

meanings! {
    ieq(a: i32, b: i32) -> bool = a == b;
    ine(a: i32, b: i32) -> bool = a != b;
    ilt(a: i32, b: i32) -> bool = a < b;
    ige(a: i32, b: i32) -> bool = a >= b;
    igt(a: i32, b: i32) -> bool = a > b;
    ile(a: i32, b: i32) -> bool = a <= b;
    leq(a: i64, b: i64) -> bool = a == b;
    lne(a: i64, b: i64) -> bool = a != b;
    llt(a: i64, b: i64) -> bool = a < b;
    lge(a: i64, b: i64) -> bool = a >= b;
    lgt(a: i64, b: i64) -> bool = a > b;
    lle(a: i64, b: i64) -> bool = a <= b;
    lcmp(a: i64, b: i64) -> i32 = i32::from(a > b) - i32::from(a < b);
    /// -1, 0 or 1; -1 if either is NaN.
    fcmpl(a: f32, b: f32) -> i32 = if a > b { 1 } else if a == b { 0 } else { -1 };
    /// -1, 0 or 1; 1 if either is NaN.
    fcmpg(a: f32, b: f32) -> i32 = if a < b { -1 } else if a == b { 0 } else { 1 };
    dcmpl(a: f64, b: f64) -> i32 = if a > b { 1 } else if a == b { 0 } else { -1 };
    dcmpg(a: f64, b: f64) -> i32 = if a < b { -1 } else if a == b { 0 } else { 1 };
}

/// What a field or element of a kind keeps of an `int`; kinds of 32 and 64 bits keep all of it.
#[inline(always)]
pub fn narrow(kind: Kind, value: i32) -> i32 {
    match kind {
        Kind::Boolean => i2z(value),
        Kind::Byte => i2b(value),
        Kind::Char => i2c(value),
        Kind::Short => i2s(value),
        Kind::Int | Kind::Long | Kind::Float | Kind::Double => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division() {
        assert_eq!(idiv(7, 0), None);
        assert_eq!(irem(7, 0), None);
        assert_eq!(ldiv(7, 0), None);
        assert_eq!(lrem(7, 0), None);
        assert_eq!(idiv(i32::MIN, -1), Some(i32::MIN));
        assert_eq!(irem(i32::MIN, -1), Some(0));
        assert_eq!(ldiv(i64::MIN, -1), Some(i64::MIN));
        assert_eq!(lrem(i64::MIN, -1), Some(0));
        assert_eq!((idiv(-7, 2), irem(-7, 2)), (Some(-3), Some(-1)));
        assert_eq!((ldiv(-7, 2), lrem(7, -2)), (Some(-3), Some(1)));
    }

    #[test]
    fn shifts() {
        assert_eq!(ishl(1, 33), 2);
        assert_eq!(ishr(-8, 1), -4);
        assert_eq!(iushr(-1, 28), 15);
        assert_eq!(iushr(-1, -4), 15);
        assert_eq!(lshl(1, 65), 2);
        assert_eq!(lshr(-8, 65), -4);
        assert_eq!(lushr(-1, 60), 15);
    }

    #[test]
    fn floats() {
        assert_eq!(frem(-7.5, 2.0), -1.5);
        assert_eq!(drem(7.5, -2.0), 1.5);
        assert!(drem(1.0, 0.0).is_nan());
        assert_eq!(drem(3.0, f64::INFINITY), 3.0);
        assert_eq!((f2i(f32::NAN), f2i(1e20), f2i(-1e20), f2i(-1.9)), (0, i32::MAX, i32::MIN, -1));
        assert_eq!((f2l(f32::NAN), f2l(1e20)), (0, i64::MAX));
        assert_eq!((d2i(f64::NAN), d2i(1e20), d2i(-0.5)), (0, i32::MAX, 0));
        assert_eq!((d2l(-1e30), d2l(1.5)), (i64::MIN, 1));
    }

    #[test]
    fn comparisons_and_narrowing() {
        assert_eq!((fcmpl(f32::NAN, 1.0), fcmpg(f32::NAN, 1.0)), (-1, 1));
        assert_eq!((dcmpl(1.0, f64::NAN), dcmpg(1.0, f64::NAN)), (-1, 1));
        assert_eq!((fcmpl(1.0, 2.0), fcmpg(2.0, 1.0), fcmpl(0.0, -0.0)), (-1, 1, 0));
        assert_eq!((dcmpl(2.0, 1.0), dcmpg(1.0, 2.0), dcmpg(0.0, -0.0)), (1, -1, 0));
        assert_eq!((lcmp(1, 2), lcmp(2, 1), lcmp(i64::MIN, i64::MIN)), (-1, 1, 0));
        assert_eq!((i2b(200), i2c(-1), i2s(40_000), i2z(6)), (-56, 65_535, -25_536, 0));
        let cut = |kind| narrow(kind, 0x1_8181);
        assert_eq!((cut(Kind::Boolean), cut(Kind::Byte)), (1, -127));
        assert_eq!((cut(Kind::Char), cut(Kind::Short), cut(Kind::Int)), (0x8181, -32_383, 0x1_8181));
    }
}
