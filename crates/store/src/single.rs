//! An exact store for states that are one component each: the number of the component is that of the state, and
//! nothing is folded. One lookup tells both.

use crate::pools;
use lts::{CompId, Figures, Insert, KINDS, Pool, StateId, Store, next_identity};

/// The kind of a list of numbers, for states of several components all the same.
const LIST: u8 = u8::MAX;
/// Slots of an empty table.
const FEWEST: usize = 1 << 10;

/// The store of one worker.
pub struct Single {
    /// Open addressing: the upper half of a component's hash, and its number and one; 0 if nothing is there.
    slots: Vec<u64>,
    /// Where each component's words end.
    ends: Vec<usize>,
    /// Of each component: its kind, then its words.
    words: Vec<u32>,
    /// The component is a state.
    is_state: Vec<bool>,
    states: u64,
    entries: [u64; KINDS],
    asked: [u64; KINDS],
    identity: u64,
}

impl Default for Single {
    fn default() -> Self {
        Single {
            slots: vec![0; FEWEST],
            ends: Vec::new(),
            words: Vec::new(),
            is_state: Vec::new(),
            states: 0,
            entries: [0; KINDS],
            asked: [0; KINDS],
            identity: next_identity(),
        }
    }
}

const UPPER: u64 = 0xFFFF_FFFF_0000_0000;

impl Single {
    fn stored(&self, number: u32) -> Option<&[u32]> {
        let end = *self.ends.get(number as usize)?;
        let start = if number == 0 { 0 } else { self.ends[number as usize - 1] };
        Some(&self.words[start..end])
    }

    /// The slot of a component, or the empty one where it would be.
    fn slot(&self, key: u64, kind: u8, words: &[u32]) -> usize {
        let last = self.slots.len() - 1;
        let mut at = key as usize & last;
        loop {
            let slot = self.slots[at];
            let is_it = |stored: &[u32]| stored[0] == u32::from(kind) && stored[1..] == *words;
            if slot == 0 || (slot & UPPER == key & UPPER && self.stored(slot as u32 - 1).is_some_and(is_it)) {
                return at;
            }
            at = (at + 1) & last;
        }
    }

    fn number(&mut self, kind: u8, words: &[u32]) -> u32 {
        let key = pools::hash(kind, words);
        let at = self.slot(key, kind, words);
        if self.slots[at] != 0 {
            return self.slots[at] as u32 - 1;
        }
        let number = self.ends.len() as u32;
        assert!(number < u32::MAX - 1, "more components than there are numbers");
        self.words.push(u32::from(kind));
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len());
        self.is_state.push(false);
        self.slots[at] = key & UPPER | (u64::from(number) + 1);
        if self.ends.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let last = self.slots.len() * 2 - 1;
        self.slots = vec![0; last + 1];
        for number in 0..self.ends.len() as u32 {
            let Some([kind, words @ ..]) = self.stored(number) else { continue };
            let key = pools::hash(*kind as u8, words);
            let mut at = key as usize & last;
            while self.slots[at] != 0 {
                at = (at + 1) & last;
            }
            self.slots[at] = key & UPPER | (u64::from(number) + 1);
        }
    }

    /// The component that a state is.
    fn of_state(&mut self, state: &[CompId]) -> u32 {
        match state {
            [one] => one.0,
            list => {
                let numbers: Vec<u32> = list.iter().map(|component| component.0).collect();
                self.number(LIST, &numbers)
            }
        }
    }
}

impl Pool for Single {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        debug_assert!(kind != LIST, "a kind that is the store's own");
        let before = self.ends.len();
        let number = self.number(kind, words);
        let kind = usize::from(kind) % KINDS;
        self.asked[kind] += 1;
        self.entries[kind] += (self.ends.len() - before) as u64;
        CompId(number)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        match self.stored(component.0) {
            Some([kind, words @ ..]) => {
                out.extend_from_slice(words);
                *kind as u8
            }
            _ => 0,
        }
    }

    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
}

impl Store for Single {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let number = self.of_state(state);
        let id = StateId(u64::from(number));
        if std::mem::replace(&mut self.is_state[number as usize], true) {
            return Insert::Seen(Some(id));
        }
        self.states += 1;
        Insert::New(id)
    }

    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        out.clear();
        let number = u32::try_from(state.0).unwrap_or(u32::MAX);
        match self.stored(number) {
            Some([kind, words @ ..]) if self.is_state[number as usize] => {
                match *kind == u32::from(LIST) {
                    true => out.extend(words.iter().map(|&number| CompId(number))),
                    false => out.push(CompId(number)),
                }
                true
            }
            _ => false,
        }
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn bytes(&self) -> u64 {
        let sizes = self.slots.capacity() * 8 + self.ends.capacity() * 8 + self.words.capacity() * 4;
        (sizes + self.is_state.capacity()) as u64
    }

    fn clear(&mut self) {
        *self = Single::default();
    }

    fn figures(&self) -> Figures {
        Figures {
            store: "exact",
            states: self.states,
            bytes: self.bytes(),
            entries: self.entries,
            asked: self.asked,
            pool_bytes: self.bytes(),
            ..Figures::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, agrees_with_a_plain_set};

    #[test]
    fn the_store_is_a_set() {
        agrees_with_a_plain_set(&mut Single::default(), true, 9);
    }

    #[test]
    fn states_are_their_components() {
        let mut store = Single::default();
        let mut random = Random::seeded(3);
        let mut known = std::collections::HashMap::new();
        for _ in 0..20_000 {
            let words: Vec<u32> = (0..random.below(4)).map(|_| random.below(9) as u32).collect();
            let component = store.intern(0, &words);
            let is_new = !known.contains_key(&words);
            assert_eq!(*known.entry(words.clone()).or_insert(component), component);
            assert_eq!(store.insert(&[component]).is_new(), is_new);
            let mut back = Vec::new();
            assert_eq!((store.words(component, &mut back), back), (0, words));
            let mut list = Vec::new();
            assert!(store.get(StateId(u64::from(component.0)), &mut list) && list == [component]);
        }
        assert_eq!(store.states(), known.len() as u64);
        let mut list = Vec::new();
        assert!(!store.get(StateId(1 << 40), &mut list) && !store.get(StateId(1 << 30), &mut list));
        let unused = store.intern(1, &[7]);
        assert!(!store.get(StateId(u64::from(unused.0)), &mut list));
    }
}
