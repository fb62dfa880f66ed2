//! What a step has written where nobody could come in between, and perhaps written back before its end.
//!
//! Whether a step has an effect shows by what is different behind it. A thread that works for ever may leave
//! everything as it found it, though, in one step: such a loop does something, and is no livelock. So a place is
//! looked at again before the next write, and a value that it had in the middle of the step counts.

use super::system::{Begun, Explorer};
use lts::Choice;
use vm::Machine;
use vm::state::heap::Ref;

#[derive(Clone, Default)]
pub(crate) struct Wrote {
    /// The word that was written last, and what was in it before.
    last: Option<(u32, u64)>,
    has_changed: bool,
}

impl Explorer {
    /// Remembers how things are, to tell later what a step has changed.
    pub(super) fn begin_effects(&mut self, choice: Choice) {
        if self.driver.gate.narrating {
            self.driver.narrator.step_begins();
        }
        let (outset, prints) = (self.machine.outset(), self.driver.prints);
        self.begun = Begun { actor: choice.actor, outset, prints, is_long: false };
        self.driver.gate.wrote.begin();
    }
}

impl Wrote {
    fn begin(&mut self) {
        *self = Wrote::default();
    }

    /// A place, by its address in 4-byte units, is about to be written.
    #[inline]
    pub fn place(&mut self, machine: &Machine, at: u32) {
        self.has_changed |= self.is_other(machine);
        let word = at / 2;
        self.last = Some((word, machine.heap.word(Ref(word), 0)));
    }

    /// The same for elements of an array, of which it is not known here which.
    #[inline]
    pub fn elements(&mut self) {
        self.has_changed = true;
    }

    /// Something had another value than before, be it for a moment.
    pub fn has_changed(&self, machine: &Machine) -> bool {
        self.has_changed || self.is_other(machine)
    }

    #[inline]
    fn is_other(&self, machine: &Machine) -> bool {
        self.last.is_some_and(|(word, old)| machine.heap.word(Ref(word), 0) != old)
    }
}
