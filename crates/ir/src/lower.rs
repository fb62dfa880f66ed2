//! Bytecode to register IR (JVMS chapters 4.9, 4.10 and 6).
//!
//! Blocks are lowered one after the other over an abstract operand stack whose entries are registers or
//! constants that no operation has asked for yet, so most loads, constants and `dup`s cost nothing. Where
//! blocks meet, what is left on the stack lies in *home* registers, one for each depth and kind class, so
//! that all predecessors agree. A local variable has one register for references and one for everything else;
//! the kind of a register therefore never changes.
//!
//! - `scan` finds instructions and blocks;
//! - `dispatch`, `arith`, `jump` and `member` lower single instructions;
//! - `stack` is the abstract stack, `registers` hands out registers;
//! - `locals` checks that a local variable is set on every path before it is read;
//! - `layout` puts the blocks into bytecode order and gives jumps, handlers and lines their numbers.

mod arith;
mod dispatch;
mod jump;
mod layout;
mod locals;
#[cfg(test)]
mod measure;
mod member;
mod registers;
mod scan;
mod stack;

use crate::descriptor::{self, Ty};
use crate::{CallShape, CheckedBody, Op, SwitchTable, Sym};
use classfile::{Class, Code, Method};
use registers::Registers;
use scan::{Block, Event};
use stack::OperandEntry;
use std::fmt;

/// Why a method's code cannot be lowered, and where in its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub what: String,
    pub bytecode_offset: u32,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at bytecode offset {})", self.what, self.bytecode_offset)
    }
}

impl std::error::Error for Malformed {}

/// Lowers the code of one method of `class`.
pub fn lower(class: &Class, method: &Method) -> Result<CheckedBody, Malformed> {
    let code = method.code.as_ref().ok_or_else(|| malformed(0, "the method has no code"))?;
    let blocks = scan::scan(code)?;
    let mut lowering = Lowering::new(class, method, code, blocks)?;
    lowering.run()?;
    locals::check(&lowering)?;
    let body = layout::finish(lowering)?;
    // Nothing that can be lowered fails this; that is checked and not believed, because engines rely on it.
    crate::check(body).map_err(|what| malformed(0, format!("the code was lowered wrongly: {what}")))
}

/// Where the local variables of a method are, which its code does not say: telling a path wants to know it,
/// running one does not.
pub fn local_registers(class: &Class, method: &Method) -> Result<LocalRegisters, Malformed> {
    let code = method.code.as_ref().ok_or_else(|| malformed(0, "the method has no code"))?;
    let mut lowering = Lowering::new(class, method, code, scan::scan(code)?)?;
    lowering.run()?;
    Ok(LocalRegisters { by_slot: lowering.registers.locals() })
}

/// The registers of a method's local variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalRegisters {
    /// The register for values that are no references, then that for references.
    by_slot: Vec<[Option<u16>; 2]>,
}

impl LocalRegisters {
    pub fn of(&self, slot: u16, is_ref: bool) -> Option<u16> {
        self.by_slot.get(usize::from(slot))?[usize::from(is_ref)]
    }
}

/// Operations, registers and symbols are numbered in 16 bits, and the last number means "none".
const ROWS_MAX: usize = 65_535;

fn malformed(pc: impl TryInto<u32>, what: impl Into<String>) -> Malformed {
    Malformed { what: what.into(), bytecode_offset: pc.try_into().unwrap_or(0) }
}

type Lowered = Result<(), Malformed>;

/// One method on its way.
struct Lowering<'a> {
    class: &'a Class,
    code: &'a Code,
    /// The kinds of the parameters, receiver first.
    params: Vec<Ty>,
    returns: Option<Ty>,
    blocks: Vec<Block>,
    shapes: Vec<Ty>,
    successors: Vec<u16>,
    events: Vec<Event>,

    // The block at hand.
    current: usize,
    pc: usize,
    /// Control can go on to the next instruction.
    open: bool,
    /// An exception of this block can be caught in this method.
    guarded: bool,
    stack: Vec<OperandEntry>,
    /// The stack's depth in the JVM's counting.
    slots: u32,
    /// The operation that made the value now in this register, if nothing was emitted since: a store can
    /// redirect it.
    fresh: Option<(usize, u16)>,
    /// The first block that still has to be looked at.
    resume: usize,

    registers: Registers,
    out: Out,
    /// The row of each constant that has become a symbol.
    sym_rows: Vec<u16>,
    /// Parameter kinds of the call at hand; kept to save allocations.
    arguments: Vec<Ty>,
}

/// What has been emitted. Jump targets are block numbers until `layout`.
#[derive(Default)]
struct Out {
    ops: Vec<Op>,
    bytecode: Vec<u16>,
    /// The operations with a jump target.
    jumps: Vec<u32>,
    syms: Vec<Sym>,
    calls: Vec<CallShape>,
    wides: Vec<u64>,
    tables: Vec<SwitchTable>,
}

impl<'a> Lowering<'a> {
    fn new(class: &'a Class, method: &Method, code: &'a Code, blocks: Vec<Block>) -> Result<Self, Malformed> {
        let mut params = Vec::new();
        if !method.access.is_static() {
            params.push(Ty::Ref);
        }
        let returns = descriptor::method(method.desc.bytes(), |ty| params.push(ty))
            .ok_or_else(|| malformed(0, format!("{} is not a method descriptor", method.desc)))?;
        let registers = Registers::new(&params, code.max_locals)?;
        let size = code.bytes.len() / 2;
        Ok(Lowering {
            class,
            code,
            params,
            returns,
            blocks,
            shapes: Vec::new(),
            successors: Vec::new(),
            events: Vec::with_capacity(size / 2),
            current: 0,
            pc: 0,
            open: true,
            guarded: false,
            stack: Vec::with_capacity(usize::from(code.max_stack)),
            slots: 0,
            fresh: None,
            resume: 0,
            registers,
            out: Out { ops: Vec::with_capacity(size), bytecode: Vec::with_capacity(size), ..Out::default() },
            sym_rows: vec![u16::MAX; class.constants.len()],
            arguments: Vec::new(),
        })
    }

    /// Lowers every block that can be reached, in bytecode order as far as jumps back to untouched code
    /// allow.
    fn run(&mut self) -> Lowered {
        self.blocks[0].shape = Some(0..0);
        let mut at = 0;
        while at < self.blocks.len() {
            let block = &self.blocks[at];
            if block.done || block.shape.is_none() {
                at += 1;
                continue;
            }
            self.resume = at + 1;
            self.block(at)?;
            at = self.resume;
        }
        Ok(())
    }

    fn block(&mut self, index: usize) -> Lowered {
        let (ops, events, next) = (self.out.ops.len(), self.events.len(), self.successors.len());
        self.enter(index)?;
        let end = usize::from(self.blocks[index].end);
        let mut pc = self.pc;
        while pc < end {
            self.pc = pc;
            self.instruction()?;
            pc = self.pc + scan::length(&self.code.bytes, self.pc)?;
        }
        if self.open {
            if end == self.code.bytes.len() {
                return Err(self.error("control falls off the end of the code"));
            }
            self.flush(&mut [])?;
            self.flow_to(index + 1)?;
        }
        self.clear();
        let block = &mut self.blocks[index];
        block.done = true;
        block.ops = ops as u32..self.out.ops.len() as u32;
        block.events = events as u32..self.events.len() as u32;
        block.next = next as u32..self.successors.len() as u32;
        Ok(())
    }

    /// Prepares the stack as the block expects it, and lets its handlers be reached.
    fn enter(&mut self, index: usize) -> Lowered {
        self.current = index;
        self.pc = usize::from(self.blocks[index].start);
        self.open = true;
        self.fresh = None;
        self.guarded = false;
        for handler in &self.code.handlers {
            if covers(handler, &self.blocks[index]) {
                self.guarded = true;
                self.stack.clear();
                self.stack.push(OperandEntry::register(Ty::Ref, 0));
                let target = block_at(&self.blocks, usize::from(handler.target));
                self.agree(target)?;
            }
        }
        self.stack.clear();
        let shape = self.blocks[index].shape.clone().unwrap_or(0..0);
        for row in shape {
            let ty = self.shapes[row as usize];
            let home = self.registers.home(self.stack.len(), ty.is_ref()).map_err(|what| self.error(what))?;
            self.push_register(ty, home)?;
        }
        Ok(())
    }

    /// Control goes from the current block to block `to` with the stack as it is.
    fn flow_to(&mut self, to: usize) -> Lowered {
        self.successors.push(to as u16);
        self.agree(to)
    }

    /// The stack's kinds become those that block `to` begins with, or must equal them.
    fn agree(&mut self, to: usize) -> Lowered {
        match &self.blocks[to].shape {
            Some(shape) => {
                let expected = &self.shapes[shape.start as usize..shape.end as usize];
                if expected.len() != self.stack.len()
                    || expected.iter().zip(&self.stack).any(|(a, b)| *a != b.ty)
                {
                    let to = self.blocks[to].start;
                    return Err(self.error(format!("the operand stack differs between the paths to {to}")));
                }
            }
            None => {
                let start = self.shapes.len() as u32;
                self.shapes.extend(self.stack.iter().map(|entry| entry.ty));
                self.blocks[to].shape = Some(start..self.shapes.len() as u32);
                self.resume = self.resume.min(to);
            }
        }
        Ok(())
    }

    fn emit(&mut self, op: Op) -> Lowered {
        if self.out.ops.len() >= ROWS_MAX {
            return Err(self.error("method too large: more than 65535 operations"));
        }
        self.out.ops.push(op);
        self.out.bytecode.push(self.pc as u16);
        Ok(())
    }

    #[cold]
    fn error(&self, what: impl Into<String>) -> Malformed {
        malformed(self.pc, what)
    }
}

fn covers(handler: &classfile::Handler, block: &Block) -> bool {
    handler.start <= block.start && block.start < handler.end
}

/// The block that begins at `pc`; every jump target and handler begins one.
fn block_at(blocks: &[Block], pc: usize) -> usize {
    blocks.partition_point(|block| usize::from(block.start) < pc)
}
