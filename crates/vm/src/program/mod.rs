//! What does not change while a program runs: linked classes, their methods and fields. The tables only grow, and rewinding a
//! state never shrinks them: whether a class has been initialized is state, that it has been linked is not.

mod annotations;
mod class;
mod layout;
mod load;
mod method;
mod resolve;
mod vtable;

pub use annotations::has_annotation;
pub use class::{Class, ClassId, ClassKind, Field, FieldId, Loader, Shape, ShapeKind, statics};
pub use load::{LoadError, Sources};
pub use method::{CallLink, Code, Method, MethodId, MethodKind, StaticLink};
pub use resolve::{Missing, external_type};

use crate::native::Registry;
use base::{FastMap, IdVec, Symbol};
use std::sync::Arc;

/// Everything that has been linked so far.
pub struct Program {
    pub classes: IdVec<ClassId, Class>,
    pub methods: IdVec<MethodId, Method>,
    pub fields: IdVec<FieldId, Field>,
    by_name: FastMap<Symbol, ClassId>,
    /// Whose static fields a record holds.
    statics_of: FastMap<crate::Ref, ClassId>,
    /// Which implementation a class has for an interface's method.
    selected: FastMap<(ClassId, MethodId), Option<MethodId>>,
    /// Methods with the bytecode of methods that natives stand for.
    originals: FastMap<MethodId, MethodId>,
    pub registry: Arc<Registry>,
    pub sources: Sources,
    pub known: Option<Box<crate::known::Known>>,
}

impl Program {
    pub fn new(sources: Sources, registry: Arc<Registry>) -> Program {
        Program {
            classes: IdVec::new(),
            methods: IdVec::new(),
            fields: IdVec::new(),
            by_name: FastMap::default(),
            statics_of: FastMap::default(),
            selected: FastMap::default(),
            originals: FastMap::default(),
            registry,
            sources,
            known: None,
        }
    }

    /// The class whose static fields a record holds.
    pub fn class_of_statics(&self, record: crate::Ref) -> Option<ClassId> {
        self.statics_of.get(&record).copied()
    }

    /// A class that has been loaded already.
    pub fn loaded(&self, name: Symbol) -> Option<ClassId> {
        self.by_name.get(&name).copied()
    }
}
