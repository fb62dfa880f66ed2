//! What only makes a search faster changes nothing that it finds, and was really there: programs with two to
//! six threads, with each accelerator and without, on the binary whose debug assertions compare every
//! foreseen step and every renewed name with the plain way.
//!
//! No option is given that would switch one of them off, but for the reduction: where steps are taken in one order,
//! few are left that can be foreseen.

use crate::{Random, compiled, number};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use testkit::check::value;

const PROGRAMS: u64 = 15;
const MAX_STATES: &str = "20000";

impl Random {
    /// A program with this many threads beside the main one: the more there are, the shorter they are.
    fn crowd(&mut self, name: &str, threads: usize) -> String {
        let mut text = HEAD.replace("NAME", name);
        let mut starts = String::new();
        for thread in 0..threads {
            let acts: Vec<String> = (0..if threads > 3 { 1 } else { 2 }).map(|_| self.turn()).collect();
            let _ = writeln!(text, "  static void t{thread}() {{ {} }}", acts.join(" "));
            let _ = writeln!(starts, "    new Thread(() -> t{thread}()).start();");
        }
        let _ = writeln!(
            text,
            "  public static void main(String[] args) {{\n{starts}    {}\n  }}\n}}",
            self.turn()
        );
        text
    }

    /// What a thread does in one go.
    fn turn(&mut self) -> String {
        let (place, value) = (["x", "y", "cell.v"][self.below(3)], self.below(3));
        match self.below(6) {
            0 => format!("{place} = {value};"),
            1 => format!("synchronized (L) {{ {place}++; }}"),
            2 => format!("cell.add({value});"),
            3 => format!("synchronized (cell) {{ int t = cell.v; cell.v = t + {value}; }}"),
            4 => format!("synchronized (L) {{ guarded += {value}; assert guarded < 9; }}"),
            _ => "synchronized (L) { synchronized (cell) { guarded++; cell.v--; } }".into(),
        }
    }
}

const HEAD: &str = "public class NAME {
  static int x, y, guarded;
  static final Object L = new Object();
  static final Cell cell = new Cell();
  static class Cell { int v; synchronized void add(int d) { v += d; } }
";

/// How often each accelerator was of use.
const COUNTERS: [&str; 3] = ["foreseen", "renewed", "guarded"];

struct Search {
    complete: bool,
    verdict: String,
    findings: String,
    states: String,
    transitions: String,
    used: [u64; 3],
}

/// Searches for all findings, or checks the temporal property that is asked for.
fn search(folder: &Path, name: &str, without: Option<&str>, property: &[&str]) -> Search {
    let record = folder.join(format!("{name}-{}.json", without.unwrap_or("all")));
    // The one that cargo built for the tests: the comparisons are its debug assertions.
    let mut jaywalk = Command::new(env!("CARGO_BIN_EXE_jaywalk"));
    jaywalk.args(["check", "--max-states", MAX_STATES]);
    jaywalk.args(if property.is_empty() { &["--all", "--reduce", "full"] } else { property });
    jaywalk.args(without.map(|what| format!("--without={what}")));
    jaywalk.arg("--json").arg(&record).arg("-cp").arg(folder.join("classes")).arg(name);
    let output = jaywalk.output().expect("jaywalk runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{name} {code:?} {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let get = |key: &str| value(&text, key).expect("the record has it").to_string();
    let count = |key: &str| get(key).trim().parse::<u64>().expect("a counter");
    Search {
        complete: get("complete") == "true",
        verdict: get("verdict"),
        findings: get("findings"),
        states: get("states"),
        transitions: get("transitions"),
        used: COUNTERS.map(count),
    }
}

#[test]
fn accelerators_change_nothing_and_are_used() {
    let (seed, count) = (number("JAYWALK_SEED", 1), number("JAYWALK_PROGRAMS", PROGRAMS));
    let (folder, programs) = compiled("crowds", count, |i, name| {
        Random::new(seed * 100_000 + i + 11).crowd(name, 2 + i as usize % 5)
    });
    let (mut compared, mut used) = (0, [0; 3]);
    for (name, text) in &programs {
        let all = search(&folder, name, None, &[]);
        if !all.complete {
            continue;
        }
        compared += 1;
        (0..3).for_each(|i| used[i] += all.used[i]);
        for (i, off) in ["foresight", "renewal", "guards"].into_iter().enumerate() {
            let plain = search(&folder, name, Some(off), &[]);
            let about = format!("seed {seed}, {name}, without {off}:\n{text}");
            assert_eq!(plain.used[i], 0, "{about}");
            if !plain.complete {
                continue;
            }
            assert_eq!((&plain.verdict, &plain.findings), (&all.verdict, &all.findings), "{about}");
            // Guards leave states out; the others only find them sooner.
            assert!(off == "guards" || plain.states == all.states, "{} {} {about}", plain.states, all.states);
        }
    }
    assert!(compared > count / 2, "too few searches came to an end: {compared}");
    for (counter, used) in COUNTERS.iter().zip(used) {
        assert!(used > 0, "no program has anything {counter}");
    }
}

/// Temporal searches listen to a depth-first one, and are told of steps that are foreseen as of those that are
/// taken: the nested search, the one by components, and the builder of graphs.
#[test]
fn listeners_are_told_of_foreseen_steps() {
    let (seed, count) = (number("JAYWALK_SEED", 1), number("JAYWALK_PROGRAMS", 4));
    let (folder, programs) = compiled("listeners", count, |i, name| {
        Random::new(seed * 100_000 + i + 77).crowd(name, 3 + i as usize % 2)
    });
    let properties: [&[&str]; 5] = [
        &["--ltl", "G F \"main.x < 9\""],
        &["--ltl", "G(\"main.x == 0\" -> F \"main.x != 0\")"],
        &["--fair", "--ltl", "F G \"main.y == 0\""],
        &["--ctl", "AG \"main.x < 9\""],
        &["--ctl", "AG EF \"main.guarded > 0\""],
    ];
    for property in properties {
        let mut foreseen = 0;
        for (name, text) in &programs {
            let told = search(&folder, name, None, property);
            let taken = search(&folder, name, Some("foresight"), property);
            let about = format!("seed {seed}, {name}, {property:?}:\n{text}");
            let all = |s: &Search| {
                let counts = (s.states.clone(), s.transitions.clone());
                (s.complete, s.verdict.clone(), s.findings.clone(), counts)
            };
            assert_eq!(all(&told), all(&taken), "{about}");
            assert_eq!(taken.used[0], 0, "{about}");
            foreseen += told.used[0];
        }
        assert!(foreseen > 0, "nothing was foreseen for {property:?}");
    }
}
