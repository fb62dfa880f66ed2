//! Systems made of systems.

#![forbid(unsafe_code)]

mod bounded;
mod invariants;
mod product;
mod seek;

pub use bounded::Bounded;
pub use invariants::{Invariant, Invariants};
pub use product::{Moves, Product, STUTTER};
pub use seek::Seek;
