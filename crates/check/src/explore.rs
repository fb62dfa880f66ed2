//! Every state and every step of a system, as a graph.

use crate::graph::{Graph, Step};
use base::FastMap;
use lts::{
    Choice, Choices, CompId, Finding, Gap, Insert, Mark, Outcome, Path, Pool, StateId, Status, Store, System,
};

/// Who moves when an ended run repeats its last state.
pub const STUTTER: u32 = u32::MAX;

/// Why the graph is not whole.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// A step is a violation in itself.
    Found(Finding, Path),
    /// The watcher said so.
    Watcher,
    /// The program ended the search.
    Finished,
    /// The depth limit cut a path.
    Depth,
}

#[derive(Debug, Default)]
pub struct Explored {
    pub graph: Graph,
    pub gaps: Vec<Gap>,
    pub stop: Option<Stop>,
    pub restarts: u64,
    pub transitions: u64,
    pub max_depth: usize,
}

/// Explores everything. `watch` is told the states and steps so far after each step, and says whether to go
/// on; paths are cut at `depth`.
pub fn explore(
    system: &mut dyn System,
    store: &mut dyn Store,
    depth: Option<usize>,
    watch: &mut dyn FnMut(u64, u64, usize, u64) -> bool,
) -> Explored {
    let mut explorer = Explorer {
        system,
        store,
        depth,
        numbers: FastMap::default(),
        states: Vec::new(),
        stack: Vec::new(),
        choices: Choices::default(),
        components: Vec::new(),
        explored: Explored::default(),
    };
    while explorer.run(watch) == Next::Again {
        let (restarts, transitions) = (explorer.explored.restarts + 1, explorer.explored.transitions);
        explorer.explored = Explored { restarts, transitions, ..Explored::default() };
        explorer.store.clear();
        explorer.numbers.clear();
        explorer.states.clear();
        explorer.stack.clear();
    }
    let Explorer { states, mut explored, .. } = explorer;
    explored.graph = assemble(states);
    explored
}

#[derive(Default)]
struct State {
    valuation: u64,
    steps: Vec<Step>,
    others: Vec<u32>,
    /// The run ends here, and so it repeats this state for ever.
    ends: bool,
}

struct Open {
    state: u32,
    mark: Mark,
    choices: Vec<Choice>,
    next: usize,
}

#[derive(PartialEq)]
enum Next {
    On,
    Stop,
    Again,
}

struct Explorer<'a> {
    system: &'a mut dyn System,
    store: &'a mut dyn Store,
    depth: Option<usize>,
    numbers: FastMap<u64, u32>,
    states: Vec<State>,
    stack: Vec<Open>,
    choices: Choices,
    components: Vec<CompId>,
    explored: Explored,
}

impl Explorer<'_> {
    fn run(&mut self, watch: &mut dyn FnMut(u64, u64, usize, u64) -> bool) -> Next {
        self.system.start();
        let mut next = self.arrive(None);
        loop {
            if self.system.settle().is_outdated {
                return Next::Again;
            }
            if next != Next::On {
                return next;
            }
            let Some(top) = self.stack.last_mut() else { return Next::Stop };
            let Some(&choice) = top.choices.get(top.next) else {
                self.stack.pop();
                continue;
            };
            if top.next > 0 {
                self.system.rewind(top.mark);
            }
            top.next += 1;
            let from = top.state;
            next = self.step(from, choice);
            let (states, transitions) = (self.states.len() as u64, self.explored.transitions);
            if next == Next::On && !watch(states, transitions, self.stack.len(), self.store.bytes()) {
                self.explored.stop = Some(Stop::Watcher);
                next = Next::Stop;
            }
        }
    }

    fn step(&mut self, from: u32, choice: Choice) -> Next {
        self.explored.transitions += 1;
        match self.system.step(choice) {
            Outcome::Next => self.arrive(Some((from, choice))),
            Outcome::Pruned => Next::On,
            Outcome::Finished => {
                self.explored.stop = Some(Stop::Finished);
                Next::Stop
            }
            Outcome::Violated(finding) => {
                let path = self.stack.iter().map(|open| open.choices[open.next - 1]).collect();
                self.explored.stop = Some(Stop::Found(finding, path));
                Next::Stop
            }
            Outcome::Unknown(gap) => {
                if !self.explored.gaps.contains(&gap) {
                    self.explored.gaps.push(gap);
                }
                Next::On
            }
        }
    }

    fn arrive(&mut self, by: Option<(u32, Choice)>) -> Next {
        self.components.clear();
        self.system.save(&mut Components { store: self.store }, &mut self.components);
        let fresh = self.states.len() as u32;
        let (number, is_new) = match self.store.insert(&self.components) {
            Insert::New(StateId(id)) => {
                self.numbers.insert(id, fresh);
                (fresh, true)
            }
            Insert::Seen(Some(StateId(id))) => (self.numbers.get(&id).copied().unwrap_or(0), false),
            Insert::Seen(None) => {
                self.explored.gaps.push(Gap {
                    cause: lts::Cause::Unsupported,
                    what: "a graph with a store that does not keep states whole; use the exact store"
                        .to_string(),
                    place: String::new(),
                });
                return Next::Stop;
            }
        };
        if let Some((from, choice)) = by {
            self.states[from as usize].steps.push(Step { choice, to: number });
        }
        if is_new { self.open(number) } else { Next::On }
    }

    fn open(&mut self, number: u32) -> Next {
        let mut state = State::default();
        if let Some(atoms) = self.system.atoms() {
            state.valuation =
                (0..atoms.count().min(64)).fold(0, |sum, i| sum | u64::from(atoms.holds(i)) << i);
        }
        let status = self.system.choices(&mut self.choices);
        if let Status::Flawed(finding) = status {
            let path = self.stack.iter().map(|open| open.choices[open.next - 1]).collect();
            self.explored.stop = Some(Stop::Found(finding, path));
            self.states.push(state);
            return Next::Stop;
        }
        state.ends = status != Status::Live;
        state.others.extend_from_slice(&self.choices.others);
        let ends = state.ends;
        self.states.push(state);
        if ends {
            return Next::On;
        }
        if self.depth.is_some_and(|depth| self.stack.len() >= depth) {
            self.explored.stop = Some(Stop::Depth);
            return Next::On;
        }
        let (mark, choices) = (self.system.mark(), self.choices.list.clone());
        self.stack.push(Open { state: number, mark, choices, next: 0 });
        self.explored.max_depth = self.explored.max_depth.max(self.stack.len());
        Next::On
    }
}

/// The graph of what was met. A state that is no end but has no steps, because the program has pruned them
/// all, is on no run: it is taken away, and so is what leads only there.
fn assemble(mut states: Vec<State>) -> Graph {
    let mut gone = vec![false; states.len()];
    loop {
        let mut changed = false;
        for (number, state) in states.iter_mut().enumerate() {
            state.steps.retain(|step| !gone[step.to as usize]);
            if !gone[number] && !state.ends && state.steps.is_empty() {
                (gone[number], changed) = (true, true);
            }
        }
        if !changed {
            break;
        }
    }
    let mut numbers = vec![0u32; states.len()];
    let mut kept = 0;
    for (number, gone) in numbers.iter_mut().zip(&gone) {
        *number = kept;
        kept += u32::from(!gone);
    }
    let initial = if gone.first() == Some(&false) { vec![0] } else { vec![] };
    let rest = || states.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(state, _)| state);
    let renamed = |step: &Step| Step { to: numbers[step.to as usize], ..*step };
    let steps = rest().map(|state| state.steps.iter().map(renamed).collect()).collect();
    let mut graph = Graph::new(initial, rest().map(|state| state.valuation).collect(), steps, STUTTER);
    for (number, state) in (0u32..).zip(rest()) {
        for &actor in &state.others {
            graph.add_other(number, actor);
        }
    }
    graph
}

/// The store as a pool, for machines.
struct Components<'a> {
    store: &'a mut dyn Store,
}

impl Pool for Components<'_> {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.store.intern(kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.store.words(component, out)
    }
}
