//! Symbolic models by satisfiability: bounded checking, induction, and IC3. What is found is a run that is confirmed by
//! evaluation; what is proved by IC3 is an inductive invariant that [`Certificate::check`] confirms.

#![forbid(unsafe_code)]

mod certificate;
mod ic3;
mod lasso;
mod liveness;
mod paths;
mod solver;
mod unroll;

pub use certificate::{Certificate, CertificateFile, Refused};
pub use ic3::StateCube;
pub use solver::{StopSign, Stopped};

use logic::Formula;
use paths::Reached;
use sym::{Answer, Lit, Question, SymbolicModel, SymbolicSpec, Trace};

/// How a specification is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofMethod {
    /// Paths and lassos of growing length; it proves nothing but that there are none so long.
    Bounded,
    /// Paths of growing length, and induction over as many steps.
    Induction,
    /// Property directed reachability.
    Ic3,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatProgress {
    /// Steps of a path, or frames.
    pub depth: usize,
    /// Clauses of all frames.
    pub clauses: usize,
    /// Questions to the solver.
    pub calls: u64,
}

/// What was counted in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatFigures {
    pub depth: usize,
    pub clauses: usize,
    pub calls: u64,
}

/// What is asked of an engine beside the specification.
pub struct SatTask<'a> {
    /// The longest path or lasso, in steps, or the number of frames; none if it may go on.
    pub bound: Option<usize>,
    pub stop: StopSign,
    /// Told after each length and each frame.
    pub tell: &'a mut dyn FnMut(&SatProgress),
    pub figures: SatFigures,
}

/// An answer, and what shows it if it is that the specification holds.
#[derive(Clone, Debug)]
pub struct Answered {
    pub answer: Answer,
    pub certificate: Option<Certificate>,
}

/// Answers a specification of a model. Every counterexample has been confirmed by evaluation, and every invariant by
/// questions to a fresh solver.
///
/// # Errors
/// What is wrong with the counterexample or the proof, which is a fault of the engine.
pub fn answer(
    model: &SymbolicModel,
    spec: &SymbolicSpec,
    method: ProofMethod,
    asked: &mut SatTask<'_>,
) -> Result<Answered, String> {
    let open = |why: String| Ok(Answered { answer: Answer::Unknown(why), certificate: None });
    let asks = Asks::of(model, spec);
    let found = match (&asks, method) {
        (None, _) => return open("formulas of CTL are not decided by satisfiability".into()),
        (Some(Asks::Lasso { formula, .. }), ProofMethod::Bounded) => {
            lasso::search(model, formula, &spec.atoms, asked).map(|reached| (reached, None))
        }
        (Some(asks), ProofMethod::Bounded | ProofMethod::Induction) => {
            let (model, bad) = asks.reachability();
            paths::search(model, bad, method == ProofMethod::Induction, asked).map(|reached| (reached, None))
        }
        (Some(asks), ProofMethod::Ic3) => {
            let (model, bad) = asks.reachability();
            let proved = ic3::search(model, bad, asked);
            proved.map(|proved| (proved.reached, Some(Certificate { cubes: proved.clauses })))
        }
    };
    let (reached, certificate) = match found {
        Ok(found) => found,
        Err(Stopped) => return open(format!("stopped at depth {}", asked.figures.depth)),
    };
    match reached {
        Reached::Never => {
            if let Some(certificate) = &certificate {
                certificate
                    .check(model, spec)
                    .map_err(|refused| format!("IC3's proof is none: {refused}"))?;
            }
            Ok(Answered { answer: Answer::Holds, certificate })
        }
        Reached::NotBefore(depth) => open(nothing_found(method, depth.saturating_sub(1))),
        Reached::By(trace) => {
            let trace = asks.map_or(trace.clone(), |asks| asks.told(trace, method));
            trace.check(model, spec).map_err(|error| format!("the counterexample is none: {error}"))?;
            Ok(Answered { answer: Answer::Fails(trace), certificate: None })
        }
    }
}

/// What holds only if a specification is about no run at all, the method that finds one, and its bound: invariants are
/// about every run, formulas about those that are infinite and fair.
pub fn of_nothing(question: &Question) -> (SymbolicSpec, ProofMethod, Option<usize>) {
    let (name, question, method, bound) = match question {
        Question::Invariant(_) => {
            ("there is no initial state", Question::Invariant(Formula::False), ProofMethod::Bounded, Some(0))
        }
        _ => ("no run is fair and infinite", Question::Ltl(Formula::False), ProofMethod::Ic3, None),
    };
    let (name, place) = (name.to_string(), String::new());
    (SymbolicSpec { name, place, atoms: Vec::new(), atom_names: Vec::new(), question }, method, bound)
}

fn nothing_found(method: ProofMethod, depth: usize) -> String {
    match method {
        ProofMethod::Bounded => format!("nothing was found on paths of up to {depth} steps (--bound)"),
        ProofMethod::Induction => format!("neither found nor proved with {depth} steps (--bound)"),
        ProofMethod::Ic3 => format!("neither found nor proved with {depth} frames (--bound)"),
    }
}

/// A specification as a question to the solver.
enum Asks {
    /// Can a bad state be reached, in this model?
    Invariant(Box<SymbolicModel>, Lit),
    /// Is there a fair run on which the formula holds? The same as a question of the other kind, in another model.
    Lasso { formula: Formula, reduced: Box<liveness::Reduced> },
}

impl Asks {
    fn of(model: &SymbolicModel, spec: &SymbolicSpec) -> Option<Asks> {
        match &spec.question {
            Question::Invariant(formula) => {
                let mut model = model.clone();
                let bad = !model.function(formula, &spec.atoms);
                Some(Asks::Invariant(Box::new(model), bad))
            }
            Question::Ltl(formula) => {
                let formula = logic::negated(formula);
                let reduced = Box::new(liveness::reduce(model, &formula, &spec.atoms));
                Some(Asks::Lasso { formula, reduced })
            }
            Question::Ctl(_) => None,
        }
    }

    fn reachability(&self) -> (&SymbolicModel, Lit) {
        match self {
            Asks::Invariant(model, bad) => (model, *bad),
            Asks::Lasso { reduced, .. } => (&reduced.model, reduced.bad),
        }
    }

    /// A trace of the model that the specification is about.
    fn told(&self, trace: Trace, method: ProofMethod) -> Trace {
        match (self, method) {
            (Asks::Lasso { reduced, .. }, ProofMethod::Induction | ProofMethod::Ic3) => reduced.lasso(&trace),
            _ => trace,
        }
    }
}
