//! Components by their content: equal words of equal kind have one number.

use crate::cell::{Cell, Sharing};
use crate::slots::{MAX_IN_SHARD, SHARDS, Slots, joined, make_room, parted, shard_of};
use lts::{CompId, KINDS, next_identity};
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// All components that have been seen.
pub struct Pools<S: Sharing> {
    shards: Box<[S::Cell<Shard>]>,
    bytes: AtomicU64,
    /// No other pools of this process have had this number, and neither had these with other components.
    identity: AtomicU64,
}

#[derive(Default)]
struct Shard {
    slots: Slots,
    /// Where each component's words end in `words`.
    ends: Vec<u32>,
    /// Of each component: its kind, then its words.
    words: Vec<u32>,
    /// Components of each kind.
    entries: [u64; KINDS],
}

pub fn hash(kind: u8, words: &[u32]) -> u64 {
    let mut hasher = base::FastHasher::default();
    hasher.write_u32(u32::from(kind));
    let (pairs, rest) = words.as_chunks::<2>();
    for [low, high] in pairs {
        hasher.write_u64(u64::from(*low) | u64::from(*high) << 32);
    }
    for word in rest {
        hasher.write_u32(*word);
    }
    hasher.finish()
}

impl<S: Sharing> Pools<S> {
    pub fn new() -> Self {
        let shards: Box<[_]> = (0..SHARDS).map(|_| S::Cell::new(Shard::default())).collect();
        let bytes = AtomicU64::new(size_of_val(&*shards) as u64);
        Pools { shards, bytes, identity: AtomicU64::new(next_identity()) }
    }

    /// The number of a component whose [`hash`] is known.
    pub fn intern(&self, key: u64, kind: u8, words: &[u32]) -> CompId {
        let shard = shard_of(key);
        self.shards[shard].with(|cell| {
            let place = cell.find(key, kind, words).unwrap_or_else(|| {
                let before = cell.bytes();
                let place = cell.add(shard, key, kind, words);
                self.bytes.fetch_add(cell.bytes() - before, Relaxed);
                place
            });
            CompId(joined(shard, place))
        })
    }

    /// The number of a component, if it has one.
    pub fn find(&self, kind: u8, words: &[u32]) -> Option<CompId> {
        let key = hash(kind, words);
        let place = self.shards[shard_of(key)].with(|cell| cell.find(key, kind, words))?;
        Some(CompId(joined(shard_of(key), place)))
    }

    /// Appends the words of a component to `out` and tells its kind.
    pub fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (shard, place) = parted(component.0);
        self.shards[shard].with(|cell| {
            let stored = cell.stored(place);
            out.extend_from_slice(&stored[1..]);
            stored[0] as u8
        })
    }

    /// Shows each shard: where the components end, and their kinds and words.
    pub fn each_shard<E>(&self, mut act: impl FnMut(&[u32], &[u32]) -> Result<(), E>) -> Result<(), E> {
        self.shards.iter().try_for_each(|shard| shard.with(|cell| act(&cell.ends, &cell.words)))
    }

    /// Puts the next component of a shard back. False if it belongs elsewhere, or is there.
    pub fn fill(&self, shard: usize, kind: u8, words: &[u32]) -> bool {
        let key = hash(kind, words);
        let is_next = shard_of(key) == shard && self.find(kind, words).is_none();
        if is_next {
            self.intern(key, kind, words);
        }
        is_next
    }

    pub fn entries(&self) -> [u64; KINDS] {
        let mut sum = [0; KINDS];
        for shard in &self.shards {
            shard.with(|cell| sum.iter_mut().zip(cell.entries).for_each(|(sum, more)| *sum += more));
        }
        sum
    }

    pub fn clear(&self) {
        self.shards.iter().for_each(|shard| shard.with(|cell| *cell = Shard::default()));
        self.bytes.store(size_of_val(&*self.shards) as u64, Relaxed);
        self.identity.store(next_identity(), Relaxed);
    }

    pub fn identity(&self) -> u64 {
        self.identity.load(Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}

impl Shard {
    /// A component's kind and words.
    fn stored(&self, place: usize) -> &[u32] {
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.words[from as usize..self.ends[place] as usize]
    }

    #[inline]
    fn find(&self, key: u64, kind: u8, words: &[u32]) -> Option<u32> {
        self.slots.find(key, |place| {
            let stored = self.stored(place as usize);
            stored[0] == u32::from(kind) && stored[1..] == *words
        })
    }

    fn add(&mut self, shard: usize, key: u64, kind: u8, words: &[u32]) -> u32 {
        let end = u32::try_from(self.words.len() + 1 + words.len());
        let room = self.ends.len() < MAX_IN_SHARD && end.is_ok();
        assert!(room, "the store is full: it numbers four billion components");
        if !self.slots.has_room() {
            let mut slots = std::mem::take(&mut self.slots);
            let hashes = (0..self.ends.len()).map(|place| {
                let stored = self.stored(place);
                hash(stored[0] as u8, &stored[1..])
            });
            slots.grow(shard, hashes);
            self.slots = slots;
        }
        let place = self.ends.len() as u32;
        make_room(&mut self.words, 1 + words.len());
        self.words.push(u32::from(kind));
        self.words.extend_from_slice(words);
        make_room(&mut self.ends, 1);
        self.ends.push(self.words.len() as u32);
        self.slots.put(key, place);
        self.entries[usize::from(kind) % KINDS] += 1;
        place
    }

    fn bytes(&self) -> u64 {
        self.slots.bytes() + (self.ends.capacity() + self.words.capacity()) as u64 * 4
    }
}
