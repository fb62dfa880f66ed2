//! Replay strings: a path in as few characters as possible, with a checksum and the fingerprint of the program it belongs to.
//!
//! A path is written as the choices of a walk in which every access to the heap ends a step, so that it does not depend on how the search
//! that found it left things out. Most choices are what anyone would expect (the thread that ran goes on; when it cannot, the first of
//! the others does), and only the exceptions are written.

mod code;
mod walk;

pub use walk::{Followed, Problem, follow, whole};

use lts::Choice;

/// What a path depends on beside the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flags {
    /// `assert` statements are executed.
    pub assertions: bool,
    /// Data races count as violations.
    pub races: bool,
}

/// A path in short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repro {
    /// Of the program that it belongs to.
    pub fingerprint: u32,
    pub flags: Flags,
    pub steps: u64,
    /// Choices that are not the expected ones, with the number of steps since the last such one.
    pub exceptions: Vec<(u64, Choice)>,
}
