//! What is decided about an exploration before it begins.

use super::accelerate::Accelerators;
use super::canon::{Naming, Symmetry};
use super::library::Library;
use super::system::Explorer;
use super::tally::Tally;

/// Which interleavings are left out because nobody can tell them from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// None: a step ends before every access to the heap.
    Off,
    /// Those of accesses that others cannot interfere with: to objects of one thread, and to what nobody
    /// writes.
    Local,
    /// And those of accesses that keep to a discipline of locks.
    Full,
    /// And those of steps that commute, as far as a search asks what they touch.
    Order,
}

impl Explorer {
    /// What all siblings together note down.
    pub fn tally(&self) -> Tally {
        Tally {
            across: self.driver.across.clone(),
            outputs: self.outputs.clone(),
            garbage: self.canon.garbage.clone(),
            uses: self.uses.clone(),
            assumed: self.machine.time.assumed.clone(),
            library_steps: self.driver.seal.steps.clone(),
            compiled: self.machine.compiled.figures.clone(),
        }
    }

    /// Which interleavings are left out. Before the search begins.
    pub fn reduce(&mut self, reduction: Reduction) {
        self.driver.gate.plain = reduction == Reduction::Off;
        self.driver.gate.guarding = matches!(reduction, Reduction::Full | Reduction::Order);
        self.driver.gate.trail.is_wanted = reduction == Reduction::Order;
        self.driver.gate.synchronizer = super::guard::synchronizer(&self.machine);
    }

    /// What counts as one operation of the library. Before the search begins.
    pub fn take_library(&mut self, library: Library) {
        self.driver.seal.library = library;
    }

    /// What is used to be faster. Before the search begins.
    pub fn accelerate(&mut self, accelerators: Accelerators) {
        self.accelerators = accelerators;
        self.canon.always_walks = !accelerators.renewal;
    }

    /// How much of what Java allows is explored. Before the search begins.
    pub fn allow(&mut self, liberties: vm::Liberties) {
        self.machine.time.liberties = liberties;
    }

    /// Formulas speak of what can still become of a state: what a thread gets to choose is open until it is
    /// its turn to choose, and others can go first. Before the search begins.
    pub fn keep_branching(&mut self) {
        self.driver.gate.branching = true;
    }

    /// How states are named. Before the search begins; with another naming than the usual one, states cannot
    /// be loaded.
    pub fn name_states(&mut self, naming: Naming) {
        self.canon.naming = naming;
        self.machine.number_births(naming.symmetry == Symmetry::Alloc);
    }

    /// Data races count as violations. Before the search begins.
    pub fn find_races(&mut self) {
        self.finds_races = true;
    }

    /// What is printed becomes part of the state, so that all that can be printed is found. Before the search
    /// begins.
    pub fn observe_output(&mut self) {
        self.driver.ghost.observes_output = true;
        // A state has a component more from here on, the initial one too.
        self.initial = self.canon.snapshot(&mut self.machine, &self.driver.ghost);
    }
}
