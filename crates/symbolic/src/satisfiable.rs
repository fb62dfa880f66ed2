//! Specifications answered by a solver for satisfiability: bounded checking, induction, IC3.

use crate::{EngineResult, Onlooker, SymbolicTask};
use logic::Formula;
use report::Figures;
use sat::{ProofMethod, SatProgress, SatTask, StopSign};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sym::{Answer, Question, SymbolicModel, SymbolicSpec};

/// An inductive invariant that was found for a specification, by its number.
pub type Proof = (usize, sat::Certificate);

/// Asks for one specification after the other. Answers that turn out to be none are `Err`.
pub(super) fn by_satisfiability(
    model: &SymbolicModel,
    method: ProofMethod,
    asked: &SymbolicTask,
    started: Instant,
    watch: Onlooker<'_>,
) -> (EngineResult, Vec<String>) {
    let limit = asked.limits.time;
    let is_stopped = asked.is_stopped;
    let mut asking = Asking { model, method, limit, started, is_stopped, calls: 0, depth: 0 };
    let (mut found, mut faults) = (EngineResult::default(), Vec::new());
    // A run to each first state breaks this; without any, everything holds of nothing.
    let (nowhere, how, bound) = sat::of_nothing(&Question::Invariant(Formula::True));
    match asking.ask(&nowhere, how, bound, watch) {
        Ok(answered) => found.is_empty = !matches!(answered.answer, Answer::Fails(_)),
        Err(fault) => faults.push(fault),
    }
    for (number, spec) in model.specs.iter().enumerate() {
        let is_enough =
            !asked.limits.all && found.answers.iter().any(|answer| matches!(answer, Answer::Fails(_)));
        if is_enough {
            found.answers.push(Answer::Unknown("it was not looked at".to_string()));
            continue;
        }
        // One that is too hard leaves time for the others.
        let left = (model.specs.len() - number) as u32;
        let spent = started.elapsed();
        asking.limit = limit.map(|limit| spent + limit.saturating_sub(spent) / left);
        match asking.ask(spec, method, asked.bound, watch) {
            Ok(answered) => {
                found.proofs.extend(answered.certificate.map(|certificate| (number, certificate)));
                found.answers.push(answered.answer);
            }
            Err(fault) => {
                faults.push(format!("{}: {fault}", spec.name));
                found.answers.push(Answer::Unknown("the engine is at fault".to_string()));
            }
        }
    }
    asking.limit = limit;
    let held = model
        .specs
        .iter()
        .zip(&found.answers)
        .any(|(spec, answer)| *answer == Answer::Holds && matches!(spec.question, Question::Ltl(_)));
    if held {
        let (no_run, how, bound) = sat::of_nothing(&Question::Ltl(Formula::True));
        match asking.ask(&no_run, how, bound, watch).map(|answered| answered.answer) {
            Ok(Answer::Fails(_)) => {}
            Ok(Answer::Holds) => found.is_unfair = true,
            Ok(Answer::Unknown(why)) => forget_held(model, &mut found, &why),
            Err(fault) => {
                forget_held(model, &mut found, "the engine is at fault");
                faults.push(fault);
            }
        }
    }
    // What holds of no run at all is no proof for anybody.
    let (is_empty, is_unfair) = (found.is_empty, found.is_unfair);
    let is_about_runs = |number: usize| match model.specs[number].question {
        Question::Invariant(_) => !is_empty,
        _ => !is_empty && !is_unfair,
    };
    found.proofs.retain(|(number, _)| is_about_runs(*number));
    found.figures = Figures { accelerated: vec![("solver calls", asking.calls)], ..Figures::default() };
    found.engine = format!("{}, depth {}, {} calls of the solver", words(method), asking.depth, asking.calls);
    (found, faults)
}

/// Formulas that hold may hold of no run at all: whether there is one was not decided.
fn forget_held(model: &SymbolicModel, found: &mut EngineResult, why: &str) {
    for (number, spec) in model.specs.iter().enumerate() {
        let is_ltl = matches!(spec.question, Question::Ltl(_));
        if is_ltl && found.answers.get(number) == Some(&Answer::Holds) {
            let told = format!("whether any run is infinite and fair was not decided: {why}");
            found.answers[number] = Answer::Unknown(told);
            found.proofs.retain(|(proved, _)| *proved != number);
        }
    }
}

fn words(method: ProofMethod) -> &'static str {
    match method {
        ProofMethod::Bounded => "bounded paths by a solver",
        ProofMethod::Induction => "induction by a solver",
        ProofMethod::Ic3 => "IC3 by a solver",
    }
}

struct Asking<'a> {
    model: &'a SymbolicModel,
    method: ProofMethod,
    /// When the present question is given up.
    limit: Option<Duration>,
    started: Instant,
    is_stopped: fn() -> bool,
    calls: u64,
    depth: usize,
}

impl Asking<'_> {
    fn ask(
        &mut self,
        spec: &SymbolicSpec,
        method: ProofMethod,
        bound: Option<usize>,
        watch: Onlooker<'_>,
    ) -> Result<sat::Answered, String> {
        let (started, limit, is_stopped) = (self.started, self.limit, self.is_stopped);
        let is_over = Arc::new(AtomicBool::new(false));
        let seen = is_over.clone();
        let stop: StopSign = Arc::new(move || {
            is_stopped()
                || seen.load(Ordering::Relaxed)
                || limit.is_some_and(|limit| started.elapsed() >= limit)
        });
        let name = spec.name.clone();
        let mut tell = |moment: &SatProgress| {
            let text =
                format!("{name}: depth {}, {} clauses", moment.depth, report::grouped(moment.clauses as u64));
            if !watch(&text, started.elapsed()) {
                is_over.store(true, Ordering::Relaxed);
            }
        };
        let mut task = SatTask { bound, stop, tell: &mut tell, figures: sat::SatFigures::default() };
        let answered = sat::answer(self.model, spec, method, &mut task);
        self.calls += task.figures.calls;
        if method == self.method {
            self.depth = self.depth.max(task.figures.depth);
        }
        answered
    }
}
