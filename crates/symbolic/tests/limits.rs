//! Engines within limits: whoever is stopped, wherever it is, says less and nothing else.

use search::{Limits, Progress};
use std::sync::Arc;
use std::time::Duration;
use sym::{Answer, SymbolicModel};
use symbolic::explicit::answer;

/// What holds and what fails, with formulas that take a graph, a fixpoint and an automaton.
const MODEL: &str = "MODULE main
VAR
  a : 0..31;
  b : 0..31;
ASSIGN
  init(a) := 0;
  init(b) := 0;
  next(a) := {(a + 1) mod 32, a};
  next(b) := {(b + 3) mod 32, b};
JUSTICE a = 3
CTLSPEC AG EF (a = 5 & b = 7)
CTLSPEC AF b = 2
LTLSPEC G F a = 3
LTLSPEC G (b = 3 -> F b = 0)
INVARSPEC a + b < 60
";

fn model() -> Arc<SymbolicModel> {
    match smv::read("limits.smv", MODEL, &[]) {
        Ok(read) => Arc::new(read.model),
        Err(_) => panic!("the model is one"),
    }
}

fn limits(time: Option<Duration>) -> Limits {
    Limits { states: None, depth: None, time, store_bytes: None, preemptions: None, all: true }
}

fn said(answers: &[Answer]) -> Vec<Option<bool>> {
    let one = |answer: &Answer| match answer {
        Answer::Holds => Some(true),
        Answer::Fails(_) => Some(false),
        Answer::Unknown(_) => None,
    };
    answers.iter().map(one).collect()
}

#[test]
fn time_is_that_of_all_specifications() {
    let model = model();
    let found = answer(&model, &limits(Some(Duration::ZERO)), &mut |_| true);
    assert_eq!(found.answers.len(), 5);
    for answer in &found.answers {
        assert!(matches!(answer, Answer::Unknown(why) if why.contains("--max-seconds")), "{answer:?}");
    }
}

#[test]
fn whoever_is_interrupted_says_nothing_false() {
    let model = model();
    let whole = said(&answer(&model, &limits(None), &mut |_| true).answers);
    assert_eq!(whole, [Some(true), Some(false), Some(true), Some(false), Some(false)]);
    let mut calls = 0;
    answer(&model, &limits(None), &mut |_: &Progress| {
        calls += 1;
        true
    });
    // Evaluation asks too, not only the search before it.
    assert!(calls > model.specs.len(), "{calls} calls");
    // Sixty places are enough: each costs as much as an answer.
    for last in (0..calls).step_by((calls / 60).max(1)) {
        let mut left = last;
        let cut = answer(&model, &limits(None), &mut |_: &Progress| {
            left = left.saturating_sub(1);
            left > 0
        });
        let cut = said(&cut.answers);
        assert!(cut.contains(&None), "stopped after {last} of {calls} calls, and nothing is missing");
        for (one, all) in cut.iter().zip(&whole) {
            assert!(one.is_none() || one == all, "stopped after {last} of {calls} calls: {cut:?}");
        }
    }
}

/// Diagrams of products are large: whoever looks on is asked while the relation is made, long before the first round.
#[test]
fn diagrams_can_be_stopped_before_there_is_a_relation() {
    let text = "MODULE main\nVAR x : word[20]; y : word[20];\nASSIGN init(x) := 0ud20_1; next(x) := x * y; \
        next(y) := y * x;\n\
        INVARSPEC x != 0ud20_5\nLTLSPEC G F x > y\n";
    let model = match smv::read("products.smv", text, &[]) {
        Ok(read) => read.model,
        Err(_) => panic!("the model is one"),
    };
    let options = bdd::BddOptions { node_limit: 1 << 20, squaring: true, stop_at_first: false };
    let mut pulses = Vec::new();
    let found = bdd::answer(&model, &options, &mut |pulse| {
        pulses.push(pulse.what);
        false
    });
    assert_eq!(pulses, ["functions of the model"], "the first who says no ends it");
    for answer in &found.answers {
        assert!(matches!(answer, Answer::Unknown(why) if why == "stopped"), "{answer:?}");
    }
}
