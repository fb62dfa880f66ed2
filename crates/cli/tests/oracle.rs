//! Random programs against an interpreter of their own (`crates/oracle`), which shares no code with the machine.
//!
//! `cargo xtask fuzz --programs 2000` does more than usual, and makes small what differs.

use oracle::engine::Engine;
use oracle::fuzz::{Plan, Tally, fuzz};
use oracle::generate::{Feature, Size};
use oracle::settings::{PROCESSES, Setting, rotating};
use oracle::units::{Count, Tools, compare, folder_of};
use std::path::PathBuf;
use testkit::jdk::Jdk;

/// Two halves, so that two cores have something to do.
const PROGRAMS: u64 = 150;

fn binary() -> PathBuf {
    match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    }
}

fn agree(name: &str, first_seed: u64) {
    // The plain search by other tests; here one other beside the usual.
    let tally = searched(name, first_seed, PROGRAMS, |seed| rotating(seed).into_iter().step_by(2).collect());
    assert!(tally.with_findings > PROGRAMS / 10 && tally.outputs > 300, "programs say too little: {tally:?}");
}

fn searched(name: &str, first_seed: u64, programs: u64, settings: fn(u64) -> Vec<&'static Setting>) -> Tally {
    let jaywalk = binary();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let jdk = Jdk::find().expect("the test needs a JDK");
    let engine = Engine::new(jaywalk, jdk.home, testkit::repo_root().join("api/src"), folder);
    let plan = Plan {
        first_seed,
        programs,
        features: Feature::ALL.to_vec(),
        size: Size::SMALL,
        settings: Box::new(settings),
    };
    let mut told = String::new();
    let tally = fuzz(&engine, &plan, |defect| {
        let (seed, setting) = (defect.seed, defect.setting.name);
        told += &format!("seed {seed}, {setting}:\n{}\n{}\n", defect.difference, defect.text);
    })
    .expect("programs can be compiled");
    assert!(told.is_empty(), "{told}");
    assert!(tally.programs > programs * 8 / 10, "too many were too large: {tally:?}");
    tally
}

#[test]
fn random_programs_do_what_java_says() {
    agree("oracle-1", 1);
}

#[test]
fn more_random_programs_do_what_java_says() {
    agree("oracle-2", 100_001);
}

/// A few of them by 2 and 3 processes: `cargo xtask processes` compares more of them, and their numbers of states.
#[test]
fn random_programs_by_several_processes_do_what_java_says() {
    let tally = searched("oracle-processes", 200_001, 15, |seed| {
        vec![&PROCESSES[usize::try_from(seed).unwrap_or(0) % PROCESSES.len()]]
    });
    assert!(tally.compared.len() == PROCESSES.len() && tally.with_findings > 0, "{tally:?}");
}

/// How many programs whose threads may run for ever are compared here; `cargo xtask fuzz --endless N` compares more.
const ENDLESS: u64 = 60;

#[test]
fn random_programs_without_end_are_judged_by_their_components() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("oracle-endless");
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let jdk = Jdk::find().expect("the test needs a JDK");
    let engine = Engine::new(binary(), jdk.home, testkit::repo_root().join("api/src"), folder);
    let mut told = String::new();
    let count = oracle::endless::compare(&engine, 1..1 + ENDLESS, |defect| told += &defect);
    let count = count.expect("programs can be compiled and searched");
    assert!(told.is_empty(), "{told}");
    assert!(count.cut < ENDLESS / 4, "too many were too large: {count:?}");
    // Each kind is there, and there are threads that wait in vain where no path ends.
    assert!(count.kinds.len() == 4 && count.in_vain > 0, "programs say too little: {count:?}");
}

/// How many random units are compared here; `cargo xtask units` compares more.
const UNITS: u64 = 6;

/// What a unit prints with its real callers and with the real classes that it calls, it prints with drivers and stubs.
#[test]
fn generated_environments_of_random_units_do_no_less() {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("oracle-units");
    let jdk = Jdk::find().expect("the test needs a JDK").home;
    let tools = Tools { jaywalk: binary(), jdk, api: testkit::repo_root().join("api/src") };
    let mut count = Count::default();
    for seed in 1..=UNITS {
        compare(&tools, &folder_of(&root, seed), seed, &mut count).unwrap_or_else(|told| panic!("{told}"));
    }
    assert!(
        count.kinds.iter().all(|&kind| kind > 0) && count.outcomes > 10,
        "programs say too little: {count:?}"
    );
}
