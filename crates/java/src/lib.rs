//! Assembly: from options to a machine that is about to run a program's `main`.

#![forbid(unsafe_code)]

pub mod api;
mod boot;
mod discover;
mod early;
mod fingerprint;
mod health;
mod program;
mod runner;

pub use boot::{Outcome, Session};
pub use classfile::ClassPath;
pub use discover::{TestCase, find_tests};
pub use explore::{Accelerators, AtomError, Explorer, Gc, Naming, Reduction, Symmetry};
pub use fingerprint::fingerprint;
pub use health::{Health, JdkFacts, Missing, health, jdk};
pub use program::{Problem, Setup, Target, prepare, prepare_one_test, prepare_test};
pub use vm::{Assumed, Assumption, ClassId, Disk, Facts, Host, Liberties};
