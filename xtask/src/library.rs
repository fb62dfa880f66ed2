//! `cargo xtask library`: whether the classes whose calls count as one operation are linearizable, by `jaywalk
//! linearize` on the clients of `tests/library/clients.txt`, kept in `docs/library.md`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::jdk::Jdk;
use testkit::library::{Block, blocks};

const USAGE: &str = "usage: cargo xtask library [--jdk HOME]... [CLASS]...

  Explores the clients of all classes, or of those named, on the JDKs that are named (else on all of 17 and 25 that are
  found), and keeps what comes of it in docs/library.md. Wants `cargo build --release -p cli` first.
";

/// A client whose calls are not explored within so many states is explored with few preemptions.
const MAX_STATES: &str = "300000";
const FEW: u32 = 2;

pub fn command(words: &[&str]) -> Result<(), String> {
    let (mut homes, mut classes) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--jdk" => homes.push(PathBuf::from(words.next().ok_or(USAGE)?)),
            "--help" => return Err(USAGE.to_string()),
            class if !class.starts_with('-') => classes.push(class),
            _ => return Err(USAGE.to_string()),
        }
    }
    let jdks = if homes.is_empty() {
        usual_jdks()?
    } else {
        homes.iter().map(|h| Jdk::at(h)).collect::<Result<_, _>>()?
    };
    let file = testkit::repo_root().join("docs/library.md");
    let is_named = |class: &str| classes.is_empty() || classes.iter().any(|name| class.ends_with(name));
    let blocks: Vec<Block> = blocks().into_iter().filter(|block| is_named(&block.class)).collect();
    if blocks.is_empty() {
        return Err(format!("no class of tests/library/clients.txt is called {}", classes.join(" or ")));
    }
    let mut bad = Vec::new();
    for block in &blocks {
        for jdk in &jdks {
            let row = row(block, jdk)?;
            println!("{row}");
            bad.extend(
                (!row.contains(" | linearizable") && !row.contains(" | refuted")).then(|| row.clone()),
            );
            // What was found out is kept, however long the rest takes.
            keep(&file, row)?;
        }
    }
    if bad.is_empty() { Ok(()) } else { Err(format!("the table claims too much:\n{}", bad.join("\n"))) }
}

/// JDK 17 and 25, as far as they are there.
fn usual_jdks() -> Result<Vec<Jdk>, String> {
    let mut found = vec![Jdk::find()?];
    for folder in std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten() {
        let jdk = Jdk::at(&folder.path());
        found.extend(jdk.ok().filter(|jdk| matches!(jdk.major, 17 | 25)));
    }
    found.sort_by_key(|jdk| jdk.major);
    found.dedup_by_key(|jdk| jdk.major);
    Ok(found)
}

/// What clients came to.
#[derive(Default)]
struct Outcome {
    verdict: String,
    explored: u64,
    states: u64,
    /// Clients that were cut, and why.
    unfinished: Vec<(String, String)>,
    what: String,
}

/// Runs `jaywalk linearize` on some clients of a block.
fn linearize(block: &Block, jdk: &Jdk, clients: &[String], few: Option<u32>) -> Result<Outcome, String> {
    let root = testkit::repo_root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("library");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (record, with) =
        (folder.join(format!("{}.json", jdk.major)), folder.join(format!("{}.txt", jdk.major)));
    std::fs::write(&with, &block.with).map_err(|error| format!("{}: {error}", with.display()))?;
    let mut jaywalk = Command::new(target.join("release/jaywalk"));
    jaywalk.args(["linearize", "--minimize", "0", "--max-states", MAX_STATES, "--new", &block.new, "--jdk"]);
    jaywalk.arg(&jdk.home).arg("--json").arg(&record).arg("--with").arg(&with);
    for client in clients {
        jaywalk.arg("--client").arg(client);
    }
    if let Some(call) = &block.observe {
        jaywalk.arg("--observe").arg(call);
    }
    if let Some(few) = few {
        jaywalk.arg("--max-preemptions").arg(few.to_string());
    }
    let output = jaywalk.arg(&block.class).output().map_err(|error| format!("jaywalk: {error}"))?;
    if !matches!(output.status.code(), Some(0 | 1 | 3)) {
        return Err(format!("{}: {}", block.class, String::from_utf8_lossy(&output.stderr)));
    }
    let text = std::fs::read_to_string(&record).map_err(|error| format!("{}: {error}", record.display()))?;
    read(&serde_json::from_str(&text).map_err(|error| format!("{}: {error}", record.display()))?)
}

fn read(record: &Value) -> Result<Outcome, String> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_string();
    let unfinished = record["unfinished"].as_array().ok_or("a record without clients")?;
    Ok(Outcome {
        verdict: text(record, "verdict"),
        explored: record["explored"].as_u64().ok_or("a record without clients")?,
        states: record["states"].as_u64().ok_or("a record without states")?,
        unfinished: unfinished.iter().map(|cut| (text(cut, "client"), text(cut, "why"))).collect(),
        what: record["failures"]
            .as_array()
            .and_then(|all| all.first())
            .map_or(String::new(), |f| text(f, "client")),
    })
}

/// The line of a class in the page.
fn row(block: &Block, jdk: &Jdk) -> Result<String, String> {
    let clients = block.clients();
    let mut outcome = Outcome { verdict: "linearizable".to_string(), ..Outcome::default() };
    if !clients.is_empty() {
        outcome = linearize(block, jdk, &clients, block.bounded)?;
    }
    let mut verdict = outcome.verdict.clone();
    if verdict == "inconclusive" {
        let cut: Vec<String> = outcome.unfinished.iter().map(|(client, _)| client.clone()).collect();
        let few = match block.bounded {
            Some(_) => None,
            None => Some(linearize(block, jdk, &cut, Some(FEW))?),
        };
        outcome.states += few.as_ref().map_or(0, |few| few.states);
        let last = few.as_ref().unwrap_or(&outcome);
        let is_bounded = |why: &str| why == "schedules with more preemptions were left out";
        let others = last.unfinished.iter().find(|(_, why)| !is_bounded(why));
        let most = block.bounded.unwrap_or(FEW);
        verdict = match (last.verdict.as_str(), others) {
            ("not linearizable", _) => format!("not linearizable: `{}`", last.what),
            (_, Some((client, why))) => format!("unfinished: `{client}`: {why}"),
            _ => {
                format!("linearizable, bounded: {} of the clients with at most {most} preemptions", cut.len())
            }
        };
    } else if verdict == "not linearizable" {
        verdict = format!("not linearizable: `{}`", outcome.what);
    }
    let refuted = refuted(block, jdk)?;
    if clients.is_empty() {
        verdict = "refuted".to_string();
    }
    let methods = block.methods().into_iter().collect::<Vec<_>>().join(", ");
    let (class, major, verdict) = (&block.class, jdk.major, verdict.replace('|', "\\|"));
    Ok(format!(
        "| `{class}` | {major} | {verdict} | {methods} | {} | {} | {refuted} |",
        outcome.explored, outcome.states
    ))
}

/// The clients that show why methods are not in the table. They must fail.
fn refuted(block: &Block, jdk: &Jdk) -> Result<String, String> {
    let mut told = Vec::new();
    for client in &block.refuted {
        let outcome = linearize(block, jdk, std::slice::from_ref(client), None)?;
        if outcome.verdict != "not linearizable" {
            return Err(format!("{}: {client} is {}, and not refuted", block.class, outcome.verdict));
        }
        told.push(format!("`{}`", client.replace('|', "\\|")));
    }
    Ok(told.join(", "))
}

const HEAD: &str = "# Which classes of the library are linearizable

Written by `cargo xtask library`, which runs `jaywalk linearize` on the clients of `tests/library/clients.txt`, \
with calls explored operation by operation. With
`--library atomic`, a call of a class of the table in `crates/explore/src/library.rs` is one operation, \
up to where it blocks or calls back; what is not in it is
interleaved like the program's own code: iterators, bulk operations, sizes that are estimates. \
The last column has clients that refute methods which are not in the table, or
a whole class.

| class | JDK | verdict | methods | clients | states | refuted |
|---|---|---|---|---|---|---|
";

/// Puts a row in the place of the old one.
fn keep(file: &Path, row: String) -> Result<(), String> {
    let old = std::fs::read_to_string(file).unwrap_or_default();
    let key = |row: &str| row.split(" | ").take(2).collect::<Vec<_>>().join(" | ");
    let rows = old.lines().filter(|line| line.starts_with("| `")).map(str::to_string).chain([row]);
    let rows: BTreeMap<String, String> = rows.map(|row| (key(&row), row)).collect();
    let text = HEAD.to_string() + &rows.values().map(|row| format!("{row}\n")).collect::<String>();
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
