//! What a check claims: what it looked for, what its verdict rests on, and what makes it mean less than it
//! seems to.

use java::Reduction;
use lts::System;
use report::{Claims, Figures, StoreFigures, Unreached};

/// What was decided before the search.
pub struct Basis {
    pub reduction: Reduction,
    pub assertions: bool,
    pub races: bool,
    /// One machine searched alone, so that what it has executed is all that was.
    pub alone: bool,
    /// The search saw everything.
    pub is_complete: bool,
    /// What it took for granted where the program could do more.
    pub assumptions: Vec<String>,
}

pub fn claims(system: &mut dyn System, basis: &Basis, figures: &Figures) -> Claims {
    let coverage = system.narrator().filter(|_| basis.alone).map(|narrator| narrator.coverage());
    let mut warnings = Vec::new();
    if !basis.is_complete {
        warnings.push("the search was cut: what it did not see may hold violations".to_string());
    }
    if coverage.as_ref().is_some_and(|coverage| coverage.most_actors <= 1) {
        warnings.push("only one thread ever ran: there was nothing to interleave".to_string());
    }
    if !basis.assertions {
        warnings.push("assert statements were not executed (-da)".to_string());
    }
    let coverage = coverage.unwrap_or_default();
    if !coverage.assertions.is_empty() {
        warnings.push(format!("assertions that no path came to: {}", coverage.assertions.join(", ")));
    }
    let mut checked = vec!["deadlock", "uncaught exceptions"];
    let mut unchecked = vec![];
    checked.extend(basis.assertions.then_some("assertions"));
    match basis.races {
        true => checked.push("data races"),
        false => unchecked.push("races (--races)"),
    }
    unchecked.push("temporal properties (--ltl, --ctl)");
    let unreached =
        coverage.unreached.into_iter().map(|(source, lines)| Unreached { source, lines }).collect();
    Claims {
        holds: Vec::new(),
        checked: checked.into_iter().map(str::to_string).collect(),
        unchecked: unchecked.into_iter().map(str::to_string).collect(),
        rests_on: rests_on(basis, figures),
        unreached,
        warnings,
    }
}

fn rests_on(basis: &Basis, figures: &Figures) -> Vec<String> {
    let memory = match basis.races && basis.is_complete {
        true => {
            "free of data races, so sequentially consistent schedules are all there are (what library code does to arrays is not looked at)"
        }
        false => "sequentially consistent memory",
    };
    let reduction = match basis.reduction {
        Reduction::Off => "no reduction",
        Reduction::Local => "reduction local: only accesses that other threads can see are interleaved",
        Reduction::Full => "reduction full: accesses guarded by locks are not interleaved either",
    };
    let per_state = figures.store_bytes as f64 / figures.states.max(1) as f64;
    let place = if figures.store.on_disk.is_some() { " in memory" } else { "" };
    // Of a few states it tells how large an empty store is.
    let store = match figures.states >= TELLING_STATES {
        true => format!("{}, {per_state:.0} bytes a state{place}", store_name(&figures.store)),
        false => store_name(&figures.store),
    };
    let mut list = vec![memory.to_string(), "the JDK's usual classes initialized before main".to_string()];
    list.extend(basis.assumptions.iter().cloned());
    list.extend([reduction.to_string(), store + &on_disk(&figures.store)]);
    list.push(format!("deepest path {} steps", figures.max_depth));
    list
}

/// What of the store is on disk, and why it is not more if that could not be written.
fn on_disk(store: &StoreFigures) -> String {
    let Some(disk) = &store.on_disk else { return String::new() };
    let fault = disk.unwritten.as_ref().map(|fault| format!(" ({fault})")).unwrap_or_default();
    match disk.states {
        0 => format!(", no states on disk{fault}"),
        states => {
            let (states, mib) = (report::count(states, "state"), disk.bytes.div_ceil(1 << 20));
            format!(", {states} on disk in {mib} MiB{fault}")
        }
    }
}

/// From this many states on, what one takes is worth telling.
const TELLING_STATES: u64 = 10_000;

/// The store, and how likely it mixed two states up if it can.
fn store_name(store: &StoreFigures) -> String {
    match (store.kind, store.collision > 0.0) {
        ("", _) => "exact store".to_string(),
        (kind, false) => format!("{kind} store"),
        (kind, true) => {
            format!("{kind} store (two states mixed up with probability below {:.0e})", store.collision)
        }
    }
}
