//! What is known of states that were visited, by their numbers.
//!
//! Stores number states densely, so that a table by number takes four bytes a state and no hashing. Numbers that are
//! far off, and what does not fit four bytes, are kept aside.

use base::FastMap;
use lts::StateId;

/// What is known of a state that was visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// It is on the path, at this depth.
    Open(u32),
    /// It can reach the path, and waits with others for the lowest state that it can reach.
    Unfinished(u32),
    Closed(u32),
}

/// States whose knowledge lies together.
const PAGE: usize = 1 << 12;
/// Pages that there may be.
const MOST_PAGES: usize = 1 << 20;
/// Bits that tell which kind of knowledge it is; nothing is known where all are nought.
const KIND_BITS: u32 = 2;

#[derive(Default)]
pub(super) struct Knowledge {
    pages: Vec<Option<Box<[u32]>>>,
    aside: FastMap<StateId, Known>,
    held: usize,
}

impl Known {
    /// As four bytes, unless it is too large.
    fn packed(self) -> Option<u32> {
        let (kind, value) = match self {
            Known::Open(depth) => (1, depth),
            Known::Unfinished(at) => (2, at),
            Known::Closed(at) => (3, at),
        };
        (value < 1 << (32 - KIND_BITS)).then_some(value << KIND_BITS | kind)
    }

    fn unpacked(word: u32) -> Option<Known> {
        let value = word >> KIND_BITS;
        match word % (1 << KIND_BITS) {
            1 => Some(Known::Open(value)),
            2 => Some(Known::Unfinished(value)),
            3 => Some(Known::Closed(value)),
            _ => None,
        }
    }
}

impl Knowledge {
    pub fn get(&self, state: StateId) -> Option<Known> {
        let (page, place) = place_of(state);
        let word = self.pages.get(page).and_then(|page| page.as_ref()).map_or(0, |page| page[place]);
        Known::unpacked(word).or_else(|| match self.aside.is_empty() {
            true => None,
            false => self.aside.get(&state).copied(),
        })
    }

    pub fn insert(&mut self, state: StateId, known: Known) {
        let (page, place) = place_of(state);
        let word = known.packed().filter(|_| page < MOST_PAGES);
        if word.is_none() {
            self.aside.insert(state, known);
        }
        if page >= MOST_PAGES {
            return;
        }
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| {
            self.held += 1;
            vec![0; PAGE].into()
        });
        page[place] = word.unwrap_or(0);
    }

    pub fn clear(&mut self) {
        *self = Knowledge::default();
    }

    pub fn bytes(&self) -> u64 {
        let aside = self.aside.capacity() * (size_of::<(StateId, Known)>() + 1);
        (self.held * PAGE * size_of::<u32>() + self.pages.capacity() * 16 + aside) as u64
    }
}

fn place_of(state: StateId) -> (usize, usize) {
    let number = state.0 as usize;
    (number / PAGE, number % PAGE)
}

#[cfg(test)]
mod tests {
    use super::{Knowledge, Known};
    use lts::StateId;

    #[test]
    fn what_was_said_last_is_known() {
        let mut knowledge = Knowledge::default();
        let states = [0, 1, 4095, 4096, 1 << 20, (1 << 32) - 1, 1 << 40, u64::MAX].map(StateId);
        let sayings = [
            Known::Open(0),
            Known::Closed(u32::MAX),
            Known::Unfinished(7),
            Known::Closed((1 << 30) - 1),
            Known::Open(1 << 30),
            Known::Closed(3),
        ];
        for (round, &known) in sayings.iter().enumerate() {
            for &state in &states {
                assert_eq!(knowledge.get(state), round.checked_sub(1).map(|before| sayings[before]));
                knowledge.insert(state, known);
                assert_eq!(knowledge.get(state), Some(known), "{state:?}");
            }
            assert_eq!(knowledge.get(StateId(2)), None);
        }
        knowledge.clear();
        assert!(states.iter().all(|&state| knowledge.get(state).is_none()));
    }
}
