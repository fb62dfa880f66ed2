//! Ghost state: what a state of an exploration has beside the machine's. It is named, saved and loaded with
//! the rest, but no operation of the program reads it.
//!
//! Going back needs no journal of its own: what is printed is cut to the length it had, numbers are put back,
//! and objects lose the guards that they got since.

use base::FastMap;
use std::ops::Deref;
use vm::Machine;
use vm::state::heap::Ref;

#[derive(Clone, Default)]
pub(crate) struct Ghost {
    /// The monitors under which shared objects are accessed, see [`super::guard`].
    guards: FastMap<Ref, Ref>,
    /// Undo log: the objects that got a guard on this path, in order.
    guarded: Vec<Ref>,
    /// What the program has printed on the present path, while that is observed.
    pub printed: Vec<u8>,
    /// What is printed is part of the state.
    pub observes_output: bool,
    /// Calls of `Verify.stopIfVisited` on this path.
    pub visits: u32,
    /// Labels that the program has set and that some atom looks at.
    pub labels: u64,
    pub prefix: Prefix,
}

/// Where a path is as to the prefix before the first choice, on which there is one path only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Prefix {
    #[default]
    On = 0,
    /// It is over.
    Past = 1,
    /// It is over, and what was made on it belongs to the base.
    Deep = 2,
}

impl From<u32> for Prefix {
    /// As it stands in the name of a state.
    fn from(word: u32) -> Prefix {
        match word {
            0 => Prefix::On,
            1 => Prefix::Past,
            _ => Prefix::Deep,
        }
    }
}

/// A position to come back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GhostMark {
    guarded: usize,
    printed: usize,
    visits: u32,
    labels: u64,
    prefix: Prefix,
}

impl GhostMark {
    pub fn words(self) -> [u64; 4] {
        let GhostMark { guarded, printed, visits, labels, prefix } = self;
        [guarded as u64, printed as u64, labels, u64::from(visits) | (prefix as u64) << 32]
    }

    /// The reverse.
    pub fn of(words: [u64; 4]) -> GhostMark {
        let [guarded, printed, labels, rest] = words;
        let prefix = Prefix::from((rest >> 32) as u32);
        GhostMark {
            guarded: guarded as usize,
            printed: printed as usize,
            visits: rest as u32,
            labels,
            prefix,
        }
    }
}

impl Ghost {
    pub fn has_guards(&self) -> bool {
        !self.guards.is_empty()
    }

    pub fn guard(&self, object: Ref) -> Option<Ref> {
        self.guards.get(&object).copied()
    }

    /// An object gets its guard, for as long as the path is not gone back.
    pub fn set_guard(&mut self, object: Ref, guard: Ref) {
        let old = self.guards.insert(object, guard);
        debug_assert!(old.is_none(), "an object has one guard on a path");
        self.guarded.push(object);
    }

    /// The objects that have a guard.
    pub fn guarded(&self) -> impl Iterator<Item = Ref> + '_ {
        self.guards.keys().copied()
    }

    /// The same for a state that is being loaded.
    pub fn load_guard(&mut self, object: Ref, guard: Ref) {
        self.guards.insert(object, guard);
    }

    /// An object that is being loaded, or given up, has no guard any more.
    pub fn remove_guard(&mut self, object: Ref) {
        self.guards.remove(&object);
    }

    /// Everything stays as it is, and all marks die.
    pub fn forget_marks(&mut self) {
        self.guarded.clear();
    }

    pub fn mark(&self) -> GhostMark {
        let (guarded, printed) = (self.guarded.len(), self.printed.len());
        GhostMark { guarded, printed, visits: self.visits, labels: self.labels, prefix: self.prefix }
    }

    pub fn rewind(&mut self, to: GhostMark) {
        assert!(to.guarded <= self.guarded.len(), "the mark lies ahead of the guards");
        assert!(to.printed <= self.printed.len(), "the mark lies ahead of what was printed");
        for object in self.guarded.drain(to.guarded..) {
            self.guards.remove(&object);
        }
        self.printed.truncate(to.printed);
        (self.visits, self.labels, self.prefix) = (to.visits, to.labels, to.prefix);
    }

    /// As at the beginning of every path. All marks die.
    pub fn forget(&mut self) {
        self.guards.clear();
        self.guarded.clear();
        self.printed.clear();
        (self.visits, self.labels, self.prefix) = (0, 0, Prefix::On);
    }
}

/// A state to be looked at: the machine's, and what there is beside it.
#[derive(Clone, Copy)]
pub(crate) struct State<'a> {
    pub machine: &'a Machine,
    pub ghost: &'a Ghost,
}

impl Deref for State<'_> {
    type Target = Machine;

    #[inline]
    fn deref(&self) -> &Machine {
        self.machine
    }
}

#[cfg(test)]
mod tests {
    use super::Ghost;
    use vm::Ref;

    #[test]
    fn going_back_gives_everything_back() {
        let mut ghost = Ghost::default();
        ghost.load_guard(Ref(1), Ref(2));
        let start = ghost.mark();
        ghost.set_guard(Ref(3), Ref(4));
        ghost.printed.extend_from_slice(b"once");
        (ghost.visits, ghost.labels) = (1, 0b10);
        let middle = ghost.mark();
        ghost.set_guard(Ref(5), Ref(6));
        ghost.printed.extend_from_slice(b" more");
        (ghost.visits, ghost.labels) = (2, 0b11);
        ghost.rewind(middle);
        assert_eq!([1, 3, 5].map(|at| ghost.guard(Ref(at))), [Some(Ref(2)), Some(Ref(4)), None]);
        assert_eq!((&*ghost.printed, ghost.visits, ghost.labels), (&b"once"[..], 1, 0b10));
        ghost.rewind(start);
        assert_eq!([1, 3, 5].map(|at| ghost.guard(Ref(at))), [Some(Ref(2)), None, None]);
        assert_eq!((&*ghost.printed, ghost.visits, ghost.labels), (&b""[..], 0, 0));
    }

    #[test]
    #[should_panic(expected = "lies ahead")]
    fn marks_die_with_the_path() {
        let mut ghost = Ghost::default();
        ghost.set_guard(Ref(1), Ref(2));
        let mark = ghost.mark();
        ghost.forget();
        ghost.rewind(mark);
    }
}
