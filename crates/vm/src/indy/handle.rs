//! Calls of the signature-polymorphic methods: `MethodHandle.invoke` and `invokeExact`, and the access methods of `VarHandle`.
//!
//! A direct method handle names its member; an adapter, made once for each member and call-site descriptor, converts the
//! arguments, does what the handle stands for and converts the result.

use super::lambda;
use crate::machine::Machine;
use crate::program::{MethodId, MethodKind};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::synth::{convert, finish_with, param_kinds};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{HandleKind, Kind, MemberRef, MethodDesc, descriptor};
use ir::operand::{Call, Dst, Src, Sym};
use ir::{Body, Builder, CallKind, Op};

impl Machine {
    /// A call of a polymorphic method. True if a frame was pushed.
    pub(crate) fn call_polymorphic(
        &mut self,
        thread: ThreadId,
        call: Call,
        regs: *const u64,
        dst: u16,
    ) -> Result<bool, Trap> {
        let running = self.threads[thread].frames.last().map(|f| f.method);
        let method = running.ok_or_else(|| Trap::internal("a call without a frame"))?;
        let code = self.code_mut(method)?;
        let (sym, args) = (code.body.calls[call.0 as usize].sym, code.calls[call.0 as usize].args.clone());
        let ir::Sym::Method { member, .. } = self.sym(method, Sym(sym)) else {
            return Err(Trap::internal("a method was expected"));
        };
        // SAFETY: `ir::check` holds for the running body: argument registers exist.
        let words: Vec<u64> = args.iter().map(|&r| unsafe { *regs.add(usize::from(r)) }).collect();
        let receiver = Ref(words[0] as u32);
        if receiver.is_null() {
            return Err(Trap::null_pointer());
        }
        if member.class == names::METHOD_HANDLE {
            return self.call_handle(thread, receiver, member, &words, dst);
        }
        let adapter = self.var_handle_adapter(receiver, member)?;
        self.invoke(thread, adapter, &words, dst)
    }

    fn call_handle(
        &mut self,
        thread: ThreadId,
        handle: Ref,
        site: MemberRef,
        words: &[u64],
        dst: u16,
    ) -> Result<bool, Trap> {
        if site.name.as_str() == "invokeExact" {
            let own = self.handle_descriptor(handle)?;
            if own != site.desc {
                let what = format!("expected {} but found {}", self.type_text(own), self.type_text(site.desc));
                return Err(Trap::raise("java/lang/invoke/WrongMethodTypeException", what));
            }
        }
        let adapter = self.handle_adapter(handle, site.desc)?;
        self.invoke(thread, adapter, &words[1..], dst)
    }

    /// The static method that does what `handle` stands for, taking and returning what `desc` says.
    pub fn handle_adapter(&mut self, handle: Ref, desc: Symbol) -> Result<MethodId, Trap> {
        let (kind, member) = self.handle_member(handle)?;
        let key = (member, kind as u8, desc);
        if let Some(&made) = self.made.adapters.get(&key) {
            return Ok(made);
        }
        let interface = kind != HandleKind::NewInvokeSpecial && self.is_interface_name(member.class)?;
        let body = handle_body(kind, member, interface, desc)?;
        let class = self.load_class(member.class)?;
        let adapter = self.add_adapter(class, "invoke", desc, body);
        self.made.adapters.insert(key, adapter);
        Ok(adapter)
    }

    /// What a direct method handle refers to, read out of its `MemberName`.
    fn handle_member(&mut self, handle: Ref) -> Result<(HandleKind, MemberRef), Trap> {
        let class = self.heap.class_of(handle);
        let field = self.program.find_field(class, Symbol::new("member"), Symbol::new("Ljava/lang/invoke/MemberName;"));
        let Some(field) = field else {
            let what = format!("a method handle of {}", self.program.classes[class].external_name());
            return Err(Trap::unsupported(what));
        };
        let name = self.heap.get_ref(handle, self.program.fields[field].unit);
        self.member_of(name)
    }

    /// A `MemberName` as kind and member.
    pub fn member_of(&mut self, name: Ref) -> Result<(HandleKind, MemberRef), Trap> {
        /// Where `MemberName.flags` keeps the kind of reference.
        const KIND_SHIFT: u32 = 24;
        let known = self.known().clone();
        let owner = self.mirrored(self.heap.get_ref(name, known.member_class));
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
            other => return Err(Trap::internal(format!("a member of reference kind {other}"))),
        };
        let simple = self.heap.get_ref(name, known.member_simple_name);
        let simple = if simple.is_null() { names::INIT } else { self.symbol(simple) };
        let kind_type = self.heap.get_ref(name, known.member_type);
        let desc = self.type_descriptor(kind_type)?;
        Ok((kind, MemberRef { class: self.program.classes[owner].name, name: simple, desc }))
    }

    /// The descriptor of a `Class`, a `MethodType`, or what `MemberName.type` holds before it is resolved.
    pub fn type_descriptor(&mut self, object: Ref) -> Result<Symbol, Trap> {
        let class = self.heap.class_of(object);
        let known = self.known().clone();
        if class == known.class {
            return Ok(self.mirror_descriptor(object));
        }
        if class == known.string {
            return Ok(self.symbol(object));
        }
        if class == known.method_type {
            return self.method_type_descriptor(object);
        }
        if class == known.objects {
            let (result, params) = (Ref(self.heap.load(object, 0)), Ref(self.heap.load(object, 1)));
            return Ok(self.join_descriptor(result, params));
        }
        Err(Trap::internal("a type was expected"))
    }

    fn method_type_descriptor(&mut self, object: Ref) -> Result<Symbol, Trap> {
        let class = self.known().method_type;
        let unit = |machine: &Machine, name: &str, desc: &str| {
            let field = machine.program.resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
            Ok::<u32, Trap>(machine.program.fields[field].unit)
        };
        let result = self.heap.get_ref(object, unit(self, "rtype", "Ljava/lang/Class;")?);
        let params = self.heap.get_ref(object, unit(self, "ptypes", "[Ljava/lang/Class;")?);
        Ok(self.join_descriptor(result, params))
    }

    fn join_descriptor(&self, result: Ref, params: Ref) -> Symbol {
        let mut text = b"(".to_vec();
        for i in 0..self.heap.len(params) {
            text.extend_from_slice(self.mirror_descriptor(Ref(self.heap.load(params, i))).bytes());
        }
        text.push(b')');
        text.extend_from_slice(self.mirror_descriptor(result).bytes());
        Symbol::from_bytes(&text)
    }

    /// The field descriptor of the class that a `Class` stands for.
    pub fn mirror_descriptor(&self, mirror: Ref) -> Symbol {
        let class = &self.program.classes[self.mirrored(mirror)];
        match class.kind {
            crate::program::ClassKind::Primitive(kind) => Symbol::from_bytes(&[kind.letter()]),
            _ => descriptor::of_class(class.name),
        }
    }

    fn handle_descriptor(&mut self, handle: Ref) -> Result<Symbol, Trap> {
        let handle_type = self.heap.get_ref(handle, self.known().handle_type);
        self.type_descriptor(handle_type)
    }

    /// `(int,String)void`, as `MethodType.toString` shows it.
    fn type_text(&self, desc: Symbol) -> String {
        let short = |desc: Symbol| {
            let full = crate::program::external_type(desc.as_str());
            full.rsplit('.').next().unwrap_or(&full).to_string()
        };
        MethodDesc::parse(desc).map_or(desc.to_string(), |parsed| {
            let params: Vec<String> = parsed.params.iter().map(|(_, d)| short(*d)).collect();
            format!("({}){}", params.join(","), short(parsed.ret.1))
        })
    }

    /// The adapter from a site's descriptor to the method of the handle's own class that implements the access.
    fn var_handle_adapter(&mut self, handle: Ref, site: MemberRef) -> Result<MethodId, Trap> {
        let class = self.heap.class_of(handle);
        let implementation = self.program.classes[class].ancestors.iter().rev().find_map(|&ancestor| {
            self.program.classes[ancestor].methods.iter().copied().find(|&m| {
                let method = &self.program.methods[m];
                method.name == site.name && method.is_static() && matches!(method.kind, MethodKind::Bytecode | MethodKind::Code(_) | MethodKind::Native(_))
            })
        });
        let Some(target) = implementation else {
            return Err(Trap::Raise("java/lang/UnsupportedOperationException", None));
        };
        if let Some(&made) = self.made.handle_adapters.get(&(target, site.desc)) {
            return Ok(made);
        }
        let m = &self.program.methods[target];
        let owner = self.program.classes[m.class].name;
        let member = MemberRef { class: owner, name: m.name, desc: m.desc };
        let body = var_handle_body(member, site.desc)?;
        let desc = format!("(Ljava/lang/invoke/VarHandle;{}", &site.desc.as_str()[1..]);
        let adapter = self.add_adapter(class, site.name.as_str(), Symbol::new(&desc), body);
        self.made.handle_adapters.insert((target, site.desc), adapter);
        Ok(adapter)
    }
}

fn wrong_type() -> Trap {
    Trap::Raise("java/lang/invoke/WrongMethodTypeException", None)
}

fn handle_body(kind: HandleKind, member: MemberRef, interface: bool, site: Symbol) -> Result<Body, Trap> {
    let site = MethodDesc::parse(site).ok_or_else(wrong_type)?;
    let owner = descriptor::of_class(member.class);
    let mut b = Builder::new(&param_kinds(&site.params));
    let is_field = matches!(
        kind,
        HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic
    );
    if is_field {
        field_body(&mut b, kind, member, &site)?;
        return b.try_finish().map_err(Trap::internal);
    }
    let target = MethodDesc::parse(member.desc).ok_or_else(wrong_type)?;
    let has_receiver = !matches!(kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial);
    let wanted: Vec<Symbol> =
        has_receiver.then_some(owner).into_iter().chain(target.params.iter().map(|(_, d)| *d)).collect();
    if wanted.len() != site.params.len() {
        return Err(wrong_type());
    }
    let args: Vec<u16> =
        (0..wanted.len()).map(|i| convert(&mut b, i as u16, site.params[i].1, wanted[i])).collect();
    let result_desc = if kind == HandleKind::NewInvokeSpecial { owner } else { target.ret.1 };
    let result = lambda::call(&mut b, kind, member, interface, &args, result_desc);
    let result = convert(&mut b, result, result_desc, site.ret.1);
    finish_with(&mut b, result, site.ret.1);
    b.try_finish().map_err(Trap::internal)
}

fn field_body(b: &mut Builder, kind: HandleKind, member: MemberRef, site: &MethodDesc) -> Result<(), Trap> {
    let is_static = matches!(kind, HandleKind::GetStatic | HandleKind::PutStatic);
    let is_put = matches!(kind, HandleKind::PutField | HandleKind::PutStatic);
    if site.params.len() != usize::from(!is_static) + usize::from(is_put) {
        return Err(wrong_type());
    }
    let sym = Sym(b.sym(ir::Sym::Field(member)));
    let object = match is_static {
        true => 0,
        false => convert(b, 0, site.params[0].1, descriptor::of_class(member.class)),
    };
    if is_put {
        let last = site.params.len() - 1;
        let value = convert(b, last as u16, site.params[last].1, member.desc);
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
    let value = convert(b, dst, member.desc, site.ret.1);
    finish_with(b, value, site.ret.1);
    Ok(())
}

fn var_handle_body(member: MemberRef, site: Symbol) -> Result<Body, Trap> {
    let site = MethodDesc::parse(site).ok_or_else(wrong_type)?;
    let target = MethodDesc::parse(member.desc).ok_or_else(wrong_type)?;
    if target.params.len() != site.params.len() + 1 {
        return Err(wrong_type());
    }
    let mut params = vec![true];
    params.extend(param_kinds(&site.params));
    let mut b = Builder::new(&params);
    let mut args = vec![0];
    for (i, (_, from)) in site.params.iter().enumerate() {
        args.push(convert(&mut b, i as u16 + 1, *from, target.params[i + 1].1));
    }
    let is_void = target.ret.0 == Kind::Void;
    let dst = b.reg(target.ret.0 == Kind::Ref);
    b.call(CallKind::Static, member, false, &args, (!is_void).then_some(dst));
    let result = convert(&mut b, dst, target.ret.1, site.ret.1);
    finish_with(&mut b, result, site.ret.1);
    b.try_finish().map_err(Trap::internal)
}
