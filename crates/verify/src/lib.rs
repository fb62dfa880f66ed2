//! Two readings of bytecode that run nothing: the verifier (JVMS 4.10), and what a `NullPointerException`
//! says was null (JEP 358).
//!
//! After [`verify`] has accepted a method, whoever executes it may rely on types: a `getfield Foo.x` meets a
//! `Foo` or null, array instructions meet arrays of their kind, longs are never torn apart, the stack neither
//! over- nor underflows, and control stays inside the code. What is *not* promised, because the specification
//! does not: that a value of interface type implements the interface (`invokeinterface` must look), that an
//! object stored into an array fits its element type (`aastore` must look), that the symbolic references
//! resolve to members of the right kind, and that access is allowed. The rule about protected members of
//! superclasses in other packages (JVMS 4.10.1.8) is left out: it guards access, not types.

#![forbid(unsafe_code)]

mod check;
mod frames;
mod infer;
mod insns;
mod members;
mod npe;
mod opcodes;
mod outline;
mod state;
mod types;

pub use npe::null_message;

use base::Symbol;
use classfile::{Class, Method};
use outline::Outline;
use std::fmt;

/// The first class file version that is checked against stack maps; older ones have none.
const FIRST_MAJOR_WITH_STACK_MAPS: u16 = 50;

/// How classes are related. All names are those of classes and interfaces, never of arrays; the class that is
/// being verified may be among them.
///
/// Where a class cannot be loaded the answer is the careful one (`false`, `java/lang/Object`). An implementer
/// that loads classes should keep the error it met, because it explains a rejection better than the verifier
/// can.
pub trait Hierarchy {
    /// True if `to` is an interface (these are treated like `java/lang/Object`, JVMS 4.10.1.2), or if `from`
    /// is `to` or one of its subclasses.
    fn is_assignable(&mut self, from: Symbol, to: Symbol) -> bool;

    /// The nearest class that `a` and `b` both are or extend; `java/lang/Object` if one of them is an
    /// interface. Only class files without stack maps ask for it.
    fn common_superclass(&mut self, a: Symbol, b: Symbol) -> Symbol;
}

/// Why a method may not run, and where this was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    pub what: String,
    pub bytecode_offset: u32,
}

impl Rejected {
    fn at(pc: usize, what: impl Into<String>) -> Rejected {
        Rejected { what: what.into(), bytecode_offset: pc as u32 }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (bytecode {})", self.what, self.bytecode_offset)
    }
}

impl std::error::Error for Rejected {}

/// What a check inside one instruction says; the walk around it knows where that was.
type Checked<T = ()> = Result<T, String>;

/// Checks the code of `method`, which is one of `class`'s. A method without code is accepted.
///
/// Class files before version 50 have no stack maps, and their types are inferred; code that cannot be
/// reached is then checked for its form only. Files of version 50 get this second chance if their stack maps
/// do not hold (JVMS 4.10).
pub fn verify(class: &Class, method: &Method, hierarchy: &mut dyn Hierarchy) -> Result<(), Rejected> {
    let Some(code) = &method.code else { return Ok(()) };
    let outline = Outline::new(class, method, code, hierarchy)?;
    if class.major < FIRST_MAJOR_WITH_STACK_MAPS {
        return infer::infer(&outline, hierarchy);
    }
    let checked = check::check(&outline, hierarchy);
    match checked {
        Err(_) if class.major == FIRST_MAJOR_WITH_STACK_MAPS => infer::infer(&outline, hierarchy),
        checked => checked,
    }
}
