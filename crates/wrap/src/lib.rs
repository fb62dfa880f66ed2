//! Systems made of systems.

#![forbid(unsafe_code)]

mod product;

pub use product::{Moves, Product, STUTTER};
