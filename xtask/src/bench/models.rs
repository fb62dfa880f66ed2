//! `cargo xtask bench models`: Promela beside SPIN on models of its package, and how long symbolic engines take for the
//! models of bench/smv, each of which has a time within which it must be done.
//!
//! Times are those of the processor, because others may use the machine too.

use super::measure::sample;
use super::{record, spin};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::jdk::Jdk;

/// Engine, model, seconds.
const TASKS: &[(&str, &str, f64)] = &[
    ("bdd", "counters", 10.0),
    ("bdd", "ring", 10.0),
    ("bdd", "mutex", 10.0),
    ("ic3", "counters", 10.0),
    ("ic3", "ring", 10.0),
    ("ic3", "mutex", 10.0),
];
const TIMEOUT: Duration = Duration::from_secs(600);

/// Where Debian's package has its examples.
const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";
/// Models of more than a million states, some of them for more processes than in the package: what is changed there.
const PROMELA: [(&str, &[(&str, &str)]); 5] = [
    ("cambridge.pml", &[]),
    ("leader0.pml", &[("define N\t5", "define N\t7"), ("define L\t10", "define L\t14")]),
    ("eratosthenes.pml", &[("define MAX\t25", "define MAX\t43")]),
    ("Exercises/ex_6.pml", &[("define MaxSeq\t3", "define MaxSeq\t2")]),
    ("LTL/train.pml", &[("define N\t4", "define N\t6")]),
];
/// Shares of what SPIN does: at least so many transitions a second, at most so many bytes a state.
const LEAST_SPEED: f64 = 0.4;
const MOST_BYTES: f64 = 0.5;

pub fn command() -> Result<(), String> {
    super::build()?;
    let metadata = crate::metadata()?;
    let target = PathBuf::from(metadata["target_directory"].as_str().ok_or("no target directory")?);
    let bench = Bench {
        jaywalk: target.join("release/jaywalk"),
        scratch: target.join("bench"),
        runs: testkit::repo_root().join("bench/runs/models.jsonl"),
        header: record::header(&Jdk::find()?, 1),
    };
    let missed = bench.promela()? + bench.symbolic()?;
    if missed == 0 { Ok(()) } else { Err(format!("{missed} of them missed their mark")) }
}

struct Bench {
    jaywalk: PathBuf,
    scratch: PathBuf,
    runs: PathBuf,
    header: Value,
}

impl Bench {
    fn keep(&self, line: Value) -> Result<(), String> {
        record::append_line(&self.runs, &record::joined(&self.header, line))
    }

    /// Returns how many models missed their mark.
    fn promela(&self) -> Result<usize, String> {
        if let Some(missing) = spin::missing() {
            println!("{missing}");
            return Ok(0);
        }
        println!(
            "| model | states | transitions a second, pan | jaywalk | share | bytes a state, pan | jaywalk |"
        );
        println!("|---|---|---|---|---|---|---|");
        let mut missed = 0;
        for (name, changes) in PROMELA {
            let model = self.changed(name, changes)?;
            let flags = ["-o1", "-o2", "-o3", "-o6"];
            let compiled = ["-DNOREDUCE", "-DNOCLAIM"];
            let pan = spin::verify_with(&model, (&[], &flags), &compiled, &self.scratch)?;
            let own = self.explored(&model)?;
            let number = |key: &str| own[key].as_f64().unwrap_or(0.0);
            let (theirs, ours) =
                (pan.transitions / pan.cpu_seconds, number("transitions") / number("cpu_seconds"));
            let (their_bytes, our_bytes) =
                (pan.state_bytes / pan.states, number("store_bytes") / number("states"));
            let share = ours / theirs;
            missed += usize::from(share < LEAST_SPEED || our_bytes > MOST_BYTES * their_bytes);
            println!(
                "| `{name}` | {} | {theirs:.0} | {ours:.0} | {share:.2} | {their_bytes:.0} | {our_bytes:.0} |",
                number("states")
            );
            self.keep(json!({
                "model": name, "states": number("states"), "pan_states": pan.states,
                "pan_transitions_per_s": theirs.round(),
                "jaywalk_transitions_per_s": ours.round(), "share": record::rounded(share),
                "pan_bytes_per_state": record::rounded(their_bytes),
                "jaywalk_bytes_per_state": record::rounded(our_bytes),
                "pan_cpu_seconds": pan.cpu_seconds, "jaywalk_cpu_seconds": number("cpu_seconds"),
            }))?;
        }
        Ok(missed)
    }

    /// A model of the package with these changes, in a file of its own.
    fn changed(&self, name: &str, changes: &[(&str, &str)]) -> Result<PathBuf, String> {
        let told = |error: std::io::Error| format!("{name}: {error}");
        let mut text = std::fs::read_to_string(Path::new(EXAMPLES).join(name)).map_err(told)?;
        for (from, to) in changes {
            if !text.contains(from) {
                return Err(format!("{name}: there is no {from:?} in it"));
            }
            text = text.replace(from, to);
        }
        std::fs::create_dir_all(&self.scratch).map_err(told)?;
        let file = self.scratch.join("model.pml");
        std::fs::write(&file, text).map_err(told)?;
        Ok(file)
    }

    /// What our own search of a model told, and the time that it took of the processor.
    fn explored(&self, model: &Path) -> Result<Value, String> {
        let file = self.scratch.join("models.json");
        let mut jaywalk = Command::new(&self.jaywalk);
        jaywalk.args(["check", "--without", "walks", "--claim", "none", "--json"]).arg(&file).arg(model);
        let told = |error: String| format!("{}: {error}", model.display());
        let sample = sample(&mut jaywalk, &self.scratch, TIMEOUT).map_err(told)?;
        let text = std::fs::read_to_string(&file).map_err(|error| told(error.to_string()))?;
        let mut value: Value = serde_json::from_str(&text).map_err(|error| told(error.to_string()))?;
        value["cpu_seconds"] = json!(sample.cpu.as_secs_f64());
        Ok(value)
    }

    fn symbolic(&self) -> Result<usize, String> {
        println!("\n| engine | model | seconds | at most | MiB |\n|---|---|---|---|---|");
        let mut late = 0;
        for (engine, model, most) in TASKS {
            let mut jaywalk = Command::new(&self.jaywalk);
            let file = testkit::repo_root().join(format!("bench/smv/{model}.smv"));
            jaywalk.args(["check", "--all", "--engine", engine]).arg(file);
            // IC3 says nothing of branching time.
            let ended = super::measure::sample_ending(&mut jaywalk, &self.scratch, TIMEOUT, &[0, 3]);
            let sample = ended.map_err(|error| format!("{engine} {model}: {error}"))?;
            let seconds = sample.cpu.as_secs_f64();
            late += usize::from(seconds > *most);
            println!("| {engine} | {model} | {seconds:.2} | {most:.0} | {} |", sample.peak_bytes >> 20);
            self.keep(json!({
                "engine": engine, "model": model, "cpu_seconds": record::rounded(seconds),
                "peak_bytes": sample.peak_bytes,
            }))?;
        }
        Ok(late)
    }
}
