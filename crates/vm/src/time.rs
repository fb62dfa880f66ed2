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

use crate::liberties::{Assumed, Assumption, Liberties};
use crate::limit::Looker;
use crate::machine::Machine;
use crate::policy::{Policy, Touch};
use crate::state::thread::{Limit, Look, ThreadId, ThreadStatus};
use crate::trap::Trap;
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

/// Classes that look at the clock for a seed alone.
const SEEDED: [&str; 5] = [
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/util/random/RandomSupport",
    "java/util/random/RandomSupport",
];

/// How time passes while a machine is explored.
#[derive(Clone, Debug, Default)]
pub struct Time {
    /// What of that which Java allows can happen.
    pub liberties: Liberties,
    /// What was taken for granted instead.
    pub assumed: Assumed,
    /// What the clock shows to who looks at it first; none while nothing is explored.
    pub(crate) start_ns: Option<u64>,
}

/// Where and with what in its hands a thread looks at the clock.
struct Glance {
    place: u32,
    hands: u32,
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

    /// The program looks at the clock.
    pub fn look_at_clock(&mut self, policy: &mut dyn Policy, thread: ThreadId) -> Result<u64, Trap> {
        let Some(start_ns) = self.time.start_ns else { return Ok(self.now_ns()) };
        if self.is_seeding(thread) {
            return Ok(start_ns);
        }
        // The second time it is the same look, which stopped because others can see it or to ask.
        if !policy.is_open() {
            self.arrive_at_look(thread);
        }
        if policy.stops_always(self, Touch::Clock) {
            return Err(Trap::Visible);
        }
        if !self.counters.clock_read {
            self.begin_time(start_ns);
            self.note_look(thread);
            return Ok(self.counters.clock_ns);
        }
        let (early, late) = (self.early_move(thread), self.late_move(thread));
        let count = 1 + u32::from(early.is_some()) + u32::from(late.is_some());
        let way = policy.ask(self, thread, count)?;
        let to = [early, late].into_iter().flatten().nth(way as usize - usize::from(way > 0));
        if let Some(to_ns) = to.filter(|_| way > 0) {
            let is_early = way == 1 && early.is_some();
            self.move_clock(to_ns, is_early);
            if let Some(look) = &mut self.change_thread(thread).look {
                look.spent |= is_early;
            }
            if policy.is_narrating() {
                let kind = if is_early { "an early time-out" } else { "nothing else can go on" };
                policy.note_choice(self, &format!("time passes between two looks at the clock ({kind})"));
            }
        }
        self.note_look(thread);
        Ok(self.clock_of(self.limit(thread)))
    }

    /// The look is for the seed of random numbers, and time is not what it is about.
    fn is_seeding(&self, thread: ThreadId) -> bool {
        let top = self.threads[thread].frames.last();
        let class = top.map(|frame| self.program.methods[frame.method].class);
        let name = class.map(|class| self.program.classes[class].name);
        let is_seeding = name.is_some_and(|name| SEEDED.contains(&name.as_str()));
        if is_seeding {
            self.assume(Assumption::OneSeed);
        }
        is_seeding
    }

    /// The clock has been of no interest so far: what time has passed until now is forgotten, so that all
    /// searches see the same.
    fn begin_time(&mut self, start_ns: u64) {
        let passed = self.counters.clock_ns - start_ns;
        for thread in self.timed_threads() {
            if let Some(until_ns) = self.change_thread(thread).status.until_mut() {
                *until_ns = until_ns.saturating_sub(passed);
            }
        }
        let counters = self.change_counters();
        counters.clock_ns -= passed;
        counters.clock_read = true;
    }

    fn timed_threads(&self) -> Vec<ThreadId> {
        self.threads.iter().filter(|(_, t)| t.state.status.until_ns().is_some()).map(|(id, _)| id).collect()
    }

    /// Notes that the thread looks at the clock here, and whether it does nothing else.
    fn arrive_at_look(&mut self, thread: ThreadId) {
        let Glance { place, hands } = self.glance(thread);
        let depth = self.threads[thread].frames.len() as u32;
        let look = &mut self.change_thread(thread).look;
        *look = Some(match look {
            Some(last) if last.place == place => {
                let polls = last.hands == hands;
                Look { hands, polls, is_alone: polls && !last.disturbed, disturbed: false, ..*last }
            }
            _ => Look { place, hands, depth, spent: false, polls: false, is_alone: false, disturbed: false },
        });
    }

    fn glance(&self, thread: ThreadId) -> Glance {
        let mix = |sum: u32, word: u32| (sum ^ word).wrapping_mul(0x0100_0193).rotate_left(7);
        let frames = &self.threads[thread].frames;
        let place = frames
            .iter()
            .fold(0x811C_9DC5, |sum, frame| mix(mix(sum, self.program.method_token(frame.method)), frame.pc));
        let live = (0..frames.len()).flat_map(|depth| self.live_registers(thread, depth));
        let words = live.filter(|live| !live.is_ref).map(|live| live.word);
        let hands = words.fold(place, |sum, word| mix(mix(sum, word as u32), (word >> 32) as u32));
        // Zero is for what nobody has in hands.
        Glance { place, hands: hands.max(1) }
    }

    /// The clock after so much time as short waits take, if that may be.
    fn early_move(&mut self, thread: ThreadId) -> Option<u64> {
        let patience_ns = self.time.liberties.patience_ns;
        let look = self.threads[thread].state.look;
        let may_look_on = match self.looker(thread) {
            Looker::Pool => look.is_some_and(|look| look.polls),
            Looker::Program | Looker::Call(_) => true,
        };
        let now_ns = self.counters.clock_ns;
        let to_ns = match self.limit(thread) {
            Some(limit) => {
                limit.since_ns.saturating_add(self.early_in_call_ns()).saturating_add(limit.lag_ns)
            }
            None => now_ns.saturating_add(self.early_ns()),
        };
        if patience_ns == 0 || look.is_some_and(|look| look.spent) || !may_look_on || to_ns <= now_ns {
            return None;
        }
        if self.counters.early == MOST_EARLY {
            self.assume(Assumption::FewMoves);
            return None;
        }
        Some(to_ns)
    }

    /// The clock after so much time that something happens, if nothing can happen otherwise.
    fn late_move(&mut self, thread: ThreadId) -> Option<u64> {
        let is_alone = self.threads[thread].state.look.is_some_and(|look| look.is_alone && !look.disturbed);
        if !is_alone || self.threads[thread].state.atomic > 0 {
            return None;
        }
        let others = || self.threads.iter().filter(|&(id, _)| id != thread);
        if others().any(|(id, _)| self.goes_on_without_time(id)) {
            return None;
        }
        self.assume(Assumption::LastResort);
        if self.counters.late == MOST_LATE {
            self.assume(Assumption::FewMoves);
            return None;
        }
        let nearest = others().filter_map(|(_, t)| t.state.status.until_ns()).min();
        match nearest {
            None => Some(self.counters.clock_ns + FAR_NS),
            // Those who wait for something go first; a deadline may lie before that.
            Some(until_ns) => self.before(until_ns),
        }
    }

    /// The thread can go on, or may time out, before all else fails.
    fn goes_on_without_time(&self, thread: ThreadId) -> bool {
        (self.is_enabled(thread) && !self.is_polling(thread))
            || (self.is_timed(thread) && !self.is_last_resort(thread))
    }

    /// The thread stands at a look at the clock, as it did before.
    pub fn is_polling(&self, thread: ThreadId) -> bool {
        let state = &self.threads[thread].state;
        let look = state.look.filter(|look| look.polls && state.at_visible && state.asks.is_none());
        look.is_some_and(|look| self.glance(thread).place == look.place)
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

    /// Waits whose end is the nearest, if they can be over at all.
    pub fn nearest_waits(&self) -> Vec<ThreadId> {
        if self.counters.clock_read && self.counters.late == MOST_LATE {
            return Vec::new();
        }
        let timed = || self.threads.iter().filter(|&(id, _)| self.is_timed(id));
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

    /// A step of this thread will change what another one knows of its last look at the clock.
    pub fn disturbs_looks(&self, by: ThreadId) -> bool {
        self.counters.clock_read
            && (self.threads.iter())
                .any(|(thread, t)| thread != by && t.state.look.is_some_and(|look| !look.disturbed))
    }

    /// A thread has taken a step: what others found unchanged may have changed, and where it has left the
    /// method in which it looked at the clock, that is of no more interest.
    pub fn disturb_looks(&mut self, by: ThreadId) {
        if !self.counters.clock_read {
            return;
        }
        for index in 0..self.threads.len() {
            let thread = ThreadId::from_index(index);
            let Some(look) = self.threads[thread].state.look else { continue };
            if thread != by && !look.disturbed {
                self.change_thread(thread).look = Some(Look { disturbed: true, ..look });
            } else if thread == by && (self.threads[thread].frames.len() as u32) < look.depth {
                self.change_thread(thread).look = None;
            }
        }
    }
}
