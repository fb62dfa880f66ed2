//! Steps by which threads meet: monitors, conditions, starts, interrupts and permits (JLS 17.1 to 17.3, HotSpot).

use crate::code::{Instr, MonitorId, keeps_order};
use crate::program::{Local, ThreadId, Throwable};
use crate::state::{State, Status};
use crate::step::{Done, Step, Stop, settle};

impl Step<'_> {
    /// Monitors, threads, interrupts and permits.
    pub(crate) fn synchronize(&self, state: &mut State, instr: &Instr) -> Done<()> {
        let me = self.thread;
        match *instr {
            Instr::Enter(on) => match state.monitors[on].owner {
                None => state.monitors[on].owner = Some((me, 1)),
                Some((owner, depth)) if owner == me => state.monitors[on].owner = Some((me, depth + 1)),
                Some(_) => return Err(Stop::Blocked),
            },
            Instr::TryEnter { to, on } => self.try_enter(state, to, on),
            Instr::Exit(on) => {
                let depth = state.depth(me, on);
                assert!(depth > 0, "blocks are left by who has entered them");
                state.monitors[on].owner = (depth > 1).then_some((me, depth - 1));
            }
            Instr::Wait { on, timed } => {
                let depth = state.depth(me, on);
                if depth == 0 {
                    return Err(Stop::Thrown(Throwable::IllegalMonitor));
                }
                self.unless_interrupted(state)?;
                state.monitors[on].owner = None;
                state.threads[me].status = Status::Waiting { on, depth, timed };
                if keeps_order(on) {
                    state.monitors[on].waiting.push(me);
                }
            }
            Instr::Notify { on, all } => {
                if state.depth(me, on) == 0 {
                    return Err(Stop::Thrown(Throwable::IllegalMonitor));
                }
                if all {
                    notify_all(state, on);
                }
            }
            Instr::Start(thread) => {
                if state.threads[thread].status != Status::New {
                    return Err(Stop::Thrown(Throwable::IllegalThreadState));
                }
                state.threads[thread].status = Status::Running;
                settle(self.code, state, thread);
            }
            Instr::Interrupt(thread) => {
                state.threads[thread].interrupted = true;
                // HotSpot wakes a parked thread by giving it a permit.
                state.threads[thread].permit |= state.is_alive(thread);
            }
            Instr::IsInterrupted { to, thread } => {
                state.frame(me).locals[to] = state.threads[thread].interrupted.into();
            }
            Instr::Interrupted { to } => {
                let was = std::mem::take(&mut state.threads[me].interrupted);
                state.frame(me).locals[to] = was.into();
            }
            Instr::IsAlive { to, thread } => state.frame(me).locals[to] = state.is_alive(thread).into(),
            Instr::Holds { to, on } => state.frame(me).locals[to] = (state.depth(me, on) > 0).into(),
            Instr::Park { timed } => {
                let permit = std::mem::take(&mut state.threads[me].permit);
                if !permit && !timed && !state.threads[me].interrupted {
                    return Err(Stop::Blocked);
                }
            }
            Instr::Unpark(thread) => state.threads[thread].permit |= state.is_alive(thread),
            Instr::Sleep => self.unless_interrupted(state)?,
            _ => unreachable!("{instr:?} is executed elsewhere"),
        }
        Ok(())
    }

    fn try_enter(&self, state: &mut State, to: Local, on: MonitorId) {
        let depth = state.depth(self.thread, on);
        let enters = depth > 0 || state.is_free(on);
        if enters {
            state.monitors[on].owner = Some((self.thread, depth + 1));
        }
        state.frame(self.thread).locals[to] = enters.into();
    }

    fn unless_interrupted(&self, state: &mut State) -> Done<()> {
        if std::mem::take(&mut state.threads[self.thread].interrupted) {
            return Err(Stop::Thrown(Throwable::Interrupted));
        }
        Ok(())
    }
}

/// Who waits on it; where there is an order, in that.
pub(crate) fn waiting(state: &State, on: MonitorId) -> Vec<ThreadId> {
    if keeps_order(on) {
        return state.monitors[on].waiting.clone();
    }
    let is_there = |status: Status| matches!(status, Status::Waiting { on: its, .. } if its == on);
    let waits = |thread: &ThreadId| is_there(state.threads[*thread].status);
    (0..state.threads.len()).filter(waits).collect()
}

pub(crate) fn notify(state: &mut State, thread: ThreadId) {
    if let Status::Waiting { on, depth, .. } = state.threads[thread].status {
        state.threads[thread].status = Status::Returning { on, depth, notified: true };
        if keeps_order(on) {
            state.monitors[on].waiting.retain(|waiting| *waiting != thread);
            state.monitors[on].signalled.push(thread);
        }
    }
}

pub(crate) fn notify_all(state: &mut State, on: usize) {
    waiting(state, on).into_iter().for_each(|thread| notify(state, thread));
}
