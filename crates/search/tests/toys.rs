//! Random small systems against a search of twenty lines: same states, same transitions, same findings.

// Each test uses a part of it.
#[allow(dead_code)]
mod common;

use common::{CommonStore, Graph, NO_LIMITS, PlainStore, Walker, summary};
use lts::System;
use search::{Limits, Order, Sampling, Share, Strategy, Why, best_first, depth_first, parallel, sample};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

fn check(graph: &Graph, limits: &Limits, outdated_after: Option<u64>) -> search::SearchResult {
    let mut walker = Walker::new(graph, outdated_after);
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
fn every_order_visits_the_same() {
    for seed in 0..500 {
        let graph = Graph::random(seed);
        let expected = summary(&check(&graph, &NO_LIMITS, None));
        for order in [Order::Breadth, Order::MostBlocked, Order::UserValue] {
            let mut walker = Walker::new(&graph, None);
            let ended =
                best_first(&mut walker, &mut PlainStore::default(), &order, &NO_LIMITS, &mut |_| true);
            assert_eq!(summary(&ended), expected, "seed {seed}, {order:?}");
        }
    }
}

#[test]
fn breadth_first_finds_shortest_paths() {
    for seed in 0..500 {
        let graph = Graph::random(seed);
        let mut walker = Walker::new(&graph, None);
        let limits = Limits { all: false, ..NO_LIMITS };
        let mut store = PlainStore::default();
        let ended = best_first(&mut walker, &mut store, &Order::Breadth, &limits, &mut |_| true);
        let (mut level, mut depth) = (BTreeSet::from([0]), 0);
        let is_stuck = |at: &usize| graph.next[*at].is_empty() && at % 2 == 1;
        while !level.iter().any(is_stuck) && depth < 40 {
            level = level.iter().flat_map(|&at| graph.next[at].iter().copied()).collect();
            depth += 1;
        }
        let expected = (depth < 40).then_some(depth);
        assert_eq!(ended.found.first().map(|found| found.path.len()), expected, "seed {seed}");
    }
}

#[test]
fn workers_visit_what_one_visits() {
    for seed in 0..30 {
        let graph = Graph::large(seed);
        let expected = summary(&check(&graph, &NO_LIMITS, None));
        for (workers, outdated_after) in [(2, None), (3, None), (4, Some(2500))] {
            let mut system: Box<dyn System> = Box::new(Walker::new(&graph, outdated_after));
            let mut store = CommonStore::default();
            let ended = parallel(&mut system, &mut store, workers, &NO_LIMITS, &mut |_| true);
            let (states, transitions, found) = summary(&ended);
            assert!(ended.is_complete());
            assert_eq!((states, found), (expected.0, expected.2.clone()), "seed {seed}, {workers} workers");
            assert!(outdated_after.is_some() || transitions == expected.1, "seed {seed}, {workers} workers");
        }
    }
}

#[test]
fn walks_find_what_is_there_and_never_claim_more() {
    for seed in 0..200 {
        let graph = Graph::random(seed);
        let (_, _, stuck) = graph.reach();
        for strategy in
            [Strategy::Random, Strategy::Priorities { changes: 2 }, Strategy::Preemptions { most: 2 }]
        {
            let sampling = Sampling::of(strategy, 300, seed);
            let limits = Limits { depth: Some(200), ..NO_LIMITS };
            let ended = sample(&mut Walker::new(&graph, None), &sampling, &limits, &mut |_| true);
            assert!(!ended.is_complete());
            let found: BTreeSet<usize> =
                ended.found.iter().map(|f| f.finding.message.parse().unwrap()).collect();
            assert!(found.is_subset(&stuck), "seed {seed}");
        }
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

/// Whatever the order, and whenever it happens: a search whose store has lost states is not complete.
#[test]
fn a_store_that_loses_states_is_never_believed() {
    for seed in 0..10 {
        let graph = Graph::large(seed);
        let states = check(&graph, &NO_LIMITS, None).statistics.states;
        for most in [0, states / 2, states - 1] {
            let lossy = || PlainStore { most: Some(most), ..PlainStore::default() };
            let mut walker = Walker::new(&graph, None);
            let deep = depth_first(&mut walker, &mut lossy(), &NO_LIMITS, &mut |_| true);
            let mut walker = Walker::new(&graph, None);
            let broad = best_first(&mut walker, &mut lossy(), &Order::Breadth, &NO_LIMITS, &mut |_| true);
            let mut system: Box<dyn System> = Box::new(Walker::new(&graph, None));
            let mut store = CommonStore(Arc::new(Mutex::new(lossy())));
            let many = parallel(&mut system, &mut store, 2, &NO_LIMITS, &mut |_| true);
            for ended in [deep, broad, many] {
                assert_eq!(ended.cut, [Why::Store], "seed {seed}, {most} of {states}");
            }
        }
        let mut whole = PlainStore { most: Some(states), ..PlainStore::default() };
        let mut walker = Walker::new(&graph, None);
        assert!(depth_first(&mut walker, &mut whole, &NO_LIMITS, &mut |_| true).is_complete());
    }
}

/// In a tree no branch leads into another, and its leaves are even: what a search says it has done is what it
/// has done.
#[test]
fn the_share_of_branches_is_true_for_trees() {
    const STATES: usize = 1 << 14;
    let children =
        |state: usize| [2 * state + 1, 2 * state + 2].into_iter().filter(|&child| child < STATES - 1);
    let next = (0..STATES - 1).map(|state| children(state).collect()).collect();
    let mut shares = Vec::new();
    let mut walker = Walker::new(&Graph { next }, None);
    let limits = Limits { all: true, ..NO_LIMITS };
    depth_first(&mut walker, &mut PlainStore::default(), &limits, &mut |progress| {
        let Some(Share::Branches(share)) = progress.share else { panic!("no share") };
        shares.push((share, progress.transitions as f64 / STATES as f64));
        true
    });
    assert!(shares.len() > 10, "{shares:?}");
    assert!(shares.iter().all(|(told, real)| (told - real).abs() < 0.01), "{shares:?}");
    // Walks know how many are left, orders that jump about know nothing.
    let sampling = Sampling::of(Strategy::Random, 5000, 1);
    let mut told = Vec::new();
    sample(&mut walker, &sampling, &limits, &mut |progress| {
        told.push(progress.share);
        true
    });
    assert!(matches!(told.last(), Some(Some(Share::Walks { done: 4000.., of: 5000 }))), "{told:?}");
    best_first(&mut walker, &mut PlainStore::default(), &Order::Breadth, &limits, &mut |progress| {
        assert_eq!(progress.share, None);
        true
    });
}
