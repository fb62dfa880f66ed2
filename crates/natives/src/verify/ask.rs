//! `jaywalk.runner.Ask`: what a test that is explored asks for, so that each set of its arguments is a path
//! of its own.

use super::output::text;
use super::pick::{Generator, pick};
use vm::{Registry, Trap};

const CLASS: &str = "jaywalk/runner/Ask";

pub fn register(registry: &mut Registry) {
    registry.add(CLASS, "which(I)I", |m, a| pick(m, &a, Generator::Verify, a.int(0).max(1) as u64));
    registry.add(CLASS, "tell(Ljava/lang/String;)V", |m, a| {
        if m.is_narrating() {
            let what = text(m, a.maybe(0));
            m.note_choice(&what);
        }
        Ok(0)
    });
    registry.add(CLASS, "beyond(Ljava/lang/String;)Ljava/lang/RuntimeException;", |m, a| {
        Err(Trap::unsupported(text(m, a.maybe(0))))
    });
}
