//! Calls of the signature-polymorphic methods of `MethodHandle`: `invoke`, `invokeExact` and `invokeBasic`.
//!
//! To a handle belongs an adapter: a static method in register form that takes the handle and its arguments,
//! exactly as the handle's type says, and does what the handle stands for. It is made once for all handles
//! that differ only in the values bound to them, and a handle knows its adapter from its making on (the cell
//! `$target`). No `LambdaForm` is ever interpreted or compiled.

use super::method_type;
use super::types::{Cast, HANDLE, adapt, parse, plainly_convertible, with_handle};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{ClassId, MethodId};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::synth::{finish_with, member, param_kinds};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{Kind, MemberRef};
use ir::operand::{Call, Sym};
use ir::{Builder, CallKind};

impl Machine {
    /// A call of a polymorphic method. True if a frame was pushed.
    pub(crate) fn call_polymorphic(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        call: Call,
        dst: u16,
    ) -> Result<bool, Trap> {
        self.heap.notes.spoil();
        let running = self.threads[thread].frames.last().map(|f| f.method);
        let method = running.ok_or_else(|| Trap::internal("a call without a frame"))?;
        let code =
            self.program.methods[method].code().ok_or_else(|| Trap::internal("a call without code"))?;
        let (sym, args) = (code.body.calls[call.0 as usize].sym, &code.calls[call.0 as usize].args);
        let own = self.threads[thread].own_registers();
        let mut words: Vec<u64> = args.iter().map(|&r| own[usize::from(r)]).collect();
        let ir::Sym::Method { member, .. } = self.sym(method, Sym(sym)) else {
            return Err(Trap::internal("a method was expected"));
        };
        let receiver = Ref(words[0] as u32);
        if receiver.is_null() {
            return Err(Trap::null_pointer());
        }
        let adapter = match member.class == names::METHOD_HANDLE {
            true => {
                let (adapter, handle) = self.handle_call(receiver, member)?;
                words[0] = u64::from(handle.0);
                adapter
            }
            false => self.var_handle_adapter(receiver, member)?,
        };
        self.invoke(policy, thread, adapter, &words, dst)
    }

    /// What a call of `handle` from this site runs, and the handle that it is given.
    fn handle_call(&mut self, handle: Ref, site: MemberRef) -> Result<(MethodId, Ref), Trap> {
        let known = self.heap.get32(handle, self.known().handle_target);
        let adapter = self.program.method_of_token(known.wrapping_sub(1));
        if known != 0 && self.made.handle_types.get(&adapter) == Some(&site.desc) {
            return Ok((adapter, handle));
        }
        if site.name.as_str() == "invokeBasic" && self.is_factory(handle) {
            return Ok((self.factory_adapter(site.desc)?, handle));
        }
        let (adapter, inner, own) = self.exact_adapter(handle)?;
        if own == site.desc {
            return Ok((adapter, inner));
        }
        let made = match site.name.as_str() {
            "invokeExact" => self.refusing_adapter(site.desc)?,
            // The caller vouches for the types.
            "invokeBasic" => return Ok((self.converting_adapter(own, site.desc)?, inner)),
            _ if inner == handle && plainly_convertible(&parse(site.desc)?, &parse(own)?) => {
                self.converting_adapter(own, site.desc)?
            }
            _ => self.generic_adapter(site.desc)?,
        };
        Ok((made, handle))
    }

    /// The adapter of a handle, the handle behind those that only delegate, and the type that both have.
    pub fn exact_adapter(&mut self, handle: Ref) -> Result<(MethodId, Ref, Symbol), Trap> {
        let cell = self.known().handle_target;
        let mut inner = handle;
        loop {
            let known = self.heap.get32(inner, cell);
            if known != 0 {
                let adapter = self.program.method_of_token(known - 1);
                let own = self.made.handle_types.get(&adapter).copied();
                return Ok((
                    adapter,
                    inner,
                    own.ok_or_else(|| Trap::forged("a handle with a wrong adapter"))?,
                ));
            }
            inner = match self.delegate_of(inner)? {
                Some(target) => target,
                None => {
                    let (adapter, own) = self.make_adapter(inner)?;
                    return Ok((adapter, inner, own));
                }
            };
        }
    }

    /// Gives a handle that has just been made its adapter.
    pub fn prepare_handle(&mut self, handle: Ref) -> Result<(), Trap> {
        let (adapter, _) = self.make_adapter(handle)?;
        let cell = self.known().handle_target;
        self.heap.put32(handle, cell, self.program.method_token(adapter) + 1);
        Ok(())
    }

    fn make_adapter(&mut self, handle: Ref) -> Result<(MethodId, Symbol), Trap> {
        let handle_type = self.heap.get_ref(handle, self.known().handle_type);
        let own = self.type_descriptor(handle_type)?;
        let class = self.heap.class_of(handle);
        let direct = self.load("java/lang/invoke/DirectMethodHandle")?;
        let adapter = match self.program.is_subclass(class, direct) {
            true => self.direct_adapter(handle, own)?,
            false => self.combined_adapter(handle, own)?,
        };
        self.made.handle_types.insert(adapter, own);
        Ok((adapter, own))
    }

    /// The handle that a `DelegatingMethodHandle` stands for.
    fn delegate_of(&mut self, handle: Ref) -> Result<Option<Ref>, Trap> {
        let class = self.heap.class_of(handle);
        let unit = match self.made.delegates.get(&class) {
            Some(&unit) => unit,
            None => {
                let unit = self.delegate_unit(class)?;
                self.made.delegates.insert(class, unit);
                unit
            }
        };
        Ok(unit.map(|unit| self.heap.get_ref(handle, unit)))
    }

    fn delegate_unit(&mut self, class: ClassId) -> Result<Option<u32>, Trap> {
        let delegating = self.load("java/lang/invoke/DelegatingMethodHandle")?;
        if !self.program.is_subclass(class, delegating) {
            return Ok(None);
        }
        let field = self.program.resolve_field(class, Symbol::new("target"), Symbol::new(HANDLE))?;
        Ok(Some(self.program.fields[field].unit))
    }

    /// Calls a handle of type `own` from a site that says `site`, converting as `asType` would.
    fn converting_adapter(&mut self, own: Symbol, site: Symbol) -> Result<MethodId, Trap> {
        let owner = self.known().method_handle;
        let (inner, outer) = (parse(own)?, parse(site)?);
        let desc = with_handle(site);
        self.adapter(&format!("invoke {own} as {site}"), owner, desc.as_str(), None, || {
            let mut b = Builder::new(&[&[true], &param_kinds(&outer.params)[..]].concat());
            let mut args = vec![0];
            for (i, (_, to)) in inner.params.iter().enumerate() {
                args.push(adapt(&mut b, i as u16 + 1, outer.params[i].1, *to, Cast::AsType));
            }
            let result = invoke_exact(&mut b, own, &args);
            let result = adapt(&mut b, result, inner.ret.1, outer.ret.1, Cast::AsType);
            finish_with(&mut b, result, outer.ret.1);
            b
        })
    }

    /// Has the library convert the handle, or refuse to.
    fn generic_adapter(&mut self, site: Symbol) -> Result<MethodId, Trap> {
        let check = member(
            "java/lang/invoke/Invokers",
            "checkGenericType",
            "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
        );
        self.checking_adapter("generic", check, site)
    }

    /// Has the library say what is wrong with an exact call.
    fn refusing_adapter(&mut self, site: Symbol) -> Result<MethodId, Trap> {
        let check = member(
            "java/lang/invoke/Invokers",
            "checkExactType",
            "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)V",
        );
        self.checking_adapter("exact", check, site)
    }

    fn checking_adapter(&mut self, kind: &str, check: MemberRef, site: Symbol) -> Result<MethodId, Trap> {
        let owner = self.known().method_handle;
        let outer = parse(site)?;
        self.adapter(&format!("invoke {kind} {site}"), owner, with_handle(site).as_str(), None, || {
            let mut b = Builder::new(&[&[true], &param_kinds(&outer.params)[..]].concat());
            let wanted = method_type(&mut b, site);
            let converted = b.reg(true);
            let is_void = check.desc.as_str().ends_with('V');
            b.call(CallKind::Static, check, false, &[0, wanted], (!is_void).then_some(converted));
            let receiver = if is_void { 0 } else { converted };
            let args: Vec<u16> = std::iter::once(receiver).chain(1..=outer.params.len() as u16).collect();
            let result = invoke_exact(&mut b, site, &args);
            finish_with(&mut b, result, outer.ret.1);
            b
        })
    }
}

/// Emits a call of the handle in the first register with arguments that are exactly of its type; the register
/// of the result.
pub(super) fn invoke_exact(b: &mut Builder, desc: Symbol, args: &[u16]) -> u16 {
    let ret = desc.bytes().iter().rposition(|&byte| byte == b')').map_or(b'V', |at| desc.bytes()[at + 1]);
    let kind = Kind::from_letter(ret).unwrap_or(Kind::Void);
    let dst = b.reg(kind == Kind::Ref);
    let invoke = MemberRef { class: names::METHOD_HANDLE, name: Symbol::new("invokeExact"), desc };
    b.call(CallKind::Virtual, invoke, false, args, (kind != Kind::Void).then_some(dst));
    dst
}
