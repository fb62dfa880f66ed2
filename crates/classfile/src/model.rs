//! A class as its file tells it (JVMS chapter 4), with every constant-pool name already looked up.
//!
//! Annotations stay as bytes: the class library parses them itself and asks for them in that form.

use base::Symbol;
use std::sync::Arc;

/// One parsed class file.
#[derive(Debug)]
pub struct Class {
    /// Where the bytes came from, for messages: `dir/A.class`, `lib.jar!/A.class`,
    /// `jrt:/java.base/java/lang/Object.class`.
    pub origin: Arc<str>,
    /// The module that the JDK image files it under; `None` for classes of folders and jars.
    pub module: Option<Symbol>,
    pub major: u16,
    pub minor: u16,
    pub access: Access,
    /// Internal form: `java/lang/Object`.
    pub name: Symbol,
    pub super_name: Option<Symbol>,
    pub interfaces: Box<[Symbol]>,
    /// Indexed as in the file; entry 0 and the second half of longs and doubles are `Unused`.
    pub constants: Box<[Constant]>,
    pub fields: Box<[Field]>,
    pub methods: Box<[Method]>,
    pub bootstraps: Box<[Bootstrap]>,
    pub source_file: Option<Symbol>,
    pub signature: Option<Symbol>,
    pub inner_classes: Box<[InnerClass]>,
    pub enclosing: Option<Enclosing>,
    pub nest_host: Option<Symbol>,
    pub nest_members: Box<[Symbol]>,
    pub record: Option<Box<[RecordComponent]>>,
    pub permitted: Option<Box<[Symbol]>>,
    pub annotations: Annotations,
}

/// Raw contents of the runtime-visible annotation attributes, without the attribute header.
#[derive(Debug, Default)]
pub struct Annotations {
    pub visible: Option<Box<[u8]>>,
    pub types: Option<Box<[u8]>>,
}

/// Access and property flags (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Access(pub u16);

impl Access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ENUM: u16 = 0x4000;

    #[inline]
    pub const fn has(self, flags: u16) -> bool {
        self.0 & flags == flags
    }
    #[inline]
    pub const fn is_static(self) -> bool {
        self.has(Self::STATIC)
    }
    #[inline]
    pub const fn is_private(self) -> bool {
        self.has(Self::PRIVATE)
    }
    #[inline]
    pub const fn is_abstract(self) -> bool {
        self.has(Self::ABSTRACT)
    }
    #[inline]
    pub const fn is_interface(self) -> bool {
        self.has(Self::INTERFACE)
    }
}

/// A constant-pool entry with its names looked up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constant {
    Unused,
    Utf8(Symbol),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    /// Internal name, or a descriptor for arrays (`[I`, `[Ljava/lang/String;`).
    Class(Symbol),
    String(Symbol),
    Field(MemberRef),
    Method(MemberRef),
    InterfaceMethod(MemberRef),
    NameAndType {
        name: Symbol,
        desc: Symbol,
    },
    MethodHandle(HandleRef),
    MethodType(Symbol),
    Dynamic(DynamicRef),
    InvokeDynamic(DynamicRef),
    Module(Symbol),
    Package(Symbol),
}

/// A symbolic reference to a field or method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberRef {
    pub class: Symbol,
    pub name: Symbol,
    pub desc: Symbol,
}

/// A `CONSTANT_MethodHandle`: what it does (JVMS table 5.4.3.5-A) and with which member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandleRef {
    pub kind: HandleKind,
    pub member: MemberRef,
    /// The member was named by an `InterfaceMethodref`.
    pub interface: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum HandleKind {
    GetField = 1,
    GetStatic = 2,
    PutField = 3,
    PutStatic = 4,
    InvokeVirtual = 5,
    InvokeStatic = 6,
    InvokeSpecial = 7,
    NewInvokeSpecial = 8,
    InvokeInterface = 9,
}

/// A dynamic constant or call site: a row of the class's bootstrap table, and a name with its descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DynamicRef {
    pub bootstrap: u16,
    pub name: Symbol,
    pub desc: Symbol,
}

/// A row of `BootstrapMethods`: the method, and the constant-pool indices of its static arguments.
#[derive(Debug)]
pub struct Bootstrap {
    pub method: HandleRef,
    pub arguments: Box<[u16]>,
}

#[derive(Debug)]
pub struct Field {
    pub access: Access,
    pub name: Symbol,
    pub desc: Symbol,
    /// Constant-pool index of `ConstantValue`, of the field's type; only for static fields, since it means
    /// nothing for others (JVMS 4.7.2).
    pub constant: Option<u16>,
    pub signature: Option<Symbol>,
    pub annotations: Annotations,
}

#[derive(Debug)]
pub struct Method {
    pub access: Access,
    pub name: Symbol,
    pub desc: Symbol,
    pub code: Option<Code>,
    pub exceptions: Box<[Symbol]>,
    pub signature: Option<Symbol>,
    pub annotations: Annotations,
    /// Raw content of `RuntimeVisibleParameterAnnotations`.
    pub parameter_annotations: Option<Box<[u8]>>,
    /// Raw content of `AnnotationDefault`.
    pub annotation_default: Option<Box<[u8]>>,
    pub parameters: Option<Box<[Parameter]>>,
}

/// A row of `MethodParameters`: name (if any) and flags.
pub type Parameter = (Option<Symbol>, u16);

#[derive(Debug)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytes: Box<[u8]>,
    pub handlers: Box<[Handler]>,
    /// `(start_pc, line)`, in the order of the file; later tables follow earlier ones.
    pub lines: Box<[(u16, u16)]>,
    pub locals: Box<[LocalVariable]>,
    /// Raw content of `StackMapTable`.
    pub stack_map: Option<Box<[u8]>>,
    /// Offset of `bytes` in the class file, for messages.
    pub file_offset: u32,
}

#[derive(Debug, Clone, Copy)]
pub struct Handler {
    pub start: u16,
    pub end: u16,
    pub target: u16,
    /// `None` catches everything.
    pub catch: Option<Symbol>,
}

#[derive(Debug, Clone, Copy)]
pub struct LocalVariable {
    pub start: u16,
    pub length: u16,
    pub name: Symbol,
    pub desc: Symbol,
    pub slot: u16,
}

#[derive(Debug, Clone, Copy)]
pub struct InnerClass {
    pub inner: Symbol,
    pub outer: Option<Symbol>,
    pub name: Option<Symbol>,
    pub access: Access,
}

#[derive(Debug, Clone, Copy)]
pub struct Enclosing {
    pub class: Symbol,
    /// Name and descriptor, where the class stands inside a method.
    pub method: Option<(Symbol, Symbol)>,
}

#[derive(Debug)]
pub struct RecordComponent {
    pub name: Symbol,
    pub desc: Symbol,
    pub signature: Option<Symbol>,
    pub annotations: Annotations,
}
