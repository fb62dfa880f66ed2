//! The components of the last walk, and their renewal without another one.

use super::{BASE, COUNTERS, Canon, FRAME, OBJECT, OUTPUT, Symmetry, THREAD, is_pristine};
use crate::machine::Machine;
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use base::Id;
use lts::{CompId, Pool};

/// A component with its content.
#[derive(Default)]
struct Kept {
    /// `None` for a component that no pool has seen.
    number: Option<CompId>,
    words: Vec<u32>,
    refs: Vec<u32>,
}

#[derive(Default)]
struct KeptThread {
    whole: Kept,
    frames: Vec<Kept>,
}

/// What the last walk found.
#[derive(Default)]
pub(super) struct Last {
    /// It can be built upon.
    pub is_good: bool,
    threads: Vec<KeptThread>,
    counters: Kept,
    /// What has been printed, if that is observed.
    output: Option<Kept>,
    base: Vec<(u32, Kept)>,
    objects: Vec<Kept>,
    /// How many objects had names before any frame was looked at.
    own: usize,
    /// Blocks of memory outside of Java's objects.
    blocks: Vec<(u32, Ref)>,
    /// The first word behind all objects that have names.
    end: u32,
}

impl Kept {
    /// Takes over the walk's words. False if the names in them differ from before.
    fn renew(&mut self, kind: u8, canon_words: &[u32], canon_refs: &[u32], pool: &mut dyn Pool) -> bool {
        if self.number.is_none() || self.words != canon_words {
            self.number = Some(pool.intern(kind, canon_words));
            self.words.clear();
            self.words.extend_from_slice(canon_words);
        }
        let same = self.refs == canon_refs;
        if !same {
            self.refs.clear();
            self.refs.extend_from_slice(canon_refs);
        }
        same
    }

    fn number(&self) -> CompId {
        self.number.unwrap_or(CompId(0))
    }
}

impl Canon {
    /// Forgets what it knows of a pool: the next walk may be for another one.
    pub(crate) fn forget(&mut self) {
        self.last = Last::default();
    }

    /// Appends the components of the present state to `out`.
    pub(crate) fn save(&mut self, machine: &mut Machine, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let renewed = self.last.is_good && self.renew(machine, pool);
        if !renewed {
            self.walk(machine, pool);
        }
        machine.heap.journal.changed.clear();
        self.list(out);
        if cfg!(debug_assertions) && renewed {
            let mut walked = Vec::new();
            let mut plain = Canon::default();
            plain.walk(machine, pool);
            plain.list(&mut walked);
            assert_eq!(*out, walked, "renewing differs from walking");
        }
    }

    fn list(&self, out: &mut Vec<CompId>) {
        let last = &self.last;
        out.extend(last.threads.iter().map(|thread| thread.whole.number()));
        out.push(last.counters.number());
        out.extend(last.output.as_ref().map(Kept::number));
        out.extend(last.base.iter().map(|(_, kept)| kept.number()));
        let first = out.len();
        out.extend(last.objects.iter().map(Kept::number));
        if self.naming.symmetry != Symmetry::Heap {
            out[first..].sort_unstable();
        }
    }

    /// The whole walk.
    pub(super) fn walk(&mut self, machine: &Machine, pool: &mut dyn Pool) {
        self.begin();
        let mut last = std::mem::take(&mut self.last);
        self.rank_threads(machine);
        for i in 0..self.by_rank.len() {
            self.name(machine, machine.threads[self.by_rank[i]].state.object);
        }
        last.blocks.clear();
        last.blocks.extend(machine.blocks.iter().map(|(&slot, &block)| (slot, block)));
        for &block in machine.blocks.values() {
            self.name(machine, block);
        }
        let dirty: Vec<u32> =
            machine.heap.dirty.iter().copied().filter(|&o| !is_pristine(machine, Ref(o))).collect();
        last.base.resize_with(dirty.len(), Default::default);
        for (object, (kept_object, kept)) in dirty.into_iter().zip(&mut last.base) {
            self.begin_words();
            self.base_object(machine, Ref(object));
            *kept_object = object;
            kept.renew(BASE, &self.words, &self.refs, pool);
        }
        self.begin_words();
        self.counters(machine);
        last.counters.renew(COUNTERS, &self.words, &self.refs, pool);
        last.output = machine.gate.observes_output.then(Kept::default);
        self.renew_output(machine, &mut last, pool);
        self.objects(machine, 0, &mut last.objects, pool);
        last.own = self.order.len();
        last.threads.resize_with(machine.threads.len(), Default::default);
        for (i, kept) in last.threads.iter_mut().enumerate() {
            self.stack(machine, self.by_rank[i], 0, kept, pool);
        }
        self.meet_garbage(machine);
        self.objects(machine, last.own, &mut last.objects, pool);
        last.objects.truncate(self.order.len());
        let ends = self.order.iter().map(|&object| object.0 + machine.heap.words_of(object));
        last.end = ends.max().unwrap_or(0);
        last.is_good = self.naming.is_plain();
        self.last = last;
    }

    /// The components of all objects from number `next` on, and of those that they lead to.
    fn objects(&mut self, machine: &Machine, mut next: usize, kept: &mut Vec<Kept>, pool: &mut dyn Pool) {
        while next < self.order.len() {
            if kept.len() == next {
                kept.push(Kept::default());
            }
            self.begin_words();
            if self.naming.symmetry != Symmetry::Heap {
                // Its number does not follow from its place in the list.
                let number = self.given_number(machine, self.order[next], next as u32);
                self.words.push(number);
            }
            self.object(machine, self.order[next]);
            kept[next].renew(OBJECT, &self.words, &self.refs, pool);
            next += 1;
        }
    }

    /// A thread as one component: its state, and its frames of which those from `lowest` on may have changed. False if any names in it
    /// differ from before.
    fn stack(
        &mut self,
        machine: &Machine,
        thread: ThreadId,
        lowest: usize,
        kept: &mut KeptThread,
        pool: &mut dyn Pool,
    ) -> bool {
        let depth = machine.threads[thread].frames.len();
        let mut same = kept.frames.len() == depth;
        kept.frames.resize_with(depth, Kept::default);
        // What is live in a frame depends on the one above it.
        for i in lowest.saturating_sub(1)..depth {
            self.begin_words();
            self.frame(machine, thread, i);
            same &= kept.frames[i].renew(FRAME, &self.words, &self.refs, pool);
        }
        self.begin_words();
        self.thread(machine, thread);
        self.words.extend(kept.frames.iter().map(|frame| frame.number().0));
        kept.whole.renew(THREAD, &self.words, &self.refs, pool) && same
    }

    /// Renews the components of what was written since the last walk. False if a walk is needed: names may have changed.
    fn renew(&mut self, machine: &mut Machine, pool: &mut dyn Pool) -> bool {
        let changed = &mut machine.heap.journal.changed;
        changed.objects.sort_unstable();
        changed.objects.dedup();
        let machine = &*machine;
        let changed = &machine.heap.journal.changed;
        let blocks = machine.blocks.iter().map(|(&slot, &block)| (slot, block));
        let same_roots =
            machine.threads.len() == self.last.threads.len() && blocks.eq(self.last.blocks.iter().copied());
        if !same_roots || changed.cut.is_some_and(|cut| cut < self.last.end) {
            return false;
        }
        self.is_fixed = true;
        self.is_strange = false;
        let mut last = std::mem::take(&mut self.last);
        let same =
            self.renew_objects(machine, &mut last, pool) && self.renew_threads(machine, &mut last, pool);
        self.last = last;
        self.is_fixed = false;
        same && !self.is_strange
    }

    fn renew_objects(&mut self, machine: &Machine, last: &mut Last, pool: &mut dyn Pool) -> bool {
        let base_top = machine.heap.base_top;
        for &object in &machine.heap.journal.changed.objects {
            self.begin_words();
            if object < base_top {
                let known = last.base.iter_mut().find(|(kept, _)| *kept == object);
                match (known, is_pristine(machine, Ref(object))) {
                    (None, true) => {}
                    (Some((_, kept)), false) => {
                        self.base_object(machine, Ref(object));
                        if self.is_strange || !kept.renew(BASE, &self.words, &self.refs, pool) {
                            return false;
                        }
                    }
                    _ => return false,
                }
                continue;
            }
            // Objects without a name are garbage, or will turn up in what refers to them.
            let met = self.met.get((object - base_top) as usize).copied();
            let Some((_, number)) = met.filter(|&(walk, _)| walk == self.walk) else { continue };
            self.object(machine, Ref(object));
            if self.is_strange || !last.objects[number as usize].renew(OBJECT, &self.words, &self.refs, pool)
            {
                return false;
            }
        }
        true
    }

    fn renew_output(&mut self, machine: &Machine, last: &mut Last, pool: &mut dyn Pool) {
        if let Some(kept) = &mut last.output {
            self.begin_words();
            self.output(machine);
            kept.renew(OUTPUT, &self.words, &self.refs, pool);
        }
    }

    fn renew_threads(&mut self, machine: &Machine, last: &mut Last, pool: &mut dyn Pool) -> bool {
        let frames_name = self.order.len() > last.own;
        for i in 0..machine.heap.journal.changed.threads.len() {
            let thread = machine.heap.journal.changed.threads[i];
            let Some(kept) = last.threads.get_mut(thread.index()) else { return false };
            let lowest = machine.heap.journal.changed.lowest(thread);
            let same = self.stack(machine, thread, lowest, kept, pool);
            // Names that only frames give depend on what the frames look at.
            if self.is_strange || (frames_name && !same) {
                return false;
            }
        }
        self.renew_output(machine, last, pool);
        self.begin_words();
        self.counters(machine);
        !self.is_strange && last.counters.renew(COUNTERS, &self.words, &self.refs, pool)
    }
}
