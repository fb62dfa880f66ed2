//! Specifications of a symbolic model to a report, by whichever engine is asked for.

#![forbid(unsafe_code)]

pub mod explicit;
mod satisfiable;
mod simulate;
mod tell;

pub use satisfiable::Proof;
pub use simulate::{ChanceEnd, simulate};
pub use tell::tell;

use lts::{Cause, Gap};
use report::{Claims, Figures, Report};
use search::Limits;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sym::{Answer, Question, SymbolicModel, Trace};

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolicEngine {
    /// Sets of states as decision diagrams.
    Bdd,
    /// States one by one.
    Explicit,
    /// Paths by a solver for satisfiability.
    Sat(sat::ProofMethod),
}

/// How the specifications are to be answered.
#[derive(Clone, Debug)]
pub struct SymbolicTask {
    pub engine: SymbolicEngine,
    /// Nodes that decision diagrams may have.
    pub node_limit: usize,
    /// Steps may be put together with themselves.
    pub squaring: bool,
    /// The longest path that a solver is asked for, or the most frames; none if it may go on.
    pub bound: Option<usize>,
    pub limits: Limits,
    /// Somebody has asked for an end; engines look at this in the middle of long operations, too.
    pub is_stopped: fn() -> bool,
}

/// What an engine is doing, in words.
pub type Onlooker<'a> = &'a mut dyn FnMut(&str, Duration) -> bool;

/// What an engine has found out, whichever it is.
#[derive(Default)]
struct EngineResult {
    answers: Vec<Answer>,
    is_empty: bool,
    dead_end: Option<Trace>,
    is_unfair: bool,
    figures: Figures,
    engine: String,
    proofs: Vec<Proof>,
}

/// Answers the specifications of a model and reports it, with invariants that show what holds if the engine finds
/// such. `notes` is what its reader could not decide.
pub fn report(
    name: &str,
    model: &SymbolicModel,
    notes: &[String],
    asked: &SymbolicTask,
    watch: Onlooker<'_>,
) -> (Report, Vec<Proof>) {
    let started = Instant::now();
    let (mut found, faults) = match asked.engine {
        SymbolicEngine::Bdd => (by_diagrams(model, asked, started, watch), Vec::new()),
        SymbolicEngine::Explicit => (one_by_one(model, asked, started, watch), Vec::new()),
        SymbolicEngine::Sat(method) => satisfiable::by_satisfiability(model, method, asked, started, watch),
    };
    let mut report = Report {
        name: name.to_string(),
        stories: Vec::new(),
        gaps: Vec::new(),
        cuts: Vec::new(),
        figures: Figures { seconds: started.elapsed().as_secs_f64(), ..found.figures.clone() },
        claims: Claims { movers: Some("system"), ..Claims::default() },
        outputs: None,
    };
    let fault = |what| Gap { cause: Cause::Fault, what, place: String::new() };
    report.gaps.extend(faults.into_iter().map(fault));
    // An answer that is missing must not look like one that holds.
    for spec in model.specs.iter().skip(found.answers.len()) {
        report.cuts.push(format!("{}: the engine has not come to it", spec.name));
    }
    debug_assert!(found.answers.len() <= model.specs.len(), "answers are to specifications, in their order");
    for (spec, answer) in model.specs.iter().zip(&found.answers) {
        match answer {
            Answer::Holds => report.claims.holds.push(spec.name.clone()),
            Answer::Fails(trace) => match trace.check(model, spec) {
                Ok(_) => report.stories.push(tell(model, spec, trace)),
                Err(why) => {
                    let what = format!("a run against {} is none: {why}", spec.name);
                    report.gaps.push(Gap { cause: Cause::Fault, what, place: spec.place.clone() });
                }
            },
            // A failure before it is told; the rest was not looked at.
            Answer::Unknown(_) if !report.stories.is_empty() && !asked.limits.all => {}
            Answer::Unknown(why) => report.cuts.push(format!("{}: {why}", spec.name)),
        }
    }
    claim(&mut report, model, notes, asked, &found);
    (report, std::mem::take(&mut found.proofs))
}

fn claim(
    report: &mut Report,
    model: &SymbolicModel,
    notes: &[String],
    asked: &SymbolicTask,
    found: &EngineResult,
) {
    let claims = &mut report.claims;
    claims.checked.push(format!("the specifications of the model ({})", found.engine));
    if !model.justice.is_empty() || !model.compassion.is_empty() {
        claims.rests_on.push("fairness: formulas are about fair runs alone".to_string());
    }
    claims.warnings.extend(notes.iter().cloned());
    if matches!(asked.engine, SymbolicEngine::Sat(_)) {
        claims.unchecked.push("states that no step leaves (--engine bdd)".to_string());
    }
    // What holds of nothing is no news of the system: it is not called safe.
    if found.is_empty {
        report
            .cuts
            .push("there is no initial state: INIT, INVAR and the types exclude each other".to_string());
        return;
    }
    if let Some(dead) = &found.dead_end {
        let last = dead.states.len().checked_sub(1).map(|last| dead.values(model, last)).unwrap_or_default();
        let values: Vec<String> = last.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        claims.warnings.push(format!(
            "the transition relation is not total, and formulas are about infinite runs alone; no step leaves: {}",
            values.join(", ")
        ));
    }
    let is_about_runs = model.specs.iter().any(|spec| !matches!(spec.question, Question::Invariant(_)));
    if found.is_unfair && is_about_runs {
        report.cuts.push("no run is fair and infinite: every formula about all runs holds".to_string());
    }
}

fn by_diagrams(
    model: &SymbolicModel,
    asked: &SymbolicTask,
    started: Instant,
    watch: Onlooker<'_>,
) -> EngineResult {
    let options = bdd::BddOptions {
        node_limit: asked.node_limit,
        squaring: asked.squaring,
        stop_at_first: !asked.limits.all,
    };
    let deadline = asked.limits.time;
    let found = bdd::answer(model, &options, &mut |pulse| {
        let elapsed = started.elapsed();
        let text = format!(
            "{}: round {}, {} nodes of {} in all",
            pulse.what,
            pulse.round,
            report::grouped(pulse.set_nodes as u64),
            report::grouped(pulse.nodes as u64)
        );
        watch(&text, elapsed) && deadline.is_none_or(|deadline| elapsed < deadline)
    });
    let figures = Figures {
        states: found.states.unwrap_or(0.0) as u64,
        accelerated: vec![("squares", found.squares)],
        ..Figures::default()
    };
    let nodes = report::grouped(found.peak_nodes as u64);
    let engine = format!("decision diagrams, {} rounds, at most {nodes} nodes", found.rounds);
    EngineResult {
        answers: found.answers,
        is_empty: found.is_empty,
        dead_end: found.dead_end,
        is_unfair: found.is_unfair,
        figures,
        engine,
        ..EngineResult::default()
    }
}

fn one_by_one(
    model: &SymbolicModel,
    asked: &SymbolicTask,
    started: Instant,
    watch: Onlooker<'_>,
) -> EngineResult {
    let model = Arc::new(model.clone());
    let found = explicit::answer(&model, &asked.limits, &mut |progress| {
        watch(&format!("{} states", report::grouped(progress.states)), started.elapsed())
    });
    let figures = Figures { states: found.states, transitions: found.transitions, ..Figures::default() };
    EngineResult {
        answers: found.answers,
        is_empty: found.is_empty,
        dead_end: found.dead_end,
        is_unfair: found.is_unfair,
        figures,
        engine: "states one by one".to_string(),
        ..EngineResult::default()
    }
}
