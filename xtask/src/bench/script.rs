//! `cargo xtask bench script [PROGRAMS]`: recording a search, certifying it, and certifying it in trust, beside
//! `check` in the same run, on the nine programs of Taleghani and Atlee (Search-Carrying Code, ASE 2010).
//! `bench script --readme` puts what was recorded last at the usual sizes into README's table.
//!
//! The programs here are of a size that takes seconds, so that all of it ends within minutes; `--large` takes the
//! largest ones whose check ends within two minutes, and an hour. Times are those of the processor, of all threads
//! together, since others may want it too, and those of the clock beside them: what packs or unpacks a script is a
//! thread of its own. As in the paper, a search can be written down plainly, and packed by a command of its own; both
//! ways are measured. The speed-up of many parts is what the largest of them allows, computed and not measured, as in
//! the paper.

mod table;

use super::checks::Checks;
use super::measure::{Sample, sample_ending};
use super::record::{append_line, describe, header, joined, rounded};
use serde_json::{Map, Value, json};
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
/// Ways to go through a program that are measured, each by its name in the record.
const WAYS: [&str; 9] =
    ["start", "check", "record", "record_loose", "pack", "certify", "certify_loose", "workers", "trust"];
/// The script that all others are made of.
const RECORD: usize = 2;
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
    let record = testkit::repo_root().join("bench/runs/script.jsonl");
    if wanted == ["--readme"] {
        return table::into_readme(&record);
    }
    let checks = Checks::new()?;
    let header = header(&checks.jdk, ROUNDS);
    println!("{}\n\n{}", describe(&header), table::HEAD.trim_end());
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
            Ok(figures) => {
                let own = json!({
                    "program": name, "arguments": arguments, "paper": paper, "is_large": is_large,
                    "figures": figures,
                });
                println!("{}", table::row(&own));
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
        let good: &[i32] = if words.contains(&"--max-states") { &[0, 3] } else { &[0] };
        sample_ending(&mut command, &self.checks.target, TIMEOUT, good)
            .map_err(|error| format!("{} {}: {error}", self.program.name, words.join(" ")))
    }

    fn measure(&self) -> Result<Value, String> {
        let (file, loose, small) = (self.file.as_str(), self.loose.as_str(), self.small.as_str());
        let ways: [(&[&str], bool); WAYS.len()] = [
            // What everything takes before its first step.
            (&["check", "--reduce", "local", "--search", "dfs", "--max-states", "1"], true),
            (&["check", "--reduce", "local", "--search", "dfs"], true),
            (&["check", "--reduce", "local", "--script", file], true),
            (&["check", "--reduce", "local", "--loose", "--script", loose], true),
            (&["script", "pack", loose, file], false),
            (&["certify", file], false),
            (&["certify", loose], false),
            (&["certify", "--workers", "2", loose], false),
            (&["certify", "--trust", small], false),
        ];
        let mut least = [(f64::MAX, f64::MAX); WAYS.len()];
        let before = load();
        for round in 0..ROUNDS {
            for (at, (words, is_check)) in ways.iter().enumerate() {
                let taken = self.jaywalk(words, *is_check)?;
                let (cpu, wall) = (taken.cpu.as_secs_f64(), taken.wall.as_secs_f64());
                least[at] = (least[at].0.min(cpu), least[at].1.min(wall));
                if round == 0 && at == RECORD {
                    self.jaywalk(&["script", "trim", file, small], false)?;
                }
            }
            if least[1].0 > LONG {
                break;
            }
        }
        let mut figures = self.sizes()?;
        for (way, (cpu, wall)) in WAYS.iter().zip(least) {
            figures.insert(format!("{way}_cpu_s"), json!(rounded(cpu)));
            figures.insert(format!("{way}_wall_s"), json!(rounded(wall)));
        }
        figures.insert("load".to_string(), json!(before));
        Ok(Value::Object(figures))
    }

    /// What scripts hold, and how they can be taken apart.
    fn sizes(&self) -> Result<Map<String, Value>, String> {
        let [states, transitions, moves, subgraphs] = self.shown(&self.file)?;
        let share = |file: &str| -> Result<Vec<f64>, String> {
            PARTS.iter().map(|parts| self.largest(file, *parts)).collect()
        };
        let sizes = json!({
            "states": states, "transitions": transitions,
            "transitions_per_state": rounded(transitions / states),
            "bytes_per_transition": rounded(moves / transitions),
            "script_kb": rounded(moves / 1024.0),
            "trustful_script_kb": rounded(self.shown(&self.small)?[2] / 1024.0),
            "loose_kb": rounded(self.shown(&self.loose)?[2] / 1024.0),
            "subgraphs_by_moves": rounded(subgraphs / moves),
            "largest_part": share(&self.file)?, "largest_trusted_part": share(&self.small)?,
        });
        Ok(sizes.as_object().cloned().unwrap_or_default())
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
