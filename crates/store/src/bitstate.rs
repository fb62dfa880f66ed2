//! States by bits in an array of fixed size (Holzmann's bitstate hashing, a Bloom filter): each state sets a
//! few bits that its hash chooses.
//!
//! A state whose bits are all set already is taken for one that was seen, and what lies behind it is not
//! searched. The array never grows; the fuller it is, the more states are left out, and the report tells how
//! likely that was.

use crate::cell::Unshared;
use crate::pools::{self, Pools};
use crate::sum::Sum;
use lts::{CompId, Figures, Insert, KINDS, Pool, StateId, Store};

/// Bits that a state sets.
const BITS: u64 = 3;

pub struct Bitstate {
    pools: Pools<Unshared>,
    asked: [u64; KINDS],
    sum: Sum<2>,
    words: Vec<u64>,
    states: u64,
    /// For each state taken as new: how likely a new one would not have been, added up.
    omitted: f64,
    bits_set: u64,
}

impl Bitstate {
    /// An array of so many bytes, rounded up to words.
    pub fn new(bytes: u64) -> Bitstate {
        Bitstate {
            pools: Pools::new(),
            asked: [0; KINDS],
            sum: Sum::default(),
            words: vec![0; bytes.div_ceil(8).max(1) as usize],
            states: 0,
            omitted: 0.0,
            bits_set: 0,
        }
    }

    fn bits(&self) -> u64 {
        self.words.len() as u64 * 64
    }
}

impl Pool for Bitstate {
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

impl Store for Bitstate {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let [first, second] = self.sum.of(state);
        let (bits, mut is_new) = (u128::from(self.bits()), false);
        // How likely the bits of a state that was not seen would all be set.
        let full = (self.bits_set as f64 / bits as f64).powi(BITS as i32);
        for i in 0..BITS {
            let hash = first.wrapping_add(i.wrapping_mul(second | 1));
            let bit = ((u128::from(hash) * bits) >> 64) as u64;
            let word = &mut self.words[(bit / 64) as usize];
            if *word & 1 << (bit % 64) == 0 {
                *word |= 1 << (bit % 64);
                self.bits_set += 1;
                is_new = true;
            }
        }
        if !is_new {
            return Insert::Seen(None);
        }
        // For each state that is taken as new there were full / (1 - full) that were not, to be expected.
        self.omitted += full / (1.0 - full).max(f64::MIN_POSITIVE);
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
        self.words.capacity() as u64 * 8 + self.pools.bytes() + self.sum.bytes()
    }

    fn clear(&mut self) {
        *self = Bitstate::new(self.words.len() as u64 * 8);
    }

    fn figures(&self) -> Figures {
        Figures {
            store: "bitstate",
            states: self.states,
            bytes: self.bytes(),
            entries: self.pools.entries(),
            asked: self.asked,
            pool_bytes: self.pools.bytes(),
            pairs: 0,
            // With so many omissions expected, the probability of at least one.
            collision: -(-self.omitted).exp_m1(),
            on_disk: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_a_plain_set;

    #[test]
    fn with_room_it_is_a_set() {
        agrees_with_a_plain_set(&mut Bitstate::new(64 << 20), false, 10);
    }

    #[test]
    fn an_array_that_is_too_small_says_so() {
        let mut store = Bitstate::new(1 << 12);
        for n in 0..20_000 {
            store.insert(&[CompId(n)]);
        }
        assert!(store.states() < 20_000);
        assert!(store.figures().collision > 0.99, "{:?}", store.figures());
        let mut roomy = Bitstate::new(1 << 24);
        for n in 0..1000 {
            assert!(roomy.insert(&[CompId(n)]).is_new());
        }
        assert!(roomy.figures().collision < 1e-6, "{:?}", roomy.figures());
    }

    #[test]
    fn the_estimate_is_near_what_happens() {
        // Many small arrays, each with as many states; counts how many left one out.
        let (mut left_out, mut expected) = (0, 0.0);
        for round in 0..400u32 {
            let mut store = Bitstate::new(2048);
            for n in 0..300 {
                store.insert(&[CompId(round * 1000 + n)]);
            }
            left_out += u32::from(store.states() < 300);
            expected += store.figures().collision;
        }
        let ratio = f64::from(left_out) / expected;
        assert!((0.7..1.4).contains(&ratio), "{left_out} of 400, {expected} expected");
    }
}
