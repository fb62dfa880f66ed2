//! Small clients of all classes whose calls count as one operation: what two threads can see of them is the same
//! when the calls are explored operation by operation, with and without reduction. Pairs whose explored search is
//! too long are not compared. The calls are those of `tests/library/clients.txt`, which `cargo xtask library`
//! explores for linearizability.
//!
//! `cargo xtask library --outputs` compares every pair of operations, of which the usual run is a sample
//! (`JAYWALK_CLIENTS=all cargo test -p cli --test reduced library`).

use crate::compiled;
use std::path::Path;
use std::process::Command;
use testkit::check::value;
use testkit::library::{Block, blocks};

/// Of all pairs of operations, each so many-th is compared.
const EVERY: usize = 37;
/// Searches that take longer have nothing to compare: those of a sample, and of all.
const MAX_STATES: [&str; 2] = ["10000", "200000"];

const HEAD: &str = "import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class NAME {
  static Thread[] threads = new Thread[2];
  interface Call { Object run() throws Exception; }
  interface Action { void run() throws Exception; }
  static Object made(Call call) {
    try { return call.run(); } catch (Exception e) { return e; }
  }
  static Object made(Action action) { return made(() -> { action.run(); return \"done\"; }); }
  static String said(Object made) {
    if (made instanceof Exception) return made.getClass().getSimpleName();
    return String.valueOf(made).replaceAll(\"@[0-9a-f]+\", \"\");
  }
  static Thread thread(int number) { return threads[number]; }
  static <T> T outside(Supplier<T> body) { return body.get(); }
  WITH
";

/// A client in which one thread does the one thing and main does the other. What came of it becomes text when nobody
/// else is there any more: without reduction every access counts.
fn client(name: &str, block: &Block, one: &str, two: &str) -> String {
    let head = HEAD.replace("NAME", name).replace("WITH", &block.with);
    let [one, two] = [one, two].map(Block::expression);
    let seen = block.observe.as_deref().map_or("0".to_string(), Block::expression);
    let made = &block.new;
    format!(
        "{head}  public static void main(String[] args) throws Exception {{
    var o = {made};
    Object[] got = new Object[2];
    Thread thread = new Thread(() -> got[1] = made(() -> {two}));
    threads[0] = Thread.currentThread();
    threads[1] = thread;
    thread.start();
    got[0] = made(() -> {one});
    thread.join();
    System.out.println(said(got[0]) + \" \" + said(got[1]) + \" \" + ({seen}));
  }}
}}
"
    )
}

/// Asks for all clients instead of a sample.
const ALL: &str = "JAYWALK_CLIENTS";

pub fn compares_all() -> bool {
    std::env::var(ALL).is_ok_and(|all| all == "all")
}

/// A block, and the two calls of a client of it.
type Pair = (Block, String, String);

/// All pairs, or a sample of them.
fn pairs() -> Vec<Pair> {
    let of = |block: Block| {
        let named = |(i, j): (usize, usize)| (block.clone(), block.ops[i].clone(), block.ops[j].clone());
        block.pairs().into_iter().map(named).collect::<Vec<Pair>>()
    };
    let every = if compares_all() { 1 } else { EVERY };
    blocks().into_iter().flat_map(of).step_by(every).collect()
}

/// What a search came to.
pub struct Said {
    /// Verdict, findings and outputs.
    pub told: [String; 3],
    /// How many steps were within a call.
    pub within: u64,
    pub states: u64,
}

/// Nothing if the search was cut.
pub fn said(folder: &Path, name: &str, options: [&str; 2], most: &str) -> Option<Said> {
    let record = folder.join(format!("{name}-{}.json", options[1]));
    let mut jaywalk = Command::new(crate::binary());
    // It is ours, and what sets nothing is an error.
    jaywalk.env_remove(ALL);
    jaywalk.args(["check", "--all", "--outputs", "--max-states"]);
    jaywalk.arg(most).args(options);
    jaywalk.arg("--json").arg(&record).arg("-cp").arg(folder.join("classes")).arg(name);
    let output = jaywalk.output().expect("jaywalk runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{code:?} {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let get = |key: &str| value(&text, key).expect("the record has it").to_string();
    let number = |key: &str| get(key).trim().parse().expect("a number");
    (get("complete") == "true").then(|| Said {
        told: ["verdict", "findings", "outputs"].map(get),
        within: number("library"),
        states: number("states"),
    })
}

#[test]
fn library_calls_are_as_good_as_one_operation() {
    let pairs = pairs();
    let write = |i: u64, name: &str| {
        let (block, one, two) = &pairs[i as usize];
        client(name, block, one, two)
    };
    let (folder, programs) = compiled("library", pairs.len() as u64, write);
    let (mut compared, mut within_calls, mut different) = ([0; 2], 0, Vec::new());
    let most = MAX_STATES[usize::from(compares_all())];
    // Without reduction, calls are always explored.
    let others = [["--library", "explore"], ["--reduce", "off"]];
    for ((name, _), (block, one, two)) in programs.iter().zip(&pairs) {
        // What waits for others by spinning may be long even so.
        let Some(atomic) = said(&folder, name, ["--library", "atomic"], most) else { continue };
        within_calls += atomic.within;
        for (options, compared) in others.iter().zip(&mut compared) {
            let Some(explored) = said(&folder, name, *options, most) else { continue };
            assert_eq!(explored.within, 0, "explored calls are not one operation");
            *compared += 1;
            let (atomic, explored) = (&atomic.told, explored.told);
            if *atomic != explored {
                let what = format!("{name} {}: {one} | {two}, {options:?}", block.class);
                different.push(format!("{what}\n  {atomic:?}\n  {explored:?}"));
            }
        }
    }
    assert!(different.is_empty(), "{} clients differ:\n{}", different.len(), different.join("\n"));
    println!("{compared:?} of {} clients compared, {within_calls} steps within calls", pairs.len());
    let [explored, unreduced] = compared;
    assert!(explored > pairs.len() * 3 / 4, "too few searches came to an end: {explored} of {}", pairs.len());
    assert!(unreduced > pairs.len() / 2, "too few without reduction: {unreduced} of {}", pairs.len());
    assert!(within_calls > pairs.len() as u64 / 2, "hardly a call was one operation: {within_calls}");
}
