//! The one kind of formula that all four logics are fragments of.

/// Atoms that a formula may have: a valuation is one word.
pub const MAX_ATOMS: u32 = 64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Unary {
    Not,
    Next,
    Future,
    Globally,
    /// On all paths.
    All,
    /// On some path.
    Exists,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Binary {
    And,
    Or,
    Implies,
    Iff,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Fix {
    Least,
    Greatest,
}

/// A formula. Atoms and variables are numbers; whoever made the formula knows their names.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Formula {
    True,
    False,
    Atom(u32),
    Var(u32),
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<Formula>, Box<Formula>),
    Fixpoint(Fix, u32, Box<Formula>),
}

impl Formula {
    pub fn unary(op: Unary, of: Formula) -> Formula {
        Formula::Unary(op, Box::new(of))
    }

    pub fn binary(op: Binary, left: Formula, right: Formula) -> Formula {
        Formula::Binary(op, Box::new(left), Box::new(right))
    }

    pub fn and(left: Formula, right: Formula) -> Formula {
        Formula::binary(Binary::And, left, right)
    }

    pub fn or(left: Formula, right: Formula) -> Formula {
        Formula::binary(Binary::Or, left, right)
    }

    pub fn negate(self) -> Formula {
        Formula::unary(Unary::Not, self)
    }

    pub fn until(left: Formula, right: Formula) -> Formula {
        Formula::binary(Binary::Until, left, right)
    }

    pub fn release(left: Formula, right: Formula) -> Formula {
        Formula::binary(Binary::Release, left, right)
    }

    pub fn next(self) -> Formula {
        Formula::unary(Unary::Next, self)
    }

    pub fn future(self) -> Formula {
        Formula::unary(Unary::Future, self)
    }

    pub fn globally(self) -> Formula {
        Formula::unary(Unary::Globally, self)
    }

    /// The direct parts, left to right.
    pub fn parts(&self) -> impl Iterator<Item = &Formula> {
        let (first, second) = match self {
            Formula::Unary(_, a) | Formula::Fixpoint(_, _, a) => (Some(&**a), None),
            Formula::Binary(_, a, b) => (Some(&**a), Some(&**b)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Operators, atoms and constants.
    pub fn size(&self) -> usize {
        1 + self.parts().map(Formula::size).sum::<usize>()
    }

    /// True if `test` holds of some part, the formula itself included.
    pub fn any(&self, test: &impl Fn(&Formula) -> bool) -> bool {
        test(self) || self.parts().any(|part| part.any(test))
    }

    /// It speaks of the next state, so that repeating a state can change its truth.
    pub fn has_next(&self) -> bool {
        self.any(&|f| matches!(f, Formula::Unary(Unary::Next, _)))
    }

    /// No temporal operator and no path quantifier in it.
    pub fn is_boolean(&self) -> bool {
        !self.any(&|f| match f {
            Formula::Unary(op, _) => *op != Unary::Not,
            Formula::Binary(op, ..) => {
                !matches!(op, Binary::And | Binary::Or | Binary::Implies | Binary::Iff)
            }
            Formula::Var(_) | Formula::Fixpoint(..) => true,
            _ => false,
        })
    }

    /// The truth of a formula without temporal operators. Atom `i` is bit `i`.
    pub fn holds_now(&self, valuation: u64) -> bool {
        match self {
            Formula::True => true,
            Formula::Atom(atom) => valuation >> atom & 1 == 1,
            Formula::Unary(Unary::Not, a) => !a.holds_now(valuation),
            Formula::Binary(Binary::And, a, b) => a.holds_now(valuation) && b.holds_now(valuation),
            Formula::Binary(Binary::Or, a, b) => a.holds_now(valuation) || b.holds_now(valuation),
            Formula::Binary(Binary::Implies, a, b) => !a.holds_now(valuation) || b.holds_now(valuation),
            Formula::Binary(Binary::Iff, a, b) => a.holds_now(valuation) == b.holds_now(valuation),
            _ => false,
        }
    }
}
