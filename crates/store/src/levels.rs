//! The tree over a list of which nothing is known: pairs of neighbours, then pairs of pairs, until one is
//! left.
//!
//! Neighbours are counted from the front, so that lists that differ in length share the pairs of what they
//! have in common.

use crate::sum::each_change;
use lts::CompId;

/// The levels of the tree that was folded last. Where two neighbours are the same as then, so is their pair.
#[derive(Default)]
pub struct Levels {
    levels: Vec<Vec<u32>>,
    /// One bit for each number of the next level that is to be looked up again, and of the one above that.
    due: Vec<u64>,
    due_above: Vec<u64>,
}

impl Levels {
    /// The top of the tree over a list that is not empty.
    pub fn fold(&mut self, list: &[CompId], intern: &mut impl FnMut(u32, u32) -> u32) -> u32 {
        if self.levels.first().is_none_or(|lowest| lowest.len() != list.len()) {
            self.begin(list.len());
        }
        let Levels { levels, due, due_above } = self;
        each_change(&mut levels[0], list, |place, _, _| mark(due, place / 2));
        for depth in 1..levels.len() {
            let (below, above) = levels.split_at_mut(depth);
            let (below, above) = (&below[depth - 1], &mut above[0]);
            for (at, word) in due.iter_mut().enumerate().take(above.len().div_ceil(64)) {
                while *word != 0 {
                    let i = at * 64 + word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    above[i] = match below.get(2 * i + 1) {
                        Some(&right) => intern(below[2 * i], right),
                        None => below[2 * i],
                    };
                    mark(due_above, i / 2);
                }
            }
            std::mem::swap(due, due_above);
        }
        // What was marked above the top.
        due.fill(0);
        levels[levels.len() - 1][0]
    }

    /// The next list has another length: nothing is known of its pairs.
    fn begin(&mut self, length: usize) {
        self.levels.clear();
        self.levels.push(vec![0; length]);
        let mut above = length;
        while above > 1 {
            above = above.div_ceil(2);
            self.levels.push(vec![0; above]);
        }
        let words = length.div_ceil(2).div_ceil(64);
        self.due_above.clear();
        self.due_above.resize(words, 0);
        self.due.clear();
        self.due.resize(words, 0);
        (0..length.div_ceil(2)).for_each(|place| mark(&mut self.due, place));
    }

    pub fn bytes(&self) -> u64 {
        let numbers: usize = self.levels.iter().map(Vec::capacity).sum();
        (numbers * 4 + (self.due.capacity() + self.due_above.capacity()) * 8) as u64
    }
}

#[inline]
fn mark(due: &mut [u64], place: usize) {
    due[place / 64] |= 1 << (place % 64);
}

/// The list of `length` numbers that was folded to `top`: the left half is the largest power of two that
/// leaves a right half. `None` if a pair is not there.
pub fn unfold(
    top: u32,
    length: usize,
    pair: &impl Fn(u32) -> Option<(u32, u32)>,
    out: &mut impl FnMut(u32),
) -> Option<()> {
    match length {
        0 => {}
        1 => out(top),
        _ => {
            let left_length = length.next_power_of_two() / 2;
            let (left, right) = pair(top)?;
            unfold(left, left_length, pair, out)?;
            unfold(right, length - left_length, pair, out)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use std::collections::HashMap;

    #[test]
    fn any_list_comes_back() {
        let mut random = Random::seeded(11);
        let mut levels = Levels::default();
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for _ in 0..20_000 {
            let list: Vec<u32> = (0..1 + random.below(19)).map(|_| random.below(3) as u32).collect();
            let mut intern = |left, right| {
                *numbers.entry((left, right)).or_insert_with(|| {
                    pairs.push((left, right));
                    pairs.len() as u32 - 1
                })
            };
            let components: Vec<CompId> = list.iter().copied().map(CompId).collect();
            let top = levels.fold(&components, &mut intern);
            assert_eq!(top, Levels::default().fold(&components, &mut intern), "{list:?}");
            let mut back = Vec::new();
            unfold(top, list.len(), &|n| pairs.get(n as usize).copied(), &mut |n| back.push(n)).unwrap();
            assert_eq!(back, list);
        }
    }
}
