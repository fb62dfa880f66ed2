//! The scheduler of `run`: round robin over the threads that can go on, the same every time.

use crate::interp::Pause;
use crate::machine::Machine;
use crate::policy::{Free, Policy};
use crate::program::statics;
use crate::state::thread::{ThreadId, ThreadStatus};
use crate::trap::Stop;
use base::Id;
use std::time::Instant;

/// Nobody reads on behind so many threads, and telling each apart from all before it takes long.
const TOLD_MAX: usize = 100;
/// Operations a thread runs before the next one gets its turn.
const TURN: u64 = 50_000;
/// What the clock shows when a program starts, in milliseconds since 1970: the same for every run, so that no
/// result depends on the day.
pub const START_OF_TIME_MS: u64 = 1_700_000_000_000;

/// How an execution ended.
#[derive(Debug, PartialEq)]
pub enum Ending {
    /// The thread that was waited for has no frames left.
    Done,
    /// No thread can go on; a line for each that is still there.
    Deadlock(Vec<String>),
    /// As many operations as [`Machine::instruction_limit`] allows have been executed.
    Limit,
    /// It is later than [`Machine::deadline`].
    Late,
    Stopped(Stop),
}

impl Machine {
    /// Runs all threads until this one has ended.
    pub fn run_until(&mut self, thread: ThreadId) -> Ending {
        self.run_threads(Some(thread))
    }

    /// Runs all threads until only daemons are left.
    pub fn run_to_end(&mut self) -> Ending {
        self.run_threads(None)
    }

    fn run_threads(&mut self, until: Option<ThreadId>) -> Ending {
        let mut next = 0;
        loop {
            let done = match until {
                Some(thread) => !self.threads[thread].alive(),
                None => self.is_over(),
            };
            if done {
                return Ending::Done;
            }
            let fuel = self.instructions_left().min(TURN);
            if fuel == 0 {
                return Ending::Limit;
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ending::Late;
            }
            let count = self.threads.len();
            let found =
                (0..count).map(|i| ThreadId::from_index((next + i) % count)).find(|&t| self.is_enabled(t));
            match found {
                Some(thread) => {
                    next = thread.index() + 1;
                    let before = self.instructions;
                    if let Some(stop) = self.turn(thread, fuel) {
                        return Ending::Stopped(stop);
                    }
                    self.let_time_pass(self.instructions - before);
                }
                None if self.pass_time() => {}
                None => return Ending::Deadlock(self.describe_threads()),
            }
        }
    }

    fn instructions_left(&self) -> u64 {
        self.instruction_limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.instructions))
    }

    /// Lets an enabled thread run for about `fuel` operations; `Some` if the whole execution is over.
    pub fn turn(&mut self, thread: ThreadId, fuel: u64) -> Option<Stop> {
        match self.turn_by::<Free, false>(&mut Free, thread, fuel) {
            Pause::Fuel | Pause::Blocked | Pause::Ended | Pause::Visible | Pause::Asks(_) => None,
            Pause::Stopped(stop) => Some(*stop),
        }
    }

    /// The same by a policy.
    pub fn turn_by<P: Policy, const WATCHED: bool>(
        &mut self,
        policy: &mut P,
        thread: ThreadId,
        fuel: u64,
    ) -> Pause {
        match self.threads[thread].state.status {
            ThreadStatus::Locking(_) | ThreadStatus::Initializing(_) => {
                self.change_thread(thread).status = ThreadStatus::Runnable;
            }
            ThreadStatus::Waiting { .. } => {
                self.leave_wait_set(thread);
                return Pause::Blocked;
            }
            _ => {}
        }
        loop {
            match self.run_thread::<P, WATCHED>(policy, thread, fuel) {
                // A call of the kernel's is one operation.
                Pause::Fuel if self.is_in_kernel(thread) && self.instructions_left() > 0 => {}
                pause => return pause,
            }
        }
    }

    /// The thread's next operation can be done now.
    pub fn is_enabled(&self, thread: ThreadId) -> bool {
        let state = &self.threads[thread].state;
        let expired = |until_ns: u64| until_ns <= self.counters.clock_ns;
        match state.status {
            ThreadStatus::Runnable => true,
            ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) => self.heap.lock(on) == 0,
            // It leaves the wait set by itself; until it has done so, it can still be notified.
            ThreadStatus::Waiting { on, .. } => self.is_interrupted(thread) && !self.is_kernel(on),
            ThreadStatus::Sleeping { until_ns } => expired(until_ns) || self.is_interrupted(thread),
            ThreadStatus::Parked { until_ns } => {
                state.permit || until_ns.is_some_and(expired) || self.is_interrupted(thread)
            }
            ThreadStatus::Initializing(class) => {
                let record = self.program.classes[class].statics;
                self.heap.get32(record, statics::STATE) != statics::RUNNING
            }
            ThreadStatus::Ended => false,
        }
    }

    /// Nothing can run: moves the clock to the first end of a timed wait. False if there is none.
    pub fn pass_time(&mut self) -> bool {
        let Some(first) = self.threads.values().filter_map(|t| t.state.status.until_ns()).min() else {
            return false;
        };
        let counters = self.change_counters();
        counters.clock_ns = counters.clock_ns.max(first);
        self.end_timed_waits();
        true
    }

    /// Somebody has computed for so many operations: if others sleep or wait for a time, some of it is over. Who spins
    /// until a sleeper does something would spin for ever otherwise.
    fn let_time_pass(&mut self, operations: u64) {
        /// About what a fast machine takes.
        const OPERATION_NS: u64 = 1;
        if self.threads.values().any(|t| t.state.status.until_ns().is_some()) {
            let counters = self.change_counters();
            counters.clock_ns = counters.clock_ns.saturating_add(operations.saturating_mul(OPERATION_NS));
            self.end_timed_waits();
        }
    }

    /// Nobody is left but daemons.
    pub fn is_over(&self) -> bool {
        self.threads.values().all(|t| !t.alive() || t.state.daemon)
    }

    /// Threads whose timed `wait` is over go on to take their monitor again.
    pub(crate) fn end_timed_waits(&mut self) {
        let now = self.counters.clock_ns;
        for i in 0..self.threads.len() {
            let thread = ThreadId::from_index(i);
            if let ThreadStatus::Waiting { on, until_ns: Some(until_ns) } = self.threads[thread].state.status
                && until_ns <= now
            {
                self.change_thread(thread).status = ThreadStatus::Relocking(on);
            }
        }
    }

    /// The virtual clock in nanoseconds where nothing is explored. Every look moves it a little, as programs
    /// that wait for it to move expect.
    pub(crate) fn now_ns(&mut self) -> u64 {
        /// A microsecond for each look.
        const TICK_NS: u64 = 1_000;
        let counters = self.change_counters();
        counters.clock_ns += TICK_NS;
        let now = counters.clock_ns;
        self.end_timed_waits();
        now
    }

    /// The flag of `Thread.interrupt`. It stands in the field that Java code reads and nowhere else: it can be
    /// set before the thread starts.
    pub fn is_interrupted(&self, thread: ThreadId) -> bool {
        let object = self.threads[thread].state.object;
        !object.is_null() && self.heap.get32(object, self.known().thread_interrupted) != 0
    }

    /// The same where a step depends on it.
    pub fn look_for_interrupt(&mut self, thread: ThreadId) -> bool {
        let object = self.threads[thread].state.object;
        self.heap.notes.content(object);
        self.is_interrupted(thread)
    }

    /// Takes back an interrupt.
    pub fn clear_interrupt(&mut self, thread: ThreadId) {
        let (object, unit) = (self.threads[thread].state.object, self.known().thread_interrupted);
        self.heap.put32(object, unit, 0);
    }

    /// An interrupted thread leaves the wait set it is in. It takes its monitor in another step: in between
    /// somebody may notify in vain.
    pub fn leave_wait_set(&mut self, thread: ThreadId) {
        if let ThreadStatus::Waiting { on, .. } = self.threads[thread].state.status {
            self.change_thread(thread).status = ThreadStatus::Relocking(on);
        }
    }

    /// The thread behind a `java.lang.Thread`, while it is alive.
    pub fn thread_of(&self, object: crate::Ref) -> Option<ThreadId> {
        if object.is_null() || !self.program.is_subclass(self.heap.class_of(object), self.known().thread) {
            return None;
        }
        let number = self.heap.get64(object, self.known().thread_eetop);
        let thread = ThreadId(u32::try_from(number).ok()?.checked_sub(1)?);
        // The number stands in a field, which may have been written by anybody.
        self.threads.get(thread).filter(|t| t.state.object == object).map(|_| thread)
    }

    /// Java's own note of a thread's state: `Thread.threadStatus`, or that of its `holder` in newer versions.
    pub fn set_thread_status(&mut self, object: crate::Ref, status: u32) {
        let (at, unit) = self.thread_field(object, "threadStatus", "I");
        self.heap.put32(at, unit, status);
    }

    /// A field of a thread that newer versions keep in a `holder`.
    pub fn thread_field(&self, object: crate::Ref, name: &str, desc: &str) -> (crate::Ref, u32) {
        let find = |class, name: &str, desc: &str| {
            let found = self.program.find_field(class, base::Symbol::new(name), base::Symbol::new(desc));
            found.map(|f| self.program.fields[f].unit)
        };
        let class = self.known().thread;
        if let Some(unit) = find(class, name, desc) {
            return (object, unit);
        }
        let holder = find(class, "holder", "Ljava/lang/Thread$FieldHolder;")
            .map(|unit| self.heap.get_ref(object, unit));
        match holder.filter(|h| !h.is_null()) {
            Some(holder) => (holder, find(self.heap.class_of(holder), name, desc).unwrap_or(0)),
            None => (object, 0),
        }
    }

    /// A line for each thread that has not ended: its name, what it waits for and where. Of very many the rest is
    /// counted.
    pub fn describe_threads(&self) -> Vec<String> {
        let mut alive = self.threads.iter().filter(|(_, t)| t.alive());
        let mut lines: Vec<String> =
            alive.by_ref().take(TOLD_MAX).map(|(id, _)| self.describe_thread(id)).collect();
        let others = alive.count();
        if others > 0 {
            lines.push(format!("{others} more threads wait"));
        }
        lines
    }

    /// A thread's name, what it waits for and where.
    pub fn describe_thread(&self, thread: ThreadId) -> String {
        let status = self.describe_status(self.threads[thread].state.status);
        format!("{} {status} at {}", self.thread_label(thread), self.user_position(thread))
    }

    /// Somebody of the program takes what the thread throws: a handler of its own, the one for all threads, or
    /// a group of threads of a class of its own.
    pub fn has_handler(&self, thread: ThreadId) -> bool {
        const HANDLER: &str = "Ljava/lang/Thread$UncaughtExceptionHandler;";
        let (object, class) = (self.threads[thread].state.object, self.known().thread);
        if object.is_null() {
            return false;
        }
        let own = self.program.find_field(class, "uncaughtExceptionHandler".into(), HANDLER.into());
        let own = own.map(|field| self.heap.get_ref(object, self.program.fields[field].unit));
        let for_all = self.static_field(class, "defaultUncaughtExceptionHandler", HANDLER);
        let for_all = for_all.map(|(record, unit, _)| self.heap.get_ref(record, unit));
        let (at, unit) = self.thread_field(object, "group", "Ljava/lang/ThreadGroup;");
        let group = self.heap.get_ref(at, unit);
        let has_group = !group.is_null() && self.heap.class_of(group) != self.known().thread_group;
        has_group || [own, for_all].into_iter().flatten().any(|handler| !handler.is_null())
    }

    fn describe_status(&self, status: ThreadStatus) -> String {
        let object = |on: crate::Ref| {
            let holder = crate::state::monitor::Lock::decode(self.heap.lock(on));
            let held = holder.map_or(String::new(), |l| format!(" (held by {})", self.thread_label(l.owner)));
            format!("{}{held}", self.program.classes[self.heap.class_of(on)].external_name())
        };
        match status {
            ThreadStatus::Runnable => "can run".to_string(),
            ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) => {
                format!("waits for the monitor of {}", object(on))
            }
            ThreadStatus::Waiting { on, .. } => match self.kernel_wait(on) {
                Some(what) => format!("waits for {what}"),
                None => format!("waits to be notified on {}", object(on)),
            },
            ThreadStatus::Sleeping { .. } => "sleeps".to_string(),
            ThreadStatus::Parked { .. } => "is parked".to_string(),
            ThreadStatus::Initializing(class) => {
                format!("waits for the initialization of {}", self.program.classes[class].external_name())
            }
            ThreadStatus::Ended => "has ended".to_string(),
        }
    }

    /// What reports call a thread: its name, with a number where an earlier one has the same, or where it has none, as
    /// virtual threads usually do.
    pub fn thread_label(&self, thread: ThreadId) -> String {
        let name = self.thread_name(thread);
        let earlier = (0..thread.0).filter(|&other| self.thread_name(ThreadId(other)) == name).count();
        let is_virtual = || {
            let base = self.program.loaded("java/lang/BaseVirtualThread".into());
            let class = self.heap.class_of(self.threads[thread].state.object);
            base.is_some_and(|base| self.program.is_subclass(class, base))
        };
        match (name.is_empty(), earlier) {
            (true, _) if is_virtual() => format!("virtual-{}", earlier + 1),
            (true, _) => format!("unnamed-{}", earlier + 1),
            (false, 0) => name,
            (false, _) => format!("{name} ({})", earlier + 1),
        }
    }

    /// The name that Java has for it, which need not be there, and need not be its own.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        let object = self.threads[thread].state.object;
        if object.is_null() {
            return format!("thread {}", thread.0);
        }
        let (at, unit) = self.thread_field(object, "name", "Ljava/lang/String;");
        match self.heap.get_ref(at, unit) {
            crate::Ref::NULL => format!("thread {}", thread.0),
            name => self.text(name),
        }
    }
}
