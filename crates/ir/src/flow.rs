//! Where control goes from an operation, and which registers it reads and writes.

use crate::operand::{
    Call, Class, Dst, Imm, Int, Kind, Link, Off, OperandVisitor, Ref, Src, Sym, Table, Target, Wide,
};
use crate::{Body, Op, for_each_op};

/// Shows every operation that can come after operation `at` without an exception.
pub fn successors(body: &Body, at: usize, mut show: impl FnMut(usize)) {
    let op = &body.ops[at];
    if let Op::Switch { table, .. } = *op {
        let table = &body.tables[table.0 as usize];
        table.targets.iter().chain([&table.default]).for_each(|&to| show(usize::from(to)));
        return;
    }
    if let Some(Target(to)) = op.target() {
        show(usize::from(to));
    }
    if !op.ends_block() {
        show(at + 1);
    }
}

/// Shows every register that `op` reads, the arguments of calls included.
#[inline]
pub fn uses(body: &Body, op: &Op, show: impl FnMut(u16)) {
    op.operands(&mut Uses { body, show });
}

struct Uses<'a, F> {
    body: &'a Body,
    show: F,
}

impl<F: FnMut(u16)> OperandVisitor for Uses<'_, F> {
    #[inline]
    fn src(&mut self, register: Src) {
        (self.show)(register.0);
    }
    #[inline]
    fn call(&mut self, row: Call) {
        for &register in &self.body.calls[row.0 as usize].args {
            (self.show)(register);
        }
    }
    fn dst(&mut self, _: Dst) {}
    fn number(&mut self, _: i64) {}
    fn wide(&mut self, _: Wide) {}
    fn target(&mut self, _: Target) {}
    fn sym(&mut self, _: Sym) {}
    fn table(&mut self, _: Table) {}
    fn kind(&mut self, _: Kind) {}
}

/// The two operands that passes change in place; every other operand is neither.
trait OperandSlots {
    #[inline]
    fn dst(&mut self) -> Option<&mut Dst> {
        None
    }
    #[inline]
    fn target(&mut self) -> Option<&mut Target> {
        None
    }
}

impl OperandSlots for Dst {
    #[inline]
    fn dst(&mut self) -> Option<&mut Dst> {
        Some(self)
    }
}

impl OperandSlots for Target {
    #[inline]
    fn target(&mut self) -> Option<&mut Target> {
        Some(self)
    }
}

macro_rules! neither {
    ($($ty:ident)*) => { $(impl OperandSlots for $ty {})* };
}

neither! { Src Imm Int Wide Sym Call Table Kind Off Ref Class Link }

macro_rules! places {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident : $ty:ident),* } $([$($effect:ident)*])?)*) => {
        impl Op {
            fn dst_mut(&mut self) -> Option<&mut Dst> {
                match self {
                    $(Op::$name { $($field),* } => {
                        $(if let Some(dst) = $field.dst() { return Some(dst) })*
                        None
                    })*
                }
            }

            /// Where the operation can jump to, if it can. A switch has a table instead.
            pub fn target_mut(&mut self) -> Option<&mut Target> {
                match self {
                    $(Op::$name { $($field),* } => {
                        $(if let Some(to) = $field.target() { return Some(to) })*
                        None
                    })*
                }
            }
        }
    };
}

for_each_op!(places);

impl Op {
    /// The register that the operation writes, if it writes one.
    pub fn dst(&self) -> Option<u16> {
        let mut copy = *self;
        copy.dst_mut().map(|&mut dst| dst).filter(|&dst| dst != Dst::NONE).map(|dst| dst.0)
    }

    /// Lets the operation write another register; nothing happens if it writes none.
    pub fn set_dst(&mut self, dst: Dst) {
        if let Some(place) = self.dst_mut() {
            *place = dst;
        }
    }

    pub fn target(&self) -> Option<Target> {
        let mut copy = *self;
        copy.target_mut().map(|&mut to| to)
    }
}
