//! What steps touch of what others can see ([`lts::Footprints`]): the gate tells of every visible operation as it
//! is done, and the rest follows from what the threads do to each other.
//!
//! Objects are numbered by who made them, and as the how-many-eth of their class, so that threads that go in
//! another order number alike; the base has its addresses. Two paths to one state may differ all the same, for
//! instance where two equal objects have changed places: the identity tells.

use super::choices::{SPURIOUS, TIME_OUT};
use super::system::{Begun, Explorer};
use lts::{Access, Choice, Finding, Footprint, Footprints, Narrate, Property, Tie, Wait};
use vm::program::ClassId;
use vm::state::heap::Ref;
use vm::state::monitor::Lock;
use vm::state::thread::{ThreadId, ThreadStatus as Status};
use vm::{Counters, Machine, Touch};

/// What a number of a place begins with.
#[derive(Clone, Copy)]
enum Kind {
    /// A unit of an object, or the elements of an array.
    Young = 0,
    Base,
    YoungMonitor,
    BaseMonitor,
    YoungThread,
    BaseThread,
    Static,
    /// None of these, see below.
    Other,
}

/// Added to what numbers of young objects begin with: not one object is meant, but all of a class.
const ALL_OF_CLASS: u64 = 8 << 60;

/// What is printed.
const OUTPUT: u64 = 0;
/// Which identity hash comes next.
const HASHES: u64 = 1;
/// What time it is.
const CLOCK: u64 = 2;
/// What atoms look at, all of it together: whoever changes any of that comes before or after all others who do.
const WATCHED: u64 = 3;
/// What the watcher of a unit's callers knows.
const WATCHER: u64 = 4;
/// Behind these: whether a thread has come to its end.
const ENDS: u64 = 5;

/// Bits of a unit in a number.
const UNIT_BITS: u32 = 28;

/// What the present step has touched so far.
#[derive(Clone, Default)]
pub(crate) struct StepTouches {
    /// Steps that commute may be taken in one order.
    pub is_wanted: bool,
    /// Somebody asks what steps touch.
    is_on: bool,
    list: Vec<Footprint>,
    ties: Vec<Tie>,
    /// Monitors that the step was let take.
    taken: Vec<u64>,
    /// The running thread is alone, but has not always been.
    pub is_alone: bool,
    /// It has done something that others would have seen in another way than is told.
    depends_on_ends: bool,
    /// How many threads there were when the step began, and some numbers.
    threads: usize,
    counters: Option<Counters>,
}

/// How a step comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepCause {
    Turn,
    /// The time of a wait is over.
    TimeOut,
    /// The same, where nobody can go on otherwise.
    LastResort,
    /// For no reason.
    Spurious,
}

impl StepTouches {
    #[inline]
    pub fn access(&mut self, machine: &Machine, object: Ref, unit: u32, is_write: bool) {
        if self.is_on {
            let access = if is_write { Access::Write } else { Access::Read };
            let place = place(machine, object, unit, [Kind::Young, Kind::Base]);
            self.list.push(Footprint { place, access });
        }
    }

    #[inline]
    pub fn static_field(&mut self, at: u32, is_write: bool) {
        if self.is_on {
            let access = if is_write { Access::Write } else { Access::Read };
            self.list.push(Footprint { place: numbered(Kind::Static, u64::from(at)), access });
        }
    }

    #[inline]
    pub fn watched(&mut self) {
        if self.is_on {
            self.list.push(other(WATCHED, Access::Write));
        }
    }

    #[inline]
    pub fn monitor(&mut self, machine: &Machine, object: Ref) {
        if self.is_on {
            self.list.push(Footprint { place: monitor(machine, object), access: Access::Write });
        }
    }

    /// A monitor is taken, if it is free.
    #[inline]
    pub fn takes(&mut self, machine: &Machine, object: Ref) {
        if self.is_on {
            self.monitor(machine, object);
            self.taken.push(monitor(machine, object));
        }
    }

    pub fn touch(&mut self, machine: &Machine, touch: Touch) {
        if !self.is_on {
            return;
        }
        let written = |place| Footprint { place, access: Access::Write };
        match touch {
            Touch::Thread(object) => {
                // Whoever waits looks at its interrupt, and may take it back.
                let flag = machine.known().thread_interrupted;
                let flag = place(machine, object, flag, [Kind::Young, Kind::Base]);
                self.list.extend([written(wakes(machine, object)), written(flag)]);
            }
            Touch::Clock => self.list.push(other(CLOCK, Access::Read)),
            Touch::Watcher => self.list.push(other(WATCHER, Access::Write)),
            Touch::Output => self.list.push(other(OUTPUT, Access::Write)),
            Touch::Anything => self.list.push(Footprint::ANYTHING),
        }
    }

    pub fn saw_end(&mut self, machine: &Machine, object: Ref) {
        if self.is_on {
            let ended = machine.threads.iter().filter(|(_, t)| t.state.object == object && !t.alive());
            self.ties.extend(ended.map(|(id, _)| Tie::SawEnd(id.0)));
        }
    }

    pub fn depends_on_ends(&mut self) {
        self.depends_on_ends = true;
    }

    /// A step is about to begin, with what its choice alone will do.
    pub fn begin(&mut self, machine: &Machine, thread: ThreadId, way: StepCause) {
        if !self.is_on {
            return;
        }
        self.list.clear();
        self.ties.clear();
        self.taken.clear();
        (self.threads, self.counters) = (machine.threads.len(), Some(*machine.counters()));
        self.is_alone = machine.threads.len() > 1;
        self.depends_on_ends = false;
        let state = &machine.threads[thread].state;
        let was = state.status;
        match way {
            StepCause::Turn | StepCause::TimeOut => {}
            StepCause::LastResort => self.ties.push(Tie::LastResort),
            StepCause::Spurious => self.list.push(Footprint::ANYTHING),
        }
        if was.until_ns().is_some() {
            self.list.push(other(CLOCK, Access::Read));
        }
        match was {
            Status::Runnable | Status::Ended => {}
            Status::Locking(on) => self.takes(machine, on),
            Status::Relocking(on) => {
                self.takes(machine, on);
                self.touch(machine, Touch::Thread(state.object));
            }
            Status::Waiting { on, .. } => {
                self.monitor(machine, on);
                self.touch(machine, Touch::Thread(state.object));
            }
            Status::Parked { .. } | Status::Sleeping { .. } => {
                self.touch(machine, Touch::Thread(state.object));
            }
            Status::Initializing(_) => self.list.push(Footprint::ANYTHING),
        }
    }

    /// The step has ended. If it was `sealed`, it may have done several visible things, and given back what it
    /// took before the last of them.
    pub fn end(&mut self, machine: &Machine, thread: ThreadId, is_sealed: bool) {
        if !self.is_on {
            return;
        }
        // Who finds it taken takes it later, before all else.
        if !is_sealed && !self.is_alone {
            self.ties.extend(self.taken.iter().map(|&place| Tie::Took(place)));
        }
        let started = self.threads..machine.threads.len();
        self.ties.extend(started.map(|thread| Tie::Started(thread as u32)));
        self.note_counters(machine);
        if self.depends_on_ends {
            let ended = machine.threads.iter().filter(|(_, t)| !t.alive());
            self.list.extend(ended.map(|(id, _)| other(ENDS + u64::from(id.0), Access::Read)));
        }
        let t = &machine.threads[thread];
        match t.state.status {
            Status::Initializing(_) => self.list.push(Footprint::ANYTHING),
            status if status.until_ns().is_some() => self.list.push(other(CLOCK, Access::Read)),
            _ => {}
        }
        if !t.alive() {
            self.monitor(machine, t.state.object);
            self.list.push(other(ENDS + u64::from(thread.0), Access::Write));
        }
    }

    /// What has become of the clock, and of other numbers that all threads have in common.
    fn note_counters(&mut self, machine: &Machine) {
        let (now, Some(was)) = (machine.counters(), self.counters) else { return };
        if now.next_hash != was.next_hash {
            self.list.push(other(HASHES, Access::Write));
        }
        let time =
            |counters: &Counters| (counters.clock_ns, counters.clock_read, counters.early, counters.late);
        if time(now) == time(&was) {
            return;
        }
        self.list.push(other(CLOCK, Access::Write));
        // Those whose time is over as well have left their wait sets, or could have.
        for t in machine.threads.values() {
            let is_over = t.state.status.until_ns().is_some_and(|until_ns| until_ns <= now.clock_ns);
            match t.state.status {
                Status::Relocking(on) => {
                    self.monitor(machine, on);
                    self.touch(machine, Touch::Thread(t.state.object));
                }
                _ if is_over => self.touch(machine, Touch::Thread(t.state.object)),
                _ => {}
            }
        }
    }
}

impl Explorer {
    /// How a step comes about that a choice means.
    pub(super) fn way(&self, thread: ThreadId, choice: Choice) -> StepCause {
        let machine = &self.machine;
        match choice.value {
            _ if machine.threads[thread].state.asks.is_some() => StepCause::Turn,
            TIME_OUT if !machine.is_last_resort(thread) => StepCause::TimeOut,
            TIME_OUT if machine.time.liberties.spurious_wakeups => StepCause::TimeOut,
            // Those who only look at the clock, or poll, could go on.
            TIME_OUT if machine.threads.iter().any(|(id, _)| machine.is_enabled(id)) => StepCause::TimeOut,
            TIME_OUT if self.has_nearer_wait(thread) => StepCause::TimeOut,
            TIME_OUT => StepCause::LastResort,
            SPURIOUS => StepCause::Spurious,
            _ => StepCause::Turn,
        }
    }

    /// Somebody else's wait could be over at the same moment or before.
    fn has_nearer_wait(&self, thread: ThreadId) -> bool {
        let machine = &self.machine;
        let until = |id: ThreadId| machine.threads[id].state.status.until_ns();
        let is_nearer =
            |id| machine.is_timed(id) && (!machine.is_last_resort(id) || until(id) < until(thread));
        machine.threads.iter().any(|(id, _)| id != thread && is_nearer(id))
    }

    /// A step is over in which a thread may have come to its end, or the program by itself. What daemons would
    /// still do is cut short by whoever ends last. If it is observed how far they had come, who ends last counts
    /// too, and so it does if hooks run beside them.
    pub(super) fn note_end(&mut self, has_ended: bool, has_hooks: bool) {
        if !self.driver.gate.trail.is_on {
            return;
        }
        let machine = &self.machine;
        let has_exited = machine.counters().exited.is_some();
        let has_daemons = || machine.threads.values().any(|t| t.state.daemon);
        let is_observed = self.driver.ghost.observes_output || has_hooks;
        let end = match is_observed {
            true => (has_exited || has_ended && has_daemons()).then_some(Footprint::ANYTHING),
            false => (has_exited || has_ended && machine.is_over()).then_some(Footprint::END),
        };
        self.driver.gate.trail.list.extend(end);
    }
}

fn numbered(kind: Kind, number: u64) -> u64 {
    (kind as u64) << 60 | number
}

fn other(number: u64, access: Access) -> Footprint {
    Footprint { place: numbered(Kind::Other, number), access }
}

fn place(machine: &Machine, object: Ref, unit: u32, [young, base]: [Kind; 2]) -> u64 {
    let unit = u64::from(unit) & ((1 << UNIT_BITS) - 1);
    match machine.heap.birth(object) {
        Some(birth) => numbered(young, u64::from(birth) << UNIT_BITS | unit),
        None => numbered(base, u64::from(object.0) << UNIT_BITS | unit),
    }
}

fn monitor(machine: &Machine, object: Ref) -> u64 {
    place(machine, object, 0, [Kind::YoungMonitor, Kind::BaseMonitor])
}

/// What lets a thread go on that waits: by its `java.lang.Thread`.
fn wakes(machine: &Machine, object: Ref) -> u64 {
    place(machine, object, 0, [Kind::YoungThread, Kind::BaseThread])
}

impl Footprints for Explorer {
    fn note_footprints(&mut self) -> bool {
        let (driver, naming) = (&self.driver, self.canon.naming);
        let is_possible = driver.gate.trail.is_wanted
            && !driver.gate.branching
            && driver.gate.watch.is_of_places()
            && !self.finds_races
            && !driver.is_sibling
            && naming == super::canon::Naming::default();
        if is_possible && !self.driver.gate.trail.is_on {
            self.driver.gate.trail.is_on = true;
            self.machine.number_births(true);
        }
        is_possible
    }

    fn footprints(&mut self, out: &mut Vec<Footprint>) {
        out.extend_from_slice(&self.driver.gate.trail.list);
        if super::tally::locked(&self.driver.across).is_used {
            out.push(Footprint::ANYTHING);
        }
    }

    fn held(&mut self, actor: u32, out: &mut Vec<u64>) {
        let (machine, thread) = (&self.machine, ThreadId(actor));
        super::guard::each_monitor(machine, thread, |object| out.push(monitor(machine, object)));
    }

    fn kind_of(&self, place: u64) -> u64 {
        let (kind, number) = (place >> 60, (place >> UNIT_BITS) as u32);
        if kind >= Kind::Static as u64 {
            return place;
        }
        let heap = &self.machine.heap;
        let class = match kind % 2 == Kind::Young as u64 {
            true => heap.class_of_birth(number),
            // Made before the search began, but named like the others.
            false => (number >= heap.boot_top()).then(|| heap.class_of(Ref(number))),
        };
        let unit = place & ((1 << UNIT_BITS) - 1);
        let of_class = |class: ClassId| u64::from(class.0) << UNIT_BITS | unit;
        class.map_or(place, |class| ALL_OF_CLASS | (kind & !1) << 60 | of_class(class))
    }

    fn ties(&mut self, out: &mut Vec<Tie>) {
        out.extend_from_slice(&self.driver.gate.trail.ties);
    }

    fn waits(&mut self, out: &mut Vec<Wait>) {
        let machine = &self.machine;
        for (id, t) in machine.threads.iter() {
            if !t.alive() || machine.is_enabled(id) {
                continue;
            }
            let actor = id.0;
            if t.state.status.until_ns().is_some() {
                out.push(Wait::Until { actor, place: other(CLOCK, Access::Read).place });
            }
            let woken = Wait::Until { actor, place: wakes(machine, t.state.object) };
            match t.state.status {
                Status::Locking(on) | Status::Relocking(on) => {
                    out.push(match Lock::decode(machine.heap.lock(on)) {
                        Some(held) => Wait::For { actor, other: held.owner.0, place: monitor(machine, on) },
                        None => Wait::Somehow { actor },
                    });
                }
                Status::Waiting { on, .. } => {
                    out.extend([woken, Wait::Until { actor, place: monitor(machine, on) }]);
                }
                Status::Parked { .. } | Status::Sleeping { .. } => out.push(woken),
                _ => out.push(Wait::Somehow { actor }),
            }
        }
    }

    fn identity(&mut self) -> u128 {
        self.canon.identity(&self.machine)
    }

    fn spinners_wait(&self) -> bool {
        self.accelerators.spinning
    }

    fn tells_effects(&self) -> bool {
        self.accelerators.livelocks
    }

    fn has_effect(&mut self) -> bool {
        let Begun { actor, outset, prints, is_long } = self.begun;
        self.driver.prints != prints
            || self.driver.gate.wrote.has_changed(&self.machine)
            || self.machine.has_affected_others(ThreadId(actor), outset, is_long)
    }

    fn livelock(&mut self) -> Finding {
        let message = "threads go round in loops, and nothing that they read can change".to_string();
        Finding { property: Property::LIVELOCK, message, details: self.machine.describe_threads() }
    }

    fn partial_deadlock(&mut self, actors: &[u32]) -> Finding {
        let names = actors.iter().map(|&actor| Narrate::actor(self, actor)).collect::<Vec<_>>().join(", ");
        let message = format!("others run for ever, and nothing that they do lets these go on: {names}");
        Finding { property: Property::PARTIAL_DEADLOCK, message, details: self.machine.describe_threads() }
    }

    fn waits_for_time(&self, actors: &[u32]) -> bool {
        actors.iter().any(|&actor| self.is_overdue(ThreadId(actor)) || self.watches_clock(ThreadId(actor)))
    }

    fn clock_watchers(&self, out: &mut Vec<u32>) {
        let threads = self.machine.threads.iter().map(|(id, _)| id);
        out.extend(threads.filter(|&id| self.watches_clock(id)).map(|id| id.0));
    }

    fn is_cut_short(&mut self) -> bool {
        let is_observed = self.driver.ghost.observes_output;
        let is_alive = self.machine.threads.values().any(|t| t.alive());
        let is_end = self.machine.counters().exited.is_some() || self.machine.is_over();
        is_alive && (is_observed || !is_end)
    }
}
