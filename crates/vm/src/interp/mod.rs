//! The interpreter. [`run`](crate::Machine::run_thread) is the loop over operations; what an operation needs
//! beyond registers and heap is in the files beside it: calls, linking of names, monitors.

mod calls;
mod doors;
mod link;
mod lock;
mod natives;
mod run;
mod stretch;
mod top;
mod witness;

use calls::no_implementation;
pub use top::Pause;
