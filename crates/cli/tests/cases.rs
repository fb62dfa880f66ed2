//! Every Java case of the tree and every example as a test of its own, run on the built `jaywalk` binary.
//!
//! `cargo test -p cli --test cases -- arith` runs those with `arith` in their name. `JAYWALK_TEST_BIN` names
//! another binary (an optimised one, say), `JAYWALK_TEST_JDK` another JDK.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use testkit::case::{Case, collect};
use testkit::jdk::Jdk;
use testkit::suite::Suite;
use testkit::{agree, check, mixed, native, temporal};

/// Failing cases by reason: one missing native method can fail twenty cases, and is one line here.
type Tally = Arc<Mutex<BTreeMap<String, Vec<String>>>>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = testkit::repo_root();
    let mut trials = Vec::new();
    let mut cases = Vec::new();
    let examples = collect(&root.join("examples")).into_iter().map(|(n, c)| (format!("examples/{n}"), c));
    for (name, case) in collect(&root.join("tests/cases")).into_iter().chain(examples) {
        match case {
            Ok(case) => cases.push(Case { name, ..case }),
            Err(error) => trials.push(Trial::test(name, move || Err(Failed::from(error)))),
        }
    }
    let jdk = match Jdk::find() {
        Ok(jdk) => jdk,
        Err(error) => {
            eprintln!("the cases need a JDK: {error}");
            return ExitCode::FAILURE;
        }
    };
    let tally = Tally::default();
    trials.extend(case_trials(jdk, cases, &tally));
    let conclusion = libtest_mimic::run(&arguments, trials);
    print_tally(&tally);
    conclusion.exit_code()
}

/// A case may ask for both: a run beside `java`, and a check.
fn case_trials(jdk: Jdk, cases: Vec<Case>, tally: &Tally) -> Vec<Trial> {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let suite = Arc::new(Suite::new(jdk, jaywalk(), cache, cases));
    let mut trials = Vec::new();
    for case in &suite.cases {
        if case.header.run_native {
            trials.push(trial(&suite, case, case.name.clone(), tally, native::check));
        }
        if let Some(expected) = case.header.check.clone() {
            let name = format!("{} check", case.name);
            trials.push(trial(&suite, case, name, tally, move |suite, case| {
                check::check(suite, case, &expected)
            }));
            trials.push(trial(&suite, case, format!("{} agree", case.name), tally, agree::check));
        }
        if is_run_both_ways(case) {
            trials.push(trial(&suite, case, format!("{} mixed", case.name), tally, both_ways));
        }
        if !case.header.temporal.is_empty() {
            trials.push(trial(&suite, case, format!("{} temporal", case.name), tally, temporal::check));
        }
    }
    trials
}

/// One in so many cases, beside those that are there for it, is executed by machine code as well. All are with
/// `JAYWALK_TEST_MIXED=1`.
const ONE_IN: u32 = 24;

fn is_run_both_ways(case: &Case) -> bool {
    let sum = case.name.bytes().fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let is_wanted = std::env::var_os("JAYWALK_TEST_MIXED").is_some() || sum.is_multiple_of(ONE_IN);
    (is_wanted || is_hot(case)) && (case.header.run_native || case.header.check.is_some())
}

/// The case is there for machine code.
fn is_hot(case: &Case) -> bool {
    case.name.starts_with("runtime/mixed/")
}

fn both_ways(suite: &Suite, case: &Case) -> Result<(), testkit::suite::Failed> {
    let operations = mixed::check(suite, case)?;
    if is_hot(case) && case.header.check.is_some() && operations == 0 {
        let reason = "machine code has done nothing".to_string();
        return Err(testkit::suite::Failed { details: reason.clone(), reason });
    }
    Ok(())
}

fn trial(
    suite: &Arc<Suite>,
    case: &Case,
    name: String,
    tally: &Tally,
    test: impl FnOnce(&Suite, &Case) -> Result<(), testkit::suite::Failed> + Send + 'static,
) -> Trial {
    let lacks = case.header.needs.as_ref().filter(|needs| needs.found().is_none());
    let ignored = !case.header.jdk.admits(suite.jdk.major) || lacks.is_some();
    if let Some(needs) = lacks {
        eprintln!("{name}: skipped, the package {} is not installed", needs.package);
    }
    let (suite, case, tally) = (suite.clone(), case.clone(), tally.clone());
    let test = move || {
        test(&suite, &case).map_err(|failed| {
            tally.lock().unwrap().entry(failed.reason).or_default().push(case.name.clone());
            Failed::from(failed.details)
        })
    };
    Trial::test(name, test).with_ignored_flag(ignored)
}

/// The binary under test: the one cargo built for this test, unless the environment names another.
fn jaywalk() -> PathBuf {
    match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    }
}

fn print_tally(tally: &Tally) {
    let tally = tally.lock().unwrap();
    if tally.is_empty() {
        return;
    }
    let mut reasons: Vec<_> = tally.iter().collect();
    reasons.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    println!("failures by reason:");
    for (reason, names) in reasons {
        println!("  {:>3}  {reason}  (such as {})", names.len(), names[0]);
    }
    println!();
}
