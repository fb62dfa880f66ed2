//! A hash of a list of numbers that is renewed by what changed: each number with its place gives a value, and the hash is their sum.
//!
//! This is Zobrist's hashing with sums, and with a mixing function in place of his table of random values. Were the values random, two
//! different lists would have one sum with probability 2^-64 for each lane.

/// Odd constants of 64 bits without structure: fractional parts of square roots of primes.
const KEYS: [u64; 2] = [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B];

/// The sum of the list that was given last.
pub struct Sum<const LANES: usize> {
    last: Vec<u32>,
    sum: [u64; LANES],
}

impl<const LANES: usize> Default for Sum<LANES> {
    fn default() -> Self {
        Sum { last: Vec::new(), sum: [0; LANES] }
    }
}

impl<const LANES: usize> Sum<LANES> {
    pub fn of(&mut self, list: impl ExactSizeIterator<Item = u32>) -> [u64; LANES] {
        let length = list.len();
        for place in length..self.last.len() {
            self.remove(place, self.last[place]);
        }
        let known = self.last.len().min(length);
        self.last.resize(length, 0);
        for (place, number) in list.enumerate() {
            let old = self.last[place];
            if place < known {
                if old == number {
                    continue;
                }
                self.remove(place, old);
            }
            self.last[place] = number;
            for (lane, sum) in self.sum.iter_mut().enumerate() {
                *sum = sum.wrapping_add(value(lane, place, number));
            }
        }
        self.sum
    }

    fn remove(&mut self, place: usize, number: u32) {
        for (lane, sum) in self.sum.iter_mut().enumerate() {
            *sum = sum.wrapping_sub(value(lane, place, number));
        }
    }

    pub fn bytes(&self) -> u64 {
        self.last.capacity() as u64 * 4
    }
}

/// What a number at a place is worth: a bijection of 64 bits whose every output bit depends on every input bit (the finalizer of splitmix64).
#[inline]
fn value(lane: usize, place: usize, number: u32) -> u64 {
    let mut x =
        ((place as u64) << 32 | u64::from(number)).wrapping_mul(KEYS[lane]).wrapping_add(KEYS[1 - lane]);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use std::collections::HashMap;

    #[test]
    fn renewing_is_the_same_as_beginning_anew() {
        let mut random = Random(3);
        let mut sum = Sum::<2>::default();
        let mut seen: HashMap<[u64; 2], Vec<u32>> = HashMap::new();
        for _ in 0..20_000 {
            let list: Vec<u32> = (0..random.below(6)).map(|_| random.below(5) as u32).collect();
            let renewed = sum.of(list.iter().copied());
            assert_eq!(renewed, Sum::default().of(list.iter().copied()));
            assert_eq!(*seen.entry(renewed).or_insert_with(|| list.clone()), list, "two lists, one sum");
        }
    }
}
