//! Which parts of a file are in use.

use std::collections::BTreeMap;

#[derive(Default)]
pub struct Extents {
    /// Nothing is in use from here on.
    end: u64,
    /// Where free parts begin, and how long they are. No two touch, and none touches the end.
    free: BTreeMap<u64, u64>,
}

impl Extents {
    /// A part of this length: the first that is free, or one at the end.
    pub fn take(&mut self, length: u64) -> u64 {
        let fitting = self.free.iter().find(|&(_, &free)| free >= length).map(|(&at, &free)| (at, free));
        let Some((at, free)) = fitting else {
            self.end += length;
            return self.end - length;
        };
        self.free.remove(&at);
        if free > length {
            self.free.insert(at + length, free - length);
        }
        at
    }

    /// Gives a part back that was taken.
    pub fn give(&mut self, mut at: u64, mut length: u64) {
        if let Some((&before, &free)) = self.free.range(..at).next_back()
            && before + free == at
        {
            self.free.remove(&before);
            (at, length) = (before, free + length);
        }
        if let Some(free) = self.free.remove(&(at + length)) {
            length += free;
        }
        match at + length == self.end {
            true => self.end = at,
            false => drop(self.free.insert(at, length)),
        }
    }

    /// How long the file is.
    pub fn end(&self) -> u64 {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn parts_never_overlap_and_all_come_back() {
        let (mut extents, mut random) = (Extents::default(), Random::seeded(3));
        let mut taken: Vec<(u64, u64)> = Vec::new();
        for _ in 0..5_000 {
            if taken.is_empty() || random.below(5) < 3 {
                let length = 1 + random.below(50);
                let at = extents.take(length);
                assert!(taken.iter().all(|&(other, size)| at + length <= other || other + size <= at));
                assert!(at + length <= extents.end());
                taken.push((at, length));
            } else {
                let (at, length) = taken.swap_remove(random.below(taken.len() as u64) as usize);
                extents.give(at, length);
            }
        }
        let used: u64 = taken.iter().map(|(_, length)| length).sum();
        assert!(extents.end() < 2 * used, "{} of {used}: what is free is used again", extents.end());
        taken.into_iter().for_each(|(at, length)| extents.give(at, length));
        assert_eq!((extents.end(), extents.free.len()), (0, 0));
    }
}
