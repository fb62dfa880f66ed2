//! The real `java` as a lower bound: what it does once, with random delays, a check must have among its outcomes.

use crate::engine::{Answer, Engine, Said, expected};
use crate::explore::explore;
use crate::fuzz::MOST_STATES;
use crate::java;
use crate::program::Program;
use crate::settings::SETTINGS;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/java/RunMany.java");
/// Stands where a delay may come; a comment for everybody else.
const MARK: &str = "/*~*/";
/// What it becomes.
const DELAY: &str = "RunManyDelay.maybe();";

/// What `runs` runs of a class in `classes` came to, and how often: outputs as they are, `!Class in thread` for
/// exceptions that nobody caught, `?` for runs without an end.
pub fn observe(
    jdk: &Path,
    classes: &Path,
    class: &str,
    runs: u64,
    seed: u64,
) -> Result<BTreeMap<String, u64>, String> {
    let output = Command::new(jdk.join("bin/java"))
        .args(["-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", RUNNER])
        .arg(classes)
        .args([class, &runs.to_string(), &seed.to_string()])
        .output()
        .map_err(|e| format!("java: {e}"))?;
    if !output.status.success() {
        return Err(format!("{class}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut seen = BTreeMap::new();
    for line in text.lines() {
        let (count, outcome) = line.split_once(' ').ok_or_else(|| format!("{class}: {line}"))?;
        seen.insert(outcome.to_string(), count.parse().map_err(|_| format!("{class}: {line}"))?);
    }
    Ok(seen)
}

/// Outcomes of real runs that the check does not have, and how many it has. `name` and `text` are of one class.
pub fn refuted(
    engine: &Engine,
    name: &str,
    text: &str,
    runs: u64,
    seed: u64,
) -> Result<(Vec<String>, usize), String> {
    engine.compile(&[(name.to_string(), text.to_string())])?;
    let said = match engine.search(name, &SETTINGS[0]) {
        Answer::Said(said) => said,
        Answer::Cut => return Ok((Vec::new(), 0)),
        Answer::Fault(message) => return Err(format!("{name}: {message}")),
    };
    beyond(engine, name, &text.replace(MARK, DELAY), &said, runs, seed)
}

/// The same for a random program, against the interpreter: it is an oracle only as long as `java` agrees.
pub fn refuted_program(
    engine: &Engine,
    name: &str,
    program: &Program,
    runs: u64,
    seed: u64,
) -> Result<(Vec<String>, usize), String> {
    // What daemons do before the JVM stops them is left out by both the interpreter and the check.
    if program.daemons.contains(&true) {
        return Ok((Vec::new(), 0));
    }
    let Some(outcomes) = explore(program, MOST_STATES) else { return Ok((Vec::new(), 0)) };
    beyond(engine, name, &java::printed(program, name, DELAY), &expected(&outcomes), runs, seed)
}

/// Runs what has delays.
fn beyond(
    engine: &Engine,
    name: &str,
    text: &str,
    said: &Said,
    runs: u64,
    seed: u64,
) -> Result<(Vec<String>, usize), String> {
    let delay = include_str!("../java/RunManyDelay.java").to_string();
    engine.compile(&[(name.to_string(), text.to_string()), ("RunManyDelay".to_string(), delay)])?;
    let seen = observe(&engine.jdk, &engine.classes(), name, runs, seed)?;
    let missing = seen.keys().filter(|outcome| !allows(said, outcome)).cloned().collect();
    Ok((missing, seen.len()))
}

fn allows(said: &Said, outcome: &str) -> bool {
    if let Some(uncaught) = outcome.strip_prefix('!') {
        return said.findings.iter().any(|finding| finding == uncaught);
    }
    match outcome.strip_prefix('?') {
        Some(_) => said.findings.iter().any(|finding| finding.starts_with("deadlock")),
        None => said.outputs.contains(outcome),
    }
}
