//! The exact store: whole states, no two mixed up.

use crate::pairs::Pairs;
use crate::pools::Pools;
use lts::{CompId, Figures, Insert, Pool, StateId, Store};

#[derive(Default)]
pub struct Exact {
    pools: Pools,
    /// Inner pairs of the trees.
    inner: Pairs,
    /// One pair for each state: the top of its tree, and how many components it has.
    roots: Pairs,
    /// The levels of the tree that was folded last. Where two neighbours are the same as then, so is their pair.
    levels: Vec<Vec<u32>>,
    /// Which numbers of the present level differ from then.
    changed: Vec<bool>,
}

impl Exact {
    /// The number of a whole list: pairs of neighbours, then pairs of pairs, until one is left.
    fn fold(&mut self, state: &[CompId]) -> u32 {
        let Exact { levels, changed, inner, .. } = self;
        if levels.is_empty() {
            levels.push(Vec::new());
        }
        // A tree over a list of another length has another shape, and nothing in it can be used again.
        let same_shape = levels[0].len() == state.len();
        changed.clear();
        changed.extend(state.iter().enumerate().map(|(i, c)| !same_shape || levels[0][i] != c.0));
        levels[0].clear();
        levels[0].extend(state.iter().map(|component| component.0));
        let mut depth = 0;
        while levels[depth].len() > 1 {
            if levels.len() == depth + 1 {
                levels.push(Vec::new());
            }
            let (below, above) = levels.split_at_mut(depth + 1);
            let (below, above) = (&below[depth], &mut above[0]);
            above.resize(below.len().div_ceil(2), 0);
            for (i, number) in above.iter_mut().enumerate() {
                let is_pair = 2 * i + 1 < below.len();
                let fresh = changed[2 * i] || (is_pair && changed[2 * i + 1]);
                if fresh {
                    *number =
                        if is_pair { inner.intern(below[2 * i], below[2 * i + 1]).0 } else { below[2 * i] };
                }
                changed[i] = fresh;
            }
            depth += 1;
        }
        levels[depth].first().copied().unwrap_or(0)
    }

    /// The list of `length` numbers that was folded to `top`: the left half of a tree is the largest power of two that leaves a right half.
    fn unfold(&self, top: u32, length: usize, out: &mut Vec<CompId>) {
        match length {
            0 => {}
            1 => out.push(CompId(top)),
            _ => {
                let left_length = length.next_power_of_two() / 2;
                let (left, right) = self.inner.get(top);
                self.unfold(left, left_length, out);
                self.unfold(right, length - left_length, out);
            }
        }
    }
}

impl Pool for Exact {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.pools.intern(kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.pools.words(component, out)
    }
}

impl Store for Exact {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let top = self.fold(state);
        let (number, is_new) = self.roots.intern(top, state.len() as u32);
        let id = StateId(u64::from(number));
        if is_new { Insert::New(id) } else { Insert::Seen(Some(id)) }
    }

    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        let (top, length) = self.roots.get(state.0 as u32);
        out.clear();
        self.unfold(top, length as usize, out);
        true
    }

    fn states(&self) -> u64 {
        self.roots.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.pools.bytes() + self.inner.bytes() + self.roots.bytes()
    }

    fn clear(&mut self) {
        *self = Exact::default();
    }

    fn figures(&self) -> Figures {
        Figures {
            store: "exact",
            states: self.states(),
            bytes: self.bytes(),
            entries: self.pools.entries,
            asked: self.pools.asked,
            pool_bytes: self.pools.bytes(),
            pairs: self.inner.len() as u64,
            collision: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn agrees_with_a_plain_set() {
        let mut store = Exact::default();
        let mut plain: HashSet<Vec<u32>> = HashSet::new();
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..20_000 {
            let state: Vec<u32> = (0..random(9)).map(|_| random(4) as u32).collect();
            let ids: Vec<CompId> = state.iter().map(|&word| store.intern(1, &[word, 9])).collect();
            let insert = store.insert(&ids);
            assert_eq!(insert.is_new(), plain.insert(state));
            let (Insert::New(id) | Insert::Seen(Some(id))) = insert else {
                panic!("an exact store knows its states")
            };
            let mut back = Vec::new();
            assert!(store.get(id, &mut back));
            assert_eq!(back, ids);
        }
        assert_eq!(store.states(), plain.len() as u64);
    }

    #[test]
    fn kinds_and_words_make_components() {
        let mut store = Exact::default();
        let a = store.intern(0, &[1, 2]);
        assert_eq!(a, store.intern(0, &[1, 2]));
        assert_ne!(a, store.intern(1, &[1, 2]));
        assert_ne!(a, store.intern(0, &[1, 2, 0]));
        assert_eq!(store.figures().entries[0], 2);
    }
}
