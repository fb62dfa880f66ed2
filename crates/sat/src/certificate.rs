//! Inductive invariants as evidence: clauses that hold where runs begin, stay true over every step, and exclude what is
//! bad. Whoever has a model and a certificate can check that with a solver of his own.

mod text;

pub use text::CertificateFile;

use crate::ic3::StateCube;
use crate::paths::Path;
use crate::solver::{Literal, StopSign, Stopped};
use crate::{Asks, SatFigures, SatProgress, SatTask, answer, of_nothing, unroll::Unrolling};
use std::fmt;
use std::sync::Arc;
use sym::{Answer, Bit, SymbolicModel, SymbolicSpec, VariableKind};

/// Cubes that no reachable state is in. For LTL, the bits are those of the model that the question was reduced to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    pub cubes: Vec<StateCube>,
}

/// Why a certificate shows nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The specification is not one that invariants can show.
    Question,
    /// A clause speaks of a bit that is none of a state.
    Bit(usize),
    /// A clause does not hold where runs begin.
    Beginning(usize),
    /// A clause does not stay true over every step.
    Step(usize),
    /// The clauses allow what must not be.
    Bad,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Question => f.write_str("no invariant can show this specification"),
            Refused::Bit(clause) => {
                write!(f, "clause {} speaks of something that is no bit of a state", clause + 1)
            }
            Refused::Beginning(clause) => write!(f, "clause {} does not hold where runs begin", clause + 1),
            Refused::Step(clause) => write!(f, "clause {} does not stay true over every step", clause + 1),
            Refused::Bad => f.write_str("the clauses do not exclude what breaks the specification"),
        }
    }
}

impl Certificate {
    /// Confirms that the specification holds.
    ///
    /// # Errors
    /// What the certificate lacks.
    pub fn check(&self, model: &SymbolicModel, spec: &SymbolicSpec) -> Result<(), Refused> {
        let asks = Asks::of(model, spec).ok_or(Refused::Question)?;
        let (model, bad) = asks.reachability();
        let bits = model.bits_of(VariableKind::State);
        for (number, cube) in self.cubes.iter().enumerate() {
            if cube.iter().any(|(bit, _)| bits.binary_search(bit).is_err()) {
                return Err(Refused::Bit(number));
            }
        }
        let stop: StopSign = Arc::new(|| false);
        let asked = |result: Result<bool, Stopped>| result.unwrap_or(true);
        let mut begins = Path::from_beginnings(model, &stop).unrolling;
        for (number, cube) in self.cubes.iter().enumerate() {
            let inside = literals(&mut begins, 0, cube);
            if asked(begins.sat.solve(&inside)) {
                return Err(Refused::Beginning(number));
            }
        }
        let mut steps = Path::from_anywhere(model, &stop);
        self.assert(&mut steps.unrolling);
        let is_bad = steps.unrolling.lit(0, bad);
        if asked(steps.unrolling.sat.solve(&[is_bad])) {
            return Err(Refused::Bad);
        }
        steps.grow();
        for (number, cube) in self.cubes.iter().enumerate() {
            let inside = literals(&mut steps.unrolling, 1, cube);
            if asked(steps.unrolling.sat.solve(&inside)) {
                return Err(Refused::Step(number));
            }
        }
        Ok(())
    }

    /// The same, where it must be shown of something: without a run that the specification is about, everything holds.
    ///
    /// # Errors
    /// What the certificate lacks, or the model.
    pub fn confirm(&self, model: &SymbolicModel, spec: &SymbolicSpec) -> Result<(), String> {
        self.check(model, spec).map_err(|refused| refused.to_string())?;
        let (nothing, method, bound) = of_nothing(&spec.question);
        let mut tell = |_: &SatProgress| {};
        let figures = SatFigures::default();
        let mut task = SatTask { bound, stop: Arc::new(|| false), tell: &mut tell, figures };
        match answer(model, &nothing, method, &mut task)?.answer {
            Answer::Fails(_) => Ok(()),
            _ => Err(format!("{}: everything holds of no run at all", nothing.name)),
        }
    }

    /// The clauses hold in the first state.
    fn assert(&self, unrolling: &mut Unrolling<'_>) {
        for cube in &self.cubes {
            let clause: Vec<Literal> =
                literals(unrolling, 0, cube).into_iter().map(|literal| !literal).collect();
            unrolling.sat.add(&clause);
        }
    }
}

fn literals(unrolling: &mut Unrolling<'_>, time: usize, cube: &[(Bit, bool)]) -> Vec<Literal> {
    cube.iter().map(|&(bit, value)| unrolling.bit(time, bit).flip(!value)).collect()
}
