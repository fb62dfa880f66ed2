//! Small systems as text, and as systems.

#![forbid(unsafe_code)]

mod front;
mod model;
mod walker;

pub use crate::front::ModelFront;
pub use model::{Model, ModelError};
pub use walker::Walker;
