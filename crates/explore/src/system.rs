//! [`lts::System`] for the machine.

use super::accelerate::{Accelerators, Uses};
use super::canon::{Canon, Garbage, MemoMark};
use super::driver::{Driver, Subject};
use super::foresight::{Foresight, Pending};
use super::ghost::State;
use super::idle::TRIAL_LIMIT;
use super::marks::{Marked, Marks};
use super::tally::{Snapshot, locked};
use lts::{
    Cause, Choice, Choices, CompId, Foresee, Gap, Gauges, Knowledge, Outcome, Pool, Settled, Status, System,
};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use vm::Pause;
use vm::state::thread::ThreadId;
use vm::{Layer, Machine, Outset};
use vm::{Stop, Trap};

/// Where a step began, and whose it was.
#[derive(Clone, Copy, Default)]
pub(super) struct Begun {
    pub(super) actor: u32,
    pub(super) outset: Outset,
    pub(super) prints: u64,
    /// It came to its limit of operations, and may have gone round in a loop many times.
    pub(super) is_long: bool,
}

/// A booted machine whose main thread stands at the beginning of the program.
pub struct Explorer {
    pub machine: Machine,
    pub(super) driver: Driver,
    pub(super) marks: Marks,
    /// The machine is as it was when it was last named.
    pub(super) is_named: bool,
    /// It is where the last mark is.
    pub(super) is_at_mark: bool,
    /// In the state that the machine is in nobody gets anywhere, if that is known, see [`super::idle`].
    pub(super) idle: Option<bool>,
    /// It is being found out.
    pub(super) is_trying: bool,
    pub(super) canon: Canon,
    pub(super) foresight: Foresight,
    /// Where the step that was taken last began.
    pub(super) begun: Begun,
    /// The step that was taken last, until the state that it led to has a name.
    pub(super) pending: Option<Pending>,
    /// The initial state, for when its mark has died.
    pub(super) initial: Arc<Snapshot>,
    /// The first mark is that of the initial state.
    has_start: bool,
    pub(super) accelerators: Accelerators,
    pub(super) uses: Uses,
    pub(super) finds_races: bool,
    /// The races that have been told, and the circles.
    pub(super) races: Arc<Mutex<BTreeSet<String>>>,
    /// Whoever asks only looks: nothing counts as told.
    pub(super) is_peeking: bool,
    /// What whole runs printed, if that is observed. Siblings share it.
    pub(super) outputs: Arc<Mutex<BTreeSet<Vec<u8>>>>,
    pub(super) atoms: Vec<super::atoms::Atom>,
    /// What a deepened base adds to the booted heap. Siblings share it.
    pub(super) layer: Arc<Mutex<Option<Arc<Layer>>>>,
    /// What atoms came to in the middle of the last step.
    pub(super) passed: Vec<lts::Passing>,
    /// Why an atom could not be evaluated: nothing can be said of the system any more.
    pub(super) broken_atom: Option<String>,
}

impl Explorer {
    pub fn new(mut machine: Machine) -> Result<Explorer, Trap> {
        machine.begin_exploring();
        let mut driver = Driver::default();
        Subject { machine: &mut machine, driver: &mut driver }.replace_output()?;
        machine.freeze_tokens();
        let mut canon = Canon::default();
        let initial = canon.snapshot(&mut machine, &driver.ghost);
        // Objects lie where they would lie if the state was loaded: what is made later does so on every machine.
        let loaded = canon.load(&mut machine, &mut driver.ghost, &*initial, &initial.state, None, false);
        loaded.map_err(Trap::internal)?;
        let uses = canon.uses.clone();
        let mut marks = Marks::default();
        marks.push(Marked { mark: machine.mark(), ghost: driver.ghost.mark(), named: None, idle: None });
        Ok(Explorer {
            machine,
            driver,
            marks,
            is_named: false,
            is_at_mark: false,
            idle: None,
            is_trying: false,
            canon,
            foresight: Foresight::default(),
            begun: Begun::default(),
            pending: None,
            initial,
            has_start: true,
            accelerators: Accelerators::default(),
            uses,
            finds_races: false,
            races: Arc::default(),
            is_peeking: false,
            outputs: Arc::default(),
            atoms: Vec::new(),
            layer: Arc::default(),
            passed: Vec::new(),
            broken_atom: None,
        })
    }

    /// The machine with who drives it.
    pub(super) fn subject(&mut self) -> Subject<'_> {
        Subject { machine: &mut self.machine, driver: &mut self.driver }
    }

    /// The present state.
    pub(super) fn state(&self) -> State<'_> {
        State { machine: &self.machine, ghost: &self.driver.ghost }
    }

    /// A position to come back to.
    fn marked(&mut self, named: Option<MemoMark>) -> Marked {
        Marked { mark: self.machine.mark(), ghost: self.driver.ghost.mark(), named, idle: self.idle }
    }

    /// Lets a thread run to the end of its step.
    fn run_on(&mut self, thread: ThreadId) -> Pause {
        self.passed.clear();
        let most = if self.is_trying { TRIAL_LIMIT } else { STEP_LIMIT };
        loop {
            let pause = self.driver.run(&mut self.machine, thread, most);
            let is_passed = std::mem::take(&mut self.driver.gate.watch.is_passed);
            if !is_passed || !matches!(pause, Pause::Visible) {
                return pause;
            }
            self.pass();
            // The operation that it stands before is now the first one.
            stands(&mut self.machine, thread, true, None);
        }
    }

    /// What keeps atoms from being looked at: one that could not be evaluated, or a write that onlookers cannot see.
    fn unseen(&self) -> Option<Gap> {
        if let Some(what) = self.broken_atom.clone() {
            return Some(Gap { cause: Cause::Unsupported, what, place: String::new() });
        }
        let place = self.driver.gate.watch.hidden.clone()?;
        let what =
            "a write that an invariant looks at, in the middle of a step: record the script with --invariant";
        Some(Gap { cause: Cause::Input, what: what.to_string(), place })
    }

    /// Adds what was counted on the way to what all machines count.
    fn count_uses(&mut self) {
        let guarded = std::mem::take(&mut self.driver.gate.guarded);
        if guarded > 0 {
            self.uses.guarded(guarded);
        }
    }
}

impl System for Explorer {
    fn start(&mut self) {
        self.driver.gate.is_misled = false;
        if let Some(start) = self.marks.first().filter(|_| self.has_start) {
            self.machine.rewind(start.mark);
            self.driver.ghost.rewind(start.ghost);
            self.marks.back_to(0);
        } else {
            let loaded = self.canon.load(
                &mut self.machine,
                &mut self.driver.ghost,
                &*self.initial,
                &self.initial.state,
                None,
                false,
            );
            debug_assert!(loaded.is_ok(), "the initial state can be made again");
            self.marks.clear();
            let start = self.marked(None);
            self.marks.push(start);
            self.has_start = true;
        }
        (self.is_named, self.is_at_mark, self.idle) = (false, false, None);
        self.canon.forget();
        self.foresight.move_on();
        self.foresight.forget();
        self.machine.across = vm::Across::default();
        *locked(&self.driver.across) = super::across::AcrossPaths::default();
        locked(&self.races).clear();
        *locked(&self.canon.garbage) = Garbage::default();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.others.clear();
        out.early.clear();
        out.is_input = false;
        let is_idle = self.is_idle();
        let mut status = self.choices_at(is_idle, out);
        if status == Status::Live
            && let Some(circle) = self.find_circle()
        {
            status = Status::Flawed(circle);
        }
        if self.finds_races
            && status == Status::Live
            && let Some(race) = self.find_race()
        {
            status = Status::Flawed(race);
        }
        if self.driver.ghost.observes_output && status == Status::Done && !self.driver.gate.is_misled {
            locked(&self.outputs).insert(self.driver.ghost.printed.clone());
        }
        status
    }

    fn peek(&mut self, only_looks: bool) {
        self.is_peeking = only_looks;
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        if let Some(gap) = self.unseen() {
            return Outcome::Unknown(gap);
        }
        let thread = ThreadId(choice.actor);
        self.settle_idle();
        let pending = self.begin_notes(choice);
        (self.is_named, self.is_at_mark) = (false, false);
        self.pending = None;
        self.begin_effects(choice);
        let way = self.way(thread, choice);
        self.driver.gate.trail.begin(&self.machine, thread, way);
        let leaves_wait_set = self.apply(thread, choice);
        let (machine, gate) = (&mut self.machine, &mut self.driver.gate);
        gate.several = gate.watch.reachability || machine.threads.values().filter(|t| t.alive()).count() > 1;
        gate.running = Some(thread);
        gate.trail.is_alone &= !gate.several;
        machine.set_maker(thread);
        gate.atomic = machine.threads[thread].state.atomic > 0;
        self.driver.begin_seal(&self.machine, thread);
        let (machine, gate) = (&mut self.machine, &mut self.driver.gate);
        if leaves_wait_set || !machine.is_enabled(thread) {
            // A wait whose time is over, but whose monitor is not free yet, or that was interrupted.
            machine.heap.notes.end();
            machine.disturb_looks(thread);
            gate.trail.end(machine, thread, false);
            return Outcome::Next;
        }
        if gate.narrating {
            self.tell(thread);
        }
        let before = Standing::of(&self.machine, thread);
        let is_sealed = self.driver.gate.atomic;
        let pause = self.run_on(thread);
        self.end_notes(pending, &pause);
        self.count_uses();
        if matches!(pause, Pause::Visible)
            && before.at_visible
            && before == Standing::of(&self.machine, thread)
        {
            let at = self.machine.user_position(thread);
            return self.stopped(Stop::Internal(format!("a step has done nothing, at {at}")));
        }
        if let Some(gap) = self.unseen() {
            return Outcome::Unknown(gap);
        }
        if self.driver.gate.narrating {
            self.tell_pause(thread, &pause);
        }
        let has_ended = matches!(pause, Pause::Ended);
        self.begun.is_long = matches!(pause, Pause::Fuel) && self.machine.is_spent;
        self.driver.gate.trail.end(&self.machine, thread, is_sealed || self.driver.gate.atomic);
        let machine = &mut self.machine;
        let (at_visible, asks) = match pause {
            Pause::Visible | Pause::Blocked => (true, None),
            Pause::Asks(count) => (true, Some(count)),
            Pause::Fuel | Pause::Ended => (false, None),
            Pause::Stopped(stop) => return self.stopped(*stop),
        };
        machine.disturb_looks(thread);
        stands(machine, thread, at_visible, asks);
        let has_hooks = match has_ended.then(|| self.subject().begin_shutdown()) {
            Some(Err(Trap::Stop(stop))) => return self.stopped(*stop),
            Some(Err(other)) => return self.stopped(Stop::Internal(format!("the program's end: {other:?}"))),
            Some(Ok(has_hooks)) => has_hooks,
            None => false,
        };
        self.note_end(has_ended, has_hooks);
        self.arrived(at_visible || has_ended)
    }

    fn mark(&mut self) -> lts::Mark {
        let is_named = self.is_named && self.machine.changes().is_empty();
        let named = if is_named { self.canon.here() } else { None };
        self.canon.settle();
        let marked = self.marked(named);
        self.marks.push(marked);
        lts::Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: lts::Mark) {
        let marked = self.marks.back_to(to.0 as usize);
        assert!(marked.is_some(), "a mark that died is not gone back to");
        let Some(Marked { mark, ghost, named, idle }) = marked else { return };
        self.idle = idle;
        let was_deep = self.machine.is_deep();
        self.machine.rewind(mark);
        if was_deep != self.machine.is_deep() {
            self.canon.forget();
        }
        self.driver.ghost.rewind(ghost);
        self.pending = None;
        self.foresight.move_on();
        self.is_at_mark = true;
        self.is_named = named.is_some_and(|named| self.canon.go_back(&mut self.machine, named));
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let (machine, ghost) = (&mut self.machine, &self.driver.ghost);
        let followed = self.foresight.followed();
        match followed.is_some_and(|places| self.canon.follow(machine, ghost, places, pool)) {
            true => out.extend_from_slice(self.canon.numbers()),
            false => self.canon.save(machine, ghost, pool, out),
        }
        self.is_named = true;
        self.remember();
        // What changes from here on is noted once more, whether a mark comes next or a step.
        self.machine.begin_epoch();
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        if !self.is_named && self.marks.first().is_some_and(|first| first.named.is_some()) {
            // Where the machine stands nobody knows; where it was loaded to last, everything is known.
            self.rewind(lts::Mark(0));
        }
        let layer = locked(&self.layer).clone();
        let (is_named, layer) = (self.is_named, layer.as_deref());
        let loaded = self.canon.load(&mut self.machine, &mut self.driver.ghost, pool, state, layer, is_named);
        self.idle = None;
        self.marks.clear();
        let named = self.canon.here();
        let marked = self.marked(named);
        self.marks.push(marked);
        (self.is_named, self.is_at_mark, self.pending) = (named.is_some(), false, None);
        self.foresight.move_on();
        self.has_start = false;
        loaded.map_err(|what| Gap { cause: Cause::Unsupported, what, place: String::new() })
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        if locked(&self.driver.across).is_used {
            return None;
        }
        let machine = self.machine.sibling().ok()?;
        Some(Box::new(Explorer {
            machine,
            driver: self.driver.sibling(),
            marks: Marks::default(),
            is_named: false,
            is_at_mark: false,
            idle: None,
            is_trying: false,
            canon: Canon::new(self.accelerators, self.uses.clone()),
            foresight: Foresight::default(),
            begun: Begun::default(),
            pending: None,
            initial: self.initial.clone(),
            has_start: false,
            accelerators: self.accelerators,
            uses: self.uses.clone(),
            finds_races: self.finds_races,
            races: self.races.clone(),
            is_peeking: false,
            outputs: self.outputs.clone(),
            atoms: self.atoms.clone(),
            layer: self.layer.clone(),
            passed: Vec::new(),
            broken_atom: None,
        }))
    }

    fn settle(&mut self) -> Settled {
        let is_outdated = std::mem::take(&mut self.driver.gate.outdated);
        Settled { extent: self.machine.extent(), is_outdated }
    }

    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        Some(self)
    }

    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        // What atoms would see in the middle of a step may be another thing than last time.
        if self.driver.gate.watch.passes { None } else { Some(self) }
    }

    fn footprints(&mut self) -> Option<&mut dyn lts::Footprints> {
        Some(self)
    }

    fn atoms(&mut self) -> Option<&mut dyn lts::Atoms> {
        if self.atoms.is_empty() { None } else { Some(self) }
    }

    fn narrator(&mut self) -> Option<&mut dyn lts::Narrate> {
        Some(self)
    }

    fn gauges(&self) -> Option<&dyn Gauges> {
        Some(self)
    }
}

/// Operations that one step may take before it ends all the same: a thread that computes for long, or for ever. Where a
/// step ends must not depend on anything else that is counted: a path is gone again with other steps.
const STEP_LIMIT: u64 = 10_000_000;

/// Notes how a step has left its thread.
pub(super) fn stands(machine: &mut Machine, thread: ThreadId, at_visible: bool, asks: Option<u32>) {
    let state = &machine.threads[thread].state;
    if state.at_visible != at_visible || state.asks != asks {
        let state = machine.change_thread(thread);
        state.at_visible = at_visible;
        state.asks = asks;
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

impl Standing {
    fn of(machine: &Machine, thread: ThreadId) -> Standing {
        let t = &machine.threads[thread];
        let (frames, pc) = (t.frames.len(), t.frames.last().map(|top| top.pc));
        Standing { at_visible: t.state.at_visible, frames, pc, instructions: machine.instructions }
    }
}
