//! Pattern and enum switches (`java.lang.runtime.SwitchBootstraps`): which label, from `restart` on, is the
//! first that fits.

use super::Site;
use super::site::load;
use crate::machine::Machine;
use crate::program::MethodId;
use crate::synth::{cast, member, string};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{Constant, Kind, MethodDesc, descriptor};
use ir::operand::{Dst, Imm, Int, Src, Sym};
use ir::{Builder, CallKind, Label, Op};

impl Machine {
    pub(super) fn make_switch(&mut self, site: &Site) -> Result<MethodId, Trap> {
        let parsed = MethodDesc::parse(site.desc);
        let kinds =
            parsed.map(|desc| (desc.params.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), desc.ret.0));
        match kinds.as_ref().map(|(params, result)| (params.as_slice(), *result)) {
            Some(([Kind::Ref, Kind::Int], Kind::Int)) => {}
            Some(([primitive, Kind::Int], Kind::Int)) => return self.make_primitive_switch(site, *primitive),
            _ => return Err(Trap::bootstrap(format!("a switch with the descriptor {}", site.desc))),
        }
        let is_enum = site.bootstrap.member.name.as_str() == "enumSwitch";
        let mut b = Builder::new(&[true, false]);
        let (target, restart, answer) = (0, 1, b.reg(false));
        let some = b.label();
        b.jump(some, |to| Op::IfINeK { a: Src(target), k: Imm(0), to });
        b.emit(Op::Const { dst: Dst(answer), value: Int(-1) });
        b.emit(Op::Return { src: Src(answer) });
        b.place(some);
        for (i, label) in site.arguments.iter().enumerate() {
            let (next, index) = (b.label(), b.reg(false));
            b.emit(Op::Const { dst: Dst(index), value: Int(i as i32) });
            b.jump(next, |to| Op::IfIGt { a: Src(restart), b: Src(index), to });
            match label {
                Constant::Dynamic(_) => described(&mut b, site, target, *label, next)?,
                _ => test(&mut b, target, *label, is_enum, next)?,
            }
            b.emit(Op::Return { src: Src(index) });
            b.place(next);
        }
        b.emit(Op::Const { dst: Dst(answer), value: Int(site.arguments.len() as i32) });
        b.emit(Op::Return { src: Src(answer) });
        let body = b.try_finish().map_err(Trap::internal)?;
        Ok(self.add_adapter(site.class, &site.named("switch"), site.desc, body))
    }

    /// A switch on a primitive value, as components of records are matched. A label is the value's own type,
    /// which always fits.
    fn make_primitive_switch(&mut self, site: &Site, kind: Kind) -> Result<MethodId, Trap> {
        let own = Symbol::from_bytes(&[kind.letter()]);
        for label in &site.arguments {
            match label {
                Constant::Dynamic(label)
                    if label.name == own && label.desc.as_str() == "Ljava/lang/Class;" => {}
                _ => {
                    return Err(Trap::unsupported(
                        "a switch on a primitive value with other labels than its type",
                    ));
                }
            }
        }
        let mut b = Builder::new(&[false, false]);
        let (restart, answer, none) = (1, b.reg(false), b.label());
        b.emit(Op::Const { dst: Dst(answer), value: Int(site.arguments.len() as i32) });
        b.jump(none, |to| Op::IfIGt { a: Src(restart), b: Src(answer), to });
        b.emit(Op::Return { src: Src(restart) });
        b.place(none);
        b.emit(Op::Return { src: Src(answer) });
        let body = b.try_finish().map_err(Trap::internal)?;
        Ok(self.add_adapter(site.class, &site.named("switch"), site.desc, body))
    }
}

/// Jumps to `next` unless the value fits the label.
fn test(b: &mut Builder, target: u16, label: Constant, is_enum: bool, next: Label) -> Result<(), Trap> {
    let is = b.reg(false);
    match label {
        Constant::Class(class) => instance_of(b, target, class, next),
        // The label of an enum switch is the constant's name.
        Constant::String(text) if is_enum => {
            let (name, wanted) = (b.reg(true), string(b, text));
            let get = member("java/lang/Enum", "name", "()Ljava/lang/String;");
            cast(b, target, Symbol::new("Ljava/lang/Enum;"));
            b.call(CallKind::Virtual, get, false, &[target], Some(name));
            let equals = member("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            b.call(CallKind::Virtual, equals, false, &[name, wanted], Some(is));
            b.jump(next, |to| Op::IfIEqK { a: Src(is), k: Imm(0), to });
        }
        Constant::String(text) => {
            let wanted = string(b, text);
            let equals = member("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            b.call(CallKind::Virtual, equals, false, &[wanted, target], Some(is));
            b.jump(next, |to| Op::IfIEqK { a: Src(is), k: Imm(0), to });
        }
        // An `Integer` label fits Integer, Short, Byte and Character values.
        Constant::Integer(value) => {
            let (number, character, fits) = (b.label(), b.label(), b.label());
            let wanted = b.reg(false);
            b.emit(Op::Const { dst: Dst(wanted), value: Int(value) });
            let found = b.reg(false);
            let sym = Sym(b.sym(ir::Sym::Class(names::CHARACTER)));
            b.emit(Op::InstanceOf { dst: Dst(is), src: Src(target), sym });
            b.jump(character, |to| Op::IfINeK { a: Src(is), k: Imm(0), to });
            b.place(number);
            let whole = Symbol::new("java/lang/Number");
            instance_of(b, target, whole, next);
            let int_value = member("java/lang/Number", "intValue", "()I");
            cast(b, target, descriptor::of_class(whole));
            b.call(CallKind::Virtual, int_value, false, &[target], Some(found));
            b.jump(fits, |to| Op::Goto { to });
            b.place(character);
            cast(b, target, descriptor::of_class(names::CHARACTER));
            let char_value = member("java/lang/Character", "charValue", "()C");
            b.call(CallKind::Virtual, char_value, false, &[target], Some(found));
            b.place(fits);
            b.jump(next, |to| Op::IfINe { a: Src(found), b: Src(wanted), to });
        }
        _ => return Err(Trap::unsupported("a switch with a label that is neither class, string nor number")),
    }
    Ok(())
}

/// A label that is a constant of an enum, told by an `Enum.EnumDesc`.
fn described(b: &mut Builder, site: &Site, target: u16, label: Constant, next: Label) -> Result<(), Trap> {
    const DESC: &str = "java/lang/Enum$EnumDesc";
    let desc = load(b, site, label)?;
    cast(b, desc, Symbol::new(&format!("L{DESC};")));
    instance_of(b, target, Symbol::new("java/lang/Enum"), next);
    let text = "()Ljava/lang/String;";
    let (class, wanted_class, found_class) = (b.reg(true), b.reg(true), b.reg(true));
    let get = member(DESC, "constantType", "()Ljava/lang/constant/ClassDesc;");
    b.call(CallKind::Virtual, get, false, &[desc], Some(class));
    let get = member("java/lang/constant/ClassDesc", "descriptorString", text);
    b.call(CallKind::Interface, get, true, &[class], Some(wanted_class));
    let get = member("java/lang/Enum", "getDeclaringClass", "()Ljava/lang/Class;");
    b.call(CallKind::Virtual, get, false, &[target], Some(class));
    let get = member("java/lang/Class", "descriptorString", text);
    b.call(CallKind::Virtual, get, false, &[class], Some(found_class));
    let (wanted, found) = (b.reg(true), b.reg(true));
    b.call(CallKind::Virtual, member(DESC, "constantName", text), false, &[desc], Some(wanted));
    b.call(CallKind::Virtual, member("java/lang/Enum", "name", text), false, &[target], Some(found));
    for (wanted, found) in [(wanted_class, found_class), (wanted, found)] {
        let same = b.reg(false);
        let equals = member("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
        b.call(CallKind::Virtual, equals, false, &[wanted, found], Some(same));
        b.jump(next, |to| Op::IfIEqK { a: Src(same), k: Imm(0), to });
    }
    Ok(())
}

fn instance_of(b: &mut Builder, target: u16, class: Symbol, next: Label) {
    let is = b.reg(false);
    let sym = Sym(b.sym(ir::Sym::Class(class)));
    b.emit(Op::InstanceOf { dst: Dst(is), src: Src(target), sym });
    b.jump(next, |to| Op::IfIEqK { a: Src(is), k: Imm(0), to });
}
