//! What programs really do, against what the points-to analysis says they may do: every call and every write of a run
//! has to be among what was foretold, however closely the analysis looked. The whole program is looked at from `main`.
//!
//! `JAYWALK_PREDICTED=all cargo test --release -p java --test predicted` takes all cases; otherwise it is a sample.

#[path = "predicted/observe.rs"]
mod observe;

use analysis::points::{self, AbstractObject, Entry, Facts, Precision, Question, Scalar, Unsolved};
use analysis::{ClassHierarchy, MethodId};
use base::{FastSet, Symbol};
use classfile::{ClassPath, Image, Jdk};
use java::{Host, LaunchTarget, Session, Setup};
use observe::{Observer, SeenCall, Wrote, is_below};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use testkit::compile::{Entry as Compiled, compile_all};
use vm::Machine;

/// Most operations of a run.
const OPERATIONS_MAX: u64 = 3_000_000;
/// How many times an object may travel before a program counts as too large.
const BUDGET: u64 = 100_000_000;
/// The cases that are taken where not all are: those about the language itself, and of others some in which code of
/// the JDK that nobody looks into makes collections and calls back.
const SAMPLE: [&str; 7] = [
    "language/",
    "runtime/refs/CleanerActions",
    "runtime/text/TokensAndJoins",
    "runtime/reflect/ProxySeveral",
    "runtime/util/CollectionWrappers",
    "runtime/util/AskedFor",
    "runtime/util/EnumMapDepth",
];

const PRECISIONS: [Precision; 3] = [Precision::Types, Precision::Sites, Precision::Receiver];

/// Nobody reads what programs print.
struct Deaf;

impl Host for Deaf {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self, _: &mut [u8]) -> usize {
        0
    }
}

/// How many comparisons there were.
#[derive(Debug, Default)]
struct Count {
    programs: usize,
    calls: usize,
    writes: usize,
    numbers: usize,
    /// Calls and writes below something that is said to be beyond the analysis.
    excused: usize,
    too_large: usize,
}

/// What was not foretold, with an example for each.
type Misses = BTreeMap<String, String>;

#[test]
fn runs_do_what_was_foretold() {
    let is_all = std::env::var("JAYWALK_PREDICTED").is_ok_and(|what| what == "all");
    let only = std::env::var("JAYWALK_PREDICTED_ONLY").ok();
    let root = testkit::repo_root();
    let jdk = testkit::jdk::Jdk::find().unwrap();
    let mut cases: Vec<testkit::case::Case> = Vec::new();
    for folder in ["tests/cases", "examples", "bench/real"] {
        cases
            .extend(testkit::case::collect(&root.join(folder)).into_iter().filter_map(|(_, case)| case.ok()));
    }
    cases.retain(|case| {
        let header = &case.header;
        header.needs.is_none() && header.jdk.admits(jdk.major) && case.source.contains("void main(")
    });
    match (&only, is_all) {
        (Some(only), _) => cases.retain(|case| only.split(',').any(|part| case.name.contains(part))),
        (None, true) => {}
        (None, false) => cases.retain(|case| SAMPLE.iter().any(|part| case.name.starts_with(part))),
    }
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("predicted");
    std::fs::create_dir_all(&cache).unwrap();
    compile_all(&jdk, &cache, &cases).unwrap();
    let home = Jdk::find(Some(&jdk.home)).unwrap();
    let image = Image::open(&home.home).unwrap();
    let (mut count, mut misses) = (Count::default(), Misses::new());
    for case in &cases {
        let compiled = Compiled::of(&cache, &jdk, case);
        if compiled.errors().is_some() {
            continue;
        }
        let program = Program { name: &case.name, main: case.main_class(), classes: compiled.classes() };
        compare(&program, (&home, &image), &case.header.args, &mut count, &mut misses);
    }
    println!("{count:?}");
    for (what, example) in &misses {
        println!("{what}\n    {example}");
    }
    assert!(misses.is_empty(), "{} things were not foretold", misses.len());
    if only.is_none() {
        let least = if is_all { 20 } else { 1 };
        assert!(count.programs >= 30 * least && count.too_large * 10 < count.programs, "{count:?}");
        assert!(count.calls > 5_000 * least && count.writes > 2_000 * least, "{count:?}");
        assert!(count.numbers > 1_000 * least, "{count:?}");
    }
}

struct Program<'a> {
    name: &'a str,
    main: String,
    classes: PathBuf,
}

fn compare(
    program: &Program<'_>,
    (jdk, image): (&Jdk, &Image),
    arguments: &[String],
    count: &mut Count,
    misses: &mut Misses,
) {
    let Some((session, seen)) = observed(program, jdk, arguments) else { return };
    count.programs += 1;
    let path = ClassPath::open(std::slice::from_ref(&program.classes)).unwrap();
    for precision in PRECISIONS {
        let mut hierarchy = ClassHierarchy::new(vec![image, &path], jdk.max_class_major());
        let facts = match foretold(&mut hierarchy, &program.main, precision) {
            Ok(facts) => facts,
            Err(Unsolved::TooLarge(_)) => {
                count.too_large += 1;
                continue;
            }
            Err(Unsolved::Class(error)) => panic!("{}: {error}", program.name),
        };
        let mut comparison = Comparison {
            name: program.name,
            precision,
            machine: &session.machine,
            hierarchy,
            facts,
            unknown: BTreeSet::new(),
            misses,
        };
        comparison.beyond(&seen);
        comparison.calls(&seen, count);
        comparison.writes(&seen, count);
        comparison.numbers(&seen, count);
    }
}

/// Runs the program, and looks on.
fn observed(program: &Program<'_>, jdk: &Jdk, arguments: &[String]) -> Option<(Session, Observer)> {
    let setup = Setup {
        jdk: Some(jdk.home.clone()),
        class_path: vec![program.classes.clone()],
        target: LaunchTarget::Class(program.main.clone()),
        assertions: true,
        heap_bytes: 256 << 20,
        processors: 2,
        max_instructions: None,
        properties: Vec::new(),
        is_explored: false,
        allow_read: Vec::new(),
        writes_memory: true,
        replaced: Vec::new(),
        unit: None,
        mixed: java::Mixed::Off,
    };
    let (mut session, class) = java::prepare(setup, &program.classes, Box::new(Deaf)).ok()?;
    let mut observer = Observer::default();
    observer.run(&mut session, class, arguments, OPERATIONS_MAX).then_some((session, observer))
}

/// What the analysis says of the whole program.
fn foretold(hierarchy: &mut ClassHierarchy<'_>, main: &str, precision: Precision) -> Result<Facts, Unsolved> {
    let class = hierarchy.class(Symbol::new(&main.replace('.', "/")))?.expect("it was run");
    let mut at = Some(class);
    let method = loop {
        let of = at.expect("it has a main");
        match hierarchy.declared(of, Symbol::new("main"), Symbol::new("([Ljava/lang/String;)V")) {
            Some(method) => break method,
            None => at = hierarchy.file(of).super_name.and_then(|name| hierarchy.class(name).ok().flatten()),
        }
    };
    let question = Question {
        unit: FastSet::default(),
        is_stub: &|_| false,
        entries: vec![Entry { method, on: class, is_exact: true }],
        made: Vec::new(),
        named: FastSet::default(),
        open_fields: FastSet::default(),
        precision,
        budget: BUDGET,
        collapse_after: 1,
    };
    points::facts(hierarchy, &question)
}

/// One program in one precision.
struct Comparison<'a, 'h> {
    name: &'a str,
    precision: Precision,
    machine: &'a Machine,
    hierarchy: ClassHierarchy<'h>,
    facts: Facts,
    /// Methods that were only reached by ways that the analysis says it cannot see.
    unknown: BTreeSet<vm::MethodId>,
    misses: &'a mut Misses,
}

impl Comparison<'_, '_> {
    /// The method under the number that the analysis has for it.
    fn method(&mut self, method: vm::MethodId) -> Option<MethodId> {
        let declared = &self.machine.program.methods[method];
        let class = self.machine.program.classes[declared.class].name;
        let class = self.hierarchy.class(class).ok().flatten()?;
        self.hierarchy.declared(class, declared.name, declared.desc)
    }

    fn is_reached(&mut self, method: vm::MethodId) -> bool {
        self.method(method).is_some_and(|method| self.facts.reached.contains(&method))
    }

    fn is_blind(&mut self, method: vm::MethodId) -> bool {
        self.method(method).is_some_and(|method| self.facts.blind.contains(&method))
    }

    fn is_library(&self, method: vm::MethodId) -> bool {
        let class = self.machine.program.methods[method].class;
        self.machine.program.classes[class].file.as_ref().is_some_and(|file| file.module.is_some())
    }

    /// An object is called that code has made which nobody looks into, or such code calls an object of the JDK: the
    /// JDK's methods that run there are its own affair.
    fn is_loose(&mut self, call: SeenCall) -> bool {
        let declared = &self.machine.program.methods[call.target];
        // Threads that the JDK makes out of sight begin and end there. Whom of the program they call is looked at.
        let is_own_thread = self.is_library(call.target) && declared.name.as_str() == "run"
            || declared.name.as_str() == "dispatchUncaughtException";
        let Some((by, at)) = call.by else { return is_own_thread };
        let is_initializer = declared.name == base::names::CLINIT;
        if self.is_library(call.target) && (is_initializer || !call.is_direct || call.is_inside) {
            return true;
        }
        self.is_library(call.target) && (self.is_loose_place((by, at)) || self.is_loose_root(call.root))
    }

    fn is_loose_place(&mut self, (by, at): (vm::MethodId, u32)) -> bool {
        self.method(by).is_some_and(|by| self.facts.loose.contains(&(by, at)))
    }

    /// The program has called an object of which nobody has seen where it is made: the JDK works for that.
    fn is_loose_root(&mut self, root: Option<(vm::MethodId, u32)>) -> bool {
        root.is_some_and(|root| self.is_loose_place(root))
    }

    /// Finds the methods that were reached only below something blind, of classes that stand nowhere, or as part of an
    /// object that the JDK has made out of sight.
    fn beyond(&mut self, seen: &Observer) {
        loop {
            let mut is_more = false;
            for &call in &seen.calls {
                if self.unknown.contains(&call.target) || self.is_reached(call.target) {
                    continue;
                }
                let is_excused = self.is_loose(call)
                    || self.is_made_beyond(call.target)
                    || call.by.is_some_and(|(by, _)| {
                        self.is_blind(by)
                            || self.unknown.contains(&by)
                                && (!self.is_library(by) || self.is_library(call.target))
                    });
                if is_excused || self.method(call.target).is_none() {
                    is_more |= self.unknown.insert(call.target);
                }
            }
            if !is_more {
                return;
            }
        }
    }

    /// The body of a lambda that stands in a method which was only reached in such a way.
    fn is_made_beyond(&self, method: vm::MethodId) -> bool {
        let declared = &self.machine.program.methods[method];
        let within = declared.name.as_str().strip_prefix("lambda$").and_then(|rest| rest.split('$').next());
        let is_it = |other: &&vm::MethodId| {
            let other = &self.machine.program.methods[**other];
            other.class == declared.class && Some(other.name.as_str()) == within
        };
        self.unknown.iter().any(|other| is_it(&other))
    }

    fn told(&self, method: vm::MethodId) -> String {
        let declared = &self.machine.program.methods[method];
        format!("{}.{}{}", self.machine.program.classes[declared.class].name, declared.name, declared.desc)
    }

    fn miss(&mut self, what: String, detail: String) {
        let example = format!("{} {:?}: {detail}", self.name, self.precision);
        self.misses.entry(what).or_insert(example);
    }

    fn calls(&mut self, seen: &Observer, count: &mut Count) {
        for &call in &seen.calls {
            // Out of the JDK's hidden parts into the program, at least somebody must know it.
            let is_below = call.by.is_some_and(|(by, _)| call.is_inside || self.unknown.contains(&by))
                && (self.is_library(call.target) || self.is_reached(call.target));
            if self.unknown.contains(&call.target) || is_below {
                count.excused += 1;
                continue;
            }
            count.calls += 1;
            if !self.is_foretold(call) {
                match self.is_loose(call) || call.by.is_some_and(|(by, _)| self.is_blind(by)) {
                    true => count.excused += 1,
                    false => {
                        let by = call
                            .by
                            .map_or("nobody".to_string(), |(by, at)| format!("{} {at}", self.told(by)));
                        let how = if call.is_direct { "call" } else { "callback" };
                        let reached =
                            if self.is_reached(call.target) { "" } else { ", which is not reached" };
                        self.miss(
                            format!("{how} {} by {by}{reached}", self.told(call.target)),
                            String::new(),
                        );
                    }
                }
            }
        }
    }

    fn is_foretold(&mut self, call: SeenCall) -> bool {
        let Some(target) = self.method(call.target) else { return true };
        let Some((by, at)) = call.by else { return self.facts.reached.contains(&target) };
        let Some(by) = self.method(by) else { return true };
        let name = self.hierarchy.method(target).name;
        let is_initializer = name == base::names::CLINIT;
        // The JDK asks an enum for its constants because somebody has named the class.
        if name.as_str() == "values" && !call.is_direct {
            return self.facts.reached.contains(&target);
        }
        match call.is_direct && !is_initializer {
            true => self.facts.targets.contains(&(by, at, target)),
            false => self.facts.calls.contains(&(by, target)),
        }
    }

    fn writes(&mut self, seen: &Observer, count: &mut Count) {
        for &wrote in &seen.writes {
            let is_beyond = self.unknown.contains(&wrote.by.0) || !self.is_reached(wrote.by.0);
            if is_beyond || self.is_library(wrote.by.0) && self.is_loose_root(wrote.root) {
                count.excused += 1;
                continue;
            }
            count.writes += 1;
            let Some(method) = self.method(wrote.by.0) else { continue };
            let Some(stored) = self.facts.stores.get(&(method, wrote.by.1)) else {
                self.miss(format!("write of {} at {}", self.told(wrote.by.0), wrote.by.1), String::new());
                continue;
            };
            let (on, values) = (stored.on.clone(), stored.values.clone());
            self.is_among("to", wrote, wrote.on.filter(|_| !on.is_empty() || wrote.on.is_some()), &on, false);
            self.is_among("of", wrote, wrote.value, &values, true);
        }
    }

    fn is_among(
        &mut self,
        side: &str,
        wrote: Wrote,
        class: Option<vm::ClassId>,
        shapes: &BTreeSet<AbstractObject>,
        may_be_null: bool,
    ) {
        let machine = self.machine;
        let fits = |shape: &AbstractObject| match (*shape, class) {
            (AbstractObject::Null, None) => true,
            (AbstractObject::Exactly(name), Some(class)) => machine.program.classes[class].name == name,
            (AbstractObject::Below(name), Some(class)) => is_below(machine, class, name),
            _ => false,
        };
        if shapes.iter().any(fits) || class.is_none() && !may_be_null {
            return;
        }
        let class = class.map_or("null".to_string(), |class| machine.program.classes[class].name.to_string());
        let what = format!("write {side} {class} by {} at {}", self.told(wrote.by.0), wrote.by.1);
        self.miss(what, format!("{shapes:?}"));
    }

    fn numbers(&mut self, seen: &Observer, count: &mut Count) {
        for (&(by, at), values) in &seen.numbers {
            let Some(method) = self.method(by).filter(|_| !self.unknown.contains(&by)) else { continue };
            if !self.facts.reached.contains(&method) {
                continue;
            }
            count.numbers += 1;
            let Some(stored) = self.facts.stores.get(&(method, at)) else {
                self.miss(format!("write of {} at {at}", self.told(by)), String::new());
                continue;
            };
            let is_open = |scalar: &Scalar| !matches!(scalar, Scalar::Constant(_));
            if stored.scalars.iter().any(is_open) {
                continue;
            }
            let scalars = stored.scalars.clone();
            for &(value, bits) in values {
                let is_equal = |own| (own ^ value) << (64 - bits) == 0;
                let same = |scalar: &Scalar| matches!(*scalar, Scalar::Constant(own) if is_equal(own));
                if !scalars.iter().any(same) {
                    self.miss(format!("number {value} by {} at {at}", self.told(by)), format!("{scalars:?}"));
                }
            }
        }
    }
}
