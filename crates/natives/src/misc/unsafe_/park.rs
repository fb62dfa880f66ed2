//! Parking: the blocking under java.util.concurrent.

use super::UNSAFE;
use vm::{Answer, Args, Context, Registry, START_OF_TIME_MS, ThreadStatus, Touch, Trap};

const NS_PER_MS: u64 = 1_000_000;

pub(super) fn register(registry: &mut Registry) {
    registry.add(UNSAFE, "park(ZJ)V", park);
    registry.add(UNSAFE, "unpark(Ljava/lang/Object;)V", unpark);
}

/// Run again when the thread is enabled: its status tells a second run from a first.
fn park(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let resuming = matches!(cx.thread_state(args.thread).status, ThreadStatus::Parked { .. });
    if !resuming {
        cx.gate_always(Touch::Thread(cx.thread_object(args.thread)))?;
    }
    if resuming || cx.thread_state(args.thread).permit {
        let state = cx.change_thread(args.thread);
        state.status = ThreadStatus::Runnable;
        state.permit = false;
        return Ok(0);
    }
    if cx.look_for_interrupt(args.thread) {
        return Ok(0);
    }
    let (is_absolute, time) = (args.boolean(1), args.long(2));
    if time < 0 || (is_absolute && time == 0) {
        return Ok(0);
    }
    let until_ns = match (is_absolute, time as u64) {
        (true, date_ms) => {
            let moment_ns = date_ms.saturating_sub(START_OF_TIME_MS).saturating_mul(NS_PER_MS);
            Some(cx.end_at(args.thread, moment_ns))
        }
        (false, 0) => None,
        (false, wait_ns) => Some(cx.end_of_wait(args.thread, wait_ns)),
    };
    cx.wait_for_reason();
    cx.change_thread(args.thread).status = ThreadStatus::Parked { until_ns };
    Err(Trap::Wait)
}

fn unpark(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.maybe(1);
    cx.gate_always(Touch::Thread(object))?;
    if !object.is_null()
        && let Some(thread) = cx.thread_of(object)
    {
        cx.change_thread(thread).permit = true;
    }
    Ok(0)
}
