//! Thread pools do at once what they do between two pieces of other code (`--library atomic`).
//!
//! A worker of a fork-join pool that finds nothing takes itself out, looks once more, and takes itself back with a
//! version that is one higher, as long as another thread stands between two steps of a push: explored operation by
//! operation, it has more states than anybody can visit, and two workers of a pool of threads have hundreds of
//! thousands. So what a pool does, from where other code gives control back to where it has it again, blocks or
//! ends, is one operation like a call of a linearizable class; so it is for parallel streams. What completes a task
//! is an operation of its own: others may see its result before its worker is idle. So is what cancels one, and what
//! interrupts a worker that runs other code, since a pool that is shut down does this to one after the other. And who
//! makes room in a queue by throwing out what has waited longest does so like code of the program, after the pool has
//! found it full. It is an assumption of its own; tests compare small clients of pools of threads both ways. Futures
//! that are built on pools are explored like code of the program.
//!
//! A program that asks a pool what it is doing could tell. If any of its classes names a method that does so, or calls
//! `toString` of a pool, pools are explored operation by operation.

use super::library::names;
use vm::program::Class;

const POOLS: [&str; 5] = [
    "java/util/concurrent/ForkJoinPool",
    "java/util/concurrent/ForkJoinPool$WorkQueue",
    "java/util/concurrent/ThreadPoolExecutor",
    "java/util/concurrent/ThreadPoolExecutor$Worker",
    "java/util/concurrent/ScheduledThreadPoolExecutor",
];

/// What a fork-join pool runs, and where it is seen that it is done.
const TASK: &str = "java/util/concurrent/ForkJoinTask";

/// The same of other pools.
const FUTURE: &str = "java/util/concurrent/FutureTask";

/// Methods of pools that are there for others: they only block.
const BLOCKING: [&str; 4] = ["managedBlock", "unmanagedBlock", "compensatedBlock", "runInterruptibly"];

/// How the names of classes begin whose code on a worker is explored.
const ABOVE: [&str; 2] =
    ["java/util/concurrent/CompletableFuture", "java/util/concurrent/ThreadPoolExecutor$DiscardOldestPolicy"];

/// Methods of tasks and futures that end them without their being run.
const CANCELS: [&str; 3] = ["cancel", "trySetCancelled", "cancelIgnoringExceptions"];

/// What tells of a pool how far it has come.
const LOOKS: [&str; 17] = [
    "getActiveCount",
    "getActiveThreadCount",
    "getCompletedTaskCount",
    "getLargestPoolSize",
    "getPoolSize",
    "getQueue",
    "getQueuedSubmissionCount",
    "getQueuedTaskCount",
    "getRunningThreadCount",
    "getStealCount",
    "getSurplusQueuedTaskCount",
    "getTaskCount",
    "hasQueuedSubmissions",
    "isQuiescent",
    "isTerminated",
    "isTerminating",
    "awaitQuiescence",
];

/// What a method has to do with pools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PoolRole {
    Pool,
    Task,
    Future,
    Above,
}

pub(super) fn part(class: &str, method: &str) -> Option<PoolRole> {
    match class {
        TASK => Some(PoolRole::Task),
        FUTURE => Some(PoolRole::Future),
        _ if POOLS.contains(&class) && !BLOCKING.contains(&method) => Some(PoolRole::Pool),
        _ if ABOVE.iter().any(|above| class.starts_with(above)) => Some(PoolRole::Above),
        _ => None,
    }
}

pub(super) fn cancels(method: &str) -> bool {
    CANCELS.contains(&method)
}

/// A class of the program could ask a pool what it is doing.
pub(super) fn names_look(class: &Class) -> bool {
    names(class, &LOOKS)
}
