//! Engines on the same random models: what one says, the other says; every counterexample is one.

mod random;

#[path = "../../check/tests/common/mod.rs"]
mod common;

use common::by_equations;
use random::Random;
use sat::{ProofMethod, SatFigures, SatTask, StopSign};
use search::Limits;
use std::sync::Arc;
use sym::{Answer, Confirmed, Question, SymbolicModel};
use symbolic::explicit::{StateTable, answer};

const NO_LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: true };

/// How many models: a sample in the usual tests, more where `JAYWALK_SMV_MODELS` asks for it.
fn models() -> u64 {
    std::env::var("JAYWALK_SMV_MODELS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

fn first_seed() -> u64 {
    std::env::var("JAYWALK_SMV_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn by_diagrams(model: &SymbolicModel, squaring: bool) -> bdd::BddReport {
    let options = bdd::BddOptions { node_limit: 1 << 16, squaring, stop_at_first: false };
    bdd::answer(model, &options, &mut |_| true)
}

#[derive(Default, Debug)]
struct Seen {
    read: u64,
    fails: u64,
    holds: u64,
    whole: u64,
    dead: u64,
    fair: u64,
    brute: u64,
    solved: u64,
}

#[test]
fn engines_agree_on_random_models() {
    let mut seen = Seen::default();
    for seed in first_seed()..first_seed() + models() {
        let text = Random::new(seed).model();
        let smv = match smv::read("random.smv", &text, &[]) {
            Ok(smv) => smv,
            // Values out of range and the like: the generator does not avoid them all.
            Err(_) => continue,
        };
        seen.read += 1;
        compare(seed, &text, &Arc::new(smv.model), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.read > models() / 3, "{seen:?}");
    assert!(seen.fails > models() / 4 && seen.holds > models() / 4 && seen.brute > models() / 20, "{seen:?}");
    assert!(seen.solved > models() / 4, "{seen:?}");
    assert!(seen.dead > 0 && seen.fair > 0 && seen.whole > seen.fails / 3, "{seen:?}");
}

fn compare(seed: u64, text: &str, model: &Arc<SymbolicModel>, seen: &mut Seen) {
    let plain = answer(model, &NO_LIMITS, &mut |_| true);
    let diagrams = by_diagrams(model, true);
    assert_eq!(plain.is_empty, diagrams.is_empty, "seed {seed}\n{text}");
    if let Some(states) = diagrams.states {
        assert_eq!(plain.states, states as u64, "reachable states, seed {seed}\n{text}");
        assert_eq!(plain.dead_end.is_some(), diagrams.dead_end.is_some(), "dead ends, seed {seed}\n{text}");
    }
    seen.dead += u64::from(plain.dead_end.is_some());
    seen.fair += u64::from(!model.justice.is_empty());
    for (number, spec) in model.specs.iter().enumerate() {
        let (one, other) = (&plain.answers[number], &diagrams.answers[number]);
        let said = |answer: &Answer| match answer {
            Answer::Holds => "holds".to_string(),
            Answer::Fails(_) => "fails".to_string(),
            Answer::Unknown(why) => why.clone(),
        };
        assert_eq!(said(one), said(other), "{}, seed {seed}\n{text}", spec.name);
        for (engine, answer) in [("explicit", one), ("bdd", other)] {
            match answer {
                Answer::Fails(trace) => {
                    seen.fails += 1;
                    match trace.check(model, spec) {
                        Ok(confirmed) => seen.whole += u64::from(confirmed == Confirmed::Whole),
                        Err(why) => panic!("{engine}, {}: {why}, seed {seed}\n{text}", spec.name),
                    }
                }
                _ => seen.holds += 1,
            }
        }
        by_solver(seed, text, model, number, one, seen);
        if let Question::Ctl(formula) = &spec.question {
            let explored = StateTable::new(model, &spec.atoms, &NO_LIMITS, &mut |_| true).expect("small");
            if explored.fairness.is_none() {
                seen.brute += 1;
                let sets = by_equations(&explored.graph, formula, &mut Vec::new());
                let holds = explored.beginnings().iter().all(|&state| sets[state as usize]);
                assert_eq!(holds, *one == Answer::Holds, "by equations: {}, seed {seed}\n{text}", spec.name);
            }
        }
    }
}

/// What a solver says, with a bound on induction and paths: never the contrary.
fn by_solver(seed: u64, text: &str, model: &SymbolicModel, number: usize, one: &Answer, seen: &mut Seen) {
    let spec = &model.specs[number];
    for (method, bound) in [(ProofMethod::Bounded, 6), (ProofMethod::Induction, 6), (ProofMethod::Ic3, 200)] {
        let (stop, figures): (StopSign, _) = (Arc::new(|| false), SatFigures::default());
        let mut task = SatTask { bound: Some(bound), stop, tell: &mut |_| {}, figures };
        let answered = sat::answer(model, spec, method, &mut task)
            .unwrap_or_else(|fault| panic!("{method:?}, {}: {fault}, seed {seed}\n{text}", spec.name));
        let is_same = match (&answered.answer, one) {
            (Answer::Unknown(_), _) => continue,
            (Answer::Holds, Answer::Holds) | (Answer::Fails(_), Answer::Fails(_)) => true,
            _ => false,
        };
        assert!(is_same, "{method:?}, {}: {:?}, seed {seed}\n{text}", spec.name, answered.answer);
        seen.solved += 1;
    }
}

#[test]
fn longer_steps_reach_the_same_states() {
    let text = "MODULE main VAR a : word[12]; odd : boolean; ASSIGN init(a) := 0ud12_0; next(a) := a + 0ud12_1; \
        init(odd) := FALSE; next(odd) := !odd; CTLSPEC AG (odd <-> a[0:0] = 0ub1_1) CTLSPEC EF a = 0ud12_4095";
    let model = smv::read("count.smv", text, &[]).expect("a model").model;
    let (with, without) = (by_diagrams(&model, true), by_diagrams(&model, false));
    assert_eq!(with.states, without.states);
    assert_eq!(with.answers, [Answer::Holds, Answer::Holds]);
    assert_eq!(with.answers, without.answers);
    assert!(with.squares > 0 && without.squares == 0);
}

#[test]
fn a_limit_on_nodes_is_no_verdict() {
    let text = "MODULE main VAR a : word[16]; b : word[16]; c : word[16]; ASSIGN next(a) := b * c; next(b) := a * c; \
        next(c) := a * b; CTLSPEC AG a != 0ud16_77";
    let model = smv::read("large.smv", text, &[]).expect("a model").model;
    let options = bdd::BddOptions { node_limit: 1 << 12, squaring: true, stop_at_first: false };
    let report = bdd::answer(&model, &options, &mut |_| true);
    assert!(
        matches!(&report.answers[0], Answer::Unknown(why) if why.contains("nodes")),
        "{:?}",
        report.answers
    );
}
