//! Exact stores without trees, to compare with: a state as one row of bytes.
//!
//! [`Collapsed`](Row::Numbers) keeps the list of component numbers, as Java PathFinder did.
//! [`Whole`](Row::Words) keeps the words of every component, as if there were no pools. They are there all
//! the same, since a machine names its states by them, and they are counted; what components name
//! inside themselves (a thread its frames) stays there.

use crate::cell::Unshared;
use crate::pools::{self, Pools};
use crate::slots::{MAX_IN_SHARD, SHARDS, Slots, joined, make_room, parted, shard_of};
use lts::{CompId, Figures, Insert, KINDS, Pool, StateId, Store};

/// What a row has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// Component numbers, each in as few bytes as it needs.
    Numbers,
    /// For each component its kind, how many words it has, and the words.
    Words,
}

pub struct Rows {
    row: Row,
    pools: Pools<Unshared>,
    asked: [u64; KINDS],
    shards: Box<[Shard]>,
    states: u64,
    bytes: u64,
    /// The row that is being made, and the words of one component.
    next: Vec<u8>,
    words: Vec<u32>,
}

#[derive(Default)]
struct Shard {
    slots: Slots,
    /// Where each row ends in `bytes`.
    ends: Vec<u64>,
    bytes: Vec<u8>,
}

impl Rows {
    pub fn new(row: Row) -> Rows {
        let shards: Box<[Shard]> = (0..SHARDS).map(|_| Shard::default()).collect();
        let bytes = size_of_val(&*shards) as u64;
        let (next, words) = (Vec::new(), Vec::new());
        Rows { row, pools: Pools::new(), asked: [0; KINDS], shards, states: 0, bytes, next, words }
    }

    fn write(&mut self, state: &[CompId]) {
        let Rows { row, pools, next, words, .. } = self;
        next.clear();
        for &component in state {
            if *row == Row::Numbers {
                put(next, component.0);
                continue;
            }
            words.clear();
            next.push(pools.words(component, words));
            put(next, words.len() as u32);
            words.iter().for_each(|word| next.extend_from_slice(&word.to_le_bytes()));
        }
    }

    /// The components of a row. `None` if it is none of ours.
    fn read(&self, mut row: &[u8], out: &mut Vec<CompId>) -> Option<()> {
        while let Some((&first, rest)) = row.split_first() {
            if self.row == Row::Numbers {
                out.push(CompId(take(&mut row)?));
                continue;
            }
            row = rest;
            let length = take(&mut row)? as usize;
            let (words, rest) = row.split_at_checked(4 * length)?;
            let words: Vec<u32> =
                words.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
            out.push(self.pools.find(first, &words)?);
            row = rest;
        }
        Some(())
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn put(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take(row: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = row.split_first()?;
        *row = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

impl Shard {
    fn row(&self, place: usize) -> Option<&[u8]> {
        let to = *self.ends.get(place)?;
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        self.bytes.get(from as usize..to as usize)
    }

    fn add(&mut self, shard: usize, row: &[u8]) -> u32 {
        assert!(self.ends.len() < MAX_IN_SHARD, "the store is full: it numbers four billion states");
        if !self.slots.has_room() {
            let mut slots = std::mem::take(&mut self.slots);
            slots.grow(shard, (0..self.ends.len()).map(|place| self.row(place).map_or(0, base::hash_bytes)));
            self.slots = slots;
        }
        let place = self.ends.len() as u32;
        make_room(&mut self.bytes, row.len());
        self.bytes.extend_from_slice(row);
        make_room(&mut self.ends, 1);
        self.ends.push(self.bytes.len() as u64);
        self.slots.put(base::hash_bytes(row), place);
        place
    }

    fn bytes(&self) -> u64 {
        self.slots.bytes() + self.ends.capacity() as u64 * 8 + self.bytes.capacity() as u64
    }
}

impl Pool for Rows {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.asked[usize::from(kind) % KINDS] += 1;
        self.pools.intern(pools::hash(kind, words), kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.pools.words(component, out)
    }

    fn identity(&self) -> Option<u64> {
        Some(self.pools.identity())
    }
}

impl Store for Rows {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        self.write(state);
        let row = &*self.next;
        let key = base::hash_bytes(row);
        let index = shard_of(key);
        let shard = &mut self.shards[index];
        let found = shard.slots.find(key, |place| shard.row(place as usize) == Some(row));
        let id = |place| StateId(u64::from(joined(index, place)));
        if let Some(place) = found {
            return Insert::Seen(Some(id(place)));
        }
        let before = shard.bytes();
        let place = shard.add(index, row);
        self.bytes += shard.bytes() - before;
        self.states += 1;
        Insert::New(id(place))
    }

    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        out.clear();
        let Ok(number) = u32::try_from(state.0) else { return false };
        let (shard, place) = parted(number);
        self.shards[shard].row(place).is_some_and(|row| self.read(row, out).is_some())
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.pools.bytes()
    }

    fn clear(&mut self) {
        *self = Rows::new(self.row);
    }

    fn figures(&self) -> Figures {
        Figures {
            store: "exact",
            states: self.states,
            bytes: self.bytes(),
            entries: self.pools.entries(),
            asked: self.asked,
            pool_bytes: self.pools.bytes(),
            pairs: 0,
            collision: 0.0,
            on_disk: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_a_plain_set;

    #[test]
    fn rows_are_a_set() {
        agrees_with_a_plain_set(&mut Rows::new(Row::Numbers), true, 12);
        agrees_with_a_plain_set(&mut Rows::new(Row::Words), true, 13);
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 21, u32::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            let mut rest = &*bytes;
            assert_eq!((take(&mut rest), rest.len()), (Some(number), 0));
        }
        assert_eq!(take(&mut &[0x80, 0x80][..]), None);
    }
}
