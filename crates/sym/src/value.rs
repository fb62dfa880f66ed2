//! Variables, how their values are written as bits, and states.

use crate::circuit::Bit;
use std::fmt;

/// The values that a variable may have. A value is written as its number in the list, lowest bit first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Domain {
    Bool,
    /// Symbols and numbers, each once.
    Values(Vec<VariableValue>),
    /// Both ends included; a value is written as its distance from the first.
    Range(i64, i64),
    /// So many bits, as two's complement if signed.
    Word {
        bits: u32,
        signed: bool,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum VariableValue {
    Bool(bool),
    Int(i64),
    Symbol(String),
    Word {
        bits: u32,
        signed: bool,
        value: u64,
    },
    /// A pattern of bits that stands for no value.
    Nothing,
}

impl fmt::Display for VariableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariableValue::Bool(value) => f.write_str(if *value { "TRUE" } else { "FALSE" }),
            VariableValue::Int(value) => write!(f, "{value}"),
            VariableValue::Symbol(name) => f.write_str(name),
            VariableValue::Word { bits, signed: false, value } => write!(f, "0ud{bits}_{value}"),
            VariableValue::Word { bits, signed: true, value } => {
                let value = (*value as i64) << (64 - bits) >> (64 - bits);
                let sign = if value < 0 { "-" } else { "" };
                write!(f, "{sign}0sd{bits}_{}", value.unsigned_abs())
            }
            VariableValue::Nothing => f.write_str("(no value)"),
        }
    }
}

impl Domain {
    /// How many bits a value takes.
    pub fn bits(&self) -> u32 {
        let for_codes = |last: u64| 64 - last.leading_zeros();
        match self {
            Domain::Bool => 1,
            Domain::Values(values) => for_codes((values.len() as u64).saturating_sub(1)),
            Domain::Range(from, to) => for_codes(to.wrapping_sub(*from) as u64),
            Domain::Word { bits, .. } => *bits,
        }
    }

    /// The largest code that stands for a value.
    pub fn last_code(&self) -> u64 {
        match self {
            Domain::Bool => 1,
            Domain::Values(values) => (values.len() as u64).saturating_sub(1),
            Domain::Range(from, to) => to.wrapping_sub(*from) as u64,
            Domain::Word { bits, .. } => u64::MAX >> (64 - bits),
        }
    }

    pub fn value(&self, code: u64) -> VariableValue {
        if code > self.last_code() {
            return VariableValue::Nothing;
        }
        match self {
            Domain::Bool => VariableValue::Bool(code == 1),
            Domain::Values(values) => values[code as usize].clone(),
            Domain::Range(from, _) => VariableValue::Int(from.wrapping_add(code as i64)),
            Domain::Word { bits, signed } => {
                VariableValue::Word { bits: *bits, signed: *signed, value: code }
            }
        }
    }
}

/// How long a variable keeps its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableKind {
    /// A part of the state.
    State,
    /// Chosen anew for each step, and no part of any state: relations look at it, sets of states do not. It is given
    /// with the state that the step begins in.
    Input,
}

/// A variable. Its bits have consecutive numbers, the lowest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: VariableKind,
    pub domain: Domain,
    pub first: Bit,
}

impl Variable {
    pub fn bits(&self) -> impl DoubleEndedIterator<Item = Bit> + use<> {
        (self.first.0..self.first.0 + self.domain.bits()).map(Bit)
    }

    /// Its value in a state.
    pub fn value(&self, state: &Assignment) -> VariableValue {
        let code = self.bits().rev().fold(0u64, |code, bit| code << 1 | u64::from(state.get(bit)));
        self.domain.value(code)
    }
}

/// A value for each bit: a state, and the input of the step that leaves it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Assignment(Vec<bool>);

impl Assignment {
    /// All bits are zero.
    pub fn zero(bits: usize) -> Assignment {
        Assignment(vec![false; bits])
    }

    pub fn get(&self, bit: Bit) -> bool {
        self.0[bit.0 as usize]
    }

    pub fn set(&mut self, bit: Bit, value: bool) {
        self.0[bit.0 as usize] = value;
    }

    /// The bits of both: a state, and the input of the step that leaves it.
    pub fn joined(&self, other: &Assignment) -> Assignment {
        Assignment(self.0.iter().zip(&other.0).map(|(a, b)| *a || *b).collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_codes() {
        let word = Domain::Word { bits: 4, signed: true };
        assert_eq!(word.value(0b1110).to_string(), "-0sd4_2");
        assert_eq!(Domain::Word { bits: 64, signed: false }.last_code(), u64::MAX);
        let range = Domain::Range(-3, 4);
        assert_eq!(
            (range.bits(), range.value(0), range.value(8)),
            (3, VariableValue::Int(-3), VariableValue::Nothing)
        );
        assert_eq!(Domain::Range(7, 7).bits(), 0);
        let one = Domain::Values(vec![
            VariableValue::Symbol("a".into()),
            VariableValue::Int(3),
            VariableValue::Int(9),
        ]);
        assert_eq!(
            (one.bits(), one.value(1), one.value(3)),
            (2, VariableValue::Int(3), VariableValue::Nothing)
        );
        let variable = Variable { name: "x".into(), kind: VariableKind::State, domain: range, first: Bit(1) };
        let mut state = Assignment::zero(4);
        state.set(Bit(2), true);
        assert_eq!(variable.value(&state), VariableValue::Int(-1));
    }
}
