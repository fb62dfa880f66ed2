//! What states call classes, methods and objects of the static area.
//!
//! Numbers are given in the order in which things are met, and that differs from path to path. Until the machine is
//! frozen there is one path, so up to there a number is its own token. What is met later has a token that follows
//! from what it is: a digest of its name or content. Two searches, or two machines of one, give a state the same
//! name, whichever of them met something first.
//!
//! Two digests may clash. Then the one that was met later gets the next free token: right for one machine and those
//! that were made from it, which is what searches rely on, but no longer the same in another search.

use base::{FastHasher, FastMap};
use std::hash::Hasher;

/// Tokens for one kind of numbers.
#[derive(Clone)]
pub struct Tokens {
    /// The bit that late tokens have, and no number.
    flag: u32,
    /// Numbers below this one are their own tokens.
    own: u32,
    /// Of later numbers, by their distance to that one.
    late: Vec<u32>,
    digests: Vec<u64>,
    numbers: FastMap<u32, u32>,
    clashes: u32,
}

/// One number for what something is.
pub fn digest(parts: &[&[u8]]) -> u64 {
    let mut hasher = FastHasher::default();
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

impl Tokens {
    pub fn new(flag: u32) -> Tokens {
        assert!(flag.is_power_of_two(), "late tokens differ from numbers by one bit");
        Tokens {
            flag,
            own: u32::MAX,
            late: Vec::new(),
            digests: Vec::new(),
            numbers: FastMap::default(),
            clashes: 0,
        }
    }

    /// From this number on, what is met is known by what it is.
    pub fn freeze(&mut self, own: u32) {
        assert!(own < self.flag, "numbers and tokens are told apart by a bit");
        if self.own == u32::MAX {
            self.own = own;
        }
    }

    /// The number was given after the machine was frozen.
    #[inline]
    pub fn is_late(&self, number: u32) -> bool {
        number >= self.own
    }

    /// A number has been given to what has this digest.
    pub fn add(&mut self, number: u32, digest: u64) {
        if !self.is_late(number) {
            return;
        }
        // All bits set may mean something else to those who keep tokens.
        let mask = self.flag - 1;
        let mut token = self.flag | ((digest as u32 & mask) % mask);
        while self.numbers.contains_key(&token) {
            self.clashes += 1;
            token = self.flag | (((token & mask) + 1) % mask);
        }
        self.numbers.insert(token, number);
        let at = (number - self.own) as usize;
        if self.late.len() <= at {
            self.late.resize(at + 1, 0);
            self.digests.resize(at + 1, 0);
        }
        self.late[at] = token;
        self.digests[at] = digest;
    }

    #[inline]
    pub fn of(&self, number: u32) -> u32 {
        match number.checked_sub(self.own) {
            None => number,
            Some(at) => self.late.get(at as usize).copied().unwrap_or(number),
        }
    }

    /// The number that a token stands for, if this machine has met it.
    #[inline]
    pub fn number(&self, token: u32) -> Option<u32> {
        match token & self.flag == 0 {
            true => Some(token),
            false => self.numbers.get(&token).copied(),
        }
    }

    /// Late tokens with the whole digests that they were made of. Where no number was given there is no token.
    pub fn late(&self) -> impl Iterator<Item = (u32, u64)> {
        self.late.iter().copied().zip(self.digests.iter().copied()).filter(|(token, _)| *token != 0)
    }

    /// How often a token was taken by something else.
    pub fn clashes(&self) -> u32 {
        self.clashes
    }
}

#[cfg(test)]
mod tests {
    use super::{Tokens, digest};

    fn after(order: &[(u32, &str)]) -> Tokens {
        let mut tokens = Tokens::new(1 << 31);
        tokens.freeze(10);
        order.iter().for_each(|(number, name)| tokens.add(*number, digest(&[name.as_bytes()])));
        tokens
    }

    #[test]
    fn tokens_do_not_depend_on_the_order() {
        let one = after(&[(10, "A"), (11, "B"), (12, "C")]);
        let other = after(&[(10, "C"), (11, "A"), (12, "B")]);
        assert_eq!([10, 11, 12].map(|n| one.of(n)), [11, 12, 10].map(|n| other.of(n)));
        assert_eq!((one.of(9), one.number(9)), (9, Some(9)));
        assert_eq!(one.number(one.of(11)), Some(11));
        assert_eq!(one.clashes(), 0);
        let sorted = |tokens: &Tokens| tokens.late().collect::<std::collections::BTreeSet<_>>();
        assert_eq!((sorted(&one), sorted(&one).len()), (sorted(&other), 3));
    }

    #[test]
    fn digests_that_clash_have_two_tokens() {
        let mut tokens = Tokens::new(1 << 31);
        tokens.freeze(0);
        tokens.add(0, 0x1_0000_0005);
        tokens.add(1, 0x2_0000_0005);
        tokens.add(2, u64::MAX);
        assert_eq!(tokens.clashes(), 1);
        assert_eq!([0, 1, 2].map(|n| tokens.number(tokens.of(n))), [Some(0), Some(1), Some(2)]);
        assert!((0..3).all(|n| tokens.of(n) != u32::MAX && tokens.of(n) >> 31 == 1));
        assert_eq!(tokens.number(1 << 31 | 77), None);
    }

    #[test]
    fn before_it_is_frozen_a_number_is_its_token() {
        let mut tokens = Tokens::new(1 << 30);
        tokens.add(7, 99);
        assert_eq!((tokens.of(7), tokens.number(7)), (7, Some(7)));
    }
}
