//! Instructions that name constants: fields, methods, classes, and the constants themselves (JVMS 4.4).

use super::stack::Value;
use super::{Lowered, Lowering, Malformed, ROWS_MAX};
use crate::descriptor::{self, Ty};
use crate::operand::{self, Call, Dst};
use crate::{CallShape, Op, Sym};
use base::{Symbol, names};
use classfile::{Constant, MemberRef};

/// Arguments of a call, in slots (JVMS 4.3.3).
const ARGUMENT_SLOTS_MAX: u32 = 255;

impl Lowering<'_> {
    pub(super) fn ldc(&mut self, index: u16, wide: bool) -> Lowered {
        let (ty, sym) = match (self.constant(index)?, wide) {
            (Constant::Integer(value), false) => return self.push_int(Ty::Int, value),
            (Constant::Float(value), false) => return self.push_int(Ty::Float, value.to_bits() as i32),
            (Constant::Long(value), true) => return self.push_wide(Ty::Long, value as u64),
            (Constant::Double(value), true) => return self.push_wide(Ty::Double, value.to_bits()),
            (Constant::String(text), false) => (Ty::Ref, Sym::String(text)),
            (Constant::Class(name), false) => (Ty::Ref, Sym::Class(name)),
            (Constant::MethodType(desc), false) => (Ty::Ref, Sym::MethodType(desc)),
            (Constant::MethodHandle(handle), false) => (Ty::Ref, Sym::Handle(handle)),
            (Constant::Dynamic(dynamic), _) => (self.field_kind(dynamic.desc)?, Sym::Dynamic(dynamic)),
            _ => return Err(self.wrong(index, "a constant of the size that is loaded")),
        };
        if ty.is_wide() != wide {
            return Err(self.wrong(index, "a constant of the size that is loaded"));
        }
        let sym = self.sym(index, sym)?;
        self.push_result(ty, |dst| Op::Ldc { dst, sym })
    }

    pub(super) fn get_field(&mut self, is_static: bool) -> Lowered {
        let (ty, sym) = self.field()?;
        if is_static {
            return self.push_result(ty, |dst| Op::GetStatic { dst, sym });
        }
        self.unary(Ty::Ref, ty, |dst, obj| Op::GetField { dst, obj, sym })
    }

    pub(super) fn put_field(&mut self, is_static: bool) -> Lowered {
        let (ty, sym) = self.field()?;
        if is_static {
            let src = self.pop1(ty)?;
            return self.emit(Op::PutStatic { src, sym });
        }
        let (obj, src) = self.pop2(Ty::Ref, ty)?;
        self.emit(Op::PutField { obj, src, sym })
    }

    fn field(&mut self) -> Result<(Ty, operand::Sym), Malformed> {
        let index = self.u16_at(1);
        let Constant::Field(member) = self.constant(index)? else { return Err(self.wrong(index, "a field")) };
        Ok((self.field_kind(member.desc)?, self.sym(index, Sym::Field(member))?))
    }

    /// `invokevirtual` (0xb6) to `invokedynamic` (0xba).
    pub(super) fn call(&mut self, opcode: u8) -> Lowered {
        let index = self.u16_at(1);
        let (desc, sym) = self.callee(opcode, index)?;
        self.arguments.clear();
        if opcode < 0xb8 || opcode == 0xb9 {
            self.arguments.push(Ty::Ref);
        }
        let Some(returns) = descriptor::method(desc.bytes(), |ty| self.arguments.push(ty)) else {
            return Err(self.error(format!("{desc} is not a method descriptor")));
        };
        if self.arguments.iter().map(|ty| ty.slots()).sum::<u32>() > ARGUMENT_SLOTS_MAX {
            return Err(self.error(format!("the call has more than {ARGUMENT_SLOTS_MAX} arguments")));
        }
        let operand::Sym(sym) = self.sym(index, sym)?;
        let args = self.pop_arguments()?;
        let call = self.call_row(CallShape { sym, args });
        let make = |dst| match opcode {
            0xb6 => Op::InvokeVirtual { dst, call },
            0xb7 => Op::InvokeSpecial { dst, call },
            0xb8 => Op::InvokeStatic { dst, call },
            0xb9 => Op::InvokeInterface { dst, call },
            _ => Op::InvokeDynamic { dst, call },
        };
        match returns {
            Some(ty) => self.push_result(ty, make),
            None => self.emit(make(Dst::NONE)),
        }
    }

    fn callee(&self, opcode: u8, index: u16) -> Result<(Symbol, Sym), Malformed> {
        let (member, interface) = match (opcode, self.constant(index)?) {
            (0xba, Constant::InvokeDynamic(site)) => return Ok((site.desc, Sym::CallSite(site))),
            (0xb6..=0xb8, Constant::Method(member)) => (member, false),
            (0xb7..=0xb9, Constant::InterfaceMethod(member)) => (member, true),
            _ => return Err(self.wrong(index, "a method that this kind of call can name")),
        };
        let MemberRef { name, desc, .. } = member;
        if name == names::CLINIT || name == names::INIT && opcode != 0xb7 {
            return Err(self.error(format!("{name} cannot be called like this")));
        }
        Ok((desc, Sym::Method { member, interface }))
    }

    pub(super) fn new_object(&mut self) -> Lowered {
        let (name, sym) = self.class_operand()?;
        if name.bytes().starts_with(b"[") {
            return Err(self.error(format!("new cannot make the array {name}")));
        }
        self.push_result(Ty::Ref, |dst| Op::New { dst, sym })
    }

    pub(super) fn new_ref_array(&mut self) -> Lowered {
        let (_, sym) = self.class_operand()?;
        self.unary(Ty::Int, Ty::Ref, |dst, len| Op::ANewArray { dst, len, sym })
    }

    pub(super) fn multi_new_array(&mut self) -> Lowered {
        let (name, operand::Sym(sym)) = self.class_operand()?;
        let count = usize::from(self.u8_at(3));
        let dimensions = name.bytes().iter().take_while(|&&b| b == b'[').count();
        if count == 0 || count > dimensions {
            return Err(self.error(format!("multianewarray of {name} with {count} dimensions")));
        }
        self.arguments.clear();
        self.arguments.resize(count, Ty::Int);
        let args = self.pop_arguments()?;
        let call = self.call_row(CallShape { sym, args });
        self.push_result(Ty::Ref, |dst| Op::MultiNewArray { dst, call })
    }

    /// The value stays where it is; a null constant passes without looking at the class.
    pub(super) fn check_cast(&mut self) -> Lowered {
        let (_, sym) = self.class_operand()?;
        match self.stack.last().copied() {
            Some(entry) if entry.ty == Ty::Ref && entry.value == Value::Int(0) => Ok(()),
            Some(entry) => {
                let src = self.pop1(Ty::Ref)?;
                self.emit(Op::CheckCast { src, sym })?;
                self.push(entry)
            }
            None => Err(self.underflow()),
        }
    }

    pub(super) fn instance_of(&mut self) -> Lowered {
        let (_, sym) = self.class_operand()?;
        self.unary(Ty::Ref, Ty::Int, |dst, src| Op::InstanceOf { dst, src, sym })
    }

    fn class_operand(&mut self) -> Result<(Symbol, operand::Sym), Malformed> {
        let index = self.u16_at(1);
        let Constant::Class(name) = self.constant(index)? else { return Err(self.wrong(index, "a class")) };
        Ok((name, self.sym(index, Sym::Class(name))?))
    }

    fn call_row(&mut self, shape: CallShape) -> Call {
        self.out.calls.push(shape);
        Call(self.out.calls.len() as u32 - 1)
    }

    fn field_kind(&self, desc: Symbol) -> Result<Ty, Malformed> {
        descriptor::field(desc.bytes()).ok_or_else(|| self.error(format!("{desc} is not a field descriptor")))
    }

    fn constant(&self, index: u16) -> Result<Constant, Malformed> {
        let constant = self.class.constants.get(usize::from(index)).copied();
        constant.ok_or_else(|| self.error(format!("there is no constant {index}")))
    }

    #[cold]
    fn wrong(&self, index: u16, expected: &str) -> Malformed {
        self.error(format!("constant {index} is not {expected}"))
    }

    /// The row of the constant at `index`, which is `sym`; one constant never becomes two different symbols.
    fn sym(&mut self, index: u16, sym: Sym) -> Result<operand::Sym, Malformed> {
        let row = self.sym_rows[usize::from(index)];
        if row != u16::MAX {
            debug_assert_eq!(self.out.syms[usize::from(row)], sym);
            return Ok(operand::Sym(row));
        }
        let row = self.new_sym(sym)?;
        self.sym_rows[usize::from(index)] = row;
        Ok(operand::Sym(row))
    }

    fn new_sym(&mut self, sym: Sym) -> Result<u16, Malformed> {
        if self.out.syms.len() >= ROWS_MAX {
            return Err(self.error("method too large: more than 65535 symbols"));
        }
        self.out.syms.push(sym);
        Ok(self.out.syms.len() as u16 - 1)
    }

    /// The row of a class that a handler catches.
    pub(super) fn catch_row(&mut self, name: Symbol) -> Result<u16, Malformed> {
        match self.out.syms.iter().position(|&sym| sym == Sym::Class(name)) {
            Some(row) => Ok(row as u16),
            None => self.new_sym(Sym::Class(name)),
        }
    }
}
