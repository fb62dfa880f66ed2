//! A table of numbers whose keys lie elsewhere: open addressing, any number of slots, no deletion.
//!
//! A slot has eight bits of the key's hash beside the number, so that a look at the key itself is nearly
//! always a hit. Tables are shards of something larger. They grow by half, each at its own time, so that the
//! whole is never held twice and its slack is the same at any size.

/// How many shards a sharded table has: the top byte of a hash.
pub const SHARDS: usize = 256;

/// Bits of a number that name its shard; the rest is its place there.
pub const SHARD_BITS: u32 = 8;

/// Numbers in one shard. The largest is left out: with the tag 255 it would read as an empty slot.
pub const MAX_IN_SHARD: usize = (1 << 24) - 1;

const EMPTY: u32 = u32::MAX;
const NUMBER_MASK: u32 = (1 << 24) - 1;

/// Slots of the smallest table. Shard 255 begins half as large again, so that shards that fill alike do not
/// grow at once.
const FIRST_SLOTS: usize = 16;

#[derive(Default)]
pub struct Slots {
    slots: Vec<u32>,
    /// Slots that are not empty.
    used: usize,
}

/// The shard that a hash belongs to.
#[inline]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 56) as usize
}

/// A number as others see it: the shard, and the place in it.
#[inline]
pub fn joined(shard: usize, place: u32) -> u32 {
    place << SHARD_BITS | shard as u32
}

#[inline]
pub fn parted(number: u32) -> (usize, usize) {
    ((number & (SHARDS as u32 - 1)) as usize, (number >> SHARD_BITS) as usize)
}

#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32 & !NUMBER_MASK
}

impl Slots {
    /// An empty table with room for so many.
    pub fn for_numbers(count: usize) -> Slots {
        Slots { slots: vec![EMPTY; (count + 1) * 5 / 4 + 1], used: 0 }
    }

    /// The number whose key has this hash and is the one that `is_same` knows.
    #[inline]
    pub fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return None;
            }
            if (slot ^ tag(hash)) & !NUMBER_MASK == 0 && is_same(slot & NUMBER_MASK) {
                return Some(slot & NUMBER_MASK);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    /// Puts a number in. There must be [`Slots::has_room`].
    #[inline]
    pub fn put(&mut self, hash: u64, number: u32) {
        debug_assert!(number < MAX_IN_SHARD as u32);
        let mut at = self.home(hash);
        while self.slots[at] != EMPTY {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        self.slots[at] = tag(hash) | number;
        self.used += 1;
    }

    /// One more number leaves a fifth of the slots empty.
    #[inline]
    pub fn has_room(&self) -> bool {
        (self.used + 1) * 5 <= self.slots.len() * 4
    }

    /// Makes the table half as large again, or as often as the numbers from 0 on want it, and puts them in
    /// anew.
    pub fn grow(&mut self, shard: usize, hashes: impl ExactSizeIterator<Item = u64>) {
        let first = FIRST_SLOTS + FIRST_SLOTS * shard / (2 * SHARDS);
        let mut length = (self.slots.len() + self.slots.len() / 2).max(first);
        while (hashes.len() + 1) * 5 > length * 4 {
            length += length / 2;
        }
        // The old table goes before the new one comes.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; length];
        self.used = 0;
        for (number, hash) in hashes.enumerate() {
            self.put(hash, number as u32);
        }
    }

    pub fn bytes(&self) -> u64 {
        self.slots.capacity() as u64 * 4
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.slots.len() as u64) >> 32) as usize
    }
}

/// Makes room for `more` values with an eighth to spare, where doubling would leave up to half of it unused.
pub fn make_room<T>(values: &mut Vec<T>, more: usize) {
    if values.capacity() - values.len() < more {
        values.reserve_exact(more.max(values.len() / 8).max(4));
    }
}
