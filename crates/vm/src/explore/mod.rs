//! The machine as a system to be explored: steps from one visible operation to the next, choices, and names
//! for states.

mod across;
mod atoms;
mod canon;
mod choices;
mod coverage;
mod driver;
mod foresight;
mod gate;
mod ghost;
mod guard;
mod narrate;
mod output;
mod races;
mod shutdown;
mod structures;
mod system;
mod tally;

pub use atoms::AtomError;
pub use canon::{Garbage, Gc, Naming, Symmetry};
pub use system::{Explorer, Reduction};
pub use tally::Tally;
