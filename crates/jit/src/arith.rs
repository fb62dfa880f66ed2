//! What is computed with single values, as `ir::scalar` has it; the filetests compare both.

use crate::emit::Emitter;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use ir::operand::{Dst, Kind, Src};

/// Operations of two numbers of one kind.
#[derive(Clone, Copy)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
}

impl Emitter<'_, '_> {
    pub fn float(&mut self, register: u16) -> Value {
        let bits = self.int(register);
        self.f.ins().bitcast(F32, MemFlagsData::new(), bits)
    }

    pub fn set_float(&mut self, register: u16, value: Value) {
        let bits = self.f.ins().bitcast(I32, MemFlagsData::new(), value);
        self.set_int(register, bits);
    }

    pub fn double(&mut self, register: u16) -> Value {
        let value = self.raw(register);
        match self.is_double(register) {
            true => value,
            false => self.f.ins().bitcast(F64, MemFlagsData::new(), value),
        }
    }

    pub fn set_double(&mut self, register: u16, value: Value) {
        let value = match self.is_double(register) {
            true => value,
            false => self.f.ins().bitcast(I64, MemFlagsData::new(), value),
        };
        self.set_raw(register, value);
    }

    pub fn ints(&mut self, what: Binary, dst: Dst, a: Src, b: Src) {
        let (a, b) = (self.int(a.0), self.int(b.0));
        let value = self.binary(what, a, b);
        self.set_int(dst.0, value);
    }

    pub fn int_by(&mut self, what: Binary, dst: Dst, a: Src, k: i16) {
        let a = self.int(a.0);
        let k = self.const32(i32::from(k));
        let value = self.binary(what, a, k);
        self.set_int(dst.0, value);
    }

    pub fn longs(&mut self, what: Binary, dst: Dst, a: Src, b: Src) {
        let a = self.get(a.0);
        // The distance of a shift is an `int`.
        let b = if what.is_shift() { self.int(b.0) } else { self.get(b.0) };
        let value = self.binary(what, a, b);
        self.set(dst.0, value);
    }

    pub fn long_by(&mut self, what: Binary, dst: Dst, a: Src, k: i16) {
        let a = self.get(a.0);
        let k = if what.is_shift() { self.const32(i32::from(k)) } else { self.const64(i64::from(k)) };
        let value = self.binary(what, a, k);
        self.set(dst.0, value);
    }

    fn binary(&mut self, what: Binary, a: Value, b: Value) -> Value {
        match what {
            Binary::Add => self.f.ins().iadd(a, b),
            Binary::Sub => self.f.ins().isub(a, b),
            Binary::Mul => self.f.ins().imul(a, b),
            Binary::And => self.f.ins().band(a, b),
            Binary::Or => self.f.ins().bor(a, b),
            Binary::Xor => self.f.ins().bxor(a, b),
            // The processor's shifts cut the distance as Java's do, and cranelift promises it.
            Binary::Shl => self.f.ins().ishl(a, b),
            Binary::Shr => self.f.ins().sshr(a, b),
            Binary::Ushr => self.f.ins().ushr(a, b),
            Binary::Div | Binary::Rem => self.division(matches!(what, Binary::Div), a, b),
        }
    }

    /// The interpreter throws where the divisor is 0. The least number by -1 overflows, which the processor does not
    /// forgive.
    fn division(&mut self, is_quotient: bool, a: Value, b: Value) -> Value {
        let is_zero = self.is_zero(b);
        self.leave_if(is_zero);
        let ty = self.f.func.dfg.value_type(a);
        let one = self.f.ins().iconst(ty, 1);
        let zero = self.f.ins().iconst(ty, 0);
        let minus = self.f.ins().ineg(one);
        let is_minus = self.f.ins().icmp(IntCC::Equal, b, minus);
        let divisor = self.f.ins().select(is_minus, one, b);
        match is_quotient {
            true => {
                let quotient = self.f.ins().sdiv(a, divisor);
                let negated = self.f.ins().ineg(a);
                self.f.ins().select(is_minus, negated, quotient)
            }
            false => {
                let rest = self.f.ins().srem(a, divisor);
                self.f.ins().select(is_minus, zero, rest)
            }
        }
    }

    pub fn floats(&mut self, what: Binary, dst: Dst, a: Src, b: Src) {
        let (a, b) = (self.float(a.0), self.float(b.0));
        let value = self.floating(what, a, b);
        self.set_float(dst.0, value);
    }

    pub fn doubles(&mut self, what: Binary, dst: Dst, a: Src, b: Src) {
        let (a, b) = (self.double(a.0), self.double(b.0));
        let value = self.floating(what, a, b);
        self.set_double(dst.0, value);
    }

    fn floating(&mut self, what: Binary, a: Value, b: Value) -> Value {
        match what {
            Binary::Add => self.f.ins().fadd(a, b),
            Binary::Sub => self.f.ins().fsub(a, b),
            Binary::Mul => self.f.ins().fmul(a, b),
            _ => self.f.ins().fdiv(a, b),
        }
    }

    /// -1, 0 or 1; `unordered` if either is NaN.
    pub fn compare_floating(&mut self, dst: Dst, a: Value, b: Value, unordered: i32) {
        let (decides, told) = match unordered {
            -1 => (FloatCC::GreaterThan, 1),
            _ => (FloatCC::LessThan, -1),
        };
        let is_told = self.f.ins().fcmp(decides, a, b);
        let is_equal = self.f.ins().fcmp(FloatCC::Equal, a, b);
        let (told, zero, other) = (self.const32(told), self.const32(0), self.const32(unordered));
        let rest = self.f.ins().select(is_equal, zero, other);
        let value = self.f.ins().select(is_told, told, rest);
        self.set_int(dst.0, value);
    }

    pub fn compare_longs(&mut self, dst: Dst, a: Src, b: Src) {
        let (a, b) = (self.get(a.0), self.get(b.0));
        let more = self.f.ins().icmp(IntCC::SignedGreaterThan, a, b);
        let less = self.f.ins().icmp(IntCC::SignedLessThan, a, b);
        let (more, less) = (self.truth(more), self.truth(less));
        let value = self.f.ins().isub(more, less);
        self.set_int(dst.0, value);
    }

    /// What a field or element of a kind keeps of an `int`.
    pub fn narrow(&mut self, kind: Kind, value: Value) -> Value {
        match kind {
            Kind::Boolean => {
                let one = self.const32(1);
                self.f.ins().band(value, one)
            }
            Kind::Byte => self.cut(value, I8, true),
            Kind::Char => self.cut(value, I16, false),
            Kind::Short => self.cut(value, I16, true),
            Kind::Int | Kind::Long | Kind::Float | Kind::Double => value,
        }
    }

    fn cut(&mut self, value: Value, ty: Type, is_signed: bool) -> Value {
        let cut = self.f.ins().ireduce(ty, value);
        match is_signed {
            true => self.f.ins().sextend(I32, cut),
            false => self.f.ins().uextend(I32, cut),
        }
    }
}

impl Binary {
    fn is_shift(self) -> bool {
        matches!(self, Binary::Shl | Binary::Shr | Binary::Ushr)
    }
}
