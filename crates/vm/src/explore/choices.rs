//! The ways to go on from a state, and what it means to take one.

use super::system::Explorer;
use crate::state::thread::{Status as Doing, ThreadId};
use lts::{Choice, Choices, Finding, Property, Status};

/// The value of a choice by which a timed wait ends because its time is over.
const TIME_OUT: u32 = 1;

impl Explorer {
    fn asking(&self) -> Option<(ThreadId, u32)> {
        let asks = self.machine.threads.iter().find_map(|(id, t)| t.state.asks.map(|count| (id, count)));
        asks.filter(|&(id, _)| self.machine.threads[id].state.answer.is_none())
    }

    /// Every way in which a thread could go on if it were its turn.
    fn movers(&self, each: &mut dyn FnMut(Choice)) {
        let machine = &self.machine;
        for (id, thread) in machine.threads.iter() {
            if machine.is_enabled(id) {
                each(Choice { actor: id.0, value: 0 });
            }
            let timed = match thread.state.status {
                Doing::Waiting { until_ns, .. } => until_ns.is_some(),
                Doing::Parked { until_ns } => until_ns.is_some() && !machine.is_enabled(id),
                Doing::Sleeping { .. } => !machine.is_enabled(id),
                _ => false,
            };
            if timed {
                each(Choice { actor: id.0, value: TIME_OUT });
            }
        }
    }

    pub(super) fn choices_at(&self, out: &mut Choices) -> Status {
        let machine = &self.machine;
        if machine.counters.exited.is_some() {
            return Status::Done;
        }
        if let Some((thread, count)) = self.asking() {
            out.is_input = true;
            self.movers(&mut |choice| out.others.push(choice.actor));
            out.list.extend((0..count).map(|value| Choice { actor: thread.0, value }));
            return Status::Live;
        }
        if machine.threads.values().all(|t| !t.alive() || t.state.daemon) {
            return Status::Done;
        }
        let atomic =
            |state: &crate::state::thread::ThreadState| state.atomic > 0 && state.status == Doing::Runnable;
        if let Some((id, _)) = machine.threads.iter().find(|(_, t)| atomic(&t.state)) {
            self.movers(&mut |choice| out.others.push(choice.actor));
            out.list.push(Choice { actor: id.0, value: 0 });
            return Status::Live;
        }
        self.movers(&mut |choice| out.list.push(choice));
        match out.list.is_empty() {
            false => Status::Live,
            true => Status::Stuck(Finding {
                property: Property::Deadlock,
                message: "no thread can go on".to_string(),
                details: machine.describe_threads(),
            }),
        }
    }

    /// Takes the choice's value: an answer, or the end of a timed wait. True if that is all: an interrupted
    /// thread has left a wait set.
    pub(super) fn apply(&mut self, thread: ThreadId, choice: Choice) -> bool {
        let machine = &mut self.machine;
        if machine.threads[thread].state.asks.is_some() {
            machine.change_thread(thread).answer = Some(choice.value);
            return false;
        }
        if choice.value == TIME_OUT {
            self.end_wait(thread);
            return false;
        }
        match machine.threads[thread].state.status {
            Doing::Locking(_) | Doing::Initializing(_) => {
                machine.change_thread(thread).status = Doing::Runnable;
            }
            Doing::Waiting { .. } => {
                machine.leave_wait_set(thread);
                return true;
            }
            _ => {}
        }
        false
    }

    /// The time of a wait is over. The clock moves only once the program has looked at it: before, nobody
    /// could tell.
    fn end_wait(&mut self, thread: ThreadId) {
        let machine = &mut self.machine;
        let status = machine.threads[thread].state.status;
        let until = match status {
            Doing::Waiting { until_ns, .. } | Doing::Parked { until_ns } => until_ns,
            Doing::Sleeping { until_ns } => Some(until_ns),
            _ => None,
        };
        if machine.counters.clock_read && until.is_some_and(|until| until > machine.counters.clock_ns) {
            machine.change_counters().clock_ns = until.unwrap_or(0);
        }
        let over = machine.counters.clock_ns;
        machine.change_thread(thread).status = match status {
            Doing::Waiting { on, .. } => Doing::Relocking(on),
            Doing::Parked { .. } => Doing::Parked { until_ns: Some(over) },
            Doing::Sleeping { .. } => Doing::Sleeping { until_ns: over },
            other => other,
        };
    }
}
