//! Random formulas on random programs: the verdict with reduction is the verdict without.

use crate::{Random, compiled, number};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const PROGRAMS: u64 = 6;
const FORMULAS: usize = 4;
/// Searches that take longer have nothing to compare.
const MAX_STATES: &str = "60000";

impl Random {
    fn field(&mut self) -> &'static str {
        ["x", "y", "z"][self.below(3)]
    }

    /// One statement in one line.
    fn statement(&mut self, depth: usize) -> String {
        let (field, other, value) = (self.field(), self.field(), self.below(3));
        match self.below(if depth < 2 { 15 } else { 12 }) {
            0..3 => format!("{field} = {value};"),
            3 => format!("{field}++;"),
            4 => format!("{field} = {other} + 1;"),
            5 => format!("{{ Node n = new Node(); n.v = {value}; o = n; }}"),
            6 => format!("{{ Node n = o; if (n != null) n.v = {value}; }}"),
            7 => format!("m{}({value});", self.below(2)),
            8 => format!("try {{ boom({value}); }} catch (RuntimeException e) {{ {field} = 1; }}"),
            9 => format!("Verify.label(\"l{}\", {});", self.below(2), value > 0),
            10 => format!("numbers[{}] = {value};", self.below(2)),
            11 => format!("{{ int local = {field}; local *= 3; }}"),
            12 => format!("synchronized (LOCK) {{ {} }}", self.block(depth + 1)),
            13 => format!("if ({field} == {value}) {{ {} }}", self.block(depth + 1)),
            _ => format!("for (int i{depth} = 0; i{depth} < 2; i{depth}++) {{ {} }}", self.block(depth + 1)),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        (0..1 + self.below(2)).map(|_| self.statement(depth)).collect::<Vec<_>>().join(" ")
    }

    fn program(&mut self, name: &str) -> String {
        let body = |random: &mut Random, count: usize| -> String {
            (0..1 + random.below(count)).map(|_| format!("    {}\n", random.statement(0))).collect()
        };
        let threads = 1 + self.below(2);
        let mut text = HEAD.replace("NAME", name);
        let mut starts = String::new();
        for thread in 0..threads {
            let _ = writeln!(text, "  static void t{thread}() {{\n{}  }}", body(self, 4));
            let _ = writeln!(starts, "    new Thread({name}::t{thread}, \"T{thread}\").start();");
        }
        let _ =
            writeln!(text, "  public static void main(String[] args) {{\n{starts}{}  }}\n}}", body(self, 3));
        text
    }

    fn atom(&mut self, name: &str) -> String {
        let value = self.below(3);
        let thread = ["main", "T0", "some thread"][self.below(3)];
        match self.below(16) {
            0 | 1 => format!("\"main.x == {value}\""),
            2 => "\"main.y > main.x\"".to_string(),
            3 => format!("\"main.o.v == {value}\""),
            4 => "\"main.o != null\"".to_string(),
            5 => format!("\"some {name}.Node n: n.v == {value}\""),
            6 => format!("\"all {name}.Node n: n.v > 0\""),
            7 => format!("\"{thread} at {name}.m0\""),
            8 => format!("\"{thread} at {name}.boom\""),
            9 => format!("\"{thread} at {name}.t0\""),
            10 => format!("\"{thread} at {name}.m0:{}\"", line_of("x = local;")),
            11 => format!("\"{thread} at {name}.boom:{}\"", line_of("if (a > 0) {")),
            12 => format!("\"{thread} enters {name}.m0\""),
            13 => format!("\"{thread} leaves {name}.m1\""),
            14 => format!("label.l{}", self.below(2)),
            _ => format!("\"main.sum() == {value}\""),
        }
    }

    fn formula(&mut self, name: &str, depth: usize) -> String {
        if depth == 0 {
            return self.atom(name);
        }
        let (kind, less) = (self.below(7), depth - 1);
        let mut part = || self.formula(name, less);
        match kind {
            0 => format!("!({})", part()),
            1 => format!("G ({})", part()),
            2 => format!("F ({})", part()),
            3 => format!("(({}) U ({}))", part(), part()),
            4 => format!("(({}) R ({}))", part(), part()),
            5 => format!("(({}) && ({}))", part(), part()),
            _ => format!("G (({}) -> F ({}))", part(), part()),
        }
    }
}

const HEAD: &str = "import jaywalk.Verify;
public class NAME {
  static int x, y, z;
  static Node o;
  static final Object LOCK = new Object();
  static int[] numbers = new int[2];
  static class Node { int v; }
  static int sum() { return numbers[0] + numbers[1]; }
  static void m0(int a) {
    int local = a;
    local++;
    x = local;
  }
  static void m1(int a) {
    if (a > 1) {
      z = 1;
    } else {
      m0(a);
    }
  }
  static void boom(int a) {
    if (a > 0) {
      throw new RuntimeException();
    }
    y = 2;
  }
";

fn line_of(text: &str) -> usize {
    1 + HEAD.lines().position(|line| line.contains(text)).expect("the line is there")
}

fn verdict(folder: &Path, name: &str, formula: &str, fair: bool, reduce: &str) -> (Option<i32>, String) {
    let fair: &[&str] = if fair { &["--fair"] } else { &[] };
    asked(folder, name, &[&["--reduce", reduce, "--ltl", formula], fair].concat())
}

fn asked(folder: &Path, name: &str, options: &[&str]) -> (Option<i32>, String) {
    let mut jaywalk = Command::new(env!("CARGO_BIN_EXE_jaywalk"));
    jaywalk.args(["check", "--max-states", MAX_STATES]).args(options);
    jaywalk.arg("-cp").arg(folder.join("classes")).arg(name);
    let output = jaywalk.output().expect("jaywalk runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn reduction_changes_no_verdict() {
    let (seed, count) = (number("JAYWALK_SEED", 1), number("JAYWALK_PROGRAMS", PROGRAMS));
    let (folder, programs) =
        compiled("formulas", count, |i, name| Random::new(seed * 100_000 + i).program(name));
    let mut compared = 0;
    for (i, (name, text)) in (0..).zip(&programs) {
        let mut random = Random::new(seed * 100_000 + i + 50_000);
        for _ in 0..FORMULAS {
            let depth = 1 + random.below(3);
            let (formula, fair) = (random.formula(name, depth), random.below(3) == 0);
            let (reduced, plain) = (
                verdict(&folder, name, &formula, fair, "local"),
                verdict(&folder, name, &formula, fair, "off"),
            );
            let verdicts = [reduced.0, plain.0];
            let what =
                format!("seed {seed}, {name}, fair {fair}: {formula}\n{text}\n{}\n{}", reduced.1, plain.1);
            assert!(verdicts.iter().all(|code| matches!(code, Some(0 | 1 | 3))), "{verdicts:?}, {what}");
            if !verdicts.contains(&Some(3)) {
                assert_eq!(verdicts[0], verdicts[1], "{what}");
                compared += 1;
            }
        }
    }
    assert!(compared as u64 > count * FORMULAS as u64 / 2, "too few searches came to an end: {compared}");
}

/// The ways to search for a broken invariant.
const WAYS: [&[&str]; 7] = [
    &["--reduce", "off"],
    &["--reduce", "local"],
    &["--reduce", "full"],
    &["--reduce", "order"],
    &["--search", "bfs"],
    &["--workers", "2"],
    &["--without", "foresight,renewal"],
];

/// A combination of atoms without temporal operators.
fn combined(random: &mut Random, name: &str) -> String {
    let (a, b) = (random.atom(name), random.atom(name));
    match random.below(6) {
        0 => format!("!{a}"),
        1 => format!("{a} || {b}"),
        2 => format!("!({a} && {b})"),
        3 => format!("{a} -> {b}"),
        4 => format!("{a} -> !{b}"),
        _ => format!("!{a} || !{b}"),
    }
}

/// What holds in every state, however that is searched, is what `G` says of it.
#[test]
fn invariants_are_what_always_holds() {
    let (seed, count) = (number("JAYWALK_SEED", 1), number("JAYWALK_PROGRAMS", PROGRAMS));
    let (folder, programs) =
        compiled("invariants", count, |i, name| Random::new(seed * 100_000 + i + 70_000).program(name));
    let (mut compared, mut broken) = (0, 0);
    for (i, (name, text)) in (0..).zip(&programs) {
        let mut random = Random::new(seed * 100_000 + i + 90_000);
        for _ in 0..FORMULAS {
            let invariant = combined(&mut random, name);
            let always = verdict(&folder, name, &format!("G ({invariant})"), false, "local");
            // A violation of another kind says nothing of the invariant.
            if always.0 == Some(3) || (always.0 == Some(1) && !always.1.contains("  temporal  ")) {
                continue;
            }
            compared += 1;
            broken += u64::from(always.0 == Some(1));
            for way in WAYS {
                let (code, told) = asked(&folder, name, &[way, &["--invariant", &invariant]].concat());
                let what = format!("seed {seed}, {name}, {way:?}: {invariant}\n{text}\n{told}\n{}", always.1);
                assert_eq!(code, always.0, "{what}");
                assert_eq!(code == Some(1), told.contains("does not hold"), "{what}");
            }
        }
    }
    assert!(compared > count && broken > 0 && broken < compared, "{broken} of {compared} are broken");
}
