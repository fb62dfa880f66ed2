//! A worker of a team, as the search that it makes sees the others.

use super::LOOK_EVERY;
use super::team::Team;
use crate::limits::Progress;
use crate::peers::{After, Job, Peers};
use crate::result::{Next, PendingRestart, SearchResult};
use base::{lock, wait};
use lts::MaybeOwned;
use lts::{Settled, System};
use std::sync::atomic::Ordering;

/// One of the team.
pub(super) struct Member<'a> {
    pub(super) team: &'a Team<'a>,
    /// Which model its machine is like.
    pub(super) version: u64,
    pub(super) extent: u64,
    /// Operations of machines that were replaced, and what the present one had done before.
    pub(super) instructions: u64,
    pub(super) before: u64,
    /// Transitions that the team knows of.
    pub(super) counted: u64,
}

impl Member<'_> {
    /// Goes on with a machine like the model. False if there can be none.
    fn replace(
        &mut self,
        master: &dyn System,
        version: u64,
        system: &mut MaybeOwned<'_>,
        restart: &mut PendingRestart,
    ) -> bool {
        let Some(mut sibling) = master.sibling() else { return false };
        self.instructions += system.instructions() - self.before;
        self.before = sibling.instructions();
        (self.version, self.extent) = (version, sibling.settle().extent);
        *system = MaybeOwned::Owned(sibling);
        if self.team.must_restart.load(Ordering::Acquire) {
            restart.inherit();
        }
        true
    }
}

impl Peers for Member<'_> {
    fn after_step(
        &mut self,
        system: &mut MaybeOwned<'_>,
        settled: &Settled,
        restart: &mut PendingRestart,
    ) -> After {
        let is_same = self.team.version.load(Ordering::Acquire) == self.version;
        let extent = settled.extent;
        if is_same && extent == self.extent {
            return After::Go;
        }
        let mut master = lock(&self.team.master);
        let version = self.team.version.load(Ordering::Acquire);
        if version == self.version {
            let Some(sibling) = system.sibling() else { return After::Pause };
            *master = sibling;
            self.team.must_restart.fetch_or(restart.is_pending() || settled.is_outdated, Ordering::Release);
            self.team.version.store(version + 1, Ordering::Release);
            (self.version, self.extent) = (version + 1, extent);
            return After::Go;
        }
        match self.replace(&**master, version, system, restart) {
            true => After::Redo,
            false => After::Pause,
        }
    }

    fn renew(&mut self, system: &mut MaybeOwned<'_>, restart: &mut PendingRestart) -> bool {
        // Whoever named the state has told of all that was new to it before it left the state to others.
        if self.team.version.load(Ordering::Acquire) == self.version {
            return false;
        }
        let master = lock(&self.team.master);
        let version = self.team.version.load(Ordering::Acquire);
        self.replace(&**master, version, system, restart)
    }

    fn wants_work(&self) -> bool {
        self.team.hungry.load(Ordering::Relaxed) > 0
    }

    fn give(&mut self, job: Job) {
        lock(&self.team.jobs).list.push(job);
        self.team.changed.notify_one();
    }

    fn take(&mut self) -> Option<Job> {
        let team = self.team;
        let mut jobs = lock(&team.jobs);
        jobs.working -= 1;
        team.hungry.fetch_add(1, Ordering::Relaxed);
        let job = loop {
            if team.stop.load(Ordering::Acquire) {
                break None;
            }
            if let Some(job) = jobs.list.pop() {
                break Some(job);
            }
            if jobs.working == 0 {
                break None;
            }
            jobs = wait(&team.jobs, jobs, &team.changed, LOOK_EVERY);
        };
        team.hungry.fetch_sub(1, Ordering::Relaxed);
        match job {
            Some(_) => jobs.working += 1,
            None => team.end(),
        }
        job
    }

    fn look_around(&mut self, _: &mut SearchResult, progress: &Progress) -> Next {
        let team = self.team;
        team.transitions.fetch_add(progress.transitions - self.counted, Ordering::Relaxed);
        self.counted = progress.transitions;
        team.depth.store(progress.depth, Ordering::Relaxed);
        if team.stop.load(Ordering::Acquire) { Next::Stop } else { Next::On }
    }
}
