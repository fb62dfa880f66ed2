//! What expressions mean: single values as circuits, and sets of them.

use crate::number::{self, Int};
use sym::{Circuit, Domain, Lit, VariableValue};

/// A value that each state determines.
#[derive(Clone, Debug)]
pub enum Scalar {
    Bool(Lit),
    Int(Int),
    /// One of these, in the states that are given with each.
    Symbols(Vec<(Lit, VariableValue)>),
    Word(Vec<Lit>, bool),
}

/// A set of values: each of these, where its condition holds. A single value is one whose condition is true.
pub type Values = Vec<(Lit, Scalar)>;

/// Numbers that are told apart one by one where they stand beside symbols.
const MAX_LISTED: i64 = 1024;

impl Scalar {
    /// The type, for errors.
    pub fn describe(&self) -> String {
        match self {
            Scalar::Bool(_) => "a boolean".to_string(),
            Scalar::Int(_) => "a number".to_string(),
            Scalar::Symbols(_) => "a symbol".to_string(),
            Scalar::Word(bits, signed) => {
                format!("{} word[{}]", if *signed { "a signed" } else { "an unsigned" }, bits.len())
            }
        }
    }

    pub fn constant(&self) -> Option<i64> {
        match self {
            Scalar::Int(number) if number.least == number.most => Some(number.least),
            _ => None,
        }
    }

    /// A symbol or number as the list of what it may be; nothing for what cannot be listed.
    pub fn listed(&self, circuit: &mut Circuit) -> Option<Vec<(Lit, VariableValue)>> {
        match self {
            Scalar::Symbols(all) => Some(all.clone()),
            Scalar::Int(number) if number.most - number.least < MAX_LISTED => {
                let one = |value| (number.equals(circuit, &Int::constant(value)), VariableValue::Int(value));
                Some((number.least..=number.most).map(one).collect())
            }
            _ => None,
        }
    }

    /// Zero and one are truth values where one is wanted: SMV had them so.
    pub fn as_bool(&self) -> Option<Lit> {
        match self {
            Scalar::Bool(lit) => Some(*lit),
            Scalar::Int(_) => {
                self.constant().filter(|value| matches!(value, 0 | 1)).map(|value| Lit::of(value == 1))
            }
            _ => None,
        }
    }

    /// Both are the same value; nothing if their types do not go together.
    pub fn equals(&self, circuit: &mut Circuit, other: &Scalar) -> Option<Lit> {
        match (self, other) {
            (Scalar::Int(a), Scalar::Int(b)) => Some(a.equals(circuit, b)),
            (Scalar::Word(a, x), Scalar::Word(b, y)) => {
                (x == y && a.len() == b.len()).then(|| number::equal(circuit, a, b))
            }
            (Scalar::Bool(_), _) | (_, Scalar::Bool(_)) => {
                let (a, b) = (self.as_bool()?, other.as_bool()?);
                Some(circuit.iff(a, b))
            }
            (Scalar::Word(..), _) | (_, Scalar::Word(..)) => None,
            _ => {
                let (a, b) = (self.listed(circuit)?, other.listed(circuit)?);
                let mut same = Vec::new();
                for (left, value) in &a {
                    for (right, _) in b.iter().filter(|(_, other)| other == value) {
                        same.push(circuit.and(*left, *right));
                    }
                }
                Some(circuit.any(&same))
            }
        }
    }

    /// One or the other as one value; nothing if their types do not go together that closely.
    pub fn choose(
        circuit: &mut Circuit,
        condition: Lit,
        then: &Scalar,
        otherwise: &Scalar,
    ) -> Option<Scalar> {
        match (then, otherwise) {
            (Scalar::Bool(a), Scalar::Bool(b)) => Some(Scalar::Bool(circuit.ite(condition, *a, *b))),
            (Scalar::Int(a), Scalar::Int(b)) => Some(Scalar::Int(Int::choose(circuit, condition, a, b))),
            (Scalar::Word(a, x), Scalar::Word(b, y)) if x == y && a.len() == b.len() => {
                let bits = a.iter().zip(b).map(|(a, b)| circuit.ite(condition, *a, *b)).collect();
                Some(Scalar::Word(bits, *x))
            }
            (Scalar::Symbols(_), Scalar::Symbols(_) | Scalar::Int(_))
            | (Scalar::Int(_), Scalar::Symbols(_)) => {
                let (a, b) = (then.listed(circuit)?, otherwise.listed(circuit)?);
                let mut all: Vec<(Lit, VariableValue)> = Vec::new();
                let sides = a
                    .into_iter()
                    .map(|one| (condition, one))
                    .chain(b.into_iter().map(|one| (!condition, one)));
                for (side, (lit, value)) in sides {
                    let lit = circuit.and(side, lit);
                    match all.iter_mut().find(|(_, known)| *known == value) {
                        Some((known, _)) => *known = circuit.or(*known, lit),
                        None => all.push((lit, value)),
                    }
                }
                all.retain(|(lit, _)| *lit != Lit::FALSE);
                Some(Scalar::Symbols(all))
            }
            _ => None,
        }
    }
}

/// The value that the bits of a variable stand for.
pub fn decode(circuit: &mut Circuit, domain: &Domain, bits: &[Lit]) -> Option<Scalar> {
    debug_assert_eq!(bits.len(), domain.bits() as usize, "as many as `encode` gives");
    Some(match domain {
        Domain::Bool => Scalar::Bool(bits[0]),
        Domain::Word { signed, .. } => Scalar::Word(bits.to_vec(), *signed),
        Domain::Range(from, to) => Scalar::Int(Int::above(circuit, bits, *from, *to)?),
        Domain::Values(values) => {
            let mut all = Vec::new();
            for (code, value) in values.iter().enumerate() {
                let here: Vec<Lit> =
                    bits.iter().enumerate().map(|(i, bit)| bit.flip(code >> i & 1 == 0)).collect();
                all.push((circuit.all(&here), value.clone()));
            }
            numbers(circuit, &all).map_or(Scalar::Symbols(all), Scalar::Int)
        }
    })
}

/// Values that are all numbers, as one number.
fn numbers(circuit: &mut Circuit, all: &[(Lit, VariableValue)]) -> Option<Int> {
    let mut sum: Option<Int> = None;
    for (lit, value) in all {
        let VariableValue::Int(value) = value else { return None };
        let own = Int::constant(*value);
        sum = Some(sum.map_or(own.clone(), |sum| Int::choose(circuit, *lit, &own, &sum)));
    }
    sum
}

/// A value as the bits of a variable, and where it is one that the variable can have; nothing if the types do not go
/// together.
pub fn encode(circuit: &mut Circuit, domain: &Domain, value: &Scalar) -> Option<(Vec<Lit>, Lit)> {
    let encoded = code(circuit, domain, value);
    let is_whole = |(bits, _): &(Vec<Lit>, Lit)| bits.len() == domain.bits() as usize;
    debug_assert!(encoded.as_ref().is_none_or(is_whole), "as many as `decode` takes");
    encoded
}

fn code(circuit: &mut Circuit, domain: &Domain, value: &Scalar) -> Option<(Vec<Lit>, Lit)> {
    match (domain, value) {
        (Domain::Bool, value) => value.as_bool().map(|lit| (vec![lit], Lit::TRUE)),
        (Domain::Word { bits, signed }, Scalar::Word(own, is_signed)) => {
            (*bits as usize == own.len() && signed == is_signed).then(|| (own.clone(), Lit::TRUE))
        }
        (Domain::Range(from, to), Scalar::Int(number)) => {
            let below = number.is_less(circuit, &Int::constant(*from));
            let above = Int::constant(*to).is_less(circuit, number);
            let code = number.code(circuit, *from, domain.bits() as usize);
            Some((code, circuit.and(!below, !above)))
        }
        (Domain::Values(values), Scalar::Symbols(_) | Scalar::Int(_)) => {
            let mut code = vec![Vec::new(); domain.bits() as usize];
            let mut fits = Vec::new();
            let listed = match value {
                // Numbers outside are left out before they are listed.
                Scalar::Int(number) => values
                    .iter()
                    .filter(|value| matches!(value, VariableValue::Int(_)))
                    .map(|value| match value {
                        VariableValue::Int(own) => {
                            (number.equals(circuit, &Int::constant(*own)), value.clone())
                        }
                        _ => (Lit::FALSE, value.clone()),
                    })
                    .collect(),
                _ => value.listed(circuit)?,
            };
            for (lit, value) in listed {
                if let Some(number) = values.iter().position(|own| *own == value) {
                    fits.push(lit);
                    code.iter_mut()
                        .enumerate()
                        .filter(|(i, _)| number >> i & 1 == 1)
                        .for_each(|(_, bit)| bit.push(lit));
                }
            }
            let code = code.iter().map(|lits| circuit.any(lits)).collect();
            Some((code, circuit.any(&fits)))
        }
        (Domain::Range(from, to), Scalar::Symbols(all)) => {
            // A symbol among numbers is outside; a number among symbols may be inside.
            let inside: Vec<(Lit, VariableValue)> = all
                .iter()
                .filter(|(_, value)| matches!(value, VariableValue::Int(n) if (*from..=*to).contains(n)))
                .cloned()
                .collect();
            let fits: Vec<Lit> = inside.iter().map(|(lit, _)| *lit).collect();
            let number = numbers(circuit, &inside).unwrap_or(Int::constant(*from));
            Some((number.code(circuit, *from, domain.bits() as usize), circuit.any(&fits)))
        }
        _ => None,
    }
}
