//! The other half of loading: a state that was made out of components is named by these same components.
//! Debug builds ask for every state that they load.

use super::{Canon, THREAD};
use crate::ghost::{Ghost, State};
use crate::tally::Snapshot;
use lts::{CompId, Pool};
use std::sync::Arc;
use vm::Machine;

impl Canon {
    /// The components of the present state in a pool of their own.
    pub(crate) fn snapshot(&mut self, machine: &mut Machine, ghost: &Ghost) -> Arc<Snapshot> {
        let (mut snapshot, mut state) = (Snapshot::default(), Vec::new());
        self.save(machine, ghost, &mut snapshot, &mut state);
        self.forget();
        snapshot.state = state;
        Arc::new(snapshot)
    }

    /// The present state is the one that these components of `pool` name. Only for the usual naming: others
    /// cannot be loaded.
    pub(crate) fn is_named_by(state: State<'_>, pool: &dyn Pool, names: &[CompId]) -> bool {
        let mut own = Snapshot::default();
        let mut canon = Canon::default();
        canon.walk(state, &mut own);
        let found = canon.memo.numbers();
        found.len() == names.len()
            && found.iter().zip(names).all(|(&a, &b)| Sides { own: &own, pool }.are_equal(a, b))
    }
}

/// Two pools, in which one thing has two numbers.
struct Sides<'a> {
    own: &'a Snapshot,
    pool: &'a dyn Pool,
}

impl Sides<'_> {
    fn are_equal(&self, a: CompId, b: CompId) -> bool {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let kinds = (self.own.words(a, &mut first), self.pool.words(b, &mut second));
        if kinds.0 != kinds.1 || first.len() != second.len() {
            return false;
        }
        // Behind its own words, a thread has the numbers of its frames.
        let own_words = if kinds.0 == THREAD { super::load::THREAD_WORDS } else { first.len() };
        let (first, second) = (first.split_at(own_words), second.split_at(own_words));
        let mut frames = first.1.iter().zip(second.1);
        first.0 == second.0 && frames.all(|(&a, &b)| self.are_equal(CompId(a), CompId(b)))
    }
}
