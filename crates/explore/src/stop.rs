//! What a step came to that ended the run, in the words of [`lts`].

use super::system::Explorer;
use base::Id;
use lts::{Cause, Finding, Gap, Outcome, Property};
use vm::program::ClassId;
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;
use vm::{Machine, Stop};

impl Explorer {
    pub(super) fn stopped(&mut self, stop: Stop) -> Outcome {
        match stop {
            Stop::Exit(code) => {
                self.machine.change_counters().exited = Some(code);
                self.note_end(false, false);
                Outcome::Next
            }
            Stop::Pruned => Outcome::Pruned,
            Stop::Finished => Outcome::Finished,
            Stop::Uncaught { message, details, .. } if missing_class(&message).is_some() => {
                let class = missing_class(&message).unwrap_or_default();
                let what = format!("the class {class} is needed, and is not on the class path (-cp)");
                let at = details.first().map_or("", |line| line.trim_start_matches("at "));
                Outcome::Unknown(Gap { cause: Cause::Input, what, place: at.to_string() })
            }
            Stop::Uncaught { is_assertion, message, details } => {
                let property = if is_assertion { Property::ASSERTION } else { Property::EXCEPTION };
                Outcome::Violated(Finding { property, message, details })
            }
            Stop::Forbidden { message, details } => {
                Outcome::Violated(Finding { property: Property::ASSUMPTION, message, details })
            }
            Stop::Kept { message, details } => {
                Outcome::Violated(Finding { property: Property::TRACE, message, details })
            }
            Stop::Unsupported { what, at, .. } => {
                Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: at })
            }
            Stop::Refused { what, at, .. } => {
                Outcome::Unknown(Gap { cause: Cause::Refused, what, place: at })
            }
            Stop::Invalid(error) => {
                Outcome::Unknown(Gap { cause: Cause::Input, what: error.to_string(), place: String::new() })
            }
            Stop::Internal(what) => Outcome::Unknown(Gap { cause: Cause::Fault, what, place: String::new() }),
        }
    }
}

/// The class that an uncaught error says is missing. One whose initializer has failed is there.
fn missing_class(message: &str) -> Option<String> {
    let rest = message.strip_prefix("java.lang.NoClassDefFoundError: ")?;
    let (name, _) = rest.split_once(" in thread ")?;
    (!name.contains(' ')).then(|| name.replace('/', "."))
}

/// What an exception comes to that nobody caught.
pub(super) fn violation(machine: &Machine, thread: ThreadId, exception: Ref, is_handled: bool) -> Stop {
    let class = machine.heap.class_of(exception);
    let assertion = machine.program.loaded(base::Symbol::new("java/lang/AssertionError"));
    let is_assertion = assertion.is_some_and(|a: ClassId| machine.program.is_subclass(class, a));
    let text = machine.describe_exception(exception);
    let mut lines = text.lines().map(|line| line.trim_start().to_string());
    let first = lines.next().unwrap_or_default();
    let handled = if is_handled { ", taken by its handler (--handled-exceptions)" } else { "" };
    // Not its label: the same exception is one finding, whichever of several threads without a name it ends.
    let name = machine.thread_name(thread);
    let name = if name.is_empty() { "without a name" } else { &name };
    let message = format!("{first} in thread {name}{handled}");
    debug_assert!(thread.index() < machine.threads.len());
    Stop::Uncaught { is_assertion, message, details: lines.collect() }
}
