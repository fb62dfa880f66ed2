//! Search for accepting cycles by strongly connected components, after Couvreur (1999), with weak fairness
//! for each actor.
//!
//! Components are grown while they are explored, as in Gabow's algorithm. A run is weakly fair if no actor
//! could move from some moment on for ever without ever moving. A component that is gone through as a whole
//! for ever is fair if every actor that can move in all of its states moves within it. Parts of a component
//! can do no better: more actors can move in all of their states, and fewer do.

use crate::cycles::{Cycles, Desk, Lasso, Next};
use crate::limits::{Limits, Progress, Why};
use base::FastMap;
use lts::{Choice, Mark, Outcome, Path, Store, System};
use std::collections::VecDeque;

/// What is known of a component so far. Lists of actors are sorted.
#[derive(Clone, Default)]
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
struct Root {
    /// Its place among the live states.
    at: usize,
    /// Its depth on the path.
    depth: usize,
    /// Who moved to come here.
    by: u32,
    traits: Traits,
}

struct Open {
    at: usize,
    mark: Mark,
    choices: Vec<Choice>,
    next: usize,
}

struct Search<'a> {
    desk: Desk<'a>,
    fair: bool,
    stack: Vec<Open>,
    roots: Vec<Root>,
    /// States of components that may still grow, in the order in which they were met.
    live: Vec<u64>,
    places: FastMap<u64, usize>,
}

/// Looks for a cycle through an accepting state, only for weakly fair ones if `fair`. `watch` is called now
/// and then; false stops the search.
pub fn component_search(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    fair: bool,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Cycles {
    let mut search = Search {
        desk: Desk::new(system, store, limits),
        fair,
        stack: Vec::new(),
        roots: Vec::new(),
        live: Vec::new(),
        places: FastMap::default(),
    };
    while search.explore(watch) == Next::Again {
        search.desk.begin_again();
        search.stack.clear();
        search.roots.clear();
        search.live.clear();
        search.places.clear();
    }
    search.desk.finish()
}

/// Who can move in the state whose choices these are.
fn movers(choices: &lts::Choices) -> Vec<u32> {
    let mut actors: Vec<u32> =
        choices.list.iter().map(|c| c.actor).chain(choices.others.iter().copied()).collect();
    actors.sort_unstable();
    actors.dedup();
    actors
}

impl Search<'_> {
    fn explore(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        self.desk.system.start();
        let mut next = self.arrive(u32::MAX, watch);
        loop {
            if self.desk.system.settle().is_outdated {
                return Next::Again;
            }
            if next != Next::On {
                return next;
            }
            let Some(top) = self.stack.last_mut() else { return Next::Stop };
            next = match top.choices.get(top.next) {
                Some(&choice) => {
                    if top.next > 0 {
                        self.desk.system.rewind(top.mark);
                    }
                    top.next += 1;
                    self.step(choice, watch)
                }
                None => {
                    self.close();
                    Next::On
                }
            };
            if next == Next::On && !self.desk.may_go_on(self.stack.len(), watch) {
                next = Next::Stop;
            }
        }
    }

    fn step(&mut self, choice: Choice, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        self.desk.ended.transitions += 1;
        match self.desk.system.step(choice) {
            Outcome::Next => self.arrive(choice.actor, watch),
            Outcome::Pruned => Next::On,
            Outcome::Finished => {
                self.desk.cut(Why::Finished);
                Next::Stop
            }
            Outcome::Violated(finding) => {
                let path = self.stack.iter().map(|open| open.choices[open.next - 1]).collect();
                self.desk.ended.found = Some((finding, path));
                Next::Stop
            }
            Outcome::Unknown(gap) => {
                self.desk.gap(gap);
                Next::On
            }
        }
    }

    fn arrive(&mut self, by: u32, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let Some((id, is_new)) = self.desk.name() else { return Next::Stop };
        if !is_new {
            return match self.places.get(&id) {
                Some(&at) => self.join(at, by, watch),
                None => Next::On,
            };
        }
        match self.desk.has_choices() {
            Ok(true) => {}
            Ok(false) => return Next::On,
            Err(finding) => {
                let path = self.stack.iter().map(|open| open.choices[open.next - 1]).collect();
                self.desk.ended.found = Some((finding, path));
                return Next::Stop;
            }
        }
        if self.desk.is_too_deep(self.stack.len()) {
            return Next::On;
        }
        let traits = Traits {
            accepting: self.desk.is_accepting(),
            goes_round: false,
            always: if self.fair { movers(&self.desk.choices) } else { Vec::new() },
            moves: Vec::new(),
        };
        let mark = self.desk.system.mark();
        let at = self.live.len();
        self.live.push(id);
        self.places.insert(id, at);
        self.roots.push(Root { at, depth: self.stack.len(), by, traits });
        self.stack.push(Open { at, mark, choices: self.desk.choices.list.clone(), next: 0 });
        Next::On
    }

    /// A way leads back to a live state: all components from there on are one.
    fn join(&mut self, at: usize, by: u32, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
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
        if accepted { self.report(watch) } else { Next::On }
    }

    /// The top of the path has no choices left. If it is the first of its component, that is complete, and
    /// nothing was accepted in it.
    fn close(&mut self) {
        let Some(top) = self.stack.pop() else { return };
        if self.roots.last().is_some_and(|root| root.at == top.at) {
            self.roots.pop();
            for id in self.live.drain(top.at..) {
                self.places.remove(&id);
            }
        }
    }

    /// The last component is accepted: finds a way through it that meets all that is asked for.
    fn report(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let Some(root) = self.roots.last() else { return Next::Stop };
        let (from, depth) = (root.at, root.depth);
        let stem: Path = self.stack[..depth].iter().map(|open| open.choices[open.next - 1]).collect();
        self.desk.system.rewind(self.stack[depth].mark);
        let part = match self.part(from, watch) {
            Ok(part) => part,
            Err(next) => return next,
        };
        let cycle = part.tour(self.fair);
        self.desk.ended.lasso = Some(Lasso { stem, cycle });
        Next::Stop
    }

    /// The component whose first state the machine is at, as a graph. Its states are live, from `from` on.
    fn part(&mut self, from: usize, watch: &mut dyn FnMut(&Progress) -> bool) -> Result<Part, Next> {
        let mut part = Part { states: Vec::new() };
        let mut numbers: FastMap<u64, usize> = FastMap::default();
        let mut path: Vec<(usize, Mark, usize)> = Vec::new();
        self.enter(from, &mut part, &mut numbers, &mut path);
        while let Some((state, mark, next)) = path.last_mut() {
            let (state, mark) = (*state, *mark);
            let Some(&choice) = part.states[state].choices.get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            self.desk.system.rewind(mark);
            if self.desk.system.step(choice) != Outcome::Next {
                continue;
            }
            if self.desk.system.settle().is_outdated {
                return Err(Next::Again);
            }
            if !self.desk.may_go_on(self.stack.len(), watch) {
                return Err(Next::Stop);
            }
            let Some((id, _)) = self.desk.name() else { return Err(Next::Stop) };
            let Some(&at) = self.places.get(&id).filter(|&&at| at >= from) else { continue };
            let to = match numbers.get(&(at as u64)) {
                Some(&to) => to,
                None => self.enter(at, &mut part, &mut numbers, &mut path),
            };
            part.states[state].steps.push((choice, to));
        }
        Ok(part)
    }

    fn enter(
        &mut self,
        at: usize,
        part: &mut Part,
        numbers: &mut FastMap<u64, usize>,
        path: &mut Vec<(usize, Mark, usize)>,
    ) -> usize {
        let number = part.states.len();
        numbers.insert(at as u64, number);
        self.desk.system.choices(&mut self.desk.choices);
        part.states.push(Member {
            accepting: self.desk.is_accepting(),
            movers: movers(&self.desk.choices),
            choices: self.desk.choices.list.clone(),
            steps: Vec::new(),
        });
        path.push((number, self.desk.system.mark(), 0));
        number
    }
}

/// A component as a graph; its first state is state 0.
struct Part {
    states: Vec<Member>,
}

struct Member {
    accepting: bool,
    movers: Vec<u32>,
    choices: Vec<Choice>,
    steps: Vec<(Choice, usize)>,
}

impl Part {
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
