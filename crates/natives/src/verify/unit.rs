//! What the watcher of a unit's callers asks the machine, see `vm::unit`.

use super::output::text;
use vm::{Answer, Args, Border, Context, Registry, Stop, Touch, Trap};

const WATCHER: &str = "jaywalk/runner/Assumption";

pub fn register(registry: &mut Registry) {
    registry.add(WATCHER, "crosses()Z", crosses);
    registry
        .add(WATCHER, "receiver()Ljava/lang/Object;", |m, a| Ok(u64::from(m.watched_receiver(a.thread).0)));
    registry.add(WATCHER, "isLast()Z", |m, a| {
        // Whoever else ends, or is started, changes the answer.
        m.touches(Touch::Anything);
        Ok(u64::from(m.is_last_outside(a.thread)))
    });
    registry.add(WATCHER, "begin()V", |m, a| m.begin_atomic(a.thread, Touch::Watcher).map(|()| 0));
    registry.add(WATCHER, "beginAlone()V", |m, a| m.begin_atomic(a.thread, Touch::Anything).map(|()| 0));
    registry.add(WATCHER, "forbidden(Ljava/lang/String;)V", forbidden);
    registry
        .add(WATCHER, "unsupported(Ljava/lang/String;)V", |m, a| Err(Trap::unsupported(text(m, a.maybe(0)))));
}

fn crosses(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match cx.border(args.thread) {
        Border::Crossed => Ok(1),
        Border::Within => Ok(0),
        Border::Unclear => Err(Trap::unsupported(
            "a call of the unit by code around it, in a thread that the unit has started: whose call this is \
             cannot be told",
        )),
    }
}

fn forbidden(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = text(cx, args.maybe(0));
    let details = cx.watched_stack(args.thread);
    Err(Trap::Stop(Box::new(Stop::Forbidden { message: text, details })))
}
