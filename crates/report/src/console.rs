//! The report for the console.

use crate::columns::{columns, wrap};
use crate::cycle::wait_cycle;
use crate::harmless::harmless;
use crate::plot::{self, Detail};
use crate::style::Tone;
use crate::{Figures, NodeFigures, Report, Story, Unreached, Verdict};
use lts::Property;
use std::fmt::Write;

/// How the report is to look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Columns of the terminal.
    pub width: usize,
    pub in_colour: bool,
    pub detail: Detail,
}

/// Texts get at least so many columns.
const MIN_ROOM: usize = 24;
/// Frames of a stack trace that are shown.
const MAX_FRAMES: usize = 16;
/// A longer replay string is for files: it would fill the screen.
const MAX_REPLAY: usize = 2000;
/// What is said of a path that needs a wait to be over before anybody would expect it.
const EARLY: &str =
    "on this way a wait is over while others could go on; --timeouts last leaves such ways out";
/// Source files whose unreached lines are listed.
const MAX_UNREACHED: usize = 8;

/// The whole report.
pub fn console(report: &Report, look: Look) -> String {
    let mut page = Page { text: String::new(), look };
    for (i, story) in report.stories.iter().enumerate() {
        if i > 0 {
            page.line("");
        }
        page.tell(report, story);
    }
    for gap in &report.gaps {
        let place = if gap.place.is_empty() { String::new() } else { format!(" at {}", gap.place) };
        page.verdict(
            Tone::Doubtful,
            "INCONCLUSIVE",
            &report.name,
            &format!("{}: {}{place}", gap.cause.name(), gap.what),
        );
    }
    for cut in &report.cuts {
        page.verdict(Tone::Doubtful, "INCONCLUSIVE", &report.name, &format!("{cut} ({})", numbers(report)));
    }
    match report.verdict() {
        Verdict::Safe => {
            let all = match report.claims.movers {
                None => "every schedule",
                Some("process") => "every interleaving",
                Some(_) => "every run",
            };
            let what = format!("complete: {}, {all}", numbers(report));
            page.verdict(Tone::Good, "PASS", &report.name, &what);
            page.claims(report);
        }
        Verdict::Inconclusive => page.claims(report),
        Verdict::Violation => {}
    }
    if let Some(outputs) = &report.outputs {
        page.line(&format!("  {}", count(outputs.len() as u64, "different output")));
        for output in outputs {
            page.line(&format!("    {}", harmless(&output.trim_end().replace('\n', " | "))));
        }
    }
    page.text
}

/// The verdict in a line.
pub fn headline(report: &Report, look: Look) -> String {
    let mut page = Page { text: String::new(), look };
    match (report.verdict(), report.stories.first()) {
        (Verdict::Safe, _) => {
            page.verdict(Tone::Good, "PASS", &report.name, &format!("complete: {}", numbers(report)));
        }
        (_, Some(story)) => {
            let what = format!("{} ({})", story.headline(), numbers(report));
            page.verdict(Tone::Bad, "FAIL", &report.name, &what);
        }
        (_, None) => {
            let gaps = report.gaps.iter().map(|gap| {
                let place = if gap.place.is_empty() { String::new() } else { format!(" at {}", gap.place) };
                format!("{}: {}{place}", gap.cause.name(), gap.what)
            });
            let why: Vec<String> = gaps.chain(report.cuts.iter().cloned()).collect();
            page.verdict(Tone::Doubtful, "INCONCLUSIVE", &report.name, &why.join("; "));
        }
    }
    page.text
}

/// Lines that are written one after the other.
pub(crate) struct Page {
    pub text: String,
    pub look: Look,
}

/// What those are said to do who can move.
const GOES_ON: &str = "can go on";

impl Page {
    pub fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{}", line.trim_end());
    }

    pub fn verdict(&mut self, tone: Tone, word: &str, name: &str, rest: &str) {
        let word = tone.paint(word, self.look.in_colour);
        let name = Tone::Heading.paint(name, self.look.in_colour);
        self.line(&format!("{word}  {name}  {rest}"));
    }

    fn tell(&mut self, report: &Report, story: &Story) {
        let property = story.finding.property.name();
        let fewest = if story.is_fewest && story.preemptions > 0 { ", the fewest possible" } else { "" };
        let early = match story.early {
            0 => String::new(),
            early => format!(", {} over early", count(u64::from(early), "wait")),
        };
        let stops = match report.claims.movers {
            None => format!("{}{fewest}{early}; ", count(u64::from(story.preemptions), "preemption")),
            Some(_) => String::new(),
        };
        let rest = format!("{property}  ({stops}{})", numbers(report));
        self.verdict(Tone::Bad, "FAIL", &report.name, &rest);
        let rows = plot::rows(story, self.look.detail);
        let shown: Vec<(u32, String)> = story
            .actors
            .iter()
            .filter(|(actor, _)| story.account.scenes.iter().any(|scene| scene.actor == *actor))
            .cloned()
            .collect();
        let is_replayed = report.claims.movers.is_none();
        for row in
            columns(rows, (&shown[..], is_replayed), self.look.width.saturating_sub(2), self.look.in_colour)
        {
            self.line(&format!("  {row}"));
        }
        match story.finding.property {
            Property::DEADLOCK | Property::PARTIAL_DEADLOCK | Property::LIVELOCK => self.deadlock(story),
            _ => self.finding(story),
        }
        if story.early > 0 {
            self.line(&format!("  {EARLY}"));
        }
        match &story.replay {
            Some(replay) if replay.len() <= MAX_REPLAY => self.line(&format!("  replay: {replay}")),
            Some(replay) => self.line(&format!(
                "  replay: a string of {} characters; --repro FILE keeps it for `jaywalk replay FILE`",
                replay.len()
            )),
            None => {}
        }
        if let Some(why) = &story.no_replay {
            self.line(&format!("  no replay string: {why}"));
        }
        if let Some(view) = &story.view {
            self.line(&format!("  view: {view}"));
        }
    }

    /// Where each thread is stuck, and the circle if there is one.
    fn deadlock(&mut self, story: &Story) {
        let title = format!("{}: {}", story.finding.property.name(), story.finding.message);
        self.line(&format!("  {}", Tone::Bad.paint(&title, self.look.in_colour)));
        let stuck: Vec<_> = story.end.actors.iter().filter(|view| view.is_alive).collect();
        let room = self.look.width.saturating_sub(4).max(MIN_ROOM);
        for view in &stuck {
            // Who is held up by nobody goes on for ever.
            let doing = match story.finding.property {
                Property::LIVELOCK if view.doing == GOES_ON => "goes round in a loop",
                Property::PARTIAL_DEADLOCK if view.doing == GOES_ON => "runs for ever",
                _ => &view.doing,
            };
            for part in wrap(&format!("{} {doing}", view.name), room) {
                self.line(&format!("    {part}"));
            }
            if let Some(spot) = view.stack.first() {
                self.line(&format!("        at {spot}"));
            }
        }
        match wait_cycle(&story.end) {
            Some(cycle) => {
                for (i, part) in wrap(&format!("cycle: {cycle}"), room).into_iter().enumerate() {
                    self.line(&format!("  {}{part}", if i == 0 { "" } else { "  " }));
                }
            }
            None if stuck.iter().any(|view| view.held_by.is_none() && view.doing != GOES_ON) => {
                self.line("  no cycle: what they wait for can come from nobody any more");
            }
            None => {}
        }
    }

    fn finding(&mut self, story: &Story) {
        self.line(&format!("  {}", Tone::Bad.paint(&story.finding.message, self.look.in_colour)));
        let details = &story.finding.details;
        let several = details.iter().any(|detail| !detail.starts_with("at "));
        for detail in details.iter().take(MAX_FRAMES) {
            let more = if several && detail.starts_with("at ") { "    " } else { "" };
            self.line(&format!("    {more}{detail}"));
        }
        if details.len() > MAX_FRAMES {
            self.line(&format!("    ... {} more", details.len() - MAX_FRAMES));
        }
    }

    fn claims(&mut self, report: &Report) {
        let claims = &report.claims;
        for property in &claims.holds {
            self.item("holds", property);
        }
        self.item("checked", &claims.checked.join(", "));
        self.item("not checked", &claims.unchecked.join(", "));
        self.item("rests on", &claims.rests_on.join("; "));
        for node in &report.figures.nodes {
            self.item(&format!("node {}", node.node), &held(node, &report.figures));
        }
        self.item("never reached", &unreached(&claims.unreached));
        for warning in &claims.warnings {
            let word = Tone::Doubtful.paint("warning:", self.look.in_colour);
            self.line(&format!("  {word} {warning}"));
        }
    }

    /// A line with a name, wrapped; nothing if there is nothing to say.
    pub fn item(&mut self, name: &str, text: &str) {
        /// The longest name of an item with its colon and two blanks.
        const NAME: usize = 16;
        if text.is_empty() {
            return;
        }
        let room = self.look.width.saturating_sub(NAME + 2).max(NAME);
        for (i, part) in wrap(text, room).iter().enumerate() {
            let name = if i == 0 { format!("{name}:") } else { String::new() };
            let part = part.trim_start();
            self.line(&format!("  {name:NAME$}{part}"));
        }
    }
}

/// What a node held, and what it sent.
fn held(node: &NodeFigures, all: &Figures) -> String {
    let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
    format!(
        "{} ({:.0} %) in {} MiB; {:.0} % of its {} became messages, {} KiB",
        count(node.states, "state"),
        percent(node.states, all.states),
        node.bytes.div_ceil(1 << 20),
        percent(node.messages, node.transitions),
        count(node.transitions, "transition"),
        node.sent_bytes.div_ceil(1 << 10),
    )
}

pub fn numbers(report: &Report) -> String {
    let figures = &report.figures;
    if report.claims.movers == Some("system") && figures.transitions == 0 {
        // Sets of states have no transitions one by one, and a solver knows no states.
        let states = match figures.states {
            0 => String::new(),
            states => count(states, "state") + ", ",
        };
        return format!("{states}{:.2} s", figures.seconds);
    }
    // A path that was gone again is no search.
    if figures.states == 0 {
        return count(figures.transitions, "step");
    }
    let walk = if figures.walks.found { ", by a random walk" } else { "" };
    format!(
        "{}, {}{walk}, {:.2} s",
        count(figures.states, "state"),
        count(figures.transitions, "transition"),
        figures.seconds
    )
}

/// `1 state`, `18,204 states`.
pub fn count(number: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// `18,204`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `Queue.java:88, 90-93; Bank.java:12`.
fn unreached(files: &[Unreached]) -> String {
    let mut parts: Vec<String> = files
        .iter()
        .take(MAX_UNREACHED)
        .map(|file| format!("{}:{}", file.source, ranges(&file.lines)))
        .collect();
    if files.len() > MAX_UNREACHED {
        parts.push(format!("and lines of {} more files (--json lists all)", files.len() - MAX_UNREACHED));
    }
    parts.join("; ")
}

pub fn ranges(lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let texts: Vec<String> = ranges
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .collect();
    texts.join(", ")
}
