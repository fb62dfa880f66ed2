//! Looks at the clock: what a thread may find there, and who does nothing but look.

use super::{FAR_NS, MOST_EARLY, MOST_LATE};
use crate::liberties::Assumption;
use crate::limit::Looker;
use crate::machine::Machine;
use crate::policy::{Policy, Touch};
use crate::state::thread::{ClockLook, ThreadId};
use crate::trap::Trap;
use base::Id;

/// Classes that look at the clock for a seed alone.
const SEEDED: [&str; 5] = [
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/util/random/RandomSupport",
    "java/util/random/RandomSupport",
];

/// Where and with what in its hands a thread looks at the clock.
struct Glance {
    place: u32,
    hands: u32,
}

impl Machine {
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
                ClockLook { hands, polls, is_alone: polls && !last.disturbed, disturbed: false, ..*last }
            }
            _ => ClockLook {
                place,
                hands,
                depth,
                spent: false,
                polls: false,
                is_alone: false,
                disturbed: false,
            },
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
        // What others do decides.
        self.heap.notes.spoil();
        let is_idle = self.time.is_idle;
        let others = || self.threads.iter().filter(|&(id, _)| id != thread);
        if !is_idle && others().any(|(id, _)| self.goes_on_without_time(id)) {
            return None;
        }
        self.assume(Assumption::LastResort);
        if self.counters.late == MOST_LATE {
            self.assume(Assumption::FewMoves);
            return None;
        }
        let waits = others().filter(|(_, t)| !is_idle || t.state.is_patient);
        let nearest = waits.filter_map(|(_, t)| t.state.status.until_ns()).min();
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
                self.change_thread(thread).look = Some(ClockLook { disturbed: true, ..look });
            } else if thread == by && (self.threads[thread].frames.len() as u32) < look.depth {
                self.change_thread(thread).look = None;
            }
        }
    }
}
