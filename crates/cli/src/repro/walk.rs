//! Going a path again: from the path that a search found to a replay string, and from a replay string to what it leads to.

use super::{Flags, Repro};
use lts::{Choice, Choices, Finding, Gap, Outcome, Path, Status, System};

/// Where a path led.
#[derive(Debug)]
pub struct Followed {
    /// Every choice of the unreduced walk.
    pub path: Path,
    pub finding: Option<Finding>,
    pub gap: Option<Gap>,
}

/// Why a path could not be gone to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// At this step the program had come to its end.
    Ended(u64),
    /// At this step that choice is not there.
    NoChoice(u64, Choice),
}

/// Which choice anyone would expect: the same thread, if it can go on, or else the first there is.
fn expected(choices: &Choices, last: Option<u32>) -> Choice {
    let same = choices.list.iter().find(|choice| Some(choice.actor) == last && choice.value == 0);
    *same.unwrap_or(&choices.list[0])
}

/// Goes the path of a search again without reduction, and returns every choice of it. Nothing if the unreduced walk does not lead to the
/// same kind of finding, which would be a fault of ours.
pub fn whole(system: &mut dyn System, path: &Path, finding: &Finding) -> Option<Path> {
    system.start();
    let mut segments = Vec::new();
    for &choice in path {
        let before = system.instructions();
        system.step(choice);
        segments.push((choice, system.instructions() - before));
    }
    let was_fine = system.narrator()?.set_fine(true);
    let plain = refined(system, &segments, finding);
    system.narrator()?.set_fine(was_fine);
    plain
}

/// The same way in finer steps: for each choice, as many steps as it takes to execute as many operations.
fn refined(system: &mut dyn System, segments: &[(Choice, u64)], finding: &Finding) -> Option<Path> {
    system.start();
    let mut found = None;
    let mut plain = Path::new();
    for &(choice, operations) in segments {
        // What is wrong must be at the end, not on the way.
        if found.is_some() {
            return None;
        }
        let begin = system.instructions();
        let mut next = choice;
        loop {
            plain.push(next);
            if let Outcome::Violated(violated) = system.step(next) {
                found = Some(violated);
                break;
            }
            let done = system.instructions() - begin;
            if done > operations {
                return None;
            }
            if done == operations {
                break;
            }
            next = Choice { actor: choice.actor, value: 0 };
        }
    }
    let found = found.or_else(|| match system.choices(&mut Choices::default()) {
        Status::Stuck(wrong) | Status::Flawed(wrong) => Some(wrong),
        Status::Live | Status::Done => None,
    });
    found.is_some_and(|found| found.property == finding.property).then_some(plain)
}

impl Repro {
    /// The short form of a path of the unreduced walk.
    pub fn of(system: &mut dyn System, path: &Path, fingerprint: u32, flags: Flags) -> Repro {
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
            system.step(choice);
        }
        Repro { fingerprint, flags, steps: path.len() as u64, exceptions }
    }
}

/// Goes the way that a replay string describes. The machine must be unreduced.
pub fn follow(system: &mut dyn System, repro: &Repro) -> Result<Followed, Problem> {
    system.start();
    let mut choices = Choices::default();
    let mut exceptions = repro.exceptions.iter();
    let mut exception = exceptions.next();
    let mut gap = 0;
    let mut flaw = None;
    let mut followed = Followed { path: Path::new(), finding: None, gap: None };
    for step in 0..repro.steps {
        match system.choices(&mut choices) {
            Status::Live => {}
            // It may have been there for some steps before anybody looked.
            Status::Flawed(wrong) => flaw = Some(wrong),
            Status::Done | Status::Stuck(_) => return Err(Problem::Ended(step)),
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
            return Err(Problem::NoChoice(step, choice));
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
            Outcome::Pruned | Outcome::Finished => return Err(Problem::Ended(step)),
        }
    }
    followed.finding = match system.choices(&mut choices) {
        Status::Stuck(wrong) | Status::Flawed(wrong) => Some(wrong),
        Status::Live | Status::Done => flaw,
    };
    Ok(followed)
}
