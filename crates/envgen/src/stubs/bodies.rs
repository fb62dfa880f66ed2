//! What stands in the methods of a stub: choices among what the analysis says may happen.

use super::face::class_of;
use super::source::Writer;
use crate::world::in_java;
use analysis::MethodId;
use analysis::points::{CallOfUnit, Effects, Half, Origin, Scalar, Written};
use base::{Symbol, names};
use classfile::{Access, Error, MemberRef, MethodDesc};
use std::collections::BTreeSet;

impl Writer<'_, '_, '_> {
    /// The statements of a method, before it returns.
    pub fn effects(&mut self, method: MethodId, effects: &Effects) -> Result<(), Error> {
        self.remember(method);
        self.hold(method)?;
        for &lock in &effects.locks {
            if let Some(object) = self.lock_of(lock) {
                self.out.open("if (jaywalk.Verify.getBoolean())");
                self.out.line(&format!("if ({object} != null) synchronized ({object}) {{ }}"));
                self.out.close();
            }
        }
        let mut ways: Vec<Vec<String>> = Vec::new();
        let mut last = Vec::new();
        for written in &effects.writes {
            if self.is_of_birth(method, written) {
                continue;
            }
            let own = self.assignment(written)?;
            match self.is_always_written(method, written) {
                // Whoever is called meanwhile may still find it empty.
                true if effects.calls.is_empty() => last.extend(own),
                true => {
                    last.extend(own.clone());
                    ways.extend(own);
                }
                false => ways.extend(own),
            }
        }
        distinct(&mut ways);
        distinct(&mut last);
        if effects.must_write && ways.len() + last.len() == effects.writes.len() {
            for way in ways.iter().chain(&last) {
                self.out.block(way);
            }
            return self.throwing(method, effects);
        }
        for call in &effects.calls {
            ways.extend(self.call_of_unit(method, call)?);
        }
        match ways.as_slice() {
            [] => {}
            [way] => {
                self.out.open("while (jaywalk.Verify.getBoolean())");
                self.out.block(way);
                self.out.close();
            }
            ways => {
                self.out.open("while (jaywalk.Verify.getBoolean())");
                self.out.open(&format!("switch (jaywalk.Verify.getInt(0, {}))", ways.len() - 1));
                for (number, way) in ways.iter().enumerate() {
                    self.out.open(&crate::emit::case(number, ways.len()));
                    self.out.block(way);
                    self.out.line("break;");
                    self.out.close();
                }
                self.out.close();
                self.out.close();
            }
        }
        for way in &last {
            self.out.block(way);
        }
        self.throwing(method, effects)
    }

    /// It is written while an object is made that only then comes out, or a class is initialized that is so once: new
    /// objects have what is written there, and the class has an initializer of its own.
    fn is_of_birth(&self, method: MethodId, written: &Written) -> bool {
        let is_made = |on: &Origin| matches!(on, Origin::New(_) | Origin::Again(_) | Origin::Clone(_));
        let owner = self.world.hierarchy.file(self.world.hierarchy.class_of(method)).name;
        // Constants of an enum are there before its initializer runs.
        let is_constant = self.initializes == Some(owner) && self.is_enum(owner);
        let is_new = written.at_birth && written.on.iter().all(is_made) && !is_constant;
        (is_new || self.is_filled(written.field)) && !self.is_always_written(method, written)
    }

    /// A field of what the method makes or initializes that nobody ever finds empty.
    fn is_always_written(&self, method: MethodId, written: &Written) -> bool {
        let owner = self.world.hierarchy.file(self.world.hierarchy.class_of(method)).name;
        let is_own = match self.world.hierarchy.method(method).name {
            names::INIT => written.on.iter().all(|on| *on == Origin::This) && !written.on.is_empty(),
            // Of its objects, constants of an enum are all there are.
            names::CLINIT => written.on.is_empty() || self.is_enum(owner),
            _ => false,
        };
        is_own && written.field.class == owner && self.is_filled(written.field)
    }

    /// What is given is kept where somebody may get it back: also under the names of the methods that this one
    /// overrides, as calls of these come here.
    fn remember(&mut self, method: MethodId) {
        let member = self.world.hierarchy.member(method);
        let above = self.world.hierarchy.ancestors(self.world.hierarchy.class_of(method));
        let is_same = |entry: u32| {
            let other = self.face.entries[entry as usize].method;
            let named = self.world.hierarchy.member(other);
            other == method
                || named.name == member.name
                    && named.desc == member.desc
                    && member.name != names::INIT
                    && above.contains(&self.world.hierarchy.class_of(other))
        };
        let mut lists: Vec<(u32, u16, Half)> =
            self.needed.iter().copied().filter(|&(entry, ..)| is_same(entry)).collect();
        lists.sort_unstable();
        for (entry, parameter, half) in lists {
            let memory = self.memory(entry, parameter, half);
            self.out.line(&format!("jaywalkstubs.Stubs.keep({memory}, p{parameter});"));
        }
    }

    fn lock_of(&self, origin: Origin) -> Option<String> {
        match origin {
            Origin::Parameter(number) => Some(format!("p{number}")),
            _ => None,
        }
    }

    /// What something below may throw and the method declares: each class of its own, since whoever catches it may ask.
    fn throwing(&mut self, method: MethodId, effects: &Effects) -> Result<(), Error> {
        let declared = self.world.hierarchy.method(method).exceptions.to_vec();
        let mut thrown: Vec<Symbol> = effects.throws.iter().copied().collect();
        thrown.sort_unstable_by_key(|name| name.as_str());
        let mut said: Vec<String> = Vec::new();
        for name in declared {
            let Some(class) = self.world.hierarchy.class(name)? else { continue };
            if self.is_unchecked(class)? {
                continue;
            }
            for &name in &thrown {
                let Some(thrown) = self.world.hierarchy.class(name)? else { continue };
                if !self.world.is_below(thrown, class) {
                    continue;
                }
                let way = self.new_exception(thrown);
                if way.is_none() {
                    self.note(format!("{}, which it cannot make", in_java(name)), "throw");
                }
                // The next best stands for it.
                let ancestors = self.world.hierarchy.ancestors(thrown).to_vec();
                let mut others = ancestors.into_iter().filter(|&above| self.world.is_below(above, class));
                let Some(new) = way.or_else(|| others.find_map(|above| self.new_exception(above))) else {
                    continue;
                };
                if !said.contains(&new) {
                    self.out.line(&format!("if (jaywalk.Verify.getBoolean()) throw {new};"));
                    said.push(new);
                }
            }
        }
        Ok(())
    }

    /// Everybody may throw it, whatever was declared.
    fn is_unchecked(&mut self, class: analysis::ClassId) -> Result<bool, Error> {
        for name in ["java/lang/RuntimeException", "java/lang/Error"] {
            if let Some(above) = self.world.hierarchy.class(Symbol::new(name))?
                && self.world.is_below(class, above)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn new_exception(&self, class: analysis::ClassId) -> Option<String> {
        let file = self.world.hierarchy.file(class);
        let java = in_java(file.name);
        if self.face.classes.contains(&class) {
            return Some(format!("new {java}((Void) null)"));
        }
        let is_near = crate::world::package_of(file.name) == self.package;
        let is_open = |access: Access| access.has(Access::PUBLIC) || is_near && !access.is_private();
        // A class within another has its own access there, and one without a name cannot be made here.
        let within = file.inner_classes.iter().find(|inner| inner.inner == file.name);
        let is_within_reach = within.is_none_or(|inner| {
            inner.outer.is_some() && inner.access.has(Access::STATIC) && is_open(inner.access)
        });
        if !is_within_reach || file.access.is_abstract() {
            return None;
        }
        let has = |desc: &str| {
            let is_one = |method: &classfile::Method| {
                method.name == names::INIT && method.desc.as_str() == desc && is_open(method.access)
            };
            is_open(file.access) && file.methods.iter().any(is_one)
        };
        if has("()V") {
            Some(format!("new {java}()"))
        } else if has("(Ljava/lang/String;)V") {
            Some(format!("new {java}(\"a stub\")"))
        } else {
            None
        }
    }

    /// The ways in which a field may be written.
    fn assignment(&mut self, written: &Written) -> Result<Vec<Vec<String>>, Error> {
        let field = written.field;
        let owner = in_java(field.class);
        if self.is_constant_of_enum(field)? {
            return Ok(Vec::new());
        }
        if !self.can_see(field) {
            self.note(format!("{owner}.{}, which Java does not let it name", field.name), "write");
            return Ok(Vec::new());
        }
        let of = self.type_java(field.desc)?;
        let mut values = match class_of(field.desc) {
            Some(_) => self.expressions(&written.values, field.desc)?,
            None => self.scalars(&written.scalars, field.desc),
        };
        if values.is_empty() {
            return Ok(Vec::new());
        }
        let value = if values.len() == 1 { values.remove(0) } else { self.chosen(&values) };
        if written.on.is_empty() {
            return Ok(vec![vec![format!("{owner}.{} = ({of}) ({value});", field.name)]]);
        }
        let mut ways = Vec::new();
        let desc = classfile::descriptor::of_class(field.class);
        // An object of the environment's own is one that the unit has by now: others are made with any value.
        let is_made = |on: &&Origin| matches!(on, Origin::New(_) | Origin::Again(_) | Origin::Clone(_));
        let mut on: BTreeSet<Origin> = written.on.iter().filter(|on| !is_made(on)).copied().collect();
        if on.len() < written.on.len() {
            on.insert(if self.is_enum(field.class) {
                Origin::New(field.class)
            } else {
                Origin::Outside(field.class)
            });
        }
        for object in self.expressions(&on, desc)? {
            if object != "null" {
                let text = format!("(({owner}) TARGET).{} = ({of}) ({value});", field.name);
                ways.push(on_object(&object, &owner, &[text]));
            }
        }
        Ok(ways)
    }

    /// Constants of an enum are there from the beginning.
    fn is_constant_of_enum(&mut self, field: MemberRef) -> Result<bool, Error> {
        let Some(class) = self.world.hierarchy.class(field.class)? else { return Ok(false) };
        let fields = &self.world.hierarchy.file(class).fields;
        Ok(fields.iter().any(|known| known.name == field.name && known.access.has(Access::ENUM)))
    }

    /// Java lets a class of the stub's package name the field.
    fn can_see(&mut self, field: MemberRef) -> bool {
        let Ok(Some(class)) = self.world.hierarchy.class(field.class) else { return false };
        let file = self.world.hierarchy.file(class);
        let found = file.fields.iter().find(|known| known.name == field.name && known.desc == field.desc);
        let is_near = crate::world::package_of(field.class) == self.package;
        found.is_some_and(|found| {
            let is_open = |access: Access| access.has(Access::PUBLIC) || is_near && !access.is_private();
            // Fields of stubs are not final.
            is_open(found.access)
                && (is_near || file.access.has(Access::PUBLIC))
                && (!found.access.has(Access::FINAL) || self.face.classes.contains(&class))
        }) && (is_near || field.class.as_str().contains('/'))
    }

    fn call_of_unit(&mut self, method: MethodId, call: &CallOfUnit) -> Result<Vec<Vec<String>>, Error> {
        let owner = in_java(call.member.class);
        let shown = format!("{owner}.{}", call.member.name);
        let is_library = self.world.hierarchy.file(self.world.hierarchy.class_of(method)).module.is_some();
        let is_shown = match self.wish.callbacks {
            super::Callbacks::All => true,
            super::Callbacks::None => false,
            super::Callbacks::Own => !is_library,
        };
        // What every object has is called all the time by collections, and hardly ever matters.
        let is_plain = call.member.class == names::OBJECT;
        let is_near = crate::world::package_of(call.member.class) == self.package;
        let can_name = is_near || call.member.class.as_str().contains('/');
        if !is_shown || is_plain || !can_name {
            self.note(shown, "call");
            return Ok(Vec::new());
        }
        let Some(desc) = MethodDesc::parse(call.member.desc) else { return Ok(Vec::new()) };
        let mut arguments = Vec::new();
        for (number, (_, desc)) in desc.params.iter().enumerate() {
            let mut values = match call.args.get(number) {
                Some(Some(origins)) => self.expressions(origins, *desc)?,
                _ => self.scalars(&[Scalar::Unknown].into(), *desc),
            };
            if values.is_empty() {
                values.push("null".to_string());
            }
            let of = self.type_java(*desc)?;
            let value = if values.len() == 1 { values.remove(0) } else { self.chosen(&values) };
            arguments.push(format!("({of}) ({value})"));
        }
        let mut ways = Vec::new();
        let target = classfile::descriptor::of_class(call.member.class);
        let objects = match call.is_static {
            true => vec![owner.clone()],
            false => self.expressions(&call.on, target)?,
        };
        for object in objects.into_iter().filter(|object| object != "null") {
            let on = if call.is_static { object.clone() } else { format!("(({owner}) TARGET)") };
            let text = format!("{on}.{}({})", call.member.name, arguments.join(", "));
            // What the unit returns may be kept, too.
            let text = match class_of(desc.ret.1).is_some_and(|of| self.sought.is_for(of)) {
                true => {
                    self.assume(
                        "of what methods of the unit return to stubs, one object at a time is kept".into(),
                    );
                    format!("jaywalkstubs.Stubs.returned({text});")
                }
                false => format!("{text};"),
            };
            let lines = self.guarded(call.member, text)?;
            ways.push(if call.is_static { lines } else { on_object(&object, &owner, &lines) });
        }
        Ok(ways)
    }

    /// A call with the exceptions that it declares: the real caller may take them, or pass them on.
    fn guarded(&mut self, member: MemberRef, text: String) -> Result<Vec<String>, Error> {
        let Some(class) = self.world.hierarchy.class(member.class)? else { return Ok(vec![text]) };
        let declared = self.world.hierarchy.resolve(class, member.name, member.desc);
        let has_checked =
            declared.is_some_and(|method| !self.world.hierarchy.method(method).exceptions.is_empty());
        Ok(match has_checked {
            // Nobody says whether it is taken somewhere.
            false => vec![
                format!("try {{ {text} }}"),
                "catch (RuntimeException thrown) { if (jaywalk.Verify.getBoolean()) throw thrown; }"
                    .to_string(),
            ],
            true => vec![
                format!("try {{ {text} }}"),
                "catch (Exception thrown) { if (jaywalk.Verify.getBoolean()) \
                    jaywalkstubs.Stubs.<RuntimeException>pass(thrown); }"
                    .to_string(),
            ],
        })
    }
}

/// The same way twice is no other way.
fn distinct(ways: &mut Vec<Vec<String>>) {
    let mut seen: Vec<Vec<String>> = Vec::new();
    ways.retain(|way| {
        let is_new = !seen.contains(way);
        if is_new {
            seen.push(way.clone());
        }
        is_new
    });
}

/// Something that is done to an object, if it is there and of the class: the real code does not do it to null either.
fn on_object(object: &str, owner: &str, lines: &[String]) -> Vec<String> {
    if object == "this" {
        return lines.iter().map(|line| line.replace("TARGET", "this")).collect();
    }
    let mut all = vec![format!("Object target = {object};"), format!("if (target instanceof {owner}) {{")];
    all.extend(lines.iter().map(|line| line.replace("TARGET", "target")));
    all.push("}".to_string());
    all.insert(0, "{".to_string());
    all.push("}".to_string());
    all
}
