//! Linking: named operations are resolved when they first run and rewritten in place.
//!
//! Three steps. The class that the name stands for is loaded, which may let a class loader of the program run.
//! What the operation means then follows from the program alone (`target`). That is written over it (`bind`).
//! No class is initialized here: operations that may have to do so have a linked form that looks each time.

mod target;

use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{ClassId, Code, MethodId, MethodKind, StaticLink};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trap::Trap;
use base::names;
use classfile::Kind;
use ir::Op;
use ir::operand::{Call, Class, Link, Off, Src, Sym};
use target::{How, LinkTarget};

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
                ir::Sym::String(text) if self.cell(text)?.is_some() => Op::ConstText { dst, sym },
                ir::Sym::String(text) => {
                    Op::ConstRef { dst, handle: ir::operand::Ref(self.literal(text)?.0) }
                }
                ir::Sym::Class(name) => {
                    let class = self.load_class(name)?;
                    Op::ConstRef { dst, handle: ir::operand::Ref(self.mirror(class)?.0) }
                }
                other => self.link_constant(thread, method, dst, other)?,
            },
            Op::InvokeDynamic { dst, call } => self.link_call_site(thread, method, dst, call)?,
            named => {
                let name = target::class_named(&self.program, method, named);
                let class = self.load_class(name.ok_or_else(|| Trap::internal("a name was expected"))?)?;
                let target = target::of(&self.program, method, named, class)?;
                self.bind(method, named, target)?
            }
        };
        self.code_mut(method)?.relink(pc, linked).map_err(Trap::internal)
    }

    /// The string that stands on the present path for a constant of the running method.
    pub(super) fn constant_here(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        sym: Sym,
    ) -> Result<Ref, Trap> {
        let method = self.running_method(thread)?;
        match self.sym(method, sym) {
            ir::Sym::String(text) => self.constant(policy, text),
            _ => Err(Trap::internal("a text was expected")),
        }
    }

    /// The linked form of an operation, and the rows that it needs in the tables of its code.
    fn bind(&mut self, method: MethodId, op: Op, target: LinkTarget) -> Result<Op, Trap> {
        Ok(match (op, target) {
            (Op::New { dst, sym }, LinkTarget::Class(class)) => {
                self.code_mut(method)?.classes[usize::from(sym.0)] = class;
                match self.is_base_initialized(class) {
                    true => Op::NewBase { dst, class: Class(class.0) },
                    false => Op::NewQ { dst, class: Class(class.0) },
                }
            }
            (Op::CheckCast { src, sym }, LinkTarget::Class(class)) => {
                self.code_mut(method)?.classes[usize::from(sym.0)] = class;
                Op::CheckCastQ { src, sym }
            }
            (Op::InstanceOf { dst, src, sym }, LinkTarget::Class(class)) => {
                self.code_mut(method)?.classes[usize::from(sym.0)] = class;
                Op::InstanceOfQ { dst, src, sym }
            }
            (Op::ANewArray { dst, len, sym }, LinkTarget::Class(element)) => {
                let array = self.program.array_of(&mut self.heap, element)?;
                Op::ANewArrayQ { dst, len, sym: self.array_sym(method, sym, element, array)? }
            }
            (Op::GetField { dst, obj, .. }, LinkTarget::Field { off, kind }) => match kind.is_wide() {
                true => Op::Get64 { dst, obj, off },
                false => Op::Get32 { dst, obj, off },
            },
            (Op::PutField { obj, src, .. }, LinkTarget::Field { off, kind }) => {
                put_field(obj, src, off, kind)
            }
            (Op::GetStatic { dst, .. }, LinkTarget::Static(link)) => {
                let at = ir::operand::Ref(link.record.0 * 2 + link.unit);
                match (self.is_base_initialized(link.class), link.kind.is_wide()) {
                    (true, true) => Op::GetBase64 { dst, at },
                    (true, false) => Op::GetBase32 { dst, at },
                    (false, true) => Op::GetStatic64 { dst, link: self.add_static(method, link)? },
                    (false, false) => Op::GetStatic32 { dst, link: self.add_static(method, link)? },
                }
            }
            (Op::PutStatic { src, .. }, LinkTarget::Static(link)) => {
                Op::PutStaticQ { src, link: self.add_static(method, link)? }
            }
            (
                Op::InvokeStatic { dst, call }
                | Op::InvokeSpecial { dst, call }
                | Op::InvokeVirtual { dst, call }
                | Op::InvokeInterface { dst, call },
                LinkTarget::Method { method: target, how },
            ) => {
                self.code_mut(method)?.calls[call.0 as usize].method = target;
                match how {
                    How::Nothing => Op::Nop {},
                    How::Handle => Op::CallHandle { dst, call },
                    How::Static => match self.is_base_initialized(self.program.methods[target].class) {
                        true => Op::CallDirect { dst, call },
                        false => Op::CallStatic { dst, call },
                    },
                    How::Special => Op::CallSpecial { dst, call },
                    How::Interface => Op::CallInterface { dst, call },
                    How::Virtual => Op::CallVirtual { dst, call },
                }
            }
            _ => return Err(Trap::internal("an operation cannot mean this")),
        })
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

    fn add_static(&mut self, method: MethodId, link: StaticLink) -> Result<Link, Trap> {
        let code = self.code_mut(method)?;
        code.statics.push(link);
        Ok(Link(code.statics.len() as u32 - 1))
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

    /// The class of arrays with elements of a primitive kind.
    #[inline]
    pub fn primitive_array(&self, kind: ir::operand::Kind) -> ClassId {
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
