//! How far a search has come: one line that changes on a terminal, plain lines now and then elsewhere.

use search::Progress;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Between two lines on a terminal, and elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(5);
/// Short searches say nothing.
const QUIET: Duration = Duration::from_millis(500);

pub struct ProgressLine {
    is_terminal: bool,
    last: Duration,
    shown: bool,
}

impl ProgressLine {
    pub fn new() -> ProgressLine {
        ProgressLine { is_terminal: std::io::stderr().is_terminal(), last: Duration::ZERO, shown: false }
    }

    /// Shows the figures if it is time to. The search goes on until somebody interrupts it.
    pub fn show(&mut self, progress: &Progress) -> bool {
        if crate::interrupt::is_interrupted() {
            return false;
        }
        let every = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        if progress.elapsed < QUIET || progress.elapsed < self.last + every {
            return true;
        }
        self.last = progress.elapsed;
        let seconds = progress.elapsed.as_secs_f64();
        let line = format!(
            "{} states, {:.0} states/s, {} transitions, depth {}, {} MiB, {seconds:.0} s",
            progress.states,
            progress.states as f64 / seconds,
            progress.transitions,
            progress.depth,
            progress.bytes >> 20,
        );
        let mut err = std::io::stderr();
        // A progress line that cannot be written is not worth an error.
        let _ = match self.is_terminal {
            true => write!(err, "\r\x1b[K{line}"),
            false => writeln!(err, "{line}"),
        };
        self.shown = true;
        true
    }

    /// Takes the line away again.
    pub fn clear(&mut self) {
        if self.is_terminal && self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
