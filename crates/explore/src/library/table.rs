//! The table: which methods of which classes count as linearizable.
//!
//! Each was explored by `jaywalk linearize` in small clients (`cargo xtask library`), on the JDKs that
//! docs/library.md names; a test compares that page with this table. What is only weakly consistent is not here:
//! iterators, bulk operations, sizes that are estimates, looks at queues of waiting threads, and
//! ConcurrentLinkedDeque, AtomicStampedReference and AtomicMarkableReference as a whole. Executors and
//! CompletableFuture are ordinary code above it. FutureTask stands here although it belongs to executors: its calls
//! take effect at one change of its state, it passes like the others, and what a program waits for at
//! `submit().get()` is one of them. What it runs is the program's, and interleaved.

const NUMBER: &[&str] = &[
    "accumulateAndGet",
    "addAndGet",
    "compareAndExchange",
    "compareAndExchangeAcquire",
    "compareAndExchangeRelease",
    "compareAndSet",
    "decrementAndGet",
    "doubleValue",
    "floatValue",
    "get",
    "getAcquire",
    "getAndAccumulate",
    "getAndAdd",
    "getAndDecrement",
    "getAndIncrement",
    "getAndSet",
    "getAndUpdate",
    "getOpaque",
    "getPlain",
    "incrementAndGet",
    "intValue",
    "lazySet",
    "longValue",
    "set",
    "setOpaque",
    "setPlain",
    "setRelease",
    "updateAndGet",
    "weakCompareAndSet",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetPlain",
    "weakCompareAndSetRelease",
    "weakCompareAndSetVolatile",
];
const NUMBERS: &[&str] = &[
    "accumulateAndGet",
    "addAndGet",
    "compareAndExchange",
    "compareAndExchangeAcquire",
    "compareAndExchangeRelease",
    "compareAndSet",
    "decrementAndGet",
    "get",
    "getAcquire",
    "getAndAccumulate",
    "getAndAdd",
    "getAndDecrement",
    "getAndIncrement",
    "getAndSet",
    "getAndUpdate",
    "getOpaque",
    "getPlain",
    "incrementAndGet",
    "lazySet",
    "length",
    "set",
    "setOpaque",
    "setPlain",
    "setRelease",
    "updateAndGet",
    "weakCompareAndSet",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetPlain",
    "weakCompareAndSetRelease",
    "weakCompareAndSetVolatile",
];
const ACCUMULATOR: &[&str] = &["accumulate"];
const SYNCHRONIZER: &[&str] = &[
    "acquire",
    "acquireInterruptibly",
    "acquireShared",
    "acquireSharedInterruptibly",
    "release",
    "releaseShared",
    "tryAcquireNanos",
    "tryAcquireSharedNanos",
];
const CONDITION: &[&str] =
    &["await", "awaitNanos", "awaitUninterruptibly", "awaitUntil", "signal", "signalAll"];
const QUEUE: &[&str] =
    &["add", "element", "offer", "peek", "poll", "put", "remainingCapacity", "remove", "take"];
const MAP: &[&str] = &[
    "compute",
    "computeIfAbsent",
    "computeIfPresent",
    "containsKey",
    "get",
    "getOrDefault",
    "merge",
    "put",
    "putIfAbsent",
    "remove",
    "replace",
];
const SET: &[&str] = &["add", "contains", "remove"];

/// Names by which a program could tell that something was collected as garbage.
pub(super) const COLLECTED: [&str; 7] = [
    "java/lang/ref/WeakReference",
    "java/lang/ref/SoftReference",
    "java/lang/ref/PhantomReference",
    "java/lang/ref/ReferenceQueue",
    "java/lang/ref/Cleaner",
    "java/util/WeakHashMap",
    "finalize",
];

/// There are so few that a row is a bit of a word.
const _: () = assert!(TABLE.len() + PIECES.len() <= u64::BITS as usize);

pub(super) const PHASER: &str = "java/util/concurrent/Phaser";

/// Classes whose calls are not one operation each, but one from each point to the next at which others could tell: the
/// last arrival at a phaser is one, and the advance to the next phase another, with a call of `onAdvance` in between.
/// Their outputs are compared with those of calls that are explored (`tests/cases/concurrent/middle`).
pub(super) const PIECES: &[(&str, &[&str])] = &[(
    PHASER,
    &[
        "arrive",
        "arriveAndAwaitAdvance",
        "arriveAndDeregister",
        "awaitAdvance",
        "awaitAdvanceInterruptibly",
        "bulkRegister",
        "forceTermination",
        "getArrivedParties",
        "getParent",
        "getPhase",
        "getRegisteredParties",
        "getRoot",
        "getUnarrivedParties",
        "isTerminated",
        "register",
    ],
)];

/// What synchronizers of the program's own are made of, and the methods by which these get at their state. It is theirs
/// alone: the listed calls never look at it themselves.
pub(super) const SYNCHRONIZERS: [&str; 2] = [
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
];
pub(super) const STATE: [&str; 3] = ["getState", "setState", "compareAndSetState"];

/// Descriptors of the constructors of phasers that belong to others. A call of such a one is an operation on both, and
/// whoever asks the other one could tell.
pub(super) const JOINING: [&str; 2] =
    ["(Ljava/util/concurrent/Phaser;)V", "(Ljava/util/concurrent/Phaser;I)V"];

/// Classes with the names of their methods.
pub(super) const TABLE: &[(&str, &[&str])] = &[
    (
        "java/util/concurrent/atomic/AtomicBoolean",
        &[
            "compareAndExchange",
            "compareAndExchangeAcquire",
            "compareAndExchangeRelease",
            "compareAndSet",
            "get",
            "getAcquire",
            "getAndSet",
            "getOpaque",
            "getPlain",
            "lazySet",
            "set",
            "setOpaque",
            "setPlain",
            "setRelease",
            "weakCompareAndSet",
            "weakCompareAndSetAcquire",
            "weakCompareAndSetPlain",
            "weakCompareAndSetRelease",
            "weakCompareAndSetVolatile",
        ],
    ),
    ("java/util/concurrent/atomic/AtomicInteger", NUMBER),
    ("java/util/concurrent/atomic/AtomicLong", NUMBER),
    (
        "java/util/concurrent/atomic/AtomicReference",
        &[
            "accumulateAndGet",
            "compareAndExchange",
            "compareAndExchangeAcquire",
            "compareAndExchangeRelease",
            "compareAndSet",
            "get",
            "getAcquire",
            "getAndAccumulate",
            "getAndSet",
            "getAndUpdate",
            "getOpaque",
            "getPlain",
            "lazySet",
            "set",
            "setOpaque",
            "setPlain",
            "setRelease",
            "updateAndGet",
            "weakCompareAndSet",
            "weakCompareAndSetAcquire",
            "weakCompareAndSetPlain",
            "weakCompareAndSetRelease",
            "weakCompareAndSetVolatile",
        ],
    ),
    ("java/util/concurrent/atomic/AtomicIntegerArray", NUMBERS),
    ("java/util/concurrent/atomic/AtomicLongArray", NUMBERS),
    (
        "java/util/concurrent/atomic/AtomicReferenceArray",
        &[
            "accumulateAndGet",
            "compareAndExchange",
            "compareAndExchangeAcquire",
            "compareAndExchangeRelease",
            "compareAndSet",
            "get",
            "getAcquire",
            "getAndAccumulate",
            "getAndSet",
            "getAndUpdate",
            "getOpaque",
            "getPlain",
            "lazySet",
            "length",
            "set",
            "setOpaque",
            "setPlain",
            "setRelease",
            "updateAndGet",
            "weakCompareAndSet",
            "weakCompareAndSetAcquire",
            "weakCompareAndSetPlain",
            "weakCompareAndSetRelease",
            "weakCompareAndSetVolatile",
        ],
    ),
    ("java/util/concurrent/atomic/LongAdder", &["add", "decrement", "increment"]),
    ("java/util/concurrent/atomic/LongAccumulator", ACCUMULATOR),
    ("java/util/concurrent/atomic/DoubleAdder", &["add"]),
    ("java/util/concurrent/atomic/DoubleAccumulator", ACCUMULATOR),
    ("java/util/concurrent/locks/LockSupport", &["park", "parkNanos", "parkUntil", "unpark"]),
    ("java/util/concurrent/locks/AbstractQueuedSynchronizer", SYNCHRONIZER),
    ("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", CONDITION),
    ("java/util/concurrent/locks/AbstractQueuedLongSynchronizer", SYNCHRONIZER),
    ("java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject", CONDITION),
    (
        "java/util/concurrent/locks/ReentrantLock",
        &[
            "getHoldCount",
            "isFair",
            "isHeldByCurrentThread",
            "isLocked",
            "lock",
            "lockInterruptibly",
            "newCondition",
            "tryLock",
            "unlock",
        ],
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock",
        &[
            "getReadHoldCount",
            "getReadLockCount",
            "getWriteHoldCount",
            "isFair",
            "isWriteLocked",
            "isWriteLockedByCurrentThread",
            "readLock",
            "writeLock",
        ],
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
        &["lock", "lockInterruptibly", "newCondition", "tryLock", "unlock"],
    ),
    (
        "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
        &[
            "getHoldCount",
            "isHeldByCurrentThread",
            "lock",
            "lockInterruptibly",
            "newCondition",
            "tryLock",
            "unlock",
        ],
    ),
    (
        "java/util/concurrent/locks/StampedLock",
        &[
            "getReadLockCount",
            "isReadLocked",
            "isWriteLocked",
            "readLock",
            "readLockInterruptibly",
            "tryConvertToOptimisticRead",
            "tryConvertToReadLock",
            "tryConvertToWriteLock",
            "tryOptimisticRead",
            "tryReadLock",
            "tryUnlockRead",
            "tryUnlockWrite",
            "tryWriteLock",
            "unlock",
            "unlockRead",
            "unlockWrite",
            "validate",
            "writeLock",
            "writeLockInterruptibly",
        ],
    ),
    ("java/util/concurrent/CountDownLatch", &["await", "countDown", "getCount"]),
    (
        "java/util/concurrent/Semaphore",
        &[
            "acquire",
            "acquireUninterruptibly",
            "availablePermits",
            "drainPermits",
            "isFair",
            "release",
            "tryAcquire",
        ],
    ),
    ("java/util/concurrent/CyclicBarrier", &["await", "getNumberWaiting", "getParties", "isBroken", "reset"]),
    ("java/util/concurrent/Exchanger", &["exchange"]),
    ("java/util/concurrent/ArrayBlockingQueue", QUEUE),
    ("java/util/concurrent/LinkedBlockingQueue", QUEUE),
    (
        "java/util/concurrent/LinkedBlockingDeque",
        &[
            "add",
            "addFirst",
            "addLast",
            "element",
            "getFirst",
            "getLast",
            "offer",
            "offerFirst",
            "offerLast",
            "peek",
            "peekFirst",
            "peekLast",
            "poll",
            "pollFirst",
            "pollLast",
            "pop",
            "push",
            "put",
            "putFirst",
            "putLast",
            "remove",
            "removeFirst",
            "removeLast",
            "take",
            "takeFirst",
            "takeLast",
        ],
    ),
    ("java/util/concurrent/PriorityBlockingQueue", QUEUE),
    ("java/util/concurrent/DelayQueue", QUEUE),
    ("java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue", QUEUE),
    ("java/util/concurrent/SynchronousQueue", QUEUE),
    ("java/util/concurrent/LinkedTransferQueue", QUEUE),
    ("java/util/concurrent/ConcurrentLinkedQueue", &["add", "offer", "peek", "poll"]),
    ("java/util/concurrent/ConcurrentHashMap", MAP),
    ("java/util/concurrent/ConcurrentSkipListMap", MAP),
    ("java/util/concurrent/ConcurrentSkipListSet", SET),
    (
        "java/util/concurrent/CopyOnWriteArrayList",
        &["add", "addIfAbsent", "contains", "get", "indexOf", "isEmpty", "remove", "set", "size"],
    ),
    ("java/util/concurrent/CopyOnWriteArraySet", SET),
    ("java/util/concurrent/FutureTask", &["cancel", "get", "isCancelled", "isDone", "run"]),
];

/// Methods of the JDK that stand for the program's: what listed calls call back. They have an effect of their own,
/// beside that of the call.
pub(super) const CALLED_BACK: &[(&str, &str)] = &[
    ("java/util/concurrent/Executors$RunnableAdapter", "call"),
    ("java/util/concurrent/ExecutorCompletionService$QueueingFuture", "done"),
    (PHASER, "onAdvance"),
];
