//! How a depth-first search stops where it is and comes back, though its machine has been elsewhere.

use super::Dfs;
use lts::{Insert, Outcome};

impl Dfs<'_> {
    /// It has done what it may do before it stops. What came before new beginnings counts too.
    pub(super) fn is_pause_due(&self) -> bool {
        let statistics = &self.core.result.statistics;
        let steps = statistics.transitions + statistics.repeated;
        self.pause_after
            .is_some_and(|most| steps >= most.steps || self.core.instructions() >= most.operations)
    }

    /// Goes the path again to the state on top of the stack. False if it comes to other states than before.
    pub fn come_back(&mut self) -> bool {
        self.generation += 1;
        self.core.system.start();
        let last = self.stack.len().saturating_sub(1);
        let arrived = (0..self.stack.len()).all(|at| self.come_to(at, at == last));
        self.is_at_top = true;
        arrived && !self.core.system.settle().is_outdated
    }

    /// The machine should be in this state of the path: marks it, and goes on to the next one.
    fn come_to(&mut self, at: usize, is_last: bool) -> bool {
        let is_same = match self.core.name(self.store) {
            Insert::New(_) => false,
            Insert::Seen(state) => state.is_none_or(|state| state == self.stack[at].state),
        };
        self.core.look();
        let open = &mut self.stack[at];
        (open.mark, open.generation) = (self.core.system.mark(), self.generation);
        is_same && (is_last || self.core.system.step(self.branches.taken(open)) == Outcome::Next)
    }
}
