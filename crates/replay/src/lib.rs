//! Replay strings: a path in as few characters as possible, with a checksum and the fingerprint of the
//! program it belongs to; and going such a path again.
//!
//! A path is written as the choices of a walk in which every access to the heap ends a step, so that it does
//! not depend on how the search that found it left things out. Most choices are what anyone would expect (the
//! thread that ran goes on; when it cannot, the first of the others does), and only the exceptions are
//! written.

#![forbid(unsafe_code)]

mod code;
mod guide;
mod rounds;
mod walk;

pub use code::{Unreadable, decode, encode};
pub use guide::{Arrival, Guide};
pub use walk::{Followed, PathError, follow, leads_back, shorthand, whole_path, whole_run};

use lts::Choice;

/// What a path depends on beside the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// `assert` statements are executed.
    pub assertions: bool,
    /// Data races count as violations.
    pub races: bool,
    /// Where other things than usual can happen, the machine's own numbers for them: choices are counted by
    /// these.
    pub other: Option<[u64; 2]>,
}

/// What a path is a path of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayOrigin {
    /// Of the program.
    pub fingerprint: u32,
    pub conditions: Conditions,
}

/// What breaks a temporal property: a path after which anything may come, or one that ends in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tail {
    /// How many steps come before the loop: all of them if it is empty, and the last state stays for ever.
    pub stem: u64,
    /// The loop is gone for ever; without it, anything may come.
    pub goes_on: bool,
}

/// A path in short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repro {
    pub origin: ReplayOrigin,
    pub steps: u64,
    /// There for a path that a check of temporal properties found.
    pub tail: Option<Tail>,
    /// Choices that are not the expected ones, with the number of steps since the last such one.
    pub exceptions: Vec<(u64, Choice)>,
    /// What a machine has to know beforehand, see [`lts::Knowledge::relied_on`].
    pub needs: Vec<u64>,
}
