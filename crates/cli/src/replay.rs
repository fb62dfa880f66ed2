//! `jaywalk replay`: one path again, step by step.

use crate::flags::Machine;
use crate::reports::Reports;
use crate::scratch::Scratch;
use crate::telling::Telling;
use crate::temporal::Temporal;
use crate::{fronts, note, run, screen, tests};
use ::replay::{Followed, PathError, Repro};
use ::temporal::Ready;
use clap::Args;
use front::{Problem, Reduction, Subject, Wanted};
use java::{ClassPath, EntryPoint, Liberties};
use lts::{Depth, Grain};
use report::{Claims, Detail, Figures, Report};
use std::process::ExitCode;

#[derive(Args)]
pub struct Replay {
    #[command(flatten)]
    pub machine: Machine,

    #[command(flatten)]
    pub reports: Reports,

    #[command(flatten)]
    pub temporal: Temporal,

    #[command(flatten)]
    pub telling: Telling,

    /// The same as --story brief
    #[arg(long, conflicts_with = "story")]
    pub brief: bool,

    /// MAIN is a JUnit test: Class#method
    #[arg(long)]
    pub test: bool,

    /// A replay string, or a file that `check --repro` wrote
    #[arg(value_name = "REPRO")]
    pub path: String,

    /// A class name, a .java file or a .jar; a file names it itself
    #[arg(value_name = "MAIN")]
    pub main: Option<String>,

    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// What there is to follow, and on what program.
pub struct Order {
    pub repro: Repro,
    pub main: String,
    pub args: Vec<String>,
    pub machine: Machine,
    pub is_test: bool,
    pub temporal: Temporal,
}

pub fn replay(replay: Replay) -> ExitCode {
    let (usual, outputs) = (if replay.brief { Detail::Brief } else { Detail::Full }, replay.reports.clone());
    let telling = replay.telling;
    let order = match PathArgument::from(replay).order() {
        Ok(order) => order,
        Err(what) => return run::complain(&what, run::BAD_INPUT),
    };
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    let (mut subject, properties) = match open(&order, &scratch) {
        Ok(opened) => opened,
        Err(problem) => return run::explain(&problem),
    };
    warn_of_change(&subject, &order);
    match followed(&mut subject, &order, &properties) {
        Ok(followed) => show(&mut subject, &order, followed, telling.detail(usual), &outputs),
        Err(problem) => run::complain(&problem, run::INCONCLUSIVE),
    }
}

/// A path belongs to one program.
pub fn warn_of_change(subject: &Subject, order: &Order) {
    if subject.fingerprint != Some(order.repro.origin.fingerprint) {
        screen::complain("jaywalk: warning: the program, or the JDK, has changed since this path was found");
    }
}

/// A path that was gone again, for whoever wants to look around on it.
pub struct Retraced {
    pub subject: Subject,
    pub followed: Followed,
    pub main: String,
    pub class_path: Option<std::ffi::OsString>,
    /// Compiled classes lie there.
    pub scratch: Scratch,
}

/// Goes the path of a replay string, and shows nothing.
///
/// # Errors
/// Why that is not possible, in a sentence.
pub fn retrace(replay: Replay) -> Result<Retraced, String> {
    let order = PathArgument::from(replay).order()?;
    let scratch = Scratch::new().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let (mut subject, properties) = open(&order, &scratch).map_err(|problem| problem.to_string())?;
    let followed = followed(&mut subject, &order, &properties)?;
    Ok(Retraced { subject, followed, main: order.main, class_path: order.machine.class_path, scratch })
}

/// Goes the path of an order on the machine that was opened for it.
///
/// # Errors
/// Why it cannot be gone, in a sentence.
pub fn followed(subject: &mut Subject, order: &Order, properties: &[Ready]) -> Result<Followed, String> {
    let system = &mut *subject.system;
    let followed = ::replay::follow(system, &order.repro).map_err(|problem| explain(&problem))?;
    Ok(match order.repro.tail {
        Some(tail) => ::temporal::judge_again(system, followed, tail, properties),
        None => followed,
    })
}

/// The machine as the path was found on it but for the reduction, and the temporal properties.
pub fn open(order: &Order, scratch: &Scratch) -> Result<(Subject, Vec<Ready>), Problem> {
    let specs = [order.temporal.properties(), order.temporal.invariants()].concat();
    let mut properties = ::temporal::read(&specs, Reduction::Off, &|file| std::fs::read_to_string(file))
        .map_err(Problem::Input)?;
    let conditions = order.repro.origin.conditions;
    let wanted = Wanted {
        reduction: Reduction::Off,
        races: conditions.races,
        atoms: &[],
        onlookers: 0,
        branching: false,
    };
    let mut front = fronts::of_program(&order.machine, &order.main, entry(order)?, scratch.path())?;
    front.setup.assertions = conditions.assertions;
    front.liberties = Liberties::of(conditions.other);
    let mut subject = fronts::open(&front, 0, wanted, &mut properties)?;
    // Where properties look on, steps end even where a thread is alone.
    let is_watched = order.repro.tail.is_some() || !order.temporal.invariant.is_empty();
    if let Some(narrator) = subject.system.narrator().filter(|_| is_watched) {
        narrator.set_grain(Grain::Finest);
    }
    Ok((subject, properties))
}

/// Where the program begins.
fn entry(order: &Order) -> Result<EntryPoint, Problem> {
    if !order.is_test {
        return Ok(EntryPoint::Main(order.args.clone()));
    }
    let class_path = ClassPath::split(order.machine.class_path.as_deref().unwrap_or_default());
    let found = tests::named(&order.main, &class_path)?.into_iter().next();
    found.map(EntryPoint::Test).ok_or_else(|| {
        Problem::Input(format!("{}: is no test on the class path; give its place with -cp", order.main))
    })
}

fn explain(problem: &PathError) -> String {
    match problem {
        PathError::Ended(step) => {
            format!("the path cannot be followed: the program came to its end at step {step}; check it again")
        }
        PathError::NoChoice(step, choice) => format!(
            "the path cannot be followed: at step {step} thread {} cannot go on as it did; \
             check the program again",
            choice.actor
        ),
    }
}

/// A path as the user names it.
pub struct PathArgument {
    /// A replay string, or a file that holds one.
    pub path: String,
    pub main: Option<String>,
    pub args: Vec<String>,
    pub machine: Machine,
    pub is_test: bool,
    pub temporal: Temporal,
}

impl From<Replay> for PathArgument {
    fn from(replay: Replay) -> PathArgument {
        let Replay { path, main, args, machine, test, temporal, .. } = replay;
        PathArgument { path, main, args, machine, is_test: test, temporal }
    }
}

impl PathArgument {
    /// # Errors
    /// What is wrong with the string or the file.
    pub fn order(self) -> Result<Order, String> {
        let decode = |text: &str| {
            ::replay::decode(text).map_err(|broken| match text.contains(['.', '/', '\\']) {
                true => format!("{text}: there is no such file"),
                false => format!("{text}: this is no replay string: {broken}"),
            })
        };
        let PathArgument { path, main, args, mut machine, is_test, temporal } = self;
        if !std::path::Path::new(&path).is_file() {
            let repro = decode(&path)?;
            let main = main.ok_or("a replay string needs the program: jaywalk replay REPRO MAIN [args]")?;
            return Ok(Order { repro, main, args, machine, is_test, temporal });
        }
        let kept = note::read(&path)?;
        if machine.class_path.is_none() && !kept.class_path.is_empty() {
            machine.class_path = Some(kept.class_path.into());
        }
        machine.properties.extend(kept.properties);
        machine
            .take_environment(&kept.environment)
            .map_err(|word| format!("{path}: {word} says nothing about stubs or assumptions"))?;
        machine.processors = kept.processors.unwrap_or(machine.processors);
        let args = if main.is_some() { args } else { kept.args };
        let temporal = match temporal == Temporal::default() {
            true => Temporal::from_words(&kept.temporal)
                .map_err(|word| format!("{path}: {word} is no temporal property"))?,
            false => temporal,
        };
        let (repro, main) = (decode(&kept.repro)?, main.unwrap_or(kept.main));
        Ok(Order { repro, main, args, machine, is_test: kept.is_test || is_test, temporal })
    }
}

fn show(
    subject: &mut Subject,
    order: &Order,
    followed: Followed,
    (detail, depth): (Detail, Depth),
    outputs: &Reports,
) -> ExitCode {
    let steps = followed.path.len();
    if let Some(gap) = followed.gap {
        let place = if gap.place.is_empty() { String::new() } else { format!(" at {}", gap.place) };
        return run::complain(&format!("{}: {}{place}", gap.cause.name(), gap.what), run::INCONCLUSIVE);
    }
    let Some(finding) = followed.finding else {
        crate::screen::line(&format!(
            "PASS  {}  the path of {steps} steps violates nothing; \
             `jaywalk check` searches the others",
            order.main
        ));
        return ExitCode::SUCCESS;
    };
    let round = followed.round;
    let mut told = story::narrate(
        &mut *subject.system,
        &*subject.profile,
        &followed.path,
        round,
        finding,
        &story::Telling { pictures: outputs.html_wanted(), origin: None, page: None, depth, witness: false },
    );
    told.view = outputs.html_name();
    told.preemptions = told.account.turns.iter().filter(|turn| turn.preempts).count() as u32;
    let report = Report {
        name: order.main.clone(),
        stories: vec![told],
        gaps: Vec::new(),
        cuts: Vec::new(),
        figures: Figures { transitions: steps as u64, ..Figures::default() },
        claims: Claims::default(),
        outputs: None,
    };
    screen::print(&report::console(&report, screen::look(detail)));
    let sources = ClassPath::split(order.machine.class_path.as_deref().unwrap_or_default());
    match outputs.write(&[report], None, &order.main, &sources) {
        Ok(()) => ExitCode::from(crate::check::VIOLATION),
        Err(code) => code,
    }
}
