//! Assembly: from options to a machine that is about to run a program's `main`.

#![forbid(unsafe_code)]

pub mod api;
mod boot;
mod fingerprint;
mod program;
mod runner;

pub use boot::{Outcome, Session};
pub use classfile::ClassPath;
pub use fingerprint::fingerprint;
pub use program::{Problem, Setup, Target, prepare, prepare_test};
pub use vm::{AtomError, ClassId, Disk, Explorer, Facts, Gc, Host, Naming, Reduction, Symmetry};
