//! Threads that go round in a loop from which nothing but another thread can free them, and that end no step of their
//! own: what they look at is believed never to be written. To run them up to the limit of operations would take
//! seconds for each step.

use super::system::{Explorer, stands};
use vm::Pause;
use vm::state::thread::ThreadId;

/// Operations that one step may take before it ends all the same: a thread that computes for long, or for
/// ever.
const STEP_LIMIT: u64 = 10_000_000;
/// After so many it is first looked whether the thread goes round, and then after twice as many each time.
const FIRST_LOOK: u64 = 20_000;
/// A longer way round is not noticed.
const LONGEST_ROUND: u64 = 2_000;

impl Explorer {
    /// Lets a thread run until its step ends, or until it is seen to go round in a loop.
    pub(super) fn run(&mut self, thread: ThreadId) -> Pause {
        let (mut done, mut next) = (0, FIRST_LOOK);
        loop {
            let pause = self.driver.run(&mut self.machine, thread, next);
            done += next;
            if !matches!(pause, Pause::Fuel) || done >= STEP_LIMIT {
                return pause;
            }
            // What it goes on with is not the operation that the step began with.
            stands(&mut self.machine, thread, false, None);
            if let Some(pause) = self.round(thread) {
                return pause;
            }
            next = done.min(STEP_LIMIT - done);
        }
    }

    /// Goes on operation by operation, back to where the thread stands now: the end of the step, if it comes there and
    /// has written nothing on the way, or comes to another end.
    fn round(&mut self, thread: ThreadId) -> Option<Pause> {
        self.machine.begin_epoch();
        let outset = self.machine.outset();
        let place = |explorer: &Explorer| {
            let t = &explorer.machine.threads[thread];
            (t.frames.len(), t.frames.last().map(|top| (top.method, top.pc)))
        };
        let (before, registers) = (place(self), self.machine.threads[thread].registers.clone());
        for _ in 0..LONGEST_ROUND {
            let pause = self.driver.run(&mut self.machine, thread, 1);
            if !matches!(pause, Pause::Fuel) {
                return Some(pause);
            }
            if place(self) == before && self.machine.threads[thread].registers == registers {
                return self.machine.is_silent_since(outset).then_some(Pause::Fuel);
            }
        }
        None
    }
}
