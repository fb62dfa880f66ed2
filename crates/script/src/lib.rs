//! Search-carrying code: a search that others can check faster than they could repeat it.
//!
//! A producer's complete depth-first search becomes a script ([`Recorder`]). Whoever gets the program goes along with
//! the script ([`Follower`]) and authenticates it on the way, alone or in parts that are [compared](join) in the end;
//! or [trusts](trust) it, and visits every state once. After Taleghani and Atlee, Search-Carrying Code, ASE 2010.
//!
//! Knows systems and stores, and nothing of what is behind them.

#![forbid(unsafe_code)]

mod ahead;
mod bottoms;
mod bytes;
mod carried;
mod codec;
mod coder;
mod deviation;
mod digest;
mod effects;
mod event;
mod file;
mod follow;
mod header;
mod join;
mod known;
mod ledger;
mod loose;
mod memory;
mod mixer;
mod model;
mod moves;
mod prints;
mod read;
mod record;
mod scribe;
mod shortest;
mod signs;
mod split;
mod stream;
mod style;
mod subgraphs;
mod trim;
mod trust;
mod write;

pub use ahead::Ahead;
pub use bottoms::{Bottoms, Sounded};
pub use carried::Carried;
pub use deviation::{Deviation, What};
pub use digest::sum_of;
pub use event::{Broken, ListId, MoveSource, ScriptEvent, Sink, To};
pub use file::{MAGIC, Script, Sizes, pressed, unpressed, write};
pub use follow::{Follower, HandOver, PartPrints};
pub use header::{Header, Lesson, Meeting, Part, ScriptKind, Unacquainted, go};
pub use join::{Joined, PartMap, join};
pub use ledger::Ledger;
pub use loose::{LooseReader, LooseWriter, copy};
pub use memory::Memory;
pub use moves::FileMoves;
pub use prints::{Print, Prints};
pub use read::Reader;
pub use record::{Begin, Packing, Recorder};
pub use scribe::Recorded;
pub use shortest::shortest;
pub use split::{Make, Region, WrittenPart, distribute, has_long_paths, regions};
pub use stream::{Spring, Stream, stream};
pub use style::Style;
pub use subgraphs::{Subgraph, Subgraphs};
pub use trim::{productive, trim};
pub use trust::{HandedStates, Trusted, trust};
pub use write::Writer;
