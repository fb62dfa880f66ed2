//! Scripts of searches: recorded, certified, trusted, taken apart, damaged and forged.

mod beside;
mod endless;
mod forged;
mod further;
mod mutants;
mod programs;
mod tests;
mod verdicts;
