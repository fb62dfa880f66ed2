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

mod member;
mod scout;
mod team;

use crate::dfs::Dfs;
use crate::limits::{Limits, Progress};
use crate::record::WorkerRecords;
use crate::result::{Next, SearchResult};
use crate::visit::Visiting;
use lts::MaybeOwned;
use lts::{Store, System};
use scout::Scout;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use team::Team;

/// How often the one who waits for the workers looks at them.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// How many search, and when the first of them gets company.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    pub count: usize,
    /// The first worker has met everything, probably, if nothing was new in this many steps.
    pub quiet_steps: u64,
}

impl Workers {
    const QUIET_STEPS: u64 = 2_000;

    pub fn new(count: usize) -> Workers {
        Workers { count, quiet_steps: Workers::QUIET_STEPS }
    }
}

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
) -> SearchResult {
    rounds(system, store, Workers::new(workers), limits, None, watch)
}

/// The same with a record of everything that is met.
pub(crate) fn recorded(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: Workers,
    limits: &Limits,
    recording: &mut WorkerRecords<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    rounds(system, store, workers, limits, Some(recording), watch)
}

/// Begins again as often as somebody learns something.
fn rounds(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: Workers,
    limits: &Limits,
    mut recording: Option<&mut WorkerRecords<'_>>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    let started = Instant::now();
    let mut restarts = SearchResult::default();
    loop {
        let (mut result, next) =
            round(system, store, workers, limits, started, recording.as_deref_mut(), watch);
        result.statistics.repeated = restarts.statistics.repeated;
        result.statistics.instructions += restarts.statistics.instructions;
        result.statistics.restarts = restarts.statistics.restarts;
        if next != Next::Again {
            result.rely_on(store);
            result.statistics.states = store.states();
            result.statistics.elapsed = started.elapsed();
            return result;
        }
        restarts = result;
        restarts.statistics.restarts += 1;
        restarts.statistics.repeated += restarts.statistics.transitions;
        store.clear();
    }
}

/// One search from the beginning.
fn round(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: Workers,
    limits: &Limits,
    started: Instant,
    mut recording: Option<&mut WorkerRecords<'_>>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (SearchResult, Next) {
    let before = system.instructions();
    let alone = workers.count < 2 || store.handle().is_none();
    let (extent, patience) = (system.settle().extent, workers.quiet_steps);
    let mut scout = Scout { limits, watch, started, extent, quiet: 0, patience, alone };
    let mut record = recording.as_mut().map(|recording| recording.first());
    let mut listener = record.as_mut().map(|record| Visiting(record));
    let mut dfs = Dfs::new(MaybeOwned::Borrowed(&mut **system), store, limits, &mut scout);
    if let Some(listener) = &mut listener {
        dfs = dfs.listened(listener);
    }
    let next = dfs.explore();
    let jobs = dfs.take_jobs();
    let mut result = dfs.core.result;
    result.statistics.instructions += system.instructions() - before;
    let is_over = next != Next::Stop || jobs.is_empty() || !scout.is_paused();
    let (Some(master), Some(_), false) = (system.sibling(), store.handle(), is_over) else {
        return (result, next);
    };
    let team = Team::new(master, workers.count, jobs, limits);
    let ends = team.run(store, started, &result, recording, watch);
    let mut learnt = system.learnt();
    let known = learnt.len();
    for (member, list) in ends {
        join(&mut result, member);
        learnt.extend(list);
    }
    if let Some(why) = team.cut() {
        result.cut(why);
    }
    let again = team.outdated.load(Ordering::Acquire);
    *system = team.into_master();
    // Where nobody begins again, what was found are paths of machines that had learnt nothing new.
    system.learn(if again { &learnt } else { &learnt[..known] });
    if !limits.all {
        // Whoever came first: the choice among them is the same as far as it can be.
        result.found.sort_by(|a, b| (a.path.len(), &a.path).cmp(&(b.path.len(), &b.path)));
        result.found.truncate(1);
    }
    (result, if again { Next::Again } else { Next::Stop })
}

/// Adds what one worker has done to what all have.
fn join(all: &mut SearchResult, one: SearchResult) {
    let (sum, own) = (&mut all.statistics, &one.statistics);
    sum.transitions += own.transitions;
    sum.revisits += own.revisits;
    sum.ends += own.ends;
    sum.pruned += own.pruned;
    sum.instructions += own.instructions;
    sum.max_depth = sum.max_depth.max(own.max_depth);
    one.found.into_iter().for_each(|found| all.tell(found));
    one.gaps.into_iter().for_each(|gap| all.gap(gap));
    one.cut.into_iter().for_each(|why| all.cut(why));
}
