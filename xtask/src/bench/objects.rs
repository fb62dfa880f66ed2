//! `cargo xtask bench objects`: `jaywalk explore` with and without `--delta`, beside hand-written enumerators of the
//! same structures on `java` (bench/objects). All of them count the same, or the run fails. Times are those of the
//! processor, of all threads together, since others may want it too.

use super::measure::{Sample, sample};
use super::record::{append_line, describe, header, joined, rounded};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::jdk::{Jdk, clean_environment};

const TIMEOUT: Duration = Duration::from_secs(600);
/// Each is measured so often, in turns, and the least counts: others can only make it slower.
const ROUNDS: usize = 3;

/// The name in the papers, the class, its calls, and the bound on calls and values.
struct Subject {
    name: &'static str,
    class: &'static str,
    calls: &'static [&'static str],
    n: u32,
    has_enumerator: bool,
}

const fn subject(
    name: &'static str,
    class: &'static str,
    calls: &'static [&'static str],
    n: u32,
    has_enumerator: bool,
) -> Subject {
    Subject { name, class, calls, n, has_enumerator }
}

const SUBJECTS: &[Subject] = &[
    subject("binheap", "BinomialHeap", &["insert(int)", "delete(int)"], 7, false),
    subject("bst", "SearchTree", &["add(int)", "remove(int)"], 10, true),
    subject("deque", "LinkedDeque", &["addFirst(int)", "addLastOrRemove(int)"], 8, true),
    subject("fibheap", "FibonacciHeap", &["insert(int)", "removeLeast"], 7, false),
    subject("heaparray", "HeapArray", &["insert(int)", "removeGreatest"], 8, true),
    subject("linkedlist", "RingList", &["add(int)", "removeLast", "contains(int)"], 6, false),
    subject("queue", "TwoStackQueue", &["enqueue(int)", "dequeue"], 7, false),
    subject("stack", "LinkedStack", &["push(int)", "pop"], 7, true),
    subject("treemap", "RedBlackTree", &["put(int)", "remove(int)"], 12, true),
    subject("ubstack", "UniqueStack", &["push(int)", "pop"], 8, true),
];

/// Larger bounds, which sets have to manage in a minute and 2 GB. Measured once.
const LARGE: &[Subject] = &[
    subject("bst", "SearchTree", &["add(int)", "remove(int)"], 11, false),
    subject("deque", "LinkedDeque", &["addFirst(int)", "addLastOrRemove(int)"], 10, false),
    subject("stack", "LinkedStack", &["push(int)", "pop"], 8, false),
    subject("treemap", "RedBlackTree", &["put(int)", "remove(int)"], 14, false),
];

struct Setting {
    jdk: Jdk,
    jaywalk: PathBuf,
    scratch: PathBuf,
    classes: PathBuf,
}

/// What one way to explore took.
struct Took {
    cpu: f64,
    peak_bytes: u64,
    /// Structures, expanded structures, executions.
    counts: [u64; 3],
    runs: Option<u64>,
}

pub fn command(wanted: &[&str]) -> Result<(), String> {
    super::build()?;
    let target = PathBuf::from(crate::metadata()?["target_directory"].as_str().ok_or("no target directory")?);
    let scratch = target.join("bench/objects");
    let (jaywalk, classes) = (target.join("release/jaywalk"), scratch.join("classes"));
    let setting = Setting { jdk: Jdk::find()?, jaywalk, scratch, classes };
    compile(&setting)?;
    let header = header(&setting.jdk, ROUNDS);
    let file = testkit::repo_root().join("bench/runs/objects.jsonl");
    println!("{}\n\nseconds of CPU, start-up included", describe(&header));
    println!(
        "{:<14} {:>9} {:>11} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}",
        "subject", "expanded", "executions", "java", "explore", "--delta", "/ java", "gain", "runs"
    );
    let is_wanted = |subject: &&Subject| wanted.is_empty() || wanted.contains(&subject.name);
    let mut gains = Vec::new();
    for subject in SUBJECTS.iter().filter(is_wanted) {
        let Measured { java, plain, sets } = measured(&setting, subject)?;
        gains.push(plain.cpu / sets.cpu);
        println!("{}", row(subject, java.as_ref(), &plain, &sets));
        let own = json!({
            "subject": subject.name, "n": subject.n, "structures": plain.counts[0], "expanded": plain.counts[1],
            "executions": plain.counts[2], "java": java.as_ref().map(record), "explore": record(&plain),
            "delta": record(&sets),
        });
        append_line(&file, &joined(&header, own))?;
    }
    if gains.is_empty() {
        return Err(format!("no subject of {}", wanted.join(", ")));
    }
    gains.sort_by(f64::total_cmp);
    println!("median gain of --delta: {:.2}, least {:.2}\n", median(&gains), gains[0]);
    for subject in LARGE.iter().filter(is_wanted) {
        let sets = explored(&setting, subject, &["--delta"])?;
        let megabytes = sets.peak_bytes >> 20;
        println!("{} {} --delta: {:.1} s of CPU, {megabytes} MiB", subject.name, subject.n, sets.cpu);
        let own = json!({
            "subject": subject.name, "n": subject.n, "structures": sets.counts[0], "expanded": sets.counts[1],
            "executions": sets.counts[2], "delta": record(&sets),
        });
        append_line(&file, &joined(&header, own))?;
    }
    Ok(())
}

fn median(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

/// The least that each way took, in turns.
struct Measured {
    java: Option<Took>,
    plain: Took,
    sets: Took,
}

fn measured(setting: &Setting, subject: &Subject) -> Result<Measured, String> {
    let mut least: Option<Measured> = None;
    for _ in 0..ROUNDS {
        let java = if subject.has_enumerator { Some(enumerated(setting, subject)?) } else { None };
        let (plain, sets) = (explored(setting, subject, &[])?, explored(setting, subject, &["--delta"])?);
        let counts: Vec<[u64; 3]> = java.iter().chain([&plain, &sets]).map(|took| took.counts).collect();
        if counts.iter().any(|&all| all != plain.counts) {
            return Err(format!("{}: the counts differ: {counts:?}", subject.name));
        }
        let less = |a: Took, b: Took| if a.cpu <= b.cpu { a } else { b };
        least = Some(match least {
            None => Measured { java, plain, sets },
            Some(before) => Measured {
                java: before.java.zip(java).map(|(a, b)| less(a, b)),
                plain: less(before.plain, plain),
                sets: less(before.sets, sets),
            },
        });
    }
    least.ok_or_else(|| "no round".to_string())
}

fn row(subject: &Subject, java: Option<&Took>, plain: &Took, sets: &Took) -> String {
    let shown = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.2}"));
    format!(
        "{:<14} {:>9} {:>11} {:>8} {:>8.2} {:>8.2} {:>8} {:>8.2} {:>9}",
        format!("{} {}", subject.name, subject.n),
        plain.counts[1],
        plain.counts[2],
        shown(java.map(|took| took.cpu)),
        plain.cpu,
        sets.cpu,
        shown(java.map(|took| plain.cpu / took.cpu)),
        plain.cpu / sets.cpu,
        sets.runs.unwrap_or(0),
    )
}

fn record(took: &Took) -> Value {
    json!({ "cpu_s": rounded(took.cpu), "peak_bytes": took.peak_bytes, "runs": took.runs })
}

/// The enumerators and all subjects as class files.
fn compile(setting: &Setting) -> Result<(), String> {
    fs::create_dir_all(&setting.classes).map_err(|e| format!("{}: {e}", setting.classes.display()))?;
    let root = testkit::repo_root();
    let path = |part: &str| root.join(part).display().to_string();
    let mut javac = setting.jdk.javac();
    javac.args(["-nowarn", "-sourcepath", &path("api/src"), "-d"]).arg(&setting.classes);
    javac.arg(path("bench/objects/Enumerate.java"));
    javac.args(SUBJECTS.iter().map(|subject| path(&format!("examples/structures/{}.java", subject.class))));
    let done = javac.output().map_err(|e| format!("javac: {e}"))?;
    match done.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
    }
}

fn enumerated(setting: &Setting, subject: &Subject) -> Result<Took, String> {
    let mut java = setting.jdk.java();
    java.arg("-cp").arg(&setting.classes).args(["Enumerate", subject.name, &subject.n.to_string()]);
    let Sample { cpu, peak_bytes, output, .. } = sample(&mut java, &setting.scratch, TIMEOUT)?;
    let text = String::from_utf8_lossy(&output);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let counts =
        numbers.try_into().map_err(|_| format!("{}: the enumerator printed {text}", subject.name))?;
    Ok(Took { cpu: cpu.as_secs_f64(), peak_bytes, counts, runs: None })
}

fn explored(setting: &Setting, subject: &Subject, more: &[&str]) -> Result<Took, String> {
    let json = setting.scratch.join("explored.json");
    let new = match subject.class {
        "UniqueStack" => format!("UniqueStack({})", subject.n),
        class => format!("{class}()"),
    };
    let mut command = Command::new(&setting.jaywalk);
    clean_environment(&mut command);
    command.arg("explore").arg("--jdk").arg(&setting.jdk.home).arg("--json").arg(&json);
    command.args(["--coverage", "off", "--new", &new]).args(more);
    command.args(["--values", &format!("1..{}", subject.n), "--length", &subject.n.to_string()]);
    command.args(subject.calls.iter().flat_map(|call| ["--call", call]));
    command.arg("-cp").arg(&setting.classes).arg(subject.class);
    let Sample { cpu, peak_bytes, .. } = sample(&mut command, &setting.scratch, TIMEOUT)?;
    let figures = read(&json)?;
    let counts = ["states", "expanded", "transitions"].map(|key| figures[key].as_u64().unwrap_or(0));
    Ok(Took { cpu: cpu.as_secs_f64(), peak_bytes, counts, runs: figures["runs"].as_u64() })
}

fn read(json: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(json).map_err(|e| format!("{}: {e}", json.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", json.display()))
}
