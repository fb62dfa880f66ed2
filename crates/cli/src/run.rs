//! `jaywalk run`: one execution, like `java`.

use crate::flags::{Machine, Program, RunFlags};
use crate::fronts;
use crate::host::Terminal;
use crate::scratch::Scratch;
use front::Problem;
use java::{ClassId, ClassPath, LaunchTarget, RunEnd, Session, Setup};
use lts::Cause;
use promela::{Simulation, SimulationEnd};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Bad usage, unreadable or invalid input.
pub const BAD_INPUT: u8 = 2;
/// Something is not supported, or a limit was reached.
pub const INCONCLUSIVE: u8 = 3;
/// A fault of our own.
pub const FAULT: u8 = 70;
/// What a deadlocked program ends with, which `java` would never end.
const DEADLOCK: u8 = 1;

const NOT_RUN: &str = "a model of states has no runs of its own: check it (jaywalk check FILE.model --ltl ...), or go \
    through it by hand (jaywalk serve FILE.model)";

pub fn run(run: RunFlags) -> ExitCode {
    if let Some(why) = unused(&run.program.machine) {
        return complain(&why, BAD_INPUT);
    }
    if fronts::is_promela(&run.program.main) {
        return simulate(&run);
    }
    if fronts::is_smv(&run.program.main) {
        return crate::symbolic::simulate(&run);
    }
    if fronts::is_model(&run.program.main) {
        return complain(NOT_RUN, BAD_INPUT);
    }
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => return complain(&format!("cannot make a temporary folder: {error}"), BAD_INPUT),
    };
    let prepared = match run.test {
        true => prepare_test(&run, scratch.path()),
        false => {
            let setup = Setup {
                max_instructions: run.max_instructions,
                is_explored: false,
                ..setup(&run.program, false)
            };
            let prepared = java::prepare(setup, scratch.path(), Box::new(Terminal::new()));
            prepared.map(|(session, class)| (session, class, run.program.args.clone()))
        }
    };
    let (mut session, class, arguments) = match prepared {
        Ok(prepared) => prepared,
        Err(problem) => return explain(&problem.into()),
    };
    if let Some(seconds) = run.max_seconds {
        session.end_after(Duration::from_secs_f64(seconds));
    }
    let outcome = session.run_main(class, &arguments);
    // The program's last words come before ours.
    drop(session);
    match outcome {
        RunEnd::Exit(code) => ExitCode::from(code as u8),
        RunEnd::Deadlock(threads) => {
            complain(&format!("deadlock: no thread can go on\n  {}", threads.join("\n  ")), DEADLOCK)
        }
        RunEnd::Limit => {
            complain("cut off: as many operations as --max-instructions allows were executed", INCONCLUSIVE)
        }
        RunEnd::Late => complain("cut off: it took longer than --max-seconds allows", INCONCLUSIVE),
        RunEnd::Unsupported { what, at, stack } => gap(Cause::Unsupported, &what, &at, &stack),
        RunEnd::Refused { what, at, stack } => gap(Cause::Refused, &what, &at, &stack),
        RunEnd::Invalid(error) => complain(&error.to_string(), BAD_INPUT),
        RunEnd::Internal(what) => complain(&format!("internal fault: {what}"), FAULT),
    }
}

/// What was said about the surroundings of a unit, where nothing of that kind is looked at.
pub fn unused(machine: &crate::flags::Machine) -> Option<String> {
    let word = machine.environment_words().into_iter().next()?;
    let flag = word.split('=').next().unwrap_or_default();
    Some(format!("{flag} is of no use here: stubs and assumptions go with check, certify and env"))
}

/// Steps of a model that are simulated where no number is given.
const STEPS: u64 = 1_000_000;

/// One run of a Promela model, chosen at random.
fn simulate(run: &RunFlags) -> ExitCode {
    let front = match fronts::of_promela(Path::new(&run.program.main)) {
        Ok(front) => front,
        Err(problem) => return explain(&problem),
    };
    let steps = run.max_instructions.unwrap_or(STEPS);
    let mut out = |text: &str| crate::screen::print(text);
    let until = run.max_seconds.and_then(|s| Instant::now().checked_add(Duration::from_secs_f64(s)));
    let has_time = || until.is_none_or(|until| Instant::now() < until);
    match (Simulation { seed: run.seed, steps, out: &mut out, has_time: &has_time }).run(&front) {
        SimulationEnd::Done => ExitCode::SUCCESS,
        SimulationEnd::Found(finding) => {
            let details: String = finding.details.iter().map(|line| format!("\n  {line}")).collect();
            complain(&format!("{}: {}{details}", finding.property.name(), finding.message), DEADLOCK)
        }
        SimulationEnd::Unknown(found) => gap(found.cause, &found.what, &found.place, &[]),
        SimulationEnd::Limit => {
            complain(&format!("cut off after {steps} steps (--max-instructions)"), INCONCLUSIVE)
        }
        SimulationEnd::Late => complain("cut off: it took longer than --max-seconds allows", INCONCLUSIVE),
    }
}

/// The test runner with its arguments: the tests. Assertions are on, as build tools have them for tests.
fn prepare_test(
    run: &RunFlags,
    scratch: &Path,
) -> Result<(Session, ClassId, Vec<String>), java::LaunchError> {
    let (class, method) = match run.program.main.split_once('#') {
        Some((class, method)) => (class, Some(method)),
        None => (run.program.main.as_str(), None),
    };
    let setup = Setup {
        target: LaunchTarget::of(class),
        max_instructions: run.max_instructions,
        is_explored: false,
        ..setup(&run.program, true)
    };
    let (session, main, class) = java::prepare_test(setup, scratch, Box::new(Terminal::new()))?;
    let first = method.map_or(class.clone(), |method| format!("{class}#{method}"));
    Ok((session, main, std::iter::once(first).chain(run.program.args.iter().cloned()).collect()))
}

/// Says why nothing was run.
pub fn explain(problem: &Problem) -> ExitCode {
    let code = match problem {
        Problem::Input(_) | Problem::Atom { .. } => BAD_INPUT,
        Problem::Unsupported { what, at, stack } => return gap(Cause::Unsupported, what, at, stack),
        Problem::Resource(_) => INCONCLUSIVE,
        Problem::Fault(_) => FAULT,
    };
    complain(&problem.to_string(), code)
}

fn gap(cause: Cause, what: &str, at: &str, stack: &[String]) -> ExitCode {
    let stack: String = stack.iter().map(|line| format!("\n\tat {line}")).collect();
    crate::screen::complain(&format!("{}: {what} at {at}{stack}", cause.name()));
    ExitCode::from(INCONCLUSIVE)
}

/// What the flags ask for. `assertions` is what holds if they say nothing.
pub fn setup(program: &Program, assertions: bool) -> Setup {
    setup_for(&program.machine, LaunchTarget::of(&program.main), assertions)
}

pub fn setup_for(machine: &Machine, target: LaunchTarget, assertions: bool) -> Setup {
    Setup {
        jdk: machine.jdk.clone(),
        class_path: machine.class_path.as_ref().map(|path| ClassPath::split(path)).unwrap_or_default(),
        target,
        assertions: self::assertions(machine, assertions),
        heap_bytes: machine.heap << 20,
        processors: machine.processors,
        max_instructions: None,
        is_explored: true,
        properties: machine.properties.clone(),
        allow_read: machine.allow_read.clone(),
        writes_memory: machine.allow_write.is_some(),
        replaced: Vec::new(),
        unit: None,
        mixed: machine.mixed.unwrap_or(crate::flags::Mixed::Off).into(),
    }
}

/// Whether `assert` statements are executed; `default` is what holds if the flags say nothing.
pub fn assertions(machine: &Machine, default: bool) -> bool {
    machine.enable_assertions || (default && !machine.disable_assertions)
}

pub fn complain(what: &str, code: u8) -> ExitCode {
    crate::screen::complain(&format!("jaywalk: {}", crate::settings::blamed(what)));
    ExitCode::from(code)
}
