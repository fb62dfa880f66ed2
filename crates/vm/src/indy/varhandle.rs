//! Calls of the access methods of `VarHandle`: each class of variable handles implements them as static
//! methods of the same name.

use super::ends::ACCESS_MODES;
use super::handle::invoke_exact;
use super::method_type;
use super::types::{Cast, adapt, parse, plainly_convertible};
use crate::machine::Machine;
use crate::program::{MethodId, MethodKind};
use crate::state::heap::Ref;
use crate::synth::{finish_with, member, param_kinds};
use crate::trap::Trap;
use base::Symbol;
use classfile::{Kind, MemberRef, MethodDesc};
use ir::operand::{Dst, Int};
use ir::{Builder, CallKind, CheckedBody, Op};

impl Machine {
    /// The adapter from a site's descriptor to the method of the handle's own class that implements the
    /// access.
    pub(super) fn var_handle_adapter(&mut self, handle: Ref, site: MemberRef) -> Result<MethodId, Trap> {
        let class = self.heap.class_of(handle);
        let key = (class, site.name, site.desc);
        if let Some(&made) = self.made.var_adapters.get(&key) {
            return Ok(made);
        }
        let implementation = self.program.classes[class].ancestors.iter().rev().find_map(|&ancestor| {
            self.program.classes[ancestor].methods.iter().copied().find(|&m| {
                let method = &self.program.methods[m];
                let has_code =
                    matches!(method.kind, MethodKind::Bytecode | MethodKind::Code(_) | MethodKind::Native(_));
                method.name == site.name && method.is_static() && has_code
            })
        });
        let member = implementation.map(|target| {
            let m = &self.program.methods[target];
            MemberRef { class: self.program.classes[m.class].name, name: m.name, desc: m.desc }
        });
        let body = body(member, site)?;
        let desc = format!("(Ljava/lang/invoke/VarHandle;{}", &site.desc.as_str()[1..]);
        let adapter = self.add_adapter(class, site.name.as_str(), Symbol::new(&desc), body);
        self.made.var_adapters.insert(key, adapter);
        Ok(adapter)
    }
}

fn body(member: Option<MemberRef>, site: MemberRef) -> Result<CheckedBody, Trap> {
    let own = parse(site.desc)?;
    let mut b = Builder::new(&[&[true], &param_kinds(&own.params)[..]].concat());
    match member {
        Some(member) if plainly_convertible(&own, &wanted(member)?) => plain(&mut b, member, &own)?,
        _ => checked(&mut b, site, &own),
    }
    b.try_finish().map_err(Trap::internal)
}

/// What an implementation takes behind the handle.
fn wanted(member: MemberRef) -> Result<MethodDesc, Trap> {
    let mut wanted = parse(member.desc)?;
    wanted.params.remove(0);
    Ok(wanted)
}

fn plain(b: &mut Builder, member: MemberRef, own: &MethodDesc) -> Result<(), Trap> {
    let target = wanted(member)?;
    let mut args = vec![0];
    for (i, (_, from)) in own.params.iter().enumerate() {
        args.push(adapt(b, i as u16 + 1, *from, target.params[i].1, Cast::AsType));
    }
    let is_void = target.ret.0 == Kind::Void;
    let dst = b.reg(target.ret.0 == Kind::Ref);
    b.call(CallKind::Static, member, false, &args, (!is_void).then_some(dst));
    let result = adapt(b, dst, target.ret.1, own.ret.1, Cast::AsType);
    finish_with(b, result, own.ret.1);
    Ok(())
}

/// Has the library make a method handle for the access, or say why it cannot. So it is for handles that stand
/// for others, too.
fn checked(b: &mut Builder, site: MemberRef, own: &MethodDesc) {
    const DESCRIPTOR: &str = "java/lang/invoke/VarHandle$AccessDescriptor";
    let mode = ACCESS_MODES.iter().position(|name| *name == site.name.as_str()).unwrap_or(0);
    let site_type = method_type(b, site.desc);
    let numbers = [access_type(site.name.as_str()), mode as i32].map(|value| {
        let reg = b.reg(false);
        b.emit(Op::Const { dst: Dst(reg), value: Int(value) });
        reg
    });
    let (descriptor, handle) = (b.reg(true), b.reg(true));
    let init = member(DESCRIPTOR, "<init>", "(Ljava/lang/invoke/MethodType;II)V");
    b.new_object(Symbol::new(DESCRIPTOR), init, &[site_type, numbers[0], numbers[1]], descriptor);
    let check = member(
        "java/lang/invoke/Invokers",
        "checkVarHandleGenericType",
        "(Ljava/lang/invoke/VarHandle;Ljava/lang/invoke/VarHandle$AccessDescriptor;)Ljava/lang/invoke/MethodHandle;",
    );
    b.call(CallKind::Static, check, false, &[0, descriptor], Some(handle));
    let desc = format!("(Ljava/lang/invoke/VarHandle;{}", &site.desc.as_str()[1..]);
    let target = b.reg(true);
    let direct = member("java/lang/invoke/VarHandle", "asDirect", "()Ljava/lang/invoke/VarHandle;");
    b.call(CallKind::Virtual, direct, false, &[0], Some(target));
    let args: Vec<u16> = [handle, target].into_iter().chain(1..=own.params.len() as u16).collect();
    let result = invoke_exact(b, Symbol::new(&desc), &args);
    finish_with(b, result, own.ret.1);
}

/// The row of `VarHandle.AccessType` that a method belongs to.
fn access_type(name: &str) -> i32 {
    match name {
        name if name.starts_with("getAnd") => 4,
        name if name.starts_with("get") => 0,
        name if name.starts_with("set") => 1,
        name if name.contains("Exchange") => 3,
        _ => 2,
    }
}
