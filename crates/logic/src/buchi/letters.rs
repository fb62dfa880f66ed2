//! The words of an automaton in which one atom at a time holds, and their beginnings: for whoever *does* what a
//! formula allows, one action after the other, and may stop.
//!
//! A word that ends is followed by letters in which nothing holds. An automaton of this kind cannot see to it that
//! something happens in the end, so of endless words it has more than the formula: all whose beginnings can be
//! completed.

use super::graph::components;
use super::{Automaton, Cube, MAX_STATES, TooLarge};
use crate::regex::{Dfa, DfaState};
use std::collections::BTreeMap;

/// Beginnings of words over the letters `0..atoms`, as a deterministic automaton. A state is final if a word may end
/// in it. It has no states if there is no word at all.
///
/// # Errors
/// If it would be too large.
pub fn beginnings(automaton: &Automaton, atoms: u32) -> Result<Dfa, TooLarge> {
    let stops = accepted_from(automaton, |label| label.allows(0), &[]);
    let does = |label: Cube| (0..atoms).any(|letter| label.allows(1 << letter));
    let lives = accepted_from(automaton, does, &stops);
    let mut known: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let first = vec![automaton.initial];
    if !lives[automaton.initial as usize] {
        return Ok(Dfa::default());
    }
    let (mut waiting, mut states) = (vec![first.clone()], vec![DfaState::default()]);
    known.insert(first, 0);
    while let Some(set) = waiting.pop() {
        let mut arrows = Vec::new();
        for letter in 0..atoms {
            let target = step(automaton, &set, 1 << letter, &lives);
            if target.is_empty() {
                continue;
            }
            let next = known.len() as u32;
            let to = *known.entry(target.clone()).or_insert(next);
            if to == next {
                states.push(DfaState::default());
                waiting.push(target);
            }
            arrows.push((letter, to));
        }
        if states.len() > MAX_STATES {
            return Err(TooLarge);
        }
        let is_final = set.iter().any(|&state| stops[state as usize]);
        states[known[&set] as usize] = DfaState { is_final, arrows };
    }
    Ok(Dfa { states }.smallest())
}

/// Where a letter leads, as far as something is accepted from there.
fn step(automaton: &Automaton, set: &[u32], letter: u64, lives: &[bool]) -> Vec<u32> {
    let arrows = set.iter().flat_map(|&state| &automaton.states[state as usize].arrows);
    let mut target: Vec<u32> = arrows
        .filter(|&&(label, to)| label.allows(letter) && lives[to as usize])
        .map(|&(_, to)| to)
        .collect();
    target.sort_unstable();
    target.dedup();
    target
}

/// For each state whether a run along these labels is accepted from it, or comes to one of `good`.
fn accepted_from(automaton: &Automaton, may_take: impl Fn(Cube) -> bool, good: &[bool]) -> Vec<bool> {
    let taken = |state: &super::State| -> Vec<u32> {
        state.arrows.iter().filter(|(label, _)| may_take(*label)).map(|&(_, to)| to).collect()
    };
    let part = Automaton {
        initial: automaton.initial,
        states: automaton
            .states
            .iter()
            .map(|state| super::State {
                accepting: state.accepting,
                arrows: taken(state).into_iter().map(|to| (Cube::TRUE, to)).collect(),
            })
            .collect(),
    };
    let on_cycle = part.on_cycle(&components(&part.successors()));
    let mut lives: Vec<bool> =
        part.states.iter().zip(on_cycle).map(|(state, on)| state.accepting && on).collect();
    lives.iter_mut().zip(good).for_each(|(lives, good)| *lives |= good);
    loop {
        let before = lives.clone();
        for (number, state) in part.states.iter().enumerate() {
            lives[number] |= state.arrows.iter().any(|&(_, to)| before[to as usize]);
        }
        if lives == before {
            return lives;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lasso::{self, Lasso};
    use crate::{Logic, parse};

    fn of(text: &str) -> Dfa {
        let parsed = parse(Logic::Ltl, text).unwrap();
        let automaton = crate::buchi::translate(&parsed.formula).unwrap();
        beginnings(&automaton, parsed.atoms.len() as u32).unwrap()
    }

    /// Words up to a length, over so many letters.
    fn words(letters: u32, length: u32) -> Vec<Vec<u32>> {
        let longer = |words: Vec<Vec<u32>>| {
            let add = |word: Vec<u32>| (0..letters).map(move |letter| [&word[..], &[letter]].concat());
            words.into_iter().flat_map(add).collect::<Vec<_>>()
        };
        let mut last = vec![vec![]];
        let mut all = last.clone();
        for _ in 0..length {
            last = longer(last);
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn words_that_end_are_those_on_which_the_formula_holds() {
        for text in [
            "G(a -> X b)",
            "a U b",
            "G(a -> F b)",
            "!b W a",
            "X X a",
            "F a & G !b",
            "(a R b) | X a",
            "G F a",
            "G !a",
            "F G !b",
        ] {
            let parsed = parse(Logic::Ltl, text).unwrap();
            let automaton = of(text);
            for word in words(parsed.atoms.len() as u32, 5) {
                let stem = word.iter().map(|&letter| 1 << letter).collect();
                let expected = lasso::holds(&parsed.formula, &Lasso { stem, cycle: vec![0] });
                assert_eq!(automaton.accepts(&word), expected, "{text} and {word:?}");
            }
        }
    }

    #[test]
    fn endless_words_need_no_end() {
        let again = of("G F a");
        assert!(again.states.iter().all(|state| !state.is_final && !state.arrows.is_empty()));
        assert_eq!(of("a & !a"), Dfa::default());
        // One thing at a time happens, so both at once is nothing that can be done.
        assert_eq!(of("F(a & b)"), Dfa::default());
    }
}
