//! What the arithmetic operations mean (JVMS chapter 6): the one place for interpreter, compiler and
//! set-of-states engine.
//!
//! Addition, multiplication and the bitwise operations are Rust's `wrapping_*` and operators and need no
//! function here.

/// `None` is a division by zero; `MIN / -1` wraps to `MIN`.
#[inline(always)]
pub fn idiv(a: i32, b: i32) -> Option<i32> {
    if b == 0 { None } else { Some(a.wrapping_div(b)) }
}

/// `None` is a division by zero; `MIN % -1` is 0.
#[inline(always)]
pub fn irem(a: i32, b: i32) -> Option<i32> {
    if b == 0 { None } else { Some(a.wrapping_rem(b)) }
}

#[inline(always)]
pub fn ldiv(a: i64, b: i64) -> Option<i64> {
    if b == 0 { None } else { Some(a.wrapping_div(b)) }
}

#[inline(always)]
pub fn lrem(a: i64, b: i64) -> Option<i64> {
    if b == 0 { None } else { Some(a.wrapping_rem(b)) }
}

/// Shifts use the low five bits of the distance, for `long` the low six.
#[inline(always)]
pub fn ishl(a: i32, by: i32) -> i32 {
    a.wrapping_shl(by as u32)
}

#[inline(always)]
pub fn ishr(a: i32, by: i32) -> i32 {
    a.wrapping_shr(by as u32)
}

#[inline(always)]
pub fn iushr(a: i32, by: i32) -> i32 {
    (a as u32).wrapping_shr(by as u32) as i32
}

#[inline(always)]
pub fn lshl(a: i64, by: i32) -> i64 {
    a.wrapping_shl(by as u32)
}

#[inline(always)]
pub fn lshr(a: i64, by: i32) -> i64 {
    a.wrapping_shr(by as u32)
}

#[inline(always)]
pub fn lushr(a: i64, by: i32) -> i64 {
    (a as u64).wrapping_shr(by as u32) as i64
}

/// The remainder of C's `fmod`, not of IEEE 754: the sign is the dividend's.
#[inline(always)]
pub fn frem(a: f32, b: f32) -> f32 {
    a % b
}

#[inline(always)]
pub fn drem(a: f64, b: f64) -> f64 {
    a % b
}

/// Float to integer cuts towards zero, stops at the ends of the range, and makes 0 of NaN.
#[inline(always)]
pub fn f2i(a: f32) -> i32 {
    a as i32
}

#[inline(always)]
pub fn f2l(a: f32) -> i64 {
    a as i64
}

#[inline(always)]
pub fn d2i(a: f64) -> i32 {
    a as i32
}

#[inline(always)]
pub fn d2l(a: f64) -> i64 {
    a as i64
}

#[inline(always)]
pub fn i2b(a: i32) -> i32 {
    i32::from(a as i8)
}

#[inline(always)]
pub fn i2c(a: i32) -> i32 {
    i32::from(a as u16)
}

#[inline(always)]
pub fn i2s(a: i32) -> i32 {
    i32::from(a as i16)
}

#[inline(always)]
pub fn lcmp(a: i64, b: i64) -> i32 {
    i32::from(a > b) - i32::from(a < b)
}

/// -1, 0 or 1; -1 if either is NaN.
#[inline(always)]
pub fn fcmpl(a: f32, b: f32) -> i32 {
    if a > b {
        1
    } else if a == b {
        0
    } else {
        -1
    }
}

/// -1, 0 or 1; 1 if either is NaN.
#[inline(always)]
pub fn fcmpg(a: f32, b: f32) -> i32 {
    if a < b {
        -1
    } else if a == b {
        0
    } else {
        1
    }
}

#[inline(always)]
pub fn dcmpl(a: f64, b: f64) -> i32 {
    if a > b {
        1
    } else if a == b {
        0
    } else {
        -1
    }
}

#[inline(always)]
pub fn dcmpg(a: f64, b: f64) -> i32 {
    if a < b {
        -1
    } else if a == b {
        0
    } else {
        1
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
        assert_eq!((i2b(200), i2c(-1), i2s(40_000)), (-56, 65_535, -25_536));
    }
}
