//! How a depth-first search is written down and taken up again.

use super::{Dfs, StackEntry};
use crate::checkpoint::{Checkpoint, Growth, Level, Stage};
use crate::limits::Why;
use lts::{Insert, Outcome, Settled};

impl Dfs<'_> {
    /// Takes up a search that was given up. False if the machine comes to other states than it did then.
    pub fn restore(&mut self, checkpoint: Checkpoint) -> bool {
        let Checkpoint { growth, extent, learnt, stage, mut result, notes } = checkpoint;
        self.core.before = self.core.system.instructions().saturating_sub(result.statistics.instructions);
        result.cut.retain(|why| !why.is_pause());
        (self.growth, self.extent, self.core.result) = (growth, extent, result);
        (self.lessons, self.taught) = (vec![learnt], vec![(0, 0)]);
        self.is_rest = true;
        self.core.restart.begin(self.core.result.statistics.transitions, &mut *self.core.system);
        let levels = match stage {
            Stage::Path(levels) => levels,
            Stage::Beginning => {
                self.store.clear();
                return true;
            }
        };
        let last = levels.len().saturating_sub(1);
        let fits = levels.into_iter().enumerate().all(|(at, level)| self.restore_level(level, at == last));
        let settled = self.core.system.settle();
        let stack = &self.stack;
        let is_heard = self.tap.as_mut().is_none_or(|tap| tap.take_up(&notes, stack));
        fits && is_heard && settled.extent == extent && !settled.is_outdated
    }

    /// Nothing is left to find out, going by who listens.
    pub fn is_told(&self) -> bool {
        self.tap.as_ref().is_some_and(|tap| tap.is_over())
    }

    /// The machine has come to a state of the path: opens it, and goes on to the next one.
    fn restore_level(&mut self, level: Level, is_last: bool) -> bool {
        let is_same = self.core.name(self.store) == Insert::Seen(Some(level.state));
        self.core.look();
        if !is_same || !level.choices.iter().all(|choice| self.core.choices.list.contains(choice)) {
            return false;
        }
        let mark = self.core.system.mark();
        let goes_on = is_last || self.core.system.step(level.choices[0]) == Outcome::Next;
        if let Some(independence) = &mut self.independence {
            independence.restored(level.state);
        }
        let first = self.branches.len();
        self.branches.extend(&level.choices);
        self.put_open(level.state, mark, self.generation, first);
        if let Some(top) = self.stack.last_mut().filter(|_| !level.is_fresh) {
            top.next = 1;
        }
        self.is_at_top = true;
        goes_on
    }

    /// Notes what the machine has learnt when the path takes a choice at its end.
    pub(super) fn note_lesson(&mut self) {
        let (Some(depth), Some(lesson)) =
            (self.stack.len().checked_sub(1), self.lessons.len().checked_sub(1))
        else {
            return;
        };
        while self.taught.pop_if(|&mut (from, _)| from >= depth).is_some() {}
        if self.taught.last().is_none_or(|&(_, known)| known != lesson) {
            self.taught.push((depth, lesson));
        }
    }

    /// Notes what a machine must do that is to give the same names.
    pub(super) fn note_growth(&mut self, settled: Settled) {
        if settled.extent != self.extent {
            self.extent = settled.extent;
            let taught = self.taught.iter().take_while(|&&(from, _)| from < self.stack.len());
            let lessons = taught.map(|&(from, lesson)| (from, self.lessons[lesson].clone())).collect();
            let path = self.path_to(self.stack.len());
            self.growth.push(Growth { lessons, path });
        }
        if settled.is_outdated {
            self.lessons.push(self.core.system.learnt());
        }
    }

    /// Hands a checkpoint to whoever keeps them, if it is time.
    pub(super) fn keep_checkpoint(&mut self) {
        if !self.core.restart.is_pending() && self.peers.keeper().is_some_and(|keeper| keeper.is_due()) {
            self.give_checkpoint();
        }
    }

    /// Hands over a checkpoint, if anybody keeps them and the store can be relied on.
    pub fn give_checkpoint(&mut self) {
        if self.peers.keeper().is_none() || self.core.result.cut.contains(&Why::Store) {
            return;
        }
        let checkpoint = self.checkpoint();
        if let Some(keeper) = self.peers.keeper() {
            keeper.keep(&checkpoint, self.store);
        }
    }

    fn checkpoint(&mut self) -> Checkpoint {
        // Who takes it up does not know which choices can be left out.
        let rest = |depth: usize| self.independence.as_ref().map_or(&[][..], |left_out| left_out.rest(depth));
        let level = |(depth, open): (usize, &StackEntry)| Level {
            state: open.state,
            choices: [&self.branches.of(open, open.next.saturating_sub(1)), rest(depth)].concat(),
            is_fresh: open.next == 0,
        };
        let (learnt, mut result) = (self.core.system.learnt(), self.core.result.clone());
        let stage = match self.core.restart.is_pending() {
            true => {
                result.begin_again();
                Stage::Beginning
            }
            false => Stage::Path(self.stack.iter().enumerate().map(level).collect()),
        };
        result.statistics.instructions = self.core.instructions();
        let notes = self.tap.as_ref().map_or_else(Vec::new, |tap| tap.notes());
        Checkpoint { growth: self.growth.clone(), extent: self.extent, learnt, stage, result, notes }
    }
}
