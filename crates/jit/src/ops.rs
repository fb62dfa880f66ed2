//! What each operation becomes.

use crate::arith::Binary::{Add, And, Div, Mul, Or, Rem, Shl, Shr, Sub, Ushr, Xor};
use crate::emit::Emitter;
use crate::plan::is_left;
use cranelift_codegen::ir::condcodes::IntCC::{
    self, Equal, NotEqual, SignedGreaterThan, SignedGreaterThanOrEqual, SignedLessThan, SignedLessThanOrEqual,
};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use ir::operand::{Dst, Imm, Kind, Src, Target};
use ir::{Op, SwitchKeys, SwitchTable};

impl Emitter<'_, '_> {
    /// The present operation. False if control does not go on behind it by itself.
    pub fn operation(&mut self, op: Op) -> bool {
        if is_left(&op) {
            self.leave();
            return false;
        }
        let falls_through = !op.ends_block() && op.target().is_none();
        self.move_or_jump(op);
        falls_through
    }

    fn move_or_jump(&mut self, op: Op) {
        match op {
            Op::Nop {} => {}
            Op::Move { dst, src } if self.is_double(dst.0) && self.is_double(src.0) => {
                let value = self.raw(src.0);
                self.set_raw(dst.0, value);
            }
            Op::Move { dst, src } => {
                let word = self.get(src.0);
                self.set(dst.0, word);
            }
            Op::Const { dst, value } => {
                let value = self.const32(value.0);
                self.set_int(dst.0, value);
            }
            Op::ConstWide { dst, value } => {
                let word = self.const64(self.piece.code.body().wides[value.0 as usize] as i64);
                self.set(dst.0, word);
            }
            Op::ConstRef { dst, handle } => {
                let handle = self.const32(handle.0 as i32);
                self.set_int(dst.0, handle);
            }
            Op::Goto { to } => self.jump(usize::from(to.0)),
            Op::IfIEq { a, b, to } => self.if_ints(Equal, a, b, to),
            Op::IfINe { a, b, to } => self.if_ints(NotEqual, a, b, to),
            Op::IfILt { a, b, to } => self.if_ints(SignedLessThan, a, b, to),
            Op::IfIGe { a, b, to } => self.if_ints(SignedGreaterThanOrEqual, a, b, to),
            Op::IfIGt { a, b, to } => self.if_ints(SignedGreaterThan, a, b, to),
            Op::IfILe { a, b, to } => self.if_ints(SignedLessThanOrEqual, a, b, to),
            Op::IfIEqK { a, k, to } => self.if_int_by(Equal, a, k, to),
            Op::IfINeK { a, k, to } => self.if_int_by(NotEqual, a, k, to),
            Op::IfILtK { a, k, to } => self.if_int_by(SignedLessThan, a, k, to),
            Op::IfIGeK { a, k, to } => self.if_int_by(SignedGreaterThanOrEqual, a, k, to),
            Op::IfIGtK { a, k, to } => self.if_int_by(SignedGreaterThan, a, k, to),
            Op::IfILeK { a, k, to } => self.if_int_by(SignedLessThanOrEqual, a, k, to),
            Op::IfLEq { a, b, to } => self.if_longs(Equal, a, b, to),
            Op::IfLNe { a, b, to } => self.if_longs(NotEqual, a, b, to),
            Op::IfLLt { a, b, to } => self.if_longs(SignedLessThan, a, b, to),
            Op::IfLGe { a, b, to } => self.if_longs(SignedGreaterThanOrEqual, a, b, to),
            Op::IfLGt { a, b, to } => self.if_longs(SignedGreaterThan, a, b, to),
            Op::IfLLe { a, b, to } => self.if_longs(SignedLessThanOrEqual, a, b, to),
            Op::Switch { on, table } => {
                let on = self.int(on.0);
                let (cases, default) = cases(&self.piece.code.body().tables[table.0 as usize]);
                self.switch(on, &cases, default);
            }
            Op::Return { src } => self.give_back(Some(src)),
            Op::ReturnVoid {} => self.give_back(None),
            other => self.integer(other),
        }
    }

    fn integer(&mut self, op: Op) {
        match op {
            Op::IAdd { dst, a, b } => self.ints(Add, dst, a, b),
            Op::ISub { dst, a, b } => self.ints(Sub, dst, a, b),
            Op::IMul { dst, a, b } => self.ints(Mul, dst, a, b),
            Op::IDiv { dst, a, b } => self.ints(Div, dst, a, b),
            Op::IRem { dst, a, b } => self.ints(Rem, dst, a, b),
            Op::IAnd { dst, a, b } => self.ints(And, dst, a, b),
            Op::IOr { dst, a, b } => self.ints(Or, dst, a, b),
            Op::IXor { dst, a, b } => self.ints(Xor, dst, a, b),
            Op::IShl { dst, a, b } => self.ints(Shl, dst, a, b),
            Op::IShr { dst, a, b } => self.ints(Shr, dst, a, b),
            Op::IUshr { dst, a, b } => self.ints(Ushr, dst, a, b),
            Op::INeg { dst, a } => {
                let a = self.int(a.0);
                let value = self.f.ins().ineg(a);
                self.set_int(dst.0, value);
            }
            Op::IAddK { dst, a, k } => self.int_by(Add, dst, a, k.0),
            Op::IMulK { dst, a, k } => self.int_by(Mul, dst, a, k.0),
            Op::IAndK { dst, a, k } => self.int_by(And, dst, a, k.0),
            Op::IShlK { dst, a, k } => self.int_by(Shl, dst, a, k.0),
            Op::IShrK { dst, a, k } => self.int_by(Shr, dst, a, k.0),
            Op::IUshrK { dst, a, k } => self.int_by(Ushr, dst, a, k.0),
            Op::LAdd { dst, a, b } => self.longs(Add, dst, a, b),
            Op::LSub { dst, a, b } => self.longs(Sub, dst, a, b),
            Op::LMul { dst, a, b } => self.longs(Mul, dst, a, b),
            Op::LDiv { dst, a, b } => self.longs(Div, dst, a, b),
            Op::LRem { dst, a, b } => self.longs(Rem, dst, a, b),
            Op::LAnd { dst, a, b } => self.longs(And, dst, a, b),
            Op::LOr { dst, a, b } => self.longs(Or, dst, a, b),
            Op::LXor { dst, a, b } => self.longs(Xor, dst, a, b),
            Op::LShl { dst, a, b } => self.longs(Shl, dst, a, b),
            Op::LShr { dst, a, b } => self.longs(Shr, dst, a, b),
            Op::LUshr { dst, a, b } => self.longs(Ushr, dst, a, b),
            Op::LNeg { dst, a } => {
                let a = self.get(a.0);
                let value = self.f.ins().ineg(a);
                self.set(dst.0, value);
            }
            Op::LAddK { dst, a, k } => self.long_by(Add, dst, a, k.0),
            Op::LShlK { dst, a, k } => self.long_by(Shl, dst, a, k.0),
            Op::LShrK { dst, a, k } => self.long_by(Shr, dst, a, k.0),
            Op::LUshrK { dst, a, k } => self.long_by(Ushr, dst, a, k.0),
            Op::LCmp { dst, a, b } => self.compare_longs(dst, a, b),
            Op::I2B { dst, a } => self.narrow_int(Kind::Byte, dst, a),
            Op::I2C { dst, a } => self.narrow_int(Kind::Char, dst, a),
            Op::I2S { dst, a } => self.narrow_int(Kind::Short, dst, a),
            other => self.floating_point(other),
        }
    }

    fn floating_point(&mut self, op: Op) {
        match op {
            Op::FAdd { dst, a, b } => self.floats(Add, dst, a, b),
            Op::FSub { dst, a, b } => self.floats(Sub, dst, a, b),
            Op::FMul { dst, a, b } => self.floats(Mul, dst, a, b),
            Op::FDiv { dst, a, b } => self.floats(Div, dst, a, b),
            Op::DAdd { dst, a, b } => self.doubles(Add, dst, a, b),
            Op::DSub { dst, a, b } => self.doubles(Sub, dst, a, b),
            Op::DMul { dst, a, b } => self.doubles(Mul, dst, a, b),
            Op::DDiv { dst, a, b } => self.doubles(Div, dst, a, b),
            Op::FNeg { dst, a } => {
                let a = self.float(a.0);
                let value = self.f.ins().fneg(a);
                self.set_float(dst.0, value);
            }
            Op::DNeg { dst, a } => {
                let a = self.double(a.0);
                let value = self.f.ins().fneg(a);
                self.set_double(dst.0, value);
            }
            Op::FCmpL { dst, a, b } => {
                let (a, b) = (self.float(a.0), self.float(b.0));
                self.compare_floating(dst, a, b, -1);
            }
            Op::FCmpG { dst, a, b } => {
                let (a, b) = (self.float(a.0), self.float(b.0));
                self.compare_floating(dst, a, b, 1);
            }
            Op::DCmpL { dst, a, b } => {
                let (a, b) = (self.double(a.0), self.double(b.0));
                self.compare_floating(dst, a, b, -1);
            }
            Op::DCmpG { dst, a, b } => {
                let (a, b) = (self.double(a.0), self.double(b.0));
                self.compare_floating(dst, a, b, 1);
            }
            other => self.conversion(other),
        }
    }

    fn conversion(&mut self, op: Op) {
        match op {
            Op::I2L { dst, a } => {
                let a = self.int(a.0);
                let value = self.f.ins().sextend(I64, a);
                self.set(dst.0, value);
            }
            Op::L2I { dst, a } => {
                let value = self.int(a.0);
                self.set_int(dst.0, value);
            }
            Op::I2F { dst, a } => {
                let a = self.int(a.0);
                let value = self.f.ins().fcvt_from_sint(F32, a);
                self.set_float(dst.0, value);
            }
            Op::I2D { dst, a } => {
                let a = self.int(a.0);
                let value = self.f.ins().fcvt_from_sint(F64, a);
                self.set_double(dst.0, value);
            }
            Op::L2F { dst, a } => {
                let a = self.get(a.0);
                let value = self.f.ins().fcvt_from_sint(F32, a);
                self.set_float(dst.0, value);
            }
            Op::L2D { dst, a } => {
                let a = self.get(a.0);
                let value = self.f.ins().fcvt_from_sint(F64, a);
                self.set_double(dst.0, value);
            }
            Op::F2I { dst, a } => {
                let a = self.float(a.0);
                self.int_of(dst, a);
            }
            Op::D2I { dst, a } => {
                let a = self.double(a.0);
                self.int_of(dst, a);
            }
            Op::F2L { dst, a } => {
                let a = self.float(a.0);
                self.long_of(dst, a);
            }
            Op::D2L { dst, a } => {
                let a = self.double(a.0);
                self.long_of(dst, a);
            }
            Op::F2D { dst, a } => {
                let a = self.float(a.0);
                let value = self.f.ins().fpromote(F64, a);
                self.set_double(dst.0, value);
            }
            Op::D2F { dst, a } => {
                let a = self.double(a.0);
                let value = self.f.ins().fdemote(F32, a);
                self.set_float(dst.0, value);
            }
            other => self.object_or_array(other),
        }
    }

    fn object_or_array(&mut self, op: Op) {
        match op {
            Op::Get32 { dst, obj, off } => self.get_field(I32, dst, obj, off.0),
            Op::Get64 { dst, obj, off } => self.get_field(I64, dst, obj, off.0),
            Op::Put32 { obj, src, off } => self.put_field(I32, obj, src, off.0, Kind::Int),
            Op::Put64 { obj, src, off } => self.put_field(I64, obj, src, off.0, Kind::Long),
            Op::PutNarrow { kind, obj, src, off } => self.put_field(I32, obj, src, off.0, kind),
            Op::PutRef { obj, src, off } => self.put_ref(obj, src, off.0),
            Op::GetBase32 { dst, at } => self.get_base(I32, dst, at.0),
            Op::GetBase64 { dst, at } => self.get_base(I64, dst, at.0),
            Op::GetStatic32 { dst, link } => {
                self.get_static(I32, dst, self.piece.code.statics[link.0 as usize]);
            }
            Op::GetStatic64 { dst, link } => {
                self.get_static(I64, dst, self.piece.code.statics[link.0 as usize]);
            }
            Op::PutStaticQ { src, link } => self.put_static(src, self.piece.code.statics[link.0 as usize]),
            Op::ArrayLength { dst, arr } => self.array_length(dst, arr),
            Op::LoadB { dst, arr, at } => self.load(I8, true, dst, arr, at),
            Op::LoadC { dst, arr, at } => self.load(I16, false, dst, arr, at),
            Op::LoadS { dst, arr, at } => self.load(I16, true, dst, arr, at),
            Op::Load32 { dst, arr, at } | Op::LoadRef { dst, arr, at } => self.load(I32, false, dst, arr, at),
            Op::Load64 { dst, arr, at } => self.load(I64, false, dst, arr, at),
            Op::StoreB { arr, at, src } => self.store(I8, arr, at, src),
            Op::Store16 { arr, at, src } => self.store(I16, arr, at, src),
            Op::Store32 { arr, at, src } => self.store(I32, arr, at, src),
            Op::Store64 { arr, at, src } => self.store(I64, arr, at, src),
            Op::StoreRef { arr, at, src } => self.store_ref(arr, at, src),
            Op::NullCheck { src } => self.null_check(src),
            Op::CheckCastQ { src, sym } => {
                self.check_cast(src, self.piece.code.classes[usize::from(sym.0)].0);
            }
            Op::InstanceOfQ { dst, src, sym } => {
                self.instance_of(dst, src, self.piece.code.classes[usize::from(sym.0)].0);
            }
            Op::NewBase { dst, class } => self.new_object(dst, class.0, false),
            Op::NewQ { dst, class } => self.new_object(dst, class.0, true),
            Op::NewArray { kind, dst, len } => {
                self.new_array(dst, self.piece.primitives[kind as usize].0, len);
            }
            Op::ANewArrayQ { dst, len, sym } => {
                self.new_array(dst, self.piece.code.classes[usize::from(sym.0)].0, len);
            }
            Op::CallDirect { dst, call }
            | Op::CallStatic { dst, call }
            | Op::CallSpecial { dst, call }
            | Op::CallVirtual { dst, call }
            | Op::CallInterface { dst, call } => self.call(op, dst, call),
            // One that nobody has taught this: the interpreter knows it.
            _ => self.leave_here(),
        }
    }

    fn if_ints(&mut self, how: IntCC, a: Src, b: Src, to: Target) {
        let (a, b) = (self.int(a.0), self.int(b.0));
        self.branch_if(how, a, b, to);
    }

    fn if_int_by(&mut self, how: IntCC, a: Src, k: Imm, to: Target) {
        let a = self.int(a.0);
        let k = self.const32(i32::from(k.0));
        self.branch_if(how, a, k, to);
    }

    fn if_longs(&mut self, how: IntCC, a: Src, b: Src, to: Target) {
        let (a, b) = (self.get(a.0), self.get(b.0));
        self.branch_if(how, a, b, to);
    }

    fn branch_if(&mut self, how: IntCC, a: Value, b: Value, to: Target) {
        let condition = self.f.ins().icmp(how, a, b);
        self.branch(condition, usize::from(to.0));
    }

    fn narrow_int(&mut self, kind: Kind, dst: Dst, a: Src) {
        let a = self.int(a.0);
        let value = self.narrow(kind, a);
        self.set_int(dst.0, value);
    }

    fn int_of(&mut self, dst: Dst, value: Value) {
        let value = self.f.ins().fcvt_to_sint_sat(I32, value);
        self.set_int(dst.0, value);
    }

    fn long_of(&mut self, dst: Dst, value: Value) {
        let value = self.f.ins().fcvt_to_sint_sat(I64, value);
        self.set(dst.0, value);
    }
}

/// The keys of a switch with where they go, and where the others do.
fn cases(table: &SwitchTable) -> (Vec<(i32, usize)>, usize) {
    let targets = table.targets.iter().map(|&to| usize::from(to));
    let cases = match &table.keys {
        SwitchKeys::From(low) => (i64::from(*low)..).map(|key| key as i32).zip(targets).collect(),
        SwitchKeys::Sorted(keys) => keys.iter().copied().zip(targets).collect(),
    };
    (cases, usize::from(table.default))
}
