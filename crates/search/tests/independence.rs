//! Steps that commute are taken in one order: random small programs of actors, locks and variables end in the
//! same ways whether a search leaves out orders or not. `JAYWALK_PROGRAMS=100000` tries more of them.

#[allow(dead_code)]
mod common;

use common::actors::{Deed, State, Style, Toy};
use common::{NO_LIMITS, PlainStore};
use lts::Store;
use search::{Checkpoint, Keep, Limits, Portfolio, SearchResult, depth_first, keeping, portfolio, resume};
use std::collections::BTreeSet;

/// A program whose loops are no matter here: they are there to come back to states.
fn program(seed: u64, has_loops: bool) -> Toy {
    let style = Style { answers: true, loops: has_loops, spins: has_loops, ..Style::default() };
    Toy { tells_effects: false, ..Toy::random(seed, style) }
}

/// How a program can end, what is found in it, and in how many states.
fn explored(mut toy: Toy, is_reduced: bool) -> (BTreeSet<State>, BTreeSet<String>, u64) {
    toy.is_reduced = is_reduced;
    let mut store = PlainStore::default();
    let result: SearchResult = depth_first(&mut toy, &mut store, &NO_LIMITS, &mut |_| true);
    summary(toy, &result, &store)
}

/// The same by a search that stops after so many steps, walks, and comes back.
fn interrupted(mut toy: Toy, after: u64) -> (BTreeSet<State>, BTreeSet<String>, u64) {
    toy.is_reduced = true;
    let mut store = PlainStore::default();
    let mut usual = Portfolio::usual(after);
    usual.head.steps = after;
    usual.sampling.budget.steps = 100;
    let result = portfolio(&mut toy, &mut store, &NO_LIMITS, &usual, &mut |_| true);
    assert!(result.statistics.walked > 0 || result.statistics.transitions <= after, "it has walked");
    summary(toy, &result, &store)
}

/// What a search kept when it was stopped.
struct Shelf(Vec<u8>);

impl Keep for Shelf {
    fn is_due(&mut self) -> bool {
        false
    }
    fn keep(&mut self, checkpoint: &Checkpoint, _: &dyn Store) {
        self.0 = checkpoint.to_bytes(&Vec::new());
    }
}

/// The same by one that is given up after every few states, and taken up again from its checkpoint by another machine.
/// How often that was.
fn given_up(toy: Toy, after: u64) -> ((BTreeSet<State>, BTreeSet<String>, u64), u64) {
    let (mut store, mut shelf, mut times) = (PlainStore::default(), Shelf(Vec::new()), 0);
    let mut toy = Toy { is_reduced: true, ..toy };
    let limits = |store: &PlainStore| Limits { states: Some(store.states() + after), ..NO_LIMITS };
    let first = limits(&store);
    let mut result = keeping(&mut toy, &mut store, &first, Some(&mut shelf), &mut |_| true);
    while !result.is_complete() {
        let (_, checkpoint) = Checkpoint::from_bytes(&shelf.0).expect("a checkpoint");
        let ends = toy.ends;
        toy = Toy { is_reduced: true, tells_effects: false, ends, ..Toy::of(toy.programs, false) };
        let more = limits(&store);
        let taken_up = resume(&mut toy, &mut store, checkpoint, &more, Some(&mut shelf), &mut |_| true);
        result = taken_up.expect("the same program");
        times += 1;
    }
    (summary(toy, &result, &store), times)
}

fn summary(toy: Toy, result: &SearchResult, store: &PlainStore) -> (BTreeSet<State>, BTreeSet<String>, u64) {
    let found = result.found.iter().map(|found| found.finding.message.clone()).collect();
    (toy.ends, found, store.states())
}

fn compare(has_loops: bool) {
    let programs = std::env::var("JAYWALK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(3000);
    let (mut all, mut some, mut times, mut more) = (0, 0, 0, 0);
    for seed in 0..programs {
        let (ends, found, states) = explored(program(seed, has_loops), false);
        let (reduced_ends, reduced_found, fewer) = explored(program(seed, has_loops), true);
        let text = || format!("program {seed}: {:?}", program(seed, has_loops).programs);
        assert_eq!(reduced_ends, ends, "{}", text());
        assert_eq!(reduced_found, found, "{}", text());
        assert!(fewer <= states, "{}", text());
        let again = interrupted(program(seed, has_loops), 1 + seed % 40);
        assert_eq!(again, (ends.clone(), found.clone(), fewer), "{}", text());
        let ((ends_then, found_then, states_then), taken_up) =
            given_up(program(seed, has_loops), 1 + seed % 30);
        assert_eq!((ends_then, found_then), (ends, found), "taken up again: {}", text());
        times += taken_up;
        more += states_then;
        all += states;
        some += fewer;
    }
    assert!(some * 4 < all * 3, "{some} of {all} states: little was left out");
    assert!(times > programs && more < all, "{more} of {all} states, taken up again {times} times");
}

#[test]
fn programs_end_in_the_same_ways() {
    compare(false);
}

#[test]
fn programs_with_loops_end_in_the_same_ways() {
    compare(true);
}

/// Actors that have nothing to do with each other are explored one after the other.
#[test]
fn strangers_need_one_order() {
    let programs = (0..3).map(|variable| vec![Deed::Write(variable, 1); 10]).collect();
    let (_, found, states) = explored(Toy::of(programs, false), true);
    assert!(found.is_empty());
    assert_eq!(states, 31);
}
