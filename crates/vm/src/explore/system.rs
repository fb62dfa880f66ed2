//! [`lts::System`] for the machine.

use super::canon::{Canon, Garbage, Named, Naming, Symmetry};
use super::foresight::{Foresight, Noted};
use super::tally::{Snapshot, Tally, locked};
use crate::interp::Pause;
use crate::machine::Machine;
use crate::program::ClassId;
use crate::state::heap::Ref;
use crate::state::journal::Mark;
use crate::state::thread::ThreadId;
use crate::trap::{Stop, Trap};
use base::Id;
use lts::{Cause, Choice, Choices, CompId, Finding, Gap, Outcome, Pool, Property, Status, System};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Operations that one step may take before it ends all the same: a thread that computes for long, or for
/// ever.
const STEP_LIMIT: u64 = 10_000_000;

/// Which interleavings are left out because nobody can tell them from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// None: a step ends before every access to the heap.
    Off,
    /// Those of accesses that others cannot interfere with: to objects of one thread, and to what nobody
    /// writes.
    Local,
    /// And those of accesses that keep to a discipline of locks.
    Full,
}

/// A position to come back to, and the names that the state there has, if they are known.
#[derive(Clone, Copy)]
pub(super) struct Marked {
    mark: Mark,
    pub(super) named: Option<Named>,
}

/// A booted machine whose main thread stands at the beginning of the program.
pub struct Explorer {
    pub machine: Machine,
    pub(super) marks: Vec<Marked>,
    /// The machine is as it was when it was last named.
    pub(super) is_named: bool,
    /// It is where the last mark is.
    pub(super) is_at_mark: bool,
    pub(super) canon: Canon,
    pub(super) foresight: Foresight,
    /// The step that was taken last, until the state that it led to has a name.
    pub(super) noted: Option<Noted>,
    /// The initial state, for when its mark has died.
    initial: Arc<Snapshot>,
    /// The first mark is that of the initial state.
    has_start: bool,
    finds_races: bool,
    /// The races that have been told.
    pub(super) races: Arc<Mutex<BTreeSet<String>>>,
    /// What whole runs printed, if that is observed. Siblings share it.
    outputs: Arc<Mutex<BTreeSet<Vec<u8>>>>,
    pub(super) atoms: Vec<super::atoms::Atom>,
    /// Why an atom could not be evaluated: nothing can be said of the system any more.
    pub(super) broken_atom: Option<String>,
}

impl Explorer {
    pub fn new(mut machine: Machine) -> Result<Explorer, Trap> {
        machine.replace_output()?;
        machine.gate.exploring = true;
        machine.gate.start_ns = machine.counters.clock_ns;
        let mut canon = Canon::default();
        let (mut initial, mut state) = (Snapshot::default(), Vec::new());
        canon.save(&mut machine, &mut initial, &mut state);
        canon.forget();
        initial.state = state;
        let start = Marked { mark: machine.mark(), named: None };
        Ok(Explorer {
            machine,
            marks: vec![start],
            is_named: false,
            is_at_mark: false,
            canon,
            foresight: Foresight::default(),
            noted: None,
            initial: Arc::new(initial),
            has_start: true,
            finds_races: false,
            races: Arc::default(),
            outputs: Arc::default(),
            atoms: Vec::new(),
            broken_atom: None,
        })
    }

    /// What all siblings together note down.
    pub fn tally(&self) -> Tally {
        Tally {
            across: self.machine.across.clone(),
            outputs: self.outputs.clone(),
            garbage: self.canon.garbage.clone(),
            assumed: self.machine.gate.assumed.clone(),
        }
    }

    /// Which interleavings are left out. Before the search begins.
    pub fn reduce(&mut self, reduction: Reduction) {
        self.machine.gate.plain = reduction == Reduction::Off;
        self.machine.gate.guarding = reduction == Reduction::Full;
    }

    /// How much of what Java allows is explored. Before the search begins.
    pub fn allow(&mut self, liberties: crate::Liberties) {
        self.machine.gate.liberties = liberties;
    }

    /// How states are named. Before the search begins; with another naming than the usual one, states cannot
    /// be loaded.
    pub fn name_states(&mut self, naming: Naming) {
        self.canon.naming = naming;
        self.machine.heap.births = (naming.symmetry == Symmetry::Alloc).then(Box::default);
    }

    /// Data races count as violations. Before the search begins.
    pub fn find_races(&mut self) {
        self.finds_races = true;
    }

    /// What is printed becomes part of the state, so that all that can be printed is found. Before the search
    /// begins.
    pub fn observe_output(&mut self) {
        self.machine.gate.observes_output = true;
    }

    fn stopped(&mut self, stop: Stop) -> Outcome {
        match stop {
            Stop::Exit(code) => {
                self.machine.change_counters().exited = Some(code);
                Outcome::Next
            }
            Stop::Pruned => Outcome::Pruned,
            Stop::Finished => Outcome::Finished,
            Stop::Violated { property, message, details } => {
                Outcome::Violated(Finding { property, message, details })
            }
            Stop::Unsupported { what, at, .. } => {
                Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: at })
            }
            Stop::Invalid(error) => {
                Outcome::Unknown(Gap { cause: Cause::Input, what: error.to_string(), place: String::new() })
            }
            Stop::Internal(what) => Outcome::Unknown(Gap { cause: Cause::Fault, what, place: String::new() }),
        }
    }
}

impl System for Explorer {
    fn start(&mut self) {
        if self.has_start {
            self.machine.rewind(self.marks[0].mark);
            self.marks.truncate(1);
        } else {
            let loaded = self.canon.load(&mut self.machine, &*self.initial, &self.initial.state);
            debug_assert!(loaded.is_ok(), "the initial state can be made again");
            self.marks = vec![Marked { mark: self.machine.mark(), named: None }];
            self.has_start = true;
        }
        (self.is_named, self.is_at_mark) = (false, false);
        self.canon.forget();
        self.foresight.move_on();
        self.foresight.forget();
        *locked(&self.machine.across) = super::Across::default();
        locked(&self.races).clear();
        locked(&self.outputs).clear();
        *locked(&self.canon.garbage) = Garbage::default();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.others.clear();
        out.is_input = false;
        let mut status = self.choices_at(out);
        if self.finds_races
            && status == Status::Live
            && let Some(race) = self.find_race()
        {
            status = Status::Flawed(race);
        }
        if self.machine.gate.observes_output && status == Status::Done {
            locked(&self.outputs).insert(self.machine.printed.clone());
        }
        status
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        if let Some(what) = &self.broken_atom {
            let gap = Gap { cause: Cause::Unsupported, what: what.clone(), place: String::new() };
            return Outcome::Unknown(gap);
        }
        let thread = ThreadId(choice.actor);
        let noted = self.begin_notes(choice);
        (self.is_named, self.is_at_mark) = (false, false);
        self.noted = None;
        let leaves_wait_set = self.apply(thread, choice);
        let machine = &mut self.machine;
        machine.gate.several =
            machine.gate.watch.reachability || machine.threads.values().filter(|t| t.alive()).count() > 1;
        machine.gate.running = Some(thread);
        if let Some(births) = &mut machine.heap.births {
            births.thread = thread.0;
        }
        machine.gate.atomic = machine.threads[thread].state.atomic > 0;
        if leaves_wait_set || !machine.is_enabled(thread) {
            // A wait whose time is over, but whose monitor is not free yet, or that was interrupted.
            machine.heap.notes.end();
            machine.disturb_looks(thread);
            return Outcome::Next;
        }
        if machine.gate.narrating {
            self.tell(thread);
        }
        let machine = &mut self.machine;
        let before = machine.standing(thread);
        let pause = machine.run_thread(thread, STEP_LIMIT);
        self.end_notes(noted, &pause);
        if matches!(pause, Pause::Visible) && before.at_visible && before == self.machine.standing(thread) {
            let at = self.machine.user_position(thread);
            return self.stopped(Stop::Internal(format!("a step has done nothing, at {at}")));
        }
        let machine = &mut self.machine;
        if machine.gate.narrating && matches!(pause, Pause::Blocked) {
            self.tell_blocked(thread);
        }
        let has_ended = matches!(pause, Pause::Ended);
        let machine = &mut self.machine;
        let (at_visible, asks) = match pause {
            Pause::Visible | Pause::Blocked => (true, None),
            Pause::Asks(count) => (true, Some(count)),
            Pause::Fuel | Pause::Ended => (false, None),
            Pause::Stopped(stop) => return self.stopped(*stop),
        };
        machine.disturb_looks(thread);
        let state = &machine.threads[thread].state;
        if state.at_visible != at_visible || state.asks != asks {
            let state = machine.change_thread(thread);
            state.at_visible = at_visible;
            state.asks = asks;
        }
        match has_ended.then(|| self.machine.begin_shutdown()) {
            Some(Err(Trap::Stop(stop))) => self.stopped(*stop),
            Some(Err(other)) => self.stopped(Stop::Internal(format!("the program's end: {other:?}"))),
            _ => Outcome::Next,
        }
    }

    fn mark(&mut self) -> lts::Mark {
        let is_named = self.is_named && self.machine.heap.journal.changed.is_empty();
        let named = if is_named { self.canon.here() } else { None };
        self.marks.push(Marked { mark: self.machine.mark(), named });
        lts::Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: lts::Mark) {
        let index = to.0 as usize;
        let Marked { mark, named } = self.marks[index];
        self.machine.rewind(mark);
        self.marks.truncate(index + 1);
        self.noted = None;
        self.foresight.move_on();
        self.is_at_mark = true;
        self.is_named = named.is_some_and(|named| self.canon.go_back(&mut self.machine, named));
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        self.canon.save(&mut self.machine, pool, out);
        self.is_named = true;
        self.remember();
        // What changes from here on is noted once more, whether a mark comes next or a step.
        self.machine.begin_epoch();
    }

    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool {
        let first = out.len();
        let is_foreseen = self.foretell(choice, pool, out);
        if cfg!(debug_assertions) && is_foreseen {
            self.compare(choice, pool, &out[first..]);
        }
        is_foreseen
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let loaded = self.canon.load(&mut self.machine, pool, state);
        self.marks.clear();
        self.marks.push(Marked { mark: self.machine.mark(), named: None });
        (self.is_named, self.is_at_mark, self.noted) = (false, false, None);
        self.foresight.move_on();
        self.has_start = false;
        loaded.map_err(|what| Gap { cause: Cause::Unsupported, what, place: String::new() })
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        if locked(&self.machine.across).used {
            return None;
        }
        let machine = self.machine.sibling().ok()?;
        Some(Box::new(Explorer {
            machine,
            marks: Vec::new(),
            is_named: false,
            is_at_mark: false,
            canon: Canon::default(),
            foresight: Foresight::default(),
            noted: None,
            initial: self.initial.clone(),
            has_start: false,
            finds_races: self.finds_races,
            races: self.races.clone(),
            outputs: self.outputs.clone(),
            atoms: self.atoms.clone(),
            broken_atom: None,
        }))
    }

    fn extent(&self) -> u64 {
        self.machine.extent()
    }

    fn take_outdated(&mut self) -> bool {
        std::mem::take(&mut self.machine.gate.outdated)
    }

    fn learnt(&self) -> Vec<u32> {
        self.machine.gate.learnt()
    }

    fn learn(&mut self, learnt: &[u32]) {
        self.foresight.forget();
        self.machine.gate.learn(learnt);
    }

    fn user_value(&self) -> i64 {
        i64::from(locked(&self.machine.across).heuristic_value)
    }

    fn atoms(&mut self) -> Option<&mut dyn lts::Atoms> {
        if self.atoms.is_empty() { None } else { Some(self) }
    }

    fn narrator(&mut self) -> Option<&mut dyn lts::Narrate> {
        Some(self)
    }

    fn kinds(&self) -> &'static [&'static str] {
        &super::canon::KINDS
    }

    fn instructions(&self) -> u64 {
        self.machine.instructions
    }
}

/// Where a thread stands, as far as every step that does anything changes it.
#[derive(PartialEq)]
struct Standing {
    at_visible: bool,
    frames: usize,
    pc: Option<u32>,
    instructions: u64,
}

impl Machine {
    fn standing(&self, thread: ThreadId) -> Standing {
        let t = &self.threads[thread];
        let (frames, pc) = (t.frames.len(), t.frames.last().map(|top| top.pc));
        Standing { at_visible: t.state.at_visible, frames, pc, instructions: self.instructions }
    }

    /// The finding that an exception makes which nobody caught.
    pub(crate) fn violation(&self, thread: ThreadId, exception: Ref) -> Stop {
        let class = self.heap.class_of(exception);
        let assertion = self.program.loaded(base::Symbol::new("java/lang/AssertionError"));
        let is_assertion = assertion.is_some_and(|a: ClassId| self.program.is_subclass(class, a));
        let property = if is_assertion { Property::Assertion } else { Property::Exception };
        let text = self.describe_exception(exception);
        let mut lines = text.lines().map(|line| line.trim_start().to_string());
        let first = lines.next().unwrap_or_default();
        let message = format!("{first} in thread {}", self.thread_name(thread));
        debug_assert!(thread.index() < self.threads.len());
        Stop::Violated { property, message, details: lines.collect() }
    }
}
