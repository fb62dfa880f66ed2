//! What every room stands on: typed dense ids, interned symbols, bit sets and a fast hash.
//!
//! Depends on the standard library alone.

#![forbid(unsafe_code)]

mod bits;
mod hash;
mod ids;
mod symbol;

pub use bits::BitSet;
pub use hash::{FastHasher, FastMap, FastSet, hash_words};
pub use ids::{Id, IdVec};
pub use symbol::{Symbol, names};
