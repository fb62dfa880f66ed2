//! Environments: what a part of a program needs around it, made from assumptions (document 002).
//!
//! A specification (`.env`) names the unit, the objects there are, and what each thread around it may do. [`parse`]
//! reads it, [`Interface`] is what the unit offers and needs, [`plan`] puts both together, and [`emit`] writes the
//! drivers as Java.

#![forbid(unsafe_code)]

mod emit;
mod interface;
mod lexer;
mod offers;
mod parse;
mod plan;
mod stubs;
mod syntax;
mod watch;
mod world;

pub use analysis::points::Precision;
pub use emit::emit;
pub use interface::{Interface, Needed, Offered, Role};
pub use parse::parse;
pub use plan::{
    Chooser, Choosing, Deed, Driver, Environment, InitialObject, JavaAction, Letter, USUAL_THREADS, plan,
    world,
};
pub use stubs::{Callbacks, SHARED, StubError, StubFile, StubWish, Stubs, stubs};
pub use syntax::{
    Action, Argument, Behaviour, Call, Expr, Instance, Literal, Mnemonic, Name, Range, SpecError,
    Specification, ThreadSpec, Values,
};
pub use watch::{UnitMonitor, WATCHER, watch};
pub use world::{UnitError, World};
