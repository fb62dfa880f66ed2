//! Machines that learn while they are explored: whatever they learn, and whenever, nothing is missed.

// Each test uses a part of it.
#[allow(dead_code)]
mod common;

use common::{Blinkered, CommonStore, Graph, NO_LIMITS, PlainStore};
use lts::System;
use search::{Order, best_first, depth_first, parallel};

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
