//! `cargo xtask bench script [PROGRAMS]`: recording a search, certifying it, and certifying it in trust, beside
//! `check` in the same run, on the nine programs of Taleghani and Atlee (Search-Carrying Code, ASE 2010).
//!
//! The programs here are of a size that takes seconds, so that all of it ends within minutes; `--large` takes the
//! largest ones whose check ends within two minutes, and an hour. Times are those of the processor, of all threads
//! together, since others may want it too, and those of the clock beside them. As in the paper, a search is written
//! down plainly, and packed by a command of its own; both ways to have it are measured. The speed-up of many parts is
//! what the largest of them allows, computed and not measured, as in the paper.

use super::checks::Checks;
use super::measure::{Sample, sample};
use super::record::{append_line, describe, header, joined, rounded};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;
use testkit::case::Case;
use testkit::compile::Entry;
use testkit::jdk::clean_environment;

/// A program below `examples/concurrency`.
struct Program {
    name: &'static str,
    /// Arguments with which a check takes seconds, and the largest with which it takes less than two minutes.
    usual: &'static str,
    large: &'static str,
    /// The arguments of the paper, in its order.
    paper: &'static str,
}

const fn of(name: &'static str, usual: &'static str, large: &'static str, paper: &'static str) -> Program {
    Program { name, usual, large, paper }
}

const PROGRAMS: [Program; 9] = [
    of("NestedMonitor", "2 2 2 1", "2 2 2 2", "5,4,4"),
    of("ReplicatedWorkers", "3 2", "4 2", "5,2"),
    of("Elevator", "2 2 2", "2 2 3", "5,10,10"),
    of("ReadersWriters", "2 2 1", "2 2 2", "4,4"),
    of("SleepingBarber", "1 3 2", "1 4 2", "2,4,3"),
    of("BoundedBuffer", "2 3 2 1", "2 3 3 1", "5,4,4"),
    of("Pipeline", "3 1", "4 1", "7"),
    of("ListenerPipeline", "3 1", "4 1", "4,1"),
    of("DiningPhilosophers", "6", "7", "8"),
];

const PARTS: [u32; 3] = [10, 50, 100];
/// Each is measured so often, in turns, and the least counts: others can only make it slower. Once, if it takes long.
const ROUNDS: usize = 2;
const LONG: f64 = 8.0;
/// Ways to go through a program that are measured.
const WAYS: usize = 8;
const TIMEOUT: Duration = Duration::from_secs(600);

struct Bench<'a> {
    checks: &'a Checks,
    program: &'a Case,
    arguments: Vec<&'a str>,
    file: String,
    loose: String,
    small: String,
}

pub fn command(wanted: &[&str]) -> Result<(), String> {
    let checks = Checks::new()?;
    let header = header(&checks.jdk, ROUNDS);
    let record = testkit::repo_root().join("bench/runs/script.jsonl");
    println!("{}\n", describe(&header));
    println!(
        "{:<26} {:>9} {:>9} {:>7}  {:>6} {:>6} {:>6} {:>7} {:>7} {:>6} {:>7}  {:>6} {:>6}  {:>17}  {:>17}",
        "program",
        "states",
        "trans.",
        "check s",
        "record",
        "pack",
        "both",
        "certify",
        "loose",
        "trust",
        "2 work.",
        "B/tr.",
        "subgr.",
        "10/50/100 parts",
        "trusted"
    );
    let is_large = wanted.contains(&"--large");
    let named: Vec<&&str> = wanted.iter().filter(|word| **word != "--large").collect();
    let mut failed = 0;
    for Program { name, usual, large, paper } in PROGRAMS {
        if !named.is_empty() && !named.contains(&&name) {
            continue;
        }
        let arguments = if is_large { large } else { usual };
        let program = checks.program(&format!("examples/concurrency/{name}.java"))?;
        let file = checks.target.join(format!("{name}.script")).display().to_string();
        let (loose, small) = (format!("{file}.loose"), format!("{file}.small"));
        let arguments_list = arguments.split(' ').collect();
        let bench =
            Bench { checks: &checks, program: &program, arguments: arguments_list, file, loose, small };
        // What cannot be measured of one program says nothing of the others.
        match bench.measure() {
            Ok(line) => {
                println!("{}", row(&format!("{name} {arguments}"), &line));
                let own = json!({ "program": name, "arguments": arguments, "paper": paper, "figures": line });
                append_line(&record, &joined(&header, own))?;
            }
            Err(why) => {
                failed += 1;
                println!("{name} {arguments}: {why}");
            }
        }
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} programs could not be measured")) }
}

impl Bench<'_> {
    fn jaywalk(&self, words: &[&str], is_check: bool) -> Result<Sample, String> {
        let mut command = Command::new(&self.checks.jaywalk);
        clean_environment(&mut command);
        command.args(&words[..1]);
        if words[0] != "script" {
            command.arg("--jdk").arg(&self.checks.jdk.home);
        }
        command.args(&words[1..]);
        if is_check {
            let entry = Entry::of(&self.checks.target, &self.checks.jdk, self.program);
            command.arg("-cp").arg(entry.classes()).arg(self.program.main_class()).args(&self.arguments);
        }
        sample(&mut command, &self.checks.target, TIMEOUT)
            .map_err(|error| format!("{} {}: {error}", self.program.name, words.join(" ")))
    }

    fn measure(&self) -> Result<Value, String> {
        let (file, loose, small) = (self.file.as_str(), self.loose.as_str(), self.small.as_str());
        let check = ["check", "--reduce", "local", "--search", "dfs"];
        let ways: [(&[&str], bool); WAYS] = [
            (&check, true),
            (&["check", "--reduce", "local", "--loose", "--script", loose], true),
            (&["script", "pack", loose, file], false),
            (&["check", "--reduce", "local", "--script", file], true),
            (&["certify", file], false),
            (&["certify", loose], false),
            (&["certify", "--workers", "2", loose], false),
            (&["certify", "--trust", small], false),
        ];
        let mut least = [(f64::MAX, f64::MAX); WAYS];
        for round in 0..ROUNDS {
            for (at, (words, is_check)) in ways.iter().enumerate() {
                if round == 0 && at == 4 {
                    self.jaywalk(&["script", "trim", file, small], false)?;
                }
                let taken = self.jaywalk(words, *is_check)?;
                let (cpu, wall) = (taken.cpu.as_secs_f64(), taken.wall.as_secs_f64());
                least[at] = (least[at].0.min(cpu), least[at].1.min(wall));
            }
            if least[0].0 > LONG {
                break;
            }
        }
        let [check, record, pack, packed, certify, certify_loose, workers, trust] = least;
        let shown = self.shown(file)?;
        let trimmed = self.shown(small)?;
        let [states, transitions, moves, subgraphs] = shown;
        let share = |file: &str| -> Result<Vec<f64>, String> {
            PARTS.iter().map(|parts| self.largest(file, *parts)).collect()
        };
        let by_check = |way: (f64, f64)| rounded(way.0 / check.0);
        let by_check_wall = |way: (f64, f64)| rounded(way.1 / check.1);
        Ok(json!({
            "states": states, "transitions": transitions,
            "transitions_per_state": rounded(transitions / states),
            "check_cpu_s": rounded(check.0), "check_wall_s": rounded(check.1),
            "record_by_check": by_check(record), "record_by_check_wall": by_check_wall(record),
            "pack_by_check": by_check(pack), "record_packed_by_check": by_check(packed),
            "record_packed_by_check_wall": by_check_wall(packed),
            "certify_by_check": by_check(certify), "certify_by_check_wall": by_check_wall(certify),
            "certify_loose_by_check": by_check(certify_loose),
            "check_by_trust": rounded(check.0 / trust.0),
            "certify_wall_s": rounded(certify_loose.1), "workers_wall_s": rounded(workers.1),
            "workers_speedup": rounded(certify_loose.1 / workers.1),
            "workers_cpu_by_certify": rounded(workers.0 / certify_loose.0),
            "bytes_per_transition": rounded(moves / transitions),
            "script_kb": rounded(moves / 1024.0), "trustful_script_kb": rounded(trimmed[2] / 1024.0),
            "loose_kb": rounded(self.shown(loose)?[2] / 1024.0),
            "subgraphs_by_moves": rounded(subgraphs / moves),
            "load": load(), "largest_part": share(file)?, "largest_trusted_part": share(small)?,
        }))
    }

    /// States, transitions, bytes of moves and of the Subgraphs table.
    fn shown(&self, file: &str) -> Result<[f64; 4], String> {
        let output = self.jaywalk(&["script", "show", file], false)?.output;
        let text = String::from_utf8_lossy(&output).into_owned();
        let number = |key: &str| -> Result<f64, String> {
            let line = text.lines().find_map(|line| line.trim().strip_prefix(key));
            let word = line.and_then(|line| line.split_whitespace().next());
            word.and_then(|word| word.trim_end_matches(',').parse().ok())
                .ok_or_else(|| format!("{file}: `script show` tells no {key}"))
        };
        Ok([number("states")?, number("transitions")?, number("moves")?, number("subgraphs")?])
    }

    /// Of all there is to do, what the largest of so many parts has.
    fn largest(&self, file: &str, parts: u32) -> Result<f64, String> {
        let output =
            self.jaywalk(&["script", "split", file, "-k", &parts.to_string(), "--dry-run"], false)?.output;
        let text = String::from_utf8_lossy(&output).into_owned();
        let percent = text.split("the largest ").nth(1).and_then(|rest| rest.split('%').next());
        let percent: Option<f64> = percent.and_then(|word| word.parse().ok());
        percent.map(|percent| rounded(percent / 100.0)).ok_or_else(|| format!("{file}: {text}"))
    }
}

/// How many processes wanted a processor: with others on the machine, wall times tell little.
fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

fn row(name: &str, line: &Value) -> String {
    let number = |key: &str| line[key].as_f64().unwrap_or(0.0);
    let certify = number("certify_by_check").max(1e-9);
    let allowed = |key: &str, speed: f64| -> String {
        let list = line[key].as_array().cloned().unwrap_or_default();
        let speeds =
            list.iter().map(|share| format!("{:.0}", speed / share.as_f64().unwrap_or(1.0).max(1e-9)));
        speeds.collect::<Vec<_>>().join(" / ")
    };
    format!(
        "{name:<26} {:>9} {:>9} {:>7.2}  {:>5.2}x {:>5.2}x {:>5.2}x {:>6.2}x {:>6.2}x {:>5.1}x {:>6.2}x  \
         {:>6.3} {:>5.1}%  {:>17}  {:>17}",
        number("states"),
        number("transitions"),
        number("check_cpu_s"),
        number("record_by_check"),
        number("pack_by_check"),
        number("record_packed_by_check"),
        number("certify_by_check"),
        number("certify_loose_by_check"),
        number("check_by_trust"),
        number("workers_speedup"),
        number("bytes_per_transition"),
        100.0 * number("subgraphs_by_moves"),
        allowed("largest_part", 1.0 / certify),
        allowed("largest_trusted_part", number("check_by_trust")),
    )
}
