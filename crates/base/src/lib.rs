//! What every room stands on: typed dense ids, interned symbols, bit sets, a fast hash, long stacks, and how locks are
//! taken.
//!
//! Depends on the standard library alone.

#![forbid(unsafe_code)]

mod bits;
mod hash;
mod ids;
mod pile;
mod symbol;
mod sync;

pub use bits::BitSet;
pub use hash::{FastHasher, FastMap, FastSet, SPREAD, hash_bytes, hash_words, mixed};
pub use ids::{Id, IdVec};
pub use pile::Pile;
pub use symbol::{Symbol, names};
pub use sync::{lock, wait};
