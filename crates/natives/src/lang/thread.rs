//! java.lang.Thread.

use vm::{Answer, Args, Context, Ref, Registry, ThreadId, ThreadStatus, Touch, Trap};

pub fn register(registry: &mut Registry) {
    let thread = "java/lang/Thread";
    registry.add(thread, "registerNatives()V", crate::nothing);
    registry.add(thread, "currentThread()Ljava/lang/Thread;", current);
    registry.add(thread, "currentCarrierThread()Ljava/lang/Thread;", current);
    registry.add(thread, "yield()V", |_, _| Err(Trap::Yield(0)));
    registry.add(thread, "yield0()V", |_, _| Err(Trap::Yield(0)));
    registry.add(thread, "onSpinWait()V", |_, _| Err(Trap::Yield(0)));
    registry.add(thread, "sleep(J)V", |m, a| sleep(m, a.thread, a.long(0).saturating_mul(1_000_000)));
    registry.add(thread, "sleep0(J)V", |m, a| sleep(m, a.thread, a.long(0).saturating_mul(1_000_000)));
    registry.add(thread, "sleepNanos0(J)V", |m, a| sleep(m, a.thread, a.long(0)));
    registry.add(thread, "start0()V", |m, a| m.start_thread(a.thread, a.object(0)?).map(|()| 0));
    registry.add(thread, "isAlive()Z", is_alive);
    registry.add(thread, "alive()Z", is_alive);
    registry
        .add(thread, "holdsLock(Ljava/lang/Object;)Z", |m, a| Ok(u64::from(m.holds(a.thread, a.object(0)?))));
    registry.add(thread, "setPriority0(I)V", crate::nothing);
    registry.add(thread, "setNativeName(Ljava/lang/String;)V", crate::nothing);
    registry.add(thread, "interrupt0()V", interrupt);
    registry.add(thread, "clearInterruptEvent()V", crate::nothing);
    // Numbers of threads are handed out without the lock of the original: it would be seen by everybody, for
    // nothing.
    registry.add(thread, "nextThreadNum()I", |m, a| next_number(m, a.thread, "threadInitNumber", "I"));
    registry.add(thread, "nextThreadID()J", |m, a| next_number(m, a.thread, "threadSeqNumber", "J"));
    registry.add(thread, "exit()V", exit);
    registry.add(thread, "getThreadGroup()Ljava/lang/ThreadGroup;", get_thread_group);
    registry.add(
        thread,
        "getUncaughtExceptionHandler()Ljava/lang/Thread$UncaughtExceptionHandler;",
        get_uncaught_handler,
    );
    registry.add(thread, "getState()Ljava/lang/Thread$State;", get_state);
    registry.add(thread, "getThreads()[Ljava/lang/Thread;", get_threads);
    registry.add(thread, "dumpThreads([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;", dump_threads);
    registry.add(thread, "getStackTrace0()Ljava/lang/Object;", get_stack_trace);
    registry.add(thread, "setCurrentThread(Ljava/lang/Thread;)V", crate::nothing);
    registry.add(thread, "scopedValueCache()[Ljava/lang/Object;", crate::nothing);
    registry.add(thread, "setScopedValueCache([Ljava/lang/Object;)V", crate::nothing);
    // There is no cache, so nothing is put into it.
    registry.add(
        "java/lang/ScopedValue$Cache",
        "put(Ljava/lang/ScopedValue;Ljava/lang/Object;)V",
        crate::nothing,
    );
    // Bindings are only ever lost by what a real JVM does when its stack overflows: where none are known
    // there are none.
    registry.add(thread, "findScopedValueBindings()Ljava/lang/Object;", crate::nothing);
    registry.add(thread, "ensureMaterializedForStackWalk(Ljava/lang/Object;)V", crate::nothing);
}

fn current(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.vouch();
    Ok(u64::from(cx.thread_object(args.thread).0))
}

/// `Thread.threadInitNumber` counts from 0, `threadSeqNumber` from 1, before and after its increment.
fn next_number(cx: &mut Context<'_>, thread: ThreadId, name: &str, desc: &str) -> Answer {
    let class = cx.known().thread;
    let field = cx.static_field(class, name, desc);
    let (record, unit, kind) = field.ok_or_else(|| Trap::internal("Thread has no counters"))?;
    match kind.is_wide() {
        true => Ok(cx.count_up(thread, record, unit, kind)? + 1),
        false => cx.count_up(thread, record, unit, kind),
    }
}

/// A thread that has ended keeps nothing alive and is in no group. Nobody can see when that happens: whoever
/// asks for the group of a thread asks whether it is alive.
fn exit(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    let known = cx.known();
    // While exploring, a thread stays in its group: to be taken out would be one more thing for the others to see.
    let group = known.thread_in_group.filter(|_| !cx.is_exploring());
    let private = [group, known.thread_target, known.thread_locals, known.thread_inherited];
    // Others can ask for the handler; where there is none they cannot tell.
    if let Some(unit) = known.thread_handler
        && !cx.get_ref(object, unit)?.is_null()
    {
        cx.put_ref(object, unit, Ref::NULL)?;
    }
    for unit in private.into_iter().flatten() {
        cx.clear_private(args.thread, unit);
    }
    Ok(0)
}

/// While exploring, a thread that has ended is still in its group, see [`exit`], but the group is not what it
/// answers. From JDK 19 on the library asks for the thread's end itself.
fn get_uncaught_handler(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let known = cx.known();
    let (Some(unit), Some(_), true) = (known.thread_handler, known.thread_in_group, cx.is_exploring()) else {
        return Err(Trap::Original);
    };
    let object = args.object(0)?;
    match cx.get_ref(object, unit)? {
        Ref::NULL => get_thread_group(cx, args),
        own => Ok(u64::from(own.0)),
    }
}

fn get_thread_group(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    if object != cx.thread_object(args.thread) {
        cx.gate_asking(object)?;
    }
    let (at, unit) = cx.thread_field(object, "threadStatus", "I");
    /// `Thread.threadStatus` of a thread that has ended.
    const TERMINATED: u32 = 2;
    if cx.get32(at, unit)? == TERMINATED {
        return Ok(0);
    }
    let (at, unit) = cx.thread_field(object, "group", "Ljava/lang/ThreadGroup;");
    Ok(u64::from(cx.get_ref(at, unit)?.0))
}

fn is_alive(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    cx.gate_asking(object)?;
    let is_alive = of(cx, object).is_some();
    if !is_alive {
        cx.saw_end(object);
    }
    Ok(u64::from(is_alive))
}

/// The machine's thread behind a `java.lang.Thread`, while it is alive.
fn of(cx: &Context<'_>, object: Ref) -> Option<ThreadId> {
    cx.thread_of(object)
}

/// Runs twice: when it is asked for, and again when the time is over or somebody interrupts.
fn sleep(cx: &mut Context<'_>, thread: ThreadId, nanos: i64) -> Answer {
    if nanos < 0 {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let sleeping = matches!(cx.thread_state(thread).status, ThreadStatus::Sleeping { .. });
    if !sleeping {
        cx.gate_always(Touch::Thread(cx.thread_object(thread)))?;
    }
    if cx.look_for_interrupt(thread) {
        cx.change_thread(thread).status = ThreadStatus::Runnable;
        cx.clear_interrupt(thread);
        return Err(Trap::raise("java/lang/InterruptedException", "sleep interrupted"));
    }
    if sleeping {
        cx.change_thread(thread).status = ThreadStatus::Runnable;
        return Ok(0);
    }
    let until_ns = cx.end_of_wait(thread, nanos as u64);
    cx.change_thread(thread).status = ThreadStatus::Sleeping { until_ns };
    Err(Trap::Wait)
}

fn interrupt(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    cx.gate_asking(object)?;
    cx.touches(Touch::Thread(object));
    wake(cx, object);
    Ok(0)
}

/// The whole of `Thread.interrupt`, for a thread that is alive: the flag that Java code reads, and the
/// machine's part.
pub(super) fn interrupt_thread(cx: &mut Context<'_>, object: Ref) -> Result<(), Trap> {
    let unit = cx.known().thread_interrupted;
    cx.put32(object, unit, 1)?;
    cx.touches(Touch::Thread(object));
    wake(cx, object);
    Ok(())
}

/// The thread is able to go on wherever the flag is looked at. It also gets the permit of `LockSupport`, as
/// HotSpot has it: even if it clears the flag, the next `park` returns at once.
fn wake(cx: &mut Context<'_>, object: Ref) {
    if let Some(thread) = of(cx, object) {
        cx.change_thread(thread).permit = true;
    }
}

fn get_state(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.gate_asking(args.object(0)?)?;
    // Whatever the other does may change what it is called to be doing.
    cx.touches(Touch::Anything);
    let object = args.object(0)?;
    let name = match of(cx, object) {
        Some(thread) => match cx.thread_state(thread).status {
            ThreadStatus::Waiting { on, .. } | ThreadStatus::Relocking(on) if cx.is_kernel(on) => "RUNNABLE",
            ThreadStatus::Runnable | ThreadStatus::Initializing(_) => "RUNNABLE",
            ThreadStatus::Locking(_) | ThreadStatus::Relocking(_) => "BLOCKED",
            ThreadStatus::Waiting { until_ns: None, .. } | ThreadStatus::Parked { until_ns: None } => {
                "WAITING"
            }
            ThreadStatus::Waiting { .. } | ThreadStatus::Parked { .. } | ThreadStatus::Sleeping { .. } => {
                "TIMED_WAITING"
            }
            ThreadStatus::Ended => "TERMINATED",
        },
        None => {
            let (at, unit) = cx.thread_field(object, "threadStatus", "I");
            if cx.get32(at, unit)? == 0 { "NEW" } else { "TERMINATED" }
        }
    };
    let class = cx.load("java/lang/Thread$State")?;
    cx.ensure_initialized(args.thread, class)?;
    let field = cx.static_field(class, name, "Ljava/lang/Thread$State;");
    let (record, unit, _) = field.ok_or_else(|| Trap::internal("Thread.State lacks a constant"))?;
    Ok(u64::from(cx.get_ref(record, unit)?.0))
}

fn get_threads(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    cx.gate_always(Touch::Anything)?;
    let alive = cx.live_threads();
    let class = cx.known().thread;
    Ok(u64::from(cx.new_object_array(class, &alive)?.0))
}

fn dump_threads(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.gate_always(Touch::Anything)?;
    let mut traces = Vec::new();
    for object in cx.references(args.object(0)?)? {
        traces.push(match of(cx, object) {
            Some(thread) => stack_trace(cx, thread, args.thread)?,
            None => Ref::NULL,
        });
    }
    let element = cx.load("[Ljava/lang/StackTraceElement;")?;
    Ok(u64::from(cx.new_object_array(element, &traces)?.0))
}

fn get_stack_trace(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match of(cx, args.object(0)?) {
        Some(thread) => Ok(u64::from(stack_trace(cx, thread, args.thread)?.0)),
        None => Ok(0),
    }
}

/// The stack of a thread as an array of `StackTraceElement`. The asking thread's own stack begins with this
/// native method.
fn stack_trace(cx: &mut Context<'_>, thread: ThreadId, asking: ThreadId) -> Result<Ref, Trap> {
    let mut places = cx.places(thread);
    if thread != asking && !places.is_empty() && cx.is_in_native() {
        places.remove(0);
        let native = cx.waits_in(thread).map(|method| vm::TraceLine { method, bytecode: None });
        places.splice(0..0, native);
    }
    let mut elements = Vec::new();
    for place in places {
        elements.push(super::throwable::element(cx, place)?);
    }
    let class = cx.known().stack_trace_element;
    cx.new_object_array(class, &elements)
}
