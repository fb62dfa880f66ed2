//! Random methods, interpreted and as machine code: the same results and exceptions, and the same number of operations.

use super::Interpreter;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use testkit::filetest::{ClassLine, Engine, Filetest};
use vm::Mixed;

const METHODS: u64 = 150;
/// Calls of each, by which it becomes machine code.
const CALLS: usize = 6;

/// Numbers of which operations are of interest.
const EDGES: [u64; 12] = [
    0,
    1,
    2,
    7,
    31,
    63,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7ff8_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x3ff8_0000_0000_0000,
];

pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    pub fn one(&mut self, of: &[&'static str]) -> &'static str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Registers: 0 to 5 hold `int`, 6 to 9 `long`, 10 and 11 `double`, 12 `float`; 13 counts rounds, 14 is an array of
/// `int`, 15 one of `byte`, 16 another number for indices.
const SHAPE: &str = "params 3 registers 17 refs r14 r15";

/// A method with two loops, one in the other, around random operations and jumps forward.
fn method(title: &str, random: &mut Random) -> String {
    let mut text = format!("method {title} {SHAPE}\n");
    let start = "  const r16 9\n  newarray int r14 r16\n  newarray byte r15 r16\n  i2l r6 r0\n  i2l r7 r1\n  \
        move r8 r2\n  \
                 move r9 r2\n  l2d r10 r2\n  i2d r11 r0\n  i2f r12 r1\n  const r3 5\n  move r4 r0\n  \
                 move r5 r1\n  const r13 40\nagain: nop\n";
    text += start;
    for part in 0..6 {
        let _ = writeln!(text, "part{part}: nop");
        for _ in 0..5 {
            operation(&mut text, random, part);
        }
    }
    text + "part6: iadd_k r13 r13 -1\n  if_igt_k r13 0 @again\n  i2l r6 r0\n  lxor r7 r7 r6\n  d2l r6 r10\n  \
            ladd r7 r7 r6\n  i2l r6 r5\n  ladd r7 r7 r6\n  lxor r7 r7 r8\n  const r16 4\n  load_32 r0 r14 r16\n  \
            i2l r6 r0\n  ladd r7 r7 r6\n  load_b r0 r15 r16\n  i2l r6 r0\n  ladd r7 r7 r6\n  return r7\n"
}

fn operation(text: &mut String, random: &mut Random, part: u64) {
    let int = |random: &mut Random| [0, 1, 3, 4, 5][random.below(5) as usize];
    let long = |random: &mut Random| 6 + random.below(4);
    let double = |random: &mut Random| 10 + random.below(2);
    let (a, b, c) = (int(random), int(random), int(random));
    let (l, m, n) = (long(random), long(random), long(random));
    let (d, e, f) = (double(random), double(random), double(random));
    let line = match random.below(22) {
        0..4 => {
            let op = random.one(&[
                "iadd", "isub", "imul", "iand", "ior", "ixor", "ishl", "ishr", "iushr", "idiv", "irem",
            ]);
            format!("{op} r{a} r{b} r{c}")
        }
        4..6 => {
            let op = random.one(&["iadd_k", "imul_k", "iand_k", "ishl_k", "ishr_k", "iushr_k"]);
            format!("{op} r{a} r{b} {}", random.below(70) as i64 - 9)
        }
        6..9 => {
            let op = random.one(&["ladd", "lsub", "lmul", "land", "lor", "lxor", "ldiv", "lrem"]);
            format!("{op} r{l} r{m} r{n}")
        }
        9 => format!("{} r{l} r{m} r{a}", random.one(&["lshl", "lshr", "lushr"])),
        10 => format!("{} r{d} r{e} r{f}", random.one(&["dadd", "dsub", "dmul", "ddiv", "drem"])),
        11 => format!("{} r{a} r{d}", random.one(&["d2i"])),
        12 => format!("{} r{a} r{e} r{f}", random.one(&["dcmpl", "dcmpg"])),
        13 => format!("lcmp r{a} r{l} r{m}"),
        14 => format!("{} r{a} r{b}", random.one(&["i2b", "i2c", "i2s", "ineg"])),
        15 => format!("{} r{d} r{l}", random.one(&["l2d"])),
        16 => format!("l2i r{a} r{l}"),
        17 => format!("iand_k r16 r{a} 7\n  store_32 r14 r16 r{b}"),
        18 => format!("iand_k r16 r{a} 15\n  load_32 r{b} r14 r16"),
        19 => format!("iand_k r16 r{a} 7\n  store_b r15 r16 r{b}\n  load_b r{c} r15 r16"),
        _ => {
            let op = random.one(&["if_ieq", "if_ine", "if_ilt", "if_ige", "if_igt", "if_ile"]);
            format!("{op} r{a} r{b} @part{}", part + 1 + random.below(6 - part))
        }
    };
    let _ = writeln!(text, "  {line}");
}

pub(super) fn class(name: &str, parent: &str) -> ClassLine {
    ClassLine {
        name: name.into(),
        parent: parent.into(),
        is_interface: false,
        interfaces: Vec::new(),
        fields: Vec::new(),
        statics: Vec::new(),
    }
}

fn file(seed: u64) -> (Filetest, String) {
    let name = format!("Random{seed}");
    let title = format!("{name}.of(IIJ)J");
    let text = method(&title, &mut Random(seed * 0x9e37_79b9 + 1));
    let class = class(&name, "java/lang/Object");
    let test =
        Filetest { name: title.clone(), engines: Vec::new(), classes: vec![class], runs: Vec::new(), text };
    (test, title)
}

#[test]
fn random_methods_are_the_same_as_machine_code() {
    compare(true);
}

/// Where nothing is journaled there is other machine code.
#[test]
fn random_methods_are_the_same_where_nothing_is_journaled() {
    compare(false);
}

fn compare(goes_back: bool) {
    let (mut plain, mut mixed) = (Interpreter::new(), Interpreter::new());
    (plain.goes_back, mixed.goes_back) = (goes_back, goes_back);
    mixed.session.machine.mix(Mixed::All, Arc::new(jit::Jit::new().expect("a compiler")));
    let (mut thrown, mut random) = (0, Random(77));
    for seed in 0..METHODS {
        let (test, title) = file(seed);
        for engine in [&mut plain, &mut mixed] {
            engine.load(&test).unwrap_or_else(|error| panic!("{title}: {error}\n{}", test.text));
        }
        for _ in 0..CALLS {
            let edge = |random: &mut Random| EDGES[random.below(EDGES.len() as u64) as usize];
            let low = |word: u64| word & 0xffff_ffff;
            let args = [low(edge(&mut random)), low(edge(&mut random)), edge(&mut random)];
            for _ in 0..2 {
                let (expected, found) = (plain.counted(&title, &args), mixed.counted(&title, &args));
                assert_eq!(found, expected, "{args:x?}\n{}", test.text);
                thrown += usize::from(expected.0.is_err());
            }
        }
    }
    let operations = mixed.session.machine.compiled.figures.operations.load(Ordering::Relaxed);
    assert!(operations > 100_000 && thrown > 50, "{operations} operations, {thrown} exceptions");
}
