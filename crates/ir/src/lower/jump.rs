//! Jumps, switches, returns and throws: whatever ends a block.

use super::scan::{Switch, target};
use super::stack::Value;
use super::{Lowered, Lowering, Malformed, block_at};
use crate::descriptor::Ty;
use crate::operand::{Imm, Src, Table, Target};
use crate::{Op, SwitchKeys, SwitchTable};

/// Conditions, numbered as in the instruction set: eq, ne, lt, ge, gt, le. What each becomes when the sides
/// change places.
const MIRRORED: [usize; 6] = [0, 1, 4, 5, 2, 3];

/// `ifeq` to `ifle`.
pub(super) fn is_if_zero(opcode: u8) -> bool {
    (0x99..=0x9e).contains(&opcode)
}

impl Lowering<'_> {
    /// `ifeq` and its kin, `ifnull` and `ifnonnull`: null is 0.
    pub(super) fn if_zero(&mut self, condition: usize, ty: Ty) -> Lowered {
        let a = self.pop1(ty)?;
        self.branch([a], |[a], to| if_small(condition, a, Imm(0), to))
    }

    /// `if_icmp*` and `if_acmp*`; one side may be a small constant.
    pub(super) fn if_compare(&mut self, condition: usize, ty: Ty) -> Lowered {
        let mut condition = condition;
        if self.constant_at(0).is_none() && self.constant_at(1).is_some() {
            let top = self.stack.len();
            self.stack.swap(top - 1, top - 2);
            condition = MIRRORED[condition];
        }
        if let Some(Value::Int(value)) = self.constant_at(0)
            && let Ok(k) = i16::try_from(value)
        {
            self.pop(ty)?;
            let a = self.pop1(ty)?;
            return self.branch([a], |[a], to| if_small(condition, a, Imm(k), to));
        }
        let (a, b) = self.pop2(ty, ty)?;
        self.branch([a, b], |[a, b], to| match condition {
            0 => Op::IfIEq { a, b, to },
            1 => Op::IfINe { a, b, to },
            2 => Op::IfILt { a, b, to },
            3 => Op::IfIGe { a, b, to },
            4 => Op::IfIGt { a, b, to },
            _ => Op::IfILe { a, b, to },
        })
    }

    /// `lcmp` and the `if` after it, at which `self.pc` stands.
    pub(super) fn if_longs(&mut self, condition: usize) -> Lowered {
        let (a, b) = self.pop2(Ty::Long, Ty::Long)?;
        self.branch([a, b], |[a, b], to| match condition {
            0 => Op::IfLEq { a, b, to },
            1 => Op::IfLNe { a, b, to },
            2 => Op::IfLLt { a, b, to },
            3 => Op::IfLGe { a, b, to },
            4 => Op::IfLGt { a, b, to },
            _ => Op::IfLLe { a, b, to },
        })
    }

    fn branch<const N: usize>(
        &mut self,
        mut operands: [Src; N],
        make: impl FnOnce([Src; N], Target) -> Op,
    ) -> Lowered {
        self.flush(&mut operands)?;
        let to = self.jump_target(i32::from(self.u16_at(1) as i16))?;
        self.emit_jump(make(operands, Target(to as u16)))?;
        self.flow_to(to)
    }

    pub(super) fn goto(&mut self, offset: i32) -> Lowered {
        self.flush(&mut [])?;
        let to = self.jump_target(offset)?;
        self.emit_jump(Op::Goto { to: Target(to as u16) })?;
        self.open = false;
        self.flow_to(to)
    }

    pub(super) fn switch(&mut self) -> Lowered {
        let mut on = [self.pop1(Ty::Int)?];
        self.flush(&mut on)?;
        let bytes = &self.code.bytes;
        let switch = Switch::at(bytes, self.pc)?;
        let mut targets = Vec::new();
        let mut keys = Vec::new();
        for (key, offset) in switch.cases() {
            if keys.last().is_some_and(|&before| before >= key) {
                return Err(self.error("the keys of a lookupswitch do not ascend"));
            }
            let to = self.jump_target(offset)?;
            targets.push(to as u16);
            self.flow_to(to)?;
            if switch.low.is_none() {
                keys.push(key);
            }
        }
        let default = self.jump_target(switch.default)?;
        self.flow_to(default)?;
        let keys = switch.low.map_or(SwitchKeys::Sorted(keys), SwitchKeys::From);
        self.out.tables.push(SwitchTable { keys, targets, default: default as u16 });
        self.open = false;
        self.emit(Op::Switch { on: on[0], table: Table(self.out.tables.len() as u32 - 1) })
    }

    pub(super) fn return_value(&mut self, ty: Ty) -> Lowered {
        if self.returns != Some(ty) {
            let declared = self.returns.map_or("nothing".into(), |ty| ty.to_string());
            return Err(
                self.error(format!("{ty} is returned, but the method is declared to return {declared}"))
            );
        }
        let src = self.pop1(ty)?;
        self.open = false;
        self.emit(Op::Return { src })
    }

    pub(super) fn return_void(&mut self) -> Lowered {
        if let Some(ty) = self.returns {
            return Err(self.error(format!("nothing is returned, but the method is declared to return {ty}")));
        }
        self.open = false;
        self.emit(Op::ReturnVoid {})
    }

    pub(super) fn throw(&mut self) -> Lowered {
        let src = self.pop1(Ty::Ref)?;
        self.open = false;
        self.emit(Op::Throw { src })
    }

    /// The block that a jump by `offset` goes to.
    fn jump_target(&self, offset: i32) -> Result<usize, Malformed> {
        Ok(block_at(&self.blocks, target(&self.code.bytes, self.pc, offset)?))
    }

    fn emit_jump(&mut self, op: Op) -> Lowered {
        self.out.jumps.push(self.out.ops.len() as u32);
        self.emit(op)
    }
}

fn if_small(condition: usize, a: Src, k: Imm, to: Target) -> Op {
    match condition {
        0 => Op::IfIEqK { a, k, to },
        1 => Op::IfINeK { a, k, to },
        2 => Op::IfILtK { a, k, to },
        3 => Op::IfIGeK { a, k, to },
        4 => Op::IfIGtK { a, k, to },
        _ => Op::IfILeK { a, k, to },
    }
}
