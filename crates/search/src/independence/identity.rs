//! How the places of states are numbered ([`lts::Footprints::identity`]), by numbers that take less room.

use base::FastMap;
use lts::System;

/// States of one identity number their places alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Identity(u32);

#[derive(Default)]
pub(super) struct Identities {
    numbers: FastMap<u128, Identity>,
    /// The one that was asked for last, mostly the one that is asked for next.
    last: Option<(u128, Identity)>,
}

impl Identities {
    /// The identity of the machine's state.
    pub fn of(&mut self, system: &mut dyn System) -> Identity {
        self.numbered(system.footprints().map_or(0, |told| told.identity()))
    }

    fn numbered(&mut self, identity: u128) -> Identity {
        if let Some((_, number)) = self.last.filter(|&(last, _)| last == identity) {
            return number;
        }
        // Nought is for states whose identity nobody has asked for.
        let next = Identity(self.numbers.len() as u32 + 1);
        let number = *self.numbers.entry(identity).or_insert(next);
        self.last = Some((identity, number));
        number
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.numbers.capacity() * (size_of::<(u128, Identity)>() + 1)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Identities, Identity};

    #[test]
    fn equal_ones_have_one_number() {
        let mut identities = Identities::default();
        let asked = [5, 5, 0, u128::MAX, 5, u128::MAX, 0].map(|identity| identities.numbered(identity));
        assert_eq!(asked, [1, 1, 2, 3, 1, 3, 2].map(Identity));
        assert!(identities.bytes() > 0);
    }
}
