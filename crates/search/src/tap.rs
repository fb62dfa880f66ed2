//! The tap of events of a depth-first search: a search for cycles is a listener, and goes no way of its own but
//! where its algorithm asks for a second one.

use crate::core::{Core, Reach};
use crate::dfs::{Branches, StackEntry};
use crate::peers::Peers;
use crate::result::Next;
use lts::{StateId, Store};

/// Who listens. The machine is in the state that is told of, but for `seen`, and must be left there, but for
/// `back`.
pub(crate) trait Tap {
    /// The search begins, or begins again.
    fn reset(&mut self);
    /// A new state was reached. It is on top of the stack.
    fn first_seen(&mut self, view: &mut View<'_, '_>) -> Next;
    /// A new state was reached that is not gone on from: it has no choices, or lies behind the depth limit.
    fn end(&mut self, _view: &mut View<'_, '_>, _state: StateId, _how: End) -> Next {
        Next::On
    }
    /// The choice on top of the stack leads to a state that was visited before. The machine may not have gone
    /// there: a step whose end is foreseen is not taken.
    fn seen(&mut self, view: &mut View<'_, '_>, state: StateId) -> Next;
    /// All choices of the state on top of the stack have been taken: the search goes back from there.
    fn back(&mut self, view: &mut View<'_, '_>) -> Next;

    /// What he has noted between two events, for a checkpoint. Empty if his search has none.
    fn notes(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Goes on from such notes, with the stack that there was. Only the choices that were left are known of its
    /// states. False if they do not fit.
    fn take_up(&mut self, _notes: &[u8], _stack: &[StackEntry]) -> bool {
        false
    }
    /// Bytes that what he keeps takes.
    fn bytes(&self) -> u64 {
        0
    }
    /// He has found what he looks for.
    fn is_over(&self) -> bool {
        false
    }
}

/// Why a state is not gone on from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum End {
    NoChoices,
    TooDeep,
}

/// What a listener sees of the search, and may use.
pub(crate) struct View<'v, 'a> {
    pub core: &'v mut Core<'a>,
    pub store: &'v mut dyn Store,
    pub stack: &'v [StackEntry],
    pub branches: &'v Branches,
    pub peers: &'v mut dyn Peers,
}

impl View<'_, '_> {
    /// The first proposition holds in the machine's state.
    pub fn is_accepting(&mut self) -> bool {
        self.core.system.atoms().is_some_and(|atoms| atoms.holds(0))
    }

    /// Names the machine's state, in a search of the listener's own: its number, and whether it is new.
    pub fn name(&mut self) -> Option<(StateId, bool)> {
        match self.core.name(self.store) {
            lts::Insert::New(state) => Some((state, true)),
            lts::Insert::Seen(state) => state.map(|state| (state, false)),
        }
    }

    /// A step of such a search was taken: what it taught, and whether there is time to go on.
    pub fn settle(&mut self) -> Next {
        if self.core.system.settle().is_outdated {
            return Next::Again;
        }
        if !self.core.clock.tick(&*self.core.system) {
            return Next::On;
        }
        let depth = self.stack.len();
        let reach = Reach { depth, frontier: depth as u64, bytes: 0, share: None };
        let progress = self.core.progress(reach, Some(self.store));
        self.peers.look_around(&mut self.core.result, &progress)
    }
}
