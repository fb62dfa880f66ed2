//! The undo journal: the one list of old values under every write, and the marks that are positions in it.

use super::heap::Ref;
use super::thread::{Frame, ThreadId, ThreadState};
use crate::machine::Counters;
use base::Id;

/// A position to go back to. It stays good until the machine is rewound past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalMark {
    pub(crate) entries: usize,
    pub(crate) heap_top: u32,
}

#[derive(Default)]
pub struct Journal {
    pub(crate) entries: Vec<Undo>,
    /// Old contents, in the order of the entries that own them.
    pub(crate) words: Vec<u64>,
    pub(crate) states: Vec<ThreadState>,
    /// What has been written, or put back, since somebody last asked.
    pub changed: Changed,
}

/// Objects and threads that may not be as they were.
#[derive(Default)]
pub struct Changed {
    pub objects: Vec<u32>,
    /// Threads, each once.
    pub threads: Vec<ThreadId>,
    /// For each thread the lowest frame that may have changed, `NO_FRAME` for none.
    lowest: Vec<u64>,
    /// Objects from this word on were given up, and their places may have been used again.
    pub cut: Option<u32>,
}

/// Above all numbers of frames: the thread is not among those that have changed.
const UNTOUCHED: u64 = u64::MAX;
/// No frame of a thread has changed.
pub(crate) const NO_FRAME: u32 = u32::MAX;

impl Changed {
    pub fn clear(&mut self) {
        self.objects.clear();
        for thread in self.threads.drain(..) {
            self.lowest[thread.index()] = UNTOUCHED;
        }
        self.cut = None;
    }

    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.threads.is_empty() && self.cut.is_none()
    }

    /// A thread may have changed: its frames from `lowest` on, and what it is doing.
    pub fn thread(&mut self, thread: ThreadId, lowest: u32) {
        if self.lowest.len() <= thread.index() {
            self.lowest.resize(thread.index() + 1, UNTOUCHED);
        }
        let known = &mut self.lowest[thread.index()];
        if *known == UNTOUCHED {
            self.threads.push(thread);
            *known = u64::from(lowest);
        }
        *known = u64::from(lowest).min(*known);
    }

    /// The lowest frame of a thread that may have changed.
    pub fn lowest(&self, thread: ThreadId) -> usize {
        self.lowest[thread.index()] as usize
    }
}

/// One thing to put back.
pub(crate) enum Undo {
    /// Words of an object; the old ones are on top of `Journal::words`.
    Words {
        object: u32,
        start: u32,
        words: u32,
    },
    /// A frame as it was, its registers on top of `Journal::words`. `depth` is how many frames the thread had
    /// when the frame was on top of them; frames below are restored first if they had been popped.
    Frame {
        thread: ThreadId,
        index: u32,
        depth: u32,
        frame: Frame,
        registers: u32,
    },
    /// What a thread was doing; the old state is on top of `Journal::states`.
    Thread {
        thread: ThreadId,
    },
    /// The thread had no frames at all.
    FirstFrame {
        thread: ThreadId,
    },
    ThreadAdded,
    /// An object of the base was written for the first time on this path.
    Dirty {
        object: u32,
    },
    /// The base was deepened.
    Deepened,
    Hashed {
        array: Ref,
    },
    /// A block of memory outside of Java's objects was allocated, or freed.
    BlockAdded {
        slot: u32,
    },
    BlockFreed {
        slot: u32,
        block: Ref,
    },
    /// The machine's own counters.
    Counters {
        counters: Box<Counters>,
    },
}

impl Journal {
    #[inline]
    pub(crate) fn push(&mut self, undo: Undo) {
        self.entries.push(undo);
    }

    /// The numbers of epochs begin anew: no stamp in an old content may look like one of the coming ones.
    pub(crate) fn forget_stamps(&mut self) {
        /// The half of a header's first word in which the stamp is not.
        const CLASS: u64 = 0xFFFF_FFFF;
        let mut at = 0;
        for undo in &mut self.entries {
            match undo {
                Undo::Words { object, start, words } => {
                    // Where the whole object was saved, its header comes first.
                    if start == object {
                        self.words[at] &= CLASS;
                    }
                    at += *words as usize;
                }
                Undo::Frame { frame, registers, .. } => {
                    frame.stamp = 0;
                    at += *registers as usize;
                }
                _ => {}
            }
        }
        debug_assert_eq!(at, self.words.len(), "every old word belongs to an entry");
    }
}
