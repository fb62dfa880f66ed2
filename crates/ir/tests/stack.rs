//! Random stack code, lowered and evaluated, against a stack machine that moves plain slots as JVMS 6.5
//! describes it. Permutations of a deep stack across branches and loops are what this is after.

mod common;

use classfile::{Class, Code};
use common::eval::Eval;
use testkit::random::SplitMix;

const PROGRAMS: u64 = 6_000;
/// int variables 0..=5, long variables 6, 8 and 10, a loop counter, a result.
const INTS: usize = 6;
const COUNTER: u8 = 12;
const RESULT: u8 = 13;
const MAX_LOCALS: u16 = 15;

#[test]
fn random_stack_code_computes_what_a_stack_machine_computes() {
    let mut classes: Vec<Class> = common::compiled("Shapes.java");
    let class = classes.iter_mut().find(|class| class.name.as_str() == "Shapes").expect("Shapes");
    let is_host = |method: &classfile::Method| method.desc.as_str() == "(II)J" && method.access.is_static();
    let host = class.methods.iter().position(is_host).expect("a method (II)J");
    let find = |_: &str, _: &str, _: &str| None;
    let mut branches = 0;
    for seed in 0..PROGRAMS {
        let bytes = Program::new(seed).finish();
        class.methods[host].code = Some(code(&bytes));
        let body = ir::lower(class, &class.methods[host])
            .unwrap_or_else(|malformed| panic!("seed {seed}: {malformed}\n{bytes:x?}"));
        for args in [[0, 1], [5, 0xffff_fff9], [0x7fff_ffff, 3]] {
            let expected = stack_machine(&bytes, args);
            let found = Eval::new(&find).run(&body, &args);
            assert_eq!(found, Ok(expected), "seed {seed} {args:?}\n{}", ir::print("random", &body));
        }
        branches += body.ops.iter().filter(|op| op.target().is_some()).count();
    }
    assert!(branches > PROGRAMS as usize, "only {branches} branches");
}

fn code(bytes: &[u8]) -> Code {
    Code {
        max_stack: 40,
        max_locals: MAX_LOCALS,
        bytes: bytes.into(),
        handlers: Box::new([]),
        lines: Box::new([]),
        locals: Box::new([]),
        stack_map: None,
        file_offset: 0,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum T {
    I,
    J,
}
use T::{I, J};

/// A program in the making: its bytes, and the kinds on its stack.
struct Program {
    bytes: Vec<u8>,
    stack: Vec<T>,
    random: SplitMix,
}

impl Program {
    fn new(seed: u64) -> Program {
        let mut program = Program { bytes: Vec::new(), stack: Vec::new(), random: SplitMix(seed) };
        for slot in 2..INTS as u8 {
            program.put(&[0x10, slot * 9, 0x36, slot]);
        }
        for slot in [6, 8, 10] {
            program.put(&[0x10, slot * 11, 0x85, 0x37, slot]);
        }
        program.put(&[0x09, 0x37, RESULT]);
        for _ in 0..10 + program.random.below(50) {
            program.step();
        }
        program
    }

    /// Folds everything on the stack into the result.
    fn finish(mut self) -> Vec<u8> {
        while let Some(top) = self.stack.pop() {
            if top == I {
                self.put(&[0x85]);
            }
            self.put(&[0x16, RESULT, 0x08, 0x79, 0x16, RESULT, 0x65, 0x61, 0x37, RESULT]);
        }
        for slot in 0..INTS as u8 {
            self.put(&[0x15, slot, 0x85, 0x16, RESULT, 0x07, 0x79, 0x83, 0x37, RESULT]);
        }
        self.put(&[0x16, RESULT, 0xad]);
        self.bytes
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn int_slot(&mut self) -> u8 {
        self.random.below(INTS) as u8
    }

    fn long_slot(&mut self) -> u8 {
        6 + 2 * self.random.below(3) as u8
    }

    fn ends_with(&self, kinds: &[T]) -> bool {
        self.stack.ends_with(kinds)
    }

    /// Emits `bytes`, which take `taken` entries off the stack and push `pushed`.
    fn apply(&mut self, bytes: &[u8], taken: usize, pushed: &[T]) {
        self.put(bytes);
        self.stack.truncate(self.stack.len() - taken);
        self.stack.extend_from_slice(pushed);
    }

    fn step(&mut self) {
        match self.random.below(10) {
            _ if self.stack.len() < 3 || self.stack.len() < 14 && self.random.below(4) == 0 => self.push(),
            0..=3 => self.shuffle(),
            4 | 5 => self.compute(),
            6 => self.keep_shape(3),
            7 => self.diamond(),
            8 => self.round_about(),
            _ => self.shrink(),
        }
    }

    fn push(&mut self) {
        let (int, long, k) = (self.int_slot(), self.long_slot(), self.random.next_word());
        match self.random.below(6) {
            0 => self.apply(&[0x10, k as u8], 0, &[I]),
            1 => self.apply(&[0x11, k as u8, (k >> 8) as u8], 0, &[I]),
            2 | 3 => self.apply(&[0x15, int], 0, &[I]),
            4 => self.apply(&[0x0a], 0, &[J]),
            _ => self.apply(&[0x16, long], 0, &[J]),
        }
    }

    fn shuffle(&mut self) {
        match self.random.below(9) {
            0 if self.ends_with(&[I]) => self.apply(&[0x59], 0, &[I]),
            1 if self.ends_with(&[I, I]) => self.apply(&[0x5a], 2, &[I, I, I]),
            2 if self.ends_with(&[I, I, I]) => self.apply(&[0x5b], 3, &[I, I, I, I]),
            2 if self.ends_with(&[J, I]) => self.apply(&[0x5b], 2, &[I, J, I]),
            3 if self.ends_with(&[J]) => self.apply(&[0x5c], 0, &[J]),
            3 if self.ends_with(&[I, I]) => self.apply(&[0x5c], 0, &[I, I]),
            4 if self.ends_with(&[I, J]) => self.apply(&[0x5d], 2, &[J, I, J]),
            4 if self.ends_with(&[I, I, I]) => self.apply(&[0x5d], 3, &[I, I, I, I, I]),
            5 if self.ends_with(&[J, J]) => self.apply(&[0x5e], 2, &[J, J, J]),
            5 if self.ends_with(&[I, I, J]) => self.apply(&[0x5e], 3, &[J, I, I, J]),
            6 if self.ends_with(&[I, I, I, I]) => self.apply(&[0x5e], 4, &[I, I, I, I, I, I]),
            6 if self.ends_with(&[J, I, I]) => self.apply(&[0x5e], 3, &[I, I, J, I, I]),
            7 if self.ends_with(&[I, I]) => self.apply(&[0x5f], 2, &[I, I]),
            _ => {
                let (slot, by) = (self.int_slot(), self.random.next_word() as u8);
                self.put(&[0x84, slot, by]);
            }
        }
    }

    fn compute(&mut self) {
        let pick = self.random.below(6);
        let int = [0x60, 0x64, 0x68, 0x7e, 0x78, 0x7c][pick];
        let long = [0x61, 0x65, 0x69, 0x7f, 0x83, 0x81][pick];
        let (int_slot, long_slot) = (self.int_slot(), self.long_slot());
        match self.random.below(5) {
            0 if self.ends_with(&[I]) => self.apply(&[0x36, int_slot], 1, &[]),
            0 if self.ends_with(&[J]) => self.apply(&[0x37, long_slot], 1, &[]),
            1 if self.ends_with(&[I]) => self.apply(&[0x85], 1, &[J]),
            1 if self.ends_with(&[J]) => self.apply(&[0x88], 1, &[I]),
            2 if self.ends_with(&[J, J]) => self.apply(&[0x94], 2, &[I]),
            _ if self.ends_with(&[I, I]) => self.apply(&[int], 2, &[I]),
            _ if self.ends_with(&[J, J]) => self.apply(&[long], 2, &[J]),
            _ if self.ends_with(&[J, I]) => self.apply(&[0x79], 2, &[J]),
            _ => {}
        }
    }

    fn shrink(&mut self) {
        match self.stack.last() {
            Some(I) => self.apply(&[0x57], 1, &[]),
            Some(J) => self.apply(&[0x58], 1, &[]),
            None => {}
        }
    }

    /// Code that changes values and their order, but no kinds.
    fn keep_shape(&mut self, steps: usize) {
        for _ in 0..steps {
            let (a, b, c, d) = (self.int_slot(), self.int_slot(), self.long_slot(), self.long_slot());
            match self.random.below(9) {
                0 if self.ends_with(&[I]) => self.put(&[0x36, a, 0x15, b]),
                1 if self.ends_with(&[I]) => self.put(&[0x59, 0x36, a, 0x15, b, 0x60]),
                2 if self.ends_with(&[I, I]) => self.put(&[0x5f]),
                3 if self.ends_with(&[I, I, I]) => self.put(&[0x5b, 0x57]),
                4 if self.ends_with(&[I, I, I]) => self.put(&[0x5d, 0x58]),
                5 if self.ends_with(&[I, I, I, I]) || self.ends_with(&[J, J]) => self.put(&[0x5e, 0x58]),
                6 if self.ends_with(&[I, J]) => self.put(&[0x5d, 0x58, 0x84, a, 3, 0x5b, 0x57]),
                6 if self.ends_with(&[J, I]) => self.put(&[0x5b, 0x57, 0x84, a, 5, 0x5d, 0x58]),
                7 if self.ends_with(&[J]) => self.put(&[0x37, c, 0x16, d]),
                7 if self.ends_with(&[I]) => self.put(&[0x57, 0x10, a]),
                8 if self.ends_with(&[J]) => self.put(&[0x16, c, 0x61, 0x5c, 0x37, d]),
                _ => self.put(&[0x84, a, 0xfd]),
            }
        }
    }

    /// `if` with two arms of the same shape.
    fn diamond(&mut self) {
        let condition = self.random.below(6) as u8;
        if self.ends_with(&[J, J]) {
            self.apply(&[0x94, 0x99 + condition], 2, &[]);
        } else if self.ends_with(&[I, I]) && self.random.below(2) == 0 {
            self.apply(&[0x9f + condition], 2, &[]);
        } else if self.ends_with(&[I]) {
            self.apply(&[0x99 + condition], 1, &[]);
        } else {
            return;
        }
        let to_else = self.jump_operand();
        let steps = self.random.below(4);
        self.keep_shape(steps);
        self.put(&[0xa7]);
        let to_end = self.jump_operand();
        self.land(to_else);
        let steps = self.random.below(4);
        self.keep_shape(steps);
        self.land(to_end);
    }

    /// A loop of three rounds whose body keeps the shape.
    fn round_about(&mut self) {
        self.put(&[0x06, 0x36, COUNTER]);
        let start = self.bytes.len();
        let steps = 1 + self.random.below(4);
        self.keep_shape(steps);
        self.put(&[0x84, COUNTER, 0xff, 0x15, COUNTER, 0x9d]);
        let back = start as i64 - (self.bytes.len() as i64 - 1);
        self.put(&(back as i16).to_be_bytes());
    }

    /// Room for a jump's distance; the place of its opcode.
    fn jump_operand(&mut self) -> usize {
        self.put(&[0, 0]);
        self.bytes.len() - 3
    }

    fn land(&mut self, from: usize) {
        let distance = (self.bytes.len() - from) as i16;
        self.bytes[from + 1..from + 3].copy_from_slice(&distance.to_be_bytes());
    }
}

/// Runs the instructions above on plain slots; a long is its value and an empty slot above it.
fn stack_machine(code: &[u8], args: [u64; 2]) -> u64 {
    let mut locals = vec![0u64; usize::from(MAX_LOCALS)];
    locals[..2].copy_from_slice(&args);
    let mut stack: Vec<u64> = Vec::new();
    let mut pc = 0;
    loop {
        let opcode = code[pc];
        let operand = code.get(pc + 1).copied().unwrap_or(0);
        let jump = || (pc as i64 + i64::from(i16::from_be_bytes([code[pc + 1], code[pc + 2]]))) as usize;
        let mut next = pc + 1;
        match opcode {
            0x02..=0x08 => stack.push(u64::from((i32::from(opcode) - 3) as u32)),
            0x09 | 0x0a => stack.extend([u64::from(opcode) - 9, 0]),
            0x10 => (next, ()) = (pc + 2, stack.push(u64::from(operand as i8 as i32 as u32))),
            0x11 => {
                stack.push(u64::from(i32::from(i16::from_be_bytes([operand, code[pc + 2]])) as u32));
                next = pc + 3;
            }
            0x15 => (next, ()) = (pc + 2, stack.push(locals[usize::from(operand)])),
            0x16 => (next, ()) = (pc + 2, stack.extend([locals[usize::from(operand)], 0])),
            0x36 => (next, locals[usize::from(operand)]) = (pc + 2, stack.pop().unwrap()),
            0x37 => (next, locals[usize::from(operand)]) = (pc + 2, long(&mut stack) as u64),
            0x57 => drop(stack.pop()),
            0x58 => stack.truncate(stack.len() - 2),
            0x59..=0x5e => {
                // The copied slots, and those they are put below.
                let (count, below) =
                    [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)][usize::from(opcode - 0x59)];
                let copied = stack[stack.len() - count..].to_vec();
                let at = stack.len() - count - below;
                stack.splice(at..at, copied);
            }
            0x5f => {
                let top = stack.len();
                stack.swap(top - 1, top - 2);
            }
            0x60 | 0x64 | 0x68 | 0x7e | 0x78 | 0x7c => {
                let (b, a) = (int(&mut stack), int(&mut stack));
                let value = match opcode {
                    0x60 => a.wrapping_add(b),
                    0x64 => a.wrapping_sub(b),
                    0x68 => a.wrapping_mul(b),
                    0x7e => a & b,
                    0x78 => a << (b & 31),
                    _ => (a as u32 >> (b & 31)) as i32,
                };
                stack.push(u64::from(value as u32));
            }
            0x61 | 0x65 | 0x69 | 0x7f | 0x83 | 0x81 => {
                let (b, a) = (long(&mut stack), long(&mut stack));
                let value = match opcode {
                    0x61 => a.wrapping_add(b),
                    0x65 => a.wrapping_sub(b),
                    0x69 => a.wrapping_mul(b),
                    0x7f => a & b,
                    0x83 => a ^ b,
                    _ => a | b,
                };
                stack.extend([value as u64, 0]);
            }
            0x79 => {
                let (by, a) = (int(&mut stack), long(&mut stack));
                stack.extend([(a << (by & 63)) as u64, 0]);
            }
            0x84 => {
                let slot = &mut locals[usize::from(operand)];
                *slot = u64::from((*slot as i32).wrapping_add(i32::from(code[pc + 2] as i8)) as u32);
                next = pc + 3;
            }
            0x85 => {
                let value = i64::from(int(&mut stack));
                stack.extend([value as u64, 0]);
            }
            0x88 => {
                let value = long(&mut stack) as u32;
                stack.push(u64::from(value));
            }
            0x94 => {
                let (b, a) = (long(&mut stack), long(&mut stack));
                stack.push(u64::from(a.cmp(&b) as i32 as u32));
            }
            0x99..=0xa4 => {
                let b = if opcode >= 0x9f { int(&mut stack) } else { 0 };
                let a = int(&mut stack);
                let taken = [a == b, a != b, a < b, a >= b, a > b, a <= b][usize::from(opcode - 0x99) % 6];
                next = if taken { jump() } else { pc + 3 };
            }
            0xa7 => next = jump(),
            0xad => return long(&mut stack) as u64,
            other => panic!("opcode {other:#x}"),
        }
        pc = next;
    }
}

fn int(stack: &mut Vec<u64>) -> i32 {
    stack.pop().unwrap() as i32
}

fn long(stack: &mut Vec<u64>) -> i64 {
    stack.pop();
    stack.pop().unwrap() as i64
}
