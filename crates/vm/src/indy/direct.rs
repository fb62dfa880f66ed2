//! Adapters of direct method handles: a call, a field access, an object made.

use super::lambda;
use super::types::{Cast, adapt, parse, with_handle};
use crate::machine::Machine;
use crate::program::{ClassId, FieldId, MethodId};
use crate::state::heap::Ref;
use crate::synth::{finish_with, param_kinds};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{HandleKind, MemberRef, MethodDesc, descriptor};
use ir::operand::{Dst, Src, Sym};
use ir::{Builder, CheckedBody, Op};

/// Where `MemberName.flags` keeps the kind of reference.
const KIND_SHIFT: u32 = 24;

impl Machine {
    /// The adapter of a `DirectMethodHandle` of type `own`.
    pub(super) fn direct_adapter(&mut self, handle: Ref, own: Symbol) -> Result<MethodId, Trap> {
        let class = self.heap.class_of(handle);
        let names = (Symbol::new("member"), Symbol::new("Ljava/lang/invoke/MemberName;"));
        let field = self.program.resolve_field(class, names.0, names.1)?;
        let name = self.heap.get_ref(handle, self.program.fields[field].unit);
        let (kind, member) = self.member_of(name)?;
        if kind == HandleKind::NewInvokeSpecial
            && let Some(instance) = self.other_instance(handle, member)?
        {
            return self.allocating_adapter(instance, member, own);
        }
        self.member_adapter(kind, member, own)
    }

    /// A handle of type `own` that reads or writes a field. Only for calls that are exactly of that type: it
    /// has no `MethodType`.
    pub fn field_handle(&mut self, field: FieldId, is_setter: bool, own: Symbol) -> Result<Ref, Trap> {
        let f = &self.program.fields[field];
        let member = MemberRef { class: self.program.classes[f.class].name, name: f.name, desc: f.desc };
        let kind = match (f.access.is_static(), is_setter) {
            (false, false) => HandleKind::GetField,
            (true, false) => HandleKind::GetStatic,
            (false, true) => HandleKind::PutField,
            (true, true) => HandleKind::PutStatic,
        };
        let adapter = self.member_adapter(kind, member, own)?;
        self.made.handle_types.insert(adapter, own);
        let class = self.load("java/lang/invoke/DirectMethodHandle")?;
        let handle = self.new_object(class)?;
        let cell = self.known().handle_target;
        self.heap.put32(handle, cell, self.program.method_token(adapter) + 1);
        Ok(handle)
    }

    fn member_adapter(&mut self, kind: HandleKind, member: MemberRef, own: Symbol) -> Result<MethodId, Trap> {
        let key = (member, kind as u8, own);
        if let Some(&made) = self.made.adapters.get(&key) {
            return Ok(made);
        }
        let interface = kind != HandleKind::NewInvokeSpecial && self.is_interface_name(member.class)?;
        let body = body(kind, member, interface, own)?;
        let class = self.load_class(member.class)?;
        let adapter = self.add_adapter(class, "invoke", with_handle(own), body);
        self.made.adapters.insert(key, adapter);
        Ok(adapter)
    }

    /// The class that a constructor's handle makes instances of, if it is not the constructor's own:
    /// serialization makes objects by the constructor of a superclass.
    fn other_instance(&mut self, handle: Ref, member: MemberRef) -> Result<Option<ClassId>, Trap> {
        let class = self.heap.class_of(handle);
        let (name, desc) = (Symbol::new("instanceClass"), Symbol::new("Ljava/lang/Class;"));
        let Ok(field) = self.program.resolve_field(class, name, desc) else { return Ok(None) };
        let mirror = self.heap.get_ref(handle, self.program.fields[field].unit);
        if mirror.is_null() {
            return Ok(None);
        }
        let instance = self.mirrored(mirror)?;
        Ok((self.program.classes[instance].name != member.class).then_some(instance))
    }

    fn allocating_adapter(
        &mut self,
        instance: ClassId,
        member: MemberRef,
        own: Symbol,
    ) -> Result<MethodId, Trap> {
        let name = self.program.classes[instance].name;
        let (outer, target) = (parse(own)?, parse(member.desc)?);
        if outer.params.len() != target.params.len() {
            return Err(wrong_type());
        }
        let key = format!("new {} by {}.{} as {own}", instance.0, member.class, member.desc);
        self.adapter(&key, instance, with_handle(own).as_str(), None, || {
            let mut b = Builder::new(&[&[true], &param_kinds(&outer.params)[..]].concat());
            let args: Vec<u16> = (outer.params.iter().zip(&target.params).enumerate())
                .map(|(i, ((_, from), (_, to)))| adapt(&mut b, i as u16 + 1, *from, *to, Cast::AsType))
                .collect();
            let object = b.reg(true);
            b.new_object(name, member, &args, object);
            finish_with(&mut b, object, outer.ret.1);
            b
        })
    }

    /// A `MemberName` as kind and member.
    pub fn member_of(&mut self, name: Ref) -> Result<(HandleKind, MemberRef), Trap> {
        let known = self.known();
        let (class, text, kind_type) = (known.member_class, known.member_simple_name, known.member_type);
        let flags = self.heap.get32(name, known.member_flags);
        let kind = match flags >> KIND_SHIFT & 0xF {
            1 => HandleKind::GetField,
            2 => HandleKind::GetStatic,
            3 => HandleKind::PutField,
            4 => HandleKind::PutStatic,
            5 => HandleKind::InvokeVirtual,
            6 => HandleKind::InvokeStatic,
            7 => HandleKind::InvokeSpecial,
            8 => HandleKind::NewInvokeSpecial,
            9 => HandleKind::InvokeInterface,
            other => return Err(Trap::forged(format!("a member of reference kind {other}"))),
        };
        let owner = self.mirrored(self.heap.get_ref(name, class))?;
        let simple = self.heap.get_ref(name, text);
        let simple = if simple.is_null() { names::INIT } else { self.symbol(simple) };
        let kind_type = self.heap.get_ref(name, kind_type);
        let desc = self.type_descriptor(kind_type)?;
        Ok((kind, MemberRef { class: self.program.classes[owner].name, name: simple, desc }))
    }
}

/// Register 0 holds the handle, which is not needed.
fn body(kind: HandleKind, member: MemberRef, interface: bool, own: Symbol) -> Result<CheckedBody, Trap> {
    let own = parse(own)?;
    let mut b = Builder::new(&[&[true], &param_kinds(&own.params)[..]].concat());
    match kind {
        HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic => {
            field_body(&mut b, kind, member, &own)?;
        }
        _ => call_body(&mut b, kind, member, interface, &own)?,
    }
    b.try_finish().map_err(Trap::internal)
}

fn wrong_type() -> Trap {
    Trap::forged("a method handle whose type does not fit its member")
}

fn call_body(
    b: &mut Builder,
    kind: HandleKind,
    member: MemberRef,
    interface: bool,
    own: &MethodDesc,
) -> Result<(), Trap> {
    let target = parse(member.desc)?;
    let owner = descriptor::of_class(member.class);
    let has_receiver = !matches!(kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial);
    let receiver = has_receiver.then_some(owner).into_iter();
    let wanted: Vec<Symbol> = receiver.chain(target.params.iter().map(|(_, desc)| *desc)).collect();
    if wanted.len() != own.params.len() {
        return Err(wrong_type());
    }
    let args: Vec<u16> = (wanted.iter().zip(&own.params).enumerate())
        .map(|(i, (to, (_, from)))| adapt(b, i as u16 + 1, *from, *to, Cast::AsType))
        .collect();
    let result_desc = if kind == HandleKind::NewInvokeSpecial { owner } else { target.ret.1 };
    let result = lambda::call(b, kind, member, interface, &args, result_desc);
    let result = adapt(b, result, result_desc, own.ret.1, Cast::AsType);
    finish_with(b, result, own.ret.1);
    Ok(())
}

fn field_body(b: &mut Builder, kind: HandleKind, member: MemberRef, own: &MethodDesc) -> Result<(), Trap> {
    let is_static = matches!(kind, HandleKind::GetStatic | HandleKind::PutStatic);
    let is_put = matches!(kind, HandleKind::PutField | HandleKind::PutStatic);
    if own.params.len() != usize::from(!is_static) + usize::from(is_put) {
        return Err(wrong_type());
    }
    let sym = Sym(b.sym(ir::Sym::Field(member)));
    let object = match is_static {
        true => 0,
        false => adapt(b, 1, own.params[0].1, descriptor::of_class(member.class), Cast::AsType),
    };
    if is_put {
        let last = own.params.len();
        let value = adapt(b, last as u16, own.params[last - 1].1, member.desc, Cast::AsType);
        b.emit(match is_static {
            true => Op::PutStatic { src: Src(value), sym },
            false => Op::PutField { obj: Src(object), src: Src(value), sym },
        });
        b.emit(Op::ReturnVoid {});
        return Ok(());
    }
    let dst = b.reg(descriptor::class_of(member.desc).is_some());
    b.emit(match is_static {
        true => Op::GetStatic { dst: Dst(dst), sym },
        false => Op::GetField { dst: Dst(dst), obj: Src(object), sym },
    });
    let value = adapt(b, dst, member.desc, own.ret.1, Cast::AsType);
    finish_with(b, value, own.ret.1);
    Ok(())
}
