//! Depth-first search by one worker, with checkpoints if they are wanted.

use crate::checkpoint::{Acquaintance, Checkpoint, Stage};
use crate::dfs::Dfs;
use crate::limits::{Limits, Progress};
use crate::peers::{After, Job, Peers};
use crate::result::{Next, PendingRestart, SearchResult};
use crate::tap::Tap;
use lts::MaybeOwned;
use lts::{Path, Settled, Store, System};

/// Explores everything, or until the first finding or a limit. `watch` is called now and then; false stops
/// the search.
pub fn depth_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    keeping(system, store, limits, None, watch)
}

/// Writes a checkpoint down, now and then.
pub trait Keep {
    /// It is time for one.
    fn is_due(&mut self) -> bool;
    fn keep(&mut self, checkpoint: &Checkpoint, store: &dyn Store);
}

/// Checkpoints of a search that somebody listens to: who keeps them, and the one to begin from.
#[derive(Default)]
pub struct Checkpoints<'k> {
    pub keeper: Option<&'k mut dyn Keep>,
    pub from: Option<Checkpoint>,
}

/// Searches depth first with a listener. `None` if there is a checkpoint to begin from that does not fit.
pub(crate) fn listened(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    tap: &mut dyn Tap,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<SearchResult> {
    if kept.from.as_ref().is_some_and(|checkpoint| !checkpoint.prepare(system)) {
        return None;
    }
    let mut no_peers = NoPeers { watch, limits, keeper: kept.keeper };
    let mut dfs = Dfs::new(MaybeOwned::Borrowed(system), store, limits, &mut no_peers).listened(tap);
    let next = match kept.from {
        Some(checkpoint) => take_up(&mut dfs, checkpoint, limits)?,
        None => dfs.explore(),
    };
    Some(finish(dfs, next))
}

/// Explores everything, with checkpoints.
pub fn keeping(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    keeper: Option<&mut dyn Keep>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    // What is taken up again from a checkpoint does not know which components were growing.
    let is_whole = keeper.is_none();
    let mut no_peers = NoPeers { watch, limits, keeper };
    let mut dfs = Dfs::new(MaybeOwned::Borrowed(system), store, limits, &mut no_peers).in_one_order();
    if is_whole {
        dfs = dfs.seeking_bottoms();
    }
    let next = dfs.explore();
    finish(dfs, next)
}

/// Explores everything, for a store that writes down what it hears of the search.
pub fn recorded(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (SearchResult, Acquaintance) {
    // How large a fresh machine is depends on where its program lies: that is no matter of the search.
    let fresh = system.settle().extent;
    let mut no_peers = NoPeers { watch, limits, keeper: None };
    let dfs = Dfs::new(MaybeOwned::Borrowed(system), store, limits, &mut no_peers);
    let mut dfs = dfs.in_one_order().seeking_bottoms().acquainted();
    let mut next = dfs.explore();
    // What the machine knows is asked before the books are closed.
    while next == Next::Again {
        next = dfs.explore_again();
    }
    let (growth, learnt) = (std::mem::take(&mut dfs.growth), dfs.core.system.learnt());
    let extent = dfs.core.system.settle().extent.saturating_sub(fresh);
    (finish(dfs, next), Acquaintance { growth, extent, learnt })
}

/// Explores what lies behind a path that the machine can go. Components that are never left are those of what the store
/// knows: one that goes on among states of others counts as left.
pub fn depth_first_from(
    system: &mut dyn System,
    store: &mut dyn Store,
    path: Path,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    once(system, store, limits, watch, |dfs| dfs.seeking_bottoms().from(path))
}

/// Explores what lies behind the state in which the machine is, which is at the end of a path. Nobody looks for
/// components that are never left: whoever explores a system in parts knows better than any part which these are.
pub fn depth_first_here(
    system: &mut dyn System,
    store: &mut dyn Store,
    path: Path,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    once(system, store, limits, watch, |dfs| dfs.here(path))
}

/// One search that is not begun again.
fn once(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
    made: impl for<'a> FnOnce(Dfs<'a>) -> Dfs<'a>,
) -> SearchResult {
    let mut no_peers = NoPeers { watch, limits, keeper: None };
    let dfs = Dfs::new(MaybeOwned::Borrowed(system), store, limits, &mut no_peers);
    let mut dfs = made(dfs.in_one_order());
    let next = dfs.explore();
    finish(dfs, next)
}

/// Takes up a search again. `store` holds the states that were visited until then.
/// `None` if the program is not the one that the checkpoint was made for.
pub fn resume(
    system: &mut dyn System,
    store: &mut dyn Store,
    checkpoint: Checkpoint,
    limits: &Limits,
    keeper: Option<&mut dyn Keep>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<SearchResult> {
    if !checkpoint.prepare(system) {
        return None;
    }
    let mut no_peers = NoPeers { watch, limits, keeper };
    let mut dfs = Dfs::new(MaybeOwned::Borrowed(system), store, limits, &mut no_peers).in_one_order();
    let next = take_up(&mut dfs, checkpoint, limits)?;
    Some(finish(dfs, next))
}

/// Goes on where a search was whose machine has been prepared; `None` if it comes to other states.
fn take_up(dfs: &mut Dfs<'_>, checkpoint: Checkpoint, limits: &Limits) -> Option<Next> {
    let begins = checkpoint.stage == Stage::Beginning;
    if !dfs.restore(checkpoint) {
        return None;
    }
    Some(match (dfs.core.result.is_over(limits) || dfs.is_told(), begins) {
        (true, _) => Next::Stop,
        (false, true) => dfs.explore(),
        (false, false) => dfs.go_on(),
    })
}

/// Begins again as often as the machine learns something, and closes the books.
pub(crate) fn finish(mut dfs: Dfs<'_>, mut next: Next) -> SearchResult {
    while next == Next::Again {
        next = dfs.explore_again();
    }
    dfs.give_checkpoint();
    dfs.core.result.judge_stranded(dfs.bottoms.is_some(), dfs.core.limits);
    dfs.core.result.statistics.ordered += dfs.independence.as_ref().map_or(0, |order| order.commuted.partly);
    dfs.core.result.statistics.spun += dfs.independence.as_ref().map_or(0, |order| order.commuted.spun);
    dfs.core.finish(Some(dfs.store))
}

/// Nobody else searches.
pub(crate) struct NoPeers<'a, 'k> {
    pub watch: &'a mut dyn FnMut(&Progress) -> bool,
    pub limits: &'a Limits,
    pub keeper: Option<&'k mut dyn Keep>,
}

impl Peers for NoPeers<'_, '_> {
    fn after_step(&mut self, _: &mut MaybeOwned<'_>, _: &Settled, _: &mut PendingRestart) -> After {
        After::Go
    }
    fn wants_work(&self) -> bool {
        false
    }
    fn give(&mut self, _: Job) {}
    fn take(&mut self) -> Option<Job> {
        None
    }
    fn keeper(&mut self) -> Option<&mut dyn Keep> {
        match &mut self.keeper {
            Some(keeper) => Some(&mut **keeper),
            None => None,
        }
    }
    fn look_around(&mut self, result: &mut SearchResult, progress: &Progress) -> Next {
        result.look_around(self.limits, progress, self.watch)
    }
}
