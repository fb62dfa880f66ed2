//! The kinds of operands an operation can have, each a type of its own, and how visitors and readers meet
//! them.

/// A register that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dst(pub u16);

impl Dst {
    /// The result is dropped, or there is none.
    pub const NONE: Dst = Dst(u16::MAX);
}

/// A register that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Src(pub u16);

/// A small immediate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imm(pub i16);

/// A 32-bit constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int(pub i32);

/// A row of the method's wide constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide(pub u32);

/// An operation's number in the method: where a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target(pub u16);

/// A row of the method's symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sym(pub u16);

/// A row of the method's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call(pub u32);

/// A row of the method's switch tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table(pub u32);

/// The kind of an array's elements or of a narrow field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Kind {
    /// How a field of this kind is kept; a reference takes the room of an `int`.
    pub fn of_field(kind: classfile::Kind) -> Kind {
        match kind {
            classfile::Kind::Boolean => Kind::Boolean,
            classfile::Kind::Byte => Kind::Byte,
            classfile::Kind::Char => Kind::Char,
            classfile::Kind::Short => Kind::Short,
            classfile::Kind::Long => Kind::Long,
            classfile::Kind::Float => Kind::Float,
            classfile::Kind::Double => Kind::Double,
            classfile::Kind::Int | classfile::Kind::Ref | classfile::Kind::Void => Kind::Int,
        }
    }
}

/// A field's place in its object, in units of four bytes from the object's start. Linked code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Off(pub u16);

/// A handle or address in the machine's heap. Linked code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ref(pub u32);

/// A class of the machine. Linked code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(pub u32);

/// A row of the machine's table of static fields for this method. Linked code only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link(pub u32);

/// What an operand can be shown to.
pub trait OperandVisitor {
    fn dst(&mut self, register: Dst);
    fn src(&mut self, register: Src);
    fn number(&mut self, value: i64);
    fn wide(&mut self, row: Wide);
    fn target(&mut self, to: Target);
    fn sym(&mut self, row: Sym);
    fn call(&mut self, row: Call);
    fn table(&mut self, row: Table);
    fn kind(&mut self, kind: Kind);
}

/// What operands can be read from: the text form's parser.
pub trait Read {
    type Error;
    fn dst(&mut self) -> Result<Dst, Self::Error>;
    fn src(&mut self) -> Result<Src, Self::Error>;
    /// A number between the bounds, both included.
    fn number(&mut self, low: i64, high: i64) -> Result<i64, Self::Error>;
    fn wide(&mut self) -> Result<Wide, Self::Error>;
    fn target(&mut self) -> Result<Target, Self::Error>;
    fn sym(&mut self) -> Result<Sym, Self::Error>;
    fn call(&mut self) -> Result<Call, Self::Error>;
    fn table(&mut self) -> Result<Table, Self::Error>;
    fn kind(&mut self) -> Result<Kind, Self::Error>;
}

/// One operand of an operation.
pub trait Operand: Sized {
    fn show(self, visit: &mut impl OperandVisitor);
    fn read<F: Read>(from: &mut F) -> Result<Self, F::Error>;
}

macro_rules! register_like {
    ($($ty:ident $method:ident)*) => { $(
        impl Operand for $ty {
            fn show(self, visit: &mut impl OperandVisitor) {
                visit.$method(self);
            }
            fn read<F: Read>(from: &mut F) -> Result<Self, F::Error> {
                from.$method()
            }
        }
    )* };
}

register_like! { Dst dst Src src Wide wide Target target Sym sym Call call Table table Kind kind }

macro_rules! number_like {
    ($($ty:ident $int:ident)*) => { $(
        impl Operand for $ty {
            fn show(self, visit: &mut impl OperandVisitor) {
                visit.number(i64::from(self.0));
            }
            fn read<F: Read>(from: &mut F) -> Result<Self, F::Error> {
                Ok($ty(from.number(i64::from($int::MIN), i64::from($int::MAX))? as $int))
            }
        }
    )* };
}

number_like! { Imm i16 Int i32 Off u16 Ref u32 Class u32 Link u32 }
