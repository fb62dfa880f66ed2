//! jdk.internal.misc.VM.

use crate::nothing;
use vm::program::Loader;
use vm::{Answer, Args, Context, MethodId, Registry, START_OF_TIME_MS};

const VM: &str = "jdk/internal/misc/VM";

pub fn register(registry: &mut Registry) {
    registry.add(VM, "initialize()V", nothing);
    registry.add(VM, "latestUserDefinedLoader0()Ljava/lang/ClassLoader;", latest_loader);
    registry.add(VM, "getNanoTimeAdjustment(J)J", nano_time_adjustment);
    registry.add(VM, "getRuntimeArguments()[Ljava/lang/String;", runtime_arguments);
    for name in ["getuid()J", "geteuid()J", "getgid()J", "getegid()J"] {
        registry.add(VM, name, user);
    }
}

/// The loader of the topmost frame that is not the library's.
fn latest_loader(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let loader = |method: MethodId| cx.program().classes[cx.program().methods[method].class].loader;
    let has_user = cx.callers(args.thread).any(|method| loader(method) == Loader::App);
    Ok(if has_user { u64::from(cx.owners().app_loader) } else { 0 })
}

/// Nanoseconds since 1970 beyond `offset` seconds, -1 if that is too far off to be of use.
fn nano_time_adjustment(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    /// As far as the real one goes: two to the 32 seconds.
    const FARTHEST_S: i64 = 1 << 32;
    const NS_PER_S: i64 = 1_000_000_000;
    let start_s = (START_OF_TIME_MS / 1000) as i64;
    let apart_s = start_s.wrapping_sub(args.long(0));
    if apart_s <= -FARTHEST_S || apart_s >= FARTHEST_S {
        return Ok(-1i64 as u64);
    }
    let now_ns = cx.look_at_clock(args.thread)? as i64;
    Ok(apart_s.wrapping_mul(NS_PER_S).wrapping_add(now_ns) as u64)
}

fn runtime_arguments(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let class = cx.known().strings;
    Ok(u64::from(cx.new_array(class, 0)?.0))
}

/// An ordinary user, the same everywhere.
fn user(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Ok(1000)
}
