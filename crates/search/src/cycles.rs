//! What searches for cycles have in common: a run that goes on for ever is a way to a state and a way back to
//! it.
//!
//! A state is accepting if the system's first proposition holds in it. A system that repeats its ended states
//! for ever is the product's business.

use crate::limits::{Clock, Limits, Progress, Why};
use base::FastMap;
use lts::{Cause, Choices, CompId, Finding, Gap, Insert, Path, Pool, StateId, Status, Store, System};
use std::time::Duration;

/// A run for ever: the stem once, then the cycle again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    pub stem: Path,
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

/// What to do after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Next {
    On,
    Stop,
    /// Begin again: the machine has learnt something.
    Again,
}

/// The machine, the store and the figures: what every search for cycles works with.
pub(crate) struct Desk<'a> {
    pub system: &'a mut dyn System,
    pub store: &'a mut dyn Store,
    pub limits: &'a Limits,
    pub ended: Cycles,
    pub choices: Choices,
    components: Vec<CompId>,
    clock: Clock,
}

impl<'a> Desk<'a> {
    pub fn new(system: &'a mut dyn System, store: &'a mut dyn Store, limits: &'a Limits) -> Desk<'a> {
        Desk {
            system,
            store,
            limits,
            ended: Cycles::default(),
            choices: Choices::default(),
            components: Vec::new(),
            clock: Clock::new(),
        }
    }

    /// Forgets what was found, but not how often it was begun.
    pub fn begin_again(&mut self) {
        let (restarts, transitions) = (self.ended.restarts + 1, self.ended.transitions);
        self.ended = Cycles { restarts, transitions, ..Cycles::default() };
        self.store.clear();
    }

    /// Names the machine's state: its number, and whether it is new. `None` if the store cannot tell states
    /// apart.
    pub fn name(&mut self) -> Option<(u64, bool)> {
        self.components.clear();
        self.system.save(&mut Components { store: self.store }, &mut self.components);
        match self.store.insert(&self.components) {
            Insert::New(StateId(id)) => Some((id, true)),
            Insert::Seen(Some(StateId(id))) => Some((id, false)),
            Insert::Seen(None) => {
                self.gap(Gap {
                    cause: Cause::Unsupported,
                    what: "a search for cycles with a store that does not keep states whole; use the exact store"
                        .to_string(),
                    place: String::new(),
                });
                None
            }
        }
    }

    /// The choices of the machine's state, in `choices`; false if there are none. A flaw that the state has
    /// is noted, and ends the search.
    pub fn has_choices(&mut self) -> Result<bool, Finding> {
        match self.system.choices(&mut self.choices) {
            Status::Live => Ok(true),
            // Ends are ends here: who wants them repeated for ever says so by a choice.
            Status::Done | Status::Stuck(_) => Ok(false),
            Status::Flawed(finding) => Err(finding),
        }
    }

    pub fn is_accepting(&mut self) -> bool {
        self.system.atoms().is_some_and(|atoms| atoms.holds(0))
    }

    pub fn gap(&mut self, gap: Gap) {
        if !self.ended.gaps.contains(&gap) {
            self.ended.gaps.push(gap);
        }
    }

    pub fn cut(&mut self, why: Why) {
        if !self.ended.cut.contains(&why) {
            self.ended.cut.push(why);
        }
    }

    /// The depth or the number of states is at its limit.
    pub fn is_too_deep(&mut self, depth: usize) -> bool {
        let too_deep = self.limits.depth.is_some_and(|most| depth >= most);
        if too_deep {
            self.cut(Why::Depth);
        }
        too_deep
    }

    /// Looks at limits now and then, and tells how far the search is. False if it must end.
    pub fn may_go_on(&mut self, depth: usize, watch: &mut dyn FnMut(&Progress) -> bool) -> bool {
        self.ended.max_depth = self.ended.max_depth.max(depth);
        if self.limits.states.is_some_and(|states| self.store.states() >= states) {
            self.cut(Why::States);
            return false;
        }
        if !self.clock.tick(self.system) {
            return true;
        }
        let (elapsed, bytes) = (self.clock.elapsed(), self.store.bytes());
        let progress = Progress {
            states: self.store.states(),
            transitions: self.ended.transitions,
            depth,
            frontier: depth as u64,
            bytes,
            elapsed,
            share: None,
        };
        let why = if !watch(&progress) {
            Why::Interrupted
        } else if self.limits.time.is_some_and(|time| elapsed >= time) {
            Why::Time
        } else if self.limits.store_bytes.is_some_and(|most| bytes >= most) {
            Why::Memory
        } else {
            return true;
        };
        self.cut(why);
        false
    }

    pub fn finish(mut self) -> Cycles {
        self.ended.states = self.store.states();
        self.ended.elapsed = self.clock.elapsed();
        self.ended
    }
}

/// The store as a pool, for machines.
struct Components<'a> {
    store: &'a mut dyn Store,
}

impl Pool for Components<'_> {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.store.intern(kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.store.words(component, out)
    }
}

/// A set of states: one bit each where numbers lie close together, pages of bits where they do not.
#[derive(Default)]
pub(crate) struct StateSet {
    pages: FastMap<u64, Box<[u64; StateSet::WORDS]>>,
}

impl StateSet {
    const WORDS: usize = 64;
    const BITS: u64 = Self::WORDS as u64 * 64;

    fn place(state: u64) -> (u64, usize, u64) {
        let within = state % Self::BITS;
        (state / Self::BITS, (within / 64) as usize, 1 << (within % 64))
    }

    pub fn contains(&self, state: u64) -> bool {
        let (page, word, bit) = Self::place(state);
        self.pages.get(&page).is_some_and(|words| words[word] & bit != 0)
    }

    /// True if it was not there before.
    pub fn insert(&mut self, state: u64) -> bool {
        let (page, word, bit) = Self::place(state);
        let words = self.pages.entry(page).or_insert_with(|| Box::new([0; Self::WORDS]));
        let fresh = words[word] & bit == 0;
        words[word] |= bit;
        fresh
    }

    pub fn remove(&mut self, state: u64) {
        let (page, word, bit) = Self::place(state);
        if let Some(words) = self.pages.get_mut(&page) {
            words[word] &= !bit;
        }
    }
}
