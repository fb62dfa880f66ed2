//! What only some machines can do. Each ability is a trait of its own, reached by one method of
//! [`crate::System`].

use crate::pool::{CompId, Pool};
use crate::system::Choice;

/// Propositions about states.
pub trait Atoms {
    fn count(&self) -> u32;
    fn holds(&mut self, atom: u32) -> bool;
}

/// What a machine finds out about the whole system while it is explored, and on which the ends of steps may
/// depend: the same path means something else to a machine with other knowledge.
pub trait Knowledge {
    /// What it has learnt so far, in its own words.
    fn learnt(&self) -> Vec<u32>;

    /// Knows this and nothing else; with an empty list, what it knew at first.
    fn learn(&mut self, learnt: &[u32]);
}

/// Where steps lead, told without taking them.
pub trait Foresee {
    /// Appends the components of the state that a choice leads to, if they are known without going there; the
    /// present state must have been saved into the same pool. The machine stays where it is, and the
    /// choice violates nothing and teaches nothing.
    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool;
}

/// What actors are about to do to what others can see.
pub trait Footprints {
    /// Appends what the next operation of every actor that can move touches. Two operations whose
    /// footprints do not conflict commute.
    fn footprints(&mut self, out: &mut Vec<Footprint>);
}

/// One place that an actor's next operation touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Footprint {
    pub actor: u32,
    /// A field, a variable, a channel: equal numbers in one state, equal places.
    pub place: u64,
    pub access: Access,
}

/// How a place is touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    Read,
    Write,
    /// Takes or gives back what one actor at a time can have, or sends to it, or waits for it.
    Synchronize,
    /// Nobody knows what is touched: conflicts with everything.
    Anything,
}

impl Footprint {
    /// The order of the two operations may matter.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        if self.actor == other.actor {
            return false;
        }
        match (self.access, other.access) {
            (Access::Anything, _) | (_, Access::Anything) => true,
            (Access::Read, Access::Read) => false,
            _ => self.place == other.place,
        }
    }
}

/// Figures of a machine.
pub trait Gauges {
    /// Operations executed so far.
    fn instructions(&self) -> u64;

    /// The value that the program itself has given the present state, for searches that are guided by it.
    fn user_value(&self) -> i64 {
        0
    }

    /// What its kinds of components are called, by number.
    fn kinds(&self) -> &'static [&'static str] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_conflicts() {
        let at = |actor, place, access| Footprint { actor, place, access };
        let (read, write) = (at(1, 7, Access::Read), at(2, 7, Access::Write));
        assert!(read.conflicts(&write) && write.conflicts(&read));
        assert!(!read.conflicts(&at(2, 7, Access::Read)), "two readers");
        assert!(!write.conflicts(&at(1, 8, Access::Write)), "two places");
        assert!(!write.conflicts(&at(2, 7, Access::Write)), "one actor");
        assert!(at(1, 0, Access::Anything).conflicts(&at(2, 9, Access::Read)));
    }
}
