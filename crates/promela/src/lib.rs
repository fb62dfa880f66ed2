//! Promela, the language of SPIN, as systems that can be explored.

#![forbid(unsafe_code)]

mod claim;
mod error;
mod flow;
mod front;
mod machine;
mod parse;
mod preprocess;
mod program;
mod scope;
mod simulate;
mod story;
mod syntax;
mod system;
mod token;
mod trail;

pub use crate::front::PromelaFront;
pub use simulate::{Simulation, SimulationEnd};
