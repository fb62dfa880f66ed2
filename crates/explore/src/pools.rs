//! Fork-join pools do at once what they do between two pieces of their tasks' code (`--library atomic`).
//!
//! A worker without work takes itself out, looks once more, and takes itself back with a version that is one
//! higher, as long as another thread stands between two steps of a push: explored operation by operation, every pool
//! has more states than anybody can visit. So what the library does on a pool, from where code of the program gives
//! control back to where it has it again, blocks or ends, is one operation like a call of a linearizable class; that
//! goes for parallel streams as well. It is taken for granted and not checked by us, hence an assumption of its own.
//! Futures that are built on pools are explored like code of the program.

/// What is the pool's own.
const POOLS: [&str; 3] = [
    "java/util/concurrent/ForkJoinPool",
    "java/util/concurrent/ForkJoinPool$WorkQueue",
    "java/util/concurrent/ForkJoinTask",
];

/// How the names of classes begin whose code on a worker is explored.
const ABOVE: &str = "java/util/concurrent/CompletableFuture";

pub(super) fn is_pool(class: &str) -> bool {
    POOLS.contains(&class)
}

pub(super) fn is_above(class: &str) -> bool {
    class.starts_with(ABOVE)
}
