//! Every state and every step of a system, as a graph, made of what searches have recorded.

use crate::effort::Effort;
use crate::graph::{Graph, Step};
use base::FastMap;
use lts::{StateId, Store, System};
use search::{Checkpoints, Limits, Progress, Record, SearchResult, Workers, record, record_by_workers};
use std::cell::{Cell, RefCell};
use std::time::Instant;

/// Who moves when an ended run repeats its last state.
pub const STUTTER: u32 = u32::MAX;

/// Explores everything, or until a step is a violation in itself or a limit is reached. There is a graph if the search
/// found nothing and is complete. `None` if the checkpoint to begin from is for another program.
pub fn explore(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<(Graph, SearchResult)> {
    let limits = Limits { all: false, ..limits.clone() };
    let (recorded, result) = record(system, store, &limits, kept, watch)?;
    Some(built(&[recorded], result, store, &limits, watch))
}

/// The same by several workers. States have other numbers, and steps another order.
pub fn explore_by_workers(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: Workers,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (Graph, SearchResult) {
    let limits = Limits { all: false, ..limits.clone() };
    let (records, result, _) = record_by_workers(system, store, workers, &limits, &mut |_, _| false, watch);
    built(&records, result, store, &limits, watch)
}

/// The graph of a search that came to its end, as long as that keeps to the limits; of another one, nothing.
fn built(
    records: &[Record],
    mut result: SearchResult,
    store: &dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (Graph, SearchResult) {
    if !result.is_complete() || !result.found.is_empty() {
        return (Graph::default(), result);
    }
    let steps: usize = records.iter().map(|record| record.steps.len()).sum();
    let states: usize = records.iter().map(|record| record.states.len()).sum();
    // Twice: once to put it in order, once as a graph.
    let own = 2 * (states * size_of::<State>() + steps * size_of::<Step>());
    let held = store.bytes() + records.iter().map(Record::bytes).sum::<u64>();
    let started = Instant::now();
    let (overrun, watch) = (Cell::new(None), RefCell::new(watch));
    let ask = |bytes: u64| {
        let elapsed = result.statistics.elapsed + started.elapsed();
        overrun.set(limits.overrun(&result.progress(held + bytes, elapsed), &mut **watch.borrow_mut()));
        overrun.get().is_none()
    };
    let effort = Effort::watched(&ask);
    effort.hold(own).keep();
    let graph = if effort.is_over() { Graph::default() } else { graph_of(records, &effort) };
    match overrun.get() {
        None => (graph, result),
        Some(why) => {
            result.cut.push(why);
            (Graph::default(), result)
        }
    }
}

#[derive(Default)]
struct State {
    valuation: u64,
    steps: Vec<Step>,
    others: Box<[u32]>,
    /// The run ends here, and so it repeats this state for ever.
    ends: bool,
}

/// What was recorded, as a graph. Whatever leads to a state that was not is left out: the search was cut.
fn graph_of(records: &[Record], effort: &Effort<'_>) -> Graph {
    let mut numbers: FastMap<StateId, u32> = FastMap::default();
    let mut states: Vec<State> = Vec::new();
    for state in records.iter().flat_map(|record| &record.states).take_while(|_| effort.goes_on()) {
        let before = numbers.insert(state.state, states.len() as u32);
        debug_assert!(before.is_none(), "a state is new to one worker");
        let (valuation, others) = (state.valuation, state.others.clone());
        states.push(State { valuation, steps: Vec::new(), others, ends: state.ends });
    }
    for step in records.iter().flat_map(|record| &record.steps).take_while(|_| effort.goes_on()) {
        if let (Some(&from), Some(&to)) = (numbers.get(&step.from), numbers.get(&step.to)) {
            states[from as usize].steps.push(Step { choice: step.choice, to });
        }
    }
    assemble(states, effort)
}

/// The graph of what was met. A state that is no end but has no steps, because the program has pruned them
/// all, is on no run: it is taken away, and so is what leads only there.
fn assemble(mut states: Vec<State>, effort: &Effort<'_>) -> Graph {
    let mut gone = vec![false; states.len()];
    loop {
        let mut changed = false;
        for (number, state) in states.iter_mut().enumerate().take_while(|_| effort.goes_on()) {
            state.steps.retain(|step| !gone[step.to as usize]);
            if !gone[number] && !state.ends && state.steps.is_empty() {
                (gone[number], changed) = (true, true);
            }
        }
        if effort.is_over() {
            return Graph::default();
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
        for &actor in &*state.others {
            graph.add_other(number, actor);
        }
    }
    graph
}
