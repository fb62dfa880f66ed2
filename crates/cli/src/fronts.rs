//! Which front opens what the user names, and with which of the flags.

use crate::flags::{Check, Machine};
use crate::host::Terminal;
use crate::{environment, run};
use front::{Front, Problem, Subject, Wanted};
use java::{Booted, EntryPoint, Host, JavaFront, LaunchTarget, Liberties, Library, Naming, TestCase};
use model::ModelFront;
use promela::PromelaFront;
use std::path::{Path, PathBuf};
use temporal::Ready;
use wrap::{Invariant, Invariants};

/// How the names of files end that hold a system as text.
const MODEL: &str = "model";
const PROMELA: &str = "pml";
const SMV: &str = "smv";

/// The program of a check: a system that is written as text, or a Java program.
///
/// # Errors
/// What is wrong with the text.
pub fn of_check(check: &Check, scratch: &Path) -> Result<Box<dyn Front>, Problem> {
    let main = &check.program.main;
    if is_promela(main) {
        let mut front = of_promela(Path::new(main))?;
        if check.temporal.progress {
            front.look_for_progress();
        }
        if let Some(name) = &check.temporal.claim {
            front.choose(name)?;
        }
        return Ok(Box::new(front));
    }
    if is_model(main) {
        return of_text(Path::new(main));
    }
    let machine = &check.program.machine;
    let entry = EntryPoint::Main(check.program.args.clone());
    let front = of_program(machine, main, entry, scratch)?;
    Ok(Box::new(JavaFront {
        naming: check.same.naming(),
        accelerators: check.accelerators(),
        liberties: check.allowing.liberties(),
        library: check.library(),
        observes_output: check.outputs,
        ..front
    }))
}

/// One test, looked for and run on these places.
pub fn of_test(
    check: &Check,
    case: &TestCase,
    places: &[PathBuf],
    scratch: &Path,
    booted: Option<Booted>,
) -> JavaFront {
    let target = LaunchTarget::Class(case.class.clone());
    let mut front = of_java(&check.program.machine, target, EntryPoint::Test(case.clone()), scratch);
    front.setup.class_path = places.to_vec();
    let liberties = check.allowing.liberties();
    JavaFront {
        naming: check.same.naming(),
        accelerators: check.accelerators(),
        liberties,
        library: check.library(),
        observes_output: check.outputs,
        booted,
        ..front
    }
}

/// A Java program by the name that the user gave, or the environment of a part of one.
///
/// # Errors
/// What is wrong with the specification of an environment.
pub fn of_program(
    machine: &Machine,
    main: &str,
    entry: EntryPoint,
    scratch: &Path,
) -> Result<JavaFront, Problem> {
    let mut front = of_java(machine, LaunchTarget::of(main), entry, scratch);
    if environment::is_environment(main) {
        if machine.assumption.is_some() {
            return Err(Problem::Input(
                "--assumption is about a real program: give its main class in the place of the specification"
                    .to_string(),
            ));
        }
        let put = environment::put(&mut front.setup, machine, Path::new(main), scratch)?;
        for note in &put.notes {
            crate::screen::complain(&format!("jaywalk: assumed: {note}"));
        }
        front.environment = put.rests_on;
    } else if !machine.stub.is_empty() {
        return Err(Problem::Input(
            "--stub is about the classes around a unit: give a specification (.env) that names the unit"
                .to_string(),
        ));
    }
    if let Some(file) = &machine.assumption {
        let watched = environment::watch(&mut front.setup, file, main, scratch)?;
        for note in &watched.notes {
            crate::screen::complain(&format!("jaywalk: assumed: {note}"));
        }
        (front.environment, front.watched) = (watched.rests_on, watched.holds);
    }
    Ok(front)
}

/// A Java program as it is usually looked at.
pub fn of_java(machine: &Machine, target: LaunchTarget, entry: EntryPoint, scratch: &Path) -> JavaFront {
    JavaFront {
        setup: run::setup_for(machine, target, true),
        scratch: scratch.to_path_buf(),
        entry,
        naming: Naming::default(),
        accelerators: java::Accelerators::default(),
        liberties: Liberties::default(),
        library: Library::Explore,
        observes_output: false,
        environment: Vec::new(),
        watched: Vec::new(),
        host: terminal,
        booted: None,
    }
}

fn terminal() -> Box<dyn Host> {
    Box::new(Terminal::new())
}

/// The name is that of a system that is written as text.
pub fn is_model(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == MODEL || end == PROMELA)
}

/// The name is that of a Promela model.
pub fn is_promela(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == PROMELA)
}

/// The name is that of an SMV model.
pub fn is_smv(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == SMV)
}

/// A system that is written as text.
///
/// # Errors
/// What is wrong with the file or the text in it.
pub fn of_text(file: &Path) -> Result<Box<dyn Front>, Problem> {
    if is_promela(&file.to_string_lossy()) {
        return Ok(Box::new(of_promela(file)?));
    }
    let text = text_of(file)?;
    Ok(Box::new(ModelFront::parse(&file.display().to_string(), &text)?))
}

/// A Promela model, with what it includes: files are named as seen from the one that includes them.
///
/// # Errors
/// What is wrong with the file or the text in it.
pub fn of_promela(file: &Path) -> Result<PromelaFront, Problem> {
    let text = text_of(file)?;
    let include = |name: &str, from: &str| {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path.display().to_string(), text))
    };
    PromelaFront::parse(&file.display().to_string(), &text, &include)
}

/// The text of a file.
///
/// # Errors
/// Why it cannot be read.
pub fn text_of(file: &Path) -> Result<String, Problem> {
    let problem = |error| Problem::Input(format!("{}: cannot be read: {error}", file.display()));
    std::fs::read_to_string(file).map_err(problem)
}

/// Opens a program, and joins the properties to its propositions. Invariants are then looked at in every state.
///
/// # Errors
/// Why it cannot be opened. An atom that means nothing is shown in its formula.
pub fn open(
    front: &dyn Front,
    beginning: usize,
    wanted: Wanted<'_>,
    properties: &mut [Ready],
) -> Result<Subject, Problem> {
    let (atoms, branching) = (temporal::atoms(properties), temporal::are_branching(properties));
    let onlookers = properties.iter().rev().take_while(|property| property.looks_on);
    let onlookers = onlookers.map(|property| property.parsed.atoms.len()).sum();
    let opened = front.open(beginning, &Wanted { atoms: &atoms, onlookers, branching, ..wanted });
    let subject = opened.map_err(|problem| match problem {
        Problem::Atom { number, part, what } => {
            Problem::Input(temporal::atom_error(properties, number, part, what))
        }
        other => other,
    })?;
    temporal::bind(properties, &subject.atoms);
    let invariants: Vec<Invariant> = properties.iter().filter_map(Ready::invariant).collect();
    if invariants.is_empty() {
        return Ok(subject);
    }
    Ok(Subject { system: Box::new(Invariants::new(subject.system, invariants)), ..subject })
}
