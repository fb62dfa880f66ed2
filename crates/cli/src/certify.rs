//! `jaywalk certify`: a program along the script of its search.

mod parts;

use crate::check;
use crate::flags::{Check, Command, Flags, Machine};
use crate::reports::Reports;
use crate::scratch::Scratch;
use crate::{fronts, interrupt, keeping, run, screen, script, tests};
use ::script::{Deviation, Header, Script, ScriptKind};
use clap::{Args, Parser};
use front::{Front, Problem, Profile, Subject, Wanted};
use java::ClassPath;
use lts::{Choice, Choices, Finding, Path, Property, System};
use parts::{Certification, Plan, tasks};
use report::{Detail, Verdict};
use search::Terms;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Certify {
    #[command(flatten)]
    pub machine: Machine,

    #[command(flatten)]
    pub reports: Reports,

    /// Find data races too
    #[arg(long)]
    pub races: bool,

    /// List everything that a run can print; for scripts of searches that did
    #[arg(long)]
    pub outputs: bool,

    /// Believe the script: every state once, along the moves that led to new states
    #[arg(long)]
    pub trust: bool,

    /// How many threads certify; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=64))]
    pub workers: u64,

    /// Certify one of N parts alone, with --map
    #[arg(long, value_name = "I/N", value_parser = part_of, requires = "map")]
    pub part: Option<(u32, u32)>,

    /// Write the fingerprints of a part to a file, for `jaywalk script join`
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,

    /// What fingerprints depend on, in your own words; the same for all parts [default: the script's sum]
    #[arg(long, value_name = "WORDS")]
    pub key: Option<String>,

    /// Go on after the first finding
    #[arg(long)]
    pub all: bool,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = crate::searching::seconds)]
    pub max_seconds: Option<f64>,

    /// A script that `check --script` has written
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// A class name, a .java file or a .jar [default: what the script names]
    #[arg(value_name = "MAIN")]
    pub main: Option<String>,

    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// Words that a script may say of how its program was searched. What a script says is not believed, and must not
/// make anybody write or read files.
const FLAGS: [&str; 8] = [
    "--strict",
    "--spurious-wakeups",
    "--weak-cas",
    "--thread-symmetry",
    "--races",
    "--outputs",
    "--all",
    "--disable-assertions",
];
const VALUED: [&str; 12] = [
    "--reduce",
    "--library",
    "--base-from",
    "--timeouts",
    "--random",
    "--handled-exceptions",
    "--symmetry",
    "--heap",
    "--processors",
    "--gc",
    "-D",
    "--class-path",
];

fn part_of(text: &str) -> Result<(u32, u32), String> {
    let parsed =
        text.split_once('/').and_then(|(i, n)| Some((i.parse::<u32>().ok()?, n.parse::<u32>().ok()?)));
    parsed.filter(|&(i, n)| 1 <= i && i <= n && n <= 10_000).ok_or_else(|| "I/N, like 2/10".to_string())
}

pub fn certify(asked: Certify) -> ExitCode {
    match begin(&asked) {
        Ok(code) => code,
        Err(what) => run::complain(&what, run::BAD_INPUT),
    }
}

fn begin(asked: &Certify) -> Result<ExitCode, String> {
    let script = script::open(&asked.file)?;
    let named = |what: &str| format!("{}: {what}", asked.file.display());
    let is_trimmed = match &script.header.kind {
        ScriptKind::Whole => false,
        ScriptKind::Trimmed => true,
        ScriptKind::Part(part) => part.is_trimmed,
    };
    if is_trimmed && !asked.trust {
        return Err(named("has only the moves that led to new states; give --trust, or the whole script"));
    }
    let check = check_of(asked, &script.header).map_err(|what| named(&what))?;
    let scratch = Scratch::new().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let name = check.program.main.clone();
    let opened = front_of(&check, &scratch).and_then(|front| {
        let races = check.races;
        let wanted = Wanted { reduction: check.reduction(), races, atoms: &[], branching: false };
        interrupt::listen();
        fronts::open(&*front, 0, wanted, &mut [])
    });
    let subject = match opened {
        Ok(subject) => subject,
        Err(problem) => return Ok(run::explain(&problem)),
    };
    if let Some(differences) = differences(&script.header, &check, &subject, &*subject.profile) {
        return Err(named(&format!("is for another program, JDK or search{differences}")));
    }
    follow(asked, &check, &name, subject, script)
}

/// The check that the script was made by, with what was asked for now.
fn check_of(asked: &Certify, header: &Header) -> Result<Check, String> {
    let mut words = Vec::new();
    let mut given = header.words.iter();
    let mut main = None;
    while let Some(word) = given.next() {
        match word.as_str() {
            flag if FLAGS.contains(&flag) => words.push(word.clone()),
            flag if VALUED.contains(&flag) => {
                let value = given.next().ok_or("is damaged: a flag has no value")?;
                words.extend([word.clone(), value.clone()]);
            }
            flag if flag.starts_with('-') => return Err(format!("wants {flag}, which no script may")),
            _ => {
                main = Some(word.clone());
                break;
            }
        }
    }
    let args: Vec<String> = match &asked.main {
        Some(_) => asked.args.clone(),
        None => given.cloned().collect(),
    };
    let main = asked.main.clone().or(main).ok_or("names no program; give MAIN")?;
    let line =
        ["jaywalk".to_string(), "check".to_string()].into_iter().chain(words).chain([main]).chain(args);
    let flags = Flags::try_parse_from(line).map_err(|error| format!("is damaged: {}", error.kind()))?;
    let Command::Check(mut check) = flags.command else { return Err("is damaged".to_string()) };
    let machine = &mut check.program.machine;
    machine.class_path = asked.machine.class_path.clone().or(machine.class_path.take());
    machine.jdk.clone_from(&asked.machine.jdk);
    machine.allow_read.clone_from(&asked.machine.allow_read);
    machine.allow_write = asked.machine.allow_write.or(machine.allow_write);
    machine.properties.extend(asked.machine.properties.iter().cloned());
    machine.processors = asked.machine.unusual_processors().unwrap_or(machine.processors);
    machine.disable_assertions |= asked.machine.disable_assertions;
    machine.enable_assertions |= asked.machine.enable_assertions;
    check.races |= asked.races;
    check.outputs |= asked.outputs;
    check.searching.all |= asked.all;
    check.searching.max_seconds = asked.max_seconds;
    check.reports = asked.reports.clone();
    Ok(*check)
}

fn front_of(check: &Check, scratch: &Scratch) -> Result<Box<dyn Front>, Problem> {
    if !check.program.main.contains('#') {
        return fronts::of_check(check, scratch.path());
    }
    let class_path = ClassPath::split(check.program.machine.class_path.as_deref().unwrap_or_default());
    let case = tests::named(&check.program.main, &class_path)?.into_iter().next();
    let case = case.ok_or_else(|| {
        Problem::Input(format!(
            "{}: is no test on the class path; give its place with -cp",
            check.program.main
        ))
    })?;
    Ok(Box::new(fronts::of_test(check, &case, &class_path, scratch.path())))
}

/// What is not the same there and here, a line each. What only decides what is looked for may be more than it was.
fn differences(header: &Header, check: &Check, subject: &Subject, profile: &dyn Profile) -> Option<String> {
    /// Told by their classes, or of no matter here.
    const UNCOMPARED: [&str; 8] =
        ["jaywalk", "build", "classes", "program", "--class-path", "--races", "--all", "--allow-read"];
    let sources = |list: &[(String, u64)]| -> Terms {
        list.iter().map(|(name, sum)| (name.clone(), format!("{sum:016x}"))).collect()
    };
    let mut lines =
        keeping::differences(&sources(&header.sources), &sources(&profile.sources())).unwrap_or_default();
    let here = keeping::terms(check, &check.program.main, subject.fingerprint.unwrap_or_default());
    let compared = |terms: &Terms| -> Terms {
        terms.iter().filter(|(name, _)| !UNCOMPARED.contains(&name.as_str())).cloned().collect()
    };
    lines.extend(keeping::differences(&compared(&header.terms), &compared(&here)));
    let is_reduced = check.races && !header.takes_all;
    lines.extend(is_reduced.then_some(
        "\n  --races: there in one order of steps that commute, which does not show races; record with --reduce full",
    ));
    (!lines.is_empty()).then_some(lines)
}

fn follow(
    asked: &Certify,
    check: &Check,
    name: &str,
    subject: Subject,
    script: Script<BufReader<File>>,
) -> Result<ExitCode, String> {
    let named = |what: &dyn std::fmt::Display| format!("{}: {what}", asked.file.display());
    let (header, sum) = (script.header.clone(), script.sum);
    let tasks = tasks(asked, script).map_err(|what| named(&what))?;
    let is_part = matches!(header.kind, ScriptKind::Part(_)) || asked.part.is_some();
    if (is_part || tasks.list.len() > 1) && check.outputs {
        return Err(named(&"--outputs is not for parts: leave out --workers and --part"));
    }
    if is_part && asked.map.is_none() {
        return Err(named(&"is a part: give --map FILE, and compare all maps with `jaywalk script join`"));
    }
    let plan = Plan {
        header,
        limits: check.searching.limits(),
        key: asked.key.as_ref().map_or(tasks.of, |words| ::script::sum_of(words.as_bytes())),
        trusts: asked.trust,
        workers: workers(asked),
        of: (tasks.of, tasks.count, tasks.whole),
    };
    let mut certification = Certification { plan, tasks: tasks.list, maps: Vec::new(), deviation: None };
    let examined = check::explore(check, name, subject, Some(&mut certification));
    let (report, graph) = match examined {
        Ok(examined) => (examined.report, examined.graph),
        Err(problem) => return Ok(run::explain(&problem)),
    };
    if let Some(deviation) = certification.deviation {
        let subject = reopen(check)?;
        screen::complain(&format!(
            "jaywalk: {}",
            named(&told(deviation, subject, &certification.plan.header))
        ));
        return Ok(ExitCode::from(run::BAD_INPUT));
    }
    let is_safe = report.verdict() == Verdict::Safe;
    if let (true, Some(file), Some(map)) = (is_part, &asked.map, certification.maps.first_mut()) {
        map.terms = terms(check);
        map.findings = report.stories.iter().map(|story| story.finding.message.clone()).collect();
        let is_whole = is_safe || report.verdict() == Verdict::Violation;
        if is_whole {
            let written = std::fs::write(file, map.to_bytes());
            written.map_err(|error| format!("{}: cannot be written: {error}", file.display()))?;
        }
    }
    match is_part && is_safe {
        true => screen::print(&part_line(&certification.maps, asked)),
        false => screen::print(&report::console(&report, screen::look(Detail::Brief))),
    }
    if is_safe && !is_part {
        let how = if asked.trust { "trusted, not authenticated: " } else { "certified along " };
        screen::print(&format!("{how}{}, sum {sum:032x}\n", asked.file.display()));
    }
    let roots = ClassPath::split(check.program.machine.class_path.as_deref().unwrap_or_default());
    let code = ExitCode::from(check::exit_code(&report));
    Ok(check
        .reports
        .write(&[report], graph.as_ref(), &check.program.main, &roots)
        .map_or_else(|code| code, |()| code))
}

fn part_line(maps: &[::script::PartMap], asked: &Certify) -> String {
    let file = asked.map.as_ref().map_or(String::new(), |file| file.display().to_string());
    let line = |map: &::script::PartMap| {
        let (part, count) = (map.index + 1, map.count);
        format!(
            "part {part}/{count}: {} states, {} moves, nothing found; its map is {file}\n",
            map.states, map.moves
        )
    };
    maps.iter().map(line).collect()
}

/// What is looked for, and in what: the same for all parts.
fn terms(check: &Check) -> String {
    let words = script::words(check, &check.program.main);
    words.join(" ")
}

fn workers(asked: &Certify) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, |count| count.get());
    if asked.workers == 0 { all() } else { asked.workers as usize }
}

/// A fresh machine, to go the way to a deviation on.
fn reopen(check: &Check) -> Result<Subject, String> {
    let scratch = Scratch::new().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let wanted = Wanted { reduction: check.reduction(), races: check.races, atoms: &[], branching: false };
    let opened = front_of(check, &scratch).and_then(|front| fronts::open(&*front, 0, wanted, &mut []));
    opened.map_err(|problem| problem.to_string())
}

/// So many of the last things that happened before a deviation are told.
const SCENES: usize = 12;

/// What deviates, at which state, after which path, in the program's own terms.
fn told(deviation: Deviation, mut subject: Subject, header: &Header) -> String {
    let Deviation { what, path, state } = deviation;
    let system = &mut *subject.system;
    // The machine that has come to know the program gives the steps their ends.
    let _ = header.acquaint(system);
    let path = possible(system, &path);
    let finding =
        Finding { property: Property::named("script"), message: String::new(), details: Vec::new() };
    let telling =
        story::Telling { pictures: false, origin: None, page: None, depth: lts::Depth::Crux, witness: false };
    let story = story::narrate(system, &*subject.profile, &path, None, finding, &telling);
    let mut who = |choice: Choice| {
        let actor = story.end.actors.iter().find(|view| view.actor == choice.actor);
        let at =
            actor.and_then(|view| view.stack.first()).map_or(String::new(), |spot| format!(" at {spot}"));
        let name = actor.map_or_else(|| format!("thread number {}", choice.actor), |view| view.name.clone());
        let value = if choice.value == 0 { String::new() } else { format!(", way {}", choice.value) };
        format!("{name}{at}{value}")
    };
    let mut lines = vec![format!("does not fit: {}", what.told(&mut who))];
    lines.push(format!("  in state {state}, after {} steps", path.len()));
    let scenes = &story.account.scenes;
    let name = |actor: u32| {
        story.actors.iter().find(|(other, _)| *other == actor).map_or(String::new(), |(_, name)| name.clone())
    };
    for scene in &scenes[scenes.len().saturating_sub(SCENES)..] {
        let at = scene.spot.as_ref().map_or(String::new(), |spot| format!("  {spot}"));
        lines.push(format!("    {}: {}{at}", name(scene.actor), scene.what));
    }
    lines.join("\n")
}

/// As much of a path as the machine can go.
fn possible(system: &mut dyn System, path: &[Choice]) -> Path {
    system.start();
    let mut choices = Choices::default();
    let can = |choice: &&Choice| {
        system.choices(&mut choices);
        choices.list.contains(choice) && system.step(**choice) == lts::Outcome::Next
    };
    path.iter().take_while(can).copied().collect()
}
