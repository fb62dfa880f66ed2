//! Livelocks of random small programs of actors are those that brute force finds, with and without an order of steps.
//! `JAYWALK_PROGRAMS=100000` tries more programs.

#[allow(dead_code)]
mod common;

use common::actors::{Deed, State, Style, Toy};
use common::{NO_LIMITS, PlainStore};
use lts::{Choices, Outcome, Property, System};
use search::{Portfolio, SearchResult, depth_first, portfolio};
use std::collections::{BTreeMap, BTreeSet};

/// A state space, each state with the states that its steps lead to.
struct Graph {
    numbers: BTreeMap<String, usize>,
    next: Vec<Vec<usize>>,
    /// An end, or a step that has an effect.
    is_left: Vec<bool>,
}

fn graph(mut toy: Toy) -> Graph {
    toy.start();
    let mut states: Vec<State> = vec![toy.state.clone()];
    let numbers = BTreeMap::from([(format!("{:?}", toy.state), 0)]);
    let mut graph = Graph { numbers, next: Vec::new(), is_left: Vec::new() };
    while let Some(state) = states.get(graph.next.len()).cloned() {
        let (mut next, mut is_left, mut choices) = (Vec::new(), false, Choices::default());
        toy.state = state.clone();
        toy.choices(&mut choices);
        is_left |= choices.list.is_empty();
        for choice in choices.list {
            toy.state = state.clone();
            if toy.step(choice) != Outcome::Next {
                is_left = true;
                continue;
            }
            is_left |= toy.has_effect;
            let number = states.len();
            let to = *graph.numbers.entry(format!("{:?}", toy.state)).or_insert(number);
            if to == number {
                states.push(toy.state.clone());
            }
            next.push(to);
        }
        graph.next.push(next);
        graph.is_left.push(is_left);
    }
    graph
}

impl Graph {
    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let (mut reached, mut work) = (BTreeSet::from([from]), vec![from]);
        while let Some(state) = work.pop() {
            work.extend(self.next[state].iter().filter(|&&next| reached.insert(next)));
        }
        reached
    }

    /// The components that are never left and in which nothing has an effect.
    fn livelocks(&self) -> BTreeSet<BTreeSet<usize>> {
        let reached = (0..self.next.len()).map(|state| self.reached(state));
        let silent = reached.filter(|reached| reached.iter().all(|&state| !self.is_left[state]));
        silent.filter(|reached| reached.iter().all(|&state| self.reached(state) == *reached)).collect()
    }

    /// The same, where a search says that they begin.
    fn told(&self, result: &SearchResult) -> BTreeSet<BTreeSet<usize>> {
        let livelocks = result.found.iter().filter(|found| found.finding.property == Property::LIVELOCK);
        livelocks.map(|found| self.reached(self.numbers[&found.finding.message])).collect()
    }
}

fn searched(mut toy: Toy, is_reduced: bool, walks: bool) -> SearchResult {
    toy.is_reduced = is_reduced;
    let store = &mut PlainStore::default();
    match walks {
        false => depth_first(&mut toy, store, &NO_LIMITS, &mut |_| true),
        true => {
            let mut usual = Portfolio::usual(1);
            (usual.head.steps, usual.sampling.walks) = (3, 2);
            portfolio(&mut toy, store, &NO_LIMITS, &usual, &mut |_| true)
        }
    }
}

fn compare(style: Style) {
    let programs = std::env::var("JAYWALK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let (mut livelocks, mut ordered, mut longer) = (0, 0, 0);
    for seed in 0..programs {
        let toy = || Toy::random(seed, style);
        let graph = graph(toy());
        if graph.next.len() > 1000 {
            continue;
        }
        let wanted = graph.livelocks();
        for (is_reduced, walks) in [(false, false), (true, false), (true, true)] {
            let result = searched(toy(), is_reduced, walks);
            assert_eq!(graph.told(&result), wanted, "program {seed}, {is_reduced}: {:?}", toy().programs);
            ordered += result.statistics.ordered;
        }
        livelocks += wanted.len();
        longer += wanted.iter().filter(|livelock| livelock.len() > 1).count();
    }
    assert!(livelocks > 20 && longer > 5 && ordered > 100, "{livelocks}, {longer}, {ordered}");
}

#[test]
fn programs_with_loops() {
    compare(Style { loops: true, no_checks: true, ..Style::default() });
    compare(Style { loops: true, attempts: true, ..Style::default() });
}

#[test]
fn programs_with_loops_and_permits() {
    compare(Style { loops: true, parks: true, inputs: true, naps: true, ..Style::default() });
}

/// A path that is told leads to where nobody gets anywhere.
#[test]
fn paths_lead_to_livelocks() {
    let loops = |deeds: &[Deed]| [deeds, &[Deed::Loop(0)]].concat();
    let toy = || Toy::of(vec![loops(&[Deed::Read(1)]), loops(&[]), vec![Deed::Write(1, 1)]], false);
    for is_reduced in [false, true] {
        let result = searched(toy(), is_reduced, false);
        let [found] = &result.found[..] else { panic!("{:?}", result.found) };
        assert_eq!(found.finding.property, Property::LIVELOCK);
        let mut toy = toy();
        toy.start();
        assert!(found.path.iter().all(|&choice| toy.step(choice) == Outcome::Next));
        assert_eq!(format!("{:?}", toy.state), found.finding.message);
        assert!(toy.has_ended(2), "what can still change is no livelock");
    }
}
