//! The abstract operand stack: what each entry is, how values come and go, and how entries are brought home
//! where blocks end.

use super::scan::Event;
use super::{Lowered, Lowering, Malformed};
use crate::Op;
use crate::descriptor::Ty;
use crate::operand::{Dst, Int, Src, Wide};

/// How far back an equal wide constant is looked for: enough for loops over a few constants, cheap for tables
/// of thousands.
const WIDE_WINDOW: usize = 32;

#[derive(Clone, Copy)]
pub(super) struct OperandEntry {
    pub ty: Ty,
    pub value: Value,
}

/// Where an entry's value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Register(u16),
    /// An `int`, the bits of a `float`, or null: not in a register yet.
    Int(i32),
    /// A `long` or the bits of a `double`: not in a register yet.
    Wide(u64),
}

impl OperandEntry {
    pub(super) fn register(ty: Ty, register: u16) -> OperandEntry {
        OperandEntry { ty, value: Value::Register(register) }
    }
}

impl Lowering<'_> {
    #[inline]
    pub(super) fn push(&mut self, entry: OperandEntry) -> Lowered {
        self.slots += entry.ty.slots();
        if self.slots > u32::from(self.code.max_stack) {
            return Err(
                self.error(format!("the operand stack grows beyond max_stack, {}", self.code.max_stack))
            );
        }
        if let Value::Register(register) = entry.value {
            self.registers.hold(register, 1);
        }
        self.stack.push(entry);
        Ok(())
    }

    #[inline]
    pub(super) fn push_register(&mut self, ty: Ty, register: u16) -> Lowered {
        self.push(OperandEntry::register(ty, register))
    }

    #[inline]
    pub(super) fn push_int(&mut self, ty: Ty, value: i32) -> Lowered {
        self.push(OperandEntry { ty, value: Value::Int(value) })
    }

    #[inline]
    pub(super) fn push_wide(&mut self, ty: Ty, value: u64) -> Lowered {
        self.push(OperandEntry { ty, value: Value::Wide(value) })
    }

    /// Emits what `make` makes of a free register and pushes that register.
    #[inline]
    pub(super) fn push_result(&mut self, ty: Ty, make: impl FnOnce(Dst) -> Op) -> Lowered {
        let register = self.free(self.stack.len(), ty.is_ref())?;
        self.emit(make(Dst(register)))?;
        self.fresh = Some((self.out.ops.len() - 1, register));
        self.push_register(ty, register)
    }

    #[inline]
    pub(super) fn pop(&mut self, ty: Ty) -> Result<OperandEntry, Malformed> {
        let entry = self.stack.pop().ok_or_else(|| self.underflow())?;
        if entry.ty != ty {
            return Err(self.error(format!("{ty} expected on the operand stack, but it is {}", entry.ty)));
        }
        self.slots -= ty.slots();
        if let Value::Register(register) = entry.value {
            self.registers.release(register, 1);
        }
        Ok(entry)
    }

    /// Pops a value that was [materialised](Self::materialise).
    #[inline]
    fn pop_register(&mut self, ty: Ty) -> Result<Src, Malformed> {
        match self.pop(ty)?.value {
            Value::Register(register) => Ok(Src(register)),
            _ => Err(self.error("a constant was not materialised")),
        }
    }

    #[inline]
    pub(super) fn pop1(&mut self, a: Ty) -> Result<Src, Malformed> {
        self.materialise(1)?;
        self.pop_register(a)
    }

    /// Pops `b`, then `a`.
    #[inline]
    pub(super) fn pop2(&mut self, a: Ty, b: Ty) -> Result<(Src, Src), Malformed> {
        self.materialise(2)?;
        let b = self.pop_register(b)?;
        Ok((self.pop_register(a)?, b))
    }

    #[inline]
    pub(super) fn pop3(&mut self, a: Ty, b: Ty, c: Ty) -> Result<(Src, Src, Src), Malformed> {
        self.materialise(3)?;
        let c = self.pop_register(c)?;
        let b = self.pop_register(b)?;
        Ok((self.pop_register(a)?, b, c))
    }

    /// Pops the values for `self.arguments`, which were pushed in that order.
    pub(super) fn pop_arguments(&mut self) -> Result<Box<[u16]>, Malformed> {
        let count = self.arguments.len();
        self.materialise(count)?;
        let from = self.stack.len() - count;
        let mut registers = Vec::with_capacity(count);
        for at in 0..count {
            let OperandEntry { ty, value } = self.stack[from + at];
            let wanted = self.arguments[at];
            let Value::Register(register) = value else {
                return Err(self.error("a constant was not materialised"));
            };
            if ty != wanted {
                return Err(self.error(format!("argument {at} must be {wanted}, but it is {ty}")));
            }
            self.slots -= ty.slots();
            self.registers.release(register, 1);
            registers.push(register);
        }
        self.stack.truncate(from);
        Ok(registers.into_boxed_slice())
    }

    /// Puts the constants among the top `count` entries into registers. All operands of an operation go
    /// through this together: one that was popped already could lose its register to the next one's
    /// constant.
    #[inline]
    pub(super) fn materialise(&mut self, count: usize) -> Lowered {
        let Some(from) = self.stack.len().checked_sub(count) else {
            return Err(self.underflow());
        };
        for at in from..self.stack.len() {
            let OperandEntry { ty, value } = self.stack[at];
            if let Value::Register(_) = value {
                continue;
            }
            let register = self.free(at, ty.is_ref())?;
            self.transfer(register, value)?;
            self.registers.hold(register, 1);
            self.stack[at].value = Value::Register(register);
        }
        Ok(())
    }

    /// Emits what brings `value` into `register`.
    pub(super) fn transfer(&mut self, register: u16, value: Value) -> Lowered {
        let dst = Dst(register);
        let op = match value {
            Value::Register(from) => Op::Move { dst, src: Src(from) },
            Value::Int(value) => Op::Const { dst, value: Int(value) },
            Value::Wide(value) => Op::ConstWide { dst, value: self.wide_row(value) },
        };
        self.emit(op)
    }

    fn wide_row(&mut self, value: u64) -> Wide {
        let wides = &mut self.out.wides;
        let window = wides.len().saturating_sub(WIDE_WINDOW);
        if let Some(at) = wides[window..].iter().rposition(|&other| other == value) {
            return Wide((window + at) as u32);
        }
        wides.push(value);
        Wide((wides.len() - 1) as u32)
    }

    pub(super) fn load(&mut self, ty: Ty, slot: u16) -> Lowered {
        let register = self.local(ty, slot, false)?;
        self.push_register(ty, register)
    }

    /// Stores the top into a local variable. If the value was made by the last operation, that operation
    /// writes the variable's register itself, and whoever else names the value reads it there.
    pub(super) fn store(&mut self, ty: Ty, slot: u16) -> Lowered {
        let value = self.pop(ty)?.value;
        let local = self.local(ty, slot, true)?;
        if let Value::Register(register) = value {
            self.registers.hold(register, 1);
            if register != local {
                self.spill(local)?;
            }
            self.registers.release(register, 1);
        } else {
            self.spill(local)?;
        }
        match value {
            Value::Register(register) if register == local || self.redirect(register, local) => Ok(()),
            _ => self.transfer(local, value),
        }
    }

    /// Lets the operation that made the value in `register` write `local` instead, if nothing came after it
    /// but the value's cast, and the cast cannot fail where a handler would see the variable changed too
    /// early.
    fn redirect(&mut self, register: u16, local: u16) -> bool {
        let Some((op, made)) = self.fresh else { return false };
        let guarded = self.guarded;
        let fits = made == register
            && match &mut self.out.ops[op + 1..] {
                [] => true,
                [Op::CheckCast { src, .. }] if !guarded && *src == Src(register) => {
                    *src = Src(local);
                    true
                }
                _ => false,
            };
        if fits {
            self.fresh = None;
            self.rename(register, local);
            self.out.ops[op].set_dst(Dst(local));
        }
        fits
    }

    /// The register of a local variable that is read or written here.
    pub(super) fn local(&mut self, ty: Ty, slot: u16, store: bool) -> Result<u16, Malformed> {
        if u32::from(slot) + ty.slots() > u32::from(self.code.max_locals) {
            return Err(
                self.error(format!("local variable {slot} is beyond max_locals, {}", self.code.max_locals))
            );
        }
        self.events.push(Event { pc: self.pc as u16, slot, ty, store });
        self.registers.local(slot, ty.is_ref()).map_err(|what| self.error(what))
    }

    /// The register of a local variable is about to be written: entries that name it move elsewhere.
    pub(super) fn spill(&mut self, local: u16) -> Lowered {
        if self.registers.held(local) == 0 {
            return Ok(());
        }
        let first = self.stack.iter().position(|entry| entry.value == Value::Register(local));
        let is_ref = self.registers.refs.contains(usize::from(local));
        let elsewhere = self.free(first.unwrap_or(self.stack.len()), is_ref)?;
        self.transfer(elsewhere, Value::Register(local))?;
        self.rename(local, elsewhere);
        Ok(())
    }

    /// All entries that name `from` name `to` instead.
    fn rename(&mut self, from: u16, to: u16) {
        let mut times = 0;
        for entry in self.stack.iter_mut().rev() {
            if times == self.registers.held(from) {
                break;
            }
            if entry.value == Value::Register(from) {
                entry.value = Value::Register(to);
                times += 1;
            }
        }
        self.registers.release(from, times);
        self.registers.hold(to, times);
    }

    /// Brings every entry into its home register, as one parallel move. The registers in `keep` are about to
    /// be read by a jump; those that are overwritten here are copied first and replaced in `keep`.
    pub(super) fn flush(&mut self, keep: &mut [Src]) -> Lowered {
        if self.stack.is_empty() {
            return Ok(());
        }
        for Src(register) in keep.iter() {
            self.registers.hold(*register, 1);
        }
        for Src(register) in keep.iter_mut() {
            *register = self.out_of_the_way(*register)?;
        }
        for at in 0..self.stack.len() {
            self.go_home(at)?;
        }
        // What is left stands in cycles: each is opened by a copy into a register above the stack.
        for at in 0..self.stack.len() {
            let is_ref = self.stack[at].ty.is_ref();
            let home = self.home(at, is_ref)?;
            if self.stack[at].value != Value::Register(home) {
                let elsewhere = self.free(self.stack.len(), is_ref)?;
                self.transfer(elsewhere, Value::Register(home))?;
                self.rename(home, elsewhere);
                self.go_home(at)?;
            }
        }
        for Src(register) in keep.iter() {
            self.registers.release(*register, 1);
        }
        Ok(())
    }

    /// Copies a register that the coming flush overwrites.
    fn out_of_the_way(&mut self, register: u16) -> Result<u16, Malformed> {
        let Some(depth) = self.registers.depth(register).filter(|&depth| depth < self.stack.len()) else {
            return Ok(register);
        };
        let OperandEntry { ty, value } = self.stack[depth];
        if value == Value::Register(register) || self.home(depth, ty.is_ref())? != register {
            return Ok(register);
        }
        let elsewhere = self.free(self.stack.len(), ty.is_ref())?;
        self.transfer(elsewhere, Value::Register(register))?;
        self.registers.release(register, 1);
        self.registers.hold(elsewhere, 1);
        Ok(elsewhere)
    }

    /// Moves an entry into its home register unless another one still needs what is there, then the entry
    /// that was waiting for the register it left, and so on.
    fn go_home(&mut self, at: usize) -> Lowered {
        let mut at = at;
        loop {
            let OperandEntry { ty, value } = self.stack[at];
            let home = self.home(at, ty.is_ref())?;
            if value == Value::Register(home) || self.registers.held(home) > 0 {
                return Ok(());
            }
            self.transfer(home, value)?;
            self.stack[at].value = Value::Register(home);
            self.registers.hold(home, 1);
            let Value::Register(left) = value else { return Ok(()) };
            self.registers.release(left, 1);
            match self.registers.depth(left) {
                Some(depth) if depth < self.stack.len() => at = depth,
                _ => return Ok(()),
            }
        }
    }

    /// Empties the stack without a trace.
    pub(super) fn clear(&mut self) {
        for entry in self.stack.drain(..) {
            if let Value::Register(register) = entry.value {
                self.registers.release(register, 1);
            }
        }
        self.slots = 0;
    }

    pub(super) fn free(&mut self, depth: usize, is_ref: bool) -> Result<u16, Malformed> {
        self.registers.free(depth, is_ref).map_err(|what| self.error(what))
    }

    fn home(&mut self, depth: usize, is_ref: bool) -> Result<u16, Malformed> {
        self.registers.home(depth, is_ref).map_err(|what| self.error(what))
    }

    #[cold]
    pub(super) fn underflow(&self) -> Malformed {
        self.error("the operand stack has too few values")
    }
}
