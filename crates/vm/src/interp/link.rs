//! Linking: named operations are resolved when they first run and rewritten in place.

use crate::machine::Machine;
use crate::program::{ClassId, Code, FieldId, MethodId, MethodKind, StaticLink};
use crate::state::thread::ThreadId;
use crate::trap::Trap;
use base::names;
use classfile::{Access, Kind, MemberRef};
use ir::Op;
use ir::operand::{Call, Class, Link, Off, Src, Sym};

impl Machine {
    /// Rewrites operation `pc` of the running method. A class that is missing may be its class loader's to
    /// find.
    pub(super) fn link(&mut self, thread: ThreadId, pc: usize, op: Op) -> Result<(), Trap> {
        self.heap.notes.spoil();
        let method = self.running_method(thread)?;
        match self.link_now(thread, method, pc, op) {
            Err(Trap::Raise("java/lang/NoClassDefFoundError", Some(name))) => {
                Err(self.ask_loader(thread, self.program.methods[method].class, name))
            }
            other => other,
        }
    }

    fn link_now(&mut self, thread: ThreadId, method: MethodId, pc: usize, op: Op) -> Result<(), Trap> {
        let linked = match op {
            Op::Ldc { dst, sym } => match self.sym(method, sym) {
                ir::Sym::String(text) => {
                    Op::ConstRef { dst, handle: ir::operand::Ref(self.literal(text)?.0) }
                }
                ir::Sym::Class(name) => {
                    let class = self.load_class(name)?;
                    Op::ConstRef { dst, handle: ir::operand::Ref(self.mirror(class)?.0) }
                }
                other => self.link_constant(thread, method, dst, other)?,
            },
            Op::New { dst, sym } => {
                let class = self.class_at(method, sym)?;
                let c = &self.program.classes[class];
                if c.access.is_abstract() || c.is_interface() {
                    return Err(Trap::raise("java/lang/InstantiationError", c.external_name()));
                }
                match self.is_base_initialized(class) {
                    true => Op::NewBase { dst, class: Class(class.0) },
                    false => Op::NewQ { dst, class: Class(class.0) },
                }
            }
            Op::GetField { dst, obj, sym } => {
                let (off, kind) = self.instance_field(method, sym)?;
                match kind.is_wide() {
                    true => Op::Get64 { dst, obj, off },
                    false => Op::Get32 { dst, obj, off },
                }
            }
            Op::PutField { obj, src, sym } => {
                let (off, kind) = self.instance_field(method, sym)?;
                put_field(obj, src, off, kind)
            }
            Op::GetStatic { dst, sym } => {
                let link = self.static_link(method, sym)?;
                let at = ir::operand::Ref(link.record.0 * 2 + link.unit);
                match (self.is_base_initialized(link.class), link.kind.is_wide()) {
                    (true, true) => Op::GetBase64 { dst, at },
                    (true, false) => Op::GetBase32 { dst, at },
                    (false, true) => Op::GetStatic64 { dst, link: self.add_static(method, link) },
                    (false, false) => Op::GetStatic32 { dst, link: self.add_static(method, link) },
                }
            }
            Op::PutStatic { src, sym } => {
                let link = self.static_link(method, sym)?;
                Op::PutStaticQ { src, link: self.add_static(method, link) }
            }
            Op::CheckCast { src, sym } => {
                self.class_at(method, sym)?;
                Op::CheckCastQ { src, sym }
            }
            Op::InstanceOf { dst, src, sym } => {
                self.class_at(method, sym)?;
                Op::InstanceOfQ { dst, src, sym }
            }
            Op::ANewArray { dst, len, sym } => {
                let element = self.class_at(method, sym)?;
                let array = self.program.array_of(&mut self.heap, element)?;
                Op::ANewArrayQ { dst, len, sym: self.array_sym(method, sym, element, array)? }
            }
            Op::InvokeDynamic { dst, call } => self.link_call_site(thread, method, dst, call)?,
            call => self.link_call(method, call)?,
        };
        self.code_mut(method)?.relink(pc, linked).map_err(Trap::internal)
    }

    /// A symbol of its own for the array class: the element's may serve casts as well.
    fn array_sym(
        &mut self,
        method: MethodId,
        sym: Sym,
        element: ClassId,
        array: ClassId,
    ) -> Result<Sym, Trap> {
        let code = self.code_mut(method)?;
        code.classes[usize::from(sym.0)] = element;
        let known = code.classes.iter().skip(code.body.syms.len()).position(|&c| c == array);
        let row = known.map_or(code.classes.len(), |i| i + code.body.syms.len());
        if known.is_none() {
            code.classes.push(array);
        }
        u16::try_from(row).map(Sym).map_err(|_| Trap::unsupported("a method with more than 65535 symbols"))
    }

    fn running_method(&self, thread: ThreadId) -> Result<MethodId, Trap> {
        let top = self.threads[thread].frames.last();
        top.map(|frame| frame.method).ok_or_else(|| Trap::internal("linking without a frame"))
    }

    pub(crate) fn code_mut(&mut self, method: MethodId) -> Result<&mut Code, Trap> {
        match &mut self.program.methods[method].kind {
            MethodKind::Code(code) => Ok(code),
            _ => Err(Trap::internal("linking without code")),
        }
    }

    pub(crate) fn sym(&self, method: MethodId, sym: Sym) -> ir::Sym {
        match self.program.methods[method].code() {
            Some(code) => code.body.syms[usize::from(sym.0)],
            None => ir::Sym::Class(names::EMPTY),
        }
    }

    fn class_at(&mut self, method: MethodId, sym: Sym) -> Result<ClassId, Trap> {
        let ir::Sym::Class(name) = self.sym(method, sym) else {
            return Err(Trap::internal("a class was expected"));
        };
        let class = self.load_class(name)?;
        self.code_mut(method)?.classes[usize::from(sym.0)] = class;
        Ok(class)
    }

    fn field_at(&mut self, method: MethodId, sym: Sym) -> Result<FieldId, Trap> {
        let ir::Sym::Field(MemberRef { class, name, desc }) = self.sym(method, sym) else {
            return Err(Trap::internal("a field was expected"));
        };
        let class = self.load_class(class)?;
        Ok(self.program.resolve_field(class, name, desc)?)
    }

    fn instance_field(&mut self, method: MethodId, sym: Sym) -> Result<(Off, Kind), Trap> {
        let id = self.field_at(method, sym)?;
        let field = &self.program.fields[id];
        if field.access.is_static() {
            return Err(self.wrong_static(id, "non-static"));
        }
        match u16::try_from(field.unit) {
            Ok(unit) => Ok((Off(unit), field.kind)),
            Err(_) => Err(Trap::unsupported("an object with more than 65535 fields")),
        }
    }

    fn static_link(&mut self, method: MethodId, sym: Sym) -> Result<StaticLink, Trap> {
        let id = self.field_at(method, sym)?;
        let field = &self.program.fields[id];
        if !field.access.is_static() {
            return Err(self.wrong_static(id, "static"));
        }
        let record = self.program.classes[field.class].statics;
        Ok(StaticLink { class: field.class, record, unit: field.unit, kind: field.kind })
    }

    fn wrong_static(&self, field: FieldId, expected: &str) -> Trap {
        let field = &self.program.fields[field];
        let owner = self.program.classes[field.class].external_name();
        let what = format!("Expected {expected} field {owner}.{}", field.name);
        Trap::raise("java/lang/IncompatibleClassChangeError", what)
    }

    fn add_static(&mut self, method: MethodId, link: StaticLink) -> Link {
        match self.code_mut(method) {
            Ok(code) => {
                code.statics.push(link);
                Link(code.statics.len() as u32 - 1)
            }
            Err(_) => Link(0),
        }
    }

    /// The class of a `multianewarray`, resolved once.
    pub(super) fn link_multi_array(&mut self, thread: ThreadId, call: Call) -> Result<ClassId, Trap> {
        let method = self.running_method(thread)?;
        let code = self.code_mut(method)?;
        let sym = code.body.calls[call.0 as usize].sym;
        let known = code.classes[usize::from(sym)];
        match known {
            ClassId::NONE => self.class_at(method, Sym(sym)),
            class => Ok(class),
        }
    }

    fn link_call(&mut self, method: MethodId, op: Op) -> Result<Op, Trap> {
        let (dst, call) = match op {
            Op::InvokeStatic { dst, call }
            | Op::InvokeSpecial { dst, call }
            | Op::InvokeVirtual { dst, call }
            | Op::InvokeInterface { dst, call } => (dst, call),
            _ => return Err(Trap::internal("a call was expected")),
        };
        let sym = Sym(self.code_mut(method)?.body.calls[call.0 as usize].sym);
        let ir::Sym::Method { member, interface } = self.sym(method, sym) else {
            return Err(Trap::internal("a method was expected"));
        };
        let class = self.load_class(member.class)?;
        let mut target = self.program.resolve_method(class, member.name, member.desc, interface)?;
        let is_static = matches!(op, Op::InvokeStatic { .. });
        if self.program.methods[target].is_static() != is_static {
            let what = self.program.describe_method(class, member.name, member.desc);
            let expected = if is_static { "static" } else { "non-static" };
            let what = format!("Expected {expected} method {what}");
            return Err(Trap::raise("java/lang/IncompatibleClassChangeError", what));
        }
        let owner = self.program.methods[target].class;
        let access = self.program.methods[target].access;
        let bound = access.is_private()
            || access.has(Access::FINAL)
            || self.program.classes[owner].access.has(Access::FINAL);
        let linked = match op {
            _ if matches!(self.program.methods[target].kind, MethodKind::Polymorphic) => {
                Op::CallHandle { dst, call }
            }
            Op::InvokeStatic { .. } if self.is_base_initialized(owner) => Op::CallDirect { dst, call },
            Op::InvokeStatic { .. } => Op::CallStatic { dst, call },
            Op::InvokeSpecial { .. } => {
                target = self.special_target(method, class, target)?;
                let is_object =
                    self.program.classes[self.program.methods[target].class].name == names::OBJECT;
                match is_object && member.name == names::INIT {
                    true => Op::Nop {},
                    false => Op::CallSpecial { dst, call },
                }
            }
            _ if bound => Op::CallSpecial { dst, call },
            Op::InvokeInterface { .. } if self.program.classes[owner].is_interface() => {
                Op::CallInterface { dst, call }
            }
            _ => Op::CallVirtual { dst, call },
        };
        self.code_mut(method)?.calls[call.0 as usize].method = target;
        Ok(linked)
    }

    /// `super.m()` starts at the direct superclass of the class that says it (JVMS invokespecial).
    fn special_target(
        &mut self,
        method: MethodId,
        named: ClassId,
        resolved: MethodId,
    ) -> Result<MethodId, Trap> {
        let current = self.program.methods[method].class;
        let m = &self.program.methods[resolved];
        let (name, desc) = (m.name, m.desc);
        if name == names::INIT || m.access.is_private() {
            return Ok(resolved);
        }
        let is_super_call = current != named
            && !self.program.classes[named].is_interface()
            && self.program.is_subclass(current, named);
        let start = match self.program.classes[current].super_class {
            Some(parent) if is_super_call => parent,
            _ => named,
        };
        let found = self.program.find_method(start, name, desc).unwrap_or(resolved);
        match self.program.methods[found].access.is_abstract() {
            true => Err(self.no_implementation(current, found)),
            false => Ok(found),
        }
    }

    /// The class of arrays with elements of a primitive kind.
    #[inline]
    pub(super) fn primitive_array(&mut self, kind: ir::operand::Kind) -> ClassId {
        self.made.primitive_arrays[kind as usize]
    }
}

/// The linked write of a field.
fn put_field(obj: Src, src: Src, off: Off, kind: Kind) -> Op {
    match kind {
        Kind::Long | Kind::Double => Op::Put64 { obj, src, off },
        Kind::Ref => Op::PutRef { obj, src, off },
        Kind::Int | Kind::Float | Kind::Void => Op::Put32 { obj, src, off },
        narrow => Op::PutNarrow { kind: ir::operand::Kind::of_field(narrow), obj, src, off },
    }
}
