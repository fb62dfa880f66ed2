//! Debug builds see to it that the interpreter does no more than operations declare ([`ir::Effects`]).
//! Release builds do nothing here.

use crate::state::heap::Heap;
use crate::trap::Trap;
use ir::{Effect, Effects, Op};

/// What the present operation may do, and how the heap stood before it.
pub(super) struct Witness {
    effects: Effects,
    heap: (usize, u32),
}

/// What lets the heap change: a write, a monitor, an object, or code of which nothing is known.
const CHANGES: &[Effect] =
    &[Effect::WritesField, Effect::WritesStatic, Effect::WritesElement, Effect::Monitors, Effect::Allocates];

impl Witness {
    pub(super) fn new() -> Witness {
        Witness { effects: Effects::of(CHANGES), heap: (0, 0) }
    }

    /// The operation before this one has ended without a trap. While exploring, the policy notes guards in the
    /// heap on behalf of reads, which is none of the operation's doing: changes are looked at in plain runs.
    #[inline(always)]
    pub(super) fn begin(&mut self, op: Op, heap: &Heap, is_exploring: bool) {
        if cfg!(debug_assertions) {
            let now = heap.extent_of_changes();
            let may_change = CHANGES.iter().any(|&effect| self.effects.has(effect));
            let quiet = !is_exploring && !may_change && !self.effects.runs_code();
            assert!(!quiet || now == self.heap, "an operation with {:?} changed the heap", self.effects);
            (self.effects, self.heap) = (op.effects(), now);
        }
    }

    /// The present operation does this.
    #[inline(always)]
    pub(super) fn does(&self, effect: Effect) {
        debug_assert!(self.effects.has(effect), "an operation with {:?} does {effect:?}", self.effects);
    }

    /// The present operation ends with a trap.
    #[inline(always)]
    pub(super) fn traps(&mut self, trap: &Trap) {
        if cfg!(debug_assertions) {
            let allowed = match trap {
                Trap::Throw(_) | Trap::Raise(..) | Trap::Refuse(..) => self.effects.has(Effect::Throws),
                Trap::Wait => self.effects.has(Effect::Blocks) || self.effects.runs_code(),
                Trap::Again | Trap::Call(..) | Trap::Ask(_) | Trap::Yield(_) => self.effects.runs_code(),
                _ => true,
            };
            assert!(allowed, "an operation with {:?} ended with {trap:?}", self.effects);
            // An exception is an object, made before anything else runs.
            self.effects = Effects::of(CHANGES);
        }
    }
}
