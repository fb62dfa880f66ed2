//! What Java allows an implementation to do and real ones do rarely: how much of it is explored, and what was
//! taken for granted instead where a program came to it.

use crate::machine::Machine;
use crate::time::USUAL_PATIENCE_NS;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How much of what Java allows is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Liberties {
    /// Waits and deadlines of at least this length are over only when nothing else can go on.
    pub patience_ns: u64,
    /// `Object.wait` and `LockSupport.park` may return for no reason.
    pub spurious_wakeups: bool,
    /// A weak compare-and-set may fail though it finds what it expects.
    pub weak_cas: bool,
    /// An exception that a handler of uncaught ones takes is no violation.
    pub handled: bool,
    /// Random numbers whose seed nobody has chosen can be any; else they are those of one seed.
    pub random: bool,
}

impl Default for Liberties {
    fn default() -> Liberties {
        let patience_ns = USUAL_PATIENCE_NS;
        Liberties { patience_ns, spurious_wakeups: false, weak_cas: false, handled: false, random: false }
    }
}

const SPURIOUS: u64 = 1;
const WEAK: u64 = 2;
const RANDOM: u64 = 4;
const HANDLED: u64 = 8;

impl Liberties {
    /// As numbers that are kept with a path; none for the usual ones.
    pub fn numbers(self) -> Option<[u64; 2]> {
        let bit = |on: bool, bit: u64| if on { bit } else { 0 };
        let bits = bit(self.spurious_wakeups, SPURIOUS) | bit(self.weak_cas, WEAK);
        let bits = bits | bit(self.random, RANDOM) | bit(self.handled, HANDLED);
        // That all waits are short is the largest length of all, and the smallest number.
        (self != Liberties::default()).then_some([bits, self.patience_ns.wrapping_add(1)])
    }

    /// What [`Liberties::numbers`] has made numbers of.
    pub fn of(numbers: Option<[u64; 2]>) -> Liberties {
        let Some([bits, patience]) = numbers else { return Liberties::default() };
        let has = |bit: u64| bits & bit != 0;
        Liberties {
            patience_ns: patience.wrapping_sub(1),
            spurious_wakeups: has(SPURIOUS),
            weak_cas: has(WEAK),
            random: has(RANDOM),
            handled: has(HANDLED),
        }
    }
}

/// Something that was taken for granted because the program came to where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// A long wait, or a deadline that a thread looks out for, is over only when nothing else can go on.
    LastResort,
    /// The clock moves only so often on a path.
    FewMoves,
    /// A wait does not end for no reason.
    NoSpuriousWakeups,
    /// A weak compare-and-set fails only for a reason.
    NoWeakFailures,
    /// Random numbers are those of one seed.
    OneSeed,
    /// Of the numbers of a large range some were tried.
    SomeNumbers,
    /// A daemon does nothing any more when the last other thread has ended.
    DaemonsStop,
    /// What a handler takes is no violation.
    Handled,
    /// Linearizable classes of the library are: a call of theirs is one operation.
    Linearizable,
    /// Security providers do what they are asked for at once.
    Services,
    /// Files that the program may not look at count as missing.
    ClosedFiles,
    /// A fork-join pool does at once what it does between two pieces of its tasks' code.
    Pools,
    /// There are as many processors as the program was told, and so many workers of pools.
    Processors,
    /// No assumption, but kept like one: in some state nobody but daemons could go on, while the program waited for
    /// others to end.
    DaemonsAlone,
    /// Accesses in weaker modes than volatile happen in one order for all.
    WeakModes,
    /// Virtual threads are threads like others: there are always carriers for all of them.
    Carriers,
    /// Nothing is ever collected as garbage, as far as the program can tell.
    NeverCollected,
    /// Hash codes of identities are those of the order of asking.
    HashCodes,
    /// Another string stands for all equal ones than a real machine would take: the constant, where the library has
    /// used it before the program began, or where states do not say which came first.
    InternedCopies,
}

impl Assumption {
    pub const ALL: [Assumption; 18] = [
        Assumption::LastResort,
        Assumption::FewMoves,
        Assumption::NoSpuriousWakeups,
        Assumption::NoWeakFailures,
        Assumption::OneSeed,
        Assumption::SomeNumbers,
        Assumption::DaemonsStop,
        Assumption::Handled,
        Assumption::Linearizable,
        Assumption::Services,
        Assumption::WeakModes,
        Assumption::ClosedFiles,
        Assumption::Pools,
        Assumption::Processors,
        Assumption::Carriers,
        Assumption::NeverCollected,
        Assumption::HashCodes,
        Assumption::InternedCopies,
    ];
}

/// What was taken for granted so far. Siblings share it; it is never taken back, since every path that was
/// gone is one of the program's.
#[derive(Clone, Debug, Default)]
pub struct Assumed {
    bits: Arc<AtomicU32>,
}

impl Assumed {
    #[inline]
    pub(crate) fn note(&self, assumption: Assumption) {
        let bit = 1 << assumption as u32;
        if self.bits.load(Ordering::Relaxed) & bit == 0 {
            self.bits.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub fn has(&self, assumption: Assumption) -> bool {
        self.bits.load(Ordering::Relaxed) >> assumption as u32 & 1 != 0
    }

    /// As a number that checkpoints keep.
    pub fn bits(&self) -> u32 {
        self.bits.load(Ordering::Relaxed)
    }

    pub fn add(&self, bits: u32) {
        self.bits.fetch_or(bits, Ordering::Relaxed);
    }
}

impl Machine {
    /// Something is taken for granted here. Only while exploring.
    #[inline]
    pub fn assume(&self, assumption: Assumption) {
        if self.time.start_ns.is_some() {
            self.time.assumed.note(assumption);
        }
    }

    /// A thread begins to wait. Unless that is explored, it goes on only for a reason.
    pub fn wait_for_reason(&self) {
        if !self.time.liberties.spurious_wakeups {
            self.assume(Assumption::NoSpuriousWakeups);
        }
    }

    /// What is explored of what Java allows.
    pub fn liberties(&self) -> Liberties {
        self.time.liberties
    }
}
