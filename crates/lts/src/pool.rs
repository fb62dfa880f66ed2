//! States in pieces: a state is a list of components, and a component is known by its number in a pool.

base::dense_id! {
    /// A component: an object's fields, a frame, a thread's status.
    CompId
}

/// Where components are kept once each.
pub trait Pool {
    /// The number of a component: equal words of equal kind, equal numbers.
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId;
}

/// What putting a state into a store told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    New,
    Seen,
}

/// The set of states that have been visited.
pub trait Store: Pool {
    fn insert(&mut self, state: &[CompId]) -> Insert;
    /// States in the store.
    fn states(&self) -> u64;
    /// Bytes that the store takes.
    fn bytes(&self) -> u64;
    /// Forgets everything.
    fn clear(&mut self);
}
