//! Normal forms, simplification, automata and the HOA format against the meaning of formulas on random words.

mod common;

use common::Random;
use logic::buchi::translate;
use logic::lasso::holds;
use logic::{Logic, Named, hoa, negated, negation_normal_form, parse, simplify};

const FORMULAS: u64 = 4_000;
const WORDS: usize = 30;
const ATOMS: usize = 3;

#[test]
fn normal_forms_mean_the_same() {
    for seed in 0..FORMULAS {
        let mut random = Random::new(seed);
        let size = 1 + random.below(14);
        let formula = random.ltl(size, ATOMS);
        let normal = negation_normal_form(&formula);
        let simple = simplify(&normal);
        let opposite = simplify(&negated(&formula));
        assert!(simple.size() <= normal.size(), "seed {seed}: {simple:?} is larger than {normal:?}");
        for _ in 0..WORDS {
            let word = random.word(ATOMS);
            let expected = holds(&formula, &word);
            assert_eq!(holds(&normal, &word), expected, "seed {seed}: {formula:?} on {word:?}");
            assert_eq!(holds(&simple, &word), expected, "seed {seed}: {formula:?} as {simple:?} on {word:?}");
            assert_eq!(holds(&opposite, &word), !expected, "seed {seed}: {formula:?} on {word:?}");
        }
    }
}

#[test]
fn automata_accept_the_words_of_their_formula() {
    for seed in 0..FORMULAS {
        let mut random = Random::new(seed + 1_000_000);
        let size = 1 + random.below(11);
        let formula = random.ltl(size, ATOMS);
        let automaton = translate(&formula).expect("small formulas have small automata");
        let opposite = translate(&formula.clone().negate()).expect("small formulas have small automata");
        for _ in 0..WORDS {
            let word = random.word(ATOMS);
            let expected = holds(&formula, &word);
            assert_eq!(automaton.accepts(&word), expected, "seed {seed}: {formula:?} on {word:?}");
            assert_eq!(opposite.accepts(&word), !expected, "seed {seed}: not {formula:?} on {word:?}");
        }
    }
}

#[test]
fn what_is_printed_is_read_again() {
    let names: Vec<String> = ["a", "b \"1\" > 0", "Cls.field"].map(String::from).to_vec();
    for seed in 0..FORMULAS {
        let mut random = Random::new(seed + 2_000_000);
        let size = 1 + random.below(20);
        let formula = random.ltl(size, names.len());
        let text = Named { formula: &formula, atoms: &names }.to_string();
        let parsed = parse(Logic::Ltl, &text).unwrap_or_else(|error| panic!("{error}"));
        // Atoms are numbered as they are met, so the names are compared by printing once more.
        let atoms = parsed.names();
        assert_eq!(Named { formula: &parsed.formula, atoms: &atoms }.to_string(), text, "seed {seed}");
        assert_eq!(parsed.formula.size(), formula.size());
    }
}

#[test]
fn automata_go_through_hoa_unharmed() {
    let names: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
    for seed in 0..FORMULAS / 4 {
        let mut random = Random::new(seed + 3_000_000);
        let size = 1 + random.below(9);
        let formula = random.ltl(size, ATOMS);
        let automaton = translate(&formula).expect("small formulas have small automata");
        let text = hoa::write(&automaton, &names, "a \"name\"");
        let (back, atoms) = hoa::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(atoms, names);
        for _ in 0..WORDS {
            let word = random.word(ATOMS);
            assert_eq!(back.accepts(&word), automaton.accepts(&word), "seed {seed}: {formula:?} on {word:?}");
        }
    }
}

#[test]
fn automata_of_others_are_read() {
    // Marks on arrows, two of them, as another tool would write "infinitely often a and infinitely often b";
    // and implicit labels.
    let marked = "HOA: v1 States: 1 Start: 0 AP: 2 \"a\" \"b\" acc-name: generalized-Buchi 2 Acceptance: 2 \
        Inf(0)&Inf(1)\n\
                  properties: trans-labels --BODY-- State: 0 [0&1] 0 {0 1} [0&!1] 0 {0} [!0&1] 0 {1} [!0&!1] 0 --END--";
    let implicit = "HOA: v1 States: 1 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 2 Inf(0)&Inf(1)\n\
                    --BODY-- State: 0 0 0 {0} 0 {1} 0 {0 1} --END--";
    let formula = parse(Logic::Ltl, "GF a && GF b").expect("a formula").formula;
    for text in [marked, implicit] {
        let (automaton, _) = hoa::read(text).unwrap_or_else(|error| panic!("{error}"));
        for seed in 0..2_000 {
            let word = Random::new(seed).word(2);
            assert_eq!(automaton.accepts(&word), holds(&formula, &word), "{word:?}");
        }
    }
}

#[test]
fn damaged_automata_are_refused() {
    let good = "HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[t] \
        1\nState: 1 {0}\n[0] 1\n--END--";
    assert!(hoa::read(good).is_ok());
    let line = |text: &str| hoa::read(text).expect_err("damaged").line;
    assert_eq!(line(&good.replace("[t] 1", "[t] 7")), 11);
    assert_eq!(line(&good.replace("Inf(0)", "Fin(0)")), 5);
    assert_eq!(line(&good.replace("[0] 1", "[4] 1")), 10);
    for cut in 0..good.len() {
        let _ = hoa::read(&good[..cut]);
    }
}
