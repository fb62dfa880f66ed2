//! Objects and their fields: addresses, the gate before an access, the journal before a write.

use crate::emit::{Emitter, door};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use ir::operand::{Dst, Kind, Src};
use std::mem::offset_of;
use vm::compiled::{Bridge, Cell, ELEMENTS_AT, LOCK_AT, SHARED_BIT, STAMP_AT, VISIBLE};
use vm::program::{ClassId, StaticLink, statics};

/// The heap is always readable and writable; wide fields lie where there is room.
pub(crate) const HEAP: MemFlagsData = MemFlagsData::new().with_notrap();
/// Class and length of an object stay while it lives, and no object dies while the code runs.
const HEADER: MemFlagsData = HEAP.with_readonly().with_can_move();

impl Emitter<'_, '_> {
    /// How far the start of an object is from that of the heap.
    pub fn distance(&mut self, object: Value) -> Value {
        let handle = self.f.ins().uextend(I64, object);
        self.f.ins().ishl_imm_u(handle, 3)
    }

    /// The address of an object. Behind any there is room for the farthest field.
    pub fn start(&mut self, object: Value) -> Value {
        let distance = self.distance(object);
        self.address(distance)
    }

    /// The address that is so far from where the heap begins.
    pub fn address(&mut self, distance: Value) -> Value {
        let within = match self.mask {
            Some(mask) => self.f.ins().band(distance, mask),
            None => distance,
        };
        self.f.ins().iadd(self.base, within)
    }

    pub fn read_at(&mut self, ty: Type, object: Value, at: i32) -> Value {
        let start = self.start(object);
        self.f.ins().load(ty, HEAP, start, at)
    }

    /// The same for what never changes while an object lives.
    pub fn read_fixed(&mut self, ty: Type, object: Value, at: i32) -> Value {
        let start = self.start(object);
        self.f.ins().load(ty, HEADER, start, at)
    }

    /// The object in a register; the interpreter throws if there is none.
    pub fn object(&mut self, register: Src) -> Value {
        let object = self.int(register.0);
        let is_null = self.is_zero(object);
        self.leave_if(is_null);
        object
    }

    pub fn null_check(&mut self, src: Src) {
        self.object(src);
    }

    /// The interpreter goes on if a class has to be initialized.
    pub fn initialized(&mut self, class: ClassId) {
        let record = self.piece.machine.program.classes[class].statics;
        if !record.is_null() && !self.piece.is_initialized(class) {
            let record = self.const32(record.0 as i32);
            let state = self.read_at(I32, record, statics::STATE as i32 * 4);
            let done = self.const32(statics::DONE as i32);
            let is_other = self.f.ins().icmp(IntCC::NotEqual, state, done);
            self.leave_if(is_other);
        }
    }

    /// Asks before an access to what others may reach; the step may have to end here.
    pub fn gate(&mut self, object: Value, unit: u32, is_write: bool) {
        if !self.is_gated() {
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
        if !self.is_gated() {
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

    /// Something is written: it may have to be journaled before.
    pub fn journal(&mut self, object: Value, element: Option<(Value, u32)>) {
        if self.is_plain() {
            return;
        }
        let is_unstamped = self.is_unstamped(object);
        self.rarely(is_unstamped, |emitter, next| {
            match element {
                Some((offset, bytes)) => {
                    let start = emitter.f.ins().iadd_imm_s(offset, i64::from(ELEMENTS_AT));
                    let bytes = emitter.const32(bytes as i32);
                    emitter.door(door!(touch_element), &[object, start, bytes], None);
                }
                None => {
                    emitter.door(door!(touch), &[object], None);
                }
            }
            emitter.f.ins().jump(next, &[]);
        });
    }

    /// A reference is written: what the object refers to may become shared by it.
    pub fn may_publish(&mut self, object: Value) -> Value {
        let lock = self.read_at(I32, object, LOCK_AT);
        let bit = self.ask_fixed(I32, offset_of!(Bridge, shared_bit));
        let shared = self.f.ins().band(lock, bit);
        let top = self.ask_fixed(I32, offset_of!(Bridge, shared_top));
        let is_below = self.f.ins().icmp(IntCC::UnsignedLessThan, object, top);
        let is_below = self.truth(is_below);
        self.f.ins().bor(shared, is_below)
    }

    // ---- fields

    pub fn get_field(&mut self, ty: Type, dst: Dst, obj: Src, unit: u16) {
        let object = self.object(obj);
        self.gate(object, u32::from(unit), false);
        let value = match self.early() {
            Some(value) => value,
            None => {
                let ty = self.type_for(ty, dst);
                self.read_at(ty, object, i32::from(unit) * 4)
            }
        };
        self.set_read(dst, value);
    }

    /// Wide values are read as what they are used for.
    pub fn type_for(&self, ty: Type, dst: Dst) -> Type {
        if ty == I64 && self.is_double(dst.0) { F64 } else { ty }
    }

    pub fn set_read(&mut self, dst: Dst, value: Value) {
        match self.f.func.dfg.value_type(value) {
            I32 => self.set_int(dst.0, value),
            F64 => self.set_raw(dst.0, value),
            _ => self.set(dst.0, value),
        }
    }

    pub fn put_field(&mut self, ty: Type, obj: Src, src: Src, unit: u16, kind: Kind) {
        let object = self.object(obj);
        self.gate(object, u32::from(unit), true);
        let value = match ty {
            I64 => self.raw(src.0),
            _ => {
                let value = self.int(src.0);
                self.narrow(kind, value)
            }
        };
        self.write_field(object, u32::from(unit), value);
    }

    fn write_field(&mut self, object: Value, unit: u32, value: Value) {
        self.journal(object, None);
        let start = self.start(object);
        self.f.ins().store(HEAP, value, start, unit as i32 * 4);
    }

    pub fn put_ref(&mut self, obj: Src, src: Src, unit: u16) {
        let object = self.object(obj);
        self.gate(object, u32::from(unit), true);
        let value = self.int(src.0);
        self.write_ref(object, u32::from(unit), value);
    }

    fn write_ref(&mut self, object: Value, unit: u32, value: Value) {
        let done = self.f.create_block();
        let publishes = self.may_publish(object);
        self.rarely(publishes, |emitter, _| {
            let unit = emitter.const32(unit as i32);
            emitter.door(door!(put_ref), &[object, unit, value], None);
            emitter.f.ins().jump(done, &[]);
        });
        self.write_field(object, unit, value);
        self.f.ins().jump(done, &[]);
        self.f.switch_to_block(done);
        self.f.seal_block(done);
    }

    // ---- static fields

    pub fn get_base(&mut self, ty: Type, dst: Dst, at: u32) {
        if self.is_gated() {
            let at = self.const32(at as i32);
            let stops = self.question(door!(access_base), &[at]);
            self.leave_if_as(stops, VISIBLE);
        }
        let value = match self.early() {
            Some(value) => value,
            None => {
                let ty = self.type_for(ty, dst);
                self.read_base(ty, at)
            }
        };
        self.set_read(dst, value);
    }

    pub fn read_base(&mut self, ty: Type, at: u32) -> Value {
        let distance = self.const64(i64::from(at) * 4);
        let address = self.address(distance);
        self.f.ins().load(ty, HEAP, address, 0)
    }

    pub fn get_static(&mut self, ty: Type, dst: Dst, link: StaticLink) {
        let record = self.static_record(link, false);
        let ty = self.type_for(ty, dst);
        let value = self.read_at(ty, record, link.unit as i32 * 4);
        self.set_read(dst, value);
    }

    /// The record of an initialized class, of which a field may be accessed.
    fn static_record(&mut self, link: StaticLink, is_write: bool) -> Value {
        self.initialized(link.class);
        let record = self.const32(link.record.0 as i32);
        self.gate(record, link.unit, is_write);
        record
    }

    pub fn put_static(&mut self, src: Src, link: StaticLink) {
        let record = self.static_record(link, true);
        match self.piece.cell(link) {
            Cell::Ref => {
                let value = self.int(src.0);
                self.write_ref(record, link.unit, value);
            }
            Cell::Wide => {
                let value = self.raw(src.0);
                self.write_field(record, link.unit, value);
            }
            Cell::Narrow(kind) => {
                let value = self.int(src.0);
                let value = self.narrow(kind, value);
                self.write_field(record, link.unit, value);
            }
        }
    }
}
