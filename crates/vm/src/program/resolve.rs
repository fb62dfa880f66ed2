//! Resolution of fields and methods (JVMS 5.4.3.2 to 5.4.3.4). Access is not checked: javac has, and a class
//! path that was put together from unlike versions is beyond what we report.

use super::Program;
use super::class::{ClassId, ClassKind, FieldId};
use super::method::MethodId;
use base::{Symbol, names};

/// Why a member could not be resolved; the text is Java's message.
#[derive(Debug, PartialEq, Eq)]
pub enum Missing {
    Field(String),
    Method(String),
    Incompatible(String),
}

impl Program {
    /// A field of the class, of its superinterfaces or of its superclasses, in that order.
    pub fn find_field(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<FieldId> {
        let c = &self.classes[class];
        let own =
            c.fields.iter().copied().find(|&f| self.fields[f].name == name && self.fields[f].desc == desc);
        own.or_else(|| c.interfaces.iter().find_map(|&i| self.find_field(i, name, desc)))
            .or_else(|| c.super_class.and_then(|s| self.find_field(s, name, desc)))
    }

    pub fn resolve_field(&self, class: ClassId, name: Symbol, desc: Symbol) -> Result<FieldId, Missing> {
        self.find_field(class, name, desc).ok_or_else(|| Missing::Field(name.text().into_owned()))
    }

    /// A method declared by the class itself.
    pub fn declared_method(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        self.classes[class].method_index.get(&(name, desc)).copied()
    }

    /// A method of the class, its superclasses or its superinterfaces. Polymorphic methods match any
    /// descriptor.
    pub fn find_method(&self, class: ClassId, name: Symbol, desc: Symbol) -> Option<MethodId> {
        let c = &self.classes[class];
        for &ancestor in c.ancestors.iter().rev() {
            if let Some(found) = self.declared_method(ancestor, name, desc) {
                return Some(found);
            }
            let ancestor_name = self.classes[ancestor].name;
            if (ancestor_name == names::METHOD_HANDLE || ancestor_name == names::VAR_HANDLE)
                && let Some(found) = self.polymorphic(ancestor, name)
            {
                return Some(found);
            }
        }
        let mut fallback = None;
        for &interface in &*c.all_interfaces {
            if let Some(found) = self.declared_method(interface, name, desc) {
                let m = &self.methods[found];
                if m.is_static() || m.access.is_private() {
                    continue;
                }
                let shadowed = c.all_interfaces.iter().any(|&other| {
                    other != interface
                        && self.classes[other].all_interfaces.binary_search(&interface).is_ok()
                        && self.declared_method(other, name, desc).is_some()
                });
                if !shadowed && !m.access.is_abstract() {
                    return Some(found);
                }
                if !shadowed || fallback.is_none() {
                    fallback = Some(found);
                }
            }
        }
        fallback
    }

    fn polymorphic(&self, class: ClassId, name: Symbol) -> Option<MethodId> {
        self.classes[class].methods.iter().copied().find(|&m| {
            self.methods[m].name == name && matches!(self.methods[m].kind, super::MethodKind::Polymorphic)
        })
    }

    pub fn resolve_method(
        &self,
        class: ClassId,
        name: Symbol,
        desc: Symbol,
        interface: bool,
    ) -> Result<MethodId, Missing> {
        let c = &self.classes[class];
        if interface != c.is_interface() && c.kind == ClassKind::Object {
            let is = if interface { "class, but interface was" } else { "interface, but class was" };
            return Err(Missing::Incompatible(format!("Found {is} expected: {}", c.external_name())));
        }
        let object = || (interface).then(|| self.loaded(names::OBJECT)).flatten();
        self.find_method(class, name, desc)
            .or_else(|| object().and_then(|o| self.declared_method(o, name, desc)))
            .ok_or_else(|| Missing::Method(self.describe_method(class, name, desc)))
    }

    /// `'void pkg.Cls.method(int, java.lang.String)'`, as in a `NoSuchMethodError`.
    pub fn describe_method(&self, class: ClassId, name: Symbol, desc: Symbol) -> String {
        let external = |desc: Symbol| external_type(desc.as_str());
        match classfile::MethodDesc::parse(desc) {
            Some(parsed) => {
                let params: Vec<String> = parsed.params.iter().map(|(_, d)| external(*d)).collect();
                let owner = self.classes[class].external_name();
                format!("'{} {owner}.{name}({})'", external(parsed.ret.1), params.join(", "))
            }
            None => format!("{}.{name}{desc}", self.classes[class].external_name()),
        }
    }
}

/// A descriptor as Java source writes the type.
pub fn external_type(desc: &str) -> String {
    let dimensions = desc.bytes().take_while(|&b| b == b'[').count();
    let element = &desc[dimensions..];
    let name = match element.as_bytes() {
        [b'L', .., b';'] => element[1..element.len() - 1].replace('/', "."),
        [letter] => {
            classfile::Kind::from_letter(*letter).and_then(|k| k.java_name()).unwrap_or("?").to_string()
        }
        _ => element.to_string(),
    };
    name + &"[]".repeat(dimensions)
}
