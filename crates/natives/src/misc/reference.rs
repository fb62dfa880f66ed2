//! java.lang.ref: references are never cleared by the machine, so no reference is ever pending and nothing is
//! finalized.

use crate::nothing;
use vm::{Answer, Args, Context, Ref, Registry, ThreadStatus, Trap};

const REFERENCE: &str = "java/lang/ref/Reference";
const PHANTOM: &str = "java/lang/ref/PhantomReference";
const FINALIZER: &str = "java/lang/ref/Finalizer";

pub fn register(registry: &mut Registry) {
    registry.add(REFERENCE, "getAndClearReferencePendingList()Ljava/lang/ref/Reference;", nothing);
    registry.add(REFERENCE, "hasReferencePendingList()Z", nothing);
    registry.add(REFERENCE, "waitForReferencePendingList()V", wait_forever);
    for class in [REFERENCE, PHANTOM] {
        registry.add(class, "refersTo0(Ljava/lang/Object;)Z", refers_to);
        registry.add(class, "clear0()V", clear);
    }
    registry.add(
        "jdk/internal/ref/CleanerImpl",
        "start(Ljava/lang/ref/Cleaner;Ljava/util/concurrent/ThreadFactory;)V",
        start_cleaner,
    );
    // `false`: the library then starts no thread for it.
    registry.add(FINALIZER, "isFinalizationEnabled()Z", nothing);
    registry.add(FINALIZER, "reportComplete(Ljava/lang/Object;)V", nothing);
}

/// `cleaner, public cleaner, factory of threads`. Since nothing is ever cleared, the cleaner's thread would
/// wait in vain; while all interleavings are explored, its timed waits would be choices everywhere. A thread
/// from the program's own factory is the program's business.
fn start_cleaner(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let factory = args.maybe(2);
    let is_own = factory.is_null() || {
        let class = cx.program().classes[cx.class_of(factory)].name;
        class.as_str().starts_with("jdk/internal/ref/")
    };
    match cx.is_exploring() && is_own {
        true => Ok(0),
        false => Err(Trap::Original),
    }
}

/// The reference handler, a daemon, sleeps here.
fn wait_forever(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let state = cx.change_thread(args.thread);
    state.status = ThreadStatus::Parked { until_ns: None };
    // Whoever woke it had no reason to.
    state.permit = false;
    cx.clear_interrupt(args.thread);
    Err(Trap::Wait)
}

fn refers_to(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let unit = cx.known().reference_referent;
    let referent = cx.get_ref(args.object(0)?, unit)?;
    Ok(u64::from(referent == args.maybe(1)))
}

fn clear(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let unit = cx.known().reference_referent;
    cx.put_ref(args.object(0)?, unit, Ref::NULL)?;
    Ok(0)
}
