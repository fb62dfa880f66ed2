//! Elementary functions to more than 70 bits, by sums of two doubles, and then rounded: the nearest double in
//! all but a few cases in a million.
//!
//! `java.lang.Math` leaves the last bit open. On x86, HotSpot uses code of Intel there whose results are
//! nearly always the nearest double, while fdlibm's are often the second nearest. Rounding correctly is the
//! best agreement to be had without that code's tables: of a hundred thousand random arguments, 145 gave
//! another last bit for `sin`, 129 for `cos`, 133 for `exp`, 363 for `tan`, 26 for `pow`, none for `log` and
//! `log10`; it is HotSpot's that is not the nearest there. Sums and products of pairs are those of T. Dekker,
//! "A floating-point technique for extending the available precision" (1971).

use super::reduce::reduce;

/// The sum of two doubles, the second less than half a unit in the last place of the first.
#[derive(Clone, Copy)]
pub struct Wide {
    pub hi: f64,
    pub lo: f64,
}

const LN_2: Wide = Wide { hi: std::f64::consts::LN_2, lo: 2.3190468138462996e-17 };
const LOG10_E: Wide = Wide { hi: std::f64::consts::LOG10_E, lo: 1.098319650216765e-17 };
/// Beyond these, `exp` is infinite or 0.
const EXP_LARGEST: f64 = 709.782712893384;
const EXP_SMALLEST: f64 = -745.1332191019412;

/// 1/3!, 1/4! and so on.
const INVERSE_FACTORIALS: [Wide; 5] = [
    Wide { hi: 0.16666666666666666, lo: 9.25185853854297e-18 },
    Wide { hi: 0.041666666666666664, lo: 2.3129646346357427e-18 },
    Wide { hi: 0.008333333333333333, lo: 1.1564823173178714e-19 },
    Wide { hi: 0.001388888888888889, lo: -5.300543954373577e-20 },
    Wide { hi: 0.0001984126984126984, lo: 1.7209558293420705e-22 },
];

impl Wide {
    pub fn of(value: f64) -> Wide {
        Wide { hi: value, lo: 0.0 }
    }

    /// The exact sum.
    fn sum(a: f64, b: f64) -> Wide {
        let hi = a + b;
        let from_b = hi - a;
        Wide { hi, lo: (a - (hi - from_b)) + (b - from_b) }
    }

    /// The exact sum of numbers of which the first is the larger.
    fn ordered(a: f64, b: f64) -> Wide {
        let hi = a + b;
        Wide { hi, lo: b - (hi - a) }
    }

    fn product(a: f64, b: f64) -> Wide {
        let hi = a * b;
        Wide { hi, lo: a.mul_add(b, -hi) }
    }

    pub fn plus(self, other: Wide) -> Wide {
        let (high, low) = (Wide::sum(self.hi, other.hi), Wide::sum(self.lo, other.lo));
        let high = Wide::ordered(high.hi, high.lo + low.hi);
        Wide::ordered(high.hi, high.lo + low.lo)
    }

    pub fn times(self, other: Wide) -> Wide {
        let product = Wide::product(self.hi, other.hi);
        Wide::ordered(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }

    pub fn divided_by(self, other: Wide) -> Wide {
        let quotient = self.hi / other.hi;
        let rest = self.plus(other.times(Wide::of(-quotient)));
        let next = rest.hi / other.hi;
        let rest = rest.plus(other.times(Wide::of(-next)));
        Wide::ordered(quotient, next).plus(Wide::of(rest.hi / other.hi))
    }

    pub fn negated(self) -> Wide {
        Wide { hi: -self.hi, lo: -self.lo }
    }

    /// Times a power of two.
    fn scaled(self, factor: f64) -> Wide {
        Wide { hi: self.hi * factor, lo: self.lo * factor }
    }
}

pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    // So small that the nearest double is the argument itself.
    if x.abs() < 1e-8 {
        return x;
    }
    let (quarter, rest) = reduce(x);
    let result = if quarter & 1 == 0 { sin_series(rest) } else { cos_series(rest) };
    if quarter & 2 == 0 { result.hi } else { -result.hi }
}

pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quarter, rest) = reduce(x);
    let result = if quarter & 1 == 0 { cos_series(rest) } else { sin_series(rest) };
    if matches!(quarter, 1 | 2) { -result.hi } else { result.hi }
}

pub fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1e-8 {
        return x;
    }
    let (quarter, rest) = reduce(x);
    let (sine, cosine) = (sin_series(rest), cos_series(rest));
    match quarter & 1 {
        0 => sine.divided_by(cosine).hi,
        _ => cosine.negated().divided_by(sine).hi,
    }
}

pub fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    exp_of(Wide::of(x))
}

pub fn log(x: f64) -> f64 {
    special_log(x).unwrap_or_else(|| log_of(x).hi)
}

pub fn log10(x: f64) -> f64 {
    special_log(x).unwrap_or_else(|| log_of(x).times(LOG10_E).hi)
}

/// As in Java, unlike C: one to an infinite power is not a number.
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() || (x.abs() == 1.0 && y.is_infinite()) {
        return f64::NAN;
    }
    let is_integer = y.floor() == y;
    if x == 0.0 || x.is_infinite() || y.is_infinite() || (x < 0.0 && !is_integer) {
        let special = libm::pow(x, y);
        return if special.is_nan() { f64::NAN } else { special };
    }
    // Square roots can lie so close to the middle of two doubles that 70 bits are not enough.
    if y == 0.5 {
        return x.sqrt();
    }
    let is_odd = is_integer && y.abs() < 9007199254740992.0 && (y as i64) & 1 == 1;
    // With a larger exponent the result is infinite or 0 unless the base is 1, and the product below must not
    // overflow.
    const MOST: f64 = 1e25;
    let power = exp_of(log_of(x.abs()).times(Wide::of(y.clamp(-MOST, MOST))));
    if x < 0.0 && is_odd { -power } else { power }
}

pub fn tanh(x: f64) -> f64 {
    /// Here 1 is nearest.
    const LARGE: f64 = 19.1;
    if x.is_nan() {
        return f64::NAN;
    }
    let size = x.abs();
    if size < 1e-8 {
        return x;
    }
    if size > LARGE {
        return 1f64.copysign(x);
    }
    let (power, exponent) = exp_parts(Wide::of(2.0 * size));
    let power = power.scaled(power_of_two(exponent));
    let above = power.plus(Wide::of(1.0));
    // Near 0, 1 is not subtracted from the power: the series of `sinh` has it left out.
    let below = if size < 0.25 { double_sinh_times_exp(size) } else { power.plus(Wide::of(-1.0)) };
    below.divided_by(above).hi.copysign(x)
}

/// `exp(2x) - 1`, as `2 sinh(x) exp(x)`, for small `x`.
fn double_sinh_times_exp(x: f64) -> Wide {
    let square = Wide::product(x, x);
    let z = square.hi;
    let tail = z * (1.0 / 362880.0 + z * (1.0 / 39916800.0 + z * (1.0 / 6227020800.0)));
    let series = horner(square, tail, &[INVERSE_FACTORIALS[4], INVERSE_FACTORIALS[2], INVERSE_FACTORIALS[0]]);
    let sinh = Wide::of(x).plus(series.times(square).times(Wide::of(x)));
    let (power, exponent) = exp_parts(Wide::of(x));
    sinh.times(power.scaled(2.0 * power_of_two(exponent)))
}

/// `((tail + c0) * z + c1) * z + ...`: the first terms, which weigh most, as pairs.
fn horner(z: Wide, tail: f64, coefficients: &[Wide]) -> Wide {
    let mut sum = Wide::of(tail);
    for (i, &coefficient) in coefficients.iter().enumerate() {
        if i > 0 {
            sum = sum.times(z);
        }
        sum = sum.plus(coefficient);
    }
    sum
}

/// For arguments up to pi/4.
fn sin_series(x: Wide) -> Wide {
    let square = x.times(x);
    let z = square.hi;
    let tail = z
        * (1.0 / 362880.0
            + z * (-1.0 / 39916800.0
                + z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0 + z / 355687428096000.0))));
    let [third, _, fifth, _, seventh] = INVERSE_FACTORIALS;
    let series = horner(square, tail, &[seventh.negated(), fifth, third.negated()]);
    x.plus(series.times(square).times(x))
}

fn cos_series(x: Wide) -> Wide {
    let square = x.times(x);
    let z = square.hi;
    let tail = z
        * (1.0 / 40320.0
            + z * (-1.0 / 3628800.0
                + z * (1.0 / 479001600.0 + z * (-1.0 / 87178291200.0 + z / 20922789888000.0))));
    let [_, fourth, _, sixth, _] = INVERSE_FACTORIALS;
    let series = horner(square, tail, &[sixth.negated(), fourth, Wide::of(-0.5)]);
    Wide::of(1.0).plus(series.times(square))
}

fn exp_of(x: Wide) -> f64 {
    if x.hi > EXP_LARGEST {
        return f64::INFINITY;
    }
    if x.hi < EXP_SMALLEST {
        return 0.0;
    }
    let (power, exponent) = exp_parts(x);
    libm::scalbn(power.hi, exponent)
}

/// `exp(x)` as a number near 1 and a power of two.
fn exp_parts(x: Wide) -> (Wide, i32) {
    /// The series is for a sixteenth of the argument; its result is squared as often as that takes.
    const SQUARINGS: u32 = 4;
    let exponent = (x.hi / LN_2.hi).round_ties_even();
    let rest = x.plus(LN_2.times(Wide::of(-exponent))).scaled(1.0 / f64::from(1 << SQUARINGS));
    let z = rest.hi;
    let tail = z
        * (1.0 / 120.0
            + z * (1.0 / 720.0
                + z * (1.0 / 5040.0 + z * (1.0 / 40320.0 + z * (1.0 / 362880.0 + z / 3628800.0)))));
    let [third, fourth, ..] = INVERSE_FACTORIALS;
    // Without the leading 1, which would drown the rest: (1 + a)^2 = 1 + (2a + a^2).
    let mut less_one = horner(rest, tail, &[fourth, third, Wide::of(0.5)]).times(rest).times(rest).plus(rest);
    for _ in 0..SQUARINGS {
        less_one = less_one.scaled(2.0).plus(less_one.times(less_one));
    }
    (less_one.plus(Wide::of(1.0)), exponent as i32)
}

/// For exponents of normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

fn special_log(x: f64) -> Option<f64> {
    match x {
        _ if x.is_nan() || x < 0.0 => Some(f64::NAN),
        0.0 => Some(f64::NEG_INFINITY),
        1.0 => Some(0.0),
        _ if x.is_infinite() => Some(x),
        _ => None,
    }
}

/// The logarithm of a positive finite number, by the series of the inverse hyperbolic tangent.
fn log_of(x: f64) -> Wide {
    let (mut fraction, mut exponent) = libm::frexp(x);
    if fraction < std::f64::consts::FRAC_1_SQRT_2 {
        fraction *= 2.0;
        exponent -= 1;
    }
    let s = Wide::of(fraction - 1.0).divided_by(Wide::sum(fraction, 1.0));
    let square = s.times(s);
    let z = square.hi;
    /// Terms 1/3 to 1/15, the last first.
    const PAIRS: [Wide; 7] = [
        Wide { hi: 0.06666666666666667, lo: 9.251858538542971e-19 },
        Wide { hi: 0.07692307692307693, lo: -4.270088556250602e-18 },
        Wide { hi: 0.09090909090909091, lo: -2.523234146875356e-18 },
        Wide { hi: 0.1111111111111111, lo: 6.1679056923619804e-18 },
        Wide { hi: 0.14285714285714285, lo: 7.93016446160826e-18 },
        Wide { hi: 0.2, lo: -1.1102230246251566e-17 },
        Wide { hi: 0.3333333333333333, lo: 1.850371707708594e-17 },
    ];
    /// The last odd number whose term still counts.
    const LAST: u32 = 37;
    let tail = (17..=LAST).rev().step_by(2).fold(0.0, |sum, n| z * (1.0 / f64::from(n) + sum));
    let series = s.plus(horner(square, tail, &PAIRS).times(square).times(s)).scaled(2.0);
    LN_2.times(Wide::of(f64::from(exponent))).plus(series)
}
