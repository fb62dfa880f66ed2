//! `cargo xtask library`: whether the classes whose calls count as one operation are linearizable, by `jaywalk
//! linearize` on the clients of `tests/library/clients.txt`, kept in `docs/library.md`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::jdk::Jdk;
use testkit::library::{Block, Row, blocks, in_cell, rows};

const USAGE: &str = "usage: cargo xtask library [--jdk HOME]... [CLASS]...
       cargo xtask library --outputs

  Explores the clients of all classes, or of those named, on the JDKs that are named (else on all of 17 and 25 that are
  found), and keeps what comes of it in docs/library.md. With --outputs, compares all that every pair of calls can
  print when calls are one operation, when they are explored, and when nothing is left out. Wants `cargo build \
  --release -p cli` first.
";

/// A client must be explored within so many states.
const MAX_STATES: u64 = 2_000_000;
/// A longer client is left unfinished after so many.
const MAX_LONGER: u64 = 50_000;
/// Nothing takes that long on any machine; if it does, it is told as unfinished.
const MAX_SECONDS: &str = "3600";

pub fn command(words: &[&str]) -> Result<(), String> {
    let (mut homes, mut classes) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--outputs" => return outputs(),
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
            bad.extend((!is_as_told(block, &row)).then(|| row.to_string()));
            // What was found out is kept, however long the rest takes.
            keep(&file, row)?;
        }
    }
    if bad.is_empty() { Ok(()) } else { Err(format!("not as clients.txt claims:\n{}", bad.join("\n"))) }
}

/// The verdict is what the block claims.
fn is_as_told(block: &Block, row: &Row) -> bool {
    match block.open.contains(&row.jdk) {
        true => row.verdict.starts_with("inconclusive"),
        false if block.ops.is_empty() => row.verdict == REFUTED,
        false => row.passes(),
    }
}

/// All pairs of calls in the test of which `./test` runs a sample.
fn outputs() -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--package", "cli", "--test", "reduced", "library", "--", "--nocapture"]);
    cargo.env("JAYWALK_CLIENTS", "all").env("JAYWALK_TEST_BIN", target().join("release/jaywalk"));
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("calls are not as good as one operation".to_string()) }
}

fn target() -> PathBuf {
    let usual = || testkit::repo_root().join("target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(usual, PathBuf::from)
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
fn linearize(block: &Block, jdk: &Jdk, clients: &[String], states: u64) -> Result<Outcome, String> {
    let folder = target().join("library");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (record, with) =
        (folder.join(format!("{}.json", jdk.major)), folder.join(format!("{}.txt", jdk.major)));
    std::fs::write(&with, &block.with).map_err(|error| format!("{}: {error}", with.display()))?;
    let mut jaywalk = Command::new(target().join("release/jaywalk"));
    jaywalk.args(["linearize", "--minimize", "0", "--max-seconds", MAX_SECONDS, "--max-states"]);
    jaywalk.arg(states.to_string()).args(["--new", &block.new, "--jdk"]);
    jaywalk.arg(&jdk.home).arg("--json").arg(&record).arg("--with").arg(&with);
    for client in clients {
        jaywalk.arg("--client").arg(client);
    }
    if let Some(call) = &block.observe {
        jaywalk.arg("--observe").arg(call);
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

/// The verdict on a class of which nothing is in the table.
const REFUTED: &str = "refuted";

/// The line of a class in the page.
fn row(block: &Block, jdk: &Jdk) -> Result<Row, String> {
    let (clients, longer) = (block.clients(), block.longer());
    let mut row = Row {
        class: block.class.clone(),
        jdk: jdk.major.to_string(),
        verdict: REFUTED.to_string(),
        methods: block.methods().into_iter().collect(),
        clients: clients.len() as u64,
        longer: (0, longer.len() as u64),
        refuted: refuted(block, jdk)?,
        ..Row::default()
    };
    if !clients.is_empty() {
        let outcome = linearize(block, jdk, &clients, MAX_STATES)?;
        (row.verdict, row.states) = (verdict(&outcome), outcome.states);
    }
    if row.passes() && !longer.is_empty() {
        let outcome = linearize(block, jdk, &longer, MAX_LONGER)?;
        row.states += outcome.states;
        row.longer.0 = outcome.explored - outcome.unfinished.len() as u64;
        // What is left open beyond the clients that must be explored whole is told by their number.
        if outcome.verdict == "not linearizable" {
            row.verdict = verdict(&outcome);
        }
    }
    Ok(row)
}

/// The verdict, and on which client it rests if it is not a good one.
fn verdict(outcome: &Outcome) -> String {
    let told = match (outcome.verdict.as_str(), outcome.unfinished.first()) {
        ("not linearizable", _) => format!("not linearizable: `{}`", outcome.what),
        ("linearizable", None) => "linearizable".to_string(),
        (_, Some((client, why))) => format!("inconclusive: `{client}`: {why}"),
        (other, None) => other.to_string(),
    };
    in_cell(&told)
}

/// The clients that show why methods are not in the table. They must fail.
fn refuted(block: &Block, jdk: &Jdk) -> Result<Vec<String>, String> {
    for client in &block.refuted {
        let outcome = linearize(block, jdk, std::slice::from_ref(client), MAX_STATES)?;
        if outcome.verdict != "not linearizable" {
            return Err(format!("{}: {client} is {}, and not refuted", block.class, outcome.verdict));
        }
    }
    Ok(block.refuted.iter().map(|client| in_cell(client)).collect())
}

const HEAD: &str = "# Which classes of the library are linearizable

Written by `cargo xtask library`, which runs [`jaywalk linearize`](linearize.md) on the clients of \
`tests/library/clients.txt`, with calls
explored operation by operation. With `--library atomic`, a call of a method below of a class that is \
`linearizable` is one operation, up to where it blocks or calls
back (the table is `crates/explore/src/library/table.rs`, and a test compares the two). What is not here is \
interleaved like the program's own code: iterators,
bulk operations, sizes that are estimates, executors. A class of which a program uses such a method while other \
threads run is explored operation by operation as a whole, since that method could see a call in the middle.

A class is `linearizable` here if all its clients were explored whole, and whole calls explain each of their \
histories. Longer clients, of two threads with two calls
each, are drawn from all that there are; none may have a history that is not explained, but some have too \
many states. Refuted are clients that show why methods are
not in the table, or a whole class. Where a row is `inconclusive`, searches do not end on that JDK, and the \
table rests on the other one.

| class | JDK | verdict | methods | clients | longer ones explored | states | refuted |
|---|---|---|---|---|---|---|---|
";

/// Puts a row in the place of the old one.
fn keep(file: &Path, row: Row) -> Result<(), String> {
    let key = |row: &Row| (row.class.clone(), row.jdk.clone());
    let rows: BTreeMap<_, Row> = rows().into_iter().chain([row]).map(|row| (key(&row), row)).collect();
    let text = HEAD.to_string() + &rows.values().map(|row| format!("{row}\n")).collect::<String>();
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page is about the clients that there are.
    #[test]
    fn every_class_has_its_rows() {
        let (rows, blocks) = (rows(), blocks());
        assert_eq!(rows.len(), 2 * blocks.len(), "cargo xtask library");
        for block in blocks {
            for jdk in ["17", "25"] {
                let row = rows.iter().find(|row| row.class == block.class && row.jdk == jdk);
                let row = row.unwrap_or_else(|| panic!("cargo xtask library {}", block.class));
                let expected = Row {
                    class: block.class.clone(),
                    jdk: jdk.to_string(),
                    verdict: row.verdict.clone(),
                    methods: block.methods().into_iter().collect(),
                    clients: block.clients().len() as u64,
                    longer: (row.longer.0, block.longer().len() as u64),
                    states: row.states,
                    refuted: block.refuted.iter().map(|client| in_cell(client)).collect(),
                };
                assert_eq!(*row, expected, "cargo xtask library {}", block.class);
                assert!(is_as_told(&block, row), "{row}");
            }
        }
    }
}
