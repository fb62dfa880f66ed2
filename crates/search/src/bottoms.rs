//! Components that a run cannot leave, as it goes on in them for ever: livelocks, and partial deadlocks.
//!
//! Every run of a finite system comes to a component that it cannot leave. If no step within one has an effect that
//! others could see, all who can move go round in loops and wait for something that will not come: a livelock. If
//! somebody whose end the run waits for can move in none of its states, nothing that can still happen lets him go
//! on: a partial deadlock. Components are grown as in Gabow's algorithm, along with a depth-first search. What is
//! left out of that because steps commute is none of them: states from which there is a way back to themselves are
//! explored in full.

use crate::pages::Pages;
use base::FastMap;
use lts::{StateId, System};

/// The first state of a component that may still grow.
struct Root {
    /// Its place among the live states.
    at: u32,
    /// Where those begin who can move in none of its states. They end where those of the next one begin.
    waiting: u32,
    /// A way leads out of the component, or to an end.
    is_left: bool,
    /// A step within it has an effect.
    has_effect: bool,
}

/// What a component is that is never left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Bottom {
    /// Nothing in it has an effect, and these can never move.
    Livelock(Vec<u32>),
    /// These can never move again, though others get somewhere.
    PartialDeadlock(Vec<u32>),
}

/// Where each live state is among them.
#[derive(Default)]
struct Places {
    /// One more than the place.
    pages: Pages,
    /// What the pages do not take.
    aside: FastMap<StateId, usize>,
}

pub(crate) struct Bottoms {
    roots: Vec<Root>,
    /// States of components that may still grow, in the order in which they were met.
    live: Vec<StateId>,
    places: Places,
    /// Who waits in the components, in order in each.
    waiting: Vec<u32>,
}

impl Bottoms {
    /// `None` if the machine does not tell which steps have an effect.
    pub fn new(system: &mut dyn System) -> Option<Bottoms> {
        let is_told = system.footprints().is_some_and(|told| told.tells_effects());
        is_told.then(|| Bottoms {
            roots: Vec::new(),
            live: Vec::new(),
            places: Places::default(),
            waiting: Vec::new(),
        })
    }

    /// The search begins.
    pub fn reset(&mut self) {
        self.roots.clear();
        self.live.clear();
        self.places.clear();
        self.waiting.clear();
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let live = self.live.capacity() * size_of::<StateId>() + self.roots.capacity() * size_of::<Root>();
        let waiting = self.waiting.capacity() * size_of::<u32>();
        let aside = self.places.aside.capacity() * (size_of::<(StateId, usize)>() + 1);
        (live + waiting + aside) as u64 + self.places.pages.bytes()
    }

    /// Those of them that are there for the path.
    pub fn path_bytes(&self) -> u64 {
        let waiting = size_of_val(&*self.waiting);
        (size_of_val(&*self.live) + size_of_val(&*self.roots) + waiting) as u64
    }

    /// It matters whether the step that is taken next has an effect.
    pub fn is_silent(&self) -> bool {
        self.roots.last().is_some_and(|root| !root.is_left && !root.has_effect)
    }

    /// A state belongs to a component that may still grow.
    pub fn has(&self, state: StateId) -> bool {
        self.places.get(state).is_some()
    }

    /// A new state was reached, in which the system is, and is gone on from.
    pub fn opened(&mut self, state: StateId, system: &mut dyn System) {
        assert!(self.live.len() < u32::MAX as usize, "so many states do not fit into memory");
        let (at, waiting) = (self.live.len(), self.waiting.len() as u32);
        self.live.push(state);
        self.places.insert(state, at);
        self.roots.push(Root { at: at as u32, waiting, is_left: false, has_effect: false });
        if let Some(narrator) = system.narrator() {
            narrator.waiting(&mut self.waiting);
        }
    }

    /// A way leads out of the last component.
    pub fn leave(&mut self) {
        if let Some(root) = self.roots.last_mut() {
            root.is_left = true;
        }
    }

    /// A step in the last component, or out of it, has an effect.
    pub fn affect(&mut self) {
        if let Some(root) = self.roots.last_mut() {
            root.has_effect = true;
        }
    }

    /// A step has led to a state that was visited before. All components from there on are one.
    pub fn seen(&mut self, state: Option<StateId>) {
        let Some(at) = state.and_then(|state| self.places.get(state)) else { return self.leave() };
        while let Some(last) = self.roots.pop_if(|root| root.at as usize > at) {
            let Some(below) = self.roots.last_mut() else { return };
            below.is_left |= last.is_left;
            below.has_effect |= last.has_effect;
            let (first, end) = (below.waiting as usize, last.waiting as usize);
            let mut common = first;
            for i in first..end {
                if self.waiting[end..].contains(&self.waiting[i]) {
                    self.waiting[common] = self.waiting[i];
                    common += 1;
                }
            }
            self.waiting.truncate(common);
        }
    }

    /// The search goes back from a state. What it is the first state of, if the component is never left and
    /// something is wrong with it.
    pub fn close(&mut self, state: StateId) -> Option<Bottom> {
        let place = self.places.get(state);
        let root = self.roots.pop_if(|root| Some(root.at as usize) == place)?;
        for state in self.live.drain(root.at as usize..) {
            self.places.remove(state);
        }
        self.leave();
        let waiting = self.waiting.drain(root.waiting as usize..);
        match root {
            Root { is_left: true, .. } => None,
            Root { has_effect: false, .. } => Some(Bottom::Livelock(waiting.collect())),
            _ if waiting.len() == 0 => None,
            _ => Some(Bottom::PartialDeadlock(waiting.collect())),
        }
    }
}

impl Places {
    #[inline]
    fn get(&self, state: StateId) -> Option<usize> {
        match self.pages.get(state) {
            0 if self.aside.is_empty() => None,
            0 => self.aside.get(&state).copied(),
            place => Some(place as usize - 1),
        }
    }

    fn insert(&mut self, state: StateId, place: usize) {
        let is_paged = u32::try_from(place + 1).is_ok_and(|place| self.pages.set(state, place));
        if !is_paged {
            self.aside.insert(state, place);
        }
    }

    fn remove(&mut self, state: StateId) {
        self.pages.set(state, 0);
        if !self.aside.is_empty() {
            self.aside.remove(&state);
        }
    }

    fn clear(&mut self) {
        self.pages.clear();
        self.aside.clear();
    }
}
