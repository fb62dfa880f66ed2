//! Deterministic automata made small: without states that lead nowhere, and with equal states merged.

use super::{Dfa, DfaState};
use std::collections::BTreeMap;

/// Without the states from which no final one can be reached.
pub(super) fn live(automaton: &Dfa) -> Dfa {
    let states = &automaton.states;
    let mut lives: Vec<bool> = states.iter().map(|state| state.is_final).collect();
    loop {
        let mut has_grown = false;
        for (number, state) in states.iter().enumerate().rev() {
            if !lives[number] && state.arrows.iter().any(|&(_, to)| lives[to as usize]) {
                lives[number] = true;
                has_grown = true;
            }
        }
        if !has_grown {
            break;
        }
    }
    if !lives.first().copied().unwrap_or(false) {
        return Dfa::default();
    }
    let numbers = numbered(&lives);
    let kept = states.iter().enumerate().filter(|&(number, _)| lives[number]).map(|(_, state)| {
        let arrows = state.arrows.iter().filter(|&&(_, to)| lives[to as usize]);
        DfaState {
            is_final: state.is_final,
            arrows: arrows.map(|&(letter, to)| (letter, numbers[to as usize])).collect(),
        }
    });
    Dfa { states: kept.collect() }
}

/// The number of each state among those that are kept.
fn numbered(kept: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let number = |&is_kept: &bool| {
        next += u32::from(is_kept);
        next - u32::from(is_kept)
    };
    kept.iter().map(number).collect()
}

/// States that the same words complete become one. They are numbered in the order in which a walk along the letters
/// meets them, so that equal sets of words have equal automata.
pub(super) fn smallest(automaton: &Dfa) -> Dfa {
    let states = &automaton.states;
    let mut block: Vec<u32> = states.iter().map(|state| u32::from(state.is_final)).collect();
    let mut blocks = 0;
    loop {
        let mut signatures: BTreeMap<(u32, Vec<(u32, u32)>), u32> = BTreeMap::new();
        let mut finer = Vec::with_capacity(states.len());
        for (number, state) in states.iter().enumerate() {
            let arrows = state.arrows.iter().map(|&(letter, to)| (letter, block[to as usize])).collect();
            let next = signatures.len() as u32;
            finer.push(*signatures.entry((block[number], arrows)).or_insert(next));
        }
        let count = signatures.len();
        block = finer;
        if count == blocks {
            break;
        }
        blocks = count;
    }
    walked(states, &block)
}

/// The quotient, numbered by a walk.
fn walked(states: &[DfaState], block: &[u32]) -> Dfa {
    let mut number: BTreeMap<u32, u32> = BTreeMap::new();
    let mut representatives = Vec::new();
    if !states.is_empty() {
        number.insert(block[0], 0);
        representatives.push(0);
    }
    let mut made: Vec<DfaState> = Vec::new();
    while made.len() < representatives.len() {
        let state = &states[representatives[made.len()]];
        let mut arrows = Vec::with_capacity(state.arrows.len());
        for &(letter, to) in &state.arrows {
            let next = number.len() as u32;
            let target = *number.entry(block[to as usize]).or_insert(next);
            if target == next {
                representatives.push(to as usize);
            }
            arrows.push((letter, target));
        }
        made.push(DfaState { is_final: state.is_final, arrows });
    }
    Dfa { states: made }
}
