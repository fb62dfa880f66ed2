//! Ways through an atomic sequence, each as one step.
//!
//! A search for states stops where a sequence has a choice. Properties must not look there: to them, nothing is between
//! the beginning of a sequence and its end. So where there are properties, a move is one way through all of it.

use super::{Failure, Machine, Move, Unwatched, Watch};

/// Ways through one sequence; more are given up.
const MAX_WAYS: u32 = 2_000;
/// Choices within one sequence; more are taken for a circle.
const MAX_CHOICES: usize = 2_000;

/// What came of a way.
pub enum Passed {
    Through,
    /// There is no such move.
    Nothing,
    /// There are more ways than are tried.
    TooMany,
}

impl Machine {
    /// How many ways there are through what a move begins, up to one more than are tried.
    pub fn ways(&mut self, made: Move, most: u32) -> u32 {
        let most = most.min(MAX_WAYS);
        if !self.goes_on(made) {
            return 1;
        }
        let mut count = 0;
        self.walk(&[made], &mut |_| {
            count += 1;
            count <= most
        });
        count
    }

    /// Goes one of the ways, of which not more than so many are tried.
    ///
    /// # Errors
    /// What goes wrong on it.
    pub fn pass(
        &mut self,
        made: Move,
        (way, most): (u32, u32),
        watch: &mut dyn Watch,
    ) -> Result<Passed, Failure> {
        if way >= most.min(MAX_WAYS) {
            return Ok(Passed::TooMany);
        }
        let mut taken = vec![made];
        if self.goes_on(made) {
            let mut left = way;
            self.walk(&[made], &mut |moves| {
                let is_it = left == 0;
                if is_it {
                    taken = moves.to_vec();
                }
                left = left.saturating_sub(1);
                !is_it
            });
        }
        for made in taken {
            if !self.make(made, watch)? {
                return Ok(Passed::Nothing);
            }
        }
        Ok(match self.exclusive() {
            Some(_) => Passed::TooMany,
            None => Passed::Through,
        })
    }

    /// What follows the move may belong to the same sequence.
    fn goes_on(&self, made: Move) -> bool {
        let ends = |pid: u32, number: u32| {
            self.transition(pid as usize, number).is_none_or(|(transition, _)| !transition.atom)
        };
        let receiver_ends = made.receiver.is_none_or(|(pid, number)| ends(pid, number));
        !(ends(made.pid, made.transition) && receiver_ends)
    }

    /// Goes all ways that begin with these moves and tells of each; false ends it. All is as it was behind it.
    fn walk(&mut self, moves: &[Move], found: &mut dyn FnMut(&[Move]) -> bool) {
        let beginning = self.position();
        let (mut taken, mut pending) = (moves.to_vec(), Vec::new());
        let Some(&first) = moves.last() else { return };
        pending.push((0, beginning, first));
        let mut next = Vec::new();
        while let Some((depth, position, made)) = pending.pop() {
            self.rewind(position);
            taken.truncate(depth);
            taken.push(made);
            let is_ended = match self.make(made, &mut Unwatched) {
                Ok(_) => self.exclusive().is_none() || taken.len() > MAX_CHOICES,
                Err(_) => true,
            };
            if is_ended {
                if !found(&taken) {
                    break;
                }
                continue;
            }
            self.moves(&mut next);
            let position = self.position();
            pending.extend(next.iter().rev().map(|&made| (taken.len(), position, made)));
        }
        self.rewind(beginning);
    }
}
