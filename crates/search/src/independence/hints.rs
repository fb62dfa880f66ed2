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
    /// Makes the list of those who can move from a state, if it is a question who does.
    pub(super) fn open_able(&mut self, system: &mut dyn System, components: &[CompId], choices: &[Choice]) {
        let Independence { lists, futures, held, .. } = self;
        lists.able.open([]);
        if choices.windows(2).all(|pair| pair[0].actor == pair[1].actor) {
            return;
        }
        for choice in choices {
            let actor = choice.actor;
            let is_new = lists.able.top().last().is_none_or(|last| last.actor != actor);
            if let Some(&component) = components.get(actor as usize).filter(|_| is_new) {
                lists.able.push(Able { actor, component, held: PlacesId::default() });
            }
        }
        if lists.able.top().len() < 2 {
            lists.able.extract(|_| true).for_each(drop);
        }
        for able in lists.able.top_mut() {
            held.clear();
            if let Some(told) = system.footprints() {
                told.held(able.actor, held);
            }
            able.held = futures.places(held);
        }
    }

    /// Him of whom it is likely that the fewest others must move as well.
    pub(super) fn first_mover(&mut self) -> Option<u32> {
        let Independence { lists, futures, hints: known, hinted: hints, .. } = self;
        let hint = |able: &Able| {
            let hint = known.get(&(able.actor, able.component)).copied();
            (able.actor, hint.map(|hint| Hint { mover: Mover { held: able.held, ..hint.mover }, ..hint }))
        };
        hints.clear();
        hints.extend(lists.able.top().iter().map(hint));
        let drags = |&(actor, hint): &(u32, Option<Hint>)| {
            let mover = hint?.mover;
            let comes_last = futures.comes_last(mover);
            let others = hints.iter().filter(|(other, _)| *other != actor);
            let dragged = others.filter(|(_, other)| {
                other.is_none_or(|other| comes_last || futures.conflict(mover, other.future))
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
