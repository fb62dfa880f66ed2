//! The choices of all states on the stack of a depth-first search, one list behind the other.
//!
//! A path is millions of steps long and has several choices at each, so a choice takes four bytes. Both of its numbers
//! are small nearly always; choices of which that is not so have numbers of their own.

use super::StackEntry;
use base::FastMap;
use lts::{Choice, Path};

/// Bits of the value of a choice of small numbers. Those of its actor are above.
const VALUE_BITS: u32 = 16;
/// The highest bit: what is below is the number of a choice that is not small.
const WIDE: u32 = 1 << 31;

#[derive(Default)]
pub(crate) struct Branches {
    list: Vec<u32>,
    /// Choices that are not small, each once.
    wide: Vec<Choice>,
    numbers: FastMap<Choice, u32>,
}

impl Branches {
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn get(&self, at: usize) -> Choice {
        let packed = self.list[at];
        match packed & WIDE {
            0 => Choice { actor: packed >> VALUE_BITS, value: packed & ((1 << VALUE_BITS) - 1) },
            _ => self.wide[(packed & !WIDE) as usize],
        }
    }

    pub fn extend(&mut self, choices: &[Choice]) {
        self.list.reserve(choices.len());
        for &choice in choices {
            let packed = self.packed(choice);
            self.list.push(packed);
        }
    }

    fn packed(&mut self, choice: Choice) -> u32 {
        let Choice { actor, value } = choice;
        if actor < WIDE >> VALUE_BITS && value >> VALUE_BITS == 0 {
            return actor << VALUE_BITS | value;
        }
        let next = self.wide.len() as u32;
        assert!(next < WIDE, "so many different choices do not fit into memory");
        let number = *self.numbers.entry(choice).or_insert(next);
        if number == next {
            self.wide.push(choice);
        }
        WIDE | number
    }

    pub fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
    }

    pub fn clear(&mut self) {
        *self = Branches::default();
    }

    /// The choices of a state from the one with this number on.
    pub fn of(&self, entry: &StackEntry, from: u32) -> Vec<Choice> {
        (entry.first + from..entry.first + entry.end).map(|at| self.get(at as usize)).collect()
    }

    /// The next choice of a state, if it has any left.
    #[inline]
    pub fn next_of(&self, entry: &StackEntry) -> Option<Choice> {
        (entry.next < entry.end).then(|| self.get((entry.first + entry.next) as usize))
    }

    /// The choice that the path takes at a state.
    pub fn taken(&self, entry: &StackEntry) -> Choice {
        debug_assert!(entry.next > 0, "the path goes on from here");
        self.get((entry.first + entry.next.saturating_sub(1)) as usize)
    }

    /// Those that it takes at these states, in their order.
    pub fn path(&self, entries: &[StackEntry]) -> Path {
        entries.iter().map(|entry| self.taken(entry)).collect()
    }

    /// Bytes that they take. There is room for more, which does not count.
    pub fn bytes(&self) -> usize {
        let wide = self.wide.len() * (2 * size_of::<Choice>() + size_of::<u32>());
        size_of_val(&*self.list) + wide
    }
}

#[cfg(test)]
mod tests {
    use super::Branches;
    use lts::Choice;

    #[test]
    fn choices_come_back_as_they_were() {
        let numbers = [0, 1, 9, 0x7FFE, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, u32::MAX - 1, u32::MAX];
        let pairs =
            numbers.iter().flat_map(|&actor| numbers.iter().map(move |&value| Choice { actor, value }));
        let choices: Vec<Choice> = pairs.collect();
        let mut branches = Branches::default();
        branches.extend(&choices);
        branches.extend(&choices);
        let wide = branches.wide.len();
        assert!(0 < wide && wide < choices.len(), "some are small and some are not, and those are kept once");
        branches.truncate(choices.len() + 7);
        let back: Vec<Choice> = (0..branches.len()).map(|at| branches.get(at)).collect();
        assert_eq!(back, [&choices[..], &choices[..7]].concat());
        assert!(branches.bytes() < 4 * back.len() + 20 * wide + 1);
        branches.clear();
        assert_eq!((branches.len(), branches.bytes()), (0, 0));
    }
}
