//! When two states count as the same: the flags that choose it.

use clap::{Args, ValueEnum};
use java::{Gc, Naming, Symmetry};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Identity {
    /// Objects are told apart by their address
    Off,
    /// Objects are named by the thread that made them, their class and their order
    Alloc,
    /// Objects are named by how they can be reached
    Heap,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Collection {
    /// Garbage is part of a state
    Off,
    /// Garbage is no part of a state
    MarkSweep,
    /// Garbage that counting references finds is no part of a state
    Refcount,
}

#[derive(Args)]
pub struct Same {
    /// What objects are told apart by
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Identity::Heap)]
    pub symmetry: Identity,

    /// Take threads in the same situation for interchangeable. Sound only if the program does not depend on
    /// names and numbers of threads
    #[arg(long)]
    pub thread_symmetry: bool,

    /// Which garbage is left out of states [default: mark-sweep]; when given, garbage is counted
    #[arg(long, value_name = "HOW", value_enum)]
    pub gc: Option<Collection>,
}

impl Same {
    pub fn naming(&self) -> Naming {
        Naming {
            symmetry: match self.symmetry {
                Identity::Off => Symmetry::Off,
                Identity::Alloc => Symmetry::Alloc,
                Identity::Heap => Symmetry::Heap,
            },
            gc: match self.gc {
                Some(Collection::Off) => Gc::Off,
                Some(Collection::Refcount) => Gc::RefCount,
                Some(Collection::MarkSweep) | None => Gc::MarkSweep,
            },
            threads: self.thread_symmetry,
            counts: self.gc.is_some(),
        }
    }

    /// States have other names than the usual ones, from which they cannot be made again.
    pub fn is_special(&self) -> bool {
        self.naming() != Naming::default()
    }
}
