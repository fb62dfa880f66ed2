//! Bounded exploration of a class, without a driver: the choices are calls of its methods, and a state is what
//! can be reached from its objects.
//!
//! [`ask`] turns what the user wrote into [`Calls`]; [`Objects`] is the `lts::System` that makes them.

#![forbid(unsafe_code)]

mod ask;
mod back;
mod beside;
mod call;
mod coverage;
mod driver;
mod form;
mod initializers;
mod judge;
mod matching;
mod members;
mod policy;
mod sets;
mod source;
mod system;
mod text;
mod value;

pub use ask::{ExploreRequest, Matched, ask};
pub use back::Back;
pub use beside::Beside;
pub use call::{Call, Calls};
pub use coverage::Covered;
pub use delta::Backtrack;
pub use driver::{Chosen, DeltaDriver, Driven};
pub use form::digest;
pub use matching::Matching;
pub use sets::{Bounds, Cut, Sets, Swept};
pub use source::{MADE, SequenceEnd, Shown, junit, sequence};
pub use system::{Objects, Tally};
pub use value::Value;
