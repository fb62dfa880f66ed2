//! Depth-first search by several workers with one store.
//!
//! One worker begins alone, so that the machine gets to know the program: while it still meets new parts of
//! it, machines would give them different names. When it has met none for a while, the others get machines of
//! the same knowledge, and all work off their own stacks; who has nothing to do gets the lowest open state of
//! somebody else's stack, and loads it out of the store.
//!
//! A machine that meets a new part of the program after all becomes the model of all others: whoever else has
//! met one in the meantime, or only sees that the model has changed, goes on with a machine made from the
//! model.
//!
//! All states are visited whoever visits them, so verdict and number of states do not depend on the number of
//! workers.

use crate::company::{After, Company, Job};
use crate::core::Held;
use crate::dfs::Dfs;
use crate::ended::{Doubt, Ended, Next};
use crate::limits::{Limits, Progress, Why};
use lts::{Settled, Store, System};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The first worker has met everything, probably, if nothing was new in this many steps.
const QUIET_STEPS: u64 = 2_000;
/// How often the one who waits for the workers looks at them.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Explores everything with `workers` machines. Without siblings of the machine, or a store to share, there
/// is one.
///
/// The machine in `system` may be replaced by one that knows more of the program: findings are paths of that
/// one.
pub fn parallel(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: usize,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Ended {
    let started = Instant::now();
    let mut restarts = Ended::default();
    loop {
        let (mut ended, next) = round(system, store, workers, limits, started, watch);
        ended.statistics.repeated = restarts.statistics.repeated;
        ended.statistics.instructions += restarts.statistics.instructions;
        ended.statistics.restarts = restarts.statistics.restarts;
        if next != Next::Again {
            ended.rely_on(store);
            ended.statistics.states = store.states();
            ended.statistics.elapsed = started.elapsed();
            return ended;
        }
        restarts = ended;
        restarts.statistics.restarts += 1;
        restarts.statistics.repeated += restarts.statistics.transitions;
        store.clear();
    }
}

/// One search from the beginning.
fn round(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: usize,
    limits: &Limits,
    started: Instant,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (Ended, Next) {
    let before = system.instructions();
    let alone = workers < 2 || store.handle().is_none();
    let mut scout = Scout { limits, watch, started, extent: system.settle().extent, quiet: 0, alone };
    let mut dfs = Dfs::new(Held::Borrowed(&mut **system), store, limits, &mut scout);
    let next = dfs.explore();
    let jobs = dfs.take_jobs();
    let mut ended = dfs.core.ended;
    ended.statistics.instructions += system.instructions() - before;
    let is_over = next != Next::Stop || jobs.is_empty() || !scout.is_paused();
    let (Some(master), Some(_), false) = (system.sibling(), store.handle(), is_over) else {
        return (ended, next);
    };
    let team = Team::new(master, workers, jobs, limits);
    let ends = team.run(store, started, &ended, watch);
    let mut learnt = system.learnt();
    let known = learnt.len();
    for (member, list) in ends {
        join(&mut ended, member);
        learnt.extend(list);
    }
    if let Some(why) = team.cut() {
        ended.cut(why);
    }
    let again = team.outdated.load(Ordering::Acquire);
    *system = team.into_master();
    // Where nobody begins again, what was found are paths of machines that had learnt nothing new.
    system.learn(if again { &learnt } else { &learnt[..known] });
    if !limits.all {
        // Whoever came first: the choice among them is the same as far as it can be.
        ended.found.sort_by(|a, b| (a.path.len(), &a.path).cmp(&(b.path.len(), &b.path)));
        ended.found.truncate(1);
    }
    (ended, if again { Next::Again } else { Next::Stop })
}

/// Adds what one worker has done to what all have.
fn join(all: &mut Ended, one: Ended) {
    let (sum, own) = (&mut all.statistics, &one.statistics);
    sum.transitions += own.transitions;
    sum.revisits += own.revisits;
    sum.ends += own.ends;
    sum.pruned += own.pruned;
    sum.instructions += own.instructions;
    sum.max_depth = sum.max_depth.max(own.max_depth);
    all.found.extend(one.found);
    one.gaps.into_iter().for_each(|gap| all.gap(gap));
    one.cut.into_iter().for_each(|why| all.cut(why));
}

/// The company of the first worker before there are others.
struct Scout<'a> {
    limits: &'a Limits,
    watch: &'a mut dyn FnMut(&Progress) -> bool,
    started: Instant,
    extent: u64,
    quiet: u64,
    /// There will be no others.
    alone: bool,
}

impl Scout<'_> {
    fn is_paused(&self) -> bool {
        !self.alone && self.quiet >= QUIET_STEPS
    }
}

impl Company for Scout<'_> {
    fn after_step(&mut self, system: &mut Held<'_>, settled: &Settled, _: &mut Doubt) -> After {
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
    fn look_around(&mut self, ended: &mut Ended, progress: &Progress) -> Next {
        let progress = Progress { elapsed: self.started.elapsed(), ..progress.clone() };
        ended.look_around(self.limits, &progress, self.watch)
    }
}

/// What all workers share.
struct Team<'a> {
    limits: &'a Limits,
    workers: usize,
    jobs: Mutex<Jobs>,
    /// There are jobs, or there will be none any more.
    changed: Condvar,
    /// Workers that wait for a job.
    hungry: AtomicUsize,
    /// The machine from which others are made, and how often it has been another one.
    master: Mutex<Box<dyn System>>,
    version: AtomicU64,
    stop: AtomicBool,
    /// Somebody has learnt something: the search must begin again.
    outdated: AtomicBool,
    /// The model comes from a machine that had learnt something: what its siblings find does not count.
    in_doubt: AtomicBool,
    transitions: AtomicU64,
    depth: AtomicUsize,
    cut: Mutex<Option<Why>>,
}

struct Jobs {
    list: Vec<Job>,
    working: usize,
}

/// What a poisoned lock guards is as good as before: no one panics in the middle of a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Team<'a> {
    fn new(master: Box<dyn System>, workers: usize, jobs: Vec<Job>, limits: &'a Limits) -> Team<'a> {
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
            in_doubt: AtomicBool::new(false),
            transitions: AtomicU64::new(0),
            depth: AtomicUsize::new(0),
            cut: Mutex::new(None),
        }
    }

    /// Lets all workers work, and looks at them until they are done.
    fn run(
        &self,
        store: &dyn Store,
        started: Instant,
        so_far: &Ended,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Vec<(Ended, Vec<u32>)> {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers)
                .filter_map(|_| {
                    let handle = store.handle()?;
                    let master = lock(&self.master);
                    let (system, version) = (master.sibling()?, self.version.load(Ordering::Acquire));
                    Some(scope.spawn(move || self.work(system, version, handle)))
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
                    bytes: store.bytes(),
                    elapsed: started.elapsed(),
                    share: None,
                };
                let mut ended = Ended::default();
                if ended.look_around(self.limits, &progress, watch) == Next::Stop {
                    *lock(&self.cut) = ended.cut.pop();
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
    ) -> (Ended, Vec<u32>) {
        // Done, stopped by something that stops everybody, or gone by a fault.
        let _end = End(self);
        let (before, extent) = (system.instructions(), system.settle().extent);
        let mut member = Member { team: self, version, extent, before, instructions: 0, counted: 0 };
        let mut dfs = Dfs::new(Held::Owned(system), &mut *store, self.limits, &mut member);
        let next = dfs.go_on();
        let (mut ended, last, learnt) =
            (dfs.core.ended, dfs.core.system.instructions(), dfs.core.system.learnt());
        drop(dfs.core.system);
        if next == Next::Again {
            self.outdated.store(true, Ordering::Release);
        }
        ended.statistics.instructions = member.instructions + (last - member.before);
        (ended, learnt)
    }

    /// Nobody does any more.
    fn end(&self) {
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    fn cut(&self) -> Option<Why> {
        *lock(&self.cut)
    }

    fn into_master(self) -> Box<dyn System> {
        self.master.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a worker is gone, all others stop: either everything is done, or nothing more is wanted.
struct End<'a>(&'a Team<'a>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// One of the team.
struct Member<'a> {
    team: &'a Team<'a>,
    /// Which model its machine is like.
    version: u64,
    extent: u64,
    /// Operations of machines that were replaced, and what the present one had done before.
    instructions: u64,
    before: u64,
    /// Transitions that the team knows of.
    counted: u64,
}

impl Member<'_> {
    /// Goes on with a machine like the model. False if there can be none.
    fn replace(
        &mut self,
        master: &dyn System,
        version: u64,
        system: &mut Held<'_>,
        doubt: &mut Doubt,
    ) -> bool {
        let Some(mut sibling) = master.sibling() else { return false };
        self.instructions += system.instructions() - self.before;
        self.before = sibling.instructions();
        (self.version, self.extent) = (version, sibling.settle().extent);
        *system = Held::Owned(sibling);
        if self.team.in_doubt.load(Ordering::Acquire) {
            doubt.inherit();
        }
        true
    }
}

impl Company for Member<'_> {
    fn after_step(&mut self, system: &mut Held<'_>, settled: &Settled, doubt: &mut Doubt) -> After {
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
            self.team.in_doubt.fetch_or(doubt.is_any() || settled.is_outdated, Ordering::Release);
            self.team.version.store(version + 1, Ordering::Release);
            (self.version, self.extent) = (version + 1, extent);
            return After::Go;
        }
        match self.replace(&**master, version, system, doubt) {
            true => After::Redo,
            false => After::Pause,
        }
    }

    fn renew(&mut self, system: &mut Held<'_>, doubt: &mut Doubt) -> bool {
        // Whoever named the state has told of all that was new to it before it left the state to others.
        if self.team.version.load(Ordering::Acquire) == self.version {
            return false;
        }
        let master = lock(&self.team.master);
        let version = self.team.version.load(Ordering::Acquire);
        self.replace(&**master, version, system, doubt)
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
            jobs = team.changed.wait_timeout(jobs, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        };
        team.hungry.fetch_sub(1, Ordering::Relaxed);
        match job {
            Some(_) => jobs.working += 1,
            None => team.end(),
        }
        job
    }

    fn look_around(&mut self, _: &mut Ended, progress: &Progress) -> Next {
        let team = self.team;
        team.transitions.fetch_add(progress.transitions - self.counted, Ordering::Relaxed);
        self.counted = progress.transitions;
        team.depth.store(progress.depth, Ordering::Relaxed);
        if team.stop.load(Ordering::Acquire) { Next::Stop } else { Next::On }
    }
}
