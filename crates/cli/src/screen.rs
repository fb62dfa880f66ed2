//! What is at the other end of standard output: how wide it is, and whether it wants colours.

use report::{Detail, Look};
use std::io::{IsTerminal, Write};

/// The width of a report that is not read on a terminal.
const PLAIN_WIDTH: usize = 120;
/// Narrower terminals are treated as if they had this many columns.
const MIN_WIDTH: usize = 60;

/// How a report is to look on standard output.
pub fn look(detail: Detail) -> Look {
    let is_terminal = std::io::stdout().is_terminal();
    // https://no-color.org: set to anything but nothing, it means no colours.
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    Look { width: width(is_terminal), in_colour: is_terminal && !no_colour && !is_dumb, detail }
}

fn width(is_terminal: bool) -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    let found = terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    match is_terminal {
        true => found.or(asked).unwrap_or(PLAIN_WIDTH).max(MIN_WIDTH),
        false => asked.unwrap_or(PLAIN_WIDTH).max(MIN_WIDTH),
    }
}

/// A reader that has gone away is no fault of ours. Of what a terminal would obey, our own colours alone get through.
pub fn print(text: &str) {
    let _ = std::io::stdout().write_all(report::presentable(text).as_bytes());
}

/// The same with an end of line.
pub fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// A line on standard error, on the same terms.
pub fn complain(text: &str) {
    let _ = std::io::stderr().write_all(format!("{}\n", report::presentable(text)).as_bytes());
}
