//! Damaged classes through the whole machine: parsed, linked, verified, lowered and run for a while. Whatever
//! they do, the machine answers with an outcome and does not panic.
//!
//! `JAYWALK_MUTANTS=100000 cargo test --release -p java --test fuzz` tries more of them; `JAYWALK_SEED=17`
//! begins elsewhere.

mod common;

use common::{Console, Rig, Shelf, Table};
use java::RunEnd;
use lts::{Cause, Choices, Outcome, Status, System};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use testkit::case::Case;
use testkit::compile::{Entry, compile_all};
use testkit::mutate::{mutate, nudge};
use testkit::random::SplitMix;

/// Mutants that are tried in machines which are rewound after each.
const MUTANTS: u64 = 3_000;
/// Mutants that each get a machine of their own: only without a mark is garbage collected.
const FRESH_MUTANTS: u64 = 200;
/// Mutants that are explored for some steps, each in a machine of its own.
const EXPLORED_MUTANTS: u64 = 200;
const EXPLORED_STEPS: usize = 40;
/// Mutants of single classes, without the rest of their program.
const ALONE: u64 = 1_000;
/// Classes stay in a machine for ever, so that it is exchanged for a new one after so many mutants.
const MUTANTS_PER_MACHINE: u64 = 500;

/// Small programs that use much of the language.
const SUBJECTS: [&str; 14] = [
    "language/arith/BitTricks",
    "language/arrays/MultiDimensional",
    "language/classes/InnerClasses",
    "language/classes/InterfaceMethods",
    "language/control/StringSwitch",
    "language/exceptions/TryWithResources",
    "language/exceptions/HelpfulNpeFields",
    "language/init/StaticInitOrder",
    "language/lambdas/LambdaCaptures",
    "language/monitors/ReentrantMonitors",
    "language/strings/ConcatEveryType",
    "language/threads/WaitNotifyPingPong",
    "language/types/RecordBasics",
    "language/types/EnumBasics",
];

/// A compiled program.
struct Subject {
    main: String,
    classes: Vec<(String, Vec<u8>)>,
    /// Names of its top-level classes, the longest first.
    names: Vec<String>,
}

fn subjects() -> Vec<Subject> {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let jdk = testkit::jdk::Jdk::find().expect("tests need a JDK");
    let root = testkit::repo_root().join("tests/cases");
    let read = |name: &&str| Case::read(name.to_string(), root.join(name).with_extension("java")).unwrap();
    let cases: Vec<Case> = SUBJECTS.iter().map(read).collect();
    compile_all(&jdk, &cache, &cases).unwrap();
    cases.iter().map(|case| subject(case, &Entry::of(&cache, &jdk, case).classes())).collect()
}

fn subject(case: &Case, folder: &Path) -> Subject {
    let classes = Shelf::read(folder);
    let mut names: Vec<String> =
        classes.iter().map(|(name, _)| name.clone()).filter(|name| !name.contains('$')).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    Subject { main: case.main_class(), classes, names }
}

/// A mutant of a program. Its classes bear names that no other mutant has, so that one machine can load them
/// all.
fn mutant(subject: &Subject, seed: u64) -> (String, Vec<(String, Vec<u8>)>) {
    let mut random = SplitMix(seed);
    let mut classes = subject.classes.clone();
    let chosen = random.below(classes.len());
    let bytes = &mut classes[chosen].1;
    match random.below(3) {
        0 => *bytes = mutate(bytes, seed),
        // Well formed, but names mean something else: much of this gets as far as linking and running.
        1 => (0..=random.below(3)).for_each(|_| exchange(bytes, &mut random)),
        // The pool comes first and is what most damage to any byte would hit; behind it are fields, methods
        // and code.
        _ => {
            let rest = bytes.len() - bytes.len() * 2 / 5;
            for _ in 0..=random.below(3) {
                nudge(&mut bytes[rest..], &mut random);
            }
        }
    }
    let rename =
        |text: &[u8]| subject.names.iter().fold(text.to_vec(), |text, name| renamed(text, name, seed));
    let text = |name: &str| String::from_utf8(rename(name.as_bytes())).unwrap();
    (text(&subject.main), classes.iter().map(|(name, bytes)| (text(name), rename(bytes))).collect())
}

/// Exchanges two constants of the same kind, or nothing if the class is too small for that.
fn exchange(bytes: &mut [u8], random: &mut SplitMix) {
    let constants = constants(bytes);
    let first = constants[random.below(constants.len())].clone();
    let is_like = |other: &&Range<usize>| **other != first && bytes[other.start] == bytes[first.start];
    let like: Vec<&Range<usize>> = constants.iter().filter(is_like).collect();
    if !like.is_empty() {
        let second = like[random.below(like.len())].clone();
        for (a, b) in first.zip(second) {
            bytes.swap(a, b);
        }
    }
}

/// Where the constants of fixed length are (JVMS 4.4).
fn constants(bytes: &[u8]) -> Vec<Range<usize>> {
    const FIRST: usize = 10;
    let word = |at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    let (mut found, mut at, mut index) = (Vec::new(), FIRST, 1);
    while index < word(FIRST - 2) {
        let length = match bytes[at] {
            1 => 3 + word(at + 1),
            5 | 6 => 9,
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            _ => 5,
        };
        index += if length == 9 { 2 } else { 1 };
        if bytes[at] != 1 {
            found.push(at..at + length);
        }
        at += length;
    }
    found
}

/// `bytes` with every `name` replaced by one of the same length that the seed gives.
fn renamed(mut bytes: Vec<u8>, name: &str, seed: u64) -> Vec<u8> {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    /// Letters of a name that change: enough for all seeds of a machine.
    const CHANGED: usize = 3;
    let name = name.as_bytes();
    let Some(kept) = name.len().checked_sub(CHANGED).filter(|&kept| kept > 0) else { return bytes };
    let mut at = 0;
    while at + name.len() <= bytes.len() {
        if bytes[at..].starts_with(name) {
            for (i, byte) in bytes[at + kept..at + name.len()].iter_mut().enumerate() {
                *byte = DIGITS[(seed as usize / 36usize.pow(i as u32)) % 36];
            }
            at += name.len();
        } else {
            at += 1;
        }
    }
    bytes
}

/// How often each kind of outcome was met. All of them should be common, or the test tests little.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, u32>);

impl Tally {
    /// `Err` for what may never happen.
    fn note(&mut self, outcome: Result<RunEnd, String>) -> Result<(), String> {
        let kind = match outcome {
            Err(_) => "not loaded",
            Ok(RunEnd::Exit(0)) => "ended well",
            Ok(RunEnd::Exit(_)) => "ended badly",
            Ok(RunEnd::Invalid(_)) => "refused",
            Ok(RunEnd::Deadlock(_)) => "deadlock",
            Ok(RunEnd::Limit | RunEnd::Late) => "cut off",
            Ok(RunEnd::Unsupported { .. }) => "unsupported",
            Ok(RunEnd::Refused { .. }) => "refused",
            Ok(RunEnd::Internal(what)) => return Err(what),
        };
        *self.0.entry(kind).or_default() += 1;
        Ok(())
    }
}

/// Runs `count` mutants, `per_machine` of them in each machine.
fn check(first_seed: u64, count: u64, per_machine: u64) {
    let subjects = subjects();
    let mut tally = Tally::default();
    let new_rig = || Rig::new(per_machine > 1);
    let mut rig = new_rig();
    let mut failures = Vec::new();
    for seed in first_seed..first_seed + count {
        if (seed - first_seed).is_multiple_of(per_machine) {
            rig = new_rig();
        }
        let subject = &subjects[seed as usize % subjects.len()];
        let outcome = catch_unwind(AssertUnwindSafe(|| rig.run(mutant(subject, seed))));
        let fault = match outcome {
            Ok(outcome) => tally.note(outcome),
            Err(_) => Err("a panic, see above".to_string()),
        };
        if let Err(what) = fault {
            failures.push(format!("seed {seed}, {}: {what}", subject.main));
            rig = new_rig();
        }
    }
    println!("{:?}", tally.0);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_programs_themselves_end_well() {
    for subject in subjects() {
        let mut rig = Rig::new(true);
        let outcome = rig.run((subject.main.clone(), subject.classes));
        assert_eq!(outcome, Ok(RunEnd::Exit(0)), "{}", subject.main);
    }
}

#[test]
fn mutants_never_panic() {
    let count = common::number("JAYWALK_MUTANTS", MUTANTS);
    check(common::number("JAYWALK_SEED", 0), count, MUTANTS_PER_MACHINE);
}

/// The same way as `fuzz/` goes.
#[test]
fn bytes_alone_never_panic() {
    let subjects = subjects();
    let mut rig = Rig::new(true);
    let mut tally = Tally::default();
    for seed in 0..ALONE {
        let classes = &subjects[seed as usize % subjects.len()].classes;
        let (_, bytes) = &classes[seed as usize / subjects.len() % classes.len()];
        let outcome = rig.run_bytes(&mutate(bytes, seed));
        tally.note(outcome).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
    }
    println!("{:?}", tally.0);
}

/// One path through a mutant at random, as a search would take it; how it ends does not matter.
fn explore((main, classes): (String, Vec<(String, Vec<u8>)>), seed: u64) -> Result<(), String> {
    let (shelf, console) = (Shelf::default(), Console::default());
    shelf.fill(classes);
    let mut session = common::boot(&shelf, &console, None);
    let class = common::main_class(&mut session, &main)?;
    let mut system = session.explore(class, &[]).map_err(|problem| problem.to_string())?;
    let (mut random, mut pool, mut choices) = (SplitMix(seed), Table::default(), Choices::default());
    for _ in 0..EXPLORED_STEPS {
        if system.choices(&mut choices) != Status::Live {
            break;
        }
        let mark = system.mark();
        match system.step(choices.list[random.below(choices.list.len())]) {
            Outcome::Next => system.save(&mut pool, &mut Vec::new()),
            Outcome::Unknown(gap) if gap.cause == Cause::Fault => panic!("seed {seed}: {}", gap.what),
            _ => system.rewind(mark),
        }
    }
    Ok(())
}

#[test]
fn explored_mutants_never_panic() {
    let subjects = subjects();
    let explored = (0..EXPLORED_MUTANTS).filter(|&seed| {
        let subject = &subjects[seed as usize % subjects.len()];
        explore(mutant(subject, seed), seed).is_ok()
    });
    println!("{} of {EXPLORED_MUTANTS} could be explored", explored.count());
}

#[test]
fn mutants_in_fresh_machines_never_panic() {
    check(common::number("JAYWALK_SEED", 1 << 32), FRESH_MUTANTS, 1);
}
