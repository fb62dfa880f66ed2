//! A small system for tests: a graph, with machines that learn, and that cannot load what they have not met.

use lts::{
    Cause, Choice, Choices, CompId, Finding, Gap, Gauges, Knowledge, Mark, Outcome, Pool, Property, Settled,
    Status, System,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// For each state its successors. State 0 is the first; a state without successors is an end, or stuck if it is odd.
pub struct Graph {
    pub next: Vec<Vec<usize>>,
    /// There is something to learn.
    pub teaches: bool,
    /// Something is wrong with states that others go on from. A machine tells each such thing once.
    pub flaws: bool,
    /// Machines call different things by one name.
    pub clashes: bool,
    /// How long a step takes, and how many operations.
    pub step: std::time::Duration,
    pub operations: u64,
}

/// How many things can be learnt.
const LESSONS: usize = 4;

impl Graph {
    pub fn random(seed: u64, most: usize, teaches: bool) -> Graph {
        let mut seed = base::hash_words([seed]);
        let mut random = |below: usize| {
            seed = base::hash_words([seed, 1]);
            (seed >> 20) as usize % below
        };
        let count = most / 2 + random(most);
        let next = (0..count).map(|_| (0..random(6)).map(|_| random(count)).collect()).collect();
        Graph { next, teaches, flaws: false, clashes: false, step: std::time::Duration::ZERO, operations: 0 }
    }

    /// What is wrong with a state that others go on from.
    fn flaw(&self, at: usize) -> Option<usize> {
        (self.flaws && at % 11 == 4 && !self.next[at].is_empty()).then_some(at % 3)
    }

    /// The choices of a state, for who knows these things.
    fn choices(&self, at: usize, knows: u32) -> usize {
        let all = self.next[at].len();
        if self.teaches && knows >> (at % LESSONS) & 1 == 0 { all.min(2) } else { all }
    }

    /// What a step teaches.
    fn teaches(&self, at: usize, choice: usize) -> u32 {
        let is_lesson = self.teaches && (at * 7 + choice) % 13 == 5;
        if is_lesson { 1 << (self.next[at][choice] % LESSONS) } else { 0 }
    }

    /// The greatest number of steps of a shortest path to a state, and one step behind it: what is gone, if all is.
    pub fn deepest(&self, knows: u32) -> u32 {
        let (mut level, mut seen, mut deepest) = (vec![0], BTreeSet::from([0]), 0);
        while !level.is_empty() {
            let choices = |&at: &usize| self.next[at][..self.choices(at, knows)].to_vec();
            let next: Vec<usize> = level.iter().flat_map(choices).collect();
            deepest += u32::from(!next.is_empty());
            level = next.into_iter().filter(|&at| seen.insert(at)).collect();
        }
        deepest
    }

    /// By the book: what is known in the end, states, transitions, and the best path to each state that is stuck or
    /// wrong.
    pub fn reach(&self) -> (u32, usize, u64, BTreeMap<usize, Vec<u32>>) {
        let mut knows = 0;
        'again: loop {
            let mut paths: BTreeMap<usize, Vec<u32>> = BTreeMap::from([(0, vec![])]);
            let (mut pending, mut transitions) = (VecDeque::from([0]), 0);
            while let Some(at) = pending.pop_front() {
                for choice in 0..self.choices(at, knows) {
                    transitions += 1;
                    let learnt = knows | self.teaches(at, choice);
                    if learnt != knows {
                        knows = learnt;
                        continue 'again;
                    }
                    let mut path = paths[&at].clone();
                    path.push(choice as u32);
                    paths.entry(self.next[at][choice]).or_insert_with(|| {
                        pending.push_back(self.next[at][choice]);
                        path
                    });
                }
            }
            let count = paths.len();
            let is_stuck = |at: usize| self.next[at].is_empty() && at % 2 == 1;
            paths.retain(|&at, _| is_stuck(at) || self.flaw(at).is_some());
            return (knows, count, transitions, paths);
        }
    }
}

/// The graph as a machine.
pub struct Walker {
    graph: Arc<Graph>,
    at: usize,
    marks: Vec<usize>,
    knows: u32,
    is_outdated: bool,
    /// States that it has been in.
    met: BTreeSet<usize>,
    /// It can load any state.
    pub loads_all: bool,
    /// No other machine has it.
    seed: u64,
    /// Executed so far.
    operations: u64,
    /// What it has told to be wrong.
    told: BTreeSet<usize>,
    is_peeking: bool,
}

impl Walker {
    pub fn new(graph: &Arc<Graph>, loads_all: bool) -> Walker {
        let met = BTreeSet::from([0]);
        Walker {
            graph: graph.clone(),
            at: 0,
            marks: vec![],
            knows: 0,
            is_outdated: false,
            met,
            loads_all,
            seed: 0,
            operations: 0,
            told: BTreeSet::new(),
            is_peeking: false,
        }
    }
}

impl System for Walker {
    fn start(&mut self) {
        self.at = 0;
        self.marks.clear();
        self.told.clear();
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        let count = self.graph.choices(self.at, self.knows) as u32;
        out.list = (0..count).map(|value| Choice { actor: 0, value }).collect();
        if let Some(flaw) = self.graph.flaw(self.at).filter(|flaw| !self.told.contains(flaw)) {
            if !self.is_peeking {
                self.told.insert(flaw);
            }
            let message = format!("flaw {flaw}");
            return Status::Flawed(Finding { property: Property::INVARIANT, message, details: vec![] });
        }
        match (out.list.is_empty(), self.at % 2) {
            (false, _) => Status::Live,
            (true, 0) => Status::Done,
            _ => {
                let message = self.at.to_string();
                Status::Stuck(Finding { property: Property::DEADLOCK, message, details: vec![] })
            }
        }
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        if !self.graph.step.is_zero() {
            std::thread::sleep(self.graph.step);
        }
        self.operations += self.graph.operations;
        let learnt = self.knows | self.graph.teaches(self.at, choice.value as usize);
        self.is_outdated |= learnt != self.knows;
        self.knows = learnt;
        self.at = self.graph.next[self.at][choice.value as usize];
        self.met.insert(self.at);
        Outcome::Next
    }
    fn peek(&mut self, only_looks: bool) {
        self.is_peeking = only_looks;
    }
    fn settle(&mut self) -> Settled {
        Settled { extent: self.met.len() as u64, is_outdated: std::mem::take(&mut self.is_outdated) }
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
        let at = self.at as u32;
        let frame = pool.intern(2, &[at / 3]);
        out.push(pool.intern(1, &[at % 3, frame.0]));
        out.extend((0..at % 4).map(|place| pool.intern(0, &[place])));
    }
    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let (mut words, mut frame) = (Vec::new(), Vec::new());
        pool.words(state[0], &mut words);
        pool.words(CompId(words[1]), &mut frame);
        let at = (frame[0] * 3 + words[0]) as usize;
        assert_eq!(state.len(), 1 + at % 4);
        if !self.loads_all && !self.met.contains(&at) {
            return Err(Gap { cause: Cause::Unsupported, what: "new".to_string(), place: String::new() });
        }
        self.at = at;
        self.marks.clear();
        Ok(())
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        let met = BTreeSet::from([0]);
        let (graph, knows, loads_all) = (self.graph.clone(), self.knows, self.loads_all);
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let seed = NEXT.fetch_add(1, Ordering::Relaxed);
        Some(Box::new(Walker {
            graph,
            at: 0,
            marks: vec![],
            knows,
            is_outdated: false,
            met,
            loads_all,
            seed,
            operations: 0,
            told: BTreeSet::new(),
            is_peeking: false,
        }))
    }
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        Some(self)
    }
    fn gauges(&self) -> Option<&dyn Gauges> {
        Some(self)
    }
}

impl Knowledge for Walker {
    fn learnt(&self) -> Vec<u32> {
        (0..LESSONS as u32).filter(|bit| self.knows >> bit & 1 != 0).collect()
    }
    fn learn(&mut self, learnt: &[u32]) {
        self.knows = learnt.iter().fold(0, |knows, bit| knows | 1 << bit);
        self.is_outdated = false;
    }
}

impl Gauges for Walker {
    fn instructions(&self) -> u64 {
        self.operations
    }
    fn late_names(&self) -> Vec<(u64, u64)> {
        let thing = |&at: &usize| {
            if self.graph.clashes { base::hash_words([at as u64, self.seed]) } else { at as u64 }
        };
        self.met.iter().map(|at| (*at as u64, thing(at))).collect()
    }
    fn links(&self) -> &'static [(u8, usize)] {
        &[(1, 1)]
    }
    fn actors(&self) -> Option<lts::ActorParts> {
        Some(lts::ActorParts { kind: 1, place_kind: 2, place: 0..1 })
    }
}
