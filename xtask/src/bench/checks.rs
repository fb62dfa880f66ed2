//! Running `jaywalk check` for its figures.

use super::measure::sample_ending;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use testkit::case::Case;
use testkit::compile::{Entry, compile_all};
use testkit::header::Header;
use testkit::jdk::{Jdk, clean_environment};

/// For one search.
const CHECK_TIMEOUT: Duration = Duration::from_secs(600);

/// A search may be complete, or have found what it is there for, or be cut by a limit of ours.
const GOOD_CODES: [i32; 3] = [0, 1, 3];

/// A jaywalk that is built, and programs that are compiled.
pub struct Checks {
    pub jdk: Jdk,
    pub jaywalk: PathBuf,
    pub target: PathBuf,
}

pub struct Checked {
    pub wall: Duration,
    /// Of all its processes.
    pub cpu: Duration,
    /// What `--json` wrote.
    pub figures: Value,
}

impl Checks {
    pub fn new() -> Result<Checks, String> {
        super::build()?;
        let metadata = crate::metadata()?;
        let target = PathBuf::from(metadata["target_directory"].as_str().ok_or("no target directory")?);
        let (jaywalk, target) = (target.join("release/jaywalk"), target.join("bench"));
        fs::create_dir_all(&target).map_err(|e| format!("{}: {e}", target.display()))?;
        Ok(Checks { jdk: Jdk::find()?, jaywalk, target })
    }

    /// Compiles a program of the tree, named by its path there.
    pub fn program(&self, path: &str) -> Result<Case, String> {
        let path = testkit::repo_root().join(path);
        let source = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let case = Case { name, path, source, header: Header::default() };
        compile_all(&self.jdk, &self.target, std::slice::from_ref(&case))?;
        Ok(case)
    }

    /// Checks a program with these options and arguments.
    pub fn check(&self, program: &Case, options: &[&str], arguments: &[&str]) -> Result<Checked, String> {
        let entry = Entry::of(&self.target, &self.jdk, program);
        if let Some(errors) = entry.errors() {
            return Err(format!("{} does not compile:\n{errors}", program.name));
        }
        let json = self.target.join("check.json");
        let mut command = Command::new(&self.jaywalk);
        clean_environment(&mut command);
        command.arg("check").arg("--jdk").arg(&self.jdk.home).arg("--json").arg(&json);
        command.args(options).arg("-cp").arg(entry.classes()).arg(program.main_class()).args(arguments);
        let sample = sample_ending(&mut command, &self.target, CHECK_TIMEOUT, &GOOD_CODES)
            .map_err(|error| format!("{} {}: {error}", program.name, options.join(" ")))?;
        let text = fs::read_to_string(&json).map_err(|e| format!("{}: {e}", json.display()))?;
        let figures = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", json.display()))?;
        Ok(Checked { wall: sample.wall, cpu: sample.cpu, figures })
    }
}

impl Checked {
    pub fn number(&self, key: &str) -> f64 {
        self.figures[key].as_f64().unwrap_or(0.0)
    }

    /// A figure of each node of a search by several.
    pub fn over_nodes<'a>(&'a self, key: &'a str) -> impl Iterator<Item = f64> + 'a {
        self.figures["nodes"].as_array().into_iter().flatten().filter_map(move |node| node[key].as_f64())
    }

    pub fn sum_over_nodes(&self, key: &str) -> f64 {
        self.over_nodes(key).sum()
    }

    pub fn transitions_per_second(&self) -> f64 {
        self.number("transitions") / self.number("seconds").max(1e-9)
    }

    /// All steps that were taken: those before the search began again, and those of walks, take time like any others.
    pub fn steps_per_second(&self) -> f64 {
        let walked = self.figures["walks"]["steps"].as_f64().unwrap_or(0.0);
        let steps = self.number("transitions") + self.number("repeated") + walked;
        steps / self.number("seconds").max(1e-9)
    }

    /// What a step of the path takes in memory, where the path was about as long as ever.
    pub fn path_bytes_per_step(&self) -> f64 {
        self.number("path_bytes") / self.number("max_depth").max(1.0)
    }

    pub fn bytes_per_state(&self) -> f64 {
        self.number("store_bytes") / self.number("states").max(1.0)
    }
}
