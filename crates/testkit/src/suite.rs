//! All cases of a tree with what they need to be run: the JDK, the binary under test, compiled classes.

use crate::case::Case;
use crate::compile::{Entry, compile_all};
use crate::jdk::{Jdk, clean_environment};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// For one run of one case, on either machine.
pub(crate) const CASE_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Suite {
    pub jdk: Jdk,
    pub jaywalk: PathBuf,
    pub cache: PathBuf,
    pub cases: Vec<Case>,
    compiled: OnceLock<Result<(), String>>,
}

/// Why a case failed: one line that groups like failures together, and all the rest.
#[derive(Debug, Clone)]
pub struct Failed {
    pub reason: String,
    pub details: String,
}

impl Suite {
    pub fn new(jdk: Jdk, jaywalk: PathBuf, cache: PathBuf, cases: Vec<Case>) -> Suite {
        Suite { jdk, jaywalk, cache, cases, compiled: OnceLock::new() }
    }

    /// The classes of a case. The first call compiles the whole suite.
    pub(crate) fn classes(&self, case: &Case) -> Result<Entry, Failed> {
        let compiled = self.compiled.get_or_init(|| compile_all(&self.jdk, &self.cache, &self.cases));
        compiled.clone().map_err(|details| Failed { reason: "javac did not run".into(), details })?;
        let entry = Entry::of(&self.cache, &self.jdk, case);
        match entry.errors() {
            Some(details) => Err(Failed { reason: "does not compile".into(), details }),
            None => Ok(entry),
        }
    }

    /// `jaywalk run` or `jaywalk check`, before its other options.
    pub(crate) fn jaywalk(&self, command: &str, case: &Case) -> Command {
        let mut jaywalk = Command::new(&self.jaywalk);
        clean_environment(&mut jaywalk);
        jaywalk.arg(command).arg("--jdk").arg(&self.jdk.home);
        if case.header.reads.is_some() {
            jaywalk.args(["--allow-read", "."]);
        }
        if case.header.writes {
            jaywalk.args(["--allow-write", "memory"]);
        }
        set_folder(&mut jaywalk, case);
        jaywalk
    }
}

/// Where a case runs: in the folder that it reads, if there is one.
pub(crate) fn set_folder(command: &mut Command, case: &Case) {
    if let (Some(folder), Some(parent)) = (&case.header.reads, case.path.parent()) {
        command.current_dir(parent.join(folder));
    }
}

/// Adds what comes last on the command line of both machines.
pub(crate) fn class_and_arguments(command: &mut Command, case: &Case, entry: &Entry) {
    let jars = case.header.needs.as_ref().and_then(|needs| needs.found()).unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(entry.classes()).chain(jars));
    command.args(&case.header.options).arg("-cp").arg(path.unwrap_or_else(|_| entry.classes().into()));
    command.arg(case.main_class()).args(&case.header.args);
}

/// Lines of Jaywalk's standard error that are quoted when it is not what differs.
const QUOTED_LINES: usize = 12;

pub(crate) fn quoted_stderr(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<String> = text.lines().take(QUOTED_LINES).map(|line| format!("  | {line}\n")).collect();
    if lines.is_empty() { String::new() } else { format!("stderr of jaywalk:\n{}", lines.concat()) }
}

/// What jaywalk complains about, if it does: a line under which like failures are counted.
pub(crate) fn complaint(stderr: &str) -> Option<&str> {
    let gap = stderr.lines().find(|line| line.starts_with("unsupported:"));
    let panic = stderr.lines().find_map(|line| line.find("panicked at").map(|at| &line[at..]));
    gap.map(|line| line.split(" at ").next().unwrap_or(line)).or(panic)
}
