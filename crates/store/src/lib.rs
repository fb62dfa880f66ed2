//! Where states are kept: pools of components, and the set of visited states over them.
//!
//! This is the collapse compression of Java PathFinder's and SPIN's ancestors: large parts of a state stay the same from one state to the
//! next, so each part is kept once and a state is a list of small numbers. The list itself is folded into a tree of pairs, and each
//! pair is kept once too.

#![forbid(unsafe_code)]

mod cache;
mod cell;
mod learn;
mod levels;
mod pairs;
mod pools;
mod shape;
mod slots;
mod sum;
#[cfg(test)]
mod testing;
mod tree;

pub use tree::{Exact, Shared};
