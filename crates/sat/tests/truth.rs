//! Every engine against all states one by one, on random models; certificates that are damaged against the same.

mod common;

use common::{Graph, Random, holds, truths};
use sat::{Certificate, ProofMethod, SatFigures, SatTask};
use std::sync::Arc;
use sym::{Answer, Question, SymbolicModel};

const METHODS: [ProofMethod; 3] = [ProofMethod::Bounded, ProofMethod::Induction, ProofMethod::Ic3];

/// Longer than any lasso of a model with five bits and a small formula that has to be.
const LONG: usize = 40;

fn ask(model: &SymbolicModel, number: usize, method: ProofMethod, bound: Option<usize>) -> sat::Answered {
    let mut tell = |_: &sat::SatProgress| {};
    let figures = SatFigures::default();
    let mut asked = SatTask { bound, stop: Arc::new(|| false), tell: &mut tell, figures };
    sat::answer(model, &model.specs[number], method, &mut asked).unwrap_or_else(|fault| panic!("{fault}"))
}

/// How many models: SAT_MODELS, or enough for a few seconds.
fn count(usual: u64) -> u64 {
    std::env::var("SAT_MODELS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn engines_agree_with_all_states_one_by_one() {
    let mut met = [[0u32; 2]; 2];
    for seed in 0..count(150) {
        let model = Random::new(seed).model();
        for (number, spec) in model.specs.iter().enumerate() {
            let truth = holds(&model, spec);
            met[number][usize::from(truth)] += 1;
            for method in METHODS {
                let bound = match (method, number) {
                    (ProofMethod::Bounded, _) => Some(LONG),
                    // The longest path without repetition may have as many steps as the reduced model has states.
                    (ProofMethod::Induction, 1) => Some(8),
                    _ => None,
                };
                let answered = ask(&model, number, method, bound);
                let context = format!("seed {seed}, {}, {method:?}: {:?}", spec.name, spec.question);
                match answered.answer {
                    Answer::Holds => assert!(truth, "{context}: said to hold"),
                    Answer::Fails(trace) => {
                        assert!(!truth, "{context}: said to fail");
                        trace.check(&model, spec).unwrap_or_else(|error| panic!("{context}: {error}"));
                    }
                    Answer::Unknown(why) => {
                        let may_be = method == ProofMethod::Bounded && truth || bound == Some(8);
                        assert!(may_be, "{context}: not decided: {why}");
                    }
                }
                if let Some(certificate) = answered.certificate {
                    certificate.check(&model, spec).unwrap_or_else(|why| panic!("{context}: {why}"));
                }
            }
        }
    }
    assert!(met.iter().flatten().all(|&count| count > 10), "each kind of answer has to occur: {met:?}");
}

/// A damaged certificate may still be one, but never one for what does not hold. For invariants, whether it is one is
/// decided by all states one by one.
#[test]
fn damaged_certificates_are_told_by_what_they_are() {
    let (mut good, mut bad) = (0, 0);
    for seed in 0..count(150) {
        let mut random = Random::new(seed);
        let model = random.model();
        let spec = &model.specs[0];
        let certificate = ask(&model, 0, ProofMethod::Ic3, None).certificate.unwrap_or_default();
        for _ in 0..6 {
            let mutant = damaged(&mut random, &certificate);
            let is_one = is_certificate(&model, &mutant);
            let accepted = mutant.check(&model, spec).is_ok();
            assert_eq!(accepted, is_one, "seed {seed}: {mutant:?}");
            assert!(!accepted || holds(&model, spec), "seed {seed}: certified, and wrong");
            *(if accepted { &mut good } else { &mut bad }) += 1;
        }
        let spec = &model.specs[1];
        let certificate = ask(&model, 1, ProofMethod::Ic3, None).certificate.unwrap_or_default();
        for _ in 0..6 {
            let mutant = damaged(&mut random, &certificate);
            if mutant.check(&model, spec).is_ok() {
                assert!(holds(&model, spec), "seed {seed}: certified, and wrong");
            }
        }
    }
    assert!(good > 20 && bad > 200, "both kinds have to occur: {good}, {bad}");
}

fn damaged(random: &mut Random, certificate: &Certificate) -> Certificate {
    let mut cubes = certificate.cubes.clone();
    for _ in 0..=random.below(2) {
        if cubes.is_empty() {
            break;
        }
        let at = random.below(cubes.len());
        let length = cubes[at].len();
        match random.below(4) {
            0 => drop(cubes.remove(at)),
            1 if length > 0 => drop(cubes[at].remove(random.below(length))),
            2 if length > 0 => {
                let value = &mut cubes[at][random.below(length)].1;
                *value = !*value;
            }
            _ if length > 0 => cubes[at][random.below(length)].0.0 ^= 1 << random.below(3),
            _ => {}
        }
    }
    Certificate { cubes }
}

/// By all states: the clauses hold where runs begin and after each step from where they do, and so does the invariant.
fn is_certificate(model: &SymbolicModel, certificate: &Certificate) -> bool {
    let graph = Graph::of(model);
    let bits = model.bits_of(sym::VariableKind::State);
    if certificate.cubes.iter().flatten().any(|(bit, _)| !bits.contains(bit)) {
        return false;
    }
    let inside = |state: usize| {
        let state = &graph.states[state];
        !certificate.cubes.iter().any(|cube| cube.iter().all(|&(bit, value)| state.get(bit) == value))
    };
    let truth = truths(model, &model.specs[0].atoms, &graph.states);
    let Question::Invariant(formula) = &model.specs[0].question else { return false };
    let good = |state: usize| formula.holds_now(u64::from(truth[state][0]));
    graph.begins.iter().all(|&state| inside(state))
        && (0..graph.states.len())
            .filter(|&state| inside(state))
            .all(|state| good(state) && graph.steps[state].iter().all(|&later| inside(later)))
}

#[test]
fn what_is_not_known_up_to_the_bound_is_not_said_to_hold() {
    for seed in 0..60 {
        let model = Random::new(seed).model();
        for (number, spec) in model.specs.iter().enumerate() {
            for method in METHODS {
                match ask(&model, number, method, Some(1)).answer {
                    Answer::Holds => assert!(holds(&model, spec), "seed {seed} {method:?}"),
                    Answer::Fails(_) => assert!(!holds(&model, spec), "seed {seed} {method:?}"),
                    Answer::Unknown(_) => {}
                }
            }
        }
    }
}
