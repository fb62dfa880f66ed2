//! Small systems and stores for tests of searches.

pub mod actors;

use lts::{
    Choice, Choices, CompId, Finding, Gap, Insert, Knowledge, Mark, Outcome, Pool, Property, Settled,
    StateId, Status, Store, System, Wrapper,
};
use search::Limits;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use testkit::random::Random;

/// A graph: for each state its successors. State 0 is the first; a state without successors is an end, or
/// stuck if it is odd.
#[derive(Clone)]
pub struct Graph {
    pub next: Vec<Vec<usize>>,
}

impl Graph {
    pub fn random(seed: u64) -> Graph {
        let mut numbers = Random::new(seed);
        let mut random = |below: usize| numbers.below(below);
        let count = 1 + random(30);
        let next = (0..count).map(|_| (0..random(4)).map(|_| random(count)).collect()).collect();
        Graph { next }
    }

    /// One that several can be busy with.
    pub fn large(seed: u64) -> Graph {
        let mut numbers = Random::new(seed);
        let mut random = |below: usize| numbers.below(below);
        let count = 2000 + random(500);
        let next = (0..count).map(|_| (0..random(6)).map(|_| random(count)).collect()).collect();
        Graph { next }
    }

    /// States that can be reached, transitions between them, and those of them that are stuck.
    pub fn reach(&self) -> (usize, u64, BTreeSet<usize>) {
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
#[derive(Clone)]
pub struct Walker {
    pub graph: Graph,
    pub at: usize,
    pub marks: Vec<usize>,
    /// Says once, after this many steps, that everything so far must be done again.
    pub outdated_after: Option<u64>,
    pub steps: u64,
    /// Grows now and then, as machines do that meet new parts of a program.
    pub grown: u64,
    pub grows: bool,
}

impl Walker {
    pub fn new(graph: &Graph, outdated_after: Option<u64>) -> Walker {
        Walker { graph: graph.clone(), at: 0, marks: vec![], outdated_after, steps: 0, grown: 0, grows: true }
    }
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
                property: Property::DEADLOCK,
                message: self.at.to_string(),
                details: vec![],
            }),
        }
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        self.steps += 1;
        self.grown += u64::from(self.steps.is_power_of_two());
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
    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let mut words = Vec::new();
        pool.words(state[0], &mut words);
        self.at = words[0] as usize;
        self.marks.clear();
        Ok(())
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Walker { marks: vec![], outdated_after: None, ..self.clone() }))
    }
    fn settle(&mut self) -> Settled {
        let is_outdated = self.outdated_after == Some(self.steps);
        if is_outdated {
            self.outdated_after = None;
        }
        Settled { extent: if self.grows { self.grown } else { 0 }, is_outdated }
    }
}

#[derive(Default)]
pub struct PlainStore {
    pub components: Numbered<(u8, Vec<u32>)>,
    pub states: Numbered<Vec<CompId>>,
    /// With more states than this it has lost some.
    pub most: Option<u64>,
}

/// Items in the order in which they came, each once.
#[derive(Default)]
pub struct Numbered<T> {
    pub items: Vec<T>,
    pub numbers: HashMap<T, usize>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    /// The number of an item, and whether it is new.
    pub fn number(&mut self, item: T) -> (usize, bool) {
        let next = self.items.len();
        let number = *self.numbers.entry(item.clone()).or_insert(next);
        if number == next {
            self.items.push(item);
        }
        (number, number == next)
    }
}

impl Pool for PlainStore {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        CompId(self.components.number((kind, words.to_vec())).0 as u32)
    }
    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (kind, words) = &self.components.items[component.0 as usize];
        out.extend(words);
        *kind
    }
}

impl Store for PlainStore {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let (at, is_new) = self.states.number(state.to_vec());
        if is_new { Insert::New(StateId(at as u64)) } else { Insert::Seen(Some(StateId(at as u64))) }
    }
    fn find(&mut self, state: &[CompId]) -> Option<StateId> {
        self.states.numbers.get(state).map(|&at| StateId(at as u64))
    }
    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        out.clone_from(&self.states.items[state.0 as usize]);
        self.fault().is_none()
    }
    fn fault(&self) -> Option<String> {
        self.most.filter(|&most| self.states() > most).map(|_| "lost".to_string())
    }
    fn states(&self) -> u64 {
        self.states.items.len() as u64
    }
    fn bytes(&self) -> u64 {
        0
    }
    fn clear(&mut self) {
        *self = PlainStore { most: self.most, ..PlainStore::default() };
    }
    fn figures(&self) -> lts::Figures {
        lts::Figures::default()
    }
}

pub const NO_LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: true };

/// The same store for many.
#[derive(Clone, Default)]
pub struct CommonStore(pub Arc<Mutex<PlainStore>>);

impl Pool for CommonStore {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        base::lock(&self.0).intern(kind, words)
    }
    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        base::lock(&self.0).words(component, out)
    }
}

impl Store for CommonStore {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        base::lock(&self.0).insert(state)
    }
    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        base::lock(&self.0).get(state, out)
    }
    fn handle(&self) -> Option<Box<dyn Store>> {
        Some(Box::new(self.clone()))
    }
    fn fault(&self) -> Option<String> {
        base::lock(&self.0).fault()
    }
    fn states(&self) -> u64 {
        base::lock(&self.0).states()
    }
    fn bytes(&self) -> u64 {
        0
    }
    fn clear(&mut self) {
        base::lock(&self.0).clear();
    }
    fn figures(&self) -> lts::Figures {
        lts::Figures::default()
    }
}

/// Shows only the first two choices of a state until it has learnt that there are more.
pub struct Blinkered {
    inner: Walker,
    /// Steps of all siblings together: which of them takes how many is chance.
    taken: Arc<AtomicU64>,
    learns_after: u64,
    knows: bool,
    is_outdated: bool,
}

impl Blinkered {
    pub fn new(graph: &Graph, learns_after: u64) -> Blinkered {
        let inner = Walker { grows: false, ..Walker::new(graph, None) };
        Blinkered { inner, taken: Arc::default(), learns_after, knows: false, is_outdated: false }
    }
}

impl Wrapper for Blinkered {
    fn inner(&self) -> &dyn System {
        &self.inner
    }
    fn inner_mut(&mut self) -> &mut dyn System {
        &mut self.inner
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        let status = System::choices(&mut self.inner, out);
        if !self.knows {
            out.list.truncate(2);
        }
        status
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        if taken >= self.learns_after && !self.knows {
            (self.knows, self.is_outdated) = (true, true);
        }
        System::step(&mut self.inner, choice)
    }
    fn settle(&mut self) -> Settled {
        Settled { extent: 0, is_outdated: std::mem::take(&mut self.is_outdated) }
    }
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        Some(self)
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        let inner = Walker { marks: vec![], ..self.inner.clone() };
        Some(Box::new(Blinkered { inner, taken: self.taken.clone(), is_outdated: false, ..*self }))
    }
}

impl Knowledge for Blinkered {
    fn learnt(&self) -> Vec<u32> {
        if self.knows { vec![1] } else { vec![] }
    }
    fn learn(&mut self, learnt: &[u32]) {
        (self.knows, self.is_outdated) = (!learnt.is_empty(), false);
    }
}

/// What a search came to, without what depends on its order.
pub fn summary(ended: &search::SearchResult) -> (u64, u64, BTreeSet<String>) {
    let found = ended.found.iter().map(|found| found.finding.message.clone()).collect();
    (ended.statistics.states, ended.statistics.transitions, found)
}
