//! Arithmetic, conversions and three-way comparisons, with the short forms for small constants.

use super::jump::is_if_zero;
use super::stack::Value;
use super::{Lowered, Lowering};
use crate::Op;
use crate::descriptor::Ty;
use crate::operand::{Dst, Imm, Src};

type Binary = fn(Dst, Src, Src) -> Op;
type Unary = fn(Dst, Src) -> Op;
type Short = fn(Dst, Src, Imm) -> Op;

macro_rules! binary {
    ($($name:ident)*) => { [$(|dst, a, b| Op::$name { dst, a, b }),*] };
}

macro_rules! unary {
    ($($name:ident)*) => { [$(|dst, a| Op::$name { dst, a }),*] };
}

/// From `iadd` (0x60) to `drem` (0x73).
static ARITHMETIC: [Binary; 20] = binary! {
    IAdd LAdd FAdd DAdd ISub LSub FSub DSub IMul LMul FMul DMul IDiv LDiv FDiv DDiv IRem LRem FRem DRem
};
/// From `ineg` (0x74) to `dneg` (0x77).
static NEGATION: [Unary; 4] = unary! { INeg LNeg FNeg DNeg };
/// From `ishl` (0x78) to `lushr` (0x7d).
static SHIFT: [Binary; 6] = binary! { IShl LShl IShr LShr IUshr LUshr };
/// From `iand` (0x7e) to `lxor` (0x83).
static BITWISE: [Binary; 6] = binary! { IAnd LAnd IOr LOr IXor LXor };
/// From `i2l` (0x85) to `i2s` (0x93).
static CONVERSION: [(Ty, Ty, Unary); 15] = [
    (Ty::Int, Ty::Long, |dst, a| Op::I2L { dst, a }),
    (Ty::Int, Ty::Float, |dst, a| Op::I2F { dst, a }),
    (Ty::Int, Ty::Double, |dst, a| Op::I2D { dst, a }),
    (Ty::Long, Ty::Int, |dst, a| Op::L2I { dst, a }),
    (Ty::Long, Ty::Float, |dst, a| Op::L2F { dst, a }),
    (Ty::Long, Ty::Double, |dst, a| Op::L2D { dst, a }),
    (Ty::Float, Ty::Int, |dst, a| Op::F2I { dst, a }),
    (Ty::Float, Ty::Long, |dst, a| Op::F2L { dst, a }),
    (Ty::Float, Ty::Double, |dst, a| Op::F2D { dst, a }),
    (Ty::Double, Ty::Int, |dst, a| Op::D2I { dst, a }),
    (Ty::Double, Ty::Long, |dst, a| Op::D2L { dst, a }),
    (Ty::Double, Ty::Float, |dst, a| Op::D2F { dst, a }),
    (Ty::Int, Ty::Int, |dst, a| Op::I2B { dst, a }),
    (Ty::Int, Ty::Int, |dst, a| Op::I2C { dst, a }),
    (Ty::Int, Ty::Int, |dst, a| Op::I2S { dst, a }),
];
/// From `fcmpl` (0x95) to `dcmpg` (0x98).
static FLOAT_COMPARISON: [Binary; 4] = binary! { FCmpL FCmpG DCmpL DCmpG };

impl Lowering<'_> {
    /// From `iadd` (0x60) to `lxor` (0x83).
    pub(super) fn arithmetic(&mut self, opcode: u8) -> Lowered {
        if self.with_constant(opcode)? {
            return Ok(());
        }
        let nth = |first: u8| usize::from(opcode - first);
        match opcode {
            0x60..=0x73 => {
                let ty = Ty::ALL[nth(0x60) % 4];
                self.binary(ty, ty, ty, ARITHMETIC[nth(0x60)])
            }
            0x74..=0x77 => {
                let ty = Ty::ALL[nth(0x74)];
                self.unary(ty, ty, NEGATION[nth(0x74)])
            }
            0x78..=0x7d => {
                let ty = Ty::ALL[nth(0x78) % 2];
                self.binary(ty, Ty::Int, ty, SHIFT[nth(0x78)])
            }
            _ => {
                let ty = Ty::ALL[nth(0x7e) % 2];
                self.binary(ty, ty, ty, BITWISE[nth(0x7e)])
            }
        }
    }

    /// Emits the short form if there is one and a constant that fits stands on the right side, or on either
    /// side of a commutative operation.
    fn with_constant(&mut self, opcode: u8) -> Result<bool, super::Malformed> {
        let commutes = matches!(opcode, 0x60 | 0x61 | 0x68 | 0x7e);
        if commutes && self.constant_at(0).is_none() && self.constant_at(1).is_some() {
            let top = self.stack.len();
            self.stack.swap(top - 1, top - 2);
        }
        let Some(constant) = self.constant_at(0) else { return Ok(false) };
        let value = match constant {
            Value::Int(value) => i64::from(value),
            Value::Wide(value) => value as i64,
            Value::Register(_) => return Ok(false),
        };
        let (right, left, k, make): (Ty, Ty, i64, Short) = match opcode {
            0x60 => (Ty::Int, Ty::Int, value, |dst, a, k| Op::IAddK { dst, a, k }),
            0x64 => (Ty::Int, Ty::Int, value.wrapping_neg(), |dst, a, k| Op::IAddK { dst, a, k }),
            0x68 => (Ty::Int, Ty::Int, value, |dst, a, k| Op::IMulK { dst, a, k }),
            0x7e => (Ty::Int, Ty::Int, value, |dst, a, k| Op::IAndK { dst, a, k }),
            0x78 => (Ty::Int, Ty::Int, value & 31, |dst, a, k| Op::IShlK { dst, a, k }),
            0x7a => (Ty::Int, Ty::Int, value & 31, |dst, a, k| Op::IShrK { dst, a, k }),
            0x7c => (Ty::Int, Ty::Int, value & 31, |dst, a, k| Op::IUshrK { dst, a, k }),
            0x61 => (Ty::Long, Ty::Long, value, |dst, a, k| Op::LAddK { dst, a, k }),
            0x65 => (Ty::Long, Ty::Long, value.wrapping_neg(), |dst, a, k| Op::LAddK { dst, a, k }),
            0x79 => (Ty::Int, Ty::Long, value & 63, |dst, a, k| Op::LShlK { dst, a, k }),
            0x7b => (Ty::Int, Ty::Long, value & 63, |dst, a, k| Op::LShrK { dst, a, k }),
            0x7d => (Ty::Int, Ty::Long, value & 63, |dst, a, k| Op::LUshrK { dst, a, k }),
            _ => return Ok(false),
        };
        let Ok(k) = i16::try_from(k) else { return Ok(false) };
        self.pop(right)?;
        self.unary(left, left, |dst, a| make(dst, a, Imm(k)))?;
        Ok(true)
    }

    pub(super) fn convert(&mut self, nth: usize) -> Lowered {
        let (from, to, make) = CONVERSION[nth];
        self.unary(from, to, make)
    }

    /// `lcmp`; together with an `if` that follows at once it is a single jump.
    pub(super) fn compare_longs(&mut self) -> Lowered {
        let next = self.pc + 1;
        if next < usize::from(self.blocks[self.current].end) && is_if_zero(self.code.bytes[next]) {
            self.pc = next;
            return self.if_longs(usize::from(self.code.bytes[next] - 0x99));
        }
        self.binary(Ty::Long, Ty::Long, Ty::Int, |dst, a, b| Op::LCmp { dst, a, b })
    }

    pub(super) fn compare_floats(&mut self, nth: usize) -> Lowered {
        let ty = if nth < 2 { Ty::Float } else { Ty::Double };
        self.binary(ty, ty, Ty::Int, FLOAT_COMPARISON[nth])
    }

    fn binary(&mut self, a: Ty, b: Ty, result: Ty, make: Binary) -> Lowered {
        let (a, b) = self.pop2(a, b)?;
        self.push_result(result, |dst| make(dst, a, b))
    }

    pub(super) fn unary(&mut self, a: Ty, result: Ty, make: impl FnOnce(Dst, Src) -> Op) -> Lowered {
        let a = self.pop1(a)?;
        self.push_result(result, |dst| make(dst, a))
    }
}
