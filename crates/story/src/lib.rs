//! From what a search came to, to what a report tells. A machine goes a path again with its narrator on; what
//! it says becomes plain data.

#![forbid(unsafe_code)]

mod account;
mod claims;
mod graph;
mod narrate;
mod stranded;

pub use account::{Searched, account};
pub use graph::{MAX_STATES, explore as graph};
pub use narrate::{Narrated, Telling, at_grain, narrate, of_path};
pub use stranded::{Stranding, stranded};
