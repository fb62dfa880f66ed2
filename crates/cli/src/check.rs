//! `jaywalk check`: every schedule and every choice.

mod contradictions;

pub use contradictions::contradiction;

use crate::distributed::{self, Distributed};
use crate::flags::{Accelerator, Check};
use crate::keeping::{self, Purpose};
use crate::progress::ProgressLine;
use crate::retelling::{self, Retelling};
use crate::scratch::Scratch;
use crate::script::ScriptRecording;
use crate::searching::Search;
use crate::stores::Kind;
use crate::{fronts, interrupt, own, run, screen};
use ::replay::{Conditions, ReplayOrigin, Repro};
use ::temporal::{Beginning, Ready, Task};
use front::{Front, Problem, Profile, Subject, Wanted};
use java::ClassPath;
use lts::{Cause, Gap, Store, System};
use report::{Detail, NodeFigures, Report, StateGraph, Verdict};
use search::{Progress, SearchResult, Terms};
use std::cell::Cell;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use story::{Searched, Stranding, Telling};
use wrap::Bounded;

/// Nothing violated, everything searched.
const SAFE: u8 = 0;
pub const VIOLATION: u8 = 1;

pub const NOTHING_TO_CHECK: &str = "give a property: --ltl, --ctl, --ctlstar, --mu or --never";

/// What only some searches look for.
const LIVELOCKS: &str = "livelocks and partial deadlocks (--search dfs, one worker, --store exact, neither \
    --spill nor checkpoints)";

const CALLED: &str = "--checkpoint and --resume do not go with atoms that call methods: \
    what the machine learns by calling them is on no path that a checkpoint could go again";

const NOT_SYMBOLIC: &str = "--engine is for SMV models: FILE.smv";

pub fn check(check: Check) -> ExitCode {
    if let Some(contradiction) = contradiction(&check) {
        return run::complain(contradiction, run::BAD_INPUT);
    }
    // Several processes write to a folder of their own.
    let kept = if check.distributing.is_wanted() { Vec::new() } else { check.keeping.written() };
    if let Err(code) = check.reports.prepare(&kept) {
        return code;
    }
    if fronts::is_smv(&check.program.main) {
        return crate::symbolic::check(&check);
    }
    if check.symbolic.engine.is_some() {
        return run::complain(NOT_SYMBOLIC, run::BAD_INPUT);
    }
    let asked = check.distributing.is_wanted().then(|| Distributed::open(&check, &check.program.main));
    let distributed = match asked.transpose() {
        Ok(distributed) => distributed,
        Err(what) => return run::complain(&what, run::BAD_INPUT),
    };
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    let front = fronts::of_check(&check, scratch.path());
    let distributed = match (distributed, &front) {
        (Some(distributed), Ok(front)) if check.distributing.serves() => {
            return match distributed::serve(&check, &**front, distributed) {
                Ok(code) => ExitCode::from(code),
                Err(problem) => run::explain(&problem),
            };
        }
        (distributed, _) => distributed,
    };
    let examined = front.and_then(|front| {
        let examined = examine_with(&check, &check.program.main, &*front, distributed)?;
        Ok((examined, front.trail()))
    });
    let (Examined { report, graph }, trail) = match examined {
        Ok(examined) => examined,
        Err(problem) => return run::explain(&problem),
    };
    screen::print(&report::console(&report, screen::look(check.telling.detail(Detail::Brief).0)));
    if let Some(refuted) = report.stories.iter().find_map(|story| story.refuted.as_ref()) {
        return run::complain(&format!("the story tells what has not happened: {refuted}"), run::FAULT);
    }
    let roots = ClassPath::split(check.program.machine.class_path.as_deref().unwrap_or_default());
    let code = ExitCode::from(exit_code(&report));
    if let (Some(file), Some(trail)) = (&check.reports.trail, trail)
        && let Err(code) = crate::reports::write(file, &trail)
    {
        return code;
    }
    match check.reports.write(&[report], graph.as_ref(), &check.program.main, &roots) {
        Ok(()) => code,
        Err(code) => code,
    }
}

/// What came of a search.
pub struct Examined {
    pub report: Report,
    /// The state space, if it is to be drawn and small enough.
    pub graph: Option<StateGraph>,
}

/// Searches one program, called `name` in the report, from each of its beginnings. What is not safe from one
/// of them is the end of it.
pub fn examine(check: &Check, name: &str, front: &dyn Front) -> Result<Examined, Problem> {
    examine_with(check, name, front, None)
}

/// What is asked of the program.
pub fn wanted(check: &Check) -> Wanted<'static> {
    let (reduction, races) = (check.reduction(), check.races);
    Wanted { reduction, races, atoms: &[], onlookers: 0, branching: false }
}

/// The same, with other processes if there are some.
fn examine_with(
    check: &Check,
    name: &str,
    front: &dyn Front,
    mut distributed: Option<Distributed<'_>>,
) -> Result<Examined, Problem> {
    interrupt::listen();
    if distributed.is_some() && front.beginnings() > 1 {
        return Err(Problem::Input(format!(
            "{name}: several processes need one initial state, and not more"
        )));
    }
    let mut properties = properties(check)?;
    let mut whole: Option<Examined> = None;
    for beginning in 0..front.beginnings() {
        let subject = fronts::open(front, beginning, wanted(check), &mut properties)?;
        let along = distributed.as_mut().map(|distributed| {
            distributed.fingerprint = subject.fingerprint.unwrap_or_default();
            distributed as &mut dyn Exploring
        });
        let mut examined = match check.temporal.properties().is_empty() {
            true => own::examined(check, name, front, explore(check, name, subject, along)?)?,
            false => {
                let fingerprint = subject.fingerprint.unwrap_or_default();
                let terms = check.keeping.is_wanted().then(|| keeping::terms(check, name, fingerprint));
                Examined { report: judge(check, name, &properties, subject, terms)?, graph: None }
            }
        };
        let is_safe = examined.report.verdict() == Verdict::Safe;
        if let Some(before) = whole.take().filter(|_| is_safe) {
            let last = std::mem::replace(&mut examined, before);
            examined.report.figures.add(&last.report.figures);
        }
        whole = Some(examined);
        if !is_safe {
            break;
        }
    }
    whole.ok_or_else(|| Problem::Input(format!("{name}: there is nowhere to begin")))
}

/// What the check is about beside what every check looks for: temporal properties, or invariants.
///
/// # Errors
/// What is wrong with one of them, with the spot.
pub fn properties(check: &Check) -> Result<Vec<Ready>, Problem> {
    let specs = [check.temporal.properties(), check.temporal.invariants()].concat();
    temporal::read(&specs, check.reduction(), &|file| std::fs::read_to_string(file)).map_err(Problem::Input)
}

/// How paths through the program are told.
fn how_to_tell(check: &Check, subject: &Subject) -> Telling {
    let assertions = run::assertions(&check.program.machine, true);
    let other = check.allowing.liberties().numbers();
    let conditions = Conditions { assertions, races: check.races, other };
    Telling {
        pictures: check.reports.html_wanted(),
        origin: subject.fingerprint.map(|fingerprint| ReplayOrigin { fingerprint, conditions }),
        page: check.reports.html_name(),
        depth: check.telling.detail(Detail::Brief).1,
        witness: check.telling.witness,
    }
}

/// Checks temporal properties; with checkpoints, if `terms` say what these are for.
///
/// # Errors
/// What is wrong with the file to resume from.
pub fn judge(
    check: &Check,
    name: &str,
    properties: &[Ready],
    mut subject: Subject,
    terms: Option<Terms>,
) -> Result<Report, Problem> {
    let calls = |property: &Ready| property.parsed.names().iter().any(|atom| atom.contains("()"));
    if terms.is_some() && properties.iter().any(calls) {
        return Err(Problem::Input(CALLED.to_string()));
    }
    let limits = check.searching.limits();
    let mut line = ProgressLine::new(limits.clone());
    let watch = &mut |progress: &search::Progress| line.show(progress);
    let telling = how_to_tell(check, &subject);
    let workers = check.searching.workers();
    let Subject { system, profile, .. } = &mut subject;
    let task = Task { profile: &**profile, limits: &limits, workers, telling: &telling };
    let mut search =
        |beginning: Beginning<'_>| temporal::check(properties, &mut **system, task, beginning, watch);
    let judgement = match terms {
        Some(terms) => {
            let (so_far, now) = (&|| profile.read_so_far(), &|name: &str| profile.reread(name));
            let reading = keeping::Reading { so_far, now };
            let judged = check.keeping.judge(&terms, &reading, &|| profile.is_whole(), search);
            judged.map_err(Problem::Input)?
        }
        None => search(Beginning::default()),
    };
    line.clear();
    let accelerated = profile.tally().accelerated;
    let own = profile.claims(judgement.is_complete());
    let (mut report, repros) = judgement.report(name, own);
    report.figures.accelerated = accelerated;
    Ok(finished(check, name, report, &repros))
}

/// A way to explore a system that is none of the usual searches.
pub trait Exploring {
    /// It does not look at everything, or not closely: nobody asks more of what it comes to.
    fn is_partial(&self) -> bool {
        false
    }

    /// Livelocks and partial deadlocks were looked for, if the search came to its end.
    fn seeks_livelocks(&self) -> bool {
        true
    }

    /// Other machines than the one at hand have searched, and have states.
    fn is_shared(&self) -> bool {
        false
    }

    /// Who asks for several wants what one cannot do in the same time, and no search by one behind it.
    fn has_helpers(&self) -> bool {
        self.is_shared()
    }

    /// How many processes have a part of the states.
    fn processes(&self) -> u64 {
        1
    }

    /// What each of several nodes did, once it is over.
    fn nodes(&mut self) -> Vec<NodeFigures> {
        Vec::new()
    }

    /// # Errors
    /// Why nothing can be explored.
    fn explore(
        &mut self,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchResult, String>;
}

/// There is something to look for.
fn has_question(check: &Check, profile: &dyn Profile) -> Result<(), Problem> {
    match profile.claims(true).checked.is_empty() && check.temporal.invariant.is_empty() {
        true => Err(Problem::Input(NOTHING_TO_CHECK.to_string())),
        false => Ok(()),
    }
}

/// Searches with checkpoints, or from one.
fn keep(
    check: &Check,
    terms: &search::Terms,
    spill: &dyn Fn() -> Result<Option<store::Spill>, String>,
    profile: &dyn Profile,
    system: &mut dyn System,
    store: &mut Box<dyn Store>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<SearchResult, String> {
    let (limits, is_whole) = (&check.searching.limits(), &|| profile.is_whole());
    let reading =
        &keeping::Reading { so_far: &|| profile.read_so_far(), now: &|name: &str| profile.reread(name) };
    let purpose = Purpose { terms, limits, spill, is_whole, reading };
    check.keeping.explore(&purpose, system, store, watch)
}

/// What bounds all processes together: each of several has the memory for itself.
fn all_limits(check: &Check, along: Option<&dyn Exploring>) -> search::Limits {
    let mut limits = check.searching.limits();
    let processes = along.map_or(1, Exploring::processes);
    limits.store_bytes = limits.store_bytes.map(|most| most.saturating_mul(processes));
    limits
}

/// Looks for everything else.
pub fn explore(
    check: &Check,
    name: &str,
    mut subject: Subject,
    mut along: Option<&mut dyn Exploring>,
) -> Result<Examined, Problem> {
    let telling = how_to_tell(check, &subject);
    let Subject { system, profile, fingerprint, .. } = &mut subject;
    has_question(check, &**profile)?;
    let kinds = system.gauges().map_or(&[] as &[_], |gauges| gauges.kinds());
    let searching = &check.searching;
    let (memory_bytes, started) = (searching.store_bytes(), Instant::now());
    let mut store = check.storing.make(searching.workers(), memory_bytes).map_err(Problem::Input)?;
    let mut line = ProgressLine::new(all_limits(check, along.as_deref()));
    let (is_along, is_partial) = (along.is_some(), along.as_ref().is_some_and(|it| it.is_partial()));
    let is_shared = along.as_ref().is_some_and(|it| it.is_shared());
    let has_helpers = along.as_ref().map_or(searching.workers() > 1, |it| it.has_helpers());
    let terms = || keeping::terms(check, name, fingerprint.unwrap_or_default());
    let mut ended = match (&mut along, check.keeping.is_wanted()) {
        (Some(along), _) => along.explore(&mut **system, &mut store, &mut |progress| line.show(progress)),
        (None, _) if check.script.is_some() => {
            let mut recording = ScriptRecording { check, name, terms: terms(), profile: &**profile };
            recording.explore(&mut **system, &mut store, &mut |progress| line.show(progress))
        }
        (None, true) => {
            let (spill, watch) = (&|| check.storing.spill(memory_bytes), &mut |it: &_| line.show(it));
            keep(check, &terms(), spill, &**profile, &mut **system, &mut store, watch)
        }
        (None, false) => {
            Ok(searching.explore(system, &mut *store, check.walks(), &mut |progress| line.show(progress)))
        }
    }
    .map_err(Problem::Input)?;
    let tally = profile.tally();
    let is_fewest = !check.same.is_special()
        && searching.shorten(&mut ended, &mut **system, &mut |progress| line.show(progress));
    let left = searching.limits().after(started.elapsed());
    // By one worker and in memory it would take far longer than what was asked for.
    let is_other = is_partial || (is_along && !ended.is_complete());
    let is_long = check.storing.spill.is_some() || is_other || has_helpers;
    let stranded = match searching.search {
        // If it was not cut, every run has come to its end.
        Search::Dpor => Stranding::None,
        _ => {
            let mut states = (!is_long).then(store::Exact::default);
            let states = states.as_mut().map(|states| states as &mut dyn Store);
            story::stranded(&ended, &tally, &mut **system, states, &left, &mut |progress| line.show(progress))
        }
    };
    line.clear();
    let is_over = telling_ends(searching.limits().after(started.elapsed()).time);
    let mut system = Bounded::new(&mut **system, &is_over);
    let (first, figures) = (ended.found.first().map(|found| found.path.clone()), store.figures());
    let store_figures = check.storing.figures(&figures, kinds);
    let (alone, profile) = (searching.workers() == 1 && !is_shared, &**profile);
    let (is_sought, nodes) =
        along.map_or((true, Vec::new()), |along| (along.seeks_livelocks(), along.nodes()));
    let searched =
        Searched { name, profile, tally, telling, alone, is_fewest, store_figures, stranded, nodes };
    let (mut report, repros) = story::account(searched, ended, &mut system, &*store);
    if report.stories.is_empty() || searching.all {
        report.cuts.extend(check.storing.omission(&figures));
    }
    add_claims(check, is_sought, &mut report);
    let report = finished(check, name, report, &repros);
    let is_drawn = check.reports.html_wanted() && report.figures.states <= story::MAX_STATES as u64;
    let graph = is_drawn.then(|| story::graph(&mut system, first.as_ref())).flatten();
    Ok(Examined { report, graph })
}

/// What only the flags tell: properties beside the usual ones, and what this search does not look for.
fn add_claims(check: &Check, is_sought: bool, report: &mut Report) {
    report.claims.checked.extend(check.temporal.claims());
    let is_sought = is_sought && seeks_livelocks(check);
    report.claims.unchecked.extend((!is_sought).then(|| LIVELOCKS.to_string()));
}

/// The search is one that tells of livelocks: by components of the graph, along one path, with states kept whole.
fn seeks_livelocks(check: &Check) -> bool {
    let is_alone = check.searching.search.is_depth_first() && check.searching.workers() == 1;
    is_alone
        && check.storing.store == Kind::Exact
        && check.storing.spill.is_none()
        && !check.keeping.is_wanted()
        && !check.distributing.is_wanted()
        && !check.without.contains(&Accelerator::Livelocks)
}

/// Whether a path that is told is to be given up: at an interrupt, or when the time is over. A path that was
/// found in the last moment is told for a little longer; a second interrupt ends the process.
fn telling_ends(left: Option<Duration>) -> impl Fn() -> bool + Sync {
    const LITTLE: Duration = Duration::from_millis(500);
    let until = left.map(|left| Instant::now() + left + LITTLE);
    let was_interrupted = interrupt::is_interrupted();
    move || {
        let is_late = until.is_some_and(|until| Instant::now() >= until);
        is_late || (!was_interrupted && interrupt::is_interrupted())
    }
}

/// The report with what only the command line knows: how to come back to a finding, and its own memory.
fn finished(check: &Check, name: &str, mut report: Report, repros: &[Option<Repro>]) -> Report {
    Retelling { check, name, kept: Cell::new(0) }.add(&mut report, repros);
    report.figures.peak_bytes = retelling::peak_bytes();
    report
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
