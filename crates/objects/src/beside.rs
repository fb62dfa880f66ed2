//! What a call changes beside the structure. Nothing of that may be forgotten: either it is the same for all calls,
//! as classes that are initialized, or the exploration says that it cannot follow.

use crate::system::{Objects, unsupported};
use lts::Outcome;
use vm::program::{Field, ShapeKind, statics};
use vm::state::heap::HEADER_UNITS;
use vm::{ClassId, Counters, Ref};

/// Who makes the objects, in words.
pub(crate) const MAKING: &str = "the constructor";
/// Fields of a thread by which concurrent classes spread their threads.
const SPREADING: [&str; 2] = ["threadLocalRandomProbe", "threadLocalRandomSecondarySeed"];
/// Looks at the clock take microseconds: when so much has passed, somebody has slept or waited.
const SLEPT_NS: u64 = 1_000_000;

/// What calls have done beside the structure that going back undoes, and that calls of a real program would see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Beside {
    Hashes,
    /// Only the invariant did, which is undone.
    InvariantHashes,
    Permit,
    Time,
    Interned,
}

impl Beside {
    /// Why nothing is said to be explored whole.
    pub fn sentence(self) -> &'static str {
        match self {
            Beside::Hashes => {
                "calls ask for identity hashes: of structures that differ only in those which come next, or in \
                    those of \
                 parameters, one was explored"
            }
            Beside::InvariantHashes => {
                "the invariant asks for identity hashes: it was asked with one of each object only"
            }
            Beside::Permit => {
                "calls leave a permit to park behind (LockSupport.unpark), which is no part of a structure"
            }
            Beside::Time => {
                "time passes in calls that sleep or wait, and the clock is no part of a structure"
            }
            Beside::Interned => "calls intern new strings, and which these are is no part of a structure",
        }
    }
}

/// What a call found beside the structure.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    counters: Counters,
    permit: bool,
}

impl Objects {
    pub(crate) fn surroundings(&self) -> Surroundings {
        Surroundings {
            counters: *self.machine.counters(),
            permit: self.machine.threads[self.main].state.permit,
        }
    }

    /// Notes what is not as it was before a call.
    pub(crate) fn note_beside(&mut self, before: &Surroundings) {
        let now = self.surroundings();
        let passed_ns = now.counters.clock_ns.saturating_sub(before.counters.clock_ns);
        let notes = [
            (now.counters.next_hash != before.counters.next_hash, Beside::Hashes),
            (now.permit != before.permit, Beside::Permit),
            (passed_ns >= SLEPT_NS, Beside::Time),
            (self.policy.has_interned.take(), Beside::Interned),
        ];
        self.tally.beside.extend(notes.into_iter().filter(|note| note.0).map(|note| note.1));
    }

    /// Everything that a call may change belongs to the structure: what it changes beside that is looked at here.
    pub(crate) fn look_at_base(&mut self, who: &str) -> Result<(), Outcome> {
        let written: Vec<Ref> = self.machine.heap.dirty().collect();
        if self.hoist(&written, who == MAKING) {
            (self.is_outdated, self.is_stale) = (true, true);
            return Ok(());
        }
        // Only what changes nothing else may come before all calls: first all is looked at.
        let (mut initialized, mut kept) = (Vec::new(), Vec::new());
        for object in written {
            let Some(unit) = self.changed_unit(object) else { continue };
            let class = self.machine.heap.class_of(object);
            if let Some(constants) = self.constants_kept(object) {
                kept.push(constants);
                continue;
            }
            if self.machine.program.is_subclass(class, self.machine.known().thread)
                && self.is_seed(class, unit)
            {
                return Err(unsupported(format!(
                    "{who} draws random numbers of its thread (ThreadLocalRandom, UUID): which come next is no \
                        part of a structure"
                )));
            }
            if self.machine.heap.shapes[class].kind != ShapeKind::Statics {
                let name = self.machine.program.classes[class].external_name();
                return Err(unsupported(format!(
                    "{who} changes an object of class {name} that was there before all others, and is no part of \
                        a structure"
                )));
            }
            let owner = self.machine.program.class_of_statics(object);
            if unit == statics::STATE && self.machine.heap.get32(object, unit) == statics::DONE {
                // The invariant sees what the call before it has initialized.
                let class = owner
                    .filter(|owner| self.is_outdated || !self.early.contains(owner))
                    .ok_or_else(|| {
                        unsupported(format!("{who} initializes a class that cannot be initialized before"))
                    })?;
                initialized.push(class);
                continue;
            }
            let name = owner.map_or_else(String::new, |owner| self.static_name(owner, unit));
            return Err(unsupported(format!(
                "{who} writes {name}, and static fields are no part of a structure: write a driver and use \
                    jaywalk check"
            )));
        }
        if !initialized.is_empty() || !kept.is_empty() {
            initialized.retain(|class| !self.early.contains(class));
            self.early.extend(initialized);
            self.asked_constants.extend(kept);
            (self.is_outdated, self.is_stale) = (true, true);
        }
        Ok(())
    }

    /// The first unit of an object of the base that is not as it was.
    pub(crate) fn changed_unit(&self, object: Ref) -> Option<u32> {
        let heap = &self.machine.heap;
        let old = heap.pristine(object)?;
        let known = self.machine.known();
        let class = heap.class_of(object);
        let is_string = class == known.string;
        let is_thread = self.machine.program.is_subclass(class, known.thread);
        let half = |unit: u32, word: u64| (word >> (unit % 2 * 32)) as u32;
        (HEADER_UNITS..heap.words_of(object) * 2).find(|&unit| {
            let before = half(unit, old[unit as usize / 2]);
            let is_memory = is_string && (unit == known.string_hash || unit == known.string_hash_is_zero);
            heap.get32(object, unit) != before
                && !is_memory
                && !(is_thread && self.is_random_state(class, unit))
        })
    }

    /// A field of a thread by which concurrent classes spread their threads: it is no thread's business which. The seed
    /// of its random numbers is none of these: what is drawn next depends on it.
    fn is_random_state(&self, class: ClassId, unit: u32) -> bool {
        self.is_named(class, unit, &SPREADING)
    }

    fn is_seed(&self, class: ClassId, unit: u32) -> bool {
        self.is_named(class, unit, &["threadLocalRandomSeed"])
    }

    fn is_named(&self, class: ClassId, unit: u32, names: &[&str]) -> bool {
        let program = &self.machine.program;
        let fields =
            program.classes[class].ancestors.iter().flat_map(|&above| program.classes[above].fields.iter());
        let mut named = fields.map(|&field| &program.fields[field]).filter(|field| {
            !field.access.is_static()
                && (field.unit == unit || (field.kind.is_wide() && field.unit + 1 == unit))
        });
        named.any(|field| names.contains(&field.name.as_str()))
    }

    fn static_name(&self, owner: ClassId, unit: u32) -> String {
        let class = &self.machine.program.classes[owner];
        let mut fields = class.fields.iter().map(|&field| &self.machine.program.fields[field]);
        let is_it = |field: &&Field| {
            field.access.is_static()
                && (field.unit == unit || (field.kind.is_wide() && field.unit + 1 == unit))
        };
        match fields.find(is_it) {
            Some(field) => format!("the static field {}.{}", class.external_name(), field.name),
            None => format!("static fields of {}", class.external_name()),
        }
    }
}
