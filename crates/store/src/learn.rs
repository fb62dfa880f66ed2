//! Choosing the shape of a tree from a sample of the lists that it will hold.
//!
//! What a tree costs is the number of different values that each of its inner nodes takes. The root takes as
//! many as there are lists, whatever the shape; the art is that nothing else does. So places whose values
//! vary together come together first (a thread and the lock it holds), and what is independent meets near the
//! root. Beginning with single places, the two trees that have the fewest different values in common are
//! joined, until one tree is left. On programs with five hundred thousand states this gives 1.02 to 1.4 pairs
//! for a state, where a balanced tree over the list as it comes gives 2 to 4.

use crate::shape::TreeShape;
use lts::CompId;

/// Trees whose joins are tried each with each; the cost grows with the square. Those that vary least are
/// joined blindly until so many are left.
const MOST_TRIED: usize = 40;

/// A tree that is not yet part of a larger one.
struct Subtree {
    node: u16,
    /// Its value in each list of the sample, counted from 0.
    values: Vec<u32>,
    /// How many different values that are.
    count: usize,
}

/// Counts how many different pairs of values there are.
struct Counter {
    /// An open table that is never emptied: what was not put in in this round is not there.
    met: Vec<CountedPair>,
    /// The same for values of which there are few: for each pair that there could be the round in which it was met
    /// last, and its number.
    direct: Vec<(u32, u32)>,
    round: u32,
}

/// Pairs for which there is a place each.
const MOST_DIRECT: usize = 1 << 14;

#[derive(Clone, Copy, Default)]
struct CountedPair {
    pair: (u32, u32),
    number: u32,
    round: u32,
}

/// A shape for lists like these. They all have the same length, two at least.
pub fn learn(length: usize, sample: &[&[CompId]]) -> Option<TreeShape> {
    let mut counter = Counter::new(sample.len());
    let mut parts: Vec<Subtree> = (0..length).map(|place| Subtree::of_place(place, sample)).collect();
    let mut nodes = Vec::with_capacity(length - 1);
    // What never varies costs nothing wherever it is, as long as it is together.
    parts.sort_by_key(|part| part.count);
    let steady = parts.iter().take_while(|part| part.count == 1).count();
    let varied = parts.split_off(steady);
    parts = balanced(parts, length, &mut nodes);
    parts.extend(varied);
    while parts.len() > MOST_TRIED {
        let joined = parts[0].join(&parts[1], length, &mut nodes, &mut counter);
        parts.drain(..2);
        let at = parts.partition_point(|part| part.count < joined.count);
        parts.insert(at, joined);
    }
    join_best(parts, length, &mut nodes, &mut counter);
    TreeShape::new(length, nodes)
}

/// Joins neighbours until one is left; all take one value only.
fn balanced(mut parts: Vec<Subtree>, length: usize, nodes: &mut Vec<(u16, u16)>) -> Vec<Subtree> {
    while parts.len() > 1 {
        let mut above = Vec::with_capacity(parts.len().div_ceil(2));
        let mut below = parts.into_iter();
        while let Some(left) = below.next() {
            match below.next() {
                Some(right) => {
                    nodes.push((left.node, right.node));
                    above.push(Subtree { node: (length + nodes.len() - 1) as u16, ..left });
                }
                None => above.push(left),
            }
        }
        parts = above;
    }
    parts
}

/// Joins the two that have the fewest different values together, until one is left.
fn join_best(mut parts: Vec<Subtree>, length: usize, nodes: &mut Vec<(u16, u16)>, counter: &mut Counter) {
    let mut together: Vec<Vec<usize>> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        together.push(parts[..i].iter().map(|other| counter.count(part, other)).collect());
    }
    while parts.len() > 1 {
        let all = (0..parts.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let Some((i, j)) = all.min_by_key(|&(i, j)| together[i][j]) else { return };
        let joined = parts[j].join(&parts[i], length, nodes, counter);
        for gone in [i, j] {
            parts.remove(gone);
            together.remove(gone);
            together.iter_mut().skip(gone).for_each(|row| {
                row.remove(gone);
            });
        }
        together.push(parts.iter().map(|other| counter.count(&joined, other)).collect());
        parts.push(joined);
    }
}

impl Subtree {
    fn of_place(place: usize, sample: &[&[CompId]]) -> Subtree {
        // Numbers of components may be large; their ranks are not.
        let mut known: Vec<u32> = sample.iter().map(|list| list[place].0).collect();
        known.sort_unstable();
        known.dedup();
        let values = sample.iter().map(|list| known.partition_point(|&n| n < list[place].0) as u32).collect();
        Subtree { node: place as u16, values, count: known.len() }
    }

    /// The tree with these two below it: the one that varies less on the right, where the root has its mark.
    fn join(
        &self,
        other: &Subtree,
        length: usize,
        nodes: &mut Vec<(u16, u16)>,
        counter: &mut Counter,
    ) -> Subtree {
        let (left, right) = if self.count >= other.count { (self, other) } else { (other, self) };
        nodes.push((left.node, right.node));
        let mut values = Vec::with_capacity(left.values.len());
        let count = counter.each(left, right, |number| values.push(number));
        Subtree { node: (length + nodes.len() - 1) as u16, values, count }
    }
}

impl Counter {
    fn new(sample: usize) -> Counter {
        let met = vec![CountedPair::default(); (4 * sample).next_power_of_two()];
        Counter { met, direct: vec![(0, 0); MOST_DIRECT], round: 0 }
    }

    fn count(&mut self, one: &Subtree, other: &Subtree) -> usize {
        match (one.count, other.count) {
            (1, count) | (count, 1) => count,
            _ => self.each(one, other, |_| {}),
        }
    }

    /// Numbers the pairs of values in the order in which they are met, and tells how many there are.
    fn each(&mut self, one: &Subtree, other: &Subtree, mut take: impl FnMut(u32)) -> usize {
        self.round += 1;
        if one.count * other.count <= MOST_DIRECT {
            return self.each_direct(one, other, take);
        }
        let mask = self.met.len() - 1;
        let mut count = 0;
        for pair in one.values.iter().copied().zip(other.values.iter().copied()) {
            let mut at = base::hash_words([u64::from(pair.0) << 32 | u64::from(pair.1)]) as usize & mask;
            while self.met[at].round == self.round && self.met[at].pair != pair {
                at = (at + 1) & mask;
            }
            if self.met[at].round != self.round {
                self.met[at] = CountedPair { pair, number: count, round: self.round };
                count += 1;
            }
            take(self.met[at].number);
        }
        count as usize
    }

    fn each_direct(&mut self, one: &Subtree, other: &Subtree, mut take: impl FnMut(u32)) -> usize {
        let mut count = 0;
        for (&left, &right) in one.values.iter().zip(&other.values) {
            let met = &mut self.direct[left as usize * other.count + right as usize];
            if met.0 != self.round {
                *met = (self.round, count);
                count += 1;
            }
            take(met.1);
        }
        count as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use std::collections::HashSet;

    /// Different values of all inner nodes below the root.
    fn cost(shape: &TreeShape, lists: &[Vec<CompId>]) -> usize {
        let mut places: Vec<Vec<usize>> = (0..shape.length).map(|place| vec![place]).collect();
        let mut sum = 0;
        for &(left, right) in &shape.nodes[..shape.nodes.len() - 1] {
            let both = [places[usize::from(left)].clone(), places[usize::from(right)].clone()].concat();
            let seen: HashSet<Vec<CompId>> =
                lists.iter().map(|list| both.iter().map(|&place| list[place]).collect()).collect();
            sum += seen.len();
            places.push(both);
        }
        sum
    }

    #[test]
    fn what_varies_together_comes_together() {
        let mut random = Random::seeded(5);
        let lists: Vec<Vec<CompId>> = (0..2000)
            .map(|_| {
                let (a, b) = (random.below(30) as u32, random.below(30) as u32);
                [a, b, 7, 7, 7, a + 1, b / 2, 9].map(CompId).to_vec()
            })
            .collect();
        let shape = learn(8, &lists.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
        // Two halves of 30 values, each of two nodes or three, and the constants: far below the 900 lists.
        assert!(cost(&shape, &lists) < 30 * 4 + 4, "{shape:?} costs {}", cost(&shape, &lists));
    }

    #[test]
    fn any_sample_gives_a_tree() {
        let mut random = Random::seeded(6);
        for length in [2, 3, 5, 41, 100] {
            let lists: Vec<Vec<CompId>> = (0..50)
                .map(|_| (0..length).map(|i| CompId(random.below(i as u64 + 1) as u32)).collect())
                .collect();
            assert_eq!(
                learn(length, &lists.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap().length,
                length
            );
        }
    }
}
