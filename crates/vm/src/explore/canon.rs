//! Names for states: one walk from the roots that is at once mark phase, canonical naming and removal of garbage.
//!
//! Objects of the base are named by their address; all others by the order in which the walk meets them, so that states that differ
//! only in where objects lie get the same name. A state is its threads, their frames, the objects they reach, and the objects of the base
//! that are not as they were.

use crate::machine::Machine;
use crate::program::ShapeKind;
use crate::state::heap::{HEADER_UNITS, Ref};
use crate::state::thread::{OnExit, Status, ThreadId};
use base::{Id, Symbol};
use lts::{CompId, Pool};

/// Kinds of components.
const THREAD: u8 = 0;
const FRAME: u8 = 1;
const OBJECT: u8 = 2;
const BASE: u8 = 3;
const COUNTERS: u8 = 4;

/// In an encoded reference: the number of an object and not an address.
const NUMBERED: u32 = 1 << 31;

/// The walk's working memory, kept between walks.
#[derive(Default)]
pub(crate) struct Canon {
    /// For each word above the base: in which walk an object there was met, and its number.
    met: Vec<(u32, u32)>,
    walk: u32,
    order: Vec<Ref>,
    words: Vec<u32>,
    /// The components of the walk before and of this one. Most are the same at the same place, and need not be looked up.
    before: Listed,
    now: Listed,
}

/// Components in the order of a walk, with their content.
#[derive(Default)]
struct Listed {
    /// Kind, number, and where the words end.
    rows: Vec<(u8, CompId, u32)>,
    words: Vec<u32>,
}

impl Listed {
    fn clear(&mut self) {
        self.rows.clear();
        self.words.clear();
    }

    /// The component at `row`, if it has this kind and content.
    fn find(&self, row: usize, kind: u8, words: &[u32]) -> Option<CompId> {
        let &(found, number, end) = self.rows.get(row)?;
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before].2);
        (found == kind && self.words[start as usize..end as usize] == *words).then_some(number)
    }
}

impl Canon {
    /// The canonical form of a reference; an object met for the first time gets the next number.
    fn name(&mut self, base_top: u32, object: Ref) -> u32 {
        if object.0 < base_top {
            return object.0;
        }
        let at = (object.0 - base_top) as usize;
        if at >= self.met.len() {
            self.met.resize((at + 1).next_power_of_two(), (0, 0));
        }
        if self.met[at].0 != self.walk {
            self.met[at] = (self.walk, self.order.len() as u32);
            self.order.push(object);
        }
        NUMBERED | self.met[at].1
    }

    /// Forgets what it knows of a pool: the next walk may be for another one.
    pub(crate) fn forget(&mut self) {
        self.before.clear();
        self.now.clear();
    }

    /// Adds the component made of `words`.
    fn emit(&mut self, kind: u8, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let row = self.now.rows.len();
        let known = self.before.find(row, kind, &self.words);
        let number = known.unwrap_or_else(|| pool.intern(kind, &self.words));
        self.now.words.extend_from_slice(&self.words);
        self.now.rows.push((kind, number, self.now.words.len() as u32));
        out.push(number);
    }

    fn begin(&mut self) {
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.met.fill((0, 0));
            self.walk = 1;
        }
        self.order.clear();
    }

    /// The form of what can be reached from one object: equal for structures that differ only in where their objects lie.
    pub(crate) fn of_object(&mut self, machine: &Machine, root: Ref) -> &[u32] {
        self.begin();
        self.words.clear();
        let name = self.name(machine.heap.base_top, root);
        self.words.push(name);
        let mut base = Vec::new();
        note_base(machine, root, &mut base);
        let (mut next, mut next_base) = (0, 0);
        loop {
            let (object, name) = if let Some(&object) = self.order.get(next) {
                next += 1;
                (object, 0)
            } else if let Some(&object) = base.get(next_base) {
                next_base += 1;
                (object, object.0)
            } else {
                return &self.words;
            };
            let from = self.words.len();
            // Room for how many words the object has: without it two lists of objects could read the same.
            self.words.extend([name, 0]);
            self.object(machine, object);
            self.words[from + 1] = (self.words.len() - from) as u32;
            machine.heap.each_ref(object, |to| note_base(machine, to, &mut base));
        }
    }

    /// The objects that threads reach, in the order of the walk. Those of the base are left out.
    pub(crate) fn reached(&mut self, machine: &Machine) -> &[Ref] {
        struct Nowhere;
        impl Pool for Nowhere {
            fn intern(&mut self, _: u8, _: &[u32]) -> CompId {
                CompId(0)
            }
        }
        self.save(machine, &mut Nowhere, &mut Vec::new());
        &self.order
    }

    /// Appends the components of the present state to `out`.
    pub(crate) fn save(&mut self, machine: &Machine, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        self.begin();
        std::mem::swap(&mut self.before, &mut self.now);
        self.now.clear();
        for i in 0..machine.threads.len() {
            self.thread(machine, ThreadId::from_index(i), pool, out);
        }
        for &object in &machine.heap.dirty {
            self.base_object(machine, Ref(object), pool, out);
        }
        self.counters(machine, pool, out);
        let mut next = 0;
        while next < self.order.len() {
            let object = self.order[next];
            self.words.clear();
            self.object(machine, object);
            self.emit(OBJECT, pool, out);
            next += 1;
        }
    }

    fn thread(&mut self, machine: &Machine, thread: ThreadId, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let base_top = machine.heap.base_top;
        let t = &machine.threads[thread];
        let state = &t.state;
        let (tag, on) = match state.status {
            Status::Runnable => (0, 0),
            Status::Locking(on) => (1, self.name(base_top, on)),
            Status::Waiting { on, until_ns } => (2 + u32::from(until_ns.is_some()), self.name(base_top, on)),
            Status::Relocking(on) => (4, self.name(base_top, on)),
            Status::Sleeping { .. } => (5, 0),
            Status::Parked { until_ns } => (6 + u32::from(until_ns.is_some()), 0),
            Status::Initializing(class) => (8, class.0),
            Status::Ended => (9, 0),
        };
        let flags = [state.daemon, state.interrupted, state.permit, state.notified, state.uncaught, state.at_visible];
        let flags = flags.iter().enumerate().fold(0, |sum, (i, &flag)| sum | u32::from(flag) << i);
        let object = self.name(base_top, state.object);
        let asks = state.asks.map_or(0, |n| n + 1);
        let answer = state.answer.map_or(0, |n| n + 1);
        self.words.clear();
        self.words.extend([tag, on, flags, object, state.held, state.atomic, asks, answer, t.frames.len() as u32]);
        self.emit(THREAD, pool, out);
        for depth in 0..t.frames.len() {
            self.frame(machine, thread, depth);
            self.emit(FRAME, pool, out);
        }
    }

    fn frame(&mut self, machine: &Machine, thread: ThreadId, depth: usize) {
        let base_top = machine.heap.base_top;
        let frame = machine.threads[thread].frames[depth];
        let exit = match frame.exit {
            OnExit::Nothing => [0, 0],
            OnExit::Unlock(object) => [1, self.name(base_top, object)],
            OnExit::Initialized(class) => [2, class.0],
        };
        self.words.clear();
        self.words.extend([frame.method.0, frame.pc, u32::from(frame.ret), exit[0], exit[1]]);
        for live in machine.live_registers(thread, depth) {
            let (low, high) = match live.is_ref {
                true => (self.name(base_top, Ref(live.word as u32)), 0),
                false => (live.word as u32, (live.word >> 32) as u32),
            };
            self.words.extend([u32::from(live.register), low, high]);
        }
    }

    /// An object's class, lock, length or hash, and fields, with references named.
    fn object(&mut self, machine: &Machine, object: Ref) {
        let heap = &machine.heap;
        let class = heap.class_of(object);
        let units = heap.words_of(object) * 2;
        self.words.extend([class.0, heap.lock(object), heap.get32(object, HEADER_UNITS - 1)]);
        if let Some(&hash) = machine.array_hashes.get(&object) {
            self.words.push(hash);
        }
        let shape = &heap.shapes[class];
        if shape.elements_are_refs {
            for i in 0..heap.len(object) {
                let name = self.name(heap.base_top, Ref(heap.load(object, i)));
                self.words.push(name);
            }
            return;
        }
        let from = self.words.len();
        self.words.extend((HEADER_UNITS..units).map(|unit| heap.get32(object, unit)));
        for &unit in &*shape.refs {
            let at = from + usize::from(unit) - HEADER_UNITS as usize;
            self.words[at] = self.name(heap.base_top, Ref(self.words[at]));
        }
        // A string remembers its hash when it is first asked for; that is no difference.
        let known = machine.known();
        if class == known.string {
            for unit in [known.string_hash, known.string_hash_is_zero] {
                self.words[from + unit as usize - HEADER_UNITS as usize] = 0;
            }
        }
    }

    /// An object of the base that has been written, if it is not as it was.
    fn base_object(&mut self, machine: &Machine, object: Ref, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let heap = &machine.heap;
        if is_pristine(machine, object) {
            return;
        }
        self.words.clear();
        self.words.push(object.0);
        match heap.shapes[heap.class_of(object)].kind {
            ShapeKind::Statics => self.statics(machine, object),
            _ => self.object(machine, object),
        }
        self.emit(BASE, pool, out);
    }

    /// A record of static fields: only some of its cells are references, and only the class knows which.
    fn statics(&mut self, machine: &Machine, record: Ref) {
        let heap = &machine.heap;
        let from = self.words.len();
        self.words.extend((0..heap.len(record)).map(|cell| heap.get32(record, HEADER_UNITS + cell)));
        let Some(class) = machine.program.class_of_statics(record) else { return };
        for &field in &*machine.program.classes[class].fields {
            let field = &machine.program.fields[field];
            if field.access.is_static() && field.kind == classfile::Kind::Ref {
                let at = from + (field.unit - HEADER_UNITS) as usize;
                self.words[at] = self.name(heap.base_top, Ref(self.words[at]));
            }
        }
    }

    fn counters(&mut self, machine: &Machine, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let counters = &machine.counters;
        let clock = if counters.clock_read { counters.clock_ns + 1 } else { 0 };
        let exited = counters.exited.map_or(0, |code| (code as u32).wrapping_add(1).max(1));
        let mut interned: Vec<(Symbol, Ref)> = machine.interned.iter().map(|(text, string)| (*text, *string)).collect();
        interned.sort_unstable();
        self.words.clear();
        self.words.extend([counters.next_hash, clock as u32, (clock >> 32) as u32, exited]);
        for (_, string) in interned {
            let name = self.name(machine.heap.base_top, string);
            self.words.push(name);
        }
        self.emit(COUNTERS, pool, out);
    }
}

/// An object of the base that has been written is as it was before.
fn is_pristine(machine: &Machine, object: Ref) -> bool {
    let heap = &machine.heap;
    // The first word has the stamp, the bit for sharing is in the second; neither is state.
    let first = |word: u64| word & 0xFFFF_FFFF;
    let second = |word: u64| word & !(1 << 31);
    heap.pristine.get(&object.0).is_some_and(|words| {
        words.iter().enumerate().all(|(i, &old)| {
            let new = heap.word(object, i as u32);
            match i {
                0 => first(old) == first(new),
                1 => second(old) == second(new),
                _ => old == new,
            }
        })
    })
}

/// Adds an object of the base that is not as it was to those whose content belongs to a structure.
fn note_base(machine: &Machine, object: Ref, base: &mut Vec<Ref>) {
    let heap = &machine.heap;
    let is_base = object.0 < heap.base_top && !object.is_null();
    if is_base && heap.dirty.contains(&object.0) && !base.contains(&object) && !is_pristine(machine, object) {
        base.push(object);
    }
}
