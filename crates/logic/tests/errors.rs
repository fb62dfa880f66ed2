//! Errors point at the spot; nothing makes the reader panic.

mod common;

use common::Random;
use logic::{Logic, parse};

fn check(logic: Logic, text: &str, expected: &str) {
    let error = parse(logic, text).expect_err(text).to_string();
    assert_eq!(error, expected.trim_start_matches('\n'), "\n{error}\n");
}

#[test]
fn the_spot_is_shown() {
    check(
        Logic::Ltl,
        "G (p -> F q",
        "
expected ')' for the one at column 3, found the end of the formula
  G (p -> F q
             ^",
    );
    check(
        Logic::Ltl,
        "G p & & q",
        "
expected a formula, found '&&'
  G p & & q
        ^",
    );
    check(
        Logic::Ltl,
        "G (size > 0)",
        "
'>' means nothing in a formula; an atom that is more than a name stands in double quotes
  G (size > 0)
          ^",
    );
    check(
        Logic::Ltl,
        "AG p",
        "
expected an operator or the end of the formula, found 'p'; 'AG' is an operator of CTL: use --ctl
  AG p
     ^",
    );
    check(
        Logic::Ltl,
        "F \"x > 0",
        "
this quote is not closed
  F \"x > 0
    ^^^^^^",
    );
}

#[test]
fn fragments_are_kept() {
    check(
        Logic::Ctl,
        "AG (p -> F q)",
        "
in CTL a path quantifier A or E stands right before a temporal operator; CTL* has it so: --ctlstar
  AG (p -> F q)
           ^",
    );
    check(
        Logic::Ctl,
        "A (p && q)",
        "
in CTL a temporal operator stands right behind a path quantifier; CTL* has it so: --ctlstar
  A (p && q)
  ^",
    );
    check(
        Logic::CtlStar,
        "p && F q",
        "
in CTL* this stands within a path quantifier A or E; without any it is LTL: --ltl
  p && F q
       ^",
    );
    check(
        Logic::Mu,
        "mu x. p || EX !x",
        "
a variable must stand below an even number of negations
  mu x. p || EX !x
                 ^",
    );
    check(
        Logic::Mu,
        "EX x U p",
        "
expected an operator or the end of the formula, found 'U'
  EX x U p
       ^",
    );
    for (logic, good) in [
        (Logic::Ltl, "[](p -> <>q) && GF a"),
        (Logic::Ctl, "AG (req -> A[req U ack]) && p EU q"),
        (Logic::CtlStar, "A(FG p) || AG(EF p)"),
        (Logic::Mu, "nu y.p && []y"),
        (Logic::Mu, "!(mu y. p || EX (mu z. y || <> z))"),
        (Logic::Ltl, "\"Thread-1 at Cls.run:42\" U Thread-1.done"),
    ] {
        parse(logic, good).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn next_operators_are_noted() {
    let parsed = parse(Logic::Ctl, "AG (p -> EX q) && AX p").expect("a formula");
    let spots: Vec<&str> = parsed.nexts.iter().map(|span| &parsed.text[span.start..span.end]).collect();
    assert_eq!(spots, ["EX", "AX"]);
    assert!(parse(Logic::Ltl, "G p").expect("a formula").nexts.is_empty());
}

#[test]
fn hostile_text_is_refused() {
    let deep = "(".repeat(100_000);
    let chain = "p & ".repeat(50_000) + "p";
    let nots = "!".repeat(100_000) + "p";
    let until = "p U ".repeat(50_000) + "p";
    let implies = "p -> ".repeat(50_000) + "p";
    let fixed = "mu x. ".repeat(50_000) + "x";
    for text in [&deep, &chain, &nots, &until, &implies, &fixed] {
        assert!(parse(Logic::Ltl, text).is_err() && parse(Logic::Mu, text).is_err());
    }
    let many: Vec<String> = (0..65).map(|i| format!("a{i}")).collect();
    assert!(parse(Logic::Ltl, &many.join("&")).is_err());
    const PIECES: [&str; 24] = [
        "G", "F", "X", "U", "A", "E", "(", ")", "[", "]", "p", "mu", "nu", ".", "!", "&", "->", "<->", "\"",
        "ö", " ", "<>", "AU", "1",
    ];
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let text: String = (0..random.below(12)).map(|_| PIECES[random.below(PIECES.len())]).collect();
        for logic in [Logic::Ltl, Logic::Ctl, Logic::CtlStar, Logic::Mu] {
            if let Err(error) = parse(logic, &text) {
                assert!(error.to_string().contains('^'));
            }
        }
    }
}
