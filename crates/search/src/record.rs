//! Every state and every step that a search meets, kept. Cycles and branching time can be decided on that
//! whoever met what, and in whichever order: so several workers can search.
//!
//! A search for cycles alone goes depth first and needs no record ([`crate::nested`], [`crate::components`]).

use crate::codec;
use crate::limits::{Limits, Progress};
use crate::parallel::{Workers, recorded};
use crate::result::SearchResult;
use crate::sequential::Checkpoints;
use crate::visit::{Visit, visit};
use lts::{Choice, Choices, StateId, Store, System};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordedState {
    #[serde(with = "codec::state")]
    pub state: StateId,
    /// The first 64 propositions, one bit each.
    pub valuation: u64,
    /// Who can move, each once; whose turn it is not among them.
    pub movers: Box<[u32]>,
    /// Who can move although it is not their turn.
    pub others: Box<[u32]>,
    /// There is nothing to choose, and not for want of depth.
    pub ends: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedStep {
    #[serde(with = "codec::state")]
    pub from: StateId,
    #[serde(with = "codec::choice")]
    pub choice: Choice,
    #[serde(with = "codec::state")]
    pub to: StateId,
}

/// What one worker has met: states that were new to all, and the steps that it took.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    pub states: Vec<RecordedState>,
    pub steps: Vec<RecordedStep>,
}

impl Record {
    /// About the memory that it takes.
    pub fn bytes(&self) -> u64 {
        (self.states.len() * size_of::<RecordedState>() + self.steps.len() * size_of::<RecordedStep>()) as u64
    }
}

impl Visit for Record {
    fn reset(&mut self) {
        *self = Record::default();
    }

    fn state(&mut self, state: StateId, system: &mut dyn System, choices: &Choices, ends: bool) {
        let valuation = system.atoms().map_or(0, |atoms| {
            (0..atoms.count().min(64)).fold(0, |sum, i| sum | u64::from(atoms.holds(i)) << i)
        });
        let (movers, others) = (choices.movers().into(), choices.others.as_slice().into());
        self.states.push(RecordedState { state, valuation, movers, others, ends });
    }

    fn bytes(&self) -> u64 {
        Record::bytes(self)
    }

    fn step(&mut self, from: StateId, choice: Choice, to: StateId) {
        self.steps.push(RecordedStep { from, choice, to });
    }

    fn notes(&self) -> Vec<u8> {
        // Plain data of known lengths can always be written to memory.
        postcard::to_stdvec(self).unwrap_or_default()
    }

    fn take_up(&mut self, notes: &[u8]) -> bool {
        let read = postcard::from_bytes(notes);
        read.is_ok_and(|record| {
            *self = record;
            true
        })
    }
}

/// A record that its worker writes and others may read.
#[derive(Clone, Default)]
pub(crate) struct SharedRecord(Arc<Mutex<Record>>);

impl SharedRecord {
    pub fn lock(&self) -> MutexGuard<'_, Record> {
        // What a poisoned lock guards is a list of whole entries.
        base::lock(&self.0)
    }

    /// All of it; nobody writes any more.
    pub fn take(&self) -> Record {
        std::mem::take(&mut self.lock())
    }
}

impl Visit for SharedRecord {
    fn reset(&mut self) {
        self.lock().reset();
    }

    fn state(&mut self, state: StateId, system: &mut dyn System, choices: &Choices, ends: bool) {
        self.lock().state(state, system, choices, ends);
    }

    fn step(&mut self, from: StateId, choice: Choice, to: StateId) {
        self.lock().step(from, choice, to);
    }
}

/// Searches everything, alone. `None` if the checkpoint to begin from is for another program.
pub fn record(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<(Record, SearchResult)> {
    let mut record = Record::default();
    let result = visit(system, store, limits, &mut record, kept, watch)?;
    Some((record, result))
}

/// Looks at what all workers have met so far; true if that is enough. It asks now and then whether to go on, and says
/// no more than that it is not enough if it is not to.
pub type Probe<'p> = dyn FnMut(&[&Record], &dyn Fn() -> bool) -> bool + 'p;

/// Searches everything with several workers. The first record is that of the worker who began, with the
/// initial state first. `probe` is called each time that about twice as much is known as before, and at the
/// end; if it says that this is enough, the search ends, and that is the last part of the result.
///
/// The machine may be replaced by one that knows more of the program.
pub fn record_by_workers(
    system: &mut Box<dyn System>,
    store: &mut dyn Store,
    workers: Workers,
    limits: &Limits,
    probe: &mut Probe<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> (Vec<Record>, SearchResult, bool) {
    let mut recording =
        WorkerRecords { parts: Vec::new(), probe, next_probe: WorkerRecords::FIRST_PROBE, is_enough: false };
    let mut result = recorded(system, store, workers, limits, &mut recording, watch);
    if !recording.is_enough {
        let (started, overrun) = (Instant::now(), Cell::new(None));
        let (bytes, watch) = (store.bytes() + recording.bytes(), RefCell::new(watch));
        let goes_on = || {
            let progress = result.progress(bytes, result.statistics.elapsed + started.elapsed());
            overrun.set(limits.overrun(&progress, &mut **watch.borrow_mut()));
            overrun.get().is_none()
        };
        recording.look(&goes_on);
        if let Some(why) = overrun.get() {
            result.cut(why);
        }
    }
    let records = recording.parts.iter().map(SharedRecord::take).collect();
    (records, result, recording.is_enough)
}

/// The records of all workers.
pub(crate) struct WorkerRecords<'p> {
    parts: Vec<SharedRecord>,
    probe: &'p mut Probe<'p>,
    /// States at which there is a look at the records again.
    next_probe: u64,
    is_enough: bool,
}

impl WorkerRecords<'_> {
    /// Fewer states than this are soon explored.
    const FIRST_PROBE: u64 = 1_000;

    /// The search begins, or begins again: the record of the worker who does.
    pub fn first(&mut self) -> SharedRecord {
        self.parts.clear();
        self.next_probe = WorkerRecords::FIRST_PROBE;
        self.another()
    }

    /// The record of one more worker.
    pub fn another(&mut self) -> SharedRecord {
        let record = SharedRecord::default();
        self.parts.push(record.clone());
        record
    }

    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.lock().bytes()).sum()
    }

    /// So many states are known. True if what is known of them is enough.
    pub fn is_enough(&mut self, states: u64, goes_on: &dyn Fn() -> bool) -> bool {
        if states >= self.next_probe && !self.is_enough {
            self.next_probe = states * 2;
            self.look(goes_on);
        }
        self.is_enough
    }

    fn look(&mut self, goes_on: &dyn Fn() -> bool) {
        let parts: Vec<_> = self.parts.iter().map(SharedRecord::lock).collect();
        let records: Vec<&Record> = parts.iter().map(|part| &**part).collect();
        self.is_enough = (self.probe)(&records, goes_on);
    }
}
