//! Calls of machine code by machine code, and returns to it.
//!
//! Arguments go where the callee's frame has its first registers. The frame itself is made when the code is left within
//! the call: by the caller, which knows where the result goes. A callee that leaves has left for all of its callers:
//! each of them tells its callee's frame, writes its own registers back, and ends.
//!
//! Where somebody may look at the stack in the middle of it, which is what gates do, frames are pushed and popped, and
//! registers are written back before.

use crate::emit::{Emitter, OWN, door};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use ir::Op;
use ir::operand::{Call, Dst, Src};
use std::mem::offset_of;
use vm::compiled::{Bridge, CLASS_AT, TRAPPED};
use vm::program::{CallLink, ClassId, MethodId};

impl Emitter<'_, '_> {
    pub fn call(&mut self, op: Op, dst: Dst, call: Call) {
        let left = self.left_after(self.done + 1);
        if self.is_gated() {
            return self.call_gated(dst, left);
        }
        let piece = self.piece;
        let link = &piece.code.calls[call.0 as usize];
        let is_selected = matches!(op, Op::CallVirtual { .. } | Op::CallInterface { .. });
        let expected = if is_selected { link.seen_method } else { link.method };
        if expected != MethodId::NONE && piece.is_quiet_native(expected) {
            return self.call_native(op, link, expected, dst, left);
        }
        let entry = self.entry_of(op, link);
        self.leave_if_used_up(left);
        let is_none = self.is_zero(entry);
        self.leave_if(is_none);
        let registers = self.hand_arguments(link);
        let waiting = self.changed_while_calling();
        let (value, left) = self.enter(entry, registers, left);
        let at = self.at;
        self.bail_if_gone(left, &waiting, |emitter| {
            let ret = emitter.const32(i32::from(dst.0));
            let (method, pc) = (emitter.const32(piece.method.0 as i32), emitter.const32(at as i32));
            emitter.door(door!(unwound), &[registers, ret, method, pc], None);
        });
        self.go_on(dst, value, left);
    }

    /// Neither calls nor returns without fuel, or room for the callee's registers.
    fn leave_if_used_up(&mut self, left: Value) {
        for count in [left, self.depth] {
            let none = self.const64(0);
            let is_used_up = self.f.ins().icmp(IntCC::SignedLessThanOrEqual, count, none);
            self.leave_if(is_used_up);
        }
    }

    /// Puts arguments where the callee's registers are.
    fn hand_arguments(&mut self, link: &CallLink) -> Value {
        let own = i32::from(self.piece.code.body().registers) * 8;
        for (i, &arg) in link.args.iter().enumerate() {
            let (word, frame) = (self.raw(arg), self.frame);
            self.f.ins().store(OWN, word, frame, own + i as i32 * 8);
        }
        self.f.ins().iadd_imm_s(self.frame, i64::from(own))
    }

    /// Calls a native method that needs no frames.
    fn call_native(&mut self, op: Op, link: &CallLink, method: MethodId, dst: Dst, left: Value) {
        match op {
            Op::CallVirtual { .. } | Op::CallInterface { .. } => {
                let receiver = self.object(Src(link.args[0]));
                let class = self.read_fixed(I32, receiver, CLASS_AT);
                let expected = self.const32(link.seen_class.0 as i32);
                let differs = self.f.ins().icmp(IntCC::NotEqual, class, expected);
                self.leave_if(differs);
            }
            Op::CallSpecial { .. } => self.null_check(Src(link.args[0])),
            Op::CallStatic { .. } => self.initialized(self.piece.machine.program.methods[method].class),
            _ => {}
        }
        self.leave_if_used_up(left);
        let words = self.hand_arguments(link);
        let method = self.const32(method.0 as i32);
        let how = self.question(door!(native), &[method, words]);
        self.rarely(how, |emitter, _| {
            let trapped = emitter.const32(TRAPPED as i32);
            let is_trapped = emitter.f.ins().icmp(IntCC::Equal, how, trapped);
            emitter.leave_if_as(is_trapped, TRAPPED);
            emitter.leave();
        });
        if dst != Dst::NONE {
            let value = self.ask(I64, offset_of!(Bridge, value));
            self.set(dst.0, value);
        }
    }

    fn go_on(&mut self, dst: Dst, value: Value, left: Value) {
        self.recount(left);
        if dst != Dst::NONE {
            self.set(dst.0, value);
        }
    }

    /// The machine code that a call goes to, 0 if there is none; leaves if something else has to be done before.
    fn entry_of(&mut self, op: Op, link: &CallLink) -> Value {
        match op {
            Op::CallVirtual { .. } => self.entry_selected(link, false),
            Op::CallInterface { .. } => self.entry_selected(link, true),
            Op::CallSpecial { .. } => {
                self.null_check(Src(link.args[0]));
                self.known_entry(link.method)
            }
            Op::CallStatic { .. } => {
                self.initialized(self.piece.machine.program.methods[link.method].class);
                self.known_entry(link.method)
            }
            _ => self.known_entry(link.method),
        }
    }

    fn known_entry(&mut self, method: MethodId) -> Value {
        let entries = self.ask_fixed(I64, offset_of!(Bridge, entries));
        self.f.ins().load(I64, OWN, entries, method.0 as i32 * 8)
    }

    /// The same by the receiver's class: the one that the interpreter saw last is expected.
    fn entry_selected(&mut self, link: &CallLink, is_interface: bool) -> Value {
        let receiver = self.object(Src(link.args[0]));
        let (other, found) = (self.f.create_block(), self.f.create_block());
        let entry = self.f.append_block_param(found, I64);
        if link.seen_class == ClassId::NONE {
            self.f.ins().jump(other, &[]);
        } else {
            let class = self.read_fixed(I32, receiver, CLASS_AT);
            let expected = self.const32(link.seen_class.0 as i32);
            let differs = self.f.ins().icmp(IntCC::NotEqual, class, expected);
            let same = self.f.create_block();
            self.f.ins().brif(differs, other, &[], same, &[]);
            self.f.switch_to_block(same);
            self.f.seal_block(same);
            let known = self.known_entry(link.seen_method);
            self.f.ins().jump(found, &[BlockArg::Value(known)]);
        }
        self.f.switch_to_block(other);
        self.f.seal_block(other);
        let (method, kind) = (self.const32(link.method.0 as i32), self.const32(i32::from(is_interface)));
        let selected = self.question(door!(select), &[receiver, method, kind]);
        let none = self.const32(MethodId::NONE.0 as i32);
        let is_none = self.f.ins().icmp(IntCC::Equal, selected, none);
        self.leave_if(is_none);
        let entries = self.ask_fixed(I64, offset_of!(Bridge, entries));
        let row = self.f.ins().uextend(I64, selected);
        let distance = self.f.ins().ishl_imm_u(row, 3);
        let place = self.f.ins().iadd(entries, distance);
        let looked_up = self.f.ins().load(I64, OWN, place, 0);
        self.f.ins().jump(found, &[BlockArg::Value(looked_up)]);
        self.f.switch_to_block(found);
        self.f.seal_block(found);
        entry
    }

    /// The machine pushes the frame and pops it.
    fn call_gated(&mut self, dst: Dst, left: Value) {
        let none = self.const64(0);
        let is_deep = self.f.ins().icmp(IntCC::SignedLessThanOrEqual, self.depth, none);
        self.leave_if(is_deep);
        let changed = self.changed_before();
        self.write(&changed);
        let at = self.const32(self.at as i32);
        let Some(entry) = self.door(door!(call), &[at, left], Some(I64)) else { return };
        let is_none = self.is_zero(entry);
        self.leave_if(is_none);
        let registers = self.ask(I64, offset_of!(Bridge, next));
        let (value, left) = self.enter(entry, registers, left);
        self.bail_if_gone(left, &[], |_| {});
        self.door(door!(leave), &[], None);
        self.go_on(dst, value, left);
    }

    /// Returns; whoever has called takes the frame away, if there is one.
    pub fn give_back(&mut self, src: Option<Src>) {
        let value = match src {
            Some(src) => self.get(src.0),
            None => self.const64(0),
        };
        let left = self.left_after(self.done + 1);
        let pc = self.const32(self.at as i32);
        self.tell(offset_of!(Bridge, pc), pc);
        self.f.ins().return_(&[value, left]);
    }
}
