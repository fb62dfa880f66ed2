//! A page with the machine behind it: where at each step of a path another choice can be taken. It is served to this
//! computer alone.

#![forbid(unsafe_code)]

mod desk;
mod guard;
mod http;
mod server;

pub use desk::{Desk, First, Scenery};
pub use guard::Guard;
pub use http::{Request, Response};
pub use server::{Server, serve};
