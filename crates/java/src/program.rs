//! Finding what to run: the JDK, the class path, the main class; `.java` files are compiled first.

use crate::boot::Session;
use base::{Symbol, names};
use classfile::{ClassPath, Image, Jdk};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vm::program::LoadError;
use vm::{ClassId, Host, Machine, Options, Sources, Stop, Trap};

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct Setup {
    pub jdk: Option<PathBuf>,
    pub class_path: Vec<PathBuf>,
    pub target: Target,
    pub assertions: bool,
    pub heap_bytes: u64,
    pub properties: Vec<(String, String)>,
}

/// What holds the `main` method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Class(String),
    Source(PathBuf),
    Jar(PathBuf),
}

impl Target {
    /// `a/B.java` is a source, `x.jar` a jar, anything else a class name.
    pub fn of(text: &str) -> Target {
        match Path::new(text).extension().and_then(|e| e.to_str()) {
            Some("java") => Target::Source(text.into()),
            Some("jar") => Target::Jar(text.into()),
            _ => Target::Class(text.to_string()),
        }
    }
}

/// Why nothing could be run. All of these are the input's fault, `Boot` aside.
#[derive(Debug)]
pub enum Problem {
    Invalid(classfile::Error),
    /// No such class, no `main`: the text says what to do.
    Main(String),
    /// The library could not be started.
    Boot(String),
    Memory(std::io::Error),
}

impl Problem {
    pub(crate) fn from_trap(trap: Trap) -> Problem {
        match trap {
            Trap::Stop(stop) => match *stop {
                Stop::Invalid(error) => Problem::Invalid(error),
                other => Problem::Boot(format!("{other:?}")),
            },
            other => Problem::Boot(format!("{other:?}")),
        }
    }
}

impl From<classfile::Error> for Problem {
    fn from(error: classfile::Error) -> Problem {
        Problem::Invalid(error)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Invalid(error) => write!(f, "{error}"),
            Problem::Main(what) => f.write_str(what),
            Problem::Boot(what) => write!(f, "the class library could not be started: {what}"),
            Problem::Memory(error) => write!(f, "no address space for the heap: {error}"),
        }
    }
}

/// A booted session and the class whose `main` is to run. `scratch` is an empty folder for compiled sources.
pub fn prepare(setup: Setup, scratch: &Path, host: Box<dyn Host>) -> Result<(Session, ClassId), Problem> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    let (class_path, main) = find_main(&setup, &jdk, scratch)?;
    let app = ClassPath::open(&class_path)?.for_release(jdk.feature);
    let sources =
        Sources { boot: Arc::new(Image::open(&jdk.home)?), app: Arc::new(app), max_major: jdk.max_class_major() };
    let joined: Vec<String> = class_path.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let options = Options {
        assertions: setup.assertions,
        heap_bytes: setup.heap_bytes,
        properties: setup.properties,
        jdk_home: jdk.home.to_string_lossy().into_owned(),
        jdk_feature: jdk.feature,
        jdk_version: jdk.version.clone(),
        class_path: joined.join(":"),
    };
    let machine =
        Machine::new(sources, Arc::new(natives::registry()), options, host).map_err(Problem::Memory)?;
    let mut session = Session::boot(machine)?;
    let class = load_main(&mut session, &main)?;
    Ok((session, class))
}

/// The class path to use and the name of the main class.
fn find_main(setup: &Setup, jdk: &Jdk, scratch: &Path) -> Result<(Vec<PathBuf>, String), Problem> {
    let mut class_path = setup.class_path.clone();
    match &setup.target {
        Target::Class(name) => {
            if class_path.is_empty() {
                class_path.push(".".into());
            }
            Ok((class_path, name.replace('/', ".")))
        }
        Target::Jar(jar) => {
            let name = ClassPath::open(std::slice::from_ref(jar))?.main_class().map(str::to_string);
            let missing = || Problem::Main(format!("{}: no Main-Class in the manifest; use -cp JAR CLASS", jar.display()));
            if !jar.exists() {
                return Err(Problem::Main(format!("{}: no such file", jar.display())));
            }
            Ok((vec![jar.clone()], name.ok_or_else(missing)?))
        }
        Target::Source(file) => {
            if !file.exists() {
                return Err(Problem::Main(format!("{}: no such file", file.display())));
            }
            classfile::compile(jdk, file, scratch, &class_path)?;
            class_path.insert(0, scratch.to_path_buf());
            let name = file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
            Ok((class_path, main_of_source(scratch, name).unwrap_or_else(|| name.to_string())))
        }
    }
}

/// The class named like the source file, in whatever package it turned out to be.
fn main_of_source(folder: &Path, name: &str) -> Option<String> {
    let file = format!("{name}.class");
    let mut pending = vec![(folder.to_path_buf(), String::new())];
    while let Some((at, package)) = pending.pop() {
        for entry in std::fs::read_dir(&at).ok()?.flatten() {
            let entry_name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_dir() {
                pending.push((entry.path(), format!("{package}{entry_name}.")));
            } else if entry_name == file {
                return Some(format!("{package}{name}"));
            }
        }
    }
    None
}

fn load_main(session: &mut Session, name: &str) -> Result<ClassId, Problem> {
    let machine = &mut session.machine;
    let symbol = Symbol::new(&name.replace('.', "/"));
    let class = machine.program.load(&mut machine.heap, symbol).map_err(|error| match error {
        LoadError::Missing(missing) if missing == symbol => {
            let path = &machine.options.class_path;
            Problem::Main(format!("class {name} is not on the class path ({path}); give its place with -cp"))
        }
        LoadError::Missing(missing) => {
            Problem::Main(format!("class {name} needs class {missing}, which is not on the class path"))
        }
        LoadError::Invalid(error) => Problem::Invalid(error),
        LoadError::Incompatible(what) => Problem::Main(what),
        LoadError::Full => Problem::Main("too many classes".to_string()),
    })?;
    match machine.program.find_method(class, names::MAIN, names::MAIN_DESC) {
        Some(main) if machine.program.methods[main].is_static() => Ok(class),
        _ => Err(Problem::Main(format!(
            "class {name} has no main method; it must be: public static void main(String[] args)"
        ))),
    }
}
