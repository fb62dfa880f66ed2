//! Where visited states are kept: the flags that choose it, and what is told of it.

use crate::spilling;
use clap::{Args, ValueEnum};
use lts::{Figures, Store};
use report::{PoolFigures, StoreFigures};
use std::path::PathBuf;
use store::{Bitstate, Compress, Exact, Fingerprints, Shared, Spill, exact};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Whole states, compressed
    Exact,
    /// 128 bits for each state; two states may be taken for one, with a probability that is told
    Fingerprint,
    /// A few bits for each state in an array of fixed size; finds violations, never proves that there are
    /// none
    Bitstate,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Compression {
    /// All words of a state
    Off,
    /// The list of its components' numbers
    Collapse,
    /// A tree of pairs over that list
    Tree,
}

#[derive(Args)]
pub struct Storing {
    /// What is kept of a visited state
    #[arg(long, value_name = "KIND", value_enum, default_value_t = Kind::Exact)]
    pub store: Kind,

    /// How the exact store keeps a state [default: tree]
    #[arg(long, value_name = "HOW", value_enum)]
    pub compress: Option<Compression>,

    /// The size of the array of --store bitstate, in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub bitstate_size: Option<u64>,

    /// Put visited states on disk, in this folder, when they are too many for --memory [default memory: half
    /// of the computer's]
    #[arg(long, value_name = "FOLDER")]
    pub spill: Option<PathBuf>,
}

const DEFAULT_BITSTATE_MIB: u64 = 64;

/// From this probability on that a state was left out, a search is not complete.
const NEGLIGIBLE: f64 = 1e-9;

impl Storing {
    /// What is wrong with flags that do not go together, in words. `by_state` tells that the search must know
    /// which state it has come to.
    pub fn contradiction(&self, by_state: bool, workers: usize) -> Option<&'static str> {
        if self.compress.is_some() && self.store != Kind::Exact {
            return Some("--compress goes with --store exact");
        }
        if self.bitstate_size.is_some() && self.store != Kind::Bitstate {
            return Some("--bitstate-size goes with --store bitstate");
        }
        if self.spill.is_some() && !self.is_tree() {
            return Some(
                "--spill goes with --store exact and --compress tree: no other store can put states on disk",
            );
        }
        if by_state && self.store != Kind::Exact {
            return Some(
                "--search preemptions needs --store exact: it comes back to states and must know them",
            );
        }
        let is_shared = self.store == Kind::Exact && matches!(self.compress, None | Some(Compression::Tree));
        (workers > 1 && !is_shared)
            .then_some("several workers share an exact store with --compress tree only")
    }

    /// States are kept whole, as trees.
    pub fn is_tree(&self) -> bool {
        self.store == Kind::Exact && matches!(self.compress, None | Some(Compression::Tree))
    }

    /// The store that the flags ask for. `memory_bytes` is the bound that the user has set.
    ///
    /// # Errors
    /// What is wrong with the folder for states on disk.
    pub fn make(&self, workers: usize, memory_bytes: Option<u64>) -> Result<Box<dyn Store>, String> {
        Ok(match self.spill(memory_bytes)? {
            Some(spill) if workers > 1 => Box::new(Shared::spilling(spill)),
            Some(spill) => Box::new(Exact::spilling(spill)),
            None => self.in_memory(workers),
        })
    }

    /// Where states may go that are too many for memory.
    ///
    /// # Errors
    /// What is wrong with the folder.
    pub fn spill(&self, memory_bytes: Option<u64>) -> Result<Option<Spill>, String> {
        self.spill.as_ref().map(|folder| spilling::to(folder, memory_bytes)).transpose()
    }

    fn in_memory(&self, workers: usize) -> Box<dyn Store> {
        match self.store {
            Kind::Exact if workers > 1 => Box::new(Shared::default()),
            Kind::Exact => exact(self.compression()),
            Kind::Fingerprint => Box::new(Fingerprints::default()),
            Kind::Bitstate => {
                Box::new(Bitstate::new(self.bitstate_size.unwrap_or(DEFAULT_BITSTATE_MIB) << 20))
            }
        }
    }

    fn compression(&self) -> Compress {
        match self.compress {
            Some(Compression::Off) => Compress::Off,
            Some(Compression::Collapse) => Compress::Collapse,
            Some(Compression::Tree) | None => Compress::Tree,
        }
    }

    /// What a report tells of a store. `kinds` names the kinds of components.
    pub fn figures(&self, figures: &Figures, kinds: &[&'static str]) -> StoreFigures {
        let compress = (self.store == Kind::Exact).then(|| match self.compression() {
            Compress::Off => "off",
            Compress::Collapse => "collapse",
            Compress::Tree => "tree",
        });
        let pools = kinds.iter().zip(figures.entries).zip(figures.asked);
        StoreFigures {
            kind: figures.store,
            compress,
            pool_bytes: figures.pool_bytes,
            pairs: figures.pairs,
            collision: figures.collision,
            on_disk: figures.on_disk.clone(),
            pools: pools.map(|((&name, entries), asked)| PoolFigures { name, entries, asked }).collect(),
        }
    }

    /// Why a search that saw no more states is not complete all the same.
    pub fn omission(&self, figures: &Figures) -> Option<String> {
        let is_certain = self.store != Kind::Bitstate && figures.collision < NEGLIGIBLE;
        (!is_certain).then(|| {
            format!(
                "the {} store may have left out states (probability {:.1e})",
                figures.store, figures.collision
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: Storing = Storing { store: Kind::Exact, compress: None, bitstate_size: None, spill: None };

    #[test]
    fn flags_that_do_not_go_together() {
        assert_eq!(DEFAULT.contradiction(true, 8), None);
        let collapsed = Storing { compress: Some(Compression::Collapse), ..DEFAULT };
        assert_eq!(collapsed.contradiction(true, 1), None);
        assert!(collapsed.contradiction(false, 2).is_some());
        assert!(Storing { store: Kind::Bitstate, ..collapsed }.contradiction(false, 1).is_some());
        assert!(Storing { bitstate_size: Some(1), ..DEFAULT }.contradiction(false, 1).is_some());
        let spilling = || Storing { spill: Some(PathBuf::from("here")), ..DEFAULT };
        assert_eq!(spilling().contradiction(true, 8), None);
        assert!(Storing { store: Kind::Fingerprint, ..spilling() }.contradiction(false, 1).is_some());
        assert!(Storing { compress: Some(Compression::Off), ..spilling() }.contradiction(false, 1).is_some());
        let prints = Storing { store: Kind::Fingerprint, ..DEFAULT };
        assert_eq!(prints.contradiction(false, 1), None);
        assert!(prints.contradiction(true, 1).is_some() && prints.contradiction(false, 2).is_some());
    }

    #[test]
    fn only_what_may_miss_a_state_is_incomplete() {
        let states = |storing: &Storing| {
            let mut store = storing.make(1, None).unwrap();
            for n in 0..1000 {
                store.insert(&[lts::CompId(n)]);
            }
            store.figures()
        };
        let prints = Storing { store: Kind::Fingerprint, ..DEFAULT };
        let bits = Storing { store: Kind::Bitstate, bitstate_size: Some(1), ..DEFAULT };
        assert_eq!(DEFAULT.omission(&states(&DEFAULT)), None);
        assert_eq!(prints.omission(&states(&prints)), None);
        assert!(bits.omission(&states(&bits)).is_some());
        assert!(prints.omission(&Figures { collision: 0.5, ..states(&prints) }).is_some());
    }
}
