//! Small clients of thread pools: what two threads can see of a pool is the same when it is explored operation by
//! operation. See the clients of the library's classes for how to compare all of them.

use crate::library::{Class, compare};

const POOLS: &[Class] = &[
    Class {
        made: "ExecutorService o = Executors.newFixedThreadPool(1)",
        acts: &[
            "execute(o)",
            "o.submit(() -> ++n).get()",
            "stop(o)",
            "o.shutdownNow().size()",
            "o.isShutdown()",
            "withdraw(o)",
            "fail(o)",
        ],
        seen: "end(o)",
    },
    Class {
        made: "ScheduledExecutorService o = Executors.newScheduledThreadPool(1)",
        acts: &["o.schedule(() -> ++n, 1, TimeUnit.SECONDS).get()", "stop(o)", "execute(o)"],
        seen: "end(o)",
    },
];

#[test]
fn pools_act_as_well_at_once() {
    compare("pools", POOLS, "calls");
}
