//! Arguments of sine and cosine, brought into a quarter of a turn around 0.
//!
//! After M. Payne and R. Hanek, "Radian reduction for trigonometric functions" (1983): of the product of x
//! and 2/pi, only the bits around the point matter, and these are computed exactly.

#![expect(clippy::excessive_precision, reason = "the digits are those that fdlibm gives")]

use super::wide::Wide;

/// 2/pi, its first bit worth a half.
const TWO_OVER_PI: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];
const HALF_PI: Wide = Wide { hi: std::f64::consts::FRAC_PI_2, lo: 6.123233995736766e-17 };

/// pi/2 in pieces of 24 bits.
const HALF_PI_PIECES: [f64; DIGITS] = [
    1.57079625129699707031e+00,
    7.54978941586159635335e-08,
    5.39030252995776476554e-15,
    3.28200341580791294123e-22,
    1.27065575308067607349e-29,
];
/// Digits of 24 bits that fdlibm computes.
const DIGITS: usize = 5;
/// From here on, 2^19 pi/2, fdlibm reduces by digits.
const FDLIBM_LARGE: f64 = f64::from_bits(0x4139_21fb_0000_0000);

/// `x = quarter * pi/2 + rest`, the quarter modulo 4 and the rest at most pi/4 either way. `x` is finite.
pub fn reduce(x: f64) -> (u32, Wide) {
    if x.abs() <= std::f64::consts::FRAC_PI_4 {
        return (0, Wide::of(x));
    }
    let turned = turns(x);
    (turned.quarter, turned.signed(to_wide(turned.fraction).times(HALF_PI)))
}

/// The same with the rest split as fdlibm splits it, on which the last bit of its sines depends.
pub fn reduce_as_fdlibm(x: f64) -> (u32, Wide) {
    if x.abs() < FDLIBM_LARGE {
        return reduce(x);
    }
    let turned = turns(x);
    let exponent = ((x.to_bits() >> 52) & 0x7ff) as i32 - 1046;
    // The binary point of the first digit, as far from the fraction's.
    let first_bits = 24 * ((exponent - 3) / 24 + 1) - exponent;
    let digit = |i: i32| digit(turned.fraction, first_bits + 24 * (i - 1), first_bits + 24 * i);
    let start = (-1..8).find(|&i| digit(i) != 0.0).unwrap_or(0);
    let digits: [f64; DIGITS] = std::array::from_fn(|i| digit(start + i as i32));
    let products: [f64; DIGITS] =
        std::array::from_fn(|i| (0..=i).fold(0.0, |sum, k| sum + HALF_PI_PIECES[k] * digits[i - k]));
    let hi = products.iter().rev().fold(0.0, |sum, product| sum + product);
    let lo = products[1..].iter().fold(products[0] - hi, |sum, product| sum + product);
    (turned.quarter, turned.signed(Wide { hi, lo }))
}

/// An angle in quarters of a turn.
struct Turned {
    quarter: u32,
    /// What is more, or less, of a quarter: at most a half, the first bit worth a half.
    fraction: [u128; 2],
    is_negative: bool,
}

impl Turned {
    fn signed(&self, rest: Wide) -> Wide {
        if self.is_negative { rest.negated() } else { rest }
    }
}

/// For `x` of at least a half.
fn turns(x: f64) -> Turned {
    let bits = x.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
    // Bits of 2/pi that make multiples of 4 are skipped; when there are none, the product is shifted instead.
    let product = times(mantissa, window((exponent - 2).max(0) as usize));
    let [high, low] = shifted(product, (2 - exponent).max(0) as u32);
    // `high` has the quarter in its two top bits, then comes the fraction of a quarter.
    let mut quarter = (high >> 126) as u32;
    let mut fraction = [(high << 2) | (low >> 126), low << 2];
    let is_upper_half = fraction[0] >> 127 == 1;
    if is_upper_half {
        quarter += 1;
        let negated = (!fraction[1]).wrapping_add(1);
        fraction = [(!fraction[0]).wrapping_add(u128::from(negated == 0)), negated];
    }
    let quarter = if x < 0.0 { quarter.wrapping_neg() } else { quarter } & 3;
    Turned { quarter, fraction, is_negative: is_upper_half != (x < 0.0) }
}

/// The value of the bits from `from` up to `to`, at most 24, of a fraction; bits before its first are 0.
fn digit([high, low]: [u128; 2], from: i32, to: i32) -> f64 {
    let from = from.max(0);
    if to <= from || to > 255 {
        return 0.0;
    }
    let top = match from {
        0 => high,
        1..=127 => high << from | low >> (128 - from),
        _ => low << (from - 128),
    };
    let bits = (top >> (128 - (to - from))) as u32;
    f64::from(bits) * f64::from_bits(((1023 - to) as u64) << 52)
}

/// 256 bits of 2/pi from bit `start` on, the lowest word first.
fn window(start: usize) -> [u64; 4] {
    let (word, bit) = (start / 64, start % 64);
    let at = |i: usize| TWO_OVER_PI.get(word + i).copied().unwrap_or(0);
    let joined = |i: usize| if bit == 0 { at(i) } else { at(i) << bit | at(i + 1) >> (64 - bit) };
    [joined(3), joined(2), joined(1), joined(0)]
}

/// The lowest word first.
fn times(factor: u64, words: [u64; 4]) -> [u64; 5] {
    let mut product = [0; 5];
    let mut carry = 0u128;
    for (place, word) in product.iter_mut().zip(words) {
        let sum = u128::from(factor) * u128::from(word) + carry;
        *place = sum as u64;
        carry = sum >> 64;
    }
    product[4] = carry as u64;
    product
}

/// The low 256 bits after a shift to the right by less than 64, the high half first.
fn shifted(words: [u64; 5], shift: u32) -> [u128; 2] {
    let word = |i: usize| match shift {
        0 => words[i],
        _ => words[i] >> shift | words[i + 1] << (64 - shift),
    };
    let half = |i: usize| u128::from(word(i + 1)) << 64 | u128::from(word(i));
    [half(2), half(0)]
}

/// A fraction of 256 bits, the first worth a half.
fn to_wide([high, low]: [u128; 2]) -> Wide {
    let zeros = high.leading_zeros().min(127);
    let top = if zeros == 0 { high } else { high << zeros | low >> (128 - zeros) };
    // 127 bits, so that the difference below has a sign.
    let top = (top >> 1) as i128;
    let hi = top as f64;
    let lo = (top - hi as i128) as f64;
    let scale = f64::from_bits(u64::from(1023 - 127 - zeros) << 52);
    Wide { hi: hi * scale, lo: lo * scale }
}
