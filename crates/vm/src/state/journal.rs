//! The undo journal: the one list of old values under every write, and the marks that are positions in it.

use super::thread::{Frame, ThreadId, ThreadState};
use super::heap::Ref;
use crate::machine::Counters;
use base::Symbol;

/// A position to go back to. It stays good until the machine is rewound past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(crate) entries: usize,
    pub(crate) heap_top: u32,
}

#[derive(Default)]
pub struct Journal {
    pub(crate) entries: Vec<Undo>,
    /// Old contents, in the order of the entries that own them.
    pub(crate) words: Vec<u64>,
}

/// One thing to put back.
pub(crate) enum Undo {
    /// Words of the heap; the old ones are on top of `Journal::words`.
    Words { start: u32, words: u32 },
    /// A frame as it was, its registers on top of `Journal::words`. `depth` is how many frames the thread had when the frame was on
    /// top of them; frames below are restored first if they had been popped.
    Frame { thread: ThreadId, index: u32, depth: u32, frame: Frame, registers: u32 },
    Thread { thread: ThreadId, state: Box<ThreadState> },
    /// The thread had no frames at all.
    FirstFrame { thread: ThreadId },
    ThreadAdded,
    /// An object of the base was written for the first time on this path.
    Dirty { object: u32 },
    Interned { text: Symbol },
    Hashed { array: Ref },
    /// A block of memory outside of Java's objects was allocated, or freed.
    BlockAdded { block: Ref },
    BlockFreed { block: Ref },
    /// The machine's own counters.
    Counters { counters: Counters },
}

impl Journal {
    #[inline]
    pub(crate) fn push(&mut self, undo: Undo) {
        self.entries.push(undo);
    }
}
