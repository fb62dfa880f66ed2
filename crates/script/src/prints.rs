//! Fingerprints of states: the map from numbers to fingerprints that certification has in the place of a visited set.
//!
//! A component has a sum of 128 bits over its words, and a state has the sum of what its components are worth at their
//! places (Zobrist's hashing, with a mixing function in place of his table). Both depend on the consumer's key, and
//! on nothing else that differs between machines: parts that were certified elsewhere have the same fingerprints.

use crate::digest::Digest;
use lts::{CompId, Pool, next_identity};

pub type Print = [u64; 2];

const EMPTY: u32 = u32::MAX;

/// Components by their words, with their sums.
pub struct Prints {
    key: u128,
    identity: u64,
    /// Kinds with numbers of other components, and from which word on.
    links: &'static [(u8, usize)],
    slots: Vec<u32>,
    ends: Vec<usize>,
    /// Of each component: its kind, then its words.
    words: Vec<u32>,
    sums: Vec<Print>,
    /// The list that was asked for last, and its print.
    last: Vec<u32>,
    print: Print,
}

impl Prints {
    /// `links` as [`lts::Gauges::links`] has them.
    pub fn new(key: u128, links: &'static [(u8, usize)]) -> Prints {
        Prints {
            key,
            identity: next_identity(),
            links,
            slots: vec![EMPTY; 1 << 10],
            ends: Vec::new(),
            words: Vec::new(),
            sums: Vec::new(),
            last: Vec::new(),
            print: [0; 2],
        }
    }

    fn sum(&self, kind: u8, words: &[u32]) -> Print {
        let mut digest = Digest::keyed(self.key);
        digest.word(u64::from(kind) << 32 | words.len() as u64);
        let from =
            self.links.iter().find(|link| link.0 == kind).map_or(words.len(), |link| link.1.min(words.len()));
        let (words, linked) = words.split_at(from);
        // A number means something else to every machine, and what stands for it the same to all.
        for &component in linked {
            let [low, high] = self.sums.get(component as usize).copied().unwrap_or([u64::from(component), 0]);
            digest.word(low);
            digest.word(high);
        }
        let (pairs, rest) = words.as_chunks::<2>();
        for [low, high] in pairs {
            digest.word(u64::from(*low) | u64::from(*high) << 32);
        }
        for word in rest {
            digest.word(u64::from(*word));
        }
        digest.finish()
    }

    fn stored(&self, at: u32) -> &[u32] {
        let at = at as usize;
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.words[from..self.ends[at]]
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; self.slots.len() * 2];
        let mask = self.slots.len() - 1;
        for (number, sum) in self.sums.iter().enumerate() {
            let mut at = sum[0] as usize & mask;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32;
        }
    }

    /// The fingerprint of a state. What is the same as last time is not looked at.
    #[inline]
    pub fn of(&mut self, state: &[CompId]) -> Print {
        let common = self.last.len().min(state.len());
        for (place, &component) in state.iter().enumerate().take(common) {
            let old = self.last[place];
            if old != component.0 {
                self.add(place, old, true);
                self.add(place, component.0, false);
                self.last[place] = component.0;
            }
        }
        for place in (common..self.last.len()).rev() {
            self.add(place, self.last[place], true);
        }
        self.last.truncate(state.len());
        for (place, &component) in state.iter().enumerate().skip(common) {
            self.add(place, component.0, false);
            self.last.push(component.0);
        }
        self.print
    }

    #[inline]
    fn add(&mut self, place: usize, component: u32, is_taken_away: bool) {
        let sums = self.sums[component as usize];
        for (lane, sum) in sums.into_iter().enumerate() {
            let value = worth(place as u64, sum);
            self.print[lane] = match is_taken_away {
                true => self.print[lane].wrapping_sub(value),
                false => self.print[lane].wrapping_add(value),
            };
        }
    }

    /// Bytes that components take.
    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * 4
            + self.sums.capacity() * 16
            + self.ends.capacity() * 8
            + self.slots.len() * 4) as u64
    }
}

/// What a component with this sum is worth at a place.
#[inline]
fn worth(place: u64, sum: u64) -> u64 {
    /// Odd, without structure: the fractional part of the square root of a prime.
    const SPREAD: u64 = 0x1F83_D9AB_FB41_BD6B;
    let wide = u128::from(sum ^ place.wrapping_mul(SPREAD)).wrapping_mul(u128::from(SPREAD));
    let mixed = (wide as u64) ^ ((wide >> 64) as u64);
    (mixed ^ mixed >> 29).wrapping_mul(SPREAD) ^ sum.rotate_left(17)
}

impl Pool for Prints {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let sum = self.sum(kind, words);
        let mask = self.slots.len() - 1;
        let mut at = sum[0] as usize & mask;
        loop {
            let number = self.slots[at];
            if number == EMPTY {
                break;
            }
            if self.sums[number as usize] == sum {
                let stored = self.stored(number);
                if stored[0] == u32::from(kind) && stored[1..] == *words {
                    return CompId(number);
                }
            }
            at = (at + 1) & mask;
        }
        let number = self.sums.len() as u32;
        self.slots[at] = number;
        self.words.push(u32::from(kind));
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len());
        self.sums.push(sum);
        if self.sums.len() * 2 > self.slots.len() {
            self.grow();
        }
        CompId(number)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let stored = self.stored(component.0);
        out.extend_from_slice(&stored[1..]);
        stored[0] as u8
    }

    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_are_of_contents_and_places_alone() {
        let (mut a, mut b) = (Prints::new(5, &[]), Prints::new(5, &[]));
        let ids = |prints: &mut Prints, order: &[u32]| -> Vec<CompId> {
            order.iter().map(|&n| prints.intern(1, &[n, n + 1, n + 2])).collect()
        };
        ids(&mut b, &[9, 8, 7]);
        let list = [1, 2, 3, 2, 700];
        let (of_a, of_b) = (ids(&mut a, &list), ids(&mut b, &list));
        let whole = a.of(&of_a);
        assert_eq!(whole, b.of(&of_b));
        assert_ne!(whole, a.of(&of_a[..4]));
        let turned: Vec<CompId> = of_a.iter().rev().copied().collect();
        assert_ne!(whole, a.of(&turned));
        assert_eq!(whole, a.of(&of_a), "whatever was asked for before");
        assert_ne!(Prints::new(6, &[]).sum(0, &[1]), Prints::new(7, &[]).sum(0, &[1]));
        let (mut c, mut d) = (Prints::new(5, &[(2, 1)]), Prints::new(5, &[(2, 1)]));
        d.intern(0, &[44]);
        let linked = |prints: &mut Prints| {
            let frame = prints.intern(0, &[45]);
            let thread = prints.intern(2, &[9, frame.0]);
            prints.of(&[thread])
        };
        assert_eq!(linked(&mut c), linked(&mut d), "numbers of components are none of the machine's words");
        let many: Vec<u32> = (0..10_000).collect();
        let ids: Vec<CompId> = many.iter().map(|&n| a.intern(0, &[n])).collect();
        assert!(many.iter().zip(&ids).all(|(&n, &id)| a.intern(0, &[n]) == id));
    }
}
