//! Lambdas and method references: a class for each site, with the captured values as fields and one method
//! that adapts the arguments and calls the implementation (`LambdaMetafactory`).

use super::Site;
use super::serial::{Origin, REPLACE_DESC, replace_body};
use crate::machine::Machine;
use crate::program::{ClassId, Method, MethodId, digest};
use crate::state::heap::Ref;
use crate::synth::{convert, finish_with, param_kinds};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{Access, Constant, HandleKind, HandleRef, MemberRef, MethodDesc, descriptor};
use ir::operand::{Dst, Src, Sym};
use ir::{Builder, CallKind, CheckedBody, Op};

/// What a site evaluates to.
pub(super) enum SiteValue {
    /// Nothing is captured: always the same object.
    Instance(Ref),
    /// A static method that takes the captured values.
    Factory(MethodId),
}

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// The static arguments of a lambda's bootstrap method.
struct LambdaArguments {
    implementation: HandleRef,
    /// What the arguments and the result are known to be, beyond their erasure.
    instantiated: Symbol,
    /// Every descriptor that the lambda's method must have.
    erased: Vec<Symbol>,
    markers: Vec<Symbol>,
    is_serializable: bool,
}

impl Machine {
    pub(super) fn make_lambda(&mut self, site: &Site) -> Result<SiteValue, Trap> {
        let shape = read(&site.arguments)
            .ok_or_else(|| Trap::unsupported("a lambda with unusual bootstrap arguments"))?;
        let desc =
            MethodDesc::parse(site.desc).ok_or_else(|| Trap::internal("a site without a descriptor"))?;
        let interface = descriptor::class_of(desc.ret.1)
            .ok_or_else(|| Trap::bootstrap("a lambda of a primitive type"))?;
        let mut interfaces = Vec::new();
        for &name in [interface].iter().chain(&shape.markers) {
            if !self.is_interface_name(name)? {
                return Err(Trap::bootstrap(format!("a lambda of {name}, which is not an interface")));
            }
            let class = self.load_class(name)?;
            if !interfaces.contains(&class) {
                interfaces.push(class);
            }
        }
        let name = Symbol::new(&format!("{}$$Lambda${}", site.file.name, site.label));
        let fields: Vec<(Symbol, Symbol)> = desc
            .params
            .iter()
            .enumerate()
            .map(|(i, (_, desc))| (Symbol::new(&format!("arg${}", i + 1)), *desc))
            .collect();
        let implementation_is_interface = match shape.implementation.kind {
            HandleKind::NewInvokeSpecial => false,
            _ => self.is_interface_name(shape.implementation.member.class)?,
        };
        let mut methods = Vec::new();
        for &erased in &shape.erased {
            let body = method_body(name, &fields, &shape, erased, implementation_is_interface)?;
            let method = Method::declared(ClassId::NONE, Access(Access::PUBLIC), site.name, erased);
            methods.push((method, body));
        }
        if shape.is_serializable {
            let access = Access(Access::PRIVATE | Access::FINAL);
            let method = Method::declared(
                ClassId::NONE,
                access,
                Symbol::new("writeReplace"),
                Symbol::new(REPLACE_DESC),
            );
            let origin = Origin {
                class: name,
                capturing: site.file.name,
                interface,
                method: site.name,
                erased: shape.erased[0],
                implementation: self.declared(shape.implementation)?,
                instantiated: shape.instantiated,
            };
            methods.push((method, replace_body(&origin, &fields)?));
        }
        let object = self.object_class()?;
        let class =
            self.program.add_synthesized_class(&mut self.heap, name, object, &interfaces, &fields, methods);
        self.program.classes[class].loader = self.program.classes[site.class].loader;
        if fields.is_empty() {
            let what = digest(&[b"lambda", name.bytes()]);
            return Ok(SiteValue::Instance(self.heap.alloc_static(class, 0, what)?));
        }
        let body = factory_body(name, &desc, &fields)?;
        Ok(SiteValue::Factory(self.add_adapter(site.class, &site.named("lambda"), site.desc, body)))
    }
}

impl Machine {
    /// The implementation with the class that really declares it, as the library's reflection on handles
    /// gives it.
    fn declared(&mut self, handle: HandleRef) -> Result<HandleRef, Trap> {
        let class = self.load_class(handle.member.class)?;
        let found = self.program.find_method(class, handle.member.name, handle.member.desc);
        let owner =
            found.map_or(handle.member.class, |m| self.program.classes[self.program.methods[m].class].name);
        Ok(HandleRef { member: MemberRef { class: owner, ..handle.member }, ..handle })
    }
}

fn read(arguments: &[Constant]) -> Option<LambdaArguments> {
    let (
        &Constant::MethodType(sam),
        &Constant::MethodHandle(implementation),
        &Constant::MethodType(instantiated),
    ) = (arguments.first()?, arguments.get(1)?, arguments.get(2)?)
    else {
        return None;
    };
    let mut shape = LambdaArguments {
        implementation,
        instantiated,
        erased: vec![sam],
        markers: Vec::new(),
        is_serializable: false,
    };
    let mut rest = arguments[3..].iter();
    let int = |rest: &mut std::slice::Iter<'_, Constant>| match rest.next() {
        Some(&Constant::Integer(value)) => Some(value),
        _ => None,
    };
    if arguments.len() > 3 {
        let flags = int(&mut rest)?;
        if flags & SERIALIZABLE != 0 {
            shape.is_serializable = true;
            shape.markers.push(names::SERIALIZABLE);
        }
        if flags & MARKERS != 0 {
            for _ in 0..int(&mut rest)? {
                let Constant::Class(marker) = rest.next()? else { return None };
                shape.markers.push(*marker);
            }
        }
        if flags & BRIDGES != 0 {
            for _ in 0..int(&mut rest)? {
                let Constant::MethodType(bridge) = rest.next()? else { return None };
                if !shape.erased.contains(bridge) {
                    shape.erased.push(*bridge);
                }
            }
        }
    }
    Some(shape)
}

/// The method of the lambda's class: captured values first, then the arguments, each converted to what the
/// implementation takes.
fn method_body(
    class: Symbol,
    fields: &[(Symbol, Symbol)],
    shape: &LambdaArguments,
    erased: Symbol,
    is_interface: bool,
) -> Result<CheckedBody, Trap> {
    let wrong = || Trap::bootstrap("a lambda's descriptors do not fit together");
    let erased = MethodDesc::parse(erased).ok_or_else(wrong)?;
    let instantiated = MethodDesc::parse(shape.instantiated).ok_or_else(wrong)?;
    let HandleRef { kind, member, .. } = shape.implementation;
    let target = MethodDesc::parse(member.desc).ok_or_else(wrong)?;
    let owner = descriptor::of_class(member.class);
    let is_new = kind == HandleKind::NewInvokeSpecial;
    let takes_receiver = !is_new && kind != HandleKind::InvokeStatic;
    let wanted: Vec<Symbol> = takes_receiver
        .then_some(owner)
        .into_iter()
        .chain(target.params.iter().map(|(_, desc)| *desc))
        .collect();
    if wanted.len() != fields.len() + erased.params.len() || instantiated.params.len() != erased.params.len()
    {
        return Err(wrong());
    }
    let mut params = vec![true];
    params.extend(param_kinds(&erased.params));
    let mut b = Builder::new(&params);
    let mut args = Vec::new();
    for (i, &(field, desc)) in fields.iter().enumerate() {
        let dst = b.reg(descriptor::class_of(desc).is_some());
        let sym = Sym(b.sym(ir::Sym::Field(MemberRef { class, name: field, desc })));
        b.emit(Op::GetField { dst: Dst(dst), obj: Src(0), sym });
        args.push(convert(&mut b, dst, desc, wanted[i]));
    }
    for (i, (_, erased_desc)) in erased.params.iter().enumerate() {
        let register = i as u16 + 1;
        // The value is known to be of the instantiated type, and is cast to it as the library's own classes
        // do.
        let known = instantiated.params[i].1;
        let register = match *erased_desc == known {
            true => register,
            false => convert(&mut b, register, *erased_desc, known),
        };
        args.push(convert(&mut b, register, known, wanted[fields.len() + i]));
    }
    let result_desc = if is_new { owner } else { target.ret.1 };
    let result = call(&mut b, kind, member, is_interface, &args, result_desc);
    let result = convert(&mut b, result, result_desc, erased.ret.1);
    finish_with(&mut b, result, erased.ret.1);
    b.try_finish().map_err(Trap::bootstrap)
}

/// Emits the call that a handle of this kind stands for; returns the register of its result.
pub(super) fn call(
    b: &mut Builder,
    kind: HandleKind,
    member: MemberRef,
    interface: bool,
    args: &[u16],
    result: Symbol,
) -> u16 {
    let is_void = result.as_str() == "V";
    let dst = b.reg(descriptor::class_of(result).is_some());
    let how = match kind {
        HandleKind::NewInvokeSpecial => {
            b.new_object(member.class, member, args, dst);
            return dst;
        }
        HandleKind::InvokeStatic => CallKind::Static,
        HandleKind::InvokeSpecial => CallKind::Special,
        HandleKind::InvokeInterface => CallKind::Interface,
        _ if interface => CallKind::Interface,
        _ => CallKind::Virtual,
    };
    b.call(how, member, interface, args, (!is_void).then_some(dst));
    dst
}

/// A static method that makes an instance out of the captured values.
fn factory_body(class: Symbol, desc: &MethodDesc, fields: &[(Symbol, Symbol)]) -> Result<CheckedBody, Trap> {
    let mut b = Builder::new(&param_kinds(&desc.params));
    let dst = b.reg(true);
    let sym = Sym(b.sym(ir::Sym::Class(class)));
    b.emit(Op::New { dst: Dst(dst), sym });
    for (i, &(field, desc)) in fields.iter().enumerate() {
        let sym = Sym(b.sym(ir::Sym::Field(MemberRef { class, name: field, desc })));
        b.emit(Op::PutField { obj: Src(dst), src: Src(i as u16), sym });
    }
    b.emit(Op::Return { src: Src(dst) });
    b.try_finish().map_err(Trap::internal)
}
