//! Places that atoms read: a write to one ends the step before it, whoever else is alive.
//!
//! Which places these are shows only while atoms are evaluated. A place that is new makes what was explored
//! so far outdated, as a field that is written does. This is enough: as long as none of the places that an
//! evaluation has read is written, another evaluation reads the same and comes to the same. So between two
//! evaluations a value changes only by a write to a watched place, and each step has at most one of these,
//! its first operation.

use super::Expr;
use crate::driver::Driver;
use crate::gate::Places;
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
    /// What atoms have read so far.
    pub places: Places,
    /// What atoms have read that only look on: nothing ends a step for them. While nobody else is alive, they are
    /// looked at in the middle of steps.
    passing: Places,
    /// There are such atoms.
    pub passes: bool,
    /// One of them is being evaluated.
    pub is_passing: bool,
    /// The running thread stands before a write to what they look at, and goes on once they have been.
    pub is_passed: bool,
    /// A write that they cannot see, since others could come in before it.
    pub hidden: Option<String>,
}

impl Watch {
    /// Atoms are evaluated, or may be.
    pub fn is_on(&self) -> bool {
        let looks = self.active || self.passes || self.is_passing;
        looks || self.probing || self.reachability || self.positions || self.crossings
    }

    /// Nothing is looked at but fields, static fields and arrays: a step ends before a write to one of them
    /// whatever the state is, so that where it ends follows from what the thread does.
    pub fn is_of_places(&self) -> bool {
        !self.reachability && self.label_names.is_empty() && !self.positions && !self.crossings
    }

    /// Where it is noted what the atom reads that is being evaluated.
    fn read(&mut self) -> &mut Places {
        if self.is_passing { &mut self.passing } else { &mut self.places }
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
}

impl Driver {
    /// An atom has read a place: a unit of an object, of a record of statics, or an array (unit 0).
    pub(super) fn note_read(&mut self, machine: &Machine, object: Ref, unit: u32) {
        let class = machine.heap.class_of(object);
        let places = self.gate.watch.read();
        let is_new = match class == ClassId::STATICS {
            true => places.add_static(object.0 * 2 + unit),
            false => places.add_field(class, unit),
        };
        self.gate.outdated |= is_new;
    }

    /// An access ends no step by itself. If it is a write to what is only looked on at, somebody looks before it.
    #[cold]
    pub(crate) fn passing_write(&mut self, machine: &Machine, object: Ref, unit: u32) -> bool {
        let class = machine.heap.class_of(object);
        let is_seen = match class == ClassId::STATICS {
            true => self.gate.watch.passing.has_static(object.0 * 2 + unit),
            false => machine.heap.is_shared(object) && self.gate.watch.passing.has_field(class, unit),
        };
        is_seen && self.passes(machine)
    }

    /// The same for a static field.
    #[cold]
    pub(crate) fn passing_static(&mut self, machine: &Machine, at: u32) -> bool {
        self.gate.watch.passing.has_static(at) && self.passes(machine)
    }

    fn passes(&mut self, machine: &Machine) -> bool {
        if self.gate.open {
            self.gate.trail.watched();
            return false;
        }
        // A path that is told has been looked at.
        if self.gate.narrating {
            return false;
        }
        if !self.gate.several {
            self.gate.watch.is_passed = true;
            return true;
        }
        let place = self.gate.running.map_or(String::new(), |thread| machine.user_position(thread));
        self.gate.watch.hidden.get_or_insert(place);
        false
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
        if !is_write || !machine.heap.is_shared(object) {
            return None;
        }
        let class = machine.heap.class_of(object);
        let watched = match class == ClassId::STATICS {
            true => self.gate.watch.places.has_static(object.0 * 2 + unit),
            false => self.gate.watch.places.has_field(class, unit),
        };
        self.watched_write(watched)
    }

    /// A write of a place that is watched or not. If it may be done now, it is told that atoms can see it.
    fn watched_write(&mut self, is_watched: bool) -> Option<bool> {
        if is_watched && self.gate.open {
            self.gate.trail.watched();
        }
        (is_watched && !self.gate.open).then_some(true)
    }

    /// The same for reading a static field by its address in 4-byte units.
    pub(crate) fn watched_static(&mut self, at: u32, is_write: bool) -> Option<bool> {
        if self.gate.watch.probing {
            self.gate.outdated |= self.gate.watch.read().add_static(at);
            return Some(false);
        }
        let is_watched = is_write && self.gate.watch.places.has_static(at);
        self.watched_write(is_watched)
    }
}
