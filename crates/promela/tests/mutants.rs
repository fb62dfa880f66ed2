//! Damaged models: each is read and run or refused, and nothing panics.

use front::{Front, Reduction, Wanted};
use lts::{Choices, Outcome};
use promela::PromelaFront;
use testkit::random::Random;

const MODELS: [&str; 4] = [
    include_str!("models/everything.pml"),
    include_str!("models/messages.pml"),
    include_str!("models/escapes.pml"),
    include_str!("models/claims.pml"),
];

/// What a piece may become: numbers, signs, and words that look at the whole system.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "255",
    "99999999999",
    "(",
    "}",
    "::",
    "\"",
    "é",
    "_",
    "#",
    "np_",
    "enabled(0)",
    "enabled(_pid)",
    "pc_value(1)",
    "timeout",
    "_last",
    "_nr_pr",
    "run",
    "else",
    "d_step",
    "unless",
    "skip",
    "eval(x)",
];

/// Words and what is between them.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        match pieces.last_mut() {
            Some(last) if is_word && last.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                last.push(c)
            }
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

fn mutate(pieces: &[String], random: &mut Random) -> String {
    let mut pieces = pieces.to_vec();
    for _ in 0..=random.below(3) {
        let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(6) {
            0 => drop(pieces.remove(at)),
            1 => pieces.swap(at, other),
            2 => pieces[at] = pieces[other].clone(),
            3 => pieces.insert(at, pieces[other].clone()),
            4 => {
                pieces[at] = WORDS[random.below(WORDS.len())].to_string();
            }
            _ => pieces.truncate(at.max(1)),
        }
        if pieces.is_empty() {
            pieces.push(" ".to_string());
        }
    }
    pieces.concat()
}

/// Reads a model and goes some steps. True if it was one.
fn attempt(text: &str) -> bool {
    let include = |_: &str, _: &str| Err("there is nothing to include".to_string());
    let Ok(front) = PromelaFront::parse("mutant.pml", text, &include) else { return false };
    let _ = front.properties();
    let wanted = Wanted {
        reduction: Reduction::Off,
        races: false,
        atoms: &["1 == 1"],
        onlookers: 0,
        branching: false,
    };
    let Ok(mut subject) = front.open(0, &wanted) else { return false };
    let system = &mut *subject.system;
    system.start();
    let mut choices = Choices::default();
    for step in 0..40 {
        system.choices(&mut choices);
        let Some(&choice) = choices.list.get(step % choices.list.len().max(1)) else { break };
        if system.step(choice) != Outcome::Next {
            break;
        }
        let _ = system.atoms().is_some_and(|atoms| atoms.holds(0));
    }
    true
}

#[test]
fn damaged_models_do_no_damage() {
    let mut random = Random(7);
    let mut accepted = 0;
    let count = std::env::var("PROMELA_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(6000);
    for model in MODELS {
        assert!(attempt(model), "{model}");
    }
    for number in 0..count {
        let pieces = pieces(MODELS[number % MODELS.len()]);
        accepted += u32::from(attempt(&mutate(&pieces, &mut random)));
    }
    assert!(accepted > 100, "only {accepted} mutants were models");
}
