//! Büchi automata for LTL.
//!
//! The way is that of Gastin and Oddoux (2001): the formula becomes a very weak alternating automaton
//! ([`alternating`]), that a generalized Büchi automaton with marks on its arrows ([`generalized`]), and that
//! a plain one ([`plain`]); each is made smaller before it goes on.

mod alternating;
mod degeneralize;
mod generalized;
mod graph;
mod letters;
mod plain;
mod simulation;

pub use generalized::{Arrow, Generalized};
pub use letters::beginnings;
pub use plain::{Automaton, State};

use crate::formula::Formula;
use crate::nnf::negation_normal_form;
use crate::simplify::simplify;

/// A conjunction of atoms and negated atoms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cube {
    /// Atoms that must hold, as bits.
    pub holds: u64,
    /// Atoms that must not hold.
    pub fails: u64,
}

impl Cube {
    pub const TRUE: Cube = Cube { holds: 0, fails: 0 };

    pub fn allows(self, valuation: u64) -> bool {
        valuation & self.holds == self.holds && valuation & self.fails == 0
    }

    /// Both; `None` if they exclude each other.
    pub fn and(self, other: Cube) -> Option<Cube> {
        let both = Cube { holds: self.holds | other.holds, fails: self.fails | other.fails };
        (both.holds & both.fails == 0).then_some(both)
    }

    /// Every valuation that it allows, the other allows too.
    pub fn implies(self, other: Cube) -> bool {
        self.holds & other.holds == other.holds && self.fails & other.fails == other.fails
    }
}

/// The formula needs an automaton that is larger than we make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the automaton of this formula would have more than {MAX_STATES} states; divide the formula into several"
        )
    }
}

/// States and arrows of an automaton on the way; past this a formula is refused rather than translated for
/// hours.
pub(crate) const MAX_STATES: usize = 20_000;

/// A Büchi automaton that accepts the words on which the LTL formula holds.
///
/// # Errors
/// If it would be too large.
pub fn translate(formula: &Formula) -> Result<Automaton, TooLarge> {
    let generalized = Generalized::of(&simplify(&negation_normal_form(formula)))?;
    Ok(degeneralize::smallest(&generalized))
}

/// A plain automaton for the same words.
///
/// # Errors
/// If it would be too large.
pub fn from_generalized(mut generalized: Generalized) -> Result<Automaton, TooLarge> {
    if generalized.states.len().saturating_mul(generalized.marks as usize + 1) > MAX_STATES {
        return Err(TooLarge);
    }
    if let Some(automaton) = generalized.by_states() {
        return Ok(simulation::reduce(automaton));
    }
    generalized.reduce();
    Ok(degeneralize::smallest(&generalized))
}
