//! What other threads can see: where a step ends so that they can go first.
//!
//! An access is invisible if nobody else can interfere: the object belongs to one thread alone, or only one
//! thread is alive, or nobody ever writes the place while several threads can reach it. The last is an
//! assumption about the whole program, made for each field and kind of array until a write proves it wrong.
//! Then the search so far has left out interleavings, and is begun again with that place among the visible
//! ones; there are finitely many places, so this ends. Leaving a monitor is invisible: it only ever allows
//! more.
//!
//! Where places are written, there may be a discipline of locks on top, see [`super::guard`].

use super::driver::Driver;
use super::library::AccessTo;
use base::{BitSet, FastSet};
use vm::Machine;
use vm::program::{ClassId, statics};
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;

/// The state of the gate.
#[derive(Clone, Default)]
pub(crate) struct Gate {
    /// The present operation may be done, visible or not: it is the one the step began with.
    pub open: bool,
    /// The present operation is the first of the step.
    pub first: bool,
    /// The running thread is in an atomic block: its operations may all be done.
    pub atomic: bool,
    /// Accesses that keep to a discipline of locks are invisible too.
    pub guarding: bool,
    /// The class of locks of java.util.concurrent that know their owner, and the field that has it.
    pub synchronizer: Option<(ClassId, u32)>,
    /// Accesses since the last step's end that kept to their guards.
    pub guarded: u64,
    /// Who is running.
    pub running: Option<ThreadId>,
    /// Places that are accessed without the monitor of their own object.
    selfless: Places,
    /// Places that are accessed without the lock that guards their object.
    unguarded: Places,
    /// No reduction: every access counts as visible, whoever can reach the object. Slow; the oracle of the
    /// tests.
    pub plain: bool,
    /// More than one thread is alive.
    pub several: bool,
    /// Steps end as if there were others, also where a thread is alone.
    pub alone: bool,
    /// Natives are as many operations as in finer steps, or in the finest.
    pub counted: Option<bool>,
    /// Places that are written while several threads can reach them.
    written: Places,
    /// What atoms of temporal properties look at.
    pub watch: super::atoms::Watch,
    /// Somebody listens to what happens.
    pub narrating: bool,
    /// A place was added since the search began.
    pub outdated: bool,
    /// The machine has learnt something since the search began without which paths may be none of the program's.
    pub is_misled: bool,
    /// Pools do not act at once, see [`super::pools`].
    pub pools_are_looked_into: bool,
    /// Rows of the table of linearizable classes whose calls are no operations, see [`super::library`], as bits.
    pub looked_into: u64,
    /// The program asks for objects that others may not have shared: what a thread does with its own is visible, too.
    pub objects_are_looked_at: bool,
    /// Others can go before a thread chooses a value.
    pub branching: bool,
    /// What the present step has written where nobody could come in between.
    pub wrote: super::wrote::Wrote,
    /// What the present step touches, if that is noted.
    pub trail: super::footprints::StepTouches,
}

/// Kinds of places: fields of a class, elements of a kind of array, static fields.
#[derive(Clone, Default)]
pub(crate) struct Places {
    /// Units of objects, by class. Of arrays: bit 0.
    fields: Vec<BitSet>,
    /// Static fields, by address in 4-byte units.
    statics: FastSet<u32>,
}

/// In what has been learnt, instead of a kind of places: what was taken for granted, see [`vm::Assumption`].
pub(super) const ASSUMED: u32 = 3;

/// The same: pools are looked into, or a class of the library, by the number after its row.
const LOOKED_INTO: u32 = 4;

/// There, instead of a row: objects that nobody has shared.
const OBJECTS: u32 = u32::MAX;

/// A place that atoms look at.
pub(super) const WATCHED: u32 = 5;

/// A text that is interned, as the two halves of its digest: the machine's, not the gate's.
pub(super) const INTERNED: u32 = 6;

/// In a list of places: instead of a class, where the place is a static field.
const STATIC: u32 = u32::MAX;

/// What comes out of a file may be anything: places of more classes, or further into an object, are none.
const MOST_CLASSES: u32 = 1 << 20;
const MOST_UNITS: u32 = 1 << 18;

impl Places {
    #[inline]
    pub fn has_field(&self, class: ClassId, unit: u32) -> bool {
        self.fields.get(class.0 as usize).is_some_and(|units| units.contains(unit as usize))
    }

    /// True if it is new.
    pub fn add_field(&mut self, class: ClassId, unit: u32) -> bool {
        let index = class.0 as usize;
        if index >= self.fields.len() {
            self.fields.resize(index + 1, BitSet::new());
        }
        self.fields[index].insert(unit as usize)
    }

    #[inline]
    pub fn has_static(&self, at: u32) -> bool {
        self.statics.contains(&at)
    }

    pub fn add_static(&mut self, at: u32) -> bool {
        self.statics.insert(at)
    }

    /// As pairs of class and unit.
    fn list(&self) -> impl Iterator<Item = [u32; 2]> {
        let fields = self.fields.iter().enumerate();
        let fields =
            fields.flat_map(|(class, units)| units.iter().map(move |unit| [class as u32, unit as u32]));
        let mut statics: Vec<u32> = self.statics.iter().copied().collect();
        statics.sort_unstable();
        fields.chain(statics.into_iter().map(|at| [STATIC, at]))
    }

    fn add(&mut self, class: u32, unit: u32) {
        if class == STATIC {
            self.add_static(unit)
        } else {
            self.add_field(ClassId(class), unit)
        };
    }
}

impl Gate {
    /// What has been learnt: triples of 0 and a place that is written, 1 and one without a guard, 2 and one that
    /// is not its own guard, or 5 and one that atoms look at; and of 4 and what is looked into. Triples of 3
    /// and 6 are not the gate's, see [`ASSUMED`] and [`INTERNED`].
    pub fn learnt(&self) -> Vec<u32> {
        let kinds =
            [(0, &self.written), (1, &self.unguarded), (2, &self.selfless), (WATCHED, &self.watch.places)];
        let triples = |(kind, places): (u32, &Places)| -> Vec<u32> {
            places.list().flat_map(|[class, unit]| [kind, class, unit]).collect()
        };
        let pools = self.pools_are_looked_into.then_some(0);
        let rows = (0..u64::BITS).filter(|&row| self.looked_into >> row & 1 != 0).map(|row| row + 1);
        let objects = self.objects_are_looked_at.then_some(OBJECTS);
        let looks = pools.into_iter().chain(rows).chain(objects).flat_map(|what| [LOOKED_INTO, what, 0]);
        kinds.into_iter().flat_map(triples).chain(looks).collect()
    }

    /// Every access is visible, whoever can reach the object.
    #[inline]
    pub fn sees_all(&self) -> bool {
        self.plain || self.objects_are_looked_at
    }

    /// There is somebody who could see what is done.
    #[inline]
    pub fn is_seen(&self) -> bool {
        self.several || self.alone
    }

    /// Knows these places and no others.
    pub fn learn(&mut self, places: &[u32]) {
        let mut kinds = [Places::default(), Places::default(), Places::default()];
        let mut watched = Places::default();
        (self.pools_are_looked_into, self.looked_into, self.objects_are_looked_at) = (false, 0, false);
        for place in places.chunks_exact(3) {
            match (place[0], place[1].checked_sub(1)) {
                (LOOKED_INTO, _) if place[1] == OBJECTS => self.objects_are_looked_at = true,
                (LOOKED_INTO, None) => self.pools_are_looked_into = true,
                (LOOKED_INTO, Some(row)) => self.looked_into |= 1u64.checked_shl(row).unwrap_or(0),
                _ => {}
            }
            let is_place = place[1] == STATIC || (place[1] < MOST_CLASSES && place[2] < MOST_UNITS);
            let kind =
                if place[0] == WATCHED { Some(&mut watched) } else { kinds.get_mut(place[0] as usize) };
            if let Some(kind) = kind.filter(|_| is_place) {
                kind.add(place[1], place[2]);
            }
        }
        [self.written, self.unguarded, self.selfless] = kinds;
        self.watch.places = watched;
        self.outdated = false;
    }
}

/// The flag that says that a thread was interrupted.
fn is_interrupt_flag(machine: &Machine, object: Ref, unit: u32) -> bool {
    unit == machine.known().thread_interrupted && machine.threads.values().any(|t| t.state.object == object)
}

impl Driver {
    /// A field of an object, or bit 0 of an array, is about to be accessed. True if the step must end first.
    #[inline]
    pub(super) fn stops_access(
        &mut self,
        machine: &mut Machine,
        object: Ref,
        unit: u32,
        is_write: bool,
    ) -> bool {
        machine.heap.notes.content(object);
        if self.gate.watch.active
            && let Some(stops) = self.watched_access(machine, object, unit, is_write)
        {
            return stops;
        }
        let stops = self.ends_before(machine, object, unit, is_write);
        stops || (self.gate.watch.passes && is_write && self.passing_write(machine, object, unit))
    }

    /// Others could come in before an access.
    #[inline]
    fn ends_before(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool {
        if self.gate.plain {
            self.note_passing(machine, object, unit, is_write);
            return self.gate.is_seen() && !self.gate.open;
        }
        if self.gate.objects_are_looked_at {
            return self.ends_before_any(machine, object, unit, is_write);
        }
        if !machine.heap.is_shared(object) {
            return false;
        }
        if !self.gate.several {
            if self.gate.trail.is_alone {
                self.note_alone(machine, object, unit, is_write);
            }
            self.note_passing(machine, object, unit, is_write);
            return false;
        }
        let class = machine.heap.class_of(object);
        if class == ClassId::STATICS {
            // Whoever else wants a static field must wait until the class is initialized.
            let by = machine.heap.get32(object, statics::THREAD);
            let is_own = self.gate.running.is_some_and(|thread| thread.0 == by);
            if is_own && machine.heap.get32(object, statics::STATE) == statics::RUNNING {
                return false;
            }
            return self.ends_before_static(machine, object.0 * 2 + unit, is_write);
        }
        if is_write && !self.gate.written.has_field(class, unit) {
            self.gate.outdated |= self.gate.written.add_field(class, unit);
        }
        if !is_write && !self.gate.written.has_field(class, unit) {
            return false;
        }
        // Whoever sleeps or waits looks at this flag, and asks for no lock.
        let is_flag = is_interrupt_flag(machine, object, unit);
        if !is_flag && self.gate.guarding && self.is_guarded(machine, object, class, unit) {
            self.gate.guarded += 1;
            self.note_passing(machine, object, unit, is_write);
            return false;
        }
        match is_flag && self.seal.is_on() {
            true => self.stand_alone(machine, object),
            false => self.leave_for(machine, object, AccessTo::Content),
        }
        if self.gate.open {
            self.gate.trail.access(machine, object, unit, is_write);
        }
        !self.gate.open
    }

    /// The same where somebody may ask for every object that there is.
    #[cold]
    fn ends_before_any(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool {
        let ends = self.gate.several && !self.gate.open;
        if !ends {
            let is_static = machine.heap.class_of(object) == ClassId::STATICS;
            match is_static {
                true => self.gate.trail.static_field(object.0 * 2 + unit, is_write),
                false => self.gate.trail.access(machine, object, unit, is_write),
            }
        }
        if !self.gate.several {
            self.note_passing(machine, object, unit, is_write);
        }
        ends
    }

    /// An access passes that others could see if they came in between. Who has which lock of the library is of no
    /// interest.
    #[inline]
    fn note_passing(&mut self, machine: &Machine, object: Ref, unit: u32, is_write: bool) {
        if is_write && !self.seal.is_on() {
            match unit {
                0 => self.gate.wrote.elements(),
                _ => self.gate.wrote.place(machine, object.0 * 2 + unit),
            }
        }
    }

    /// The running thread, alone by now, accesses what others could see if they were still there. What would
    /// teach the gate something then is told to depend on their being gone.
    #[cold]
    fn note_alone(&mut self, machine: &Machine, object: Ref, unit: u32, is_write: bool) {
        let class = machine.heap.class_of(object);
        if class == ClassId::STATICS {
            return self.note_alone_static(object.0 * 2 + unit, is_write);
        }
        let is_written = self.gate.written.has_field(class, unit);
        let is_flag = is_interrupt_flag(machine, object, unit);
        let is_guarded = self.gate.guarding && !is_flag && !self.gate.unguarded.has_field(class, unit);
        match (is_written, is_write) {
            (false, false) => {}
            (true, _) if !is_guarded => self.gate.trail.access(machine, object, unit, is_write),
            _ => self.gate.trail.depends_on_ends(),
        }
    }

    #[cold]
    fn note_alone_static(&mut self, at: u32, is_write: bool) {
        let is_guarded = self.gate.guarding && !self.gate.unguarded.has_static(at);
        match (self.gate.written.has_static(at), is_write) {
            (false, false) => {}
            (true, _) if !is_guarded => self.gate.trail.static_field(at, is_write),
            _ => self.gate.trail.depends_on_ends(),
        }
    }

    /// The access keeps to a discipline of locks; if it does not, the place counts as unguarded from now on.
    fn is_guarded(&mut self, machine: &mut Machine, object: Ref, class: ClassId, unit: u32) -> bool {
        if self.gate.unguarded.has_field(class, unit) {
            return false;
        }
        if !self.gate.selfless.has_field(class, unit) {
            if self.gate.running.is_some_and(|thread| machine.holds(thread, object)) {
                return true;
            }
            self.gate.outdated |= self.gate.selfless.add_field(class, unit);
        }
        let keeps = self.keeps_guard(machine, object);
        if !keeps {
            self.gate.outdated |= self.gate.unguarded.add_field(class, unit);
        }
        keeps
    }

    /// The same for a static field by its address in 4-byte units.
    #[inline]
    pub(super) fn stops_static(&mut self, machine: &mut Machine, at: u32, is_write: bool) -> bool {
        note_static(machine, at);
        if self.gate.watch.active
            && let Some(stops) = self.watched_static(at, is_write)
        {
            return stops;
        }
        let stops = self.ends_before_static(machine, at, is_write);
        stops || (self.gate.watch.passes && is_write && self.passing_static(machine, at))
    }

    #[inline]
    fn ends_before_static(&mut self, machine: &mut Machine, at: u32, is_write: bool) -> bool {
        if self.gate.objects_are_looked_at && !self.gate.plain {
            let ends = self.gate.several && !self.gate.open;
            if !ends {
                self.gate.trail.static_field(at, is_write);
            }
            if is_write && !self.gate.several {
                self.gate.wrote.place(machine, at);
            }
            return ends;
        }
        if !self.gate.several && self.gate.trail.is_alone {
            self.note_alone_static(at, is_write);
        }
        if !self.gate.several || self.gate.plain {
            if is_write {
                self.gate.wrote.place(machine, at);
            }
            return self.gate.is_seen() && !self.gate.open;
        }
        if is_write && !self.gate.written.has_static(at) {
            self.gate.outdated |= self.gate.written.add_static(at);
        }
        if !is_write && !self.gate.written.has_static(at) {
            return false;
        }
        if self.gate.guarding {
            let record = machine.program.static_at(at).map(|(record, _)| record);
            let knows = self.gate.unguarded.has_static(at);
            if !knows && record.is_some_and(|record| self.keeps_guard(machine, record)) {
                self.gate.guarded += 1;
                if is_write {
                    self.gate.wrote.place(machine, at);
                }
                return false;
            }
            self.gate.outdated |= self.gate.unguarded.add_static(at);
        }
        if self.gate.open {
            self.gate.trail.static_field(at, is_write);
        }
        !self.gate.open
    }

    /// Others could come in between two accesses to parts of this object, and one of the two sides would
    /// notice. The same whether the gate is open or not, but not in an atomic block.
    pub(super) fn divides(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool {
        machine.heap.notes.content(object);
        let class = machine.heap.class_of(object);
        if self.gate.several && (is_write || self.gate.written.has_field(class, unit)) {
            self.leave_for(machine, object, AccessTo::Content);
        }
        // What is counted as in finer steps is counted so in a call of the library, too, which is no block there.
        let in_block = match (self.gate.counted, self.gate.running) {
            (Some(_), Some(thread)) => machine.threads[thread].state.atomic > 0,
            _ => self.gate.atomic,
        };
        if in_block || !machine.heap.is_shared(object) {
            return false;
        }
        let open = std::mem::replace(&mut self.gate.open, false);
        let (plain, alone) = (self.gate.plain, self.gate.alone);
        if let Some(finest) = self.gate.counted {
            (self.gate.plain, self.gate.alone) = (true, finest);
        }
        let stops = self.stops_access(machine, object, unit, is_write);
        (self.gate.open, self.gate.plain, self.gate.alone) = (open, plain, alone);
        if stops && open {
            self.gate.trail.access(machine, object, unit, is_write);
            if self.gate.watch.active {
                self.gate.trail.watched();
            }
        }
        stops
    }

    /// A number is about to be taken from a static counter that only natives use. As long as the first thread
    /// alone takes numbers while others are alive, nobody can tell when. The first other thread that does
    /// makes the counter one of the places that are written.
    pub(super) fn stops_counting(
        &mut self,
        machine: &mut Machine,
        thread: ThreadId,
        record: Ref,
        unit: u32,
    ) -> bool {
        let is_written = self.gate.written.has_static(record.0 * 2 + unit);
        let is_unseen = thread == ThreadId(0) && !self.gate.plain && !is_written;
        !is_unseen && self.stops_access(machine, record, unit, true)
    }
}

#[inline]
fn note_static(machine: &mut Machine, at: u32) {
    if machine.heap.notes.is_on() {
        match machine.program.static_at(at) {
            Some((record, _)) => machine.heap.notes.content(record),
            None => machine.heap.notes.spoil(),
        }
    }
}
