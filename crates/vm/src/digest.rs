//! Numbers for whole states, to compare them in tests of going back. Slow: all of the heap is read.

use crate::machine::Machine;
use crate::program::ClassId;
use crate::state::heap::{HEADER_WORDS, Ref};
use base::FastHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// Equal states, equal numbers; one for each part of the state, so that a difference has a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest {
    pub static_area: u64,
    pub dynamic_area: u64,
    /// What threads do, their frames, and the registers of these that will be read again.
    pub threads: u64,
    pub tables: u64,
}

impl Machine {
    /// The digest of the present state. What lies in the static area from word `static_end` on is left out,
    /// since linking adds to it on whatever path comes first.
    pub fn digest(&self, static_end: u32) -> Digest {
        let (from, to) = self.heap.dynamic_extent();
        Digest {
            static_area: self.digest_words(HEADER_WORDS, static_end),
            dynamic_area: self.digest_words(from, to),
            threads: self.digest_threads(),
            tables: self.digest_tables(static_end),
        }
    }

    /// The first free word behind the static area's objects.
    pub fn static_end(&self) -> u32 {
        self.heap.static_end()
    }

    fn digest_words(&self, from: u32, to: u32) -> u64 {
        let heap = &self.heap;
        let mut hasher = FastHasher::default();
        let mut at = from;
        while at < to {
            let class = heap.class_of(Ref(at));
            let is_free = class == ClassId::NONE;
            let words = if is_free { heap.free_run_words(at) } else { heap.words_of(Ref(at)) };
            // Beside the class stands the stamp, which is no part of the state.
            class.0.hash(&mut hasher);
            if !is_free {
                (1..words).for_each(|i| heap.word(Ref(at), i).hash(&mut hasher));
            }
            at += words;
        }
        to.hash(&mut hasher);
        hasher.finish()
    }

    fn digest_threads(&self) -> u64 {
        let mut hasher = FastHasher::default();
        for (id, thread) in self.threads.iter() {
            show(&thread.state, &mut hasher);
            for (depth, frame) in thread.frames.iter().enumerate() {
                (frame.method, frame.pc, frame.base, frame.ret).hash(&mut hasher);
                show(&frame.exit, &mut hasher);
                self.live_registers(id, depth).for_each(|live| (live.register, live.word).hash(&mut hasher));
            }
        }
        hasher.finish()
    }

    fn digest_tables(&self, static_end: u32) -> u64 {
        let mut hasher = FastHasher::default();
        let mut hashes: Vec<_> = self.array_hashes.iter().collect();
        hashes.sort_unstable();
        hashes.hash(&mut hasher);
        self.blocks.hash(&mut hasher);
        self.counters.hash(&mut hasher);
        let (dynamic, _) = self.heap.dynamic_extent();
        let seen = |object: &&u32| **object < static_end || **object >= dynamic;
        self.heap.frozen.dirty.iter().filter(seen).for_each(|object| object.hash(&mut hasher));
        hasher.finish()
    }
}

/// Hashes what has no hash of its own.
fn show(value: &impl Debug, hasher: &mut FastHasher) {
    format!("{value:?}").hash(hasher);
}
