//! What the code around a unit may do to it: points-to analysis of an open program, and side effects (document 002).
//!
//! The unit's own code is not looked at. It may call the *entries* at any time, in any order, with anything it has, and
//! it may do anything with what it gets. So the answer holds for every unit with the same face, and costs what the
//! environment costs. Classes are of three kinds: the unit's, those that stubs will replace, and the rest, which is
//! there when the stubs run.

mod asked;
mod calls;
mod collapse;
mod constrain;
mod effects;
mod extract;
mod facts;
mod filled;
mod flow;
mod hooks;
mod inside;
mod lend;
mod objects;
mod opaque;
mod places;
mod sets;
mod solve;
mod stmts;

use crate::hierarchy::{ClassHierarchy, ClassId, MethodId};
pub use asked::is_asked;
use base::{FastMap, FastSet, Symbol};
use classfile::MemberRef;
pub use effects::{CallOfUnit, Effects, Written};
pub use facts::{AbstractObject, Facts, Stored, facts};
pub use objects::Half;
pub use opaque::is_opaque;
pub use solve::{Blind, Unsolved};
use std::collections::BTreeSet;
pub use stmts::Scalar;

/// How objects are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// By their classes alone.
    Types,
    /// By the statement that makes them.
    Sites,
    /// By that, and methods by their receivers.
    Receiver,
}

/// A method of a stub's class that the unit may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub method: MethodId,
    /// The class on whose objects it is called; for a constructor, the one that is made.
    pub on: ClassId,
    /// It is called as `super.method()`: this very one runs.
    pub is_exact: bool,
}

/// What is asked.
pub struct Question<'q> {
    pub unit: FastSet<Symbol>,
    pub is_stub: &'q dyn Fn(Symbol) -> bool,
    pub entries: Vec<Entry>,
    /// Classes of stubs of which the unit makes objects, itself or by classes below.
    pub made: Vec<ClassId>,
    /// Classes that the unit's code names.
    pub named: FastSet<Symbol>,
    /// Fields outside the unit that its code names.
    pub open_fields: FastSet<MemberRef>,
    pub precision: Precision,
    /// How many steps the analysis may take before it gives up. A step is a look at an object, or at a word of a set of
    /// objects, on its way along an edge.
    pub budget: u64,
    /// After so many steps for each node and edge that there is, and again after as many, variables that come to
    /// hold the same are taken together. The answer is the same, and comes sooner.
    pub collapse_after: u64,
}

/// The analysis took more than its budget.
#[derive(Clone, Copy, Debug)]
pub struct OverBudget {
    /// How many methods had been reached.
    pub methods: usize,
}

/// Something that a method may return, write, or call the unit with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    Null,
    /// A new object of this class or array, made by the environment.
    New(Symbol),
    /// A new array that nobody has seen being made: of this class, or of one below.
    Alike(Symbol),
    /// A copy of an array that the unit has.
    CopyOf(Symbol),
    /// A copy of what the unit gave for a parameter.
    CopyOfGiven {
        entry: u32,
        parameter: u16,
        half: Half,
    },
    /// One that the environment has made before, and has kept: the unit may know it already.
    Again(Symbol),
    /// What the unit gave for this parameter of an entry, to the same receiver or to another.
    Given {
        entry: u32,
        parameter: u16,
        half: Half,
    },
    /// Anything of the class that the unit has.
    Outside(Symbol),
    /// An object of a stub's class that the unit made.
    UnitMade(Symbol),
    /// A clone of such an object.
    Clone(Symbol),
    /// The receiver of this very call.
    This,
    /// A parameter of this very call, the receiver not counted.
    Parameter(u16),
}

/// What the analysis found, by entries.
pub struct Solution {
    pub entries: Vec<Effects>,
    /// Methods that were reached, each once for every receiver where these are contexts.
    pub methods: usize,
    pub objects: usize,
    /// The call graph: caller and callee.
    pub calls: FastSet<(MethodId, MethodId)>,
    /// Every field that reached code writes.
    pub written: FastSet<MemberRef>,
    /// Fields outside the unit that its code names and nobody ever finds empty.
    pub filled: FastSet<MemberRef>,
    /// What is in arrays that the unit gets, by their classes.
    pub elements: FastMap<Symbol, BTreeSet<Origin>>,
    /// Classes of stubs of whose objects, made by the unit, the environment makes clones.
    pub cloned: FastSet<Symbol>,
}

/// Follows the entries to their ends.
///
/// # Errors
/// A class that cannot be read, or an environment that is too large for the budget.
pub fn ask(hierarchy: &mut ClassHierarchy<'_>, question: &Question<'_>) -> Result<Solution, Unsolved> {
    let mut solver = solve::Solver::new(hierarchy, question)?;
    let results = solver.run()?;
    effects::collect(&mut solver, &results)
}

/// Solves the question and does all work once more: true if nothing more comes of it, as it should be.
///
/// # Errors
/// As for [`ask`].
pub fn is_settled(hierarchy: &mut ClassHierarchy<'_>, question: &Question<'_>) -> Result<bool, Unsolved> {
    let mut solver = solve::Solver::new(hierarchy, question)?;
    solver.run()?;
    solver.is_settled()
}
