//! A machine for tests: classes from memory, output into a buffer, small limits.

#![allow(dead_code, reason = "each test file uses its part")]

use base::{Symbol, names};
use classfile::{Error, FoundClass, Image, Jdk, Source};
use java::{Host, RunEnd, Session};
use lts::{CompId, Pool};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use vm::program::LoadError;
use vm::{ClassId, Definition, JournalMark, Machine, Options, Ref, Sources, ThreadId};

/// Small enough that a program which allocates for ever is stopped soon.
const HEAP_BYTES: u64 = 48 << 20;

/// Classes by name, in memory; they can be exchanged between runs.
#[derive(Clone, Default)]
pub struct Shelf {
    classes: Arc<Mutex<HashMap<Symbol, Vec<u8>>>>,
}

impl Shelf {
    /// All classes of a folder, packages included.
    pub fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        let mut pending = vec![folder.to_path_buf()];
        while let Some(at) = pending.pop() {
            for path in std::fs::read_dir(&at).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    pending.push(path);
                } else if path.extension().is_some_and(|e| e == "class") {
                    let name = path.strip_prefix(folder).unwrap().with_extension("");
                    found.push((name.to_string_lossy().into_owned(), std::fs::read(&path).unwrap()));
                }
            }
        }
        found.sort();
        found
    }

    /// From now on these are the classes.
    pub fn fill(&self, classes: impl IntoIterator<Item = (String, Vec<u8>)>) {
        let classes = classes.into_iter().map(|(name, bytes)| (Symbol::new(&name), bytes));
        *self.classes.lock().unwrap() = classes.collect();
    }
}

impl Source for Shelf {
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error> {
        let found = self.classes.lock().unwrap().get(&name).cloned();
        let origin = || format!("{name}.class").into();
        Ok(found.map(|bytes| FoundClass { bytes: Cow::Owned(bytes), origin: origin(), module: None }))
    }

    fn resource(&self, _: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(None)
    }

    fn describe(&self) -> String {
        "a shelf".into()
    }
}

/// What a program printed, on both streams.
#[derive(Clone, Default)]
pub struct Console {
    said: Arc<Mutex<Vec<u8>>>,
}

impl Console {
    /// What was said since the last time.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.said.lock().unwrap())
    }
}

/// A program that prints for ever must not fill the memory.
const MAX_SAID_BYTES: usize = 1 << 20;

impl Host for Console {
    fn write(&mut self, _: i32, bytes: &[u8]) {
        let mut said = self.said.lock().unwrap();
        if said.len() < MAX_SAID_BYTES {
            said.extend_from_slice(bytes);
        }
    }

    fn read(&mut self, _: &mut [u8]) -> usize {
        0
    }
}

pub fn jdk() -> Jdk {
    Jdk::find(None).expect("tests need a JDK")
}

/// A booted session on the classes of a shelf.
pub fn boot(shelf: &Shelf, console: &Console, max_instructions: Option<u64>) -> Session {
    let jdk = jdk();
    let options = Options {
        assertions: true,
        heap_bytes: HEAP_BYTES,
        is_mixed: true,
        processors: 2,
        max_instructions,
        properties: Vec::new(),
        jdk_home: jdk.home.to_string_lossy().into_owned(),
        jdk_feature: jdk.feature,
        jdk_version: jdk.version.clone(),
        class_path: String::new(),
        readable: Vec::new(),
        writes_memory: false,
        unit: None,
        loadable: Vec::new(),
        working_folder: "/".to_string(),
    };
    let image = Image::open(&jdk.home).expect("image");
    let sources = Sources {
        boot: Arc::new(image),
        app: Arc::new(shelf.clone()),
        max_major: jdk.max_class_major(),
        replaced: Arc::default(),
    };
    let registry = Arc::new(natives::registry());
    let machine = Machine::new(sources, registry, options, Box::new(console.clone())).expect("address space");
    Session::boot(machine, &[]).expect("boot")
}

/// A number from the environment, for those who want more of a test than it usually does.
pub fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The class with a `main` to run; `Err` in words if there is none.
pub fn main_class(session: &mut Session, name: &str) -> Result<ClassId, String> {
    let machine = &mut session.machine;
    let class = machine.program.load(&mut machine.heap, Symbol::new(name)).map_err(|error| match error {
        LoadError::Invalid(error) => error.to_string(),
        other => format!("{other:?}"),
    })?;
    with_main(machine, class)
}

fn with_main(machine: &Machine, class: ClassId) -> Result<ClassId, String> {
    match machine.program.find_method(class, names::MAIN, names::MAIN_DESC) {
        Some(main) if machine.program.methods[main].is_static() => Ok(class),
        _ => Err("there is no main method".to_string()),
    }
}

/// The plainest pool.
pub struct Table {
    numbers: HashMap<(u8, Vec<u32>), CompId>,
    components: Vec<(u8, Vec<u32>)>,
    identity: u64,
}

impl Default for Table {
    fn default() -> Table {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let identity = NEXT.fetch_add(1, Ordering::Relaxed);
        Table { numbers: HashMap::new(), components: Vec::new(), identity }
    }
}

impl Table {
    pub fn len(&self) -> usize {
        self.components.len()
    }
}

impl Pool for Table {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let next = CompId(self.components.len() as u32);
        let key = (kind, words.to_vec());
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.components.push(key);
        }
        number
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (kind, words) = &self.components[component.0 as usize];
        out.extend(words);
        *kind
    }

    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
}

/// Operations that a program may execute in a [`Rig`]. The tests' programs need less.
const MAX_INSTRUCTIONS: u64 = 300_000;

/// A machine for one run, or one that goes back after every run.
pub struct Rig {
    shelf: Shelf,
    console: Console,
    session: Session,
    start: Option<JournalMark>,
}

impl Rig {
    pub fn new(goes_back: bool) -> Rig {
        let (shelf, console) = (Shelf::default(), Console::default());
        let mut session = boot(&shelf, &console, Some(MAX_INSTRUCTIONS));
        let start = goes_back.then(|| session.machine.mark());
        Rig { shelf, console, session, start }
    }

    /// Runs a program of these classes; `Err` in words if it cannot be loaded.
    pub fn run(&mut self, (main, classes): (String, Vec<(String, Vec<u8>)>)) -> Result<RunEnd, String> {
        self.shelf.fill(classes);
        let class = main_class(&mut self.session, &main);
        let outcome = class.map(|class| self.session.run_main(class, &[]));
        self.go_back();
        outcome
    }

    /// Runs what may be a class, alone and under a name that no other class has.
    pub fn run_bytes(&mut self, bytes: &[u8]) -> Result<RunEnd, String> {
        let machine = &mut self.session.machine;
        let loader = Ref(machine.owners().app_loader);
        let definition = Definition { loader, name: None, host: None, hidden: true, nest_host: None };
        let class = machine.define_class(ThreadId(0), definition, bytes).map_err(|trap| format!("{trap:?}"));
        let class = class.and_then(|class| with_main(machine, class));
        let outcome = class.map(|class| self.session.run_main(class, &[]));
        self.go_back();
        outcome
    }

    fn go_back(&mut self) {
        if let Some(start) = self.start {
            self.session.machine.rewind(start);
        }
        self.console.take();
    }
}
