//! A method as statements about references, as far as points-to analysis wants to know them.

use base::Symbol;
use classfile::{HandleRef, MemberRef};

/// A variable of a method: first the registers, then the definitions.
pub(crate) type Var = u32;

/// What is known of a value that is no reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// The bits of a constant.
    Constant(u64),
    /// A parameter of the method, the receiver not counted.
    Parameter(u16),
    Unknown,
}

/// How a call finds its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallKind {
    Static,
    Special,
    Virtual,
}

#[derive(Clone, Debug)]
pub(crate) struct CallStmt {
    pub kind: CallKind,
    pub member: MemberRef,
    /// Receiver first; none for values that are no references.
    pub args: Box<[Option<Var>]>,
    pub to: Option<Var>,
}

/// What a method does with references.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Copy {
        from: Var,
        to: Var,
    },
    /// What is of the class.
    Cast {
        from: Var,
        to: Var,
        class: Symbol,
    },
    /// An object of a class, or an array by its descriptor.
    New {
        to: Var,
        class: Symbol,
    },
    /// An array that nobody has before all its elements are given.
    NewFilled {
        to: Var,
        class: Symbol,
    },
    /// An array without elements: nothing is ever put into it.
    NewEmpty {
        to: Var,
        class: Symbol,
    },
    Null {
        to: Var,
    },
    Load {
        to: Var,
        base: Var,
        field: MemberRef,
    },
    Store {
        base: Var,
        field: MemberRef,
        from: Var,
    },
    StoreScalar {
        base: Var,
        field: MemberRef,
        value: Scalar,
    },
    LoadStatic {
        to: Var,
        field: MemberRef,
    },
    StoreStatic {
        field: MemberRef,
        from: Var,
    },
    StoreStaticScalar {
        field: MemberRef,
        value: Scalar,
    },
    LoadElement {
        to: Var,
        base: Var,
    },
    StoreElement {
        base: Var,
        from: Var,
    },
    StoreScalarElement {
        base: Var,
    },
    /// A static field of a class is looked at, or an object made: the class is initialized.
    Touch(Symbol),
    /// A class is named as an object.
    Literal(Symbol),
    Call(CallStmt),
    /// A call site that makes a lambda: the interface method's name, what is called, what is captured.
    Lambda {
        to: Var,
        interface: Symbol,
        name: Symbol,
        target: HandleRef,
        captured: Box<[Option<Var>]>,
    },
    /// What any other call site makes, of its arguments.
    Dynamic {
        to: Option<Var>,
        class: Option<Symbol>,
        args: Box<[Option<Var>]>,
    },
    Return {
        from: Var,
    },
    ReturnScalar {
        value: Scalar,
    },
    Throw {
        from: Var,
    },
    Catch {
        to: Var,
        class: Option<Symbol>,
    },
    Lock {
        object: Var,
    },
}

/// The place of a statement that is part of no operation.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A method's statements. The number of one is where an object was made.
pub(crate) struct Code {
    pub stmts: Vec<Stmt>,
    /// For each statement the operation that it is part of.
    pub places: Vec<u32>,
    /// How many variables there are. Parameters are the first ones.
    pub vars: u32,
    /// Every path goes through all statements, in this order.
    pub is_straight: bool,
    /// Every path goes through as many statements first, in this order.
    pub straight: usize,
}

/// The array class of an element that is given as a class's name or an array's descriptor.
pub(crate) fn array_of(element: Symbol) -> Symbol {
    let text = element.text();
    Symbol::new(&if text.starts_with('[') { format!("[{text}") } else { format!("[L{text};") })
}

/// The class or array that a method with this descriptor returns.
pub(crate) fn result_class(desc: Symbol) -> Option<Symbol> {
    let (_, result) = desc.as_str().split_once(')')?;
    classfile::descriptor::class_of(Symbol::new(result))
}
