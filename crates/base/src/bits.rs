//! A plain growable bit set.

/// A set of small numbers, one bit each.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    pub const fn new() -> Self {
        BitSet { words: Vec::new() }
    }

    /// A set in which numbers below `bits` fit without growing.
    pub fn with_capacity(bits: usize) -> Self {
        BitSet { words: vec![0; bits.div_ceil(64)] }
    }

    #[inline]
    pub fn contains(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|w| w >> (bit % 64) & 1 == 1)
    }

    /// Adds `bit`; true if it was not there before.
    #[inline]
    pub fn insert(&mut self, bit: usize) -> bool {
        let word = bit / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] >> (bit % 64) & 1 == 0;
        self.words[word] |= 1 << (bit % 64);
        fresh
    }

    pub fn remove(&mut self, bit: usize) {
        if let Some(word) = self.words.get_mut(bit / 64) {
            *word &= !(1 << (bit % 64));
        }
    }

    /// Adds all of `other`; true if anything was new.
    pub fn union_with(&mut self, other: &BitSet) -> bool {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// Sixty-four members each, the lowest first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds the members of a word; those that were not there before.
    #[inline]
    pub fn insert_word(&mut self, at: usize, bits: u64) -> u64 {
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        let fresh = bits & !self.words[at];
        self.words[at] |= fresh;
        fresh
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }

    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    #[test]
    fn behaves_like_a_set() {
        let mut set = BitSet::new();
        assert!(set.insert(3) && set.insert(200) && !set.insert(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 200]);
        set.remove(3);
        assert!(!set.contains(3) && set.contains(200) && !set.contains(100_000));
        let mut other = BitSet::with_capacity(10);
        assert!(other.union_with(&set) && !other.union_with(&set));
        assert_eq!(other, {
            let mut same = BitSet::new();
            same.insert(200);
            same
        });
        assert_eq!(other.count(), 1);
        assert_eq!((other.insert_word(3, 0b1_0000_0011), other.insert_word(3, 0b10)), (0b11, 0));
        assert_eq!(other.iter().collect::<Vec<_>>(), [192, 193, 200]);
        assert_eq!(other.words(), [0, 0, 0, 0b1_0000_0011]);
    }
}
