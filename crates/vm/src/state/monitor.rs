//! The lock word of an object: who holds its monitor and how often. There are no queues: who waits for a
//! monitor is written at the threads, and any of them may get it next.

use super::thread::ThreadId;

/// A lock word taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lock {
    pub owner: ThreadId,
    pub count: u32,
}

/// Bits of the lock word that count entries; Java programs nest a few deep, recursion a few thousand.
const COUNT_BITS: u32 = 18;
pub const MAX_COUNT: u32 = (1 << COUNT_BITS) - 1;
/// Threads that a lock word can name; its highest bit belongs to the heap.
pub const MAX_THREADS: usize = (1 << (31 - COUNT_BITS)) - 2;

impl Lock {
    pub fn decode(word: u32) -> Option<Lock> {
        (word != 0).then(|| Lock { owner: ThreadId((word >> COUNT_BITS) - 1), count: word & MAX_COUNT })
    }

    pub fn encode(lock: Option<Lock>) -> u32 {
        lock.map_or(0, |lock| {
            debug_assert!(lock.count > 0 && lock.count <= MAX_COUNT);
            (lock.owner.0 + 1) << COUNT_BITS | lock.count
        })
    }
}
