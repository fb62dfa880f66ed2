//! What outlives going back: things that a program keeps across paths, as its calls of `Verify` ask for.
//!
//! None of this is part of a state or of the journal. It begins anew whenever the exploration does.

use super::structures::Structures;
use crate::machine::Machine;
use crate::program::ClassId;
use crate::state::heap::Ref;
use crate::trap::Trap;
use base::{FastMap, FastSet, Symbol};
use std::sync::{MutexGuard, PoisonError};

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
    pub(crate) structures: Structures,
    /// The program does keep something.
    pub(crate) used: bool,
}

impl Machine {
    /// What is kept across paths.
    ///
    /// # Errors
    /// A step that changes it cannot be taken back, as steps of one worker among many sometimes must be.
    pub fn across(&self) -> Result<MutexGuard<'_, Across>, Trap> {
        if self.is_sibling {
            let what =
                "something that Verify keeps across paths, in a search by several workers (use --workers 1)";
            return Err(Trap::unsupported(what));
        }
        let mut across = self.across.lock().unwrap_or_else(PoisonError::into_inner);
        across.used = true;
        Ok(across)
    }

    /// `Verify.stopIfVisited`: false if what can be reached from `root` was there before, in a call of this
    /// method after as few such calls or fewer. A depth-first search may reach a structure by a detour
    /// first; were that to count, a program with a bound on its operations would have fewer left for the
    /// rest, and miss what follows.
    pub fn visit_structure(&mut self, root: Ref) -> Result<bool, Trap> {
        let counters = self.change_counters();
        let depth = counters.visits;
        counters.visits += 1;
        let mut canon = std::mem::take(&mut self.canon);
        let form = canon.of_object(self, root);
        let goes_on = self.across().map(|mut across| across.structures.visit(form, depth));
        self.canon = canon;
        goes_on
    }

    /// The objects of a class that threads can reach, in an order that the state alone fixes. Objects of the
    /// base are not among them.
    pub fn objects_of(&mut self, class: ClassId) -> Vec<Ref> {
        let mut canon = std::mem::take(&mut self.canon);
        let is_one = |&object: &Ref| self.program.is_subclass(self.heap.class_of(object), class);
        let found = canon.reached(self).iter().copied().filter(is_one).collect();
        self.canon = canon;
        found
    }
}
