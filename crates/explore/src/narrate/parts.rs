//! From all that was noted to what is told: which of the library's own accesses matter, and which scenes are one.

use super::SceneEntry;
use base::{FastMap, FastSet};
use lts::{Act, Depth, Picture, Scene, Turn};
use vm::state::heap::Ref;

/// What a scene is a part of. Calls are known by a number.
#[derive(Clone, Copy)]
pub(super) enum ScenePart {
    Whole,
    Begin(u32),
    Return(u32),
    /// A thread that the library starts in the course of a call.
    Start(u32),
    Access(Access),
}

/// An access of the library to what others can see, on behalf of a call.
#[derive(Clone, Copy)]
pub(super) struct Access {
    /// Among all of them.
    pub number: usize,
    pub call: u32,
    pub object: Ref,
    /// A field's unit, or an index.
    pub at: u32,
    pub is_write: bool,
    /// To a synchronizer of the library: who has it, and who waits for it, is told by itself.
    pub is_lock: bool,
}

/// Of one call, this many places are told in which others came in between.
const MAX_PER_CALL: usize = 2;
/// And so many in all.
const MAX_CRUXES: usize = 8;

/// An access with where it is among the entries.
#[derive(Clone, Copy)]
struct Placed {
    entry: usize,
    actor: u32,
    turn: u32,
    access: Access,
}

/// Takes back accesses of the library that are not to be told. Returns the numbers of the others.
pub(super) fn choose(entries: &mut [SceneEntry], turns: &[Turn], depth: Depth) -> FastSet<usize> {
    let placed: Vec<Placed> = entries.iter().enumerate().filter_map(|(i, entry)| placed(i, entry)).collect();
    let chosen: FastSet<usize> = match depth {
        Depth::Calls => FastSet::default(),
        Depth::Crux => {
            let mut told = cruxes(&placed, turns);
            told.extend(overtaken(&placed, turns, &returns(entries)));
            told
        }
        Depth::All => placed.iter().map(|access| access.entry).collect(),
    };
    for access in &placed {
        if !chosen.contains(&access.entry) {
            entries[access.entry].scene = None;
        }
    }
    placed.iter().filter(|a| chosen.contains(&a.entry)).map(|a| a.access.number).collect()
}

fn placed(index: usize, entry: &SceneEntry) -> Option<Placed> {
    let (ScenePart::Access(access), Some(scene)) = (entry.part, &entry.scene) else { return None };
    Some(Placed { entry: index, actor: scene.actor, turn: scene.turn, access })
}

/// Accesses of a call to one place between which somebody else came who could not have come before or after all of
/// them with the same effect (the patterns of atomicity violations: Lu et al., AVIO, 2006). Where the thread had to
/// wait, its waiting tells more.
fn cruxes(placed: &[Placed], turns: &[Turn]) -> FastSet<usize> {
    let mut by_place: FastMap<(Ref, u32), Vec<Placed>> = FastMap::default();
    for &access in placed {
        by_place.entry((access.access.object, access.access.at)).or_default().push(access);
    }
    let mut found: Vec<[Placed; 3]> = Vec::new();
    for accesses in by_place.values() {
        for (i, &first) in accesses.iter().enumerate() {
            found.extend(interrupted(first, &accesses[i + 1..], turns));
        }
    }
    found.sort_by_key(|[first, ..]| first.entry);
    let mut of_calls: FastMap<u32, usize> = FastMap::default();
    let told = found.into_iter().filter(|[first, ..]| {
        let so_far = of_calls.entry(first.access.call).or_default();
        *so_far += 1;
        *so_far <= MAX_PER_CALL
    });
    told.take(MAX_CRUXES).flatten().map(|access| access.entry).collect()
}

/// The access, one of another thread, and the next one of the same call, all to one place.
fn interrupted(first: Placed, rest: &[Placed], turns: &[Turn]) -> Option<[Placed; 3]> {
    let is_preempted = turns.get(first.turn as usize + 1).is_some_and(|turn| turn.preempts);
    let next = rest.iter().position(|a| a.actor == first.actor).filter(|_| is_preempted)?;
    let last = rest[next];
    if last.access.call != first.access.call {
        return None;
    }
    let writes = rest[..next].iter().find(|a| a.access.is_write);
    let is_torn = first.access.is_write && last.access.is_write;
    let other = writes.or_else(|| rest[..next].first().filter(|_| is_torn))?;
    Some([first, *other, last])
}

/// Where calls return, among the entries.
fn returns(entries: &[SceneEntry]) -> FastMap<u32, usize> {
    let returned = |(i, entry): (usize, &SceneEntry)| match (entry.part, &entry.scene) {
        (ScenePart::Return(call), Some(_)) => Some((call, i)),
        _ => None,
    };
    entries.iter().enumerate().filter_map(returned).collect()
}

/// Accesses of a call that was interrupted where others came to the same place before it returned: what it had written
/// explains what they meet, and what it had read is no longer so. For each turn the last write and the last read.
fn overtaken(placed: &[Placed], turns: &[Turn], returns: &FastMap<u32, usize>) -> Vec<usize> {
    // By place and actor, where it is accessed and where it is written next: from the end to the beginning.
    let mut next: FastMap<(Ref, u32), FastMap<u32, [usize; 2]>> = FastMap::default();
    let mut of_turns: FastMap<(u32, u32, bool), usize> = FastMap::default();
    for first in placed.iter().rev() {
        let Access { call, is_write, .. } = first.access;
        let end = returns.get(&call).copied().unwrap_or(usize::MAX);
        let of_place = next.entry((first.access.object, first.access.at)).or_default();
        let is_preempted = turns.get(first.turn as usize + 1).is_some_and(|turn| turn.preempts);
        let is_met = of_place.iter().any(|(&actor, [any, write])| {
            actor != first.actor && *(if is_write { any } else { write }) < end
        });
        if is_preempted && is_met && !first.access.is_lock {
            // From the end to the beginning: the first that is met is the last of its kind.
            of_turns.entry((call, first.turn, is_write)).or_insert(first.entry);
        }
        let [any, write] = of_place.entry(first.actor).or_insert([usize::MAX; 2]);
        *any = first.entry;
        if is_write {
            *write = first.entry;
        }
    }
    let mut found: Vec<usize> = of_turns.into_values().collect();
    found.sort_unstable();
    found.truncate(MAX_CRUXES);
    found
}

/// The scenes that are left. A call that nothing came in between is one scene, and so is one that only started threads;
/// where a thread waits, that says which call it has begun.
pub(super) fn join(entries: Vec<SceneEntry>) -> Vec<(Scene, Option<Picture>)> {
    let mut told: Vec<(ScenePart, Scene, Option<Picture>)> = Vec::new();
    for entry in entries {
        let Some(mut scene) = entry.scene else { continue };
        let waits = matches!(scene.act, Act::WAIT | Act::BLOCKED);
        if let Some((ScenePart::Begin(_), begun, _)) = told.last()
            && waits
            && begun.actor == scene.actor
        {
            told.pop();
        }
        if let ScenePart::Return(call) = entry.part
            && let Some(first) =
                told.iter().rposition(|(part, _, _)| !matches!(part, ScenePart::Start(c) if *c == call))
            && matches!(told[first].0, ScenePart::Begin(c) if c == call)
            && let Some(mut what) = told[first].1.joined(&scene)
        {
            let started: Vec<String> = told.drain(first..).skip(1).map(|(_, start, _)| start.what).collect();
            let names: Vec<&str> = started.iter().map(|what| what.trim_start_matches("start ")).collect();
            if !names.is_empty() {
                what.push_str(&format!("{STARTS}{}", names.join(", ")));
            }
            (scene.act, scene.what) = (Act::CALL, what);
        }
        told.push((entry.part, scene, entry.picture));
    }
    told.into_iter().map(|(_, scene, picture)| (scene, picture)).collect()
}

/// Behind a call that starts threads.
pub(super) const STARTS: &str = ", which starts ";
