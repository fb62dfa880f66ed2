//! What the code of one method does to the rest of the program, read from its IR.

use crate::machine::{self, member};
use base::{Symbol, names};
use classfile::{Class, Constant, DynamicRef, HandleKind, HandleRef, MemberRef, descriptor};
use ir::{Body, Op, Sym};

/// One such thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// Calls this very method: static, special, or a constructor.
    Call(MemberRef),
    /// Calls what the receiver's class makes of this method.
    Dispatch(MemberRef),
    /// Makes an object of a class, or of an interface by way of a lambda.
    Make(Symbol),
    /// Initializes a class.
    Initialize(Symbol),
}

impl Use {
    /// The class that it names.
    pub fn class(&self) -> Symbol {
        match *self {
            Use::Call(member) | Use::Dispatch(member) => member.class,
            Use::Make(class) | Use::Initialize(class) => class,
        }
    }
}

/// All uses of a method's code, in its order.
pub fn uses(class: &Class, body: &Body) -> Vec<Use> {
    let mut out = Vec::new();
    for op in &body.ops {
        match *op {
            Op::New { sym, .. } => {
                let name = class_of(&body.syms[usize::from(sym.0)]);
                out.extend(name.into_iter().flat_map(|name| [Use::Initialize(name), Use::Make(name)]));
            }
            Op::GetStatic { sym, .. } | Op::PutStatic { sym, .. } => {
                out.extend(class_of(&body.syms[usize::from(sym.0)]).map(Use::Initialize));
            }
            Op::Ldc { sym, .. } => constant(class, &body.syms[usize::from(sym.0)], &mut out),
            Op::InvokeStatic { call, .. }
            | Op::InvokeSpecial { call, .. }
            | Op::InvokeVirtual { call, .. }
            | Op::InvokeInterface { call, .. }
            | Op::InvokeDynamic { call, .. } => {
                let shape = &body.calls[call.0 as usize];
                called(class, op, &body.syms[usize::from(shape.sym)], &mut out);
            }
            _ => {}
        }
    }
    out
}

fn class_of(sym: &Sym) -> Option<Symbol> {
    match sym {
        Sym::Class(name) => Some(*name),
        Sym::Field(member) | Sym::Method { member, .. } => Some(member.class),
        _ => None,
    }
}

fn called(class: &Class, op: &Op, sym: &Sym, out: &mut Vec<Use>) {
    match (op, sym) {
        (Op::InvokeStatic { .. }, Sym::Method { member, .. }) => {
            out.extend([Use::Initialize(member.class), Use::Call(*member)]);
        }
        (Op::InvokeSpecial { .. }, Sym::Method { member, .. }) => out.push(Use::Call(*member)),
        // Arrays have the methods of `Object`, and nobody overrides them.
        (_, Sym::Method { member, .. }) if member.class.bytes().starts_with(b"[") => {
            out.push(Use::Call(MemberRef { class: names::OBJECT, ..*member }));
        }
        (_, Sym::Method { member, .. }) => out.push(Use::Dispatch(*member)),
        (_, Sym::CallSite(site)) => dynamic(class, site, 0, out),
        _ => {}
    }
}

fn constant(class: &Class, sym: &Sym, out: &mut Vec<Use>) {
    match sym {
        Sym::Handle(handle) => through(handle, out),
        Sym::Dynamic(site) => dynamic(class, site, 0, out),
        _ => {}
    }
}

/// How deep constants made of constants are followed. Compilers do not nest them at all.
const NESTED_MAX: u32 = 8;

/// A call site or constant that a bootstrap method makes. Whatever handles are among its arguments may be
/// called. Its result counts as made, which for a lambda is an object of its interface.
fn dynamic(class: &Class, site: &DynamicRef, depth: u32, out: &mut Vec<Use>) {
    if let Some(made) = result_class(site.desc) {
        out.push(Use::Make(made));
    }
    let Some(bootstrap) = class.bootstraps.get(usize::from(site.bootstrap)) else { return };
    match machine::calls_for_bootstrap(bootstrap.method.member.class) {
        Some(calls) => {
            out.extend(calls.iter().map(|&(name, desc)| Use::Dispatch(member(names::OBJECT, name, desc))))
        }
        None => through(&bootstrap.method, out),
    }
    for &argument in &bootstrap.arguments {
        match class.constants.get(usize::from(argument)) {
            Some(Constant::MethodHandle(handle)) => through(handle, out),
            Some(Constant::Dynamic(inner)) if depth < NESTED_MAX => dynamic(class, inner, depth + 1, out),
            _ => {}
        }
    }
}

fn result_class(desc: Symbol) -> Option<Symbol> {
    let bytes = desc.bytes();
    let result = match bytes.iter().position(|&b| b == b')') {
        Some(end) => Symbol::from_bytes(&bytes[end + 1..]),
        None => desc,
    };
    descriptor::class_of(result)
}

/// What calling a method handle does.
fn through(handle: &HandleRef, out: &mut Vec<Use>) {
    let member = handle.member;
    match handle.kind {
        HandleKind::InvokeStatic => out.extend([Use::Initialize(member.class), Use::Call(member)]),
        HandleKind::InvokeSpecial => out.push(Use::Call(member)),
        HandleKind::NewInvokeSpecial => {
            out.extend([Use::Initialize(member.class), Use::Make(member.class), Use::Call(member)]);
        }
        HandleKind::InvokeVirtual | HandleKind::InvokeInterface => out.push(Use::Dispatch(member)),
        HandleKind::GetStatic | HandleKind::PutStatic => out.push(Use::Initialize(member.class)),
        HandleKind::GetField | HandleKind::PutField => {}
    }
}
