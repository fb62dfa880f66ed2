//! `jaywalk model`: temporal properties of a small system that is written as text; `jaywalk automaton`: the
//! automaton of a formula.

use crate::check::NOTHING_TO_CHECK;
use crate::flags::{Automaton, Model};
use crate::retelling::peak_bytes;
use crate::{fronts, run, screen};
use ::symbolic::{SymbolicEngine, SymbolicTask};
use ::temporal::{Beginning, Task};
use front::{Problem, Reduction, Wanted};
use logic::Logic;
use lts::Depth;
use report::{Detail, Report, Verdict};
use search::Limits;
use std::process::ExitCode;
use story::Telling;

const NO_LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: false };

/// Nodes that decision diagrams may have.
const NODES: usize = 20_000_000;

pub fn model(model: Model) -> ExitCode {
    match check(&model) {
        Ok(report) => {
            screen::print(&report::console(&report, screen::look(Detail::Brief)));
            let code = ExitCode::from(crate::check::exit_code(&report));
            let written = model
                .json
                .as_deref()
                .map_or(Ok(()), |file| crate::reports::write(file, &report::json(&report)));
            written.map_or_else(|error| error, |()| code)
        }
        Err(problem) => run::explain(&problem),
    }
}

/// Checks the model from each of its initial states.
fn check(asked: &Model) -> Result<Report, Problem> {
    if fronts::is_smv(&asked.file.to_string_lossy()) {
        let by_default = SymbolicTask {
            engine: SymbolicEngine::Bdd,
            node_limit: NODES,
            squaring: true,
            bound: None,
            limits: NO_LIMITS,
            is_stopped: crate::interrupt::is_interrupted,
        };
        return crate::symbolic::examine(&asked.file, &asked.temporal, &by_default, None);
    }
    let front = fronts::of_text(&asked.file)?;
    let specs = asked.temporal.properties();
    if !asked.temporal.invariant.is_empty() {
        return Err(Problem::Input("--invariant goes with `jaywalk check`".to_string()));
    }
    if asked.temporal.progress {
        return Err(Problem::Input("--progress goes with `jaywalk check FILE.pml`".to_string()));
    }
    if asked.temporal.claim.is_some() {
        return Err(Problem::Input("--claim goes with `jaywalk check FILE.pml`".to_string()));
    }
    if specs.is_empty() {
        return Err(Problem::Input(NOTHING_TO_CHECK.to_string()));
    }
    let read = temporal::read(&specs, Reduction::Off, &|file| std::fs::read_to_string(file));
    let mut properties = read.map_err(Problem::Input)?;
    let name = asked.file.display().to_string();
    let mut whole: Option<Report> = None;
    for beginning in 0..front.beginnings() {
        let wanted =
            Wanted { reduction: Reduction::Off, races: false, atoms: &[], onlookers: 0, branching: false };
        let mut subject = fronts::open(&*front, beginning, wanted, &mut properties)?;
        let telling =
            Telling { pictures: false, origin: None, page: None, depth: Depth::Crux, witness: false };
        let task = Task { profile: &*subject.profile, limits: &NO_LIMITS, workers: 1, telling: &telling };
        let judgement =
            temporal::check(&properties, &mut *subject.system, task, Beginning::default(), &mut |_| true);
        let own = subject.profile.claims(judgement.is_complete());
        let mut report = judgement.report(&name, own).0;
        report.figures.peak_bytes = peak_bytes();
        if report.verdict() != Verdict::Safe {
            return Ok(report);
        }
        match &mut whole {
            None => whole = Some(report),
            Some(whole) => whole.figures.add(&report.figures),
        }
    }
    whole.ok_or_else(|| Problem::Input(format!("{name}: there is nowhere to begin")))
}

/// Prints the automaton that accepts what the formula allows.
pub fn automaton(asked: Automaton) -> ExitCode {
    let parsed = match logic::parse(Logic::Ltl, &asked.formula) {
        Ok(parsed) => parsed,
        Err(error) => return run::complain(&error.to_string(), run::BAD_INPUT),
    };
    match logic::buchi::translate(&parsed.formula) {
        Ok(automaton) => {
            crate::screen::print(&logic::hoa::write(&automaton, &parsed.names(), &parsed.text));
            ExitCode::SUCCESS
        }
        Err(error) => run::complain(&error.to_string(), run::BAD_INPUT),
    }
}
