//! Components by their content: equal words of equal kind have one number.

use hashbrown::HashTable;
use lts::{CompId, KINDS};
use std::hash::Hasher;

/// All components that have been seen.
#[derive(Default)]
pub struct Pools {
    numbers: HashTable<u32>,
    /// Where each component's words begin in `words`; one row more than there are components.
    starts: Vec<u64>,
    words: Vec<u32>,
    /// Components of each kind, and how often each kind was asked for.
    pub entries: [u64; KINDS],
    pub asked: [u64; KINDS],
}

fn hash(kind: u8, words: &[u32]) -> u64 {
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

impl Pools {
    /// The number of a component.
    pub fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let row = usize::from(kind) % KINDS;
        self.asked[row] += 1;
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let key = hash(kind, words);
        let Pools { numbers, starts, words: arena, .. } = self;
        let stored =
            |number: u32| &arena[starts[number as usize] as usize..starts[number as usize + 1] as usize];
        let same = |number: u32| {
            let (first, rest) = stored(number).split_first().unwrap_or((&0, &[]));
            *first == u32::from(kind) && rest == words
        };
        if let Some(&number) = numbers.find(key, |&number| same(number)) {
            return CompId(number);
        }
        let number = starts.len() as u32 - 1;
        arena.push(u32::from(kind));
        arena.extend_from_slice(words);
        starts.push(arena.len() as u64);
        let arena = &*arena;
        let starts = &*starts;
        numbers.insert_unique(key, number, |&number| {
            let (from, to) = (starts[number as usize] as usize, starts[number as usize + 1] as usize);
            hash(arena[from] as u8, &arena[from + 1..to])
        });
        self.entries[row] += 1;
        CompId(number)
    }

    /// Appends the words of a component to `out` and tells its kind.
    pub fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let number = component.0 as usize;
        let (from, to) = (self.starts[number] as usize, self.starts[number + 1] as usize);
        out.extend_from_slice(&self.words[from + 1..to]);
        self.words[from] as u8
    }

    pub fn bytes(&self) -> u64 {
        (self.numbers.capacity() * 5 + self.starts.capacity() * 8 + self.words.capacity() * 4) as u64
    }
}
