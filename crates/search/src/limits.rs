//! What a search may use, and how far it has come.

use lts::System;
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

impl Limits {
    /// The same for what is done behind something that took so long.
    pub fn after(&self, elapsed: Duration) -> Limits {
        Limits { time: self.time.map(|time| time.saturating_sub(elapsed)), ..self.clone() }
    }

    /// The same with no more time than this.
    pub fn within(&self, most: Duration) -> Limits {
        Limits { time: Some(self.time.map_or(most, |time| time.min(most))), ..self.clone() }
    }
}

impl Limits {
    /// Which bound something has run into that is so far, if any.
    pub fn overrun(&self, progress: &Progress, watch: &mut dyn FnMut(&Progress) -> bool) -> Option<Why> {
        if !watch(progress) {
            Some(Why::Interrupted)
        } else if self.time.is_some_and(|time| progress.elapsed >= time) {
            Some(Why::Time)
        } else if self.store_bytes.is_some_and(|most| progress.bytes >= most) {
            Some(Why::Memory)
        } else {
            None
        }
    }
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
    /// A process that searched along is gone.
    Lost,
}

impl Why {
    /// It only stopped the search: one that goes on from there misses nothing.
    pub(crate) fn is_pause(self) -> bool {
        match self {
            Why::States | Why::Time | Why::Memory | Why::Interrupted => true,
            Why::Depth | Why::Preemptions | Why::Sampled | Why::Finished | Why::Store | Why::Lost => false,
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
            Why::Finished => "the program has ended the search",
            Why::Store => "visited states could not be read back",
            Why::Lost => "a process that had a part of the states is gone",
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

/// Looks at the clock only now and then: often enough that limits hold within a fraction of a second, however
/// long a step takes, and seldom enough that looking costs nothing.
pub(crate) struct Clock {
    started: Instant,
    calls: u64,
    /// When somebody last looked, and what the machine had executed by then.
    looked: Instant,
    instructions: u64,
    /// The first steps, or the last ones, may take long: the time is asked for after each.
    is_slow: bool,
}

impl Clock {
    /// Steps between two looks, at most.
    pub const EVERY: u64 = 1024;
    /// Operations between two looks, at most, but for the last step's: some hundredths of a second.
    const OPERATIONS: u64 = 2_000_000;
    /// The time is asked for after so many steps, and it is time to look after so long: there are machines
    /// whose steps take long without any operation. Once that was so it is asked for after every step.
    const ASK_EVERY: u64 = 8;
    const LONG: Duration = Duration::from_millis(100);

    pub fn new() -> Clock {
        let now = Instant::now();
        Clock { started: now, calls: 0, looked: now, instructions: 0, is_slow: true }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// A step was taken. True if it is time to look at limits.
    pub fn tick(&mut self, system: &dyn System) -> bool {
        self.calls += 1;
        let instructions = system.instructions();
        let asks = self.is_slow || self.calls.is_multiple_of(Clock::ASK_EVERY);
        let is_late = asks && self.looked.elapsed() >= Clock::LONG;
        let is_due = self.calls.is_multiple_of(Clock::EVERY)
            || instructions.wrapping_sub(self.instructions) >= Clock::OPERATIONS
            || is_late;
        if is_due {
            self.is_slow = is_late;
            (self.looked, self.instructions) = (Instant::now(), instructions);
        }
        is_due
    }
}
