//! Programs that do not end: whether somebody can never go on while others run for ever.

use front::Tally;
use lts::{Listen, Path, Picture, Store, System};
use search::{Limits, Progress, SearchResult, Stranded};

/// What is known of threads that can never go on while others run for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stranding {
    /// Nobody, or nothing speaks for it.
    None,
    /// In words.
    Some(String),
    /// To find out would take more than is allowed.
    Unknown,
    /// Nobody tried to find out.
    Untried,
}

/// Whether a program that runs for ever also gets anywhere is no question of safety.
pub(crate) const ENDLESS: &str =
    "no path of the program comes to an end; ask --ltl or --ctl whether it gets anywhere";

/// Those that are waited for cannot be told from stuck ones.
pub(crate) const STRANDED: &str = "no path of the program comes to an end, and some threads may never go on";

pub(crate) const UNKNOWN: &str =
    "it is not known whether all threads can go on beside those that run for ever";

/// A search of which nothing is left out can be far larger than the one before it. It may take as many states, so
/// many times, and these: then a check takes little longer than it took so far.
const MORE_STATES: u64 = 2;
const LEAST_STATES: u64 = 10_000;
/// Behind a search with more states nobody tries: it would take minutes.
const MOST_STATES: u64 = 50_000;

/// A program that never ends fails nowhere and yet may do nothing of what it is for.
pub(crate) fn never_ends(ended: &SearchResult) -> bool {
    let statistics = &ended.statistics;
    ended.is_complete() && ended.found.is_empty() && statistics.ends == 0 && statistics.pruned == 0
}

/// Who can never go on while others run for ever, in a program whose search found nothing. If that has not looked for
/// them itself, they are looked for where no path comes to an end, or where in some state only those could go on whose
/// end nobody waits for. That is a search of its own, which takes no steps in one order. Without a store for it nobody
/// tries.
pub fn stranded(
    ended: &SearchResult,
    tally: &Tally,
    system: &mut dyn System,
    store: Option<&mut dyn Store>,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Stranding {
    let is_clean = ended.is_complete() && ended.found.is_empty();
    if is_clean
        && let Some(found) = ended.overdue.as_ref().or(ended.stranded.as_ref().map(|(found, _)| found))
    {
        return Stranding::Some(described(system, found));
    }
    if !is_clean || ended.seeks_stranded || !(tally.is_stranded || tally.waits_long || never_ends(ended)) {
        return Stranding::None;
    }
    let is_suspect = tally.is_stranded || never_ends(ended);
    let Some(store) = store.filter(|_| ended.statistics.states <= MOST_STATES) else {
        // What comes after a long wait may be missing.
        return match tally.waits_long && never_ends(ended) {
            true => Stranding::Unknown,
            false if is_suspect => Stranding::Untried,
            false => Stranding::None,
        };
    };
    let most = LEAST_STATES + MORE_STATES * ended.statistics.states;
    let limits =
        Limits { states: Some(limits.states.map_or(most, |states| states.min(most))), ..limits.clone() };
    match search::stranded(system, store, &limits, watch) {
        Ok(None) => Stranding::None,
        Ok(Some(found)) => Stranding::Some(described(system, &found)),
        Err(_) if is_suspect => Stranding::Unknown,
        Err(_) => Stranding::None,
    }
}

/// Who they are, and where they wait.
fn described(system: &mut dyn System, found: &Stranded) -> String {
    let end = drawn(system, &found.path);
    let who = end.actors.iter().filter(|view| found.actors.contains(&view.actor)).map(|view| {
        let at = view.stack.first().map_or(String::new(), |spot| format!(" at {spot}"));
        format!("{} {}{at}", view.name, view.doing)
    });
    let who = who.collect::<Vec<_>>().join("; ");
    match system.footprints().is_some_and(|told| told.waits_for_time(&found.actors)) {
        true => format!(
            "while others run for ever, a long wait is never over, and what comes then was not looked at \
             (--timeouts any): {who}"
        ),
        false => format!("while others run for ever, these can never go on: {who}"),
    }
}

/// How things stand at the end of a path.
fn drawn(system: &mut dyn System, path: &Path) -> Picture {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(Listen::Scenes);
    }
    for &choice in path {
        system.step(choice);
    }
    let end = system.narrator().map_or_else(Picture::default, |narrator| narrator.picture());
    if let Some(narrator) = system.narrator() {
        narrator.listen(Listen::Off);
    }
    end
}
