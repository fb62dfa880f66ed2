//! What a depth-first search leaves to others.

use super::Dfs;
use crate::peers::Job;

impl Dfs<'_> {
    /// Leaves the choices that would be taken last to somebody else.
    pub(super) fn give_away(&mut self) {
        let depth = self.stack.iter().position(|open| open.next < open.end);
        if let Some(depth) = depth.filter(|&depth| depth + 1 < self.stack.len())
            && let Some(job) = self.job_at(depth)
        {
            self.peers.give(job);
        }
    }

    /// Everything that is left to do, as jobs; the stack is empty after this.
    pub fn take_jobs(&mut self) -> Vec<Job> {
        let jobs = (0..self.stack.len()).filter_map(|depth| self.job_at(depth)).collect();
        self.stack.clear();
        self.branches.clear();
        jobs
    }

    fn job_at(&mut self, depth: usize) -> Option<Job> {
        let path = self.path_to(depth);
        self.is_rest = true;
        let open = &mut self.stack[depth];
        let choices = self.branches.of(open, open.next);
        open.end = open.next;
        (!choices.is_empty()).then_some(Job { state: open.state, choices, path })
    }
}
