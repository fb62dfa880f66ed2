//! Who is called: by the receiver's class, by a lambda, by the machine in place of a native method; and what happens
//! when it is the unit.

use super::flow::{Copier, Use};
use super::lend::asks_for_constants;
use super::objects::ObjectKind;
use super::opaque::is_opaque;
use super::solve::{Blind, Calling, Done, Solver, Zone};
use super::stmts::{CallKind, CallStmt, NOWHERE, Var, result_class};
use crate::hierarchy::{ClassId, MethodId};
use base::{Symbol, names};
use classfile::{HandleKind, HandleRef, MemberRef, descriptor};
use std::rc::Rc;

/// Objects that are made by references to constructors are told apart by numbers from here on.
const BY_REFERENCE: u32 = 1 << 31;

/// Classes whose methods run code that is only known by name.
const REFLECTION: [(&str, &str); 5] = [
    ("java/lang/reflect/Method", "invoke"),
    ("java/lang/reflect/Constructor", "newInstance"),
    ("java/lang/Class", "newInstance"),
    ("java/lang/reflect/Field", "get"),
    ("java/lang/reflect/Proxy", "newProxyInstance"),
];

/// The call touches something that is only known by its name.
fn is_reflection(class: &str, name: &str) -> bool {
    REFLECTION.contains(&(class, name))
        || class == "java/lang/reflect/Field" && name.starts_with("set") && name != "setAccessible"
        || class.starts_with("java/util/concurrent/atomic/Atomic")
            && class.ends_with("FieldUpdater")
            && name == "newUpdater"
}

/// Code of the JDK that finds classes of the program by their names, or calls methods by theirs.
fn finds_by_name(class: &str, name: &str) -> bool {
    match class {
        "java/io/ObjectOutputStream" => name.starts_with("write"),
        "java/io/ObjectInputStream" => name.starts_with("read"),
        "java/util/ResourceBundle" => name == "getBundle",
        "java/util/ServiceLoader" => true,
        _ => false,
    }
}

impl Solver<'_, '_> {
    /// A call meets a receiver; a static one has none.
    pub fn dispatch(&mut self, from: u32, call: &Rc<Calling>, object: u32) -> Done {
        let member = call.member;
        if self.by_name(from, call)? {
            return Ok(());
        }
        match call.kind {
            CallKind::Static | CallKind::Special => {
                let receiver = (call.kind == CallKind::Special).then_some(object);
                let class = self.class(member.class)?;
                match class.and_then(|class| self.hierarchy.resolve(class, member.name, member.desc)) {
                    Some(target) => self.run_or_leave(from, call, target, receiver),
                    None => self.leave(call),
                }
            }
            CallKind::Virtual => self.virtual_call(from, call, object),
        }
    }

    fn virtual_call(&mut self, from: u32, call: &Rc<Calling>, object: u32) -> Done {
        let member = call.member;
        let of = &self.objects.all[object as usize];
        let (kind, class) = (of.kind, of.class);
        // Nobody has methods of his own for an array.
        if member.class.bytes().first() == Some(&b'[')
            && let Some(object_class) = self.class(names::OBJECT)?
        {
            return self.run_each(from, call, object_class, object);
        }
        match kind {
            ObjectKind::Null => Ok(()),
            ObjectKind::Given { .. } | ObjectKind::Outside(_) => {
                self.hooks(from, call)?;
                self.leave(call)
            }
            ObjectKind::Lambda { .. } => self.call_lambda(from, call, object),
            ObjectKind::Foreign { .. } => self.call_hidden(from, call, object),
            ObjectKind::Unknown(_) => self.call_unknown(from, call, object),
            ObjectKind::UnitMade { class, .. } => {
                if self.unit_overrides(class, member)? {
                    self.leave(call)?;
                }
                self.run_each(from, call, class, object)
            }
            ObjectKind::Site { .. } | ObjectKind::Class(_) | ObjectKind::Empty(_) => {
                match class.or(self.class(names::OBJECT)?) {
                    Some(class) => self.run_each(from, call, class, object),
                    None => Ok(()),
                }
            }
        }
    }

    pub(super) fn run_each(&mut self, from: u32, call: &Rc<Calling>, class: ClassId, object: u32) -> Done {
        let member = call.member;
        let mut targets = self.hierarchy.dispatch(class, member.name, member.desc);
        // A private method is not overridden.
        if let Some(named) = self.class(member.class)?
            && let Some(private) = self.hierarchy.resolve(named, member.name, member.desc)
            && self.hierarchy.method(private).access.is_private()
        {
            targets = vec![private];
        }
        for target in targets {
            self.run_or_leave(from, call, target, Some(object))?;
        }
        Ok(())
    }

    fn run_or_leave(
        &mut self,
        from: u32,
        call: &Rc<Calling>,
        target: MethodId,
        receiver: Option<u32>,
    ) -> Done {
        let owner = self.hierarchy.file(self.hierarchy.class_of(target)).name;
        match self.zone_of(owner) {
            Zone::Unit => self.leave(call),
            Zone::Rest if owner.as_str() == "java/security/AccessController" => {
                self.privileged(from, call, target)
            }
            Zone::Rest if self.is_library(target) && is_opaque(owner) => {
                self.opaque(from, call, target, receiver)
            }
            _ => self.bind(from, call, target, receiver),
        }
    }

    /// The caller is no code of the JDK.
    pub(super) fn is_program(&self, from: u32) -> bool {
        from != u32::MAX && !self.is_library(self.instances[from as usize].method)
    }

    pub(super) fn is_library(&self, method: MethodId) -> bool {
        self.hierarchy.file(self.hierarchy.class_of(method)).module.is_some()
    }

    /// `doPrivileged` runs its action.
    fn privileged(&mut self, from: u32, call: &Rc<Calling>, target: MethodId) -> Done {
        if !call.member.name.as_str().starts_with("doPrivileged") {
            return self.opaque(from, call, target, None);
        }
        for class in ["java/security/PrivilegedAction", "java/security/PrivilegedExceptionAction"] {
            let member = MemberRef {
                class: Symbol::new(class),
                name: names::RUN,
                desc: Symbol::new("()Ljava/lang/Object;"),
            };
            let args = vec![call.args.first().copied().flatten()];
            let kind = CallKind::Virtual;
            if from != u32::MAX {
                // The action may be one of the unit's.
                let args = args.clone().into();
                self.by_reference.push((from, CallStmt { kind, member, args, to: None }));
            }
            let (to, at) = (call.to, call.at);
            let calling = Calling { kind, member, args, to, entry: None, starts: false, at };
            self.place(from, Rc::new(calling))?;
        }
        Ok(())
    }

    /// An array's methods are those of `Object`.
    fn class(&mut self, name: Symbol) -> Done<Option<ClassId>> {
        let is_array = name.bytes().first() == Some(&b'[');
        Ok(self.hierarchy.class(if is_array { names::OBJECT } else { name })?)
    }

    /// A class of the unit below this one has a method of its own for the call.
    pub fn unit_overrides(&mut self, class: ClassId, member: MemberRef) -> Done<bool> {
        for name in &self.question.unit {
            let Some(below) = self.hierarchy.class(*name)? else { continue };
            if !self.hierarchy.ancestors(below).contains(&class) {
                continue;
            }
            let targets = self.hierarchy.dispatch(below, member.name, member.desc);
            let owner = |&target: &MethodId| self.hierarchy.file(self.hierarchy.class_of(target)).name;
            if targets.iter().any(|target| self.zone_of(owner(target)) == Zone::Unit) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Code of the unit runs: it gets the arguments, and returns anything.
    pub(super) fn leave(&mut self, call: &Calling) -> Done {
        for arg in call.args.iter().skip(usize::from(call.kind != CallKind::Static)).flatten() {
            self.copy(*arg, self.escape);
        }
        match (call.to, result_class(call.member.desc)) {
            (Some(to), Some(of)) => self.outside(of, to),
            _ => Ok(()),
        }
    }

    /// Calls that nobody can follow, and those that touch a field by its place.
    fn by_name(&mut self, from: u32, call: &Calling) -> Done<bool> {
        let (class, name) = (call.member.class.as_str(), call.member.name.as_str());
        if from != u32::MAX && asks_for_constants((class, name)) && !self.enums.askers.contains(&from) {
            self.enums.askers.push(from);
            for of in self.enums.used.clone() {
                self.ask_for_values(from, of)?;
            }
        }
        // Somebody else's class is initialized, or methods of the program are called by their names.
        let is_indirect = (class, name) == ("java/lang/Class", "forName") || finds_by_name(class, name);
        if is_indirect && self.is_program(from) {
            self.blind(from, Blind::Reflection);
        }
        if is_reflection(class, name) {
            self.blind(from, Blind::Reflection);
            if let (Some(to), Some(of)) = (call.to, result_class(call.member.desc)) {
                // Whatever it is, it may be of any class.
                self.give_unknown(of, to)?;
            }
            return Ok(true);
        }
        if call.member.class == names::METHOD_HANDLE && name.starts_with("invoke") {
            self.blind(from, Blind::Reflection);
            if let (Some(to), Some(of)) = (call.to, result_class(call.member.desc)) {
                self.give_unknown(of, to)?;
            }
            return Ok(true);
        }
        if call.member.class == names::VAR_HANDLE {
            // The JDK has handles for its own fields, others for anybody's.
            if self.is_program(from) {
                self.blind(from, Blind::Reflection);
            }
            if let Some(&Some(place)) = call.args.get(1) {
                self.touch_by_place(place, &call.args[2..], call.to)?;
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn touch_by_place(&mut self, place: u32, values: &[Option<u32>], to: Option<u32>) -> Done {
        for value in values.iter().flatten() {
            self.store_wild(place, *value)?;
        }
        match to {
            Some(to) => self.load_wild(place, to),
            None => Ok(()),
        }
    }

    pub(super) fn blind(&mut self, id: u32, how: Blind) {
        if id != u32::MAX && !self.instances[id as usize].blind.contains(&how) {
            self.instances[id as usize].blind.push(how);
        }
    }

    pub fn lambda(
        &mut self,
        id: u32,
        base: u32,
        at: u32,
        (to, interface, name, target): (Var, Symbol, Symbol, HandleRef),
        captured: &[Option<Var>],
    ) -> Done {
        let kind = ObjectKind::Lambda { method: self.instances[id as usize].method, at };
        let object = self.objects.object(self.hierarchy, kind, interface)?;
        self.objects.all[object as usize].lambda = Some((name, target));
        if !self.captured.contains_key(&object) {
            let nodes = captured.iter().map(|var| var.map(|_| self.node())).collect();
            self.captured.insert(object, nodes);
        }
        for (number, var) in captured.iter().enumerate() {
            if let (Some(var), Some(node)) = (var, self.captured[&object][number]) {
                self.copy(base + var, node);
            }
        }
        self.add(base + to, object);
        Ok(())
    }

    fn call_lambda(&mut self, from: u32, call: &Rc<Calling>, object: u32) -> Done {
        let of = &self.objects.all[object as usize];
        let Some((name, handle)) = of.lambda else { return Ok(()) };
        if name != call.member.name {
            let class = of.class;
            return class.map_or(Ok(()), |class| self.run_each(from, call, class, object));
        }
        let mut args = self.captured.get(&object).cloned().unwrap_or_default();
        args.extend(call.args.iter().skip(1));
        // A lambda that comes to call itself ends here.
        if !self.known_lambda_calls.insert((from, object, call.at, args.clone())) {
            return Ok(());
        }
        let (kind, mut to) = (handle.kind, call.to);
        let kind = match kind {
            HandleKind::InvokeStatic => CallKind::Static,
            HandleKind::InvokeSpecial => CallKind::Special,
            HandleKind::NewInvokeSpecial => {
                let by = from.min(self.instances.len() as u32 - 1);
                // Each reference makes objects of its own.
                let made = self.made(by, BY_REFERENCE + object, handle.member.class)?;
                let this = self.node();
                self.add(this, made);
                if let Some(to) = to.take() {
                    self.add(to, made);
                }
                args.insert(0, Some(this));
                CallKind::Special
            }
            HandleKind::InvokeVirtual | HandleKind::InvokeInterface => CallKind::Virtual,
            _ => return Ok(()),
        };
        if matches!(handle.kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial) {
            self.initialize(from, handle.member.class)?;
        }
        // A reference to a method of the unit is no statement of its own.
        if from != u32::MAX {
            let (args, member) = (args.clone().into(), handle.member);
            self.by_reference.push((from, CallStmt { kind, member, args, to: None }));
        }
        let (member, entry, starts, at) = (handle.member, call.entry, call.starts, call.at);
        let calling = Calling { kind, member, args, to, entry, starts, at };
        self.place(from, Rc::new(calling))
    }

    /// What a native method does, as far as references are concerned.
    pub fn native(&mut self, id: u32, member: MemberRef) -> Done {
        let result = self.instances[id as usize].result;
        let parameter = |number: usize| self.parameter(id, number);
        let (class, name) = (member.class.as_str(), member.name.as_str());
        match (class, name) {
            ("java/lang/System", "arraycopy") => return self.copy_elements(parameter(0), parameter(2)),
            ("java/lang/Object", "clone") => {
                let by = Copier { by: self.instances[id as usize].method, at: None, array: None };
                return self.with(parameter(0), Use::Copy { to: result, by });
            }
            ("java/lang/Thread", "start0") => return self.start(id),
            ("java/lang/Thread", "currentThread" | "currentCarrierThread") => {
                self.copy(self.started, result);
                return self.give_foreign(names::THREAD, result);
            }
            ("jdk/internal/misc/Unsafe" | "sun/misc/Unsafe", _) => return self.unsafe_native(id, member),
            _ => {}
        }
        self.blind(id, Blind::Native);
        let Some(of) = result_class(member.desc) else { return Ok(()) };
        match self.is_library(self.instances[id as usize].method) {
            true => self.give_foreign(of, result),
            false => self.give_unknown(of, result),
        }
    }

    /// A thread begins, and what nobody catches ends it.
    fn start(&mut self, id: u32) -> Done {
        let this = self.parameter(id, 0);
        self.copy(this, self.started);
        let uncaught = ("dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        for (name, desc) in [("run", "()V"), uncaught] {
            let member = MemberRef { class: names::THREAD, name: Symbol::new(name), desc: Symbol::new(desc) };
            let mut args = vec![Some(this)];
            args.extend((name != "run").then_some(Some(self.thrown)));
            let (kind, to, entry, at) = (CallKind::Virtual, None, None, NOWHERE);
            self.place(id, Rc::new(Calling { kind, member, args, to, entry, starts: true, at }))?;
        }
        Ok(())
    }

    /// Places in objects are read and written by their offsets.
    fn unsafe_native(&mut self, id: u32, member: MemberRef) -> Done {
        let Some(desc) = classfile::MethodDesc::parse(member.desc) else { return Ok(()) };
        let is_ref = |number: usize| {
            desc.params.get(number).is_some_and(|(_, param)| descriptor::class_of(*param).is_some())
        };
        if !is_ref(0) {
            return Ok(());
        }
        let values: Vec<Option<u32>> = (1..desc.params.len())
            .map(|number| is_ref(number).then(|| self.parameter(id, number + 1)))
            .collect();
        let to = descriptor::class_of(desc.ret.1).map(|_| self.instances[id as usize].result);
        self.touch_by_place(self.parameter(id, 1), &values, to)
    }
}
