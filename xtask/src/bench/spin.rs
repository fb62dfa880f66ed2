//! Measuring SPIN on a Promela model: its verifier is generated, compiled and run.

use super::measure::sample;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(600);

/// Deep enough for every model here.
const DEPTH: &str = "-m10000000";

/// What one run of a verifier told.
#[derive(Debug, PartialEq)]
pub struct Verified {
    pub states: f64,
    pub transitions: f64,
    /// What the states take, hash table and stack aside.
    pub state_bytes: f64,
    pub seconds: f64,
    /// Of the processor: what others do at the same time counts less there.
    pub cpu_seconds: f64,
}

/// What is missing to measure SPIN, in words.
pub fn missing() -> Option<&'static str> {
    let is_there = |program: &str| {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.arg(if program == "spin" { "-V" } else { "--version" }).status().is_ok()
    };
    match (is_there("spin"), is_there("gcc")) {
        (false, _) => {
            Some("spin is not installed (Debian's package is called spin): jaywalk is measured alone")
        }
        (true, false) => Some("gcc is not installed, which SPIN's verifiers need: jaywalk is measured alone"),
        (true, true) => None,
    }
}

/// Verifies a model with these definitions; `is_reduced` leaves SPIN's partial-order reduction on.
pub fn verify(
    model: &Path,
    definitions: &[&str],
    is_reduced: bool,
    scratch: &Path,
) -> Result<Verified, String> {
    let reduction = if is_reduced { &[][..] } else { &["-DNOREDUCE"][..] };
    verify_with(model, (definitions, &[]), reduction, scratch)
}

/// Verifies a model as these flags of SPIN, and of the compiler, have it.
pub fn verify_with(
    model: &Path,
    (definitions, flags): (&[&str], &[&str]),
    compiled: &[&str],
    scratch: &Path,
) -> Result<Verified, String> {
    let folder = scratch.join("spin");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let run = |command: &mut Command| sample(command.current_dir(&folder), scratch, TIMEOUT);
    let told = |step: &str| format!("{}: {step}", model.display());
    run(Command::new("spin").args(flags).arg("-a").args(definitions).arg(model))
        .map_err(|e| told(&format!("spin: {e}")))?;
    let mut compiler = Command::new("gcc");
    compiler.args(["-O2", "-w", "-DSAFETY"]).args(compiled);
    run(compiler.args(["-o", "pan", "pan.c"])).map_err(|e| told(&format!("gcc: {e}")))?;
    let sample = run(Command::new("./pan").arg(DEPTH)).map_err(|e| told(&format!("pan: {e}")))?;
    let cpu_seconds = sample.cpu.as_secs_f64();
    let verified = parse(&String::from_utf8_lossy(&sample.output), sample.wall).map_err(|e| told(&e))?;
    Ok(Verified { cpu_seconds, ..verified })
}

/// Reads the report of a verifier. It leaves out times that are too short; the whole process stands in for
/// them.
fn parse(report: &str, wall: Duration) -> Result<Verified, String> {
    if !report.contains("errors: 0") || report.contains("max search depth too small") {
        return Err("the verifier did not finish without errors".into());
    }
    let before = |what: &str| {
        let line = report.lines().find(|line| line.contains(what))?;
        line.split_whitespace().next()?.parse::<f64>().ok()
    };
    let seconds = report.lines().find_map(|line| {
        let rest = line.strip_prefix("pan: elapsed time ")?;
        rest.split_whitespace().next()?.parse::<f64>().ok()
    });
    Ok(Verified {
        states: before("states, stored").ok_or("no count of states")?,
        transitions: before("transitions (=").ok_or("no count of transitions")?,
        state_bytes: before("actual memory usage for states").unwrap_or(0.0) * 1e6,
        seconds: seconds.filter(|&seconds| seconds > 0.0).unwrap_or(wall.as_secs_f64()),
        cpu_seconds: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "
State-vector 80 byte, depth reached 18322, errors: 0
    39489 states, stored
   130749 states, matched
   170238 transitions (= stored+matched)
        0 atomic steps
    2.925\tactual memory usage for states (compression: 71.93%)
  128.000\tmemory used for hash table (-w24)
pan: elapsed time 0.04 seconds
";

    #[test]
    fn reports_are_read() {
        let verified = parse(REPORT, Duration::from_secs(9)).unwrap();
        let expected = Verified {
            states: 39489.0,
            transitions: 170_238.0,
            state_bytes: 2.925 * 1e6,
            seconds: 0.04,
            cpu_seconds: 0.0,
        };
        assert_eq!(verified, expected);
        let quick = REPORT.replace("0.04", "0");
        assert_eq!(parse(&quick, Duration::from_secs(9)).unwrap().seconds, 9.0);
        assert!(parse(&REPORT.replace("errors: 0", "errors: 1"), Duration::ZERO).is_err());
        assert!(parse("errors: 0", Duration::ZERO).is_err());
    }
}
