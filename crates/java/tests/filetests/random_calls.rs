//! Random methods that call each other, interpreted and as machine code: static and virtual calls, recursion with and
//! without an end, exceptions that go through several frames and are caught in some. Results, exceptions and numbers of
//! operations must be the same, whether the machine goes back after each call or not.

use super::Interpreter;
use super::random::{Random, class};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use testkit::filetest::{Engine, Filetest};
use vm::Mixed;

const PROGRAMS: u64 = 60;
const FUNCTIONS: u64 = 5;
/// Entries into functions in one call from outside, and calls of the method that calls itself for ever.
const BUDGET: u64 = 250;
const DEEP: u64 = 1;

/// A method in the making: each line is one operation.
struct Lines {
    lines: Vec<String>,
    label: usize,
}

impl Lines {
    fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn label(&mut self) -> String {
        self.label += 1;
        format!("l{}", self.label)
    }

    /// Puts a label on the next operation.
    fn here(&mut self, label: &str) {
        self.lines.push(format!("{label}: nop"));
    }
}

/// Names of a program's symbols and calls, the same in every function. Registers: 0 `int`, 1 `long`, 2 to 5 `int`, 6
/// `long`, 7 an object or null, 8 what was caught, 9 counts.
fn symbols(name: &str) -> String {
    let mut text = format!(
        "  s0 = field {name} budget I\n  s1 = field {name} deep I\n  s2 = class {name}B\n  \
         s3 = method {name} make (I)L{name}A;\n  s4 = method {name}A v (IJ)J\n  s5 = method {name} forever (IJ)J\n  \
         s6 = field {name}A x J\n  s7 = field {name}A y I\n"
    );
    for i in 0..FUNCTIONS {
        let _ = writeln!(text, "  s{} = method {name} f{i} (IJ)J", 8 + i);
    }
    text += "  c0 = s3 r4\n  c1 = s4 r7 r3 r6\n  c2 = s5 r3 r6\n";
    for i in 0..FUNCTIONS {
        let _ = writeln!(text, "  c{} = s{} r4 r6", 3 + i, 8 + i);
    }
    text
}

fn statement(out: &mut Lines, random: &mut Random) {
    let int = |random: &mut Random| 2 + random.below(4);
    let (a, b, c) = (int(random), int(random), int(random));
    match random.below(14) {
        0..2 => {
            let op = random.one(&["iadd", "isub", "imul", "ixor", "idiv", "irem"]);
            out.add(format!("{op} r{a} r{b} r{c}"));
        }
        2 => out.add(format!("{} r6 r6 r1", random.one(&["ladd", "lxor", "lmul", "ldiv"]))),
        3..6 => {
            out.add(format!("iadd_k r4 r{a} -1"));
            out.add(format!("invokestatic r6 c{}", 3 + random.below(FUNCTIONS)));
        }
        6 | 7 => out.add("invokevirtual r6 c1"),
        8 => {
            let next = out.label();
            out.add("getstatic r2 s1");
            out.add(format!("if_ile_k r2 0 @{next}"));
            out.add("iadd_k r2 r2 -1");
            out.add("putstatic r2 s1");
            out.add("invokestatic r6 c2");
            out.here(&next);
        }
        9 => {
            let again = out.label();
            out.add("const r9 4");
            out.here(&again);
            out.add(format!("iadd r{a} r{a} r9"));
            out.add(random.one(&["invokevirtual r6 c1", "invokestatic r6 c3", "lxor r6 r6 r1"]));
            out.add("iadd_k r9 r9 -1");
            out.add(format!("if_igt_k r9 0 @{again}"));
        }
        10 => out.add(format!("instanceof r{a} r7 s2")),
        11 => out.add(random.one(&["checkcast r7 s2", "l2i r3 r6", "i2l r6 r5"])),
        12 => {
            out.add("putfield r7 r6 s6");
            out.add(format!("getfield r{a} r7 s7"));
        }
        _ => {
            out.add(format!("putfield r7 r{a} s7"));
            out.add("getfield r6 r7 s6");
        }
    }
}

/// A function, some of whose statements may be guarded by a handler.
fn function(name: &str, index: u64, random: &mut Random) -> String {
    let mut out = Lines { lines: Vec::new(), label: 0 };
    for line in ["getstatic r2 s0", "iadd_k r2 r2 -1", "putstatic r2 s0", "if_igt_k r2 0 @go", "return r1"] {
        out.add(line);
    }
    out.here("go");
    for line in
        ["move r6 r1", "const r3 3", "move r5 r0", "iand_k r4 r0 3", "const r9 0", "invokestatic r7 c0"]
    {
        out.add(line);
    }
    let from = out.lines.len();
    (0..2 + random.below(4)).for_each(|_| statement(&mut out, random));
    let to = out.lines.len();
    out.add("goto @rest");
    let caught = out.lines.len();
    out.add("lxor r6 r6 r1");
    out.add("iadd_k r5 r5 1");
    out.here("rest");
    (0..random.below(3)).for_each(|_| statement(&mut out, random));
    out.add("return r6");
    let title = format!("method {name}.f{index}(IJ)J params 2 registers 10 refs r7 r8\n{}", symbols(name));
    let handler = match random.below(3) {
        0 => String::new(),
        _ => format!("  handler {from}..{to} to {caught} r8 catch any\n"),
    };
    out.lines.iter().fold(title + &handler, |text, line| text + "  " + line + "\n")
}

fn program(name: &str, random: &mut Random) -> String {
    let mut text = format!(
        "method {name}.of(IIJ)J params 3 registers 10 refs r7\n{}  const r3 {BUDGET}\n  putstatic r3 s0\n  \
         const r3 {DEEP}\n  putstatic r3 s1\n  move r4 r0\n  move r6 r2\n  invokestatic r6 c3\n  i2l r2 r1\n  \
         lxor r6 r6 r2\n  return r6\n",
        symbols(name)
    );
    let _ = write!(
        text,
        "method {name}.make(I)L{name}A; params 1 registers 2 refs r1\n  s0 = class {name}A\n  s1 = class {name}B\n  \
         s2 = class {name}C\n  t0 = from 0 @a @b @c else @d\n  switch r0 t0\na: new r1 s0\n  return r1\n\
         b: new r1 s1\n  return r1\nc: new r1 s2\n  return r1\nd: const r1 0\n  return r1\n\
         method {name}.forever(IJ)J params 2 registers 4 refs\n  s0 = method {name} forever (IJ)J\n  c0 = s0 r0 r1\n  \
         iadd_k r0 r0 1\n  ladd r1 r1 r1\n  invokestatic r1 c0\n  ladd r1 r1 r1\n  return r1\n\
         method {name}A.v(IJ)J params 3 registers 4 refs r0\n  s0 = method {name} f{} (IJ)J\n  c0 = s0 r1 r2\n  \
         iadd_k r1 r1 1\n  invokestatic r2 c0\n  return r2\n\
         method {name}B.v(IJ)J params 3 registers 4 refs r0\n  i2l r2 r1\n  iadd_k r1 r1 -2\n  idiv r1 r1 r1\n  \
         return r2\n\
         method {name}C.v(IJ)J params 3 registers 4 refs r0\n  s0 = method {name}A v (IJ)J\n  c0 = s0 r0 r1 r2\n  \
         invokespecial r2 c0\n  ladd r2 r2 r2\n  return r2\n",
        random.below(FUNCTIONS)
    );
    (0..FUNCTIONS).fold(text, |text, index| text + &function(name, index, random))
}

fn file(seed: u64) -> (Filetest, String) {
    let name = format!("Calls{seed}");
    let text = program(&name, &mut Random(seed * 0x9e37_79b9 + 3));
    let mut own = class(&name, "java/lang/Object");
    own.statics = vec![("budget".into(), "I".into()), ("deep".into(), "I".into())];
    let mut top = class(&format!("{name}A"), "java/lang/Object");
    top.fields = vec![("x".into(), "J".into()), ("y".into(), "I".into())];
    let lower = ["B", "C"].map(|letter| class(&format!("{name}{letter}"), &top.name));
    let title = format!("{name}.of(IIJ)J");
    let classes = [own, top].into_iter().chain(lower).collect();
    (Filetest { name: title.clone(), engines: Vec::new(), classes, runs: Vec::new(), text }, title)
}

/// What machine code did in both, and exceptions by their classes.
fn compare(goes_back: bool) -> (u64, Vec<String>) {
    let (mut plain, mut mixed) = (Interpreter::new(), Interpreter::new());
    (plain.goes_back, mixed.goes_back) = (goes_back, goes_back);
    mixed.session.machine.mix(Mixed::All, Arc::new(jit::Jit::new().expect("a compiler")));
    let (mut thrown, mut random) = (Vec::new(), Random(99));
    for seed in 0..PROGRAMS {
        let (test, title) = file(seed);
        for engine in [&mut plain, &mut mixed] {
            engine.load(&test).unwrap_or_else(|error| panic!("{title}: {error}\n{}", test.text));
        }
        for round in 0..10 {
            let args = [random.below(9), random.below(5), random.below(1 << 40)];
            let (expected, found) = (plain.counted(&title, &args), mixed.counted(&title, &args));
            assert_eq!(found, expected, "round {round}, {args:x?}\n{}", test.text);
            thrown.extend(expected.0.err());
        }
    }
    (mixed.session.machine.compiled.figures.operations.load(Ordering::Relaxed), thrown)
}

#[test]
fn random_calls_are_the_same_as_machine_code() {
    for goes_back in [true, false] {
        let (operations, thrown) = compare(goes_back);
        let of = |class: &str| thrown.iter().filter(|name| name.ends_with(class)).count();
        assert!(operations > 100_000, "{operations} operations");
        for class in
            ["ArithmeticException", "NullPointerException", "StackOverflowError", "ClassCastException"]
        {
            assert!(of(class) > 2, "{class}: {thrown:?}");
        }
    }
}
