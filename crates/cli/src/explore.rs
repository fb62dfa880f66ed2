//! `jaywalk explore`: every sequence of calls on objects of a class, every structure once.

mod driver;
mod flags;
mod ways;

pub use flags::{Entering, Explore, GoingBack, Whether};

use crate::check::VIOLATION;
use crate::host::Terminal;
use crate::scratch::Scratch;
use crate::{interrupt, retelling, run, screen};
use front::Problem;
use java::{LaunchTarget, Session};
use lts::{Cause, Finding};
use objects::{Back, Calls, ExploreRequest, Matched, Objects, ask};
use report::{Detail, Explored, Sequence, Verdict};
use std::path::Path;
use std::process::ExitCode;
use ways::Came;

pub fn explore(asked: Explore) -> ExitCode {
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
    let (answer, worst) = match answer(&asked, scratch.path()) {
        Ok(answer) => answer,
        Err(problem) => return run::explain(&problem),
    };
    screen::print(&answer.console(screen::look(Detail::Brief)));
    if let Some(file) = &asked.json
        && let Err(code) = crate::reports::write(file, &answer.json())
    {
        return code;
    }
    match (answer.verdict(), worst) {
        (Verdict::Safe, _) => ExitCode::SUCCESS,
        (Verdict::Violation, _) => ExitCode::from(VIOLATION),
        (_, Some(Cause::Input)) => ExitCode::from(run::BAD_INPUT),
        (_, Some(Cause::Fault)) => ExitCode::from(run::FAULT),
        (Verdict::Inconclusive, _) => ExitCode::from(run::INCONCLUSIVE),
    }
}

fn answer(asked: &Explore, scratch: &Path) -> Result<(Explored, Option<Cause>), Problem> {
    let mut setup = run::setup_for(&asked.machine, LaunchTarget::of(&asked.class), true);
    // Where the machine makes call after call, and nobody looks on, machine code is a fifth faster.
    let is_hot = asked.coverage == Whether::Off && !asked.delta && !asked.driver;
    if asked.machine.mixed.is_none() && is_hot {
        setup.mixed = java::Mixed::Hot;
    }
    if let LaunchTarget::Jar(jar) = &setup.target {
        return Err(Problem::Input(format!("{}: name a class of it: -cp {0} CLASS", jar.display())));
    }
    if let Some(file) = &asked.emit {
        test_name(file)?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(Problem::Input(format!("--emit {}: there is no such folder", file.display())));
        }
    }
    let (mut session, class) = java::prepare_class(setup, scratch, Box::new(Terminal::new()))?;
    if asked.driver {
        return driver::answer(asked, session, class);
    }
    let (calls, left_out) = resolved(asked, &mut session, class)?;
    let names = JavaNames::of(&session, &calls);
    let mut answer = described(asked, &session, class, &calls, &names);
    answer.left_out = left_out;
    let back = if asked.back == GoingBack::Undo { Back::Undo } else { Back::Redo };
    let main = session.main_thread();
    let objects = Objects::new(session.machine, main, calls, back, asked.coverage == Whether::On);
    let mut objects = objects.map_err(|trap| Problem::Fault(format!("{trap:?}")))?;
    objects.always_walks = asked.always_walk;
    objects.prepare_on_entry(asked.entering == Entering::Eager);
    let (mut objects, came) = match asked.delta {
        true => ways::by_sets(asked, objects, &answer.class),
        false => ways::one_by_one(asked, objects, &answer.class),
    };
    let worst = came.gaps.iter().map(|gap| gap.cause).find(|&cause| cause != Cause::Unsupported);
    told(&mut answer, &objects, &came, &names);
    answer.cuts.extend(match asked.matching.as_str() {
        "exact" => None,
        "shape" => Some("of structures of one shape only the first was explored".to_string()),
        file => Some(format!("of structures that are alike by {file} only the first was explored")),
    });
    answer.cuts.extend(objects.tally().beside.iter().map(|beside| beside.sentence().to_string()));
    if let Some(file) = asked.emit.as_ref().filter(|_| !came.found.is_empty()) {
        emit(file, &mut objects, &came, &names)?;
        answer.test = Some(file.display().to_string());
    }
    Ok((answer, worst))
}

/// What is asked, resolved against the class.
fn resolved(
    asked: &Explore,
    session: &mut Session,
    class: java::ClassId,
) -> Result<(Calls, Vec<String>), Problem> {
    let same_as = asked.same_as.as_ref().map(|name| java::load_any(session, name)).transpose()?;
    let mut expected = Vec::new();
    for name in &asked.expect {
        expected.push(java::load_any(session, name)?);
    }
    let names = matched_by(&asked.matching)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let matching = match asked.matching.as_str() {
        "exact" => Matched::Exact,
        "shape" => Matched::Shape,
        _ => Matched::Methods(&names),
    };
    let question = ExploreRequest {
        matching,
        class,
        new: &asked.new,
        calls: &asked.calls,
        values: asked.values,
        with_null: asked.null,
        invariant: asked.invariant.as_deref(),
        same_as: same_as.map(|class| (class, asked.same_new.as_deref())),
        expected: &expected,
    };
    ask(&mut session.machine, &question).map_err(Problem::Input)
}

/// The methods that a file names by whose answers structures are compared.
fn matched_by(matching: &str) -> Result<Vec<String>, Problem> {
    if matching == "exact" || matching == "shape" {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(matching).map_err(|error| {
        Problem::Input(format!("--match {matching}: exact, shape, or a file with names of methods: {error}"))
    })?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim().to_string());
    let names: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    match names.is_empty() {
        true => Err(Problem::Input(format!("--match {matching}: the file names no method"))),
        false => Ok(names),
    }
}

/// How Java text names the classes.
struct JavaNames {
    package: String,
    objects: Vec<String>,
    twins: Vec<String>,
}

impl JavaNames {
    fn of(session: &Session, calls: &Calls) -> JavaNames {
        let classes = &session.machine.program.classes;
        let package =
            calls.objects.first().map_or("", |made| classes[made.class].package()).replace('/', ".");
        // Classes of the library get no test in their own package.
        let is_open = !["java", "javax", "jdk"].iter().any(|top| package.split('.').next() == Some(top));
        let text = |class: java::ClassId| {
            let name = classes[class].external_name().replace('$', ".");
            let own = classes[class].package().replace('/', ".");
            match name.strip_prefix(&format!("{own}.")) {
                Some(simple) if is_open && own == package => simple.to_string(),
                _ => name,
            }
        };
        JavaNames {
            objects: calls.objects.iter().map(|made| text(made.class)).collect(),
            twins: calls.twins.iter().map(|made| text(made.class)).collect(),
            package: if is_open { package } else { String::new() },
        }
    }
}

/// What is known before the search.
fn described(
    asked: &Explore,
    session: &Session,
    class: java::ClassId,
    calls: &Calls,
    names: &JavaNames,
) -> Explored {
    let mut methods: Vec<String> = Vec::new();
    for call in &calls.list {
        let name = session.machine.program.describe_method(class, call.method.name, call.method.desc);
        // `'void pkg.Cls.add(int)'`: what stands behind the class.
        let owner = format!("{}.", session.machine.program.classes[class].external_name());
        let short =
            name.split(&owner).nth(1).unwrap_or(&name).trim_end_matches('\'').replace("java.lang.", "");
        if !methods.contains(&short) {
            methods.push(short);
        }
    }
    let objects = objects::sequence(&names.objects, calls, &[]);
    let objects = objects.iter().map(|line| line.trim_end_matches(';').to_string()).collect();
    let mut checked = vec!["uncaught exceptions".to_string()];
    checked.extend(run::assertions(&asked.machine, true).then(|| "assertions".to_string()));
    checked.extend(asked.invariant.as_ref().map(|name| format!("{name}()")));
    checked.extend(asked.same_as.as_ref().map(|class| format!("the same as {class}")));
    Explored {
        class: session.machine.program.classes[class].external_name(),
        objects,
        methods,
        calls: calls.list.len() as u64,
        length: asked.length as usize,
        checked,
        rests_on: vec![
            "one thread".to_string(),
            format!("parameters from {} to {}", asked.values.0, asked.values.1),
            match asked.matching.as_str() {
                "exact" => {
                    "structures compared as what can be reached from the objects, up to renaming".to_string()
                }
                "shape" => "structures compared by their shape".to_string(),
                file => format!("structures compared by the methods of {file}"),
            },
            "the clock stands still between calls".to_string(),
        ],
        ..Explored::default()
    }
}

/// What came of it.
fn told(answer: &mut Explored, objects: &Objects, came: &Came, names: &JavaNames) {
    let tally = objects.tally();
    answer.structures = came.structures;
    answer.expanded = came.expanded;
    answer.executions = came.executions;
    answer.by_length = came.by_length.clone();
    answer.instructions = came.instructions;
    answer.compiled = objects.compiled_operations();
    answer.seconds = came.elapsed.as_secs_f64();
    answer.peak_bytes = retelling::peak_bytes();
    answer.blocked = tally.blocked;
    answer.expected = tally.expected.into_iter().collect();
    answer.runs = came.runs;
    answer.splits = came.splits;
    answer.singly = came.singly;
    answer.reasons = came.reasons.clone();
    answer.digest = came.digest;
    if let Some(covered) = tally.covered {
        answer.lines = Some((covered.lines, covered.all_lines));
        answer.branches = Some((covered.branches, covered.all_branches));
        answer.missed = covered.missed;
    }
    let place = |place: &str| if place.is_empty() { String::new() } else { format!(" at {place}") };
    let gaps = came.gaps.iter().map(|gap| format!("{}: {}{}", gap.cause.name(), gap.what, place(&gap.place)));
    answer.cuts = gaps.collect();
    answer.is_closed = came.is_closed;
    answer.cuts.extend(came.cuts.iter().cloned());
    let sequence = |(finding, path): &(Finding, Vec<u32>)| Sequence {
        property: finding.property.name(),
        message: finding.message.clone(),
        details: finding.details.clone(),
        java: objects::sequence(&names.objects, objects.calls(), path),
    };
    answer.found = came.found.iter().map(sequence).collect();
}

/// The name of a test class is that of its file.
fn test_name(file: &Path) -> Result<String, Problem> {
    let is_java = file.extension().is_some_and(|extension| extension == "java");
    let stem = file.file_stem().and_then(|stem| stem.to_str()).filter(|_| is_java);
    let is_name = |stem: &&str| {
        stem.chars().all(|c| c.is_alphanumeric() || c == '_') && !stem.starts_with(|c: char| c.is_numeric())
    };
    let what = || {
        Problem::Input(format!("--emit {}: the file must be named like a class, Name.java", file.display()))
    };
    let name = stem.filter(is_name).map(str::to_string).ok_or_else(what)?;
    // Whoever names a source of theirs has made a mistake.
    let is_foreign = std::fs::read_to_string(file).is_ok_and(|text| !text.contains(objects::MADE));
    match is_foreign {
        true => Err(Problem::Input(format!(
            "--emit {}: is there, and is no test that explore has written: name another file",
            file.display()
        ))),
        false => Ok(name),
    }
}

fn emit(file: &Path, objects: &mut Objects, came: &Came, names: &JavaNames) -> Result<(), Problem> {
    let mut shown = Vec::new();
    for (finding, path) in &came.found {
        let (property, message) = (finding.property.name(), finding.message.as_str());
        let path = path.clone();
        let thrown = objects.thrown_on(&path);
        let name =
            |class: Option<java::ClassId>| class.map(|class| objects.named_from(&names.package, class));
        let thrown = thrown.into_iter().map(|both| both.map(name)).collect();
        shown.push(objects::Shown { path, thrown, ending: objects::SequenceEnd { property, message } });
    }
    let name = test_name(file)?;
    let text = objects::junit(&name, &names.package, &names.objects, &names.twins, objects.calls(), &shown);
    std::fs::write(file, text)
        .map_err(|error| Problem::Input(format!("{}: cannot be written: {error}", file.display())))
}
