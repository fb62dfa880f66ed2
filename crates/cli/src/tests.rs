//! `jaywalk test`: every JUnit test of some folders and jars as an entry point, each explored on its own.

use crate::check::{self, Examined};
use crate::flags::Check;
use crate::scratch::Scratch;
use crate::{fronts, project, run, screen};
use clap::Args;
use front::Problem;
use java::{Booted, ClassPath, TestCase};
use lts::Gap;
use report::{Claims, Detail, Figures, Report, StateGraph, Verdict};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The options of `check`, where the first path stands in the place of the main class.
#[derive(Args)]
#[command(mut_arg("main", |arg| arg.value_name("PATH").help(PATH).required(false).default_value(".")))]
#[command(mut_arg("args", |arg| arg.value_name("PATHS").help("More of them")))]
pub struct Test {
    #[command(flatten)]
    pub check: Check,

    /// Do not ask Maven or Gradle for the class path of their folders
    #[arg(long)]
    pub no_build_tool: bool,
}

/// What stands in the place of the main class.
const PATH: &str = "A folder or jar with tests, a folder of Maven or Gradle, or a test: Class[#method]";

/// What is to be tested: places that are searched for tests, and names that choose among them.
struct Wanted {
    places: Vec<PathBuf>,
    names: Vec<String>,
}

pub fn test(test: Test) -> ExitCode {
    let mut check = test.check;
    if let Some(contradiction) = contradiction(&check) {
        return run::complain(contradiction, run::BAD_INPUT);
    }
    if let Err(code) = check.reports.prepare(&check.keeping.written()) {
        return code;
    }
    let mut wanted = wanted(&check);
    let given = check.program.machine.class_path.as_deref().map_or_else(Vec::new, ClassPath::split);
    let mut class_path = match with_projects(&mut wanted, given, !test.no_build_tool) {
        Ok(class_path) => class_path,
        Err(what) => return run::complain(&what, run::BAD_INPUT),
    };
    remember(&mut check, &wanted, &class_path);
    if class_path.is_empty() {
        // As with `java`, it is the present folder then.
        class_path.push(PathBuf::new());
    }
    let tests = match find(&wanted, &class_path) {
        Ok(tests) => tests,
        Err(problem) => return run::explain(&problem),
    };
    if tests.is_empty() {
        return run::complain("no tests were found; give folders or jars with JUnit tests", run::BAD_INPUT);
    }
    let roots: Vec<PathBuf> = wanted.places.iter().chain(&class_path).cloned().collect();
    let mut reports = Vec::new();
    let mut graph = None;
    let (scripts, mut named) = (check.script.take(), BTreeSet::new());
    if let Some(Err(error)) = scripts.as_ref().map(std::fs::create_dir_all) {
        return run::complain(&format!("the folder for scripts cannot be made: {error}"), run::BAD_INPUT);
    }
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    let booted = Booted::default();
    for case in &tests {
        if let Some(why) = &case.skipped {
            screen::print(&format!("SKIP  {}  {why}\n", case.name()));
            continue;
        }
        check.script = scripts.as_ref().map(|folder| folder.join(file_name(&case.name(), &mut named)));
        let examined = examine(&check, case, &roots, scratch.path(), &booted);
        screen::print(&report::headline(&examined.report, screen::look(Detail::Brief)));
        let is_first = examined.report.verdict() == Verdict::Violation
            && reports.iter().all(|report: &Report| report.verdict() != Verdict::Violation);
        if is_first {
            graph = examined.graph;
            // A file is that of the first failure; a folder has all.
            if check.reports.repro_folder().is_none() {
                check.reports.repro = None;
            }
        }
        reports.push(examined.report);
    }
    finish(&check, &reports, tests.len(), graph.as_ref(), &roots)
}

/// What goes with a check of a program and not with tests, or with nothing at all.
fn contradiction(check: &Check) -> Option<&'static str> {
    if check.env.is_some() || !check.program.machine.environment_words().is_empty() {
        return Some(
            "--env, --assumption and --stub go with jaywalk check: tests have an environment already",
        );
    }
    if check.distributing.is_wanted() {
        return Some(
            "--processes and --cluster go with jaywalk check: tests are searched one after the other",
        );
    }
    check::contradiction(check)
}

/// Folders of build tools give way to what has been compiled there. Where none is named and only tests are, they are
/// those of the present folder. Returns the class path. A class path that was given is enough: nobody is asked.
fn with_projects(wanted: &mut Wanted, given: Vec<PathBuf>, asks: bool) -> Result<Vec<PathBuf>, String> {
    let asks = asks && given.is_empty();
    let is_here = wanted.places.is_empty() && given.is_empty();
    let mut class_path = given;
    if is_here && let Some(project) = project::find(Path::new("."), asks)? {
        class_path.extend(project.tests.into_iter().chain(project.class_path));
    }
    let mut places = Vec::new();
    for place in std::mem::take(&mut wanted.places) {
        match project::find(&place, asks)? {
            Some(project) => {
                places.extend(project.tests);
                class_path.extend(project.class_path);
            }
            None => places.push(place),
        }
    }
    wanted.places = places;
    Ok(class_path)
}

/// What leads back to a failure must name the places that were really looked through.
fn remember(check: &mut Check, wanted: &Wanted, class_path: &[PathBuf]) {
    let places = wanted.places.iter().map(|place| place.to_string_lossy().into_owned());
    let mut words = places.chain(wanted.names.iter().cloned());
    check.program.main = words.next().unwrap_or_default();
    check.program.args = words.collect();
    if !class_path.is_empty() {
        check.program.machine.class_path = std::env::join_paths(class_path).ok();
    }
}

fn wanted(check: &Check) -> Wanted {
    let mut wanted = Wanted { places: Vec::new(), names: Vec::new() };
    for word in std::iter::once(&check.program.main).chain(&check.program.args) {
        match PathBuf::from(word).exists() {
            true => wanted.places.push(word.into()),
            false => wanted.names.push(word.clone()),
        }
    }
    wanted
}

/// The tests that are wanted. A name is looked for on the class path.
fn find(wanted: &Wanted, class_path: &[PathBuf]) -> Result<Vec<TestCase>, Problem> {
    let mut tests = match wanted.places.is_empty() {
        true => Vec::new(),
        false => java::find_tests(&wanted.places, class_path)?,
    };
    for name in &wanted.names {
        let found = named(name, class_path)?;
        if found.is_empty() {
            return Err(Problem::Input(format!(
                "{name}: is no folder, no jar, and no test on the class path; give its place with -cp"
            )));
        }
        tests.extend(found);
    }
    Ok(tests)
}

/// The tests of a class, or the one that is named: `pkg.Cls[#method]`.
pub fn named(name: &str, class_path: &[PathBuf]) -> Result<Vec<TestCase>, Problem> {
    let mut found = java::find_tests(class_path, &[])?;
    found.retain(|case| case.class == name || case.name() == name);
    Ok(found)
}

/// The file for the script of a test: letters and digits stay as they are. No two tests have the same, even where case
/// does not tell files apart.
fn file_name(test: &str, named: &mut BTreeSet<String>) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "._-#$".contains(c) { c } else { '_' };
    let plain: String = test.chars().map(plain).collect();
    let mut name = plain.clone();
    let mut number = 1;
    while !named.insert(name.to_lowercase()) {
        number += 1;
        name = format!("{plain}-{number}");
    }
    format!("{name}.script")
}

fn examine(check: &Check, case: &TestCase, roots: &[PathBuf], scratch: &Path, booted: &Booted) -> Examined {
    let name = case.name();
    // A script says what its own test has asked for, and not what those before it have.
    let booted = check.script.is_none().then(|| booted.clone());
    let front = fronts::of_test(check, case, roots, scratch, booted);
    let examined = check::examine(check, &name, &front);
    examined.unwrap_or_else(|problem| Examined { report: broken(&name, &problem), graph: None })
}

/// The report of a test that could not even begin.
fn broken(name: &str, problem: &Problem) -> Report {
    Report {
        name: name.to_string(),
        stories: Vec::new(),
        gaps: vec![Gap { cause: problem.cause(), what: problem.to_string(), place: String::new() }],
        cuts: Vec::new(),
        figures: Figures::default(),
        claims: Claims::default(),
        outputs: None,
    }
}

fn finish(
    check: &Check,
    reports: &[Report],
    found: usize,
    graph: Option<&StateGraph>,
    roots: &[PathBuf],
) -> ExitCode {
    for report in reports.iter().filter(|report| report.verdict() == Verdict::Violation) {
        screen::print("\n");
        screen::print(&report::console(report, screen::look(Detail::Brief)));
    }
    let count = |verdict: Verdict| reports.iter().filter(|report| report.verdict() == verdict).count();
    let (failed, unknown) = (count(Verdict::Violation), count(Verdict::Inconclusive));
    screen::print(&format!(
        "\n{found} {}: {} passed, {failed} failed, {unknown} inconclusive, {} skipped\n",
        if found == 1 { "test" } else { "tests" },
        count(Verdict::Safe),
        found - reports.len()
    ));
    let codes: Vec<u8> = reports.iter().map(check::exit_code).collect();
    // A violation is the news; else whatever kept a test from its verdict. Where every test was skipped,
    // nothing was searched, and nobody may take that for safe.
    let code = match failed > 0 {
        true => check::VIOLATION,
        false => codes.into_iter().max().unwrap_or(run::INCONCLUSIVE),
    };
    match check.reports.write(reports, graph, "", roots) {
        Ok(()) => ExitCode::from(code),
        Err(code) => code,
    }
}
