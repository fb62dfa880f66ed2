//! java.lang.Runtime, Shutdown, ProcessEnvironment, and ProcessImpl, which starts nothing.

use vm::{Answer, Args, Context, Registry, Stop, Trap};

pub fn register(registry: &mut Registry) {
    let runtime = "java/lang/Runtime";
    registry.add(runtime, "availableProcessors()I", |_, _| Ok(PROCESSORS));
    registry.add(runtime, "maxMemory()J", |m, _| Ok(m.heap_limit_bytes()));
    registry.add(runtime, "totalMemory()J", |m, _| Ok(m.heap_limit_bytes()));
    registry.add(runtime, "freeMemory()J", |m, _| Ok(m.heap_limit_bytes() - m.heap_used_bytes()));
    registry.add(runtime, "gc()V", crate::nothing);
    let shutdown = "java/lang/Shutdown";
    registry.add(shutdown, "beforeHalt()V", crate::nothing);
    registry.add(shutdown, "halt0(I)V", |_, a| Err(Trap::Stop(Box::new(Stop::Exit(a.int(0))))));
    registry.add("java/lang/ProcessEnvironment", "environ()[[B", environ);
    registry.add("java/lang/ProcessImpl", "init()V", crate::nothing);
    registry.add("java/lang/ProcessImpl", "forkAndExec(I[B[B[BI[BI[B[IZ)I", start_process);
}

/// As the system refuses a program that it may not start.
fn start_process(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    let what = "error=13, access denied by jaywalk: programs cannot start others";
    Err(Trap::Refuse("java/io/IOException", what.to_string()))
}

/// What programs are told, whatever the machine: two, so that those who ask "more than one?" take the
/// interesting path.
const PROCESSORS: u64 = 2;

/// The environment of every program, whatever ours is: a run must not depend on it.
const ENVIRONMENT: [(&str, &str); 3] = [("PATH", "/usr/bin:/bin"), ("HOME", "/"), ("LANG", "C.UTF-8")];

/// Names and values in turn.
fn environ(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let mut parts = Vec::new();
    for text in ENVIRONMENT.iter().flat_map(|(name, value)| [name, value]) {
        parts.push(cx.new_bytes(text.as_bytes())?);
    }
    let class = cx.load("[[B")?;
    Ok(u64::from(cx.new_ref_array(class, &parts)?.0))
}
