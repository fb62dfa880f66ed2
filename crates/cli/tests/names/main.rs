//! Names of states do not depend on how they were reached: depth first, breadth first, by two workers, and taken up
//! again from a checkpoint, a search meets the same states under the same names, also where the order in which
//! threads move decides which classes, lambdas and literals are met first.

use front::{Front, Reduction, Wanted};
use java::{EntryPoint, Host, JavaFront, LaunchTarget, Liberties, Library, Naming, Setup};
use lts::{CompId, Event, Figures, Insert, Pool, StateId, Store, System};
use search::{Checkpoint, Keep, Limits, Order, SearchResult, best_first, keeping, parallel, resume};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex};
use store::{Exact, Shared};

const LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: true };
const HEAP_BYTES: u64 = 256 << 20;

struct Nobody;

impl Host for Nobody {
    fn write(&mut self, _: i32, _: &[u8]) {}
    fn read(&mut self, _: &mut [u8]) -> usize {
        0
    }
}

fn opened(program: &str, arguments: &[&str]) -> Box<dyn System> {
    let root = testkit::repo_root();
    let jdk = testkit::jdk::Jdk::find().expect("tests need a JDK");
    let setup = Setup {
        writes_memory: false,
        mixed: java::Mixed::Off,
        replaced: Vec::new(),
        unit: None,
        jdk: Some(jdk.home),
        class_path: Vec::new(),
        target: LaunchTarget::Source(root.join(program)),
        assertions: true,
        heap_bytes: HEAP_BYTES,
        processors: 3,
        max_instructions: None,
        properties: Vec::new(),
        is_explored: true,
        allow_read: Vec::new(),
    };
    let front = JavaFront {
        environment: Vec::new(),
        watched: Vec::new(),
        setup,
        scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("names-{}", std::process::id())),
        entry: EntryPoint::Main(arguments.iter().map(ToString::to_string).collect()),
        naming: Naming::default(),
        accelerators: java::Accelerators::default(),
        liberties: Liberties::default(),
        library: Library::Explore,
        observes_output: false,
        host: || Box::new(Nobody),
        booted: None,
    };
    let wanted =
        Wanted { reduction: Reduction::Full, races: false, atoms: &[], onlookers: 0, branching: false };
    front.open(0, &wanted).expect("a program").system
}

type Names = Arc<Mutex<BTreeSet<u64>>>;

/// A store that notes the names of states, whatever numbers their components have.
struct Noting {
    store: Box<dyn Store>,
    links: &'static [(u8, usize)],
    digests: HashMap<CompId, u64>,
    names: Names,
}

impl Noting {
    fn new(store: impl Store + 'static, system: &dyn System, names: Names) -> Noting {
        let links = system.gauges().map_or(&[] as &[_], |gauges| gauges.links());
        Noting { store: Box::new(store), links, digests: HashMap::new(), names }
    }

    /// A digest of the words of a component, and of those of its parts.
    fn digest(&mut self, component: CompId) -> u64 {
        if let Some(&known) = self.digests.get(&component) {
            return known;
        }
        let mut words = Vec::new();
        let kind = self.store.words(component, &mut words);
        let own = self.links.iter().find(|link| link.0 == kind).map_or(words.len(), |link| link.1);
        let mut hasher = DefaultHasher::new();
        (kind, &words[..own]).hash(&mut hasher);
        for &part in &words[own..] {
            self.digest(CompId(part)).hash(&mut hasher);
        }
        self.digests.insert(component, hasher.finish());
        hasher.finish()
    }
}

impl Pool for Noting {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.store.intern(kind, words)
    }
    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.store.words(component, out)
    }
    fn identity(&self) -> Option<u64> {
        self.store.identity()
    }
}

impl Store for Noting {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let mut hasher = DefaultHasher::new();
        state.iter().for_each(|&component| self.digest(component).hash(&mut hasher));
        self.names.lock().unwrap().insert(hasher.finish());
        self.store.insert(state)
    }
    fn find(&mut self, state: &[CompId]) -> Option<StateId> {
        self.store.find(state)
    }
    fn hear(&mut self, event: Event<'_>) -> bool {
        self.store.hear(event)
    }
    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        self.store.get(state, out)
    }
    fn keeps(&self) -> bool {
        self.store.keeps()
    }
    fn handle(&self) -> Option<Box<dyn Store>> {
        let (store, names) = (self.store.handle()?, self.names.clone());
        Some(Box::new(Noting { store, links: self.links, digests: HashMap::new(), names }))
    }
    fn write(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.store.write(out)
    }
    fn states(&self) -> u64 {
        self.store.states()
    }
    fn bytes(&self) -> u64 {
        self.store.bytes()
    }
    fn clear(&mut self) {
        self.digests.clear();
        self.names.lock().unwrap().clear();
        self.store.clear();
    }
    fn figures(&self) -> Figures {
        self.store.figures()
    }
}

/// The last checkpoint of a search, as bytes.
#[derive(Default)]
struct Last {
    checkpoint: Vec<u8>,
    store: Vec<u8>,
}

impl Keep for Last {
    fn is_due(&mut self) -> bool {
        false
    }
    fn keep(&mut self, checkpoint: &Checkpoint, store: &dyn Store) {
        self.checkpoint = checkpoint.to_bytes(&Vec::new());
        self.store.clear();
        store.write(&mut self.store).unwrap();
    }
}

fn found(result: &SearchResult) -> (usize, Vec<String>) {
    (result.gaps.len(), result.found.iter().map(|found| format!("{:?}", found.finding)).collect())
}

/// The names that one way to search gives.
fn names(search: impl FnOnce(&Names) -> SearchResult) -> (BTreeSet<u64>, usize) {
    let names = Names::default();
    let result = search(&names);
    assert!(result.is_complete(), "{:?} {:?}", result.cut, found(&result));
    let names = names.lock().unwrap().clone();
    (names, result.statistics.states as usize)
}

/// Stops after so many states, and goes on in another machine.
fn stopped_and_resumed(open: &dyn Fn() -> Box<dyn System>, states: u64, names: &Names) -> SearchResult {
    let (mut system, mut last) = (open(), Last::default());
    let mut store = Noting::new(Exact::default(), &*system, names.clone());
    let limits = Limits { states: Some(states), ..LIMITS };
    keeping(&mut *system, &mut store, &limits, Some(&mut last), &mut |_| true);
    let (_, checkpoint) = Checkpoint::from_bytes(&last.checkpoint).expect("a checkpoint");
    let (mut system, kept) = (open(), Exact::read(&mut last.store.as_slice(), None).expect("a store"));
    let mut store = Noting::new(kept, &*system, names.clone());
    resume(&mut *system, &mut store, checkpoint, &LIMITS, None, &mut |_| true).expect("the same program")
}

/// The one door.
fn check(program: &str, arguments: &[&str]) {
    let open = || opened(program, arguments);
    let depth = names(|names| {
        let mut system = open();
        let mut store = Noting::new(Exact::default(), &*system, names.clone());
        search::depth_first(&mut *system, &mut store, &LIMITS, &mut |_| true)
    });
    let breadth = names(|names| {
        let mut system = open();
        let mut store = Noting::new(Exact::default(), &*system, names.clone());
        best_first(&mut *system, &mut store, &Order::Breadth, &LIMITS, &mut |_| true)
    });
    let workers = names(|names| {
        let mut system = open();
        let mut store = Noting::new(Shared::default(), &*system, names.clone());
        parallel(&mut system, &mut store, 2, &LIMITS, &mut |_| true)
    });
    let resumed = names(|names| stopped_and_resumed(&open, depth.1 as u64 / 2, names));
    assert_eq!(depth.0.len(), depth.1, "{program}: a state has one name");
    for (how, other) in [("breadth", breadth), ("workers", workers), ("resumed", resumed)] {
        let strange = other.0.difference(&depth.0).count();
        assert_eq!((other.1, strange), (depth.1, 0), "{program}: {how}: states, and names that only it has");
        assert_eq!(other.0.len(), depth.0.len(), "{program}: {how}");
    }
}

/// More and larger programs are compared with this in the environment.
const ALL: &str = "JAYWALK_ALL_NAMES";

#[test]
fn what_is_met_late_has_one_name() {
    check("crates/cli/tests/names/Late.java", &["2", "1"]);
    if std::env::var_os(ALL).is_some() {
        check("crates/cli/tests/names/Late.java", &["2", "2"]);
        check("crates/cli/tests/names/Late.java", &["3", "1"]);
    }
}

#[test]
fn states_of_examples_have_one_name() {
    let usual: [(&str, &[&str]); 4] = [
        ("DiningPhilosophers", &["5", "0"]),
        ("DiningPhilosophersDeadlock", &["3"]),
        ("BoundedBuffer", &["1", "2", "1", "1"]),
        ("NestedMonitor", &[]),
    ];
    let more: [(&str, &[&str]); 2] = [("ReadersWriters", &[]), ("SleepingBarber", &[])];
    let more = more.iter().filter(|_| std::env::var_os(ALL).is_some());
    for (program, arguments) in usual.iter().chain(more) {
        check(&format!("examples/concurrency/{program}.java"), arguments);
    }
}
