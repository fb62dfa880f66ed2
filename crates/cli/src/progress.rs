//! How far a search has come: one line that changes on a terminal, plain lines now and then elsewhere.

use report::grouped;
use search::{Limits, Progress, Share};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Between two lines on a terminal, and elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(5);
/// Short searches say nothing.
const QUIET: Duration = Duration::from_millis(500);

pub struct ProgressLine {
    limits: Limits,
    is_terminal: bool,
    last: Duration,
    shown: bool,
    /// What of several things it is about.
    title: String,
}

impl ProgressLine {
    pub fn new(limits: Limits) -> ProgressLine {
        let is_terminal = std::io::stderr().is_terminal();
        ProgressLine { limits, is_terminal, last: Duration::ZERO, shown: false, title: String::new() }
    }

    /// The same about one of several things.
    pub fn titled(self, title: &str) -> ProgressLine {
        ProgressLine { title: format!("{title}: "), ..self }
    }

    /// Shows the figures if it is time to. False if the search is to end.
    pub fn show(&mut self, progress: &Progress) -> bool {
        if crate::interrupt::is_interrupted() {
            return false;
        }
        let every = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        if progress.elapsed >= QUIET && progress.elapsed >= self.last + every {
            self.last = progress.elapsed;
            let line = format!("{}{}", self.title, line(progress, &self.limits));
            self.print(&line);
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

fn line(progress: &Progress, limits: &Limits) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    format!(
        "{} states, {} states/s, {} transitions, depth {}, frontier {}, {} MiB, {seconds:.0} s",
        grouped(progress.states),
        grouped((progress.states as f64 / seconds) as u64),
        grouped(progress.transitions),
        grouped(progress.depth as u64),
        grouped(progress.frontier),
        grouped(progress.bytes >> 20),
    ) + &done(progress, limits)
}

/// How much is done, where that can be said without guessing: the bound that is nearest, or else what the
/// search knows of itself. When it will be over, nobody knows.
fn done(progress: &Progress, limits: &Limits) -> String {
    let part =
        |bound: Option<f64>, now: f64, name: &'static str| bound.map(|bound| (now / bound.max(1e-9), name));
    let seconds = |time: Duration| time.as_secs_f64();
    let bounds = [
        part(limits.states.map(|most| most as f64), progress.states as f64, "--max-states"),
        part(limits.time.map(seconds), seconds(progress.elapsed), "--max-seconds"),
        part(limits.store_bytes.map(|most| most as f64), progress.bytes as f64, "--memory"),
    ];
    let nearest = bounds.into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0));
    match (nearest, progress.share) {
        (_, Some(Share::Walks { done, of })) => format!(", walk {} of {}", grouped(done + 1), grouped(of)),
        (Some((part, name)), _) => format!(", {:.0}% of {name}", (part * 100.0).min(100.0)),
        // Most states are met below the first branch of all; until that is done there is nothing to say.
        (None, Some(Share::Branches(part))) if part < 0.01 => String::new(),
        (None, Some(Share::Branches(part))) => format!(", {:.0}% of the first branches done", part * 100.0),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_LIMITS: Limits =
        Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: false };

    fn progress() -> Progress {
        Progress {
            states: 18_204,
            transitions: 1_000_000,
            depth: 41,
            frontier: 7,
            bytes: 3 << 20,
            elapsed: Duration::from_secs(2),
            share: None,
        }
    }

    #[test]
    fn a_line_has_all_figures() {
        let expected =
            "18,204 states, 9,102 states/s, 1,000,000 transitions, depth 41, frontier 7, 3 MiB, 2 s";
        assert_eq!(line(&progress(), &NO_LIMITS), expected);
    }

    #[test]
    fn what_is_done_is_said_where_it_is_known() {
        let branches = Progress { share: Some(Share::Branches(0.375)), ..progress() };
        assert_eq!(done(&branches, &NO_LIMITS), ", 38% of the first branches done");
        let beginning = Progress { share: Some(Share::Branches(0.002)), ..progress() };
        assert_eq!(done(&beginning, &NO_LIMITS), "");
        let bound = Limits { states: Some(36_408), time: Some(Duration::from_secs(8)), ..NO_LIMITS };
        assert_eq!(done(&branches, &bound), ", 50% of --max-states");
        let soon = Limits { time: Some(Duration::from_secs(3)), ..bound };
        assert_eq!(done(&branches, &soon), ", 67% of --max-seconds");
        let walks = Progress { share: Some(Share::Walks { done: 41, of: 1000 }), ..progress() };
        assert_eq!(done(&walks, &NO_LIMITS), ", walk 42 of 1,000");
        assert_eq!(done(&progress(), &NO_LIMITS), "");
    }
}
