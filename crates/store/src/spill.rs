//! Roots of states on disk, for searches whose states are too many for memory.
//!
//! Of what a state takes in the exact store, its root is what every state has for itself. With [`Spill`] the
//! roots of a shard go to disk when they are more than their part of memory, all at once: in the order of
//! their numbers, to be given back, and as a sorted [run](run), to be found. In memory stays about a byte for
//! each of them, a filter by which a new state is known for new without looking at the disk. This
//! is the scheme of log-structured merge trees (O'Neil et al., 1996) with Bloom's filters (1970), as TLC and
//! Murphi have it for fingerprints.
//!
//! Files are the caller's to open; here they are written and read back. What cannot be written stays in
//! memory, and is told. What cannot be read back makes the store's answers worthless from then on, and is
//! told as well: nobody may trust a search after that.

mod cold;
mod disk;
mod entry;
mod extents;
mod filter;
mod run;
#[cfg(test)]
mod tests;

pub use cold::Cold;
pub use disk::Disk;

use std::fs::File;

/// Where a store may put states, and when.
pub struct Spill {
    /// Files that are empty, can be read and written, and are nobody else's.
    pub numbered: File,
    pub sorted: File,
    /// What to call their place when something is wrong with them.
    pub place: String,
    /// The most memory that the store should take. It begins to spill well before.
    pub memory_bytes: u64,
}
