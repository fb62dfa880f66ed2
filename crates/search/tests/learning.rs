//! Machines that learn while they are explored: whatever they learn, and whenever, nothing is missed.

// Each test uses a part of it.
#[allow(dead_code)]
mod common;

use common::{CommonStore, Graph, NO_LIMITS, PlainStore, Walker};
use lts::{Choice, Choices, Outcome, Settled, Status, System, Wrapper};
use search::{Order, best_first, depth_first, parallel};

/// Shows only the first two choices of a state until it has learnt that there are more.
struct Blinkered {
    inner: Walker,
    learns_after: u64,
    knows: bool,
    is_outdated: bool,
}

impl Blinkered {
    fn new(graph: &Graph, learns_after: u64) -> Blinkered {
        let inner = Walker { grows: false, ..Walker::new(graph, None) };
        Blinkered { inner, learns_after, knows: false, is_outdated: false }
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
        if self.inner.steps >= self.learns_after && !self.knows {
            (self.knows, self.is_outdated) = (true, true);
        }
        System::step(&mut self.inner, choice)
    }
    fn settle(&mut self) -> Settled {
        Settled { extent: 0, is_outdated: std::mem::take(&mut self.is_outdated) }
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        let inner = Walker { marks: vec![], ..self.inner.clone() };
        Some(Box::new(Blinkered { inner, is_outdated: false, ..*self }))
    }
}

#[test]
fn what_is_learnt_at_any_moment_is_searched_with() {
    for seed in 0..6 {
        let graph = Graph::large(seed);
        let (states, ..) = graph.reach();
        let mut never = Blinkered::new(&graph, u64::MAX);
        let blind = depth_first(&mut never, &mut PlainStore::default(), &NO_LIMITS, &mut |_| true);
        let steps = blind.statistics.transitions;
        assert!(blind.statistics.states < states as u64, "there is something to learn");
        // Before, while and after the first worker calls others.
        let moments = [1, 700, 1500, 1990, 2000, 2010, steps - 1];
        for learns_after in moments.into_iter().filter(|&after| after < steps) {
            let mut one = Blinkered::new(&graph, learns_after);
            let ended = depth_first(&mut one, &mut PlainStore::default(), &NO_LIMITS, &mut |_| true);
            assert_eq!(ended.statistics.states, states as u64, "seed {seed}, after {learns_after}");
            let mut one = Blinkered::new(&graph, learns_after);
            let mut store = PlainStore::default();
            let ended = best_first(&mut one, &mut store, &Order::Breadth, &NO_LIMITS, &mut |_| true);
            assert_eq!(ended.statistics.states, states as u64, "seed {seed}, after {learns_after}");
            for workers in [2, 3] {
                let mut system: Box<dyn System> = Box::new(Blinkered::new(&graph, learns_after));
                let mut store = CommonStore::default();
                let ended = parallel(&mut system, &mut store, workers, &NO_LIMITS, &mut |_| true);
                let what = format!("seed {seed}, after {learns_after}, {workers} workers");
                assert_eq!(ended.statistics.states, states as u64, "{what}");
            }
        }
    }
}
