//! `//@ run-native`: the real `java` is the oracle. Same standard output, same exit code, same standard
//! error.
//!
//! `check` is the one door through which these cases go.

use crate::case::Case;
use crate::diff::first_difference;
use crate::header::StderrRule;
use crate::process::{self, Failure, Finished};
use crate::suite::{CASE_TIMEOUT, Failed, Suite, class_and_arguments, complaint, quoted_stderr, set_folder};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The oracle starts quickly this way. C1 alone also keeps every stack trace, which C2 would leave out of an
/// exception that is thrown very often.
const JAVA_FLAGS: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"];

/// Runs one case on both machines and compares.
pub fn check(suite: &Suite, case: &Case) -> Result<(), Failed> {
    let entry = suite.classes(case)?;
    let mut java = suite.jdk.java();
    java.args(JAVA_FLAGS);
    set_folder(&mut java, case);
    class_and_arguments(&mut java, case, &entry);
    let expected = oracle(&mut java, case, &entry.folder.join("oracle"))
        .map_err(|details| Failed { reason: "java itself failed".into(), details })?;
    let mut jaywalk = suite.jaywalk("run", case);
    class_and_arguments(&mut jaywalk, case, &entry);
    let outcome = match process::run(&mut jaywalk, &case.header.stdin, CASE_TIMEOUT) {
        Ok(got) => compare(case, &expected, &got),
        Err(Failure::Timeout(so_far)) => Err(timed_out(&expected, &so_far)),
        Err(Failure::Start(details)) => Err(Failed { reason: "jaywalk did not start".into(), details }),
    };
    outcome.map_err(|mut failed| {
        failed.details += &format!("repeat: {}\n", process::shown(&jaywalk));
        failed.details += &format!("oracle: {}\n", process::shown(&java));
        failed
    })
}

/// What `java` did. It is asked once; the answer stays with the classes it was asked about.
fn oracle(java: &mut Command, case: &Case, folder: &Path) -> Result<Finished, String> {
    // Files may have changed since.
    let may_be_known = case.header.reads.is_none();
    if let Some(known) = read_oracle(folder).filter(|_| may_be_known) {
        return Ok(known);
    }
    match process::run(java, &case.header.stdin, CASE_TIMEOUT) {
        Ok(finished) => {
            write_oracle(folder, &finished).map_err(|e| format!("{}: {e}", folder.display()))?;
            Ok(finished)
        }
        Err(Failure::Start(error)) => Err(error),
        Err(Failure::Timeout(_)) => Err(format!("java did not end within {} s", CASE_TIMEOUT.as_secs())),
    }
}

fn read_oracle(folder: &Path) -> Option<Finished> {
    Some(Finished {
        stdout: fs::read(folder.join("stdout")).ok()?,
        stderr: fs::read(folder.join("stderr")).ok()?,
        code: fs::read_to_string(folder.join("code")).ok()?.trim().parse().ok()?,
    })
}

/// The code is written last: only with it does an answer count as complete.
fn write_oracle(folder: &Path, finished: &Finished) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("stdout"), &finished.stdout)?;
    fs::write(folder.join("stderr"), &finished.stderr)?;
    fs::write(folder.join("code"), finished.code.to_string())
}

fn compare(case: &Case, expected: &Finished, got: &Finished) -> Result<(), Failed> {
    if let Some(gap) = &case.header.unsupported {
        return compare_gap(gap, expected, got);
    }
    let mut details = String::new();
    if expected.code != got.code {
        details += &format!("exit code: java {}, jaywalk {}\n", expected.code, got.code);
    }
    details += &first_difference("stdout", &expected.stdout, &got.stdout).unwrap_or_default();
    let stderr_counts = case.header.stderr == StderrRule::Same;
    let stderr = first_difference("stderr", &expected.stderr, &got.stderr).filter(|_| stderr_counts);
    if details.is_empty() && stderr.is_none() {
        return Ok(());
    }
    details += &stderr.unwrap_or_else(|| quoted_stderr(&got.stderr));
    Err(Failed { reason: reason(expected, got), details })
}

/// A case that is ahead of us must say so: right output up to the gap, then its name and exit code 3.
fn compare_gap(gap: &str, expected: &Finished, got: &Finished) -> Result<(), Failed> {
    let stderr = String::from_utf8_lossy(&got.stderr);
    let says_so = got.code == 3 && stderr.starts_with(&format!("unsupported: {gap}"));
    if says_so && expected.stdout.starts_with(&got.stdout) {
        return Ok(());
    }
    let details =
        format!("expected the gap `{gap}` and exit code 3, got {}\n{}", got.code, quoted_stderr(&got.stderr));
    Err(Failed { reason: "the expected gap is not there".into(), details })
}

/// The line under which like failures are counted: what jaywalk complains about, if it does.
fn reason(expected: &Finished, got: &Finished) -> String {
    let stderr = String::from_utf8_lossy(&got.stderr);
    match complaint(&stderr) {
        Some(complaint) => complaint.to_string(),
        None if expected.code != got.code => {
            let line = stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
            format!("exit code {} for {}: {line}", got.code, expected.code)
        }
        None if expected.stdout != got.stdout => "stdout differs".into(),
        None => "stderr differs".into(),
    }
}

fn timed_out(expected: &Finished, so_far: &Finished) -> Failed {
    let mut details = format!("no end within {} s\n", CASE_TIMEOUT.as_secs());
    details += &first_difference("stdout so far", &expected.stdout, &so_far.stdout).unwrap_or_default();
    details += &quoted_stderr(&so_far.stderr);
    Failed { reason: "timeout".into(), details }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Header;

    fn finished(stdout: &str, stderr: &str, code: i32) -> Finished {
        Finished { stdout: stdout.into(), stderr: stderr.into(), code }
    }

    fn case(header: &str) -> Case {
        let header = Header::parse(header).unwrap();
        Case { name: "A".into(), path: "A.java".into(), source: String::new(), header }
    }

    #[test]
    fn stderr_counts_unless_ignored() {
        let (expected, got) = (finished("a", "x", 1), finished("a", "y", 1));
        assert_eq!(compare(&case("//@ run-native"), &expected, &got).unwrap_err().reason, "stderr differs");
        assert!(compare(&case("//@ run-native\n//@ stderr: ignore"), &expected, &got).is_ok());
    }

    #[test]
    fn an_expected_gap_must_be_there() {
        let header = case("//@ run-native\n//@ unsupported: a.B");
        let java = finished("one\ntwo\n", "", 0);
        assert!(
            compare(&header, &java, &finished("one\n", "unsupported: a.B.c()V at A.java:3\n", 3)).is_ok()
        );
        assert!(
            compare(&header, &java, &finished("two\n", "unsupported: a.B.c()V at A.java:3\n", 3)).is_err()
        );
        assert!(compare(&header, &java, &java).is_err());
    }

    #[test]
    fn a_gap_is_the_reason() {
        let got = finished("", "unsupported: a.B.c()V at A.java:3\n", 3);
        let failed = compare(&case("//@ run-native"), &finished("a", "", 0), &got).unwrap_err();
        assert_eq!(failed.reason, "unsupported: a.B.c()V");
        assert!(failed.details.contains("exit code: java 0, jaywalk 3"), "{}", failed.details);
        let got = finished("", "thread 'main' (7) panicked at heap.rs:1:2:\nwhy\n", 70);
        assert_eq!(reason(&finished("a", "", 0), &got), "panicked at heap.rs:1:2:");
    }
}
