//! `//@ check: deadlock`: `jaywalk check` must come to this verdict, with the right exit code and, where the
//! header says so, numbers.
//!
//! `check` is the one door through which these cases go.

use crate::case::Case;
use crate::header::Expected;
use crate::process::{self, Failure, Finished};
use crate::suite::{CASE_TIMEOUT, Failed, Suite, class_and_arguments, complaint, quoted_stderr};
use std::fs;

/// Explores one case and compares what `--json` and the exit code say with its header.
pub fn check(suite: &Suite, case: &Case, expected: &Expected) -> Result<(), Failed> {
    let entry = suite.classes(case)?;
    let record = entry.folder.join(format!("check-{}.json", std::process::id()));
    let mut jaywalk = suite.jaywalk("check", case);
    // A story that tells what has not happened is a fault of the checker, which then says so.
    jaywalk.arg("--witness").arg("--json").arg(&record);
    if case.header.outputs.is_some() {
        jaywalk.args(["--all", "--outputs"]);
    }
    class_and_arguments(&mut jaywalk, case, &entry);
    let outcome = match process::run(&mut jaywalk, &case.header.stdin, CASE_TIMEOUT) {
        Ok(got) => compare(case, expected, &got, &fs::read_to_string(&record).unwrap_or_default()),
        Err(Failure::Timeout(_)) => {
            let details = format!("no end within {} s\n", CASE_TIMEOUT.as_secs());
            Err(Failed { reason: "timeout".into(), details })
        }
        Err(Failure::Start(details)) => Err(Failed { reason: "jaywalk did not start".into(), details }),
    };
    drop(fs::remove_file(&record));
    outcome.map_err(|mut failed| {
        failed.details += &format!("repeat: {}\n", process::shown(&jaywalk));
        failed
    })
}

fn compare(case: &Case, expected: &Expected, got: &Finished, record: &str) -> Result<(), Failed> {
    let (verdict, property, code) = match expected {
        Expected::Safe => ("\"safe\"", "null", 0),
        Expected::Violation(property) => ("\"violation\"", property.as_str(), 1),
        Expected::Inconclusive => ("\"inconclusive\"", "null", 3),
    };
    let property = if property == "null" { property.to_string() } else { format!("\"{property}\"") };
    let mut wrong = Vec::new();
    let mut same = |key: &str, expected: &str| {
        let found = value(record, key).unwrap_or("nothing");
        if found != expected {
            wrong.push(format!("{key}: expected {expected}, got {found}"));
        }
    };
    same("verdict", verdict);
    same("property", &property);
    for (key, number) in [("states", case.header.states), ("visited_structures", case.header.structures)] {
        if let Some(number) = number {
            same(key, &number.to_string());
        }
    }
    if let Some(number) = case.header.expanded {
        let found = expanded(record);
        if found != Some(number) {
            wrong.push(format!("expanded structures: expected {number}, got {found:?}"));
        }
    }
    if let Some(expected) = &case.header.outputs {
        let found = strings(value(record, "outputs").unwrap_or_default());
        if found != *expected {
            wrong.push(format!("outputs: expected {expected:?}, got {found:?}"));
        }
    }
    if got.code != code {
        wrong.push(format!("exit code: expected {code}, got {}", got.code));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&got.stderr);
    let reason = complaint(&stderr).unwrap_or(&wrong[0]).to_string();
    let report: String =
        String::from_utf8_lossy(&got.stdout).lines().map(|line| format!("  | {line}\n")).collect();
    Err(Failed {
        reason,
        details: format!("{}\nreport:\n{report}{}", wrong.join("\n"), quoted_stderr(&got.stderr)),
    })
}

/// All structures but those that were first reached in the last step.
fn expanded(record: &str) -> Option<u64> {
    let list = value(record, "structures_by_depth")?.strip_prefix('[')?.strip_suffix(']')?;
    let counts: Vec<u64> = list.split(',').map(|count| count.trim().parse().ok()).collect::<Option<_>>()?;
    Some(counts.split_last()?.1.iter().sum())
}

/// The value of a key in the record, as it stands there: enough JSON for what we write ourselves.
pub fn value<'a>(record: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = record.split_once(&format!("\"{key}\": "))?;
    let end = match rest.strip_prefix('[') {
        Some(list) => end_of_list(list)? + 2,
        None => rest.find([',', '}'])?,
    };
    Some(&rest[..end])
}

/// The strings of a list, which have no quotes in them.
fn strings(list: &str) -> Vec<String> {
    let mut strings: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_string).collect();
    strings.sort();
    strings
}

/// Where the bracket stands that ends a list, outside of all strings.
fn end_of_list(list: &str) -> Option<usize> {
    let (mut in_string, mut escaped) = (false, false);
    list.bytes().position(|byte| {
        let ends = byte == b']' && !in_string;
        in_string ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Header;

    const RECORD: &str = r#"{"verdict": "violation", "property": "deadlock", "states": 26,
        "structures_by_depth": [1, 5, 20], "outputs": ["a", "b"], "x": 1}"#;

    fn case(header: &str) -> Case {
        let header = Header::parse(header).unwrap();
        Case { name: "A".into(), path: "A.java".into(), source: String::new(), header }
    }

    fn reason(header: &str, code: i32) -> Option<String> {
        let case = case(header);
        let got = Finished { stdout: Vec::new(), stderr: Vec::new(), code };
        let expected = case.header.check.clone().unwrap();
        compare(&case, &expected, &got, RECORD).err().map(|failed| failed.reason)
    }

    #[test]
    fn verdict_numbers_and_code_count() {
        assert_eq!(reason("//@ check: deadlock\n//@ states: 26\n//@ expanded: 6", 1), None);
        assert_eq!(reason("//@ check: deadlock", 0).unwrap(), "exit code: expected 1, got 0");
        assert_eq!(reason("//@ check: safe", 1).unwrap(), "verdict: expected \"safe\", got \"violation\"");
        assert_eq!(reason("//@ check: race", 1).unwrap(), "property: expected \"race\", got \"deadlock\"");
        assert_eq!(reason("//@ check: deadlock\n//@ states: 25", 1).unwrap(), "states: expected 25, got 26");
        let outputs = |text: &str| reason(&format!("//@ check: deadlock\n//@ outputs: {text}"), 1);
        assert_eq!(outputs("b | \"a\""), None);
        assert_eq!(outputs("a").unwrap(), "outputs: expected [\"a\"], got [\"a\", \"b\"]");
        assert_eq!(
            reason("//@ check: deadlock\n//@ structures: 3", 1).unwrap(),
            "visited_structures: expected 3, got nothing"
        );
    }
}
