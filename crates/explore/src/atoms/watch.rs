//! Places that atoms read: a write to one ends the step before it, whoever else is alive.
//!
//! Which places these are shows only while atoms are evaluated. A place that is new makes what was explored
//! so far outdated, as a field that is written does. This is enough: as long as none of the places that an
//! evaluation has read is written, another evaluation reads the same and comes to the same. So between two
//! evaluations a value changes only by a write to a watched place, and each step has at most one of these,
//! its first operation.

use super::Expr;
use crate::driver::Driver;
use base::{BitSet, FastSet};
use vm::Machine;
use vm::program::ClassId;
use vm::state::heap::Ref;

#[derive(Clone, Default)]
pub(crate) struct Watch {
    /// There are atoms.
    pub active: bool,
    /// An atom is being evaluated: what is read is noted, and nothing ends a step.
    pub probing: bool,
    /// Every operation that others could see ends a step, even if there are no others: which objects can be
    /// reached is looked at.
    pub reachability: bool,
    /// Labels of the program that are looked at, by number.
    pub label_names: Vec<String>,
    /// Positions of threads are looked at.
    pub positions: bool,
    /// Among them lines, or beginnings and ends of methods.
    pub crossings: bool,
    /// Units of objects by class, bit 0 for arrays.
    fields: Vec<BitSet>,
    /// Static fields by address in 4-byte units.
    statics: FastSet<u32>,
}

impl Watch {
    /// Nothing is looked at but fields, static fields and arrays: a step ends before a write to one of them
    /// whatever the state is, so that where it ends follows from what the thread does.
    pub fn is_of_places(&self) -> bool {
        !self.reachability && self.label_names.is_empty() && !self.positions && !self.crossings
    }

    /// Looks at all that an expression looks at beside fields.
    pub fn widen(&mut self, expr: &Expr) {
        match expr {
            Expr::Quantified { body, .. } => {
                self.reachability = true;
                self.widen(body);
            }
            Expr::Not(a) | Expr::Minus(a) | Expr::Length(a) | Expr::Field { of: a, .. } => self.widen(a),
            Expr::Binary(_, a, b) | Expr::Element { of: a, at: b, .. } => {
                self.widen(a);
                self.widen(b);
            }
            _ => {}
        }
    }

    /// True if the place is new.
    fn insert(&mut self, class: ClassId, unit: u32) -> bool {
        let index = class.0 as usize;
        if index >= self.fields.len() {
            self.fields.resize(index + 1, BitSet::new());
        }
        self.fields[index].insert(unit as usize)
    }

    fn contains(&self, class: ClassId, unit: u32) -> bool {
        self.fields.get(class.0 as usize).is_some_and(|units| units.contains(unit as usize))
    }
}

impl Driver {
    /// An atom has read a place: a unit of an object, of a record of statics, or an array (unit 0).
    pub(super) fn note_read(&mut self, machine: &Machine, object: Ref, unit: u32) {
        let class = machine.heap.class_of(object);
        let is_new = match class == ClassId::STATICS {
            true => self.gate.watch.statics.insert(object.0 * 2 + unit),
            false => self.gate.watch.insert(class, unit),
        };
        self.gate.outdated |= is_new;
    }

    /// What atoms have to say about an access, `None` if nothing. Objects that are not shared can be reached
    /// from no static field and from no other thread, so no atom sees them.
    pub(crate) fn watched_access(
        &mut self,
        machine: &Machine,
        object: Ref,
        unit: u32,
        is_write: bool,
    ) -> Option<bool> {
        if self.gate.watch.probing {
            if machine.heap.is_shared(object) {
                self.note_read(machine, object, unit);
            }
            return Some(false);
        }
        if !is_write || self.gate.open || !machine.heap.is_shared(object) {
            return None;
        }
        let class = machine.heap.class_of(object);
        let watched = match class == ClassId::STATICS {
            true => self.gate.watch.statics.contains(&(object.0 * 2 + unit)),
            false => self.gate.watch.contains(class, unit),
        };
        watched.then_some(true)
    }

    /// The same for reading a static field by its address in 4-byte units.
    pub(crate) fn watched_static(&mut self, at: u32, is_write: bool) -> Option<bool> {
        if self.gate.watch.probing {
            self.gate.outdated |= self.gate.watch.statics.insert(at);
            return Some(false);
        }
        (is_write && !self.gate.open && self.gate.watch.statics.contains(&at)).then_some(true)
    }
}
