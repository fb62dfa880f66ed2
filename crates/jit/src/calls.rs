//! Calls of machine code by machine code, and returns to it.
//!
//! The frame of a callee is the machine's, as if the interpreter had called; registers are written back before, so
//! that whoever looks at the stack in the middle of it sees what it would see otherwise. A callee that leaves has
//! left for all of its callers: each of them just ends.

use crate::emit::{Emitter, door};
use cranelift_codegen::ir::types::{I32, I64};
use ir::operand::{Dst, Src};
use std::mem::offset_of;
use vm::compiled::{Bridge, RETURNED};

impl Emitter<'_, '_> {
    pub fn call(&mut self, dst: Dst) {
        self.write_back();
        let left = self.left_behind();
        self.tell(offset_of!(Bridge, left), left);
        let at = self.const32(self.at as i32);
        let Some(entry) = self.door(door!(call), &[at], Some(I64)) else { return };
        let is_none = self.is_zero(entry);
        self.leave_if(is_none);
        let registers = self.ask(I64, offset_of!(Bridge, next));
        if let Some(how) = self.through(entry, &[registers], Some(I32)) {
            self.bail_by(how);
        }
        self.recount();
        if dst != Dst::NONE {
            let value = self.ask(I64, offset_of!(Bridge, value));
            self.set(dst.0, value);
        }
    }

    /// Returns to machine code; to the interpreter it is the interpreter that returns.
    pub fn give_back(&mut self, src: Option<Src>) {
        use cranelift_codegen::ir::InstBuilder;
        let depth = self.ask(I32, offset_of!(Bridge, depth));
        let is_outermost = self.is_zero(depth);
        self.leave_if(is_outermost);
        self.write_back();
        let value = match src {
            Some(src) => self.get(src.0),
            None => self.const64(0),
        };
        self.tell(offset_of!(Bridge, value), value);
        let left = self.left_behind();
        self.tell(offset_of!(Bridge, left), left);
        self.door(door!(leave), &[], None);
        let how = self.const32(RETURNED as i32);
        self.f.ins().return_(&[how]);
    }
}
