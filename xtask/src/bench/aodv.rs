//! `cargo xtask bench aodv`: the protocol of examples/aodv with one of its errors, one structure after the other and by
//! sets, with the numbers of events of table 4.6 of d'Amorim's dissertation; exploring goes on behind violations, as
//! there. Then the first violation of each error, and as many events without one.

use super::measure::{Sample, sample_ending};
use super::record::{append_line, describe, header, joined, rounded};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use testkit::jdk::{Jdk, clean_environment};

const TIMEOUT: Duration = Duration::from_secs(900);
/// Events in a row, structures there, and how many times faster sets were there.
const SIZES: [(u32, u32, f64); 5] =
    [(6, 1061, 0.88), (7, 3796, 1.26), (8, 13195, 1.72), (9, 44735, 2.04), (10, 147_805, 1.91)];
/// The events that lead to the first violation.
const NINTH: u64 = 9;

struct Setting {
    jdk: Jdk,
    jaywalk: PathBuf,
    scratch: PathBuf,
}

pub fn command() -> Result<(), String> {
    super::build()?;
    let target = PathBuf::from(crate::metadata()?["target_directory"].as_str().ok_or("no target directory")?);
    let setting = Setting {
        jdk: Jdk::find()?,
        jaywalk: target.join("release/jaywalk"),
        scratch: target.join("bench/aodv"),
    };
    let header = header(&setting.jdk, 1);
    let file = testkit::repo_root().join("bench/runs/objects.jsonl");
    println!("{}\n\nseconds of CPU, compiling included", describe(&header));
    println!(
        "{:>6} {:>11} {:>11} {:>8} {:>8} {:>6} {:>8} {:>8}  {:>10} {:>10}",
        "events", "structures", "executions", "explore", "--delta", "gain", "MiB", "MiB", "published", "gain"
    );
    for (events, published, published_gain) in SIZES {
        let (alone, plain) = explored(&setting, &["--all", "--digest"], events, "deletes")?;
        let (by_sets, sets) = explored(&setting, &["--all", "--digest", "--delta"], events, "deletes")?;
        for name in ["states", "transitions", "digest"] {
            if plain[name] != sets[name] {
                return Err(format!("{events} events: {name} differs: {} and {}", plain[name], sets[name]));
            }
        }
        let seconds = [&alone, &by_sets].map(|sample| sample.cpu.as_secs_f64());
        println!(
            "{events:>6} {:>11} {:>11} {:>8.2} {:>8.2} {:>6.2} {:>8} {:>8}  {published:>10} {published_gain:>10.2}",
            plain["states"],
            plain["transitions"],
            seconds[0],
            seconds[1],
            seconds[0] / seconds[1],
            alone.peak_bytes >> 20,
            by_sets.peak_bytes >> 20,
        );
        let own = json!({
            "subject": "aodv", "n": events, "structures": plain["states"], "executions": plain["transitions"],
            "explore": record(&alone), "delta": record(&by_sets),
        });
        append_line(&file, &joined(&header, own))?;
    }
    first_violations(&setting)
}

fn first_violations(setting: &Setting) -> Result<(), String> {
    for error in ["none", "deletes", "keeps", "hasty"] {
        let (_, record) = explored(setting, &["--delta"], NINTH as u32, error)?;
        let found = record["found"].as_array().and_then(|found| found.first());
        let rounds = found.and_then(|found| found["java"].as_array()).map(Vec::len);
        println!(
            "{error}: {}",
            rounds.map_or("no violation".to_string(), |n| format!("violated by event {n}"))
        );
        let expected = (error != "none").then_some(NINTH as usize);
        if rounds != expected || record["cuts"].as_array().is_none_or(|cuts| !cuts.is_empty()) {
            return Err(format!("{error}: the first violation is not where it should be: {rounds:?}"));
        }
    }
    Ok(())
}

fn record(sample: &Sample) -> Value {
    json!({ "cpu_s": rounded(sample.cpu.as_secs_f64()), "peak_bytes": sample.peak_bytes })
}

fn explored(setting: &Setting, more: &[&str], events: u32, error: &str) -> Result<(Sample, Value), String> {
    let json = setting.scratch.join("explored.json");
    let mut command = Command::new(&setting.jaywalk);
    clean_environment(&mut command);
    command.arg("explore").arg("--jdk").arg(&setting.jdk.home).arg("--json").arg(&json);
    command.arg("--driver").args(more).arg(testkit::repo_root().join("examples/aodv/Aodv.java"));
    command.args([&events.to_string(), error]);
    let sample = sample_ending(&mut command, &setting.scratch, TIMEOUT, &[0, 1])?;
    let text = fs::read_to_string(&json).map_err(|e| format!("{}: {e}", json.display()))?;
    let record = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", json.display()))?;
    Ok((sample, record))
}
