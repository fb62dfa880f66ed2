//! `//@ holds: ltl G main.ok`: temporal properties of a case, each with the verdict that its header names,
//! reduced and not, by one worker and by two.

use crate::case::Case;
use crate::check::value;
use crate::header::Temporal;
use crate::process;
use crate::suite::{CASE_TIMEOUT, Failed, Suite, class_and_arguments, quoted_stderr};
use std::fs;

/// Checks every property of a case with every reduction that is sound for it, and by several workers.
pub fn check(suite: &Suite, case: &Case) -> Result<(), Failed> {
    for property in &case.header.temporal {
        for (reduce, workers) in [("local", "1"), ("off", "1"), ("off", "2")] {
            if reduce == "off" || !property.unreduced {
                one(suite, case, property, &["--reduce", reduce, "--workers", workers])?;
            }
        }
    }
    Ok(())
}

fn one(suite: &Suite, case: &Case, property: &Temporal, ways: &[&str]) -> Result<(), Failed> {
    let entry = suite.classes(case)?;
    let record = entry.folder.join(format!("temporal-{}.json", std::process::id()));
    let mut jaywalk = suite.jaywalk("check", case);
    jaywalk.arg(format!("--{}", property.logic)).arg(&property.formula).args(ways);
    if property.fair {
        jaywalk.arg("--fair");
    }
    jaywalk.arg("--json").arg(&record);
    class_and_arguments(&mut jaywalk, case, &entry);
    let ran = process::run(&mut jaywalk, &case.header.stdin, CASE_TIMEOUT);
    let text = fs::read_to_string(&record).unwrap_or_default();
    drop(fs::remove_file(&record));
    let expected =
        if property.holds { ("\"safe\"", "null", 0) } else { ("\"violation\"", "\"temporal\"", 1) };
    let get = |key: &str| value(&text, key).unwrap_or("nothing").to_string();
    let found = match &ran {
        Ok(got) => (get("verdict"), get("property"), got.code),
        Err(failure) => (format!("{failure:?}"), String::new(), -1),
    };
    if (found.0.as_str(), found.1.as_str(), found.2) == expected {
        return Ok(());
    }
    let reason = format!("{} {}: expected {expected:?}, got {found:?}", property.logic, property.formula);
    let (report, stderr) = match &ran {
        Ok(got) => (String::from_utf8_lossy(&got.stdout).into_owned(), quoted_stderr(&got.stderr)),
        Err(_) => (String::new(), String::new()),
    };
    let details = format!("{reason}\n{report}{stderr}repeat: {}\n", process::shown(&jaywalk));
    Err(Failed { reason, details })
}
