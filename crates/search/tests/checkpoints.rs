//! Searches that are given up and taken up again: they come to what one that was never stopped comes to.

// Each test uses a part of it.
#[allow(dead_code)]
mod common;

use common::{Blinkered, Graph, NO_LIMITS, PlainStore, Walker, summary};
use lts::{Cause, Choice, CompId, Gap, Outcome, StateId, Store, System, Wrapper};
use search::{Checkpoint, Keep, Limits, SearchResult, Terms, Why, keeping, resume};

fn terms() -> Terms {
    vec![("program".to_string(), "a toy".to_string())]
}

/// Keeps every checkpoint.
#[derive(Default)]
struct Shelf(Vec<KeptSearch>);

/// A checkpoint with the states and components of then.
struct KeptSearch {
    bytes: Vec<u8>,
    states: Vec<Vec<CompId>>,
    components: Vec<(u8, Vec<u32>)>,
}

impl KeptSearch {
    fn back(self) -> (PlainStore, Checkpoint) {
        let mut store = PlainStore::default();
        self.components.into_iter().for_each(|component| assert!(store.components.number(component).1));
        self.states.into_iter().for_each(|state| assert!(store.states.number(state).1));
        let (kept, checkpoint) = Checkpoint::from_bytes(&self.bytes).expect("what was written can be read");
        assert_eq!(kept, terms());
        (store, checkpoint)
    }
}

impl Keep for Shelf {
    fn is_due(&mut self) -> bool {
        true
    }
    fn keep(&mut self, checkpoint: &Checkpoint, store: &dyn Store) {
        let mut states = Vec::new();
        for id in 0..store.states() {
            let mut state = Vec::new();
            assert!(store.get(StateId(id), &mut state));
            states.push(state);
        }
        let last = states.iter().flatten().map(|component| component.0).max().unwrap_or(0);
        let words = |id: u32| {
            let mut words = Vec::new();
            let kind = store.words(CompId(id), &mut words);
            (kind, words)
        };
        let components = if states.is_empty() { vec![] } else { (0..=last).map(words).collect() };
        self.0.push(KeptSearch { bytes: checkpoint.to_bytes(&terms()), states, components });
    }
}

#[test]
fn a_search_goes_on_from_every_checkpoint() {
    let mut kept = 0;
    for seed in 0..30 {
        let graph = Graph::large(seed);
        let mut shelf = Shelf::default();
        let mut system = Walker { grows: false, ..Walker::new(&graph, None) };
        let whole =
            keeping(&mut system, &mut PlainStore::default(), &NO_LIMITS, Some(&mut shelf), &mut |_| true);
        for KeptSearch { bytes, states, components } in shelf.0 {
            let (mut store, checkpoint) = KeptSearch { bytes, states, components }.back();
            let mut fresh = Walker::new(&graph, None);
            fresh.grows = false;
            let ended = resume(&mut fresh, &mut store, checkpoint, &NO_LIMITS, None, &mut |_| true);
            let ended = ended.expect("the same program");
            assert_eq!(summary(&ended), summary(&whole), "seed {seed}");
            kept += 1;
        }
    }
    assert!(kept > 0, "some checkpoint was gone on from");
    assert!(Checkpoint::from_bytes(b"something else").is_none());
}

/// Systems of which most can be reached.
fn graphs(count: u64) -> impl Iterator<Item = (u64, Graph)> {
    let all = (0..count).map(|seed| (seed, Graph::large(seed)));
    all.filter(|(_, graph)| graph.reach().0 > 1500)
}

/// Searches in sessions of a few states each, every one with a fresh machine and the last checkpoint.
fn in_sessions(machine: &dyn Fn() -> Box<dyn System>, limits: &Limits, states: u64) -> (SearchResult, u32) {
    let (mut last, mut sessions): (Option<KeptSearch>, u32) = (None, 0);
    loop {
        let (mut system, mut shelf) = (machine(), Shelf::default());
        sessions += 1;
        let most = |so_far: u64| Limits { states: Some(so_far + states), ..limits.clone() };
        let ended = match last.take() {
            None => {
                let mut store = PlainStore::default();
                keeping(&mut *system, &mut store, &most(0), Some(&mut shelf), &mut |_| true)
            }
            Some(kept) => {
                let (mut store, checkpoint) = kept.back();
                let limits = most(store.states());
                resume(&mut *system, &mut store, checkpoint, &limits, Some(&mut shelf), &mut |_| true)
                    .expect("the same program")
            }
        };
        last = shelf.0.pop();
        assert!(last.is_some(), "every stop leaves a checkpoint");
        if !ended.cut.contains(&Why::States) {
            return (ended, sessions);
        }
    }
}

#[test]
fn every_stop_leaves_a_checkpoint_that_leads_to_the_end() {
    for (seed, graph) in graphs(20) {
        let machine = || Box::new(Walker { grows: false, ..Walker::new(&graph, None) }) as Box<dyn System>;
        let store = &mut PlainStore::default();
        let whole = keeping(&mut *machine(), store, &NO_LIMITS, None, &mut |_| true);
        let (ended, sessions) = in_sessions(&machine, &NO_LIMITS, 300);
        assert!(ended.is_complete() && sessions > 3);
        assert_eq!(summary(&ended), summary(&whole), "seed {seed}");
        let counts = |ended: &SearchResult| {
            let numbers = &ended.statistics;
            (numbers.revisits, numbers.ends, numbers.pruned, numbers.max_depth, numbers.restarts)
        };
        assert_eq!(counts(&ended), counts(&whole), "seed {seed}");
    }
}

#[test]
fn what_was_learnt_is_still_known() {
    for (seed, graph) in graphs(10) {
        let (states, ..) = graph.reach();
        for learns_after in [5, 150, 290] {
            let machine = || Box::new(Blinkered::new(&graph, learns_after)) as Box<dyn System>;
            let (ended, _) = in_sessions(&machine, &NO_LIMITS, 250);
            assert_eq!(ended.statistics.states, states as u64, "seed {seed}, after {learns_after}");
            assert!(ended.is_complete());
        }
    }
}

#[test]
fn what_was_cut_stays_cut() {
    let graph = Graph::large(3);
    let machine = || Box::new(Walker { grows: false, ..Walker::new(&graph, None) }) as Box<dyn System>;
    let mut shelf = Shelf::default();
    let limits = Limits { depth: Some(7), states: Some(40), ..NO_LIMITS };
    let cut = keeping(&mut *machine(), &mut PlainStore::default(), &limits, Some(&mut shelf), &mut |_| true);
    assert!(cut.cut.contains(&Why::Depth) && cut.cut.contains(&Why::States));
    let (mut store, checkpoint) = shelf.0.pop().expect("a checkpoint").back();
    let ended = resume(&mut *machine(), &mut store, checkpoint, &NO_LIMITS, None, &mut |_| true);
    assert_eq!(ended.expect("the same program").cut, [Why::Depth], "paths were cut, whoever goes on");
}

/// Some states cannot be left.
struct Gapped(Walker);

impl Wrapper for Gapped {
    fn inner(&self) -> &dyn System {
        &self.0
    }
    fn inner_mut(&mut self) -> &mut dyn System {
        &mut self.0
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        if self.0.at % 97 == 5 {
            let what = format!("state {}", self.0.at);
            return Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: "here".to_string() });
        }
        System::step(&mut self.0, choice)
    }
}

#[test]
fn gaps_are_not_forgotten() {
    for (seed, graph) in graphs(10) {
        let machine =
            || Box::new(Gapped(Walker { grows: false, ..Walker::new(&graph, None) })) as Box<dyn System>;
        let store = &mut PlainStore::default();
        let whole = keeping(&mut *machine(), store, &NO_LIMITS, None, &mut |_| true);
        let (ended, _) = in_sessions(&machine, &NO_LIMITS, 300);
        assert!(!whole.gaps.is_empty());
        assert_eq!(ended.gaps, whole.gaps, "seed {seed}");
    }
}

#[test]
fn another_system_is_refused() {
    let (graph, other) = (Graph::large(1), Graph::large(2));
    let mut shelf = Shelf::default();
    let mut system = Walker { grows: false, ..Walker::new(&graph, None) };
    let limits = Limits { states: Some(500), ..NO_LIMITS };
    keeping(&mut system, &mut PlainStore::default(), &limits, Some(&mut shelf), &mut |_| true);
    let (mut store, checkpoint) = shelf.0.pop().expect("a checkpoint").back();
    let mut system = Walker { grows: false, ..Walker::new(&other, None) };
    assert!(resume(&mut system, &mut store, checkpoint, &NO_LIMITS, None, &mut |_| true).is_none());
}
