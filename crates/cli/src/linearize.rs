//! `jaywalk linearize`: is a class linearizable, in small clients that are explored?

mod clients;

use crate::check::{VIOLATION, examine};
use crate::flags::{Command, Flags, Machine, Reduce};
use crate::scratch::{Scratch, make_folder};
use crate::{interrupt, run, screen};
use clap::{Args, Parser};
use clients::{Compiled, Judged};
use front::{Problem, Reduction};
use java::{ClassPath, LaunchTarget, Members, Setup};
use linearize::{Bound, Client, Plan, Roles};
use report::{Detail, Linearized, Report, Unfinished, Unlinearizable, Verdict};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Linearize {
    #[command(flatten)]
    pub machine: Machine,

    /// How an object is made: Cls(ARGS), or a Java expression [default: with small values]
    #[arg(long, value_name = "CALL")]
    pub new: Option<String>,

    /// A call that threads make, 'put(0, 1)', or a Java expression on the object o; can be given several times
    /// [default: each public method, with small values]
    #[arg(long = "op", value_name = "CALL")]
    pub operations: Vec<String>,

    /// A call before the threads begin; can be given several times
    #[arg(long, value_name = "CALL")]
    pub first: Vec<String>,

    /// A call whose result is compared too, made when no thread can go on; can be given several times
    #[arg(long, value_name = "CALL")]
    pub observe: Vec<String>,

    /// Explore just this client, 'put(0, 1); get(0) | get(0)'; can be given several times
    #[arg(long, value_name = "CALLS", conflicts_with = "operations")]
    pub client: Vec<String>,

    /// How many threads a client has
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=4))]
    pub threads: u64,

    /// How many calls each of them makes at most
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=4))]
    pub calls: u64,

    /// Of more clients than this, so many are explored: half spread evenly, and half, where calls are made up, in which
    /// each thread puts something in and then takes something out
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_clients: u64,

    /// Go on after the first failure
    #[arg(long)]
    pub all: bool,

    /// A file with Java members that the calls use: methods, fields, classes
    #[arg(long, value_name = "FILE")]
    pub with: Option<PathBuf>,

    /// Keep the client here, its source and classes, so that a failure can be replayed
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,

    /// Stop the search of a client after this many states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,

    /// Which interleavings to leave out, of those that no thread can tell apart
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Reduce::Auto)]
    pub reduce: Reduce,

    /// Leave out schedules of a client with more preemptions than this
    #[arg(long, value_name = "N")]
    pub max_preemptions: Option<u32>,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = crate::searching::seconds)]
    pub max_seconds: Option<f64>,

    /// The most memory that visited states of a client may take, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,

    /// Look this long for a path with fewer preemptions to a failure; 0 for not at all
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = crate::searching::seconds)]
    pub minimize: f64,

    /// Write the verdict and its figures to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// A class: its name, with the package unless it is one of java.util.concurrent's, or a .java file
    #[arg(value_name = "CLASS")]
    pub class: String,
}

impl Linearize {
    /// Histories are outputs, so whatever keeps these can be left out.
    fn reduction(&self) -> Reduction {
        match self.reduce {
            Reduce::Off => Reduction::Off,
            Reduce::Local => Reduction::Local,
            Reduce::Full => Reduction::Full,
            // Searches by preemptions take no steps in one order.
            Reduce::Order | Reduce::Auto if self.max_preemptions.is_some() => Reduction::Full,
            Reduce::Order | Reduce::Auto => Reduction::Order,
        }
    }
}

pub fn linearize(asked: Linearize) -> ExitCode {
    if let Some(why) = run::unused(&asked.machine) {
        return run::complain(&why, run::BAD_INPUT);
    }
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    interrupt::listen();
    let answer = match answer(&asked, scratch.path()) {
        Ok(answer) => answer,
        Err(problem) => return run::explain(&problem),
    };
    screen::print(&answer.console(screen::look(Detail::Brief)));
    if let Some(file) = &asked.json
        && let Err(code) = crate::reports::write(file, &answer.json())
    {
        return code;
    }
    match answer.verdict() {
        Verdict::Safe => ExitCode::SUCCESS,
        Verdict::Violation => ExitCode::from(VIOLATION),
        Verdict::Inconclusive => ExitCode::from(run::INCONCLUSIVE),
    }
}

/// What is asked, in Java.
struct Question {
    plan: Plan,
    /// Operations and observers as the user knows them.
    operations: Vec<String>,
    clients: Vec<Client>,
}

/// A client that needs more states than this waits until all others have been explored: what goes wrong in a small one
/// is found first.
const FIRST_STATES: u64 = 20_000;

fn answer(asked: &Linearize, scratch: &Path) -> Result<Linearized, Problem> {
    let started = Instant::now();
    let mut setup = run::setup_for(&asked.machine, LaunchTarget::of(&asked.class), true);
    if setup.class_path.is_empty() {
        setup.class_path = ClassPath::split(".".as_ref());
    }
    let members = find(&mut setup, scratch)?;
    let mut answer = Linearized { class: members.class.clone(), ..Linearized::default() };
    let question = question(asked, &members, &mut answer)?;
    let compiled = Compiled::new(setup, &question.plan, asked.keep.as_deref(), scratch)?;
    let until = asked.max_seconds.map(|seconds| started + Duration::from_secs_f64(seconds));
    let mut left: VecDeque<(&Client, Option<u64>)> =
        question.clients.iter().map(|client| (client, Some(FIRST_STATES))).collect();
    while let Some((client, most)) = left.pop_front() {
        if interrupt::is_interrupted() || until.is_some_and(|until| Instant::now() >= until) {
            let why = "not finished: the time limit was reached, or the search was interrupted".to_string();
            let client = report::count(left.len() as u64 + 1, "client");
            answer.unfinished.push(Unfinished { client, why });
            break;
        }
        let shown = client.shown(&question.operations);
        let title = format!("client {} of {}", answer.explored + 1, question.clients.len());
        let judged = compiled.judge(asked, client, &title, until, most)?;
        if judged.is_put_off {
            left.push_back((client, None));
            continue;
        }
        answer.explored += 1;
        add(&mut answer, &question, client, &shown, &judged);
        if judged.is_bad() {
            let report = path(asked, &compiled, client, &judged)?;
            answer.failures.extend(failure(&question, client, &judged, report, &answer.observers));
            if !asked.all {
                break;
            }
        }
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

/// What the class offers. A source is compiled first.
fn find(setup: &mut Setup, scratch: &Path) -> Result<Members, Problem> {
    let name = match setup.target.clone() {
        LaunchTarget::Source(file) => {
            let out = scratch.join("class");
            make_folder(&out)?;
            let name = java::compile_with_api(setup, &file, &out, &[])?;
            setup.class_path.insert(0, out);
            name
        }
        LaunchTarget::Class(name) => name,
        LaunchTarget::Jar(jar) => {
            return Err(Problem::Input(format!("{}: name a class of it: -cp {0} CLASS", jar.display())));
        }
    };
    Ok(java::members(setup, &name)?)
}

fn question(asked: &Linearize, members: &Members, answer: &mut Linearized) -> Result<Question, Problem> {
    let made = linearize::made(members, asked.new.as_deref()).map_err(Problem::Input)?;
    let mut operations = asked.operations.clone();
    let (mut clients, mut roles) = (Vec::new(), Roles::default());
    for text in &asked.client {
        clients.push(Client::read(text, &mut operations).map_err(Problem::Input)?);
    }
    if operations.is_empty() {
        let generated = linearize::generated(members, asked.threads as usize);
        (operations, roles, answer.left_out) = (generated.operations, generated.roles, generated.left_out);
    }
    if operations.is_empty() {
        let what = "no call could be made up from its public methods; give some with --op";
        return Err(Problem::Input(format!("{}: {what}", members.class)));
    }
    let bound =
        Bound { operations: operations.len(), threads: asked.threads as usize, calls: asked.calls as usize };
    (answer.clients, answer.bound) = match clients.is_empty() {
        false => (clients.len() as u64, "those given".to_string()),
        true => {
            let most = usize::try_from(asked.max_clients).unwrap_or(usize::MAX);
            clients = linearize::drawn(bound, &roles, most);
            (u64::try_from(bound.count()).unwrap_or(u64::MAX), in_words(asked))
        }
    };
    let java = |calls: &[String]| -> Result<Vec<String>, Problem> {
        calls.iter().map(|call| linearize::operation(members, call).map_err(Problem::Input)).collect()
    };
    let with = match &asked.with {
        None => String::new(),
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| Problem::Input(format!("{}: cannot be read: {error}", file.display())))?,
    };
    let plan = Plan {
        package: (!members.is_of_library() && !members.package.is_empty()).then(|| members.package.clone()),
        imported: members.package.clone(),
        object: made.java,
        first: java(&asked.first)?,
        operations: java(&operations)?,
        observers: java(&asked.observe)?,
        members: with,
    };
    (answer.object, answer.first, answer.observers) =
        (made.shown, asked.first.clone(), asked.observe.clone());
    answer.operations = operations.clone();
    Ok(Question { plan, operations, clients })
}

/// The bound in words.
fn in_words(asked: &Linearize) -> String {
    let threads = report::count(asked.threads, "thread");
    match asked.calls {
        1 => format!("{threads} with 1 call each"),
        calls => format!("{threads} with 1 to {calls} calls each"),
    }
}

/// Adds what a client came to.
fn add(answer: &mut Linearized, question: &Question, client: &Client, shown: &str, judged: &Judged) {
    debug_assert_eq!(client.shown(&question.operations), shown);
    answer.states += judged.states;
    answer.transitions += judged.transitions;
    answer.histories += judged.histories;
    answer.rests_on = judged.rests_on.clone();
    if !judged.is_bad() && !judged.cuts.is_empty() {
        let why = judged.cuts.join("; ");
        answer.unfinished.push(Unfinished { client: shown.to_string(), why });
    }
}

/// What is wrong with a client.
fn failure(
    question: &Question,
    client: &Client,
    judged: &Judged,
    report: Option<Report>,
    observers: &[String],
) -> Option<Unlinearizable> {
    let client_shown = client.shown(&question.operations);
    let told = report.as_ref().map(|report| report::console(report, screen::look(Detail::Brief)));
    let replay = report.and_then(|report| report.stories.into_iter().next()).and_then(|story| story.replay);
    let plain = |what: String| Unlinearizable {
        client: client_shown,
        what,
        history: Vec::new(),
        order: Vec::new(),
        told: told.unwrap_or_default(),
        replay,
    };
    let Some(wrong) = judged.wrong.first() else {
        let finding = judged.finding.as_ref()?;
        let what = format!("{}: {}", finding.property.name(), finding.message);
        return Some(plain(what));
    };
    let what = match wrong.is_late {
        false => "no order of whole calls comes to this",
        true => "whole calls come to this only if one comes before another that had ended",
    };
    Some(Unlinearizable {
        history: linearize::columns(client, &question.operations, observers, &wrong.history),
        order: linearize::order(client, &question.operations, &wrong.history),
        ..plain(what.to_string())
    })
}

/// How the failure came about, told as that of any check.
fn path(
    asked: &Linearize,
    compiled: &Compiled,
    client: &Client,
    judged: &Judged,
) -> Result<Option<Report>, Problem> {
    let words = compiled.check_words(asked, client, judged);
    let Command::Check(check) = Flags::parse_from(words).command else { return Ok(None) };
    let front = crate::fronts::of_check(&check, compiled.folder())?;
    let mut examined = examine(&check, &compiled.name, &*front)?;
    if asked.keep.is_none() {
        // Without its classes nobody could go that way again.
        examined.report.stories.iter_mut().for_each(|story| story.replay = None);
    }
    Ok(Some(examined.report))
}
