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

mod base;
mod cache;
mod difference;
mod encode;
mod found;
mod lists;
mod load;
mod memo;
mod naming;
mod readback;
mod stacks;
mod walk;

pub(super) use memo::{MemoMark, Read};
pub use naming::{Garbage, Gc, Naming, Symmetry};

use crate::ghost::State;
use lts::{CompId, Pool};
use std::sync::{Arc, Mutex};
use vm::Machine;
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;

/// Kinds of components.
const THREAD: u8 = 0;
const FRAME: u8 = 1;
const OBJECT: u8 = 2;
const BASE: u8 = 3;
const COUNTERS: u8 = 4;

const OUTPUT: u8 = 5;

/// What the kinds are called, by number, for reports.
pub(super) const KINDS: [&str; 6] = ["threads", "frames", "objects", "base", "counters", "output"];

/// A thread has the numbers of its frames behind its own words.
pub(super) const LINKS: [(u8, usize); 1] = [(THREAD, load::THREAD_WORDS)];

/// A thread is where its frames are: each begins with its method and the place in its code.
pub(super) fn actors() -> lts::ActorParts {
    lts::ActorParts { kind: THREAD, place_kind: FRAME, place: 0..2 }
}

/// In the word before the extras of an object.
const HAS_HASH: u32 = 1;
const HAS_GUARD: u32 = 2;

/// In the first word of a thread: it is in `Object.wait`, without a time or with one.
const WAITING: u32 = 2;
const WAITING_TIMED: u32 = 3;

/// How many words a look at the clock takes.
const LOOK_WORDS: usize = 4;
/// And the timed call that a thread is in.
const LIMIT_WORDS: usize = 3;

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
    /// The objects that the frame at hand refers to, each with its name.
    held: Vec<(Ref, u32)>,
    /// The walk is over a structure: who can reach its objects, and how, is no part of it.
    is_structure: bool,
    /// Only objects of the booted heap are named by address, however deep the base is.
    is_shallow: bool,
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
    /// The pool whose components are known.
    pool: Option<u64>,
    /// How many words above the base the last state took that was written whole.
    whole_words: Option<u32>,
    /// Who the objects are that have names, by the walk that gave them.
    identity: (u32, u128),
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
        let base_top = self.base_top(machine);
        let name = match object.0 < base_top {
            true => machine.heap.token(object),
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

    /// An object was not met but loaded: it has this number all the same.
    fn meet(&mut self, at: usize, number: u32) {
        if at >= self.met.len() {
            self.met.resize((at + 1).next_power_of_two(), (0, 0));
        }
        self.met[at] = (self.walk, number);
    }

    /// An object has no number any more.
    fn part(&mut self, at: usize) {
        if let Some(met) = self.met.get_mut(at) {
            *met = (0, 0);
        }
    }

    /// The number that the naming gives an object which the walk met as the `met`-th.
    fn given_number(&self, machine: State<'_>, object: Ref, met: u32) -> u32 {
        match self.naming.symmetry {
            Symmetry::Heap => met,
            Symmetry::Off => object.0 - self.base_top(machine),
            Symmetry::Alloc => machine.heap.birth(object).unwrap_or(object.0 - self.base_top(machine)),
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
        (self.is_structure, self.is_shallow) = (true, true);
        self.words.clear();
        let name = self.name(machine, root);
        self.words.push(name);
        let mut base = Vec::new();
        self.note_base(machine, root, &mut base);
        let (mut next, mut next_base) = (0, 0);
        loop {
            let (object, name) = if let Some(&object) = self.order.get(next) {
                next += 1;
                (object, 0)
            } else if let Some(&object) = base.get(next_base) {
                next_base += 1;
                (object, machine.heap.token(object))
            } else {
                (self.is_structure, self.is_shallow) = (false, false);
                return &self.words;
            };
            let from = self.words.len();
            // Room for how many words the object has: without it two lists of objects could read the same.
            self.words.extend([name, 0]);
            self.object(machine, object);
            self.words[from + 1] = (self.words.len() - from) as u32;
            machine.heap.each_ref(object, |to| self.note_base(machine, to, &mut base));
        }
    }

    /// The objects that threads reach, in the order of the walk. Those of the booted heap are left out.
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
        self.is_shallow = true;
        self.walk(machine, &mut Nowhere);
        self.is_shallow = false;
        self.forget();
        &self.order
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
