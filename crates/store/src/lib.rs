//! Where states are kept: pools of components, and the set of visited states as a tree of pairs over them.
//!
//! This is the collapse compression of Java PathFinder's and SPIN's ancestors: large parts of a state stay the same from one state to the
//! next, so each part is kept once and a state is a list of small numbers. The list itself is folded pairwise, and each
//! pair is kept once too; what is new in a state is then a few pairs.

#![forbid(unsafe_code)]

mod exact;
mod pairs;
mod pools;

pub use exact::Exact;
