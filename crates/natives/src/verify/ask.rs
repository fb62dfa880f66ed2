//! `jaywalk.runner.Ask`: what a test that is explored asks for, so that each set of its arguments is a path
//! of its own. And `jaywalk.kernel.Host`: the same for calls of `Verify` that are Java.

use super::output::text;
use super::pick::{Generator, pick, property};
use vm::{Answer, Args, Context, Registry, Trap};

const CLASS: &str = "jaywalk/runner/Ask";
const KERNEL: &str = "jaywalk/kernel/Host";

pub fn register(registry: &mut Registry) {
    for (class, which) in [(CLASS, "which(I)I"), (KERNEL, "pick(I)I")] {
        registry.add(class, which, |m, a| pick(m, &a, Generator::Verify, a.int(0).max(1) as u64));
        registry.add(class, "tell(Ljava/lang/String;)V", tell);
    }
    registry.add(KERNEL, "property(Ljava/lang/String;)Ljava/lang/String;", |m, a| {
        let key = m.text(a.object(0)?);
        match property(m, &key) {
            Some(value) => Ok(u64::from(m.new_string(&value)?.0)),
            None => Ok(0),
        }
    });
    registry.add(CLASS, "beyond(Ljava/lang/String;)Ljava/lang/RuntimeException;", |m, a| {
        Err(Trap::unsupported(text(m, a.maybe(0))))
    });
}

fn tell(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if cx.is_narrating() {
        let what = text(cx, args.maybe(0));
        cx.note_choice(&what);
    }
    Ok(0)
}
