//! The report for the console.

use crate::columns::columns;
use crate::{Report, StoreFigures, Story, Verdict};
use std::fmt::Write;

/// The whole report. `width` is that of the terminal.
pub fn console(report: &Report, width: usize) -> String {
    let mut text = String::new();
    for story in &report.stories {
        tell(&mut text, report, story, width);
    }
    for gap in &report.gaps {
        let place = if gap.place.is_empty() { String::new() } else { format!(" at {}", gap.place) };
        line(&mut text, &format!("INCONCLUSIVE  {}  {}: {}{place}", report.name, gap.cause.name(), gap.what));
    }
    for cut in &report.cuts {
        line(&mut text, &format!("INCONCLUSIVE  {}  {cut} ({})", report.name, numbers(report)));
    }
    if report.verdict() == Verdict::Safe {
        let per_state = report.figures.store_bytes as f64 / report.figures.states.max(1) as f64;
        line(&mut text, &format!("PASS  {}  complete: {}, every schedule", report.name, numbers(report)));
        checked(&mut text, report);
        line(
            &mut text,
            &format!(
                "  store: {}, {per_state:.0} bytes a state; deepest path {} steps",
                store_name(&report.figures.store),
                report.figures.max_depth
            ),
        );
    }
    if let Some(outputs) = &report.outputs {
        line(&mut text, &format!("  {} different outputs", outputs.len()));
        for output in outputs {
            line(&mut text, &format!("    {}", output.trim_end().replace('\n', " | ")));
        }
    }
    text
}

/// What a search that found nothing has looked for, and what it has not.
fn checked(text: &mut String, report: &Report) {
    for property in &report.temporal {
        line(text, &format!("  holds: {property}"));
    }
    if !report.temporal.is_empty() {
        line(
            text,
            "  checked: these, uncaught exceptions and assertions on the way     not checked: deadlock, races",
        );
        return;
    }
    let (races, no_races) = if report.races { (", data races", "") } else { ("", "races (--races), ") };
    line(
        text,
        &format!(
            "  checked: deadlock, uncaught exceptions, assertions{races}     not checked: {no_races}temporal properties"
        ),
    );
    if report.races {
        line(text, "  data-race free: sequential consistency suffices");
    }
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", line.trim_end());
}

/// The store, and how likely it mixed two states up if it can.
fn store_name(store: &StoreFigures) -> String {
    match (store.kind, store.collision > 0.0) {
        ("", _) => "exact".to_string(),
        (kind, false) => kind.to_string(),
        (kind, true) => {
            format!("{kind} (two states mixed up with probability below {:.0e})", store.collision)
        }
    }
}

fn numbers(report: &Report) -> String {
    let figures = &report.figures;
    format!(
        "{} states, {} transitions, {:.2} s",
        grouped(figures.states),
        grouped(figures.transitions),
        figures.seconds
    )
}

/// `18,204`.
fn grouped(number: u64) -> String {
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

fn tell(text: &mut String, report: &Report, story: &Story, width: usize) {
    let property = story.finding.property.name();
    let plural = if story.preemptions == 1 { "" } else { "s" };
    let fewest = if story.is_fewest && story.preemptions > 0 { ", the fewest possible" } else { "" };
    let preemptions = format!("{} preemption{plural}{fewest}", story.preemptions);
    line(text, &format!("FAIL  {}  {property}  ({preemptions}; {})", report.name, numbers(report)));
    for row in columns(&story.scenes, &story.actors, width.saturating_sub(2)) {
        line(text, &format!("  {row}"));
    }
    line(text, &format!("  {}", story.finding.message));
    for detail in &story.finding.details {
        line(text, &format!("    {detail}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figures;
    use lts::{Finding, Property, Scene};

    fn report() -> Report {
        let scene = |actor, what: &str, place: &str| Scene { actor, what: what.into(), place: place.into() };
        let story = Story {
            finding: Finding {
                property: Property::Deadlock,
                message: "no thread can go on".into(),
                details: vec!["T waits".into()],
            },
            scenes: vec![scene(0, "start T", "A.java:3"), scene(1, "lock Fork#1", "A.java:9")],
            actors: vec![(0, "main".into()), (1, "T".into())],
            preemptions: 1,
            is_fewest: true,
        };
        let figures = Figures { states: 18_204, transitions: 1_000_000, seconds: 0.5, ..Figures::default() };
        Report {
            name: "A".into(),
            stories: vec![story],
            gaps: vec![],
            cuts: vec![],
            figures,
            temporal: vec![],
            races: false,
            outputs: None,
        }
    }

    #[test]
    fn a_finding_is_told_in_columns() {
        let text = console(&report(), 80);
        let expected = "\
FAIL  A  deadlock  (1 preemption, the fewest possible; 18,204 states, 1,000,000 transitions, 0.50 s)
  main                                 | T
  start T                     A.java:3 |
                                       | lock Fork#1                 A.java:9
  no thread can go on
    T waits
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_cut_search_never_passes() {
        let mut report = report();
        report.stories.clear();
        assert!(console(&report, 80).starts_with("PASS  A  complete: 18,204 states"));
        report.cuts.push("the time limit was reached".into());
        assert_eq!(report.verdict(), Verdict::Inconclusive);
        assert!(!console(&report, 80).contains("PASS"));
    }
}
