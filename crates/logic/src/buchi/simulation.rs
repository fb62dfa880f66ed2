//! Smaller automata by direct simulation: states that can do the same become one, arrows to a state that can
//! do less are dropped.

use super::Cube;
use super::graph::components;
use super::plain::{Automaton, State};

/// Automata with more states are only trimmed: comparing all pairs would take too long.
const MAX_COMPARED: usize = 400;

/// An automaton for the same words, usually smaller.
pub fn reduce(automaton: Automaton) -> Automaton {
    // States that are on no cycle may be accepting or not; which helps more cannot be seen beforehand.
    let tried = [false, true].map(|off_cycle| settle(automaton.clone(), off_cycle));
    let size = |a: &Automaton| (a.states.len(), a.arrows());
    let [first, second] = tried;
    if size(&second) < size(&first) { second } else { first }
}

fn settle(mut automaton: Automaton, off_cycle: bool) -> Automaton {
    loop {
        let before = (automaton.states.len(), automaton.arrows());
        automaton.trim();
        normalize(&mut automaton, off_cycle);
        if automaton.states.len() <= MAX_COMPARED {
            automaton = quotient(&automaton);
            automaton.trim();
        }
        if (automaton.states.len(), automaton.arrows()) == before {
            return automaton;
        }
    }
}

/// Where every cycle of a component is accepted anyway, all its states may be accepting.
fn normalize(automaton: &mut Automaton, off_cycle: bool) {
    let component = components(&automaton.successors());
    let on_cycle = automaton.on_cycle(&component);
    // What is left of each component without its accepting states.
    let rest: Vec<Vec<u32>> = automaton
        .states
        .iter()
        .enumerate()
        .map(|(s, state)| {
            let stays =
                |to: u32| component[to as usize] == component[s] && !automaton.states[to as usize].accepting;
            let arrows = state.arrows.iter().map(|&(_, to)| to).filter(|&to| !state.accepting && stays(to));
            arrows.collect()
        })
        .collect();
    let inner = components(&rest);
    let mut size = vec![0u32; rest.len()];
    for &c in &inner {
        size[c as usize] += 1;
    }
    let mut has_silent_cycle = vec![false; rest.len()];
    for (s, arrows) in rest.iter().enumerate() {
        let silent = arrows.contains(&(s as u32)) || size[inner[s] as usize] > 1;
        has_silent_cycle[component[s] as usize] |= silent;
    }
    for (s, state) in automaton.states.iter_mut().enumerate() {
        state.accepting = match on_cycle[s] {
            true => state.accepting || !has_silent_cycle[component[s] as usize],
            false => off_cycle,
        };
    }
}

/// `simulates[s][t]`: t can do whatever s can, and is accepting whenever s is.
fn simulation(automaton: &Automaton) -> Vec<Vec<bool>> {
    let states = &automaton.states;
    let mut simulates: Vec<Vec<bool>> =
        states.iter().map(|s| states.iter().map(|t| !s.accepting || t.accepting).collect()).collect();
    loop {
        let mut changed = false;
        for s in 0..states.len() {
            for t in 0..states.len() {
                if simulates[s][t] && s != t && !matches_all(&states[s], &states[t], &simulates) {
                    (simulates[s][t], changed) = (false, true);
                }
            }
        }
        if !changed {
            return simulates;
        }
    }
}

fn matches_all(s: &State, t: &State, simulates: &[Vec<bool>]) -> bool {
    s.arrows.iter().all(|&(label, to)| {
        let answers: Vec<Cube> = t
            .arrows
            .iter()
            .filter(|(_, other)| simulates[to as usize][*other as usize])
            .map(|a| a.0)
            .collect();
        is_covered(label, &answers)
    })
}

/// Every letter that the label allows is allowed by one of the answers.
fn is_covered(label: Cube, answers: &[Cube]) -> bool {
    if answers.iter().any(|&answer| label.implies(answer)) {
        return true;
    }
    let near: Vec<Cube> = answers.iter().copied().filter(|&answer| label.and(answer).is_some()).collect();
    let open = near.iter().fold(0, |sum, a| sum | a.holds | a.fails) & !(label.holds | label.fails);
    if open == 0 {
        return false;
    }
    let bit = 1 << open.trailing_zeros();
    is_covered(Cube { holds: label.holds | bit, ..label }, &near)
        && is_covered(Cube { fails: label.fails | bit, ..label }, &near)
}

fn quotient(automaton: &Automaton) -> Automaton {
    let simulates = simulation(automaton);
    let count = automaton.states.len();
    let class: Vec<usize> =
        (0..count).map(|s| (0..count).find(|&t| simulates[s][t] && simulates[t][s]).unwrap_or(s)).collect();
    let mut states = vec![State::default(); count];
    for (s, state) in automaton.states.iter().enumerate() {
        let own = &mut states[class[s]];
        own.accepting |= state.accepting;
        own.arrows.extend(state.arrows.iter().map(|&(label, to)| (label, class[to as usize] as u32)));
    }
    for state in &mut states {
        state.arrows.sort_unstable();
        state.arrows.dedup();
        let all = state.arrows.clone();
        let beats = |i: usize, j: usize| {
            let ((weaker, better), (label, to)) = (all[i], all[j]);
            label.implies(weaker) && simulates[to as usize][better as usize]
        };
        // Classes do not simulate each other both ways, and no two arrows are the same: something best always
        // remains.
        let keep: Vec<bool> =
            (0..all.len()).map(|j| !(0..all.len()).any(|i| i != j && beats(i, j))).collect();
        state.arrows = all.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(arrow, _)| arrow).collect();
        state.arrows = joined(std::mem::take(&mut state.arrows));
    }
    Automaton { initial: class[automaton.initial as usize] as u32, states }
}

/// Two arrows to one place whose labels differ in the sign of one atom are one arrow without it.
fn joined(mut arrows: Vec<(Cube, u32)>) -> Vec<(Cube, u32)> {
    loop {
        let mut found = None;
        'pairs: for i in 0..arrows.len() {
            for j in i + 1..arrows.len() {
                let ((a, to), (b, other)) = (arrows[i], arrows[j]);
                let sign = a.holds ^ b.holds;
                if to == other
                    && sign.count_ones() == 1
                    && sign == a.fails ^ b.fails
                    && sign & (a.holds & b.holds) == 0
                    && (a.holds | a.fails) == (b.holds | b.fails)
                {
                    found = Some((i, j, Cube { holds: a.holds & !sign, fails: a.fails & !sign }));
                    break 'pairs;
                }
            }
        }
        let Some((i, j, label)) = found else { return arrows };
        let to = arrows[i].1;
        arrows.remove(j);
        arrows[i] = (label, to);
    }
}
