//! A linked class: its place in the hierarchy, its layout and its dispatch table.

use super::method::MethodId;
use crate::state::heap::Ref;
use base::{FastMap, Symbol};
use classfile::{Access, descriptor::Kind};
use std::sync::Arc;

base::dense_id! {
    /// A linked class, array class or primitive type.
    ClassId
}
base::dense_id! {
    /// A declared field.
    FieldId
}

impl ClassId {
    /// No class. As the class of a heap cell: a free run.
    pub const NONE: ClassId = ClassId(u32::MAX);
    /// The pseudo class of the records that hold classes' static fields.
    pub const STATICS: ClassId = ClassId(0);
}

/// Who defined a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Loader {
    /// The JDK image.
    Boot,
    /// The class path.
    App,
}

#[derive(Clone)]
pub struct Class {
    pub name: Symbol,
    pub kind: ClassKind,
    pub access: Access,
    pub super_class: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Box<[ClassId]>,
    /// All superclasses from the root down to the class itself: a subclass test is one look.
    pub ancestors: Box<[ClassId]>,
    /// Every superinterface, direct and inherited, sorted.
    pub all_interfaces: Box<[ClassId]>,
    pub loader: Loader,
    /// `None` for arrays, primitives and synthesized classes.
    pub file: Option<Arc<classfile::Class>>,
    pub fields: Box<[FieldId]>,
    pub methods: Box<[MethodId]>,
    /// Words of an instance, header included.
    pub instance_words: u32,
    /// The first free 4-byte unit behind the fields of an instance.
    pub instance_units: u32,
    /// Dispatch table; methods know their own row.
    pub vtable: Box<[MethodId]>,
    /// The record of static fields in the static area.
    pub statics: Ref,
    pub clinit: Option<MethodId>,
    /// Neither the class nor anything above it has code to run at initialization: it counts as initialized
    /// from the start.
    pub trivial_init: bool,
    /// The class was initialized when the base state was frozen.
    pub base_init: bool,
    /// The `java.lang.Class`; null until first asked for.
    pub mirror: Ref,
    /// The array class with this element, once it is needed.
    pub array: Option<ClassId>,
    /// Its methods have passed the verifier, or need not.
    pub verified: bool,
    /// An instance of `java.lang.ref.Reference`.
    pub is_reference: bool,
    /// A class of our own that stands for the operating system, see [`crate::kernel`].
    pub is_kernel: bool,
    /// For synthesized classes: hidden from stack traces and `Class.forName`.
    pub hidden: bool,
    /// The host that a hidden class was given when it was defined.
    pub nest_host: Option<ClassId>,
    pub method_index: FastMap<(Symbol, Symbol), MethodId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Object,
    Array {
        element: ClassId,
    },
    Primitive(Kind),
    /// The pseudo class of records of static fields.
    Statics,
}

impl Class {
    pub fn is_interface(&self) -> bool {
        self.access.is_interface()
    }

    pub fn element(&self) -> Option<ClassId> {
        match self.kind {
            ClassKind::Array { element } => Some(element),
            _ => None,
        }
    }

    pub fn is_primitive(&self) -> bool {
        matches!(self.kind, ClassKind::Primitive(_))
    }

    /// `java.lang.String`, `[I`, `int`: as `Class.getName` tells it.
    pub fn external_name(&self) -> String {
        self.name.text().replace('/', ".")
    }

    pub fn package(&self) -> &str {
        let name = self.name.as_str();
        name.rfind('/').map_or("", |end| &name[..end])
    }

    pub fn source_file(&self) -> Option<Symbol> {
        self.file.as_ref().and_then(|file| file.source_file)
    }

    pub fn module(&self) -> Option<Symbol> {
        self.file.as_ref().and_then(|file| file.module)
    }
}

#[derive(Clone)]
pub struct Field {
    pub class: ClassId,
    pub name: Symbol,
    pub desc: Symbol,
    pub access: Access,
    pub kind: Kind,
    /// 4-byte units from the start of the object, or of the record of statics.
    pub unit: u32,
    /// Its row in the class file; `None` for fields the machine adds.
    pub row: Option<u16>,
}

/// What the heap must know of a class: how large its objects are and where their references lie.
#[derive(Clone)]
pub struct Shape {
    pub kind: ShapeKind,
    /// Units of the reference fields; for arrays of references see `elements_are_refs`.
    pub refs: Box<[u16]>,
    pub elements_are_refs: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeKind {
    Instance {
        words: u32,
    },
    /// Elements of `1 << shift` bytes.
    Array {
        shift: u8,
    },
    /// As many 4-byte cells as the length says.
    Statics,
}

/// The cells every record of statics begins with.
pub mod statics {
    use crate::state::heap::HEADER_UNITS;

    /// Initialization: one of the states below.
    pub const STATE: u32 = HEADER_UNITS;
    /// The thread that initializes.
    pub const THREAD: u32 = HEADER_UNITS + 1;
    /// First unit that a static field can have.
    pub const FIRST: u32 = HEADER_UNITS + 2;

    pub const FRESH: u32 = 0;
    pub const RUNNING: u32 = 1;
    pub const DONE: u32 = 2;
    pub const FAILED: u32 = 3;
    /// It failed because the program was not granted something.
    pub const REFUSED: u32 = 4;
}
