//! Who waits until nothing else can go on, so that others who go on for ever keep it from what it does then.
//!
//! A long wait is over where nobody else gets anywhere, see [`super::idle`]. Where others get somewhere for ever, be it
//! by counting, it never is, and neither does a clock move far for who looks at it. On a real machine the time passes.
//! So whoever waits like that is neither stuck nor finished: what would come then was not looked at.

use super::system::Explorer;
use vm::program::Loader;
use vm::state::thread::ThreadId;

/// Waits for work in pools, by class and method, and in threads of the library that clean up. When their time is over,
/// a thread without work ends.
const SPARE: [(&str, &str); 4] = [
    ("java/util/concurrent/ThreadPoolExecutor", "getTask"),
    ("java/util/concurrent/ForkJoinPool", "awaitWork"),
    ("java/util/concurrent/ForkJoinPool", "deactivate"),
    ("jdk/internal/ref/CleanerImpl", "run"),
];

/// Where a pool waits for the time of a task.
const DELAYED: &str = "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue";

impl Explorer {
    /// The thread waits, or looks at the clock, for a time that passes only where nothing else can go on, and the
    /// program has something to do then.
    pub(super) fn is_overdue(&self, thread: ThreadId) -> bool {
        let machine = &self.machine;
        let waits = machine.is_timed(thread) && machine.is_last_resort(thread)
            || machine.is_enabled(thread) && machine.is_polling(thread);
        waits && !self.is_spare(thread)
    }

    /// The thread can move, and has found the clock where it was.
    pub(super) fn watches_clock(&self, thread: ThreadId) -> bool {
        let look = self.machine.threads[thread].state.look;
        self.machine.is_enabled(thread) && look.is_some_and(|look| look.polls)
    }

    /// It waits for work, and would end.
    fn is_spare(&self, thread: ThreadId) -> bool {
        let program = &self.machine.program;
        let mut is_spare = false;
        for frame in self.machine.threads[thread].frames.iter() {
            let method = &program.methods[frame.method];
            let class = &program.classes[method.class];
            if class.name.as_str() == DELAYED || is_spare && class.loader == Loader::App {
                return false;
            }
            is_spare |= SPARE.contains(&(class.name.as_str(), method.name.as_str()));
        }
        is_spare
    }
}
