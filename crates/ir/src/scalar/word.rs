//! How values lie in registers: `int` and `float` in the low half with the upper half zero, `long` and
//! `double` whole.

#[inline(always)]
pub fn int(word: u64) -> i32 {
    word as i32
}

#[inline(always)]
pub fn of_int(value: i32) -> u64 {
    u64::from(value as u32)
}

#[inline(always)]
pub fn long(word: u64) -> i64 {
    word as i64
}

#[inline(always)]
pub fn of_long(value: i64) -> u64 {
    value as u64
}

#[inline(always)]
pub fn float(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

#[inline(always)]
pub fn of_float(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[inline(always)]
pub fn double(word: u64) -> f64 {
    f64::from_bits(word)
}

#[inline(always)]
pub fn of_double(value: f64) -> u64 {
    value.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_and_upper_halves_are_zero() {
        assert_eq!((of_int(-1), int(of_int(-1))), (0xffff_ffff, -1));
        assert_eq!((of_float(-0.0), float(of_float(1.5))), (0x8000_0000, 1.5));
        assert_eq!((long(of_long(i64::MIN)), double(of_double(-2.5))), (i64::MIN, -2.5));
        // Who reads an int does not look at the upper half.
        assert_eq!(int(0xdead_0000_0007), 7);
    }
}
