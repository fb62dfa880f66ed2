//! Assembly: from options to a machine that is about to run a program's `main`.

#![forbid(unsafe_code)]

pub mod api;
mod boot;
mod classes;
mod discover;
mod early;
mod fingerprint;
mod front;
mod health;
pub mod liberties;
mod members;
mod program;
mod runner;
mod traces;

pub use crate::front::{Booted, EntryPoint, JavaFront};
pub use boot::{RunEnd, Session};
pub use classes::Classes;
pub use classfile::ClassPath;
pub use discover::{TestCase, find_tests};
pub use explore::{Accelerators, Gc, Library, Naming, Symmetry};
pub use health::{Health, JdkFacts, MissingNative, health, jdk};
pub use members::{Member, Members, compile_all_with_api, compile_patch, compile_with_api, members};
pub use program::{
    LaunchError, LaunchTarget, Setup, load_any, prepare, prepare_class, prepare_one_test, prepare_test,
};
pub use vm::{ClassId, Disk, FileStat, Host, Liberties, Mixed, Unit};
