//! `cargo xtask bench real`: small programs like those that people write, on java.util.concurrent, executors,
//! futures and streams. What counts is whether the search comes to an end, and with how many states; each is also
//! searched with the library's calls explored operation by operation, as the reference of the same run.

use super::checks::{Checked, Checks};
use super::record::{append_line, header, joined, rounded};
use serde_json::{Value, json};

/// Programs below `bench/real` with their arguments.
const SUBJECTS: &[(&str, &[&str])] = &[
    ("Synchronized", &["2"]),
    ("Synchronized", &["3"]),
    ("Synchronized", &["4"]),
    ("Locked", &["2"]),
    ("Locked", &["3"]),
    ("Locked", &["4"]),
    ("PoolTask", &[]),
    ("PoolSubmit", &[]),
    ("PoolTwo", &[]),
    ("ForkJoin", &[]),
    ("ParallelSum", &[]),
    ("Scheduled", &[]),
    ("Exchange", &[]),
    ("Futures", &[]),
    ("AllOf", &[]),
    ("ArrayQueue", &[]),
    ("LinkedQueue", &[]),
    ("HandOver", &[]),
    ("PriorityQueues", &[]),
    ("TransferQueue", &[]),
    ("DequeQueue", &[]),
    ("Latch", &[]),
    ("Barrier", &[]),
    ("Permits", &[]),
    ("ReadWrite", &[]),
    ("Stamped", &[]),
    ("Conditions", &[]),
    ("Counters", &[]),
    ("Phases", &[]),
    ("Listeners", &[]),
    ("Treiber", &[]),
    ("SpinLock", &[]),
    ("Transfer", &[]),
    ("OwnVolatiles", &[]),
    ("Untouched", &["100"]),
    ("Untouched", &["100000"]),
    ("Idle", &["4"]),
    ("Idle", &["8"]),
    ("WrongLock", &["100"]),
    ("Reorder", &["10"]),
    ("Reorder", &["100"]),
    ("TwoStage", &["100"]),
];

/// Longer than anybody waits for an answer about a program of this size; the reference need not come to its end.
const USUAL: [&str; 2] = ["--max-seconds", "20"];
const EXPLORED: [&str; 4] = ["--max-seconds", "5", "--library", "explore"];

pub fn command() -> Result<(), String> {
    let checks = Checks::new()?;
    let header = header(&checks.jdk, 1);
    let file = testkit::repo_root().join("bench/runs/real.jsonl");
    println!(
        "{:<16} {:>10} {:>11} {:>8} {:>12} {:>12}   {:>10} {:>8}",
        "program", "states", "transitions", "seconds", "per second", "all steps/s", "explored", "seconds"
    );
    for (name, arguments) in SUBJECTS {
        let program = checks.program(&format!("bench/real/{name}.java"))?;
        let usual = checks.check(&program, &USUAL, arguments)?;
        let explored = checks.check(&program, &EXPLORED, arguments)?;
        println!(
            "{:<16} {} {:>12.0} {:>12.0}   {}",
            format!("{name} {}", arguments.join(" ")),
            row(&usual, true),
            usual.transitions_per_second(),
            usual.steps_per_second(),
            row(&explored, false)
        );
        let own = json!({
            "program": name, "arguments": arguments, "atomic": record(&usual), "explored": record(&explored),
        });
        append_line(&file, &joined(&header, own))?;
    }
    Ok(())
}

/// A search that was cut is marked, and one that has found something: their states are those that they had come to.
fn row(checked: &Checked, has_transitions: bool) -> String {
    let mark = match (checked.figures["verdict"] == "violation", checked.figures["complete"] == true) {
        (true, _) => "!",
        (false, true) => "",
        (false, false) => ">",
    };
    let states = format!("{mark}{}", checked.number("states"));
    let transitions = match has_transitions {
        true => format!(" {:>11}", checked.number("transitions")),
        false => String::new(),
    };
    format!("{states:>10}{transitions} {:>8.2}", checked.number("seconds"))
}

fn record(checked: &Checked) -> Value {
    json!({
        "verdict": checked.figures["verdict"], "complete": checked.figures["complete"],
        "states": checked.number("states"),
        "transitions": checked.number("transitions"), "seconds": rounded(checked.number("seconds")),
        "transitions_per_second": checked.transitions_per_second().round(),
        "steps_per_second": checked.steps_per_second().round(),
    })
}
