//! Search for accepting cycles by strongly connected components, after Couvreur (1999), with weak fairness
//! for each actor.
//!
//! Components are grown while they are explored, as in Gabow's algorithm. A run is weakly fair if no actor
//! could move from some moment on for ever without ever moving. A component that is gone through as a whole
//! for ever is fair if every actor that can move in all of its states moves within it. Parts of a component
//! can do no better: more actors can move in all of their states, and fewer do.

use crate::cycles::{Cycles, Lasso, listen};
use crate::dfs::StackEntry;
use crate::limits::{Limits, Progress};
use crate::result::Next;
use crate::sequential::Checkpoints;
use crate::tap::{Tap, View};
use base::FastMap;
use lts::{Choice, Mark, Outcome, Path, StateId, Store, System};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What is known of a component so far. Lists of actors are sorted.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Traits {
    accepting: bool,
    /// It has a transition within.
    goes_round: bool,
    /// Actors that can move in all of its states.
    always: Vec<u32>,
    /// Actors that move within it.
    moves: Vec<u32>,
}

impl Traits {
    fn merge(&mut self, other: &Traits) {
        self.accepting |= other.accepting;
        self.goes_round |= other.goes_round;
        self.always.retain(|actor| other.always.contains(actor));
        for &actor in &other.moves {
            self.add_move(actor);
        }
    }

    fn add_move(&mut self, actor: u32) {
        if let Err(at) = self.moves.binary_search(&actor) {
            self.moves.insert(at, actor);
        }
    }

    fn is_accepted(&self, fair: bool) -> bool {
        let is_fair = !fair || self.always.iter().all(|actor| self.moves.contains(actor));
        self.goes_round && self.accepting && is_fair
    }
}

/// The first state of a component that may still grow.
#[derive(Clone, Serialize, Deserialize)]
struct Root {
    /// Its place among the live states.
    at: usize,
    /// Its depth on the path.
    depth: usize,
    /// Who moved to come here.
    by: u32,
    traits: Traits,
}

#[derive(Default)]
struct Components {
    fair: bool,
    roots: Vec<Root>,
    /// States of components that may still grow, in the order in which they were met.
    live: Vec<StateId>,
    places: FastMap<StateId, usize>,
    lasso: Option<Lasso>,
}

/// Looks for a cycle through an accepting state, only for weakly fair ones if `fair`. `watch` is called now
/// and then; false stops the search. `None` if the checkpoint to begin from is for another program.
pub fn component_search(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    fair: bool,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Cycles> {
    let mut components = Components { fair, ..Components::default() };
    let cycles = listen(system, store, limits, &mut components, kept, watch)?;
    Some(Cycles { lasso: components.lasso, ..cycles })
}

/// What a checkpoint has of it.
#[derive(Serialize, Deserialize)]
struct Notes {
    fair: bool,
    roots: Vec<Root>,
    live: Vec<u64>,
    lasso: Option<Lasso>,
}

impl Tap for Components {
    fn reset(&mut self) {
        *self = Components { fair: self.fair, ..Components::default() };
    }

    fn first_seen(&mut self, view: &mut View<'_, '_>) -> Next {
        let Some((top, before)) = view.stack.split_last() else { return Next::On };
        let (state, depth) = (top.state, before.len());
        let by = before.last().map_or(u32::MAX, |open| view.branches.taken(open).actor);
        let traits = Traits {
            accepting: view.is_accepting(),
            goes_round: false,
            always: if self.fair { view.core.choices.movers() } else { Vec::new() },
            moves: Vec::new(),
        };
        let at = self.live.len();
        self.live.push(state);
        self.places.insert(state, at);
        self.roots.push(Root { at, depth, by, traits });
        Next::On
    }

    fn seen(&mut self, view: &mut View<'_, '_>, state: StateId) -> Next {
        let by = view.stack.last().map_or(u32::MAX, |open| view.branches.taken(open).actor);
        match self.places.get(&state) {
            Some(&at) => self.join(view, at, by),
            None => Next::On,
        }
    }

    /// The top of the path has no choices left. If it is the first of its component, that is complete, and
    /// nothing was accepted in it.
    fn back(&mut self, view: &mut View<'_, '_>) -> Next {
        if self.roots.last().is_some_and(|root| root.traits.is_accepted(self.fair)) {
            // It was accepted before a checkpoint, and there was no time to tell.
            return self.report(view);
        }
        let place = view.stack.last().and_then(|top| self.places.get(&top.state)).copied();
        debug_assert!(place.is_some(), "states on the stack are live");
        if let Some(at) = place
            && self.roots.last().is_some_and(|root| root.at == at)
        {
            self.roots.pop();
            for state in self.live.drain(at..) {
                self.places.remove(&state);
            }
        }
        Next::On
    }

    fn notes(&self) -> Vec<u8> {
        let live = self.live.iter().map(|state| state.0).collect();
        let (fair, roots, lasso) = (self.fair, self.roots.clone(), self.lasso.clone());
        // Plain data of known lengths can always be written to memory.
        postcard::to_stdvec(&Notes { fair, roots, live, lasso }).unwrap_or_default()
    }

    fn take_up(&mut self, notes: &[u8], stack: &[StackEntry]) -> bool {
        let Ok(Notes { fair, roots, live, lasso }) = postcard::from_bytes(notes) else { return false };
        let live: Vec<StateId> = live.into_iter().map(StateId).collect();
        let places: FastMap<StateId, usize> = live.iter().copied().zip(0..).collect();
        let is_rising = roots.windows(2).all(|pair| pair[0].at < pair[1].at && pair[0].depth < pair[1].depth);
        let is_within = roots.iter().all(|root| root.at < live.len() && root.depth < stack.len());
        let is_sound = fair == self.fair && is_rising && is_within && places.len() == live.len();
        if !is_sound || !stack.iter().all(|open| places.contains_key(&open.state)) {
            return false;
        }
        *self = Components { fair, roots, live, places, lasso };
        true
    }

    fn is_over(&self) -> bool {
        self.lasso.is_some()
    }
}

impl Components {
    /// A way leads back to a live state: all components from there on are one.
    fn join(&mut self, view: &mut View<'_, '_>, at: usize, by: u32) -> Next {
        let Some(mut last) = self.roots.pop() else { return Next::On };
        while last.at > at {
            let Some(mut below) = self.roots.pop() else { break };
            below.traits.merge(&last.traits);
            if self.fair {
                below.traits.add_move(last.by);
            }
            last = below;
        }
        last.traits.goes_round = true;
        if self.fair {
            last.traits.add_move(by);
        }
        let accepted = last.traits.is_accepted(self.fair);
        self.roots.push(last);
        if accepted { self.report(view) } else { Next::On }
    }

    /// The last component is accepted: finds a way through it that meets all that is asked for.
    fn report(&mut self, view: &mut View<'_, '_>) -> Next {
        let Some(root) = self.roots.last() else { return Next::Stop };
        let (from, depth) = (root.at, root.depth);
        let stem: Path = view.branches.path(&view.stack[..depth]);
        view.core.system.rewind(view.stack[depth].mark);
        let part = match self.part(view, from) {
            Ok(part) => part,
            Err(next) => return next,
        };
        let cycle = part.tour(self.fair);
        self.lasso = Some(Lasso { stem, cycle });
        Next::Stop
    }

    /// The component whose first state the machine is at, as a graph. Its states are live, from `from` on.
    fn part(&mut self, view: &mut View<'_, '_>, from: usize) -> Result<ComponentGraph, Next> {
        let mut part = ComponentGraph { states: Vec::new() };
        let mut numbers: FastMap<usize, usize> = FastMap::default();
        let mut path: Vec<(usize, Mark, usize)> = Vec::new();
        numbers.insert(from, part.enter(view, &mut path));
        while let Some((state, mark, next)) = path.last_mut() {
            let (state, mark) = (*state, *mark);
            let Some(&choice) = part.states[state].choices.get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            view.core.system.rewind(mark);
            if view.core.system.step(choice) != Outcome::Next {
                continue;
            }
            match view.settle() {
                Next::On => {}
                other => return Err(other),
            }
            let Some((id, _)) = view.name() else { return Err(Next::Stop) };
            let Some(&at) = self.places.get(&id).filter(|&&at| at >= from) else { continue };
            let to = match numbers.get(&at) {
                Some(&to) => to,
                None => {
                    let to = part.enter(view, &mut path);
                    numbers.insert(at, to);
                    to
                }
            };
            part.states[state].steps.push((choice, to));
        }
        Ok(part)
    }
}

/// A component as a graph; its first state is state 0.
struct ComponentGraph {
    states: Vec<Member>,
}

struct Member {
    accepting: bool,
    movers: Vec<u32>,
    choices: Vec<Choice>,
    steps: Vec<(Choice, usize)>,
}

impl ComponentGraph {
    /// Adds the machine's state, which is gone on from next. Its number.
    fn enter(&mut self, view: &mut View<'_, '_>, path: &mut Vec<(usize, Mark, usize)>) -> usize {
        let number = self.states.len();
        view.core.look();
        self.states.push(Member {
            accepting: view.is_accepting(),
            movers: view.core.choices.movers(),
            choices: view.core.choices.list.clone(),
            steps: Vec::new(),
        });
        path.push((number, view.core.system.mark(), 0));
        number
    }

    /// A way from the first state back to it through an accepting state, and past a reason for each actor
    /// that the way is fair to it.
    fn tour(&self, fair: bool) -> Path {
        let mut cycle = Path::new();
        let mut at = 0;
        self.go(&mut at, &mut cycle, &|state| self.states[state].accepting);
        if fair {
            for actor in self.states[0].movers.clone() {
                let rests = |state: usize| !self.states[state].movers.contains(&actor);
                if !(0..self.states.len()).any(rests) {
                    let moves = |state: usize| self.states[state].steps.iter().any(|(c, _)| c.actor == actor);
                    self.go(&mut at, &mut cycle, &moves);
                    if let Some(&(choice, to)) = self.states[at].steps.iter().find(|(c, _)| c.actor == actor)
                    {
                        cycle.push(choice);
                        at = to;
                    }
                } else {
                    self.go(&mut at, &mut cycle, &rests);
                }
            }
        }
        // Back, by at least one step in all.
        if cycle.is_empty()
            && let Some(&(choice, to)) = self.states[at].steps.first()
        {
            cycle.push(choice);
            at = to;
        }
        self.go(&mut at, &mut cycle, &|state| state == 0);
        cycle
    }

    /// The shortest way to a state with some property. There is one: all states reach each other.
    fn go(&self, at: &mut usize, way: &mut Path, is_goal: &dyn Fn(usize) -> bool) {
        let mut from: Vec<Option<(usize, Choice)>> = vec![None; self.states.len()];
        let mut seen = vec![false; self.states.len()];
        let mut queue = VecDeque::from([*at]);
        seen[*at] = true;
        while let Some(state) = queue.pop_front() {
            if is_goal(state) {
                let mut back = Path::new();
                let mut now = state;
                while let Some((before, choice)) = from[now] {
                    back.push(choice);
                    now = before;
                }
                way.extend(back.into_iter().rev());
                *at = state;
                return;
            }
            for &(choice, to) in &self.states[state].steps {
                if !std::mem::replace(&mut seen[to], true) {
                    from[to] = Some((state, choice));
                    queue.push_back(to);
                }
            }
        }
    }
}
