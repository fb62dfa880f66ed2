//! Bytecode to register IR: the list of operations, lowering, control flow, liveness and the text form.
//!
//! Interpreter, compiler and set-of-states engine all run this code and share one module of scalar meaning,
//! [`scalar`].

#![forbid(unsafe_code)]

mod body;
mod build;
mod check;
mod descriptor;
mod effect;
pub mod flow;
mod liveness;
mod lower;
mod op;
pub mod operand;
mod parse;
pub mod scalar;
mod text;

pub use body::{Body, CallShape, Handler, SwitchKeys, SwitchTable, Sym};
pub use build::{Builder, CallKind, Label};
pub use check::{CheckedBody, check};
pub use effect::{Effect, Effects};
pub use liveness::{LiveSet, Liveness, handlers_of};
pub use lower::{LocalRegisters, Malformed, local_registers, lower};
pub use op::Op;
pub use parse::{ParseError, parse};
pub use text::{print, print_symbol};
