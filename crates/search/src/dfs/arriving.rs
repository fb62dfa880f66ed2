//! What is done about a state that was reached: it is named, judged, opened, and told to whoever listens.

use super::Dfs;
use crate::core::Core;
use crate::limits::Why;
use crate::result::Next;
use crate::tap::{End, Tap, View};
use lts::{Cause, Event, Gap, Insert, StateId, Status};

impl<'a> Dfs<'a> {
    /// The machine has reached a state: stores it and, if it is new, opens it.
    pub(super) fn arrive(&mut self) -> Next {
        let state = match self.core.name(self.store) {
            Insert::New(state) => state,
            Insert::Seen(state) => return self.arrive_again(state),
        };
        let status = self.core.look();
        let is_live = status == Status::Live;
        if !is_live {
            self.leave_component();
        }
        if matches!(status, Status::Done | Status::Stuck(_)) && !self.store.hear(Event::Ended) {
            return self.given_up();
        }
        if let Some(independence) = &mut self.independence
            && matches!(status, Status::Done | Status::Stuck(_))
        {
            let system = &mut *self.core.system;
            let is_cut =
                status == Status::Done && system.footprints().is_some_and(|told| told.is_cut_short());
            independence.ended(system, state, is_cut);
        }
        match status {
            Status::Done => {
                self.core.result.statistics.ends += 1;
                return self.tell(|tap, view| tap.end(view, state, End::NoChoices));
            }
            // Whoever listens takes ends for ends: who wants them repeated for ever says so by a choice.
            Status::Stuck(_) if self.tap.is_some() => {
                return self.tell(|tap, view| tap.end(view, state, End::NoChoices));
            }
            Status::Stuck(finding) => return self.report(finding),
            Status::Flawed(finding) if self.core.result.is_told(&finding) => {}
            Status::Flawed(finding) => {
                let next = self.report(finding);
                if next != Next::On {
                    return next;
                }
            }
            Status::Live => {}
        }
        if self.core.limits.depth.is_some_and(|depth| self.prefix.len() + self.stack.len() >= depth) {
            self.core.result.cut(Why::Depth);
            self.leave_component();
            if let Some(independence) = &mut self.independence {
                independence.ended(&mut *self.core.system, state, true);
            }
            return self.tell(|tap, view| tap.end(view, state, End::TooDeep));
        }
        self.open(state, is_live)
    }

    /// The machine has reached a state that was visited before.
    fn arrive_again(&mut self, state: Option<StateId>) -> Next {
        self.core.result.statistics.revisits += 1;
        if let Some(independence) = &mut self.independence {
            independence.seen(&mut *self.core.system, state);
        }
        self.note_seen(state);
        self.tell_seen(state)
    }

    /// Puts the machine's state, which is new, on the stack. Something is wrong with it if it is not `live`.
    fn open(&mut self, state: StateId, is_live: bool) -> Next {
        if !self.store.hear(Event::Opened(&self.core.choices.list)) {
            return self.given_up();
        }
        let mark = self.core.system.mark();
        let first = self.branches.len();
        if let Some(independence) = &mut self.independence {
            let Core { system, components, choices: all, .. } = &mut self.core;
            let is_alone = |other: &u32| all.list.iter().all(|choice| choice.actor == *other);
            let is_within = !all.others.iter().all(is_alone);
            self.scratch.clone_from(&all.list);
            independence.opened(&mut **system, state, components, &mut self.scratch, is_within);
            self.branches.extend(&self.scratch);
        } else {
            self.branches.extend(&self.core.choices.list);
        }
        self.put_open(state, mark, self.generation, first);
        if let Some(bottoms) = &mut self.bottoms {
            bottoms.opened(state, &mut *self.core.system);
            if !is_live {
                bottoms.leave();
            }
        }
        let depth = self.prefix.len() + self.stack.len();
        if depth > self.core.result.statistics.max_depth {
            self.core.result.statistics.max_depth = depth;
            self.measure_path(depth);
        }
        // Whoever listens knows all of the stack when the search stops.
        let next = self.tell(|tap, view| tap.first_seen(view));
        if next == Next::On && self.core.is_full(self.store.states()) { Next::Stop } else { next }
    }

    /// Tells the listener something, if there is one.
    pub(super) fn tell(&mut self, event: impl FnOnce(&mut dyn Tap, &mut View<'_, 'a>) -> Next) -> Next {
        let Dfs { core, store, stack, branches, peers, tap, .. } = self;
        let Some(tap) = tap else { return Next::On };
        event(&mut **tap, &mut View { core, store: &mut **store, stack, branches, peers: &mut **peers })
    }

    pub(super) fn tell_seen(&mut self, state: Option<StateId>) -> Next {
        if let Some(state) = state
            && !self.store.hear(Event::Seen(state))
        {
            return self.given_up();
        }
        match (self.tap.is_some(), state) {
            (false, _) => Next::On,
            (true, Some(state)) => self.tell(|tap, view| tap.seen(view, state)),
            (true, None) => {
                let what =
                    "a search for cycles with a store that does not keep states whole; use the exact store";
                let (cause, place) = (Cause::Unsupported, String::new());
                self.core.result.gap(Gap { cause, what: what.to_string(), place });
                Next::Stop
            }
        }
    }

    /// What the machine has learnt while a listener looked at a state goes before what he says.
    pub(super) fn after_event(&mut self, next: Next) -> Next {
        if self.tap.is_none() {
            return next;
        }
        if self.core.system.settle().is_outdated || self.core.restart.is_pending() {
            return Next::Again;
        }
        if next == Next::On && self.core.is_full(self.store.states()) { Next::Stop } else { next }
    }
}
