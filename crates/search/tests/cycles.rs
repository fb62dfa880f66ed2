//! Both searches for accepting cycles against brute force, on random small systems with actors.

use lts::{
    Atoms, Choice, Choices, CompId, Figures, Insert, Mark, Outcome, Path, Pool, Settled, StateId, Status,
    Store, System,
};
use search::{
    Checkpoint, Checkpoints, Cycles, Keep, Limits, Progress, Why, component_search, nested_depth_first,
};
use std::collections::{HashMap, HashSet};
use testkit::random::Random;

const ACTORS: usize = 3;

/// For each state its steps by actor, whether it is accepting, and who could move too although it is not
/// asked.
#[derive(Clone, Debug)]
struct Graph {
    steps: Vec<Vec<(u32, usize)>>,
    accepting: Vec<bool>,
    others: Vec<Vec<u32>>,
}

impl Graph {
    fn random(seed: u64, most: usize) -> Graph {
        let mut numbers = Random::new(seed);
        let mut random = |below: usize| numbers.below(below);
        let count = 1 + random(most);
        let edges = 2 + random(3);
        let steps = (0..count)
            .map(|_| {
                (0..random(edges) + random(4).min(1))
                    .map(|_| (random(ACTORS) as u32, random(count)))
                    .collect()
            })
            .collect();
        let rare = 2 + random(4);
        let accepting = (0..count).map(|_| random(rare) == 0).collect();
        let others =
            (0..count).map(|_| if random(5) == 0 { vec![random(ACTORS) as u32] } else { vec![] }).collect();
        Graph { steps, accepting, others }
    }

    fn reached(&self) -> Vec<usize> {
        let (mut seen, mut pending) = (HashSet::from([0]), vec![0]);
        while let Some(state) = pending.pop() {
            pending.extend(self.steps[state].iter().map(|s| s.1).filter(|&to| seen.insert(to)));
        }
        seen.into_iter().collect()
    }

    fn can_move(&self, state: usize, actor: u32) -> bool {
        self.steps[state].iter().any(|s| s.0 == actor) || self.others[state].contains(&actor)
    }

    /// Some set of states can be gone round in for ever, all of them, so that the run is accepted and, if
    /// asked for, fair.
    fn has_cycle(&self, fair: bool) -> bool {
        let reached = self.reached();
        (1u32..1 << reached.len()).any(|set| {
            let states: Vec<usize> =
                (0..reached.len()).filter(|i| set >> i & 1 == 1).map(|i| reached[i]).collect();
            self.is_round(&states)
                && states.iter().any(|&s| self.accepting[s])
                && (!fair || (0..ACTORS as u32).all(|actor| self.is_fair_to(actor, &states)))
        })
    }

    fn inner<'a>(&'a self, states: &'a [usize]) -> impl Iterator<Item = (usize, u32, usize)> + 'a {
        states.iter().flat_map(move |&s| {
            self.steps[s].iter().filter(|step| states.contains(&step.1)).map(move |&(by, to)| (s, by, to))
        })
    }

    fn is_round(&self, states: &[usize]) -> bool {
        let all_from = |start: usize| {
            let mut seen = HashSet::new();
            let mut pending = vec![start];
            while let Some(at) = pending.pop() {
                let next: Vec<usize> = self.inner(states).filter(|e| e.0 == at).map(|e| e.2).collect();
                pending.extend(next.into_iter().filter(|&to| seen.insert(to)));
            }
            states.iter().all(|s| seen.contains(s))
        };
        states.iter().all(|&s| all_from(s))
    }

    fn is_fair_to(&self, actor: u32, states: &[usize]) -> bool {
        states.iter().any(|&s| !self.can_move(s, actor)) || self.inner(states).any(|e| e.1 == actor)
    }

    /// Follows a path, and notes the states it comes through, the first not included.
    fn follow(&self, from: usize, path: &Path) -> Vec<usize> {
        let mut at = from;
        path.iter()
            .map(|choice| {
                let (by, to) = self.steps[at][choice.value as usize];
                assert_eq!(by, choice.actor);
                at = to;
                at
            })
            .collect()
    }

    /// What is said to be a counterexample is one.
    fn check_lasso(&self, ended: &Cycles, fair: bool, what: &str) {
        let Some(lasso) = &ended.lasso else { return };
        let start = *self.follow(0, &lasso.stem).last().unwrap_or(&0);
        let round = self.follow(start, &lasso.cycle);
        assert_eq!(round.last(), Some(&start), "{what}: the cycle does not close");
        assert!(round.iter().any(|&s| self.accepting[s]), "{what}: nothing is accepted on the cycle");
        if fair {
            for actor in 0..ACTORS as u32 {
                let moves = lasso.cycle.iter().any(|c| c.actor == actor);
                let rests = round.iter().any(|&s| !self.can_move(s, actor));
                assert!(moves || rests, "{what}: unfair to {actor}");
            }
        }
    }
}

/// The graph as a machine with a stack of marks.
struct Walker {
    graph: Graph,
    at: usize,
    marks: Vec<usize>,
    steps: u64,
    /// Says once, after this many steps, that everything so far must be done again.
    outdated_after: Option<u64>,
}

impl Atoms for Walker {
    fn count(&self) -> u32 {
        1
    }
    fn holds(&mut self, _: u32) -> bool {
        self.graph.accepting[self.at]
    }
}

impl System for Walker {
    fn start(&mut self) {
        self.at = 0;
        self.marks.clear();
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        let steps = self.graph.steps[self.at].iter().enumerate();
        out.list = steps.map(|(i, s)| Choice { actor: s.0, value: i as u32 }).collect();
        out.others = self.graph.others[self.at].clone();
        if out.list.is_empty() { Status::Done } else { Status::Live }
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        self.steps += 1;
        self.at = self.graph.steps[self.at][choice.value as usize].1;
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
    fn settle(&mut self) -> Settled {
        let is_outdated = self.outdated_after.is_some_and(|after| self.steps >= after);
        if is_outdated {
            self.outdated_after = None;
        }
        Settled { extent: 0, is_outdated }
    }
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Some(self)
    }
}

#[derive(Default)]
struct PlainStore {
    numbers: HashMap<Vec<u32>, u32>,
    states: HashMap<Vec<CompId>, u64>,
}

impl Pool for PlainStore {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let key = [&[u32::from(kind)], words].concat();
        let next = self.numbers.len() as u32;
        CompId(*self.numbers.entry(key).or_insert(next))
    }
    fn words(&self, _: CompId, _: &mut Vec<u32>) -> u8 {
        unreachable!("nothing is loaded")
    }
}

impl Store for PlainStore {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        // Numbers far apart: a search must not rely on their lying close together.
        let fresh = self.states.len() as u64 * 1_000_003;
        match self.states.get(state) {
            Some(&id) => Insert::Seen(Some(StateId(id))),
            None => {
                self.states.insert(state.to_vec(), fresh);
                Insert::New(StateId(fresh))
            }
        }
    }
    fn get(&self, _: StateId, _: &mut Vec<CompId>) -> bool {
        false
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
    fn figures(&self) -> Figures {
        Figures::default()
    }
}

const NO_LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: true };

fn walker(graph: &Graph, outdated_after: Option<u64>) -> Walker {
    Walker { graph: graph.clone(), at: 0, marks: vec![], steps: 0, outdated_after }
}

fn nested(graph: &Graph, limits: &Limits, outdated_after: Option<u64>) -> Cycles {
    let kept = Checkpoints::default();
    let mut walker = walker(graph, outdated_after);
    nested_depth_first(&mut walker, &mut PlainStore::default(), limits, kept, &mut |_| true)
        .expect("no checkpoint")
}

fn by_components(graph: &Graph, fair: bool, outdated_after: Option<u64>) -> Cycles {
    let mut walker = walker(graph, outdated_after);
    let kept = Checkpoints::default();
    component_search(&mut walker, &mut PlainStore::default(), &NO_LIMITS, fair, kept, &mut |_| true)
        .expect("no checkpoint")
}

#[test]
fn searches_agree_with_brute_force() {
    let mut counts = [0; 4];
    for seed in 0..6_000 {
        let graph = Graph::random(seed, 8);
        let (any, fair) = (graph.has_cycle(false), graph.has_cycle(true));
        counts[usize::from(any) * 2 + usize::from(fair)] += 1;
        for outdated in [None, Some(2)] {
            let first = nested(&graph, &NO_LIMITS, outdated);
            assert_eq!(first.lasso.is_some(), any, "nested, seed {seed}: {graph:?}");
            graph.check_lasso(&first, false, &format!("nested, seed {seed}"));
            let second = by_components(&graph, false, outdated);
            assert_eq!(second.lasso.is_some(), any, "components, seed {seed}: {graph:?}");
            graph.check_lasso(&second, false, &format!("components, seed {seed}"));
            let third = by_components(&graph, true, outdated);
            assert_eq!(third.lasso.is_some(), fair, "fair, seed {seed}: {graph:?}");
            graph.check_lasso(&third, true, &format!("fair, seed {seed}: {graph:?}"));
        }
    }
    assert_eq!(counts[1], 0, "a fair cycle is a cycle");
    assert!(
        counts[0] > 500 && counts[2] > 100 && counts[3] > 500,
        "the systems are too much alike: {counts:?}"
    );
}

#[test]
fn larger_systems_agree_with_each_other() {
    for seed in 0..2_000 {
        let graph = Graph::random(seed + 77_000, 60);
        let (first, second) = (nested(&graph, &NO_LIMITS, None), by_components(&graph, false, None));
        assert_eq!(first.lasso.is_some(), second.lasso.is_some(), "seed {seed}");
        graph.check_lasso(&first, false, "nested");
        graph.check_lasso(&second, false, "components");
        if first.lasso.is_none() {
            assert_eq!(first.states as usize, graph.reached().len(), "seed {seed}");
        }
    }
}

#[test]
fn a_cut_search_is_not_clean() {
    let line = Graph {
        steps: (0..10).map(|i| vec![(0, (i + 1) % 10)]).collect(),
        accepting: vec![false; 10],
        others: vec![vec![]; 10],
    };
    assert!(nested(&line, &NO_LIMITS, None).is_clean());
    let cut = nested(&line, &Limits { depth: Some(4), ..NO_LIMITS }, None);
    assert_eq!((cut.is_clean(), cut.cut), (false, vec![Why::Depth]));
    let cut = nested(&line, &Limits { states: Some(4), ..NO_LIMITS }, None);
    assert_eq!((cut.is_clean(), cut.cut), (false, vec![Why::States]));
}

/// Keeps the last checkpoint, as bytes.
#[derive(Default)]
struct Last(Vec<u8>);

impl Keep for Last {
    fn is_due(&mut self) -> bool {
        true
    }
    fn keep(&mut self, checkpoint: &Checkpoint, _: &dyn Store) {
        self.0 = checkpoint.to_bytes(&Vec::new());
    }
}

/// A search that is stopped again and again, by a number of states or after a number of looks, and each time taken
/// up by a fresh machine.
fn with_stops(graph: &Graph, fair: Option<bool>, limits: &[Option<u64>], looks: &[u32]) -> Cycles {
    let mut store = PlainStore::default();
    let mut from = None;
    let no_stop = (&None, &u32::MAX);
    for (&states, &looks) in limits.iter().zip(looks).chain([no_stop]) {
        let (mut last, mut left, limits) = (Last::default(), looks, Limits { states, ..NO_LIMITS });
        let kept = Checkpoints { keeper: Some(&mut last), from: from.take() };
        let watch = &mut |_: &Progress| {
            left = left.saturating_sub(1);
            left > 0
        };
        let (walker, store) = (&mut walker(graph, None), &mut store);
        let ended = match fair {
            None => nested_depth_first(walker, store, &limits, kept, watch),
            Some(fair) => component_search(walker, store, &limits, fair, kept, watch),
        };
        let ended = ended.expect("the checkpoint fits");
        if ended.cut.is_empty() {
            return ended;
        }
        let (_, checkpoint) = Checkpoint::from_bytes(&last.0).expect("a checkpoint");
        from = Some(checkpoint);
    }
    unreachable!("the last search has no limits")
}

#[test]
fn a_search_that_is_taken_up_ends_as_if_it_had_not_stopped() {
    let mut stopped = 0;
    for seed in 0..1_500 {
        let graph = Graph::random(seed + 500_000, 40);
        let reached = graph.reached().len() as u64;
        let limits: Vec<Option<u64>> = (1..4).map(|part| Some(reached * part / 4 + 1)).collect();
        let looks = [u32::MAX; 3];
        stopped += u32::from(reached > 8);
        for fair in [None, Some(false), Some(true)] {
            let whole = match fair {
                None => nested(&graph, &NO_LIMITS, None),
                Some(fair) => by_components(&graph, fair, None),
            };
            let resumed = with_stops(&graph, fair, &limits, &looks);
            assert_eq!(resumed.lasso.is_some(), whole.lasso.is_some(), "seed {seed}, {fair:?}: {graph:?}");
            graph.check_lasso(&resumed, fair == Some(true), &format!("seed {seed}, {fair:?}"));
            if whole.lasso.is_none() {
                assert_eq!(resumed.states, whole.states, "seed {seed}, {fair:?}");
            }
        }
    }
    assert!(stopped > 300, "the systems are too small: {stopped}");
}

/// Long enough that second searches, and the telling of a cycle, are stopped in the middle: a line of accepting states
/// that ends in a round of others, with or without a way back from there.
#[test]
fn second_searches_are_taken_up_from_their_beginning() {
    const LENGTH: usize = 3_000;
    for back in [None, Some(LENGTH / 2), Some(LENGTH - 2)] {
        let mut steps: Vec<Vec<(u32, usize)>> =
            (0..LENGTH).map(|i| vec![(0, (i + 1).min(LENGTH - 1))]).collect();
        if let Some(back) = back {
            steps[LENGTH - 1].push((1, back));
        }
        let accepting = (0..LENGTH).map(|i| i % 500 == 3 || i == LENGTH - 2).collect();
        let graph = Graph { steps, accepting, others: vec![vec![]; LENGTH] };
        for fair in [None, Some(false), Some(true)] {
            let limits = vec![None; 40];
            let looks: Vec<u32> = (0..40).map(|i| 2 + i % 3).collect();
            let resumed = with_stops(&graph, fair, &limits, &looks);
            assert_eq!(resumed.lasso.is_some(), back.is_some(), "{back:?}, {fair:?}");
            graph.check_lasso(&resumed, fair == Some(true), &format!("{back:?}, {fair:?}"));
        }
    }
}
