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
    let cleanable = "jdk/internal/ref/PhantomCleanable";
    registry.add(cleanable, "insert()V", |cx, args| insert(cx, args.object(0)?));
    registry.add(cleanable, "remove()Z", |cx, args| remove(cx, args.object(0)?));
    let list = "jdk/internal/ref/CleanerImpl$CleanableList";
    registry
        .add(list, "insert(Ljdk/internal/ref/PhantomCleanable;)V", |cx, args| insert(cx, args.object(1)?));
    registry
        .add(list, "remove(Ljdk/internal/ref/PhantomCleanable;)Z", |cx, args| remove(cx, args.object(1)?));
    for (class, name) in [(cleanable, "isListEmpty()Z"), (list, "isEmpty()Z")] {
        registry.add(class, name, |cx, _| if cx.is_exploring() { Ok(0) } else { Err(Trap::Original) });
    }
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

/// Where a cleanable notes that it is in the list of its cleaner: a field, and what it has in it then.
fn note_in(cx: &Context<'_>, cleanable: Ref) -> Option<(u32, u32)> {
    let class = cx.class_of(cleanable);
    let find = |name: &str, desc: &str| cx.program().find_field(class, name.into(), desc.into());
    match find("next", "Ljdk/internal/ref/PhantomCleanable;") {
        Some(next) => Some((cx.program().fields[next].unit, 0)),
        None => Some((cx.program().fields[find("index", "I")?].unit, LISTED)),
    }
}

/// An index that no list gives out.
const LISTED: u32 = i32::MAX as u32;

/// A cleaner's list keeps its cleanables reachable, and says which are still to be cleaned. Exploring, each knows
/// this by itself: the one list would make every opening and closing of sockets depend on every other.
fn insert(cx: &mut Context<'_>, cleanable: Ref) -> Answer {
    match note_in(cx, cleanable).filter(|_| cx.is_exploring()) {
        Some((unit, listed)) => cx.put32(cleanable, unit, listed).map(|()| 0),
        None => Err(Trap::Original),
    }
}

/// True if it was in the list.
fn remove(cx: &mut Context<'_>, cleanable: Ref) -> Answer {
    let Some((unit, listed)) = note_in(cx, cleanable).filter(|_| cx.is_exploring()) else {
        return Err(Trap::Original);
    };
    let found = cx.get32(cleanable, unit)?;
    let is_out = if listed == 0 { found == cleanable.0 } else { found == u32::MAX };
    match (found == listed, is_out) {
        (true, _) if listed == 0 => cx.put_ref(cleanable, unit, cleanable).map(|()| 1),
        (true, _) => cx.put32(cleanable, unit, u32::MAX).map(|()| 1),
        (false, true) => Ok(0),
        // It was made before the program began.
        (false, false) => Err(Trap::Original),
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
