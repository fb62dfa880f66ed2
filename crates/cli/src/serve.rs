//! `jaywalk serve`: the page of a path with the machine behind it, for this computer alone.

use crate::flags::Machine;
use crate::liberties::Allowing;
use crate::replay::{self, Order, PathArgument};
use crate::retelling::ReplayCommand;
use crate::scratch::Scratch;
use crate::telling::Telling;
use crate::temporal::Temporal;
use crate::{fronts, interrupt, run, screen, sources};
use ::replay::{Conditions, ReplayOrigin, Repro};
use ::serve::{First, PathServer, Scenery, Server};
use clap::Args;
use front::{Problem, Reduction, Subject, Wanted};
use java::ClassPath;
use report::Detail;
use std::path::Path;
use std::process::ExitCode;

#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    pub machine: Machine,

    #[command(flatten)]
    pub allowing: Allowing,

    #[command(flatten)]
    pub temporal: Temporal,

    #[command(flatten)]
    pub telling: Telling,

    /// Data races count as violations; a replay string knows that itself
    #[arg(long)]
    pub races: bool,

    /// MAIN is a JUnit test: Class#method
    #[arg(long)]
    pub test: bool,

    /// Where to listen on 127.0.0.1 [default: any port that is free]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,

    /// A replay string or a file that `check --repro` wrote, whose path is shown; or MAIN, to begin at its start
    #[arg(value_name = "REPRO|MAIN")]
    pub what: String,

    /// Behind a replay string, MAIN; then the arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub rest: Vec<String>,
}

pub fn serve(asked: Serve) -> ExitCode {
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    // Before the program is opened: that may take a while.
    let server = match Server::new(asked.port.unwrap_or(0)) {
        Ok(server) => server,
        Err(error) => {
            let port = asked.port.unwrap_or(0);
            let what = format!("port {port} of 127.0.0.1: {error}; take another with --port, or none");
            return run::complain(&what, run::BAD_INPUT);
        }
    };
    interrupt::listen();
    let mut desk = match open(asked, &scratch) {
        Ok(desk) => desk,
        Err(problem) => return run::explain(&problem),
    };
    screen::line(&format!("{}  (Ctrl-C ends it)", server.address()));
    let mut answer = |what: &str, request: &::serve::Request| desk.answer(what, request);
    match ::serve::serve(server, &mut answer, &interrupt::is_interrupted) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => run::complain(&error.to_string(), run::FAULT),
    }
}

/// The machine, and the path that is shown first.
fn open(asked: Serve, scratch: &Scratch) -> Result<PathServer, Problem> {
    let depth = asked.telling.detail(Detail::Brief).1;
    if fronts::is_model(&asked.what) {
        return of_model(&asked, depth);
    }
    let is_replay = is_replay(&asked.what);
    let order = match is_replay {
        true => named(asked).order().map_err(Problem::Input)?,
        false => start(asked),
    };
    let (mut subject, properties) = replay::open(&order, scratch)?;
    let mut first = First::default();
    if is_replay {
        replay::warn_of_change(&subject, &order);
        let followed = replay::followed(&mut subject, &order, &properties).map_err(Problem::Input)?;
        first = First { path: followed.path, finding: followed.finding, round: followed.round };
    }
    let conditions = order.repro.origin.conditions;
    let origin = subject.fingerprint.map(|fingerprint| ReplayOrigin { fingerprint, conditions });
    let Subject { system, profile, .. } = subject;
    Ok(PathServer::new(system, profile, scenery(order), depth, origin, first))
}

/// A text that is meant as a replay string, or a file of `--repro`; everything else is a program.
fn is_replay(what: &str) -> bool {
    let version = what.split_once(':').map(|(version, _)| version);
    let is_string = version.is_some_and(|v| !v.is_empty() && v.bytes().all(|b| b.is_ascii_digit()));
    let is_program = ["java", "jar", "class", "env"];
    let ending = Path::new(what).extension().unwrap_or_default();
    is_string || (Path::new(what).is_file() && !is_program.iter().any(|known| *known == ending))
}

/// The path of a replay string.
fn named(asked: Serve) -> PathArgument {
    let mut rest = asked.rest.into_iter();
    PathArgument {
        path: asked.what,
        main: rest.next(),
        args: rest.collect(),
        machine: asked.machine,
        is_test: asked.test,
        temporal: asked.temporal,
    }
}

/// The path that has not begun yet.
fn start(asked: Serve) -> Order {
    let assertions = run::assertions(&asked.machine, true);
    let other = asked.allowing.liberties().numbers();
    let origin =
        ReplayOrigin { fingerprint: 0, conditions: Conditions { assertions, races: asked.races, other } };
    Order {
        repro: Repro { origin, steps: 0, tail: None, exceptions: Vec::new(), needs: Vec::new() },
        main: asked.what,
        args: asked.rest,
        machine: asked.machine,
        is_test: asked.test,
        temporal: asked.temporal,
    }
}

fn scenery(order: Order) -> Scenery {
    let Order { main, args, machine, is_test, temporal, .. } = order;
    let class_path = machine.class_path.clone().unwrap_or_default();
    let (roots, own) = (ClassPath::split(&class_path), main.clone());
    let name = main.clone();
    Scenery {
        name,
        sources: Box::new(move |report| sources::find(std::slice::from_ref(report), &own, &roots)),
        command: Box::new(move |repro| {
            let (class_path, temporal) = (class_path.to_string_lossy(), temporal.all_words());
            let called =
                ReplayCommand { machine: &machine, class_path: &class_path, is_test, temporal: &temporal };
            called.command(repro, &main, &args)
        }),
        is_over: Box::new(interrupt::is_interrupted),
    }
}

/// A system that is written as text, from its first state.
fn of_model(asked: &Serve, depth: lts::Depth) -> Result<PathServer, Problem> {
    let wanted =
        Wanted { reduction: Reduction::Off, races: asked.races, atoms: &[], onlookers: 0, branching: false };
    let subject = fronts::of_text(Path::new(&asked.what))?.open(0, &wanted)?;
    let main = asked.what.clone();
    let scenery = Scenery {
        name: asked.what.clone(),
        sources: Box::new(move |report| sources::find(std::slice::from_ref(report), &main, &[])),
        command: Box::new(|_| String::new()),
        is_over: Box::new(interrupt::is_interrupted),
    };
    Ok(PathServer::new(subject.system, subject.profile, scenery, depth, None, First::default()))
}
