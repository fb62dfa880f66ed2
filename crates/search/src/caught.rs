//! A component that a run cannot leave, looked at by itself: somebody knows the graph, and where the component begins.
//!
//! Most of them are soon acquitted: by one step that has an effect, and by states in which everybody moves.

use crate::stranded::Stranded;
use lts::{Choice, Choices, Finding, Insert, Mark, Outcome, Status, Store, System};

/// What is wrong with a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Caught {
    /// Nothing in it has an effect.
    Livelock(Finding),
    /// Some can never move again, though others get somewhere.
    PartialDeadlock(Stranded, Finding),
    /// Some wait for a time that passes only where nothing else can go on.
    Overdue(Stranded),
}

/// Nobody knows what is wrong with a component, if anything is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenUp;

/// A state of the component on the path through it.
struct StackEntry {
    mark: Mark,
    choices: Vec<Choice>,
    next: usize,
}

/// Looks at the component that begins at the end of a path. Nothing if all is well with it, if it can be left, or if
/// the machine does not tell which steps have an effect.
///
/// # Errors
/// It was given up: `watch` has said so, or the machine has learnt something on the way.
pub fn caught(
    system: &mut dyn System,
    store: &mut dyn Store,
    path: &[Choice],
    watch: &mut dyn FnMut() -> bool,
) -> Result<Option<Caught>, GivenUp> {
    if !system.footprints().is_some_and(|told| told.tells_effects()) || !gone(system, path) {
        return Ok(None);
    }
    let mut walk = Walk { system, store, stack: Vec::new(), waiting: None, has_effect: false };
    if !walk.arrive() {
        return Ok(None);
    }
    while let Some(open) = walk.stack.last_mut() {
        let Some(&choice) = open.choices.get(open.next) else {
            walk.stack.pop();
            continue;
        };
        open.next += 1;
        walk.system.rewind(open.mark);
        let is_on = walk.system.step(choice) == Outcome::Next;
        if walk.system.settle().is_outdated || !watch() {
            return Err(GivenUp);
        }
        if !is_on {
            return Ok(None);
        }
        walk.has_effect |= walk.system.footprints().is_none_or(|told| told.has_effect());
        if !walk.arrive() || walk.is_acquitted() {
            return Ok(None);
        }
    }
    let (mut actors, has_effect) = (walk.waiting.unwrap_or_default(), walk.has_effect);
    if !gone(system, path) {
        return Err(GivenUp);
    }
    let Some(told) = system.footprints() else { return Ok(None) };
    if !has_effect {
        told.clock_watchers(&mut actors);
    }
    Ok(Some(match has_effect {
        _ if told.waits_for_time(&actors) => Caught::Overdue(Stranded { path: path.to_vec(), actors }),
        false => Caught::Livelock(told.livelock()),
        true => {
            let finding = told.partial_deadlock(&actors);
            Caught::PartialDeadlock(Stranded { path: path.to_vec(), actors }, finding)
        }
    }))
}

/// Goes a path that can be gone.
fn gone(system: &mut dyn System, path: &[Choice]) -> bool {
    system.start();
    path.iter().all(|&choice| system.step(choice) == Outcome::Next)
}

struct Walk<'a> {
    system: &'a mut dyn System,
    store: &'a mut dyn Store,
    stack: Vec<StackEntry>,
    /// Who waits in all states so far.
    waiting: Option<Vec<u32>>,
    has_effect: bool,
}

impl Walk<'_> {
    /// The machine is in a state of the component. False if that is one at which runs end.
    fn arrive(&mut self) -> bool {
        let mut components = Vec::new();
        self.system.save(self.store, &mut components);
        if let Insert::Seen(_) = self.store.insert(&components) {
            return true;
        }
        let mut choices = Choices::default();
        if self.system.choices(&mut choices) != Status::Live {
            return false;
        }
        let mut waiting = Vec::new();
        if let Some(narrator) = self.system.narrator() {
            narrator.waiting(&mut waiting);
        }
        match &mut self.waiting {
            Some(all) => all.retain(|actor| waiting.contains(actor)),
            None => self.waiting = Some(waiting),
        }
        let mark = self.system.mark();
        self.stack.push(StackEntry { mark, choices: choices.list, next: 0 });
        true
    }

    /// Something happens in it, and nobody waits for ever.
    fn is_acquitted(&self) -> bool {
        self.has_effect && self.waiting.as_ref().is_some_and(Vec::is_empty)
    }
}
