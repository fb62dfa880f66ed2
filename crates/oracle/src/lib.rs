//! Random programs with an interpreter of their own: an oracle for `jaywalk check` that shares no code with it.
#![forbid(unsafe_code)]

pub mod code;
pub mod compiler;
pub mod endless;
pub mod engine;
pub mod explore;
pub mod feature;
pub mod formula;
pub mod fuzz;
pub mod generate;
pub mod java;
pub mod program;
pub mod properties;
pub mod random;
pub mod real;
pub mod settings;
pub mod shrink;
pub mod state;
pub mod step;
mod sync;
pub mod temporal;
pub mod units;
