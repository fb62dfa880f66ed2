//! How far a search has come: one line that changes on a terminal, plain lines now and then elsewhere.

use report::grouped;
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

    /// Shows the figures if it is time to. False if the search is to end.
    pub fn show(&mut self, progress: &Progress) -> bool {
        if crate::interrupt::is_interrupted() {
            return false;
        }
        let every = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        if progress.elapsed >= QUIET && progress.elapsed >= self.last + every {
            self.last = progress.elapsed;
            self.print(&line(progress));
        }
        true
    }

    fn print(&mut self, line: &str) {
        let mut err = std::io::stderr();
        // A progress line that cannot be written is not worth an error.
        let _ = match self.is_terminal {
            true => write!(err, "\r\x1b[K{line}"),
            false => writeln!(err, "{line}"),
        };
        self.shown = true;
    }

    /// Takes the line away again.
    pub fn clear(&mut self) {
        if self.is_terminal && self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    format!(
        "{} states, {} states/s, {} transitions, depth {}, frontier {}, {} MiB, {seconds:.0} s",
        grouped(progress.states),
        grouped((progress.states as f64 / seconds) as u64),
        grouped(progress.transitions),
        grouped(progress.depth as u64),
        grouped(progress.frontier),
        grouped(progress.bytes >> 20),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_all_figures() {
        let progress = Progress {
            states: 18_204,
            transitions: 1_000_000,
            depth: 41,
            frontier: 7,
            bytes: 3 << 20,
            elapsed: Duration::from_secs(2),
        };
        let expected =
            "18,204 states, 9,102 states/s, 1,000,000 transitions, depth 41, frontier 7, 3 MiB, 2 s";
        assert_eq!(line(&progress), expected);
    }
}
