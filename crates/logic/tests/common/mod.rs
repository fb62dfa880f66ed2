//! Random formulas and words from seeds.

#![allow(dead_code)]

use logic::lasso::Lasso;
use logic::{Binary, Formula, Unary};
use testkit::random;

pub struct Random(random::Random);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    pub fn below(&mut self, below: usize) -> usize {
        self.0.below(below)
    }

    /// A path formula without quantifiers, with about `size` operators.
    pub fn ltl(&mut self, size: usize, atoms: usize) -> Formula {
        if size <= 1 {
            return match self.below(12) {
                0 => Formula::True,
                1 => Formula::False,
                _ => Formula::Atom(self.below(atoms) as u32),
            };
        }
        const UNARY: [Unary; 5] = [Unary::Not, Unary::Not, Unary::Next, Unary::Future, Unary::Globally];
        const BINARY: [Binary; 8] = [
            Binary::And,
            Binary::Or,
            Binary::Implies,
            Binary::Iff,
            Binary::Until,
            Binary::Release,
            Binary::WeakUntil,
            Binary::StrongRelease,
        ];
        if self.below(2) == 0 || size == 2 {
            let op = UNARY[self.below(UNARY.len())];
            return Formula::unary(op, self.ltl(size - 1, atoms));
        }
        let left = 1 + self.below(size - 2);
        let op = BINARY[self.below(BINARY.len())];
        Formula::binary(op, self.ltl(left, atoms), self.ltl(size - 1 - left, atoms))
    }

    pub fn word(&mut self, atoms: usize) -> Lasso {
        let (stem, cycle) = (self.below(4), 1 + self.below(4));
        let mut letters = |count: usize| (0..count).map(|_| self.below(1 << atoms) as u64).collect();
        Lasso { stem: letters(stem), cycle: letters(cycle) }
    }
}
