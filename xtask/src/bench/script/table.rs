//! README's table of search-carrying code, made of what `bench script` has recorded.

use crate::bench::thousands;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub const HEAD: &str = "\
| program (published size) | states, transitions a state | bytes a transition, Subgraphs of that | record / \
`check`: CPU, clock | `--loose`: CPU, clock | certify / `check`: CPU, clock | of a loose script: CPU, clock | \
two workers, clock: times faster | trust, CPU: times faster, beyond start-up, fewer steps | 10, 50, 100 parts \
allow | in trust |
|---|---|---|---|---|---|---|---|---|---|---|
";

/// What Taleghani and Atlee publish of a program: states, transitions a state, bytes a transition, what recording and
/// certifying take beside a search, how many times faster trust is, and what 10, 50 and 100 parts allow, in trust too.
struct Published {
    program: &'static str,
    states: &'static str,
    figures: [&'static str; 5],
    parts: [&'static str; 2],
}

const fn of(
    program: &'static str,
    states: &'static str,
    figures: [&'static str; 5],
    parts: [&'static str; 2],
) -> Published {
    Published { program, states, figures, parts }
}

const PUBLISHED: [Published; 9] = [
    of("NestedMonitor", "71,941", ["6.9", "0.09", "1.01", "0.99", "7.1"], ["9, 18, 28", "56, 136, 175"]),
    of("ReplicatedWorkers", "710,022", ["5.1", "0.08", "1.00", "0.95", "6.1"], ["8, 18, 40", "34, 100, 130"]),
    of("Elevator", "386,032", ["8.4", "0.08", "1.00", "0.96", "9"], ["10, 23, 45", "57, 132, 160"]),
    of("ReadersWriters", "227,116", ["5.1", "0.09", "1.00", "0.97", "6.3"], ["9, 22, 27", "38, 80, 194"]),
    of("SleepingBarber", "1,452,194", ["4.3", "0.08", "1.00", "0.95", "5.3"], ["9, 23, 28", "31, 85, 164"]),
    of("BoundedBuffer", "786,987", ["7.1", "0.06", "1.00", "0.96", "8.4"], ["9, 25, 30", "48, 140, 270"]),
    of("Pipeline", "82,011", ["6.1", "0.10", "1.01", "0.99", "6.7"], ["8, 15, 39", "39, 96, 155"]),
    of("ListenerPipeline", "59,512", ["4.1", "0.38", "1.00", "0.98", "5"], ["8, 22, 25", "30, 64, 104"]),
    of(
        "DiningPhilosophers",
        "209,014",
        ["5.2", "0.10", "1.00", "0.97", "6.3"],
        ["8, 22, 38", "39, 103, 133"],
    ),
];

/// The row of one recorded line. What was not measured is a dash.
pub fn row(line: &Value) -> String {
    let (program, figures) = (line["program"].as_str().unwrap_or_default(), &line["figures"]);
    let number = |key: &str| figures[key].as_f64();
    let by = |above: &str, below: &str, kind: &str| -> Option<f64> {
        Some(number(&format!("{above}_{kind}_s"))? / number(&format!("{below}_{kind}_s"))?)
    };
    // Older lines have ratios alone.
    let by_check = |way: &str, kind: &str| {
        let older = if kind == "cpu" { "" } else { "_wall" };
        by(way, "check", kind).or_else(|| number(&format!("{way}_by_check{older}")))
    };
    let shown =
        |value: Option<f64>, digits: usize| value.map_or("-".to_string(), |v| format!("{v:.digits$}"));
    let both = |way: &str| format!("{}, {}", shown(by_check(way, "cpu"), 2), shown(by_check(way, "wall"), 2));
    let trust = by("check", "trust", "cpu").or_else(|| number("check_by_trust"));
    let workers = by("certify_loose", "workers", "wall").or_else(|| number("workers_speedup"));
    let allowed = |key: &str, speed: Option<f64>| -> String {
        let shares = figures[key].as_array().cloned().unwrap_or_default();
        let speeds = shares
            .iter()
            .map(|share| shown(speed.zip(share.as_f64()).map(|(speed, share)| speed / share), 0));
        speeds.collect::<Vec<_>>().join(", ")
    };
    let beyond = || {
        let start = number("start_cpu_s")?;
        Some((number("check_cpu_s")? - start) / (number("trust_cpu_s")? - start).max(0.001))
    };
    let [steps, bytes, record, certify, trusted] =
        published(program).map_or(["-"; 5], |published| published.figures);
    let states = published(program).map_or("-", |published| published.states);
    let [parts, trusted_parts] = published(program).map_or(["-"; 2], |published| published.parts);
    let cells = [
        format!("{program} {} ({})", text(line, "arguments"), text(line, "paper")),
        format!(
            "{}, {} ({states}, {steps})",
            number("states").map_or("-".to_string(), thousands),
            shown(number("transitions_per_state"), 1)
        ),
        format!(
            "{}, {} % ({bytes})",
            shown(number("bytes_per_transition"), 3),
            shown(number("subgraphs_by_moves").map(|share| 100.0 * share), 1)
        ),
        format!("{} ({record})", both("record")),
        both("record_loose"),
        format!("{} ({certify})", both("certify")),
        both("certify_loose"),
        shown(workers, 2),
        format!(
            "{}, {}, {} ({trusted})",
            shown(trust, 1),
            shown(beyond(), 1),
            shown(number("transitions_per_state"), 1)
        ),
        format!("{} ({parts})", allowed("largest_part", by_check("certify", "cpu").map(|ratio| 1.0 / ratio))),
        format!("{} ({trusted_parts})", allowed("largest_trusted_part", trust)),
    ];
    format!("| {} |", cells.join(" | "))
}

fn published(program: &str) -> Option<&'static Published> {
    PUBLISHED.iter().find(|published| published.program == program)
}

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap_or_default()
}

/// The table of the last line of every program at its usual size.
fn table(record: &Path) -> Result<String, String> {
    let lines = fs::read_to_string(record).map_err(|error| format!("{}: {error}", record.display()))?;
    let mut last = BTreeMap::new();
    for line in lines.lines() {
        let line: Value =
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", record.display()))?;
        if line["is_large"] != true {
            last.insert(text(&line, "program").to_string(), line);
        }
    }
    let rows =
        PUBLISHED.iter().filter_map(|published| last.get(published.program)).map(|line| row(line) + "\n");
    Ok(HEAD.to_string() + &rows.collect::<String>())
}

/// README with another table in the place of its own.
fn with_table(readme: &str, table: &str) -> Result<String, String> {
    let first = HEAD.split(',').next().unwrap_or(HEAD);
    let from =
        readme.find(first).ok_or_else(|| format!("README.md has no line that begins with `{first}`"))?;
    let length: usize =
        readme[from..].split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    Ok([&readme[..from], table, &readme[from + length..]].concat())
}

/// `bench script --readme`.
pub fn into_readme(record: &Path) -> Result<(), String> {
    let (file, table) = (testkit::repo_root().join("README.md"), table(record)?);
    let readme = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let written = with_table(&readme, &table)?;
    print!("{table}");
    if written == readme {
        println!("README.md has this table already");
        return Ok(());
    }
    fs::write(&file, written).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever measures anew puts it into README, by `cargo xtask bench script --readme`.
    #[test]
    fn readme_has_what_was_recorded() {
        let root = testkit::repo_root();
        let table = table(&root.join("bench/runs/script.jsonl")).expect("lines");
        let readme = fs::read_to_string(root.join("README.md")).expect("README");
        assert_eq!(table.lines().count(), 2 + PUBLISHED.len());
        assert!(readme.contains(&table), "run `cargo xtask bench script --readme`:\n{table}");
    }

    #[test]
    fn rows_are_ratios_of_one_run() {
        let line = serde_json::json!({
            "program": "Pipeline", "arguments": "3 1", "paper": "7",
            "figures": {
                "states": 1_234_567.0, "transitions_per_state": 4.06, "bytes_per_transition": 0.0131,
                "subgraphs_by_moves": 0.026, "start_cpu_s": 0.1, "check_cpu_s": 2.1, "check_wall_s": 2.0,
                "record_cpu_s": 2.31, "record_wall_s": 2.1, "certify_cpu_s": 2.1, "certify_wall_s": 1.5,
                "certify_loose_wall_s": 1.4, "workers_wall_s": 0.7, "trust_cpu_s": 0.5,
                "largest_part": [0.2, 0.02, 0.01], "largest_trusted_part": [0.1, 0.02, 0.01],
            }
        });
        assert_eq!(
            row(&line),
            "| Pipeline 3 1 (7) | 1,234,567, 4.1 (82,011, 6.1) | 0.013, 2.6 % (0.10) | 1.10, 1.05 (1.01) | -, - \
             | 1.00, 0.75 (0.99) | -, 0.70 | 2.00 | 4.2, 5.0, 4.1 (6.7) | 5, 50, 100 (8, 15, 39) \
             | 42, 210, 420 (39, 96, 155) |"
        );
    }

    #[test]
    fn the_table_takes_the_place_of_the_old_one() {
        let readme = "a\n| program (published size) | states |\n|---|\n| old |\n\nb\n";
        assert_eq!(with_table(readme, "| new |\n").as_deref(), Ok("a\n| new |\n\nb\n"));
        assert!(with_table("nothing", "").is_err());
    }
}
