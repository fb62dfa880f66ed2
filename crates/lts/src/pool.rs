//! States in pieces: a state is a list of components, and a component is known by its number in a pool.

use crate::system::Choice;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

base::dense_id! {
    /// A component: an object's fields, a frame, a thread's status.
    CompId
}

/// A state in a store. Numbers are the store's own; they need not be dense.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// Where components are kept once each.
pub trait Pool {
    /// The number of a component: equal words of equal kind, equal numbers.
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId;

    /// Appends the words of a component to `out` and tells its kind.
    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8;

    /// Tells this pool from all others, and from what it was before it was cleared: with the same answer, equal
    /// numbers are equal components. All handles on one store give the same. `None` from a pool that does not say.
    fn identity(&self) -> Option<u64> {
        None
    }
}

/// An [identity](Pool::identity) that no pool of this process has had before.
pub fn next_identity() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

/// What putting a state into a store told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    New(StateId),
    /// It was there before, or is taken for one that was; a store that keeps no more than traces of states
    /// cannot tell which.
    Seen(Option<StateId>),
}

impl Insert {
    pub fn is_new(self) -> bool {
        matches!(self, Insert::New(_))
    }
}

/// What a depth-first search does, in the order in which it does it. The initial state is opened, or ended, first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// The state that was put in last is new, and can be gone on from in these ways.
    Opened(&'a [Choice]),
    /// The state that was put in last is new, and there is nothing to choose there.
    Ended,
    /// This choice of the last open state is taken.
    Step(Choice),
    /// It led to a state that was visited before.
    Seen(StateId),
    /// It led to no state: the path is of no interest, as the program itself has said.
    Pruned,
    /// It led to no state, but to a violation.
    Violated,
    /// The last open state is left for good.
    Back,
}

/// The set of states that have been visited.
pub trait Store: Pool + Send {
    fn insert(&mut self, state: &[CompId]) -> Insert;

    /// The number of a state that is there for certain. A store that cannot tell without putting it in says
    /// nothing.
    fn find(&mut self, _state: &[CompId]) -> Option<StateId> {
        None
    }

    /// What a depth-first search does, told to a store that goes along with it: one that writes the search down,
    /// or knows beforehand what it will be. False ends the search; [`Store::fault`] says why.
    fn hear(&mut self, _event: Event<'_>) -> bool {
        true
    }

    /// Puts the components of a stored state into `out`. False if the store does not keep them.
    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool;

    /// The store keeps whole states, and can give them back.
    fn keeps(&self) -> bool {
        true
    }

    /// Another way into the same store, for another worker; `None` if there can be only one.
    fn handle(&self) -> Option<Box<dyn Store>> {
        None
    }

    /// Writes the whole store, so that another process can read it back.
    ///
    /// # Errors
    /// Not every store can be written, and not everything can be written to.
    fn write(&self, _out: &mut dyn std::io::Write) -> std::io::Result<()> {
        Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "this store cannot be written"))
    }

    /// States in the store.
    fn states(&self) -> u64;
    /// Bytes that the store takes.
    fn bytes(&self) -> u64;
    /// Forgets everything.
    fn clear(&mut self);

    /// Why what the store says can no longer be relied on, and no search is complete: states that it has put
    /// on disk cannot be read back. A search asks now and then, and at its end.
    fn fault(&self) -> Option<String> {
        None
    }

    /// What a report tells of the store.
    fn figures(&self) -> Figures;
}

/// More kinds of components than any machine has.
pub const KINDS: usize = 8;

/// What a report tells of a store.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Figures {
    /// `exact`, `fingerprint`, `bitstate`.
    pub store: &'static str,
    pub states: u64,
    pub bytes: u64,
    /// Components of each kind, and how often they were asked for.
    pub entries: [u64; KINDS],
    pub asked: [u64; KINDS],
    /// Bytes that the pools of components take.
    pub pool_bytes: u64,
    /// Inner pairs of tree compression.
    pub pairs: u64,
    /// A bound on the probability that any two states were taken for one; 0 where states are kept whole.
    pub collision: f64,
    /// What is on disk, if anything may be.
    pub on_disk: Option<OnDisk>,
}

/// What a store has on disk.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OnDisk {
    pub states: u64,
    pub bytes: u64,
    /// Why states are in memory that were meant for disk.
    pub unwritten: Option<String>,
}
