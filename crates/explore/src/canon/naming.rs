//! Other ways to name states than the canonical walk, to be compared with it: after Visser, Havelund, Brat,
//! Park, Lerda, "Model Checking Programs".
//!
//! Objects can be named by who made them (the n-th object of its class that a thread made), or by their
//! address, which is no symmetry at all; garbage can be left in the state, all of it or what counting
//! references misses. Equal names still mean equal states, so all of this is sound; it only tells apart what
//! is the same. Threads can be taken for interchangeable, which is sound for programs to which threads' names
//! and numbers mean nothing.

use super::super::tally::locked;
use super::Canon;
use crate::ghost::State;
use base::{FastMap, Id};
use vm::state::heap::Ref;
use vm::state::monitor::Lock;
use vm::state::thread::ThreadId;

/// What objects are named by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// Their address: the order of all allocations.
    Off,
    /// The thread that made them, their class, and how many of that class it had made before.
    Alloc,
    /// The order in which a walk from the roots meets them.
    #[default]
    Heap,
}

/// Which garbage is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Gc {
    /// None.
    Off,
    /// All of it.
    #[default]
    MarkSweep,
    /// What counting references finds: all but cycles and what hangs on them.
    RefCount,
}

/// How states are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Naming {
    pub symmetry: Symmetry,
    pub gc: Gc,
    /// Threads that are in the same situation are interchangeable.
    pub threads: bool,
    /// Garbage is counted; this needs a look at all of the heap for each state.
    pub counts: bool,
}

/// Objects that were left out of states for being garbage, and garbage that was left in, summed over all
/// states named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Garbage {
    pub collected: u64,
    pub kept: u64,
}

impl Naming {
    /// What the renewal of the last walk's names can be used for.
    pub(super) fn is_plain(self) -> bool {
        self == Naming::default()
    }
}

impl Canon {
    /// After a walk: garbage that the naming leaves in the state is met as well.
    pub(super) fn meet_garbage(&mut self, machine: State<'_>) {
        if self.naming.gc == Gc::MarkSweep && !self.naming.counts {
            return;
        }
        let base_top = machine.heap.base_top();
        let is_met = |canon: &Canon, object: Ref| {
            let at = (object.0 - base_top) as usize;
            canon.met.get(at).is_some_and(|&(walk, _)| walk == canon.walk)
        };
        let unmet: Vec<Ref> =
            machine.heap.objects_above_base().into_iter().filter(|&object| !is_met(self, object)).collect();
        let kept = match self.naming.gc {
            Gc::Off => unmet.clone(),
            Gc::MarkSweep => Vec::new(),
            Gc::RefCount => counted(machine, &unmet),
        };
        {
            let mut garbage = locked(&self.garbage);
            garbage.collected += (unmet.len() - kept.len()) as u64;
            garbage.kept += kept.len() as u64;
        }
        for object in kept {
            self.name(machine, object);
        }
    }

    /// The order in which threads are named: creation, or by what they are doing if they are interchangeable.
    pub(super) fn rank_threads(&mut self, machine: State<'_>) {
        let mut order: Vec<ThreadId> = machine.threads.iter().map(|(id, _)| id).collect();
        if self.naming.threads {
            order.sort_by_cached_key(|&id| situation(machine, id));
        }
        self.ranks.clear();
        self.ranks.resize(order.len(), 0);
        for (rank, id) in order.iter().enumerate() {
            self.ranks[id.index()] = rank as u32;
        }
        self.by_rank = order;
    }

    /// A lock word with the rank of the owner in its place.
    pub(super) fn lock_name(&self, word: u32) -> u32 {
        const SHARED: u32 = 1 << 31;
        match Lock::decode(word & !SHARED) {
            Some(lock) if self.naming.threads => {
                let owner = ThreadId(self.ranks.get(lock.owner.index()).copied().unwrap_or(lock.owner.0));
                Lock::encode(Some(Lock { owner, ..lock })) | word & SHARED
            }
            _ => word,
        }
    }

    /// Fields of a thread object that only say which one it is.
    pub(super) fn forget_identity(&mut self, machine: State<'_>, object: Ref, from: usize, header: u32) {
        let class = machine.heap.class_of(object);
        if !self.naming.threads || !machine.program.is_subclass(class, machine.known().thread) {
            return;
        }
        let wide = |unit: u32| [unit, unit + 1];
        let tid = machine.thread_field(object, "tid", "J");
        let name = machine.thread_field(object, "name", "Ljava/lang/String;");
        let mut units = wide(machine.known().thread_eetop).to_vec();
        if tid.0 == object && tid.1 != 0 {
            units.extend(wide(tid.1));
        }
        if name.0 == object && name.1 != 0 {
            units.push(name.1);
        }
        for unit in units {
            self.words[from + (unit - header) as usize] = 0;
        }
    }
}

/// Of some objects to which nothing else refers, those that a count of references does not find to be
/// garbage.
fn counted(machine: State<'_>, unmet: &[Ref]) -> Vec<Ref> {
    let mut counts: FastMap<Ref, u32> = unmet.iter().map(|&object| (object, 0)).collect();
    for &object in unmet {
        machine.heap.each_ref(object, |to| {
            if let Some(count) = counts.get_mut(&to) {
                *count += 1;
            }
        });
    }
    let mut pending: Vec<Ref> = unmet.iter().copied().filter(|object| counts[object] == 0).collect();
    while let Some(object) = pending.pop() {
        counts.remove(&object);
        machine.heap.each_ref(object, |to| {
            if let Some(count) = counts.get_mut(&to) {
                *count -= 1;
                if *count == 0 {
                    pending.push(to);
                }
            }
        });
    }
    unmet.iter().copied().filter(|object| counts.contains_key(object)).collect()
}

/// What a thread is doing, as far as no object is named by it.
fn situation(machine: State<'_>, thread: ThreadId) -> Vec<u64> {
    let t = &machine.threads[thread];
    let state = &t.state;
    let status = match state.status {
        vm::state::thread::ThreadStatus::Runnable => 0,
        vm::state::thread::ThreadStatus::Ended => 1,
        _ => 2,
    };
    let flags = u64::from(state.daemon) | u64::from(state.at_visible) << 1 | u64::from(state.permit) << 2;
    let class = machine.program.class_token(machine.heap.class_of(state.object));
    let mut words = vec![u64::from(class), status, flags];
    for (depth, frame) in t.frames.iter().enumerate() {
        words.extend([u64::from(machine.program.method_token(frame.method)), u64::from(frame.pc)]);
        words.extend(machine.live_registers(thread, depth).filter(|live| !live.is_ref).map(|live| live.word));
    }
    words
}
