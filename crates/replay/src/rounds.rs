//! Whether a path has led to where a run goes on for ever and gets nowhere: found out by going on in every way.

use lts::{Choice, Choices, Finding, Insert, Mark, Outcome, Status, Store, System};
use store::Exact;

/// Behind more states than this nobody looks for the end.
const MOST_STATES: u64 = 50_000;

/// What is wrong if the path has led into a livelock, or a partial deadlock. `None` also if that would take too long to
/// find out. The machine stays where it is.
pub(crate) fn endless(system: &mut dyn System) -> Option<Finding> {
    if !system.footprints()?.tells_effects() {
        return None;
    }
    let here = system.mark();
    let onward = Onward::from(system);
    system.rewind(here);
    let told = system.footprints()?;
    let mut onward = onward?;
    if !onward.has_effect {
        told.clock_watchers(&mut onward.waiting);
    }
    match onward {
        Onward { waiting, .. } if told.waits_for_time(&waiting) => None,
        Onward { has_effect: false, .. } => Some(told.livelock()),
        Onward { waiting, .. } if !waiting.is_empty() => Some(told.partial_deadlock(&waiting)),
        _ => None,
    }
}

/// All that can still happen, where that never comes to an end.
struct Onward {
    store: Exact,
    stack: Vec<(Mark, Vec<Choice>)>,
    has_effect: bool,
    /// Who can move in no state.
    waiting: Vec<u32>,
}

impl Onward {
    fn from(system: &mut dyn System) -> Option<Onward> {
        let waiting = waiting(system);
        let mut onward = Onward { store: Exact::default(), stack: Vec::new(), has_effect: false, waiting };
        let mut goes_on = onward.open(system);
        while let Some((mark, left)) = onward.stack.last_mut() {
            let Some(choice) = left.pop() else {
                onward.stack.pop();
                continue;
            };
            system.rewind(*mark);
            goes_on = goes_on && system.step(choice) == Outcome::Next;
            onward.has_effect |= system.footprints().is_none_or(|told| told.has_effect());
            let gets_nowhere = !onward.has_effect || !onward.waiting.is_empty();
            if !goes_on || !gets_nowhere || onward.store.states() > MOST_STATES || !onward.open(system) {
                return None;
            }
        }
        goes_on.then_some(onward)
    }

    /// Goes on from the present state, if it is new. False if nothing goes on there.
    fn open(&mut self, system: &mut dyn System) -> bool {
        let (mut state, mut choices) = (Vec::new(), Choices::default());
        system.save(&mut self.store, &mut state);
        if let Insert::Seen(_) = self.store.insert(&state) {
            return true;
        }
        let is_live = system.choices(&mut choices) == Status::Live;
        let waiting = waiting(system);
        self.waiting.retain(|actor| waiting.contains(actor));
        self.stack.push((system.mark(), choices.list));
        is_live
    }
}

fn waiting(system: &mut dyn System) -> Vec<u32> {
    let mut waiting = Vec::new();
    if let Some(narrator) = system.narrator() {
        narrator.waiting(&mut waiting);
    }
    waiting
}
