//! The exact store with tree compression: whole states, no two mixed up.
//!
//! A state is a list of components. The list is folded into a tree of pairs, and each pair is kept once; what is new in a state is its root and
//! mostly nothing else. Beside every root stands which tree it is: one over a list of some length of which nothing is known, or one
//! whose shape was [learnt](crate::learn) from the first states of that length. When that happens, those states are folded anew; their numbers stay.

use crate::cache::{ComponentCache, PairCache};
use crate::cell::{Alone, Cell, Sharing, Together};
use crate::learn::learn;
use crate::levels::{Levels, unfold};
use crate::pairs::{Pairs, pair};
use crate::pools::{self, Pools};
use crate::shape::{Fold, MAX_LENGTH, Shape};
use crate::slots::shard_of;
use crate::sum::Sum;
use base::FastMap;
use lts::{CompId, Figures, Insert, KINDS, Pool, StateId, Store};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The exact store of one worker.
pub type Exact = Tree<Alone>;

/// The exact store of several workers. Each has its own handle on it, from [`Store::handle`]; numbers mean the same to all of them.
/// `clear` is for all, and none may be at work then.
pub type Shared = Tree<Together>;

/// So many states of one length are kept before the shape of their tree is chosen, and every [`SAMPLE_STEP`]th of them is looked at.
const LEARN_AT: usize = 4096;
const SAMPLE_STEP: usize = 2;

/// In a tree whose shape is not learnt, the first components are by themselves. Machines put first what changes most.
const HEAD: usize = 8;

/// In the mark of a tree: the number of a learnt shape, not a length.
const LEARNT: u32 = 1 << 31;

/// Lengths are told apart by their last bits when it comes to who waits for whom.
const NURSERIES: usize = 64;

/// A handle on a store.
pub struct Tree<S: Sharing> {
    core: S::Link<Core<S>>,
    hand: Hand,
    /// What the hand knows of the core is of this time.
    epoch: u64,
    /// How often components of each kind were asked for.
    asked: [u64; KINDS],
}

/// What a handle has for itself: the states that it folded last, and what it met lately.
#[derive(Default)]
struct Hand {
    head: Levels,
    rest: Levels,
    sum: Sum<1>,
    /// For each length with a learnt shape, the last state of that length.
    folds: Vec<Option<Box<Learnt>>>,
    pairs: PairCache,
    components: ComponentCache,
}

struct Learnt {
    fold: Fold,
    mark: u32,
    /// The last right side of a root, and the number of its pair with the mark.
    marked: Option<(u32, u32)>,
}

/// What all handles have in common.
pub(crate) struct Core<S: Sharing> {
    pub(crate) pools: Pools<S>,
    /// Inner pairs of the trees, and pairs of a root's right side with its mark.
    pub(crate) inner: Pairs<S>,
    /// One pair for each state: the left side of its root, and the right side with the mark.
    pub(crate) roots: Pairs<S>,
    pub(crate) shapes: S::Cell<Vec<Arc<Shape>>>,
    /// By length: what is known of the lists of that length.
    pub(crate) nurseries: Box<[S::Cell<FastMap<u32, Nursery>>]>,
    /// What handles have asked for that are gone.
    pub(crate) asked: S::Cell<[u64; KINDS]>,
    pub(crate) epoch: AtomicU64,
}

/// States of one length.
pub(crate) enum Nursery {
    /// Few yet; these.
    Young(Vec<u32>),
    /// They have a shape, with this number.
    Grown(u32),
    /// They have none, and get none.
    Plain,
}

impl<S: Sharing> Core<S> {
    fn new() -> Self {
        let nurseries = (0..NURSERIES).map(|_| S::Cell::new(FastMap::default())).collect();
        Core {
            pools: Pools::new(),
            inner: Pairs::new(),
            roots: Pairs::new(),
            shapes: S::Cell::new(Vec::new()),
            nurseries,
            asked: S::Cell::new([0; KINDS]),
            epoch: AtomicU64::new(0),
        }
    }

    /// The components of a state. `None` for one that is not there.
    fn unfold(&self, root: u32, out: &mut Vec<u32>) -> Option<()> {
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
    fn learn(&self, length: usize, states: &[u32]) -> Option<u32> {
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

    fn clear(&self) {
        self.pools.clear();
        self.inner.clear();
        self.roots.clear();
        self.shapes.with(Vec::clear);
        self.nurseries.iter().for_each(|cell| cell.with(|nurseries| *nurseries = FastMap::default()));
        self.asked.with(|asked| *asked = [0; KINDS]);
        self.epoch.fetch_add(1, Relaxed);
    }

    fn bytes(&self) -> u64 {
        let shapes = self.shapes.with(|shapes| shapes.iter().map(|shape| shape.bytes()).sum::<u64>());
        let young = |nursery: &Nursery| match nursery {
            Nursery::Young(states) => states.capacity() as u64 * 4,
            Nursery::Grown(_) | Nursery::Plain => 0,
        };
        let nurseries =
            self.nurseries.iter().map(|cell| cell.with(|map| map.values().map(young).sum::<u64>()));
        self.pools.bytes() + self.inner.bytes() + self.roots.bytes() + shapes + nurseries.sum::<u64>()
    }
}

/// How many components of a list stand by themselves.
fn head_length(length: usize) -> usize {
    if length > HEAD { HEAD } else { length.next_power_of_two() / 2 }
}

impl Hand {
    fn insert<S: Sharing>(&mut self, core: &Core<S>, state: &[CompId]) -> (u32, bool) {
        if let Some(done) = self.insert_grown(core, state) {
            return done;
        }
        let [sum] = self.sum.of(state);
        let shard = shard_of(sum);
        if !(2..=MAX_LENGTH).contains(&state.len()) {
            return self.insert_plain(core, shard, state);
        }
        // Nobody else puts in states of this length while its nursery is held.
        core.nurseries[state.len() % NURSERIES].with(|nurseries| {
            let nursery = nurseries.entry(state.len() as u32).or_insert_with(|| Nursery::Young(Vec::new()));
            self.insert_young(core, shard, state, nursery)
        })
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
        let learnt = self.folds.get_mut(state.len())?.as_deref_mut()?;
        let pairs = &mut self.pairs;
        let mut intern = |left, right| intern(core, pairs, left, right);
        let (left, right) = learnt.fold.fold(state, &mut intern);
        let marked = match learnt.marked {
            Some((known, marked)) if known == right => marked,
            _ => intern(right, learnt.mark),
        };
        learnt.marked = Some((right, marked));
        Some(core.roots.intern_in(shard_of(learnt.fold.sum), pair(left, marked)))
    }

    /// A state of a length without a shape.
    fn insert_plain<S: Sharing>(&mut self, core: &Core<S>, shard: usize, state: &[CompId]) -> (u32, bool) {
        let pairs = &mut self.pairs;
        let mut intern = |left, right| intern(core, pairs, left, right);
        let (first, others) = state.split_at(head_length(state.len()));
        let mut fold = |levels: &mut Levels, list: &[CompId]| match list {
            [] => 0,
            _ => levels.fold(list.iter().map(|component| component.0), &mut intern),
        };
        let (left, right) = (fold(&mut self.head, first), fold(&mut self.rest, others));
        let marked = intern(right, state.len() as u32);
        core.roots.intern_in(shard, pair(left, marked))
    }

    fn bytes(&self) -> u64 {
        let folds = self.folds.iter().flatten().map(|learnt| learnt.fold.bytes()).sum::<u64>();
        folds + self.pairs.bytes() + self.components.bytes() + self.sum.bytes()
    }
}

/// The number of an inner pair. Most were met lately.
#[inline]
fn intern<S: Sharing>(core: &Core<S>, pairs: &mut PairCache, left: u32, right: u32) -> u32 {
    pairs.get(pair(left, right), || core.inner.intern(left, right))
}

impl<S: Sharing> Default for Tree<S> {
    fn default() -> Self {
        Tree::on(S::link(Core::new()))
    }
}

impl<S: Sharing> Drop for Tree<S> {
    fn drop(&mut self) {
        self.core.asked.with(|sum| sum.iter_mut().zip(self.asked).for_each(|(sum, more)| *sum += more));
    }
}

impl<S: Sharing> Tree<S> {
    fn on(core: S::Link<Core<S>>) -> Self {
        let epoch = core.epoch.load(Relaxed);
        Tree { core, hand: Hand::default(), epoch, asked: [0; KINDS] }
    }

    /// Forgets what this handle knows if another one has cleared the store.
    #[inline]
    fn notice(&mut self) {
        if S::HAS_LOCKS && self.core.epoch.load(Relaxed) != self.epoch {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.hand = Hand::default();
        self.epoch = self.core.epoch.load(Relaxed);
        self.asked = [0; KINDS];
    }
}

impl<S: Sharing> Pool for Tree<S> {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.notice();
        self.asked[usize::from(kind) % KINDS] += 1;
        let (core, key) = (&*self.core, pools::hash(kind, words));
        match S::HAS_LOCKS {
            true => self.hand.components.get(key, kind, words, || core.pools.intern(key, kind, words)),
            false => core.pools.intern(key, kind, words),
        }
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.core.pools.words(component, out)
    }
}

impl<S: Sharing> Store for Tree<S>
where
    Tree<S>: Send + 'static,
{
    fn insert(&mut self, state: &[CompId]) -> Insert {
        self.notice();
        let (root, is_new) = self.hand.insert(&*self.core, state);
        let id = StateId(u64::from(root));
        if is_new { Insert::New(id) } else { Insert::Seen(Some(id)) }
    }

    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        let mut numbers = Vec::new();
        let is_there =
            u32::try_from(state.0).is_ok_and(|root| self.core.unfold(root, &mut numbers).is_some());
        out.clear();
        out.extend(numbers.into_iter().map(CompId));
        is_there
    }

    fn handle(&self) -> Option<Box<dyn Store>> {
        S::again(&self.core).map(|core| -> Box<dyn Store> { Box::new(Tree::<S>::on(core)) })
    }

    fn states(&self) -> u64 {
        self.core.roots.len()
    }

    fn bytes(&self) -> u64 {
        self.core.bytes() + self.hand.bytes()
    }

    fn clear(&mut self) {
        self.core.clear();
        self.forget();
    }

    fn figures(&self) -> Figures {
        let mut asked = self.core.asked.with(|asked| *asked);
        asked.iter_mut().zip(self.asked).for_each(|(sum, own)| *sum += own);
        Figures {
            store: "exact",
            states: self.states(),
            bytes: self.bytes(),
            entries: self.core.pools.entries(),
            asked,
            pool_bytes: self.core.pools.bytes(),
            pairs: self.core.inner.len(),
            collision: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, agrees_with_a_plain_set};
    use std::collections::HashMap;

    #[test]
    fn the_exact_store_is_a_set() {
        let mut store = Exact::default();
        agrees_with_a_plain_set(&mut store, true, 7);
    }

    #[test]
    fn the_shared_store_is_a_set() {
        agrees_with_a_plain_set(&mut Shared::default(), true, 8);
    }

    /// Four workers walk over the same states. Each state is new to exactly one of them, and has one number.
    #[test]
    fn workers_see_one_set() {
        const WORKERS: u64 = 4;
        let store = Shared::default();
        let walk = |seed: u64, mut store: Box<dyn Store>| {
            let mut random = Random(seed);
            let (mut new, mut ids) = (0u64, HashMap::new());
            let mut list = [0u32; 7];
            for _ in 0..60_000 {
                let at = random.below(7) as usize;
                list[at] = random.below(5) as u32;
                let length = if list[0] == 0 { 6 } else { 7 };
                let components: Vec<CompId> =
                    list[..length].iter().map(|&n| store.intern(0, &[n, n + 1])).collect();
                let insert = store.insert(&components);
                new += u64::from(insert.is_new());
                let (Insert::New(id) | Insert::Seen(Some(id))) = insert else {
                    panic!("it knows its states")
                };
                ids.insert(list[..length].to_vec(), (id, components));
            }
            (new, ids)
        };
        let walked: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..WORKERS)
                .map(|seed| {
                    let handle = store.handle().unwrap();
                    scope.spawn(move || walk(seed, handle))
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        let mut all = HashMap::new();
        for (_, ids) in &walked {
            for (list, known) in ids {
                assert_eq!(all.entry(list).or_insert(known), &known, "{list:?} has two numbers");
            }
        }
        assert_eq!(walked.iter().map(|(new, _)| new).sum::<u64>(), all.len() as u64);
        assert_eq!(store.states(), all.len() as u64);
        assert!(all.len() > 3 * LEARN_AT, "shapes are learnt on the way");
        let mut back = Vec::new();
        for (id, components) in all.values() {
            assert!(store.get(*id, &mut back) && back == *components);
        }
        assert!(store.figures().asked[0] >= WORKERS * 60_000 * 6);
    }

    #[test]
    fn numbers_stay_when_shapes_are_learnt() {
        let mut store = Exact::default();
        assert!(store.handle().is_none());
        let mut random = Random(1);
        let mut known = Vec::new();
        while !store
            .core
            .nurseries
            .iter()
            .any(|cell| cell.with(|map| map.values().any(|n| matches!(n, Nursery::Grown(_)))))
        {
            let list: Vec<CompId> = (0..6).map(|i| store.intern(i, &[random.below(5) as u32])).collect();
            if let Insert::New(id) = store.insert(&list) {
                known.push((id, list));
            }
        }
        assert_eq!(known.len(), LEARN_AT);
        let mut back = Vec::new();
        for (id, list) in known {
            assert_eq!(store.insert(&list), Insert::Seen(Some(id)));
            assert!(store.get(id, &mut back) && back == list);
        }
        assert!(!store.get(StateId(u64::MAX), &mut back) && !store.get(StateId(1 << 31), &mut back));
    }

    #[test]
    fn a_state_takes_little_more_than_its_root() {
        let mut store = Exact::default();
        // Six threads with a lock each, and forty objects that nobody writes.
        let still: Vec<CompId> = (0..40).map(|i| store.intern(2, &[i])).collect();
        for n in 0..500_000u32 {
            let threads = (0..6).map(|i| store.intern(0, &[n / 9u32.pow(i) % 9]));
            let mut state: Vec<CompId> = threads.collect();
            let locks = (0..6).map(|i| store.intern(1, &[n / 9u32.pow(i) % 9 / 3]));
            state.extend(still.iter().copied().chain(locks));
            assert!(store.insert(&state).is_new());
        }
        let figures = store.figures();
        assert!(figures.pairs < 100_000, "{figures:?}");
        assert!(figures.bytes < 20 * figures.states, "{figures:?}");
    }

    #[test]
    fn kinds_and_words_make_components() {
        let mut store = Exact::default();
        let a = store.intern(0, &[1, 2]);
        assert_eq!(a, store.intern(0, &[1, 2]));
        assert_ne!(a, store.intern(1, &[1, 2]));
        assert_ne!(a, store.intern(0, &[1, 2, 0]));
        let figures = store.figures();
        assert_eq!((figures.entries[0], figures.asked[0]), (2, 3));
        let mut words = Vec::new();
        assert_eq!((store.words(a, &mut words), words), (0, vec![1, 2]));
    }
}
