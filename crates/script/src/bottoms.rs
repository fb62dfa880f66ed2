//! Components of the graph that no run can leave, found while a script is read: in them somebody may wait for ever, and
//! no part of a script that is certified by itself can tell.
//!
//! Components are grown as in Gabow's algorithm. What the script says is not believed more than its moves are.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent, To};
use crate::shortest::Graph;
use base::BitSet;
use lts::{Choice, Path};

/// The first state of a component that may still grow.
struct Root {
    state: u32,
    /// Its place among the live states.
    at: usize,
    /// A way leads out of the component, or to an end.
    is_left: bool,
}

/// A state of the path, and the choice that was taken last.
struct StackEntry {
    state: u32,
    list: ListId,
    taken: u32,
}

/// What is known of components so far.
#[derive(Default)]
pub struct Bottoms {
    stack: Vec<StackEntry>,
    roots: Vec<Root>,
    /// States of components that may still grow, in the order in which they were met.
    live: Vec<u32>,
    /// States of components that are complete.
    closed: BitSet,
    states: u32,
    /// The ways to those that are never left.
    pub found: Vec<Path>,
}

impl Bottoms {
    /// The first state has these choices.
    pub fn first(&mut self, list: ListId) {
        self.open(list);
    }

    /// The next entry of the script, whose lists can be asked for.
    pub fn hear<'l>(&mut self, event: ScriptEvent, list: impl Fn(ListId) -> &'l [Choice]) {
        match event {
            ScriptEvent::Move { index, to } => {
                if let Some(top) = self.stack.last_mut() {
                    top.taken = index;
                }
                match to {
                    To::New(list) => self.open(list),
                    To::Seen(state) => self.seen(state),
                    _ => self.leave(),
                }
            }
            ScriptEvent::Back => self.back(list),
        }
    }

    fn open(&mut self, list: ListId) {
        let state = self.states;
        self.states += 1;
        if list == 0 {
            self.closed.insert(state as usize);
            return self.leave();
        }
        self.roots.push(Root { state, at: self.live.len(), is_left: false });
        self.live.push(state);
        self.stack.push(StackEntry { state, list, taken: 0 });
    }

    fn seen(&mut self, state: u32) {
        if self.closed.contains(state as usize) {
            return self.leave();
        }
        while let Some(last) = self.roots.pop_if(|root| root.state > state) {
            if last.is_left {
                self.leave();
            }
        }
    }

    fn leave(&mut self) {
        if let Some(root) = self.roots.last_mut() {
            root.is_left = true;
        }
    }

    fn back<'l>(&mut self, list: impl Fn(ListId) -> &'l [Choice]) {
        let Some(top) = self.stack.pop() else { return };
        let Some(root) = self.roots.pop_if(|root| root.state == top.state) else { return };
        for state in self.live.drain(root.at..) {
            self.closed.insert(state as usize);
        }
        self.leave();
        if !root.is_left {
            let taken = self.stack.iter().map(|open| list(open.list).get(open.taken as usize).copied());
            self.found.extend(taken.collect::<Option<Path>>());
        }
    }
}

/// A source of moves with somebody who looks for components, and draws the graph.
pub struct Sounded<S> {
    source: S,
    pub bottoms: Bottoms,
    graph: Option<Graph>,
}

impl<S> Sounded<S> {
    pub fn new(source: S) -> Sounded<S> {
        Sounded { source, bottoms: Bottoms::default(), graph: Some(Graph::default()) }
    }

    /// The same where nobody will ask for ways: the graph takes memory, and time.
    pub fn without_graph(source: S) -> Sounded<S> {
        Sounded { source, bottoms: Bottoms::default(), graph: None }
    }
}

impl<S: MoveSource> Sounded<S> {
    /// The shortest ways to states that were met.
    ///
    /// # Errors
    /// What is wrong with the script.
    pub fn shortest(&self, wanted: &[u64]) -> Result<Vec<Path>, Broken> {
        let graph = self.graph.as_ref().ok_or_else(|| Broken::because("was read without its graph"))?;
        graph.paths(&self.source, wanted)
    }
}

impl<S: MoveSource> MoveSource for Sounded<S> {
    fn first(&mut self) -> Result<ListId, Broken> {
        let list = self.source.first()?;
        self.bottoms.first(list);
        if let Some(graph) = &mut self.graph {
            graph.open(list, self.source.list(list).len());
        }
        Ok(list)
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        let event = self.source.next()?;
        if let Some(event) = event {
            self.bottoms.hear(event, |list| self.source.list(list));
            if let Some(graph) = &mut self.graph {
                graph.hear(event, |list| self.source.list(list).len())?;
            }
        }
        Ok(event)
    }

    fn sign(&self) -> u32 {
        self.source.sign()
    }

    fn list(&self, list: ListId) -> &[Choice] {
        self.source.list(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Sink;
    use crate::memory::Memory;
    use std::collections::BTreeSet;

    /// A graph by its steps, gone through depth first, as a script.
    fn script(graph: &[Vec<usize>]) -> Memory {
        fn go(graph: &[Vec<usize>], at: usize, numbers: &mut [Option<u32>], met: &mut u32, out: &mut Memory) {
            for (index, &to) in (0..).zip(&graph[at]) {
                match numbers[to] {
                    Some(number) => out.go(index, To::Seen(number), &[], 0),
                    None => {
                        numbers[to] = Some(*met);
                        *met += 1;
                        out.go(index, To::New(0), &choices(&graph[to]), 0);
                        go(graph, to, numbers, met, out);
                    }
                }
            }
            if !graph[at].is_empty() {
                out.back();
            }
        }
        let mut out = Memory::default();
        let mut numbers = vec![None; graph.len()];
        numbers[0] = Some(0);
        Sink::first(&mut out, &choices(&graph[0]), 0);
        go(graph, 0, &mut numbers, &mut 1, &mut out);
        out
    }

    fn choices(steps: &[usize]) -> Vec<Choice> {
        (0..steps.len() as u32).map(|value| Choice { actor: 1, value }).collect()
    }

    fn reached(graph: &[Vec<usize>], from: usize) -> BTreeSet<usize> {
        let (mut reached, mut work) = (BTreeSet::from([from]), vec![from]);
        while let Some(state) = work.pop() {
            work.extend(graph[state].iter().filter(|&&next| reached.insert(next)));
        }
        reached
    }

    #[test]
    fn components_that_are_never_left_are_those_of_brute_force() {
        let mut random = testkit::random::Random(1);
        let mut below = |below: usize| random.below(below);
        let mut count = 0;
        for _ in 0..3000 {
            let states = 1 + below(12);
            let graph: Vec<Vec<usize>> =
                (0..states).map(|_| (0..below(4)).map(|_| below(states)).collect()).collect();
            let all: Vec<BTreeSet<usize>> = (0..states).map(|state| reached(&graph, state)).collect();
            let is_bottom = |state: usize| {
                let own = &all[state];
                !graph[state].is_empty() && own.iter().all(|other| all[*other] == *own)
            };
            let wanted: BTreeSet<&BTreeSet<usize>> =
                all[0].iter().filter(|&&state| is_bottom(state)).map(|&state| &all[state]).collect();
            let mut source = Sounded::new(script(&graph));
            source.first().unwrap();
            while source.next().unwrap().is_some() {}
            let end = |path: &Path| path.iter().fold(0, |at, choice| graph[at][choice.value as usize]);
            let found: Vec<&BTreeSet<usize>> =
                source.bottoms.found.iter().map(|path| &all[end(path)]).collect();
            assert_eq!(found.len(), wanted.len(), "{graph:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted, "{graph:?}");
            count += wanted.len();
        }
        assert!(count > 500, "{count}");
    }
}
