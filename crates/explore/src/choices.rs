//! The ways to go on from a state, and what it means to take one.

use super::system::Explorer;
use lts::{Choice, Choices, Finding, Property, Status};
use vm::state::thread::{ThreadId, ThreadStatus};

/// The value of a choice by which a timed wait ends because its time is over.
pub(super) const TIME_OUT: u32 = 1;
/// The value of a choice by which a wait ends for no reason.
pub(super) const SPURIOUS: u32 = 2;

impl Explorer {
    fn asking(&self) -> Option<(ThreadId, u32)> {
        let asks = self.machine.threads.iter().find_map(|(id, t)| t.state.asks.map(|count| (id, count)));
        asks.filter(|&(id, _)| self.machine.threads[id].state.answer.is_none())
    }

    /// Every way in which a thread could go on if it were its turn.
    fn movers(&self, is_idle: bool, each: &mut dyn FnMut(Choice)) {
        let machine = &self.machine;
        let is_long = |id| machine.threads[id].state.is_patient;
        let long = if is_idle { machine.nearest_waits(is_long) } else { Vec::new() };
        // Who sleeps for a moment again and again keeps nobody from the end of a long wait. Where that would only move
        // the clock, it is over with that end, too.
        let skips_short = !long.is_empty() && machine.counters().clock_read;
        let mut is_stuck = true;
        for (id, _) in machine.threads.iter() {
            if machine.is_enabled(id) {
                each(Choice { actor: id.0, value: 0 });
                is_stuck = is_stuck && machine.is_polling(id);
            }
            if machine.is_timed(id) && !machine.is_last_resort(id) && !skips_short {
                each(Choice { actor: id.0, value: TIME_OUT });
                is_stuck = false;
            }
        }
        if is_stuck || is_idle {
            let is_nearest = |id| machine.is_last_resort(id) && !skips_short;
            let nearest = machine.nearest_waits(is_nearest);
            let others = long.into_iter().filter(|id| !nearest.contains(id));
            for id in nearest.iter().copied().chain(others) {
                each(Choice { actor: id.0, value: TIME_OUT });
            }
        }
    }

    /// What can be chosen where it is known whether anybody gets anywhere.
    pub(super) fn choices_at(&self, is_idle: bool, out: &mut Choices) -> Status {
        let machine = &self.machine;
        if machine.counters().exited.is_some() {
            return Status::Done;
        }
        if let Some((thread, count)) = self.asking() {
            out.is_input = true;
            self.movers(is_idle, &mut |choice| out.others.push(choice.actor));
            out.list.extend((0..count).map(|value| Choice { actor: thread.0, value }));
            return Status::Live;
        }
        if machine.is_over() {
            if machine.threads.iter().any(|(id, _)| machine.is_enabled(id) || machine.is_timed(id)) {
                machine.assume(vm::Assumption::DaemonsStop);
            }
            return Status::Done;
        }
        let atomic = |state: &vm::state::thread::ThreadState| {
            state.atomic > 0 && state.status == ThreadStatus::Runnable
        };
        if let Some((id, _)) = machine.threads.iter().find(|(_, t)| atomic(&t.state)) {
            self.movers(is_idle, &mut |choice| out.others.push(choice.actor));
            out.list.push(Choice { actor: id.0, value: 0 });
            return Status::Live;
        }
        self.movers(is_idle, &mut |choice| out.list.push(choice));
        let could_go_on = |choice: &Choice| {
            let thread = ThreadId(choice.actor);
            choice.value == 0 && !machine.is_polling(thread)
        };
        if out.list.iter().any(could_go_on) {
            let is_early = |choice: &&Choice| {
                choice.value == TIME_OUT && !machine.is_last_resort(ThreadId(choice.actor))
            };
            out.early.extend(out.list.iter().filter(is_early));
        }
        if !out.list.is_empty() && machine.time.liberties.spurious_wakeups {
            // Nobody may rely on these: alone they are no way to go on.
            let spurious = machine.threads.iter().filter(|&(id, _)| machine.may_wake_spuriously(id));
            out.list.extend(spurious.map(|(id, _)| Choice { actor: id.0, value: SPURIOUS }));
        }
        let is_daemon = |choice: &Choice| machine.threads[ThreadId(choice.actor)].state.daemon;
        if !out.list.is_empty() && out.list.iter().all(is_daemon) {
            machine.assume(vm::Assumption::DaemonsAlone);
        }
        let waits_for_time = || machine.threads.iter().any(|(id, _)| machine.is_timed(id));
        match out.list.is_empty() {
            false => Status::Live,
            // More time than is looked at: the path is at its end for us.
            true if waits_for_time() => {
                machine.assume(vm::Assumption::FewMoves);
                Status::Done
            }
            true => Status::Stuck(Finding {
                property: Property::DEADLOCK,
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
        if choice.value == SPURIOUS {
            machine.wake_spuriously(thread);
            return false;
        }
        if choice.value == TIME_OUT {
            machine.end_wait(thread);
            return false;
        }
        match machine.threads[thread].state.status {
            ThreadStatus::Locking(_) | ThreadStatus::Initializing(_) => {
                machine.change_thread(thread).status = ThreadStatus::Runnable;
            }
            ThreadStatus::Waiting { .. } => {
                machine.leave_wait_set(thread);
                return true;
            }
            _ => {}
        }
        false
    }
}
