//! One search by several processes, on this machine or on many: each state belongs to one of them, and goes there
//! to be stored and gone on from.
//!
//! What travels, and when there is nothing more to do, is the business of timely dataflow. What is here: whose a state
//! is ([`partition`]), how it travels ([`wire`]), what a node does with it ([`node`]), how nodes agree ([`flow`]), and
//! how a search is taken up again ([`keep`]).
//! Nothing here knows what is explored.

#![forbid(unsafe_code)]

mod arrive;
mod balance;
mod connect;
mod digest;
mod expand;
mod explore;
mod flow;
mod keep;
mod mover;
mod news;
mod node;
mod partition;
mod record;
mod sent;
mod trail;
mod voice;
mod wire;

pub use balance::{Balance, Dealing};
pub use connect::{Accord, Assembly, Cluster, Door};
pub use explore::{Progress, SearchEnd, explore};
pub use keep::{KeepPart, KeptParts, PartName, Upkeep};
pub use news::Halt;
pub use partition::{Aspect, Partition};
pub use record::{FUNCTIONS, RecordGraph};
pub use wire::Transfer;

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a search is done, the same for all nodes.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// Nodes in each process: each has a thread, a machine and a store of its own.
    pub workers: usize,
    pub partition: Partition,
    /// Classes of states that change hands, in the place of states that are dealt out once and for all.
    pub balance: Option<Balance>,
    pub transfer: Transfer,
    pub siblings: Siblings,
    /// How many generations behind a state that it sends a node looks at, for those that are its own.
    pub lookahead: u8,
    pub scouting: Scouting,
    pub limits: Confines,
    /// How long nodes may take to end a search that is to end: whoever says nothing for longer hangs, though his
    /// machine still answers.
    pub patience: Duration,
    /// What this process has computed for so far, for the figures.
    pub cpu_seconds: fn() -> f64,
}

/// Which states of other nodes a node remembers to have sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Siblings {
    None,
    All,
    /// So many, at most.
    Some(u32),
}

/// Walks at random before the search, for what they teach: it would have to begin again for that later.
#[derive(Clone, Copy, Debug)]
pub struct Scouting {
    pub walks: u64,
    pub steps: u32,
    /// How often, at most: with what was learnt they come to more.
    pub times: u32,
    /// After so many operations a walk ends: one that circles costs as much with every step.
    pub operations: u64,
    /// After so many, all walks of a node end, each time.
    pub all_operations: u64,
}

impl Scouting {
    pub const USUAL: Scouting =
        Scouting { walks: 8, steps: 500, times: 8, operations: 10_000_000, all_operations: 40_000_000 };
}

/// Bounds of a search. `None` is no bound. Each node keeps to them for itself.
#[derive(Clone, Debug, Default)]
pub struct Confines {
    pub states: Option<u64>,
    pub depth: Option<usize>,
    pub time: Option<Duration>,
    pub bytes: Option<u64>,
    /// Go on after the first finding.
    pub all: bool,
}

/// What one node did in the last search from the beginning.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct NodeCounts {
    pub node: usize,
    pub states: u64,
    pub transitions: u64,
    pub ends: u64,
    pub pruned: u64,
    /// Its states by the least number of steps to them.
    pub by_level: Vec<u64>,
    /// The greatest number of steps that it has gone.
    pub deepest: u32,
    /// States that wait to be gone on from.
    pub waiting: u64,
    /// Bytes that its states take.
    pub bytes: u64,
    /// Transitions that became messages, the bytes of these, and in how many parcels they went.
    pub messages: u64,
    pub sent_bytes: u64,
    pub parcels: u64,
    /// The same over all beginnings.
    pub all_messages: u64,
    pub all_bytes: u64,
    /// Transitions that led to a state of another node that had been sent before.
    pub kept_back: u64,
    /// Transitions to states of another node that had looked ahead, and states that this one saw so.
    pub left_out: u64,
    pub looked_at: u64,
    /// States that it has given to others, and that it has forgotten because others have them.
    pub moved: u64,
    pub discarded: u64,
    /// States that had become another node's by the time that their level came, and were sent on to it.
    pub relayed: u64,
    /// A state had the thread by which states are told apart.
    pub has_met: bool,
    /// How often it has written down what it has.
    pub kept: u64,
    /// States that the machine had to go to from the beginning, because it had not met all that is in them.
    pub walked: u64,
    /// How often all had to begin again because somebody had learnt something.
    pub restarts: u64,
    pub instructions: u64,
    /// Of its process, with all that it has done before and beside the search.
    pub cpu_seconds: f64,
}

impl NodeCounts {
    /// What was done up to a checkpoint counts.
    fn add_kept(&mut self, kept: &NodeCounts) {
        self.transitions += kept.transitions;
        self.ends += kept.ends;
        self.pruned += kept.pruned;
        self.messages += kept.messages;
        self.sent_bytes += kept.sent_bytes;
        self.parcels += kept.parcels;
        self.kept_back += kept.kept_back;
        self.left_out += kept.left_out;
        self.looked_at += kept.looked_at;
        self.moved += kept.moved;
        self.discarded += kept.discarded;
        self.relayed += kept.relayed;
        self.deepest = self.deepest.max(kept.deepest);
        for (level, &states) in kept.by_level.iter().enumerate() {
            self.count_level(level as u32, states as usize);
        }
    }

    fn count_level(&mut self, level: u32, states: usize) {
        // A node may be asked to keep what it has before a level that nobody comes to.
        if states == 0 {
            return;
        }
        let level = level as usize;
        if self.by_level.len() <= level {
            self.by_level.resize(level + 1, 0);
        }
        self.by_level[level] += states as u64;
    }
}
