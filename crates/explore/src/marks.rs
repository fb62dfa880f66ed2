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
    /// The first one, which is asked for from anywhere.
    first: Option<Marked>,
}

impl Marked {
    fn words(&self) -> [u64; WORDS] {
        let JournalMark { words, heap_top } = self.mark;
        let (walk, steps) = self.named.map_or((0, 0), MemoMark::numbers);
        let [guarded, printed, labels, rest] = self.ghost.words();
        assert!(words < IS_IDLE, "a journal fits into memory");
        let words = match self.idle {
            None => words,
            Some(false) => words | IS_KNOWN,
            Some(true) => words | IS_KNOWN | IS_IDLE,
        };
        [words, u64::from(heap_top) | u64::from(steps) << 32, walk, guarded, printed, labels, rest]
    }

    fn of(words: [u64; WORDS]) -> Marked {
        let [journal, tops, walk, guarded, printed, labels, rest] = words;
        Marked {
            mark: JournalMark { words: journal & (IS_IDLE - 1), heap_top: tops as u32 },
            ghost: GhostMark::of([guarded, printed, labels, rest]),
            named: MemoMark::of(walk, (tops >> 32) as u32),
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
        self.words.extend(&marked.words());
        self.words.settle();
    }

    pub fn first(&self) -> Option<Marked> {
        self.first
    }

    /// The position with this number becomes the last one. None if there is no such position.
    pub fn back_to(&mut self, index: usize) -> Option<Marked> {
        if index >= self.len() {
            return None;
        }
        self.words.truncate((index + 1) * WORDS);
        self.words.reach(WORDS);
        self.words.at_hand().last_chunk().map(|words| Marked::of(*words))
    }

    /// The last one goes.
    pub fn pop(&mut self) {
        self.words.truncate(self.words.len().saturating_sub(WORDS));
        if self.len() == 0 {
            self.first = None;
        }
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
        self.first = None;
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
    }
}
