//! Why a program could not be opened.

use lts::Cause;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The input is at fault: the text says what to do.
    Input(String),
    /// An atom means nothing in this program.
    Atom {
        /// Which of the atoms that were asked for.
        number: usize,
        /// The part of it that is at fault, from and to, if that is known.
        part: Option<(usize, usize)>,
        what: String,
    },
    /// The program needs what we do not have.
    Unsupported { what: String, at: String, stack: Vec<String> },
    /// The computer does not give what is needed.
    Resource(String),
    /// The fault is ours.
    Fault(String),
}

impl Problem {
    /// Who could mend it.
    pub fn cause(&self) -> Cause {
        match self {
            Problem::Input(_) | Problem::Atom { .. } => Cause::Input,
            Problem::Unsupported { .. } | Problem::Resource(_) => Cause::Unsupported,
            Problem::Fault(_) => Cause::Fault,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Input(what) | Problem::Resource(what) | Problem::Fault(what) => f.write_str(what),
            Problem::Atom { what, .. } => f.write_str(what),
            Problem::Unsupported { what, at, .. } => write!(f, "unsupported: {what} at {at}"),
        }
    }
}
