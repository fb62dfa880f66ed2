//! The machine as a system to be explored: steps from one visible operation to the next, choices, and names
//! for states.
//!
//! [`Explorer`] is the `lts::System`. It owns a `vm::Machine` and a driver, which is the policy that the
//! machine's interpreter asks before every operation that others could see.

#![forbid(unsafe_code)]

mod abilities;
mod accelerate;
mod across;
mod atoms;
mod canon;
mod choices;
mod circle;
mod coverage;
mod driver;
mod footprints;
mod foresight;
mod gate;
mod ghost;
mod guard;
mod idle;
mod library;
mod marks;
mod narrate;
mod output;
mod overdue;
mod pools;
mod prefix;
mod races;
pub mod reading;
mod settings;
mod shutdown;
mod stop;
mod structures;
mod system;
mod tally;
mod wrote;

pub use accelerate::{Accelerators, Used};
pub use atoms::AtomError;
pub use canon::{Garbage, Gc, Naming, Symmetry};
pub use library::Library;
pub use output::silence;
pub use settings::Reduction;
pub use system::Explorer;
pub use tally::Tally;
