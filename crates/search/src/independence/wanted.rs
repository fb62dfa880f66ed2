//! Who else has to move from a state, now that all who have moved were followed to the end.

use super::Lists;
use super::futures::{FutureId, Futures};
use lts::Wait;

/// Somebody who has not moved from a state but must: what he may do, or let others do, conflicts with what
/// those did who have moved.
pub(super) fn wanted(futures: &mut Futures, future: FutureId, lists: &Lists) -> Option<u32> {
    let (rest, movers, waits) = (lists.rest.top(), lists.movers.top(), lists.waits.top());
    let can_move = |actor: u32| rest.iter().any(|choice| choice.actor == actor);
    let has_moved = |actor: u32| movers.iter().any(|mover| mover.actor == actor);
    let mut actors: Vec<u32> = rest.iter().map(|choice| choice.actor).collect();
    actors.extend(waits.iter().map(|wait| wait.actor()));
    actors.dedup();
    // Those who cannot move at present, and have to be let go on by one of those who have moved.
    let mut held: Vec<u32> = Vec::new();
    let mut worklist: Vec<u32> = Vec::new();
    for &actor in &actors {
        let others = futures.of(future, actor);
        let mut movers = movers.iter();
        let is_in_conflict =
            movers.any(|&mover| futures.comes_last(mover) || futures.conflict(mover, others));
        if is_in_conflict && !has_moved(actor) {
            worklist.push(actor);
        }
    }
    while let Some(actor) = worklist.pop() {
        if can_move(actor) {
            return Some(actor);
        }
        if has_moved(actor) || held.contains(&actor) {
            continue;
        }
        held.push(actor);
        for wait in waits.iter().filter(|wait| wait.actor() == actor) {
            match *wait {
                Wait::For { other, .. } => worklist.push(other),
                Wait::Until { place, .. } => {
                    let touches = |&other: &u32| futures.touches(futures.of(future, other), place);
                    worklist.extend(actors.iter().copied().filter(|&other| other != actor).filter(touches));
                }
                Wait::Somehow { .. } => return rest.first().map(|choice| choice.actor),
            }
        }
    }
    None
}
