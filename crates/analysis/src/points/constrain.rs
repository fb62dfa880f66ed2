//! From code to constraints: methods in their contexts, statements, calls and what is given at entries.

use super::extract::extract;
use super::flow::{Copier, Use};
use super::objects::{ANY, Half, ObjectId, ObjectKind};
use super::opaque::is_opaque;
use super::solve::{Calling, Done, ELEMENT, Instance, Solver, Zone};
use super::stmts::{CallKind, CallStmt, Code, NOWHERE, Stmt, Var, result_class};
use super::{Entry, Precision};
use crate::hierarchy::{ClassId, MethodId};
use crate::machine;
use base::{Symbol, names};
use classfile::{Access, Error, MethodDesc, descriptor};
use std::rc::Rc;

/// How many contexts an object may have in it, where receivers are contexts.
const DEPTH_MAX: u8 = 1;

/// Copies of arrays, and arrays of the constants of enums, are told apart by numbers from here on.
const BY_VALUES: u32 = 1 << 30;

impl Solver<'_, '_> {
    /// An entry is a call that the unit may do at any time with anything.
    pub(super) fn enter(&mut self, number: u32, entry: &Entry) -> Done<u32> {
        let member = self.hierarchy.member(entry.method);
        let is_static = self.hierarchy.method(entry.method).access.is_static();
        let desc = MethodDesc::parse(member.desc);
        let mut args = Vec::new();
        if !is_static {
            let this = self.node();
            args.push(Some(this));
            if member.name == names::INIT {
                for (id, object) in self.objects.all.clone().iter().enumerate() {
                    if matches!(object.kind, ObjectKind::UnitMade { class, .. } if class == entry.on) {
                        self.add(this, id as u32);
                    }
                }
            } else {
                let of = self.hierarchy.file(entry.on).name;
                let filter = self.objects.filter(self.hierarchy, of)?;
                self.give_handed_out(filter, this);
            }
        }
        for (_, param) in desc.iter().flat_map(|desc| &desc.params) {
            match descriptor::class_of(*param) {
                None => args.push(None),
                Some(of) => {
                    let node = self.node();
                    let filter = self.objects.filter(self.hierarchy, of)?;
                    self.give_handed_out(filter, node);
                    self.add(node, self.null);
                    args.push(Some(node));
                }
            }
        }
        if is_static || member.name == names::INIT {
            self.initialize(u32::MAX, member.class)?;
        }
        let result = self.node();
        let kind = match (is_static, member.name == names::INIT || entry.is_exact) {
            (true, _) => CallKind::Static,
            (_, true) => CallKind::Special,
            _ => CallKind::Virtual,
        };
        let call = Rc::new(Calling {
            kind,
            member,
            args,
            to: Some(result),
            entry: Some(number),
            starts: false,
            at: NOWHERE,
        });
        self.edge(result, self.escape, ANY);
        self.place(u32::MAX, call)?;
        Ok(result)
    }

    /// The method in its context, with its constraints still to be made.
    pub fn instance(&mut self, method: MethodId, context: Option<ObjectId>) -> Done<u32> {
        if let Some(&known) = self.ids.get(&(method, context)) {
            return Ok(known);
        }
        let code = self.code(method)?;
        let parameters =
            MethodDesc::parse(self.hierarchy.member(method).desc).map_or(0, |desc| desc.params.len());
        let vars = code.as_ref().map_or(parameters as u32 + 1, |code| code.vars);
        // Where receivers are contexts, most of the work is making methods anew.
        self.spend(u64::from(vars) + 1)?;
        let base = self.nodes.len() as u32;
        for _ in 0..=vars {
            self.node();
        }
        let id = self.instances.len() as u32;
        let (calls, starts, blind, throws) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        self.instances.push(Instance {
            method,
            context,
            code,
            base,
            result: base + vars,
            calls,
            starts,
            blind,
            throws,
            is_world: false,
        });
        self.ids.insert((method, context), id);
        self.pending.push(id);
        Ok(id)
    }

    pub(super) fn code(&mut self, method: MethodId) -> Done<Option<Rc<Code>>> {
        if let Some(known) = self.codes.get(&method) {
            return Ok(known.clone());
        }
        let declared = self.hierarchy.method(method);
        let member = self.hierarchy.member(method);
        let has_body = declared.code.is_some() && !machine::never_runs(member);
        let code = match has_body {
            false => None,
            true => {
                let file = self.hierarchy.file(self.hierarchy.class_of(method));
                let body = ir::lower(file, declared).map_err(|malformed| {
                    Error::new(
                        file.origin.to_string(),
                        format!("{}{}: {malformed}", declared.name, declared.desc),
                    )
                })?;
                Some(Rc::new(extract(file, &body, declared.access.is_static())))
            }
        };
        self.codes.insert(method, code.clone());
        Ok(code)
    }

    pub(super) fn constrain(&mut self, id: u32) -> Done {
        let Some(code) = self.instances[id as usize].code.clone() else { return self.without_code(id) };
        self.spend(code.stmts.len() as u64)?;
        let base = self.instances[id as usize].base;
        for (at, stmt) in code.stmts.iter().enumerate() {
            self.statement(id, base, at as u32, stmt)?;
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, id: u32, base: u32, at: u32, stmt: &Stmt) -> Done {
        match *stmt {
            Stmt::Copy { from, to } => self.edge(base + from, base + to, ANY),
            Stmt::Cast { from, to, class } => {
                let filter = self.objects.filter(self.hierarchy, class)?;
                self.edge(base + from, base + to, filter);
            }
            Stmt::New { to, class } => {
                let made = self.made(id, at, class)?;
                if class.bytes().first() == Some(&b'[')
                    && descriptor::element_of(class).and_then(descriptor::class_of).is_some()
                {
                    let elements = self.field_node(made, ELEMENT)?;
                    self.add(elements, self.null);
                }
                self.add(base + to, made);
            }
            Stmt::NewFilled { to, class } => {
                let made = self.made(id, at, class)?;
                self.add(base + to, made);
            }
            Stmt::NewEmpty { to, class } => {
                let made = self.objects.object(self.hierarchy, ObjectKind::Empty(class), class)?;
                self.add(base + to, made);
            }
            Stmt::Null { to } => self.add(base + to, self.null),
            Stmt::Load { .. }
            | Stmt::Store { .. }
            | Stmt::LoadStatic { .. }
            | Stmt::StoreStatic { .. }
            | Stmt::LoadElement { .. }
            | Stmt::StoreElement { .. } => self.access(base, stmt)?,
            Stmt::Touch(class) => self.initialize(id, class)?,
            Stmt::Literal(class) => self.literal(id, class)?,
            Stmt::Call(ref call) => self.call(id, base, at, call)?,
            Stmt::Lambda { to, interface, name, target, ref captured } => {
                self.lambda(id, base, at, (to, interface, name, target), captured)?;
            }
            Stmt::Dynamic { to, class, ref args } => self.dynamic(id, at, (to, class), args)?,
            Stmt::Return { from } => {
                let result = self.instances[id as usize].result;
                let member = self.hierarchy.member(self.instances[id as usize].method);
                let filter = match result_class(member.desc) {
                    Some(of) => self.objects.filter(self.hierarchy, of)?,
                    None => ANY,
                };
                self.edge(base + from, result, filter);
            }
            Stmt::Throw { from } => self.edge(base + from, self.thrown, ANY),
            Stmt::Catch { to, class } => {
                let filter = match class {
                    Some(class) => self.objects.filter(self.hierarchy, class)?,
                    None => ANY,
                };
                self.edge(self.thrown, base + to, filter);
                self.thrown_by_itself(class.unwrap_or(names::THROWABLE), base + to)?;
            }
            Stmt::StoreScalar { field, .. } | Stmt::StoreStaticScalar { field, .. } => {
                self.field(field)?;
            }
            Stmt::ReturnScalar { .. } | Stmt::StoreScalarElement { .. } | Stmt::Lock { .. } => {}
        }
        Ok(())
    }

    /// A call site that links itself: strings that are put together are known, of others nothing is.
    fn dynamic(
        &mut self,
        id: u32,
        at: u32,
        result: (Option<u32>, Option<Symbol>),
        args: &[Option<u32>],
    ) -> Done {
        let base = self.instances[id as usize].base;
        for &arg in args.iter().filter(|arg| arg.is_some()) {
            self.call(id, base, at, &super::effects::to_string(arg))?;
        }
        match result {
            (Some(to), Some(names::STRING)) => {
                self.give_new_foreign(u32::MAX, names::STRING, base + to)?;
                Ok(())
            }
            (Some(to), class) => {
                self.blind(id, super::solve::Blind::Reflection);
                self.give_unknown(class.unwrap_or(names::OBJECT), base + to)
            }
            (None, _) => Ok(()),
        }
    }

    /// The machine throws some exceptions by itself.
    fn thrown_by_itself(&mut self, of: Symbol, to: u32) -> Done {
        let is_library = self.hierarchy.class(of)?.is_some_and(|of| self.hierarchy.file(of).module.is_some());
        if is_library {
            let made = self.objects.object(self.hierarchy, ObjectKind::Foreign { of, by: None }, of)?;
            self.add(to, made);
        }
        Ok(())
    }

    /// A field or an element is read or written.
    fn access(&mut self, base: u32, stmt: &Stmt) -> Done {
        match *stmt {
            Stmt::Load { to, base: of, field } => {
                let field = self.field(field)?;
                self.with(base + of, Use::Load { field, to: base + to })?;
            }
            Stmt::Store { base: of, field, from } => {
                let field = self.field(field)?;
                self.with(base + of, Use::Store { field, from: base + from })?;
            }
            Stmt::LoadStatic { to, field } => {
                let field = self.field(field)?;
                let from = self.static_node(field)?;
                self.edge(from, base + to, ANY);
            }
            Stmt::StoreStatic { field, from } => {
                let field = self.field(field)?;
                let to = self.static_node(field)?;
                self.edge(base + from, to, ANY);
            }
            Stmt::LoadElement { to, base: of } => {
                self.with(base + of, Use::Load { field: ELEMENT, to: base + to })?;
            }
            Stmt::StoreElement { base: of, from } => {
                self.with(base + of, Use::Store { field: ELEMENT, from: base + from })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// An object that is made at a statement.
    pub(super) fn made(&mut self, id: u32, at: u32, class: Symbol) -> Done<u32> {
        let instance = &self.instances[id as usize];
        // Texts and boxes have nothing in them that matters.
        let is_plain = matches!(class, names::STRING | names::CLASS | names::METHOD_TYPE)
            || class.as_str().starts_with("java/lang/StringBu");
        let kind = match self.question.precision {
            Precision::Types => ObjectKind::Class(class),
            _ if is_plain => ObjectKind::Class(class),
            _ => ObjectKind::Site { method: instance.method, at, context: self.context_of_new(id) },
        };
        let made = self.objects.object(self.hierarchy, kind, class)?;
        if self.question.precision == Precision::Types && class.bytes().first() == Some(&b'[') {
            self.made.insert(made);
        }
        Ok(made)
    }

    /// The context of what a method makes, as long as these do not grow without end.
    pub(super) fn context_of_new(&self, id: u32) -> Option<ObjectId> {
        self.instances[id as usize].context.filter(|of| {
            self.question.precision == Precision::Receiver
                && self.objects.all[of.0 as usize].depth <= DEPTH_MAX
        })
    }

    pub(super) fn initialize(&mut self, by: u32, class: Symbol) -> Done {
        let name = match descriptor::is_class_name(class.bytes()) {
            true => class,
            false => return Ok(()),
        };
        let zone = self.zone_of(name);
        if zone == Zone::Unit || zone == Zone::Rest && is_opaque(name) {
            return Ok(());
        }
        let mut at = self.hierarchy.class(name)?;
        while let Some(class) = at {
            self.initialize_one(by, class)?;
            // An interface is initialized with a class if it has code for it, and where its own field is looked at.
            for above in self.hierarchy.ancestors(class).to_vec() {
                if self.hierarchy.file(above).access.is_interface() {
                    self.initialize_one(by, above)?;
                }
            }
            at = self.hierarchy.classes[class].super_class;
        }
        Ok(())
    }

    /// Whoever has an enum's class can ask for its constants.
    fn literal(&mut self, by: u32, class: Symbol) -> Done {
        let found = match descriptor::is_class_name(class.bytes()) && self.zone_of(class) != Zone::Unit {
            true => self.hierarchy.class(class)?,
            false => None,
        };
        let Some(found) = found else { return Ok(()) };
        let file = self.hierarchy.file(found);
        if file.module.is_some() || !file.access.has(Access::ENUM) {
            return Ok(());
        }
        self.initialize(by, class)?;
        self.ask_for_values(by, found)
    }

    /// Constants of an enum are found by a method of it.
    pub(super) fn ask_for_values(&mut self, by: u32, class: ClassId) -> Done {
        let methods = self.hierarchy.methods_of(class);
        if let Some(method) = methods.into_iter().find(|&method| self.lists_constants(method)) {
            let instance = self.instance(method, None)?;
            self.link(by, instance);
        }
        Ok(())
    }

    fn initialize_one(&mut self, by: u32, class: ClassId) -> Done {
        let name = self.hierarchy.file(class).name;
        if self.zone_of(name) == Zone::Rest && is_opaque(name) {
            return Ok(());
        }
        if let Some(method) = self.hierarchy.declared(class, names::CLINIT, names::VOID_DESC) {
            let instance = self.instance(method, None)?;
            self.link(by, instance);
        }
        let file = self.hierarchy.file(class);
        if file.module.is_none() && file.access.has(Access::ENUM) && !self.enums.used.contains(&class) {
            // Whoever has a constant has its class, and can have it asked for all of them.
            self.enums.used.push(class);
            for asker in self.enums.askers.clone() {
                self.ask_for_values(asker, class)?;
            }
        }
        Ok(())
    }

    pub fn link(&mut self, from: u32, to: u32) {
        if from != u32::MAX && self.known_calls.insert((from, to)) {
            self.instances[from as usize].calls.push(to);
        }
    }

    pub(super) fn call(&mut self, id: u32, base: u32, at: u32, call: &CallStmt) -> Done {
        let place = self.instances[id as usize].code.as_ref().and_then(|code| code.places.get(at as usize));
        let node = |var: &Option<Var>| var.map(|var| base + var);
        let calling = Calling {
            kind: call.kind,
            member: call.member,
            args: call.args.iter().map(node).collect(),
            to: node(&call.to),
            entry: None,
            starts: false,
            at: place.copied().unwrap_or(NOWHERE),
        };
        self.place(id, Rc::new(calling))
    }

    /// Puts a call in its place.
    pub fn place(&mut self, id: u32, call: Rc<Calling>) -> Done {
        if call.kind == CallKind::Static {
            return self.dispatch(id, &call, u32::MAX);
        }
        match call.args.first() {
            Some(&Some(receiver)) => self.with(receiver, Use::Call { from: id, call }),
            _ => Ok(()),
        }
    }

    pub fn parameter(&self, id: u32, number: usize) -> u32 {
        self.instances[id as usize].base + number as u32
    }

    /// Lets arguments flow to a method, and its result back.
    pub fn bind(&mut self, from: u32, call: &Calling, target: MethodId, receiver: Option<u32>) -> Done {
        let is_instance = !self.hierarchy.method(target).access.is_static();
        let context = match self.question.precision {
            // Nobody puts anything of his own into what comes out of sight.
            Precision::Receiver if is_instance => {
                receiver.filter(|&object| !self.objects.all[object as usize].is_hidden()).map(ObjectId)
            }
            // What a static method does is done for its caller.
            Precision::Receiver if from != u32::MAX => self.instances[from as usize].context,
            _ => None,
        };
        let id = self.instance(target, context)?;
        if from != u32::MAX
            && let Some(targets) = &mut self.targets
        {
            targets.insert((self.instances[from as usize].method, call.at, target));
        }
        match call.starts {
            true => self.instances[from as usize].starts.push(id),
            false => self.link(from, id),
        }
        if let Some(entry) = call.entry {
            self.entered.entry(entry).or_default().push(id);
        }
        let desc = MethodDesc::parse(self.hierarchy.member(target).desc);
        let params: Vec<Option<Symbol>> = desc
            .map(|desc| desc.params.iter().map(|(_, param)| descriptor::class_of(*param)).collect())
            .unwrap_or_default();
        let shift = usize::from(is_instance);
        for (number, arg) in call.args.iter().enumerate() {
            let to = self.parameter(id, number);
            match (number < shift, receiver) {
                (true, Some(object)) => self.add(to, object),
                (true, None) => {}
                (false, _) => {
                    let Some(Some(of)) = params.get(number - shift) else { continue };
                    let filter = self.objects.filter(self.hierarchy, *of)?;
                    if let Some(arg) = arg {
                        self.edge(*arg, to, filter);
                    }
                    if let Some(entry) = call.entry {
                        self.give(entry, (number - shift) as u16, receiver, *of, to)?;
                    }
                }
            }
        }
        let Some(to) = call.to else { return Ok(()) };
        let result = self.instances[id as usize].result;
        let (by, at) = match from == u32::MAX {
            true => (target, call.entry.unwrap_or_default()),
            false => (self.instances[from as usize].method, call.at % BY_VALUES),
        };
        let by = Copier { by, at: Some(BY_VALUES + at), array: None };
        // Everybody gets constants of an enum in an array of his own, and a copy of his own of an array.
        if self.lists_constants(target) {
            return self.with(result, Use::Copy { to, by });
        }
        let class = call.member.class;
        if let Some(array) = receiver.filter(|_| class.bytes().first() == Some(&b'['))
            && call.member.name.as_str() == "clone"
        {
            return self.copied(array, to, Copier { array: Some(class), ..by });
        }
        self.edge(result, to, ANY);
        Ok(())
    }

    /// `values()` of an enum.
    fn lists_constants(&self, method: MethodId) -> bool {
        let declared = self.hierarchy.method(method);
        let file = self.hierarchy.file(self.hierarchy.class_of(method));
        file.access.has(Access::ENUM)
            && declared.access.is_static()
            && declared.name.as_str() == "values"
            && declared.desc.as_str().starts_with("()[")
    }

    /// The unit may give anything of a type that is no stub's.
    pub(super) fn give(
        &mut self,
        entry: u32,
        parameter: u16,
        receiver: Option<u32>,
        of: Symbol,
        to: u32,
    ) -> Done {
        let half = match receiver.map(|object| self.objects.all[object as usize].kind) {
            Some(ObjectKind::UnitMade { half, .. }) => half,
            _ if self.question.precision == Precision::Receiver => Half::Others,
            _ => Half::Both,
        };
        let kind = match self.question.precision {
            Precision::Types => ObjectKind::Outside(of),
            _ => ObjectKind::Given { entry, parameter, half },
        };
        let given = self.objects.object(self.hierarchy, kind, of)?;
        self.add(to, given);
        Ok(())
    }

    /// A method that has no code here.
    pub(super) fn without_code(&mut self, id: u32) -> Done {
        let method = self.instances[id as usize].method;
        let member = self.hierarchy.member(method);
        if machine::never_runs(member) {
            return Ok(());
        }
        if self.hierarchy.method(method).access.has(Access::NATIVE) {
            self.native(id, member)?;
        }
        Ok(())
    }
}
