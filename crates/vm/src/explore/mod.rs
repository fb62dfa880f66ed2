//! The machine as a system to be explored: steps from one visible operation to the next, choices, and names for states.

mod across;
mod canon;
mod coverage;
mod gate;
mod guard;
mod narrate;
mod output;
mod races;
mod structures;
mod system;

pub use across::Across;
pub(crate) use canon::Canon;
pub(crate) use gate::Gate;
pub(crate) use narrate::Teller;
pub use system::{Explorer, Reduction, Tally};
