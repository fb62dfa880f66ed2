//! The trait [`System`] and the small types it speaks in.

use crate::finding::{Cause, Finding, Gap};
use crate::pool::{CompId, Pool};
use crate::story::Narrate;

/// One way to go on: who moves, and what it does where that is not determined (a waiter to wake, a value to
/// take, a time-out).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Choice {
    pub actor: u32,
    pub value: u32,
}

/// The ways to go on from a state, in an order that the state alone fixes.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Choices {
    pub list: Vec<Choice>,
    /// The choices are values for one actor in the middle of its step, not a question of who moves.
    pub is_input: bool,
    /// Who else could move if it were not one actor's turn alone: in the middle of a step, in an atomic
    /// block. Fairness asks for it.
    pub others: Vec<u32>,
}

/// What kind of state the machine is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// There are choices.
    Live,
    /// There are choices, and something is wrong already. Told once for each thing that is wrong.
    Flawed(Finding),
    /// Nothing is left to do, and that is as it should be.
    Done,
    /// Nothing can go on though something should.
    Stuck(Finding),
}

/// What a step led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// To the next state.
    Next,
    /// To nowhere: the path is of no interest, as the program itself has said.
    Pruned,
    /// To nowhere, and nothing else is of interest either: the program itself ends the search.
    Finished,
    /// To a violation. The machine must be rewound before it can go on.
    Violated(Finding),
    /// To something the machine cannot execute.
    Unknown(Gap),
}

/// A position to rewind to. It dies when the machine is started anew, loaded, or rewound past it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(pub u64);

/// A machine that can be moved about its state space.
pub trait System: Send {
    /// Goes to the initial state.
    fn start(&mut self);

    /// The ways to go on from here.
    fn choices(&mut self, out: &mut Choices) -> Status;

    /// Takes one of the present choices and goes on to the next choice point.
    fn step(&mut self, choice: Choice) -> Outcome;

    /// The present position. Cheap.
    fn mark(&mut self) -> Mark;

    /// Goes back to a mark.
    fn rewind(&mut self, to: Mark);

    /// Names the present state: equal states get equal lists of components.
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>);

    /// Appends the components of the state that a choice leads to, if they are known without going there; the
    /// present state must have been saved into the same pool. The machine stays where it is, and the
    /// choice violates nothing.
    fn foresee(&mut self, _choice: Choice, _pool: &mut dyn Pool, _out: &mut Vec<CompId>) -> bool {
        false
    }

    /// Goes to a state that `save` has named, into the same pool, here or on a sibling. Marks die.
    ///
    /// # Errors
    /// The machine says why if it can go back only by its own marks, or if the state holds something that it
    /// cannot make again.
    fn load(&mut self, _pool: &dyn Pool, _state: &[CompId]) -> Result<(), Gap> {
        let what = "a search that jumps from state to state, on a machine that cannot".to_string();
        Err(Gap { cause: Cause::Unsupported, what, place: String::new() })
    }

    /// Another machine with the same program, for another worker; `None` if there can be only one. It must be
    /// loaded or started first.
    fn sibling(&self) -> Option<Box<dyn System>> {
        None
    }

    /// Grows when the machine gives a name that it has not given before to some part of the program. Siblings
    /// agree on names as long as none of them has grown.
    fn extent(&self) -> u64 {
        0
    }

    /// The machine has learnt something about the whole system that makes what was explored so far
    /// incomplete: the search must begin again with an empty store. Forgotten by asking.
    fn take_outdated(&mut self) -> bool {
        false
    }

    /// What it has learnt so far about the whole system, in its own words. Where steps end may depend on it,
    /// and so what a path means.
    fn learnt(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Knows this about the whole system, and nothing else; with an empty list, what it knew at first.
    fn learn(&mut self, _learnt: &[u32]) {}

    /// The value that the program itself has given the present state, for searches that are guided by it.
    fn user_value(&self) -> i64 {
        0
    }

    /// What its kinds of components are called, by number.
    fn kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Operations executed so far.
    fn instructions(&self) -> u64;

    /// Propositions about the present state, for machines that have them.
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        None
    }

    /// An account of steps in words, for machines that can give one.
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        None
    }
}

/// Propositions about states.
pub trait Atoms {
    fn count(&self) -> u32;
    fn holds(&mut self, atom: u32) -> bool;
}
