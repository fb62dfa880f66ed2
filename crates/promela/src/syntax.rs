//! What a model says, with all names resolved to slots.

use crate::error::Pos;
use std::rc::Rc;

/// Types of single values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Bit,
    Byte,
    Short,
    Int,
    Mtype,
    Pid,
    Chan,
    Unsigned(u8),
}

impl Scalar {
    /// The value as a variable of this type keeps it.
    pub fn clip(self, value: i32) -> i32 {
        match self {
            Scalar::Bit => value & 1,
            Scalar::Byte | Scalar::Mtype | Scalar::Pid | Scalar::Chan => value & 0xff,
            Scalar::Short => i32::from(value as i16),
            Scalar::Int => value,
            Scalar::Unsigned(bits) => value & ((1i64 << bits) - 1) as i32,
        }
    }
}

/// A variable, an element of an array, a field: one value.
#[derive(Clone, PartialEq, Debug)]
pub struct VarRef {
    /// It belongs to a process, and `base` counts from the process's first value.
    pub is_local: bool,
    pub base: u32,
    pub steps: Vec<Index>,
    pub scalar: Scalar,
}

/// One index on the way to a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Index {
    pub value: Expr,
    pub length: u32,
    pub stride: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    And,
    Or,
}

impl Binary {
    /// The value of two values; nothing if that is a division by zero.
    pub fn apply(self, first: i32, second: i32) -> Option<i32> {
        Some(match self {
            Binary::Add => first.wrapping_add(second),
            Binary::Sub => first.wrapping_sub(second),
            Binary::Mul => first.wrapping_mul(second),
            Binary::Div | Binary::Rem if second == 0 => return None,
            Binary::Div => first.wrapping_div(second),
            Binary::Rem => first.wrapping_rem(second),
            Binary::BitAnd => first & second,
            Binary::BitOr => first | second,
            Binary::BitXor => first ^ second,
            Binary::Shl => first.wrapping_shl(second as u32),
            Binary::Shr => first.wrapping_shr(second as u32),
            Binary::Lt => i32::from(first < second),
            Binary::Gt => i32::from(first > second),
            Binary::Le => i32::from(first <= second),
            Binary::Ge => i32::from(first >= second),
            Binary::Eq => i32::from(first == second),
            Binary::Ne => i32::from(first != second),
            Binary::And => i32::from(first != 0 && second != 0),
            Binary::Or => i32::from(first != 0 || second != 0),
        })
    }

    /// Its value is 0 or 1.
    pub fn is_truth(self) -> bool {
        use Binary::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne | And | Or)
    }
}

/// Questions about a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    Len,
    Full,
    NotFull,
    Empty,
    NotEmpty,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Const(i32),
    Load(VarRef),
    Pid,
    Processes,
    Last,
    Timeout,
    NonProgress,
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Complement(Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
    Choose(Box<(Expr, Expr, Expr)>),
    Run {
        proctype: u32,
        arguments: Vec<Expr>,
    },
    Probe(Probe, VarRef),
    Poll {
        chan: VarRef,
        patterns: Vec<Pattern>,
        is_random: bool,
    },
    Enabled(Box<Expr>),
    PcValue(Box<Expr>),
    /// The label with this number among those that are asked for; of which process, if that is said.
    AtLabel {
        label: u32,
        pid: Option<Box<Expr>>,
    },
    /// The variable with this number among those of other processes that are asked for.
    Remote {
        variable: u32,
        pid: Option<Box<Expr>>,
        index: Option<Box<Expr>>,
    },
}

/// What a receive does with a field of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    Bind(VarRef),
    Drop,
    Match(Expr),
}

/// What one statement does.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Nothing; always.
    Skip,
    /// Nothing, where nothing else can be done.
    Else,
    Condition(Expr),
    Assign(VarRef, Expr),
    Send {
        chan: VarRef,
        arguments: Vec<Expr>,
        is_sorted: bool,
    },
    Receive {
        chan: VarRef,
        patterns: Vec<Pattern>,
        is_random: bool,
        keeps: bool,
    },
    Assert(Expr),
    Print {
        format: std::sync::Arc<str>,
        arguments: Vec<Expr>,
    },
    /// The deterministic step whose first statement has this number.
    DStep(u32),
    /// In an assertion about traces: a message is sent or received.
    Event {
        chan: VarRef,
        patterns: Vec<Pattern>,
        is_send: bool,
    },
    /// The process ends.
    End,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub node: Node,
    pub pos: Pos,
    /// As it is written.
    pub text: Rc<str>,
}

pub type Block = Vec<Stmt>;

/// A label, and the expansion of an `inline` in which it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LabelName {
    pub name: Rc<str>,
    pub expansion: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    Op(Op),
    If(Vec<Block>),
    Do(Vec<Block>),
    /// A loop that counts, of which nothing is left out.
    Count(Vec<Block>),
    Atomic(Block),
    DStep(Block),
    Plain(Block),
    Unless(Box<Stmt>, Box<Stmt>),
    Goto(LabelName),
    Break,
    Label(LabelName, Box<Stmt>),
}

/// What happens to values when a process, or the system, begins.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// `count` equal values.
    Set {
        base: u32,
        count: u32,
        stride: u32,
        scalar: Scalar,
        value: Expr,
        pos: Pos,
    },
    List {
        base: u32,
        scalar: Scalar,
        values: Vec<i32>,
    },
    /// A channel for each.
    Chan {
        base: u32,
        count: u32,
        stride: u32,
        chan: u32,
    },
}

/// What the messages of a channel are, and how many it holds; none if sender and receiver meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanType {
    pub capacity: u32,
    pub fields: Vec<Scalar>,
}

/// A variable with its name, for those who show states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    pub name: String,
    pub base: u32,
    pub scalar: Scalar,
    /// The kind of its names, if it is an mtype.
    pub names: u32,
}

#[derive(Clone, Debug)]
pub struct Proctype {
    pub name: Rc<str>,
    pub pos: Pos,
    /// Its place among proctypes and claims, which is the order in which processes begin.
    pub order: usize,
    pub active: u32,
    /// It was declared to have one way on at most, wherever it is.
    pub is_deterministic: bool,
    /// Types of the parameters; they are the first values of a process.
    pub parameters: Vec<Scalar>,
    /// Values of a process.
    pub size: u32,
    pub inits: Vec<Init>,
    pub provided: Option<Expr>,
    pub body: Block,
    pub slots: Vec<Slot>,
}

/// A claim of the model's own that is written as what must not happen.
#[derive(Clone, Debug)]
pub struct NeverClaim {
    pub name: String,
    /// How many values it has of its own, and how they begin.
    pub size: u32,
    pub inits: Vec<Init>,
    pub body: Block,
    pub pos: Pos,
    pub order: usize,
}

/// What messages may be sent and received, in which order; or must not, if it is negated.
#[derive(Clone, Debug)]
pub struct TraceClaim {
    pub body: Block,
    pub pos: Pos,
    pub order: usize,
    pub is_negated: bool,
}

/// A formula of the model's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    pub name: String,
    /// As `logic` reads it, with atoms in quotes.
    pub text: String,
    pub pos: Pos,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelRef {
    pub proctype: u32,
    pub label: Rc<str>,
    pub pos: Pos,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableRef {
    pub proctype: u32,
    pub variable: Rc<str>,
    pub pos: Pos,
}

/// A whole model.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// `init` is among them.
    pub proctypes: Vec<Proctype>,
    pub claims: Vec<NeverClaim>,
    pub trace: Option<TraceClaim>,
    /// Proctypes and claims that have been read; each has its number among them as its order.
    pub blocks: usize,
    pub formulas: Vec<Formula>,
    pub chans: Vec<ChanType>,
    pub size: u32,
    pub inits: Vec<Init>,
    pub slots: Vec<Slot>,
    pub labels: Vec<LabelRef>,
    pub remotes: Vec<VariableRef>,
    pub has_last: bool,
    pub has_priorities: bool,
    /// Names of mtypes: for each kind, from 1 on.
    pub mtypes: Vec<Vec<Rc<str>>>,
}
