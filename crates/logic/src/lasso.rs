//! The truth of an LTL formula on an infinite word that repeats itself: a stem, then a loop for ever.
//!
//! Written after the meaning of the operators and nothing else, so that automata and searches can be compared
//! with it.

use crate::formula::{Binary, Formula, Unary};

/// A word: valuations, atom `i` as bit `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    pub stem: Vec<u64>,
    /// Not empty.
    pub cycle: Vec<u64>,
}

/// The truth of a path formula at the beginning of a word.
///
/// # Panics
/// If the cycle is empty: such a word is not infinite.
pub fn holds(formula: &Formula, word: &Lasso) -> bool {
    assert!(!word.cycle.is_empty(), "an infinite word repeats something");
    truth(formula, word)[0]
}

/// The truth at each place of stem and loop.
fn truth(formula: &Formula, word: &Lasso) -> Vec<bool> {
    let count = word.stem.len() + word.cycle.len();
    let next = |i: usize| if i + 1 < count { i + 1 } else { word.stem.len() };
    let letters: Vec<u64> = word.stem.iter().chain(&word.cycle).copied().collect();
    let map2 = |a: &Formula, b: &Formula, f: &dyn Fn(bool, bool) -> bool| -> Vec<bool> {
        truth(a, word).into_iter().zip(truth(b, word)).map(|(a, b)| f(a, b)).collect()
    };
    // The limit of rounds that begin with `start`: as many as there are places are enough.
    let limit = |a: &[bool], b: &[bool], start: bool, f: &dyn Fn(bool, bool, bool) -> bool| -> Vec<bool> {
        let mut now = vec![start; count];
        for _ in 0..=count {
            now = (0..count).map(|i| f(a[i], b[i], now[next(i)])).collect();
        }
        now
    };
    match formula {
        Formula::True => vec![true; count],
        Formula::False | Formula::Var(_) | Formula::Fixpoint(..) => vec![false; count],
        Formula::Atom(atom) => letters.iter().map(|letter| letter >> atom & 1 == 1).collect(),
        Formula::Unary(op, a) => {
            let a = truth(a, word);
            match op {
                Unary::Not => a.iter().map(|a| !a).collect(),
                Unary::Next => (0..count).map(|i| a[next(i)]).collect(),
                Unary::Future => limit(&a, &a, false, &|a, _, later| a || later),
                Unary::Globally => limit(&a, &a, true, &|a, _, later| a && later),
                // On one path there is nothing to quantify.
                Unary::All | Unary::Exists => a,
            }
        }
        Formula::Binary(op, a, b) => match op {
            Binary::And => map2(a, b, &|a, b| a && b),
            Binary::Or => map2(a, b, &|a, b| a || b),
            Binary::Implies => map2(a, b, &|a, b| !a || b),
            Binary::Iff => map2(a, b, &|a, b| a == b),
            Binary::Until => limit(&truth(a, word), &truth(b, word), false, &|a, b, later| b || a && later),
            Binary::WeakUntil => {
                limit(&truth(a, word), &truth(b, word), true, &|a, b, later| b || a && later)
            }
            Binary::Release => {
                limit(&truth(a, word), &truth(b, word), true, &|a, b, later| b && (a || later))
            }
            Binary::StrongRelease => {
                limit(&truth(a, word), &truth(b, word), false, &|a, b, later| b && (a || later))
            }
        },
    }
}
