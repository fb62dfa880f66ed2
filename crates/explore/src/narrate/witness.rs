//! What really happens, kept beside what is told, so that the two can be compared: a scene may not claim what has not
//! happened by then.
//!
//! A deed is put down when its operation has been done, with what the heap has then; calls, with when they were entered
//! and left. Scenes in their order must fit deeds in their order. That needs no agreement on when something was told,
//! and the texts that people read are what is compared.

use super::super::driver::Subject;
use super::calls::OpenCall;
use super::observe::Touch;
use super::parts::STARTS;
use base::FastMap;
use classfile::Kind;
use ir::Op;
use lts::{Account, Act, BEGINS, RETURNS, Scene};
use vm::state::heap::Ref;
use vm::state::monitor::Lock;
use vm::state::thread::{Frame, ThreadId};

/// What has been put down.
#[derive(Default)]
pub(super) struct Witness {
    deeds: Vec<Deed>,
    calls: FastMap<u32, ToldCall>,
    /// Operations that have been begun, by thread.
    begun: FastMap<ThreadId, Vec<Begun>>,
}

struct Deed {
    actor: u32,
    text: String,
}

/// A call: between which deeds it was open, and how it was told.
struct ToldCall {
    actor: u32,
    from: usize,
    until: Option<usize>,
    told: String,
    end: String,
}

enum Begun {
    Touch {
        touch: Touch,
        place: String,
        kind: Kind,
    },
    Monitor {
        object: Ref,
        is_taken: bool,
    },
    /// The owner of a lock of the library is written.
    Owner {
        synchronizer: Ref,
        unit: u32,
    },
}

/// More deeds than this are not put down, and then nothing is compared.
const MAX_DEEDS: usize = 1_000_000;
/// Getting and giving back a lock of the library.
const OWNS: &str = "owns";
const DISOWNS: &str = "disowns";

impl Subject<'_> {
    fn begin_deed(&mut self, thread: ThreadId, begun: Begun) {
        if let Some(witness) = &mut self.driver.narrator.witness {
            witness.begun.entry(thread).or_default().push(begun);
        }
    }

    pub(super) fn attest_touch(&mut self, thread: ThreadId, touch: &Touch, place: String, kind: Kind) {
        self.begin_deed(thread, Begun::Touch { touch: *touch, place, kind });
    }

    pub(super) fn attest_monitor(&mut self, thread: ThreadId, object: Ref, is_taken: bool) {
        self.begin_deed(thread, Begun::Monitor { object, is_taken });
    }

    /// The library may be about to write who owns a lock.
    pub(super) fn attest_owner(&mut self, thread: ThreadId, frame: Frame, op: Op) {
        if self.driver.narrator.witness.is_none() {
            return;
        }
        let touch =
            self.touch_of(thread, frame, op).filter(|touch| touch.written.is_some() && !touch.is_element);
        let Some(touch) = touch.filter(|touch| !touch.object.is_null()) else { return };
        let field = self.field_in(touch.object, touch.at).map(|field| self.program.fields[field].name);
        if field.is_some_and(|name| name.as_str() == "exclusiveOwnerThread") {
            self.begin_deed(thread, Begun::Owner { synchronizer: touch.object, unit: touch.at });
        }
    }

    /// What is true now has come true now.
    pub(super) fn attest(&mut self, thread: ThreadId, text: String) {
        if let Some(witness) = &mut self.driver.narrator.witness {
            witness.deeds.push(Deed { actor: thread.0, text });
        }
    }

    /// The thread's last operation has been done: it goes on with another.
    pub(super) fn attest_done(&mut self, thread: ThreadId) {
        let Some(witness) = &mut self.driver.narrator.witness else { return };
        for begun in witness.begun.remove(&thread).unwrap_or_default() {
            self.attest_begun(thread, begun);
        }
    }

    fn attest_begun(&mut self, thread: ThreadId, begun: Begun) {
        let text = match begun {
            Begun::Touch { touch, place, kind } => {
                let value = self.present(&touch, kind);
                let is = if touch.written.is_some() { "=" } else { "->" };
                format!("{place} {is} {}", self.show(kind, value))
            }
            Begun::Monitor { object, is_taken } => {
                let owner = Lock::decode(self.heap.lock(object)).map(|lock| lock.owner);
                if (owner == Some(thread)) != is_taken {
                    return;
                }
                format!("{} {}", if is_taken { "lock" } else { "unlock" }, self.name_object(object))
            }
            Begun::Owner { synchronizer, unit } => {
                let is_own = self.heap.get_ref(synchronizer, unit) == self.threads[thread].state.object;
                (if is_own { OWNS } else { DISOWNS }).to_string()
            }
        };
        self.attest(thread, text);
    }

    /// A step of the thread begins: with what it stopped before, which has not been done then.
    pub(super) fn attest_step(&mut self, thread: ThreadId) {
        match self.threads[thread].state.at_visible {
            true => {
                if let Some(witness) = &mut self.driver.narrator.witness {
                    witness.begun.remove(&thread);
                }
            }
            false => self.attest_done(thread),
        }
    }

    pub(super) fn attest_end(&mut self, thread: ThreadId) {
        self.attest_done(thread);
        self.attest(thread, "ends".to_string());
    }

    /// The call that is open has been entered.
    pub(super) fn attest_call(&mut self, thread: ThreadId) {
        let Some(serial) = self.open_call(thread).map(|call| call.serial) else { return };
        if let Some(witness) = &mut self.driver.narrator.witness {
            let (from, told, end) = (witness.deeds.len(), String::new(), String::new());
            let called = ToldCall { actor: thread.0, from, until: None, told, end };
            witness.calls.entry(serial).or_insert(called);
        }
    }

    /// A call has got its words.
    pub(super) fn attest_words(&mut self, serial: u32, words: &str) {
        let witness = self.driver.narrator.witness.as_mut();
        if let Some(called) = witness.and_then(|witness| witness.calls.get_mut(&serial)) {
            called.told = words.to_string();
        }
    }

    /// A call has been left, with what it came to if that is told.
    pub(super) fn attest_return(&mut self, call: &OpenCall, end: String) {
        if let Some(witness) = &mut self.driver.narrator.witness {
            let now = witness.deeds.len();
            if let Some(called) = witness.calls.get_mut(&call.serial) {
                (called.until, called.end) = (Some(now), end);
            }
        }
    }

    /// Compares what is told with what has been put down, which is thereby forgotten.
    pub(super) fn compare_with_witness(&mut self, account: &Account) {
        let narrator = &mut self.driver.narrator;
        let Some(mut witness) = narrator.witness.take() else { return };
        narrator.witness = Some(Box::default());
        if witness.deeds.len() > MAX_DEEDS {
            return;
        }
        witness.deeds.iter_mut().for_each(|deed| narrator.names.settle(&mut deed.text));
        let mut at = 0;
        for (number, scene) in account.scenes.iter().enumerate() {
            match witness.find(scene, at) {
                Some(found) => at = found,
                None => {
                    let row =
                        format!("row {number}, {}: {}", self.thread_label(ThreadId(scene.actor)), scene.what);
                    self.driver.narrator.refuted = Some(row);
                    return;
                }
            }
        }
    }
}

impl Witness {
    /// The first moment from `at` on at which what the scene claims has happened. Nothing if there is none.
    fn find(&self, scene: &Scene, at: usize) -> Option<usize> {
        let what = scene.what.strip_suffix(" (after more than is told here)").unwrap_or(&scene.what);
        match scene.act {
            Act::READ | Act::WRITE => {
                let access = what.rsplit_once(" (in ").map_or(what, |(access, _)| access);
                self.deed(scene, access, at).or_else(|| self.deed(scene, what, at))
            }
            Act::START | Act::END | Act::WAIT | Act::BLOCKED => self.deed(scene, what, at),
            Act::LOCK => self
                .deed(scene, what, at)
                .or_else(|| self.deed(scene, OWNS, at))
                .or_else(|| self.left(scene, at, |call| call.told == what)),
            // Others see a lock of the library free a little later than it has no owner.
            Act::UNLOCK => self
                .deed(scene, what, at)
                .or_else(|| self.deed(scene, DISOWNS, at))
                .or_else(|| self.has_disowned(scene, at).then_some(at)),
            Act::BEGIN => {
                let call = what.strip_suffix(BEGINS)?;
                self.entered(scene, call, at)
            }
            Act::RETURN => self.left(scene, at, |call| call.end == what),
            Act::JOIN | Act::WAKE | Act::CHOICE => match self.calls.is_empty() {
                true => Some(at),
                false if scene.act == Act::CHOICE => Some(at),
                false => self.left(scene, at, |call| !call.told.is_empty() && what.starts_with(&call.told)),
            },
            Act::NOTIFY => self.entered(scene, what, at),
            Act::CALL => {
                let (call, starts) = what.split_once(STARTS).unwrap_or((what, ""));
                let mut started = starts.split(", ").filter(|name| !name.is_empty());
                let begin =
                    started.try_fold(at, |at, name| self.deed(scene, &format!("start {name}"), at))?;
                self.left(scene, begin, |called| called.joined() == call)
                    .or_else(|| self.deed(scene, call, begin))
                    .or_else(|| self.entered(scene, call, begin))
            }
            _ => Some(at),
        }
    }

    fn deed(&self, scene: &Scene, text: &str, at: usize) -> Option<usize> {
        let rest = self.deeds.get(at..)?;
        let found = rest.iter().position(|deed| deed.actor == scene.actor && deed.text == text)?;
        Some(at + found + 1)
    }

    /// By then the last lock of the library that was got, or given back, was given back.
    fn has_disowned(&self, scene: &Scene, at: usize) -> bool {
        let is_of_lock = |deed: &&Deed| deed.actor == scene.actor && [OWNS, DISOWNS].contains(&&*deed.text);
        let last = self.deeds[..at.min(self.deeds.len())].iter().rev().find(is_of_lock);
        last.is_some_and(|deed| deed.text == DISOWNS)
    }

    /// A call that is still open.
    fn entered(&self, scene: &Scene, told: &str, at: usize) -> Option<usize> {
        let is_open = |call: &&ToldCall| {
            call.actor == scene.actor && call.told == told && call.until.is_none_or(|until| until >= at)
        };
        self.calls.values().filter(is_open).map(|call| call.from.max(at)).min()
    }

    fn left(&self, scene: &Scene, at: usize, fits: impl Fn(&ToldCall) -> bool) -> Option<usize> {
        let of_actor = self.calls.values().filter(|call| call.actor == scene.actor && fits(call));
        of_actor.filter_map(|call| call.until.filter(|&until| until >= at)).min()
    }
}

impl ToldCall {
    /// How it is told if nothing comes in between.
    fn joined(&self) -> String {
        let end = self.end.strip_prefix(self.told.as_str()).unwrap_or_default();
        match end.strip_prefix(RETURNS) {
            Some("") => self.told.clone(),
            Some(result) => format!("{} ->{result}", self.told),
            None => self.end.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(actor: u32, act: Act, what: &str) -> Scene {
        Scene { actor, act, what: what.to_string(), object: String::new(), spot: None, turn: 0, step: 0 }
    }

    fn all_found(witness: &Witness, scenes: &[Scene]) -> bool {
        scenes.iter().try_fold(0, |at, scene| witness.find(scene, at)).is_some()
    }

    /// One thread begins to put, another gets null and puts, then the first one's put returns what was put.
    fn lost_update() -> Witness {
        let deed = |actor: u32, text: &str| Deed { actor, text: text.to_string() };
        let deeds = vec![deed(1, "m.table -> null"), deed(2, "m.table -> null"), deed(2, "m.table = 1")];
        let called = |actor, from, until, told: &str, end: &str| ToldCall {
            actor,
            from,
            until: Some(until),
            told: told.to_string(),
            end: format!("{told}{end}"),
        };
        let calls = [
            (1, called(1, 0, 3, "m.put(1)", " returns 1")),
            (2, called(2, 1, 2, "m.get()", " returns null")),
            (3, called(2, 2, 3, "m.put(1)", " returns null")),
        ];
        Witness { deeds, calls: calls.into_iter().collect(), begun: FastMap::default() }
    }

    #[test]
    fn a_result_cannot_come_before_what_decides_it() {
        let witness = lost_update();
        let possible = [
            scene(1, Act::BEGIN, "m.put(1) begins"),
            scene(2, Act::CALL, "m.get() -> null"),
            scene(2, Act::CALL, "m.put(1) -> null"),
            scene(1, Act::RETURN, "m.put(1) returns 1"),
        ];
        assert!(all_found(&witness, &possible));
        let too_early = [scene(1, Act::CALL, "m.put(1) -> 1"), scene(2, Act::CALL, "m.get() -> null")];
        assert!(!all_found(&witness, &too_early));
    }

    #[test]
    fn what_never_happened_is_not_believed() {
        let witness = lost_update();
        assert!(!all_found(&witness, &[scene(1, Act::CALL, "m.put(1) -> null")]));
        assert!(!all_found(&witness, &[scene(1, Act::WRITE, "m.table = 1")]));
        assert!(!all_found(
            &witness,
            &[scene(2, Act::WRITE, "m.table = 1"), scene(1, Act::READ, "m.table -> null")]
        ));
        assert!(!all_found(&witness, &[scene(1, Act::LOCK, "lock m")]));
        assert!(!all_found(&witness, &[scene(3, Act::START, "start 4")]));
    }
}
