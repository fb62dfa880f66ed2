//! Sets of objects that are small nearly always.

use base::BitSet;

/// Up to this many members a list is searched.
const LIST_MAX: usize = 24;

/// How many members a word of a set has room for.
pub(crate) const WORD: u32 = u64::BITS;

/// A set of numbers. One that is made of bits has members.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    List(Vec<u32>),
    Bits(BitSet),
}

impl Default for Set {
    fn default() -> Set {
        Set::List(Vec::new())
    }
}

impl Set {
    pub fn is_empty(&self) -> bool {
        matches!(self, Set::List(list) if list.is_empty())
    }

    /// Adds members, given as the bits of the word with this number; those that were not there before.
    #[inline]
    pub fn insert_word(&mut self, at: u32, bits: u64) -> u64 {
        let list = match self {
            Set::Bits(set) => return set.insert_word(at as usize, bits),
            Set::List(list) => list,
        };
        let mut fresh = bits;
        for number in list.iter().filter(|number| **number / WORD == at) {
            fresh &= !(1 << (number % WORD));
        }
        if list.len() + fresh.count_ones() as usize > LIST_MAX {
            let mut set = BitSet::new();
            for &number in list.iter() {
                set.insert(number as usize);
            }
            set.insert_word(at as usize, fresh);
            *self = Set::Bits(set);
        } else {
            list.extend(members(at, fresh));
        }
        fresh
    }

    /// The members that the word with this number has room for.
    #[inline]
    pub fn word(&self, at: u32) -> u64 {
        match self {
            Set::Bits(bits) => bits.words().get(at as usize).copied().unwrap_or(0),
            Set::List(list) => {
                let here = list.iter().filter(|number| **number / WORD == at);
                here.fold(0, |word, number| word | 1 << (number % WORD))
            }
        }
    }

    /// What has to be looked at to look at all members.
    pub fn size(&self) -> usize {
        match self {
            Set::List(list) => list.len(),
            Set::Bits(bits) => bits.words().len(),
        }
    }

    pub fn union_with(&mut self, other: &Set) {
        other.each_word(|at, bits| {
            self.insert_word(at, bits);
        });
    }

    /// What of it is not in another set.
    pub fn without(&self, other: &Set) -> Set {
        let mut rest = Set::default();
        self.each_word(|at, bits| {
            let bits = bits & !other.word(at);
            if bits != 0 {
                rest.insert_word(at, bits);
            }
        });
        rest
    }

    /// The members that another set has, too.
    pub fn common(&self, other: &Set) -> Set {
        let mut both = Set::default();
        self.each_word(|at, bits| {
            let bits = bits & other.word(at);
            if bits != 0 {
                both.insert_word(at, bits);
            }
        });
        both
    }

    /// All members in words. A word may come in parts.
    pub fn each_word(&self, mut then: impl FnMut(u32, u64)) {
        match self {
            Set::List(list) => list.iter().for_each(|number| then(number / WORD, 1 << (number % WORD))),
            Set::Bits(bits) => {
                let words = bits.words().iter().enumerate().filter(|(_, word)| **word != 0);
                words.for_each(|(at, word)| then(at as u32, *word));
            }
        }
    }

    pub fn to_vec(&self) -> Vec<u32> {
        match self {
            Set::List(list) => list.clone(),
            Set::Bits(bits) => bits.iter().map(|number| number as u32).collect(),
        }
    }
}

/// The numbers that the bits of a word stand for.
pub(crate) fn members(at: u32, mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lowest < WORD).then_some(at * WORD + lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::{LIST_MAX, Set};

    /// Lists and bits are the same to whoever asks.
    #[test]
    fn both_forms_hold_the_same() {
        for count in [1, LIST_MAX as u32, LIST_MAX as u32 + 1, 300] {
            let mut set = Set::default();
            for number in 0..count {
                let (at, bit) = (number * 7 / 64, 1 << (number * 7 % 64));
                assert_eq!((set.insert_word(at, bit), set.insert_word(at, bit)), (bit, 0), "{count}");
            }
            let mut all = set.to_vec();
            all.sort_unstable();
            assert_eq!(all, (0..count).map(|number| number * 7).collect::<Vec<_>>());
            assert_eq!(matches!(set, Set::Bits(_)), count > LIST_MAX as u32);
            let mut odd = Set::default();
            for &number in all.iter().filter(|number| **number % 2 == 1) {
                odd.insert_word(number / 64, 1 << (number % 64));
            }
            let even = set.without(&odd);
            assert!(even.to_vec().iter().all(|number| number % 2 == 0));
            assert_eq!(even.to_vec().len() + odd.to_vec().len(), all.len());
            assert_eq!(set.common(&odd).to_vec().len(), odd.to_vec().len());
            assert!(even.common(&odd).is_empty());
            odd.union_with(&even);
            assert!(set.without(&odd).is_empty() && odd.without(&set).is_empty());
        }
    }
}
