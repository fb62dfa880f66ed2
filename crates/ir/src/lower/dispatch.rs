//! The table of instructions (JVMS 6.5), and those that only rearrange the stack or touch arrays.

use super::scan::i16_at;
use super::stack::{OperandEntry, Value};
use super::{Lowered, Lowering, Malformed};
use crate::Op;
use crate::descriptor::Ty;
use crate::operand::{Dst, Imm, Kind, Src};

impl Lowering<'_> {
    /// Lowers the instruction at `self.pc`.
    pub(super) fn instruction(&mut self) -> Lowered {
        let opcode = self.code.bytes[self.pc];
        let number = i32::from(opcode);
        let nth = |first: u8| usize::from(opcode - first);
        match opcode {
            // nop; aconst_null, iconst_*, lconst_*, fconst_*, dconst_*; bipush, sipush
            0x00 => Ok(()),
            0x01 => self.push_int(Ty::Ref, 0),
            0x02..=0x08 => self.push_int(Ty::Int, number - 0x03),
            0x09 | 0x0a => self.push_wide(Ty::Long, (number - 0x09) as u64),
            0x0b..=0x0d => self.push_int(Ty::Float, ((number - 0x0b) as f32).to_bits() as i32),
            0x0e | 0x0f => self.push_wide(Ty::Double, f64::from(number - 0x0e).to_bits()),
            0x10 => self.push_int(Ty::Int, i32::from(self.u8_at(1) as i8)),
            0x11 => self.push_int(Ty::Int, i32::from(self.u16_at(1) as i16)),
            // ldc, ldc_w, ldc2_w
            0x12 => self.ldc(u16::from(self.u8_at(1)), false),
            0x13 | 0x14 => self.ldc(self.u16_at(1), opcode == 0x14),
            // xload, xload_n, xaload; xstore, xstore_n, xastore
            0x15..=0x19 => self.load(Ty::ALL[nth(0x15)], u16::from(self.u8_at(1))),
            0x1a..=0x2d => self.load(Ty::ALL[nth(0x1a) / 4], nth(0x1a) as u16 % 4),
            0x2e..=0x35 => self.array_load(nth(0x2e)),
            0x36..=0x3a => self.store(Ty::ALL[nth(0x36)], u16::from(self.u8_at(1))),
            0x3b..=0x4e => self.store(Ty::ALL[nth(0x3b) / 4], nth(0x3b) as u16 % 4),
            0x4f..=0x56 => self.array_store(nth(0x4f)),
            // pop, pop2, dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, swap
            0x57 | 0x58 => self.drop_slots(nth(0x57) + 1),
            0x59..=0x5b => self.duplicate(1, nth(0x59)),
            0x5c..=0x5e => self.duplicate(2, nth(0x5c)),
            0x5f => self.swap(),
            // Arithmetic and conversions.
            0x60..=0x83 => self.arithmetic(opcode),
            0x84 => self.increment(u16::from(self.u8_at(1)), i16::from(self.u8_at(2) as i8)),
            0x85..=0x93 => self.convert(nth(0x85)),
            0x94 => self.compare_longs(),
            0x95..=0x98 => self.compare_floats(nth(0x95)),
            // if*, if_icmp*, if_acmp*, goto, switches, returns
            0x99..=0x9e => self.if_zero(nth(0x99), Ty::Int),
            0x9f..=0xa4 => self.if_compare(nth(0x9f), Ty::Int),
            0xa5 | 0xa6 => self.if_compare(nth(0xa5), Ty::Ref),
            0xc6 | 0xc7 => self.if_zero(nth(0xc6), Ty::Ref),
            0xa7 => self.goto(i32::from(self.u16_at(1) as i16)),
            0xc8 => self.goto(super::scan::i32_at(&self.code.bytes, self.pc + 1)),
            0xaa | 0xab => self.switch(),
            0xac..=0xb0 => self.return_value(Ty::ALL[nth(0xac)]),
            0xb1 => self.return_void(),
            0xbf => self.throw(),
            // Members and objects.
            0xb2 | 0xb4 => self.get_field(opcode == 0xb2),
            0xb3 | 0xb5 => self.put_field(opcode == 0xb3),
            0xb6..=0xba => self.call(opcode),
            0xbb => self.new_object(),
            0xbc => self.new_array(),
            0xbd => self.new_ref_array(),
            0xbe => self.unary(Ty::Ref, Ty::Int, |dst, arr| Op::ArrayLength { dst, arr }),
            0xc0 => self.check_cast(),
            0xc1 => self.instance_of(),
            0xc2 => self.monitor(|obj| Op::MonitorEnter { obj }),
            0xc3 => self.monitor(|obj| Op::MonitorExit { obj }),
            0xc4 => self.wide(),
            0xc5 => self.multi_new_array(),
            _ => Err(self.error(format!("unknown opcode {opcode:#04x}"))),
        }
    }

    /// `wide`: the same instruction with a 16-bit local variable.
    fn wide(&mut self) -> Lowered {
        let slot = self.u16_at(2);
        match self.u8_at(1) {
            0x84 => self.increment(slot, self.u16_at(4) as i16),
            opcode @ 0x15..=0x19 => self.load(Ty::ALL[usize::from(opcode - 0x15)], slot),
            opcode @ 0x36..=0x3a => self.store(Ty::ALL[usize::from(opcode - 0x36)], slot),
            opcode => Err(self.error(format!("wide before opcode {opcode:#04x}"))),
        }
    }

    fn increment(&mut self, slot: u16, by: i16) -> Lowered {
        let local = self.local(Ty::Int, slot, false)?;
        self.spill(local)?;
        self.emit(Op::IAddK { dst: Dst(local), a: Src(local), k: Imm(by) })
    }

    fn array_load(&mut self, nth: usize) -> Lowered {
        let (arr, at) = self.pop2(Ty::Ref, Ty::Int)?;
        let ty = ELEMENT[nth];
        self.push_result(ty, |dst| match nth {
            0 | 2 => Op::Load32 { dst, arr, at },
            1 | 3 => Op::Load64 { dst, arr, at },
            4 => Op::LoadRef { dst, arr, at },
            5 => Op::LoadB { dst, arr, at },
            6 => Op::LoadC { dst, arr, at },
            _ => Op::LoadS { dst, arr, at },
        })
    }

    fn array_store(&mut self, nth: usize) -> Lowered {
        let (arr, at, src) = self.pop3(Ty::Ref, Ty::Int, ELEMENT[nth])?;
        self.emit(match nth {
            0 | 2 => Op::Store32 { arr, at, src },
            1 | 3 => Op::Store64 { arr, at, src },
            4 => Op::StoreRef { arr, at, src },
            5 => Op::StoreB { arr, at, src },
            _ => Op::Store16 { arr, at, src },
        })
    }

    fn new_array(&mut self) -> Lowered {
        let kind = match self.u8_at(1) {
            4 => Kind::Boolean,
            5 => Kind::Char,
            6 => Kind::Float,
            7 => Kind::Double,
            8 => Kind::Byte,
            9 => Kind::Short,
            10 => Kind::Int,
            11 => Kind::Long,
            other => return Err(self.error(format!("newarray of the unknown type {other}"))),
        };
        self.unary(Ty::Int, Ty::Ref, |dst, len| Op::NewArray { kind, dst, len })
    }

    fn monitor(&mut self, make: fn(Src) -> Op) -> Lowered {
        let obj = self.pop1(Ty::Ref)?;
        self.emit(make(obj))
    }

    fn swap(&mut self) -> Lowered {
        let top = self.stack.len();
        if self.group(top, 1)? + self.group(top - 1, 1)? == 2 {
            self.stack.swap(top - 1, top - 2);
        }
        Ok(())
    }

    fn drop_slots(&mut self, slots: usize) -> Lowered {
        for _ in 0..self.group(self.stack.len(), slots)? {
            let Some(OperandEntry { ty, .. }) = self.stack.last().copied() else {
                return Err(self.underflow());
            };
            self.pop(ty)?;
        }
        Ok(())
    }

    /// `dup` and its kin: copies the top `slots` slots to below the `below` slots under them.
    fn duplicate(&mut self, slots: usize, below: usize) -> Lowered {
        let len = self.stack.len();
        let copied = self.group(len, slots)?;
        let skipped = self.group(len - copied, below)?;
        let from = len - copied - skipped;
        self.stack[from..].rotate_left(skipped);
        for at in from..from + copied {
            self.push(self.stack[at])?;
        }
        Ok(())
    }

    /// How many entries make up the `slots` slots below `end`; a long or double is never cut in two.
    fn group(&self, end: usize, slots: usize) -> Result<usize, Malformed> {
        let entry = |below: usize| end.checked_sub(below).and_then(|at| self.stack.get(at));
        match (slots, entry(1).map(|e| e.ty.is_wide()), entry(2).map(|e| e.ty.is_wide())) {
            (0, _, _) => Ok(0),
            (1, Some(false), _) | (2, Some(true), _) => Ok(1),
            (2, Some(false), Some(false)) => Ok(2),
            (_, None, _) | (2, _, None) => Err(self.underflow()),
            _ => Err(self.error("half of a long or double on the operand stack")),
        }
    }

    /// The constant on top of the stack or `below` entries under it.
    pub(super) fn constant_at(&self, below: usize) -> Option<Value> {
        let at = self.stack.len().checked_sub(below + 1)?;
        Some(self.stack[at].value).filter(|value| !matches!(value, Value::Register(_)))
    }

    /// Bytes of the instruction at hand; `scan` has seen that they are there.
    #[inline]
    pub(super) fn u8_at(&self, at: usize) -> u8 {
        self.code.bytes[self.pc + at]
    }

    #[inline]
    pub(super) fn u16_at(&self, at: usize) -> u16 {
        i16_at(&self.code.bytes, self.pc + at) as u16
    }
}

/// Kinds of array elements, in the order of `iaload` to `saload`.
const ELEMENT: [Ty; 8] = [Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Ref, Ty::Int, Ty::Int, Ty::Int];
