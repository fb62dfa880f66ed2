//! Properties that several workers have explored everything for. They can say that one holds. What they find
//! to be broken is searched once more by one worker alone, so that the run that is told does not depend on how
//! many there are.

use crate::branching::{empty, incomplete_without_finding, is_broken};
use crate::{Checked, Ready, Task};
use check::{explore_by_workers, has_accepting_cycle, within};
use lts::{Cause, Gap, Store, System};
use report::{Figures, StoreFigures};
use search::{Limits, Progress, SearchResult, Workers, record_by_workers};
use std::time::Instant;
use store::Shared;
use wrap::Product;

/// What several workers can say.
pub(crate) enum TeamAnswer {
    /// All of it: the property holds, or it is not known whether it does.
    All(Box<Checked>),
    /// There is something to find.
    Broken,
}

/// Searches the product for runs that it accepts.
pub(crate) fn linear(
    property: &Ready,
    product: Product<'static>,
    task: Task<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> TeamAnswer {
    let limits = Limits { all: false, ..task.limits.clone() };
    let mut store = Shared::default();
    let mut system: Box<dyn System> = Box::new(product);
    let mut probe = |records: &[&search::Record], goes_on: &dyn Fn() -> bool| {
        has_accepting_cycle(records, property.fair, goes_on)
    };
    let workers = Workers::new(task.workers);
    let (_, result, is_accepted) =
        record_by_workers(&mut system, &mut store, workers, &limits, &mut probe, watch);
    match is_accepted || !result.found.is_empty() {
        true => TeamAnswer::Broken,
        false => TeamAnswer::All(Box::new(Checked {
            figures: figures(&result, &store),
            ..incomplete_without_finding(&result).unwrap_or_else(|| empty(Vec::new()))
        })),
    }
}

/// Explores the graph and evaluates all properties on it.
pub(crate) fn branching(
    properties: &[&Ready],
    mut system: Box<dyn System>,
    task: Task<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> TeamAnswer {
    let started = Instant::now();
    let mut store = Shared::default();
    let workers = Workers::new(task.workers);
    let (graph, result) = explore_by_workers(&mut system, &mut store, workers, task.limits, watch);
    let figures = figures(&result, &store);
    if !result.found.is_empty() {
        return TeamAnswer::Broken;
    }
    if let Some(checked) = incomplete_without_finding(&result) {
        return TeamAnswer::All(Box::new(Checked { figures, ..checked }));
    }
    let is_broken = within(&graph, &result, task.limits, started, watch, |effort| {
        properties.iter().any(|property| is_broken(property, &graph, effort))
    });
    match is_broken {
        Ok(true) => TeamAnswer::Broken,
        Ok(false) => TeamAnswer::All(Box::new(Checked { figures, ..empty(Vec::new()) })),
        Err(why) => {
            let cuts = vec![why.name().to_string()];
            TeamAnswer::All(Box::new(Checked { figures, cuts, ..empty(Vec::new()) }))
        }
    }
}

/// The workers and the one who searched again do not agree: nothing is claimed.
pub(crate) fn fault(property: &Ready) -> Gap {
    let what = format!("several workers found that {} fails, and one did not", property.describe());
    Gap { cause: Cause::Fault, what, place: String::new() }
}

fn figures(result: &SearchResult, store: &Shared) -> Figures {
    let statistics = &result.statistics;
    Figures {
        states: statistics.states,
        transitions: statistics.repeated + statistics.transitions,
        instructions: statistics.instructions,
        seconds: statistics.elapsed.as_secs_f64(),
        store_bytes: store.bytes(),
        store: StoreFigures { kind: "exact", ..Default::default() },
        max_depth: statistics.max_depth as u64,
        restarts: statistics.restarts,
        ..Figures::default()
    }
}
