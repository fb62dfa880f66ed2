//! What only makes a search faster. Each can be left out, and what was of use is counted, so that a test which
//! compares one with the plain way can see that it was there. Guards are such a thing too; they are switched off
//! by the reduction without them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// With fewer objects than this the base stays as it was booted: walks over them cost little, and names by
/// walks know garbage, and equal objects that have changed places.
const LEAST_OBJECTS: usize = 1024;

/// Which accelerators are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accelerators {
    /// Where a step leads is known from the last time that it began in the same situation.
    pub foresight: bool,
    /// The names of a state are those of the last one but for what was written.
    pub renewal: bool,
    /// Threads that spin count as waiting.
    pub spinning: bool,
    /// It is told which steps have an effect, so that a search can tell livelocks. Nothing is faster by that.
    pub livelocks: bool,
    /// If at least so many objects are made before the first choice, they are named by their addresses.
    pub base: usize,
}

impl Default for Accelerators {
    fn default() -> Accelerators {
        Accelerators { foresight: true, renewal: true, spinning: true, livelocks: true, base: LEAST_OBJECTS }
    }
}

/// How often each was of use, over all machines of one search.
#[derive(Clone, Default)]
pub(super) struct Uses(Arc<Counters>);

#[derive(Default)]
struct Counters {
    foreseen: AtomicU64,
    renewed: AtomicU64,
    guarded: AtomicU64,
    deepened: AtomicU64,
    written: AtomicU64,
    kept: AtomicU64,
}

/// Steps that were foreseen, states whose names were renewed, accesses that kept to their guards, beginnings of
/// a search with a deepened base, components that were there when a state was loaded, and those that had to be
/// written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Used {
    pub written: u64,
    pub kept: u64,
    pub foreseen: u64,
    pub renewed: u64,
    pub guarded: u64,
    pub deepened: u64,
}

impl Uses {
    // These are figures and order nothing, so relaxed counting does.
    pub fn foresaw(&self) {
        self.0.foreseen.fetch_add(1, Ordering::Relaxed);
    }

    pub fn renewed(&self) {
        self.0.renewed.fetch_add(1, Ordering::Relaxed);
    }

    pub fn guarded(&self, accesses: u64) {
        self.0.guarded.fetch_add(accesses, Ordering::Relaxed);
    }

    pub fn deepened(&self) {
        self.0.deepened.fetch_add(1, Ordering::Relaxed);
    }

    /// A state was loaded.
    pub fn loaded(&self, written: u64, kept: u64) {
        self.0.written.fetch_add(written, Ordering::Relaxed);
        self.0.kept.fetch_add(kept, Ordering::Relaxed);
    }

    pub fn read(&self) -> Used {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Used {
            foreseen: count(&self.0.foreseen),
            renewed: count(&self.0.renewed),
            guarded: count(&self.0.guarded),
            deepened: count(&self.0.deepened),
            written: count(&self.0.written),
            kept: count(&self.0.kept),
        }
    }
}
