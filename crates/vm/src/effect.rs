//! Whether a stretch of a run has changed anything that other threads could see.

use crate::machine::Machine;
use crate::state::heap::{HEADER_WORDS, Ref};
use crate::state::journal::Undo;
use crate::state::thread::ThreadId;

/// Where such a stretch began: right after a mark, or after going back to one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outset {
    words: usize,
    /// Where the heap ended.
    top: u32,
}

impl Machine {
    /// The present position, to ask [`Machine::has_affected_others`] later.
    pub fn outset(&self) -> Outset {
        Outset { words: self.heap.journal.len(), top: self.heap.end() }
    }

    /// Something is not as it was that others than a thread can see: what is in objects that were there and that they
    /// can reach, what another thread is doing, how many there are. Who has which lock does not count, nor what time
    /// it is: that alone gets nobody anywhere. After a long stretch, in which what was changed may have been changed
    /// back, whatever was written counts.
    pub fn has_affected_others(&self, thread: ThreadId, since: Outset, is_long: bool) -> bool {
        let mut is_affected = false;
        self.heap.journal.each_since(since.words, |undo, old| {
            is_affected |= match undo {
                Undo::Words { object, start, .. } => {
                    let object = Ref(object);
                    let is_seen = object.0 < since.top && self.heap.is_shared(object);
                    is_seen && (is_long || self.is_other_than(object, start, old))
                }
                Undo::Thread { thread: of, state: was } => {
                    let now = &self.threads[of].state;
                    of != thread && (was.status, was.permit) != (now.status, now.permit)
                }
                Undo::Frame { thread: of, .. } | Undo::FirstFrame { thread: of } => of != thread,
                Undo::ThreadAdded | Undo::BlockAdded { .. } | Undo::BlockFreed { .. } => true,
                Undo::Dirty { .. } | Undo::Deepened | Undo::Hashed { .. } | Undo::Counters { .. } => false,
            };
        });
        is_affected
    }

    /// Words of an object were these, and are not now. Its header does not count.
    fn is_other_than(&self, object: Ref, start: u32, old: &[u64]) -> bool {
        let payload = object.0 + HEADER_WORDS;
        let now = |(at, old): (u32, &u64)| at >= payload && self.heap.word(Ref(at), 0) != *old;
        (start..).zip(old).any(now)
    }
}
