//! `jaywalk check`: every schedule and every choice.

use crate::flags::{Check, Reduce};
use crate::host::Terminal;
use crate::progress::ProgressLine;
use crate::run;
use crate::scratch::Scratch;
use crate::searching::Search;
use crate::temporal;
use lts::{Cause, Gap, Path, Store, System};
use report::{Figures, Report, StoreFigures, Story, Verdict};
use search::{Ended, Found};
use std::io::Write;
use std::process::ExitCode;

/// Nothing violated, everything searched.
const SAFE: u8 = 0;
const VIOLATION: u8 = 1;
/// The width of a report that is not read on a terminal.
const PLAIN_WIDTH: usize = 120;

/// Why some ways to name states go with some searches only.
const JUMPS: &str = "--symmetry, --thread-symmetry and --gc go with --search dfs and one worker: others make states again from their names";

pub fn check(check: Check) -> ExitCode {
    let by_state = check.searching.search == Search::Preemptions;
    let workers = check.searching.workers();
    let is_plain = workers == 1 && check.searching.search == Search::Dfs;
    let contradiction = check
        .searching
        .contradiction()
        .or_else(|| check.storing.contradiction(by_state, workers))
        .or_else(|| (check.same.is_special() && !is_plain).then_some(JUMPS));
    let contradiction = contradiction.or_else(|| temporal::contradiction(&check));
    if let Some(contradiction) = contradiction {
        return run::complain(contradiction, run::BAD_INPUT);
    }
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    let mut properties = match temporal::read(&check.temporal.properties(), check.reduce) {
        Ok(properties) => properties,
        Err(wrong) => return run::complain(&wrong, run::BAD_INPUT),
    };
    let setup = run::setup(&check.program, true);
    let prepared = java::prepare(setup, scratch.path(), Box::new(Terminal::new()));
    let system =
        prepared.and_then(|(session, class)| Ok((session.explore(class, &check.program.args)?, class)));
    let (mut system, main) = match system {
        Ok(system) => system,
        Err(problem) => return run::explain(&problem),
    };
    if let Err(wrong) = temporal::resolve(&mut properties, &mut system, main) {
        return run::complain(&wrong, run::BAD_INPUT);
    }
    system.reduce(match check.reduce {
        Reduce::Off => java::Reduction::Off,
        Reduce::Local => java::Reduction::Local,
        Reduce::Full => java::Reduction::Full,
    });
    system.name_states(check.same.naming());
    if check.races {
        system.find_races();
    }
    if check.outputs {
        system.observe_output();
    }
    if !properties.is_empty() {
        let mut line = ProgressLine::new();
        let (name, limits) = (&check.program.main, check.searching.limits());
        let report =
            temporal::check(name, &properties, &mut system, &limits, &mut |progress| line.show(progress));
        line.clear();
        return publish(&report, check.json.as_deref());
    }
    let tally = system.tally();
    let kinds = system.kinds();
    let mut system: Box<dyn System> = Box::new(system);
    let searching = &check.searching;
    let mut store = check.storing.make(workers);
    let mut line = ProgressLine::new();
    let mut ended = searching.explore(&mut system, &mut *store, &mut |progress| line.show(progress));
    // Telling a path begins anew, and forgets these.
    let structures_by_depth = tally.structures_by_depth();
    let outputs = check.outputs.then(|| tally.outputs());
    let garbage = check.same.gc.map(|_| tally.garbage());
    let is_fewest = !check.same.is_special()
        && searching.shorten(&mut ended, &mut *system, &mut |progress| line.show(progress));
    line.clear();
    let mut report =
        gather(&check.program.main, ended, is_fewest, structures_by_depth, &mut *system, &*store);
    let figures = store.figures();
    report.figures.store = check.storing.figures(&figures, kinds);
    if report.stories.is_empty() || searching.all {
        report.cuts.extend(check.storing.omission(&figures));
    }
    report.outputs = outputs;
    report.races = check.races;
    report.figures.garbage = garbage.map(|garbage| (garbage.collected, garbage.kept));
    publish(&report, check.json.as_deref())
}

/// Prints a report, writes it to a file if asked to, and turns it into an exit code.
pub fn publish(report: &Report, json: Option<&std::path::Path>) -> ExitCode {
    print(&report::console(report, PLAIN_WIDTH));
    if let Some(file) = json
        && let Err(error) = std::fs::write(file, report::json(report))
    {
        return run::complain(&format!("{}: cannot be written: {error}", file.display()), run::BAD_INPUT);
    }
    ExitCode::from(match report.verdict() {
        Verdict::Safe => SAFE,
        Verdict::Violation => VIOLATION,
        Verdict::Inconclusive => gap_code(&report.gaps),
    })
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

/// A reader that has gone away is no fault of ours.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn gather(
    name: &str,
    ended: Ended,
    is_fewest: bool,
    structures_by_depth: Vec<u64>,
    system: &mut dyn System,
    store: &dyn Store,
) -> Report {
    let stories = ended.found.iter().map(|found| story(found, is_fewest, system)).collect();
    let statistics = &ended.statistics;
    Report {
        name: name.to_string(),
        stories,
        gaps: ended.gaps,
        outputs: None,
        races: false,
        temporal: Vec::new(),
        cuts: ended.cut.iter().map(|why| why.name().to_string()).collect(),
        figures: Figures {
            states: statistics.states,
            transitions: statistics.transitions,
            instructions: statistics.instructions,
            seconds: statistics.elapsed.as_secs_f64(),
            store_bytes: store.bytes(),
            peak_bytes: peak_bytes(),
            store: StoreFigures::default(),
            max_depth: statistics.max_depth as u64,
            restarts: statistics.restarts,
            structures_by_depth,
            garbage: None,
        },
    }
}

/// Goes the way to a finding again and notes what happens.
fn story(found: &Found, is_fewest: bool, system: &mut dyn System) -> Story {
    let preemptions = search::preemptions(system, &found.path);
    let scenes = replay(&found.path, system);
    let mut actors: Vec<u32> = scenes.iter().map(|scene| scene.actor).collect();
    actors.sort_unstable();
    actors.dedup();
    let names = system
        .narrator()
        .map_or(Vec::new(), |narrator| actors.iter().map(|&actor| (actor, narrator.actor(actor))).collect());
    Story { finding: found.finding.clone(), scenes, actors: names, preemptions, is_fewest }
}

fn replay(path: &Path, system: &mut dyn System) -> Vec<lts::Scene> {
    system.start();
    if let Some(narrator) = system.narrator() {
        narrator.listen(true);
    }
    for &choice in path {
        system.step(choice);
    }
    let Some(narrator) = system.narrator() else { return Vec::new() };
    narrator.listen(false);
    narrator.take()
}

/// The most memory that this process has had.
pub fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
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
