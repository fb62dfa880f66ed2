//! Searches without a store: random small programs of actors end in the same ways as with one, and each Mazurkiewicz
//! trace is explored once. `JAYWALK_PROGRAMS=100000` tries more programs.

#[allow(dead_code)]
mod common;

use common::actors::{Deed, State, Style, Toy};
use common::{NO_LIMITS, PlainStore};
use lts::{Choice, Choices, Footprint, Outcome, System};
use search::{Limits, SearchResult, Why, depth_first, stateless};
use std::collections::BTreeSet;

/// How a program can end, and what is found in it.
type Ends = (BTreeSet<State>, BTreeSet<String>);

fn found(result: &SearchResult) -> BTreeSet<String> {
    result.found.iter().map(|found| found.finding.message.clone()).collect()
}

fn with_store(mut toy: Toy) -> Ends {
    let result = depth_first(&mut toy, &mut PlainStore::default(), &NO_LIMITS, &mut |_| true);
    (toy.ends, found(&result))
}

fn without(mut toy: Toy) -> (Ends, SearchResult) {
    toy.is_reduced = true;
    let result = stateless(&mut toy, &NO_LIMITS, &mut |_| true);
    assert!(result.is_complete(), "{:?}", result.cut);
    ((toy.ends, found(&result)), result)
}

fn programs() -> u64 {
    std::env::var("JAYWALK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(2000)
}

/// All programs of a style end as they do with a store. How often more than one run was made, and how many slept.
fn compare(style: Style) {
    compare_some(style, programs());
}

fn compare_some(style: Style, programs: u64) {
    let mut reversed = 0;
    for seed in 0..programs {
        let ends = with_store(Toy::random(seed, style));
        let (reduced, result) = without(Toy::random(seed, style));
        let text = || format!("program {seed}: {:?}", Toy::random(seed, style).programs);
        assert_eq!(reduced, ends, "{}", text());
        reversed += result.statistics.reversed;
    }
    assert!(reversed > programs, "{reversed} races were reversed");
}

#[test]
fn programs_end_in_the_same_ways() {
    compare(Style::default());
}

#[test]
fn programs_that_wait_for_locks_end_in_the_same_ways() {
    compare(Style { attempts: true, ..Style::default() });
}

#[test]
fn programs_with_permits_end_in_the_same_ways() {
    compare(Style { parks: true, ..Style::default() });
}

#[test]
fn programs_with_inputs_and_last_resorts_end_in_the_same_ways() {
    compare(Style { parks: true, inputs: true, naps: true, attempts: true, ..Style::default() });
    compare(Style { inputs: true, naps: true, ..Style::default() });
}

/// Who looks at everything sees whether another has come to wait.
#[test]
fn programs_that_look_at_those_who_wait_end_in_the_same_ways() {
    let style = Style { looks: true, attempts: true, ..Style::default() };
    compare_some(Style { no_checks: true, ..style }, programs() / 4);
    compare_some(Style { parks: true, inputs: true, ..style }, programs() / 10);
}

/// An event of a run: who, the how-many-eth of his, what it touched, which locks it left, and what it comes after.
#[derive(Clone)]
struct Event {
    actor: u32,
    touched: Vec<Footprint>,
    left: Option<usize>,
    after: BTreeSet<usize>,
}

/// The events of a run, actor by actor, each with all that comes before it.
type Trace = Vec<(u32, Vec<(u32, usize)>)>;

/// All Mazurkiewicz traces of a program, by trying every order.
fn traces(toy: &mut Toy, run: &mut Vec<Event>, out: &mut BTreeSet<Trace>) {
    let mut choices = Choices::default();
    toy.choices(&mut choices);
    if choices.list.is_empty() {
        let number = |at: usize| run[..at].iter().filter(|event| event.actor == run[at].actor).count();
        let names: Vec<(u32, usize)> = (0..run.len()).map(|at| (run[at].actor, number(at))).collect();
        let mut trace = Trace::new();
        for actor in 0..toy.programs.len() as u32 {
            for event in run.iter().filter(|event| event.actor == actor) {
                let mut after: Vec<(u32, usize)> = event.after.iter().map(|&at| names[at]).collect();
                after.sort_unstable();
                trace.push((actor, after));
            }
        }
        out.insert(trace);
    }
    for choice in choices.list {
        let before = toy.state.clone();
        let deed = toy.next(choice.actor as usize);
        assert_eq!(toy.step(choice), Outcome::Next);
        let touched = toy.footprints.clone();
        let mut after = BTreeSet::new();
        for (at, event) in run.iter().enumerate().rev() {
            let conflict = event.touched.iter().any(|own| touched.iter().any(|its| own.conflicts(its)));
            let is_left = matches!(deed, Some(Deed::Take(lock)) if event.left == Some(lock));
            if event.actor == choice.actor || conflict || is_left {
                after.extend(event.after.iter().copied().chain([at]));
            }
        }
        let left = match deed {
            Some(Deed::Give(lock)) => Some(lock),
            _ => None,
        };
        run.push(Event { actor: choice.actor, touched, left, after });
        traces(toy, run, out);
        run.pop();
        toy.state = before;
    }
}

/// Every trace once, and no run that sleeps at its end.
fn count(style: Style, programs: u64) {
    let mut many = 0;
    for seed in 0..programs {
        let mut toy = Toy::random(seed, style);
        if toy.programs.iter().map(Vec::len).sum::<usize>() > 9 {
            continue;
        }
        let mut all = BTreeSet::new();
        traces(&mut toy, &mut Vec::new(), &mut all);
        let (_, result) = without(Toy::random(seed, style));
        let text = || format!("program {seed}: {:?}", toy.programs);
        assert_eq!(result.statistics.inexact, 0, "{}", text());
        assert_eq!(result.statistics.executions, all.len() as u64, "{}", text());
        many += u64::from(all.len() > 1);
    }
    assert!(many > programs / 10, "{many} programs with more than one trace");
}

#[test]
fn each_trace_once() {
    count(Style { no_checks: true, ..Style::default() }, programs());
}

#[test]
fn each_trace_with_permits_once() {
    count(Style { no_checks: true, parks: true, ..Style::default() }, programs());
}

fn runs(programs: Vec<Vec<Deed>>) -> u64 {
    without(Toy::of(programs, false)).1.statistics.executions
}

/// Interleavings that are counted by hand.
#[test]
fn runs_of_known_programs() {
    let strangers: Vec<Vec<Deed>> = (0..3).map(|variable| vec![Deed::Write(variable, 1); 10]).collect();
    assert_eq!(runs(strangers), 1, "strangers");
    assert_eq!(runs(vec![vec![Deed::Read(0); 5]; 4]), 1, "readers");
    for (actors, orders) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
        assert_eq!(runs(vec![vec![Deed::Write(0, 1)]; actors]), orders, "{actors} writers");
        assert_eq!(runs(vec![vec![Deed::Take(0), Deed::Give(0)]; actors]), orders, "{actors} takers");
    }
    // One reader is before or after each of the writers, which write different variables: two to the power of n.
    let writers = (0..3).map(|variable| vec![Deed::Write(variable, 1)]);
    let readers = vec![vec![Deed::Read(0), Deed::Read(1), Deed::Read(2)]];
    assert_eq!(runs(writers.chain(readers).collect()), 8);
    // Two and two writes to one variable: six orders.
    assert_eq!(runs(vec![vec![Deed::Write(0, 1); 2]; 2]), 6);
}

/// What goes on for ever is cut, and what does not is not.
#[test]
fn runs_without_an_end_are_cut() {
    let toy = |first| Toy::of(vec![vec![first, Deed::Write(1, 1)], vec![Deed::Write(0, 1)]], false);
    let explore = |mut toy: Toy| {
        toy.is_reduced = true;
        stateless(&mut toy, &Limits { depth: Some(20), ..NO_LIMITS }, &mut |_| true)
    };
    let result = explore(toy(Deed::Loop(0)));
    assert_eq!(result.cut, [Why::Depth]);
    assert!(result.statistics.max_depth <= 20 && result.statistics.ends > 0);
    let result = explore(toy(Deed::Read(0)));
    assert!(result.is_complete());
    assert_eq!(result.statistics.executions, 2);
}

/// A path that is told leads to what was found.
#[test]
fn paths_lead_to_findings() {
    let mut told = 0;
    for seed in 0..500 {
        let style = Style { inputs: true, parks: true, attempts: true, ..Style::default() };
        let (_, result) = without(Toy::random(seed, style));
        for found in &result.found {
            let mut toy = Toy::random(seed, style);
            toy.start();
            let mut outcome = Outcome::Next;
            for &Choice { actor, value } in &found.path {
                assert_eq!(outcome, Outcome::Next);
                outcome = toy.step(Choice { actor, value });
            }
            let status = toy.choices(&mut Choices::default());
            let is_there = match outcome {
                Outcome::Violated(finding) => finding == found.finding,
                _ => matches!(status, lts::Status::Stuck(finding) if finding == found.finding),
            };
            assert!(is_there, "program {seed}: {:?}", found.path);
            told += 1;
        }
    }
    assert!(told > 50, "{told} findings");
}
