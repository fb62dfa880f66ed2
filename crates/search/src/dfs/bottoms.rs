//! What a depth-first search tells about steps for those who look for livelocks and partial deadlocks.

use super::{Dfs, path_of};
use crate::bottoms::Bottom;
use crate::result::Next;
use crate::stranded::Stranded;
use lts::StateId;

impl Dfs<'_> {
    /// A step was foreseen that leads to this state. False if it has to be taken all the same, since whether it has an
    /// effect is not known, and matters.
    pub(super) fn note_foreseen(&mut self, state: StateId) -> bool {
        let Some(bottoms) = &mut self.bottoms else { return true };
        if !bottoms.is_silent() || !bottoms.has(state) {
            return true;
        }
        let effect = self.core.system.foresight().and_then(|foresight| foresight.foreseen_effect());
        if effect == Some(true) {
            bottoms.affect();
        }
        effect.is_some()
    }

    /// A step was taken. If it `goes_on`, the machine has come to a state.
    pub(super) fn note_effect(&mut self, goes_on: bool) {
        let Some(bottoms) = &mut self.bottoms else { return };
        if !goes_on {
            bottoms.leave();
        } else if bottoms.is_silent() && self.core.system.footprints().is_none_or(|told| told.has_effect()) {
            bottoms.affect();
        }
    }

    /// A step has led to a state that was visited before.
    pub(super) fn note_seen(&mut self, state: Option<StateId>) {
        if let Some(bottoms) = &mut self.bottoms {
            bottoms.seen(state);
        }
    }

    /// The last step has led to where nothing goes on, or something is wrong.
    pub(super) fn leave_component(&mut self) {
        if let Some(bottoms) = &mut self.bottoms {
            bottoms.leave();
        }
    }

    /// The search goes back from the state on top of the stack. Tells if it was the beginning of a livelock, and
    /// notes it if it was one of a partial deadlock.
    pub(super) fn tell_bottom(&mut self) -> Next {
        let Some(top) = self.stack.last().map(|top| top.state) else { return Next::On };
        let bottom = match self.bottoms.as_mut().and_then(|bottoms| bottoms.close(top)) {
            None => return Next::On,
            // One of each kind is told.
            Some(Bottom::PartialDeadlock(_)) if self.core.result.has_endless() => return Next::On,
            Some(bottom) => bottom,
        };
        if !matches!(self.return_to_top(), Ok(true)) {
            return self.given_up();
        }
        let Some(told) = self.core.system.footprints() else { return Next::On };
        let (prefix, before) = (&self.prefix, &self.stack[..self.stack.len() - 1]);
        let branches = &self.branches;
        let bottom = match bottom {
            Bottom::Livelock(mut actors) => {
                told.clock_watchers(&mut actors);
                Bottom::Livelock(actors)
            }
            other => other,
        };
        match bottom {
            Bottom::Livelock(actors) | Bottom::PartialDeadlock(actors) if told.waits_for_time(&actors) => {
                let path = || path_of(prefix, before, branches);
                self.core.result.overdue.get_or_insert_with(|| Stranded { path: path(), actors });
                Next::On
            }
            Bottom::Livelock(_) => {
                let finding = told.livelock();
                let is_told = self.core.result.is_told(&finding);
                if is_told {
                    Next::On
                } else {
                    self.core.report(finding, || path_of(prefix, before, branches))
                }
            }
            Bottom::PartialDeadlock(_) if self.core.result.stranded.is_some() => Next::On,
            Bottom::PartialDeadlock(actors) => {
                let finding = told.partial_deadlock(&actors);
                let path = path_of(prefix, before, branches);
                self.core.result.stranded = Some((Stranded { path, actors }, finding));
                Next::On
            }
        }
    }
}
