//! From what a check found to text that people and programs read. Takes values and returns strings; printing
//! is the command line's.

#![forbid(unsafe_code)]

mod columns;
mod console;
mod cycle;
mod explored;
mod github;
mod harmless;
mod html;
mod json;
mod junit;
mod linearized;
mod live;
mod plot;
mod sarif;
mod style;

pub use console::{Look, console, count, grouped, headline};
pub use explored::{Explored, Sequence};
pub use github::github;
pub use harmless::{harmless, presentable};
pub use html::{GraphState, SourceText, SourceTexts, StateGraph, StateKind, html, html_of};
pub use json::{json, json_of};
pub use junit::junit;
pub use linearized::{Linearized, Unfinished, Unlinearizable};
pub use live::{LivePath, PathEnd};
pub use plot::Detail;
pub use sarif::sarif;

use lts::{Account, Finding, Gap, Picture, Spot};

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
    pub claims: Claims,
    /// What whole runs print, each once, if that was asked for.
    pub outputs: Option<Vec<String>>,
}

/// A finding and how it came about.
#[derive(Clone, Debug)]
pub struct Story {
    pub finding: Finding,
    /// The same as every search describes it, where the story can say more.
    pub found: Option<Finding>,
    pub account: Account,
    /// How things stood at the end.
    pub end: Picture,
    /// Names of the actors, by number.
    pub actors: Vec<(u32, String)>,
    /// The command that goes this way again.
    pub replay: Option<String>,
    /// Why there is none, where there should be one.
    pub no_replay: Option<String>,
    /// The page that shows it.
    pub view: Option<String>,
    /// How often on the way an actor had to stop that could have gone on.
    pub preemptions: u32,
    /// How often an actor went on before its time, while others could go on.
    pub early: u32,
    /// No way has fewer preemptions.
    pub is_fewest: bool,
    /// Of a run that goes on for ever, the first scene of what happens again and again, up to the last. As
    /// many as there are scenes if nothing happens any more.
    pub round: Option<usize>,
    /// What is told although it had not happened by then, if that was compared: a fault of ours.
    pub refuted: Option<String>,
}

impl Story {
    pub fn actor(&self, actor: u32) -> &str {
        self.actors.iter().find(|(number, _)| *number == actor).map_or("?", |(_, name)| name.as_str())
    }

    /// Where it went wrong: the last place of the program's own code that the path came to.
    pub fn spot(&self) -> Option<&Spot> {
        let stuck = self.end.actors.iter().filter(|view| view.is_alive && view.held_by.is_some());
        let of_deadlock = stuck.filter_map(|view| view.stack.first()).next();
        let last = self.account.scenes.iter().rev().find_map(|scene| scene.spot.as_ref());
        match self.finding.property {
            lts::Property::DEADLOCK => of_deadlock.or(last),
            lts::Property::LIVELOCK | lts::Property::PARTIAL_DEADLOCK => {
                let alive = self.end.actors.iter().filter(|view| view.is_alive);
                alive.filter_map(|view| view.stack.first()).next().or(last)
            }
            _ => last,
        }
    }

    /// The first scene of what is repeated for ever, if anything is.
    pub fn loop_start(&self) -> Option<usize> {
        self.round.filter(|&first| first < self.account.scenes.len())
    }

    /// What went wrong, in one line.
    pub fn headline(&self) -> String {
        let cycle = cycle::wait_cycle(&self.end).map_or(String::new(), |cycle| format!(": {cycle}"));
        format!("{}: {}{cycle}", self.finding.property.name(), self.finding.message)
    }

    /// A finding of which only this much is told.
    pub fn untold(finding: Finding) -> Story {
        Story {
            finding,
            found: None,
            account: Account::default(),
            end: Picture::default(),
            actors: Vec::new(),
            replay: None,
            no_replay: None,
            view: None,
            preemptions: 0,
            early: 0,
            is_fewest: false,
            round: None,
            refuted: None,
        }
    }
}

/// What a check that found nothing claims, and what its claim is worth.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Temporal properties that hold, in words.
    pub holds: Vec<String>,
    pub checked: Vec<String>,
    pub unchecked: Vec<String>,
    /// What the verdict relies on.
    pub rests_on: Vec<String>,
    /// Lines of the program that no path came to.
    pub unreached: Vec<Unreached>,
    /// Why the verdict may mean less than it seems to.
    pub warnings: Vec<String>,
    /// What those are called who move, if they are no threads: then nobody counts who had to stop.
    pub movers: Option<&'static str>,
}

/// Lines of one source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreached {
    /// `pkg/Queue.java`.
    pub source: String,
    pub lines: Vec<u32>,
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
    /// Bytes that were held for the path where it was about that long; nought if it was short, or nobody knows.
    pub path_bytes: u64,
    /// How often the search began again because a belief had turned out wrong, the transitions that were made
    /// before, and how many beliefs these were.
    pub restarts: u64,
    pub repeated: u64,
    pub beliefs: u64,
    pub walks: Walks,
    /// Structures that `Verify.stopIfVisited` has seen, by the least number of such calls before; empty
    /// without any call.
    pub structures_by_depth: Vec<u64>,
    /// How often each of the things was of use that only make a search faster.
    pub accelerated: Vec<(&'static str, u64)>,
    /// Garbage that was left out of states, and left in, if it was counted.
    pub garbage: Option<(u64, u64)>,
    /// What each node did, of a search by several processes.
    pub nodes: Vec<NodeFigures>,
}

/// What one node of a search by several did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NodeFigures {
    pub node: usize,
    pub states: u64,
    /// Bytes that its states take.
    pub bytes: u64,
    pub transitions: u64,
    /// Transitions that became messages, their bytes, and in how many parcels they went.
    pub messages: u64,
    pub sent_bytes: u64,
    pub parcels: u64,
    /// Transitions to states of others that had been sent before.
    pub kept_back: u64,
    /// Transitions to states of another that had looked ahead, and states that this one saw so.
    pub left_out: u64,
    pub looked_at: u64,
    /// States that it has given to others, and that it has forgotten because others have them.
    pub moved: u64,
    pub discarded: u64,
    /// States that it sent on, because they had become another node's.
    pub relayed: u64,
    /// How often it has written down what it has.
    pub kept: u64,
    /// States that were come to by going the way to them from the beginning.
    pub walked: u64,
    /// Of the process that it is in.
    pub cpu_seconds: f64,
}

impl Figures {
    /// Adds the figures of one search to those of others.
    pub fn add(&mut self, more: &Figures) {
        self.states += more.states;
        self.transitions += more.transitions;
        self.instructions = self.instructions.max(more.instructions);
        self.seconds += more.seconds;
        self.store_bytes = self.store_bytes.max(more.store_bytes);
        self.max_depth = self.max_depth.max(more.max_depth);
        self.path_bytes = self.path_bytes.max(more.path_bytes);
        self.restarts += more.restarts;
        self.repeated += more.repeated;
        self.beliefs = self.beliefs.max(more.beliefs);
        self.walks.made += more.walks.made;
        self.walks.steps += more.walks.steps;
        self.walks.found |= more.walks.found;
        if self.store.kind.is_empty() {
            self.store = more.store.clone();
        }
    }
}

/// Walks along single paths in the middle of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walks {
    pub made: u64,
    pub steps: u64,
    /// One of them has found what was found.
    pub found: bool,
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
    /// What is on disk, if states may go there.
    pub on_disk: Option<lts::OnDisk>,
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

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Violation => "violation",
            Verdict::Inconclusive => "inconclusive",
        }
    }
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
