//! java.lang.Thread.

use vm::{Answer, Args, Machine, Ref, Registry, Status, ThreadId, Trap};

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
    registry.add(thread, "start0()V", |m, a| m.start_thread(a.object(0)?).map(|()| 0));
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
    registry.add(thread, "nextThreadNum()I", |m, _| next_number(m, "threadInitNumber", "I"));
    registry.add(thread, "nextThreadID()J", |m, _| next_number(m, "threadSeqNumber", "J"));
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

fn current(machine: &mut Machine, args: Args<'_>) -> Answer {
    machine.vouch();
    Ok(u64::from(machine.threads[args.thread].state.object.0))
}

/// `Thread.threadInitNumber` counts from 0, `threadSeqNumber` from 1, before and after its increment.
fn next_number(machine: &mut Machine, name: &str, desc: &str) -> Answer {
    let class = machine.known().thread;
    let field = machine.static_field(class, name, desc);
    let (record, unit, kind) = field.ok_or_else(|| Trap::internal("Thread has no counters"))?;
    if kind.is_wide() {
        let next = machine.heap.get64(record, unit) + 1;
        machine.heap.put64(record, unit, next);
        return Ok(next);
    }
    let number = machine.heap.get32(record, unit);
    machine.heap.put32(record, unit, number + 1);
    Ok(u64::from(number))
}

/// A thread that has ended keeps nothing alive and is in no group. Nobody can see when that happens: whoever
/// asks for the group of a thread asks whether it is alive.
fn exit(machine: &mut Machine, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    let class = machine.known().thread;
    for (name, desc) in [
        ("group", "Ljava/lang/ThreadGroup;"),
        ("target", "Ljava/lang/Runnable;"),
        ("threadLocals", "Ljava/lang/ThreadLocal$ThreadLocalMap;"),
        ("inheritableThreadLocals", "Ljava/lang/ThreadLocal$ThreadLocalMap;"),
        ("uncaughtExceptionHandler", "Ljava/lang/Thread$UncaughtExceptionHandler;"),
    ] {
        // While exploring, a thread stays in its group: to be taken out would be one more thing for the
        // others to see.
        if name == "group" && machine.is_exploring() {
            continue;
        }
        if let Some(field) =
            machine.program.find_field(class, base::Symbol::new(name), base::Symbol::new(desc))
        {
            let unit = machine.program.fields[field].unit;
            machine.heap.put_ref(object, unit, Ref::NULL);
        }
    }
    Ok(0)
}

/// While exploring, a thread that has ended is still in its group, see [`exit`], but the group is not what it
/// answers. From JDK 19 on the library asks for the thread's end itself.
fn get_uncaught_handler(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = machine.known().thread;
    let group = machine.program.find_field(class, "group".into(), "Ljava/lang/ThreadGroup;".into());
    let handler = "Ljava/lang/Thread$UncaughtExceptionHandler;";
    let handler = machine.program.find_field(class, "uncaughtExceptionHandler".into(), handler.into());
    let (Some(handler), Some(_), true) = (handler, group, machine.is_exploring()) else {
        return Err(Trap::Original);
    };
    let (object, unit) = (args.object(0)?, machine.program.fields[handler].unit);
    machine.gate_access(object, unit, false)?;
    match machine.heap.get_ref(object, unit) {
        Ref::NULL => get_thread_group(machine, args),
        own => Ok(u64::from(own.0)),
    }
}

fn get_thread_group(machine: &mut Machine, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    if object != machine.threads[args.thread].state.object {
        machine.gate_monitor(object)?;
    }
    let (at, unit) = machine.thread_field(object, "threadStatus", "I");
    /// `Thread.threadStatus` of a thread that has ended.
    const TERMINATED: u32 = 2;
    if machine.heap.get32(at, unit) == TERMINATED {
        return Ok(0);
    }
    let (at, unit) = machine.thread_field(object, "group", "Ljava/lang/ThreadGroup;");
    Ok(u64::from(machine.heap.get_ref(at, unit).0))
}

fn is_alive(machine: &mut Machine, args: Args<'_>) -> Answer {
    machine.gate_monitor(args.object(0)?)?;
    Ok(u64::from(of(machine, args.object(0)?).is_some()))
}

/// The machine's thread behind a `java.lang.Thread`, while it is alive.
fn of(machine: &Machine, object: Ref) -> Option<ThreadId> {
    machine.thread_of(object)
}

/// Runs twice: when it is asked for, and again when the time is over or somebody interrupts.
fn sleep(machine: &mut Machine, thread: ThreadId, nanos: i64) -> Answer {
    if nanos < 0 {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let sleeping = matches!(machine.threads[thread].state.status, Status::Sleeping { .. });
    if !sleeping {
        machine.gate_always()?;
    }
    if machine.look_for_interrupt(thread) {
        machine.change_thread(thread).status = Status::Runnable;
        machine.clear_interrupt(thread);
        return Err(Trap::raise("java/lang/InterruptedException", "sleep interrupted"));
    }
    if sleeping {
        machine.change_thread(thread).status = Status::Runnable;
        return Ok(0);
    }
    let until_ns = machine.end_of_wait(thread, nanos as u64);
    machine.change_thread(thread).status = Status::Sleeping { until_ns };
    Err(Trap::Wait)
}

fn interrupt(machine: &mut Machine, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    machine.gate_monitor(object)?;
    wake(machine, object);
    Ok(0)
}

/// The whole of `Thread.interrupt`, for a thread that is alive: the flag that Java code reads, and the
/// machine's part.
pub(super) fn interrupt_thread(machine: &mut Machine, object: Ref) {
    let unit = machine.known().thread_interrupted;
    machine.heap.put32(object, unit, 1);
    wake(machine, object);
}

/// The thread is able to go on wherever the flag is looked at. It also gets the permit of `LockSupport`, as
/// HotSpot has it: even if it clears the flag, the next `park` returns at once.
fn wake(machine: &mut Machine, object: Ref) {
    if let Some(thread) = of(machine, object) {
        machine.change_thread(thread).permit = true;
    }
}

fn get_state(machine: &mut Machine, args: Args<'_>) -> Answer {
    machine.gate_monitor(args.object(0)?)?;
    let object = args.object(0)?;
    let name = match of(machine, object) {
        Some(thread) => match machine.threads[thread].state.status {
            Status::Runnable | Status::Initializing(_) => "RUNNABLE",
            Status::Locking(_) | Status::Relocking(_) => "BLOCKED",
            Status::Waiting { until_ns: None, .. } | Status::Parked { until_ns: None } => "WAITING",
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping { .. } => "TIMED_WAITING",
            Status::Ended => "TERMINATED",
        },
        None => {
            let (at, unit) = machine.thread_field(object, "threadStatus", "I");
            if machine.heap.get32(at, unit) == 0 { "NEW" } else { "TERMINATED" }
        }
    };
    let class = machine.load("java/lang/Thread$State")?;
    machine.ensure_initialized(args.thread, class)?;
    let field = machine.static_field(class, name, "Ljava/lang/Thread$State;");
    let (record, unit, _) = field.ok_or_else(|| Trap::internal("Thread.State lacks a constant"))?;
    Ok(u64::from(machine.heap.get_ref(record, unit).0))
}

fn get_threads(machine: &mut Machine, _: Args<'_>) -> Answer {
    let alive: Vec<Ref> = machine
        .threads
        .values()
        .filter(|t| t.alive() && !t.state.object.is_null())
        .map(|t| t.state.object)
        .collect();
    let class = machine.known().thread;
    Ok(u64::from(machine.new_object_array(class, &alive)?.0))
}

fn dump_threads(machine: &mut Machine, args: Args<'_>) -> Answer {
    let threads = args.object(0)?;
    let mut traces = Vec::new();
    for i in 0..machine.heap.len(threads) {
        let object = Ref(machine.heap.load(threads, i));
        traces.push(match of(machine, object) {
            Some(thread) => stack_trace(machine, thread, args.thread)?,
            None => Ref::NULL,
        });
    }
    let element = machine.load("[Ljava/lang/StackTraceElement;")?;
    Ok(u64::from(machine.new_object_array(element, &traces)?.0))
}

fn get_stack_trace(machine: &mut Machine, args: Args<'_>) -> Answer {
    match of(machine, args.object(0)?) {
        Some(thread) => Ok(u64::from(stack_trace(machine, thread, args.thread)?.0)),
        None => Ok(0),
    }
}

/// The stack of a thread as an array of `StackTraceElement`. The asking thread's own stack begins with this
/// native method.
fn stack_trace(machine: &mut Machine, thread: ThreadId, asking: ThreadId) -> Result<Ref, Trap> {
    let mut places = machine.places(thread);
    if thread != asking && !places.is_empty() && machine.is_in_native() {
        places.remove(0);
        let native = machine.waits_in(thread).map(|method| vm::Place { method, bytecode: None });
        places.splice(0..0, native);
    }
    let mut elements = Vec::new();
    for place in places {
        elements.push(super::throwable::element(machine, place)?);
    }
    let class = machine.known().stack_trace_element;
    machine.new_object_array(class, &elements)
}
