//! The backtrackable machine: linked classes, heap, threads and monitors, the interpreter, and the journal
//! that takes every write back.
//!
//! Two halves. [`program`] is what does not change: classes, methods, code; it only grows. [`state`] is what
//! does: every write to it goes through the journal, so that [`Machine::mark`] and [`Machine::rewind`] give
//! back the exact state. Native methods live in another room and come in through a [`Registry`].

mod across;
mod alloc;
pub mod compiled;
mod define;
mod digest;
mod disk;
mod effect;
mod entry;
mod evaluate;
mod gc;
mod indy;
mod init;
mod interned;
mod interp;
mod kernel;
mod known;
mod liberties;
mod limit;
mod live;
mod machine;
mod memory;
mod mirror;
mod native;
mod outside;
mod policy;
pub mod program;
mod refused;
mod schedule;
pub mod state;
mod strings;
pub mod synth;
mod throw;
mod time;
mod trace;
mod trap;
pub mod unit;
mod view;

pub use across::Across;
pub use compiled::{Compiler, Mixed, Stretch};
pub use define::Definition;
pub use digest::Digest;
pub use disk::{Disk, FileStat, Files};
pub use effect::Outset;
pub use entry::Failure;
pub use evaluate::Evaluation;
pub use interp::Pause;
pub use known::WellKnown;
pub use liberties::{Assumed, Assumption, Liberties};
pub use live::Live;
pub use machine::{Counters, Machine, Options};
pub use mirror::Owners;
pub use native::{Answer, Args, Context, Location, Native, Readable, Registry, Use, Writable, int};
pub use outside::{Host, Outside};
pub use policy::{Free, Policy, Touch};
pub use program::{ClassId, FieldId, MethodId, Program, Sources};
pub use schedule::{Ending, START_OF_TIME_MS};
pub use state::base::Layer;
pub use state::heap::Ref;
pub use state::journal::JournalMark;
pub use state::thread::{ThreadId, ThreadStatus};
pub use synth::{BUILTINS, member};
pub use trace::TraceLine;
pub use trap::{Stop, Trap};
pub use unit::{Border, Unit};
