//! Going a path again: from the path that a search found to a replay string, and from a replay string to what
//! it leads to.

use crate::rounds::endless;
use crate::{ReplayOrigin, Repro};
use lts::{Choice, Choices, Finding, Gap, Grain, Outcome, Path, Property, Status, System};
use store::Exact;

/// Where a path led.
#[derive(Debug)]
pub struct Followed {
    /// Every choice of the unreduced walk.
    pub path: Path,
    pub finding: Option<Finding>,
    pub gap: Option<Gap>,
    /// Of a run that goes on for ever, the number of choices before its loop.
    pub round: Option<usize>,
}

/// Why a path could not be gone to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathError {
    /// At this step the program had come to its end.
    Ended(u64),
    /// At this step that choice is not there.
    NoChoice(u64, Choice),
}

/// Which choice anyone would expect: the same thread, if it can go on, or else the first there is.
pub(crate) fn expected(choices: &Choices, last: Option<u32>) -> Choice {
    let same = choices.list.iter().find(|choice| Some(choice.actor) == last && choice.value == 0);
    *same.unwrap_or(&choices.list[0])
}

/// Goes the path of a search again without reduction, and returns every choice of it. Nothing if the
/// unreduced walk does not lead to the same kind of finding, which would be a fault of ours.
pub fn whole_path(system: &mut dyn System, path: &Path, finding: &Finding, grain: Grain) -> Option<Path> {
    system.start();
    let segments = measured(system, path, grain)?;
    let was = system.narrator()?.set_grain(grain);
    system.start();
    let mut plain = Path::new();
    let end = refined(system, &segments, &mut plain);
    let found = end.map(|found| found.or_else(|| wrong_here(system, finding.property)));
    system.narrator()?.set_grain(was);
    found?.is_some_and(|found| found.property == finding.property).then_some(plain)
}

/// The same for a run: a stem, and a loop that may be empty. With the choices comes the number of those that
/// belong to the stem. Nothing if its steps end where they cannot end without the search, or if the loop does
/// not lead back.
pub fn whole_run(system: &mut dyn System, stem: &[Choice], cycle: &[Choice]) -> Option<(Path, usize)> {
    system.start();
    let (stem, cycle) = (measured(system, stem, Grain::Finest)?, measured(system, cycle, Grain::Finest)?);
    let was = system.narrator()?.set_grain(Grain::Finest);
    system.start();
    let mut plain = Path::new();
    let mut is_fine = refined(system, &stem, &mut plain).is_some_and(|found| found.is_none());
    let round = plain.len();
    is_fine = is_fine && refined(system, &cycle, &mut plain).is_some_and(|found| found.is_none());
    is_fine = is_fine && leads_back(system, &plain, round);
    system.narrator()?.set_grain(was);
    is_fine.then_some((plain, round))
}

/// What comes after the first `round` choices leads back to where they led.
pub fn leads_back(system: &mut dyn System, path: &[Choice], round: usize) -> bool {
    let mut store = Exact::default();
    let mut here = |system: &mut dyn System| {
        let mut state = Vec::new();
        system.save(&mut store, &mut state);
        state
    };
    system.start();
    for &choice in &path[..round] {
        system.step(choice);
    }
    let begin = here(system);
    for &choice in &path[round..] {
        system.step(choice);
    }
    here(system) == begin
}

/// The choices of a path with the number of operations that each of them will lead to in steps that end elsewhere.
fn measured(system: &mut dyn System, path: &[Choice], grain: Grain) -> Option<Vec<(Choice, u64)>> {
    let was = system.narrator()?.set_grain(Grain::Counted { finest: grain == Grain::Finest });
    let step = |&choice: &Choice| {
        let before = system.instructions();
        system.step(choice);
        (choice, system.instructions() - before)
    };
    let segments = path.iter().map(step).collect();
    system.narrator()?.set_grain(was);
    Some(segments)
}

/// The same way in finer steps: for each choice, as many steps as it takes to execute as many operations.
/// What is wrong must be at the end, not on the way. Nothing if there is no such way.
fn refined(system: &mut dyn System, segments: &[(Choice, u64)], plain: &mut Path) -> Option<Option<Finding>> {
    // Operations of the segment at hand that have been done already. A property can end a step where nothing
    // else would; what is done beyond that is no loss if the same thread goes on.
    let mut ahead = 0;
    for (i, &(choice, operations)) in segments.iter().enumerate() {
        let goes_on =
            segments.get(i + 1).is_some_and(|(next, _)| next.actor == choice.actor && next.value == 0);
        let mut next = if ahead > 0 { Choice { actor: choice.actor, value: 0 } } else { choice };
        let mut stalled = 0;
        while ahead < operations || (operations == 0 && ahead == 0 && stalled == 0) {
            plain.push(next);
            let before = system.instructions();
            match system.step(next) {
                Outcome::Violated(violated) => {
                    return (i + 1 == segments.len()).then_some(Some(violated));
                }
                Outcome::Next => {}
                Outcome::Unknown(_) | Outcome::Pruned | Outcome::Finished => return None,
            }
            let done = system.instructions() - before;
            ahead += done;
            stalled = if done == 0 { stalled + 1 } else { 0 };
            if stalled > MAX_STALLED {
                return None;
            }
            if operations == 0 {
                break;
            }
            next = Choice { actor: choice.actor, value: 0 };
        }
        ahead -= operations;
        if ahead > 0 && !goes_on {
            return None;
        }
    }
    Some(None)
}

/// Steps in which nothing is done lead nowhere.
const MAX_STALLED: u32 = 2;

/// What is wrong with the state that a path has led to.
fn wrong_here(system: &mut dyn System, property: Property) -> Option<Finding> {
    let is_endless = matches!(property, Property::LIVELOCK | Property::PARTIAL_DEADLOCK);
    match system.choices(&mut Choices::default()) {
        Status::Stuck(wrong) | Status::Flawed(wrong) => Some(wrong),
        Status::Live if is_endless => endless(system),
        Status::Live | Status::Done => None,
    }
}

/// The short form of a path of the unreduced walk. Nothing if the path was given up on the way.
pub fn shorthand(system: &mut dyn System, path: &Path, origin: ReplayOrigin) -> Option<Repro> {
    relied_on(system);
    system.start();
    let mut choices = Choices::default();
    let (mut exceptions, mut gap, mut last) = (Vec::new(), 0, None);
    for &choice in path {
        system.choices(&mut choices);
        let is_expected = !choices.list.is_empty() && expected(&choices, last) == choice;
        match is_expected {
            true => gap += 1,
            false => {
                exceptions.push((gap, choice));
                gap = 0;
            }
        }
        last = Some(choice.actor);
        if let Outcome::Unknown(_) = system.step(choice) {
            return None;
        }
    }
    let needs = relied_on(system);
    Some(Repro { origin, steps: path.len() as u64, tail: None, exceptions, needs })
}

/// What the machine has relied on since it was last asked.
fn relied_on(system: &mut dyn System) -> Vec<u64> {
    system.knowledge().map_or_else(Vec::new, |knowledge| knowledge.relied_on())
}

/// Goes the way that a replay string describes. The machine must be unreduced.
pub fn follow(system: &mut dyn System, repro: &Repro) -> Result<Followed, PathError> {
    if let Some(knowledge) = system.knowledge() {
        knowledge.rely_on(&repro.needs);
    }
    system.start();
    let mut choices = Choices::default();
    let mut exceptions = repro.exceptions.iter();
    let mut exception = exceptions.next();
    let mut gap = 0;
    let mut flaw = None;
    let mut followed = Followed { path: Path::new(), finding: None, gap: None, round: None };
    for step in 0..repro.steps {
        match system.choices(&mut choices) {
            Status::Live => {}
            // It may have been there for some steps before anybody looked.
            Status::Flawed(wrong) => flaw = Some(wrong),
            Status::Done | Status::Stuck(_) => return Err(PathError::Ended(step)),
        }
        let choice = match exception {
            Some(&(after, choice)) if after == gap => {
                exception = exceptions.next();
                gap = 0;
                choice
            }
            _ => {
                gap += 1;
                expected(&choices, followed.path.last().map(|choice| choice.actor))
            }
        };
        if !choices.list.contains(&choice) {
            return Err(PathError::NoChoice(step, choice));
        }
        followed.path.push(choice);
        match system.step(choice) {
            Outcome::Next => {}
            Outcome::Violated(finding) => {
                followed.finding = Some(finding);
                return Ok(followed);
            }
            Outcome::Unknown(gap) => {
                followed.gap = Some(gap);
                return Ok(followed);
            }
            Outcome::Pruned | Outcome::Finished => return Err(PathError::Ended(step)),
        }
    }
    followed.finding = match system.choices(&mut choices) {
        Status::Stuck(wrong) | Status::Flawed(wrong) => Some(wrong),
        Status::Live => flaw.or_else(|| endless(system)),
        Status::Done => flaw,
    };
    Ok(followed)
}

#[cfg(test)]
mod tests {
    use super::shorthand;
    use crate::{Conditions, ReplayOrigin};
    use lts::{Cause, Choice, Choices, CompId, Gap, Mark, Outcome, Pool, Settled, Status, System};

    /// Goes so many steps and then gives up.
    struct Tired {
        steps: u32,
        most: u32,
    }

    impl System for Tired {
        fn start(&mut self) {
            self.steps = 0;
        }
        fn choices(&mut self, out: &mut Choices) -> Status {
            out.list = vec![Choice { actor: 0, value: 0 }];
            Status::Live
        }
        fn step(&mut self, _: Choice) -> Outcome {
            self.steps += 1;
            let what = String::new();
            match self.steps > self.most {
                true => Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: String::new() }),
                false => Outcome::Next,
            }
        }
        fn settle(&mut self) -> Settled {
            Settled { extent: 0, is_outdated: false }
        }
        fn mark(&mut self) -> Mark {
            Mark(0)
        }
        fn rewind(&mut self, _: Mark) {}
        fn save(&mut self, _: &mut dyn Pool, _: &mut Vec<CompId>) {}
        fn load(&mut self, _: &dyn Pool, _: &[CompId]) -> Result<(), Gap> {
            Ok(())
        }
        fn sibling(&self) -> Option<Box<dyn System>> {
            None
        }
    }

    #[test]
    fn a_path_that_is_given_up_has_no_short_form() {
        let path = vec![Choice { actor: 0, value: 0 }; 5];
        let conditions = Conditions { assertions: true, races: false, other: None };
        let origin = ReplayOrigin { fingerprint: 1, conditions };
        let short = |most| shorthand(&mut Tired { steps: 0, most }, &path, origin);
        assert_eq!(short(5).map(|repro| repro.steps), Some(5));
        assert!(short(4).is_none());
    }
}
