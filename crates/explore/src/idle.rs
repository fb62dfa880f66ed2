//! Whether anybody gets anywhere: where all who can move go round in loops that change nothing, only time helps.
//!
//! A long wait is over when nothing else can go on. A thread that polls can always go on, and yet nothing comes of it:
//! it looks, finds what it found before, and looks again. A state from which no step has an effect, whoever takes it,
//! until a long wait is over, counts as one in which nothing else can go on. That is a property of the state alone,
//! found out by letting each thread run by itself until it has an effect, which is soon, or stands where it stood
//! before: as long as nobody changes anything, threads have nothing to do with each other. Where somebody looks at the
//! clock that is not so, as it moves for one by what another one does: then nobody is found to be idle.

use super::choices::TIME_OUT;
use super::system::Explorer;
use base::FastMap;
use lts::{Choice, Footprints, Outcome, System};
use vm::Machine;
use vm::state::heap::{HEADER_UNITS, Ref};
use vm::state::thread::{ThreadId, ThreadStatus};

/// Steps in which a thread that polls has come round.
const MOST_STEPS: u32 = 512;
/// Operations that a step may take while it is found out. It has many small divisors, so that a short loop without
/// operations that others can see stands where it stood when they are spent.
pub(super) const TRIAL_LIMIT: u64 = 27_720;
/// What a step counts for that came to this limit: nobody waits long for who computes.
const SPENT_STEPS: u32 = 32;
/// Objects of a thread's own that are compared when it is where it was.
const MOST_OBJECTS: usize = 4096;

impl Explorer {
    /// Nobody gets anywhere unless a long wait is over, or the clock moves far.
    pub(super) fn is_idle(&mut self) -> bool {
        if let Some(is_idle) = self.idle {
            return is_idle;
        }
        let is_idle = !self.is_trying && self.waits_long() && self.is_timeless() && self.finds_idle();
        self.idle = Some(is_idle);
        is_idle
    }

    /// Somebody waits until nothing else can go on, be it by looking at the clock.
    fn waits_long(&self) -> bool {
        let machine = &self.machine;
        machine.threads.iter().any(|(id, _)| {
            machine.is_timed(id) && machine.is_last_resort(id)
                || machine.is_polling(id) && machine.is_enabled(id)
        })
    }

    /// Nobody's time passes. Once the time is part of the state, who looks at it, and when, decides what is over first:
    /// that is no loop. Who looks in the middle of what he does is found out then.
    fn is_timeless(&self) -> bool {
        let machine = &self.machine;
        let is_looking = |id| machine.is_enabled(id) && machine.is_polling(id);
        let is_short = |id| machine.is_timed(id) && !machine.threads[id].state.is_patient;
        !machine.counters().clock_read
            || !machine.threads.iter().any(|(id, _)| is_looking(id) || is_short(id))
    }

    /// Before a step: whoever goes a path without looking about comes to know the program in the same order.
    pub(super) fn settle_idle(&mut self) {
        self.machine.time.is_idle = self.is_idle();
        self.idle = None;
    }

    fn finds_idle(&mut self) -> bool {
        let machine = &self.machine;
        if machine.counters().exited.is_some() || machine.is_over() {
            return false;
        }
        let is_bound = |t: &vm::state::thread::ThreadState| t.atomic > 0 || t.asks.is_some();
        if machine.threads.values().any(|t| is_bound(&t.state))
            || super::tally::locked(&self.driver.across).is_used
        {
            return false;
        }
        let actors = machine.threads.iter().map(|(id, _)| id);
        let movers: Vec<Choice> = actors.filter_map(|id| self.next_move(id)).collect();
        movers.into_iter().all(|choice| self.gets_nowhere(choice))
    }

    /// How a thread can go on that does not wait long, and does more than look at the clock.
    fn next_move(&self, thread: ThreadId) -> Option<Choice> {
        let machine = &self.machine;
        match machine.is_enabled(thread) {
            true => (!machine.is_polling(thread)).then_some(Choice { actor: thread.0, value: 0 }),
            false => {
                let is_short = machine.is_timed(thread) && !machine.threads[thread].state.is_patient;
                is_short.then_some(Choice { actor: thread.0, value: TIME_OUT })
            }
        }
    }

    /// A thread that goes on by itself comes to where it was, and nothing has changed. The machine stays where it is.
    fn gets_nowhere(&mut self, choice: Choice) -> bool {
        let gate = &mut self.driver.gate;
        let (trail, wrote) = (std::mem::take(&mut gate.trail), std::mem::take(&mut gate.wrote));
        let (several, running) = (gate.several, gate.running);
        let narrating = std::mem::take(&mut gate.narrating);
        let (instructions, prints) = (self.machine.instructions, self.driver.prints);
        let (begun, pending) = (self.begun, self.pending.take());
        let (passed, foreseen) = (std::mem::take(&mut self.passed), self.foresight.take_foreseen());
        let (was_at_mark, marks) = (self.is_at_mark, self.marks.len());
        self.is_trying = true;
        let here = self.mark();
        let is_round = self.goes_round(choice);
        self.rewind(here);
        self.marks.pop();
        assert_eq!(self.marks.len(), marks, "what was tried leaves no position behind");
        self.is_trying = false;
        (self.is_at_mark, self.passed) = (was_at_mark, passed);
        (self.begun, self.pending) = (begun, pending);
        self.foresight.put_foreseen(foreseen);
        (self.machine.instructions, self.driver.prints) = (instructions, prints);
        let gate = &mut self.driver.gate;
        (gate.trail, gate.wrote, gate.narrating) = (trail, wrote, narrating);
        (gate.several, gate.running) = (several, running);
        is_round
    }

    /// Lets the thread run. The place that it has to come back to moves on now and then: at first it may be on its way
    /// to where it goes round.
    fn goes_round(&mut self, first: Choice) -> bool {
        let thread = ThreadId(first.actor);
        let enabled = self.enabled();
        let look = self.machine.threads[thread].state.look;
        let (mut choice, mut place, mut step) = (first, self.place_of(thread), 0);
        while step < MOST_STEPS {
            if place.is_none() || self.step(choice) != Outcome::Next || self.has_effect() {
                return false;
            }
            // Who looks at the clock waits for it to move, and it moves for him where he looks.
            if self.machine.threads[thread].state.look != look {
                return false;
            }
            // Who is asked stands where he stood, and has not gone round.
            if self.machine.threads[thread].state.asks.is_some() {
                return false;
            }
            // Who was blocked may do something.
            if self.enabled().iter().any(|id| !enabled.contains(id) && *id != thread) {
                return false;
            }
            let now = self.place_of(thread);
            if now == place {
                return true;
            }
            let is_spent = !self.machine.threads[thread].state.at_visible;
            let before = step;
            step += if is_spent { SPENT_STEPS } else { 1 };
            if (before + 1).next_power_of_two() <= step {
                place = now;
            }
            self.mark();
            choice = match self.next_move(thread) {
                Some(choice) => choice,
                None => return false,
            };
        }
        false
    }

    fn enabled(&self) -> Vec<ThreadId> {
        self.machine.threads.iter().map(|(id, _)| id).filter(|&id| self.machine.is_enabled(id)).collect()
    }

    /// A digest of where a thread stands, and of all that it alone knows. `None` if that is too much.
    fn place_of(&self, thread: ThreadId) -> Option<u64> {
        let machine = &self.machine;
        let t = &machine.threads[thread];
        let mut own = Own { machine, words: Vec::new(), met: FastMap::default(), order: Vec::new() };
        own.words.push(kind_of(t.state.status));
        own.words.extend([
            u64::from(t.state.permit),
            u64::from(t.state.at_visible),
            u64::from(t.state.notified),
        ]);
        for (depth, frame) in t.frames.iter().enumerate() {
            own.words.push(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            for live in machine.live_registers(thread, depth) {
                let word = if live.is_ref { own.name(Ref(live.word as u32)) } else { live.word };
                own.words.push(word);
            }
        }
        let mut at = 0;
        while let Some(&object) = own.order.get(at) {
            own.content(object);
            at += 1;
            if at > MOST_OBJECTS {
                return None;
            }
        }
        Some(base::hash_words(own.words))
    }
}

/// Who is about to sleep and who sleeps stand at the same place.
fn kind_of(status: ThreadStatus) -> u64 {
    match status {
        ThreadStatus::Runnable => 0,
        ThreadStatus::Locking(_) => 1,
        ThreadStatus::Waiting { .. } => 2,
        ThreadStatus::Relocking(_) => 3,
        ThreadStatus::Sleeping { .. } => 4,
        ThreadStatus::Parked { .. } => 5,
        ThreadStatus::Initializing(_) => 6,
        ThreadStatus::Ended => 7,
    }
}

/// What one thread knows: objects that others can reach by where they are, its own by the order in which they are met.
struct Own<'a> {
    machine: &'a Machine,
    words: Vec<u64>,
    met: FastMap<Ref, u64>,
    order: Vec<Ref>,
}

impl Own<'_> {
    fn name(&mut self, object: Ref) -> u64 {
        if object.is_null() || self.machine.heap.is_shared(object) {
            return u64::from(object.0);
        }
        let next = 1 << 32 | self.order.len() as u64;
        let name = *self.met.entry(object).or_insert(next);
        if name == next {
            self.order.push(object);
        }
        name
    }

    fn content(&mut self, object: Ref) {
        let heap = &self.machine.heap;
        let class = heap.class_of(object);
        self.words.extend([u64::from(class.0), u64::from(heap.lock(object)), heap.words_of(object).into()]);
        let shape = &heap.shapes[class];
        if shape.elements_are_refs {
            for i in 0..heap.len(object) {
                let name = self.name(Ref(heap.load(object, i)));
                self.words.push(name);
            }
            return;
        }
        for unit in HEADER_UNITS..heap.words_of(object) * 2 {
            let is_ref = u16::try_from(unit).is_ok_and(|unit| shape.refs.contains(&unit));
            let word = match is_ref {
                true => self.name(heap.get_ref(object, unit)),
                false => heap.get32(object, unit).into(),
            };
            self.words.push(word);
        }
    }
}
