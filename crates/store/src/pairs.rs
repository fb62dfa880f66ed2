//! Pairs of numbers, each kept once and known by its own number.

use hashbrown::HashTable;

#[derive(Default)]
pub struct Pairs {
    numbers: HashTable<u32>,
    pairs: Vec<u64>,
}

fn hash(pair: u64) -> u64 {
    base::hash_words([pair])
}

impl Pairs {
    /// The number of a pair, and whether it is new.
    pub fn intern(&mut self, left: u32, right: u32) -> (u32, bool) {
        let pair = u64::from(left) << 32 | u64::from(right);
        let Pairs { numbers, pairs } = self;
        if let Some(&number) = numbers.find(hash(pair), |&n| pairs[n as usize] == pair) {
            return (number, false);
        }
        let number = pairs.len() as u32;
        pairs.push(pair);
        let pairs = &*pairs;
        numbers.insert_unique(hash(pair), number, |&n| hash(pairs[n as usize]));
        (number, true)
    }

    pub fn get(&self, number: u32) -> (u32, u32) {
        let pair = self.pairs[number as usize];
        ((pair >> 32) as u32, pair as u32)
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn bytes(&self) -> u64 {
        (self.numbers.capacity() * 5 + self.pairs.capacity() * 8) as u64
    }
}
