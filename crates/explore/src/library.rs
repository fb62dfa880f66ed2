//! Calls of the library's linearizable classes count as one operation (`--library atomic`).
//!
//! Nobody outside can tell a linearizable object from one whose calls happen at once (Herlihy and Wing 1990), so
//! a call from outside into a listed method stops before its first visible operation, like any other, and from
//! there runs without further stops until it returns, throws, blocks, or calls code of the program. What blocked goes
//! on in the same manner. Whether a thread is within such a call follows from its frames alone, so nothing is added
//! to a state. The table says which methods count; what is only weakly consistent is not among them.

use super::driver::Driver;
use super::pools::{self, Part};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use vm::Machine;
use vm::program::{Loader, MethodId};
use vm::state::thread::ThreadId;

/// How calls of the library's linearizable classes are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Library {
    /// Operation by operation, like the program's own code.
    #[default]
    Explore,
    /// As one operation each, up to where they block.
    Calls,
    /// The same, and so is what pools do, see [`super::pools`].
    Atomic,
}

/// What a method is to the seal round library calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Side {
    #[default]
    Unknown,
    /// Code of the program, or of libraries on its class path.
    Outside,
    /// Code of the JDK that is ordinary by itself.
    Within,
    /// A call of it from outside is one operation.
    Listed,
    /// The same, and it may be the end of a task.
    Future,
    /// Code of a pool, see [`super::pools`].
    Pool,
    /// Code of a task of such a pool.
    Task,
}

/// Which methods of a class are listed.
enum Methods {
    /// All public ones but these.
    AllBut(&'static [&'static str]),
    /// These alone.
    Only(&'static [&'static str]),
}

use Methods::{AllBut, Only};

/// What looks at a queue of waiting threads: a snapshot that may be outdated.
const LOOKS: &[&str] = &[
    "getQueueLength",
    "getQueuedThreads",
    "hasQueuedThread",
    "hasQueuedThreads",
    "getWaitQueueLength",
    "getWaitingThreads",
    "hasWaiters",
    "toString",
    "getOwner",
    "getReaderQueueLength",
    "getExclusiveQueuedThreads",
    "getSharedQueuedThreads",
    "getFirstQueuedThread",
    "isQueued",
    "hasQueuedPredecessors",
    "hasContended",
];

/// Operations of blocking queues that take one lock, or hand one element over.
const QUEUE: &[&str] =
    &["add", "offer", "put", "poll", "take", "peek", "remove", "element", "remainingCapacity"];
const DEQUE: &[&str] = &[
    "add",
    "addFirst",
    "addLast",
    "offer",
    "offerFirst",
    "offerLast",
    "put",
    "putFirst",
    "putLast",
    "poll",
    "pollFirst",
    "pollLast",
    "take",
    "takeFirst",
    "takeLast",
    "peek",
    "peekFirst",
    "peekLast",
    "remove",
    "removeFirst",
    "removeLast",
    "element",
    "getFirst",
    "getLast",
    "push",
    "pop",
];
const MAP: &[&str] = &[
    "get",
    "getOrDefault",
    "containsKey",
    "put",
    "putIfAbsent",
    "remove",
    "replace",
    "compute",
    "computeIfAbsent",
    "computeIfPresent",
    "merge",
];
const SET: &[&str] = &["add", "remove", "contains"];
const ADDER: &[&str] = &["add", "increment", "decrement", "accumulate"];

const TABLE: &[(&str, Methods)] = &[
    ("java/util/concurrent/atomic/AtomicBoolean", AllBut(&[])),
    ("java/util/concurrent/atomic/AtomicInteger", AllBut(&[])),
    ("java/util/concurrent/atomic/AtomicLong", AllBut(&[])),
    ("java/util/concurrent/atomic/AtomicReference", AllBut(&[])),
    ("java/util/concurrent/atomic/AtomicIntegerArray", AllBut(&["toString"])),
    ("java/util/concurrent/atomic/AtomicLongArray", AllBut(&["toString"])),
    ("java/util/concurrent/atomic/AtomicReferenceArray", AllBut(&["toString"])),
    ("java/util/concurrent/atomic/AtomicStampedReference", AllBut(&["attemptStamp"])),
    ("java/util/concurrent/atomic/AtomicMarkableReference", AllBut(&["attemptMark"])),
    ("java/util/concurrent/atomic/LongAdder", Only(ADDER)),
    ("java/util/concurrent/atomic/LongAccumulator", Only(ADDER)),
    ("java/util/concurrent/atomic/DoubleAdder", Only(ADDER)),
    ("java/util/concurrent/atomic/DoubleAccumulator", Only(ADDER)),
    ("java/util/concurrent/locks/LockSupport", AllBut(&["getBlocker"])),
    ("java/util/concurrent/locks/AbstractQueuedSynchronizer", AllBut(LOOKS)),
    ("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", AllBut(LOOKS)),
    ("java/util/concurrent/locks/AbstractQueuedLongSynchronizer", AllBut(LOOKS)),
    ("java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject", AllBut(LOOKS)),
    ("java/util/concurrent/locks/ReentrantLock", AllBut(LOOKS)),
    ("java/util/concurrent/locks/ReentrantReadWriteLock", AllBut(LOOKS)),
    ("java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock", AllBut(LOOKS)),
    ("java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock", AllBut(LOOKS)),
    ("java/util/concurrent/locks/StampedLock", AllBut(LOOKS)),
    ("java/util/concurrent/CountDownLatch", AllBut(&["toString"])),
    ("java/util/concurrent/Semaphore", AllBut(LOOKS)),
    ("java/util/concurrent/CyclicBarrier", AllBut(&[])),
    ("java/util/concurrent/Phaser", AllBut(&["toString"])),
    ("java/util/concurrent/Exchanger", AllBut(&[])),
    ("java/util/concurrent/ArrayBlockingQueue", Only(QUEUE)),
    ("java/util/concurrent/LinkedBlockingQueue", Only(QUEUE)),
    ("java/util/concurrent/LinkedBlockingDeque", Only(DEQUE)),
    ("java/util/concurrent/PriorityBlockingQueue", Only(QUEUE)),
    ("java/util/concurrent/DelayQueue", Only(QUEUE)),
    ("java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue", Only(QUEUE)),
    ("java/util/concurrent/SynchronousQueue", Only(QUEUE)),
    ("java/util/concurrent/LinkedTransferQueue", Only(QUEUE)),
    ("java/util/concurrent/ConcurrentLinkedQueue", Only(&["add", "offer", "poll", "peek"])),
    ("java/util/concurrent/ConcurrentHashMap", Only(MAP)),
    ("java/util/concurrent/ConcurrentSkipListMap", Only(MAP)),
    ("java/util/concurrent/ConcurrentSkipListSet", Only(SET)),
    (
        "java/util/concurrent/CopyOnWriteArrayList",
        Only(&["add", "addIfAbsent", "contains", "get", "indexOf", "isEmpty", "remove", "set", "size"]),
    ),
    ("java/util/concurrent/CopyOnWriteArraySet", Only(SET)),
    (
        "java/util/concurrent/FutureTask",
        Only(&["get", "isDone", "isCancelled", "cancel", "set", "setException", "run"]),
    ),
];

/// Whether the running thread is within a listed call.
#[derive(Clone, Default)]
pub(crate) struct Seal {
    pub library: Library,
    /// The depth of the outermost frame of that call.
    floor: Option<usize>,
    /// What the thread's registers were when it last offered its turn in this step.
    offered: Option<u64>,
    /// By method, as far as it was asked for.
    sides: Vec<Side>,
    /// How many classes there were when the last step began, and whether one of them could look into pools.
    classes: usize,
    looks: bool,
    /// Steps that began within a listed call. Siblings share it.
    pub steps: Arc<AtomicU64>,
}

impl Seal {
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.floor.is_some()
    }

    /// The call has returned or thrown, or code of the program runs.
    #[inline]
    pub fn breaks(&mut self, machine: &Machine, depth: usize, method: MethodId) -> bool {
        self.floor.is_some_and(|floor| depth < floor) || self.side(machine, method) == Side::Outside
    }

    /// A thread offers its turn. Within a listed call it goes on as long as that leads somewhere: loops that
    /// count do, those that wait for others come back with the same registers.
    pub fn gives_way(&mut self, machine: &Machine, thread: ThreadId) -> bool {
        let thread = &machine.threads[thread];
        let Some(top) = thread.frames.last().filter(|_| self.is_on()) else { return true };
        let first = top.base as usize;
        let mut hasher = base::FastHasher::default();
        thread.registers[first..first + usize::from(top.registers)].hash(&mut hasher);
        let offered = Some(hasher.finish());
        std::mem::replace(&mut self.offered, offered) == offered
    }

    fn side(&mut self, machine: &Machine, method: MethodId) -> Side {
        let index = method.0 as usize;
        if index >= self.sides.len() {
            self.sides.resize(machine.program.methods.len(), Side::Unknown);
        }
        if self.sides[index] == Side::Unknown {
            self.sides[index] = find_side(machine, method);
        }
        self.sides[index]
    }
}

impl Driver {
    /// A step begins: it is sealed if the thread is within a listed call.
    pub(super) fn begin_seal(&mut self, machine: &Machine, thread: ThreadId) {
        (self.seal.floor, self.seal.offered) = (None, None);
        if self.seal.library == Library::Explore || self.gate.plain {
            return;
        }
        if self.seal.library == Library::Atomic {
            self.look_for_looks(machine);
        }
        let explores_pools = self.seal.library == Library::Calls || self.gate.pools_are_looked_into;
        let mut completes = false;
        for (depth, frame) in machine.threads[thread].frames.iter().enumerate().rev() {
            let side = self.seal.side(machine, frame.method);
            match side {
                Side::Outside | Side::Unknown => break,
                Side::Pool if completes => break,
                Side::Pool | Side::Task if explores_pools => continue,
                Side::Within => continue,
                Side::Listed | Side::Future => machine.assume(vm::Assumption::Linearizable),
                Side::Pool | Side::Task => machine.assume(vm::Assumption::Pools),
            }
            self.seal.floor = Some(depth);
            completes |= matches!(side, Side::Task | Side::Future);
        }
        if self.seal.is_on() {
            self.seal.steps.fetch_add(1, Ordering::Relaxed);
            self.gate.atomic = true;
        }
    }

    /// A class of the program that could look into pools may have come since the last step: then they have to be
    /// explored, from the beginning.
    fn look_for_looks(&mut self, machine: &Machine) {
        let classes = machine.program.classes.len();
        let known = std::mem::replace(&mut self.seal.classes, classes);
        self.seal.looks |= known < classes && pools::are_looked_into(machine, known);
        if self.seal.looks && !self.gate.pools_are_looked_into {
            self.gate.pools_are_looked_into = true;
            self.gate.outdated = true;
        }
    }

    /// Others may come in again.
    pub(super) fn unseal(&mut self, machine: &Machine, thread: ThreadId) {
        self.seal.floor = None;
        self.gate.atomic = machine.threads[thread].state.atomic > 0;
    }
}

fn find_side(machine: &Machine, method: MethodId) -> Side {
    let method = &machine.program.methods[method];
    let class = &machine.program.classes[method.class];
    if class.loader == Loader::App {
        return Side::Outside;
    }
    let name = method.name.as_str();
    let is_listed = match TABLE.iter().find(|(listed, _)| *listed == class.name.as_str()) {
        None => false,
        Some((_, AllBut(names))) => !names.contains(&name),
        Some((_, Only(names))) => names.contains(&name),
    };
    match pools::part(class.name.as_str(), name) {
        Some(Part::Above) => Side::Outside,
        Some(Part::Pool) => Side::Pool,
        Some(Part::Task) => Side::Task,
        Some(Part::Future) if is_listed => Side::Future,
        _ if is_listed => Side::Listed,
        _ => Side::Within,
    }
}
