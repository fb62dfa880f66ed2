//! A Bloom filter: what it has not seen it nearly always knows not to have seen, and what it has seen it
//! never denies.
//!
//! All bits of a key are in one block of the size of a cache line, so that asking costs one look into memory
//! (Putze, Sanders and Singler, 2007).

/// Words of a block: 64 bytes.
const BLOCK: usize = 8;
/// Keys for which there is a block. A byte for each key; with six bits a key about one answer in forty is
/// wrong.
const KEYS_IN_BLOCK: usize = 64;
const BITS: u32 = 6;
/// Bits of a bit's place in a block.
const PLACE_BITS: u32 = 9;

pub struct Filter {
    words: Box<[u64]>,
}

impl Filter {
    /// A filter for so many keys.
    pub fn new(keys: usize) -> Filter {
        Filter { words: vec![0; BLOCK * keys.div_ceil(KEYS_IN_BLOCK).max(1)].into() }
    }

    pub fn add(&mut self, hash: u64) {
        let block = self.block(hash);
        for (word, bit) in places(hash) {
            self.words[block + word] |= bit;
        }
    }

    /// False only for what was not added.
    pub fn may_have(&self, hash: u64) -> bool {
        let block = self.block(hash);
        places(hash).all(|(word, bit)| self.words[block + word] & bit != 0)
    }

    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Where the block of a hash begins; its high bits choose.
    fn block(&self, hash: u64) -> usize {
        let blocks = (self.words.len() / BLOCK) as u64;
        (((hash >> 32) * blocks) >> 32) as usize * BLOCK
    }
}

/// Which bits of its block a hash has. Multiplying makes them depend on the low bits, which did not choose
/// the block.
fn places(hash: u64) -> impl Iterator<Item = (usize, u64)> {
    let mixed = (hash & 0xFFFF_FFFF).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (0..BITS).map(move |i| {
        let place = mixed >> (64 - PLACE_BITS * (i + 1)) & ((1 << PLACE_BITS) - 1);
        ((place >> 6) as usize, 1 << (place & 63))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there_and_little_else() {
        for keys in [1, 63, 64, 1000, 100_000] {
            let mut filter = Filter::new(keys);
            let hash = |n: usize| base::hash_words([n as u64]);
            (0..keys).for_each(|n| filter.add(hash(n)));
            assert!((0..keys).all(|n| filter.may_have(hash(n))));
            let wrong = (keys..keys + 20_000).filter(|&n| filter.may_have(hash(n))).count();
            assert!(wrong < 1000, "{keys} keys: {wrong} of 20000");
            assert!(filter.bytes() <= keys as u64 + 64);
        }
    }
}
