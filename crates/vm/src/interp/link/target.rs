//! What a named operation means: a function of the program, of the operation and of the class that its name
//! stands for. Nothing is loaded, initialized or written here, which is why linking need not be undone.

use crate::program::{ClassId, MethodId, MethodKind, Program, StaticLink};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{Access, Kind, MemberRef};
use ir::Op;
use ir::operand::{Call, Off, Sym};

/// What an operation links to.
#[derive(Clone, Copy, Debug)]
pub(super) enum LinkTarget {
    Class(ClassId),
    Field { off: Off, kind: Kind },
    Static(StaticLink),
    Method { method: MethodId, how: How },
}

/// How a method is found when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// The constructor of `Object`: there is nothing to do.
    Nothing,
    Static,
    /// This very method, with a receiver.
    Special,
    Virtual,
    Interface,
    /// A signature-polymorphic method.
    Handle,
}

/// The class whose name an operation has: it must be there before [`of`] is asked. `None` for operations that
/// name no class.
pub(super) fn class_named(program: &Program, method: MethodId, op: Op) -> Option<Symbol> {
    match symbol(program, method, op)? {
        ir::Sym::Class(name) => Some(name),
        ir::Sym::Field(member) | ir::Sym::Method { member, .. } => Some(member.class),
        _ => None,
    }
}

/// What operation `op` of `method` links to; `class` is the one that its name stands for.
pub(super) fn of(program: &Program, method: MethodId, op: Op, class: ClassId) -> Result<LinkTarget, Trap> {
    let sym = symbol(program, method, op).ok_or_else(|| Trap::internal("a name was expected"))?;
    match (op, sym) {
        (Op::New { .. }, ir::Sym::Class(_)) => {
            let c = &program.classes[class];
            match c.access.is_abstract() || c.is_interface() {
                true => Err(Trap::raise("java/lang/InstantiationError", c.external_name())),
                false => Ok(LinkTarget::Class(class)),
            }
        }
        (_, ir::Sym::Class(_)) => Ok(LinkTarget::Class(class)),
        (Op::GetField { .. } | Op::PutField { .. }, ir::Sym::Field(member)) => {
            instance_field(program, class, member)
        }
        (_, ir::Sym::Field(member)) => static_field(program, class, member),
        (_, ir::Sym::Method { member, interface }) => call(program, method, op, class, member, interface),
        _ => Err(Trap::internal("a class, a field or a method was expected")),
    }
}

/// What a name of an operation is in the symbols of its method.
fn symbol(program: &Program, method: MethodId, op: Op) -> Option<ir::Sym> {
    let body = &program.methods[method].code()?.body;
    let row = match op {
        Op::New { sym, .. }
        | Op::GetField { sym, .. }
        | Op::PutField { sym, .. }
        | Op::GetStatic { sym, .. }
        | Op::PutStatic { sym, .. }
        | Op::CheckCast { sym, .. }
        | Op::InstanceOf { sym, .. }
        | Op::ANewArray { sym, .. } => sym,
        Op::InvokeStatic { call, .. }
        | Op::InvokeSpecial { call, .. }
        | Op::InvokeVirtual { call, .. }
        | Op::InvokeInterface { call, .. } => symbol_of_call(body, call),
        _ => return None,
    };
    body.syms.get(usize::from(row.0)).copied()
}

fn symbol_of_call(body: &ir::Body, call: Call) -> Sym {
    Sym(body.calls[call.0 as usize].sym)
}

fn instance_field(program: &Program, class: ClassId, member: MemberRef) -> Result<LinkTarget, Trap> {
    let field = &program.fields[program.resolve_field(class, member.name, member.desc)?];
    if field.access.is_static() {
        return Err(wrong_static(program, field.class, field.name, "non-static field"));
    }
    match u16::try_from(field.unit) {
        Ok(unit) => Ok(LinkTarget::Field { off: Off(unit), kind: field.kind }),
        Err(_) => Err(Trap::unsupported("an object with more than 65535 fields")),
    }
}

fn static_field(program: &Program, class: ClassId, member: MemberRef) -> Result<LinkTarget, Trap> {
    let field = &program.fields[program.resolve_field(class, member.name, member.desc)?];
    if !field.access.is_static() {
        return Err(wrong_static(program, field.class, field.name, "static field"));
    }
    let record = program.classes[field.class].statics;
    Ok(LinkTarget::Static(StaticLink { class: field.class, record, unit: field.unit, kind: field.kind }))
}

fn wrong_static(program: &Program, owner: ClassId, field: Symbol, expected: &str) -> Trap {
    let owner = program.classes[owner].external_name();
    Trap::raise("java/lang/IncompatibleClassChangeError", format!("Expected {expected} {owner}.{field}"))
}

fn call(
    program: &Program,
    caller: MethodId,
    op: Op,
    class: ClassId,
    member: MemberRef,
    interface: bool,
) -> Result<LinkTarget, Trap> {
    let resolved = program.resolve_method(class, member.name, member.desc, interface)?;
    let is_static = matches!(op, Op::InvokeStatic { .. });
    if program.methods[resolved].is_static() != is_static {
        let what = program.describe_method(class, member.name, member.desc);
        let expected = if is_static { "static" } else { "non-static" };
        let what = format!("Expected {expected} method {what}");
        return Err(Trap::raise("java/lang/IncompatibleClassChangeError", what));
    }
    let m = &program.methods[resolved];
    let owner = &program.classes[m.class];
    let bound = m.access.is_private() || m.access.has(Access::FINAL) || owner.access.has(Access::FINAL);
    let how = match op {
        _ if matches!(m.kind, MethodKind::Polymorphic) => How::Handle,
        Op::InvokeStatic { .. } => How::Static,
        Op::InvokeSpecial { .. } => return special(program, caller, class, resolved),
        _ if bound => How::Special,
        Op::InvokeInterface { .. } if owner.is_interface() => How::Interface,
        _ => How::Virtual,
    };
    Ok(LinkTarget::Method { method: resolved, how })
}

/// `super.m()` starts at the direct superclass of the class that says it (JVMS invokespecial).
fn special(
    program: &Program,
    caller: MethodId,
    named: ClassId,
    resolved: MethodId,
) -> Result<LinkTarget, Trap> {
    let current = program.methods[caller].class;
    let m = &program.methods[resolved];
    if m.name == names::INIT || m.access.is_private() {
        let is_empty = m.name == names::INIT && program.classes[m.class].name == names::OBJECT;
        let how = if is_empty { How::Nothing } else { How::Special };
        return Ok(LinkTarget::Method { method: resolved, how });
    }
    let is_super_call =
        current != named && !program.classes[named].is_interface() && program.is_subclass(current, named);
    let start = match program.classes[current].super_class {
        Some(parent) if is_super_call => parent,
        _ => named,
    };
    let found = program.find_method(start, m.name, m.desc).unwrap_or(resolved);
    match program.methods[found].access.is_abstract() {
        true => Err(crate::interp::no_implementation(program, current, found)),
        false => Ok(LinkTarget::Method { method: found, how: How::Special }),
    }
}
