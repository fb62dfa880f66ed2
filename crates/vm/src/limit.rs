//! Limits of timed calls: how long the whole of a wait is of which a call of the library does the rest.
//!
//! `poll(1, SECONDS)` looks at the clock, computes a deadline and waits for what is left of it, now parked, now by
//! looking again. How long a wait it is, a long or a short one, is decided by the whole, which began at the first
//! look of the call. So that look is remembered while the call lasts: a rest that is parked for counts from there,
//! and so does what time passes early between looks, which together is less than a long wait. Many short waits of
//! other threads may come to more than that; then the clock goes behind for this call (`lag_ns`), until it ends, so
//! that they do not end a long one. Deadlines of the program's own code have no call to be remembered with; see
//! [`crate::time`] for what is known of their rest.
//!
//! What a thread pool does between pieces of other code is no call: its deadlines lie in its tasks. It parks for
//! the whole rest of each, so time need not pass between its looks unless it does nothing but look.

use crate::machine::Machine;
use crate::state::thread::{Limit, OnExit, ThreadId};

/// Beginnings of the names of classes whose methods wait for a limited time, or are called by such.
const TIMED: [&str; 4] =
    ["java/util/concurrent/", "jdk/internal/", "java/lang/Thread", "java/lang/VirtualThread"];

/// Whose look at the clock it is.
pub(crate) enum Looker {
    /// Code of the program, or of the library where nobody waits.
    Program,
    /// A thread of the library's own, such as a pool's.
    Pool,
    /// A call into the library, by its first frame.
    Call(usize),
}

impl Machine {
    /// Whose code it is that looks at the clock, or waits.
    pub(crate) fn looker(&self, thread: ThreadId) -> Looker {
        let frames = &self.threads[thread].frames;
        let is_timed = |&index: &usize| {
            let name = self.program.classes[self.program.methods[frames[index].method].class].name;
            TIMED.iter().any(|start| name.as_str().starts_with(start))
        };
        // The very first frame is the machine's.
        match (1..frames.len()).rev().take_while(is_timed).last() {
            None => Looker::Program,
            Some(1) => Looker::Pool,
            Some(first) => Looker::Call(first),
        }
    }

    /// The timed call in which the thread is, if it has looked at the clock.
    pub(crate) fn limit(&self, thread: ThreadId) -> Option<Limit> {
        let Looker::Call(frame) = self.looker(thread) else { return None };
        self.threads[thread].state.limit.filter(|limit| limit.frame as usize == frame)
    }

    /// The thread has looked at the clock. Within a call that is noted, and at the first look the call's limit begins.
    /// A synchronized method has something else to do when it ends; its limit is not known.
    pub(crate) fn note_look(&mut self, thread: ThreadId) {
        let now_ns = self.counters.clock_ns;
        if let Some(limit) = self.limit(thread) {
            let passed_ns = now_ns.saturating_sub(limit.lag_ns).saturating_sub(limit.since_ns);
            self.change_thread(thread).limit = Some(Limit { passed_ns, ..limit });
            return;
        }
        let Looker::Call(frame) = self.looker(thread) else { return };
        let exit = self.threads[thread].frames[frame].exit;
        if !matches!(exit, OnExit::Nothing | OnExit::Unlimited) {
            return;
        }
        let epoch = self.heap.epoch;
        self.threads[thread].change_frame(frame, epoch, &mut self.heap.journal).exit = OnExit::Unlimited;
        let limit = Limit { frame: frame as u32, since_ns: now_ns, passed_ns: 0, lag_ns: 0 };
        self.change_thread(thread).limit = Some(limit);
    }
}
