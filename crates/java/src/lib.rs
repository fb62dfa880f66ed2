//! Assembly: from options to a machine that is about to run a program's `main`.

#![forbid(unsafe_code)]

mod boot;
mod program;

pub use boot::{Outcome, Session};
pub use classfile::ClassPath;
pub use program::{Problem, Setup, Target, prepare};
pub use vm::Host;
