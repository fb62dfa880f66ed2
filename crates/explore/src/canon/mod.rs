//! Names for states: a walk from the roots that is at once mark phase, canonical naming and removal of
//! garbage.
//!
//! Objects of the base are named by their address; all others by the order in which the walk meets them, so
//! that states that differ only in where objects lie get the same name. A state is its threads with their
//! frames, the objects they reach, and the objects of the base that are not as they were. Objects that
//! threads and the base hold on to are named before those that only frames know: what a frame looks at
//! changes all the time, and names should not.
//!
//! Most steps change little. Where a walk would meet the same objects in the same order as the last one,
//! [`walk`] renews only the components of what was written. The walk is the truth: debug builds compare the
//! two.

mod cache;
mod lists;
mod load;
mod memo;
mod naming;
mod readback;
mod walk;

pub(super) use memo::{MemoMark, Read};
pub use naming::{Garbage, Gc, Naming, Symmetry};

use crate::ghost::State;
use lts::{CompId, Pool};
use std::sync::{Arc, Mutex};
use vm::Machine;
use vm::program::{ShapeKind, statics};
use vm::state::heap::{HEADER_UNITS, HEADER_WORDS, Ref};
use vm::state::thread::{Look, OnExit, ThreadId, ThreadStatus};

/// Kinds of components.
const THREAD: u8 = 0;
const FRAME: u8 = 1;
const OBJECT: u8 = 2;
const BASE: u8 = 3;
const COUNTERS: u8 = 4;

/// What the kinds are called, by number.
const OUTPUT: u8 = 5;
/// Their names, for reports.
pub(super) const KINDS: [&str; 6] = ["threads", "frames", "objects", "base", "counters", "output"];

/// In the word before the extras of an object.
const HAS_HASH: u32 = 1;
const HAS_GUARD: u32 = 2;

/// In the first word of a thread: it is in `Object.wait`, without a time or with one.
const WAITING: u32 = 2;
const WAITING_TIMED: u32 = 3;

/// How many words a look at the clock takes.
const LOOK_WORDS: usize = 4;

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
    /// The names that are in `words`, in their order.
    refs: Vec<u32>,
    /// The walk is over a structure: who can reach its objects, and how, is no part of it.
    is_structure: bool,
    /// No new names are given: an object without one makes the walk strange.
    is_fixed: bool,
    is_strange: bool,
    pub(crate) naming: Naming,
    pub(crate) garbage: Arc<Mutex<Garbage>>,
    /// The rank of each thread, and the threads by rank.
    ranks: Vec<u32>,
    by_rank: Vec<ThreadId>,
    memo: memo::Memo,
    /// Names are not renewed.
    pub(crate) always_walks: bool,
    pub(crate) uses: crate::accelerate::Uses,
    /// What is known of objects is used: the canon is told of every write.
    uses_cache: bool,
    cache: cache::Cache,
    loaded: load::Loaded,
}

/// A component as a pool takes it, and the names that are in its words.
#[derive(Clone, Copy)]
struct Encoded<'a> {
    kind: u8,
    words: &'a [u32],
    names: &'a [u32],
}

impl Encoded<'_> {
    /// What foresight may ask of a component without looking at all of it: the class of an object, the object
    /// that a thread waits on.
    fn feature(&self) -> u32 {
        match (self.kind, self.words) {
            (OBJECT, &[class, ..]) => class,
            (THREAD, &[WAITING | WAITING_TIMED, on, ..]) => on,
            _ => u32::MAX,
        }
    }
}

impl Canon {
    pub(crate) fn new(accelerators: crate::accelerate::Accelerators, uses: crate::accelerate::Uses) -> Canon {
        Canon { always_walks: !accelerators.renewal, uses, ..Canon::default() }
    }

    /// The canonical form of a reference; an object met for the first time gets the next number.
    fn name(&mut self, machine: State<'_>, object: Ref) -> u32 {
        let base_top = machine.heap.base_top();
        let name = match object.0 < base_top {
            true => object.0,
            false => {
                let met = self.number((object.0 - base_top) as usize, object);
                NUMBERED | self.given_number(machine, object, met)
            }
        };
        self.refs.push(name);
        name
    }

    fn number(&mut self, at: usize, object: Ref) -> u32 {
        if at >= self.met.len() {
            self.met.resize((at + 1).next_power_of_two(), (0, 0));
        }
        if self.met[at].0 != self.walk {
            if self.is_fixed {
                self.is_strange = true;
                return 0;
            }
            self.met[at] = (self.walk, self.order.len() as u32);
            self.order.push(object);
        }
        self.met[at].1
    }

    /// The number that the naming gives an object which the walk met as the `met`-th.
    fn given_number(&self, machine: State<'_>, object: Ref, met: u32) -> u32 {
        match self.naming.symmetry {
            Symmetry::Heap => met,
            Symmetry::Off => object.0 - machine.heap.base_top(),
            Symmetry::Alloc => machine.heap.birth(object).unwrap_or(object.0 - machine.heap.base_top()),
        }
    }

    /// Begins a walk in which nothing has a name yet.
    fn begin(&mut self) {
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.met.fill((0, 0));
            self.walk = 1;
        }
        self.order.clear();
        self.refs.clear();
        (self.is_fixed, self.is_strange) = (false, false);
        self.memo.end_log();
    }

    /// The component whose words are at hand.
    fn encoded(&self, kind: u8) -> Encoded<'_> {
        Encoded { kind, words: &self.words, names: &self.refs }
    }

    /// Begins the words of a component.
    fn begin_words(&mut self) {
        self.words.clear();
        self.refs.clear();
    }

    /// The form of what can be reached from one object: equal for structures that differ only in where their
    /// objects lie.
    pub(crate) fn of_object(&mut self, machine: State<'_>, root: Ref) -> &[u32] {
        self.begin();
        self.is_structure = true;
        self.words.clear();
        let name = self.name(machine, root);
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
                self.is_structure = false;
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
    pub(crate) fn reached(&mut self, machine: State<'_>) -> &[Ref] {
        struct Nowhere;
        impl Pool for Nowhere {
            fn intern(&mut self, _: u8, _: &[u32]) -> CompId {
                CompId(0)
            }
            fn words(&self, _: CompId, _: &mut Vec<u32>) -> u8 {
                0
            }
        }
        self.walk(machine, &mut Nowhere);
        self.forget();
        &self.order
    }

    /// The words of a thread, frames aside.
    fn thread(&mut self, machine: State<'_>, thread: ThreadId) {
        let t = &machine.threads[thread];
        let state = &t.state;
        let (tag, on) = match state.status {
            ThreadStatus::Runnable => (0, 0),
            ThreadStatus::Locking(on) => (1, self.name(machine, on)),
            ThreadStatus::Waiting { on, until_ns: None } => (WAITING, self.name(machine, on)),
            ThreadStatus::Waiting { on, until_ns: Some(_) } => (WAITING_TIMED, self.name(machine, on)),
            ThreadStatus::Relocking(on) => (4, self.name(machine, on)),
            ThreadStatus::Sleeping { .. } => (5, 0),
            ThreadStatus::Parked { until_ns } => (6 + u32::from(until_ns.is_some()), 0),
            ThreadStatus::Initializing(class) => (8, class.0),
            ThreadStatus::Ended => (9, 0),
        };
        let until_ns = state.status.until_ns();
        let is_patient = until_ns.is_some() && state.is_patient;
        let flags =
            [state.daemon, state.permit, state.notified, state.uncaught, state.at_visible, is_patient];
        let flags = flags.iter().enumerate().fold(0, |sum, (i, &flag)| sum | u32::from(flag) << i);
        let object = self.name(machine, state.object);
        let asks = state.asks.map_or(0, |n| n + 1);
        let answer = state.answer.map_or(0, |n| n + 1);
        // What time is left of a wait: before the program has looked at the clock, the clock itself says
        // nothing.
        let left_ns = until_ns.map_or(0, |until_ns| until_ns.saturating_sub(machine.counters().clock_ns));
        self.words.extend([tag, on, flags, object, state.held, state.atomic, asks, answer]);
        self.words.extend([left_ns as u32, (left_ns >> 32) as u32]);
        self.words.extend(look_words(state.look));
    }

    fn frame(&mut self, machine: State<'_>, thread: ThreadId, depth: usize) {
        let frame = machine.threads[thread].frames[depth];
        let exit = match frame.exit {
            OnExit::Nothing => [0, 0],
            OnExit::Unlock(object) => [1, self.name(machine, object)],
            OnExit::Initialized(class) => [2, class.0],
            OnExit::Loaded => [3, 0],
        };
        self.words.extend([frame.method.0, frame.pc, u32::from(frame.ret), exit[0], exit[1]]);
        for live in machine.live_registers(thread, depth) {
            let (low, high) = match live.is_ref {
                true => (self.name(machine, Ref(live.word as u32)), 0),
                false => (live.word as u32, (live.word >> 32) as u32),
            };
            self.words.extend([u32::from(live.register), low, high]);
        }
    }

    /// An object's class, lock, length or hash, and fields, with references named.
    fn object(&mut self, machine: State<'_>, object: Ref) {
        let heap = &machine.heap;
        let class = heap.class_of(object);
        let units = heap.words_of(object) * 2;
        let lock = if self.is_structure { heap.lock(object) } else { heap.lock_and_sharing(object) };
        let lock = self.lock_name(lock);
        self.words.extend([class.0, lock, heap.get32(object, HEADER_UNITS - 1)]);
        self.extras(machine, object);
        let shape = &heap.shapes[class];
        if shape.elements_are_refs {
            for i in 0..heap.len(object) {
                let name = self.name(machine, Ref(heap.load(object, i)));
                self.words.push(name);
            }
            return;
        }
        let from = self.words.len();
        self.words.extend((HEADER_UNITS..units).map(|unit| heap.get32(object, unit)));
        self.forget_identity(machine, object, from, HEADER_UNITS);
        for &unit in &*shape.refs {
            let at = from + usize::from(unit) - HEADER_UNITS as usize;
            self.words[at] = self.name(machine, Ref(self.words[at]));
        }
        // A string remembers its hash when it is first asked for; that is no difference.
        let known = machine.known();
        if class == known.string {
            for unit in [known.string_hash, known.string_hash_is_zero] {
                self.words[from + unit as usize - HEADER_UNITS as usize] = 0;
            }
        }
    }

    /// What only some objects have, after a word that says what there is: the hash of an array, a guard.
    fn extras(&mut self, machine: State<'_>, object: Ref) {
        let guard = machine.ghost.guard(object).filter(|_| !self.is_structure);
        let hash = machine.array_hash(object);
        let has = |there: bool, bit: u32| if there { bit } else { 0 };
        self.words.push(has(hash.is_some(), HAS_HASH) | has(guard.is_some(), HAS_GUARD));
        self.words.extend(hash);
        if let Some(guard) = guard {
            let name = self.name(machine, guard);
            self.words.push(name);
        }
    }

    /// The words of an object of the base.
    fn base_object(&mut self, machine: State<'_>, object: Ref) {
        self.words.push(object.0);
        match machine.heap.shapes[machine.heap.class_of(object)].kind {
            ShapeKind::Statics => {
                self.extras(machine, object);
                self.statics(machine, object);
            }
            _ => self.object(machine, object),
        }
    }

    /// A record of static fields: only some of its cells are references, and only the class knows which.
    fn statics(&mut self, machine: State<'_>, record: Ref) {
        let heap = &machine.heap;
        let from = self.words.len();
        self.words.extend((0..heap.len(record)).map(|cell| heap.get32(record, HEADER_UNITS + cell)));
        if heap.get32(record, statics::STATE) == statics::RUNNING {
            let by = heap.get32(record, statics::THREAD) as usize;
            let rank = self.ranks.get(by).copied().unwrap_or(by as u32);
            self.words[from + (statics::THREAD - HEADER_UNITS) as usize] = rank;
        }
        for &unit in &*self.static_refs(machine, record) {
            let at = from + (unit - HEADER_UNITS) as usize;
            self.words[at] = self.name(machine, Ref(self.words[at]));
        }
    }

    fn output(&mut self, machine: State<'_>) {
        self.words.push(machine.ghost.printed.len() as u32);
        let (whole, rest) = machine.ghost.printed.as_chunks::<4>();
        self.words.extend(whole.iter().map(|&bytes| u32::from_le_bytes(bytes)));
        self.words.extend(rest.iter().map(|&byte| u32::from(byte)));
    }

    fn counters(&mut self, machine: State<'_>) {
        let counters = machine.counters();
        let clock = if counters.clock_read { counters.clock_ns + 1 } else { 0 };
        let exited = counters.exited.map_or(0, |code| (code as u32).wrapping_add(1).max(1));
        self.words.extend([
            counters.next_hash,
            clock as u32,
            (clock >> 32) as u32,
            exited,
            machine.ghost.visits,
        ]);
        let labels = machine.ghost.labels;
        self.words.extend([labels as u32, (labels >> 32) as u32]);
        self.words.extend([counters.early, counters.late]);
        // An address is a number in some `long`: the state has to say which block it means.
        for (slot, block) in machine.blocks() {
            let name = self.name(machine, block);
            self.words.extend([slot, name]);
        }
    }
}

/// The units of a record of static fields that hold references.
fn static_refs(machine: &Machine, record: Ref) -> Vec<u32> {
    let program = &machine.program;
    let fields = program.class_of_statics(record).map(|class| &program.classes[class].fields);
    let fields = fields.into_iter().flat_map(|fields| fields.iter()).map(|&f| &program.fields[f]);
    let refs = fields.filter(|f| f.access.is_static() && f.kind == classfile::Kind::Ref);
    refs.map(|field| field.unit).collect()
}

/// A thread's last look at the clock, as [`load::look_of`] reads it.
fn look_words(look: Option<Look>) -> [u32; LOOK_WORDS] {
    let Some(look) = look else { return [0; LOOK_WORDS] };
    let flags = [true, look.spent, look.polls, look.is_alone, look.disturbed];
    let flags = flags.iter().enumerate().fold(0, |sum, (i, &flag)| sum | u32::from(flag) << i);
    [flags, look.place, look.hands, look.depth]
}

/// An object of the base that has been written is as it was before.
fn is_pristine(machine: State<'_>, object: Ref) -> bool {
    let has_hash = machine.array_hash(object) != machine.base_hash(object);
    if has_hash || machine.ghost.guard(object).is_some() {
        return false;
    }
    let heap = &machine.heap;
    // The first word has the stamp, the bit for sharing is in the second; neither is state.
    let first = |word: u64| word & 0xFFFF_FFFF;
    let second = |word: u64| word & !(1 << 31);
    // Behind its header a string changes only by remembering its hash.
    let is_string = heap.class_of(object) == machine.known().string;
    let compared = if is_string { HEADER_WORDS as usize } else { usize::MAX };
    heap.pristine(object).is_some_and(|words| {
        words.iter().enumerate().take(compared).all(|(i, &old)| {
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
fn note_base(machine: State<'_>, object: Ref, base: &mut Vec<Ref>) {
    let heap = &machine.heap;
    let is_base = object.0 < heap.base_top() && !object.is_null();
    if is_base && heap.is_dirty(object) && !base.contains(&object) && !is_pristine(machine, object) {
        base.push(object);
    }
}
