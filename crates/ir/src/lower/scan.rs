//! Finds the instructions and basic blocks of a method (JVMS 4.9.1), and refuses what is not a row of whole
//! instructions.

use super::{Malformed, malformed};
use crate::descriptor::Ty;
use classfile::Code;
use std::ops::Range;

/// Bytecode offsets are 16 bits wide (JVMS 4.7.3: `code_length` is less than 65536).
const CODE_BYTES_MAX: usize = 65_535;

/// A straight stretch of bytecode `start..end`, and what lowering found out about it.
pub(super) struct Block {
    pub start: u16,
    pub end: u16,
    /// Where its last instruction begins.
    pub last: u16,
    /// The kinds on the operand stack at its beginning, as rows of the table of shapes. `None`: not reached
    /// (yet).
    pub shape: Option<Range<u32>>,
    /// Already lowered.
    pub done: bool,
    /// Its operations, in the order in which blocks were lowered.
    pub ops: Range<u32>,
    /// Its uses of local variables, as rows of the list of events.
    pub events: Range<u32>,
    /// Where it can go without an exception, as rows of the list of successors.
    pub next: Range<u32>,
}

/// What is known of a bytecode offset while scanning.
const START: u8 = 1;
const LEADER: u8 = 2;

pub(super) fn scan(code: &Code) -> Result<Vec<Block>, Malformed> {
    let bytes = &code.bytes;
    if bytes.is_empty() || bytes.len() > CODE_BYTES_MAX {
        return Err(malformed(
            0,
            format!("the code has {} bytes; 1 to {CODE_BYTES_MAX} are allowed", bytes.len()),
        ));
    }
    let mut marks = vec![0u8; bytes.len() + 1];
    marks[0] = LEADER;
    let mut pc = 0;
    while pc < bytes.len() {
        marks[pc] |= START;
        let next = pc + length(bytes, pc)?;
        mark_targets(bytes, pc, next, &mut marks)?;
        pc = next;
    }
    mark_handlers(code, &mut marks)?;
    blocks(&marks)
}

fn blocks(marks: &[u8]) -> Result<Vec<Block>, Malformed> {
    let end = marks.len() - 1;
    let mut blocks: Vec<Block> = Vec::with_capacity(marks.iter().filter(|&&m| m & LEADER != 0).count());
    let mut last = 0;
    for (pc, &mark) in marks[..end].iter().enumerate() {
        if mark & LEADER != 0 {
            if mark & START == 0 {
                return Err(malformed(pc, "a jump or handler points into the middle of this instruction"));
            }
            if let Some(before) = blocks.last_mut() {
                (before.end, before.last) = (pc as u16, last);
            }
            let none = 0..0;
            let start = pc as u16;
            let (ops, events, next) = (none.clone(), none.clone(), none);
            blocks.push(Block {
                start,
                end: start,
                last: start,
                shape: None,
                done: false,
                ops,
                events,
                next,
            });
        }
        if mark & START != 0 {
            last = pc as u16;
        }
    }
    if let Some(before) = blocks.last_mut() {
        (before.end, before.last) = (end as u16, last);
    }
    Ok(blocks)
}

/// Marks where the instruction at `pc` can jump to, and what follows it if control may not simply go on.
fn mark_targets(bytes: &[u8], pc: usize, next: usize, marks: &mut [u8]) -> Result<(), Malformed> {
    let opcode = bytes[pc];
    match opcode {
        0x99..=0xa7 | 0xc6 | 0xc7 | 0xc8 => {
            let offset =
                if opcode == 0xc8 { i32_at(bytes, pc + 1) } else { i32::from(i16_at(bytes, pc + 1)) };
            let to = target(bytes, pc, offset)?;
            marks[to] |= LEADER;
        }
        0xaa | 0xab => {
            for offset in Switch::at(bytes, pc)?.offsets() {
                let to = target(bytes, pc, offset)?;
                marks[to] |= LEADER;
            }
        }
        0xac..=0xb1 | 0xbf => {}
        0xa8 | 0xa9 | 0xc9 => return Err(malformed(pc, NO_JSR)),
        0xc4 if bytes[pc + 1] == 0xa9 => return Err(malformed(pc, NO_JSR)),
        _ => return Ok(()),
    }
    marks[next] |= LEADER;
    Ok(())
}

const NO_JSR: &str = "jsr is not supported: the class was compiled for a Java version before 6; \
                      recompile it with -target 8 or later";

fn mark_handlers(code: &Code, marks: &mut [u8]) -> Result<(), Malformed> {
    let end = code.bytes.len();
    for (row, handler) in code.handlers.iter().enumerate() {
        let (from, to, target) =
            (usize::from(handler.start), usize::from(handler.end), usize::from(handler.target));
        if from >= to || to > end || target >= end {
            let what = format!("exception handler {row} ({from}..{to} to {target}) is outside of the code");
            return Err(malformed(from, what));
        }
        for at in [from, to, target] {
            marks[at] |= LEADER;
        }
    }
    Ok(())
}

/// Where a jump by `offset` from `pc` goes.
pub(super) fn target(bytes: &[u8], pc: usize, offset: i32) -> Result<usize, Malformed> {
    let to = pc as i64 + i64::from(offset);
    if to < 0 || to >= bytes.len() as i64 {
        return Err(malformed(pc, format!("jump to {to}, outside of the code")));
    }
    Ok(to as usize)
}

/// The operands of a `tableswitch` or `lookupswitch`.
pub(super) struct Switch<'a> {
    pub default: i32,
    /// The first key of a `tableswitch`.
    pub low: Option<i32>,
    /// Offsets, or pairs of key and offset.
    rows: &'a [u8],
    pub end: usize,
}

impl<'a> Switch<'a> {
    pub(super) fn at(bytes: &'a [u8], pc: usize) -> Result<Self, Malformed> {
        let word = |n: usize| {
            let at = (pc & !3) + 4 + 4 * n;
            bytes.get(at..at + 4).map(|w| i32_at(w, 0)).ok_or_else(|| cut_off(pc))
        };
        let is_table = bytes[pc] == 0xaa;
        let default = word(0)?;
        let (low, words, header) = if is_table {
            let (low, high) = (word(1)?, word(2)?);
            (Some(low), i64::from(high) - i64::from(low) + 1, 3)
        } else {
            (None, i64::from(word(1)?) * 2, 2)
        };
        if words < i64::from(is_table) {
            return Err(malformed(pc, "a switch has a negative number of cases"));
        }
        let from = (pc & !3) + 4 + 4 * header;
        let end = usize::try_from(words * 4).map_err(|_| cut_off(pc))? + from;
        let rows = bytes.get(from..end).ok_or_else(|| cut_off(pc))?;
        Ok(Switch { default, low, rows, end })
    }

    /// Key and offset of each case.
    pub(super) fn cases(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let stride = if self.low.is_some() { 4 } else { 8 };
        self.rows.chunks_exact(stride).enumerate().map(move |(i, row)| match self.low {
            Some(low) => (low.wrapping_add(i as i32), i32_at(row, 0)),
            None => (i32_at(row, 0), i32_at(row, 4)),
        })
    }

    fn offsets(&self) -> impl Iterator<Item = i32> + '_ {
        self.cases().map(|(_, offset)| offset).chain([self.default])
    }
}

/// The length of the instruction at `pc`, which ends within the code.
pub(super) fn length(bytes: &[u8], pc: usize) -> Result<usize, Malformed> {
    let opcode = bytes[pc];
    let length = match FIXED[usize::from(opcode)] {
        0 => match opcode {
            0xaa | 0xab => Switch::at(bytes, pc)?.end - pc,
            0xc4 => match bytes.get(pc + 1) {
                Some(0x84) => 6,
                Some(0x15..=0x19 | 0x36..=0x3a | 0xa9) => 4,
                Some(other) => return Err(malformed(pc, format!("wide before opcode {other:#04x}"))),
                None => return Err(cut_off(pc)),
            },
            _ => return Err(malformed(pc, format!("unknown opcode {opcode:#04x}"))),
        },
        fixed => usize::from(fixed),
    };
    if pc + length > bytes.len() { Err(cut_off(pc)) } else { Ok(length) }
}

/// Lengths by opcode; 0 where it is not fixed or there is no such opcode.
static FIXED: [u8; 256] = {
    let mut table = [0; 256];
    let mut opcode = 0;
    while opcode < 256 {
        table[opcode] = match opcode {
            0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
            0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd => 3,
            0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
            0xc5 => 4,
            0xb9 | 0xba | 0xc8 | 0xc9 => 5,
            0xaa | 0xab | 0xc4 | 0xca.. => 0,
            _ => 1,
        };
        opcode += 1;
    }
    table
};

fn cut_off(pc: usize) -> Malformed {
    malformed(pc, "the instruction runs past the end of the code")
}

pub(super) fn i16_at(bytes: &[u8], at: usize) -> i16 {
    i16::from_be_bytes([bytes[at], bytes[at + 1]])
}

pub(super) fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// A use of a local variable, kept for the check that it is set on every path.
#[derive(Clone, Copy)]
pub(super) struct Event {
    pub pc: u16,
    pub slot: u16,
    pub ty: Ty,
    pub store: bool,
}
