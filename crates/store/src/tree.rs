//! The exact store with tree compression: whole states, no two mixed up.
//!
//! A state is a list of components. The list is folded into a tree of pairs, and each pair is kept once; what
//! is new in a state is its root and mostly nothing else. Beside every root stands which tree it is: one over
//! a list of some length of which nothing is known, or one whose shape was [learnt](crate::learn) from the
//! first states of that length. When that happens, those states are folded anew; their numbers stay.

use crate::cell::{Cell, Locked, Sharing, Unshared};
use crate::core::Core;
use crate::folding::Folding;
use crate::pools;
use crate::spill::Spill;
use lts::{CompId, Figures, Insert, KINDS, OnDisk, Pool, StateId, Store};
use std::sync::atomic::Ordering::Relaxed;

/// The exact store of one worker.
pub type Exact = Tree<Unshared>;

/// The exact store of several workers. Each has its own handle on it, from [`Store::handle`]; numbers mean
/// the same to all of them. `clear` is for all, and none may be at work then.
pub type Shared = Tree<Locked>;

/// A handle on a store.
pub struct Tree<S: Sharing> {
    core: S::Link<Core<S>>,
    folding: Folding,
    /// What the folding knows of the core is of this time.
    epoch: u64,
    /// How often components of each kind were asked for.
    asked: [u64; KINDS],
}

impl<S: Sharing> Default for Tree<S> {
    fn default() -> Self {
        Tree::on(S::link(Core::new(None)))
    }
}

impl<S: Sharing> Drop for Tree<S> {
    fn drop(&mut self) {
        self.core.asked.with(|sum| sum.iter_mut().zip(self.asked).for_each(|(sum, more)| *sum += more));
    }
}

impl<S: Sharing> Tree<S> {
    /// A store that sends states to disk when there are too many for memory.
    pub fn spilling(spill: Spill) -> Self {
        Tree::on(S::link(Core::new(Some(spill))))
    }

    pub(crate) fn on(core: S::Link<Core<S>>) -> Self {
        let epoch = core.epoch.load(Relaxed);
        Tree { core, folding: Folding::default(), epoch, asked: [0; KINDS] }
    }

    pub(crate) fn core(&self) -> &Core<S> {
        &self.core
    }

    /// How often components were asked for, by this handle and by those that are gone.
    pub(crate) fn asked_by_all(&self) -> [u64; KINDS] {
        let mut asked = self.core.asked.with(|asked| *asked);
        asked.iter_mut().zip(self.asked).for_each(|(sum, own)| *sum += own);
        asked
    }

    /// Forgets what this handle knows if another one has cleared the store.
    #[inline]
    fn notice(&mut self) {
        if S::HAS_LOCKS && self.core.epoch.load(Relaxed) != self.epoch {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.folding = Folding::default();
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
            true => self.folding.components.get(key, kind, words, || core.pools.intern(key, kind, words)),
            false => core.pools.intern(key, kind, words),
        }
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.core.pools.words(component, out)
    }

    fn identity(&self) -> Option<u64> {
        Some(self.core.pools.identity())
    }
}

impl<S: Sharing> Store for Tree<S>
where
    Tree<S>: Send + 'static,
{
    fn insert(&mut self, state: &[CompId]) -> Insert {
        self.notice();
        let (root, is_new) = self.folding.insert(&*self.core, state);
        let id = StateId(u64::from(root));
        if is_new { Insert::New(id) } else { Insert::Seen(Some(id)) }
    }

    fn find(&mut self, state: &[CompId]) -> Option<StateId> {
        self.notice();
        self.folding.find(&*self.core, state).map(|root| StateId(u64::from(root)))
    }

    fn write(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        Tree::write(self, out)
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
        self.core.bytes() + self.folding.bytes()
    }

    fn clear(&mut self) {
        self.core.clear();
        self.forget();
    }

    fn fault(&self) -> Option<String> {
        self.core.roots.disk()?.unread()
    }

    fn figures(&self) -> Figures {
        let disk = self.core.roots.disk();
        let on_disk = disk.map(|disk| OnDisk {
            states: disk.states(),
            bytes: disk.bytes(),
            unwritten: disk.unwritten(),
        });
        Figures {
            store: "exact",
            states: self.states(),
            bytes: self.bytes(),
            entries: self.core.pools.entries(),
            asked: self.asked_by_all(),
            pool_bytes: self.core.pools.bytes(),
            pairs: self.core.inner.len(),
            collision: 0.0,
            on_disk,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Nursery;
    use crate::folding::LEARN_AT;
    use crate::testing::{Random, agrees_with_a_plain_set};

    #[test]
    fn the_exact_store_is_a_set() {
        let mut store = Exact::default();
        agrees_with_a_plain_set(&mut store, true, 7);
    }

    #[test]
    fn the_shared_store_is_a_set() {
        agrees_with_a_plain_set(&mut Shared::default(), true, 8);
    }

    #[test]
    fn workers_see_one_set() {
        crate::testing::workers_see_one_set(&Shared::default());
    }

    #[test]
    fn numbers_stay_when_shapes_are_learnt() {
        let mut store = Exact::default();
        assert!(store.handle().is_none());
        let mut random = Random::seeded(1);
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
