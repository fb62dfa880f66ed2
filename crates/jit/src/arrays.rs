//! Arrays and their elements.

use crate::emit::{Emitter, door};
use crate::heap::HEAP;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Type, Value};
use ir::operand::{Dst, Kind, Src};
use vm::compiled::{CLASS_AT, ELEMENTS_AT, LENGTH_AT};

impl Emitter<'_, '_> {
    pub fn array_length(&mut self, dst: Dst, arr: Src) {
        let array = self.object(arr);
        self.note(array, false);
        let len = self.read_fixed(I32, array, LENGTH_AT);
        self.set_int(dst.0, len);
    }

    /// Array and index of an element that is there; the interpreter throws otherwise. Null has a length, too, which is
    /// 0: one question is enough.
    fn element(&mut self, arr: Src, at: Src) -> (Value, Value) {
        let array = self.int(arr.0);
        let index = self.int(at.0);
        let len = self.read_fixed(I32, array, LENGTH_AT);
        let is_outside = self.f.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, len);
        self.leave_if(is_outside);
        (array, index)
    }

    /// How far an element is from the first.
    fn element_offset(&mut self, index: Value, ty: Type) -> Value {
        let wide = self.f.ins().uextend(I64, index);
        self.f.ins().ishl_imm_u(wide, i64::from(shift_of(ty)))
    }

    /// What [`ELEMENTS_AT`] behind it is the address of an element.
    fn element_address(&mut self, array: Value, offset: Value) -> Value {
        let start = self.distance(array);
        let byte = self.f.ins().iadd(start, offset);
        self.address(byte)
    }

    pub fn read_element(&mut self, ty: Type, array: Value, index: Value) -> Value {
        let offset = self.element_offset(index, ty);
        let address = self.element_address(array, offset);
        self.f.ins().load(ty, HEAP, address, ELEMENTS_AT)
    }

    /// Reads an element of a type, which is widened with or without its sign.
    pub fn load(&mut self, ty: Type, is_signed: bool, dst: Dst, arr: Src, at: Src) {
        let (array, index) = self.element(arr, at);
        self.gate(array, 0, false);
        let value = match self.early() {
            Some(value) => value,
            None => {
                let ty = self.type_for(ty, dst);
                self.read_element(ty, array, index)
            }
        };
        let value = match (ty, is_signed) {
            (I8 | I16, true) => self.f.ins().sextend(I32, value),
            (I8 | I16, false) => self.f.ins().uextend(I32, value),
            _ => value,
        };
        self.set_read(dst, value);
    }

    pub fn store(&mut self, ty: Type, arr: Src, at: Src, src: Src) {
        let (array, index) = self.element(arr, at);
        self.gate(array, 0, true);
        let value = match ty {
            I64 => self.raw(src.0),
            I8 => self.byte_for(array, src),
            I16 => {
                let value = self.int(src.0);
                self.f.ins().ireduce(I16, value)
            }
            _ => self.int(src.0),
        };
        self.write_element(ty, array, index, value);
    }

    /// Arrays of booleans keep one bit.
    fn byte_for(&mut self, array: Value, src: Src) -> Value {
        let value = self.int(src.0);
        let class = self.read_fixed(I32, array, CLASS_AT);
        let booleans = self.const32(self.piece.booleans.0 as i32);
        let is_boolean = self.f.ins().icmp(IntCC::Equal, class, booleans);
        let bit = self.narrow(Kind::Boolean, value);
        let kept = self.f.ins().select(is_boolean, bit, value);
        self.f.ins().ireduce(I8, kept)
    }

    fn write_element(&mut self, ty: Type, array: Value, index: Value, value: Value) {
        let offset = self.element_offset(index, ty);
        self.journal(array, Some((offset, ty.bytes())));
        let address = self.element_address(array, offset);
        self.f.ins().store(HEAP, value, address, ELEMENTS_AT);
    }

    pub fn store_ref(&mut self, arr: Src, at: Src, src: Src) {
        let (array, index) = self.element(arr, at);
        let value = self.int(src.0);
        let class = self.read_fixed(I32, array, CLASS_AT);
        let objects = self.const32(self.piece.objects.0 as i32);
        let is_special = self.f.ins().icmp(IntCC::NotEqual, class, objects);
        let is_null = self.is_zero(value);
        let zero = self.f.ins().iconst(I8, 0);
        let is_checked = self.f.ins().select(is_null, zero, is_special);
        self.rarely(is_checked, |emitter, next| {
            let fits = emitter.question(door!(fits), &[array, value]);
            let fails = emitter.is_zero(fits);
            emitter.leave_if(fails);
            emitter.f.ins().jump(next, &[]);
        });
        self.gate(array, 0, true);
        if self.is_gated() {
            // Only where it was checked is the class of the reference looked at.
            self.rarely(is_checked, |emitter, next| {
                emitter.note(value, true);
                emitter.f.ins().jump(next, &[]);
            });
        }
        let done = self.f.create_block();
        let publishes = self.may_publish(array);
        self.rarely(publishes, |emitter, _| {
            emitter.door(door!(store_ref), &[array, index, value], None);
            emitter.f.ins().jump(done, &[]);
        });
        self.write_element(I32, array, index, value);
        self.f.ins().jump(done, &[]);
        self.f.switch_to_block(done);
        self.f.seal_block(done);
    }
}

/// The logarithm of an element's size.
fn shift_of(ty: Type) -> i32 {
    ty.bytes().trailing_zeros() as i32
}
