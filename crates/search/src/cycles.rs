//! What searches for cycles have in common: a run that goes on for ever is a way to a state and a way back to
//! it.
//!
//! A state is accepting if the system's first proposition holds in it. A system that repeats its ended states
//! for ever is the product's business.

use crate::codec;
use crate::limits::{Limits, Progress, Why};
use crate::result::SearchResult;
use crate::sequential::{Checkpoints, listened};
use crate::tap::Tap;
use base::FastMap;
use lts::{Finding, Gap, Path, StateId, Store, System};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A run for ever: the stem once, then the cycle again and again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lasso {
    #[serde(with = "codec::path")]
    pub stem: Path,
    #[serde(with = "codec::path")]
    pub cycle: Path,
}

/// How a search for cycles ended.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    /// The accepting cycle.
    pub lasso: Option<Lasso>,
    /// A violation that a step itself told, and the way to it.
    pub found: Option<(Finding, Path)>,
    pub gaps: Vec<Gap>,
    pub cut: Vec<Why>,
    pub states: u64,
    pub transitions: u64,
    pub max_depth: usize,
    pub restarts: u64,
    pub elapsed: Duration,
}

impl Cycles {
    /// Everything was searched, and there is nothing to find.
    pub fn is_clean(&self) -> bool {
        self.lasso.is_none() && self.found.is_none() && self.gaps.is_empty() && self.cut.is_empty()
    }
}

/// Searches depth first with a listener, who leaves the cycle that he finds in `lasso`. `None` if there is a checkpoint
/// to begin from that does not fit.
pub(crate) fn listen(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    tap: &mut dyn Tap,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Cycles> {
    // One violation is enough, whatever else is wanted of other searches.
    let limits = Limits { all: false, ..limits.clone() };
    let SearchResult { statistics, mut found, gaps, cut, .. } =
        listened(system, store, &limits, tap, kept, watch)?;
    Some(Cycles {
        lasso: None,
        found: found.pop().map(|found| (found.finding, found.path)),
        gaps,
        cut,
        states: statistics.states,
        transitions: statistics.repeated + statistics.transitions,
        max_depth: statistics.max_depth,
        restarts: statistics.restarts,
        elapsed: statistics.elapsed,
    })
}

/// A set of states: one bit each where numbers lie close together, pages of bits where they do not.
#[derive(Default)]
pub(crate) struct StateSet {
    pages: FastMap<u64, Box<[u64; StateSet::WORDS]>>,
}

impl StateSet {
    const WORDS: usize = 64;
    const BITS: u64 = Self::WORDS as u64 * 64;

    fn place(StateId(state): StateId) -> (u64, usize, u64) {
        let within = state % Self::BITS;
        (state / Self::BITS, (within / 64) as usize, 1 << (within % 64))
    }

    pub fn contains(&self, state: StateId) -> bool {
        let (page, word, bit) = Self::place(state);
        self.pages.get(&page).is_some_and(|words| words[word] & bit != 0)
    }

    /// True if it was not there before.
    pub fn insert(&mut self, state: StateId) -> bool {
        let (page, word, bit) = Self::place(state);
        let words = self.pages.entry(page).or_insert_with(|| Box::new([0; Self::WORDS]));
        let fresh = words[word] & bit == 0;
        words[word] |= bit;
        fresh
    }

    /// All of it, page by page.
    pub fn pages(&self) -> Vec<(u64, Vec<u64>)> {
        self.pages.iter().map(|(&page, words)| (page, words.to_vec())).collect()
    }

    /// What `pages` gave; `None` if these are none.
    pub fn from_pages(pages: Vec<(u64, Vec<u64>)>) -> Option<StateSet> {
        let page = |(page, words): (u64, Vec<u64>)| {
            Some((page, Box::new(<[u64; Self::WORDS]>::try_from(words).ok()?)))
        };
        Some(StateSet { pages: pages.into_iter().map(page).collect::<Option<_>>()? })
    }

    pub fn remove(&mut self, state: StateId) {
        let (page, word, bit) = Self::place(state);
        if let Some(words) = self.pages.get_mut(&page) {
            words[word] &= !bit;
        }
    }
}
