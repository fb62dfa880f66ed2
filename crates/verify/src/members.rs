//! Field accesses and calls (JVMS 4.10.1.9, `getfield` to `invokedynamic`), and what constructors do to their
//! objects.

use crate::Checked;
use crate::frames::made_by_new;
use crate::insns::Machine;
use crate::opcodes::*;
use crate::types::{Type, assignable};
use base::{Symbol, names};
use classfile::{Constant, MemberRef, MethodDesc};

/// From here on interfaces have methods with code, which `invokespecial` and `invokestatic` can name.
const FIRST_MAJOR_WITH_INTERFACE_CODE: u16 = 52;

impl Machine<'_, '_> {
    pub(crate) fn field(&mut self, pc: usize, op: u8) -> Checked {
        let Constant::Field(field) = self.constant_at(self.index(pc)) else {
            return Err(format!("constant {} is no field", self.index(pc)));
        };
        let value =
            Type::of_descriptor(field.desc).ok_or_else(|| format!("malformed descriptor {}", field.desc))?;
        if matches!(op, PUTSTATIC | PUTFIELD) {
            self.pop(value)?;
        }
        match op {
            GETFIELD => drop(self.pop(class_type(field.class)?)?),
            PUTFIELD if self.initializes_own(field) => drop(self.state.pop_any()?),
            PUTFIELD => drop(self.pop(class_type(field.class)?)?),
            _ => {}
        }
        match op {
            GETSTATIC | GETFIELD => self.state.push(value),
            _ => Ok(()),
        }
    }

    /// A constructor may write the fields that its own class declares before it calls another constructor.
    fn initializes_own(&self, field: MemberRef) -> bool {
        let class = self.outline.class;
        self.state.stack.last() == Some(&Type::UninitThis)
            && field.class == class.name
            && class
                .fields
                .iter()
                .any(|own| own.name == field.name && own.desc == field.desc && !own.access.is_static())
    }

    pub(crate) fn invoke(&mut self, pc: usize, op: u8) -> Checked {
        let code = &self.outline.code.bytes;
        let (method, interface) = self.callee(pc, op)?;
        let desc =
            MethodDesc::parse(method.desc).ok_or_else(|| format!("malformed descriptor {}", method.desc))?;
        let constructor = method.name == names::INIT;
        if method.name.bytes().first() == Some(&b'<')
            && !(constructor && op == INVOKESPECIAL && !interface && desc.ret.0 == classfile::Kind::Void)
        {
            return Err(format!("{} cannot be called like this", method.name));
        }
        if op == INVOKEINTERFACE && (u16::from(code[pc + 3]) != desc.slots() + 1 || code[pc + 4] != 0)
            || op == INVOKEDYNAMIC && u16_at(code, pc + 3) != 0
        {
            return Err("the instruction's last bytes do not fit the method called".into());
        }
        for &(kind, param) in desc.params.iter().rev() {
            if let Some(param) = Type::of_kind(kind, param) {
                self.pop(param)?;
            }
        }
        match op {
            INVOKESPECIAL if constructor => self.construct(method.class)?,
            INVOKESPECIAL => self.check_special(method.class, interface)?,
            INVOKEVIRTUAL | INVOKEINTERFACE => drop(self.pop(class_type(method.class)?)?),
            _ => {}
        }
        match Type::of_kind(desc.ret.0, desc.ret.1) {
            Some(result) => self.state.push(result),
            None => Ok(()),
        }
    }

    /// The method that the instruction names, and whether it does so as an interface's. For `invokedynamic`
    /// the class means nothing.
    fn callee(&self, pc: usize, op: u8) -> Checked<(MemberRef, bool)> {
        let constant = self.constant_at(self.index(pc));
        if !callable(op, constant, self.outline.class.major) {
            return Err(format!("constant {} is not what this instruction calls", self.index(pc)));
        }
        match constant {
            Constant::InvokeDynamic(site) => {
                Ok((MemberRef { class: names::OBJECT, name: site.name, desc: site.desc }, false))
            }
            Constant::Method(method) => Ok((method, false)),
            Constant::InterfaceMethod(method) => Ok((method, true)),
            _ => Err(format!("constant {} is no method", self.index(pc))),
        }
    }

    /// A constructor of `class` is called: the object is initialized from here on, in all places where it
    /// lies.
    fn construct(&mut self, class: Symbol) -> Checked {
        let own = self.outline.class;
        let object = self.state.pop_any()?;
        let initialized = match object {
            Type::Uninit(pc) if made_by_new(self.outline, pc)? == class => class,
            Type::UninitThis if class == own.name || own.super_name == Some(class) => own.name,
            _ => return Err(format!("a constructor of {class} is called for {object}")),
        };
        if object == Type::UninitThis {
            self.state.this_uninit = false;
        }
        self.state.replace(object, Type::Object(initialized));
        Ok(())
    }

    /// `invokespecial` reaches methods of the class itself, its superclasses and its direct superinterfaces,
    /// and only for objects of the class itself.
    fn check_special(&mut self, callee: Symbol, interface: bool) -> Checked {
        let own = self.outline.class;
        let reachable = callee == own.name
            || match interface {
                true => own.interfaces.contains(&callee),
                false => assignable(Type::Object(own.name), class_type(callee)?, self.hierarchy),
            };
        match reachable {
            true => self.pop(Type::Object(own.name)).map(drop),
            false => Err(format!("invokespecial of a method of {callee}")),
        }
    }
}

/// Whether a call instruction may name this constant in a class file of this version.
pub(crate) fn callable(op: u8, constant: Constant, major: u16) -> bool {
    match constant {
        Constant::InvokeDynamic(_) => op == INVOKEDYNAMIC,
        Constant::Method(_) => matches!(op, INVOKEVIRTUAL | INVOKESPECIAL | INVOKESTATIC),
        Constant::InterfaceMethod(_) => match op {
            INVOKESPECIAL | INVOKESTATIC => major >= FIRST_MAJOR_WITH_INTERFACE_CODE,
            _ => op == INVOKEINTERFACE,
        },
        _ => false,
    }
}

fn class_type(name: Symbol) -> Checked<Type> {
    Type::of_class(name).ok_or_else(|| format!("malformed array {name}"))
}
