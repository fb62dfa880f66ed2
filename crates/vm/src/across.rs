//! What outlives going back: things that a program keeps across paths, as its calls of `Verify` ask for.
//!
//! None of this is part of a state or of the journal. Whoever drives the machine is asked before it is used
//! ([`crate::Policy::crosses_paths`]), and begins it anew when an exploration begins anew.

use base::{FastMap, FastSet, Symbol};

#[derive(Default)]
pub struct Across {
    pub counters: FastMap<i32, i32>,
    pub values: FastMap<Symbol, i32>,
    /// The bits that are set, by the number of their set.
    pub bits: FastSet<(i32, i32)>,
    pub heuristic_value: i32,
    /// Generators for programs that are only run, in the manner of `java.util.Random`; made when they are
    /// first needed.
    pub generators: [Option<u64>; 2],
}
