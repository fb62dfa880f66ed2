//! Arithmetic on circuits: numbers as lists of bits, lowest first.

use sym::{Circuit, Lit};

/// A number that lies between two others, in two's complement with just enough bits for both.
#[derive(Clone, Debug)]
pub struct Int {
    pub bits: Vec<Lit>,
    pub least: i64,
    pub most: i64,
}

/// Numbers beyond this are not computed with.
const LIMIT: i128 = 1 << 61;

/// Bits in two's complement that both numbers fit in.
fn width(least: i64, most: i64) -> usize {
    let one = |value: i64| 65 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
    one(least).max(one(most))
}

/// The same number in so many bits.
fn stretched(bits: &[Lit], width: usize) -> Vec<Lit> {
    let sign = bits.last().copied().unwrap_or(Lit::FALSE);
    (0..width).map(|i| bits.get(i).copied().unwrap_or(sign)).collect()
}

impl Int {
    pub fn constant(value: i64) -> Int {
        let bits = (0..width(value, value)).map(|i| Lit::of(value >> i.min(63) & 1 == 1)).collect();
        Int { bits, least: value, most: value }
    }

    /// Bits in two's complement that are known to be between two numbers. Nothing if that is too much to compute with.
    fn between(bits: &[Lit], least: i128, most: i128) -> Option<Int> {
        if least < -LIMIT || most > LIMIT {
            return None;
        }
        let (least, most) = (least as i64, most as i64);
        let mut bits = stretched(bits, width(least, most));
        if least >= 0
            && let Some(sign) = bits.last_mut()
        {
            *sign = Lit::FALSE;
        }
        Some(Int { bits, least, most })
    }

    /// A distance from the least of the values.
    pub fn above(circuit: &mut Circuit, code: &[Lit], least: i64, most: i64) -> Option<Int> {
        let mut bits = code.to_vec();
        bits.push(Lit::FALSE);
        let distance = Int::between(&bits, 0, i128::from(most) - i128::from(least))?;
        distance.plus(circuit, &Int::constant(least)).map(|sum| Int { least, most, ..sum })
    }

    /// The lowest bits of a number minus another: as it is written in a domain that begins there.
    pub fn code(&self, circuit: &mut Circuit, least: i64, bits: usize) -> Vec<Lit> {
        let wide = bits.max(1);
        let (a, b) = (stretched(&self.bits, wide), stretched(&Int::constant(least).bits, wide));
        subtract(circuit, &a, &b)[..bits].to_vec()
    }

    pub fn plus(&self, circuit: &mut Circuit, other: &Int) -> Option<Int> {
        let least = i128::from(self.least) + i128::from(other.least);
        let most = i128::from(self.most) + i128::from(other.most);
        let width = self.bits.len().max(other.bits.len()) + 1;
        let (a, b) = (stretched(&self.bits, width), stretched(&other.bits, width));
        Int::between(&add(circuit, &a, &b, Lit::FALSE), least, most)
    }

    pub fn negative(&self, circuit: &mut Circuit) -> Option<Int> {
        let bits = stretched(&self.bits, self.bits.len() + 1);
        Int::between(&negate(circuit, &bits), -i128::from(self.most), -i128::from(self.least))
    }

    pub fn minus(&self, circuit: &mut Circuit, other: &Int) -> Option<Int> {
        let other = other.negative(circuit)?;
        self.plus(circuit, &other)
    }

    pub fn times(&self, circuit: &mut Circuit, other: &Int) -> Option<Int> {
        let ends = |f: fn(i128, i128) -> i128, start: i128| {
            let all = [
                i128::from(self.least) * i128::from(other.least),
                i128::from(self.least) * i128::from(other.most),
                i128::from(self.most) * i128::from(other.least),
                i128::from(self.most) * i128::from(other.most),
            ];
            all.into_iter().fold(start, f)
        };
        let (least, most) = (ends(i128::min, i128::MAX), ends(i128::max, i128::MIN));
        if least < -LIMIT || most > LIMIT {
            return None;
        }
        let width = width(least as i64, most as i64);
        let (a, b) = (stretched(&self.bits, width), stretched(&other.bits, width));
        Int::between(&multiply(circuit, &a, &b), least, most)
    }

    /// Quotient and remainder as C has them: the quotient is cut towards zero. What a division by zero gives is of no
    /// meaning.
    pub fn divide(&self, circuit: &mut Circuit, other: &Int) -> Option<(Int, Int)> {
        let width = self.bits.len().max(other.bits.len()) + 1;
        let (a, b) = (stretched(&self.bits, width), stretched(&other.bits, width));
        let (quotient, remainder) = divide_signed(circuit, &a, &b);
        let largest = i128::from(self.least).abs().max(i128::from(self.most).abs());
        let divisor = i128::from(other.least).abs().max(i128::from(other.most).abs());
        let rest = largest.min((divisor - 1).max(0));
        let is_positive = self.least >= 0 && other.least >= 0;
        let quotient = Int::between(&quotient, if is_positive { 0 } else { -largest }, largest)?;
        let below = if self.least >= 0 { 0 } else { -rest };
        let remainder = Int::between(&remainder, below, if self.most <= 0 { 0 } else { rest })?;
        Some((quotient, remainder))
    }

    pub fn equals(&self, circuit: &mut Circuit, other: &Int) -> Lit {
        if self.most < other.least || other.most < self.least {
            return Lit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        equal(circuit, &stretched(&self.bits, width), &stretched(&other.bits, width))
    }

    pub fn is_less(&self, circuit: &mut Circuit, other: &Int) -> Lit {
        if self.most < other.least {
            return Lit::TRUE;
        }
        if self.least >= other.most {
            return Lit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        less_signed(circuit, &stretched(&self.bits, width), &stretched(&other.bits, width))
    }

    pub fn choose(circuit: &mut Circuit, condition: Lit, then: &Int, otherwise: &Int) -> Int {
        let (least, most) = (then.least.min(otherwise.least), then.most.max(otherwise.most));
        let width = width(least, most);
        let (a, b) = (stretched(&then.bits, width), stretched(&otherwise.bits, width));
        let bits = a.iter().zip(&b).map(|(a, b)| circuit.ite(condition, *a, *b)).collect();
        Int { bits, least, most }
    }
}

pub fn equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(a, b)| circuit.iff(*a, *b)).collect();
    circuit.all(&same)
}

/// The sum, without what is carried out of it.
pub fn add(circuit: &mut Circuit, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
    let mut carry = carry;
    a.iter()
        .zip(b)
        .map(|(&a, &b)| {
            let half = circuit.xor(a, b);
            let sum = circuit.xor(half, carry);
            carry = circuit.ite(half, carry, a);
            sum
        })
        .collect()
}

pub fn subtract(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let opposite: Vec<Lit> = b.iter().map(|bit| !*bit).collect();
    add(circuit, a, &opposite, Lit::TRUE)
}

pub fn negate(circuit: &mut Circuit, a: &[Lit]) -> Vec<Lit> {
    subtract(circuit, &vec![Lit::FALSE; a.len()], a)
}

/// The lowest bits of the product.
pub fn multiply(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let width = a.len();
    let mut sum = vec![Lit::FALSE; width];
    for (place, &factor) in b.iter().enumerate().take(width) {
        if factor == Lit::FALSE {
            continue;
        }
        let part: Vec<Lit> = (0..width)
            .map(|i| if i < place { Lit::FALSE } else { circuit.and(a[i - place], factor) })
            .collect();
        sum = add(circuit, &sum, &part, Lit::FALSE);
    }
    sum
}

pub fn less_unsigned(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let mut less = Lit::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        let differ = circuit.xor(a, b);
        less = circuit.ite(differ, b, less);
    }
    less
}

pub fn less_signed(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let flip = |bits: &[Lit]| -> Vec<Lit> {
        let last = bits.len().saturating_sub(1);
        bits.iter().enumerate().map(|(i, bit)| bit.flip(i == last)).collect()
    };
    less_unsigned(circuit, &flip(a), &flip(b))
}

fn choose(circuit: &mut Circuit, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Vec<Lit> {
    then.iter().zip(otherwise).map(|(a, b)| circuit.ite(condition, *a, *b)).collect()
}

/// Quotient and remainder, one bit after the other.
pub fn divide_unsigned(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let width = a.len();
    let mut divisor = b.to_vec();
    divisor.push(Lit::FALSE);
    let mut rest = vec![Lit::FALSE; width + 1];
    let mut quotient = vec![Lit::FALSE; width];
    for place in (0..width).rev() {
        rest.pop();
        rest.insert(0, a[place]);
        let fits = !less_unsigned(circuit, &rest, &divisor);
        let without = subtract(circuit, &rest, &divisor);
        rest = choose(circuit, fits, &without, &rest);
        quotient[place] = fits;
    }
    rest.truncate(width);
    (quotient, rest)
}

/// The same for two's complement: the quotient is cut towards zero, and the remainder has the sign of what is divided.
pub fn divide_signed(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (minus_a, minus_b) = (negate(circuit, a), negate(circuit, b));
    let (size_a, size_b) = (choose(circuit, sign_a, &minus_a, a), choose(circuit, sign_b, &minus_b, b));
    let (quotient, rest) = divide_unsigned(circuit, &size_a, &size_b);
    let (minus_quotient, minus_rest) = (negate(circuit, &quotient), negate(circuit, &rest));
    let differ = circuit.xor(sign_a, sign_b);
    (choose(circuit, differ, &minus_quotient, &quotient), choose(circuit, sign_a, &minus_rest, &rest))
}

/// Moved by a number of places; `fill` comes in. Places past the width are all of it.
pub fn shift(circuit: &mut Circuit, a: &[Lit], by: &[Lit], left: bool, fill: Lit) -> Vec<Lit> {
    let width = a.len();
    let mut bits = a.to_vec();
    for (place, &bit) in by.iter().enumerate() {
        let distance = if place < 7 { 1usize << place } else { width };
        let moved: Vec<Lit> = (0..width)
            .map(|i| match left {
                true => i.checked_sub(distance).map_or(fill, |from| bits[from]),
                false => bits.get(i + distance).copied().unwrap_or(fill),
            })
            .collect();
        bits = choose(circuit, bit, &moved, &bits);
    }
    bits
}

impl Int {
    /// A word as a number; nothing if it is too large to compute with.
    pub fn unsigned(bits: &[Lit]) -> Option<Int> {
        let mut bits = bits.to_vec();
        bits.push(Lit::FALSE);
        Int::between(&bits, 0, (1i128 << (bits.len() - 1)) - 1)
    }

    pub fn signed(bits: &[Lit]) -> Option<Int> {
        let half = 1i128 << (bits.len() - 1);
        Int::between(bits, -half, half - 1)
    }
}
