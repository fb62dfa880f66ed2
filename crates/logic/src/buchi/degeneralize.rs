//! From marks on arrows to accepting states: a level counts which marks have been met in turn.

use super::generalized::{Arrow, Generalized};
use super::graph::components;
use super::plain::{Automaton, State};
use super::simulation::reduce;
use base::FastMap;

/// Orders of the marks that are tried; which is best cannot be seen beforehand.
const ORDERS: u32 = 6;

/// The smallest of the automata that different orders of the marks give.
pub fn smallest(generalized: &Generalized) -> Automaton {
    let count = generalized.marks;
    let mut best: Option<Automaton> = None;
    for turn in 0..count.clamp(1, ORDERS) {
        for backwards in [false, true] {
            let mut order: Vec<u32> = (0..count).map(|i| (i + turn) % count.max(1)).collect();
            if backwards {
                order.reverse();
            }
            let made = reduce(degeneralize(generalized, &order));
            let size = |a: &Automaton| (a.states.len(), a.arrows());
            if best.as_ref().is_none_or(|best| size(&made) < size(best)) {
                best = Some(made);
            }
        }
    }
    best.unwrap_or(Automaton { initial: 0, states: vec![State::default()] })
}

/// A state for each state and level. The level begins anew in each component.
fn degeneralize(generalized: &Generalized, order: &[u32]) -> Automaton {
    let top = order.len();
    let component = components(&generalized.successors());
    let mut numbers: FastMap<(u32, usize), u32> = FastMap::default();
    let mut order_of_meeting = vec![(generalized.initial, 0)];
    numbers.insert((generalized.initial, 0), 0);
    let mut states = Vec::new();
    let mut next = 0;
    while let Some(&(state, level)) = order_of_meeting.get(next) {
        next += 1;
        let mut arrows = Vec::new();
        for arrow in &generalized.states[state as usize] {
            let inside = component[arrow.to as usize] == component[state as usize];
            let to = (arrow.to, if inside { advance(level, arrow, order) } else { 0 });
            let fresh = order_of_meeting.len() as u32;
            let number = *numbers.entry(to).or_insert(fresh);
            if number == fresh {
                order_of_meeting.push(to);
            }
            arrows.push((arrow.label, number));
        }
        states.push(State { accepting: level == top, arrows });
    }
    Automaton { initial: 0, states }
}

/// The level behind an arrow: as far as its marks go in turn; at the top it begins anew.
fn advance(level: usize, arrow: &Arrow, order: &[u32]) -> usize {
    let mut level = if level == order.len() { 0 } else { level };
    while level < order.len() && arrow.marks >> order[level] & 1 == 1 {
        level += 1;
    }
    level
}
