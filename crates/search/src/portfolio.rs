//! A depth-first search that looks for easy prey on its way. It begins like any other. If it has not come to its
//! end after a while, it stops where it is, and its machine makes walks of several kinds, which find what
//! needs one early switch among many actors and lies at the far end of an exhaustive search. Then it goes on
//! where it was, or, if the walks have taught the machine something, begins again with all of that.
//!
//! How long a while is, and how far walks go, is counted in steps and operations, not in time: what is found is a
//! function of the system, the limits and the seed.

use crate::dfs::Dfs;
use crate::limits::{Limits, Progress};
use crate::result::{FoundBy, Next, SearchResult};
use crate::sample::{Budget, Sampling, Strategy, sample};
use crate::sequential::{NoPeers, finish};
use lts::{MaybeOwned, Store, System};

/// When to walk, and how far.
#[derive(Clone, Debug)]
pub struct Portfolio {
    /// What the exhaustive search may take before that.
    pub head: Budget,
    pub sampling: Sampling,
}

impl Portfolio {
    /// About a tenth of a second of searching, and about a second of walking.
    pub fn usual(seed: u64) -> Portfolio {
        use Strategy::{Kinds, Preemptions, Priorities, Random};
        let strategies = vec![
            Priorities { changes: 1 },
            Kinds,
            Preemptions { most: 1 },
            Kinds,
            Random,
            Kinds,
            Priorities { changes: 2 },
            Kinds,
            Preemptions { most: 2 },
            Kinds,
        ];
        let budget = Budget { steps: 300_000, operations: 60_000_000 };
        let sampling = Sampling { walks: 2_000, seed, strategies, longest: 10_000, budget };
        Portfolio { head: Budget { steps: 20_000, operations: 10_000_000 }, sampling }
    }
}

/// Explores everything, or until the first finding or a limit.
pub fn portfolio(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    portfolio: &Portfolio,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    let mut no_peers = NoPeers { watch, limits, keeper: None };
    let dfs = Dfs::new(MaybeOwned::Borrowed(system), store, limits, &mut no_peers);
    let mut dfs = dfs.in_one_order().seeking_bottoms();
    dfs.pause_after = Some(portfolio.head);
    let mut next = dfs.explore();
    loop {
        next = match next {
            Next::Pause => walk(&mut dfs, portfolio),
            Next::Again => dfs.explore_again(),
            Next::On | Next::Stop => return finish(dfs, next),
        }
    }
}

/// The search has stopped where it is, to walk: with the machine that it has, or with none if that keeps something
/// from path to path.
fn walk(dfs: &mut Dfs<'_>, portfolio: &Portfolio) -> Next {
    dfs.pause_after = None;
    let core = &mut dfs.core;
    if core.system.gauges().is_some_and(|gauges| gauges.keeps_across_paths()) {
        return dfs.go_on();
    }
    // A walk stores no states.
    let limits = Limits { states: None, ..core.limits.after(core.clock.elapsed()) };
    let (peers, mut seen) = (&mut *dfs.peers, SearchResult::default());
    let watch = &mut |progress: &Progress| peers.look_around(&mut seen, progress) == Next::On;
    let walked = sample(&mut *core.system, &portfolio.sampling, &limits, watch);
    let statistics = &mut core.result.statistics;
    (statistics.walks, statistics.walked) = (walked.statistics.walks, walked.statistics.walked);
    // Who wants everything gets it from the search, each once.
    if let Some(found) = walked.found.into_iter().next().filter(|_| !core.limits.all) {
        core.result.found.push(found);
        core.result.found_by = FoundBy::Walk;
        // The path is one of the machine as it is now.
        core.restart.begin(core.result.statistics.transitions, &mut *core.system);
        return Next::Stop;
    }
    if let Some(why) = walked.cut.into_iter().find(|why| why.is_pause()) {
        core.result.cut(why);
        return Next::Stop;
    }
    let has_learnt = walked.statistics.restarts > 0 || core.restart.is_pending();
    match !has_learnt && dfs.come_back() {
        true => dfs.go_on(),
        false => Next::Again,
    }
}
