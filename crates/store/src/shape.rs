//! A tree whose shape was chosen for the lists that it holds, and the folding of lists into it.

use crate::sum::{change, each_change, of_zeros};
use lts::CompId;
use std::sync::Arc;

/// A tree over the places of a list of two or more. Places are the numbers below `length`; the inner nodes
/// are the numbers from there on, children before their parents, the root last.
#[derive(PartialEq, Debug)]
pub struct TreeShape {
    pub length: usize,
    pub nodes: Box<[(u16, u16)]>,
    /// For each place and node the inner node above it, counted from 0.
    parents: Box<[u16]>,
}

/// Lists above this length are not looked at: a shape costs memory, and there may be one for each length.
pub const MAX_LENGTH: usize = 1024;

impl TreeShape {
    /// `None` if the nodes are no tree.
    pub fn new(length: usize, nodes: Vec<(u16, u16)>) -> Option<TreeShape> {
        if !(2..=MAX_LENGTH).contains(&length) || nodes.len() != length - 1 {
            return None;
        }
        let mut parents = vec![u16::MAX; length + nodes.len()].into_boxed_slice();
        for (i, &(left, right)) in nodes.iter().enumerate() {
            for child in [left, right] {
                let is_free = usize::from(child) < length + i && parents[usize::from(child)] == u16::MAX;
                if !is_free {
                    return None;
                }
                parents[usize::from(child)] = i as u16;
            }
        }
        Some(TreeShape { length, nodes: nodes.into(), parents })
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The list whose tree has this pair at its root. `None` if a pair is not there.
    pub fn unfold(
        &self,
        root: (u32, u32),
        pair: &impl Fn(u32) -> Option<(u32, u32)>,
        values: &mut Vec<u32>,
    ) -> Option<()> {
        values.clear();
        values.resize(self.length + self.nodes.len(), 0);
        for (i, &(left, right)) in self.nodes.iter().enumerate().rev() {
            let found = if i == self.root() { root } else { pair(values[self.length + i])? };
            values[usize::from(left)] = found.0;
            values[usize::from(right)] = found.1;
        }
        values.truncate(self.length);
        Some(())
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * 4 + self.parents.len() * 2) as u64
    }
}

/// Folds lists into a shape; each but the first by what differs from the one before.
pub struct Fold {
    pub shape: Arc<TreeShape>,
    /// Numbers of places and of inner nodes. That of the root is not used.
    values: Box<[u32]>,
    /// One bit for each inner node whose pair is to be looked up again.
    due: Box<[u64]>,
    /// The sum of the list, as [`crate::sum`] has it.
    pub sum: u64,
}

impl Fold {
    pub fn new(shape: Arc<TreeShape>) -> Fold {
        let inner = shape.nodes.len();
        // The root aside, which is never marked, everything is due.
        let mut due = vec![0; inner.div_ceil(64)].into_boxed_slice();
        (0..inner - 1).for_each(|node| due[node / 64] |= 1 << (node % 64));
        let sum = of_zeros(shape.length);
        Fold { values: vec![0; shape.length + inner].into(), shape, due, sum }
    }

    /// The pair at the root.
    #[inline]
    pub fn fold(&mut self, list: &[CompId], intern: &mut impl FnMut(u32, u32) -> u32) -> (u32, u32) {
        let Fold { shape, values, due, sum } = self;
        let (length, root) = (shape.length, shape.root());
        each_change(&mut values[..length], list, |place, old, new| {
            *sum = sum.wrapping_add(change(place, old, new));
            let mut node = usize::from(shape.parents[place]);
            while node != root && due[node / 64] & 1 << (node % 64) == 0 {
                due[node / 64] |= 1 << (node % 64);
                node = usize::from(shape.parents[length + node]);
            }
        });
        for (i, word) in due.iter_mut().enumerate() {
            while *word != 0 {
                let node = i * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                let (left, right) = shape.nodes[node];
                values[length + node] = intern(values[usize::from(left)], values[usize::from(right)]);
            }
        }
        let (left, right) = shape.nodes[root];
        (values[usize::from(left)], values[usize::from(right)])
    }

    pub fn bytes(&self) -> u64 {
        (self.values.len() * 4 + self.due.len() * 8) as u64
    }
}
