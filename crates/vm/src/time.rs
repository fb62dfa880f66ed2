//! Time: a clock that moves by choice, and only where somebody could tell.
//!
//! A wait of less than a certain length can be over at any moment; a longer one is over when nothing else can
//! go on, the one with the nearest end first. Between two looks of the program at the clock no time passes, or
//! as much as the shorter waits take, or, where a thread does nothing but look and nobody else can go on, more
//! than a program waits for. Before the program has looked at the clock its value is no part of the state, and
//! a wait that is not the last resort ends without moving it.
//!
//! So that a clock alone makes no state space infinite, it moves only so often on a path; what was left out
//! by that is told ([`Assumption`]).

mod look;

use crate::liberties::{Assumed, Assumption, Liberties};
use crate::machine::Machine;
use crate::state::thread::{Limit, ThreadId, ThreadStatus};
use base::Id;

/// More than programs wait for: thirteen days.
const FAR_NS: u64 = 1 << 50;
/// What programs ask for is in whole ones of these.
const MICRO_NS: u64 = 1000;
/// What the library rather parks for than spin: it begins to at one microsecond.
const PARKED_FOR_NS: u64 = 10 * MICRO_NS;
/// Moves of the clock on one path that are not the last resort.
const MOST_EARLY: u32 = 8;
/// Moves of the clock on one path that are.
const MOST_LATE: u32 = 1000;
/// Waits and deadlines of at least this length are over only when nothing else can go on, unless another is
/// asked for: what takes a second is in a program for when something is wrong.
pub const USUAL_PATIENCE_NS: u64 = 1_000_000_000;

/// How time passes while a machine is explored.
#[derive(Clone, Debug, Default)]
pub struct Time {
    /// What of that which Java allows can happen.
    pub liberties: Liberties,
    /// What was taken for granted instead.
    pub assumed: Assumed,
    /// What the clock shows to who looks at it first; none while nothing is explored.
    pub(crate) start_ns: Option<u64>,
    /// The present step begins where nobody gets anywhere unless a long wait is over.
    pub is_idle: bool,
}

impl Machine {
    /// From here on the machine is explored: time passes by choice.
    pub fn begin_exploring(&mut self) {
        self.time.start_ns = Some(self.counters.clock_ns);
    }

    /// What the clock shows to who looks at it first.
    pub fn start_of_clock(&self) -> u64 {
        self.time.start_ns.unwrap_or(0)
    }

    /// When a wait of this length is over that begins now. Notes what kind of wait it is.
    pub fn end_of_wait(&mut self, thread: ThreadId, length_ns: u64) -> u64 {
        if self.time.start_ns.is_none() {
            return self.now_ns().saturating_add(length_ns);
        }
        let whole_ns = length_ns.saturating_add(self.passed_before(thread, length_ns));
        let is_patient = whole_ns >= self.time.liberties.patience_ns;
        if is_patient {
            self.assume(Assumption::LastResort);
        }
        self.change_thread(thread).is_patient = is_patient;
        self.counters.clock_ns.saturating_add(length_ns)
    }

    /// How much of a deadline has passed, if a wait of this length is what is left of one: the whole of it decides
    /// what kind of wait it is. Of a call of the library's it is known what it saw of that. For deadlines of the
    /// program's own, time passes early by a nanosecond less than it could, so that the rest of a deadline shows by
    /// how many such moves it was made shorter. Nobody asks for waits that end a few nanoseconds behind a
    /// microsecond.
    fn passed_before(&self, thread: ThreadId, length_ns: u64) -> u64 {
        let in_call_ns = self.limit(thread).map_or(0, |limit| limit.passed_ns);
        let moves = length_ns % MICRO_NS;
        let early_ns = if moves > u64::from(MOST_EARLY) { 0 } else { moves.saturating_mul(self.early_ns()) };
        in_call_ns.max(early_ns)
    }

    /// What the clock shows within a timed call.
    fn clock_of(&self, limit: Option<Limit>) -> u64 {
        self.counters.clock_ns.saturating_sub(limit.map_or(0, |limit| limit.lag_ns))
    }

    /// How far the clock moves at once where short waits are over.
    fn early_ns(&self) -> u64 {
        self.time.liberties.patience_ns.saturating_sub(1).clamp(1, FAR_NS)
    }

    /// The same within a call of the library's. Where next to nothing is left, such a call does not park, it spins.
    fn early_in_call_ns(&self) -> u64 {
        let early_ns = self.early_ns();
        early_ns.checked_sub(PARKED_FOR_NS).filter(|&early_ns| early_ns > 0).unwrap_or(early_ns)
    }

    /// When a wait until a moment of the clock is over, see [`Machine::end_of_wait`].
    pub fn end_at(&mut self, thread: ThreadId, moment_ns: u64) -> u64 {
        let limit = self.limit(thread);
        let seen_ns =
            limit.map_or(self.counters.clock_ns, |limit| limit.since_ns.saturating_add(limit.passed_ns));
        self.end_of_wait(thread, moment_ns.saturating_sub(seen_ns));
        moment_ns.saturating_add(limit.map_or(0, |limit| limit.lag_ns))
    }

    /// The thread's wait can be over because of the time.
    #[inline]
    pub fn is_timed(&self, thread: ThreadId) -> bool {
        let state = &self.threads[thread].state;
        match state.status {
            ThreadStatus::Waiting { until_ns, .. } => until_ns.is_some(),
            ThreadStatus::Parked { until_ns } => until_ns.is_some() && !self.is_enabled(thread),
            ThreadStatus::Sleeping { .. } => !self.is_enabled(thread),
            _ => false,
        }
    }

    /// The thread's wait is over only when nothing else can go on.
    pub fn is_last_resort(&self, thread: ThreadId) -> bool {
        self.threads[thread].state.is_patient || self.moves_are_spent()
    }

    fn moves_are_spent(&self) -> bool {
        self.counters.clock_read && self.counters.early == MOST_EARLY
    }

    /// Of some waits, those whose end is the nearest, if they can be over at all.
    pub fn nearest_waits(&self, is_meant: impl Fn(ThreadId) -> bool) -> Vec<ThreadId> {
        if self.counters.clock_read && self.counters.late == MOST_LATE {
            return Vec::new();
        }
        let timed = || self.threads.iter().filter(|&(id, _)| self.is_timed(id) && is_meant(id));
        let nearest = timed().filter_map(|(_, t)| t.state.status.until_ns()).min();
        if nearest.is_some_and(|until_ns| self.is_before_looked_for(until_ns)) {
            return Vec::new();
        }
        timed().filter(|(_, t)| t.state.status.until_ns() == nearest).map(|(id, _)| id).collect()
    }

    /// A thread does nothing but look at the clock, and what it looks for may come before this moment: it can look
    /// until right before it.
    fn is_before_looked_for(&self, until_ns: u64) -> bool {
        self.before(until_ns).is_some()
            && self
                .threads
                .iter()
                .any(|(id, t)| t.state.atomic == 0 && self.is_enabled(id) && self.is_polling(id))
    }

    /// The last time of the clock at which a wait until this moment is not over, if it is still to come.
    fn before(&self, until_ns: u64) -> Option<u64> {
        Some(until_ns.saturating_sub(MICRO_NS / 2)).filter(|&to_ns| to_ns > self.counters.clock_ns)
    }

    /// The thread's wait may end for no reason, if that is explored.
    #[inline]
    pub fn may_wake_spuriously(&self, thread: ThreadId) -> bool {
        let waits = match self.threads[thread].state.status {
            ThreadStatus::Waiting { on, .. } => !self.is_kernel(on),
            ThreadStatus::Parked { .. } => !self.is_enabled(thread),
            _ => false,
        };
        waits && self.time.liberties.spurious_wakeups
    }

    /// The thread's wait ends for no reason.
    pub fn wake_spuriously(&mut self, thread: ThreadId) {
        let over_ns = self.counters.clock_ns;
        let state = self.change_thread(thread);
        state.status = match state.status {
            ThreadStatus::Waiting { on, .. } => ThreadStatus::Relocking(on),
            ThreadStatus::Parked { .. } => ThreadStatus::Parked { until_ns: Some(over_ns) },
            other => other,
        };
    }

    /// The time of a wait is over. One that is no last resort moves the clock only if the program has looked
    /// at it: else nobody could tell.
    pub fn end_wait(&mut self, thread: ThreadId) {
        let status = self.threads[thread].state.status;
        let Some(until_ns) = status.until_ns() else { return };
        let is_early = !self.is_last_resort(thread);
        if until_ns > self.counters.clock_ns && (self.counters.clock_read || !is_early) {
            self.move_clock(until_ns, is_early);
        }
        let over_ns = self.counters.clock_ns;
        let state = self.change_thread(thread);
        state.status = match status {
            ThreadStatus::Waiting { on, .. } => ThreadStatus::Relocking(on),
            ThreadStatus::Parked { .. } => ThreadStatus::Parked { until_ns: Some(over_ns) },
            ThreadStatus::Sleeping { .. } => ThreadStatus::Sleeping { until_ns: over_ns },
            other => other,
        };
    }

    fn move_clock(&mut self, to_ns: u64, is_early: bool) {
        if is_early {
            self.slow_limits(to_ns);
        }
        let counters = self.change_counters();
        counters.clock_ns = to_ns;
        if counters.clock_read {
            counters.early += u32::from(is_early);
            counters.late += u32::from(!is_early);
        }
        // The names of those who wait have the time that is left, so that they are others now; and whoever
        // looks has something new to see.
        for index in 0..self.threads.len() {
            let thread = ThreadId::from_index(index);
            let state = &self.threads[thread].state;
            let is_patient = state.is_patient;
            if state.status.until_ns().is_some() || state.look.is_some() {
                let state = self.change_thread(thread);
                // A long wait is not over by this, whatever many short ones come to.
                if let Some(until_ns) = state.status.until_mut().filter(|_| is_early && is_patient) {
                    *until_ns = (*until_ns).max(to_ns.saturating_add(1));
                }
                if let Some(look) = &mut state.look {
                    (look.hands, look.polls, look.is_alone) = (0, false, false);
                }
            }
        }
        self.end_timed_waits();
    }

    /// The clock will move early: for calls that began so long ago that a long wait would be over, it stays behind,
    /// and what they wait for with it.
    fn slow_limits(&mut self, to_ns: u64) {
        let most_ns = self.early_in_call_ns();
        for index in 0..self.threads.len() {
            let thread = ThreadId::from_index(index);
            let Some(limit) = self.threads[thread].state.limit else { continue };
            let shown_ns = self.clock_of(Some(limit)).max(limit.since_ns.saturating_add(most_ns));
            let more_ns = to_ns.saturating_sub(limit.lag_ns).saturating_sub(shown_ns);
            if more_ns > 0 {
                let state = self.change_thread(thread);
                state.limit = Some(Limit { lag_ns: limit.lag_ns + more_ns, ..limit });
                if let Some(until_ns) = state.status.until_mut() {
                    *until_ns = until_ns.saturating_add(more_ns);
                }
            }
        }
    }
}
