//! A linked method and its code.

use super::class::ClassId;
use crate::native::Native;
use crate::state::heap::Ref;
use base::{BitSet, Symbol};
use classfile::{Access, descriptor::Kind};
use ir::{Body, Op};
use std::sync::OnceLock;

base::dense_id! {
    /// A declared or synthesized method.
    MethodId
}

#[derive(Clone)]
pub struct Method {
    pub class: ClassId,
    pub name: Symbol,
    pub desc: Symbol,
    pub access: Access,
    /// Kinds of the parameters, receiver first for instance methods.
    pub params: Box<[Kind]>,
    pub ret: Kind,
    pub kind: MethodKind,
    /// Row in the dispatch table.
    pub vrow: Option<u32>,
    /// Its row in the class file; `None` for synthesized methods.
    pub row: Option<u16>,
    /// Synthesized, or annotated so: not shown in stack traces.
    pub hidden: bool,
    /// A temporal property looks at who is within it: entering and leaving it ends a step.
    pub watched: bool,
    /// Stack traces show this method instead, as native.
    pub shown_as: Option<MethodId>,
}

#[derive(Clone)]
pub enum MethodKind {
    Abstract,
    /// Bytecode that has not been lowered: it has never been called.
    Bytecode,
    Code(Box<Code>),
    Native(Native),
    /// Declared native, and not in our registry.
    Unsupported,
    /// A signature-polymorphic method of `MethodHandle` or `VarHandle`.
    Polymorphic,
}

/// Lowered code with what has been linked of it.
#[derive(Clone)]
pub struct Code {
    pub body: Body,
    /// The operations that run: a copy of the body's, rewritten as they are linked.
    pub ops: Box<[Op]>,
    /// For each symbol the class it was resolved to; behind them, array classes that the code makes.
    pub classes: Vec<ClassId>,
    pub calls: Vec<CallLink>,
    pub statics: Vec<StaticLink>,
    /// Calls need more than a frame: the method is synchronized.
    pub synchronized: bool,
    /// What positions of temporal properties see of each operation; empty if they do not look at the method.
    pub marks: Vec<u64>,
    /// Operations behind which that may be something else.
    pub crossings: BitSet,
    /// Made when a collection first meets a frame of the method.
    pub liveness: OnceLock<ir::Liveness>,
}

/// A linked call.
#[derive(Clone, Debug)]
pub struct CallLink {
    /// The resolved method; for virtual and interface calls what its selection starts from.
    pub method: MethodId,
    pub args: Box<[u16]>,
    /// The class last seen and its method.
    pub seen_class: ClassId,
    pub seen_method: MethodId,
}

/// A linked static field.
#[derive(Clone, Copy, Debug)]
pub struct StaticLink {
    pub class: ClassId,
    pub record: Ref,
    pub unit: u32,
    pub kind: Kind,
}

impl MethodId {
    pub const NONE: MethodId = MethodId(u32::MAX);
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.access.is_static()
    }

    pub fn code(&self) -> Option<&Code> {
        match &self.kind {
            MethodKind::Code(code) => Some(code),
            _ => None,
        }
    }
}

impl Code {
    /// Behind this operation positions of temporal properties may see something else.
    #[inline]
    pub fn is_crossing(&self, pc: usize) -> bool {
        self.crossings.contains(pc)
    }

    pub fn new(body: Body) -> Code {
        let none = CallLink {
            method: MethodId::NONE,
            args: [].into(),
            seen_class: ClassId::NONE,
            seen_method: MethodId::NONE,
        };
        let calls =
            body.calls.iter().map(|shape| CallLink { args: shape.args.clone(), ..none.clone() }).collect();
        Code {
            ops: body.ops.clone().into(),
            classes: vec![ClassId::NONE; body.syms.len()],
            calls,
            statics: Vec::new(),
            synchronized: false,
            marks: Vec::new(),
            crossings: BitSet::new(),
            liveness: OnceLock::new(),
            body,
        }
    }
}
