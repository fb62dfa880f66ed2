//! Depth-first search by one worker, with checkpoints if they are wanted.

use crate::checkpoint::{Checkpoint, Stage};
use crate::company::{After, Company, Job};
use crate::core::Held;
use crate::dfs::Dfs;
use crate::ended::{Doubt, Ended, Next};
use crate::limits::{Limits, Progress};
use lts::{Settled, Store, System};

/// Explores everything, or until the first finding or a limit. `watch` is called now and then; false stops
/// the search.
pub fn depth_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Ended {
    keeping(system, store, limits, None, watch)
}

/// Writes a checkpoint down, now and then.
pub trait Keep {
    /// It is time for one.
    fn is_due(&mut self) -> bool;
    fn keep(&mut self, checkpoint: &Checkpoint, store: &dyn Store);
}

/// The same with checkpoints.
pub fn keeping(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    keeper: Option<&mut dyn Keep>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Ended {
    let mut alone = Alone { watch, limits, keeper };
    let mut dfs = Dfs::new(Held::Borrowed(system), store, limits, &mut alone).in_one_order();
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
) -> Option<Ended> {
    if !checkpoint.prepare(system) {
        return None;
    }
    let begins = checkpoint.stage == Stage::Beginning;
    let mut alone = Alone { watch, limits, keeper };
    let mut dfs = Dfs::new(Held::Borrowed(system), store, limits, &mut alone);
    if !dfs.restore(checkpoint) {
        return None;
    }
    let next = match (dfs.core.ended.is_over(limits), begins) {
        (true, _) => Next::Stop,
        (false, true) => dfs.explore(),
        (false, false) => dfs.go_on(),
    };
    Some(finish(dfs, next))
}

/// Begins again as often as the machine learns something, and closes the books.
pub(crate) fn finish(mut dfs: Dfs<'_>, mut next: Next) -> Ended {
    while next == Next::Again {
        dfs.core.begin_again(dfs.store);
        dfs.stack.clear();
        next = dfs.explore();
    }
    dfs.give_checkpoint();
    dfs.core.finish(Some(dfs.store))
}

/// No company at all.
pub(crate) struct Alone<'a, 'k> {
    pub watch: &'a mut dyn FnMut(&Progress) -> bool,
    pub limits: &'a Limits,
    pub keeper: Option<&'k mut dyn Keep>,
}

impl Company for Alone<'_, '_> {
    fn after_step(&mut self, _: &mut Held<'_>, _: &Settled, _: &mut Doubt) -> After {
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
    fn look_around(&mut self, ended: &mut Ended, progress: &Progress) -> Next {
        ended.look_around(self.limits, progress, self.watch)
    }
}
