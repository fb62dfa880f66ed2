//! What stands in the synchronizers, queues, futures and pools of java.util.concurrent, read from their fields:
//! who has a lock, how many permits are left, which task has not been done. Fields have the names that they have in
//! JDK 17 to 25; where one is not found, less is told.

use super::super::driver::Subject;
use super::calls::OpenCall;
use super::obstacle::{Obstacle, waits};
use base::Symbol;
use classfile::Kind;
use vm::program::ClassId;
use vm::state::heap::Ref;
use vm::state::thread::{NOT_STARTED, ThreadId};

/// Elements of a queue that are looked at.
const MAX_QUEUE: usize = 1000;

const CONCURRENT: &str = "java/util/concurrent/";

/// Methods of executors that wait for their end.
const ENDS: [&str; 2] = ["awaitTermination", "close"];

/// Where a thread is that waits for a lock of java.util.concurrent, before and since JDK 17.
const ACQUIRING: [(&str, &str); 4] = [
    ("locks/AbstractQueuedSynchronizer", "acquire"),
    ("locks/AbstractQueuedSynchronizer", "acquireQueued"),
    ("locks/AbstractQueuedSynchronizer", "doAcquireInterruptibly"),
    ("locks/AbstractQueuedSynchronizer", "doAcquireNanos"),
];

impl Subject<'_> {
    pub(super) fn is_a(&self, class: ClassId, name: &str) -> bool {
        self.program.loaded(Symbol::new(name)).is_some_and(|above| self.program.is_subclass(class, above))
    }

    fn is_concurrent(&self, object: Ref, name: &str) -> bool {
        self.is_a(self.heap.class_of(object), &format!("{CONCURRENT}{name}"))
    }

    /// A field of an object, by its name.
    pub(super) fn field_named(&self, object: Ref, name: &str) -> Option<(Kind, u64)> {
        if object.is_null() {
            return None;
        }
        let class = self.heap.class_of(object);
        let all = self.program.classes[class].ancestors.iter().flat_map(|&c| &self.program.classes[c].fields);
        let field = all
            .map(|&f| &self.program.fields[f])
            .find(|f| f.name.as_str() == name && !f.access.is_static())?;
        Some((field.kind, self.cell(object, field.unit, field.kind)))
    }

    /// A field that has a reference which is not null.
    pub(super) fn reference(&self, object: Ref, name: &str) -> Option<Ref> {
        let (kind, word) = self.field_named(object, name)?;
        Some(Ref(word as u32)).filter(|value| kind == Kind::Ref && !value.is_null())
    }

    /// A field that is a number; not one that holds an object.
    pub(super) fn number(&self, object: Ref, name: &str) -> Option<i64> {
        let (kind, word) = self.field_named(object, name)?;
        match kind {
            Kind::Ref => None,
            Kind::Long => Some(word as i64),
            _ => Some(i64::from(word as i32)),
        }
    }

    /// Who holds a lock of `java.util.concurrent.locks`.
    pub(super) fn owner_of_lock(&self, lock: Ref) -> Option<ThreadId> {
        let owner = self.reference(self.reference(lock, "sync")?, "exclusiveOwnerThread")?;
        self.thread_of(owner)
    }

    /// The lock is held in a way that keeps others off, as its own count says.
    pub(super) fn is_taken(&self, lock: Ref) -> bool {
        /// The lower half of a read-write lock's count is that of its writer.
        const EXCLUSIVE: i64 = 0xFFFF;
        let count = self.reference(lock, "sync").and_then(|sync| self.number(sync, "state")).unwrap_or(0);
        match self.is_concurrent(lock, "locks/ReentrantLock") {
            true => count != 0,
            false => count & EXCLUSIVE != 0,
        }
    }

    /// Names of the threads that wait on a condition, first come first.
    pub(super) fn waiters(&self, condition: Ref) -> Option<Vec<String>> {
        self.field_named(condition, "firstWaiter")?;
        let first = self.reference(condition, "firstWaiter");
        let nodes = std::iter::successors(first, |&node| self.reference(node, "nextWaiter")).take(MAX_QUEUE);
        // `thread` was renamed after JDK 11.
        let of_node = |node: Ref| self.reference(node, "waiter").or_else(|| self.reference(node, "thread"));
        Some(nodes.filter_map(of_node).map(|thread| self.name_of_thread(thread)).collect())
    }

    /// What a thread waits for that is parked in a call of the user's code.
    pub(super) fn waits_in(&mut self, thread: ThreadId, call: &OpenCall) -> Option<Obstacle> {
        let object = call.receiver();
        let (name, method) = (self.name_object(object), self.program.methods[call.method].name);
        if self.is_concurrent(object, "locks/Lock") {
            return Some(self.waits_for_lock(object, name));
        }
        if let Some(owner) = self.owner_within(thread) {
            return Some(self.waits_within(object, name, method.as_str(), owner));
        }
        if self.is_concurrent(object, "locks/Condition") {
            return Some(waits(format!("waits to be signalled on {name}"), name, None));
        }
        if self.is_concurrent(object, "Future") {
            return Some(self.waits_for_task(object, name));
        }
        if self.is_concurrent(object, "Semaphore") {
            return self.waits_for_permits(object, name, call);
        }
        let text = if let Some(how) = self.taken_with_a_stamp(object) {
            format!("waits for {name}{how}")
        } else if self.is_concurrent(object, "Exchanger") {
            format!("waits until somebody exchanges at {name}")
        } else if self.is_concurrent(object, "CountDownLatch") {
            let count = self.number(self.reference(object, "sync")?, "state")?;
            format!("waits until {name} is counted down from {count}")
        } else if self.is_concurrent(object, "CyclicBarrier") {
            let (parties, missing) = (self.number(object, "parties")?, self.number(object, "count")?);
            format!("waits at {name}, where {} of {parties} are", parties - missing)
        } else if self.is_concurrent(object, "Phaser") {
            let state = self.number(object, "state")?;
            let (parties, missing) = (state >> 16 & 0xFFFF, state & 0xFFFF);
            format!("waits at {name}, where {} of {parties} have arrived", parties - missing)
        } else if self.is_concurrent(object, "BlockingQueue") {
            self.waits_for_queue(object, &name, method.as_str())?
        } else if self.is_concurrent(object, "ExecutorService") && method.as_str() == "invokeAny" {
            format!("waits until one of the tasks that it gave to {name} has a result")
        } else if self.is_concurrent(object, "ExecutorService") && method.as_str() == "invokeAll" {
            format!("waits until all tasks that it gave to {name} are done")
        } else if self.is_concurrent(object, "ExecutorService") && ENDS.contains(&method.as_str()) {
            let running = self.reference(object, "ctl").and_then(|ctl| self.number(ctl, "value"));
            let why = if running.is_some_and(|ctl| ctl < 0) { ", which nobody has shut down" } else { "" };
            format!("waits until {name} has ended{why}")
        } else {
            return None;
        };
        Some(waits(text, name, None))
    }

    /// The owner of the lock that a parked thread is about to get, whatever it was called for: a wait at a condition
    /// gets its lock back, queues have locks of their own.
    fn owner_within(&self, thread: ThreadId) -> Option<ThreadId> {
        let sync = self.receiver_in(thread, &ACQUIRING)?;
        self.thread_of(self.reference(sync, "exclusiveOwnerThread")?).filter(|&owner| owner != thread)
    }

    fn waits_within(&mut self, object: Ref, name: String, method: &str, owner: ThreadId) -> Obstacle {
        if self.is_concurrent(object, "locks/Condition") {
            return self.waits_for(format!("the lock of {name}"), Some(owner));
        }
        self.waits_for(format!("a lock in {name}.{method}"), Some(owner))
    }

    fn waits_for_lock(&mut self, lock: Ref, name: String) -> Obstacle {
        let owner = self.owner_of_lock(lock);
        let sync = self.reference(lock, "sync");
        let gone =
            sync.filter(|_| owner.is_none()).and_then(|sync| self.reference(sync, "exclusiveOwnerThread"));
        if let Some(gone) = gone {
            let text = format!("waits for {name} (held by {}, which has ended)", self.name_of_thread(gone));
            return Obstacle { text, ..self.waits_for(name, None) };
        }
        let readers = sync.and_then(|sync| self.number(sync, "state")).map_or(0, |state| state >> 16);
        let is_writer = self.is_concurrent(lock, "locks/ReentrantReadWriteLock$WriteLock");
        if owner.is_some() || !is_writer || readers == 0 {
            return self.waits_for(name, owner);
        }
        let reader =
            sync.and_then(|sync| self.reference(sync, "firstReader")).and_then(|t| self.thread_of(t));
        let who = match reader {
            Some(reader) if readers == 1 => format!("read by {}", self.thread_label(reader)),
            _ => format!("{readers} read"),
        };
        Obstacle { text: format!("waits for {name} ({who})"), ..self.waits_for(name, reader) }
    }

    /// Permits have no owner, but who has taken some and given none back can be told.
    fn waits_for_permits(&mut self, semaphore: Ref, name: String, call: &OpenCall) -> Option<Obstacle> {
        let left = self.number(self.reference(semaphore, "sync")?, "state")?;
        let permits = match self.permits_asked(call) {
            1 => "a permit".to_string(),
            wanted => format!("{wanted} permits"),
        };
        let takers = self.takers(semaphore);
        let told =
            takers.iter().map(|&(taker, count)| format!("{count} taken by {}", self.holder_label(taker)));
        let told: Vec<String> = told.collect();
        let by = if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) };
        let stuck = takers.first().filter(|_| takers.iter().all(|&(taker, _)| !self.is_enabled(taker)));
        let text = format!("waits for {permits} of {name}, which has {left}{by}");
        Some(waits(text, name, stuck.map(|&(taker, _)| taker)))
    }

    /// How many permits a call of a semaphore is about.
    fn permits_asked(&self, call: &OpenCall) -> i64 {
        match self.program.methods[call.method].params.get(1) {
            Some(Kind::Int) => i64::from(call.words[1] as u32 as i32),
            _ => 1,
        }
    }

    /// Who has permits of a semaphore may have changed when the call returns.
    pub(super) fn is_of_semaphore(&self, call: &OpenCall) -> bool {
        const CHANGES: [&str; 6] =
            ["<init>", "acquire", "acquireUninterruptibly", "tryAcquire", "drainPermits", "release"];
        let method = &self.program.methods[call.method];
        !method.is_static()
            && CHANGES.contains(&method.name.as_str())
            && !call.receiver().is_null()
            && self.is_concurrent(call.receiver(), "Semaphore")
    }

    /// Such a call has returned normally.
    pub(super) fn count_permits(&mut self, thread: ThreadId, call: &OpenCall) {
        let semaphore = call.receiver();
        let result = self.result_word(thread, call).map_or(0, |word| i64::from(word as u32 as i32));
        let taken = match self.program.methods[call.method].name.as_str() {
            // Where it is another was once.
            "<init>" => return self.driver.narrator.permits.retain(|(of, _), _| *of != semaphore),
            "acquire" | "acquireUninterruptibly" => self.permits_asked(call),
            "tryAcquire" if result != 0 => self.permits_asked(call),
            "drainPermits" => result,
            "release" => -self.permits_asked(call),
            _ => return,
        };
        *self.driver.narrator.permits.entry((semaphore, thread)).or_default() += taken;
    }

    /// Who has permits of a semaphore, and how many. Nothing if somebody has given back what others took: then nobody
    /// can say whose they are.
    fn takers(&self, semaphore: Ref) -> Vec<(ThreadId, i64)> {
        let of =
            self.driver.narrator.permits.iter().filter(|((of, _), count)| *of == semaphore && **count != 0);
        let mut takers: Vec<(ThreadId, i64)> = of.map(|(&(_, thread), &count)| (thread, count)).collect();
        takers.sort();
        if takers.iter().any(|&(_, count)| count < 0) { Vec::new() } else { takers }
    }

    /// How a stamped lock is held, if it is one: it does not know by whom.
    fn taken_with_a_stamp(&self, lock: Ref) -> Option<String> {
        const WRITER: i64 = 128;
        const READERS: i64 = 127;
        if !self.is_concurrent(lock, "locks/StampedLock") {
            return None;
        }
        let state = self.number(lock, "state")?;
        Some(match (state & WRITER != 0, state & READERS) {
            (true, _) => " (locked for writing)".to_string(),
            (false, 0) => String::new(),
            (false, readers) => format!(" ({readers} read)"),
        })
    }

    fn waits_for_queue(&self, queue: Ref, name: &str, method: &str) -> Option<String> {
        if self.is_concurrent(queue, "SynchronousQueue") {
            let other = if method == "put" || method == "offer" { "takes" } else { "puts" };
            return Some(format!("waits until somebody {other} at {name}"));
        }
        let is_put = method.starts_with("put") || method.starts_with("offer");
        if method == "transfer" || !is_put && !method.starts_with("take") && !method.starts_with("poll") {
            return None;
        }
        let count = self
            .number(queue, "count")
            .or_else(|| self.number(self.reference(queue, "count")?, "value"))
            .or_else(|| self.number(queue, "size"));
        Some(match (is_put, count) {
            (true, Some(count)) => format!("waits to put into {name}, which is full ({count})"),
            (true, None) => format!("waits to put into {name}"),
            (false, Some(0)) => format!("waits to take from {name}, which is empty"),
            (false, _) => format!("waits to take from {name}"),
        })
    }

    /// Waiting for the result of a task: who runs it, or why nobody does.
    fn waits_for_task(&mut self, task: Ref, name: String) -> Obstacle {
        let code = self.reference(task, "callable").map(|code| self.reference(code, "task").unwrap_or(code));
        let what = code.map_or(String::new(), |code| format!(" ({})", self.name_object(code)));
        let runner = self.reference(task, "runner").and_then(|thread| self.thread_of(thread));
        if let Some(runner) = runner {
            let text = format!("waits for {name}{what}, which {} runs", self.thread_label(runner));
            return waits(text, name, Some(runner));
        }
        let pools: Vec<(ThreadId, Ref)> =
            self.threads.iter().filter_map(|(id, _)| Some((id, self.pool_of(id)?))).collect();
        let Some(&(_, pool)) = pools.iter().find(|(_, pool)| self.is_queued(*pool, task)) else {
            let nobody = if self.is_concurrent(task, "CompletableFuture") { "completed" } else { "begun" };
            return waits(format!("waits for {name}{what}, which nobody has {nobody}"), name, None);
        };
        let own: Vec<ThreadId> = pools.iter().filter(|(_, of)| *of == pool).map(|(id, _)| *id).collect();
        // Threads that have been started and have not come to the pool's code yet are no less its threads.
        let all_there = self.workers_of(pool).is_none_or(|workers| workers <= own.len());
        let all_wait = all_there && own.iter().all(|&id| !self.is_enabled(id));
        let queue = self.name_object(pool);
        let why = match (all_wait, own.len()) {
            (true, 1) => ", whose only thread waits".to_string(),
            (true, threads) => format!(", all {threads} threads of which wait"),
            (false, _) => String::new(),
        };
        let text = format!("waits for {name}{what}, which is in the queue of {queue}{why}");
        waits(text, name, own.first().copied().filter(|_| all_wait))
    }

    /// The innermost frame of a thread that runs one of these methods of a class of java.util.concurrent, if it still
    /// needs its receiver.
    fn receiver_in(&self, thread: ThreadId, methods: &[(&str, &str)]) -> Option<Ref> {
        let frames = &self.threads[thread].frames;
        let depth = frames.iter().rposition(|frame| {
            let method = &self.program.methods[frame.method];
            let class = self.program.classes[method.class].name.as_str().strip_prefix(CONCURRENT);
            frame.pc != NOT_STARTED
                && methods.iter().any(|&(c, m)| class == Some(c) && method.name.as_str() == m)
        })?;
        let receiver = self.live_registers(thread, depth).find(|live| live.is_ref && live.register == 0)?;
        Some(Ref(receiver.word as u32)).filter(|receiver| !receiver.is_null())
    }

    /// The pool that a thread works for.
    fn pool_of(&self, thread: ThreadId) -> Option<Ref> {
        self.receiver_in(thread, &[("ThreadPoolExecutor", "runWorker")])
    }

    /// How many threads a pool has.
    fn workers_of(&self, pool: Ref) -> Option<usize> {
        let map = self.reference(self.reference(pool, "workers")?, "map")?;
        self.number(map, "size").and_then(|size| usize::try_from(size).ok())
    }

    fn is_queued(&self, pool: Ref, task: Ref) -> bool {
        let Some(queue) = self.reference(pool, "workQueue") else { return false };
        // A linked queue has nodes, one for an array has places.
        let first = self.reference(queue, "head").and_then(|head| self.reference(head, "next"));
        let nodes = std::iter::successors(first, |&node| self.reference(node, "next")).take(MAX_QUEUE);
        let is_linked = nodes.into_iter().any(|node| self.reference(node, "item") == Some(task));
        let items = self.reference(queue, "items").or_else(|| self.reference(queue, "queue"));
        let has = |items: Ref| {
            let len = self.heap.len(items).min(MAX_QUEUE as u32);
            (0..len).any(|i| Ref(self.heap.load::<u32>(items, i)) == task)
        };
        is_linked || items.is_some_and(has)
    }

    /// A thread of a pool that has nothing to do.
    pub(super) fn idle(&mut self, thread: ThreadId) -> Option<Obstacle> {
        const IDLE: [(&str, &str); 3] =
            [("ThreadPoolExecutor", "getTask"), ("ForkJoinPool", "awaitWork"), ("ForkJoinPool", "runWorker")];
        let pool = self.receiver_in(thread, &IDLE)?;
        let name = self.name_object(pool);
        Some(waits(format!("waits for tasks of {name}"), name, None))
    }
}
