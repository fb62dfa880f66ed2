//! Properties of the whole explored graph: CTL, CTL* and the mu-calculus.

#![forbid(unsafe_code)]

mod effort;
mod emptiness;
mod evidence;
mod explore;
mod game;
mod graph;
mod mu;
mod sat;
mod scc;

pub use effort::{Effort, within};
pub use emptiness::has_accepting_cycle;
pub use evidence::{Evidence, evidence};
pub use explore::{STUTTER, explore, explore_by_workers};
pub use game::mu_evidence;
pub use graph::{Graph, Step};
pub use mu::mu;
pub use sat::{Sat, Set};
