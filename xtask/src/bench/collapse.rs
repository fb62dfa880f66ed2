//! `cargo xtask bench collapse`: what states take and how long a search does, without compression, collapsed,
//! and as trees.
//!
//! The table is that of the paper on collapse compression in Java PathFinder: states, transitions, entries of
//! the pools, memory, time, and bytes per state. All ways must find the same states; a difference is an
//! error.

use super::checks::Checks;
use super::record::{append_line, header, joined, rounded};
use serde_json::json;

/// Programs below `examples/concurrency` with their arguments: small enough to be kept without compression.
const SUBJECTS: [(&str, &[&str]); 6] = [
    ("DiningPhilosophers", &["5", "0"]),
    ("BoundedBuffer", &["1", "2", "2", "1"]),
    ("ReadersWriters", &["2", "2", "1"]),
    ("Elevator", &["1", "3", "3"]),
    ("ReplicatedWorkers", &["3", "2"]),
    ("ListenerPipeline", &["2", "2"]),
];

const WAYS: [(&str, &[&str]); 4] = [
    ("off", &["--reduce", "local", "--compress", "off"]),
    ("collapse", &["--reduce", "local", "--compress", "collapse"]),
    ("tree", &["--reduce", "local", "--compress", "tree"]),
    ("fingerprint", &["--reduce", "local", "--store", "fingerprint"]),
];

pub fn command() -> Result<(), String> {
    let checks = Checks::new()?;
    let header = header(&checks.jdk, 1);
    let file = testkit::repo_root().join("bench/runs/collapse.jsonl");
    println!(
        "{:<19} {:<12} {:>9} {:>11} {:>8} {:>9} {:>8} {:>12}",
        "program", "states as", "states", "transitions", "entries", "MB", "seconds", "bytes/state"
    );
    for (name, arguments) in SUBJECTS {
        let program = checks.program(&format!("examples/concurrency/{name}.java"))?;
        let mut expected = None;
        for (way, options) in WAYS {
            let checked = checks.check(&program, options, arguments)?;
            let sizes = (checked.number("states"), checked.number("transitions"));
            if *expected.get_or_insert(sizes) != sizes {
                return Err(format!(
                    "{name}: {way} finds {sizes:?} states and transitions, and not {expected:?}"
                ));
            }
            let pools = checked.figures["store"]["pools"].as_object();
            let entries: u64 = pools
                .iter()
                .flat_map(|pools| pools.values())
                .filter_map(|pool| pool["entries"].as_u64())
                .sum();
            let (megabytes, seconds) = (checked.number("store_bytes") / 1e6, checked.number("seconds"));
            let per_state = checked.bytes_per_state();
            println!(
                "{name:<19} {way:<12} {:>9} {:>11} {entries:>8} {megabytes:>9.2} {seconds:>8.2} {per_state:>12.1}",
                sizes.0, sizes.1
            );
            let own = json!({
                "program": name, "arguments": arguments, "way": way, "states": sizes.0, "transitions": sizes.1,
                "entries": entries, "bytes": checked.number("store_bytes"), "bytes_per_state": rounded(per_state),
                "seconds": rounded(seconds),
            });
            append_line(&file, &joined(&header, own))?;
        }
    }
    Ok(())
}
