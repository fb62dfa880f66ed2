//! Objects and arrays: addresses, the gate before an access, the journal before a write.

use crate::emit::{Emitter, door};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use ir::operand::{Dst, Kind, Src};
use std::mem::offset_of;
use vm::compiled::{Bridge, CLASS_AT, ELEMENTS_AT, LENGTH_AT, LOCK_AT, SHARED_BIT, STAMP_AT, VISIBLE};
use vm::program::{StaticLink, statics};

/// The heap is always readable and writable; wide fields lie where there is room.
const HEAP: MemFlagsData = MemFlagsData::new().with_notrap();

impl Emitter<'_, '_> {
    /// The address of a byte of an object, as the heap itself finds it.
    fn address(&mut self, object: Value, offset: Value) -> Value {
        let handle = self.f.ins().uextend(I64, object);
        let three = self.const32(3);
        let start = self.f.ins().ishl(handle, three);
        let byte = self.f.ins().iadd(start, offset);
        let within = self.f.ins().band(byte, self.mask);
        self.f.ins().iadd(self.base, within)
    }

    fn read_at(&mut self, ty: Type, object: Value, at: i32) -> Value {
        let offset = self.const64(i64::from(at));
        let address = self.address(object, offset);
        self.f.ins().load(ty, HEAP, address, 0)
    }

    /// The object in a register; the interpreter throws if there is none.
    fn object(&mut self, register: Src) -> Value {
        let object = self.int(register.0);
        let is_null = self.is_zero(object);
        self.leave_if(is_null);
        object
    }

    pub fn null_check(&mut self, src: Src) {
        self.object(src);
    }

    /// Asks before an access to what others may reach; the step may have to end here.
    fn gate(&mut self, object: Value, unit: u32, is_write: bool) {
        if !self.piece.is_gated {
            return;
        }
        let lock = self.read_at(I32, object, LOCK_AT);
        let bit = self.const32(SHARED_BIT as i32);
        let shared = self.f.ins().band(lock, bit);
        let top = self.ask(I32, offset_of!(Bridge, gate_top));
        let is_below = self.f.ins().icmp(IntCC::UnsignedLessThan, object, top);
        let is_below = self.truth(is_below);
        let asks = self.f.ins().bor(shared, is_below);
        self.rarely(asks, |emitter, next| {
            let (unit, is_write) = (emitter.const32(unit as i32), emitter.const32(i32::from(is_write)));
            let stops = emitter.question(door!(access), &[object, unit, is_write]);
            emitter.leave_if_as(stops, VISIBLE);
            emitter.f.ins().jump(next, &[]);
        });
    }

    /// Notes that the content or the class of an object is looked at, where somebody wants to know.
    pub fn note(&mut self, object: Value, is_class: bool) {
        if !self.piece.is_gated {
            return;
        }
        let is_noting = self.ask(I32, offset_of!(Bridge, notes));
        self.rarely(is_noting, |emitter, next| {
            let what = emitter.const32(i32::from(is_class));
            emitter.door(door!(note), &[object, what], None);
            emitter.f.ins().jump(next, &[]);
        });
    }

    /// The object's stamp is not that of the present epoch.
    fn is_unstamped(&mut self, object: Value) -> Value {
        let stamp = self.read_at(I32, object, STAMP_AT);
        self.f.ins().icmp(IntCC::NotEqual, stamp, self.epoch)
    }

    /// A reference is written: what the object refers to may become shared by it.
    fn may_publish(&mut self, object: Value) -> Value {
        let lock = self.read_at(I32, object, LOCK_AT);
        let bit = self.ask(I32, offset_of!(Bridge, shared_bit));
        let shared = self.f.ins().band(lock, bit);
        let top = self.ask(I32, offset_of!(Bridge, shared_top));
        let is_below = self.f.ins().icmp(IntCC::UnsignedLessThan, object, top);
        let is_below = self.truth(is_below);
        self.f.ins().bor(shared, is_below)
    }

    // ---- fields

    pub fn get_field(&mut self, ty: Type, dst: Dst, obj: Src, unit: u16) {
        let object = self.object(obj);
        self.gate(object, u32::from(unit), false);
        let value = self.read_at(ty, object, i32::from(unit) * 4);
        self.set_read(ty, dst, value);
    }

    fn set_read(&mut self, ty: Type, dst: Dst, value: Value) {
        if ty == I64 { self.set(dst.0, value) } else { self.set_int(dst.0, value) }
    }

    pub fn put_field(&mut self, ty: Type, obj: Src, src: Src, unit: u16, kind: Kind) {
        let object = self.object(obj);
        self.gate(object, u32::from(unit), true);
        let value = match ty {
            I64 => self.get(src.0),
            _ => {
                let value = self.int(src.0);
                self.narrow(kind, value)
            }
        };
        self.write_field(object, unit, value);
    }

    fn write_field(&mut self, object: Value, unit: u16, value: Value) {
        let is_unstamped = self.is_unstamped(object);
        self.rarely(is_unstamped, |emitter, next| {
            emitter.door(door!(touch), &[object], None);
            emitter.f.ins().jump(next, &[]);
        });
        let offset = self.const64(i64::from(unit) * 4);
        let address = self.address(object, offset);
        self.f.ins().store(HEAP, value, address, 0);
    }

    pub fn put_ref(&mut self, obj: Src, src: Src, unit: u16) {
        let object = self.object(obj);
        self.gate(object, u32::from(unit), true);
        let value = self.int(src.0);
        let done = self.f.create_block();
        let publishes = self.may_publish(object);
        self.rarely(publishes, |emitter, _| {
            let unit = emitter.const32(i32::from(unit));
            emitter.door(door!(put_ref), &[object, unit, value], None);
            emitter.f.ins().jump(done, &[]);
        });
        self.write_field(object, unit, value);
        self.f.ins().jump(done, &[]);
        self.f.switch_to_block(done);
    }

    // ---- static fields

    pub fn get_base(&mut self, ty: Type, dst: Dst, at: u32) {
        if self.piece.is_gated {
            let at = self.const32(at as i32);
            let stops = self.question(door!(access_base), &[at]);
            self.leave_if_as(stops, VISIBLE);
        }
        let null = self.const32(0);
        let offset = self.const64(i64::from(at) * 4);
        let address = self.address(null, offset);
        let value = self.f.ins().load(ty, HEAP, address, 0);
        self.set_read(ty, dst, value);
    }

    pub fn get_static(&mut self, ty: Type, dst: Dst, link: StaticLink) {
        let record = self.const32(link.record.0 as i32);
        let state = self.read_at(I32, record, statics::STATE as i32 * 4);
        let done = self.const32(statics::DONE as i32);
        let is_other = self.f.ins().icmp(IntCC::NotEqual, state, done);
        self.leave_if(is_other);
        self.gate(record, link.unit, false);
        let offset = self.const64(i64::from(link.unit) * 4);
        let address = self.address(record, offset);
        let value = self.f.ins().load(ty, HEAP, address, 0);
        self.set_read(ty, dst, value);
    }

    pub fn put_static(&mut self, src: Src, row: u32) {
        let row = self.const32(row as i32);
        let value = self.get(src.0);
        let how = self.question(door!(put_static), &[row, value]);
        self.leave_by(how);
    }

    // ---- arrays

    pub fn array_length(&mut self, dst: Dst, arr: Src) {
        let array = self.object(arr);
        self.note(array, false);
        let len = self.read_at(I32, array, LENGTH_AT);
        self.set_int(dst.0, len);
    }

    /// Array and index of an element that is there; the interpreter throws otherwise.
    fn element(&mut self, arr: Src, at: Src) -> (Value, Value) {
        let array = self.object(arr);
        let index = self.int(at.0);
        let len = self.read_at(I32, array, LENGTH_AT);
        let is_outside = self.f.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, len);
        self.leave_if(is_outside);
        (array, index)
    }

    /// How far an element is from the start of its array.
    fn element_offset(&mut self, index: Value, shift: i32) -> Value {
        let wide = self.f.ins().uextend(I64, index);
        let shift = self.const32(shift);
        let distance = self.f.ins().ishl(wide, shift);
        let start = self.const64(i64::from(ELEMENTS_AT));
        self.f.ins().iadd(distance, start)
    }

    /// Reads an element of a type, which is widened with or without its sign.
    pub fn load(&mut self, ty: Type, is_signed: bool, dst: Dst, arr: Src, at: Src) {
        let (array, index) = self.element(arr, at);
        self.gate(array, 0, false);
        let offset = self.element_offset(index, shift_of(ty));
        let address = self.address(array, offset);
        let value = self.f.ins().load(ty, HEAP, address, 0);
        let value = match (ty, is_signed) {
            (I8 | I16, true) => self.f.ins().sextend(I32, value),
            (I8 | I16, false) => self.f.ins().uextend(I32, value),
            _ => value,
        };
        self.set_read(ty, dst, value);
    }

    pub fn store(&mut self, ty: Type, arr: Src, at: Src, src: Src) {
        let (array, index) = self.element(arr, at);
        self.gate(array, 0, true);
        let value = match ty {
            I64 => self.get(src.0),
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
        let class = self.read_at(I32, array, CLASS_AT);
        let booleans = self.const32(self.piece.booleans.0 as i32);
        let is_boolean = self.f.ins().icmp(IntCC::Equal, class, booleans);
        let bit = self.narrow(Kind::Boolean, value);
        let kept = self.f.ins().select(is_boolean, bit, value);
        self.f.ins().ireduce(I8, kept)
    }

    fn write_element(&mut self, ty: Type, array: Value, index: Value, value: Value) {
        let offset = self.element_offset(index, shift_of(ty));
        let is_unstamped = self.is_unstamped(array);
        self.rarely(is_unstamped, |emitter, next| {
            let bytes = emitter.const32(ty.bytes() as i32);
            emitter.door(door!(touch_element), &[array, offset, bytes], None);
            emitter.f.ins().jump(next, &[]);
        });
        let address = self.address(array, offset);
        self.f.ins().store(HEAP, value, address, 0);
    }

    pub fn store_ref(&mut self, arr: Src, at: Src, src: Src) {
        let (array, index) = self.element(arr, at);
        let value = self.int(src.0);
        let class = self.read_at(I32, array, CLASS_AT);
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
        if self.piece.is_gated {
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
    }

    // ---- classes

    pub fn check_cast(&mut self, src: Src, class: u32) {
        let object = self.int(src.0);
        let is_other = self.is_of_other_class(object, class);
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
        let found = self.read_at(I32, object, CLASS_AT);
        let class = self.const32(class as i32);
        let differs = self.f.ins().icmp(IntCC::NotEqual, found, class);
        let is_null = self.is_zero(object);
        let zero = self.f.ins().iconst(I8, 0);
        self.f.ins().select(is_null, zero, differs)
    }

    pub fn instance_of(&mut self, dst: Dst, src: Src, class: u32) {
        let object = self.int(src.0);
        self.note(object, true);
        let is_null = self.is_zero(object);
        let (asks, done) = (self.f.create_block(), self.f.create_block());
        let answer = self.f.append_block_param(done, I32);
        let zero = self.const32(0);
        self.f.ins().brif(is_null, done, &[zero.into()], asks, &[]);
        self.f.switch_to_block(asks);
        let class = self.const32(class as i32);
        let found = self.question(door!(is_instance), &[object, class]);
        self.f.ins().jump(done, &[found.into()]);
        self.f.switch_to_block(done);
        self.set_int(dst.0, answer);
    }

    // ---- new objects

    pub fn new_object(&mut self, dst: Dst, class: u32, may_initialize: bool) {
        let (class, may) = (self.const32(class as i32), self.const32(i32::from(may_initialize)));
        let object = self.question(door!(new_object), &[class, may]);
        self.set_new(dst, object);
    }

    pub fn new_array(&mut self, dst: Dst, class: u32, len: Src) {
        let class = self.const32(class as i32);
        let len = self.int(len.0);
        let array = self.question(door!(new_array), &[class, len]);
        self.set_new(dst, array);
    }

    fn set_new(&mut self, dst: Dst, object: Value) {
        let is_none = self.is_zero(object);
        self.leave_if(is_none);
        self.set_int(dst.0, object);
    }
}

/// The logarithm of an element's size.
fn shift_of(ty: Type) -> i32 {
    ty.bytes().trailing_zeros() as i32
}
