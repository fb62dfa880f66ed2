//! What all handles on an exact store have in common: pools, pairs, roots, and the shapes of trees.

use crate::cell::{Cell, Sharing};
use crate::learn::learn;
use crate::levels::unfold;
use crate::pairs::{Pairs, pair};
use crate::pools::Pools;
use crate::shape::{Fold, TreeShape};
use crate::slots::parted;
use crate::spill::Spill;
use base::FastMap;
use lts::{CompId, KINDS};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Of the states from which a shape is learnt, every so manyth is looked at.
const SAMPLE_STEP: usize = 2;

/// In a tree whose shape is not learnt, the first components are by themselves. Machines put first what
/// changes most.
const HEAD: usize = 8;

/// In the mark of a tree: the number of a learnt shape, not a length.
pub const LEARNT: u32 = 1 << 31;

/// Lengths are told apart by their last bits when it comes to who waits for whom.
const NURSERIES: usize = 64;

/// What all handles have in common.
pub struct Core<S: Sharing> {
    pub pools: Pools<S>,
    /// Inner pairs of the trees, and pairs of a root's right side with its mark.
    pub inner: Pairs<S>,
    /// One pair for each state: the left side of its root, and the right side with the mark.
    pub roots: Pairs<S>,
    pub shapes: S::Cell<Vec<Arc<TreeShape>>>,
    /// By length: what is known of the lists of that length.
    pub nurseries: Box<[S::Cell<FastMap<u32, Nursery>>]>,
    /// What handles have asked for that are gone.
    pub asked: S::Cell<[u64; KINDS]>,
    pub epoch: AtomicU64,
}

/// States of one length.
pub enum Nursery {
    /// Few yet; these.
    Young(Vec<u32>),
    /// They have a shape, with this number.
    Grown(u32),
    /// They have none, and get none.
    Plain,
}

impl<S: Sharing> Core<S> {
    pub fn new(spill: Option<Spill>) -> Self {
        let nurseries = (0..NURSERIES).map(|_| S::Cell::new(FastMap::default())).collect();
        Core {
            pools: Pools::new(),
            inner: Pairs::new(None),
            roots: Pairs::new(spill),
            shapes: S::Cell::new(Vec::new()),
            nurseries,
            asked: S::Cell::new([0; KINDS]),
            epoch: AtomicU64::new(0),
        }
    }

    /// Where lists of a length are.
    pub fn nursery(&self, length: usize) -> &S::Cell<FastMap<u32, Nursery>> {
        &self.nurseries[length % NURSERIES]
    }

    /// Roots go to disk if there are too many of them in the shard of this one, which has just been added.
    #[inline]
    pub fn relieve(&self, root: u32) {
        if self.roots.disk().is_some() {
            self.roots.relieve(parted(root).0, || self.bytes_elsewhere());
        }
    }

    /// What is not roots and takes memory worth counting.
    pub fn bytes_elsewhere(&self) -> u64 {
        self.pools.bytes() + self.inner.bytes()
    }

    /// The components of a state. `None` for one that is not there.
    pub fn unfold(&self, root: u32, out: &mut Vec<u32>) -> Option<()> {
        let pair = |number| self.inner.get(number);
        let (left, marked) = self.roots.get(root)?;
        let (right, mark) = pair(marked)?;
        out.clear();
        if mark & LEARNT != 0 {
            let shape = self.shapes.with(|shapes| shapes.get((mark ^ LEARNT) as usize).cloned())?;
            return shape.unfold((left, right), &pair, out);
        }
        let length = mark as usize;
        let head = head_length(length);
        unfold(left, head, &pair, &mut |number| out.push(number))?;
        unfold(right, length - head, &pair, &mut |number| out.push(number))
    }

    /// Chooses a shape for lists of this length, and folds the states that are there into it.
    pub fn learn(&self, length: usize, states: &[u32]) -> Option<u32> {
        let list_of = |&root: &u32| {
            let mut list = Vec::new();
            self.unfold(root, &mut list).map(|()| list.into_iter().map(CompId).collect())
        };
        let lists: Vec<Vec<CompId>> = states.iter().map(list_of).collect::<Option<_>>()?;
        let sample: Vec<&[CompId]> = lists.iter().step_by(SAMPLE_STEP).map(Vec::as_slice).collect();
        let shape = Arc::new(learn(length, &sample)?);
        let number = self.shapes.with(|shapes| {
            shapes.push(shape.clone());
            shapes.len() as u32 - 1
        });
        let mut fold = Fold::new(shape);
        for (&root, list) in states.iter().zip(&lists) {
            let (left, right) = fold.fold(list, &mut |l, r| self.inner.intern(l, r));
            let marked = self.inner.intern(right, LEARNT | number);
            self.roots.replace(root, pair(left, marked));
        }
        Some(number)
    }

    pub fn clear(&self) {
        self.pools.clear();
        self.inner.clear();
        self.roots.clear();
        self.shapes.with(Vec::clear);
        self.nurseries.iter().for_each(|cell| cell.with(|nurseries| *nurseries = FastMap::default()));
        self.asked.with(|asked| *asked = [0; KINDS]);
        self.epoch.fetch_add(1, Relaxed);
    }

    pub fn bytes(&self) -> u64 {
        let shapes = self.shapes.with(|shapes| shapes.iter().map(|shape| shape.bytes()).sum::<u64>());
        let young = |nursery: &Nursery| match nursery {
            Nursery::Young(states) => states.capacity() as u64 * 4,
            Nursery::Grown(_) | Nursery::Plain => 0,
        };
        let nurseries =
            self.nurseries.iter().map(|cell| cell.with(|map| map.values().map(young).sum::<u64>()));
        self.bytes_elsewhere() + self.roots.bytes() + shapes + nurseries.sum::<u64>()
    }
}

/// How many components of a list stand by themselves.
pub fn head_length(length: usize) -> usize {
    if length > HEAD { HEAD } else { length.next_power_of_two() / 2 }
}
