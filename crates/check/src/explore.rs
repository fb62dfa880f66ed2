//! Every state and every step of a system, as a graph: a listener of the depth-first search.

use crate::graph::{Graph, Step};
use base::FastMap;
use lts::{Choice, Choices, StateId, Store, System};
use search::{Limits, Progress, SearchResult, Visit, visit};

/// Who moves when an ended run repeats its last state.
pub const STUTTER: u32 = u32::MAX;

/// Explores everything, or until a step is a violation in itself or a limit is reached. The graph is whole if
/// the search found nothing and is complete.
pub fn explore(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (Graph, SearchResult) {
    let limits = Limits { all: false, ..limits.clone() };
    let mut builder = Builder::default();
    let ended = visit(system, store, &limits, &mut builder, watch);
    (assemble(builder.states), ended)
}

#[derive(Default)]
struct State {
    valuation: u64,
    steps: Vec<Step>,
    others: Vec<u32>,
    /// The run ends here, and so it repeats this state for ever.
    ends: bool,
}

#[derive(Default)]
struct Builder {
    numbers: FastMap<StateId, u32>,
    states: Vec<State>,
}

impl Visit for Builder {
    fn reset(&mut self) {
        *self = Builder::default();
    }

    fn state(&mut self, state: StateId, system: &mut dyn System, choices: &Choices, ends: bool) {
        self.numbers.insert(state, self.states.len() as u32);
        let valuation = system.atoms().map_or(0, |atoms| {
            (0..atoms.count().min(64)).fold(0, |sum, i| sum | u64::from(atoms.holds(i)) << i)
        });
        self.states.push(State { valuation, steps: Vec::new(), others: choices.others.clone(), ends });
    }

    fn step(&mut self, from: StateId, choice: Choice, to: StateId) {
        let (from, to) = (self.numbers[&from], self.numbers[&to]);
        self.states[from as usize].steps.push(Step { choice, to });
    }
}

/// The graph of what was met. A state that is no end but has no steps, because the program has pruned them
/// all, is on no run: it is taken away, and so is what leads only there.
fn assemble(mut states: Vec<State>) -> Graph {
    let mut gone = vec![false; states.len()];
    loop {
        let mut changed = false;
        for (number, state) in states.iter_mut().enumerate() {
            state.steps.retain(|step| !gone[step.to as usize]);
            if !gone[number] && !state.ends && state.steps.is_empty() {
                (gone[number], changed) = (true, true);
            }
        }
        if !changed {
            break;
        }
    }
    let mut numbers = vec![0u32; states.len()];
    let mut kept = 0;
    for (number, gone) in numbers.iter_mut().zip(&gone) {
        *number = kept;
        kept += u32::from(!gone);
    }
    let initial = if gone.first() == Some(&false) { vec![0] } else { vec![] };
    let rest = || states.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(state, _)| state);
    let renamed = |step: &Step| Step { to: numbers[step.to as usize], ..*step };
    let steps = rest().map(|state| state.steps.iter().map(renamed).collect()).collect();
    let mut graph = Graph::new(initial, rest().map(|state| state.valuation).collect(), steps, STUTTER);
    for (number, state) in (0u32..).zip(rest()) {
        for &actor in &state.others {
            graph.add_other(number, actor);
        }
    }
    graph
}
