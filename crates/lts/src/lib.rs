//! The pivot: what can be explored, seen from those who explore.
//!
//! A [`System`] is a machine that can be moved about its state space: a Java program, a model, a toy of a
//! test. Searches, stores and wrappers know this trait and nothing of Java; machines know it and nothing of
//! searches. No input or output, no threads.

#![forbid(unsafe_code)]

mod ability;
mod finding;
mod owned;
mod pool;
mod story;
mod system;
mod wrapper;

pub use ability::{
    Access, ActorParts, Atoms, Footprint, Footprints, Foresee, Gauges, Knowledge, Passing, Tie, Wait,
};
pub use finding::{Cause, Finding, Gap, Path, Property};
pub use owned::MaybeOwned;
pub use pool::{CompId, Event, Figures, Insert, KINDS, OnDisk, Pool, StateId, Store, next_identity};
pub use story::{
    Account, Act, ActorView, BEGINS, Coverage, Depth, Grain, Listen, Moment, Narrate, ObjectView, Picture,
    RETURNS, Scene, Spot, Turn, Watched,
};
pub use system::{Choice, Choices, Mark, Outcome, Settled, Status, System};
pub use wrapper::Wrapper;
