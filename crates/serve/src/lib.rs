//! A page with the machine behind it: where at each step of a path another choice can be taken. It is served to this
//! computer alone.

#![forbid(unsafe_code)]

mod guard;
mod http;
mod paths;
mod server;

pub use guard::Guard;
pub use http::{Request, Response};
pub use paths::{First, PathServer, Scenery};
pub use server::{Server, serve};
