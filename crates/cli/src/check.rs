//! `jaywalk check`: every schedule and every choice.

use crate::account::{self, Checked};
use crate::flags::Check;
use crate::host::Terminal;
use crate::keeping::{self, Purpose};
use crate::progress::ProgressLine;
use crate::scratch::Scratch;
use crate::searching::Search;
use crate::{interrupt, liberties, run, screen, temporal};
use java::{ClassId, ClassPath, Problem, Session};
use lts::{Cause, Gap, System};
use report::{Detail, Figures, Graph, Report, Verdict};
use std::cell::Cell;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wrap::Bounded;

/// Nothing violated, everything searched.
const SAFE: u8 = 0;
pub const VIOLATION: u8 = 1;

/// Why some ways to name states go with some searches only.
const JUMPS: &str = "--symmetry, --thread-symmetry and --gc go with --search dfs and one worker: others make states again from their names";

const KEPT: &str = "--checkpoint and --resume go with --search dfs, one worker, the exact store, and neither --outputs nor temporal properties";

const SPILLED: &str = "--spill is for searches that keep visited states: neither --search random or pct nor temporal properties go with it";

pub fn check(check: Check) -> ExitCode {
    if let Some(contradiction) = contradiction(&check) {
        return run::complain(contradiction, run::BAD_INPUT);
    }
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    let setup = run::setup(&check.program, true);
    let prepared = java::prepare(setup, scratch.path(), Box::new(Terminal::new()));
    let args = &check.program.args;
    let examined =
        prepared.and_then(|(session, class)| examine(&check, &check.program.main, session, class, args));
    let Examined { report, graph } = match examined {
        Ok(examined) => examined,
        Err(problem) => return run::explain(&problem),
    };
    screen::print(&report::console(&report, screen::look(Detail::Brief)));
    let roots = ClassPath::split(check.program.machine.class_path.as_deref().unwrap_or_default());
    let code = ExitCode::from(exit_code(&report));
    match check.reports.write(&[report], graph.as_ref(), &check.program.main, &roots) {
        Ok(()) => code,
        Err(code) => code,
    }
}

/// What is wrong with flags that do not go together.
pub fn contradiction(check: &Check) -> Option<&'static str> {
    let by_state = check.searching.search == Search::Preemptions;
    let workers = check.searching.workers();
    let is_plain = workers == 1 && check.searching.search == Search::Dfs;
    check
        .searching
        .contradiction()
        .or_else(|| check.storing.contradiction(by_state, workers))
        .or_else(|| (check.same.is_special() && !is_plain).then_some(JUMPS))
        .or_else(|| temporal::contradiction(check))
        .or_else(|| (check.storing.spill.is_some() && !remembers(check)).then_some(SPILLED))
        .or_else(|| {
            let is_kept = check.keeping.is_wanted();
            let has_formulas = !check.temporal.properties().is_empty();
            let is_usual = is_plain && check.storing.is_tree() && !has_formulas && !check.outputs;
            (is_kept && !is_usual).then_some(KEPT)
        })
}

/// The search is one whose memory is a set of states, and not much else.
fn remembers(check: &Check) -> bool {
    let is_random = matches!(check.searching.search, Search::Random | Search::Pct);
    !is_random && check.temporal.properties().is_empty()
}

/// What came of a search.
pub struct Examined {
    pub report: Report,
    /// The state space, if it is to be drawn and small enough.
    pub graph: Option<Graph>,
}

/// Searches one program: `class` with these arguments, called `name` in the report.
pub fn examine(
    check: &Check,
    name: &str,
    session: Session,
    class: ClassId,
    args: &[String],
) -> Result<Examined, Problem> {
    interrupt::listen();
    // Of a test, the class that runs it does not name the test's class.
    let named = name.split_once('#').map(|(test, _)| test.to_string());
    let fingerprint = java::fingerprint(&session.machine, class, named.as_slice());
    let assertions = session.machine.options.assertions;
    let mut properties =
        temporal::read(&check.temporal.properties(), check.reduction()).map_err(Problem::Main)?;
    let mut system = session.explore(class, args)?;
    temporal::resolve(&mut properties, &mut system, class).map_err(Problem::Main)?;
    set_up(check, &mut system);
    let told = Told { check, name, fingerprint, assertions };
    match properties.is_empty() {
        true => explore(&told, system, args),
        false => Ok(Examined { report: judge(&told, &properties, system), graph: None }),
    }
}

/// What a report says of a search before it begins.
struct Told<'a> {
    check: &'a Check,
    name: &'a str,
    fingerprint: u32,
    assertions: bool,
}

impl<'a> Told<'a> {
    fn checked(&self, is_fewest: bool) -> Checked<'a> {
        let Told { check, name, fingerprint, assertions } = *self;
        Checked { check, name, fingerprint, assertions, is_fewest, is_kept: Cell::new(false) }
    }
}

/// Checks temporal properties.
fn judge(told: &Told<'_>, properties: &[temporal::Ready], mut system: java::Explorer) -> Report {
    let limits = told.check.searching.limits();
    let mut line = ProgressLine::new(limits.clone());
    let watch = &mut |progress: &search::Progress| line.show(progress);
    let checked = told.checked(false);
    let report = temporal::check(told.name, properties, &mut system, &limits, Some(&checked), watch);
    line.clear();
    report
}

/// Looks for everything else.
fn explore(told: &Told<'_>, system: java::Explorer, args: &[String]) -> Result<Examined, Problem> {
    let Told { check, name, fingerprint, .. } = *told;
    let tally = system.tally();
    let kinds = lts::Gauges::kinds(&system);
    let mut system: Box<dyn System> = Box::new(system);
    let searching = &check.searching;
    let (memory_bytes, started) = (searching.store_bytes(), Instant::now());
    let mut store = check.storing.make(searching.workers(), memory_bytes).map_err(Problem::Main)?;
    let mut line = ProgressLine::new(searching.limits());
    let mut ended = match check.keeping.is_wanted() {
        true => {
            let purpose = Purpose {
                terms: &keeping::terms(check, name, args, fingerprint),
                limits: &searching.limits(),
                spill: &|| check.storing.spill(memory_bytes),
                is_whole: &|| !tally.is_used(),
            };
            check.keeping.explore(&purpose, &mut *system, &mut store, &mut |progress| line.show(progress))
        }
        false => Ok(searching.explore(&mut system, &mut *store, &mut |progress| line.show(progress))),
    }
    .map_err(Problem::Main)?;
    // Telling a path begins anew, and forgets these.
    let structures_by_depth = tally.structures_by_depth();
    let outputs = check.outputs.then(|| tally.outputs());
    let garbage = check.same.gc.map(|_| tally.garbage());
    let used = tally.used();
    let is_fewest = !check.same.is_special()
        && searching.shorten(&mut ended, &mut *system, &mut |progress| line.show(progress));
    line.clear();
    let is_over = telling(searching.limits().after(started.elapsed()).time);
    let mut system = Bounded::new(&mut *system, &is_over);
    let checked = told.checked(is_fewest);
    let first = ended.found.first().map(|found| found.path.clone());
    let figures = store.figures();
    let store_figures = check.storing.figures(&figures, kinds);
    let assumptions = liberties::rests_on(check.allowing.liberties(), &tally.assumed);
    let mut report = account::report(&checked, ended, &mut system, &*store, store_figures, assumptions);
    if report.stories.is_empty() || searching.all {
        report.cuts.extend(check.storing.omission(&figures));
    }
    report.figures.structures_by_depth = structures_by_depth;
    report.outputs = outputs;
    report.figures.accelerated =
        vec![("foreseen", used.foreseen), ("renewed", used.renewed), ("guarded", used.guarded)];
    report.figures.garbage = garbage.map(|garbage| (garbage.collected, garbage.kept));
    let small = report.figures.states <= story::MAX_STATES as u64;
    let graph = match check.reports.html_wanted() && small {
        true => story::graph(&mut system, first.as_ref()),
        false => None,
    };
    Ok(Examined { report, graph })
}

/// Whether a path that is told is to be given up: at an interrupt, or when the time is over. A path that was
/// found in the last moment is told for a little longer; a second interrupt ends the process.
fn telling(left: Option<Duration>) -> impl Fn() -> bool + Sync {
    const LITTLE: Duration = Duration::from_millis(500);
    let until = left.map(|left| Instant::now() + left + LITTLE);
    let was_interrupted = interrupt::is_interrupted();
    move || {
        let is_late = until.is_some_and(|until| Instant::now() >= until);
        is_late || (!was_interrupted && interrupt::is_interrupted())
    }
}

/// Tells the machine what to look for, and how.
fn set_up(check: &Check, system: &mut java::Explorer) {
    system.reduce(check.reduction());
    system.accelerate(check.accelerators());
    system.allow(check.allowing.liberties());
    system.name_states(check.same.naming());
    if check.races {
        system.find_races();
    }
    if check.outputs {
        system.observe_output();
    }
}

/// The exit code of a report.
pub fn exit_code(report: &Report) -> u8 {
    match report.verdict() {
        Verdict::Safe => SAFE,
        Verdict::Violation => VIOLATION,
        Verdict::Inconclusive => gap_code(&report.gaps),
    }
}

/// The exit code of a search that could not be finished: whose fault that is.
fn gap_code(gaps: &[Gap]) -> u8 {
    let any = |cause: Cause| gaps.iter().any(|gap| gap.cause == cause);
    match (any(Cause::Fault), any(Cause::Input)) {
        (true, _) => run::FAULT,
        (false, true) => run::BAD_INPUT,
        (false, false) => run::INCONCLUSIVE,
    }
}

/// Adds the figures of one search to those of others.
pub fn figures(sum: &mut Figures, more: &Figures) {
    sum.states += more.states;
    sum.transitions += more.transitions;
    sum.instructions = sum.instructions.max(more.instructions);
    sum.seconds += more.seconds;
    sum.store_bytes = sum.store_bytes.max(more.store_bytes);
    sum.max_depth = sum.max_depth.max(more.max_depth);
    sum.restarts += more.restarts;
    if sum.store.kind.is_empty() {
        sum.store = more.store.clone();
    }
}
