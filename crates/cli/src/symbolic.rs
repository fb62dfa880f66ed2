//! SMV models: `jaywalk check`, `model` and `run` on a .smv file.

pub mod invariant;

use crate::flags::{Check, RunFlags};
use crate::retelling::peak_bytes;
use crate::searching::Search;
use crate::temporal::Temporal;
use crate::{fronts, interrupt, run, screen};
use ::symbolic::{ChanceEnd, SymbolicEngine, SymbolicTask};
use clap::{Args, ValueEnum};
use front::Problem;
use logic::{Logic, Parsed, Span};
use report::{Detail, Report};
use sat::ProofMethod;
use search::Limits;
use smv::{Extra, Smv, SmvProblem};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use sym::Question;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Sets of states as decision diagrams
    Bdd,
    /// States one by one: for small models, and to compare
    Explicit,
    /// Runs up to --bound steps, by a solver for satisfiability
    Bmc,
    /// The same, and induction over as many steps
    Induction,
    /// Inductive invariants by a solver, step by step
    Ic3,
}

#[derive(Args, Clone)]
pub struct Symbolic {
    /// Who answers for an SMV model [default: bdd]
    #[arg(long, value_name = "NAME", value_enum)]
    pub engine: Option<EngineName>,

    /// Of an SMV model, the most nodes that decision diagrams may have
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1024..=1 << 30))]
    pub bdd_nodes: u64,

    /// Of an SMV model by bmc, induction or ic3, the longest run that is looked for, or the most frames [default: 20
    /// for bmc; no end for the others]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(0..=100_000))]
    pub bound: Option<u64>,

    /// Of an SMV model by ic3, write the invariants that show what holds, for `jaywalk certify`: to this file, and
    /// to FILE.2 and so on for other specifications than the first
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Of an SMV model, never put the relation together with itself where runs are long: to compare
    #[arg(long, hide = true)]
    pub no_squaring: bool,
}

impl Symbolic {
    pub fn asked(&self, limits: Limits) -> SymbolicTask {
        let engine = match self.engine {
            Some(EngineName::Explicit) => SymbolicEngine::Explicit,
            Some(EngineName::Bmc) => SymbolicEngine::Sat(ProofMethod::Bounded),
            Some(EngineName::Induction) => SymbolicEngine::Sat(ProofMethod::Induction),
            Some(EngineName::Ic3) => SymbolicEngine::Sat(ProofMethod::Ic3),
            Some(EngineName::Bdd) | None => SymbolicEngine::Bdd,
        };
        let usual = matches!(self.engine, Some(EngineName::Bmc)).then_some(USUAL_BOUND);
        let bound = self.bound.or(usual).map(|bound| bound as usize);
        let (node_limit, squaring) = (self.bdd_nodes as usize, !self.no_squaring);
        SymbolicTask { engine, node_limit, squaring, bound, limits, is_stopped: interrupt::is_interrupted }
    }
}

/// The longest run that bounded checking looks for, unless another is asked for.
const USUAL_BOUND: u64 = 20;

/// Properties that symbolic models do not have.
const LINEAR_OR_BRANCHING: &str = "of an SMV model, --ltl, --ctl and --invariant can be checked; its fairness is \
    JUSTICE and \
    COMPASSION in the model";
const PLAIN: &str = "an SMV model is answered for as a whole: leave out --search, --workers, --store, --races, \
    --outputs, \
    --script, checkpoints, --processes and --env";

/// `jaywalk check FILE.smv`.
pub fn check(check: &Check) -> ExitCode {
    let is_plain = check.searching.search == Search::Portfolio
        && check.searching.workers() == 1
        && !(check.races || check.outputs || check.script.is_some() || check.env.is_some())
        && !(check.keeping.is_wanted() || check.distributing.is_wanted());
    if !is_plain {
        return run::complain(PLAIN, run::BAD_INPUT);
    }
    let asked = check.symbolic.asked(check.searching.limits());
    let certificate = check.symbolic.certificate.as_deref();
    if certificate.is_some() && asked.engine != SymbolicEngine::Sat(ProofMethod::Ic3) {
        return run::complain("--certificate is for what IC3 proves: give --engine ic3", run::BAD_INPUT);
    }
    let report = match examine(Path::new(&check.program.main), &check.temporal, &asked, certificate) {
        Ok(report) => report,
        Err(problem) => return run::explain(&problem),
    };
    screen::print(&report::console(&report, screen::look(check.telling.detail(Detail::Brief).0)));
    let code = ExitCode::from(crate::check::exit_code(&report));
    match check.reports.write(&[report], None, &check.program.main, &[]) {
        Ok(()) => code,
        Err(code) => code,
    }
}

/// Answers for a model, its own specifications and those of the command line.
///
/// # Errors
/// What is wrong with the file, the text in it, or a property.
pub fn examine(
    file: &Path,
    temporal: &Temporal,
    asked: &SymbolicTask,
    certificate: Option<&Path>,
) -> Result<Report, Problem> {
    let others = [&temporal.ctlstar, &temporal.mu, &temporal.never];
    if others.iter().any(|list| !list.is_empty()) || temporal.fair || temporal.progress {
        return Err(Problem::Input(LINEAR_OR_BRANCHING.to_string()));
    }
    let properties = properties(temporal).map_err(Problem::Input)?;
    let smv = read(file, &properties)?;
    if smv.model.specs.is_empty() {
        let what = "there is nothing to check: give it an INVARSPEC, CTLSPEC or LTLSPEC, or --invariant, --ctl \
            or --ltl";
        return Err(Problem::Input(format!("{}: {what}", file.display())));
    }
    interrupt::listen();
    let name = file.display().to_string();
    let mut line = Line { last: Duration::ZERO };
    let watch = &mut |text: &str, elapsed: Duration| line.show(text, elapsed);
    let (mut report, proofs) = ::symbolic::report(&name, &smv.model, &smv.notes, asked, watch);
    report.figures.peak_bytes = peak_bytes();
    if let Some(certificate) = certificate {
        invariant::write(certificate, file, &smv.model, &proofs)?;
    }
    Ok(report)
}

fn properties(temporal: &Temporal) -> Result<Vec<Parsed>, String> {
    let lists =
        [(Logic::Ltl, &temporal.ltl), (Logic::Ctl, &temporal.ctl), (Logic::State, &temporal.invariant)];
    let texts = lists.into_iter().flat_map(|(logic, texts)| texts.iter().map(move |text| (logic, text)));
    texts
        .map(|(logic, text)| logic::parse(logic, text).map_err(|e| format!("{}: {e}", logic.option())))
        .collect()
}

fn read(file: &Path, properties: &[Parsed]) -> Result<Smv, Problem> {
    let text = fronts::text_of(file)?;
    let extra: Vec<Extra> = properties
        .iter()
        .map(|property| Extra {
            name: property.text.trim().to_string(),
            question: match property.logic {
                Logic::Ltl => Question::Ltl(property.formula.clone()),
                Logic::State => Question::Invariant(property.formula.clone()),
                _ => Question::Ctl(property.formula.clone()),
            },
            atoms: property.atoms.iter().map(|atom| atom.text.clone()).collect(),
        })
        .collect();
    smv::read(&file.display().to_string(), &text, &extra).map_err(|problem| match problem {
        SmvProblem::Model(error) if error.is_gap => {
            Problem::Unsupported { what: error.what, at: error.at, stack: Vec::new() }
        }
        SmvProblem::Model(error) => Problem::Input(error.to_string()),
        SmvProblem::Atom { property, atom, part: (start, end), what } => {
            let parsed = &properties[property];
            let error = parsed.atom_error(atom, Some(Span { start, end }), what);
            Problem::Input(format!("{}: {error}", parsed.logic.option()))
        }
    })
}

/// What is being done, now and then, on standard error.
struct Line {
    last: Duration,
}

impl Line {
    const EVERY: Duration = Duration::from_secs(5);

    fn show(&mut self, text: &str, elapsed: Duration) -> bool {
        if elapsed >= self.last + Line::EVERY {
            self.last = elapsed;
            screen::complain(text);
        }
        !interrupt::is_interrupted()
    }
}

/// Steps of a model that are simulated where no number is given: its runs never end.
const STEPS: u64 = 20;

/// `jaywalk run FILE.smv`: one run, chosen at random.
pub fn simulate(run: &RunFlags) -> ExitCode {
    let smv = match read(Path::new(&run.program.main), &[]) {
        Ok(smv) => smv,
        Err(problem) => return run::explain(&problem),
    };
    let steps = run.max_instructions.unwrap_or(STEPS);
    let ended = ::symbolic::simulate(&Arc::new(smv.model), run.seed, steps, &mut |number, changes| {
        let changes = if changes.is_empty() { "nothing changes" } else { changes };
        screen::line(&format!("state {number}: {changes}"));
    });
    match ended {
        ChanceEnd::Steps => ExitCode::SUCCESS,
        ChanceEnd::TooMany => {
            run::complain("a state has too many successors to list them", run::INCONCLUSIVE)
        }
        ChanceEnd::NoBeginning => run::complain("there is no initial state", run::BAD_INPUT),
        ChanceEnd::DeadEnd => run::complain(
            "no step leaves this state: the transition relation is not total",
            crate::check::VIOLATION,
        ),
    }
}
