//! Random units with a real environment, against generated ones: whatever a unit prints with its real callers and the
//! real classes that it calls, it prints with drivers and stubs in their place, too.

mod texts;

pub use texts::{Program, generate};

use crate::random::Random;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Most states of a search; what is larger is compared as far as it went.
const MAX_STATES: &str = "200000";
/// Most seconds of a search.
const MAX_SECONDS: &str = "60";

/// How closely stubs look at the code behind them.
pub const PRECISIONS: [&str; 3] = ["types", "sites", "receiver"];

/// What a comparison has come to.
#[derive(Debug, PartialEq, Eq)]
pub enum Compared {
    /// Everything that the real one prints is there: how many outcomes.
    Same(usize),
    /// The real program or the generated one has too many states, or does not end well.
    Cut,
}

/// How often each came out.
#[derive(Debug, Default)]
pub struct Count {
    pub programs: usize,
    pub comparisons: usize,
    /// Comparisons that a limit cut off.
    pub cut: usize,
    /// Outcomes of real programs that were looked for.
    pub outcomes: usize,
    /// Comparisons with universal drivers, with assumptions, and with stubs.
    pub kinds: [usize; 3],
}

impl Count {
    fn add(&mut self, kind: usize, compared: Compared) {
        self.comparisons += 1;
        match compared {
            Compared::Same(outcomes) => {
                self.outcomes += outcomes;
                self.kinds[kind] += 1;
            }
            Compared::Cut => self.cut += 1,
        }
    }
}

/// What is needed beside programs.
pub struct Tools {
    pub jaywalk: PathBuf,
    /// The home of the JDK.
    pub jdk: PathBuf,
    /// Java sources of the API, for `Verify`.
    pub api: PathBuf,
}

impl Tools {
    /// Compiles all sources of a folder into it, once for all runs.
    fn compile(&self, folder: &Path) -> Result<(), String> {
        let mut javac = Command::new(self.jdk.join("bin/javac"));
        javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-nowarn", "-g"]);
        javac.arg("-sourcepath").arg(&self.api).args(["-d", "."]).current_dir(folder);
        for name in ["Item", "Base", "Listener", "Unit", "Env", "Main"] {
            javac.arg(format!("{name}.java"));
        }
        let done = javac.output().map_err(|e| format!("{}: {e}", self.jdk.display()))?;
        if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
    }
}

/// Compares one program with its environments, in a folder of its own.
///
/// # Errors
/// What the generated environment cannot do, or what the binary does wrong.
pub fn compare(tools: &Tools, folder: &Path, seed: u64, count: &mut Count) -> Result<(), String> {
    let mut random = Random::new(seed);
    let program = generate(&mut random);
    drop(std::fs::remove_dir_all(folder));
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (name, text) in program.files() {
        std::fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"))?;
    }
    tools.compile(folder)?;
    count.programs += 1;
    let bench = Bench { jaywalk: &tools.jaywalk, folder, seed };
    let Some(real) = bench.outcomes("Main", &[])?.complete() else {
        count.cut += 1;
        return Ok(());
    };
    // Which stubs go with which drivers follows from the seed, so that all pairs come.
    let precision = PRECISIONS[seed as usize % PRECISIONS.len()];
    let mut specs = vec![("Universal.env", 0)];
    if program.is_sayable {
        specs.push((["Exact.env", "Wide.env", "Wide.env"][random.below(3)], 1));
    }
    for (spec, kind) in specs {
        count.add(kind, bench.holds(&real, spec, &[])?);
        // Stubs make the universal environment too large.
        if kind == 1 {
            let with = ["--stub", "Env", "--stub-precision", precision];
            count.add(2, bench.holds(&real, spec, &with)?);
        }
    }
    Ok(())
}

/// A program in its folder.
struct Bench<'a> {
    jaywalk: &'a Path,
    folder: &'a Path,
    seed: u64,
}

/// What a program prints, and whether that is all.
struct Outcomes {
    all: BTreeSet<String>,
    is_complete: bool,
    is_safe: bool,
}

impl Outcomes {
    fn complete(self) -> Option<BTreeSet<String>> {
        (self.is_complete && self.is_safe).then_some(self.all)
    }
}

impl Bench<'_> {
    fn holds(&self, real: &BTreeSet<String>, spec: &str, with: &[&str]) -> Result<Compared, String> {
        let made = self.outcomes(spec, with)?;
        let missing: Vec<&String> = real.difference(&made.all).collect();
        match (missing.is_empty(), made.is_complete) {
            (true, _) => Ok(Compared::Same(real.len())),
            (false, false) => Ok(Compared::Cut),
            (false, true) => Err(format!(
                "seed {}: {spec} {} has {} outcomes, and not {missing:?} ({})",
                self.seed,
                with.join(" "),
                made.all.len(),
                self.folder.display()
            )),
        }
    }

    fn outcomes(&self, main: &str, with: &[&str]) -> Result<Outcomes, String> {
        let record = self.folder.join("outcomes.json");
        drop(std::fs::remove_file(&record));
        let output = self.run(main, with, &record)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let fault = |what: &str| {
            let out = String::from_utf8_lossy(&output.stdout);
            Err(format!("seed {}: {main} {}: {what}\n{out}{said}", self.seed, with.join(" ")))
        };
        let code = output.status.code().unwrap_or(-1);
        if !(0..=1).contains(&code) && code != 3 {
            return fault(&format!("exit code {code}"));
        }
        let text = std::fs::read_to_string(&record).unwrap_or_default();
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            // What is not supported has no record.
            return match code {
                3 => Ok(Outcomes { all: BTreeSet::new(), is_complete: false, is_safe: false }),
                _ => fault("no record"),
            };
        };
        let listed = value["outputs"].as_array().cloned().unwrap_or_default();
        let all = listed.iter().filter_map(Value::as_str).map(str::to_string).collect();
        Ok(Outcomes { all, is_complete: code != 3, is_safe: code == 0 })
    }

    fn run(&self, main: &str, with: &[&str], record: &Path) -> Result<Output, String> {
        let mut command = Command::new(self.jaywalk);
        command.args(["check", "--outputs", "--all", "--max-states", MAX_STATES]);
        command.args(["--max-seconds", MAX_SECONDS]).arg("--json").arg(record);
        command.args(with).arg(main).current_dir(self.folder);
        command.output().map_err(|e| format!("{}: {e}", self.jaywalk.display()))
    }
}

/// A folder for the program of a seed.
pub fn folder_of(root: &Path, seed: u64) -> PathBuf {
    root.join(format!("unit-{seed}"))
}
