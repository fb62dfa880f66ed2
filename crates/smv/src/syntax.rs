//! What a text says, before names mean anything.

use crate::error::Span;

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub place: Span,
}

#[derive(Clone, Debug)]
pub struct Module {
    pub name: Name,
    pub parameters: Vec<Name>,
    pub parts: Vec<ModuleElement>,
}

#[derive(Clone, Debug)]
pub enum ModuleElement {
    Variable { name: Name, lifetime: Lifetime, kind: Kind },
    Define(Name, Expr),
    Constants(Vec<Name>),
    Assign(Assign),
    Constraint(Constraint, Expr),
    Compassion(Expr, Expr),
    Spec { logic: SpecLogic, name: Option<Name>, formula: Expr },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    State,
    Input,
    Frozen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constraint {
    Init,
    Invar,
    Trans,
    Justice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecLogic {
    Invariant,
    Ctl,
    Ltl,
}

#[derive(Clone, Debug)]
pub struct Assign {
    pub when: When,
    pub target: Expr,
    pub value: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Init,
    Next,
    Always,
}

/// What a variable is declared as.
#[derive(Clone, Debug)]
pub enum Kind {
    Boolean,
    Values(Vec<Expr>),
    Range(Expr, Expr),
    Word { signed: bool, bits: Expr },
    Array { from: Expr, to: Expr, of: Box<Kind> },
    Instance { module: Name, arguments: Vec<Expr>, is_process: bool },
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub node: Node,
    pub place: Span,
    /// Levels of nesting.
    pub depth: u32,
}

#[derive(Clone, Debug)]
pub enum Node {
    Bool(bool),
    Int(i64),
    Bits {
        bits: u32,
        signed: bool,
        value: u64,
    },
    Name(String),
    Dot(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    Case(Vec<(Expr, Expr)>),
    Set(Vec<Expr>),
    /// `[a, b]`, of definitions alone.
    Array(Vec<Expr>),
    Range(Box<Expr>, Box<Expr>),
    Next(Box<Expr>),
    Call(Function, Vec<Expr>),
    Temporal(Temporal, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Implies,
    Iff,
    Or,
    Xor,
    Xnor,
    And,
    Equal,
    Unequal,
    Less,
    Greater,
    AtMost,
    AtLeast,
    In,
    Union,
    Left,
    Right,
    Plus,
    Minus,
    Times,
    Divide,
    Mod,
    Concat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    Bool,
    ToInt,
    Word1,
    Signed,
    Unsigned,
    Extend,
    Resize,
    UnsignedConst,
    SignedConst,
    SizeOf,
    Count,
    Max,
    Min,
    Abs,
}

/// Operators of CTL, with their quantifier, and of LTL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Temporal {
    /// On all paths, on some; nothing in LTL.
    pub all: Option<bool>,
    pub op: TemporalOp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemporalOp {
    Next,
    Future,
    Globally,
    Until,
    Release,
}
