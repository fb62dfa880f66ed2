//! The solver behind all engines: clauses are added, and never taken away, and asked for under assumptions.

use std::ops::Not;
use std::sync::Arc;

/// A variable of the solver, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Literal(i32);

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(-self.0)
    }
}

impl Literal {
    /// The literal negated if asked for.
    pub fn flip(self, negate: bool) -> Literal {
        if negate { !self } else { self }
    }
}

/// SatTask now and then whether to give up.
pub type StopSign = Arc<dyn Fn() -> bool + Send + Sync>;

/// Somebody wanted the search to end before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

struct Asking(StopSign);

impl cadical::Callbacks for Asking {
    fn terminate(&mut self) -> bool {
        (self.0)()
    }
}

/// A set of clauses.
pub struct Sat {
    solver: cadical::Solver<Asking>,
    stop: StopSign,
    variables: i32,
    calls: u64,
}

impl Sat {
    pub fn new(stop: &StopSign) -> Sat {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Asking(stop.clone())));
        Sat { solver, stop: stop.clone(), variables: 0, calls: 0 }
    }

    /// A variable that nothing is known of.
    pub fn fresh(&mut self) -> Literal {
        self.variables += 1;
        Literal(self.variables)
    }

    /// One of them holds.
    pub fn add(&mut self, clause: &[Literal]) {
        self.solver.add_clause(clause.iter().map(|literal| literal.0));
    }

    /// Whether all clauses can hold together with all of these literals.
    ///
    /// # Errors
    /// If it was stopped before it knew.
    pub fn solve(&mut self, assumed: &[Literal]) -> Result<bool, Stopped> {
        if (self.stop)() {
            return Err(Stopped);
        }
        self.calls += 1;
        self.solver.solve_with(assumed.iter().map(|literal| literal.0)).ok_or(Stopped)
    }

    /// The value of a literal after an answer that is yes. What does not matter is false.
    pub fn value(&self, literal: Literal) -> bool {
        match self.solver.value(literal.0.abs()) {
            Some(value) => value == (literal.0 > 0),
            None => literal.0 < 0,
        }
    }

    /// The assumption is one of those that were needed for an answer that is no.
    pub fn is_needed(&self, assumed: Literal) -> bool {
        self.solver.failed(assumed.0)
    }

    /// How often it was asked.
    pub fn calls(&self) -> u64 {
        self.calls
    }
}
