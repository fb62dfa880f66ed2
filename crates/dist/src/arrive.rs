//! What comes to a node: its own states, from wherever they were reached, and what others tell it.

use crate::news::News;
use crate::node::{Care, Node, Waiting};
use crate::record::Writings;
use crate::trail::Trail;
use crate::wire::{Arrived, Opening};
use lts::{Cause, CompId, Gap, Insert, StateId, Store};

impl Node {
    /// A state of this node was reached, in so many steps. If it is new, it is taken up when its level comes.
    pub(super) fn arrive(&mut self, components: &[CompId], trail: Trail, care: Care) {
        self.arrive_in(components, trail.steps, || trail, care);
    }

    /// The same with a way that is made only if it is wanted: most states that are reached were reached before.
    pub(super) fn arrive_in(
        &mut self,
        components: &[CompId],
        steps: u32,
        trail: impl FnOnce() -> Trail,
        care: Care,
    ) {
        let inserted = self.store.insert(components);
        self.record(components, inserted, steps);
        match inserted {
            Insert::New(state) => {
                self.count(state);
                self.places.insert(state, self.next.len() as u32);
                let trail = trail();
                debug_assert_eq!(trail.steps, steps, "a way of another length");
                self.next.push(Waiting { trail, state, care, is_known: false });
            }
            Insert::Seen(state) => {
                let place = state.and_then(|state| self.places.get(&state));
                let waiting = place.and_then(|&place| self.next.get_mut(place as usize));
                if let Some((waiting, trail)) = waiting.map(|waiting| (waiting, trail()))
                    && trail < waiting.trail
                {
                    // What somebody has seen to, he has seen on his own way.
                    (waiting.trail, waiting.care) = (trail, care);
                }
            }
        }
    }

    /// What this node has seen ahead is its own, if it still is.
    pub(super) fn arrive_or_relay(&mut self, components: &[CompId], trail: Trail) {
        let owner = self.owner(components);
        if owner == self.me {
            return self.arrive(components, trail, Care::default());
        }
        self.figures.relayed += 1;
        self.figures.messages += 1;
        self.figures.all_messages += 1;
        self.outboxes[owner].put(&self.store, components, &trail, 0, self.plan.transfer);
    }

    fn record(&mut self, components: &[CompId], inserted: Insert, level: u32) {
        let Some(recording) = &mut self.recording else { return };
        if let Insert::New(state) = inserted {
            recording.state(&self.store, state, components, level);
        }
        let (Insert::New(state) | Insert::Seen(Some(state))) = inserted else { return };
        if let Some(from) = self.at {
            recording.transition(from, state);
        }
    }

    /// Writes the graph down, from now on.
    pub fn start_recording(&mut self) {
        let parts = self.mover.system.gauges().and_then(|gauges| gauges.actors());
        self.recording = Some(Writings::new(parts.as_ref(), self.links));
    }

    /// A state that has been gone on from is this node's from now on.
    pub(super) fn arrive_stored(&mut self, components: &[CompId]) {
        match self.store.insert(components) {
            Insert::New(state) => self.count(state),
            Insert::Seen(Some(state)) if self.strangers.remove(&state) => self.count(state),
            // It had been found again before it was given to this node.
            Insert::Seen(state) => {
                if let Some(place) = state.and_then(|state| self.places.remove(&state)) {
                    self.next[place as usize].is_known = true;
                }
            }
        }
    }

    fn count(&mut self, state: StateId) {
        self.figures.states += 1;
        if let Some(own) = &mut self.own {
            own.push(state);
        }
    }

    /// Somebody has sent news and states.
    pub fn receive(&mut self, from: usize, level: u32, states: &[u8], news: &[News]) {
        for news in news {
            self.known.note(news);
        }
        if self.known.is_over() || states.is_empty() {
            return;
        }
        if !self.open(from, level, states) {
            let what = "nodes of a distributed search do not understand each other".to_string();
            self.tell(Gap { cause: Cause::Fault, what, place: String::new() }.into());
        }
    }

    /// Takes in the states of a parcel. False if it cannot be read.
    fn open(&mut self, from: usize, level: u32, states: &[u8]) -> bool {
        let mut opening = Opening::new(states, level, self.links);
        loop {
            let Some(arrived) = opening.next(&mut self.inboxes[from], &mut self.store) else { return false };
            let components = std::mem::take(&mut opening.state);
            match arrived {
                Arrived::State(trail, generations) => {
                    self.arrive(&components, trail, Care { by: from, generations });
                }
                Arrived::Way(trail, generations) => self.arrive_by(trail, Care { by: from, generations }),
                Arrived::Stored => self.arrive_stored(&components),
                Arrived::Nothing => return true,
            }
            opening.state = components;
        }
    }

    /// A state has arrived as the way to it.
    fn arrive_by(&mut self, trail: Trail, care: Care) {
        match self.mover.go(&trail) {
            Ok(()) => {
                let mut components = std::mem::take(&mut self.components);
                components.clear();
                self.mover.system.save(&mut self.store, &mut components);
                self.arrive(&components, trail, care);
                self.components = components;
            }
            Err(gap) => self.tell(gap.into()),
        }
    }
}
