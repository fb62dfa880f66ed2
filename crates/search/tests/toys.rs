//! Random small systems against a search of twenty lines: same states, same transitions, same findings.

use lts::{
    Choice, Choices, CompId, Finding, Insert, Mark, Outcome, Pool, Property, StateId, Status, Store, System,
};
use search::{Limits, Why, depth_first};
use std::collections::{BTreeSet, HashSet};

/// A graph: for each state its successors. State 0 is the first; a state without successors is an end, or stuck if it is odd.
#[derive(Clone)]
struct Graph {
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn random(seed: u64) -> Graph {
        let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let count = 1 + random(30);
        let next = (0..count).map(|_| (0..random(4)).map(|_| random(count)).collect()).collect();
        Graph { next }
    }

    /// States that can be reached, transitions between them, and those of them that are stuck.
    fn reach(&self) -> (usize, u64, BTreeSet<usize>) {
        let (mut seen, mut pending) = (HashSet::from([0]), vec![0]);
        let (mut transitions, mut stuck) = (0, BTreeSet::new());
        while let Some(state) = pending.pop() {
            transitions += self.next[state].len() as u64;
            if self.next[state].is_empty() && state % 2 == 1 {
                stuck.insert(state);
            }
            pending.extend(self.next[state].iter().copied().filter(|&to| seen.insert(to)));
        }
        (seen.len(), transitions, stuck)
    }
}

/// The graph as a machine with a stack of marks.
struct Walker {
    graph: Graph,
    at: usize,
    marks: Vec<usize>,
    /// Says once, after this many steps, that everything so far must be done again.
    outdated_after: Option<u64>,
    steps: u64,
}

impl System for Walker {
    fn start(&mut self) {
        self.at = 0;
        self.marks.clear();
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list =
            (0..self.graph.next[self.at].len() as u32).map(|value| Choice { actor: 0, value }).collect();
        match (out.list.is_empty(), self.at % 2) {
            (false, _) => Status::Live,
            (true, 0) => Status::Done,
            _ => Status::Stuck(Finding {
                property: Property::Deadlock,
                message: self.at.to_string(),
                details: vec![],
            }),
        }
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        self.steps += 1;
        self.at = self.graph.next[self.at][choice.value as usize];
        Outcome::Next
    }
    fn mark(&mut self) -> Mark {
        self.marks.push(self.at);
        Mark(self.marks.len() as u64 - 1)
    }
    fn rewind(&mut self, to: Mark) {
        self.at = self.marks[to.0 as usize];
        self.marks.truncate(to.0 as usize + 1);
    }
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        out.push(pool.intern(0, &[self.at as u32]));
    }
    fn take_outdated(&mut self) -> bool {
        let now = self.outdated_after == Some(self.steps);
        if now {
            self.outdated_after = None;
        }
        now
    }
    fn instructions(&self) -> u64 {
        self.steps
    }
}

#[derive(Default)]
struct PlainStore {
    components: Vec<(u8, Vec<u32>)>,
    states: Vec<Vec<CompId>>,
}

fn position<T: PartialEq>(list: &mut Vec<T>, item: T) -> (usize, bool) {
    let found = list.iter().position(|other| *other == item);
    found.map(|at| (at, false)).unwrap_or_else(|| {
        list.push(item);
        (list.len() - 1, true)
    })
}

impl Pool for PlainStore {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        CompId(position(&mut self.components, (kind, words.to_vec())).0 as u32)
    }
    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (kind, words) = &self.components[component.0 as usize];
        out.extend(words);
        *kind
    }
}

impl Store for PlainStore {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let (at, is_new) = position(&mut self.states, state.to_vec());
        if is_new { Insert::New(StateId(at as u64)) } else { Insert::Seen(Some(StateId(at as u64))) }
    }
    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        out.clone_from(&self.states[state.0 as usize]);
        true
    }
    fn states(&self) -> u64 {
        self.states.len() as u64
    }
    fn bytes(&self) -> u64 {
        0
    }
    fn clear(&mut self) {
        *self = PlainStore::default();
    }
    fn figures(&self) -> lts::Figures {
        lts::Figures::default()
    }
}

const NO_LIMITS: Limits = Limits { states: None, depth: None, time: None, store_bytes: None, all: true };

fn check(graph: &Graph, limits: &Limits, outdated_after: Option<u64>) -> search::Ended {
    let mut walker = Walker { graph: graph.clone(), at: 0, marks: vec![], outdated_after, steps: 0 };
    depth_first(&mut walker, &mut PlainStore::default(), limits, &mut |_| true)
}

#[test]
fn agrees_with_a_search_of_twenty_lines() {
    for seed in 0..2000 {
        let graph = Graph::random(seed);
        let (states, transitions, stuck) = graph.reach();
        let ended = check(&graph, &NO_LIMITS, None);
        assert!(ended.is_complete());
        assert_eq!(
            (ended.statistics.states as usize, ended.statistics.transitions),
            (states, transitions),
            "seed {seed}"
        );
        let found: BTreeSet<usize> = ended.found.iter().map(|f| f.finding.message.parse().unwrap()).collect();
        assert_eq!(found, stuck, "seed {seed}");
        for found in &ended.found {
            let end = found.path.iter().fold(0, |at, choice| graph.next[at][choice.value as usize]);
            assert_eq!(end.to_string(), found.finding.message, "the path leads elsewhere");
        }
        let again = check(&graph, &NO_LIMITS, Some(3));
        assert_eq!(again.statistics.states, ended.statistics.states, "a new beginning changes nothing");
        assert_eq!(again.found.len(), ended.found.len());
    }
}

#[test]
fn limits_are_told() {
    let line = Graph { next: (0..10).map(|i| if i < 9 { vec![i + 1] } else { vec![] }).collect() };
    assert_eq!(check(&line, &Limits { states: Some(4), ..NO_LIMITS }, None).cut, [Why::States]);
    assert_eq!(check(&line, &Limits { depth: Some(4), ..NO_LIMITS }, None).cut, [Why::Depth]);
    assert!(!check(&line, &Limits { depth: Some(4), ..NO_LIMITS }, None).is_complete());
    let first = check(&line, &Limits { all: false, ..NO_LIMITS }, None);
    assert_eq!((first.found.len(), first.found[0].path.len()), (1, 9));
}
