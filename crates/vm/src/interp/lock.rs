//! Monitors: entering, leaving, waiting.

use crate::machine::Machine;
use crate::policy::{Policy, Touch};
use crate::state::heap::Ref;
use crate::state::monitor::{Lock, MAX_COUNT};
use crate::state::thread::{ThreadId, ThreadStatus};
use crate::trap::Trap;

impl Machine {
    /// Takes the monitor of `object`, or leaves the thread waiting for it.
    #[inline]
    pub fn lock(&mut self, thread: ThreadId, object: Ref) -> Result<(), Trap> {
        self.heap.notes.content(object);
        let lock = match Lock::decode(self.heap.lock(object)) {
            None => Lock { owner: thread, count: 1 },
            Some(held) if held.owner == thread => {
                if held.count == MAX_COUNT {
                    return Err(Trap::raise(
                        "java/lang/StackOverflowError",
                        "too many entries of one monitor",
                    ));
                }
                Lock { count: held.count + 1, ..held }
            }
            Some(_) => {
                self.change_thread(thread).status = ThreadStatus::Locking(object);
                return Err(Trap::Wait);
            }
        };
        self.heap.set_lock(object, Lock::encode(Some(lock)));
        Ok(())
    }

    /// Leaves the monitor once; false if the thread does not hold it.
    #[inline]
    pub fn unlock(&mut self, thread: ThreadId, object: Ref) -> bool {
        self.heap.notes.content(object);
        match Lock::decode(self.heap.lock(object)) {
            Some(held) if held.owner == thread => {
                let left = (held.count > 1).then_some(Lock { count: held.count - 1, ..held });
                self.heap.set_lock(object, Lock::encode(left));
                true
            }
            _ => false,
        }
    }

    /// Leaves the monitor once, as an operation of the program.
    #[inline]
    pub(crate) fn leave(&mut self, thread: ThreadId, object: Ref) -> Result<(), Trap> {
        match self.unlock(thread, object) {
            true => Ok(()),
            false => Err(Trap::Raise("java/lang/IllegalMonitorStateException", None)),
        }
    }

    pub fn holds(&self, thread: ThreadId, object: Ref) -> bool {
        Lock::decode(self.heap.lock(object)).is_some_and(|held| held.owner == thread)
    }

    /// `Object.wait`. Runs twice: the first time it gives the monitor up and waits, the second time it takes
    /// it back.
    pub fn wait(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        object: Ref,
        timeout_ns: Option<u64>,
    ) -> Result<(), Trap> {
        self.heap.notes.content(object);
        if timeout_ns.is_none() {
            self.vouch();
        }
        match self.threads[thread].state.status {
            ThreadStatus::Relocking(on) if on == object => self.finish_wait(thread, object),
            _ => self.begin_wait(policy, thread, object, timeout_ns),
        }
    }

    fn begin_wait(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        object: Ref,
        timeout_ns: Option<u64>,
    ) -> Result<(), Trap> {
        // An interrupt can end it, so others see it even where they cannot reach the object.
        let own = Touch::Thread(self.threads[thread].state.object);
        let is_deaf = self.is_kernel(object);
        if !is_deaf && policy.stops_always(self, own) || policy.stops_monitor(self, object) {
            return Err(Trap::Visible);
        }
        let held = match Lock::decode(self.heap.lock(object)) {
            Some(held) if held.owner == thread => held,
            _ => {
                return Err(Trap::raise(
                    "java/lang/IllegalMonitorStateException",
                    "current thread is not owner",
                ));
            }
        };
        if !is_deaf && self.look_for_interrupt(thread) {
            self.clear_interrupt(thread);
            return Err(Trap::Raise("java/lang/InterruptedException", None));
        }
        let until_ns = timeout_ns.map(|ns| self.end_of_wait(thread, ns));
        self.wait_for_reason();
        let counters = self.change_counters();
        counters.wait_order += 1;
        let order = counters.wait_order;
        self.heap.set_lock(object, 0);
        let state = self.change_thread(thread);
        state.held = held.count;
        state.notified = false;
        state.wait_order = order;
        state.status = ThreadStatus::Waiting { on: object, until_ns };
        Err(Trap::Wait)
    }

    fn finish_wait(&mut self, thread: ThreadId, object: Ref) -> Result<(), Trap> {
        if self.heap.lock(object) != 0 {
            return Err(Trap::Wait);
        }
        let count = self.threads[thread].state.held;
        self.heap.set_lock(object, Lock::encode(Some(Lock { owner: thread, count })));
        let state = self.change_thread(thread);
        state.status = ThreadStatus::Runnable;
        state.held = 0;
        // An interrupt does not take a notification back: the flag stays set.
        if !state.notified && !self.is_kernel(object) && self.look_for_interrupt(thread) {
            self.clear_interrupt(thread);
            return Err(Trap::Raise("java/lang/InterruptedException", None));
        }
        Ok(())
    }

    /// `Object.notify` and `notifyAll`: the first waiters in order of arrival are woken.
    pub fn notify(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        object: Ref,
        all: bool,
    ) -> Result<(), Trap> {
        self.heap.notes.content(object);
        self.heap.notes.waiters();
        self.vouch();
        if !self.holds(thread, object) {
            return Err(Trap::raise("java/lang/IllegalMonitorStateException", "current thread is not owner"));
        }
        policy.gate_monitor(self, object)?;
        let waiting = self.waiters(object);
        if all || waiting.len() <= 1 || !policy.is_exploring() {
            self.wake_waiters(object, all);
            return Ok(());
        }
        // Any of them may be the one.
        let which = policy.ask(self, thread, waiting.len() as u32)?;
        self.wake(waiting[which as usize], object);
        Ok(())
    }

    /// For natives whose outcome depends on nothing but their arguments, their own thread, and objects that
    /// the machine sees them look at.
    #[inline]
    pub fn vouch(&mut self) {
        self.heap.notes.vouch();
    }

    /// The threads that wait on an object, in order of creation.
    fn waiters(&self, object: Ref) -> Vec<ThreadId> {
        let waits = |status: ThreadStatus| matches!(status, ThreadStatus::Waiting { on, .. } if on == object);
        self.threads.iter().filter(|(_, t)| waits(t.state.status)).map(|(id, _)| id).collect()
    }

    fn wake(&mut self, thread: ThreadId, object: Ref) {
        let state = self.change_thread(thread);
        state.status = ThreadStatus::Relocking(object);
        state.notified = true;
    }

    pub fn wake_waiters(&mut self, object: Ref, all: bool) {
        let mut waiting = self.waiters(object);
        waiting.sort_by_key(|&id| self.threads[id].state.wait_order);
        waiting.truncate(if all { usize::MAX } else { 1 });
        for id in waiting {
            self.wake(id, object);
        }
    }
}
