//! From what a check found to text that people and programs read. Takes values and returns strings; printing is the command line's.

#![forbid(unsafe_code)]

mod columns;
mod console;
mod json;

pub use console::console;
pub use json::json;

use lts::{Finding, Gap, Scene};

/// Everything there is to tell about a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was checked, as the user called it.
    pub name: String,
    pub stories: Vec<Story>,
    pub gaps: Vec<Gap>,
    /// Why the search did not see everything, in words.
    pub cuts: Vec<String>,
    pub figures: Figures,
    /// Temporal properties that hold, in words. If there are any, they are what was checked.
    pub temporal: Vec<String>,
    /// Data races were looked for.
    pub races: bool,
    /// What whole runs print, each once, if that was asked for.
    pub outputs: Option<Vec<String>>,
}

/// A finding and how it came about.
#[derive(Clone, Debug)]
pub struct Story {
    pub finding: Finding,
    pub scenes: Vec<Scene>,
    /// Names of the actors that appear, by number.
    pub actors: Vec<(u32, String)>,
    /// How often on the way a thread had to stop that could have gone on.
    pub preemptions: u32,
    /// No way has fewer.
    pub is_fewest: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub states: u64,
    pub transitions: u64,
    pub instructions: u64,
    pub seconds: f64,
    pub store_bytes: u64,
    pub peak_bytes: u64,
    pub store: StoreFigures,
    pub max_depth: u64,
    pub restarts: u64,
    /// Structures that `Verify.stopIfVisited` has seen, by the least number of such calls before; empty without any call.
    pub structures_by_depth: Vec<u64>,
    /// Garbage that was left out of states, and left in, if it was counted.
    pub garbage: Option<(u64, u64)>,
}

/// What is told of the set of visited states.
#[derive(Clone, Debug, Default)]
pub struct StoreFigures {
    /// `exact`, `fingerprint`, `bitstate`.
    pub kind: &'static str,
    /// How an exact store keeps a state.
    pub compress: Option<&'static str>,
    /// Bytes that components take.
    pub pool_bytes: u64,
    /// Inner pairs of tree compression.
    pub pairs: u64,
    /// How likely it is at most that two states were taken for one; 0 for an exact store.
    pub collision: f64,
    pub pools: Vec<PoolFigures>,
}

/// The components of one kind.
#[derive(Clone, Debug)]
pub struct PoolFigures {
    pub name: &'static str,
    /// Different ones.
    pub entries: u64,
    /// How often one was looked up.
    pub asked: u64,
}

/// What the check says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Safe,
    Violation,
    Inconclusive,
}

impl Report {
    pub fn verdict(&self) -> Verdict {
        match (self.stories.is_empty(), self.gaps.is_empty() && self.cuts.is_empty()) {
            (false, _) => Verdict::Violation,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Inconclusive,
        }
    }
}
