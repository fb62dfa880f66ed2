//! What a check claims: what it looked for, what its verdict rests on, and what makes it mean less than it
//! seems to.

use front::Profile;
use lts::System;
use report::{Claims, Figures, StoreFigures, Unreached};

/// How far the search went.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// One machine searched alone, so that what it has executed is all that was.
    pub alone: bool,
    /// The search saw everything.
    pub is_complete: bool,
}

/// What the profile of the program says, with what the search, the store and the machine add to it.
pub fn claims(system: &mut dyn System, profile: &dyn Profile, reach: Reach, figures: &Figures) -> Claims {
    let coverage = system.narrator().filter(|_| reach.alone).map(|narrator| narrator.coverage());
    let own = profile.claims(reach.is_complete);
    let mut warnings = Vec::new();
    if !reach.is_complete {
        warnings.push("the search was cut: what it did not see may hold violations".to_string());
    }
    let who = own.movers.unwrap_or("thread");
    // Of a relation nobody expects several.
    if who != "system" && coverage.as_ref().is_some_and(|coverage| coverage.most_actors <= 1) {
        warnings.push(format!("only one {who} ever ran: there was nothing to interleave"));
    }
    warnings.extend(own.warnings);
    let coverage = coverage.unwrap_or_default();
    if !coverage.assertions.is_empty() {
        warnings.push(format!("assertions that no path came to: {}", coverage.assertions.join(", ")));
    }
    let mut unchecked = own.unchecked;
    unchecked.push("temporal properties (--ltl, --ctl)".to_string());
    let unreached =
        coverage.unreached.into_iter().map(|(source, lines)| Unreached { source, lines }).collect();
    let rests_on = own.rests_on.into_iter().chain(of_search(figures)).collect();
    let movers = own.movers;
    Claims { holds: Vec::new(), checked: own.checked, unchecked, rests_on, unreached, warnings, movers }
}

/// What any verdict rests on: how states were kept, and how far paths went.
fn of_search(figures: &Figures) -> [String; 2] {
    let per_state = figures.store_bytes as f64 / figures.states.max(1) as f64;
    let place = if figures.store.on_disk.is_some() { " in memory" } else { "" };
    // Of a few states it tells how large an empty store is.
    let store = match figures.states >= TELLING_STATES {
        true => format!("{}, {per_state:.0} bytes a state{place}", store_name(&figures.store)),
        false => store_name(&figures.store),
    };
    [store + &on_disk(&figures.store), format!("deepest path {} steps", figures.max_depth)]
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
