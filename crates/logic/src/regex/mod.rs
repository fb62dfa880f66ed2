//! Regular expressions over numbered letters, and their smallest automata.
//!
//! An expression becomes an automaton with empty arrows (Thompson 1968), that a deterministic one by the subset
//! construction, and that the smallest one by refining a partition of its states (Moore 1956). States from which
//! no word can be completed are left out, so whoever follows an automaton never gets stuck before a final state.

mod minimal;
mod nondeterministic;

use nondeterministic::Fragments;

/// A set of finite words. Whoever made it knows what the letters stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Regex {
    Letter(u32),
    /// One after the other; the empty sequence is the empty word.
    Sequence(Vec<Regex>),
    /// One of them; of none, no word.
    Choice(Vec<Regex>),
    /// At least `min` times, and at most `max` times if there is a bound.
    Repeat {
        of: Box<Regex>,
        min: u32,
        max: Option<u32>,
    },
}

/// A deterministic automaton without states that lead nowhere. It begins in state 0, unless it has no state: then it
/// accepts no word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dfa {
    pub states: Vec<DfaState>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DfaState {
    /// A word may end here.
    pub is_final: bool,
    /// Letters, each once and in their order, and where they lead.
    pub arrows: Vec<(u32, u32)>,
}

/// The expression needs an automaton that is larger than we make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyStates;

impl std::fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the automaton of this expression would have more than {MAX_STATES} states")
    }
}

/// States of an automaton on the way. Bounded repetition multiplies, and nobody reads a driver of this size.
const MAX_STATES: usize = 20_000;

impl Regex {
    /// The empty word.
    pub const EMPTY: Regex = Regex::Sequence(Vec::new());

    /// Its smallest automaton. Equal sets of words give equal automata.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn automaton(&self) -> Result<Dfa, TooManyStates> {
        let subsets = Fragments::of(self)?.subsets()?;
        Ok(minimal::live(&subsets).smallest())
    }
}

impl Dfa {
    /// With states merged that the same words complete.
    #[must_use]
    pub fn smallest(&self) -> Dfa {
        minimal::smallest(self)
    }

    /// The word is one of its words.
    pub fn accepts(&self, word: &[u32]) -> bool {
        let end = word.iter().try_fold(0, |at, &letter| self.step(at, letter));
        end.and_then(|at| self.states.get(at as usize)).is_some_and(|state| state.is_final)
    }

    /// Where a letter leads; `None` if no word goes on like this.
    pub fn step(&self, at: u32, letter: u32) -> Option<u32> {
        let arrows = &self.states.get(at as usize)?.arrows;
        arrows.binary_search_by_key(&letter, |arrow| arrow.0).ok().map(|found| arrows[found].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    fn repeat(of: Regex, min: u32, max: Option<u32>) -> Regex {
        Regex::Repeat { of: Box::new(of), min, max }
    }

    /// The meaning of expressions, word by word: the ends of all prefixes of `word[at..]` that are words.
    fn ends(of: &Regex, word: &[u32], at: usize) -> Vec<usize> {
        let mut found = match of {
            Regex::Letter(letter) => {
                if word.get(at) == Some(letter) {
                    vec![at + 1]
                } else {
                    vec![]
                }
            }
            Regex::Sequence(parts) => parts
                .iter()
                .fold(vec![at], |from, part| from.into_iter().flat_map(|at| ends(part, word, at)).collect()),
            Regex::Choice(parts) => parts.iter().flat_map(|part| ends(part, word, at)).collect(),
            Regex::Repeat { of, min, max } => {
                // More rounds than there are letters bring nothing new.
                let most = max.unwrap_or(u32::MAX).min(*min + word.len() as u32 + 1);
                let mut now = vec![at];
                let mut all = if *min == 0 { now.clone() } else { vec![] };
                for round in 1..=most {
                    now = now.into_iter().flat_map(|at| ends(of, word, at)).collect();
                    now.sort_unstable();
                    now.dedup();
                    if round >= *min {
                        all.extend(&now);
                    }
                }
                all
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    struct Draw(Random);

    impl Draw {
        fn below(&mut self, bound: u64) -> u64 {
            self.0.below(bound as usize) as u64
        }

        fn regex(&mut self, depth: u32) -> Regex {
            match self.below(if depth == 0 { 2 } else { 6 }) {
                0 | 1 => Regex::Letter(self.below(3) as u32),
                2 | 3 => {
                    let count = self.below(4);
                    Regex::Sequence((0..count).map(|_| self.regex(depth - 1)).collect())
                }
                4 => {
                    let count = self.below(4);
                    Regex::Choice((0..count).map(|_| self.regex(depth - 1)).collect())
                }
                _ => {
                    let (min, more) = (self.below(3) as u32, self.below(3) as u32);
                    let max = (self.below(2) == 0).then_some(min + more);
                    repeat(self.regex(depth - 1), min, max)
                }
            }
        }
    }

    #[test]
    fn random_expressions_mean_what_they_mean() {
        let mut draw = Draw(Random(7));
        let words: Vec<Vec<u32>> = (0..3u32.pow(5))
            .flat_map(|number| {
                (0..=5).map(move |length| (0..length).map(|i| number / 3u32.pow(i) % 3).collect())
            })
            .collect();
        for round in 0..400 {
            let regex = draw.regex(3);
            let automaton = regex.automaton().unwrap();
            for word in &words {
                let expected = ends(&regex, word, 0).contains(&word.len());
                assert_eq!(automaton.accepts(word), expected, "round {round}: {regex:?} and {word:?}");
            }
        }
    }

    #[test]
    fn equal_sets_have_equal_automata() {
        let (a, b) = (Regex::Letter(0), Regex::Letter(1));
        let star = |of: Regex| repeat(of, 0, None);
        let either = Regex::Choice(vec![a.clone(), b.clone()]);
        let other = Regex::Sequence(vec![star(a.clone()), star(Regex::Sequence(vec![b, star(a)]))]);
        let automaton = star(either).automaton().unwrap();
        assert_eq!(automaton, other.automaton().unwrap());
        assert_eq!(automaton.states.len(), 1);
    }

    #[test]
    fn what_leads_nowhere_is_left_out() {
        let stuck = Regex::Sequence(vec![Regex::Letter(0), Regex::Choice(vec![])]);
        assert_eq!(stuck.automaton().unwrap(), Dfa::default());
        let half = Regex::Choice(vec![stuck, Regex::Letter(1)]);
        assert_eq!(half.automaton().unwrap(), Regex::Letter(1).automaton().unwrap());
    }

    #[test]
    fn huge_bounds_are_refused() {
        let nested = (0..5).fold(Regex::Letter(0), |of, _| repeat(of, 100, Some(100)));
        assert_eq!(nested.automaton(), Err(TooManyStates));
    }
}
