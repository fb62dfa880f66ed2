//! Pairs of numbers, each kept once and known by its own number.

use crate::cell::{Cell, Sharing};
use crate::slots::{MAX_IN_SHARD, SHARDS, Slots, joined, make_room, parted, shard_of};
use crate::spill::{Cold, Disk, Spill};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Pairs<S: Sharing> {
    shards: Box<[S::Cell<Shard>]>,
    /// Counted along, since a search asks often.
    count: AtomicU64,
    bytes: AtomicU64,
    /// Where pairs go that are too many for memory, if they may.
    disk: Option<Arc<Disk>>,
}

#[derive(Default)]
pub struct Shard {
    /// Numbers here count from `base`.
    slots: Slots,
    /// Those in memory: all from the place `base` on.
    pairs: Vec<u64>,
    base: u32,
    /// Those before. It is looked at only when a pair is not in memory.
    cold: Option<Box<Cold>>,
}

#[inline]
pub fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

#[inline]
pub fn hash(pair: u64) -> u64 {
    base::hash_words([pair])
}

impl<S: Sharing> Pairs<S> {
    pub fn new(spill: Option<Spill>) -> Self {
        let disk = spill.map(|spill| Arc::new(Disk::new(spill)));
        let shards: Box<[_]> = (0..SHARDS).map(|_| S::Cell::new(Shard::empty(disk.as_ref()))).collect();
        let pairs = Pairs { shards, count: AtomicU64::new(0), bytes: AtomicU64::new(0), disk };
        pairs.bytes.store(pairs.bytes_if_empty(), Relaxed);
        pairs
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
        self.shards[shard].with(|cell| match cell.find(pair) {
            Some(place) => (joined(shard, place), false),
            None => (joined(shard, self.add(shard, cell, pair)), true),
        })
    }

    /// The number of a pair, if it is in the shard that the caller has chosen.
    #[inline]
    pub fn find_in(&self, shard: usize, pair: u64) -> Option<u32> {
        self.shards[shard].with(|cell| cell.find(pair)).map(|place| joined(shard, place))
    }

    fn add(&self, shard: usize, cell: &mut Shard, pair: u64) -> u32 {
        let room = cell.base as usize + cell.pairs.len() < MAX_IN_SHARD;
        assert!(room, "the store is full: it numbers four billion pairs");
        let before = cell.hot_bytes();
        let place = cell.pairs.len() as u32;
        if !cell.slots.has_room() {
            cell.slots.grow(shard, cell.pairs.iter().map(|&pair| hash(pair)));
        }
        make_room(&mut cell.pairs, 1);
        cell.pairs.push(pair);
        cell.slots.put(hash(pair), place);
        self.changed(before, cell.hot_bytes());
        self.count.fetch_add(1, Relaxed);
        cell.base + place
    }

    /// Sends the pairs of a shard to disk if they are more than may be in memory. `bytes_elsewhere` tells
    /// what the rest of the store takes.
    pub fn relieve(&self, shard: usize, bytes_elsewhere: impl FnOnce() -> u64) {
        self.shards[shard].with(|cell| {
            if cell.is_full() {
                let before = cell.bytes();
                cell.spill(bytes_elsewhere());
                self.changed(before, cell.bytes());
            }
        });
    }

    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_deref()
    }

    /// Puts another pair under a number. Nobody may have interned the new one, and nobody may ask for the old
    /// one any more.
    pub fn replace(&self, number: u32, pair: u64) {
        let (shard, place) = parted(number);
        self.shards[shard].with(|cell| {
            let before = cell.bytes();
            let Some(place) = place.checked_sub(cell.base as usize) else {
                if let Some(cold) = &mut cell.cold {
                    cold.replace(place as u32, pair);
                }
                return self.changed(before, cell.bytes());
            };
            cell.pairs[place] = pair;
            // The slot by which the old pair was found stays until the table grows. It leads to a pair that
            // is not the one looked for.
            match cell.slots.has_room() {
                true => cell.slots.put(hash(pair), place as u32),
                false => cell.slots.grow(shard, cell.pairs.iter().map(|&pair| hash(pair))),
            }
            self.changed(before, cell.bytes());
        });
    }

    /// The pair of a number; `None` for a number that was not given out.
    #[inline]
    pub fn get(&self, number: u32) -> Option<(u32, u32)> {
        let (shard, place) = parted(number);
        let pair = self.shards[shard].with(|cell| match place.checked_sub(cell.base as usize) {
            Some(place) => cell.pairs.get(place).copied(),
            None => cell.cold.as_ref()?.get(place as u32),
        })?;
        Some(((pair >> 32) as u32, pair as u32))
    }

    pub fn len_of(&self, shard: usize) -> usize {
        self.shards[shard].with(|cell| cell.base as usize + cell.pairs.len())
    }

    /// Shows the pairs of a shard in the order of their numbers, in pieces.
    pub fn each_piece<E: From<io::Error>>(
        &self,
        shard: usize,
        mut act: impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.shards[shard].with(|cell| {
            if let Some(cold) = &cell.cold {
                cold.each_piece(cell.base, &mut act)?;
            }
            act(&cell.pairs)
        })
    }

    /// Puts back the pairs of a shard that is empty.
    pub fn fill(&self, shard: usize, pairs: Vec<u64>, bytes_elsewhere: u64) {
        self.shards[shard].with(|cell| {
            let before = cell.bytes();
            self.count.fetch_add(pairs.len() as u64, Relaxed);
            cell.pairs = pairs;
            cell.pairs.shrink_to_fit();
            if cell.is_full() {
                cell.spill(bytes_elsewhere);
            }
            if !cell.pairs.is_empty() {
                cell.slots.grow(shard, cell.pairs.iter().map(|&pair| hash(pair)));
            }
            self.changed(before, cell.bytes());
        });
    }

    pub fn len(&self) -> u64 {
        self.count.load(Relaxed)
    }

    pub fn clear(&self) {
        let disk = self.disk.as_ref();
        self.shards.iter().for_each(|shard| shard.with(|cell| *cell = Shard::empty(disk)));
        if let Some(disk) = disk {
            disk.clear();
        }
        self.count.store(0, Relaxed);
        self.bytes.store(self.bytes_if_empty(), Relaxed);
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    fn bytes_if_empty(&self) -> u64 {
        let shards = self.shards.iter().map(|shard| shard.with(|cell| cell.bytes())).sum::<u64>();
        shards + size_of_val(&*self.shards) as u64
    }

    /// A shard takes this much, and took that much before.
    fn changed(&self, before: u64, after: u64) {
        if after != before {
            // Less is added as what is left to zero.
            self.bytes.fetch_add(after.wrapping_sub(before), Relaxed);
        }
    }
}

impl Shard {
    /// The place of a pair, in memory or on disk.
    #[inline]
    fn find(&self, pair: u64) -> Option<u32> {
        let hot = self.slots.find(hash(pair), |place| self.pairs[place as usize] == pair);
        hot.map(|place| self.base + place).or_else(|| self.cold.as_ref()?.find(pair))
    }

    fn empty(disk: Option<&Arc<Disk>>) -> Shard {
        let cold = disk.map(|disk| Box::new(Cold::new(disk.clone(), SHARDS)));
        Shard { cold, ..Shard::default() }
    }

    /// More pairs are in memory than may be.
    fn is_full(&self) -> bool {
        self.cold.as_ref().is_some_and(|cold| self.pairs.len() >= cold.room)
    }

    /// Sends what is in memory to disk, and makes room for as much as may come until the next time. If that
    /// fails, all stays.
    fn spill(&mut self, bytes_elsewhere: u64) {
        let Some(cold) = &mut self.cold else { return };
        if cold.take(self.base, &self.pairs, bytes_elsewhere).is_ok() {
            self.base += self.pairs.len() as u32;
            let room = cold.room.min(MAX_IN_SHARD - self.base as usize);
            // The old ones go before the new ones come.
            (self.pairs, self.slots) = (Vec::new(), Slots::default());
            (self.pairs, self.slots) = (Vec::with_capacity(room), Slots::for_numbers(room));
        }
    }

    fn hot_bytes(&self) -> u64 {
        self.slots.bytes() + self.pairs.capacity() as u64 * 8
    }

    fn bytes(&self) -> u64 {
        self.hot_bytes() + self.cold.as_ref().map_or(0, |cold| cold.bytes())
    }
}
