//! A symbolic model, and what is asked about it.

use crate::circuit::{Bit, Circuit, Lit};
use crate::trace::Trace;
use crate::value::{Domain, Variable, VariableKind};
use logic::Formula;

/// A system as formulas.
///
/// A state is a value for each bit of each state variable, so that all of `invar` hold; runs begin in states that have
/// all of `init`. There is a step from a state to another if there are inputs with which all of `trans` hold. What a
/// code must not be (the fifth value of three) is among `invar`, for inputs among `trans`.
///
/// Runs are infinite. Path quantifiers and LTL are about the runs on which each of `justice` holds again and again, and
/// of each pair of `compassion` the second does if the first does. Invariants are about every state that steps lead to,
/// whether or not a run goes on from there.
#[derive(Clone, Debug, Default)]
pub struct SymbolicModel {
    pub circuit: Circuit,
    pub variables: Vec<Variable>,
    /// Over the state before the step alone, and over no inputs. So are the next three and all atoms.
    pub init: Vec<Lit>,
    pub invar: Vec<Lit>,
    pub justice: Vec<Lit>,
    pub compassion: Vec<(Lit, Lit)>,
    /// Over inputs and both states.
    pub trans: Vec<Lit>,
    pub specs: Vec<SymbolicSpec>,
}

/// Something that is claimed of a model.
#[derive(Clone, Debug)]
pub struct SymbolicSpec {
    /// As reports name it: the name that the user gave, or the text.
    pub name: String,
    /// Where it stands in the user's text, `file:line`.
    pub place: String,
    /// Atom `i` of the formula is `atoms[i]`, a function of one state; at most [`logic::MAX_ATOMS`] of them.
    pub atoms: Vec<Lit>,
    /// As the user would write them.
    pub atom_names: Vec<String>,
    pub question: Question,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// It holds in every state that can be reached. The formula has no temporal operator.
    Invariant(Formula),
    Ctl(Formula),
    Ltl(Formula),
}

impl Question {
    pub fn formula(&self) -> &Formula {
        let (Question::Invariant(formula) | Question::Ctl(formula) | Question::Ltl(formula)) = self;
        formula
    }
}

/// What an engine says to a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Holds,
    /// With a run that shows it.
    Fails(Trace),
    /// Why nobody knows: a limit, something that the engine cannot do.
    Unknown(String),
}

impl SymbolicModel {
    /// Adds a variable; its valid codes are constrained.
    pub fn declare(&mut self, name: &str, kind: VariableKind, domain: Domain) -> usize {
        let first = Bit(self.bits() as u32);
        let variable = Variable { name: name.to_string(), kind, domain, first };
        let codes: Vec<Lit> = variable.bits().map(|bit| self.circuit.now(bit)).collect();
        let valid = at_most(&mut self.circuit, &codes, variable.domain.last_code());
        if valid != Lit::TRUE {
            match kind {
                VariableKind::State => self.invar.push(valid),
                VariableKind::Input => self.trans.push(valid),
            }
        }
        self.variables.push(variable);
        self.variables.len() - 1
    }

    /// Bits of all variables.
    pub fn bits(&self) -> usize {
        self.variables.last().map_or(0, |last| (last.first.0 + last.domain.bits()) as usize)
    }

    /// Bits of variables of one kind, in order.
    pub fn bits_of(&self, kind: VariableKind) -> Vec<Bit> {
        self.variables.iter().filter(|variable| variable.kind == kind).flat_map(Variable::bits).collect()
    }

    /// A formula without temporal operators, as a function of one state.
    pub fn function(&mut self, formula: &Formula, atoms: &[Lit]) -> Lit {
        use logic::{Binary, Unary};
        match formula {
            Formula::True => Lit::TRUE,
            Formula::Atom(atom) => atoms[*atom as usize],
            Formula::Unary(Unary::Not, a) => !self.function(a, atoms),
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.function(a, atoms), self.function(b, atoms));
                match op {
                    Binary::And => self.circuit.and(a, b),
                    Binary::Or => self.circuit.or(a, b),
                    Binary::Implies => self.circuit.implies(a, b),
                    _ => self.circuit.iff(a, b),
                }
            }
            _ => Lit::FALSE,
        }
    }
}

/// A number, lowest bit first, is not above a constant.
fn at_most(circuit: &mut Circuit, number: &[Lit], most: u64) -> Lit {
    let mut holds = Lit::TRUE;
    for (place, &bit) in number.iter().enumerate() {
        holds = match most >> place & 1 {
            1 => circuit.implies(bit, holds),
            _ => circuit.and(!bit, holds),
        };
    }
    holds
}
