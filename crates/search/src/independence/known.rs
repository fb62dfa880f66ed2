//! What is known of states that were visited, by their numbers.

use crate::pages::Pages;
use base::FastMap;
use lts::StateId;

/// What is known of a state that was visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StateMemo {
    /// It is on the path, at this depth.
    Open(u32),
    /// It can reach the path, and waits with others for the lowest state that it can reach.
    Unfinished(u32),
    Closed(u32),
}

/// Bits that tell which kind of knowledge it is; nothing is known where all are nought.
const KIND_BITS: u32 = 2;

#[derive(Default)]
pub(super) struct Knowledge {
    pages: Pages,
    /// What the pages do not take.
    aside: FastMap<StateId, StateMemo>,
}

impl StateMemo {
    /// As four bytes, unless it is too large.
    fn packed(self) -> Option<u32> {
        let (kind, value) = match self {
            StateMemo::Open(depth) => (1, depth),
            StateMemo::Unfinished(at) => (2, at),
            StateMemo::Closed(at) => (3, at),
        };
        (value < 1 << (32 - KIND_BITS)).then_some(value << KIND_BITS | kind)
    }

    fn unpacked(word: u32) -> Option<StateMemo> {
        let value = word >> KIND_BITS;
        match word % (1 << KIND_BITS) {
            1 => Some(StateMemo::Open(value)),
            2 => Some(StateMemo::Unfinished(value)),
            3 => Some(StateMemo::Closed(value)),
            _ => None,
        }
    }
}

impl Knowledge {
    pub fn get(&self, state: StateId) -> Option<StateMemo> {
        StateMemo::unpacked(self.pages.get(state)).or_else(|| match self.aside.is_empty() {
            true => None,
            false => self.aside.get(&state).copied(),
        })
    }

    pub fn insert(&mut self, state: StateId, known: StateMemo) {
        // What was aside before does not count where a page says something.
        let word = known.packed().unwrap_or(0);
        if !self.pages.set(state, word) || word == 0 {
            self.pages.set(state, 0);
            self.aside.insert(state, known);
        }
    }

    pub fn clear(&mut self) {
        *self = Knowledge::default();
    }

    pub fn bytes(&self) -> u64 {
        let aside = self.aside.capacity() * (size_of::<(StateId, StateMemo)>() + 1);
        self.pages.bytes() + aside as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Knowledge, StateMemo};
    use lts::StateId;

    #[test]
    fn what_was_said_last_is_known() {
        let mut knowledge = Knowledge::default();
        let states = [0, 1, 4095, 4096, 1 << 20, (1 << 32) - 1, 1 << 40, u64::MAX].map(StateId);
        let sayings = [
            StateMemo::Open(0),
            StateMemo::Closed(u32::MAX),
            StateMemo::Unfinished(7),
            StateMemo::Closed((1 << 30) - 1),
            StateMemo::Open(1 << 30),
            StateMemo::Closed(3),
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
