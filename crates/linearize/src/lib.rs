//! Linearizability of a class (Herlihy and Wing 1990), by small clients that are explored: every history must be
//! one that whole calls, in some order, could have had.

#![forbid(unsafe_code)]

mod client;
mod drawn;
mod history;
mod operation;
mod source;
mod table;

pub use client::{Bound, Client};
pub use drawn::{Roles, drawn};
pub use history::{Call, CallEnd, History, Unexplained, unexplained};
pub use operation::{ConstructorText, Generated, generated, made, operation};
pub use source::{Interleaving, NAME, Plan, source};
pub use table::{columns, order};
