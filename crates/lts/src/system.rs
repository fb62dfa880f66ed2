//! The trait [`System`] and the small types it speaks in.

use crate::ability::{Atoms, Footprints, Foresee, Gauges, Knowledge};
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
    /// Those of the choices by which somebody goes on before his time, while others could: allowed, and hardly what
    /// anybody expects.
    pub early: Vec<Choice>,
}

impl Choices {
    /// Who can move, in order; whose turn it is not among them.
    pub fn movers(&self) -> Vec<u32> {
        let mut actors: Vec<u32> =
            self.list.iter().map(|choice| choice.actor).chain(self.others.iter().copied()).collect();
        actors.sort_unstable();
        actors.dedup();
        actors
    }
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

/// What a machine has come to know of the whole system, as far as a search must know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settled {
    /// Grows when the machine gives a name that it has not given before to some part of the system. Siblings
    /// agree on names as long as none of them has grown.
    pub extent: u64,
    /// The machine has learnt something that makes what was explored so far incomplete: the search must begin
    /// again with an empty store. Told once.
    pub is_outdated: bool,
}

/// A machine that can be moved about its state space.
///
/// The first ten methods are the machine; those behind them lead to what only some machines can do. A system
/// that is made of another one implements [`crate::Wrapper`] in the place of this, and loses nothing.
pub trait System: Send {
    /// Goes to the initial state.
    fn start(&mut self);

    /// The ways to go on from here.
    fn choices(&mut self, out: &mut Choices) -> Status;

    /// Takes one of the present choices and goes on to the next choice point.
    fn step(&mut self, choice: Choice) -> Outcome;

    /// States are only looked at from now on, or visited again. What is told once of all states is told to who only
    /// looks, too, and still to be told to who visits.
    fn peek(&mut self, _only_looks: bool) {}

    /// What the steps so far have taught about the whole system. Searches ask after each step.
    fn settle(&mut self) -> Settled {
        Settled::default()
    }

    /// The present position. Cheap.
    fn mark(&mut self) -> Mark;

    /// Goes back to a mark.
    fn rewind(&mut self, to: Mark);

    /// Names the present state: equal states get equal lists of components.
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>);

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

    /// What it knows of the whole system, for machines that learn.
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        None
    }

    /// Where steps lead, for machines that can tell without taking them.
    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        None
    }

    /// What the next operations touch, for machines that can tell.
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        None
    }

    /// Propositions about the present state, for machines that have them.
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        None
    }

    /// An account of steps in words, for machines that can give one.
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        None
    }

    /// Figures, for machines that have some.
    fn gauges(&self) -> Option<&dyn Gauges> {
        None
    }
}

/// Shorter ways to what abilities tell, with what machines say that do not have them.
impl dyn System + '_ {
    /// Operations executed so far.
    pub fn instructions(&self) -> u64 {
        self.gauges().map_or(0, |gauges| gauges.instructions())
    }

    /// The value that the program itself has given the present state.
    pub fn user_value(&self) -> i64 {
        self.gauges().map_or(0, |gauges| gauges.user_value())
    }

    /// What has been learnt so far about the whole system.
    pub fn learnt(&mut self) -> Vec<u32> {
        self.knowledge().map_or_else(Vec::new, |knowledge| knowledge.learnt())
    }

    /// Puts other knowledge in the place of what it has.
    pub fn learn(&mut self, learnt: &[u32]) {
        if let Some(knowledge) = self.knowledge() {
            knowledge.learn(learnt);
        }
    }
}
