//! Fingerprints of all states of a script, for the workers of one process.
//!
//! Every state belongs to one part, and whoever follows that part writes its fingerprint down under its number in the
//! whole. Whoever comes to it from elsewhere compares: at once where it is written already, and else when all is over.

use crate::prints::Print;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// States whose places are made at once.
const CHUNK: u64 = 1 << 14;
/// No script in which moves lead back to states has more.
const MOST: u64 = 1 << 32;

type LedgerSlot = [AtomicU64; 2];

/// What is written is never written again, and no half of it is zero: so zero means that nobody has come there yet,
/// and halves that are seen one without the other are seen as nothing.
pub struct Ledger {
    chunks: Box<[OnceLock<Box<[LedgerSlot]>>]>,
}

impl Ledger {
    /// For a script that claims to have so many states. Memory is taken as states are met.
    pub fn new(states: u64) -> Ledger {
        let chunks = states.min(MOST).div_ceil(CHUNK);
        Ledger { chunks: (0..chunks).map(|_| OnceLock::new()).collect() }
    }

    /// Writes down the fingerprint of a state. False if there is no such state, or somebody has done so before.
    #[inline]
    pub(crate) fn write(&self, state: u64, print: Print) -> bool {
        let Some(chunk) = self.chunks.get((state / CHUNK) as usize) else { return false };
        let make = || (0..CHUNK).map(|_| LedgerSlot::default()).collect();
        let place = &chunk.get_or_init(make)[(state % CHUNK) as usize];
        let [low, high] = written(print);
        // Each half stands for itself, so no order between them is needed.
        let is_first = place[0].swap(low, Ordering::Relaxed) == 0;
        place[1].store(high, Ordering::Relaxed);
        is_first
    }

    /// Whether a state has this fingerprint; nothing if nobody has come to it.
    #[inline]
    pub(crate) fn compare(&self, state: u64, print: Print) -> Option<bool> {
        let place = &self.chunks.get((state / CHUNK) as usize)?.get()?[(state % CHUNK) as usize];
        let there = [place[0].load(Ordering::Relaxed), place[1].load(Ordering::Relaxed)];
        (there[0] != 0 && there[1] != 0).then(|| there == written(print))
    }

    /// Whether all that had to wait is true, now that all states are written down.
    pub fn settles(&self, waiting: &[(u64, Print)]) -> bool {
        waiting.iter().all(|&(state, print)| self.compare(state, print) == Some(true))
    }

    pub fn bytes(&self) -> u64 {
        let made = self.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
        made as u64 * CHUNK * size_of::<LedgerSlot>() as u64
    }
}

/// As it is written down: no half is zero.
fn written(print: Print) -> Print {
    print.map(|half| half.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_compared() {
        let ledger = Ledger::new(CHUNK + 1);
        assert_eq!(ledger.compare(0, [3, 4]), None);
        assert!(ledger.write(0, [3, 4]) && ledger.write(CHUNK, [0, 5]));
        assert_eq!(ledger.compare(0, [3, 4]), Some(true));
        assert_eq!(ledger.compare(0, [3, 5]), Some(false));
        assert_eq!(ledger.compare(CHUNK, [0, 5]), Some(true));
        assert_eq!(ledger.compare(1, [3, 4]), None);
        assert!(!ledger.write(0, [3, 4]), "a state belongs to one part");
        assert!(!ledger.write(5 * CHUNK, [3, 4]), "a state that the script does not have");
        assert!(ledger.settles(&[(0, [3, 4])]));
        assert!(!ledger.settles(&[(0, [3, 4]), (2, [7, 7])]), "nobody came to it");
        assert!(!ledger.settles(&[(9 * CHUNK, [7, 7])]));
    }

    #[test]
    fn no_claim_takes_memory() {
        assert_eq!(Ledger::new(u64::MAX).bytes(), 0);
    }
}
