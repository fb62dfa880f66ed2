//! How a run that breaks a property is told: its stem as any path, then one round of its loop.

use crate::account::Checked;
use ::replay::{Conditions, Repro, Tail};
use ::story::{at_grain, narrate};
use lts::{Choice, Finding, Grain, Path, Property, System};
use report::Story;

/// What is said of a run that has come to its end.
pub const STAYS: &str = "and then it stays as it is for ever: nobody goes on";

/// Goes a run again and notes what happens. A cycle is what is repeated for ever; an empty one is the last
/// state. Programs have a string by which the run can be gone again; systems that are written as text have
/// none, and nobody `checked` them.
pub fn tell(
    system: &mut dyn System,
    finding: Finding,
    stem: &Path,
    cycle: Option<&[Choice]>,
    checked: Option<&Checked<'_>>,
) -> Story {
    let preemptions = search::preemptions(system, stem);
    let pictures = checked.is_some_and(|checked| checked.check.reports.html_wanted());
    let fine = checked.and_then(|_| fine(system, &finding, stem, cycle.unwrap_or_default()));
    let round = |stem: usize| cycle.map(|_| stem);
    let mut story = match (&fine, checked) {
        (Some((path, stem)), Some(checked)) => at_grain(system, Grain::Finest, |system| {
            let mut story = narrate(system, path, round(*stem), finding, pictures);
            let other = checked.check.allowing.liberties().numbers();
            let conditions = Conditions { assertions: checked.assertions, races: false, other };
            let short = ::replay::shorthand(system, path, checked.fingerprint, conditions);
            let tail = Tail { stem: *stem as u64, goes_on: cycle.is_some() };
            let short = Repro { tail: Some(tail), ..short };
            story.replay = Some(checked.command(&short, &story));
            story
        }),
        _ => {
            let path: Path = stem.iter().chain(cycle.unwrap_or_default()).copied().collect();
            narrate(system, &path, round(stem.len()), finding, pictures)
        }
    };
    if cycle.is_some_and(<[Choice]>::is_empty) {
        story.finding.details.push(STAYS.to_string());
    }
    story.view = checked.and_then(|checked| checked.check.reports.html_name());
    story.preemptions = preemptions;
    story
}

/// The choices of the run in the finest steps, and how many of them lead to its loop.
fn fine(system: &mut dyn System, finding: &Finding, stem: &Path, cycle: &[Choice]) -> Option<(Path, usize)> {
    if finding.property == Property::TEMPORAL {
        return ::replay::whole_run(system, stem, cycle);
    }
    let path = ::replay::whole_path(system, stem, finding, Grain::Finest)?;
    let steps = path.len();
    Some((path, steps))
}
