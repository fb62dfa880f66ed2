//! The binary under test: compiles programs, searches them, and reads what it says.

use crate::compiler::Compiler;
use crate::explore::{Finding, Outcomes};
use crate::settings::{Course, Setting};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Most states of a search; what is larger has nothing to compare.
const MAX_STATES: &str = "400000";
/// Most seconds of a search.
const MAX_SECONDS: &str = "60";
/// How many times a search is taken up again before it may go to its end.
const STOPS: usize = 6;
/// States after which a limited search stops, more with each stop.
const STOP_STATES: usize = 7;
/// A search that has no checkpoint by then goes on to its end.
const KILL_PATIENCE: Duration = Duration::from_millis(400);

pub struct Engine {
    pub jaywalk: PathBuf,
    /// The home of the JDK.
    pub jdk: PathBuf,
    /// Java sources of the API, for `Verify`.
    pub api: PathBuf,
    /// A folder that is ours.
    pub folder: PathBuf,
    compiler: RefCell<Option<Compiler>>,
    /// How often a search with a checkpoint was really taken up, by setting.
    pub resumed: RefCell<BTreeMap<&'static str, u64>>,
}

/// What a search has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub outputs: BTreeSet<String>,
    pub findings: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Said(Said),
    /// Too many states, or too long.
    Cut,
    /// The binary is at fault, or the verdict does not fit to what it lists.
    Fault(String),
}

/// Nobody can go on, and these are left.
const DEADLOCK: &str = "deadlock of";
/// These wait for each other while others go on.
const CIRCLE: &str = "circle of";

/// What the oracle expects, in the same words.
pub fn expected(outcomes: &Outcomes) -> Said {
    let name = |thread: usize| if thread == 0 { "main".to_string() } else { format!("t{thread}") };
    let all = |kind: &str, threads: &[usize]| {
        let mut names: Vec<String> = threads.iter().map(|thread| name(*thread)).collect();
        names.sort();
        format!("{kind} {}", names.join(" "))
    };
    let told = |finding: &Finding| match finding {
        Finding::Uncaught { thread, thrown } => format!("{} in {}", thrown.name(), name(*thread)),
        Finding::Deadlock { blocked } => all(DEADLOCK, blocked),
        Finding::Circle { threads } => all(CIRCLE, threads),
    };
    Said { outputs: outcomes.outputs.clone(), findings: outcomes.findings.iter().map(told).collect() }
}

impl Engine {
    pub fn new(jaywalk: PathBuf, jdk: PathBuf, api: PathBuf, folder: PathBuf) -> Engine {
        Engine { jaywalk, jdk, api, folder, compiler: RefCell::new(None), resumed: RefCell::default() }
    }

    pub fn classes(&self) -> PathBuf {
        self.folder.join("classes")
    }

    /// Writes and compiles classes (name and text) together.
    pub fn compile(&self, programs: &[(String, String)]) -> Result<(), String> {
        let sources = self.folder.join("src");
        std::fs::create_dir_all(&sources).map_err(|e| format!("{}: {e}", sources.display()))?;
        let mut files = Vec::new();
        for (name, text) in programs {
            let file = sources.join(format!("{name}.java"));
            std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
            files.push(file.to_string_lossy().into_owned());
        }
        let mut compiler = self.compiler.borrow_mut();
        if compiler.is_none() {
            *compiler = Some(Compiler::start(&self.jdk, &self.classes(), &self.api)?);
        }
        compiler.as_mut().expect("it is there").compile(&files)
    }

    /// Searches a compiled class in one way.
    pub fn search(&self, class: &str, setting: &Setting) -> Answer {
        let record = self.folder.join(format!("{class}-{}.json", setting.name));
        let checkpoint = self.folder.join(format!("{class}-{}.ckpt", setting.name));
        let output = match setting.course {
            Course::Whole | Course::Quiet => self.run(class, setting, &record, &["--max-states", MAX_STATES]),
            Course::Limited => self.limited(class, setting, &record, &checkpoint),
            Course::Killed => self.killed(class, setting, &record, &checkpoint),
        };
        let text = std::fs::read_to_string(&record).unwrap_or_default();
        drop(std::fs::remove_file(&record));
        drop(std::fs::remove_file(&checkpoint));
        match output {
            Ok(output) => answer(&output, &text, setting),
            Err(message) => Answer::Fault(message),
        }
    }

    /// Whether a temporal property holds; `None` if the binary does not know.
    pub fn property(
        &self,
        class: &str,
        logic: &[&str],
        formula: &str,
        reduce: &str,
    ) -> Result<Option<bool>, String> {
        let mut command = Command::new(&self.jaywalk);
        command.args(["check", "--reduce", reduce, "--max-seconds", MAX_SECONDS, "--jdk"]).arg(&self.jdk);
        command.args(logic).arg(formula).arg("--class-path").arg(self.classes()).arg(class);
        let output = command.output().map_err(|e| format!("{}: {e}", self.jaywalk.display()))?;
        match output.status.code() {
            Some(0) => Ok(Some(true)),
            Some(1) => Ok(Some(false)),
            Some(3) => Ok(None),
            code => Err(format!("exit code {code:?}\n{}", String::from_utf8_lossy(&output.stderr))),
        }
    }

    /// The command line, as one would type it.
    pub fn command(&self, class: &str, setting: &Setting) -> Command {
        let mut command = Command::new(&self.jaywalk);
        command.args(["check", "--minimize", "0", "--max-seconds", MAX_SECONDS]);
        // A search that can be taken up again lists no outputs, and stops at its first finding.
        if setting.course.finds_all() {
            command.arg("--all");
        }
        if setting.course == Course::Whole {
            command.arg("--outputs");
        }
        command.arg("--jdk").arg(&self.jdk);
        for option in setting.options {
            if *option == "SPILL" {
                command.arg(&self.folder);
            } else {
                command.arg(option);
            }
        }
        command.arg("--class-path").arg(self.classes()).arg(class);
        command
    }

    fn run(&self, class: &str, setting: &Setting, record: &Path, more: &[&str]) -> Result<Output, String> {
        let command = self.command(class, setting);
        let mut full = Command::new(command.get_program());
        let arguments: Vec<_> = command.get_args().collect();
        let (main, options) = arguments.split_last().expect("a class is named");
        full.args(options).args(more).arg("--json").arg(record).arg(main);
        drop(std::fs::remove_file(record));
        full.output().map_err(|e| format!("{}: {e}", self.jaywalk.display()))
    }

    fn limited(
        &self,
        class: &str,
        setting: &Setting,
        record: &Path,
        checkpoint: &Path,
    ) -> Result<Output, String> {
        let path = checkpoint.to_string_lossy().into_owned();
        let mut states = STOP_STATES;
        for stop in 0..STOPS {
            let limit = states.to_string();
            let mut more = vec!["--checkpoint", &path, "--max-states", &limit];
            if stop > 0 {
                self.count(setting);
                more.extend(["--resume", &path]);
            }
            let output = self.run(class, setting, record, &more)?;
            if output.status.code() != Some(3) {
                return Ok(output);
            }
            if !checkpoint.exists() {
                return Ok(output);
            }
            states = states * 2 + 5;
        }
        self.count(setting);
        self.run(class, setting, record, &["--resume", &path, "--max-states", MAX_STATES])
    }

    fn count(&self, setting: &Setting) {
        *self.resumed.borrow_mut().entry(setting.name).or_default() += 1;
    }

    fn killed(
        &self,
        class: &str,
        setting: &Setting,
        record: &Path,
        checkpoint: &Path,
    ) -> Result<Output, String> {
        let path = checkpoint.to_string_lossy().into_owned();
        let mut command = self.command(class, setting);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let arguments: Vec<_> = command.get_args().map(std::ffi::OsStr::to_os_string).collect();
        let (main, options) = arguments.split_last().expect("a class is named");
        let mut child = Command::new(&self.jaywalk)
            .args(options)
            .args(["--checkpoint", &path, "--checkpoint-every", "0"])
            .arg(main)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{}: {e}", self.jaywalk.display()))?;
        let begin = Instant::now();
        while !checkpoint.exists() && begin.elapsed() < KILL_PATIENCE {
            if child.try_wait().map_err(|e| e.to_string())?.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(child.kill());
        child.wait().map_err(|e| e.to_string())?;
        if checkpoint.exists() {
            self.count(setting);
            self.run(class, setting, record, &["--resume", &path, "--max-states", MAX_STATES])
        } else {
            self.run(class, setting, record, &["--max-states", MAX_STATES])
        }
    }
}

fn answer(output: &Output, record: &str, setting: &Setting) -> Answer {
    let may_miss = setting.may_miss;
    let code = output.status.code();
    let stderr = || String::from_utf8_lossy(&output.stderr).into_owned();
    if !matches!(code, Some(0 | 1 | 3)) {
        return Answer::Fault(format!("exit code {code:?}\n{}", stderr()));
    }
    let Ok(record) = serde_json::from_str::<Value>(record) else {
        return Answer::Fault(format!("no record\n{}", stderr()));
    };
    let gaps = record["gaps"].as_array().is_some_and(|gaps| !gaps.is_empty());
    if gaps {
        return Answer::Fault(format!("gaps: {}", record["gaps"]));
    }
    // A search that was to go on behind its findings and did not come to its end may have more to tell.
    let is_enough = !setting.course.finds_all() && record["verdict"] == "violation";
    if record["complete"] != true && !is_enough && !may_miss {
        return Answer::Cut;
    }
    let list = |key: &str| record[key].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let said = Said {
        outputs: list("outputs").iter().map(text).collect(),
        findings: list("findings").iter().map(|finding| told(&text(finding))).collect(),
    };
    let fits = match code {
        Some(0) => record["verdict"] == "safe" && said.findings.is_empty(),
        Some(1) => record["verdict"] == "violation" && !said.findings.is_empty(),
        _ => may_miss,
    };
    if !fits {
        return Answer::Fault(format!("exit code {code:?}, verdict {}, {said:?}", record["verdict"]));
    }
    Answer::Said(said)
}

/// A finding of the report in the words of `expected`.
fn told(finding: &str) -> String {
    let mut parts = finding.split("; ");
    let first = parts.next().unwrap_or_default();
    let kinds =
        [("no thread can go on", DEADLOCK), ("threads wait for each other, and can never go on", CIRCLE)];
    if let Some((_, kind)) = kinds.into_iter().find(|(words, _)| first == *words) {
        let mut names: Vec<&str> = parts.filter_map(|part| part.split(' ').next()).collect();
        names.sort_unstable();
        return format!("{kind} {}", names.join(" "));
    }
    match first.rsplit_once(" in thread ") {
        Some((thrown, thread)) => {
            let class = thrown.split(':').next().unwrap_or_default();
            format!("{class} in {thread}")
        }
        None => finding.to_string(),
    }
}

/// What the engine adds or leaves out. A run ends with a finding, so that one finding may hide others; only
/// deadlocks, and what is printed, are never hidden.
pub fn difference(expected: &Said, got: &Said, setting: &Setting) -> Option<String> {
    let mut lines = Vec::new();
    let mut compare = |what: &str, expected: &BTreeSet<String>, got: &BTreeSet<String>| {
        lines.extend(expected.difference(got).map(|missing| format!("missing {what}: {missing:?}")));
        lines.extend(got.difference(expected).map(|extra| format!("extra {what}: {extra:?}")));
    };
    if setting.course == Course::Whole {
        compare("output", &expected.outputs, &got.outputs);
    }
    compare("finding", &expected.findings, &got.findings);
    let is_first = !setting.course.finds_all();
    let hidden = |line: &String| {
        let may_hide = is_first || !line.contains(DEADLOCK);
        // Threads that wait for each other come to a deadlock, or to where others end the run; whether somebody looks
        // before that is a question of where steps end.
        let is_circle = line.contains(CIRCLE);
        line.starts_with("missing finding") && (is_circle || may_hide && !got.findings.is_empty())
    };
    lines.retain(|line| !(hidden(line) || setting.may_miss && line.starts_with("missing")));
    (!lines.is_empty()).then(|| lines.join("\n"))
}
