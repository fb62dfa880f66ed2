//! Where states are kept: pools of components, and the set of visited states over them.
//!
//! This is the collapse compression of Java PathFinder's and SPIN's ancestors: large parts of a state stay
//! the same from one state to the next, so each part is kept once and a state is a list of small numbers. The
//! list itself is folded into a tree of pairs, and each pair is kept once too.

#![forbid(unsafe_code)]

mod bitstate;
mod cache;
mod cell;
mod core;
mod fingerprint;
mod folding;
mod image;
mod learn;
mod levels;
mod pairs;
mod pools;
mod rows;
mod shape;
mod single;
mod slots;
mod spill;
mod sum;
#[cfg(test)]
mod testing;
mod tree;

pub use bitstate::Bitstate;
pub use fingerprint::Fingerprints;
pub use single::Single;
pub use spill::Spill;
pub use tree::{Exact, Shared};

use rows::{Row, Rows};

/// How an exact store keeps a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compress {
    /// All its words.
    Off,
    /// The list of its components' numbers.
    Collapse,
    /// A tree of pairs over that list.
    Tree,
}

/// An exact store that keeps states in one of these ways.
pub fn exact(compress: Compress) -> Box<dyn lts::Store> {
    match compress {
        Compress::Off => Box::new(Rows::new(Row::Words)),
        Compress::Collapse => Box::new(Rows::new(Row::Numbers)),
        Compress::Tree => Box::new(Exact::default()),
    }
}
