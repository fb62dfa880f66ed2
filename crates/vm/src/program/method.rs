//! A linked method and its code.

use super::class::ClassId;
use crate::native::Native;
use crate::state::heap::Ref;
use crate::state::stable::Stable;
use base::{BitSet, Symbol};
use classfile::{Access, descriptor::Kind};
use ir::{CheckedBody, Op};
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
    Code(Stable<Code>),
    Native(Native),
    /// Declared native, and not in our registry.
    Unsupported,
    /// A signature-polymorphic method of `MethodHandle` or `VarHandle`.
    Polymorphic,
}

/// Lowered code with what has been linked of it.
#[derive(Clone)]
pub struct Code {
    pub(crate) body: CheckedBody,
    /// The operations that run: a copy of the body's, rewritten by [`Code::relink`] alone.
    ops: Vec<Op>,
    /// For each symbol the class it was resolved to; behind them, array classes that the code makes.
    pub classes: Vec<ClassId>,
    pub calls: Vec<CallLink>,
    pub statics: Vec<StaticLink>,
    /// Calls need more than a frame: the method is synchronized.
    pub synchronized: bool,
    /// It enters or leaves monitors itself.
    pub has_monitors: bool,
    /// What positions of temporal properties see of each operation; empty if they do not look at the method.
    pub marks: Vec<u64>,
    /// Operations behind which that may be something else.
    pub crossings: BitSet,
    /// Made when a collection first meets a frame of the method.
    pub liveness: OnceLock<ir::Liveness>,
    /// Machine code for some of its operations.
    pub(crate) compiled: crate::compiled::Slots,
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

    /// Gives the method its code.
    ///
    /// # Panics
    /// If the code takes other parameters than the method: calls rely on the same number of registers.
    pub fn install(&mut self, code: Code) {
        let (has, takes) = (self.params.len(), usize::from(code.body.params));
        assert_eq!(has, takes, "{}{} has code with other parameters", self.name, self.desc);
        self.kind = MethodKind::Code(Stable::new(code));
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

    #[inline]
    pub fn body(&self) -> &CheckedBody {
        &self.body
    }

    /// The operations that run.
    #[inline]
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Where the operations begin; it stays good when one is relinked. From the vector itself: a pointer that
    /// comes from a slice of it would end with the next write.
    #[inline]
    pub(crate) fn first_op(&self) -> *const Op {
        self.ops.as_ptr()
    }

    /// Puts a linked operation in the place of a named one. What the interpreter relies on stays true: the
    /// new operation fits into the body like the old one.
    pub(crate) fn relink(&mut self, at: usize, linked: Op) -> Result<(), String> {
        self.body.admits(&linked)?;
        let named = self.ops[at].effects();
        let within = linked.effects().is_within(named);
        debug_assert!(within, "{:?} does more than {named:?}", linked);
        self.ops[at] = linked;
        Ok(())
    }

    /// Puts the named operations back in the place of linked ones, to be linked again. There may be machine code that
    /// was made of them: it is not entered any more.
    pub(crate) fn unlink(&mut self, which: impl Fn(&Op) -> bool) {
        for at in 0..self.ops.len() {
            if which(&self.ops[at]) && self.ops[at] != self.body.ops[at] {
                self.ops[at] = self.body.ops[at];
                self.compiled = crate::compiled::Slots::default();
            }
        }
    }

    pub fn new(body: CheckedBody) -> Code {
        let none = CallLink {
            method: MethodId::NONE,
            args: [].into(),
            seen_class: ClassId::NONE,
            seen_method: MethodId::NONE,
        };
        let calls =
            body.calls.iter().map(|shape| CallLink { args: shape.args.clone(), ..none.clone() }).collect();
        let is_monitors = |op: &Op| matches!(op, Op::MonitorEnter { .. } | Op::MonitorExit { .. });
        Code {
            has_monitors: body.ops.iter().any(is_monitors),
            ops: body.ops.clone(),
            classes: vec![ClassId::NONE; body.syms.len()],
            calls,
            statics: Vec::new(),
            synchronized: false,
            marks: Vec::new(),
            crossings: BitSet::new(),
            liveness: OnceLock::new(),
            compiled: crate::compiled::Slots::default(),
            body,
        }
    }
}
