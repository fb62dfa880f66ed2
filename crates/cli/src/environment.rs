//! Environments: `jaywalk env`, and specifications (`.env`) as programs that are checked.

mod stubs;
mod verify;

pub use verify::watch;

use crate::flags::Machine;
use crate::scratch::Scratch;
use crate::scratch::make_folder;
use crate::{run, screen};
use clap::{Args, Subcommand};
use envgen::{SpecError, World};
use front::Problem;
use java::{ClassPath, Classes, LaunchTarget, Setup};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How the names of files end that describe an environment.
const ENDING: &str = "env";

#[derive(Args)]
pub struct EnvFlags {
    #[command(subcommand)]
    pub command: EnvCommand,
}

#[derive(Subcommand)]
pub enum EnvCommand {
    /// Print what a unit offers and needs, and how a specification could begin
    Show(ShowUnit),
    /// Write the drivers of a specification as Java source
    Make(MakeDrivers),
    /// Find out whether a real program uses the unit as a specification assumes
    Verify(Box<VerifyAssumption>),
}

#[derive(Args)]
pub struct ShowUnit {
    #[command(flatten)]
    pub machine: Machine,

    /// The unit: classes and packages, 'pkg.*,Other'
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', required = true)]
    pub unit: Vec<String>,
}

#[derive(Args)]
pub struct MakeDrivers {
    #[command(flatten)]
    pub machine: Machine,

    /// Where source and classes go
    #[arg(short = 'o', long = "out", value_name = "FOLDER")]
    pub out: PathBuf,

    /// A specification
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct VerifyAssumption {
    /// A specification
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub check: crate::flags::Check,
}

pub fn env(flags: EnvFlags) -> ExitCode {
    let done = match flags.command {
        EnvCommand::Verify(asked) => return verify::verify(*asked),
        EnvCommand::Show(asked) => show(&asked),
        EnvCommand::Make(asked) => make(&asked),
    };
    match done {
        Ok(text) => {
            screen::print(&text);
            ExitCode::SUCCESS
        }
        Err(problem) => run::explain(&problem),
    }
}

/// The name is that of a specification.
pub fn is_environment(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == ENDING)
}

/// Puts the program that a specification describes in its place: the drivers, and the unit's classes. Returns what
/// was assumed without being said.
///
/// # Errors
/// What is wrong with the specification, or with its classes.
pub fn put(
    setup: &mut Setup,
    machine: &Machine,
    file: &Path,
    scratch: &Path,
) -> Result<Surroundings, Problem> {
    let made = generate(setup, machine, file, &scratch.join("environment"), scratch)?;
    setup.target = LaunchTarget::Class(made.class);
    let name = file.display();
    let mut rests_on = vec![format!("the unit is used as {name} says: its drivers stand for all other code")];
    if !made.replaced.is_empty() {
        let names = stubs::shortened(&made.replaced);
        rests_on
            .push(format!("stubs in place of {names}: they do what the code behind them may do (see docs)"));
    }
    rests_on.extend(made.left_out);
    Ok(Surroundings { notes: made.notes, rests_on, holds: Vec::new() })
}

/// What stands around a unit.
pub struct Surroundings {
    /// What was assumed without being said.
    pub notes: Vec<String>,
    /// What a verdict rests on because of it.
    pub rests_on: Vec<String>,
    /// What else is looked for.
    pub holds: Vec<String>,
}

/// A program that was written and compiled.
struct Generated {
    class: String,
    /// Where its source is.
    source: PathBuf,
    /// Those of stubs.
    stubs: Vec<PathBuf>,
    /// What stubs replace.
    replaced: Vec<String>,
    notes: Vec<String>,
    /// What drivers do not do to the unit, though others could.
    left_out: Vec<String>,
}

fn generate(
    setup: &mut Setup,
    machine: &Machine,
    file: &Path,
    out: &Path,
    scratch: &Path,
) -> Result<Generated, Problem> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Problem::Input(format!("{name}: cannot be read: {error}")))?;
    let wrong = |error: SpecError| Problem::Input(error.to_string());
    let spec = envgen::parse(&name, &text).map_err(wrong)?;
    let root = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // What stubs replace has to be there to be looked at.
    let stubbed =
        spec.stubs.iter().map(|name| name.text.as_str()).chain(machine.stub.iter().map(String::as_str));
    let stubbed = stubbed.filter(|name| !name.ends_with(".*"));
    let unit = spec.unit.iter().map(|name| name.text.as_str());
    let patterns: Vec<&str> = unit.chain(stubbed).collect();
    add_sources(setup, &patterns, root, scratch)?;
    let classes = Classes::open(setup)?;
    let mut world =
        envgen::world((&name, &text), &spec, classes.hierarchy(), &classes.listed()?).map_err(wrong)?;
    let class = class_name(file, &world)?;
    let plan = envgen::plan((&name, &text), &spec, &mut world, &class).map_err(wrong)?;
    let source = write(&plan, file, out)?;
    let wish = stubs::wish(&name, &text, &spec, machine)?;
    let stubbed = stubs::replace(setup, &mut world, &wish, (&name, &text, &spec), out)?;
    drop(world);
    drop(classes);
    let roots: &[&Path] = if stubbed.is_some() { &[] } else { &[root] };
    let class = java::compile_with_api(setup, &source, out, roots)
        .map_err(|error| Problem::Input(format!("{name}: the drivers do not compile: {error}")))?;
    setup.class_path.insert(0, out.to_path_buf());
    let (mut notes, left_out) = (plan.notes, plan.left_out);
    notes.extend(left_out.iter().cloned());
    let (mut stubs, mut replaced) = (Vec::new(), Vec::new());
    if let Some(stubbed) = stubbed {
        notes.extend(stubbed.notes);
        (stubs, replaced) = (stubbed.sources, stubbed.classes);
    }
    Ok(Generated { class, source, stubs, replaced, notes, left_out })
}

/// Compiles the unit's classes that are nowhere on the class path, but beside the specification as sources.
fn add_sources(setup: &mut Setup, patterns: &[&str], root: &Path, scratch: &Path) -> Result<(), Problem> {
    if setup.class_path.is_empty() {
        setup.class_path = ClassPath::split(".".as_ref());
    }
    let listed = Classes::open(setup)?.listed()?;
    let mut found = Vec::new();
    for pattern in patterns {
        let path = pattern.replace('.', "/");
        let is_known = match path.strip_suffix("/*") {
            Some(package) => {
                listed.iter().any(|name| name.text().rsplit_once('/').is_some_and(|(of, _)| of == package))
            }
            None => listed.iter().any(|name| name.text() == path),
        };
        if !is_known {
            found.extend(sources(root, &path)?);
        }
    }
    found.sort();
    found.dedup();
    if !found.is_empty() {
        let out = scratch.join("unit");
        make_folder(&out)?;
        let found: Vec<&Path> = found.iter().map(PathBuf::as_path).collect();
        java::compile_all_with_api(setup, &found, &out, &[root])?;
        setup.class_path.insert(0, out);
    }
    Ok(())
}

/// The sources of a class or package below a folder.
fn sources(root: &Path, path: &str) -> Result<Vec<PathBuf>, Problem> {
    let Some(package) = path.strip_suffix("/*") else {
        let file = root.join(format!("{path}.java"));
        return Ok(if file.is_file() { vec![file] } else { vec![] });
    };
    let Ok(entries) = std::fs::read_dir(root.join(package)) else { return Ok(vec![]) };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "java") && file.is_file());
    files.sort();
    Ok(files)
}

/// `Observer.env` gives `ObserverEnvironment`.
fn class_name(file: &Path, world: &World<'_>) -> Result<String, Problem> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let mut name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'E');
    }
    name.push_str("Environment");
    match world.has(&name) {
        false => Ok(name),
        true => {
            Err(Problem::Input(format!("{}: the unit has a class {name}: rename this file", file.display())))
        }
    }
}

/// Writes the source of a plan below a folder, where its package belongs.
fn write(plan: &envgen::Environment, file: &Path, out: &Path) -> Result<PathBuf, Problem> {
    let place = plan
        .package
        .split('.')
        .filter(|part| !part.is_empty())
        .fold(out.to_path_buf(), |at, part| at.join(part));
    make_folder(&place)?;
    let source = place.join(format!("{}.java", plan.name));
    let of = file.file_name().unwrap_or_default().to_string_lossy();
    std::fs::write(&source, envgen::emit(plan, &of))
        .map_err(|error| Problem::Input(format!("{}: cannot be written: {error}", source.display())))?;
    Ok(source)
}

fn make(asked: &MakeDrivers) -> Result<String, Problem> {
    if asked.machine.assumption.is_some() {
        return Err(Problem::Input("--assumption is of no use here: it is about a real program".to_string()));
    }
    let scratch = scratch()?;
    make_folder(&asked.out)?;
    let mut setup = run::setup_for(&asked.machine, LaunchTarget::Class(String::new()), true);
    let made = generate(&mut setup, &asked.machine, &asked.file, &asked.out, scratch.path())?;
    let mut text = format!("{}  class {}\n", made.source.display(), made.class);
    for stub in &made.stubs {
        let _ = writeln!(text, "{}", stub.display());
    }
    for note in &made.notes {
        let _ = writeln!(text, "assumed: {note}");
    }
    Ok(text)
}

fn scratch() -> Result<Scratch, Problem> {
    Scratch::new().map_err(|error| Problem::Input(format!("cannot make a temporary folder: {error}")))
}

fn show(asked: &ShowUnit) -> Result<String, Problem> {
    if let Some(why) = run::unused(&asked.machine) {
        return Err(Problem::Input(why));
    }
    let scratch = scratch()?;
    let mut setup = run::setup_for(&asked.machine, LaunchTarget::Class(String::new()), true);
    let patterns: Vec<&str> = asked.unit.iter().map(String::as_str).collect();
    add_sources(&mut setup, &patterns, Path::new("."), scratch.path())?;
    let classes = Classes::open(&setup)?;
    let world = World::new(classes.hierarchy(), &classes.listed()?, &asked.unit, &[]);
    let mut world = world.map_err(|problem| match problem {
        envgen::UnitError::Nothing(number) => Problem::Input(format!(
            "there is no class {} on the class path; give its place with -cp",
            asked.unit[number]
        )),
        envgen::UnitError::Class(error) => Problem::Input(error.to_string()),
    })?;
    let interface = world.interface().map_err(|error| Problem::Input(error.to_string()))?;
    Ok(interface.shown() + "\n" + &interface.beginning(&asked.unit))
}
