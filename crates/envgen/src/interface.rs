//! What stands between a unit and its environment, read from class files: what the environment may call and assign,
//! and what the unit needs from outside.

use crate::world::{FieldOf, Operation, World, in_java, package_of, simple};
use analysis::ClassId;
use base::{Symbol, names};
use classfile::{Access, Constant, Error};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    pub classes: Vec<Offered>,
    /// By the names of the classes.
    pub needs: Vec<Needed>,
}

/// A class of the unit, as others see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    pub name: String,
    pub role: Role,
    /// Objects of the very class can be made.
    pub can_be_made: bool,
    pub constructors: Vec<String>,
    pub methods: Vec<String>,
    pub fields: Vec<String>,
    /// What else could be done, and is not done by drivers unless it is said, as sentences.
    pub left_out: Vec<String>,
}

/// A class of the environment that the unit names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    pub name: String,
    pub role: Role,
    /// It is one of the JDK's.
    pub is_library: bool,
    /// It is nowhere to be found.
    pub is_missing: bool,
    /// Methods and fields that the unit uses.
    pub members: Vec<String>,
}

/// Whether a class holds a thread of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Passive,
    /// It has a `main`.
    Main,
    /// It is a thread, or something that a thread runs.
    Thread,
}

impl Role {
    pub fn is_active(self) -> bool {
        self != Role::Passive
    }
}

/// Classes and interfaces whose objects run in threads.
const RUN: [&str; 3] = ["java/lang/Thread", "java/lang/Runnable", "java/util/concurrent/Callable"];

impl World<'_> {
    /// What stands between the unit and everything else.
    ///
    /// # Errors
    /// A class that cannot be read.
    pub fn interface(&mut self) -> Result<Interface, Error> {
        let mut classes = Vec::new();
        for class in self.visible() {
            classes.push(self.offered(class)?);
        }
        Ok(Interface { classes, needs: self.needs()? })
    }

    /// The unit's classes that have names, and that the environment can name.
    pub(crate) fn visible(&self) -> Vec<ClassId> {
        // Drivers stand in the unit's package, if that is one.
        let is_far = self.package().is_none();
        let is_shown = |access: Access| !access.is_private() && (access.has(Access::PUBLIC) || !is_far);
        let can_be_named = |&class: &ClassId| {
            let file = self.hierarchy.file(class);
            let is_member = |inner: &classfile::InnerClass| inner.outer.is_some() && is_shown(inner.access);
            let is_around = |inner: &&classfile::InnerClass| {
                let name = file.name.text();
                let rest = name.strip_prefix(inner.inner.text().as_ref());
                rest.is_some_and(|rest: &str| rest.is_empty() || rest.starts_with('$'))
            };
            !file.access.has(Access::SYNTHETIC)
                && file.enclosing.is_none()
                && is_shown(file.access)
                && file.inner_classes.iter().filter(is_around).all(is_member)
        };
        self.unit.iter().copied().filter(can_be_named).collect()
    }

    /// The one package of all classes of the unit, where drivers can stand too and see what is not public.
    pub(crate) fn package(&self) -> Option<String> {
        let mut packages = self.unit.iter().map(|&class| package_of(self.hierarchy.file(class).name));
        let first = packages.next()?;
        packages.all(|package| package == first).then_some(first)
    }

    fn offered(&mut self, class: ClassId) -> Result<Offered, Error> {
        let shown = |operations: Vec<Operation>| operations.iter().map(Operation::shown).collect::<Vec<_>>();
        let offers = self.offers(class)?;
        let near = |access: Access| if access.has(Access::PUBLIC) { "" } else { "  (not public)" };
        let from = |owner: ClassId| match owner == class {
            true => String::new(),
            false => format!("  (of {})", self.type_of_class(owner).java),
        };
        let list = |of: &Operation| {
            let result = simple(&of.returns.java).to_string();
            let keyword = if of.is_static { "static " } else { "" };
            format!("{keyword}{result} {}{}{}", of.shown(), near(of.access), from(of.owner))
        };
        let field = |field: &FieldOf| {
            format!("{} {}{}{}", simple(&field.of.java), field.name, near(field.access), from(field.owner))
        };
        let methods = offers.methods.iter().map(list).collect();
        let fields = offers.fields.iter().map(field).collect();
        let package = self.package();
        let constructors = shown(self.constructors(class, package.as_deref())?);
        let constructors = constructors
            .iter()
            .map(|text| text.rsplit_once('.').map_or(text.clone(), |(_, t)| t.to_string()));
        let file = self.hierarchy.file(class);
        Ok(Offered {
            name: in_java(file.name),
            role: self.role(class),
            can_be_made: !file.access.is_abstract() && !file.access.is_interface(),
            constructors: constructors.collect(),
            methods,
            fields,
            left_out: offers.left_out,
        })
    }

    fn role(&self, class: ClassId) -> Role {
        let is_run = |&above: &ClassId| RUN.contains(&self.hierarchy.file(above).name.as_str());
        let main = Symbol::new("([Ljava/lang/String;)V");
        if self.hierarchy.ancestors(class).iter().any(is_run) {
            return Role::Thread;
        }
        match self.hierarchy.declared(class, Symbol::new("main"), main) {
            Some(_) => Role::Main,
            None => Role::Passive,
        }
    }

    /// Classes outside that the unit's code names, with what it uses of them.
    fn needs(&mut self) -> Result<Vec<Needed>, Error> {
        let mut used: BTreeMap<String, (Symbol, BTreeSet<String>)> = BTreeMap::new();
        let unit: Vec<Symbol> = self.unit.iter().map(|&class| self.hierarchy.file(class).name).collect();
        for &class in &self.unit {
            for constant in &self.hierarchy.file(class).constants {
                let (of, member) = match constant {
                    Constant::Class(name) => (*name, None),
                    Constant::Field(field) => (field.class, Some(field.name.text().to_string())),
                    Constant::Method(method) | Constant::InterfaceMethod(method) => {
                        (method.class, Some(format!("{}()", method.name.text())))
                    }
                    _ => continue,
                };
                if of.text().starts_with('[') || of == names::OBJECT || unit.contains(&of) {
                    continue;
                }
                let entry = used.entry(in_java(of)).or_insert_with(|| (of, BTreeSet::new()));
                entry.1.extend(member.map(|name| name.replace("<init>", "new ")));
            }
        }
        let mut needs = Vec::new();
        for (name, (symbol, members)) in used {
            let found = self.hierarchy.class(symbol)?;
            needs.push(Needed {
                role: found.map_or(Role::Passive, |class| self.role(class)),
                is_library: found.is_some_and(|class| !self.is_users(class)),
                is_missing: found.is_none(),
                members: members.into_iter().collect(),
                name,
            });
        }
        Ok(needs)
    }
}

impl Interface {
    /// What a person reads.
    pub fn shown(&self) -> String {
        let mut out = String::from("the unit offers\n");
        for class in &self.classes {
            let _ = writeln!(out, "  {} ({})", class.name, class.role.words());
            let lists = [("new", &class.constructors), ("call", &class.methods), ("assign", &class.fields)];
            for (what, list) in lists {
                for member in list {
                    let _ = writeln!(out, "    {what:<6}  {member}");
                }
            }
            for sentence in &class.left_out {
                let _ = writeln!(out, "    {sentence}");
            }
        }
        out.push_str("the unit needs\n");
        for class in &self.needs {
            let from = match (class.is_missing, class.is_library) {
                (true, _) => "missing",
                (_, true) => "JDK",
                _ => "class path",
            };
            let members = if class.members.is_empty() {
                String::new()
            } else {
                format!(": {}", class.members.join(", "))
            };
            let _ = writeln!(out, "  {} ({from}, {}){members}", class.name, class.role.words());
        }
        if self.needs.is_empty() {
            out.push_str("  nothing\n");
        }
        out
    }

    /// How a specification could begin.
    pub fn beginning(&self, unit: &[String]) -> String {
        let mut out = format!("a specification could begin like this\n\n  unit {};\n", unit.join(", "));
        let made: Vec<&Offered> =
            self.classes.iter().filter(|class| class.can_be_made && !class.constructors.is_empty()).collect();
        if !made.is_empty() {
            out.push_str("  instances {\n");
            for class in &made {
                let name = simple(&class.name);
                let _ = writeln!(out, "    {name} {};", name.to_lowercase());
            }
            out.push_str("  }\n");
        }
        let mut calls = Vec::new();
        for class in &self.classes {
            calls.extend(class.methods.iter().filter_map(|method| {
                let name = method.split('(').next()?.rsplit(' ').next()?;
                Some(format!("{}.{name}", simple(&class.name)))
            }));
        }
        calls.dedup();
        if !calls.is_empty() {
            let _ = writeln!(out, "  thread Client 2: ({})*;", calls.join(" | "));
        }
        out
    }
}

impl Role {
    fn words(self) -> &'static str {
        match self {
            Role::Passive => "passive",
            Role::Main => "active: has a main",
            Role::Thread => "active: runs in a thread",
        }
    }
}
