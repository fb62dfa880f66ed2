//! What a script says, move by move.

use lts::Choice;

/// Lists of choices by number. The first is the empty one: that of states which are not gone on from.
pub type ListId = u32;

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    /// To a new state with these choices; to an end if there are none.
    New(ListId),
    /// To a state that was new before. In a part, states are counted from the part's own first, unless its place
    /// [says otherwise](Sink::counts_in_whole).
    Seen(u32),
    /// To no state: the program wants no search there.
    Pruned,
    /// To no state, but to a violation.
    Violated,
    /// To a state of another part, by its number in the whole.
    Other(u64),
    /// To the first state of another part, which would have been new here. That part has so many states.
    Region(u64),
}

/// One entry of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptEvent {
    /// Of the choices of the last open state, the one with this number is taken.
    Move { index: u32, to: To },
    /// The last open state is left for good.
    Back,
}

/// What is wrong with a script's bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(pub String);

impl Broken {
    pub fn because(what: &str) -> Broken {
        Broken(what.to_string())
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a script comes from: a file, or memory.
pub trait MoveSource: Send {
    /// The choices of the first state.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    fn first(&mut self) -> Result<ListId, Broken>;

    /// The next entry; nothing at the end.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken>;

    /// The sign of the state that was new last: what tells states apart most of the time, or zero if nobody knows.
    fn sign(&self) -> u32;

    /// The choices of a list that was told.
    fn list(&self, list: ListId) -> &[Choice];
}

/// Where a script goes to.
pub trait Sink {
    fn first(&mut self, choices: &[Choice], sign: u32);

    /// A move. With `New`, these are the choices and the sign of the new state.
    fn go(&mut self, index: u32, to: To, choices: &[Choice], sign: u32);

    fn back(&mut self);

    /// Nothing of this part follows.
    ///
    /// # Errors
    /// What was written cannot be read again.
    fn end(&mut self) -> Result<(), Broken> {
        Ok(())
    }

    /// Where a part goes that is told the numbers that states have in the whole.
    fn counts_in_whole(&self) -> bool {
        false
    }
}
