//! A debugger for paths: the Debug Adapter Protocol (<https://microsoft.github.io/debug-adapter-protocol>) over a pair
//! of streams. A path is known from its beginning to its end, so going back is as cheap as going on.

#![forbid(unsafe_code)]

mod launch;
mod protocol;
mod recording;
mod requests;
mod session;
mod shown;

pub use launch::Launch;
pub use protocol::{Incoming, write_message};
pub use recording::Recording;
pub use session::{Opener, Tape, serve};
