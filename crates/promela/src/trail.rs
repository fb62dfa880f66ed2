//! The path that was told last, as a trail that `spin -t` replays.
//!
//! A line is a statement: its number on the path, the process, and the number of the statement among all that the
//! model has, in the order in which SPIN makes them. Where a run goes on for ever, a line of its own begins what is
//! repeated.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard};

/// What stands before what is repeated for ever.
const ROUND: &str = "-1:-1:-1\n";

/// The statements of a path, as they are executed. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail(Arc<Mutex<Steps>>);

#[derive(Debug, Default)]
struct Steps {
    /// Processes and statements.
    list: Vec<(u32, u32)>,
    /// How many there were when somebody asked what had happened so far.
    parts: Vec<usize>,
}

impl Trail {
    fn steps(&self) -> MutexGuard<'_, Steps> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Another path begins.
    pub(crate) fn restart(&self) {
        *self.steps() = Steps::default();
    }

    pub(crate) fn add(&self, pid: usize, statement: u32) {
        self.steps().list.push((pid as u32, statement));
    }

    /// What has happened so far is one part of the run, and what comes is another.
    pub(crate) fn divide(&self) {
        let mut steps = self.steps();
        let length = steps.list.len();
        steps.parts.push(length);
    }

    /// The text of the file; nothing if no path has been told.
    pub(crate) fn text(&self) -> Option<String> {
        let steps = self.steps();
        let round = if let [stem, _] = steps.parts[..] { Some(stem) } else { None };
        let mut text = String::new();
        for (at, (pid, statement)) in steps.list.iter().enumerate() {
            if Some(at) == round {
                text += ROUND;
            }
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}:{pid}:{statement}", at + 1);
        }
        (!steps.parts.is_empty()).then_some(text)
    }
}
