//! Classes of objects, and new objects.

use crate::emit::{Emitter, OWN, door};
use crate::heap::HEAP;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use ir::operand::{Dst, Src};
use std::mem::offset_of;
use vm::compiled::{ALLOCATED_AT, Bridge, CLASS_AT, CURSOR_AT, LOCK_AT, RUN_END_AT};
use vm::program::{ClassId, ShapeKind};

/// Longer arrays are made by the machine.
const SHORT_ARRAY: i64 = 1 << 16;

impl Emitter<'_, '_> {
    // ---- classes

    pub fn check_cast(&mut self, src: Src, class: u32) {
        let object = self.int(src.0);
        let is_other = self.is_of_other_class(object, class);
        if self.piece.is_leaf(ClassId(class)) {
            self.leave_if(is_other);
            return self.note(object, true);
        }
        self.rarely(is_other, |emitter, next| {
            let class = emitter.const32(class as i32);
            let is_one = emitter.question(door!(is_instance), &[object, class]);
            let fails = emitter.is_zero(is_one);
            emitter.leave_if(fails);
            emitter.f.ins().jump(next, &[]);
        });
        self.note(object, true);
    }

    /// It is an object, and not of this very class.
    fn is_of_other_class(&mut self, object: Value, class: u32) -> Value {
        // Null has no class: the word at the start of the heap is that of no class.
        let found = self.read_fixed(I32, object, CLASS_AT);
        let class = self.const32(class as i32);
        let differs = self.f.ins().icmp(IntCC::NotEqual, found, class);
        let is_null = self.is_zero(object);
        let zero = self.f.ins().iconst(I8, 0);
        self.f.ins().select(is_null, zero, differs)
    }

    pub fn instance_of(&mut self, dst: Dst, src: Src, class: u32) {
        let object = self.int(src.0);
        self.note(object, true);
        let found = self.read_fixed(I32, object, CLASS_AT);
        let wanted = self.const32(class as i32);
        let is_same = self.f.ins().icmp(IntCC::Equal, found, wanted);
        let is_same = self.truth(is_same);
        let is_null = self.is_zero(object);
        let zero = self.const32(0);
        let quick = self.f.ins().select(is_null, zero, is_same);
        if self.piece.is_leaf(ClassId(class)) {
            return self.set_int(dst.0, quick);
        }
        let (asks, done) = (self.f.create_block(), self.f.create_block());
        let answer = self.f.append_block_param(done, I32);
        let is_clear = {
            let is_null = self.truth(is_null);
            self.f.ins().bor(is_null, is_same)
        };
        self.f.ins().brif(is_clear, done, &[BlockArg::Value(quick)], asks, &[]);
        self.f.switch_to_block(asks);
        self.f.seal_block(asks);
        let found = self.question(door!(is_instance), &[object, wanted]);
        self.f.ins().jump(done, &[BlockArg::Value(found)]);
        self.f.switch_to_block(done);
        self.f.seal_block(done);
        self.set_int(dst.0, answer);
    }

    // ---- new objects

    pub fn new_object(&mut self, dst: Dst, class: u32, may_initialize: bool) {
        let may_initialize = may_initialize && !self.piece.is_initialized(ClassId(class));
        let slowly = |emitter: &mut Self| {
            let (class, may) = (emitter.const32(class as i32), emitter.const32(i32::from(may_initialize)));
            emitter.question(door!(new_object), &[class, may])
        };
        let object = if self.is_plain() && !may_initialize {
            let words = self.const64(i64::from(self.piece.machine.heap.size_of(ClassId(class), 0)));
            let len = self.const32(0);
            self.allocate(ClassId(class), len, words, None, slowly)
        } else {
            slowly(self)
        };
        self.set_new(dst, object);
    }

    pub fn new_array(&mut self, dst: Dst, class: u32, len: Src) {
        let len = self.int(len.0);
        let slowly = |emitter: &mut Self| {
            let class = emitter.const32(class as i32);
            emitter.question(door!(new_array), &[class, len])
        };
        let kind = self.piece.machine.heap.shapes[ClassId(class)].kind;
        let array = match kind {
            ShapeKind::Array { shift } if self.is_plain() => {
                let wide = self.f.ins().uextend(I64, len);
                let bytes = self.f.ins().ishl_imm_u(wide, i64::from(shift));
                // As many words as are needed, and those of the header.
                let filled = self.f.ins().iadd_imm_s(bytes, 7 + 16);
                let words = self.f.ins().ushr_imm_u(filled, 3);
                let most = self.const32(SHORT_ARRAY as i32);
                let is_long = self.f.ins().icmp(IntCC::UnsignedGreaterThan, len, most);
                self.allocate(ClassId(class), len, words, Some(is_long), slowly)
            }
            _ => slowly(self),
        };
        self.set_new(dst, array);
    }

    /// Takes words from the present run of free ones, which are zeros; `slowly` if there are not enough, if a
    /// collection is due, or if something else is in the way.
    fn allocate(
        &mut self,
        class: ClassId,
        len: Value,
        words: Value,
        hindered: Option<Value>,
        slowly: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let (slow, done) = (self.f.create_block(), self.f.create_block());
        let made = self.f.append_block_param(done, I32);
        let space = self.ask_fixed(I64, offset_of!(Bridge, space));
        let cursor = self.f.ins().load(I32, OWN, space, CURSOR_AT);
        let end = self.f.ins().load(I32, OWN, space, RUN_END_AT);
        let allocated = self.f.ins().load(I64, OWN, space, ALLOCATED_AT);
        let (from, to) = (self.f.ins().uextend(I64, cursor), self.f.ins().uextend(I64, end));
        let next = self.f.ins().iadd(from, words);
        let is_full = self.f.ins().icmp(IntCC::UnsignedGreaterThan, next, to);
        let most = self.ask_fixed(I64, offset_of!(Bridge, collect_after));
        let is_due = self.f.ins().icmp(IntCC::UnsignedGreaterThan, allocated, most);
        for condition in hindered.into_iter().chain([is_full, is_due]) {
            let quick = self.f.create_block();
            self.f.ins().brif(condition, slow, &[], quick, &[]);
            self.f.switch_to_block(quick);
            self.f.seal_block(quick);
        }
        let next = self.f.ins().ireduce(I32, next);
        self.f.ins().store(OWN, next, space, CURSOR_AT);
        let allocated = self.f.ins().iadd(allocated, words);
        self.f.ins().store(OWN, allocated, space, ALLOCATED_AT);
        let start = self.start(cursor);
        let class = self.const64(i64::from(class.0));
        self.f.ins().store(HEAP, class, start, CLASS_AT);
        let wide = self.f.ins().uextend(I64, len);
        let lock_and_length = self.f.ins().ishl_imm_u(wide, 32);
        self.f.ins().store(HEAP, lock_and_length, start, LOCK_AT);
        self.f.ins().jump(done, &[BlockArg::Value(cursor)]);
        self.f.switch_to_block(slow);
        self.f.seal_block(slow);
        self.f.set_cold_block(slow);
        let other = slowly(self);
        let is_none = self.is_zero(other);
        self.leave_if(is_none);
        self.f.ins().jump(done, &[BlockArg::Value(other)]);
        self.f.switch_to_block(done);
        self.f.seal_block(done);
        made
    }

    fn set_new(&mut self, dst: Dst, object: Value) {
        let is_none = self.is_zero(object);
        self.leave_if(is_none);
        self.set_int(dst.0, object);
    }
}
