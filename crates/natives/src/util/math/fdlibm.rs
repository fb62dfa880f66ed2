//! Functions of `java.lang.StrictMath`, bit for bit those of Sun's fdlibm 5.3, where the crate `libm` has
//! later versions of the algorithms that round otherwise. The coefficients are fdlibm's.

#![expect(clippy::excessive_precision, reason = "the digits are those that fdlibm gives")]
#![expect(clippy::match_overlapping_arm, reason = "ranges are told apart from below")]

use super::reduce::reduce_as_fdlibm;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LOG10_E, PI};

/// The high 32 bits of |x|, by which fdlibm tells the ranges apart.
fn size_word(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32 & 0x7fff_ffff
}

fn with_high_word(x: f64, high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32 | (x.to_bits() & 0xffff_ffff))
}

/// The sum of `coefficients[i] * z^i`.
fn polynomial(z: f64, coefficients: &[f64]) -> f64 {
    let (last, rest) = coefficients.split_last().map_or((0.0, coefficients), |(last, rest)| (*last, rest));
    rest.iter().rev().fold(last, |sum, c| c + z * sum)
}

pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quarter, rest) = reduce_as_fdlibm(x);
    match quarter {
        0 => sin_near_0(rest.hi, rest.lo),
        1 => cos_near_0(rest.hi, rest.lo),
        2 => -sin_near_0(rest.hi, rest.lo),
        _ => -cos_near_0(rest.hi, rest.lo),
    }
}

pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quarter, rest) = reduce_as_fdlibm(x);
    match quarter {
        0 => cos_near_0(rest.hi, rest.lo),
        1 => -sin_near_0(rest.hi, rest.lo),
        2 => -cos_near_0(rest.hi, rest.lo),
        _ => sin_near_0(rest.hi, rest.lo),
    }
}

/// Up to pi/4; `y` is what `x` lacks.
fn sin_near_0(x: f64, y: f64) -> f64 {
    const S1: f64 = -1.66666666666666324348e-01;
    const S2_TO_S6: [f64; 5] = [
        8.33333333332248946124e-03,
        -1.98412698298579493134e-04,
        2.75573137070700676789e-06,
        -2.50507602534068634195e-08,
        1.58969099521155010221e-10,
    ];
    if size_word(x) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let cube = z * x;
    let r = polynomial(z, &S2_TO_S6);
    match y == 0.0 {
        true => x + cube * (S1 + z * r),
        false => x - ((z * (0.5 * y - cube * r) - y) - cube * S1),
    }
}

fn cos_near_0(x: f64, y: f64) -> f64 {
    const C1_TO_C6: [f64; 6] = [
        4.16666666666666019037e-02,
        -1.38888888888741095749e-03,
        2.48015872894767294178e-05,
        -2.75573143513906633035e-07,
        2.08757232129817482790e-09,
        -1.13596475577881948265e-11,
    ];
    let size = size_word(x);
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * polynomial(z, &C1_TO_C6);
    // About a quarter of |x|, taken off both 1 and z/2 so that the difference loses less.
    let taken = match size {
        ..0x3fd3_3333 => return 1.0 - (0.5 * z - (z * r - x * y)),
        ..=0x3fe9_0000 => with_high_word(0.0, size - 0x0020_0000),
        _ => 0.28125,
    };
    (1.0 - taken) - ((0.5 * z - taken) - (z * r - x * y))
}

pub fn atan2(y: f64, x: f64) -> f64 {
    const PI_LOW: f64 = 1.2246467991473531772E-16;
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let is_left = x.is_sign_negative();
    if y == 0.0 {
        return if is_left { PI.copysign(y) } else { y };
    }
    if x == 0.0 {
        return FRAC_PI_2.copysign(y);
    }
    if x.is_infinite() {
        let angle = match (y.is_infinite(), is_left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        };
        return angle.copysign(y);
    }
    if y.is_infinite() {
        return FRAC_PI_2.copysign(y);
    }
    let exponents_apart = (size_word(y) as i32 - size_word(x) as i32) >> 20;
    let angle = match exponents_apart {
        61.. => FRAC_PI_2 + 0.5 * PI_LOW,
        ..-60 if is_left => 0.0,
        _ => libm::atan((y / x).abs()),
    };
    match (is_left, y < 0.0) {
        (false, false) => angle,
        (false, true) => -angle,
        (true, false) => PI - (angle - PI_LOW),
        (true, true) => (angle - PI_LOW) - PI,
    }
}

const LN2_HIGH: f64 = 6.93147180369123816490e-01;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const LG: [f64; 7] = [
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
];
const TWO_54: f64 = 18014398509481984.0;

/// The answer for arguments that have no logarithm to compute; else the argument, subnormal ones enlarged,
/// and the exponent that this takes away.
fn loggable(x: f64) -> Result<(f64, i32), f64> {
    match x {
        0.0 => Err(f64::NEG_INFINITY),
        _ if x.is_nan() || x < 0.0 => Err(f64::NAN),
        _ if x.is_infinite() => Err(x),
        _ if x < f64::MIN_POSITIVE => Ok((x * TWO_54, -54)),
        _ => Ok((x, 0)),
    }
}

pub fn log(x: f64) -> f64 {
    let (x, exponent) = match loggable(x) {
        Ok(loggable) => loggable,
        Err(answer) => return answer,
    };
    let high = size_word(x);
    let mantissa = high & 0x000f_ffff;
    let carry = (mantissa + 0x9_5f64) & 0x10_0000;
    let k = exponent + (high >> 20) as i32 - 1023 + (carry >> 20) as i32;
    let f = with_high_word(x, mantissa | (carry ^ 0x3ff0_0000)) - 1.0;
    let dk = f64::from(k);
    if 0x000f_ffff & (2 + mantissa) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + dk * LN2_LOW };
        }
        let r = f * f * (0.5 - 0.33333333333333333 * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - dk * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let odd = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = odd + even;
    let mantissa = mantissa as i32;
    if (mantissa - 0x6_147a) | (0x6_b851 - mantissa) > 0 {
        let half_square = 0.5 * f * f;
        return match k {
            0 => f - (half_square - s * (half_square + r)),
            _ => dk * LN2_HIGH - ((half_square - (s * (half_square + r) + dk * LN2_LOW)) - f),
        };
    }
    match k {
        0 => f - s * (f - r),
        _ => dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f),
    }
}

pub fn log10(x: f64) -> f64 {
    const LOG10_2_HIGH: f64 = 3.01029995663611771306e-01;
    const LOG10_2_LOW: f64 = 3.69423907715893078616e-13;
    let (x, exponent) = match loggable(x) {
        Ok(loggable) => loggable,
        Err(answer) => return answer,
    };
    let high = size_word(x);
    let k = exponent + (high >> 20) as i32 - 1023;
    let is_below_1 = u32::from(k < 0);
    let fraction = with_high_word(x, (high & 0x000f_ffff) | (0x3ff - is_below_1) << 20);
    let y = f64::from(k + is_below_1 as i32);
    (y * LOG10_2_LOW + LOG10_E * log(fraction)) + y * LOG10_2_HIGH
}

pub fn log1p(x: f64) -> f64 {
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    let size = size_word(x);
    if size < 0x3e20_0000 {
        return if size < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    let high = (x.to_bits() >> 32) as i32;
    // Between sqrt(1/2) - 1 and sqrt(2) - 1 the argument needs no splitting.
    let (k, f, correction, is_power) = match high < 0x3fda_827a && (high > 0 || high <= 0xbfd2_bec3u32 as i32)
    {
        true => (0, x, 0.0, false),
        false => split_log1p(x, high),
    };
    let dk = f64::from(k);
    let half_square = 0.5 * f * f;
    if is_power {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + (correction + dk * LN2_LOW) };
        }
        let r = half_square * (1.0 - 0.66666666666666666 * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - (dk * LN2_LOW + correction)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * polynomial(z, &LG);
    match k {
        0 => f - (half_square - s * (half_square + r)),
        _ => dk * LN2_HIGH - ((half_square - (s * (half_square + r) + (dk * LN2_LOW + correction))) - f),
    }
}

/// `1 + x = 2^k (1 + f)`, what rounding the sum lost, and whether the sum is so near a power of two that a
/// short series does.
fn split_log1p(x: f64, high: i32) -> (i32, f64, f64, bool) {
    let is_large = high >= 0x4340_0000;
    let sum = if is_large { x } else { 1.0 + x };
    let sum_word = size_word(sum);
    let mut k = (sum_word >> 20) as i32 - 1023;
    let lost = match (is_large, k > 0) {
        (true, _) => 0.0,
        (false, true) => (1.0 - (sum - x)) / sum,
        (false, false) => (x - (sum - 1.0)) / sum,
    };
    let mut mantissa = sum_word & 0x000f_ffff;
    let scaled = if mantissa < 0x6_a09e {
        with_high_word(sum, mantissa | 0x3ff0_0000)
    } else {
        k += 1;
        let scaled = with_high_word(sum, mantissa | 0x3fe0_0000);
        mantissa = (0x0010_0000 - mantissa) >> 2;
        scaled
    };
    (k, scaled - 1.0, lost, mantissa == 0)
}

/// From here on `exp` overflows but `sinh` and `cosh` do not, up to the second number.
const EXP_OVERFLOWS: u32 = 0x4086_2e42;
const COSH_OVERFLOWS_AFTER: f64 = f64::from_bits(0x4086_33ce_8fb9_f87d);

pub fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return if x.is_nan() { f64::NAN } else { x };
    }
    let half = 0.5f64.copysign(x);
    let size = size_word(x);
    match size {
        ..0x3e30_0000 => x,
        ..0x4036_0000 => {
            let t = libm::expm1(x.abs());
            match size < 0x3ff0_0000 {
                true => half * (2.0 * t - t * t / (t + 1.0)),
                false => half * (t + t / (t + 1.0)),
            }
        }
        ..EXP_OVERFLOWS => half * libm::exp(x.abs()),
        _ if x.abs() <= COSH_OVERFLOWS_AFTER => {
            let root = libm::exp(0.5 * x.abs());
            (half * root) * root
        }
        _ => f64::INFINITY.copysign(x),
    }
}

pub fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return if x.is_nan() { f64::NAN } else { f64::INFINITY };
    }
    match size_word(x) {
        ..0x3fd6_2e43 => {
            let t = libm::expm1(x.abs());
            let w = 1.0 + t;
            if size_word(x) < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) }
        }
        ..0x4036_0000 => {
            let t = libm::exp(x.abs());
            0.5 * t + 0.5 / t
        }
        ..EXP_OVERFLOWS => 0.5 * libm::exp(x.abs()),
        _ if x.abs() <= COSH_OVERFLOWS_AFTER => {
            let root = libm::exp(0.5 * x.abs());
            (0.5 * root) * root
        }
        _ => f64::INFINITY,
    }
}

pub fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let size = match size_word(x) {
        ..0x3c80_0000 => return x * (1.0 + x),
        ..0x3ff0_0000 => {
            let t = libm::expm1(-2.0 * x.abs());
            -t / (t + 2.0)
        }
        ..0x4036_0000 => 1.0 - 2.0 / (libm::expm1(2.0 * x.abs()) + 2.0),
        _ => 1.0,
    };
    size.copysign(x)
}

/// As in C, but one to an infinite power, or to none at all, is not a number.
pub fn pow(x: f64, y: f64) -> f64 {
    if y != 0.0 && (x.is_nan() || y.is_nan() || (x.abs() == 1.0 && y.is_infinite())) {
        return f64::NAN;
    }
    libm::pow(x, y)
}
