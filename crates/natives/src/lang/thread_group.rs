//! java.lang.ThreadGroup up to JDK 18: which threads are in a group is asked of the machine, not of counters
//! that every thread would have to lock when it starts and ends.

use vm::{Answer, Args, Context, Ref, Registry, Touch, Trap};

pub fn register(registry: &mut Registry) {
    let group = "java/lang/ThreadGroup";
    registry.add(group, "addUnstarted()V", crate::nothing);
    for name in ["add", "remove", "threadStartFailed", "threadTerminated"] {
        registry.add(group, &format!("{name}(Ljava/lang/Thread;)V"), crate::nothing);
    }
    registry.add(group, "interrupt()V", interrupt);
    registry.add(group, "activeCount()I", |m, a| Ok(threads_of(m, a.object(0)?, true)?.len() as u64));
    registry.add(group, "enumerate([Ljava/lang/Thread;)I", |m, a| enumerate(m, a, true));
    registry.add(group, "enumerate([Ljava/lang/Thread;Z)I", |m, a| enumerate(m, a, a.boolean(2)));
}

/// The live threads of a group and, if asked for, of the groups below it.
fn threads_of(cx: &mut Context<'_>, group: Ref, recurse: bool) -> Result<Vec<Ref>, Trap> {
    cx.gate_always(Touch::Anything)?;
    let class = cx.known().thread_group;
    let parent = cx.program().resolve_field(class, "parent".into(), "Ljava/lang/ThreadGroup;".into())?;
    let parent = cx.program().fields[parent].unit;
    let mut found = Vec::new();
    for object in cx.live_threads() {
        let (at, unit) = cx.thread_field(object, "group", "Ljava/lang/ThreadGroup;");
        let mut own = cx.get_ref(at, unit)?;
        while recurse && !own.is_null() && own != group {
            own = cx.get_ref(own, parent)?;
        }
        if own == group {
            found.push(object);
        }
    }
    Ok(found)
}

fn interrupt(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    for thread in threads_of(cx, args.object(0)?, true)? {
        super::thread::interrupt_thread(cx, thread)?;
    }
    Ok(0)
}

fn enumerate(cx: &mut Context<'_>, args: Args<'_>, recurse: bool) -> Answer {
    let array = args.object(1)?;
    let threads = threads_of(cx, args.object(0)?, recurse)?;
    let count = threads.len().min(cx.array_len(array)? as usize);
    for (i, thread) in threads.into_iter().take(count).enumerate() {
        cx.store_ref(array, i as u32, thread)?;
    }
    Ok(count as u64)
}
