//! What a call changes beside the structure. Nothing of that may be forgotten: either it is the same for all calls,
//! as classes that are initialized, or the exploration says that it cannot follow.

use crate::system::{Objects, unsupported};
use lts::Outcome;
use vm::program::{Field, ShapeKind, statics};
use vm::state::heap::HEADER_UNITS;
use vm::{ClassId, Ref};

impl Objects {
    /// Everything that a call may change belongs to the structure: what it changes beside that is looked at here.
    pub(crate) fn look_at_base(&mut self, who: &str) -> Result<(), Outcome> {
        let written: Vec<Ref> = self.machine.heap.dirty().collect();
        for object in written {
            let Some(unit) = self.changed_unit(object) else { continue };
            let class = self.machine.heap.class_of(object);
            if self.machine.heap.shapes[class].kind != ShapeKind::Statics {
                let name = self.machine.program.classes[class].external_name();
                return Err(unsupported(format!(
                    "{who} changes an object of class {name} that was there before all others, and is no part of a structure"
                )));
            }
            let owner = self.machine.program.class_of_statics(object);
            if unit == statics::STATE && self.machine.heap.get32(object, unit) == statics::DONE {
                let class = owner.filter(|owner| !self.early.contains(owner)).ok_or_else(|| {
                    unsupported(format!("{who} initializes a class that cannot be initialized before"))
                })?;
                self.early.push(class);
                (self.is_outdated, self.is_stale) = (true, true);
                continue;
            }
            let name = owner.map_or_else(String::new, |owner| self.static_name(owner, unit));
            return Err(unsupported(format!(
                "{who} writes {name}, and static fields are no part of a structure: write a driver and use jaywalk check"
            )));
        }
        Ok(())
    }

    /// The first unit of an object of the base that is not as it was.
    fn changed_unit(&self, object: Ref) -> Option<u32> {
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

    /// A field of a thread by which concurrent classes spread their threads: it is no thread's business which.
    fn is_random_state(&self, class: ClassId, unit: u32) -> bool {
        let program = &self.machine.program;
        let fields =
            program.classes[class].ancestors.iter().flat_map(|&above| program.classes[above].fields.iter());
        let mut named = fields.map(|&field| &program.fields[field]).filter(|field| {
            !field.access.is_static()
                && (field.unit == unit || (field.kind.is_wide() && field.unit + 1 == unit))
        });
        named.any(|field| field.name.as_str().starts_with("threadLocalRandom"))
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
