//! Certification: a program along the script of its search, by one worker or several, whole or in parts.
//!
//! `script` has what one worker does with a script, as a store that a search goes along with. Here is what it takes to
//! certify with that: a script is divided ([`tasks`]), and its parts are followed ([`Certification`]), by several
//! workers while it is still being read; what they came to is put together, and a deviation is told in the program's
//! own terms ([`told`]).

#![forbid(unsafe_code)]

mod along;
mod bottoms;
mod streaming;
mod tasks;
mod telling;

pub use along::{Certification, CertificationPlan};
pub use streaming::Unread;
pub use tasks::{Division, ScriptTask, ScriptTasks, tasks};
pub use telling::told;
