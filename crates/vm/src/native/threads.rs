//! Threads, monitors, the clock, and stacks.

use super::Context;
use crate::program::MethodId;
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::state::thread::ThreadState;
use crate::trace::TraceLine;
use crate::trap::Trap;
use base::Symbol;
use classfile::Kind;

impl Context<'_> {
    /// A thread's state for writing, journaled.
    #[inline]
    pub fn change_thread(&mut self, thread: ThreadId) -> &mut ThreadState {
        self.machine.change_thread(thread)
    }

    /// Takes back an interrupt.
    #[inline]
    pub fn clear_interrupt(&mut self, thread: ThreadId) {
        self.machine.clear_interrupt(thread)
    }

    /// `Thread.start`. While the machine boots, nothing is started: the library's own helpers (finalizers,
    /// reference handling) have nothing to do here.
    #[inline]
    pub fn start_thread(&mut self, starter: ThreadId, object: Ref) -> Result<(), Trap> {
        self.machine.start_thread(self.policy, starter, object)
    }

    #[inline]
    pub fn thread_name(&self, thread: ThreadId) -> String {
        self.machine.thread_name(thread)
    }

    /// The thread behind a `java.lang.Thread`, while it is alive.
    #[inline]
    pub fn thread_of(&self, object: Ref) -> Option<ThreadId> {
        self.machine.thread_of(object)
    }

    /// `Object.notify` and `notifyAll`: the first waiters in order of arrival are woken.
    #[inline]
    pub fn notify(&mut self, thread: ThreadId, object: Ref, all: bool) -> Result<(), Trap> {
        self.machine.notify(self.policy, thread, object, all)
    }

    /// `Object.wait`. Runs twice: the first time it gives the monitor up and waits, the second time it takes
    /// it back.
    #[inline]
    pub fn wait(&mut self, thread: ThreadId, object: Ref, timeout_ns: Option<u64>) -> Result<(), Trap> {
        self.machine.wait(self.policy, thread, object, timeout_ns)
    }

    /// An object of a class of the kernel's, see [`crate::kernel`].
    pub fn is_kernel(&self, object: Ref) -> bool {
        self.machine.is_kernel(object)
    }

    #[inline]
    pub fn holds(&self, thread: ThreadId, object: Ref) -> bool {
        self.machine.holds(thread, object)
    }

    /// The program looks at the clock, see [`crate::time`].
    #[inline]
    pub fn look_at_clock(&mut self, thread: ThreadId) -> Result<u64, Trap> {
        self.machine.look_at_clock(self.policy, thread)
    }

    /// When a wait of this length is over that begins now.
    #[inline]
    pub fn end_of_wait(&mut self, thread: ThreadId, length_ns: u64) -> u64 {
        self.machine.end_of_wait(thread, length_ns)
    }

    /// When a wait until a moment of the clock is over.
    #[inline]
    pub fn end_at(&mut self, thread: ThreadId, moment_ns: u64) -> u64 {
        self.machine.end_at(thread, moment_ns)
    }

    /// A thread begins to wait.
    #[inline]
    pub fn wait_for_reason(&self) {
        self.machine.wait_for_reason()
    }

    /// The flag of `Thread.interrupt`, where what the native does depends on it.
    #[inline]
    pub fn look_for_interrupt(&mut self, thread: ThreadId) -> bool {
        self.machine.look_for_interrupt(thread)
    }

    /// Something is taken for granted here. Only while exploring.
    #[inline]
    pub fn assume(&self, assumption: crate::Assumption) {
        self.machine.assume(assumption)
    }

    /// What is explored of what Java allows.
    #[inline]
    pub fn liberties(&self) -> crate::Liberties {
        self.machine.liberties()
    }

    /// Where a thread is, innermost first. Hidden frames are left out.
    #[inline]
    pub fn places(&self, thread: ThreadId) -> Vec<TraceLine> {
        self.machine.places(thread)
    }

    /// The native method in which a thread waits that is not running.
    #[inline]
    pub fn waits_in(&self, thread: ThreadId) -> Option<MethodId> {
        self.machine.waits_in(thread)
    }

    /// A native method is running.
    #[inline]
    pub fn is_in_native(&self) -> bool {
        self.machine.is_in_native()
    }

    /// The places in a backtrace that `fill_in_trace` took.
    #[inline]
    pub fn backtrace(&self, array: Ref) -> Vec<TraceLine> {
        self.machine.backtrace(array)
    }

    /// `Throwable.fillInStackTrace`: the frames of the exception's own construction do not count.
    #[inline]
    pub fn fill_in_trace(&mut self, thread: ThreadId, exception: Ref) -> Result<(), Trap> {
        self.machine.fill_in_trace(thread, exception)
    }

    /// The source line of a place.
    #[inline]
    pub fn line_of(&self, place: TraceLine) -> Option<u16> {
        self.machine.line_of(place)
    }

    /// Why the operation at a place found null, as a `NullPointerException` tells it.
    #[inline]
    pub fn null_message(&self, place: TraceLine) -> Option<String> {
        self.machine.null_message(place)
    }

    /// What is known of a thread.
    pub fn thread_state(&self, thread: ThreadId) -> &ThreadState {
        &self.machine.threads[thread].state
    }

    /// The `java.lang.Thread` of a thread.
    pub fn thread_object(&self, thread: ThreadId) -> Ref {
        self.machine.threads[thread].state.object
    }

    /// The objects of all threads that are alive.
    pub fn live_threads(&self) -> Vec<Ref> {
        let alive = self.machine.threads.values().filter(|t| t.alive() && !t.state.object.is_null());
        alive.map(|t| t.state.object).collect()
    }

    /// The methods on a thread's stack, topmost first.
    pub fn callers(&self, thread: ThreadId) -> impl Iterator<Item = MethodId> {
        self.machine.threads[thread].frames.iter().rev().map(|frame| frame.method)
    }

    /// Where a field of a thread is that newer versions keep in a `holder`.
    pub fn thread_field(&self, object: Ref, name: &str, desc: &str) -> (Ref, u32) {
        self.machine.thread_field(object, name, desc)
    }

    /// What a `java.lang.Thread` was made to run, while it has it; none for objects of other classes.
    pub fn task_of(&self, object: Ref) -> Option<Ref> {
        let class = self.machine.known().thread;
        if self.machine.heap.class_of(object) != class {
            return None;
        }
        let desc = "Ljava/lang/Runnable;";
        let find = |name| self.machine.program.find_field(class, Symbol::new(name), Symbol::new(desc));
        let (at, unit) = match find("target") {
            Some(field) => (object, self.machine.program.fields[field].unit),
            None => match self.machine.thread_field(object, "task", desc) {
                (at, _) if at == object => return None,
                place => place,
            },
        };
        Some(self.machine.heap.get_ref(at, unit)).filter(|task| !task.is_null())
    }

    /// Clears a field of the running thread's own `Thread` that no other thread ever looks at: what it runs,
    /// and its thread-local variables.
    pub fn clear_private(&mut self, thread: ThreadId, unit: u32) {
        let object = self.machine.threads[thread].state.object;
        self.machine.heap.put_ref(object, unit, Ref::NULL);
    }

    /// Gives the running thread what its own random numbers begin with, where it has nothing yet: fields of its
    /// `Thread` that no other thread ever looks at.
    pub fn begin_random(&mut self, thread: ThreadId, seed: u64, probe: u32) {
        let object = self.machine.threads[thread].state.object;
        self.machine.heap.notes.content(object);
        let (at, unit) = self.machine.thread_field(object, "threadLocalRandomSeed", "J");
        if self.machine.heap.get64(at, unit) == 0 {
            self.machine.heap.put64(at, unit, seed);
        }
        let (at, unit) = self.machine.thread_field(object, "threadLocalRandomProbe", "I");
        if self.machine.heap.get32(at, unit) == 0 {
            self.machine.heap.put32(at, unit, probe);
        }
    }

    /// The next of the numbers that a thread's own random numbers are made of, which are those from `seed` on if it
    /// had none yet.
    pub fn next_random(&mut self, thread: ThreadId, seed: u64, step: u64) -> u64 {
        let object = self.machine.threads[thread].state.object;
        self.machine.heap.notes.content(object);
        let (at, unit) = self.machine.thread_field(object, "threadLocalRandomSeed", "J");
        let last = Some(self.machine.heap.get64(at, unit)).filter(|&last| last != 0).unwrap_or(seed);
        let next = last.wrapping_add(step);
        self.machine.heap.put64(at, unit, next);
        next
    }

    /// What a static counter holds, which is one more afterwards: numbers of threads.
    pub fn count_up(&mut self, thread: ThreadId, record: Ref, unit: u32, kind: Kind) -> Result<u64, Trap> {
        if self.policy.stops_counting(self.machine, thread, record, unit) {
            return Err(Trap::Visible);
        }
        let heap = &mut self.machine.heap;
        if kind.is_wide() {
            let number = heap.get64(record, unit);
            heap.put64(record, unit, number.wrapping_add(1));
            return Ok(number);
        }
        let number = heap.get32(record, unit);
        heap.put32(record, unit, number.wrapping_add(1));
        Ok(u64::from(number))
    }
}
