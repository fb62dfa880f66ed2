//! java.lang.ref: references are never cleared by the machine, so no reference is ever pending and nothing is finalized.

use crate::nothing;
use vm::{Answer, Args, Machine, Ref, Registry, Status, Trap};

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
    // `false`: the library then starts no thread for it.
    registry.add(FINALIZER, "isFinalizationEnabled()Z", nothing);
    registry.add(FINALIZER, "reportComplete(Ljava/lang/Object;)V", nothing);
}

/// The reference handler, a daemon, sleeps here.
fn wait_forever(machine: &mut Machine, args: Args<'_>) -> Answer {
    let state = machine.change_thread(args.thread);
    state.status = Status::Parked { until_ns: None };
    // Whoever woke it had no reason to.
    state.permit = false;
    state.interrupted = false;
    Err(Trap::Wait)
}

fn refers_to(machine: &mut Machine, args: Args<'_>) -> Answer {
    let unit = machine.known().reference_referent;
    machine.gate_access(args.object(0)?, unit, false)?;
    let referent = machine.heap.get_ref(args.object(0)?, unit);
    Ok(u64::from(referent == args.maybe(1)))
}

fn clear(machine: &mut Machine, args: Args<'_>) -> Answer {
    let unit = machine.known().reference_referent;
    machine.gate_access(args.object(0)?, unit, true)?;
    machine.heap.put_ref(args.object(0)?, unit, Ref::NULL);
    Ok(0)
}
