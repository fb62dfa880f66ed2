//! SPIN itself, asked about the same models.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What `pan` says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PanReport {
    pub states: u64,
    pub transitions: u64,
    pub errors: u64,
    /// `invalid end state`, `assertion violated`.
    pub first: String,
    pub is_cut: bool,
}

pub fn is_there() -> bool {
    let found = |name: &str, flag: &str| Command::new(name).arg(flag).output().is_ok();
    found("spin", "-V") && found("cc", "--version")
}

pub struct Pan {
    folder: PathBuf,
}

impl Pan {
    /// Compiles the verifier of a model. Nothing if SPIN refuses it; then its words.
    pub fn new(file: &Path, folder: &Path, flags: &[&str]) -> Result<Pan, String> {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let _ = std::fs::remove_file(folder.join("pan.c"));
        let spin = Command::new("spin")
            .args(["-o1", "-o2", "-o3", "-o6", "-a"])
            .arg(file)
            .current_dir(folder)
            .output()
            .map_err(|error| error.to_string())?;
        let words =
            String::from_utf8_lossy(&spin.stdout).to_string() + &String::from_utf8_lossy(&spin.stderr);
        // What it calls dubious it takes nevertheless, and ends as if it had not.
        let is_dubious =
            words.lines().filter(|line| line.contains("Error:")).all(|line| line.contains("dubious"));
        if !folder.join("pan.c").exists() || !(spin.status.success() || is_dubious) {
            return Err(words);
        }
        let compiled = Command::new("cc")
            .args(["-O0", "-w", "-DNOREDUCE"])
            .args(flags)
            .args(["-o", "pan", "pan.c"])
            .current_dir(folder)
            .output()
            .map_err(|error| error.to_string())?;
        match compiled.status.success() {
            true => Ok(Pan { folder: folder.to_path_buf() }),
            false => Err(String::from_utf8_lossy(&compiled.stderr).to_string()),
        }
    }

    pub fn run(&self, flags: &[&str]) -> PanReport {
        let output = Command::new("timeout")
            .args(["60", "./pan", "-m1000000", "-w20"])
            .args(flags)
            .current_dir(&self.folder)
            .output();
        let text =
            output.map(|output| String::from_utf8_lossy(&output.stdout).to_string()).unwrap_or_default();
        let mut said = PanReport::default();
        for line in text.lines() {
            let number =
                || line.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
            if line.contains("states, stored") {
                said.states = number() as u64;
            } else if line.contains("transitions (=") {
                said.transitions = number() as u64;
            } else if let Some((_, errors)) = line.split_once("errors: ") {
                said.errors = errors.trim().parse().unwrap_or(u64::MAX);
            } else if line.starts_with("pan:1: ") || line.starts_with("pan: ") && said.first.is_empty() {
                said.first = line.split_once(": ").map_or(line, |(_, rest)| rest).to_string();
            }
        }
        said.is_cut = text.contains("max search depth too small") || !text.contains("states, stored");
        said
    }
}
