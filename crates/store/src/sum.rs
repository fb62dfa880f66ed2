//! A hash of a list of numbers that is renewed by what changed: each number with its place gives a value, and
//! the hash is their sum.
//!
//! This is Zobrist's hashing with sums, and with a mixing function in place of his table of random values.
//! Were the values random, two different lists would have one sum with probability 2^-64 for each lane.

use lts::CompId;

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
    pub fn of(&mut self, list: &[CompId]) -> [u64; LANES] {
        let Sum { last, sum } = self;
        for (place, &old) in last.iter().enumerate().skip(list.len()) {
            add(sum, place, old, -1);
        }
        last.truncate(list.len());
        each_change(last, list, |place, old, new| {
            add(sum, place, old, -1);
            add(sum, place, new, 1);
        });
        for (place, new) in list.iter().enumerate().skip(last.len()) {
            add(sum, place, new.0, 1);
            last.push(new.0);
        }
        *sum
    }

    pub fn bytes(&self) -> u64 {
        self.last.capacity() as u64 * 4
    }
}

/// Adds what a number at a place is worth, so many times.
#[inline]
fn add<const LANES: usize>(sum: &mut [u64; LANES], place: usize, number: u32, times: i64) {
    for (lane, sum) in sum.iter_mut().enumerate() {
        *sum = sum.wrapping_add(value(lane, place, number).wrapping_mul(times as u64));
    }
}

/// What a change of one number does to a sum of one lane.
#[inline]
pub fn change(place: usize, old: u32, new: u32) -> u64 {
    value(0, place, new).wrapping_sub(value(0, place, old))
}

/// The sum of one lane of so many zeros.
pub fn of_zeros(length: usize) -> u64 {
    (0..length).fold(0, |sum, place| sum.wrapping_add(value(0, place, 0)))
}

/// So many numbers are compared at once, which a processor does in a step or two.
const AT_ONCE: usize = 8;

/// Makes an old list the new one as far as it goes, and calls `act` with each place that differs, what was
/// there, and what is there now.
#[inline]
pub fn each_change(old: &mut [u32], new: &[CompId], mut act: impl FnMut(usize, u32, u32)) {
    let mut renew = |place: usize, old: &mut u32, new: CompId| {
        if *old != new.0 {
            act(place, *old, new.0);
            *old = new.0;
        }
    };
    let common = old.len().min(new.len());
    let (old_chunks, old_rest) = old[..common].as_chunks_mut::<AT_ONCE>();
    let (new_chunks, new_rest) = new[..common].as_chunks::<AT_ONCE>();
    for (i, (old, new)) in old_chunks.iter_mut().zip(new_chunks).enumerate() {
        if (0..AT_ONCE).fold(0, |all, j| all | (old[j] ^ new[j].0)) != 0 {
            (0..AT_ONCE).for_each(|j| renew(i * AT_ONCE + j, &mut old[j], new[j]));
        }
    }
    let first = common - old_rest.len();
    for (j, (old, new)) in old_rest.iter_mut().zip(new_rest).enumerate() {
        renew(first + j, old, *new);
    }
}

/// What a number at a place is worth.
#[inline]
fn value(lane: usize, place: usize, number: u32) -> u64 {
    let placed = (place as u64) << 32 | u64::from(number);
    base::mixed(placed.wrapping_mul(KEYS[lane]).wrapping_add(KEYS[1 - lane]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use std::collections::HashMap;

    #[test]
    fn renewing_is_the_same_as_beginning_anew() {
        let mut random = Random::seeded(3);
        let mut sum = Sum::<2>::default();
        let mut seen: HashMap<[u64; 2], Vec<CompId>> = HashMap::new();
        for _ in 0..20_000 {
            let list: Vec<CompId> =
                (0..random.below(20) / 2).map(|_| CompId(random.below(3) as u32)).collect();
            let renewed = sum.of(&list);
            assert_eq!(renewed, Sum::default().of(&list));
            assert_eq!(*seen.entry(renewed).or_insert_with(|| list.clone()), list, "two lists, one sum");
        }
    }
}
