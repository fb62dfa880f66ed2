//! Finding what to run: the JDK, the class path, the main class; `.java` files are compiled first.

use crate::api;
use crate::boot::Session;
use crate::runner;
use base::{Symbol, names};
use classfile::{Access, ClassPath, Image, Jdk, Noted};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vm::program::LoadError;
use vm::{ClassId, Host, Machine, Mixed, Options, Sources, Stop, Trap};

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct Setup {
    pub jdk: Option<PathBuf>,
    pub class_path: Vec<PathBuf>,
    pub target: LaunchTarget,
    pub assertions: bool,
    pub heap_bytes: u64,
    /// How many processors the program is told to have.
    pub processors: u32,
    /// The most operations that the program may execute.
    pub max_instructions: Option<u64>,
    pub properties: Vec<(String, String)>,
    /// The program will be explored, and not just run.
    pub is_explored: bool,
    /// Folders below which the program can read files.
    pub allow_read: Vec<PathBuf>,
    /// Programs can write files, in a layer in memory.
    pub writes_memory: bool,
    /// Classes of the JDK, `java/awt/Button`, for which those of the class path are taken: stubs.
    pub replaced: Vec<String>,
    /// A part of the program whose callers are watched.
    pub unit: Option<Arc<vm::Unit>>,
    /// When machine code takes over from the interpreter.
    pub mixed: Mixed,
}

/// What holds the `main` method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchTarget {
    Class(String),
    Source(PathBuf),
    Jar(PathBuf),
}

impl LaunchTarget {
    /// `a/B.java` is a source, `x.jar` a jar, anything else a class name.
    pub fn of(text: &str) -> LaunchTarget {
        match Path::new(text).extension().and_then(|e| e.to_str()) {
            Some("java") => LaunchTarget::Source(text.into()),
            Some("jar") => LaunchTarget::Jar(text.into()),
            _ => LaunchTarget::Class(text.to_string()),
        }
    }
}

/// Why nothing could be run. The first two are the input's fault.
#[derive(Debug)]
pub enum LaunchError {
    Invalid(classfile::Error),
    /// No such class, no `main`: the text says what to do.
    Main(String),
    /// The library of this JDK needs what we do not have.
    Unsupported {
        what: String,
        at: String,
        stack: Vec<String>,
    },
    /// The library could not be started, and that is our own fault.
    Boot(String),
    /// The heap gets no addresses: of this length, and why.
    Memory(u64, std::io::Error),
}

impl LaunchError {
    pub(crate) fn from_trap(trap: Trap) -> LaunchError {
        match trap {
            Trap::Stop(stop) => match *stop {
                Stop::Invalid(error) => LaunchError::Invalid(error),
                Stop::Unsupported { what, at, stack } => LaunchError::Unsupported { what, at, stack },
                other => LaunchError::Boot(format!("{other:?}")),
            },
            other => LaunchError::Boot(format!("{other:?}")),
        }
    }
}

impl From<classfile::Error> for LaunchError {
    fn from(error: classfile::Error) -> LaunchError {
        LaunchError::Invalid(error)
    }
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::Invalid(error) => write!(f, "{error}"),
            LaunchError::Main(what) => f.write_str(what),
            LaunchError::Unsupported { what, at, .. } => write!(f, "unsupported: {what} at {at}"),
            LaunchError::Boot(what) => write!(f, "the class library could not be started: {what}"),
            LaunchError::Memory(heap_bytes, error) => write!(
                f,
                "a heap of {} MiB gets no address space: {error}; give a smaller one (--heap), or lift the limit \
                 (`ulimit -v unlimited`)",
                heap_bytes >> 20
            ),
        }
    }
}

/// A booted session and the class whose `main` is to run. `scratch` is an empty folder for compiled sources.
pub fn prepare(setup: Setup, scratch: &Path, host: Box<dyn Host>) -> Result<(Session, ClassId), LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    let (class_path, main) = find_main(&setup, &jdk, scratch)?;
    start(setup, &jdk, &class_path, &main, host)
}

/// As [`prepare`] where the target is a test class: what will run is the test runner, and its argument is the
/// class's name, the third result.
pub fn prepare_test(
    setup: Setup,
    scratch: &Path,
    host: Box<dyn Host>,
) -> Result<(Session, ClassId, String), LaunchError> {
    if let LaunchTarget::Jar(jar) = &setup.target {
        let jar = jar.display();
        return Err(LaunchError::Main(format!(
            "{jar}: a jar is not a test; give a test class: -cp {jar} CLASS"
        )));
    }
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    let (mut class_path, test) = find_main(&setup, &jdk, scratch)?;
    class_path.push(runner::write(scratch)?);
    let (session, class) = start(setup, &jdk, &class_path, runner::MAIN, host)?;
    Ok((session, class, test))
}

/// As [`prepare`] for one test method without JUnit's engines: what will run is a class of our own, with the
/// arguments of the [`crate::TestCase`].
pub fn prepare_one_test(
    setup: Setup,
    scratch: &Path,
    host: Box<dyn Host>,
) -> Result<(Session, ClassId), LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    let mut class_path = setup.class_path.clone();
    class_path.push(runner::write(scratch)?);
    start(setup, &jdk, &class_path, runner::ONE, host)
}

/// As [`prepare`] for a class whose objects are to be explored: it needs no `main`. A class of the JDK can be named
/// without a package that is usual.
pub fn prepare_class(
    setup: Setup,
    scratch: &Path,
    host: Box<dyn Host>,
) -> Result<(Session, ClassId), LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    let (class_path, name) = find_main(&setup, &jdk, scratch)?;
    let mut session = boot(setup, &jdk, &class_path, host)?;
    let class = load_any(&mut session, &name)?;
    Ok((session, class))
}

/// Loads a class by a name of which usual parts can be left out.
///
/// # Errors
/// There is no such class, or it cannot be loaded.
pub fn load_any(session: &mut Session, name: &str) -> Result<ClassId, LaunchError> {
    let machine = &mut session.machine;
    for candidate in crate::members::candidates(name) {
        match machine.program.load(&mut machine.heap, Symbol::new(&candidate)) {
            Err(LoadError::Missing(missing)) if missing == Symbol::new(&candidate) => {}
            Err(error) => return Err(load_problem(machine, name, Symbol::new(&candidate), error)),
            Ok(class) => return Ok(class),
        }
    }
    let symbol = Symbol::new(&name.replace('.', "/"));
    Err(load_problem(machine, name, symbol, LoadError::Missing(symbol)))
}

fn start(
    setup: Setup,
    jdk: &Jdk,
    class_path: &[PathBuf],
    main: &str,
    host: Box<dyn Host>,
) -> Result<(Session, ClassId), LaunchError> {
    let mut session = boot(setup, jdk, class_path, host)?;
    let class = load_main(&mut session, main)?;
    Ok((session, class))
}

fn boot(
    setup: Setup,
    jdk: &Jdk,
    class_path: &[PathBuf],
    host: Box<dyn Host>,
) -> Result<Session, LaunchError> {
    let app = ClassPath::open(class_path)?.for_release(jdk.feature);
    let loadable = app.places().to_vec();
    let sources = Sources {
        boot: Arc::new(Image::open(&jdk.home)?),
        app: Arc::new(Noted::new(app)),
        max_major: jdk.max_class_major(),
        replaced: Arc::new(setup.replaced.iter().map(|name| Symbol::new(name)).collect()),
    };
    let readable = granted(&setup.allow_read)?;
    let joined: Vec<String> = class_path.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let options = Options {
        assertions: setup.assertions,
        heap_bytes: setup.heap_bytes,
        is_mixed: setup.mixed != Mixed::Off,
        processors: setup.processors,
        max_instructions: setup.max_instructions,
        properties: setup.properties,
        jdk_home: jdk.home.to_string_lossy().into_owned(),
        jdk_feature: jdk.feature,
        jdk_version: jdk.version.clone(),
        class_path: joined.join(":"),
        working_folder: working_folder(&readable)?,
        readable,
        writes_memory: setup.writes_memory,
        loadable,
        unit: setup.unit,
    };
    let (heap_bytes, mixed) = (setup.heap_bytes, setup.mixed);
    let machine = Machine::new(sources, Arc::new(natives::registry()), options, host)
        .map_err(|error| LaunchError::Memory(heap_bytes, error))?;
    let early = if setup.is_explored { crate::early::CLASSES } else { &[] };
    let mut session = Session::boot(machine, early)?;
    if mixed != Mixed::Off {
        let jit = jit::Jit::new().map_err(LaunchError::Main)?;
        session.machine.mix(mixed, Arc::new(jit));
    }
    Ok(session)
}

/// The granted folders, without links.
fn granted(folders: &[PathBuf]) -> Result<Vec<PathBuf>, LaunchError> {
    let real = |folder: &PathBuf| {
        let real = std::fs::canonicalize(folder);
        real.map_err(|error| LaunchError::Main(format!("--allow-read {}: {error}", folder.display())))
    };
    folders.iter().map(real).collect()
}

/// Runs are to be the same everywhere, so it is the root, unless the program may see some of the files that
/// are here.
fn working_folder(readable: &[PathBuf]) -> Result<String, LaunchError> {
    if readable.is_empty() {
        return Ok("/".to_string());
    }
    let here = std::env::current_dir();
    let here = here.map_err(|error| LaunchError::Main(format!("there is no working folder: {error}")))?;
    Ok(here.to_string_lossy().into_owned())
}

/// The class path to use and the name of the main class.
fn find_main(setup: &Setup, jdk: &Jdk, scratch: &Path) -> Result<(Vec<PathBuf>, String), LaunchError> {
    let mut class_path = setup.class_path.clone();
    match &setup.target {
        LaunchTarget::Class(name) => {
            if class_path.is_empty() {
                class_path.push(".".into());
            }
            Ok((class_path, name.replace('/', ".")))
        }
        LaunchTarget::Jar(jar) => {
            must_be_file(jar)?;
            let opened = ClassPath::open(std::slice::from_ref(jar))?;
            let name = opened.main_class().map(str::to_string).ok_or_else(|| {
                let jar = jar.display();
                LaunchError::Main(format!(
                    "{jar}: its manifest names no Main-Class; give the class: -cp {jar} CLASS"
                ))
            })?;
            Ok((vec![jar.clone()], name))
        }
        LaunchTarget::Source(file) => {
            must_be_file(file)?;
            class_path.push(api::write_classes(scratch)?);
            classfile::compile(jdk, file, scratch, &class_path, &[])?;
            class_path.insert(0, scratch.to_path_buf());
            let name = file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
            let main = main_of_source(scratch, name).ok_or_else(|| {
                let file = file.display();
                LaunchError::Main(format!(
                    "{file}: there is no class {name} in it; the class with main must be named like its file"
                ))
            })?;
            Ok((class_path, main))
        }
    }
}

fn must_be_file(path: &Path) -> Result<(), LaunchError> {
    match path.is_file() {
        true => Ok(()),
        false if path.exists() => Err(LaunchError::Main(format!("{}: is not a file", path.display()))),
        false => Err(LaunchError::Main(format!("{}: there is no such file", path.display()))),
    }
}

/// The class named like the source file, in whatever package it turned out to be.
pub(crate) fn main_of_source(folder: &Path, name: &str) -> Option<String> {
    let file = format!("{name}.class");
    let mut pending = vec![(folder.to_path_buf(), String::new())];
    while let Some((at, package)) = pending.pop() {
        for entry in std::fs::read_dir(&at).ok()?.flatten() {
            let entry_name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_dir() {
                // Our API has a folder that is no package.
                if !entry_name.starts_with('.') {
                    pending.push((entry.path(), format!("{package}{entry_name}.")));
                }
            } else if entry_name == file {
                return Some(format!("{package}{name}"));
            }
        }
    }
    None
}

fn load_main(session: &mut Session, name: &str) -> Result<ClassId, LaunchError> {
    let machine = &mut session.machine;
    let symbol = Symbol::new(&name.replace('.', "/"));
    let class = match machine.program.load(&mut machine.heap, symbol) {
        Ok(class) => class,
        Err(error) => return Err(load_problem(machine, name, symbol, error)),
    };
    let Err(wrong) = check_main(machine, class) else { return Ok(class) };
    let file = file_of(machine, symbol);
    Err(LaunchError::Main(format!("{file}class {name} cannot be run: {wrong}; {MAIN_NEEDED}")))
}

fn check_main(machine: &Machine, class: ClassId) -> Result<(), &'static str> {
    // JEP 512 drops most of what a main method must be.
    let is_strict = machine.options.jdk_feature < 25;
    let main =
        machine.main_method(class).ok_or("it has no main method with one parameter of type String[]")?;
    let access = machine.program.methods[main].access;
    let init = machine.program.declared_method(class, names::INIT, names::VOID_DESC);
    let can_be_made = init.is_some_and(|init| !machine.program.methods[init].access.is_private())
        && !machine.program.classes[class].access.is_abstract();
    match (access.is_static(), access.has(Access::PUBLIC)) {
        (true, is_public) if is_public || !is_strict => Ok(()),
        (true, _) => Err("its main method is not public"),
        (false, _) if !is_strict && can_be_made => Ok(()),
        (false, _) if !is_strict => {
            Err("its main method is not static and it has no constructor without parameters")
        }
        (false, _) => Err("its main method is not static"),
    }
}

const MAIN_NEEDED: &str = "it must be public static void main(String[] args)";

fn load_problem(machine: &Machine, name: &str, symbol: Symbol, error: LoadError) -> LaunchError {
    let path = &machine.options.class_path;
    let file = file_of(machine, symbol);
    LaunchError::Main(match error {
        LoadError::Invalid(error) => return LaunchError::Invalid(error),
        LoadError::Missing(missing) if missing == symbol => match name.strip_suffix(".class") {
            Some(name) => format!(
                "class {name}.class is not on the class path ({path}); \
                 the name of a class is {name}, without .class"
            ),
            None => format!("class {name} is not on the class path ({path}); give its place with -cp"),
        },
        LoadError::Missing(missing) => {
            let missing = missing.text().replace('/', ".");
            format!(
                "{file}class {name} needs class {missing}, which is not on the class path \
                 ({path}); add its place to -cp"
            )
        }
        LoadError::Incompatible(what) => format!("{file}{what}; compile both together"),
        LoadError::Full => format!("{file}more classes than the machine has room for"),
    })
}

/// `./Main.class: `, or nothing if the class is not a file of the class path.
fn file_of(machine: &Machine, class: Symbol) -> String {
    match machine.program.sources.app.class_bytes(class) {
        Ok(Some(found)) => format!("{}: ", found.origin),
        _ => String::new(),
    }
}
