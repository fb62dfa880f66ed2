//! `invokedynamic` and dynamic constants: what javac emits them for is made by the machine itself, as methods
//! and classes in register form, and not by running the library's code generators.

mod combined;
mod concat;
mod direct;
mod ends;
mod handle;
mod lambda;
mod record;
mod serial;
mod site;
mod switch;
mod types;
mod varhandle;
mod weave;

use crate::machine::Machine;
use crate::program::{ClassId, MethodId};
use crate::state::thread::ThreadId;
use crate::synth::{member, string};
use crate::trap::Trap;
use base::Symbol;
use classfile::{Constant, DynamicRef, HandleRef, Kind, MethodDesc, descriptor};
use ir::operand::{Call, Dst, Int, Src, Sym};
use ir::{Builder, CallKind, Op};
use std::sync::Arc;

/// A call site of a class file: everything its bootstrap method would be given.
struct Site {
    class: ClassId,
    file: Arc<classfile::Class>,
    name: Symbol,
    desc: Symbol,
    bootstrap: HandleRef,
    arguments: Vec<Constant>,
    /// Tells it from the other sites of its class: where it stands, not when it was met.
    label: String,
}

impl Site {
    /// The name of a method that is made for it.
    fn named(&self, what: &str) -> String {
        format!("{what}${}", self.label)
    }
}

impl Machine {
    /// Links an `invokedynamic`: what runs in its place.
    pub(crate) fn link_call_site(
        &mut self,
        _thread: ThreadId,
        method: MethodId,
        dst: Dst,
        call: Call,
    ) -> Result<Op, Trap> {
        let sym = Sym(self.code_mut(method)?.body.calls[call.0 as usize].sym);
        let ir::Sym::CallSite(dynamic) = self.sym(method, sym) else {
            return Err(Trap::internal("a call site was expected"));
        };
        let row = self.program.methods[method].row.map_or(0, |row| row + 1);
        let site = self.site(method, dynamic, format!("{row}_{}", call.0))?;
        let maker = (site.bootstrap.member.class.as_str(), site.bootstrap.member.name.as_str());
        let target = match maker {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                match self.make_lambda(&site)? {
                    lambda::SiteValue::Instance(object) => {
                        return Ok(Op::ConstRef { dst, handle: ir::operand::Ref(object.0) });
                    }
                    lambda::SiteValue::Factory(method) => method,
                }
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.make_concat(&site)?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.make_record_method(&site)?,
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => self.make_switch(&site)?,
            _ => self.make_site(&site)?,
        };
        self.code_mut(method)?.calls[call.0 as usize].method = target;
        Ok(Op::CallDirect { dst, call })
    }

    fn site(&self, method: MethodId, dynamic: DynamicRef, label: String) -> Result<Site, Trap> {
        let class = self.program.methods[method].class;
        let file = self.program.classes[class].file.clone();
        let file = file.ok_or_else(|| Trap::internal("a call site without a class file"))?;
        let bootstrap = file
            .bootstraps
            .get(usize::from(dynamic.bootstrap))
            .ok_or_else(|| Trap::internal("a call site without a bootstrap row"))?;
        let constant = |&row: &u16| file.constants.get(usize::from(row)).copied().unwrap_or(Constant::Unused);
        let arguments = bootstrap.arguments.iter().map(constant).collect();
        let bootstrap = bootstrap.method;
        Ok(Site { class, file, name: dynamic.name, desc: dynamic.desc, bootstrap, arguments, label })
    }
}

/// The `Class` of a descriptor in a register.
fn class_constant(b: &mut Builder, desc: Symbol) -> u16 {
    let dst = b.reg(true);
    match descriptor::class_of(desc) {
        Some(class) => {
            let sym = Sym(b.sym(ir::Sym::Class(class)));
            b.emit(Op::Ldc { dst: Dst(dst), sym });
        }
        None => {
            let kind = desc.bytes().first().and_then(|&l| Kind::from_letter(l)).unwrap_or(Kind::Void);
            let owner = crate::synth::box_members(kind).map_or("java/lang/Void", |(name, ..)| name.as_str());
            let sym = Sym(b.sym(ir::Sym::Field(member(owner, "TYPE", "Ljava/lang/Class;"))));
            b.emit(Op::GetStatic { dst: Dst(dst), sym });
        }
    }
    dst
}

/// A `MethodType` in a register.
fn method_type(b: &mut Builder, desc: Symbol) -> u16 {
    let parsed = MethodDesc::parse(desc)
        .unwrap_or(MethodDesc { params: Vec::new(), ret: (Kind::Void, Symbol::new("V")) });
    let result = class_constant(b, parsed.ret.1);
    let (len, array) = (b.reg(false), b.reg(true));
    b.emit(Op::Const { dst: Dst(len), value: Int(parsed.params.len() as i32) });
    let class = Sym(b.sym(ir::Sym::Class(base::names::CLASS)));
    b.emit(Op::ANewArray { dst: Dst(array), len: Src(len), sym: class });
    for (i, (_, param)) in parsed.params.iter().enumerate() {
        let at = b.reg(false);
        b.emit(Op::Const { dst: Dst(at), value: Int(i as i32) });
        let class = class_constant(b, *param);
        b.emit(Op::StoreRef { arr: Src(array), at: Src(at), src: Src(class) });
    }
    let dst = b.reg(true);
    let make = member(
        "java/lang/invoke/MethodType",
        "methodType",
        "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
    );
    b.call(CallKind::Static, make, false, &[result, array], Some(dst));
    dst
}

/// A `MethodHandle` constant in a register, made by the library's own linking method.
fn method_handle(b: &mut Builder, host: Symbol, handle: HandleRef) -> u16 {
    let caller = class_constant(b, descriptor::of_class(host));
    let kind = b.reg(false);
    b.emit(Op::Const { dst: Dst(kind), value: Int(i32::from(handle.kind as u8)) });
    let owner = class_constant(b, descriptor::of_class(handle.member.class));
    let name = string(b, handle.member.name);
    let is_field = handle.member.desc.bytes().first() != Some(&b'(');
    let kind_type = match is_field {
        true => class_constant(b, handle.member.desc),
        false => method_type(b, handle.member.desc),
    };
    let dst = b.reg(true);
    let make = member(
        "java/lang/invoke/MethodHandleNatives",
        "linkMethodHandleConstant",
        "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
    );
    b.call(CallKind::Static, make, false, &[caller, kind, owner, name, kind_type], Some(dst));
    dst
}
