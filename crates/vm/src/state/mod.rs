//! What changes while a program runs: heap, threads, locks, and the journal that takes it all back.

pub mod base;
pub mod births;
pub mod heap;
pub mod journal;
pub mod monitor;
pub mod notes;
pub mod stable;
pub mod thread;
