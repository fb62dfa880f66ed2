//! Delta execution: one execution of a method over a set of states.
//!
//! [`Shapes`] holds states as rows of tables, one table for each shape. [`Engine`] executes a method on many rows of
//! a table at once, over the same linked code as the machine, and takes its set apart where states go different ways.

#![forbid(unsafe_code)]

mod calls;
mod elements;
mod engine;
mod heap;
mod layout;
mod native;
mod run;
mod shape;
mod value;
mod walk;

pub use engine::{Backtrack, Cannot, Engine, Finish, Since, Stacked, Watch};
pub use heap::units_of;
pub use layout::{Content, Layouts};
pub use shape::{Row, Shapes, Table, TableId};
pub use value::DeltaValue;
pub use walk::Walked;
