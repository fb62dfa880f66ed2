//! Whether a path has led into a livelock: found out by going on in every way.

use lts::{Choice, Choices, Finding, Insert, Mark, Outcome, Status, Store, System};
use store::Exact;

/// Behind more states than this nobody looks for the end.
const MOST_STATES: u64 = 50_000;

/// What is wrong if from here on nobody ever changes anything nor comes to an end, whoever moves. `None` also if that
/// would take too long to find out. The machine stays where it is.
pub(crate) fn livelock(system: &mut dyn System) -> Option<Finding> {
    if !system.footprints()?.tells_effects() {
        return None;
    }
    let here = system.mark();
    let is_closed = goes_round(system);
    system.rewind(here);
    if is_closed { system.footprints().map(|told| told.livelock()) } else { None }
}

fn goes_round(system: &mut dyn System) -> bool {
    let mut store = Exact::default();
    let mut stack: Vec<(Mark, Vec<Choice>)> = Vec::new();
    if !opens(system, &mut store, &mut stack) {
        return false;
    }
    while let Some((mark, left)) = stack.last_mut() {
        let Some(choice) = left.pop() else {
            stack.pop();
            continue;
        };
        system.rewind(*mark);
        let is_next = system.step(choice) == Outcome::Next;
        let has_effect = system.footprints().is_none_or(|told| told.has_effect());
        if !is_next || has_effect || store.states() > MOST_STATES || !opens(system, &mut store, &mut stack) {
            return false;
        }
    }
    true
}

/// Goes on from the present state, if it is new. False if nothing goes on there.
fn opens(system: &mut dyn System, store: &mut Exact, stack: &mut Vec<(Mark, Vec<Choice>)>) -> bool {
    let (mut state, mut choices) = (Vec::new(), Choices::default());
    system.save(store, &mut state);
    if let Insert::Seen(_) = store.insert(&state) {
        return true;
    }
    let is_live = system.choices(&mut choices) == Status::Live;
    stack.push((system.mark(), choices.list));
    is_live
}
