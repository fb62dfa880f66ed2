//! What a search may use, and how far it has come.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Bounds of a search. `None` is no bound.
#[derive(Clone, Debug)]
pub struct Limits {
    pub states: Option<u64>,
    pub depth: Option<usize>,
    pub time: Option<Duration>,
    pub store_bytes: Option<u64>,
    /// Schedules with more preemptions than this are left out.
    pub preemptions: Option<u32>,
    /// Go on after the first finding.
    pub all: bool,
}

/// Which bound ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    States,
    Depth,
    Time,
    Memory,
    Interrupted,
    Preemptions,
    /// Only some paths were tried.
    Sampled,
    /// The system ended the search itself.
    Finished,
    /// The store has lost states.
    Store,
}

impl Why {
    /// It only stopped the search: one that goes on from there misses nothing.
    pub(crate) fn is_pause(self) -> bool {
        match self {
            Why::States | Why::Time | Why::Memory | Why::Interrupted => true,
            Why::Depth | Why::Preemptions | Why::Sampled | Why::Finished | Why::Store => false,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Why::States => "the limit on states was reached",
            Why::Depth => "paths were cut at the depth limit",
            Why::Time => "the time limit was reached",
            Why::Memory => "the memory limit was reached",
            Why::Interrupted => "the search was interrupted",
            Why::Preemptions => "schedules with more preemptions were left out",
            Why::Sampled => "only some paths were tried",
            Why::Finished => "the program ended the search",
            Why::Store => "visited states could not be read back",
        }
    }
}

/// Figures for a progress line.
#[derive(Clone, Debug)]
pub struct Progress {
    pub states: u64,
    pub transitions: u64,
    pub depth: usize,
    /// States that have been reached and wait to be explored.
    pub frontier: u64,
    pub bytes: u64,
    pub elapsed: Duration,
    pub share: Option<Share>,
}

/// How much of a search is done, for those searches that can say it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Share {
    /// Of the branches of the search, each as large as its siblings: from 0 to 1. That is a fact about
    /// branches and no forecast of time, since later ones lead mostly to states that are known by then.
    Branches(f64),
    Walks {
        done: u64,
        of: u64,
    },
}

/// Looks at the clock only now and then.
pub(crate) struct Clock {
    started: Instant,
    calls: u64,
}

impl Clock {
    /// Steps between two looks.
    pub const EVERY: u64 = 1024;

    pub fn new() -> Clock {
        Clock { started: Instant::now(), calls: 0 }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// True once in a while.
    pub fn tick(&mut self) -> bool {
        self.calls += 1;
        self.calls.is_multiple_of(Clock::EVERY)
    }
}
