//! How a run that breaks a property is told: its stem as any path, then one round of its loop.

use front::Profile;
use lts::{Choice, Finding, Grain, Path, Property, System};
use replay::{Repro, Tail};
use search::Surprises;
use story::{Narrated, Telling, at_grain, narrate};

/// What is said of a run that has come to its end.
pub const STAYS: &str = "and then it stays as it is for ever: nobody goes on";

/// Goes a run again and notes what happens. A cycle is what is repeated for ever; an empty one is the last
/// state. Where there is an origin, the run gets the short form by which it can be gone again.
pub fn tell(
    system: &mut dyn System,
    profile: &dyn Profile,
    telling: &Telling,
    finding: Finding,
    stem: &Path,
    cycle: Option<&[Choice]>,
) -> Narrated {
    let Surprises { preemptions, early } = search::surprises(system, stem);
    let fine = telling.origin.and_then(|origin| {
        fine(system, &finding, stem, cycle.unwrap_or_default()).map(|fine| (origin, fine))
    });
    let round = |stem: usize| cycle.map(|_| stem);
    let narrated = match fine {
        Some((origin, (path, stem))) => at_grain(system, Grain::Finest, |system| {
            let story = narrate(system, profile, &path, round(stem), finding, telling);
            let tail = Tail { stem: stem as u64, goes_on: cycle.is_some() };
            let short = replay::shorthand(system, &path, origin);
            Narrated { story, repro: short.map(|short| Repro { tail: Some(tail), ..short }) }
        }),
        None => {
            let path: Path = stem.iter().chain(cycle.unwrap_or_default()).copied().collect();
            let story = narrate(system, profile, &path, round(stem.len()), finding, telling);
            Narrated { story, repro: None }
        }
    };
    let mut narrated = narrated.explained(telling);
    if cycle.is_some_and(<[Choice]>::is_empty) {
        narrated.story.finding.details.push(STAYS.to_string());
    }
    narrated.story.view = telling.page.clone();
    (narrated.story.preemptions, narrated.story.early) = (preemptions, early);
    narrated
}

/// The choices of the run in the finest steps, and how many of them lead to its loop.
fn fine(system: &mut dyn System, finding: &Finding, stem: &Path, cycle: &[Choice]) -> Option<(Path, usize)> {
    if finding.property == Property::TEMPORAL {
        return replay::whole_run(system, stem, cycle);
    }
    let path = replay::whole_path(system, stem, finding, Grain::Finest)?;
    let steps = path.len();
    Some((path, steps))
}
