//! What can be said of a program without running it: which classes and methods it can reach.

#![forbid(unsafe_code)]

mod hierarchy;
mod machine;
pub mod points;
mod reach;
mod uses;

pub use hierarchy::{ClassHierarchy, ClassId, MethodId};
pub use machine::{BOOT_ROOTS, is_polymorphic};
pub use reach::{Breadth, Reach, Scope};
