//! Those with whom a depth-first search is made, as far as it has to know them.

use crate::limits::Progress;
use crate::result::{Next, PendingRestart, SearchResult};
use crate::sequential::Keep;
use lts::MaybeOwned;
use lts::{Choice, Path, Settled, StateId};

/// A state to be explored by whoever takes it: the choices that are left there, and the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub state: StateId,
    pub choices: Vec<Choice>,
    pub path: Path,
}

/// What is to be done about a step after it was taken.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum After {
    Go,
    /// It does not count: another machine stands in the place of the one that did it.
    Redo,
    /// It does not count, and the search ends here for now.
    Pause,
}

/// Those with whom one searches.
pub(crate) trait Peers {
    /// A step was taken, and its state has no name yet. A machine that comes from one whose search must
    /// begin again brings that along.
    fn after_step(
        &mut self,
        system: &mut MaybeOwned<'_>,
        settled: &Settled,
        restart: &mut PendingRestart,
    ) -> After;
    /// A state is about to be loaded that somebody else may have named. True if another machine, which has
    /// met all that has a name, stands in the place of the present one.
    fn renew(&mut self, _system: &mut MaybeOwned<'_>, _doubt: &mut PendingRestart) -> bool {
        false
    }
    /// Somebody has nothing to do.
    fn wants_work(&self) -> bool;
    fn give(&mut self, job: Job);
    /// More to do; `None` when all is done.
    fn take(&mut self) -> Option<Job>;
    /// Who writes checkpoints, if anybody does.
    fn keeper(&mut self) -> Option<&mut dyn Keep> {
        None
    }
    /// Once in a while: what is there to see, and may the search go on?
    fn look_around(&mut self, result: &mut SearchResult, progress: &Progress) -> Next;
}
