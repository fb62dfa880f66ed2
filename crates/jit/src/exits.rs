//! The ways out of machine code. Each writes the registers back that matter where the interpreter goes on.

use crate::emit::{Emitter, OWN};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use ir::LiveSet;
use std::mem::offset_of;
use vm::compiled::{Bridge, GONE, LEAST_LEFT, LEFT, STARVED};

/// A way out; what it does is written last, behind all other code.
pub(crate) struct Exit {
    block: Block,
    how: u32,
    pc: usize,
    /// What is left, and operations that have been done since.
    left: Value,
    done: i64,
    registers: Vec<(u16, Value)>,
}

impl Emitter<'_, '_> {
    /// Registers that were changed and matter, with what is in them now.
    fn changed(&mut self, live: LiveSet<'_>) -> Vec<(u16, Value)> {
        let plan = self.plan;
        let changed = plan.written.iter().filter(|&&register| live.contains(register));
        changed.map(|&register| (register, self.raw(register))).collect()
    }

    pub fn write(&mut self, registers: &[(u16, Value)]) {
        let frame = self.frame;
        for &(register, value) in registers {
            self.f.ins().store(OWN, value, frame, i32::from(register) * 8);
        }
    }

    /// What is in registers that matter to a frame that waits for the callee of the present operation.
    pub fn changed_while_calling(&mut self) -> Vec<(u16, Value)> {
        self.changed(self.plan.live.live_while_calling(self.at))
    }

    /// The same before it calls, arguments included.
    pub fn changed_before(&mut self) -> Vec<(u16, Value)> {
        self.changed(self.plan.live.live_before(self.at))
    }

    /// The way out of the present operation, which has done nothing yet, by how.
    fn way_out(&mut self, how: u32) -> Block {
        if let Some(&block) = self.exit.get(&how) {
            return block;
        }
        let block = self.f.create_block();
        let (pc, done) = (self.at, self.done);
        let (left, registers) = (self.left(), self.changed_before());
        self.exits.push(Exit { block, how, pc, left, done, registers });
        self.exit.insert(how, block);
        block
    }

    /// A way out for who jumps back to an operation without fuel.
    pub fn starve_at(&mut self, pc: usize, left: Value) -> Block {
        let block = self.f.create_block();
        let registers = self.changed(self.plan.live.live_before(pc));
        self.exits.push(Exit { block, how: STARVED, pc, left, done: 0, registers });
        block
    }

    /// The interpreter goes on with the present operation.
    pub fn leave(&mut self) {
        let exit = self.way_out(LEFT);
        self.f.ins().jump(exit, &[]);
    }

    /// The same in the middle of a block. What comes behind is never executed.
    pub fn leave_here(&mut self) {
        self.leave();
        let behind = self.f.create_block();
        self.f.switch_to_block(behind);
        self.f.seal_block(behind);
    }

    /// The interpreter goes on with the present operation if a condition holds.
    pub fn leave_if(&mut self, condition: Value) {
        self.leave_if_as(condition, LEFT);
    }

    pub fn leave_if_as(&mut self, condition: Value, how: u32) {
        let exit = self.way_out(how);
        let next = self.f.create_block();
        self.f.ins().brif(condition, exit, &[], next, &[]);
        self.f.switch_to_block(next);
        self.f.seal_block(next);
    }

    /// Does something if a condition holds, which is not expected. What it does ends the code, or comes back by a jump
    /// to the block that it is given.
    pub fn rarely(&mut self, condition: Value, then: impl FnOnce(&mut Self, Block)) {
        let (rare, next) = (self.f.create_block(), self.f.create_block());
        self.f.ins().brif(condition, rare, &[], next, &[]);
        self.f.switch_to_block(rare);
        self.f.seal_block(rare);
        self.f.set_cold_block(rare);
        then(self, next);
        self.f.switch_to_block(next);
        self.f.seal_block(next);
    }

    /// A callee has come back with this left: if it was left, so is the caller. These registers are written back then,
    /// and something else may have to be done.
    pub fn bail_if_gone(&mut self, left: Value, registers: &[(u16, Value)], more: impl FnOnce(&mut Self)) {
        let least = self.const64(LEAST_LEFT);
        let is_gone = self.f.ins().icmp(IntCC::SignedLessThan, left, least);
        self.rarely(is_gone, |emitter, _| {
            more(emitter);
            emitter.write(registers);
            emitter.end_gone();
        });
    }

    fn end_gone(&mut self) {
        let (value, gone) = (self.const64(0), self.const64(GONE));
        self.f.ins().return_(&[value, gone]);
    }

    pub fn ways_out(&mut self) {
        let out = self.f.create_block();
        for ty in [I32, I32, I64] {
            self.f.append_block_param(out, ty);
        }
        for exit in std::mem::take(&mut self.exits) {
            self.f.switch_to_block(exit.block);
            self.f.set_cold_block(exit.block);
            self.write(&exit.registers);
            let pc = self.const32(exit.pc as i32);
            let how = self.const32(exit.how as i32);
            let left = self.f.ins().iadd_imm_s(exit.left, -exit.done);
            self.f.ins().jump(out, &[BlockArg::Value(pc), BlockArg::Value(how), BlockArg::Value(left)]);
        }
        self.f.switch_to_block(out);
        self.f.set_cold_block(out);
        let &[pc, how, left] = self.f.block_params(out) else { unreachable!("it has three parameters") };
        let method = self.const32(self.piece.method.0 as i32);
        self.tell(offset_of!(Bridge, pc), pc);
        self.tell(offset_of!(Bridge, how), how);
        self.tell(offset_of!(Bridge, left), left);
        self.tell(offset_of!(Bridge, method), method);
        self.end_gone();
    }
}
