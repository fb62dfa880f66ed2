//! Steps that lead back to where they began.

use super::futures::{FutureId, TiesId};
use super::known::StateMemo;
use super::{Identity, Independence};
use lts::{Access, Footprint, System, Wait};

impl Independence {
    /// The step led back to where it began, and its actor had no other choice there.
    pub(super) fn is_spin(&self, known: Option<StateMemo>, identity: Identity) -> bool {
        let (Some(step), Some(StateMemo::Open(depth))) = (&self.step, known) else { return false };
        let is_told = |touched: &Footprint| matches!(touched.access, Access::Read | Access::Write);
        depth as usize + 1 == self.frames.len()
            && self.frames.last().is_some_and(|frame| frame.identity == identity && !frame.has_values)
            && step.ties == TiesId::NONE
            && self.footprints.iter().all(is_told)
    }

    /// An actor has come back to where it was. Without that step the state space is the same, so it is as if he
    /// could not
    /// move until somebody touches what he has touched, and there is no cycle.
    pub(super) fn spun(&mut self, system: &mut dyn System) {
        let Some(step) = &self.step else { return };
        let actor = step.actor;
        self.lists.movers.extract(|mover| mover.actor == actor).for_each(drop);
        for touched in &self.footprints {
            self.lists.waits.push(Wait::Until { actor, place: touched.place });
        }
        self.commuted.spun += 1;
        let vain = self.in_vain(system);
        self.lead_to(vain);
    }

    /// What those are about to do who wait in the present state, to which there is a way back. It may be in
    /// vain, as where
    /// nothing goes on at all: then they come to it only in another order.
    pub(super) fn in_vain(&mut self, system: &mut dyn System) -> FutureId {
        self.note_waits(system);
        self.futures.pending(&self.waits)
    }
}
