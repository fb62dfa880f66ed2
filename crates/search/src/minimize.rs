//! A shorter way to a finding: of all ways to anything wrong, one with the fewest preemptions, then with the fewest
//! waits that end before their time, and then the fewest steps.

use crate::jump::{Order, best_first, goes_on};
use crate::limits::{Limits, Progress};
use crate::result::Found;
use lts::{Choices, Path, Store, System};

/// What came of looking for a better way.
#[derive(Clone, Debug)]
pub struct Minimized {
    pub found: Found,
    /// No way with fewer preemptions leads to any violation.
    pub is_fewest: bool,
}

/// Looks for the best way to a violation, of whatever kind; gives back the known one if the limits do not
/// allow to find any.
///
/// The machine forgets what it learnt before, so that what is found does not depend on how the first finding
/// was made.
pub fn minimize(
    system: &mut dyn System,
    store: &mut dyn Store,
    known: Found,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Minimized {
    let learnt = system.learnt();
    system.learn(&[]);
    store.clear();
    let limits = Limits { all: false, preemptions: None, ..limits.clone() };
    let result = best_first(system, store, &Order::Preemptions, &limits, watch);
    match result.found.into_iter().next() {
        // What could not be executed might have led to something earlier.
        Some(found) => Minimized { found, is_fewest: result.gaps.is_empty() },
        None => {
            system.learn(&learnt);
            Minimized { found: known, is_fewest: false }
        }
    }
}

/// What nobody would expect of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surprises {
    /// How often somebody has to stop who could go on.
    pub preemptions: u32,
    /// How often somebody goes on before his time, while others could.
    pub early: u32,
}

/// How often on a path things happen that nobody would expect.
pub fn surprises(system: &mut dyn System, path: &Path) -> Surprises {
    system.start();
    let mut choices = Choices::default();
    let (mut last, mut count) = (None, Surprises::default());
    for &choice in path {
        system.choices(&mut choices);
        let preempts = last.is_some_and(|last| last != choice.actor && goes_on(&choices, last));
        count.preemptions += u32::from(preempts);
        count.early += u32::from(choices.early.contains(&choice));
        last = Some(choice.actor);
        system.step(choice);
    }
    count
}
