//! Whether a run that goes on for ever is accepted, on what workers have recorded: some component has an
//! accepting state and a way round, and is fair if that is asked for (see `search::component_search`).
//!
//! On a part of the graph a component may be smaller than it is, which makes it no fairer: what is found is
//! there.

use crate::effort::Effort;
use crate::scc::{Components, NONE};
use base::FastMap;
use search::Record;

/// What a component has.
#[derive(Clone, Default)]
struct Traits {
    accepting: bool,
    goes_round: bool,
    /// Actors that can move in all of its states, once one of these is known; actors that move within it.
    always: Option<Vec<u32>>,
    moves: Vec<u32>,
}

/// There is a cycle through a state in which the first proposition holds; only weakly fair ones count if `fair`.
/// `goes_on` is asked now and then; if it says no, nothing is said to be there.
pub fn has_accepting_cycle(records: &[&Record], fair: bool, goes_on: &dyn Fn() -> bool) -> bool {
    let ask = |_| goes_on();
    let effort = Effort::watched(&ask);
    let states: Vec<_> = records.iter().flat_map(|record| &record.states).collect();
    let numbers: FastMap<_, u32> =
        (0u32..).zip(&states).map(|(number, state)| (state.state, number)).collect();
    let mut next: Vec<Vec<(u32, u32)>> = vec![Vec::new(); states.len()];
    for step in records.iter().flat_map(|record| &record.steps) {
        // While others still search, a step may be known before the state that it leads to.
        if let (Some(&from), Some(&to)) = (numbers.get(&step.from), numbers.get(&step.to)) {
            next[from as usize].push((step.choice.actor, to));
        }
    }
    let successors =
        |node: u32, out: &mut Vec<u32>| out.extend(next[node as usize].iter().map(|&(_, to)| to));
    let components = Components::new(states.len(), &|_| effort.goes_on(), &successors);
    let mut traits = vec![Traits::default(); components.count as usize];
    for (state, &component) in states.iter().zip(&components.of) {
        if component == NONE {
            // It was not to be gone on.
            return false;
        }
        let own = &mut traits[component as usize];
        own.accepting |= state.valuation & 1 == 1;
        match &mut own.always {
            None => own.always = Some(state.movers.to_vec()),
            Some(always) => always.retain(|actor| state.movers.contains(actor)),
        }
    }
    for (from, steps) in next.iter().enumerate() {
        for &(actor, to) in steps {
            if components.of[from] == components.of[to as usize] {
                let own = &mut traits[components.of[from] as usize];
                own.goes_round = true;
                if fair && !own.moves.contains(&actor) {
                    own.moves.push(actor);
                }
            }
        }
    }
    let is_fair = |own: &Traits| !fair || own.always.iter().flatten().all(|actor| own.moves.contains(actor));
    !effort.is_over() && traits.iter().any(|own| own.accepting && own.goes_round && is_fair(own))
}
