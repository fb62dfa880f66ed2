//! `jaywalk certify`: a program along the script of its search.

mod flags;

pub use flags::Certify;

use crate::check::{self, Exploring};
use crate::flags::{Check, Command, Flags, Machine, Program};
use crate::naming::Identity;
use crate::scratch::Scratch;
use crate::symbolic::invariant;
use crate::{fronts, interrupt, keeping, run, screen, script, tests};
use ::certify::{Certification, CertificationPlan, Division, ScriptTasks, told};
use ::script::{Deviation, Header, Script, ScriptKind, What};
use clap::Parser;
use front::{Front, Problem, Profile, Reduction, Subject, Wanted};
use java::ClassPath;
use lts::{Store, System};
use report::{Detail, Verdict};
use search::{Progress, SearchResult, Terms};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::process::ExitCode;
use std::time::Instant;

/// Words that a script may say of how its program was searched. What a script says is not believed, and must not
/// make anybody write or read files. Nor does it decide what counts as a run and as a violation: whoever certifies
/// says that, and what the script says of it is only compared.
const FLAGS: [&str; 3] = ["--races", "--outputs", "--all"];
const COMPARED_FLAGS: [&str; 5] =
    ["--strict", "--spurious-wakeups", "--weak-cas", "--thread-symmetry", "--disable-assertions"];
const VALUED: [&str; 6] = ["--reduce", "--library", "--base-from", "--symmetry", "--gc", "--invariant"];
const COMPARED_VALUES: [&str; 5] =
    ["--timeouts", "--random", "--handled-exceptions", "--heap", "--processors"];
/// What belongs to the program that a script names: only if nobody else names one.
const OF_PROGRAM: [&str; 2] = ["-D", "--class-path"];

/// A script that names its program by more options was written by nobody's command line, and takes long to read.
const MOST_WORDS: usize = 1 << 12;

/// Why a true script can lack what an invariant wants to see.
const UNASKED: &str = "the search was not made for this invariant, and took steps that commute in one order: the \
    script may be true, and does not show enough; record it with --invariant, or with --reduce full";

/// Why a true script can seem to be of another program to an invariant.
const UNNAMED: &str = "the search was not made for this invariant, which names classes that the program may come to \
    later: the script may be true; record it with --invariant";

pub fn certify(asked: Certify) -> ExitCode {
    if let Some(text) = invariant::text_of(&asked.file) {
        return invariant::certify(&asked.file, &text, asked.main.as_deref());
    }
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
    interrupt::listen();
    let subject = match opened(&check, &scratch) {
        Ok(subject) => subject,
        Err(problem) => return Ok(run::explain(&problem)),
    };
    if let Some(differences) = differences(&script.header, &check, &subject, &*subject.profile) {
        return Err(named(&format!("is for another program, JDK or search{differences}")));
    }
    if let (true, Some(other)) = (asked.trust, other_name(&script.header, &name)) {
        let what = "is for another program, and whoever trusts a script cannot tell by its moves";
        return Err(named(&format!("{what}\n  program: there {other}, here {name}")));
    }
    follow(asked, &check, &name, subject, script)
}

/// The program that a script names, if that is another one. A source file has the name of its class, and a jar none.
fn other_name(header: &Header, here: &str) -> Option<String> {
    let there = header.terms.iter().find(|(name, _)| name == "program").map(|(_, there)| there.as_str())?;
    let class = |name: &str| {
        let name = name.strip_suffix(".java").unwrap_or(name);
        name.rsplit(['/', '\\', '.']).next().unwrap_or(name).to_string()
    };
    let is_jar = |name: &str| name.ends_with(".jar");
    let is_other = !is_jar(there) && !is_jar(here) && class(there) != class(here);
    is_other.then(|| there.to_string())
}

/// The check that the script was made by, with what was asked for now.
fn check_of(asked: &Certify, header: &Header) -> Result<Check, String> {
    let mut words = Vec::new();
    let mut given = header.words.iter();
    let mut main = None;
    while let Some(word) = given.next() {
        let mut value = || given.next().cloned().ok_or("is damaged: a flag has no value");
        match word.as_str() {
            flag if FLAGS.contains(&flag) => words.push(word.clone()),
            flag if COMPARED_FLAGS.contains(&flag) => {}
            flag if VALUED.contains(&flag) => words.extend([word.clone(), value()?]),
            flag if OF_PROGRAM.contains(&flag) && asked.main.is_none() => {
                words.extend([word.clone(), value()?]);
            }
            flag if OF_PROGRAM.contains(&flag) || COMPARED_VALUES.contains(&flag) => {
                value()?;
            }
            flag if flag.starts_with('-') => return Err(format!("wants {flag}, which no script may")),
            _ => {
                main = Some(word.clone());
                break;
            }
        }
    }
    if words.len() > MOST_WORDS {
        return Err("names more options than a command line has".to_string());
    }
    let args: Vec<String> = match &asked.main {
        Some(_) => asked.args.clone(),
        None => given.cloned().collect(),
    };
    let main = asked.main.clone().or(main).ok_or("names no program; give MAIN")?;
    let line = ["jaywalk".to_string(), "check".to_string()].into_iter().chain(words).chain([main]);
    let flags = Flags::try_parse_from(line).map_err(|error| format!("is damaged: {}", error.kind()))?;
    let Command::Check(mut check) = flags.command else { return Err("is damaged".to_string()) };
    // They are the program's, whatever they look like, and to have many read one by one takes long.
    check.program.args = args;
    use_machine(&mut check.program.machine, &asked.machine);
    check.allowing = asked.allowing.clone();
    check.same.thread_symmetry = asked.thread_symmetry;
    let is_new = |text: &&String| !check.temporal.invariant.contains(text);
    check.temporal.onlookers = asked.invariant.iter().filter(is_new).cloned().collect();
    check.races |= asked.races;
    check.outputs |= asked.outputs;
    check.searching.all |= asked.all;
    check.searching.max_seconds = asked.max_seconds;
    check.reports = asked.reports.clone();
    Ok(*check)
}

/// What whoever certifies says of the machine. Every flag is named here, so that a new one has to be thought of.
fn use_machine(machine: &mut Machine, asked: &Machine) {
    let asked = asked.clone();
    *machine = Machine {
        class_path: asked.class_path.or(machine.class_path.take()),
        jdk: asked.jdk,
        enable_assertions: asked.enable_assertions,
        disable_assertions: asked.disable_assertions,
        heap: asked.heap,
        processors: asked.processors,
        properties: std::mem::take(&mut machine.properties).into_iter().chain(asked.properties).collect(),
        allow_read: asked.allow_read,
        allow_write: asked.allow_write,
        stub: asked.stub,
        stub_precision: asked.stub_precision,
        assumption: asked.assumption,
        mixed: asked.mixed,
    };
}

/// The program with all that is looked for in it.
fn opened(check: &Check, scratch: &Scratch) -> Result<Subject, Problem> {
    let front = front_of(check, scratch)?;
    let (reduction, races) = (check.reduction(), check.races);
    let wanted = Wanted { reduction, races, atoms: &[], onlookers: 0, branching: false };
    fronts::open(&*front, 0, wanted, &mut check::properties(check)?)
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
    Ok(Box::new(fronts::of_test(check, &case, &class_path, scratch.path(), None)))
}

/// What is not the same there and here, a line each. What only decides what is looked for may be more than it was.
fn differences(header: &Header, check: &Check, subject: &Subject, profile: &dyn Profile) -> Option<String> {
    /// Told by their classes, or of no matter here.
    const UNCOMPARED: [&str; 8] =
        ["jaywalk", "build", "classes", "program", "--class-path", "--races", "--all", "--allow-read"];
    let sources = |list: &[(String, u64)]| -> Terms {
        list.iter().map(|(name, sum)| (name.clone(), format!("{sum:016x}"))).collect()
    };
    // What only runs bring to light is looked up by its name.
    let mut own = profile.sources();
    let known: BTreeSet<String> = own.iter().map(|(name, _)| name.clone()).collect();
    let met = header.sources.iter().filter(|(name, _)| !known.contains(name));
    own.extend(met.filter_map(|(name, _)| Some((name.clone(), profile.source(name)?))));
    let mut lines = keeping::differences(&sources(&header.sources), &sources(&own)).unwrap_or_default();
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
    let tasks = ::certify::tasks(division(asked, workers(asked)), script).map_err(|what| named(&what))?;
    let is_part = matches!(header.kind, ScriptKind::Part(_)) || asked.part.is_some();
    if let Some(why) = contradiction(asked, check, is_part, tasks.list.len().max(tasks.count as usize)) {
        return Err(named(&why));
    }
    let plan = plan(asked, check, header, &tasks, is_part);
    let again = |workers: usize| {
        let script = script::open(&asked.file)?;
        let is_same = script.sum == sum;
        let tasks = ::certify::tasks(division(asked, workers), script).map_err(|what| named(&what))?;
        is_same.then_some(tasks.list).ok_or_else(|| named(&"has changed"))
    };
    let mut certification = Certification {
        plan,
        tasks: tasks.list,
        unread: tasks.unread,
        again: &again,
        maps: Vec::new(),
        deviation: None,
        bottoms: tasks.bottoms,
        seeks_livelocks: false,
    };
    let examined = check::explore(check, name, subject, Some(&mut certification));
    let (report, graph) = match examined {
        Ok(examined) => (examined.report, examined.graph),
        Err(problem) => return Ok(run::explain(&problem)),
    };
    if let Some(deviation) = certification.deviation {
        let why = refusal(deviation, reopen(check)?, &certification.plan);
        screen::complain(&format!("jaywalk: {}", named(&why)));
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
        let (file, program) = (asked.file.display(), program_line(check, name));
        screen::print(&format!("{how}{file}, sum {sum:032x}: {program}\n"));
    }
    let roots = ClassPath::split(check.program.machine.class_path.as_deref().unwrap_or_default());
    let code = ExitCode::from(check::exit_code(&report));
    Ok(check
        .reports
        .write(&[report], graph.as_ref(), &check.program.main, &roots)
        .map_or_else(|code| code, |()| code))
}

/// What is told of a script that does not fit.
fn refusal(deviation: Deviation, subject: Subject, plan: &CertificationPlan) -> String {
    let excuse = match deviation.what {
        _ if !plan.has_onlookers => None,
        What::LeftOut(_) if !plan.header.takes_all => Some(UNASKED),
        What::Unacquainted | What::Unmet => Some(UNNAMED),
        _ => None,
    };
    let why = told(deviation, subject, &plan.header, plan.is_stopped);
    match excuse {
        Some(excuse) => format!("{why}\n  {excuse}"),
        None => why,
    }
}

/// What is asked for and does not go with the script, or with each other.
fn contradiction(asked: &Certify, check: &Check, is_part: bool, tasks: usize) -> Option<&'static str> {
    let has_onlookers = !check.temporal.onlookers.is_empty();
    if asked.trust && has_onlookers && check.reduction() == Reduction::Order {
        return Some(
            "was made in one order of steps that commute, which does not show all that an invariant may look at; \
             leave out --trust, or record it with --reduce full",
        );
    }
    if (is_part || tasks > 1) && check.outputs {
        return Some("--outputs is not for parts: leave out --workers and --part");
    }
    if is_part && !asked.trust && !matches!(check.same.symmetry, Identity::Heap) {
        return Some(
            "was made with --symmetry off or alloc, which names objects by what a machine did before: fingerprints of \
             parts on several machines cannot be compared; certify it in one piece",
        );
    }
    if is_part && asked.map.is_none() {
        return Some("is a part: give --map FILE, and compare all maps with `jaywalk script join`");
    }
    (workers(asked) > 1 && has_onlookers).then_some(
        "an invariant that the search was not made for is looked at by one worker: leave out --workers",
    )
}

fn plan<R: Read>(
    asked: &Certify,
    check: &Check,
    header: Header,
    tasks: &ScriptTasks<R>,
    is_part: bool,
) -> CertificationPlan {
    CertificationPlan {
        header,
        fresh: 0,
        begun: Instant::now(),
        limits: check.searching.limits(),
        key: match &asked.key {
            Some(words) => ::script::sum_of(words.as_bytes()),
            None if is_part => tasks.of,
            None => random(),
        },
        trusts: asked.trust,
        has_onlookers: !check.temporal.onlookers.is_empty(),
        workers: workers(asked),
        of: (tasks.of, tasks.count, tasks.whole),
        is_stopped: interrupt::is_interrupted,
    }
}

fn division(asked: &Certify, workers: usize) -> Division {
    Division { part: asked.part, workers, trusts: asked.trust }
}

impl<R: Read + Send> Exploring for Certification<'_, R> {
    fn is_partial(&self) -> bool {
        Certification::is_partial(self)
    }

    fn seeks_livelocks(&self) -> bool {
        self.seeks_livelocks
    }

    fn is_shared(&self) -> bool {
        Certification::is_shared(self)
    }

    fn explore(
        &mut self,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchResult, String> {
        self.follow(system, store, watch)
    }
}

/// What was certified, in words: a script may have named it.
fn program_line(check: &Check, name: &str) -> String {
    let Program { machine, args, .. } = &check.program;
    let properties = machine.properties.iter().map(|(key, value)| format!("-D{key}={value}"));
    let words: Vec<String> = properties.chain([name.to_string()]).chain(args.iter().cloned()).collect();
    words.join(" ")
}

/// A number that nobody can know beforehand: who wrote a script must not choose states by their fingerprints.
fn random() -> u128 {
    use std::hash::{BuildHasher, RandomState};
    let half = || u128::from(RandomState::new().hash_one(std::process::id()));
    half() | half() << 64
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

/// What is looked for, and in what: the same for all parts. Where the program lies is every machine's own matter: its
/// classes were compared.
fn terms(check: &Check) -> String {
    let onlookers =
        check.temporal.onlookers.iter().flat_map(|text| ["--invariant".to_string(), text.clone()]);
    let mut words = script::words(check, &check.program.main);
    if let Some(at) = words.iter().position(|word| word == "--class-path") {
        words.drain(at..at + 2);
    }
    words.into_iter().chain(onlookers).collect::<Vec<_>>().join(" ")
}

fn workers(asked: &Certify) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, |count| count.get());
    if asked.workers == 0 { all() } else { asked.workers as usize }
}

/// A fresh machine, to go the way to a deviation on.
fn reopen(check: &Check) -> Result<Subject, String> {
    let scratch = Scratch::new().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    opened(check, &scratch).map_err(|problem| problem.to_string())
}
