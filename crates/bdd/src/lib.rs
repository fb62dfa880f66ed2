//! Symbolic models by decision diagrams: sets of states as functions, all of their successors at once.
//!
//! The relation is a conjunction of parts (Burch, Clarke and Long 1991), each put to the set where its variables can
//! be forgotten soonest. CTL is its fixpoints, with fairness after Emerson and Lei, compassion after Kesten, Pnueli and
//! Raviv; LTL is a fair run of the product with the automaton of what must not happen.

#![forbid(unsafe_code)]

mod ctl;
mod engine;
mod fair;
mod machine;
mod order;
mod reach;
mod relation;
mod space;

pub use engine::{BddOptions, BddReport, answer};
pub use space::Pulse;
