//! The second pivot: systems as formulas over bits. A set of states is a formula over the bits of a state, a relation
//! one over the bits of two; nobody needs to have met a state to speak of it.
//!
//! Who reads a language makes a [`SymbolicModel`]; who has a method (decision diagrams, satisfiability) takes one and
//! gives an [`Answer`] to each of its specifications. A counterexample is a [`Trace`], and [`Trace::check`] judges it
//! by evaluation alone, whoever has found it.

#![forbid(unsafe_code)]

mod circuit;
mod evaluate;
mod explicit;
mod model;
mod solve;
mod trace;
mod value;

pub use circuit::{Bit, Circuit, Gate, Lit};
pub use evaluate::Evaluator;
pub use explicit::Explicit;
pub use model::{Answer, Question, SymbolicModel, SymbolicSpec};
pub use solve::{Solver, TooMany, can_hold};
pub use trace::{Confirmed, Trace};
pub use value::{Assignment, Domain, Variable, VariableKind, VariableValue};
