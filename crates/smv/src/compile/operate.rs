//! Operators and functions.

use super::Compiler;
use crate::error::{Refusal, Span, unsupported, wrong};
use crate::number::{self, Int};
use crate::syntax::{Expr, Function, Op};
use crate::term::Scalar;
use crate::token::MAX_WORD;
use sym::Lit;

const TOO_LARGE: &str = "numbers of more than 60 bits: use words";

impl Compiler<'_> {
    pub(super) fn not(&mut self, inner: &Expr, scope: usize) -> Result<Scalar, Refusal> {
        match self.scalar(inner, scope)? {
            Scalar::Word(bits, signed) => {
                Ok(Scalar::Word(bits.into_iter().map(|bit| !bit).collect(), signed))
            }
            other => match other.as_bool() {
                Some(lit) => Ok(Scalar::Bool(!lit)),
                None => wrong(
                    inner.place,
                    format!("! takes a boolean or a word, and this is {}", other.describe()),
                ),
            },
        }
    }

    pub(super) fn minus(&mut self, inner: &Expr, scope: usize) -> Result<Scalar, Refusal> {
        match self.scalar(inner, scope)? {
            Scalar::Word(bits, signed) => Ok(Scalar::Word(number::negate(self.circuit(), &bits), signed)),
            Scalar::Int(own) => match own.negative(self.circuit()) {
                Some(negative) => Ok(Scalar::Int(negative)),
                None => unsupported(inner.place, TOO_LARGE),
            },
            other => {
                wrong(inner.place, format!("- takes a number or a word, and this is {}", other.describe()))
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        op: Op,
        place: Span,
        left: &Expr,
        right: &Expr,
        scope: usize,
    ) -> Result<Scalar, Refusal> {
        if op == Op::In {
            return self.membership(place, left, right, scope);
        }
        let (a, b) = (self.scalar(left, scope)?, self.scalar(right, scope)?);
        match op {
            Op::Implies | Op::Iff | Op::Or | Op::Xor | Op::Xnor | Op::And => self.logical(op, place, &a, &b),
            Op::Equal | Op::Unequal => match a.equals(self.circuit(), &b) {
                Some(same) => Ok(Scalar::Bool(same.flip(op == Op::Unequal))),
                None => wrong(place, format!("{} is never {}", a.describe(), b.describe())),
            },
            Op::Less | Op::Greater | Op::AtMost | Op::AtLeast => self.order(op, place, &a, &b),
            Op::Left | Op::Right => self.shift(op == Op::Left, place, &a, &b),
            Op::Concat => match (a, b) {
                (Scalar::Word(high, _), Scalar::Word(mut low, _))
                    if high.len() + low.len() <= MAX_WORD as usize =>
                {
                    low.extend(high);
                    Ok(Scalar::Word(low, false))
                }
                (Scalar::Word(..), Scalar::Word(..)) => unsupported(place, "words of more than 64 bits"),
                _ => wrong(place, ":: takes two words"),
            },
            Op::Plus | Op::Minus | Op::Times | Op::Divide | Op::Mod => self.arithmetic(op, place, &a, &b),
            Op::In | Op::Union => wrong(place, "a set has no place here"),
        }
    }

    fn membership(
        &mut self,
        place: Span,
        left: &Expr,
        right: &Expr,
        scope: usize,
    ) -> Result<Scalar, Refusal> {
        let own = self.scalar(left, scope)?;
        let mut found = Vec::new();
        for (condition, value) in self.values(right, scope)? {
            let Some(same) = own.equals(self.circuit(), &value) else {
                return wrong(place, format!("{} is never {}", own.describe(), value.describe()));
            };
            found.push(self.circuit().and(condition, same));
        }
        Ok(Scalar::Bool(self.circuit().any(&found)))
    }

    fn logical(&mut self, op: Op, place: Span, a: &Scalar, b: &Scalar) -> Result<Scalar, Refusal> {
        let circuit = self.circuit();
        let mut gate = |a: Lit, b: Lit| match op {
            Op::Implies => circuit.implies(a, b),
            Op::Iff | Op::Xnor => circuit.iff(a, b),
            Op::Or => circuit.or(a, b),
            Op::Xor => circuit.xor(a, b),
            _ => circuit.and(a, b),
        };
        match (a, b) {
            (Scalar::Word(a, x), Scalar::Word(b, y)) if x == y && a.len() == b.len() => {
                Ok(Scalar::Word(a.iter().zip(b).map(|(a, b)| gate(*a, *b)).collect(), *x))
            }
            _ => match (a.as_bool(), b.as_bool()) {
                (Some(a), Some(b)) => Ok(Scalar::Bool(gate(a, b))),
                _ => wrong(
                    place,
                    format!("this joins two booleans, not {} and {}", a.describe(), b.describe()),
                ),
            },
        }
    }

    fn order(&mut self, op: Op, place: Span, a: &Scalar, b: &Scalar) -> Result<Scalar, Refusal> {
        let (a, b, negate) = match op {
            Op::Less => (a, b, false),
            Op::Greater => (b, a, false),
            Op::AtMost => (b, a, true),
            _ => (a, b, true),
        };
        let less = match (a, b) {
            (Scalar::Int(a), Scalar::Int(b)) => a.is_less(self.circuit(), b),
            (Scalar::Word(a, x), Scalar::Word(b, y)) if x == y && a.len() == b.len() => match x {
                true => number::less_signed(self.circuit(), a, b),
                false => number::less_unsigned(self.circuit(), a, b),
            },
            _ => return wrong(place, format!("{} and {} have no order", a.describe(), b.describe())),
        };
        Ok(Scalar::Bool(less.flip(negate)))
    }

    fn arithmetic(&mut self, op: Op, place: Span, a: &Scalar, b: &Scalar) -> Result<Scalar, Refusal> {
        let divides = matches!(op, Op::Divide | Op::Mod);
        match (a, b) {
            (Scalar::Int(a), Scalar::Int(b)) => {
                if divides {
                    let zero = b.equals(self.circuit(), &Int::constant(0));
                    self.must(!zero, place, "this can divide by zero", true)?;
                }
                let circuit = self.circuit();
                let result = match op {
                    Op::Plus => a.plus(circuit, b),
                    Op::Minus => a.minus(circuit, b),
                    Op::Times => a.times(circuit, b),
                    Op::Divide => a.divide(circuit, b).map(|both| both.0),
                    _ => a.divide(circuit, b).map(|both| both.1),
                };
                result.map_or_else(|| unsupported(place, TOO_LARGE), |number| Ok(Scalar::Int(number)))
            }
            (Scalar::Word(a, x), Scalar::Word(b, y)) if x == y && a.len() == b.len() => {
                if divides {
                    let zero = number::equal(self.circuit(), b, &vec![Lit::FALSE; b.len()]);
                    self.must(!zero, place, "this can divide by zero", true)?;
                }
                let circuit = self.circuit();
                let bits = match (op, *x) {
                    (Op::Plus, _) => number::add(circuit, a, b, Lit::FALSE),
                    (Op::Minus, _) => number::subtract(circuit, a, b),
                    (Op::Times, _) => number::multiply(circuit, a, b),
                    (Op::Divide, true) => number::divide_signed(circuit, a, b).0,
                    (Op::Divide, false) => number::divide_unsigned(circuit, a, b).0,
                    (_, true) => number::divide_signed(circuit, a, b).1,
                    (_, false) => number::divide_unsigned(circuit, a, b).1,
                };
                Ok(Scalar::Word(bits, *x))
            }
            _ => wrong(place, format!("{} and {} cannot be computed with", a.describe(), b.describe())),
        }
    }

    fn shift(&mut self, left: bool, place: Span, a: &Scalar, by: &Scalar) -> Result<Scalar, Refusal> {
        let Scalar::Word(bits, signed) = a else {
            return wrong(place, format!("words are shifted, and this is {}", a.describe()));
        };
        let width = bits.len() as i64;
        let amount = match by {
            Scalar::Int(number) => number.clone(),
            Scalar::Word(own, false) => match Int::unsigned(own) {
                Some(number) => number,
                None => return unsupported(place, TOO_LARGE),
            },
            other => return wrong(place, format!("shifted by a number, and this is {}", other.describe())),
        };
        let below = amount.is_less(self.circuit(), &Int::constant(0));
        let above = Int::constant(width).is_less(self.circuit(), &amount);
        let fits = self.circuit().and(!below, !above);
        self.must(fits, place, &format!("this can be shifted by other than 0 to {width} places"), true)?;
        let fill = if *signed && !left { bits[bits.len() - 1] } else { Lit::FALSE };
        // The sign of the amount is no place.
        let places = &amount.bits[..amount.bits.len() - 1];
        Ok(Scalar::Word(number::shift(self.circuit(), bits, places, left, fill), *signed))
    }

    pub(super) fn slice(
        &mut self,
        place: Span,
        base: &Expr,
        high: &Expr,
        low: &Expr,
        scope: usize,
    ) -> Result<Scalar, Refusal> {
        let (high, low) = (self.number(high, scope)?, self.number(low, scope)?);
        match self.scalar(base, scope)? {
            Scalar::Word(bits, _) if 0 <= low && low <= high && (high as usize) < bits.len() => {
                Ok(Scalar::Word(bits[low as usize..=high as usize].to_vec(), false))
            }
            Scalar::Word(bits, _) => {
                wrong(place, format!("a word[{}] has no bits {high} to {low}", bits.len()))
            }
            other => {
                wrong(base.place, format!("bits are selected of a word, and this is {}", other.describe()))
            }
        }
    }

    pub(super) fn call(
        &mut self,
        function: Function,
        place: Span,
        arguments: &[Expr],
        scope: usize,
    ) -> Result<Scalar, Refusal> {
        if function == Function::Count {
            return self.count(arguments, scope);
        }
        let first = self.scalar(&arguments[0], scope)?;
        let unfit =
            |wanted: &str| wrong(place, format!("this takes {wanted}, and is given {}", first.describe()));
        match (function, &first) {
            (Function::Bool, Scalar::Word(bits, _)) if bits.len() == 1 => Ok(Scalar::Bool(bits[0])),
            (Function::Bool, Scalar::Int(own)) => {
                let zero = own.equals(self.circuit(), &Int::constant(0));
                Ok(Scalar::Bool(!zero))
            }
            (Function::Bool | Function::ToInt, Scalar::Bool(lit)) => match function {
                Function::Bool => Ok(Scalar::Bool(*lit)),
                _ => Ok(Scalar::Int(Int { bits: vec![*lit, Lit::FALSE], least: 0, most: 1 })),
            },
            (Function::ToInt, Scalar::Int(_)) => Ok(first.clone()),
            (Function::ToInt, Scalar::Word(bits, signed)) => {
                let number = if *signed { Int::signed(bits) } else { Int::unsigned(bits) };
                number.map_or_else(|| unsupported(place, TOO_LARGE), |number| Ok(Scalar::Int(number)))
            }
            (Function::Word1, Scalar::Bool(lit)) => Ok(Scalar::Word(vec![*lit], false)),
            (Function::Signed | Function::Unsigned, Scalar::Word(bits, _)) => {
                Ok(Scalar::Word(bits.clone(), function == Function::Signed))
            }
            (Function::SizeOf, Scalar::Word(bits, _)) => Ok(Scalar::Int(Int::constant(bits.len() as i64))),
            (Function::Extend | Function::Resize, Scalar::Word(bits, signed)) => {
                let by = self.number(&arguments[1], scope)?;
                let width =
                    if function == Function::Extend { by.saturating_add(bits.len() as i64) } else { by };
                let width = if by < 0 { by } else { width };
                Ok(Scalar::Word(resized(bits, *signed, word_width(&arguments[1], width)?), *signed))
            }
            (Function::UnsignedConst | Function::SignedConst, Scalar::Int(own)) if own.least == own.most => {
                let width = self.number(&arguments[1], scope)?;
                let width = word_width(&arguments[1], width)?;
                let bits = (0..width).map(|i| Lit::of(own.least >> i.min(63) & 1 == 1)).collect();
                Ok(Scalar::Word(bits, function == Function::SignedConst))
            }
            (Function::Max | Function::Min, Scalar::Int(a)) => {
                self.extreme(function == Function::Max, a, &arguments[1], scope)
            }
            (Function::Abs, Scalar::Int(a)) => {
                let negative = a.negative(self.circuit());
                let less = a.is_less(self.circuit(), &Int::constant(0));
                negative.map_or_else(
                    || unsupported(place, TOO_LARGE),
                    |minus| Ok(Scalar::Int(Int::choose(self.circuit(), less, &minus, a))),
                )
            }
            (Function::Bool, _) => unfit("a number or a word[1]"),
            (Function::ToInt, _) => unfit("a boolean or a word"),
            (Function::Word1, _) => unfit("a boolean"),
            (Function::UnsignedConst | Function::SignedConst, _) => unfit("a constant number"),
            (Function::Max | Function::Min | Function::Abs, _) => unfit("a number"),
            _ => unfit("a word"),
        }
    }

    /// How many of these are true.
    fn count(&mut self, arguments: &[Expr], scope: usize) -> Result<Scalar, Refusal> {
        let mut sum = Int::constant(0);
        for argument in arguments {
            let lit = self.truth(argument, scope)?;
            let own = Int { bits: vec![lit, Lit::FALSE], least: 0, most: 1 };
            sum = sum.plus(self.circuit(), &own).unwrap_or(sum);
        }
        Ok(Scalar::Int(sum))
    }

    fn extreme(&mut self, largest: bool, a: &Int, other: &Expr, scope: usize) -> Result<Scalar, Refusal> {
        let Scalar::Int(b) = self.scalar(other, scope)? else {
            return wrong(other.place, "two numbers are expected here");
        };
        let less = a.is_less(self.circuit(), &b);
        Ok(Scalar::Int(Int::choose(self.circuit(), less.flip(largest), a, &b)))
    }
}

/// A width that words can have.
fn word_width(given: &Expr, width: i64) -> Result<usize, Refusal> {
    match (1..=i64::from(MAX_WORD)).contains(&width) {
        true => Ok(width as usize),
        false => wrong(given.place, format!("a word has 1 to {MAX_WORD} bits")),
    }
}

/// The same number with more bits, or its lowest bits and, if it has one, its sign.
fn resized(bits: &[Lit], signed: bool, width: usize) -> Vec<Lit> {
    let sign = if signed { bits[bits.len() - 1] } else { Lit::FALSE };
    let mut out: Vec<Lit> = (0..width).map(|i| bits.get(i).copied().unwrap_or(sign)).collect();
    if signed && width < bits.len() {
        out[width - 1] = sign;
    }
    out
}
