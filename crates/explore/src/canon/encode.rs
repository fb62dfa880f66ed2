//! The words of each kind of component. [`super::load`] reads what is written here.

use super::{Canon, HAS_GUARD, HAS_HASH, LIMIT_WORDS, LOOK_WORDS, WAITING, WAITING_TIMED};
use crate::ghost::State;
use vm::program::{ShapeKind, statics};
use vm::state::heap::{HEADER_UNITS, Ref};
use vm::state::thread::{ClockLook, Limit, OnExit, ThreadId, ThreadStatus};

impl Canon {
    /// The words of a thread, frames aside.
    pub(super) fn thread(&mut self, machine: State<'_>, thread: ThreadId) {
        let t = &machine.threads[thread];
        let state = &t.state;
        let (tag, on) = match state.status {
            ThreadStatus::Runnable => (0, 0),
            ThreadStatus::Locking(on) => (1, self.name_held(machine, on)),
            ThreadStatus::Waiting { on, until_ns: None } => (WAITING, self.name_held(machine, on)),
            ThreadStatus::Waiting { on, until_ns: Some(_) } => (WAITING_TIMED, self.name_held(machine, on)),
            ThreadStatus::Relocking(on) => (4, self.name_held(machine, on)),
            ThreadStatus::Sleeping { .. } => (5, 0),
            ThreadStatus::Parked { until_ns } => (6 + u32::from(until_ns.is_some()), 0),
            ThreadStatus::Initializing(class) => (8, machine.program.class_token(class)),
            ThreadStatus::Ended => (9, 0),
        };
        let until_ns = state.status.until_ns();
        let is_patient = until_ns.is_some() && state.is_patient;
        let flags =
            [state.daemon, state.permit, state.notified, state.uncaught, state.at_visible, is_patient];
        let flags = flags.iter().enumerate().fold(0, |sum, (i, &flag)| sum | u32::from(flag) << i);
        let object = self.name_held(machine, state.object);
        let asks = state.asks.map_or(0, |n| n + 1);
        let answer = state.answer.map_or(0, |n| n + 1);
        // What time is left of a wait: before the program has looked at the clock, the clock itself says
        // nothing.
        let left_ns = until_ns.map_or(0, |until_ns| until_ns.saturating_sub(machine.counters().clock_ns));
        self.words.extend_from_slice(&[tag, on, flags, object, state.held, state.atomic, asks, answer]);
        self.words.extend_from_slice(&[left_ns as u32, (left_ns >> 32) as u32]);
        self.words.extend_from_slice(&look_words(state.look));
        self.words.extend_from_slice(&limit_words(state.limit));
    }

    pub(super) fn frame(&mut self, machine: State<'_>, thread: ThreadId, depth: usize) {
        let frame = machine.threads[thread].frames[depth];
        let exit = match frame.exit {
            OnExit::Nothing => [0, 0],
            OnExit::Unlock(object) => [1, self.name_held(machine, object)],
            OnExit::Initialized(class) => [2, machine.program.class_token(class)],
            OnExit::Loaded => [3, 0],
            OnExit::Unlimited => [4, 0],
        };
        let method = machine.program.method_token(frame.method);
        self.words.extend_from_slice(&[method, frame.pc, u32::from(frame.ret), exit[0], exit[1]]);
        for live in machine.live_registers(thread, depth) {
            let (low, high) = match live.is_ref {
                true => (self.name_held(machine, Ref(live.word as u32)), 0),
                false => (live.word as u32, (live.word >> 32) as u32),
            };
            self.words.extend_from_slice(&[u32::from(live.register), low, high]);
        }
    }

    /// An object's class, lock, length or hash, and fields, with references named.
    pub(super) fn object(&mut self, machine: State<'_>, object: Ref) {
        let heap = &machine.heap;
        let class = heap.class_of(object);
        let units = heap.words_of(object) * 2;
        let lock = if self.is_structure { heap.lock(object) } else { heap.lock_and_sharing(object) };
        let lock = self.lock_name(lock);
        let token = machine.program.class_token(class);
        self.words.extend_from_slice(&[token, lock, heap.get32(object, HEADER_UNITS - 1)]);
        self.extras(machine, object);
        let shape = &heap.shapes[class];
        if shape.elements_are_refs {
            for i in 0..heap.len(object) {
                let name = self.name(machine, Ref(heap.load(object, i)));
                self.words.push(name);
            }
            return;
        }
        let from = self.words.len();
        self.words.extend((HEADER_UNITS..units).map(|unit| heap.get32(object, unit)));
        self.forget_identity(machine, object, from, HEADER_UNITS);
        for &unit in &*shape.refs {
            let at = from + usize::from(unit) - HEADER_UNITS as usize;
            self.words[at] = self.name(machine, Ref(self.words[at]));
        }
        // A string remembers its hash when it is first asked for; that is no difference.
        let known = machine.known();
        if class == known.string {
            for unit in [known.string_hash, known.string_hash_is_zero] {
                self.words[from + unit as usize - HEADER_UNITS as usize] = 0;
            }
        }
    }

    /// What only some objects have, after a word that says what there is: the hash of an array, a guard.
    fn extras(&mut self, machine: State<'_>, object: Ref) {
        let guard = machine.ghost.guard(object).filter(|_| !self.is_structure);
        let hash = machine.array_hash(object);
        let has = |there: bool, bit: u32| if there { bit } else { 0 };
        self.words.push(has(hash.is_some(), HAS_HASH) | has(guard.is_some(), HAS_GUARD));
        self.words.extend(hash);
        if let Some(guard) = guard {
            let name = self.name(machine, guard);
            self.words.push(name);
        }
    }

    /// The words of an object of the base.
    pub(super) fn base_object(&mut self, machine: State<'_>, object: Ref) {
        self.words.push(machine.heap.token(object));
        match machine.heap.shapes[machine.heap.class_of(object)].kind {
            ShapeKind::Statics => {
                self.extras(machine, object);
                self.statics(machine, object);
            }
            _ => self.object(machine, object),
        }
    }

    /// A record of static fields: only some of its cells are references, and only the class knows which.
    fn statics(&mut self, machine: State<'_>, record: Ref) {
        let heap = &machine.heap;
        let from = self.words.len();
        self.words.extend((0..heap.len(record)).map(|cell| heap.get32(record, HEADER_UNITS + cell)));
        if heap.get32(record, statics::STATE) == statics::RUNNING {
            let by = heap.get32(record, statics::THREAD) as usize;
            let rank = self.ranks.get(by).copied().unwrap_or(by as u32);
            self.words[from + (statics::THREAD - HEADER_UNITS) as usize] = rank;
        }
        for &unit in &*self.static_refs(machine, record) {
            let at = from + (unit - HEADER_UNITS) as usize;
            self.words[at] = self.name(machine, Ref(self.words[at]));
        }
    }

    pub(super) fn output(&mut self, machine: State<'_>) {
        self.words.push(machine.ghost.printed.len() as u32);
        let (whole, rest) = machine.ghost.printed.as_chunks::<4>();
        self.words.extend(whole.iter().map(|&bytes| u32::from_le_bytes(bytes)));
        self.words.extend(rest.iter().map(|&byte| u32::from(byte)));
    }

    pub(super) fn counters(&mut self, machine: State<'_>) {
        let counters = machine.counters();
        let clock = if counters.clock_read { counters.clock_ns + 1 } else { 0 };
        let exited = counters.exited.map_or(0, |code| (code as u32).wrapping_add(1).max(1));
        self.words.extend_from_slice(&[
            counters.next_hash,
            clock as u32,
            (clock >> 32) as u32,
            exited,
            machine.ghost.visits,
        ]);
        let labels = machine.ghost.labels;
        self.words.extend_from_slice(&[labels as u32, (labels >> 32) as u32]);
        self.words.extend_from_slice(&[counters.early, counters.late, machine.ghost.prefix as u32]);
        // An address is a number in some `long`: the state has to say which block it means.
        for (slot, block) in machine.blocks() {
            let name = self.name(machine, block);
            self.words.extend([slot, name]);
        }
    }
}

/// The timed call that a thread is in, as [`super::load`] reads it. It began at a time of the clock, which is part of
/// every state in which there is one.
fn limit_words(limit: Option<Limit>) -> [u32; LIMIT_WORDS] {
    let Some(Limit { frame, since_ns, passed_ns, lag_ns }) = limit else { return [0; LIMIT_WORDS] };
    let [low, high] = [|ns: u64| ns as u32, |ns: u64| (ns >> 32) as u32];
    [frame, low(since_ns), high(since_ns), low(passed_ns), high(passed_ns), low(lag_ns), high(lag_ns)]
}

/// A thread's last look at the clock, as [`super::load`] reads it.
fn look_words(look: Option<ClockLook>) -> [u32; LOOK_WORDS] {
    let Some(look) = look else { return [0; LOOK_WORDS] };
    let flags = [true, look.spent, look.polls, look.is_alone, look.disturbed];
    let flags = flags.iter().enumerate().fold(0, |sum, (i, &flag)| sum | u32::from(flag) << i);
    [flags, look.place, look.hands, look.depth]
}
