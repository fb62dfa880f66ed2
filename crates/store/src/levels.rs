//! The tree over a list of which nothing is known: pairs of neighbours, then pairs of pairs, until one is
//! left.
//!
//! Neighbours are counted from the front, so that lists that differ in length share the pairs of what they
//! have in common.

/// The levels of the tree that was folded last. Where two neighbours are the same as then, so is their pair.
#[derive(Default)]
pub struct Levels {
    levels: Vec<Vec<u32>>,
    /// Which numbers of the present level differ from then.
    changed: Vec<bool>,
}

impl Levels {
    /// The top of the tree over a list that is not empty.
    pub fn fold(
        &mut self,
        list: impl ExactSizeIterator<Item = u32>,
        intern: &mut impl FnMut(u32, u32) -> u32,
    ) -> u32 {
        let Levels { levels, changed } = self;
        if levels.is_empty() {
            levels.push(Vec::new());
        }
        let mut old_length = levels[0].len();
        levels[0].resize(list.len(), 0);
        changed.clear();
        for (i, number) in list.enumerate() {
            changed.push(i >= old_length || levels[0][i] != number);
            levels[0][i] = number;
        }
        let mut depth = 0;
        while levels[depth].len() > 1 {
            if levels.len() == depth + 1 {
                levels.push(Vec::new());
            }
            let (below, above) = levels.split_at_mut(depth + 1);
            let (below, above) = (&below[depth], &mut above[0]);
            let old_above = above.len();
            above.resize(below.len().div_ceil(2), 0);
            for (i, number) in above.iter_mut().enumerate() {
                let is_pair = 2 * i + 1 < below.len();
                let was_pair = 2 * i + 1 < old_length;
                let fresh = i >= old_above
                    || is_pair != was_pair
                    || changed[2 * i]
                    || (is_pair && changed[2 * i + 1]);
                if fresh {
                    *number = if is_pair { intern(below[2 * i], below[2 * i + 1]) } else { below[2 * i] };
                }
                changed[i] = fresh;
            }
            old_length = old_above;
            depth += 1;
        }
        // What is above belongs to a longer list, and would be taken for the last one's.
        levels.truncate(depth + 1);
        levels[depth][0]
    }
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
        let mut random = Random(11);
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
            let top = levels.fold(list.iter().copied(), &mut intern);
            assert_eq!(top, Levels::default().fold(list.iter().copied(), &mut intern), "{list:?}");
            let mut back = Vec::new();
            unfold(top, list.len(), &|n| pairs.get(n as usize).copied(), &mut |n| back.push(n)).unwrap();
            assert_eq!(back, list);
        }
    }
}
