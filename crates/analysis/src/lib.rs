//! What can be said of a program without running it: which classes and methods it can reach.

#![forbid(unsafe_code)]

mod machine;
mod reach;
mod uses;
mod world;

pub use machine::{BOOT_ROOTS, is_polymorphic};
pub use reach::{Breadth, Reach, Scope};
pub use world::{ClassId, MethodId, World};
