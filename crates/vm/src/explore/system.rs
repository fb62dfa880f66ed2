//! [`lts::System`] for the machine.

use super::canon::Canon;
use super::narrate::Names;
use crate::interp::Pause;
use crate::machine::Machine;
use crate::program::ClassId;
use crate::state::heap::Ref;
use crate::state::journal::Mark;
use crate::state::thread::{Status as Doing, ThreadId};
use crate::trap::{Stop, Trap};
use base::Id;
use lts::{Cause, Choice, Choices, CompId, Finding, Gap, Outcome, Pool, Property, Status, System};

/// Operations that one step may take before it ends all the same: a thread that computes for long, or for ever.
const STEP_LIMIT: u64 = 10_000_000;
/// The value of a choice by which a timed wait ends because its time is over.
const TIME_OUT: u32 = 1;

/// A booted machine whose main thread stands at the beginning of the program.
pub struct Explorer {
    pub machine: Machine,
    marks: Vec<Mark>,
    canon: Canon,
    pub(super) scenes: Vec<lts::Scene>,
    pub(super) names: Names,
}

impl Explorer {
    pub fn new(mut machine: Machine) -> Result<Explorer, Trap> {
        machine.replace_output()?;
        machine.gate.exploring = true;
        let start = machine.mark();
        Ok(Explorer {
            machine,
            marks: vec![start],
            canon: Canon::default(),
            scenes: Vec::new(),
            names: Names::default(),
        })
    }

    /// How many different structures `Verify.stopIfVisited` has seen since the start, by the least number of such calls before.
    pub fn structures_by_depth(&self) -> Vec<u64> {
        self.machine.across.structures.by_depth()
    }

    /// Without reduction, a step ends before every access to the heap. Before the search begins.
    pub fn set_reduction(&mut self, on: bool) {
        self.machine.gate.plain = !on;
    }

    fn asking(&self) -> Option<(ThreadId, u32)> {
        let asks = self.machine.threads.iter().find_map(|(id, t)| t.state.asks.map(|count| (id, count)));
        asks.filter(|&(id, _)| self.machine.threads[id].state.answer.is_none())
    }

    /// Takes the choice's value: an answer, or the end of a timed wait.
    fn apply(&mut self, thread: ThreadId, choice: Choice) {
        let machine = &mut self.machine;
        if machine.threads[thread].state.asks.is_some() {
            machine.change_thread(thread).answer = Some(choice.value);
            return;
        }
        if choice.value == TIME_OUT {
            let status = machine.threads[thread].state.status;
            let until = match status {
                Doing::Waiting { until_ns, .. } | Doing::Parked { until_ns } => until_ns,
                Doing::Sleeping { until_ns } => Some(until_ns),
                _ => None,
            };
            let counters = machine.change_counters();
            counters.clock_ns = counters.clock_ns.max(until.unwrap_or(0));
            if let Doing::Waiting { on, .. } = status {
                machine.change_thread(thread).status = Doing::Relocking(on);
            }
        } else if matches!(machine.threads[thread].state.status, Doing::Locking(_) | Doing::Initializing(_)) {
            machine.change_thread(thread).status = Doing::Runnable;
        }
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
        self.machine.rewind(self.marks[0]);
        self.marks.truncate(1);
        self.canon.forget();
        self.machine.across.clear();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.is_input = false;
        let machine = &self.machine;
        if machine.counters.exited.is_some() {
            return Status::Done;
        }
        if let Some((thread, count)) = self.asking() {
            out.is_input = true;
            out.list.extend((0..count).map(|value| Choice { actor: thread.0, value }));
            return Status::Live;
        }
        if machine.threads.values().all(|t| !t.alive() || t.state.daemon) {
            return Status::Done;
        }
        let atomic =
            |state: &crate::state::thread::ThreadState| state.atomic > 0 && state.status == Doing::Runnable;
        if let Some((id, _)) = machine.threads.iter().find(|(_, t)| atomic(&t.state)) {
            out.list.push(Choice { actor: id.0, value: 0 });
            return Status::Live;
        }
        for (id, thread) in machine.threads.iter() {
            if machine.is_enabled(id) {
                out.list.push(Choice { actor: id.0, value: 0 });
            }
            let timed = match thread.state.status {
                Doing::Waiting { until_ns, .. } => until_ns.is_some(),
                Doing::Parked { until_ns } => until_ns.is_some() && !machine.is_enabled(id),
                Doing::Sleeping { .. } => !machine.is_enabled(id),
                _ => false,
            };
            if timed {
                out.list.push(Choice { actor: id.0, value: TIME_OUT });
            }
        }
        match out.list.is_empty() {
            false => Status::Live,
            true => Status::Stuck(Finding {
                property: Property::Deadlock,
                message: "no thread can go on".to_string(),
                details: machine.describe_threads(),
            }),
        }
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        let thread = ThreadId(choice.actor);
        self.apply(thread, choice);
        let machine = &mut self.machine;
        machine.gate.several = machine.threads.values().filter(|t| t.alive()).count() > 1;
        machine.gate.atomic = machine.threads[thread].state.atomic > 0;
        if !machine.is_enabled(thread) {
            // A wait whose time is over, but whose monitor is not free yet.
            return Outcome::Next;
        }
        if machine.gate.narrating {
            self.tell(thread);
        }
        let machine = &mut self.machine;
        let pause = machine.run_thread(thread, STEP_LIMIT);
        if machine.gate.narrating && matches!(pause, Pause::Blocked) {
            self.tell_blocked(thread);
        }
        let machine = &mut self.machine;
        let (at_visible, asks) = match pause {
            Pause::Visible | Pause::Blocked => (true, None),
            Pause::Asks(count) => (true, Some(count)),
            Pause::Fuel | Pause::Ended => (false, None),
            Pause::Stopped(stop) => return self.stopped(*stop),
        };
        let state = &machine.threads[thread].state;
        if state.at_visible != at_visible || state.asks != asks {
            let state = machine.change_thread(thread);
            state.at_visible = at_visible;
            state.asks = asks;
        }
        Outcome::Next
    }

    fn mark(&mut self) -> lts::Mark {
        self.marks.push(self.machine.mark());
        lts::Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: lts::Mark) {
        let index = to.0 as usize;
        self.machine.rewind(self.marks[index]);
        self.marks.truncate(index + 1);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        self.canon.save(&mut self.machine, pool, out);
        // What changes from here on is noted once more, whether a mark comes next or a step.
        self.machine.begin_epoch();
    }

    fn take_outdated(&mut self) -> bool {
        std::mem::take(&mut self.machine.gate.outdated)
    }

    fn narrator(&mut self) -> Option<&mut dyn lts::Narrate> {
        Some(self)
    }

    fn instructions(&self) -> u64 {
        self.machine.instructions
    }
}

impl Machine {
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
