//! `jaywalk replay`: one path again, step by step.

use crate::flags::Machine;
use crate::host::Terminal;
use crate::reports::Reports;
use crate::repro::{self, Followed, Problem, Repro};
use crate::scratch::Scratch;
use crate::{note, run, screen, story, tests};
use clap::Args;
use java::{ClassId, ClassPath, Session, Target};
use lts::System;
use report::{Claims, Detail, Figures, Report};
use std::process::ExitCode;

#[derive(Args)]
pub struct Replay {
    #[command(flatten)]
    pub machine: Machine,

    #[command(flatten)]
    pub reports: Reports,

    /// Tell only what explains the finding, as check does
    #[arg(long)]
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
struct Order {
    repro: Repro,
    main: String,
    args: Vec<String>,
    machine: Machine,
    is_test: bool,
}

pub fn replay(replay: Replay) -> ExitCode {
    let (brief, outputs) = (replay.brief, replay.reports.clone());
    let order = match order(replay) {
        Ok(order) => order,
        Err(what) => return run::complain(&what, run::BAD_INPUT),
    };
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    let system = prepare(&order, &scratch).and_then(|(session, class, args)| {
        let named = order.main.split_once('#').map(|(test, _)| test.to_string());
        let fingerprint = java::fingerprint(&session.machine, class, named.as_slice());
        Ok((session.explore(class, &args)?, fingerprint))
    });
    let (mut system, fingerprint) = match system {
        Ok(made) => made,
        Err(problem) => return run::explain(&problem),
    };
    system.reduce(java::Reduction::Off);
    if order.repro.flags.races {
        system.find_races();
    }
    if fingerprint != order.repro.fingerprint {
        eprintln!("jaywalk: warning: the program, or the JDK, has changed since this path was found");
    }
    match repro::follow(&mut system, &order.repro) {
        Ok(followed) => show(&mut system, &order, followed, brief, &outputs),
        Err(problem) => run::complain(&explain(&problem), run::INCONCLUSIVE),
    }
}

/// The machine at the beginning of the program, and the program's arguments.
fn prepare(order: &Order, scratch: &Scratch) -> Result<(Session, ClassId, Vec<String>), java::Problem> {
    let mut setup = run::setup_for(&order.machine, Target::of(&order.main), true);
    setup.assertions = order.repro.flags.assertions;
    let host = Box::new(Terminal::new());
    if !order.is_test {
        let (session, class) = java::prepare(setup, scratch.path(), host)?;
        return Ok((session, class, order.args.clone()));
    }
    let found = tests::named(&order.main, &setup.class_path)?.into_iter().next();
    let case = found.ok_or_else(|| {
        java::Problem::Main(format!("{}: is no test on the class path; give its place with -cp", order.main))
    })?;
    let (session, class) = java::prepare_one_test(setup, scratch.path(), host)?;
    Ok((session, class, case.arguments()))
}

fn explain(problem: &Problem) -> String {
    match problem {
        Problem::Ended(step) => {
            format!("the path cannot be followed: the program came to its end at step {step}; check it again")
        }
        Problem::NoChoice(step, choice) => format!(
            "the path cannot be followed: at step {step} thread {} cannot go on as it did; check the program again",
            choice.actor
        ),
    }
}

fn order(replay: Replay) -> Result<Order, String> {
    let decode = |text: &str| {
        Repro::decode(text).map_err(|broken| format!("{text}: this is no replay string: {broken}"))
    };
    if !std::path::Path::new(&replay.path).is_file() {
        let repro = decode(&replay.path)?;
        let main =
            replay.main.ok_or("a replay string needs the program: jaywalk replay REPRO MAIN [args]")?;
        let is_test = replay.test;
        return Ok(Order { repro, main, args: replay.args, machine: replay.machine, is_test });
    }
    let kept = note::read(&replay.path)?;
    let mut machine = replay.machine;
    if machine.class_path.is_none() && !kept.class_path.is_empty() {
        machine.class_path = Some(kept.class_path.into());
    }
    machine.properties.extend(kept.properties);
    let args = if replay.main.is_some() { replay.args } else { kept.args };
    let is_test = kept.is_test || replay.test;
    Ok(Order { repro: decode(&kept.repro)?, main: replay.main.unwrap_or(kept.main), args, machine, is_test })
}

fn show(
    system: &mut dyn System,
    order: &Order,
    followed: Followed,
    brief: bool,
    outputs: &Reports,
) -> ExitCode {
    let steps = followed.path.len();
    if let Some(gap) = followed.gap {
        let place = if gap.place.is_empty() { String::new() } else { format!(" at {}", gap.place) };
        return run::complain(&format!("{}: {}{place}", gap.cause.name(), gap.what), run::INCONCLUSIVE);
    }
    let Some(finding) = followed.finding else {
        crate::screen::line(&format!(
            "PASS  {}  the path of {steps} steps violates nothing any more; `jaywalk check` searches the others",
            order.main
        ));
        return ExitCode::SUCCESS;
    };
    let mut told = story::narrate(system, &followed.path, finding, outputs.html_wanted());
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
    screen::print(&report::console(&report, screen::look(if brief { Detail::Brief } else { Detail::Full })));
    let sources = ClassPath::split(order.machine.class_path.as_deref().unwrap_or_default());
    match outputs.write(&[report], None, &order.main, &sources) {
        Ok(()) => ExitCode::from(crate::check::VIOLATION),
        Err(code) => code,
    }
}
