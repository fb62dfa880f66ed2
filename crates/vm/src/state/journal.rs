//! The undo journal: the one list of old values under every write, and the marks that are positions in it.
//!
//! It is as long as the path, so it is a pile of words: what belongs to an entry, and behind it a word that says what
//! kind of entry it is. Stamps are no part of it: what comes back looks as if it had been written long ago.

mod thread;

use super::heap::Ref;
use super::monitor::MAX_THREADS;
use super::thread::{Frame, OnExit, ThreadId, ThreadState};
use crate::machine::Counters;
use crate::program::{ClassId, MethodId};
use base::{Id, Pile};

/// A position to go back to. It stays good until the machine is rewound past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalMark {
    /// How many words the journal has.
    pub words: u64,
    pub heap_top: u32,
}

#[derive(Default)]
pub struct Journal {
    words: Pile,
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
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Undo {
    /// Words of an object; the old ones are on top of the journal once the entry is gone.
    Words {
        object: u32,
        start: u32,
        words: u32,
    },
    /// A frame as it was, its registers on top of the journal once the entry is gone. `depth` is how many frames the
    /// thread had when the frame was on top of them; frames below are restored first if they had been popped.
    Frame {
        thread: ThreadId,
        index: u32,
        depth: u32,
        frame: Frame,
    },
    /// What a thread was doing.
    Thread {
        thread: ThreadId,
        state: ThreadState,
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
        counters: Counters,
    },
}

/// The lowest bits of the last word of an entry: which kind it is. Each kind says what is above, and what comes before.
const TAG_BITS: u32 = 4;
/// Words of an object from its first on: how many, and the object.
const WHOLE: u64 = 0;
/// Words of an object: how many. Before: the object, where they start.
const PART: u64 = 1;
/// What is done at its end, the thread, the depth. Before: method and pc; base and what belongs to its end; `ret`,
/// registers, index.
const FRAME: u64 = 2;
/// See [`thread`].
const THREAD: u64 = 3;
const FIRST_FRAME: u64 = 4;
const THREAD_ADDED: u64 = 5;
const DIRTY: u64 = 6;
const DEEPENED: u64 = 7;
const HASHED: u64 = 8;
const BLOCK_ADDED: u64 = 9;
const BLOCK_FREED: u64 = 10;
const COUNTERS: u64 = 11;

/// Above the tag, in words that have something else in their upper half.
const LOW_BITS: u32 = 32 - TAG_BITS;
/// Threads that entries can tell apart: more than there can be.
const THREAD_BITS: u32 = 24;
const _: () = assert!(MAX_THREADS < 1 << THREAD_BITS);
/// The half of a header's first word in which the stamp is not.
const CLASS: u64 = 0xFFFF_FFFF;

/// Two numbers in one word.
#[inline]
fn both(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[inline]
fn low(word: u64) -> u32 {
    word as u32
}

#[inline]
fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

/// What lies on top of a list of words, from the last one down.
struct Down<'a>(&'a [u64]);

impl Down<'_> {
    #[inline]
    fn take(&mut self) -> u64 {
        let Some((&last, rest)) = self.0.split_last() else { return 0 };
        self.0 = rest;
        last
    }
}

impl Journal {
    /// How many words it has.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.words.bytes()
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// A mark is taken: what lies deep below it is packed.
    #[inline]
    pub(crate) fn settle(&mut self) {
        self.words.settle();
    }

    /// An entry that owns no old content.
    pub(crate) fn push(&mut self, undo: Undo) {
        let entry = |tag: u64, value: u32| tag | u64::from(value) << 32;
        let last = match undo {
            Undo::FirstFrame { thread } => entry(FIRST_FRAME, thread.0),
            Undo::ThreadAdded => THREAD_ADDED,
            Undo::Dirty { object } => entry(DIRTY, object),
            Undo::Deepened => DEEPENED,
            Undo::Hashed { array } => entry(HASHED, array.0),
            Undo::BlockAdded { slot } => entry(BLOCK_ADDED, slot),
            Undo::BlockFreed { slot, block } => {
                self.words.push(u64::from(block.0));
                entry(BLOCK_FREED, slot)
            }
            Undo::Counters { counters } => return self.counters(&counters),
            Undo::Thread { thread, state } => return self.thread(thread, &state),
            Undo::Frame { thread, index, depth, frame } => {
                return self.frame(thread, index, depth, &frame, &[]);
            }
            Undo::Words { object, start, words } => {
                self.words.push(both(object, start));
                PART | u64::from(words) << TAG_BITS
            }
        };
        self.words.push(last);
    }

    /// Old content, of an entry that comes next.
    #[inline]
    pub(crate) fn word(&mut self, old: u64) {
        self.words.push(old);
    }

    /// An object from `start` on: so many of the words on top.
    #[inline]
    pub(crate) fn object(&mut self, object: u32, start: u32, words: u32) {
        if start == object {
            let at_hand = self.words.at_hand_mut();
            let first = at_hand.len().saturating_sub(words as usize);
            at_hand[first..].iter_mut().take(1).for_each(|header| *header &= CLASS);
        }
        match start == object && words < 1 << LOW_BITS {
            true => self.words.push(WHOLE | both(words << TAG_BITS, object)),
            false => self.push(Undo::Words { object, start, words }),
        }
    }

    /// A frame as it is, with its registers.
    pub(crate) fn frame(
        &mut self,
        thread: ThreadId,
        index: u32,
        depth: u32,
        frame: &Frame,
        registers: &[u64],
    ) {
        let (exit, of_exit) = match frame.exit {
            OnExit::Nothing => (0, 0),
            OnExit::Unlock(object) => (1, object.0),
            OnExit::Initialized(class) => (2, class.0),
            OnExit::Loaded => (3, 0),
            OnExit::Unlimited => (4, 0),
        };
        let counts = u32::from(frame.ret) | u32::from(frame.registers) << 16;
        self.words.extend(registers);
        self.words.extend(&[
            both(frame.method.0, frame.pc),
            both(frame.base, of_exit),
            both(counts, index),
            FRAME | both(exit << TAG_BITS | thread.0 << (32 - THREAD_BITS), depth),
        ]);
    }

    /// What a thread is doing.
    pub(crate) fn thread(&mut self, thread: ThreadId, state: &ThreadState) {
        thread::put(&mut self.words, THREAD | u64::from(thread.0) << TAG_BITS, state);
    }

    fn counters(&mut self, counters: &Counters) {
        let Counters { next_hash, clock_ns, wait_order, clock_read, early, late, exited } = *counters;
        let flags = u64::from(clock_read) | u64::from(exited.is_some()) << 1;
        let words = [both(next_hash, early), both(late, exited.unwrap_or(0) as u32), clock_ns, wait_order];
        self.words.extend(&words);
        self.words.push(COUNTERS | flags << TAG_BITS);
    }

    /// The last entry goes; what it owns is on top then. None if there is nothing behind `mark`.
    pub(crate) fn pop(&mut self, mark: usize) -> Option<Undo> {
        if self.words.len() <= mark {
            return None;
        }
        self.words.reach(MOST_OF_ENTRY);
        let mut down = Down(self.words.at_hand());
        let before = down.0.len();
        let undo = read(&mut down);
        let length = self.words.len() - (before - down.0.len());
        self.words.truncate(length);
        Some(undo)
    }

    /// What the entry owned that was taken last: so many words.
    #[inline]
    pub(crate) fn owned(&mut self, words: usize) -> &[u64] {
        self.words.reach(words);
        let at_hand = self.words.at_hand();
        &at_hand[at_hand.len().saturating_sub(words)..]
    }

    /// It goes.
    #[inline]
    pub(crate) fn drop_owned(&mut self, words: usize) {
        let length = self.words.len().saturating_sub(words);
        self.words.truncate(length);
    }

    /// All entries since a mark can be shown.
    pub(crate) fn has_since(&self, mark: usize) -> bool {
        self.words.is_at_hand(mark)
    }

    /// Shows all entries since a mark after which nothing was packed, the last one first, each with what it owns.
    pub(crate) fn each_since(&self, mark: usize, mut act: impl FnMut(Undo, &[u64])) {
        let mut down = Down(self.words.since(mark));
        while !down.0.is_empty() {
            let undo = read(&mut down);
            let owned = match &undo {
                Undo::Words { words, .. } => *words as usize,
                Undo::Frame { frame, .. } => usize::from(frame.registers),
                _ => 0,
            };
            let (rest, owned) = down.0.split_at(down.0.len().saturating_sub(owned));
            down.0 = rest;
            act(undo, owned);
        }
    }
}

/// No entry has more words beside what it owns.
const MOST_OF_ENTRY: usize = 16;

/// The entry that ends here.
#[inline]
fn read(down: &mut Down<'_>) -> Undo {
    let last = down.take();
    let (middle, top) = (low(last) >> TAG_BITS, high(last));
    match last & ((1 << TAG_BITS) - 1) {
        WHOLE => Undo::Words { object: top, start: top, words: middle },
        PART => {
            let place = down.take();
            Undo::Words { object: low(place), start: high(place), words: (last >> TAG_BITS) as u32 }
        }
        FRAME => {
            let [counts, place, at] = [down.take(), down.take(), down.take()];
            let exit = match middle & 0xF {
                1 => OnExit::Unlock(Ref(high(place))),
                2 => OnExit::Initialized(ClassId(high(place))),
                3 => OnExit::Loaded,
                4 => OnExit::Unlimited,
                _ => OnExit::Nothing,
            };
            let (method, pc) = (MethodId(low(at)), high(at));
            let (ret, registers) = (low(counts) as u16, (low(counts) >> 16) as u16);
            let frame = Frame { method, pc, base: low(place), ret, registers, stamp: 0, exit };
            let thread = ThreadId(low(last) >> (32 - THREAD_BITS));
            Undo::Frame { thread, index: high(counts), depth: top, frame }
        }
        THREAD => {
            let thread = ThreadId(middle & ((1 << THREAD_BITS) - 1));
            Undo::Thread { thread, state: thread::take(down, last) }
        }
        FIRST_FRAME => Undo::FirstFrame { thread: ThreadId(top) },
        THREAD_ADDED => Undo::ThreadAdded,
        DIRTY => Undo::Dirty { object: top },
        DEEPENED => Undo::Deepened,
        HASHED => Undo::Hashed { array: Ref(top) },
        BLOCK_ADDED => Undo::BlockAdded { slot: top },
        BLOCK_FREED => Undo::BlockFreed { slot: top, block: Ref(low(down.take())) },
        _ => {
            let [wait_order, clock_ns, end, start] = [down.take(), down.take(), down.take(), down.take()];
            let exited = (middle & 2 != 0).then_some(high(end) as i32);
            let (next_hash, early, late) = (low(start), high(start), low(end));
            let clock_read = middle & 1 != 0;
            let counters = Counters { next_hash, clock_ns, wait_order, clock_read, early, late, exited };
            Undo::Counters { counters }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTERS_OF_AN_END: Counters = Counters {
        next_hash: 7,
        clock_ns: 1 << 40,
        wait_order: 3,
        clock_read: true,
        early: 2,
        late: u32::MAX,
        exited: Some(-1),
    };

    fn entries() -> Vec<Undo> {
        let (most, none) = (u32::MAX, Counters { clock_read: false, exited: None, ..COUNTERS_OF_AN_END });
        let frame =
            |exit| Frame { method: MethodId(most), pc: 5, base: 6, ret: 7, registers: 0, stamp: 0, exit };
        let of_frame = |exit| Undo::Frame {
            thread: ThreadId((1 << THREAD_BITS) - 1),
            index: 1,
            depth: most,
            frame: frame(exit),
        };
        vec![
            Undo::Words { object: 5, start: 8, words: 0 },
            of_frame(OnExit::Nothing),
            of_frame(OnExit::Unlock(Ref(most))),
            of_frame(OnExit::Initialized(ClassId(9))),
            of_frame(OnExit::Loaded),
            of_frame(OnExit::Unlimited),
            Undo::FirstFrame { thread: ThreadId(3) },
            Undo::ThreadAdded,
            Undo::Dirty { object: most },
            Undo::Deepened,
            Undo::Hashed { array: Ref(4) },
            Undo::BlockAdded { slot: 2 },
            Undo::BlockFreed { slot: most, block: Ref(most) },
            Undo::Counters { counters: COUNTERS_OF_AN_END },
            Undo::Counters { counters: none },
        ]
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let (mut journal, entries) = (Journal::default(), entries());
        // More than is at hand, so that some of it is packed.
        for _ in 0..2_000 {
            for entry in &entries {
                journal.push(entry.clone());
            }
            journal.settle();
        }
        let length = journal.len();
        for entry in &entries {
            journal.push(entry.clone());
        }
        let mut seen = Vec::new();
        journal.each_since(length, |undo, _| seen.push(undo));
        seen.reverse();
        assert_eq!(seen, entries);
        for _ in 0..2_001 {
            for entry in entries.iter().rev() {
                assert_eq!(journal.pop(0).as_ref(), Some(entry));
            }
        }
        assert_eq!((journal.pop(0), journal.len()), (None, 0));
    }

    #[test]
    fn old_words_come_back_without_a_stamp() {
        let mut journal = Journal::default();
        let old = [0xAAAA_AAAA_0000_0005, u64::MAX, 3];
        for start in [9, 10] {
            old.into_iter().for_each(|word| journal.word(word));
            journal.object(9, start, 3);
        }
        let mut owned = Vec::new();
        journal.each_since(0, |undo, words| owned.push((undo, words.to_vec())));
        let part = Undo::Words { object: 9, start: 10, words: 3 };
        let whole = Undo::Words { object: 9, start: 9, words: 3 };
        assert_eq!(owned, [(part.clone(), old.to_vec()), (whole.clone(), vec![5, u64::MAX, 3])]);
        assert_eq!(journal.pop(0), Some(part));
        assert_eq!(journal.owned(3), old);
        journal.drop_owned(3);
        assert_eq!(journal.pop(0), Some(whole));
        assert_eq!(journal.owned(3), [5, u64::MAX, 3]);
        journal.drop_owned(3);
        assert_eq!(journal.len(), 0);
    }
}
