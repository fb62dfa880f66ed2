//! One worker's folding for an exact store: it folds states into trees, and remembers what it met lately.

use crate::cache::{ComponentCache, PairCache};
use crate::cell::{Cell, Sharing};
use crate::core::{Core, LEARNT, Nursery, head_length};
use crate::levels::Levels;
use crate::pairs::pair;
use crate::shape::{Fold, MAX_LENGTH};
use crate::slots::shard_of;
use crate::sum::Sum;
use lts::CompId;

/// So many states of one length are kept before the shape of their tree is chosen.
pub const LEARN_AT: usize = 4096;

/// What a handle has for itself: the states that it folded last, and what it met lately.
#[derive(Default)]
pub struct Folding {
    head: Levels,
    /// By length; those of all longer lists are in the first place.
    rest: Vec<Levels>,
    sum: Sum<1>,
    /// For each length with a learnt shape, the last state of that length.
    folds: Vec<Option<Box<Learnt>>>,
    pairs: PairCache,
    pub components: ComponentCache,
}

struct Learnt {
    fold: Fold,
    mark: u32,
    /// The last right side of a root, and the number of its pair with the mark.
    marked: Option<(u32, u32)>,
}

impl Folding {
    pub fn insert<S: Sharing>(&mut self, core: &Core<S>, state: &[CompId]) -> (u32, bool) {
        let (root, is_new) = self.insert_root(core, state);
        if is_new {
            core.relieve(root);
        }
        (root, is_new)
    }

    #[inline]
    fn insert_root<S: Sharing>(&mut self, core: &Core<S>, state: &[CompId]) -> (u32, bool) {
        if let Some(done) = self.insert_grown(core, state) {
            return done;
        }
        let [sum] = self.sum.of(state);
        let shard = shard_of(sum);
        if !(2..=MAX_LENGTH).contains(&state.len()) {
            return self.insert_plain(core, shard, state);
        }
        // Nobody else puts in states of this length while its nursery is held.
        core.nursery(state.len()).with(|nurseries| {
            let nursery = nurseries.entry(state.len() as u32).or_insert_with(|| Nursery::Young(Vec::new()));
            self.insert_young(core, shard, state, nursery)
        })
    }

    /// The number of a state, if it is there. Only asked of lengths whose shape is known.
    pub fn find<S: Sharing>(&mut self, core: &Core<S>, state: &[CompId]) -> Option<u32> {
        let (shard, root) = self.fold_grown(core, state)?;
        core.roots.find_in(shard, root)
    }

    fn insert_young<S: Sharing>(
        &mut self,
        core: &Core<S>,
        shard: usize,
        state: &[CompId],
        nursery: &mut Nursery,
    ) -> (u32, bool) {
        if let Nursery::Grown(number) = *nursery {
            self.adopt(core, state.len(), number);
            if let Some(done) = self.insert_grown(core, state) {
                return done;
            }
        }
        let (root, is_new) = self.insert_plain(core, shard, state);
        if let Nursery::Young(states) = nursery
            && is_new
        {
            states.push(root);
            if states.len() >= LEARN_AT {
                *nursery = core.learn(state.len(), states).map_or(Nursery::Plain, Nursery::Grown);
            }
        }
        (root, is_new)
    }

    /// Takes over a shape that somebody has learnt.
    fn adopt<S: Sharing>(&mut self, core: &Core<S>, length: usize, number: u32) {
        let Some(shape) = core.shapes.with(|shapes| shapes.get(number as usize).cloned()) else { return };
        if self.folds.len() <= length {
            self.folds.resize_with(length + 1, || None);
        }
        let learnt = Learnt { fold: Fold::new(shape), mark: LEARNT | number, marked: None };
        self.folds[length] = Some(Box::new(learnt));
    }

    /// A state of a length whose shape is known.
    fn insert_grown<S: Sharing>(&mut self, core: &Core<S>, state: &[CompId]) -> Option<(u32, bool)> {
        let (shard, root) = self.fold_grown(core, state)?;
        Some(core.roots.intern_in(shard, root))
    }

    /// The root of a state of a length whose shape is known, and the shard that it belongs to.
    #[inline]
    fn fold_grown<S: Sharing>(&mut self, core: &Core<S>, state: &[CompId]) -> Option<(usize, u64)> {
        let learnt = self.folds.get_mut(state.len())?.as_deref_mut()?;
        let pairs = &mut self.pairs;
        let mut intern = |left, right| intern(core, pairs, left, right);
        let (left, right) = learnt.fold.fold(state, &mut intern);
        let marked = match learnt.marked {
            Some((known, marked)) if known == right => marked,
            _ => intern(right, learnt.mark),
        };
        learnt.marked = Some((right, marked));
        Some((shard_of(learnt.fold.sum), pair(left, marked)))
    }

    /// A state of a length without a shape.
    fn insert_plain<S: Sharing>(&mut self, core: &Core<S>, shard: usize, state: &[CompId]) -> (u32, bool) {
        let pairs = &mut self.pairs;
        let mut intern = |left, right| intern(core, pairs, left, right);
        let (first, others) = state.split_at(head_length(state.len()));
        let mut fold = |levels: &mut Levels, list: &[CompId]| match list {
            [] => 0,
            _ => levels.fold(list, &mut intern),
        };
        let place = if others.len() > MAX_LENGTH { 0 } else { others.len() };
        if self.rest.len() <= place {
            self.rest.resize_with(place + 1, Levels::default);
        }
        let (left, right) = (fold(&mut self.head, first), fold(&mut self.rest[place], others));
        let marked = intern(right, state.len() as u32);
        core.roots.intern_in(shard, pair(left, marked))
    }

    pub fn bytes(&self) -> u64 {
        let folds = self.folds.iter().flatten().map(|learnt| learnt.fold.bytes()).sum::<u64>();
        let levels = self.head.bytes() + self.rest.iter().map(Levels::bytes).sum::<u64>();
        folds + levels + self.pairs.bytes() + self.components.bytes() + self.sum.bytes()
    }
}

/// The number of an inner pair. Most were met lately.
#[inline]
fn intern<S: Sharing>(core: &Core<S>, pairs: &mut PairCache, left: u32, right: u32) -> u32 {
    pairs.get(pair(left, right), || core.inner.intern(left, right))
}
