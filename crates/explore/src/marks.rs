//! Positions on the path that the machine can go back to, as many as the path has steps: a pile of words.

use super::canon::MemoMark;
use super::ghost::GhostMark;
use base::Pile;
use vm::JournalMark;

/// A position to come back to, and the names that the state there has, if they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Marked {
    pub mark: JournalMark,
    pub ghost: GhostMark,
    pub named: Option<MemoMark>,
    /// Whether anybody gets anywhere, if that was asked.
    pub idle: Option<bool>,
}

/// Words of a position.
const WORDS: usize = 7;

/// Above the words of the journal, of which there are not so many: whether it is known that somebody gets anywhere, or
/// that nobody does.
const IS_KNOWN: u64 = 1 << 63;
const IS_IDLE: u64 = 1 << 62;

#[derive(Default)]
pub(super) struct Marks {
    words: Pile,
    /// The first one, which is asked for from anywhere, and the last one.
    first: Option<Marked>,
    last: Option<Marked>,
}

/// Numbers that grow along the path. What is kept of them is by how much: that is nearly the same at each step, and so
/// takes hardly any room where it is packed.
#[derive(Clone, Copy, Default)]
struct Lengths {
    journal: u64,
    heap_top: u32,
    steps: u32,
}

impl Lengths {
    /// By how much these are above those before, as the first two words of a position.
    fn above(self, before: Lengths) -> [u64; 2] {
        let heap_top = self.heap_top.wrapping_sub(before.heap_top);
        let steps = self.steps.wrapping_sub(before.steps);
        let journal = self.journal.wrapping_sub(before.journal) & (IS_IDLE - 1);
        [journal, u64::from(heap_top) | u64::from(steps) << 32]
    }

    /// The reverse: those before.
    fn below(self, [journal, tops]: [u64; 2]) -> Lengths {
        Lengths {
            journal: self.journal.wrapping_sub(journal) & (IS_IDLE - 1),
            heap_top: self.heap_top.wrapping_sub(tops as u32),
            steps: self.steps.wrapping_sub((tops >> 32) as u32),
        }
    }
}

impl Marked {
    fn lengths(&self) -> Lengths {
        let JournalMark { words: journal, heap_top } = self.mark;
        let (_, steps) = self.named.map_or((0, 0), MemoMark::numbers);
        assert!(journal < IS_IDLE, "a journal fits into memory");
        Lengths { journal, heap_top, steps }
    }

    /// Its words, where the position before has these lengths.
    fn words(&self, before: Lengths) -> [u64; WORDS] {
        let (walk, _) = self.named.map_or((0, 0), MemoMark::numbers);
        let [guarded, printed, labels, rest] = self.ghost.words();
        let [journal, tops] = self.lengths().above(before);
        let idle = match self.idle {
            None => 0,
            Some(false) => IS_KNOWN,
            Some(true) => IS_KNOWN | IS_IDLE,
        };
        [journal | idle, tops, walk, guarded, printed, labels, rest]
    }

    /// The reverse, of a position of which the lengths are known.
    fn of(words: [u64; WORDS], own: Lengths) -> Marked {
        let [journal, _, walk, guarded, printed, labels, rest] = words;
        Marked {
            mark: JournalMark { words: own.journal, heap_top: own.heap_top },
            ghost: GhostMark::of([guarded, printed, labels, rest]),
            named: MemoMark::of(walk, own.steps),
            idle: (journal & IS_KNOWN != 0).then_some(journal & IS_IDLE != 0),
        }
    }
}

impl Marks {
    pub fn len(&self) -> usize {
        self.words.len() / WORDS
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.words.bytes()
    }

    pub fn push(&mut self, marked: Marked) {
        if self.len() == 0 {
            self.first = Some(marked);
        }
        let before = self.last.map_or(Lengths::default(), |last| last.lengths());
        self.words.extend(&marked.words(before));
        self.words.settle();
        self.last = Some(marked);
    }

    pub fn first(&self) -> Option<Marked> {
        self.first
    }

    /// The position with this number becomes the last one. None if there is no such position.
    pub fn back_to(&mut self, index: usize) -> Option<Marked> {
        if index >= self.len() {
            return None;
        }
        if index == 0 {
            self.words.truncate(WORDS);
            self.last = self.first;
        }
        while self.len() > index + 1 {
            self.pop();
        }
        self.last
    }

    /// The last one goes.
    pub fn pop(&mut self) {
        let (Some(last), Some([journal, tops, ..])) = (self.last, self.top()) else { return };
        self.words.truncate(self.words.len() - WORDS);
        let before = last.lengths().below([journal & (IS_IDLE - 1), tops]);
        self.last = self.top().map(|words| Marked::of(words, before));
        if self.last.is_none() {
            self.first = None;
        }
    }

    /// The words of the last one.
    fn top(&mut self) -> Option<[u64; WORDS]> {
        self.words.reach(WORDS);
        self.words.at_hand().last_chunk().copied()
    }

    /// The state at the last position has these names.
    pub fn name_last(&mut self, named: Option<MemoMark>) {
        if let Some(last) = self.len().checked_sub(1).and_then(|last| self.back_to(last)) {
            self.pop();
            self.push(Marked { named, ..last });
        }
    }

    pub fn clear(&mut self) {
        self.words.clear();
        (self.first, self.last) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(n: u64) -> Marked {
        Marked {
            mark: JournalMark { words: n << 33, heap_top: n as u32 },
            ghost: GhostMark::of([n, n << 40, !n, 1 | 2 << 32]),
            named: MemoMark::of(n % 3, u32::MAX - n as u32).filter(|_| !n.is_multiple_of(3)),
            idle: [None, Some(false), Some(true)][n as usize % 3],
        }
    }

    #[test]
    fn each_position_is_come_back_to() {
        let mut marks = Marks::default();
        assert_eq!((marks.first(), marks.back_to(0)), (None, None));
        (0..9_000).for_each(|n| marks.push(marked(n)));
        assert_eq!(marks.back_to(9_000), None);
        for n in (0..9_000).rev().step_by(7) {
            assert_eq!(marks.back_to(n as usize), Some(marked(n)));
            assert_eq!((marks.len(), marks.first()), (n as usize + 1, Some(marked(0))));
        }
        marks.back_to(4);
        marks.name_last(None);
        assert_eq!(marks.back_to(4), Some(Marked { named: None, ..marked(4) }));
        marks.back_to(0);
        marks.name_last(MemoMark::of(8, 9));
        assert_eq!(marks.first(), Some(Marked { named: MemoMark::of(8, 9), ..marked(0) }));
        marks.pop();
        assert_eq!((marks.len(), marks.first()), (0, None));
        marks.pop();
        assert_eq!((marks.len(), marks.back_to(0)), (0, None));
    }

    #[test]
    fn positions_that_are_alike_take_little() {
        let mut marks = Marks::default();
        let step = |n: u64| Marked {
            mark: JournalMark { words: 20 * n + n % 3, heap_top: 1000 },
            ghost: GhostMark::of([0, 0, 0, 1 << 32]),
            named: MemoMark::of(5, 3 * n as u32),
            idle: Some(false),
        };
        (0..200_000).for_each(|n| marks.push(step(n)));
        assert!(marks.bytes() < 6 * 200_000, "{}", marks.bytes());
        assert_eq!(marks.back_to(150_000), Some(step(150_000)));
    }
}
