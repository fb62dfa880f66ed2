//! Random programs whose threads may run for ever: deadlocks, threads that wait in vain beside others that run on
//! (partial deadlocks), and livelocks, judged on the whole graph by its components.
//!
//! A *bottom* is a component that is never left. One in which nobody can move is an end, or a deadlock. In any other
//! one threads run for ever: if no step in it has an effect that another thread could see, it is a livelock; if some
//! thread never moves in it, that thread waits in vain. Where no path of the program ends, nobody can say whether
//! such a thread is missed.

mod graph;
mod text;

pub use graph::{Judged, judge};
pub use text::java;

use crate::engine::Engine;
use crate::random::Random;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub const VARIABLES: [&str; 2] = ["a", "b"];
pub const MONITORS: [&str; 2] = ["L", "M"];
/// Values of variables are below this.
const VALUES: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// `a = 1;`
    Set(usize, usize),
    /// `a = (a + 1) % 3;`, a read and a write.
    Next(usize),
    /// `while (a == 1) {}`
    Spin(usize, usize),
    Locked(usize, Vec<Statement>),
    /// `while (a != 1) L.wait();`, within `synchronized (L)`.
    Await(usize, usize, usize),
    /// `L.notifyAll();`, likewise.
    Notify(usize),
    /// `while (a != 1) { ... }`, the last statement of a thread.
    While(usize, usize, Vec<Statement>),
    /// `while (true) { ... }`, the last statement of a thread.
    Forever(Vec<Statement>),
}

/// What each thread does.
pub type Threads = Vec<Vec<Statement>>;

/// The program of a seed.
pub fn generate(seed: u64) -> Threads {
    let mut random = Random::new(seed);
    let count = 2 + random.below(2);
    (0..count).map(|_| body(&mut random)).collect()
}

fn body(random: &mut Random) -> Vec<Statement> {
    let mut body = list(random, None, 2);
    if random.percent(45) {
        let mut inner = list(random, None, 1);
        if random.percent(60) {
            inner.push(Statement::Next(random.below(VARIABLES.len())));
        }
        if random.percent(60) {
            body.push(Statement::While(random.below(VARIABLES.len()), random.below(VALUES), inner));
            return body;
        }
        // With a lock in hand no other statement that may take the same one.
        body.push(match random.percent(15) {
            true => {
                let forever = Statement::Forever(vec![Statement::Next(random.below(VARIABLES.len()))]);
                Statement::Locked(random.below(MONITORS.len()), vec![forever])
            }
            false => Statement::Forever(inner),
        });
    }
    body
}

/// One to so many statements and one more; `within` is the monitor that is held.
fn list(random: &mut Random, within: Option<usize>, most: usize) -> Vec<Statement> {
    (0..1 + random.below(most + 1)).map(|_| statement(random, within)).collect()
}

fn statement(random: &mut Random, within: Option<usize>) -> Statement {
    let (variable, value) = (random.below(VARIABLES.len()), random.below(VALUES));
    match (random.below(100), within) {
        (0..25, _) => Statement::Set(variable, value),
        (25..40, _) => Statement::Next(variable),
        (40..45, _) => Statement::Spin(variable, value),
        (45..75, Some(monitor)) => Statement::Await(monitor, variable, value),
        (75..100, Some(monitor)) => Statement::Notify(monitor),
        (_, _) => {
            let monitor = random.below(MONITORS.len());
            let mut inner = list(random, Some(monitor), 1);
            if random.percent(20) {
                let other = MONITORS.len() - 1 - monitor;
                inner.push(Statement::Locked(other, list(random, Some(other), 0)));
            }
            Statement::Locked(monitor, inner)
        }
    }
}

/// What a search may say of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Deadlock,
    Circle,
    Livelock,
    PartialDeadlock,
}

impl Kind {
    const WORDS: [(&'static str, Kind); 4] = [
        ("no thread can go on", Kind::Deadlock),
        ("threads wait for each other", Kind::Circle),
        ("threads go round in loops", Kind::Livelock),
        ("others run for ever, and nothing that they do", Kind::PartialDeadlock),
    ];

    fn of(finding: &str) -> Option<Kind> {
        Kind::WORDS.iter().find(|(words, _)| finding.starts_with(words)).map(|(_, kind)| *kind)
    }
}

/// The ways to search that look for all of this.
pub const WAYS: [(&str, &[&str]); 4] = [
    ("usual", &[]),
    ("off", &["--reduce", "off"]),
    ("full", &["--reduce", "full"]),
    ("no-accelerators", &["--without", "foresight,renewal,guards"]),
];

/// How often something was compared, and how often each kind was there.
#[derive(Debug, Default)]
pub struct Count {
    pub programs: u64,
    pub cut: u64,
    pub kinds: BTreeMap<Kind, u64>,
    pub in_vain: u64,
}

/// Compares so many programs by the usual search and one other way each. Tells what differs.
///
/// # Errors
/// A program cannot be compiled or searched.
pub fn compare(
    engine: &Engine,
    seeds: std::ops::Range<u64>,
    mut tell: impl FnMut(String),
) -> Result<Count, String> {
    let named = |seed: u64| format!("Endless{seed}");
    let texts: Vec<(String, String)> =
        seeds.clone().map(|seed| (named(seed), java(&named(seed), &generate(seed)))).collect();
    engine.compile(&texts)?;
    let mut count = Count::default();
    for (seed, (_, text)) in seeds.zip(&texts) {
        let judged = judge(&generate(seed));
        count.programs += 1;
        judged.kinds.iter().for_each(|&kind| *count.kinds.entry(kind).or_default() += 1);
        count.in_vain += u64::from(judged.waits_in_vain && !judged.can_end);
        let other = 1 + usize::try_from(seed).unwrap_or(0) % (WAYS.len() - 1);
        for (way, options) in [WAYS[0], WAYS[other]] {
            match searched(engine, &named(seed), options)? {
                None => count.cut += 1,
                Some(said) => {
                    if let Some(difference) = difference(&judged, &said) {
                        tell(format!("seed {seed}, {way}: {difference}\n{text}"));
                    }
                }
            }
        }
    }
    Ok(count)
}

/// What a search said.
struct Said {
    verdict: String,
    kinds: BTreeSet<Kind>,
    others: Vec<String>,
}

fn searched(engine: &Engine, class: &str, options: &[&str]) -> Result<Option<Said>, String> {
    let record = engine.folder.join(format!("{class}.json"));
    let mut command = std::process::Command::new(&engine.jaywalk);
    command.args([
        "check",
        "--all",
        "--minimize",
        "0",
        "--max-seconds",
        "60",
        "--max-states",
        "200000",
        "--jdk",
    ]);
    command.arg(&engine.jdk).args(options).arg("--json").arg(&record);
    command.arg("--class-path").arg(engine.classes()).arg(class);
    let output = command.output().map_err(|e| format!("{}: {e}", engine.jaywalk.display()))?;
    let text = std::fs::read_to_string(&record).unwrap_or_default();
    drop(std::fs::remove_file(&record));
    let Ok(record) = serde_json::from_str::<Value>(&text) else {
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{class}: exit code {:?}, no record\n{err}", output.status.code()));
    };
    let list = |key: &str| -> Vec<String> {
        let values = record[key].as_array().cloned().unwrap_or_default();
        values.iter().map(|value| value.as_str().unwrap_or_default().to_string()).collect()
    };
    if list("cuts").iter().any(|cut| cut.contains("limit")) {
        return Ok(None);
    }
    let (known, others): (Vec<String>, Vec<String>) =
        list("findings").into_iter().partition(|finding| Kind::of(finding).is_some());
    Ok(Some(Said {
        verdict: record["verdict"].as_str().unwrap_or_default().to_string(),
        kinds: known.iter().filter_map(|finding| Kind::of(finding)).collect(),
        others,
    }))
}

/// What is missing or too much. A circle of threads comes to a deadlock, or stays beside others: whether somebody looks
/// before that is a question of where steps end, and what else may be said of the same threads is left open.
fn difference(judged: &Judged, said: &Said) -> Option<String> {
    let has_circle = judged.kinds.contains(&Kind::Circle);
    let mut lines: Vec<String> = said.others.iter().map(|other| format!("extra finding: {other}")).collect();
    let extra = said.kinds.difference(&judged.kinds);
    lines.extend(
        extra
            .filter(|&&kind| !(has_circle && kind == Kind::PartialDeadlock))
            .map(|kind| format!("extra {kind:?}")),
    );
    let missing = judged.kinds.difference(&said.kinds);
    lines.extend(missing.filter(|_| !has_circle).map(|kind| format!("missing {kind:?}")));
    let expected = match (judged.kinds.is_empty(), judged.waits_in_vain) {
        (false, _) => "violation",
        (true, true) => "inconclusive",
        (true, false) => "safe",
    };
    if said.verdict != expected && !(has_circle && said.verdict == "inconclusive") {
        lines.push(format!("the verdict is {}, and not {expected}", said.verdict));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
