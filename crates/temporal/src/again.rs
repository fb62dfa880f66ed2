//! Runs that a check of temporal properties has found, gone again: the stem, one round of the loop, whether
//! that leads back, and whether the run still breaks a property.

use crate::tell::STAYS;
use crate::{Ready, confirm, violation};
use logic::Logic;
use lts::{Choices, Finding, Property, Status, System};
use replay::{Followed, Tail};

/// What a run that was followed comes to.
pub fn judge_again(
    system: &mut dyn System,
    followed: Followed,
    tail: Tail,
    properties: &[Ready],
) -> Followed {
    let is_other = |found: &Finding| !matches!(found.property, Property::DEADLOCK | Property::TEMPORAL);
    // Something else may go wrong on the way, which is where such a path ends.
    if followed.finding.as_ref().is_some_and(is_other) || followed.gap.is_some() {
        return followed;
    }
    // A path after which anything may come has no loop; where it leads is all there is to it.
    let has_ended = !matches!(system.choices(&mut Choices::default()), Status::Live | Status::Flawed(_));
    let path = followed.path;
    let (stem, cycle) = path.split_at((tail.stem as usize).min(path.len()));
    let is_run = !tail.goes_on || has_ended || !cycle.is_empty();
    let leads_back = is_run && replay::leads_back(system, &path, stem.len());
    let mut finding = match leads_back {
        true => broken(system, properties, (stem, cycle), tail),
        false => None,
    };
    if let Some(finding) = finding.as_mut().filter(|_| cycle.is_empty() && tail.goes_on) {
        finding.details.push(STAYS.to_string());
    }
    let round = tail.goes_on.then_some(stem.len());
    Followed { path, finding, gap: None, round }
}

/// The property that the run breaks. Only of LTL can one run tell; of others it is what was found for them.
fn broken(
    system: &mut dyn System,
    properties: &[Ready],
    (stem, cycle): (&[lts::Choice], &[lts::Choice]),
    tail: Tail,
) -> Option<Finding> {
    let (linear, other): (Vec<&Ready>, Vec<&Ready>) =
        properties.iter().partition(|property| property.parsed.logic == Logic::Ltl);
    let fails = linear.into_iter().find(|property| confirm(property, system, stem, cycle));
    let said = |message: &str| Finding {
        property: Property::TEMPORAL,
        message: message.to_string(),
        details: Vec::new(),
    };
    match (fails, other.as_slice(), properties) {
        (Some(property), ..) => {
            let why =
                if tail.goes_on { "fails on a run that goes on for ever" } else { "fails, whatever follows" };
            Some(violation(property, why))
        }
        (None, [property], _) => Some(violation(property, "fails; this is the path that was found for it")),
        (None, [_, ..], _) => {
            Some(said("one of several temporal properties fails; this is the path that was found for it"))
        }
        (None, [], []) => Some(said(
            "a run that was found for a temporal property; \
             give that too (--ltl ...) to have it looked at again",
        )),
        (None, [], [_, ..]) => None,
    }
}
