//! What does not change while a program runs: linked classes, their methods and fields. The tables only grow,
//! and rewinding a state never shrinks them: whether a class has been initialized is state, that it has been
//! linked is not.

mod annotations;
mod class;
mod layout;
mod load;
mod method;
mod resolve;
mod tokens;
mod vtable;

pub use annotations::{Annotation, annotations, has_annotation, parameter_annotations};
pub use class::{Class, ClassId, ClassKind, Field, FieldId, Loader, Shape, ShapeKind, statics};
pub use load::{LoadError, Sources};
pub use method::{CallLink, Code, Method, MethodId, MethodKind, StaticLink};
pub use resolve::{Missing, external_type};
pub use tokens::{Tokens, digest};

use crate::native::Registry;
use base::{FastMap, IdVec, Symbol};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bit that tokens of late classes and methods have.
const LATE: u32 = 1 << 31;

/// Everything that has been linked so far.
#[derive(Clone)]
pub struct Program {
    pub classes: IdVec<ClassId, Class>,
    pub methods: IdVec<MethodId, Method>,
    pub fields: IdVec<FieldId, Field>,
    /// What states call classes and methods.
    pub class_tokens: Tokens,
    pub method_tokens: Tokens,
    by_name: FastMap<Symbol, ClassId>,
    /// Whose static fields a record holds.
    statics_of: BTreeMap<crate::Ref, ClassId>,
    /// Which implementation a class has for an interface's method.
    selected: FastMap<(ClassId, MethodId), Option<MethodId>>,
    /// Methods with the bytecode of methods that natives stand for.
    originals: FastMap<MethodId, MethodId>,
    pub registry: Arc<Registry>,
    pub sources: Sources,
    pub known: Option<Box<crate::known::WellKnown>>,
    /// Service, module and provider, for all modules of the JDK; read when first asked for.
    services: Option<Vec<(Symbol, Symbol, Symbol)>>,
}

impl Program {
    pub fn new(sources: Sources, registry: Arc<Registry>) -> Program {
        Program {
            classes: IdVec::new(),
            methods: IdVec::new(),
            fields: IdVec::new(),
            class_tokens: Tokens::new(LATE),
            method_tokens: Tokens::new(LATE),
            by_name: FastMap::default(),
            statics_of: BTreeMap::new(),
            selected: FastMap::default(),
            originals: FastMap::default(),
            registry,
            sources,
            known: None,
            services: None,
        }
    }

    /// The class whose static fields a record holds.
    pub fn class_of_statics(&self, record: crate::Ref) -> Option<ClassId> {
        self.statics_of.get(&record).copied()
    }

    /// The static field at an address in 4-byte units: its record, and its unit there.
    pub fn static_at(&self, at: u32) -> Option<(crate::Ref, &Field)> {
        let (&record, &class) = self.statics_of.range(..=crate::Ref(at / 2)).next_back()?;
        let unit = at - record.0 * 2;
        let mut fields = self.classes[class].fields.iter().map(|&field| &self.fields[field]);
        fields.find(|f| f.unit == unit && f.access.is_static()).map(|field| (record, field))
    }

    /// Who in the JDK provides a service: module and class.
    pub fn providers(&mut self, service: Symbol) -> Result<Vec<(Symbol, Symbol)>, classfile::Error> {
        let all = match self.services.take() {
            Some(all) => all,
            None => self.read_services()?,
        };
        let found =
            all.iter().filter(|row| row.0 == service).map(|&(_, module, class)| (module, class)).collect();
        self.services = Some(all);
        Ok(found)
    }

    fn read_services(&self) -> Result<Vec<(Symbol, Symbol, Symbol)>, classfile::Error> {
        let mut rows = Vec::new();
        for module in self.sources.boot.modules()? {
            let bytes = self.sources.boot.module_resource(module.as_str(), "module-info.class")?;
            let info = bytes.and_then(|bytes| classfile::ModuleInfo::read(&bytes));
            let provides = info.map_or(Vec::new(), |info| info.provides);
            rows.extend(provides.into_iter().map(|(service, class)| (service, module, class)));
        }
        Ok(rows)
    }

    /// From now on states call classes and methods by what they are.
    pub(crate) fn freeze_tokens(&mut self) {
        self.class_tokens.freeze(self.classes.len() as u32);
        self.method_tokens.freeze(self.methods.len() as u32);
    }

    /// What a state calls a class.
    #[inline]
    pub fn class_token(&self, class: ClassId) -> u32 {
        self.class_tokens.of(class.0)
    }

    /// The class that a state calls so, if it has been met.
    pub fn class_of_token(&self, token: u32) -> Option<ClassId> {
        self.class_tokens.number(token).map(ClassId)
    }

    /// What a state calls a method.
    #[inline]
    pub fn method_token(&self, method: MethodId) -> u32 {
        self.method_tokens.of(method.0)
    }

    /// The method that a state calls so; `MethodId::NONE` if it has not been met.
    #[inline]
    pub fn method_of_token(&self, token: u32) -> MethodId {
        let method = self.method_tokens.number(token).map(MethodId);
        method.filter(|&method| self.methods.get(method).is_some()).unwrap_or(MethodId::NONE)
    }

    /// Adds a method of a class with this name. `what` tells it from others of the same signature.
    pub(crate) fn push_method(&mut self, owner: Symbol, method: Method, what: &[u8]) -> MethodId {
        let number = self.methods.next_id().0;
        if self.method_tokens.is_late(number) {
            let parts = [owner.bytes(), method.name.bytes(), method.desc.bytes(), what];
            self.method_tokens.add(number, digest(&parts));
        }
        self.methods.push(method)
    }

    /// A class that has been loaded already.
    pub fn loaded(&self, name: Symbol) -> Option<ClassId> {
        self.by_name.get(&name).copied()
    }
}
