//! A method's code in register form, with everything it refers to: self-contained, so that it can be printed,
//! parsed back, made by hand and run without a class file beside it.

use crate::op::Op;
use base::{BitSet, Symbol};
use classfile::{DynamicRef, HandleRef, MemberRef};

/// The code of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Registers 0.. hold the parameters (receiver first), one each, whatever their kind; the others are
    /// free.
    pub params: u16,
    pub registers: u16,
    /// The registers that hold references. A register's kind is the same all through the method.
    pub refs: BitSet,
    pub ops: Vec<Op>,
    pub syms: Vec<Sym>,
    pub calls: Vec<CallShape>,
    pub wides: Vec<u64>,
    pub tables: Vec<SwitchTable>,
    /// In the order of the class file: the first that fits wins.
    pub handlers: Vec<Handler>,
    /// For each operation the bytecode offset it comes from, never decreasing within a block.
    pub bytecode: Vec<u16>,
    /// `(first operation, line)`, ascending; a line holds up to the next row.
    pub lines: Vec<(u16, u16)>,
}

/// What an operation can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sym {
    /// Internal name, or a descriptor for arrays.
    Class(Symbol),
    String(Symbol),
    MethodType(Symbol),
    Handle(HandleRef),
    Field(MemberRef),
    Method {
        member: MemberRef,
        interface: bool,
    },
    /// A dynamic constant; the bootstrap row is one of the class that the method belongs to.
    Dynamic(DynamicRef),
    CallSite(DynamicRef),
}

/// A call: what is called, and the registers of the arguments, receiver first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallShape {
    pub sym: u16,
    pub args: Box<[u16]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchTable {
    pub keys: SwitchKeys,
    /// One target for each key.
    pub targets: Vec<u16>,
    pub default: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchKeys {
    /// Consecutive, from this one.
    From(i32),
    /// Ascending.
    Sorted(Vec<i32>),
}

/// Operations `start..end` are guarded by the code at `target`, which finds the exception in register `dst`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    pub start: u16,
    pub end: u16,
    pub target: u16,
    pub dst: u16,
    /// A class of the symbol table; `None` catches everything.
    pub catch: Option<u16>,
}

impl SwitchTable {
    /// Where `key` goes.
    #[inline]
    pub fn find(&self, key: i32) -> u16 {
        let index = match &self.keys {
            SwitchKeys::From(low) => Some(i64::from(key) - i64::from(*low))
                .filter(|&i| i >= 0 && i < self.targets.len() as i64)
                .map(|i| i as usize),
            SwitchKeys::Sorted(keys) => keys.binary_search(&key).ok(),
        };
        index.map_or(self.default, |i| self.targets[i])
    }
}

impl Body {
    /// The source line of an operation.
    pub fn line_of(&self, op: usize) -> Option<u16> {
        let row = self.lines.partition_point(|&(first, _)| usize::from(first) <= op);
        row.checked_sub(1).map(|row| self.lines[row].1)
    }
}
