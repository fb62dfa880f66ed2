//! Why an operation did not simply finish.

use crate::program::{LoadError, MethodId, Missing};
use crate::state::heap::{Full, Ref};

/// What Java says where there is no room for an object.
pub(crate) const NO_ROOM: &str = "Java heap space";

/// What happens instead of the next operation.
#[derive(Debug)]
pub enum Trap {
    /// This exception is thrown.
    Throw(Ref),
    /// An exception of this class, still to be made, is thrown.
    Raise(&'static str, Option<String>),
    /// The same, because the program was not granted something: see [`crate::refused`]. The message says what
    /// would grant it.
    Refuse(&'static str, String),
    /// A frame was pushed that has to run first; then the operation is tried again.
    Again,
    /// A native method goes on as a call of this method, whose result is its own.
    Call(MethodId, Vec<u64>),
    /// A native stands for a method that has bytecode, and leaves this call to it. It must not have changed
    /// anything.
    Original,
    /// The thread cannot go on now; the operation is tried again when it can.
    Wait,
    /// The operation is finished with this result, and another thread may run.
    Yield(u64),
    /// Others can see the operation, so they must have the chance to go first; it is tried again as the next
    /// step.
    Visible,
    /// The operation needs one of this many values; it is tried again with the answer.
    Ask(u32),
    /// The whole execution ends.
    Stop(Box<Stop>),
}

/// Why the whole execution ends before its threads do.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// `System.exit` or `Runtime.halt`.
    Exit(i32),
    /// Something we cannot execute. `what` names it, `stack` is where the program was.
    Unsupported { what: String, at: String, stack: Vec<String> },
    /// An exception escaped a thread, and whoever drives the machine lets that end the execution.
    /// `is_assertion` if it says that an assertion does not hold.
    Uncaught { is_assertion: bool, message: String, details: Vec<String> },
    /// An exception escaped a thread that is only there because the program was not granted something. `what`
    /// says what would grant it, `stack` is where it was refused.
    Refused { what: String, at: String, stack: Vec<String> },
    /// Code around a unit does what was assumed that it does not.
    Forbidden { message: String, details: Vec<String> },
    /// The program wants the path to here to be kept, though nothing is wrong with it.
    Kept { message: String, details: Vec<String> },
    /// The program says that this path is of no interest.
    Pruned,
    /// The program ends the whole search.
    Finished,
    /// A class file is broken.
    Invalid(classfile::Error),
    /// Our own fault.
    Internal(String),
}

impl Trap {
    /// A Java exception with a message.
    pub fn raise(class: &'static str, message: impl Into<String>) -> Trap {
        Trap::Raise(class, Some(message.into()))
    }

    pub fn null_pointer() -> Trap {
        Trap::Raise("java/lang/NullPointerException", None)
    }

    /// A call site whose bootstrap arguments make no sense together: no compiler writes such a thing.
    pub(crate) fn bootstrap(what: impl Into<String>) -> Trap {
        Trap::raise("java/lang/BootstrapMethodError", what)
    }

    pub fn internal(what: impl Into<String>) -> Trap {
        Trap::Stop(Box::new(Stop::Internal(what.into())))
    }

    /// An object of the library's inside, or a number that stands for one, that the library itself cannot have made:
    /// somebody has gone around it, by `Unsafe` or by a handle that may do everything.
    pub fn forged(what: impl Into<String>) -> Trap {
        Trap::unsupported(format!("what the JDK never makes: {}", what.into()))
    }

    /// Something we do not support. Where it happened is filled in when the trap reaches the interpreter.
    pub fn unsupported(what: impl Into<String>) -> Trap {
        Trap::Stop(Box::new(Stop::Unsupported { what: what.into(), at: String::new(), stack: Vec::new() }))
    }
}

impl From<LoadError> for Trap {
    fn from(error: LoadError) -> Trap {
        match error {
            LoadError::Missing(name) => Trap::raise("java/lang/NoClassDefFoundError", name.text()),
            LoadError::Incompatible(what) => Trap::raise("java/lang/IncompatibleClassChangeError", what),
            LoadError::Invalid(error) => Trap::Stop(Box::new(Stop::Invalid(error))),
            LoadError::Full => Trap::unsupported("more classes and constants than the static area holds"),
        }
    }
}

impl From<Missing> for Trap {
    fn from(missing: Missing) -> Trap {
        match missing {
            Missing::Field(what) => Trap::raise("java/lang/NoSuchFieldError", what),
            Missing::Method(what) => Trap::raise("java/lang/NoSuchMethodError", what),
            Missing::Incompatible(what) => Trap::raise("java/lang/IncompatibleClassChangeError", what),
        }
    }
}

impl From<Full> for Trap {
    fn from(_: Full) -> Trap {
        Trap::raise("java/lang/OutOfMemoryError", NO_ROOM)
    }
}
