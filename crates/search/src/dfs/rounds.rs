//! What a depth-first search tells about steps for those who look for livelocks.

use super::{Dfs, path_of};
use crate::result::Next;
use lts::StateId;

impl Dfs<'_> {
    /// Whether a step that leads to this state has an effect is not known, and has to be.
    pub(super) fn matters(&self, state: StateId) -> bool {
        let livelocks = self.livelocks.as_ref().filter(|livelocks| livelocks.is_open());
        livelocks.is_some_and(|livelocks| livelocks.has(state))
    }

    /// A step was taken. If it `goes_on`, the machine has come to a state.
    pub(super) fn note_effect(&mut self, goes_on: bool) {
        let Some(livelocks) = self.livelocks.as_mut().filter(|livelocks| livelocks.is_open()) else { return };
        let footprints = self.core.system.footprints();
        if !goes_on || footprints.is_none_or(|told| told.has_effect()) {
            livelocks.leave();
        }
    }

    /// A step has led to a state that was visited before.
    pub(super) fn note_seen(&mut self, state: Option<StateId>) {
        if let Some(livelocks) = &mut self.livelocks {
            livelocks.seen(state);
        }
    }

    /// The last step has led to where nothing goes on, or something is wrong.
    pub(super) fn leave_component(&mut self) {
        if let Some(livelocks) = &mut self.livelocks {
            livelocks.leave();
        }
    }

    /// The search goes back from the state on top of the stack. Tells if it was the beginning of a livelock.
    pub(super) fn tell_livelock(&mut self) -> Next {
        let Some(top) = self.stack.last().map(|top| top.state) else { return Next::On };
        if !self.livelocks.as_mut().is_some_and(|livelocks| livelocks.closes(top)) {
            return Next::On;
        }
        if !matches!(self.return_to_top(), Ok(true)) {
            return self.given_up();
        }
        let Some(finding) = self.core.system.footprints().map(|told| told.livelock()) else {
            return Next::On;
        };
        if self.core.result.is_told(&finding) {
            return Next::On;
        }
        let (prefix, before) = (&self.prefix, &self.stack[..self.stack.len() - 1]);
        self.core.report(finding, || path_of(prefix, before))
    }
}
