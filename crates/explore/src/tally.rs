//! What is kept beside the states of an exploration: what all machines of one note down together, and the
//! initial state.

use super::accelerate::{Used, Uses};
use super::canon::Garbage;
use base::Id;
use lts::{CompId, Pool};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is noted down during an exploration and is no part of any state. It begins anew whenever the
/// exploration does.
pub struct Tally {
    pub(super) across: Arc<Mutex<super::across::AcrossPaths>>,
    pub(super) outputs: Arc<Mutex<BTreeSet<Vec<u8>>>>,
    pub(super) garbage: Arc<Mutex<Garbage>>,
    pub(super) uses: Uses,
    /// What was taken for granted where Java allows more.
    pub assumed: vm::Assumed,
    pub(super) library_steps: Arc<AtomicU64>,
    pub(super) compiled: Arc<vm::compiled::MachineCodeUse>,
}

impl Tally {
    /// Garbage that states were named without, and with.
    pub fn garbage(&self) -> Garbage {
        *locked(&self.garbage)
    }

    /// How often each accelerator was of use.
    pub fn used(&self) -> Used {
        self.uses.read()
    }

    /// How many different structures `Verify.stopIfVisited` has seen since the start, by the least number of
    /// such calls before.
    pub fn structures_by_depth(&self) -> Vec<u64> {
        locked(&self.across).structures.by_depth()
    }

    /// Steps within library calls that count as one operation, over all beginnings of the search.
    pub fn library_steps(&self) -> u64 {
        self.library_steps.load(Ordering::Relaxed)
    }

    /// Operations that machine code has executed, over all beginnings of the search.
    pub fn compiled_operations(&self) -> u64 {
        self.compiled.operations.load(Ordering::Relaxed)
    }

    /// The program keeps something across paths.
    pub fn is_used(&self) -> bool {
        locked(&self.across).is_used
    }

    /// Everything that a whole run printed, each once.
    pub fn outputs(&self) -> Vec<String> {
        let outputs = locked(&self.outputs);
        outputs.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect()
    }
}

/// What a poisoned lock guards is as good as before.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pool with one state in it.
#[derive(Default)]
pub(super) struct Snapshot {
    components: Vec<(u8, Vec<u32>)>,
    pub state: Vec<CompId>,
}

impl Pool for Snapshot {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let is_same = |(its, own): &(u8, Vec<u32>)| *its == kind && **own == *words;
        let known = self.components.iter().position(is_same);
        CompId::from_index(known.unwrap_or_else(|| {
            self.components.push((kind, words.to_vec()));
            self.components.len() - 1
        }))
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (kind, words) = &self.components[component.index()];
        out.extend_from_slice(words);
        *kind
    }
}
