//! Pairs of numbers, each kept once and known by its own number.

use crate::cell::{Cell, Sharing};
use crate::slots::{MAX_IN_SHARD, SHARDS, Slots, joined, make_room, parted, shard_of};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Pairs<S: Sharing> {
    shards: Box<[S::Cell<Shard>]>,
    /// Counted along, since a search asks often.
    count: AtomicU64,
    bytes: AtomicU64,
}

#[derive(Default)]
pub struct Shard {
    slots: Slots,
    pairs: Vec<u64>,
}

#[inline]
pub fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

#[inline]
fn hash(pair: u64) -> u64 {
    base::hash_words([pair])
}

impl<S: Sharing> Pairs<S> {
    pub fn new() -> Self {
        let shards: Box<[_]> = (0..SHARDS).map(|_| S::Cell::new(Shard::default())).collect();
        let bytes = AtomicU64::new(size_of_val(&*shards) as u64);
        Pairs { shards, count: AtomicU64::new(0), bytes }
    }

    /// The number of a pair.
    #[inline]
    pub fn intern(&self, left: u32, right: u32) -> u32 {
        let pair = pair(left, right);
        self.intern_in(shard_of(hash(pair)), pair).0
    }

    /// The number of a pair in a shard that the caller has chosen, and whether it is new.
    #[inline]
    pub fn intern_in(&self, shard: usize, pair: u64) -> (u32, bool) {
        self.shards[shard].with(|cell| {
            let key = hash(pair);
            let found = cell.slots.find(key, |place| cell.pairs[place as usize] == pair);
            match found {
                Some(place) => (joined(shard, place), false),
                None => (joined(shard, self.add(shard, cell, pair)), true),
            }
        })
    }

    /// The number of a pair in a shard that the caller has chosen, if it is there.
    #[inline]
    pub fn find_in(&self, shard: usize, pair: u64) -> Option<u32> {
        self.shards[shard].with(|cell| {
            let place = cell.slots.find(hash(pair), |place| cell.pairs[place as usize] == pair);
            place.map(|place| joined(shard, place))
        })
    }

    fn add(&self, shard: usize, cell: &mut Shard, pair: u64) -> u32 {
        assert!(cell.pairs.len() < MAX_IN_SHARD, "the store is full: it numbers four billion pairs");
        let before = cell.bytes();
        let place = cell.pairs.len() as u32;
        if !cell.slots.has_room() {
            cell.slots.grow(shard, cell.pairs.iter().map(|&pair| hash(pair)));
        }
        make_room(&mut cell.pairs, 1);
        cell.pairs.push(pair);
        cell.slots.put(hash(pair), place);
        self.grown(cell.bytes() - before);
        self.count.fetch_add(1, Relaxed);
        place
    }

    /// Puts another pair under a number. Nobody may have interned the new one.
    pub fn replace(&self, number: u32, pair: u64) {
        let (shard, place) = parted(number);
        self.shards[shard].with(|cell| {
            let before = cell.bytes();
            cell.pairs[place] = pair;
            // The slot by which the old pair was found stays until the table grows. It leads to a pair that is not the one looked for.
            match cell.slots.has_room() {
                true => cell.slots.put(hash(pair), place as u32),
                false => cell.slots.grow(shard, cell.pairs.iter().map(|&pair| hash(pair))),
            }
            self.grown(cell.bytes() - before);
        });
    }

    /// The pair of a number; `None` for a number that was not given out.
    #[inline]
    pub fn get(&self, number: u32) -> Option<(u32, u32)> {
        let (shard, place) = parted(number);
        let pair = self.shards[shard].with(|cell| cell.pairs.get(place).copied())?;
        Some(((pair >> 32) as u32, pair as u32))
    }

    /// Shows the pairs of each shard in the order of their numbers.
    pub fn each_shard<E>(&self, mut act: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        self.shards.iter().try_for_each(|shard| shard.with(|cell| act(&cell.pairs)))
    }

    /// Puts back the pairs of a shard that is empty.
    pub fn fill(&self, shard: usize, pairs: Vec<u64>) {
        self.shards[shard].with(|cell| {
            self.count.fetch_add(pairs.len() as u64, Relaxed);
            cell.pairs = pairs;
            cell.pairs.shrink_to_fit();
            if !cell.pairs.is_empty() {
                cell.slots.grow(shard, cell.pairs.iter().map(|&pair| hash(pair)));
            }
            self.grown(cell.bytes());
        });
    }

    pub fn len(&self) -> u64 {
        self.count.load(Relaxed)
    }

    pub fn clear(&self) {
        self.shards.iter().for_each(|shard| shard.with(|cell| *cell = Shard::default()));
        self.count.store(0, Relaxed);
        self.bytes.store(size_of_val(&*self.shards) as u64, Relaxed);
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    fn grown(&self, bytes: u64) {
        if bytes > 0 {
            self.bytes.fetch_add(bytes, Relaxed);
        }
    }
}

impl Shard {
    fn bytes(&self) -> u64 {
        self.slots.bytes() + self.pairs.capacity() as u64 * 8
    }
}
