//! The exploring core: what every search does with its machine, whatever the order in which it goes. It takes
//! steps, judges what came of them, names states, knows when to begin again, and keeps to the limits.
//!
//! Searches differ in their frontier: a stack ([`crate::dfs`]), a queue ([`crate::jump`]), nothing at all
//! ([`crate::sample`]). Those for cycles listen to a depth-first search ([`crate::tap`]).

use crate::limits::{Clock, Limits, Progress, Share, Why};
use crate::result::{Next, PendingRestart, SearchResult};
use lts::{
    Choice, Choices, CompId, Finding, Gap, Insert, MaybeOwned, Outcome, Path, Settled, StateId, Status, Store,
};

/// When a search begins again whose machine has learnt something.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Patience {
    /// At once.
    None,
    /// After a while: it may learn more.
    Some,
}

/// Where a choice leads, as far as that can be said without taking it.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Foreseen {
    Nothing,
    /// Its components are at hand. No visited state is known that has them.
    Components,
    /// A state that was visited before.
    Visited(StateId),
}

pub(crate) struct Core<'a> {
    pub system: MaybeOwned<'a>,
    pub limits: &'a Limits,
    pub result: SearchResult,
    pub restart: PendingRestart,
    pub clock: Clock,
    /// The choices of the state that was looked at last.
    pub choices: Choices,
    /// The components of the state that was named last.
    pub components: Vec<CompId>,
    /// Operations of the machine before the search.
    pub before: u64,
    patience: Patience,
}

/// How far a frontier has come.
pub(crate) struct Reach {
    pub depth: usize,
    pub frontier: u64,
    /// Bytes that the frontier takes.
    pub bytes: u64,
    pub share: Option<Share>,
}

impl<'a> Core<'a> {
    pub fn new(system: MaybeOwned<'a>, limits: &'a Limits, patience: Patience) -> Core<'a> {
        let before = system.instructions();
        Core {
            system,
            limits,
            result: SearchResult::default(),
            restart: PendingRestart::default(),
            clock: Clock::new(),
            choices: Choices::default(),
            components: Vec::new(),
            before,
            patience,
        }
    }

    /// Goes to the initial state.
    pub fn start(&mut self) {
        self.system.start();
        self.stay();
    }

    /// Begins where the machine is.
    pub fn stay(&mut self) {
        self.restart.begin(self.result.statistics.transitions, &mut *self.system);
    }

    /// What was found so far does not count.
    pub fn begin_again(&mut self, store: &mut dyn Store) {
        self.result.begin_again();
        store.clear();
    }

    /// Takes a choice.
    pub fn step(&mut self, choice: Choice) -> (Outcome, Settled) {
        let outcome = self.system.step(choice);
        (outcome, self.system.settle())
    }

    /// A step was taken, and counts. `Again` if what it taught makes the search begin again now.
    pub fn count(&mut self, settled: Settled) -> Next {
        self.result.statistics.transitions += 1;
        let transitions = self.result.statistics.transitions;
        if settled.is_outdated {
            self.restart.note(transitions);
        }
        let is_due = match self.patience {
            Patience::None => self.restart.is_pending(),
            Patience::Some => self.restart.is_due(transitions),
        };
        if is_due { Next::Again } else { Next::On }
    }

    /// What to do after a step that led to no state; `None` if the machine has come to one.
    pub fn judge(&mut self, outcome: Outcome, path: impl FnOnce() -> Path) -> Option<Next> {
        match outcome {
            Outcome::Next => None,
            Outcome::Pruned => {
                self.result.statistics.pruned += 1;
                Some(Next::On)
            }
            Outcome::Finished => {
                self.result.cut(Why::Finished);
                Some(Next::Stop)
            }
            Outcome::Violated(finding) => Some(self.report(finding, path)),
            Outcome::Unknown(gap) => {
                self.result.gap(gap);
                Some(Next::On)
            }
        }
    }

    /// Notes a finding, unless its path was made of steps that now would be others.
    pub fn report(&mut self, finding: Finding, path: impl FnOnce() -> Path) -> Next {
        match self.restart.is_pending() {
            true => Next::Again,
            false => self.result.found(finding, path(), self.limits),
        }
    }

    /// Names the machine's state and puts it into the visited set.
    pub fn name(&mut self, store: &mut dyn Store) -> Insert {
        self.components.clear();
        self.system.save(store, &mut self.components);
        store.insert(&self.components)
    }

    /// The same for a state whose components are at hand, since they were foreseen before the machine went there.
    pub fn put(&mut self, store: &mut dyn Store) -> Insert {
        debug_assert!(self.is_named_alike(store), "a machine has come to another state than was foreseen");
        store.insert(&self.components)
    }

    /// Gets the components of a visited state. False if the store does not give them back.
    pub fn recall(&mut self, store: &mut dyn Store, state: StateId) -> bool {
        let is_there = store.get(state, &mut self.components);
        debug_assert!(
            !is_there || store.find(&self.components).is_none_or(|found| found == state),
            "a store gives back another state than was put into it"
        );
        is_there
    }

    /// Brings the machine to the state whose components are at hand.
    ///
    /// # Errors
    /// What the machine cannot make again.
    pub fn load(&mut self, store: &mut dyn Store) -> Result<(), Gap> {
        self.system.load(store, &self.components)?;
        debug_assert!(self.is_named_alike(store), "a machine has come to another state than was named");
        Ok(())
    }

    /// The machine gives its state the name that is at hand.
    fn is_named_alike(&mut self, store: &mut dyn Store) -> bool {
        let mut again = Vec::new();
        self.system.save(store, &mut again);
        again == self.components
    }

    /// Where a choice leads, if that can be said without taking it. If that is a visited state, it counts.
    pub fn foreseen(&mut self, choice: Choice, store: &mut dyn Store) -> Foreseen {
        let Some(foresight) = self.system.foresight() else { return Foreseen::Nothing };
        self.components.clear();
        if !foresight.foresee(choice, store, &mut self.components) {
            return Foreseen::Nothing;
        }
        let Some(state) = store.find(&self.components) else { return Foreseen::Components };
        self.result.statistics.transitions += 1;
        self.result.statistics.revisits += 1;
        Foreseen::Visited(state)
    }

    /// The choice whose end was foreseen last is taken all the same.
    pub fn not_foreseen(&mut self) {
        self.result.statistics.transitions -= 1;
        self.result.statistics.revisits -= 1;
    }

    /// Asks for the choices of the machine's state.
    pub fn look(&mut self) -> Status {
        self.system.choices(&mut self.choices)
    }

    /// The number of visited states is at its limit.
    pub fn is_full(&mut self, states: u64) -> bool {
        let is_full = self.limits.states.is_some_and(|most| states >= most);
        if is_full {
            self.result.cut(Why::States);
        }
        is_full
    }

    /// How far the search is.
    pub fn progress(&self, reach: Reach, store: Option<&dyn Store>) -> Progress {
        Progress {
            states: store.map_or(self.result.statistics.states, |store| store.states()),
            transitions: self.result.statistics.transitions,
            depth: reach.depth,
            frontier: reach.frontier,
            bytes: store.map_or(0, |store| store.bytes()) + reach.bytes,
            elapsed: self.clock.elapsed(),
            share: reach.share,
        }
    }

    /// Operations that were executed for this search.
    pub fn instructions(&self) -> u64 {
        self.system.instructions() - self.before
    }

    /// Closes the books.
    pub fn finish(mut self, store: Option<&dyn Store>) -> SearchResult {
        self.result.statistics.beliefs = self.system.knowledge().map_or(0, |knowledge| knowledge.broken());
        self.restart.settle(&mut *self.system);
        let (instructions, elapsed) = (self.instructions(), self.clock.elapsed());
        let mut result = self.result;
        if let Some(store) = store {
            result.rely_on(store);
            result.statistics.states = store.states();
        }
        (result.statistics.elapsed, result.statistics.instructions) = (elapsed, instructions);
        result
    }
}
