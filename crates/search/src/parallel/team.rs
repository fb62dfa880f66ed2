//! The workers of one search, and what they share.

use super::LOOK_EVERY;
use super::member::Member;
use crate::dfs::Dfs;
use crate::limits::{Limits, Progress, Why};
use crate::peers::Job;
use crate::record::{SharedRecord, WorkerRecords};
use crate::result::{Next, SearchResult};
use crate::visit::Visiting;
use base::lock;
use lts::MaybeOwned;
use lts::{Store, System};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// What all workers share.
pub(super) struct Team<'a> {
    pub(super) limits: &'a Limits,
    pub(super) workers: usize,
    pub(super) jobs: Mutex<Jobs>,
    /// There are jobs, or there will be none any more.
    pub(super) changed: Condvar,
    /// Workers that wait for a job.
    pub(super) hungry: AtomicUsize,
    /// The machine from which others are made, and how often it has been another one.
    pub(super) master: Mutex<Box<dyn System>>,
    pub(super) version: AtomicU64,
    pub(super) stop: AtomicBool,
    /// Somebody has learnt something: the search must begin again.
    pub(super) outdated: AtomicBool,
    /// The model comes from a machine that had learnt something: what its siblings find does not count.
    pub(super) must_restart: AtomicBool,
    pub(super) transitions: AtomicU64,
    pub(super) depth: AtomicUsize,
    pub(super) cut: Mutex<Option<Why>>,
}

pub(super) struct Jobs {
    pub(super) list: Vec<Job>,
    pub(super) working: usize,
}

impl<'a> Team<'a> {
    pub(super) fn new(
        master: Box<dyn System>,
        workers: usize,
        jobs: Vec<Job>,
        limits: &'a Limits,
    ) -> Team<'a> {
        Team {
            limits,
            workers,
            jobs: Mutex::new(Jobs { list: jobs, working: workers }),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            master: Mutex::new(master),
            version: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            outdated: AtomicBool::new(false),
            must_restart: AtomicBool::new(false),
            transitions: AtomicU64::new(0),
            depth: AtomicUsize::new(0),
            cut: Mutex::new(None),
        }
    }

    /// Lets all workers work, and looks at them until they are done.
    pub(super) fn run(
        &self,
        store: &dyn Store,
        started: Instant,
        so_far: &SearchResult,
        mut recording: Option<&mut WorkerRecords<'_>>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Vec<(SearchResult, Vec<u32>)> {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers)
                .filter_map(|_| {
                    let handle = store.handle()?;
                    let master = lock(&self.master);
                    let (system, version) = (master.sibling()?, self.version.load(Ordering::Acquire));
                    let record = recording.as_mut().map(|recording| recording.another());
                    Some(scope.spawn(move || self.work(system, version, handle, record)))
                })
                .collect();
            while !workers.iter().all(|worker| worker.is_finished()) {
                std::thread::sleep(LOOK_EVERY);
                let transitions = so_far.statistics.transitions + self.transitions.load(Ordering::Relaxed);
                let progress = Progress {
                    states: store.states(),
                    transitions,
                    depth: self.depth.load(Ordering::Relaxed),
                    frontier: lock(&self.jobs).list.len() as u64,
                    bytes: store.bytes() + recording.as_ref().map_or(0, |recording| recording.bytes()),
                    elapsed: started.elapsed(),
                    share: None,
                };
                if let Some(recording) = recording.as_mut() {
                    let watch = RefCell::new(&mut *watch);
                    let goes_on = || {
                        let progress = Progress { elapsed: started.elapsed(), ..progress.clone() };
                        self.limits.overrun(&progress, &mut **watch.borrow_mut()).is_none()
                    };
                    if recording.is_enough(progress.states, &goes_on) {
                        self.end();
                    }
                }
                let progress = Progress { elapsed: started.elapsed(), ..progress };
                let mut result = SearchResult::default();
                if result.look_around(self.limits, &progress, watch) == Next::Stop {
                    *lock(&self.cut) = result.cut.pop();
                    self.end();
                }
            }
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        })
    }

    fn work(
        &self,
        mut system: Box<dyn System>,
        version: u64,
        mut store: Box<dyn Store>,
        mut record: Option<SharedRecord>,
    ) -> (SearchResult, Vec<u32>) {
        // Done, stopped by something that stops everybody, or gone by a fault.
        let _end = TeamGuard(self);
        let (before, extent) = (system.instructions(), system.settle().extent);
        let mut member = Member { team: self, version, extent, before, instructions: 0, counted: 0 };
        let mut listener = record.as_mut().map(|record| Visiting(record));
        let mut dfs = Dfs::new(MaybeOwned::Owned(system), &mut *store, self.limits, &mut member);
        if let Some(listener) = &mut listener {
            dfs = dfs.listened(listener);
        }
        let next = dfs.go_on();
        let (mut result, last, learnt) =
            (dfs.core.result, dfs.core.system.instructions(), dfs.core.system.learnt());
        drop(dfs.core.system);
        if next == Next::Again {
            self.outdated.store(true, Ordering::Release);
        }
        result.statistics.instructions = member.instructions + (last - member.before);
        (result, learnt)
    }

    /// Nobody does any more.
    pub(super) fn end(&self) {
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    pub(super) fn cut(&self) -> Option<Why> {
        *lock(&self.cut)
    }

    pub(super) fn into_master(self) -> Box<dyn System> {
        self.master.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a worker is gone, all others stop: either everything is done, or nothing more is wanted.
pub(super) struct TeamGuard<'a>(&'a Team<'a>);

impl Drop for TeamGuard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
