//! Random schedules of threads with locks: reduced searches find the same deadlocks, failed assertions and
//! outputs as the plain one.

use crate::{Random, compiled, number};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use testkit::check::value;

const PROGRAMS: u64 = 24;
/// Searches that take longer have nothing to compare.
const MAX_STATES: &str = "150000";

impl Random {
    /// A place that threads share.
    fn place(&mut self) -> &'static str {
        ["x", "y", "a.v", "b.v", "numbers[0]", "numbers[1]"][self.below(6)]
    }

    fn lock(&mut self) -> &'static str {
        ["L", "M", "a"][self.below(3)]
    }

    /// One statement in one line.
    fn act(&mut self, depth: usize, held: &[&'static str]) -> String {
        let (place, other, value) = (self.place(), self.place(), self.below(3));
        match self.below(if depth < 3 { 16 } else { 9 }) {
            0 | 1 => format!("{place} = {value};"),
            2 => format!("{place}++;"),
            3 => format!("{place} = {other};"),
            4 => format!("{{ int t = {place}; {other} = t + 1; }}"),
            5 => format!("b = new Node({value});"),
            6 => format!("{{ Node t = b; t.v = {value}; }}"),
            7 if self.below(3) == 0 => format!("assert {place} < 3;"),
            8 => match held {
                [.., lock] if self.below(2) == 0 => format!("{lock}.notifyAll();"),
                [.., lock] if self.below(3) == 0 => format!("if ({place} == {value}) {lock}.wait();"),
                _ => format!("{place} = {value};"),
            },
            9 => format!("if ({place} == {value}) {{ {} }}", self.acts(depth + 1, held)),
            10 => format!(
                "for (int i{depth} = 0; i{depth} < 2; i{depth}++) {{ {} }}",
                self.acts(depth + 1, held)
            ),
            11 => format!("bump({value});"),
            _ => {
                let lock = self.lock();
                let inside = [held, &[lock]].concat();
                format!("synchronized ({lock}) {{ {} }}", self.acts(depth + 1, &inside))
            }
        }
    }

    fn acts(&mut self, depth: usize, held: &[&'static str]) -> String {
        (0..1 + self.below(3)).map(|_| self.act(depth, held)).collect::<Vec<_>>().join(" ")
    }

    fn schedule(&mut self, name: &str) -> String {
        let (threads, joins) = (1 + self.below(2), self.below(2) == 0);
        let mut text = HEAD.replace("NAME", name);
        let (mut starts, mut ends) = (String::new(), String::new());
        for thread in 0..threads {
            let acts = self.acts(1, &[]);
            let _ = writeln!(text, "  static void t{thread}() throws Exception {{ {acts} }}");
            let _ = writeln!(starts, "    Thread t{thread} = start(() -> t{thread}());");
            if joins {
                let _ = writeln!(ends, "    t{thread}.join();");
            }
        }
        let acts = self.acts(1, &[]);
        let _ = writeln!(
            text,
            "  public static void main(String[] args) throws Exception {{\n{starts}    {acts}\n{ends}    \
                show();\n  }}\n}}"
        );
        text
    }
}

const HEAD: &str = "public class NAME {
  static int x, y;
  static final Object L = new Object(), M = new Object();
  static final int[] numbers = new int[2];
  static final Node a = new Node(0);
  static Node b = new Node(0);
  static class Node { int v; Node(int v) { this.v = v; } synchronized void add(int d) { v += d; } }
  interface Body { void run() throws Exception; }
  static synchronized void bump(int d) { x += d; a.add(d); }
  static Thread start(Body body) {
    Thread thread = new Thread(() -> { try { body.run(); } catch (Exception e) { throw new Error(e); } });
    thread.start();
    return thread;
  }
  static void show() { System.out.println(x + \" \" + y + \" \" + a.v + \" \" + b.v + \" \" + numbers[0] + \
  numbers[1]); }
";

/// What a search says that came to its end: the verdict, the findings and all outputs.
fn said(folder: &Path, name: &str, reduce: &str) -> Option<[String; 3]> {
    let record = folder.join(format!("{name}-{reduce}.json"));
    let mut jaywalk = Command::new(env!("CARGO_BIN_EXE_jaywalk"));
    jaywalk.args(["check", "--all", "--outputs", "--reduce", reduce, "--max-states", MAX_STATES]);
    jaywalk.arg("--json").arg(&record).arg("-cp").arg(folder.join("classes")).arg(name);
    let output = jaywalk.output().expect("jaywalk runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{code:?} {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let get = |key: &str| value(&text, key).expect("the record has it").to_string();
    (get("complete") == "true").then(|| ["verdict", "findings", "outputs"].map(get))
}

#[test]
fn reduction_loses_no_finding() {
    let (seed, count) = (number("JAYWALK_SEED", 1), number("JAYWALK_PROGRAMS", PROGRAMS));
    let (folder, programs) =
        compiled("schedules", count, |i, name| Random::new(seed * 100_000 + i + 7).schedule(name));
    let mut compared = 0;
    for (name, text) in &programs {
        let Some(plain) = said(&folder, name, "off") else { continue };
        for reduce in ["local", "full", "order"] {
            let reduced = said(&folder, name, reduce).expect("a reduction makes no search longer");
            assert_eq!(reduced, plain, "seed {seed}, {name}, --reduce {reduce}:\n{text}");
        }
        compared += 1;
    }
    assert!(compared > count / 2, "too few searches came to an end: {compared}");
}
