//! From the path that a search found to the story that a report tells. A machine goes the path again with its
//! narrator on; what it says becomes plain data.

#![forbid(unsafe_code)]

mod graph;
mod narrate;

pub use graph::{MAX_STATES, explore as graph};
pub use narrate::{Wanted, at_grain, narrate, of_path};
