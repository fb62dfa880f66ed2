//! Systems made of systems.

#![forbid(unsafe_code)]

mod product;
mod seek;

pub use product::{Moves, Product, STUTTER};
pub use seek::Seek;
