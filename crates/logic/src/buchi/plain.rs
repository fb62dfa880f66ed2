//! Büchi automata with accepting states: a run is accepted if it is in an accepting state again and again.

use super::Cube;
use super::graph::components;
use crate::lasso::Lasso;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub accepting: bool,
    /// Reading a letter that the label allows, go there.
    pub arrows: Vec<(Cube, u32)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    pub initial: u32,
    pub states: Vec<State>,
}

impl Automaton {
    pub fn arrows(&self) -> usize {
        self.states.iter().map(|state| state.arrows.len()).sum()
    }

    pub(super) fn successors(&self) -> Vec<Vec<u32>> {
        self.states.iter().map(|state| state.arrows.iter().map(|(_, to)| *to).collect()).collect()
    }

    /// Whatever follows, a run that has come here is accepted.
    pub fn accepts_all(&self, state: u32) -> bool {
        let State { accepting, arrows } = &self.states[state as usize];
        *accepting && arrows.iter().any(|&(label, to)| to == state && label == Cube::TRUE)
    }

    /// For each state whether it is on a cycle.
    pub(super) fn on_cycle(&self, component: &[u32]) -> Vec<bool> {
        let mut size = vec![0u32; self.states.len()];
        for &c in component {
            size[c as usize] += 1;
        }
        let loops = |state: usize| self.states[state].arrows.iter().any(|&(_, to)| to as usize == state);
        (0..self.states.len()).map(|s| size[component[s] as usize] > 1 || loops(s)).collect()
    }

    /// States from which nothing is accepted are dropped, and those that cannot be reached; the rest is
    /// numbered as it is met.
    pub(super) fn trim(&mut self) {
        let component = components(&self.successors());
        let on_cycle = self.on_cycle(&component);
        let mut alive = vec![false; self.states.len()];
        for (s, state) in self.states.iter().enumerate() {
            alive[s] = state.accepting && on_cycle[s];
        }
        loop {
            let mut changed = false;
            for (s, state) in self.states.iter().enumerate() {
                if !alive[s] && state.arrows.iter().any(|&(_, to)| alive[to as usize]) {
                    (alive[s], changed) = (true, true);
                }
            }
            if !changed {
                break;
            }
        }
        for state in &mut self.states {
            state.arrows.retain(|&(_, to)| alive[to as usize]);
        }
        self.keep_reached();
    }

    fn keep_reached(&mut self) {
        let mut number = vec![u32::MAX; self.states.len()];
        let mut order = vec![self.initial];
        number[self.initial as usize] = 0;
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            for &(_, to) in &self.states[state as usize].arrows {
                if number[to as usize] == u32::MAX {
                    number[to as usize] = order.len() as u32;
                    order.push(to);
                }
            }
        }
        self.states = order
            .iter()
            .map(|&old| {
                let State { accepting, arrows } = &self.states[old as usize];
                let arrows = arrows.iter().map(|&(label, to)| (label, number[to as usize])).collect();
                State { accepting: *accepting, arrows }
            })
            .collect();
        self.initial = 0;
    }

    /// Whether it accepts a word.
    pub fn accepts(&self, word: &Lasso) -> bool {
        // The product of states and places in the word; a cycle in it through an accepting state.
        let letters: Vec<u64> = word.stem.iter().chain(&word.cycle).copied().collect();
        let width = letters.len();
        let next = |place: usize| if place + 1 < width { place + 1 } else { word.stem.len() };
        let node = |state: u32, place: usize| state as usize * width + place;
        let mut successors = vec![Vec::new(); self.states.len() * width];
        for (s, state) in self.states.iter().enumerate() {
            for (place, &letter) in letters.iter().enumerate() {
                let allowed = state.arrows.iter().filter(|(label, _)| label.allows(letter));
                successors[node(s as u32, place)] =
                    allowed.map(|&(_, to)| node(to, next(place)) as u32).collect();
            }
        }
        let mut reached = vec![false; successors.len()];
        let mut pending = vec![node(self.initial, 0)];
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                pending.extend(successors[at].iter().map(|&to| to as usize));
            }
        }
        let component = components(&successors);
        (0..successors.len()).any(|at| {
            let is_accepting = self.states[at / width].accepting && reached[at];
            is_accepting && comes_back(&successors, &component, at)
        })
    }
}

fn comes_back(successors: &[Vec<u32>], component: &[u32], at: usize) -> bool {
    // Within a component everything comes back, if it can leave at all.
    successors[at].iter().any(|&to| component[to as usize] == component[at])
}
