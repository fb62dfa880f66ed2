//! A shorter way to a finding: of all ways to anything wrong, one with the fewest preemptions and then the
//! fewest steps.

use crate::jump::{Order, best_first};
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

/// How often on a path somebody has to stop who could go on.
pub fn preemptions(system: &mut dyn System, path: &Path) -> u32 {
    system.start();
    let mut choices = Choices::default();
    let (mut last, mut count) = (None, 0);
    for &choice in path {
        system.choices(&mut choices);
        let goes_on = choices.list.iter().any(|other| Some(other.actor) == last);
        count += u32::from(goes_on && last != Some(choice.actor));
        last = Some(choice.actor);
        system.step(choice);
    }
    count
}
