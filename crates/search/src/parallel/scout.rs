//! The first worker, before there are others.

use crate::limits::{Limits, Progress};
use crate::peers::{After, Job, Peers};
use crate::result::{Next, PendingRestart, SearchResult};
use lts::MaybeOwned;
use lts::Settled;
use std::time::Instant;

/// The peers of the first worker before there are others.
pub(super) struct Scout<'a> {
    pub(super) limits: &'a Limits,
    pub(super) watch: &'a mut dyn FnMut(&Progress) -> bool,
    pub(super) started: Instant,
    pub(super) extent: u64,
    /// Steps since it met something new, and after how many of them others come.
    pub(super) quiet: u64,
    pub(super) patience: u64,
    /// There will be no others.
    pub(super) alone: bool,
}

impl Scout<'_> {
    pub(super) fn is_paused(&self) -> bool {
        !self.alone && self.quiet >= self.patience
    }
}

impl Peers for Scout<'_> {
    fn after_step(
        &mut self,
        system: &mut MaybeOwned<'_>,
        settled: &Settled,
        _: &mut PendingRestart,
    ) -> After {
        if self.is_paused() {
            self.alone = system.sibling().is_none();
            return if self.alone { After::Go } else { After::Pause };
        }
        self.quiet = if settled.extent == self.extent { self.quiet + 1 } else { 0 };
        self.extent = settled.extent;
        After::Go
    }
    fn wants_work(&self) -> bool {
        false
    }
    fn give(&mut self, _: Job) {}
    fn take(&mut self) -> Option<Job> {
        None
    }
    fn look_around(&mut self, result: &mut SearchResult, progress: &Progress) -> Next {
        let progress = Progress { elapsed: self.started.elapsed(), ..progress.clone() };
        result.look_around(self.limits, &progress, self.watch)
    }
}
