//! What a search says when it is over.

use crate::codec;
use crate::limits::{Limits, Progress, Why};
use crate::stranded::Stranded;
use lts::{Finding, Gap, Path, Store, System};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a search did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    pub states: u64,
    pub transitions: u64,
    pub revisits: u64,
    /// States without successors that are as they should be.
    pub ends: u64,
    pub pruned: u64,
    pub max_depth: usize,
    /// Bytes that a depth-first search held for its path where that was about as long as ever; nought for short ones.
    pub path_bytes: u64,
    /// New states by the least number of steps to them, of searches that go breadth first.
    pub by_depth: Vec<u64>,
    /// How often the search had to begin again because the machine had learnt something, and the transitions
    /// that were made before.
    pub restarts: u64,
    pub repeated: u64,
    /// How many beliefs of the machine have turned out wrong.
    pub beliefs: u64,
    /// States from which not everybody had to move, because steps commute.
    pub ordered: u64,
    /// Steps by which somebody came back to where he was, and that count as waiting.
    pub spun: u64,
    /// Of a search without a store: runs to their end, beginnings of runs that may be made twice because what they were
    /// planned for was not known exactly, orders of two events that were planned to be another, and how often a state
    /// was come back to for that.
    pub executions: u64,
    pub inexact: u64,
    pub reversed: u64,
    pub backtracks: u64,
    pub elapsed: Duration,
    /// Operations that all machines together have executed.
    pub instructions: u64,
    /// Walks along single paths that were made to their ends, and the steps of all of them.
    pub walks: u64,
    pub walked: u64,
}

/// A violation and the way to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    #[serde(with = "codec::finding")]
    pub finding: Finding,
    #[serde(with = "codec::path")]
    pub path: Path,
}

/// How a search ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SearchResult {
    pub statistics: Statistics,
    pub found: Vec<Found>,
    /// What could not be executed, each once.
    #[serde(with = "codec::gaps")]
    pub gaps: Vec<Gap>,
    /// The bounds that cut it, each once.
    pub cut: Vec<Why>,
    /// Which part of it has found what was found.
    pub found_by: FoundBy,
    /// It has looked for actors that can never move again while others go on for ever. Whoever keeps checkpoints does
    /// not.
    #[serde(skip)]
    pub seeks_stranded: bool,
    /// The first of them, in a program of which no path is known to end, and what there is to say of them.
    #[serde(skip)]
    pub stranded: Option<(Stranded, Finding)>,
    /// Where others go on for ever beside somebody who waits for a time that passes only where nothing else can go on:
    /// what comes then was not looked at.
    #[serde(skip)]
    pub overdue: Option<Stranded>,
}

/// A part of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum FoundBy {
    /// The one that leaves nothing out, or the only one that there is.
    #[default]
    Search,
    /// A walk along a single path.
    Walk,
}

/// What to do after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Next {
    On,
    Stop,
    /// Begin again.
    Again,
    /// Stop for now, and go on later.
    Pause,
}

/// The machine has learnt something, so that the search must begin again. It goes on for a while all the
/// same, because what it may learn still would make it begin again once more: for as long as it took to learn
/// the first thing.
#[derive(Default)]
pub(crate) struct PendingRestart {
    /// Transitions before this search from the beginning, and before the first thing was learnt.
    begun: u64,
    since: Option<u64>,
    /// What the machine knew at the beginning: what was found before it learnt anything are paths of that
    /// machine.
    learnt: Vec<u32>,
}

impl PendingRestart {
    /// Few transitions are worth nothing.
    const LEAST: u64 = 1_000;

    pub fn begin(&mut self, transitions: u64, system: &mut dyn System) {
        *self = PendingRestart { begun: transitions, since: None, learnt: system.learnt() };
    }

    /// The search ends here, whatever was learnt: the machine is again the one whose paths were found.
    pub fn settle(&self, system: &mut dyn System) {
        if self.is_pending() {
            system.learn(&self.learnt);
        }
    }

    pub fn note(&mut self, transitions: u64) {
        self.since.get_or_insert(transitions);
    }

    /// The machine is another one now, made from one whose search must begin again.
    pub fn inherit(&mut self) {
        self.note(self.begun);
    }

    /// It is time to begin again.
    pub fn is_due(&self, transitions: u64) -> bool {
        let until = |since: u64| since + (since - self.begun).max(PendingRestart::LEAST);
        self.since.is_some_and(|since| transitions >= until(since))
    }

    /// The search must begin again, now or later.
    pub fn is_pending(&self) -> bool {
        self.since.is_some()
    }
}

impl SearchResult {
    /// Everything was searched.
    pub fn is_complete(&self) -> bool {
        self.cut.is_empty() && self.gaps.is_empty()
    }

    /// Nothing is left to do, whatever is left on the stack: what was looked for is found, or the program has
    /// ended the search.
    pub(crate) fn is_over(&self, limits: &Limits) -> bool {
        (!limits.all && !self.found.is_empty()) || self.cut.contains(&Why::Finished)
    }

    /// What was found so far does not count: the machine has learnt something, and the search begins again.
    pub(crate) fn begin_again(&mut self) {
        let old = std::mem::take(&mut self.statistics);
        let (restarts, repeated) = (old.restarts + 1, old.repeated + old.transitions);
        let Statistics { walks, walked, .. } = old;
        *self = SearchResult {
            statistics: Statistics { restarts, repeated, walks, walked, ..Statistics::default() },
            ..SearchResult::default()
        };
    }

    /// Who can never move again is missed in a program that ends otherwise: that is a finding. Of a program of which
    /// no path ends nobody can say whether it is meant to be so.
    pub(crate) fn judge_stranded(&mut self, is_sought: bool, limits: &Limits) {
        self.seeks_stranded = is_sought;
        let is_missed = self.statistics.ends > 0 && (limits.all || self.found.is_empty());
        if let Some((stranded, finding)) = self.stranded.take_if(|_| is_missed) {
            self.found.push(Found { finding, path: stranded.path });
        }
    }

    /// One of those who can never move again is known, and one of those who wait for time.
    pub(crate) fn has_endless(&self) -> bool {
        self.stranded.is_some() && self.overdue.is_some()
    }

    pub(crate) fn cut(&mut self, why: Why) {
        if !self.cut.contains(&why) {
            self.cut.push(why);
        }
    }

    /// A search is worth no more than its store: one that has lost states may have taken old ones for new, or
    /// not come back to them.
    pub(crate) fn rely_on(&mut self, store: &dyn Store) -> Next {
        match store.fault() {
            Some(_) => {
                self.cut(Why::Store);
                Next::Stop
            }
            None => Next::On,
        }
    }

    pub(crate) fn gap(&mut self, gap: Gap) {
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }

    /// Each finding is told once, by the shortest of the paths to it.
    pub fn tell(&mut self, found: Found) {
        match self.found.iter_mut().find(|known| known.finding == found.finding) {
            Some(known) if found.path.len() < known.path.len() => known.path = found.path,
            Some(_) => {}
            None => self.found.push(found),
        }
    }

    pub(crate) fn found(&mut self, finding: Finding, path: Path, limits: &Limits) -> Next {
        self.tell(Found { finding, path });
        if limits.all { Next::On } else { Next::Stop }
    }

    /// A flaw of a state. A search that was taken up again may come to one that it has told before.
    pub(crate) fn is_told(&self, finding: &Finding) -> bool {
        self.found.iter().any(|found| found.finding == *finding)
    }

    /// How far it is for those who make something of what it met: so many bytes are held, after so long.
    pub fn progress(&self, bytes: u64, elapsed: Duration) -> Progress {
        let Statistics { states, transitions, max_depth, .. } = self.statistics;
        Progress { states, transitions, depth: max_depth, frontier: 0, bytes, elapsed, share: None }
    }

    /// Tells how far the search is, and whether it may go on.
    pub(crate) fn look_around(
        &mut self,
        limits: &Limits,
        progress: &Progress,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Next {
        match limits.overrun(progress, watch) {
            Some(why) => {
                self.cut(why);
                Next::Stop
            }
            None => Next::On,
        }
    }
}
