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
use testkit::native::NativeSuite;

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
    trials.extend(native_trials(jdk, cases, &tally));
    let conclusion = libtest_mimic::run(&arguments, trials);
    print_tally(&tally);
    conclusion.exit_code()
}

fn native_trials(jdk: Jdk, cases: Vec<Case>, tally: &Tally) -> Vec<Trial> {
    let native: Vec<Case> = cases.into_iter().filter(|case| case.header.run_native).collect();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let suite = Arc::new(NativeSuite::new(jdk, jaywalk(), cache, native));
    suite.cases.iter().cloned().map(|case| native_trial(suite.clone(), case, tally.clone())).collect()
}

fn native_trial(suite: Arc<NativeSuite>, case: Case, tally: Tally) -> Trial {
    let ignored = !case.header.jdk.admits(suite.jdk.major);
    let name = case.name.clone();
    let test = move || {
        suite.check(&case).map_err(|failed| {
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
