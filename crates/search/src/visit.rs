//! Everything that a depth-first search meets, told to whoever wants to keep it: a graph, a picture.

use crate::dfs::StackEntry;
use crate::limits::{Limits, Progress};
use crate::result::{Next, SearchResult};
use crate::sequential::{Checkpoints, listened};
use crate::tap::{End, Tap, View};
use lts::{Choice, Choices, StateId, Store, System};

/// Who is told of every state once, and of every step that leads to a state.
pub trait Visit {
    /// The search begins, or begins again: what was told so far does not count.
    fn reset(&mut self);
    /// A new state, in which the machine is. It `ends` if there is nothing to choose, and not for want of
    /// depth.
    fn state(&mut self, state: StateId, system: &mut dyn System, choices: &Choices, ends: bool);
    /// A step between two states that have been told.
    fn step(&mut self, from: StateId, choice: Choice, to: StateId);

    /// What was told so far, for a checkpoint. Empty if there is none of it.
    fn notes(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Goes on from such notes. False if they are none.
    fn take_up(&mut self, _notes: &[u8]) -> bool {
        false
    }
    /// Bytes that what he keeps takes.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Searches everything. `watch` is called now and then; false stops the search. `None` if the checkpoint to begin from
/// is for another program.
pub fn visit(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    visitor: &mut dyn Visit,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<SearchResult> {
    listened(system, store, limits, &mut Visiting(visitor), kept, watch)
}

/// A visitor as a listener of the depth-first search.
pub(crate) struct Visiting<'v>(pub &'v mut dyn Visit);

impl Tap for Visiting<'_> {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn first_seen(&mut self, view: &mut View<'_, '_>) -> Next {
        let Some((top, before)) = view.stack.split_last() else { return Next::On };
        self.0.state(top.state, &mut *view.core.system, &view.core.choices, false);
        if let Some(from) = before.last() {
            self.0.step(from.state, view.branches.taken(from), top.state);
        }
        Next::On
    }

    fn end(&mut self, view: &mut View<'_, '_>, state: StateId, how: End) -> Next {
        self.0.state(state, &mut *view.core.system, &view.core.choices, how == End::NoChoices);
        self.seen(view, state)
    }

    fn seen(&mut self, view: &mut View<'_, '_>, state: StateId) -> Next {
        if let Some(from) = view.stack.last() {
            self.0.step(from.state, view.branches.taken(from), state);
        }
        Next::On
    }

    fn back(&mut self, _: &mut View<'_, '_>) -> Next {
        Next::On
    }

    fn notes(&self) -> Vec<u8> {
        self.0.notes()
    }

    fn take_up(&mut self, notes: &[u8], _: &[StackEntry]) -> bool {
        self.0.take_up(notes)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
