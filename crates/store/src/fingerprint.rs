//! States by their fingerprints: 128 bits for each, and no way back.
//!
//! Two states with one fingerprint are taken for one, and what lies behind the second is not searched. With n
//! states the probability that this happened anywhere is below n^2 / 2^129, as long as fingerprints spread
//! like random numbers.

use crate::cell::Unshared;
use crate::pools::{self, Pools};
use crate::sum::Sum;
use lts::{CompId, Figures, Insert, KINDS, Pool, StateId, Store};

/// Fingerprints in shards by their first byte; each shard an open table that grows by half at its own time.
const SHARDS: usize = 256;

/// Slots of the smallest table; the last shard begins half as large again, so that not all grow at once.
const FIRST_SLOTS: usize = 8;

/// Stands for an empty slot. The one list with this fingerprint gets [`INSTEAD_OF_EMPTY`].
const EMPTY: [u64; 2] = [0, 0];
const INSTEAD_OF_EMPTY: [u64; 2] = [0, 1];

pub struct Fingerprints {
    pools: Pools<Unshared>,
    asked: [u64; KINDS],
    sum: Sum<2>,
    shards: Box<[Shard]>,
    states: u64,
    bytes: u64,
}

#[derive(Default)]
struct Shard {
    slots: Vec<[u64; 2]>,
    used: usize,
}

impl Default for Fingerprints {
    fn default() -> Self {
        let shards: Box<[Shard]> = (0..SHARDS).map(|_| Shard::default()).collect();
        let bytes = size_of_val(&*shards) as u64;
        Fingerprints { pools: Pools::new(), asked: [0; KINDS], sum: Sum::default(), shards, states: 0, bytes }
    }
}

impl Shard {
    /// Puts a fingerprint in. False if it was there.
    fn insert(&mut self, print: [u64; 2]) -> bool {
        let mut at = ((u128::from(print[1]) * self.slots.len() as u128) >> 64) as usize;
        loop {
            match self.slots[at] {
                EMPTY => break,
                other if other == print => return false,
                _ => at = if at + 1 == self.slots.len() { 0 } else { at + 1 },
            }
        }
        self.slots[at] = print;
        self.used += 1;
        true
    }

    fn grow(&mut self, first: usize) {
        let length = (self.slots.len() + self.slots.len() / 2).max(first);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; length]);
        self.used = 0;
        for print in old.into_iter().filter(|print| *print != EMPTY) {
            self.insert(print);
        }
    }
}

impl Pool for Fingerprints {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.asked[usize::from(kind) % KINDS] += 1;
        self.pools.intern(pools::hash(kind, words), kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.pools.words(component, out)
    }

    fn identity(&self) -> Option<u64> {
        Some(self.pools.identity())
    }
}

impl Store for Fingerprints {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let print = match self.sum.of(state) {
            EMPTY => INSTEAD_OF_EMPTY,
            print => print,
        };
        let index = (print[0] >> 56) as usize;
        let shard = &mut self.shards[index];
        // A fifth of the slots stays empty.
        if (shard.used + 1) * 5 > shard.slots.len() * 4 {
            let before = shard.slots.capacity();
            shard.grow(FIRST_SLOTS + FIRST_SLOTS * index / (2 * SHARDS));
            self.bytes += (shard.slots.capacity() - before) as u64 * 16;
        }
        if !shard.insert(print) {
            return Insert::Seen(None);
        }
        let id = StateId(self.states);
        self.states += 1;
        Insert::New(id)
    }

    fn get(&self, _: StateId, _: &mut Vec<CompId>) -> bool {
        false
    }

    fn keeps(&self) -> bool {
        false
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.pools.bytes() + self.sum.bytes()
    }

    fn clear(&mut self) {
        *self = Fingerprints::default();
    }

    fn figures(&self) -> Figures {
        let n = self.states as f64;
        Figures {
            store: "fingerprint",
            states: self.states,
            bytes: self.bytes(),
            entries: self.pools.entries(),
            asked: self.asked,
            pool_bytes: self.pools.bytes(),
            pairs: 0,
            collision: (n * n / 2f64.powi(129)).min(1.0),
            on_disk: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_a_plain_set;

    #[test]
    fn fingerprints_are_a_set() {
        agrees_with_a_plain_set(&mut Fingerprints::default(), false, 9);
    }

    #[test]
    fn the_empty_list_and_the_bound() {
        let mut store = Fingerprints::default();
        assert_eq!(store.figures().collision, 0.0);
        assert!(store.insert(&[]).is_new());
        assert_eq!(store.insert(&[]), Insert::Seen(None));
        for n in 0..100_000 {
            assert!(store.insert(&[CompId(n)]).is_new());
        }
        let figures = store.figures();
        assert!(figures.collision > 0.0 && figures.collision < 1e-28, "{figures:?}");
        assert!(figures.bytes - figures.pool_bytes < 30 * figures.states, "{figures:?}");
    }
}
