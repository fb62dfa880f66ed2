//! Actors that can never move again while others go on for ever: no deadlock, and yet the run never ends.
//!
//! Every run of a finite system comes to a component that it cannot leave. If somebody whose end the run waits for
//! cannot move in any of its states, nothing that can still happen lets him go on. Components are grown as in
//! Gabow's algorithm, as in [`crate::components`].

use crate::cycles::listen;
use crate::limits::{Limits, Progress, Why};
use crate::result::Next;
use crate::sequential::Checkpoints;
use crate::tap::{End, Tap, View};
use base::FastMap;
use lts::{Path, StateId, Store, System};

/// A way to where some can never move again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stranded {
    pub path: Path,
    pub actors: Vec<u32>,
}

/// The first state of a component that may still grow.
struct Root {
    /// Its place among the live states.
    at: usize,
    /// Its depth on the path.
    depth: usize,
    /// A way leads out of the component, or to an end.
    is_left: bool,
    /// Who waits in all of its states.
    waiting: Vec<u32>,
}

#[derive(Default)]
struct Strands {
    roots: Vec<Root>,
    /// States of components that may still grow, in the order in which they were met.
    live: Vec<StateId>,
    places: FastMap<StateId, usize>,
    found: Option<Stranded>,
}

/// Looks for actors that can never move again. Nothing if there are none; the bounds that cut
/// the search, if it did not come to its end and found nothing. `watch` is called now and then; false stops it.
pub fn stranded(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Option<Stranded>, Vec<Why>> {
    let mut strands = Strands::default();
    let cycles =
        listen(system, store, limits, &mut strands, Checkpoints::default(), watch).unwrap_or_default();
    match strands.found {
        Some(found) => Ok(Some(found)),
        None if cycles.is_clean() => Ok(None),
        None => Err(cycles.cut),
    }
}

impl Tap for Strands {
    fn reset(&mut self) {
        *self = Strands::default();
    }

    fn first_seen(&mut self, view: &mut View<'_, '_>) -> Next {
        let Some((top, before)) = view.stack.split_last() else { return Next::On };
        let mut waiting = Vec::new();
        if let Some(narrator) = view.core.system.narrator() {
            narrator.waiting(&mut waiting);
        }
        let at = self.live.len();
        self.live.push(top.state);
        self.places.insert(top.state, at);
        self.roots.push(Root { at, depth: before.len(), is_left: false, waiting });
        Next::On
    }

    fn end(&mut self, _: &mut View<'_, '_>, _: StateId, _: End) -> Next {
        self.leave();
        Next::On
    }

    fn seen(&mut self, _: &mut View<'_, '_>, state: StateId) -> Next {
        match self.places.get(&state) {
            Some(&at) => self.join(at),
            None => self.leave(),
        }
        Next::On
    }

    fn back(&mut self, view: &mut View<'_, '_>) -> Next {
        let place = view.stack.last().and_then(|top| self.places.get(&top.state)).copied();
        debug_assert!(place.is_some(), "states on the stack are live");
        let Some(root) = self.roots.pop_if(|root| Some(root.at) == place) else { return Next::On };
        for state in self.live.drain(root.at..) {
            self.places.remove(&state);
        }
        if !root.is_left && !root.waiting.is_empty() {
            let path = view.branches.path(&view.stack[..root.depth]);
            self.found = Some(Stranded { path, actors: root.waiting });
            return Next::Stop;
        }
        self.leave();
        Next::On
    }
}

impl Strands {
    /// A way leads out of the last component.
    fn leave(&mut self) {
        if let Some(root) = self.roots.last_mut() {
            root.is_left = true;
        }
    }

    /// A way leads back to a live state: all components from there on are one.
    fn join(&mut self, at: usize) {
        while let Some(last) = self.roots.pop_if(|root| root.at > at) {
            if let Some(below) = self.roots.last_mut() {
                below.is_left |= last.is_left;
                below.waiting.retain(|actor| last.waiting.contains(actor));
            }
        }
    }
}
