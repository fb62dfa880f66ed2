//! Code of the JDK that nobody looks into: what it returns, what it throws, and what it may call of the objects that it
//! was given. And objects that such code has made: what they are is known only in part.

use super::Precision;
use super::asked::is_asked;
use super::flow::Use;
use super::objects::ObjectKind;
use super::opaque::is_opaque;
use super::solve::{Blind, Calling, Done, ELEMENT, FieldId, INSIDE, Instance, Solver};
use super::stmts::{CallKind, CallStmt, NOWHERE, array_of, result_class};
use crate::hierarchy::{ClassId, MethodId};
use base::{Symbol, names};
use classfile::{Access, MemberRef, MethodDesc, descriptor};
use std::rc::Rc;

/// What is given for these is only read.
const PLAIN: [&str; 12] = [
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
];

/// Methods that no such code calls: they only make something that calls others, which are here as well.
const NEVER_CALLED: [&str; 5] = ["finalize", "stream", "parallelStream", "spliterator", "clone"];

const ENUM: &str = "java/lang/Enum";

/// What finds the constants of an enum by its class.
pub(super) fn asks_for_constants((class, name): (&str, &str)) -> bool {
    class == ENUM && name == "valueOf"
        || name.starts_with("getEnumConstants")
        || name.starts_with("enumConstantDirectory")
}

/// What returns objects of the program that it was not given, as it finds them by their classes.
fn is_of_names((class, name): (&str, &str)) -> bool {
    asks_for_constants((class, name))
        || class == "java/io/ObjectInputStream" && name.starts_with("read")
        || class == "java/util/ResourceBundle" && name == "getBundle"
        || class.starts_with("java/util/ServiceLoader")
}

/// What returns texts and boxes, and never null.
fn is_never_null((class, name): (&str, &str)) -> bool {
    let is_plain = PLAIN.contains(&class) && class != "java/lang/Class";
    // The text of an object is what that says, which may be nothing.
    let is_asked = class == "java/lang/String" && matches!(name, "valueOf" | "transform");
    is_plain && !name.starts_with("get") && !is_asked || class == ENUM && matches!(name, "name" | "toString")
}

/// An interface that code asks objects for.
const COMPARABLE: &str = "java/lang/Comparable";

impl Solver<'_, '_> {
    /// A method that nobody looks into: it returns something of its own or what it was given, then or before, and calls
    /// methods of that.
    pub(super) fn opaque(
        &mut self,
        from: u32,
        call: &Calling,
        target: MethodId,
        receiver: Option<u32>,
    ) -> Done {
        let native = (call.member.class.as_str(), call.member.name.as_str());
        if native == ("java/lang/System", "arraycopy")
            && let (Some(&Some(source)), Some(&Some(target))) = (call.args.first(), call.args.get(2))
        {
            return self.copy_elements(source, target);
        }
        if native == ("java/lang/reflect/Array", "set")
            && let (Some(&Some(to)), Some(&Some(from))) = (call.args.first(), call.args.get(2))
        {
            return self.with(to, Use::Store { field: ELEMENT, from });
        }
        if native == ("java/lang/reflect/Array", "get")
            && let (Some(&Some(from)), Some(to)) = (call.args.first(), call.to)
        {
            return self.with(from, Use::Load { field: ELEMENT, to });
        }
        self.throws_declared(from, target)?;
        let result = result_class(call.member.desc);
        if is_of_names(native)
            && let (Some(to), Some(of)) = (call.to, result)
        {
            return match native.0 == ENUM && self.constants(from, to)? {
                true => Ok(()),
                false => self.give_unknown(of, to),
            };
        }
        let given = self.lend(from, call, receiver)?;
        let Some((to, of)) = call.to.zip(result) else { return Ok(()) };
        let filter = self.objects.filter(self.hierarchy, of)?;
        for node in given {
            self.copy_of(node, to, filter);
        }
        if let Some(object) = receiver.filter(|&object| self.objects.passes(self.hierarchy, filter, object)) {
            self.add(to, object);
        }
        if !is_never_null(native) {
            self.add(to, self.null);
        }
        if native == ("java/lang/reflect/Array", "newInstance") {
            // Made by the class of its elements: an array, one for each caller.
            self.give_new_foreign(from, array_of(names::OBJECT), to)?;
        }
        let made = self.give_new_foreign(from, of, to)?;
        self.put_into_result(from, call, receiver, made)
    }

    /// Gives the arguments of a call to code that nobody looks into. The nodes of what it may give back.
    fn lend(&mut self, from: u32, call: &Calling, receiver: Option<u32>) -> Done<Vec<u32>> {
        let mut back = Vec::new();
        let desc = MethodDesc::parse(call.member.desc);
        // Most of what the JDK gives to itself is its own.
        let is_program = self.is_program(from) || self.is_world(from);
        let caller = |from: u32| self.hierarchy.member(self.instances[from as usize].method).class;
        let is_collection = from != u32::MAX && caller(from).as_str().starts_with("java/util/");
        let is_own = |object: &u32| {
            let of = &self.objects.all[*object as usize];
            is_program || of.class.is_some_and(|class| self.hierarchy.file(class).module.is_none())
        };
        let is_kept =
            receiver.filter(is_own).filter(|&object| !is_plain(self.objects.all[object as usize].of));
        let inside = match is_kept {
            Some(object) => Some(self.field_node(object, INSIDE)?),
            None => None,
        };
        if let Some(object) = is_kept {
            let world = self.world(from, call.member.class)?;
            self.add(world, object);
        }
        let shift = usize::from(call.kind != CallKind::Static);
        for (number, (_, param)) in desc.iter().flat_map(|desc| &desc.params).enumerate() {
            let of = descriptor::class_of(*param).filter(|of| !is_plain(*of));
            let (Some(of), Some(&Some(arg))) = (of, call.args.get(number + shift)) else { continue };
            back.push(arg);
            if let Some(inside) = inside {
                self.copy(arg, inside);
                self.fill_given(arg, of, inside)?;
            }
            if !is_program && (of != names::OBJECT || !is_collection) {
                self.hand(from, arg, of)?;
                continue;
            }
            let world = self.world(from, of)?;
            self.copy(arg, world);
            let class = self.hierarchy.class(of)?;
            let is_interface = class.is_some_and(|class| self.hierarchy.file(class).access.is_interface());
            // What it calls may give something to be given back.
            if let Some(of) = result_class(call.member.desc).filter(|of| is_interface && !is_plain(*of)) {
                back.push(self.world(from, of)?);
            }
        }
        back.extend(inside);
        Ok(back)
    }

    /// An enum that looks for one of its own constants. False if it is somebody else who looks.
    fn constants(&mut self, from: u32, to: u32) -> Done<bool> {
        if from == u32::MAX {
            return Ok(false);
        }
        let class = self.hierarchy.class_of(self.instances[from as usize].method);
        let file = self.hierarchy.file(class);
        let all = file.fields.iter().find(|field| field.name.as_str() == "$VALUES");
        let Some(field) = all.map(|field| MemberRef { class: file.name, name: field.name, desc: field.desc })
        else {
            return Ok(false);
        };
        self.ask_for_values(from, class)?;
        let field = self.field(field)?;
        let arrays = self.static_node(field)?;
        self.with(arrays, Use::Load { field: ELEMENT, to })?;
        Ok(true)
    }

    /// Exceptions that a method declares may come out of it.
    fn throws_declared(&mut self, from: u32, target: MethodId) -> Done {
        let declared: Vec<Symbol> = self.hierarchy.method(target).exceptions.to_vec();
        for class in declared {
            self.give_foreign(class, self.thrown)?;
            if from != u32::MAX && !self.instances[from as usize].throws.contains(&class) {
                self.instances[from as usize].throws.push(class);
            }
        }
        Ok(())
    }

    /// The node of everything that code which nobody looks into was given as something of a type. Whoever gives it
    /// something may have any of it called.
    pub(super) fn world(&mut self, from: u32, of: Symbol) -> Done<u32> {
        let (instance, node) = match self.worlds.get(&of) {
            Some(&known) => known,
            None => {
                let object = self.hierarchy.class(names::OBJECT)?;
                let made =
                    object.and_then(|class| self.hierarchy.declared(class, names::INIT, names::VOID_DESC));
                let Some(method) = made else { return Ok(self.escape) };
                let node = self.node();
                let instance = self.pseudo_instance(method, node);
                self.worlds.insert(of, (instance, node));
                self.with(node, Use::Lent(of))?;
                (instance, node)
            }
        };
        self.link(from, instance);
        Ok(node)
    }

    fn is_world(&self, from: u32) -> bool {
        from != u32::MAX && self.instances[from as usize].is_world
    }

    /// Something that calls and has no code.
    fn pseudo_instance(&mut self, method: MethodId, node: u32) -> u32 {
        let (calls, starts, blind, throws) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (context, code, is_world) = (None, None, true);
        let instance = Instance {
            method,
            context,
            code,
            base: node,
            result: node,
            calls,
            starts,
            blind,
            throws,
            is_world,
        };
        self.instances.push(instance);
        self.instances.len() as u32 - 1
    }

    /// What may be called of what was lent. Most of it is never of a class that is looked into, so this is made late.
    fn calls_of(&mut self, of: Symbol) -> Done<Rc<[Rc<Calling>]>> {
        if let Some(known) = self.world_calls.get(&of) {
            return Ok(known.clone());
        }
        let (by, _) = self.worlds[&of];
        let mut calls = Vec::new();
        for &member in self.callable(of)?.iter() {
            calls.push(Rc::new(self.calling(by, member)?));
        }
        let calls: Rc<[Rc<Calling>]> = calls.into();
        self.world_calls.insert(of, calls.clone());
        Ok(calls)
    }

    /// Methods that code can call which knows no more of an object than its type.
    pub(super) fn callable(&mut self, of: Symbol) -> Done<Vec<MemberRef>> {
        let is_class = descriptor::is_class_name(of.bytes());
        let mut types: Vec<ClassId> = Vec::new();
        for name in [if is_class { of } else { names::OBJECT }, names::OBJECT, Symbol::new(COMPARABLE)] {
            if let Some(class) = self.hierarchy.class(name)? {
                types.extend(self.hierarchy.ancestors(class));
            }
        }
        let mut all: Vec<MemberRef> = Vec::new();
        for class in types {
            for method in self.hierarchy.methods_of(class) {
                let access = self.hierarchy.method(method).access;
                let member = self.hierarchy.member(method);
                let is_closed = access.is_static() || access.is_private() || access.has(Access::FINAL);
                let is_other = member.name == names::INIT || NEVER_CALLED.contains(&member.name.as_str());
                let is_known = all.iter().any(|known| known.name == member.name && known.desc == member.desc);
                if !is_closed && !is_other && !is_known {
                    all.push(member);
                }
            }
        }
        Ok(all)
    }

    /// A call with whatever the code has: of its own, and what it was given.
    fn calling(&mut self, by: u32, member: MemberRef) -> Done<Calling> {
        let mut args = vec![None];
        let desc = MethodDesc::parse(member.desc);
        for (_, param) in desc.iter().flat_map(|desc| &desc.params) {
            args.push(match descriptor::class_of(*param) {
                None => None,
                Some(of) => {
                    let node = self.node();
                    self.give_foreign(of, node)?;
                    if !is_plain(of) {
                        let lent = self.world(by, of)?;
                        self.copy(lent, node);
                    }
                    Some(node)
                }
            });
        }
        let to = match result_class(member.desc).filter(|of| !is_plain(*of)) {
            Some(of) => Some(self.world(by, of)?),
            None => None,
        };
        let kind = CallKind::Virtual;
        Ok(Calling { kind, member, args, to, entry: None, starts: false, at: NOWHERE })
    }

    /// Code that nobody looks into gets an object.
    pub(super) fn lent(&mut self, as_one_of: Symbol, object: u32) -> Done {
        let of = &self.objects.all[object as usize];
        let (is_hidden, is_open, class) = (of.is_hidden(), of.is_open(), of.class);
        let (by, _) = self.worlds[&as_one_of];
        if of.of.bytes().first() == Some(&b'[') {
            let element = descriptor::element_of(of.of).and_then(descriptor::class_of);
            if let (Some(element), false) = (element.filter(|of| !is_plain(*of)), is_hidden || is_open) {
                let (elements, node) = (self.field_node(object, ELEMENT)?, self.world(by, element)?);
                self.copy(elements, node);
            }
            return Ok(());
        }
        let is_lambda = matches!(of.kind, ObjectKind::Lambda { .. });
        let is_library = class.is_some_and(|class| self.hierarchy.file(class).module.is_some());
        if is_hidden {
            return Ok(());
        }
        if is_library && !is_lambda && !is_open {
            return self.lend_contents(object);
        }
        // It is asked whether it is something more than what it was given as.
        for of in self.asked_of(object)? {
            let node = self.world(by, of)?;
            self.add(node, object);
        }
        if is_open && !self.unit_may_have(as_one_of)? {
            return Ok(());
        }
        for call in self.calls_of(as_one_of)?.iter() {
            if !is_open {
                self.dispatch(by, call, object)?;
                continue;
            }
            // It may be the unit's code that runs. What every object has is hardly ever interested in its arguments.
            let is_usual = self.hierarchy.class(names::OBJECT)?.is_some_and(|class| {
                self.hierarchy.declared(class, call.member.name, call.member.desc).is_some()
            }) || call.member.class.as_str() == COMPARABLE;
            let this = self.node();
            self.add(this, object);
            let others = call.args.iter().skip(1).map(|arg| arg.filter(|_| !is_usual));
            let args = std::iter::once(Some(this)).chain(others).collect();
            let (kind, member) = (CallKind::Virtual, call.member);
            self.by_reference.push((by, CallStmt { kind, member, args, to: None }));
            if !is_usual {
                self.dispatch(by, call, object)?;
            }
        }
        Ok(())
    }

    /// Interfaces of the JDK that such code asks objects for, of those that this one has.
    fn asked_of(&mut self, object: u32) -> Done<Vec<Symbol>> {
        let of = &self.objects.all[object as usize];
        let mut classes: Vec<ClassId> = of.class.into_iter().collect();
        if of.is_open() || matches!(of.kind, ObjectKind::UnitMade { .. }) {
            for name in &self.question.unit {
                let below = self.hierarchy.class(*name)?;
                let may_be = |below: &ClassId| match of.class {
                    Some(bound) => {
                        self.hierarchy.ancestors(*below).contains(&bound) || of.of == names::OBJECT
                    }
                    None => true,
                };
                classes.extend(below.filter(may_be));
            }
        }
        let mut asked = Vec::new();
        for class in classes {
            let above = self.hierarchy.ancestors(class).iter().map(|&above| self.hierarchy.file(above).name);
            asked.extend(above.filter(|&name| is_asked(name)));
        }
        asked.sort_unstable_by_key(|name| name.as_str());
        asked.dedup();
        Ok(asked)
    }

    /// The unit may have code for what such a type has: a class below it, or a lambda.
    fn unit_may_have(&mut self, of: Symbol) -> Done<bool> {
        let class = match descriptor::is_class_name(of.bytes()) {
            true => self.hierarchy.class(of)?,
            false => None,
        };
        let Some(class) = class else { return Ok(false) };
        if self.hierarchy.file(class).access.is_interface() && self.question.named.contains(&of) {
            return Ok(true);
        }
        for name in &self.question.unit {
            if let Some(below) = self.hierarchy.class(*name)?
                && self.hierarchy.ancestors(below).contains(&class)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An object of the JDK: what it holds may be looked at.
    fn lend_contents(&mut self, object: u32) -> Done {
        if self.lent_whole.insert(object) {
            for (_, node) in self.fields_of.get(&object).cloned().unwrap_or_default() {
                self.lend_content(node)?;
            }
        }
        Ok(())
    }

    pub(super) fn lend_content(&mut self, node: u32) -> Done {
        let world = self.world(u32::MAX, names::OBJECT)?;
        self.copy(node, world);
        Ok(())
    }

    /// A method of an object of which only a bound is known: what the bound has, and something that nobody sees.
    pub(super) fn call_hidden(&mut self, from: u32, call: &Rc<Calling>, object: u32) -> Done {
        let of = self.objects.all[object as usize].clone();
        let named = match descriptor::is_class_name(call.member.class.bytes()) {
            true => self.hierarchy.class(call.member.class)?,
            false => None,
        };
        // The closer of what is known and what is asked.
        let bound = match (of.class, named) {
            (Some(own), Some(named)) if self.hierarchy.ancestors(named).contains(&own) => Some(named),
            (own, named) => own.or(named),
        };
        if let Some(bound) = bound {
            self.run_each(from, call, bound, object)?;
            let found = self.hierarchy.resolve(bound, call.member.name, call.member.desc);
            let is_final = |method: MethodId| self.hierarchy.method(method).access.has(Access::FINAL);
            if self.hierarchy.file(bound).access.has(Access::FINAL) || found.is_some_and(is_final) {
                return Ok(());
            }
        }
        if from != u32::MAX && self.targets.is_some() {
            self.loose.insert((self.instances[from as usize].method, call.at));
        }
        if !self.is_program(from) {
            self.put_and_take(from, call, object)?;
            return self.give_result(from, call, object);
        }
        let given = self.lend(from, call, Some(object))?;
        if let (Some(to), Some(result)) = (call.to, result_class(call.member.desc)) {
            let filter = self.objects.filter(self.hierarchy, result)?;
            for node in given {
                self.copy_of(node, to, filter);
            }
        }
        self.give_result(from, call, object)
    }

    fn give_result(&mut self, from: u32, call: &Calling, receiver: u32) -> Done {
        let Some((to, of)) = call.to.zip(result_class(call.member.desc)) else { return Ok(()) };
        self.add(to, self.null);
        let made = self.give_new_foreign(from, of, to)?;
        self.put_into_result(from, call, Some(receiver), made)
    }

    /// A method of an object that may be anything: nobody knows what runs, unless nothing can stand in its place.
    pub(super) fn call_unknown(&mut self, from: u32, call: &Rc<Calling>, object: u32) -> Done {
        let named = match descriptor::is_class_name(call.member.class.bytes()) {
            true => self.hierarchy.class(call.member.class)?,
            false => None,
        };
        let found = named.and_then(|class| self.hierarchy.resolve(class, call.member.name, call.member.desc));
        if let (Some(class), Some(method)) = (named, found)
            && self.hierarchy.method(method).access.has(Access::FINAL)
        {
            return self.run_each(from, call, class, object);
        }
        match self.is_program(from) {
            true => self.blind(from, Blind::Reflection),
            false if from != u32::MAX && self.targets.is_some() => {
                self.loose.insert((self.instances[from as usize].method, call.at));
            }
            false => {}
        }
        self.leave(call)?;
        match (call.to, result_class(call.member.desc)) {
            (Some(to), Some(of)) => self.give_unknown(of, to),
            _ => Ok(()),
        }
    }

    /// What is read of such an object is of its kind.
    pub(super) fn load_hidden(&mut self, object: u32, field: FieldId, to: u32) -> Done {
        let of = descriptor::class_of(self.desc_of_place(object, field));
        match (self.objects.all[object as usize].kind, of) {
            (ObjectKind::Foreign { .. }, Some(of)) => {
                if field == ELEMENT {
                    let (inside, filter) =
                        (self.field_node(object, INSIDE)?, self.filter_of_place(object, ELEMENT)?);
                    self.edge(inside, to, filter);
                }
                self.give_foreign(of, to)
            }
            _ => Ok(()),
        }
    }

    /// Something that code has made which nobody looks into.
    pub(super) fn give_foreign(&mut self, of: Symbol, to: u32) -> Done {
        self.add(to, self.null);
        self.give_new_foreign(u32::MAX, of, to)?;
        Ok(())
    }

    /// The same where it is never null, for a caller, who may fill it with what nobody else sees. The object, if
    /// there is one.
    pub(super) fn give_new_foreign(&mut self, from: u32, of: Symbol, to: u32) -> Done<Option<u32>> {
        if !is_opaque(of) && self.is_private_to_library(of)? {
            return Ok(None);
        }
        if from != u32::MAX && self.question.precision == Precision::Types && !self.is_program(from) {
            // One object for all of a class is there already.
            let class = if is_opaque(of) { None } else { self.hierarchy.class(of)? };
            if class.is_some_and(|class| !self.hierarchy.file(class).access.is_abstract()) {
                let object = self.objects.object(self.hierarchy, ObjectKind::Class(of), of)?;
                self.add(to, object);
                return Ok(Some(object));
            }
        }
        let is_apart = from != u32::MAX && self.question.precision != Precision::Types && !is_plain(of);
        let by = is_apart.then(|| (self.instances[from as usize].method, self.context_of_new(from)));
        let object = self.objects.object(self.hierarchy, ObjectKind::Foreign { of, by }, of)?;
        self.add(to, object);
        Ok(Some(object))
    }

    pub(super) fn give_unknown(&mut self, of: Symbol, to: u32) -> Done {
        let object = self.objects.object(self.hierarchy, ObjectKind::Unknown(of), of)?;
        self.add(to, object);
        self.add(to, self.null);
        Ok(())
    }
}

/// Nothing is called of it, and nothing can be in it.
pub(super) fn is_plain(of: Symbol) -> bool {
    let is_array = of.bytes().first() == Some(&b'[');
    PLAIN.contains(&of.as_str())
        || is_array && descriptor::element_of(of).and_then(descriptor::class_of).is_none()
}
