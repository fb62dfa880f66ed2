//! Machine code comes to the same as the interpreter: what a run prints and ends with, and all that a search says.
//!
//! The interpreter alone is the oracle.

use crate::case::Case;
use crate::check::value;
use crate::process::{self, Failure, Finished};
use crate::suite::{CASE_TIMEOUT, Failed, Suite, class_and_arguments};
use std::fs;

/// A search that is cut by this many states is compared up to there.
const MOST_STATES: &str = "5000";

/// What a report must have in common with that of the interpreter.
const SAME: [&str; 8] =
    ["verdict", "property", "complete", "states", "transitions", "instructions", "findings", "outputs"];

/// Runs, or searches, one case both ways. Operations that machine code has executed in a search.
pub fn check(suite: &Suite, case: &Case) -> Result<u64, Failed> {
    if case.header.run_native {
        let (plain, mixed) = (run(suite, case, "off")?, run(suite, case, "all")?);
        let is_same =
            plain.stdout == mixed.stdout && plain.stderr == mixed.stderr && plain.code == mixed.code;
        if !is_same {
            let details = format!("off: {plain:?}\nall: {mixed:?}\n");
            return Err(Failed { reason: "machine code runs otherwise".into(), details });
        }
    }
    if case.header.check.is_none() {
        return Ok(0);
    }
    let (plain, mixed) = (search(suite, case, "off")?, search(suite, case, "all")?);
    for key in SAME {
        let (expected, found) = (value(&plain, key), value(&mixed, key));
        if expected != found {
            let reason = format!("{key}: {expected:?} without machine code, {found:?} with it");
            return Err(Failed { details: format!("{reason}\n"), reason });
        }
    }
    Ok(value(&mixed, "compiled").and_then(|text| text.trim().parse().ok()).unwrap_or(0))
}

fn run(suite: &Suite, case: &Case, mixed: &str) -> Result<Finished, Failed> {
    let entry = suite.classes(case)?;
    let mut jaywalk = suite.jaywalk("run", case);
    jaywalk.args(["--mixed", mixed]);
    class_and_arguments(&mut jaywalk, case, &entry);
    finish(process::run(&mut jaywalk, &case.header.stdin, CASE_TIMEOUT))
}

fn search(suite: &Suite, case: &Case, mixed: &str) -> Result<String, Failed> {
    let entry = suite.classes(case)?;
    let record = entry.folder.join(format!("mixed-{}.json", std::process::id()));
    let mut jaywalk = suite.jaywalk("check", case);
    jaywalk.args(["--mixed", mixed, "--all", "--outputs", "--max-states", MOST_STATES]);
    jaywalk.arg("--json").arg(&record);
    class_and_arguments(&mut jaywalk, case, &entry);
    let ended = finish(process::run(&mut jaywalk, &case.header.stdin, CASE_TIMEOUT));
    let text = fs::read_to_string(&record).unwrap_or_default();
    drop(fs::remove_file(&record));
    ended.map(|_| text)
}

fn finish(ended: Result<Finished, Failure>) -> Result<Finished, Failed> {
    match ended {
        Ok(finished) if finished.code == 70 => {
            let details = String::from_utf8_lossy(&finished.stderr).into_owned();
            Err(Failed { reason: "jaywalk is at fault".into(), details })
        }
        Ok(finished) => Ok(finished),
        Err(Failure::Timeout(_)) => Err(Failed { reason: "timeout".into(), details: String::new() }),
        Err(Failure::Start(details)) => Err(Failed { reason: "jaywalk did not start".into(), details }),
    }
}
