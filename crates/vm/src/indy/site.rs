//! Call sites and constants that a bootstrap method makes: it is run once, and what it answers is kept in a
//! static field, so that it is part of the state like every other static.

use super::combined::object_array;
use super::handle::invoke_exact;
use super::types::parse;
use super::{Site, class_constant, method_handle, method_type};
use crate::machine::Machine;
use crate::native::{Answer, Args, Context};
use crate::program::{CallLink, ClassId, MethodId, digest};
use crate::state::thread::ThreadId;
use crate::synth::{box_members, finish_with, member, param_kinds, string};
use crate::trap::Trap;
use base::Symbol;
use classfile::{Constant, DynamicRef, Kind, MemberRef, descriptor};
use ir::operand::{Call, Dst, Imm, Int, Src, Sym};
use ir::{Builder, CallKind, Op};

const CELL: (&str, &str) = ("value", "Ljava/lang/Object;");
const CALL_SITE: &str = "java/lang/invoke/CallSite";
const MAKE_SITE: &str = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
    Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/invoke/CallSite;";
const MAKE_CONSTANT: &str = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/Class;\
    Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;";

impl Machine {
    /// A method that stands for a call site with any bootstrap method.
    pub(super) fn make_site(&mut self, site: &Site) -> Result<MethodId, Trap> {
        let desc = parse(site.desc)?;
        let mut b = Builder::new(&param_kinds(&desc.params));
        let (linked, _) = self.once(&mut b, site, |b, site| {
            let (bootstrap, name) = (method_handle(b, site.file.name, site.bootstrap), string(b, site.name));
            let site_type = method_type(b, site.desc);
            let (info, caller) =
                (arguments(b, site)?, class_constant(b, descriptor::of_class(site.file.name)));
            let dst = b.reg(true);
            let make = member(CALL_SITE, "makeSite", MAKE_SITE);
            b.call(CallKind::Static, make, false, &[bootstrap, name, site_type, info, caller], Some(dst));
            Ok(dst)
        })?;
        let sym = Sym(b.sym(ir::Sym::Class(Symbol::new(CALL_SITE))));
        b.emit(Op::CheckCast { src: Src(linked), sym });
        let target = b.reg(true);
        let get = member(CALL_SITE, "getTarget", "()Ljava/lang/invoke/MethodHandle;");
        b.call(CallKind::Virtual, get, false, &[linked], Some(target));
        let args: Vec<u16> = std::iter::once(target).chain(0..desc.params.len() as u16).collect();
        let result = invoke_exact(&mut b, site.desc, &args);
        finish_with(&mut b, result, desc.ret.1);
        Ok(self.add_adapter(
            site.class,
            &site.named("site"),
            site.desc,
            b.try_finish().map_err(Trap::internal)?,
        ))
    }

    /// Emits code that reads a new static cell, and fills it first if it is empty; the register of its
    /// content, and the class that has the cell. Where null was made, the cell holds that class itself.
    fn once(
        &mut self,
        b: &mut Builder,
        site: &Site,
        make: impl FnOnce(&mut Builder, &Site) -> Result<u16, Trap>,
    ) -> Result<(u16, Symbol), Trap> {
        let class = Symbol::new(&format!("{}$$Site${}", site.file.name, site.label));
        if self.program.loaded(class).is_none() {
            self.program.add_cell(&mut self.heap, class, CELL.0, CELL.1)?;
        }
        let keep = self.builtin("keep", "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;", keep)?;
        let (content, done) = (b.reg(true), b.label());
        let cell = Sym(b.sym(ir::Sym::Field(MemberRef {
            class,
            name: Symbol::new(CELL.0),
            desc: Symbol::new(CELL.1),
        })));
        b.emit(Op::GetStatic { dst: Dst(content), sym: cell });
        b.jump(done, |to| Op::IfINeK { a: Src(content), k: Imm(0), to });
        let made = make(b, site)?;
        let holder = class_constant(b, descriptor::of_class(class));
        b.call(CallKind::Static, keep, false, &[holder, made], Some(content));
        b.place(done);
        Ok((content, class))
    }

    /// Links a constant that is neither string nor class: a call of a method that makes it, or finds it made.
    pub(crate) fn link_constant(
        &mut self,
        _: ThreadId,
        method: MethodId,
        dst: Dst,
        sym: ir::Sym,
    ) -> Result<Op, Trap> {
        let class = self.program.methods[method].class;
        let mut b = Builder::new(&[]);
        let desc = match sym {
            ir::Sym::MethodType(desc) => {
                let reg = method_type(&mut b, desc);
                b.emit(Op::Return { src: Src(reg) });
                "()Ljava/lang/invoke/MethodType;".to_string()
            }
            ir::Sym::Handle(handle) => {
                let file = self.program.classes[class].file.clone();
                let file = file.ok_or_else(|| Trap::internal("a constant without a class file"))?;
                let (name, desc) = (handle.member.name, handle.member.desc);
                let (arguments, label) = (Vec::new(), constant_label(&sym));
                let site = Site { class, file, name, desc, bootstrap: handle, arguments, label };
                let (reg, _) =
                    self.once(&mut b, &site, |b, site| Ok(method_handle(b, site.file.name, site.bootstrap)))?;
                b.emit(Op::Return { src: Src(reg) });
                "()Ljava/lang/invoke/MethodHandle;".to_string()
            }
            ir::Sym::Dynamic(dynamic) => {
                self.dynamic_constant(&mut b, method, dynamic)?;
                format!("(){}", dynamic.desc)
            }
            _ => return Err(Trap::internal("a constant was expected")),
        };
        let body = b.try_finish().map_err(Trap::internal)?;
        let maker = self.add_adapter(class, "constant", Symbol::new(&desc), body);
        let code = self.code_mut(method)?;
        let link = CallLink {
            method: maker,
            args: [].into(),
            seen_class: ClassId::NONE,
            seen_method: MethodId::NONE,
        };
        code.calls.push(link);
        Ok(Op::CallDirect { dst, call: Call(code.calls.len() as u32 - 1) })
    }

    fn dynamic_constant(
        &mut self,
        b: &mut Builder,
        method: MethodId,
        dynamic: DynamicRef,
    ) -> Result<(), Trap> {
        let label = constant_label(&ir::Sym::Dynamic(dynamic));
        let site = self.site(method, dynamic, label)?;
        let (content, cell) = self.once(b, &site, |b, site| {
            let (bootstrap, name) = (method_handle(b, site.file.name, site.bootstrap), string(b, site.name));
            let its_type = class_constant(b, site.desc);
            let (info, caller) =
                (arguments(b, site)?, class_constant(b, descriptor::of_class(site.file.name)));
            let dst = b.reg(true);
            let make = member("java/lang/invoke/ConstantBootstraps", "makeConstant", MAKE_CONSTANT);
            b.call(CallKind::Static, make, false, &[bootstrap, name, its_type, info, caller], Some(dst));
            Ok(dst)
        })?;
        let kind = descriptor::field_kind(dynamic.desc.bytes()).unwrap_or(Kind::Ref);
        let result = match box_members(kind) {
            Some((class, _, value)) => {
                crate::synth::cast(b, content, descriptor::of_class(class));
                let dst = b.reg(false);
                b.call(CallKind::Virtual, value, false, &[content], Some(dst));
                dst
            }
            None => {
                let (nothing, real) = (class_constant(b, descriptor::of_class(cell)), b.label());
                b.jump(real, |to| Op::IfINe { a: Src(content), b: Src(nothing), to });
                b.emit(Op::Const { dst: Dst(content), value: Int(0) });
                b.place(real);
                content
            }
        };
        b.emit(Op::Return { src: Src(result) });
        Ok(())
    }
}

/// Tells a constant from others of its class: it is made once, wherever it stands.
fn constant_label(sym: &ir::Sym) -> String {
    format!("{:016x}", digest(&[ir::print_symbol(sym).as_bytes()]))
}

/// The static arguments as `BootstrapMethodInvoker` takes them: none, one, or an array.
fn arguments(b: &mut Builder, site: &Site) -> Result<u16, Trap> {
    let items =
        site.arguments.iter().map(|constant| load(b, site, *constant)).collect::<Result<Vec<u16>, Trap>>()?;
    match items[..] {
        [] => {
            let none = b.reg(true);
            b.emit(Op::Const { dst: Dst(none), value: Int(0) });
            Ok(none)
        }
        [one] => Ok(one),
        _ => Ok(object_array(b, &items)),
    }
}

/// A constant as an object.
pub(super) fn load(b: &mut Builder, site: &Site, constant: Constant) -> Result<u16, Trap> {
    let number = |b: &mut Builder, kind: Kind, bits: u64| {
        let reg = b.reg(false);
        match kind.is_wide() {
            true => {
                let value = b.wide(bits);
                b.emit(Op::ConstWide { dst: Dst(reg), value });
            }
            false => {
                b.emit(Op::Const { dst: Dst(reg), value: Int(bits as u32 as i32) });
            }
        }
        boxed(b, reg, kind)
    };
    let ldc = |b: &mut Builder, sym: ir::Sym| {
        let dst = b.reg(true);
        let sym = Sym(b.sym(sym));
        b.emit(Op::Ldc { dst: Dst(dst), sym });
        dst
    };
    Ok(match constant {
        Constant::Integer(value) => number(b, Kind::Int, u64::from(value as u32)),
        Constant::Float(value) => number(b, Kind::Float, u64::from(value.to_bits())),
        Constant::Long(value) => number(b, Kind::Long, value as u64),
        Constant::Double(value) => number(b, Kind::Double, value.to_bits()),
        Constant::String(text) => string(b, text),
        Constant::Class(name) => ldc(b, ir::Sym::Class(name)),
        Constant::MethodType(desc) => method_type(b, desc),
        Constant::MethodHandle(handle) => method_handle(b, site.file.name, handle),
        Constant::Dynamic(dynamic) => {
            let kind = descriptor::field_kind(dynamic.desc.bytes()).unwrap_or(Kind::Ref);
            let dst = b.reg(kind == Kind::Ref);
            let sym = Sym(b.sym(ir::Sym::Dynamic(dynamic)));
            b.emit(Op::Ldc { dst: Dst(dst), sym });
            boxed(b, dst, kind)
        }
        _ => return Err(Trap::internal("a bootstrap argument that cannot be loaded")),
    })
}

fn boxed(b: &mut Builder, reg: u16, kind: Kind) -> u16 {
    let Some((_, value_of, _)) = box_members(kind) else { return reg };
    let dst = b.reg(true);
    b.call(CallKind::Static, value_of, false, &[reg], Some(dst));
    dst
}

/// Puts a value into a cell unless somebody was faster; what the cell holds then.
fn keep(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let class = machine.mirrored(args.object(0)?)?;
    let (record, unit, _) = machine
        .static_field(class, CELL.0, CELL.1)
        .ok_or_else(|| Trap::internal("a cell without its field"))?;
    context.gate_access(record, unit, true)?;
    let machine = context.machine();
    let present = machine.heap.get_ref(record, unit);
    if !present.is_null() {
        return Ok(u64::from(present.0));
    }
    let value = if args.maybe(1).is_null() { args.object(0)? } else { args.maybe(1) };
    machine.heap.put_ref(record, unit, value);
    Ok(u64::from(value.0))
}
