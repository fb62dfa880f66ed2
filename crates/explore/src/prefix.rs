//! The prefix before the first choice. There is one path so far, so everything that was made on it lies where it
//! lies on every path: it becomes a part of the base, is named by its address, and costs a state nothing until it
//! is written.
//!
//! Whether a path is on the prefix is a part of the state (in its counters), and a state on it has one choice, so
//! there is one end of it and one deeper base.

use super::ghost::Prefix;
use super::system::Explorer;
use super::tally::locked;
use std::sync::Arc;

impl Explorer {
    /// A step has led to a state. Unless it was cut for being too long, the prefix is over, if it was not yet.
    pub(super) fn arrived(&mut self, is_whole: bool) -> lts::Outcome {
        if is_whole && self.driver.ghost.prefix == Prefix::On {
            self.end_stretch();
        }
        lts::Outcome::Next
    }

    fn end_stretch(&mut self) {
        self.driver.ghost.prefix = Prefix::Past;
        let (gate, least) = (&self.driver.gate, self.accelerators.base);
        let is_wanted =
            self.canon.naming == super::canon::Naming::default() && !gate.narrating && !gate.watch.active;
        let Some(layer) = is_wanted.then(|| self.machine.deepen(least)).flatten() else { return };
        *locked(&self.layer) = Some(Arc::new(layer));
        self.driver.ghost.prefix = Prefix::Deep;
        // What has a guard is not as the base has it, which knows no guards.
        for object in self.driver.ghost.guarded() {
            self.machine.note_dirty(object);
        }
        self.canon.forget();
        self.uses.deepened();
    }
}
