//! `cargo xtask bench search`: transitions per second and bytes per state of `jaywalk check`, beside SPIN on
//! models of the same programs in the same run, and the time to the first verdict on a program of ten lines.
//!
//! A transition of a model is a statement; one of a Java program is all operations of a thread up to the next
//! that others can see. Neither tool is given a hint that the other does not have.

use super::checks::{Checked, Checks};
use super::record::{append_line, describe, header, joined, rounded};
use super::spin::{self, Verified};
use serde_json::{Value, json};
use std::path::Path;

/// The reduction that is measured: with the discipline of locks on top, the programs are over before they can
/// be measured.
const REDUCTION: &str = "local";

/// So many states are enough to measure; larger searches are cut there.
const MAX_STATES: &str = "2000000";

/// Runs to the first verdict, of which the median counts.
const FIRST_VERDICTS: usize = 9;

struct Subject {
    program: &'static str,
    arguments: &'static [&'static str],
    model: &'static str,
    definitions: &'static [&'static str],
}

/// The same numbers of philosophers, places, producers and consumers on both sides.
const SUBJECTS: [Subject; 2] = [
    Subject {
        program: "examples/concurrency/DiningPhilosophers.java",
        arguments: &["7", "0"],
        model: "bench/promela/philosophers.pml",
        definitions: &["-DGUESTS=7"],
    },
    Subject {
        program: "examples/concurrency/BoundedBuffer.java",
        arguments: &["2", "3", "2", "0"],
        model: "bench/promela/buffer.pml",
        definitions: &["-DPLACES=2", "-DPRODUCERS=3", "-DCONSUMERS=2"],
    },
];

pub fn command() -> Result<(), String> {
    let checks = Checks::new()?;
    let missing = spin::missing();
    if let Some(missing) = missing {
        println!("{missing}");
    }
    let header = header(&checks.jdk, 1);
    let file = testkit::repo_root().join("bench/runs/search.jsonl");
    println!("{}\n", describe(&header));
    for subject in &SUBJECTS {
        let own = measure(&checks, subject, missing.is_none())?;
        append_line(&file, &joined(&header, own))?;
    }
    let seconds = first_verdict(&checks)?;
    println!("\nfirst verdict on a program of ten lines: {seconds:.3} s");
    append_line(&file, &joined(&header, json!({ "first_verdict_seconds": rounded(seconds) })))
}

/// One subject on every engine, as a line of the record; prints a row for each.
fn measure(checks: &Checks, subject: &Subject, with_spin: bool) -> Result<Value, String> {
    let program = checks.program(subject.program)?;
    println!("{} {}", program.name, subject.arguments.join(" "));
    let checked =
        checks.check(&program, &["--reduce", REDUCTION, "--max-states", MAX_STATES], subject.arguments)?;
    let own_rate = checked.transitions_per_second();
    row(
        "jaywalk",
        checked.number("states"),
        checked.number("transitions"),
        own_rate,
        checked.bytes_per_state(),
    );
    println!("  {:<15} {:>44.1} bytes a step of the path", "", checked.path_bytes_per_step());
    let options = ["--reduce", REDUCTION, "--max-states", MAX_STATES, "--search", "bfs"];
    let broad = checks.check(&program, &options, subject.arguments)?;
    let broad_rate = broad.transitions_per_second();
    row(
        "breadth first",
        broad.number("states"),
        broad.number("transitions"),
        broad_rate,
        broad.bytes_per_state(),
    );
    println!("  {:<15} {:>44.3} of the depth-first transitions per second", "", broad_rate / own_rate);
    let mut line = json!({
        "program": program.name, "arguments": subject.arguments, "jaywalk": jaywalk(&checked),
        "breadth_first": jaywalk(&broad), "breadth_by_depth_first": rounded(broad_rate / own_rate),
    });
    if !with_spin {
        line["spin"] = json!(null);
        return Ok(line);
    }
    for (key, is_reduced) in [("spin", true), ("spin_unreduced", false)] {
        let model = testkit::repo_root().join(subject.model);
        let verified = verify(&model, subject.definitions, is_reduced, &checks.target)?;
        let rate = verified.transitions / verified.seconds;
        row(key, verified.states, verified.transitions, rate, verified.state_bytes / verified.states);
        line[key] = json!({
            "states": verified.states, "transitions": verified.transitions, "seconds": rounded(verified.seconds),
            "transitions_per_second": rate.round(), "bytes_per_state": rounded(verified.state_bytes / verified.states),
        });
        line[format!("jaywalk_by_{key}")] = json!(rounded(own_rate / rate));
        println!("  {:<15} {:>44.3} of its transitions per second", "", own_rate / rate);
    }
    Ok(line)
}

fn verify(model: &Path, definitions: &[&str], is_reduced: bool, scratch: &Path) -> Result<Verified, String> {
    let verified = spin::verify(model, definitions, is_reduced, scratch)?;
    // A verifier that ended at once says nothing about speed.
    let is_long_enough = verified.seconds > 0.0 && verified.states > 1000.0;
    if is_long_enough { Ok(verified) } else { Err(format!("{}: too small to measure", model.display())) }
}

fn row(engine: &str, states: f64, transitions: f64, rate: f64, bytes: f64) {
    println!(
        "  {engine:<15} {states:>10} states {transitions:>11} transitions {rate:>10.0}/s {bytes:>7.1} bytes a state"
    );
}

fn jaywalk(checked: &Checked) -> Value {
    json!({
        "states": checked.number("states"), "transitions": checked.number("transitions"),
        "seconds": checked.number("seconds"), "complete": checked.figures["complete"],
        "transitions_per_second": checked.transitions_per_second().round(),
        "bytes_per_state": rounded(checked.bytes_per_state()), "peak_bytes": checked.number("peak_bytes"),
        "path_bytes_per_step": rounded(checked.path_bytes_per_step()),
    })
}

/// The median wall time of whole processes, from start to end, on a program that is compiled.
fn first_verdict(checks: &Checks) -> Result<f64, String> {
    let program = checks.program("bench/search/FirstVerdict.java")?;
    let mut walls = Vec::new();
    for _ in 0..FIRST_VERDICTS {
        let checked = checks.check(&program, &[], &[])?;
        if checked.figures["verdict"] != "safe" {
            return Err(format!(
                "{} is safe, but the verdict is {}",
                program.name, checked.figures["verdict"]
            ));
        }
        walls.push(checked.wall.as_secs_f64());
    }
    walls.sort_by(f64::total_cmp);
    Ok(walls[walls.len() / 2])
}
