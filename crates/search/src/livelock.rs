//! Livelocks: from some state on somebody can always move, and nobody ever changes anything, nor comes to an end.
//!
//! Every run of a finite system comes to a component that it cannot leave. If no step within one has an effect that
//! others could see, all who can move go round in loops and wait for something that will not come. Components are grown
//! as in Gabow's algorithm, along with a depth-first search. What is left out of that because steps commute is none of
//! them: states from which there is a way back to themselves are explored in full.

use base::FastMap;
use lts::{StateId, System};

/// The first state of a component that may still grow.
struct Root {
    /// Its place among the live states.
    at: usize,
    /// A way leads out of the component or to an end, or something has an effect.
    is_left: bool,
}

pub(crate) struct Livelocks {
    roots: Vec<Root>,
    /// States of components that may still grow, in the order in which they were met.
    live: Vec<StateId>,
    places: FastMap<StateId, usize>,
}

impl Livelocks {
    /// `None` if the machine does not tell which steps have an effect.
    pub fn new(system: &mut dyn System) -> Option<Livelocks> {
        let is_told = system.footprints().is_some_and(|told| told.tells_effects());
        is_told.then(|| Livelocks { roots: Vec::new(), live: Vec::new(), places: FastMap::default() })
    }

    /// The search begins.
    pub fn reset(&mut self) {
        self.roots.clear();
        self.live.clear();
        self.places.clear();
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let live = self.live.capacity() * size_of::<StateId>() + self.roots.capacity() * size_of::<Root>();
        (live + self.places.capacity() * (size_of::<(StateId, usize)>() + 1)) as u64
    }

    /// It matters whether the step that is taken next has an effect.
    pub fn is_open(&self) -> bool {
        self.roots.last().is_some_and(|root| !root.is_left)
    }

    /// A state belongs to a component that may still grow.
    pub fn has(&self, state: StateId) -> bool {
        self.places.contains_key(&state)
    }

    /// A new state was reached, and is gone on from.
    pub fn opened(&mut self, state: StateId) {
        let at = self.live.len();
        self.live.push(state);
        self.places.insert(state, at);
        self.roots.push(Root { at, is_left: false });
    }

    /// The last component is not one without effect: something has happened, or a way leads out of it.
    pub fn leave(&mut self) {
        if let Some(root) = self.roots.last_mut() {
            root.is_left = true;
        }
    }

    /// A step has led to a state that was visited before. All components from there on are one.
    pub fn seen(&mut self, state: Option<StateId>) {
        let Some(&at) = state.and_then(|state| self.places.get(&state)) else { return self.leave() };
        while let Some(last) = self.roots.pop_if(|root| root.at > at) {
            if let Some(below) = self.roots.last_mut() {
                below.is_left |= last.is_left;
            }
        }
    }

    /// The search goes back from a state. True if it is the first one of a livelock.
    pub fn closes(&mut self, state: StateId) -> bool {
        let place = self.places.get(&state).copied();
        let Some(root) = self.roots.pop_if(|root| Some(root.at) == place) else { return false };
        for state in self.live.drain(root.at..) {
            self.places.remove(&state);
        }
        self.leave();
        !root.is_left
    }
}
