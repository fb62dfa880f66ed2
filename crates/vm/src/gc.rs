//! Collection of garbage in the dynamic area while no mark is out: mark from the roots, then sweep into free
//! runs. Objects do not move.
//!
//! Roots: registers that are live where their frame stands, threads, interned strings, blocks of memory, and
//! everything in the static area. Weak and soft references are kept like strong ones: when they are cleared
//! is nobody's right to know, and so never is a legal answer.

use crate::machine::Machine;
use crate::program::{ClassId, ShapeKind};
use crate::state::heap::{HEADER_WORDS, Heap, Ref};
use crate::state::thread::{OnExit, ThreadId, ThreadStatus};
use base::BitSet;
use classfile::Kind;

/// Words allocated between two collections: 128 MiB. Small enough for a small footprint, large enough to be
/// rare.
pub(crate) const COLLECT_AFTER_WORDS: u64 = 16 << 20;

/// This part of a heap cannot be filled: real machines give up before, when they collect again and again for little.
const FOR_COLLECTORS: u64 = 8;

struct Marker<'a> {
    heap: &'a Heap,
    start: u32,
    marked: BitSet,
    pending: Vec<Ref>,
}

impl Marker<'_> {
    fn reach(&mut self, object: Ref) {
        if object.0 >= self.start && self.marked.insert((object.0 - self.start) as usize) {
            self.pending.push(object);
        }
    }

    fn follow(&mut self) {
        while let Some(object) = self.pending.pop() {
            self.scan(object);
        }
    }

    fn scan(&mut self, object: Ref) {
        let heap = self.heap;
        heap.each_ref(object, |to| self.reach(to));
    }
}

impl Machine {
    /// Enough has been allocated since the last collection, and nothing has to be kept for going back.
    #[inline]
    pub(crate) fn collection_is_due(&self) -> bool {
        self.heap.allocated > self.collect_after_words && self.heap.epoch == 0
    }

    /// Frees what cannot be reached. Every frame's `pc` must be up to date, and no native may be running.
    pub fn collect(&mut self) {
        if self.heap.epoch != 0 {
            return;
        }
        self.collections += 1;
        let (start, end) = self.heap.dynamic_area();
        let marked = self.mark_alive(start, end);
        self.array_hashes.retain(|array, _| array.0 < start || marked.contains((array.0 - start) as usize));
        let live_words = self.sweep(start, end, &marked);
        // A heap that is mostly alive is not collected again and again for little.
        let room = self.heap.limit_bytes() / 8;
        let next = live_words.max(COLLECT_AFTER_WORDS).min(room.saturating_sub(live_words) / 2);
        self.collect_after_words = next.max(COLLECT_AFTER_WORDS / 16);
    }

    /// There was no room for something, and there would be if what is kept for going back took none. Frames are as for
    /// [`Machine::collect`].
    pub(crate) fn is_full_of_garbage(&mut self) -> bool {
        if self.heap.epoch == 0 {
            return false;
        }
        let (start, end) = self.heap.dynamic_extent();
        let marked = self.mark_alive(start, end);
        let alive = marked.iter().map(|at| u64::from(self.heap.words_of(Ref(start + at as u32))));
        let room = self.heap.limit_bytes() / 8;
        alive.sum::<u64>() + u64::from(self.heap.refused_words) <= room - room / FOR_COLLECTORS
    }

    /// Objects of the dynamic area that can be reached, by their distance from its start.
    fn mark_alive(&mut self, start: u32, end: u32) -> BitSet {
        let roots = self.roots();
        let marked = BitSet::with_capacity((end - start) as usize);
        let mut marker = Marker { heap: &self.heap, start, marked, pending: Vec::new() };
        for root in roots {
            marker.reach(root);
        }
        self.mark_static_area(&mut marker);
        marker.follow();
        marker.marked
    }

    fn roots(&mut self) -> Vec<Ref> {
        let mut roots: Vec<Ref> = self.literals.values().chain(self.blocks.values()).copied().collect();
        roots.extend(self.interned_strings());
        for id in 0..self.threads.len() as u32 {
            let thread = ThreadId(id);
            let state = &self.threads[thread].state;
            roots.push(state.object);
            if let Some(Err(exception)) = state.result {
                roots.push(exception);
            }
            match state.status {
                ThreadStatus::Locking(on)
                | ThreadStatus::Waiting { on, .. }
                | ThreadStatus::Relocking(on) => roots.push(on),
                _ => {}
            }
            self.frame_roots(thread, &mut roots);
        }
        roots
    }

    fn frame_roots(&self, thread: ThreadId, roots: &mut Vec<Ref>) {
        let t = &self.threads[thread];
        for (depth, frame) in t.frames.iter().enumerate() {
            if let OnExit::Unlock(object) = frame.exit {
                roots.push(object);
            }
            roots.extend(self.live_registers(thread, depth).filter(|r| r.is_ref).map(|r| Ref(r.word as u32)));
        }
    }

    /// Everything that the static area refers to.
    fn mark_static_area(&self, marker: &mut Marker<'_>) {
        for class in self.program.classes.values() {
            if class.statics.is_null() {
                continue;
            }
            for &field in &*class.fields {
                let field = &self.program.fields[field];
                if field.access.is_static() && field.kind == Kind::Ref {
                    marker.reach(self.heap.get_ref(class.statics, field.unit));
                }
            }
        }
        let mut at = HEADER_WORDS;
        while at < self.heap.static_end() {
            let object = Ref(at);
            if !matches!(self.heap.shapes[self.heap.class_of(object)].kind, ShapeKind::Statics) {
                marker.scan(object);
            }
            at += self.heap.words_of(object);
        }
    }

    /// Makes free runs of what is not marked; returns the words that are.
    fn sweep(&mut self, start: u32, end: u32, marked: &BitSet) -> u64 {
        let mut holes: Vec<(u32, u32)> = Vec::new();
        let (mut at, mut live_words, mut free_from) = (start, 0u64, None);
        while at < end {
            let is_free = self.heap.class_of(Ref(at)) == ClassId::NONE;
            let words = if is_free { self.heap.free_run_words(at) } else { self.heap.words_of(Ref(at)) };
            if !is_free && marked.contains((at - start) as usize) {
                live_words += u64::from(words);
                if let Some(from) = free_from.take() {
                    holes.push((from, at - from));
                }
            } else {
                free_from.get_or_insert(at);
            }
            at += words;
        }
        for &(from, words) in &holes {
            self.heap.zero(from, words);
            self.heap.write_free_run(from, words);
        }
        self.heap.set_holes(holes, free_from.unwrap_or(end));
        live_words
    }
}
