//! Whom to let move first: a guess from what actors in the same situation did last time. It decides how much can be
//! left out, and never whether it may be.

use super::futures::{FutureId, Mover, PlacesId, SetId};
use super::{Able, Frame, Independence};
use lts::{Choice, CompId, System};

/// What an actor did from a situation on.
#[derive(Clone, Copy)]
pub(super) struct Hint {
    mover: Mover,
    future: SetId,
}

impl Independence {
    /// Those who can move from a state, if it is a question who does.
    pub(super) fn able(
        &mut self,
        system: &mut dyn System,
        components: &[CompId],
        choices: &[Choice],
    ) -> Vec<Able> {
        let mut able: Vec<Able> = Vec::new();
        for choice in choices {
            let actor = choice.actor;
            let is_new = able.last().is_none_or(|last| last.actor != actor);
            if let Some(&component) = components.get(actor as usize).filter(|_| is_new) {
                able.push(Able { actor, component, held: PlacesId::default() });
            }
        }
        if able.len() < 2 {
            return Vec::new();
        }
        for able in &mut able {
            let mut held = Vec::new();
            if let Some(told) = system.footprints() {
                told.held(able.actor, &mut held);
            }
            able.held = self.futures.places(held);
        }
        able
    }

    /// Him of whom it is likely that the fewest others must move as well.
    pub(super) fn first_mover(&mut self, able: &[Able]) -> Option<u32> {
        let hint = |able: &Able| {
            let hint = self.hints.get(&(able.actor, able.component)).copied();
            (able.actor, hint.map(|hint| Hint { mover: Mover { held: able.held, ..hint.mover }, ..hint }))
        };
        let hints: Vec<(u32, Option<Hint>)> = able.iter().map(hint).collect();
        let futures = &mut self.futures;
        let drags = |&(actor, hint): &(u32, Option<Hint>)| {
            let mover = hint?.mover;
            let others = hints.iter().filter(|(other, _)| *other != actor);
            let dragged = others.filter(|(_, other)| {
                other.is_none_or(|other| futures.comes_last(mover) || futures.conflict(mover, other.future))
            });
            Some((dragged.count(), actor))
        };
        hints.iter().filter_map(drags).min().map(|(_, actor)| actor)
    }

    pub(super) fn note_hints(&mut self, frame: &Frame) {
        if frame.future == FutureId::ANYTHING {
            return;
        }
        for &Able { actor, component, .. } in self.lists.able.top() {
            let future = self.futures.of(frame.future, actor);
            let mover = self.lists.movers.top().iter().find(|mover| mover.actor == actor).copied();
            match self.hints.get_mut(&(actor, component)) {
                Some(hint) => *hint = Hint { mover: mover.unwrap_or(hint.mover), future },
                None => self.hints.extend(mover.map(|mover| ((actor, component), Hint { mover, future }))),
            }
        }
    }
}
