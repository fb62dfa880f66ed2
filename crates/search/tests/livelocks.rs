//! Livelocks and partial deadlocks of random small programs of actors are those that brute force finds, with and
//! without an order of steps.
//! `JAYWALK_PROGRAMS=100000` tries more programs.

#[allow(dead_code)]
mod common;

use common::actors::{Deed, State, Style, Toy};
use common::{NO_LIMITS, PlainStore};
use lts::{Choices, Narrate, Outcome, Path, Property, System};
use search::{Caught, Portfolio, SearchResult, caught, depth_first, portfolio};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A state space, each state with the states that its steps lead to.
struct Graph {
    numbers: BTreeMap<String, usize>,
    next: Vec<Vec<usize>>,
    is_end: Vec<bool>,
    /// A step from there has an effect.
    has_effect: Vec<bool>,
    /// Who waits there.
    waiting: Vec<Vec<u32>>,
}

fn graph(mut toy: Toy) -> Graph {
    toy.start();
    let mut states: Vec<State> = vec![toy.state.clone()];
    let numbers = BTreeMap::from([(format!("{:?}", toy.state), 0)]);
    let mut graph = Graph { numbers, next: vec![], is_end: vec![], has_effect: vec![], waiting: vec![] };
    while let Some(state) = states.get(graph.next.len()).cloned() {
        let (mut next, mut has_effect, mut choices) = (Vec::new(), false, Choices::default());
        toy.state = state.clone();
        toy.choices(&mut choices);
        let mut is_end = choices.list.is_empty();
        let mut waiting = Vec::new();
        toy.waiting(&mut waiting);
        for choice in choices.list {
            toy.state = state.clone();
            if toy.step(choice) != Outcome::Next {
                is_end = true;
                continue;
            }
            has_effect |= toy.has_effect;
            let number = states.len();
            let to = *graph.numbers.entry(format!("{:?}", toy.state)).or_insert(number);
            if to == number {
                states.push(toy.state.clone());
            }
            next.push(to);
        }
        graph.next.push(next);
        graph.is_end.push(is_end);
        graph.has_effect.push(has_effect);
        graph.waiting.push(waiting);
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

    /// The components that are never left.
    fn bottoms(&self) -> BTreeSet<BTreeSet<usize>> {
        let reached = (0..self.next.len()).map(|state| self.reached(state));
        let endless = reached.filter(|reached| reached.iter().all(|&state| !self.is_end[state]));
        endless.filter(|reached| reached.iter().all(|&state| self.reached(state) == *reached)).collect()
    }

    /// Those of them in which nothing has an effect.
    fn livelocks(&self) -> BTreeSet<BTreeSet<usize>> {
        let is_silent = |bottom: &BTreeSet<usize>| bottom.iter().all(|&state| !self.has_effect[state]);
        self.bottoms().into_iter().filter(is_silent).collect()
    }

    /// Who can move in no state of a component.
    fn waiting(&self, bottom: &BTreeSet<usize>) -> Vec<u32> {
        let waits = |actor: &u32| bottom.iter().all(|&state| self.waiting[state].contains(actor));
        (0..4).filter(waits).collect()
    }

    /// The components that are never left, in which something has an effect, and somebody never moves.
    fn partial_deadlocks(&self) -> BTreeSet<BTreeSet<usize>> {
        let has_effect = |bottom: &BTreeSet<usize>| bottom.iter().any(|&state| self.has_effect[state]);
        let is_one = |bottom: &BTreeSet<usize>| has_effect(bottom) && !self.waiting(bottom).is_empty();
        self.bottoms().into_iter().filter(is_one).collect()
    }

    /// What a search says of them: one, or none if there is none, as a finding if the program can also end.
    fn compare_partial_deadlocks(&self, result: &SearchResult) -> usize {
        let wanted = self.partial_deadlocks();
        let in_found = result.found.iter().find(|found| found.finding.property == Property::PARTIAL_DEADLOCK);
        let told =
            in_found.map(|found| &found.finding).or(result.stranded.as_ref().map(|(_, finding)| finding));
        assert!(result.seeks_stranded);
        assert_eq!(told.is_some(), !wanted.is_empty());
        let Some(told) = told else { return 0 };
        let bottom = self.reached(self.numbers[&told.details[0]]);
        assert!(wanted.contains(&bottom));
        assert_eq!(told.message, format!("{:?}", self.waiting(&bottom)));
        assert_eq!(in_found.is_some(), result.statistics.ends > 0);
        1
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

/// A search whose machine tells where steps lead goes the same ways, and takes fewer steps.
fn compare_foreseeing(toy: impl Fn() -> Toy, result: &SearchResult) -> u64 {
    let mut seer = Toy { foresees: true, ..toy() };
    let foreseeing = depth_first(&mut seer, &mut PlainStore::default(), &NO_LIMITS, &mut |_| true);
    let told = |result: &SearchResult| format!("{:?} {:?}", result.found, result.stranded);
    assert_eq!(told(&foreseeing), told(result));
    assert_eq!(foreseeing.statistics.transitions, result.statistics.transitions);
    assert!(seer.steps <= result.statistics.transitions);
    result.statistics.transitions - seer.steps
}

/// The shortest way to a state.
fn path_to(mut toy: Toy, wanted: &str) -> Path {
    toy.start();
    let mut met = BTreeSet::from([format!("{:?}", toy.state)]);
    let mut work = VecDeque::from([(toy.state.clone(), Path::new())]);
    while let Some((state, path)) = work.pop_front() {
        if format!("{state:?}") == wanted {
            return path;
        }
        let mut choices = Choices::default();
        toy.state = state.clone();
        toy.choices(&mut choices);
        for choice in choices.list {
            toy.state = state.clone();
            if toy.step(choice) == Outcome::Next && met.insert(format!("{:?}", toy.state)) {
                work.push_back((toy.state.clone(), [&path[..], &[choice]].concat()));
            }
        }
    }
    panic!("{wanted} is not reached");
}

/// What is said of a component by itself, if it begins at this state, is what brute force says.
fn compare_caught(graph: &Graph, toy: impl Fn() -> Toy) {
    let (livelocks, partial) = (graph.livelocks(), graph.partial_deadlocks());
    let names: BTreeMap<usize, &String> =
        graph.numbers.iter().map(|(name, number)| (*number, name)).collect();
    let firsts = graph.bottoms().into_iter().filter_map(|bottom| bottom.first().copied());
    for first in firsts {
        let reached = graph.reached(first);
        let path = path_to(toy(), names[&first]);
        let told = caught(&mut toy(), &mut PlainStore::default(), &path, &mut || true).unwrap();
        match told {
            Some(Caught::Livelock(finding)) => {
                assert!(livelocks.contains(&reached));
                assert_eq!(&finding.message, names[&first]);
            }
            Some(Caught::PartialDeadlock(stranded, _)) => {
                assert!(partial.contains(&reached));
                assert_eq!(stranded.actors, graph.waiting(&reached));
            }
            Some(Caught::Overdue(_)) => panic!("nobody waits for time"),
            None => assert!(!livelocks.contains(&reached) && !partial.contains(&reached)),
        }
    }
}

/// How many partial deadlocks there were.
fn compare(style: Style) -> usize {
    let programs = std::env::var("JAYWALK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let (mut livelocks, mut ordered, mut longer, mut partial, mut foreseen) = (0, 0, 0, 0, 0);
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
            partial += graph.compare_partial_deadlocks(&result);
            if !is_reduced {
                foreseen += compare_foreseeing(toy, &result);
            }
        }
        if seed % 4 == 0 {
            compare_caught(&graph, toy);
        }
        livelocks += wanted.len();
        longer += wanted.iter().filter(|livelock| livelock.len() > 1).count();
    }
    assert!(livelocks > 20 && longer > 5 && ordered > 100, "{livelocks}, {longer}, {ordered}");
    assert!(foreseen > 100, "only {foreseen} steps were not taken since they were foreseen");
    partial
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

#[test]
fn programs_that_change_something_for_ever() {
    let partial = compare(Style { loops: true, flips: true, no_checks: true, ..Style::default() })
        + compare(Style { loops: true, flips: true, attempts: true, ..Style::default() })
        + compare(Style {
            loops: true,
            flips: true,
            parks: true,
            inputs: true,
            naps: true,
            ..Style::default()
        });
    assert!(partial > 40, "only {partial} partial deadlocks");
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

/// Who waits for a lock where only time can pass might have had it first.
#[test]
fn who_waits_while_time_passes_could_have_come_first() {
    use Deed::{Give, Loop, Nap, Park, Take};
    let holds_for_ever = vec![Take(0), Park, Give(0)];
    let toy = || Toy::of(vec![holds_for_ever.clone(), vec![Nap, Loop(0)], vec![Take(0), Give(0)]], false);
    let wanted = graph(toy()).livelocks();
    assert_eq!(wanted.len(), 2);
    assert_eq!(graph(toy()).told(&searched(toy(), true, false)), wanted);
}
