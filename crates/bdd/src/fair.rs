//! Runs that are fair: justice and compassion (Emerson and Lei 1986; Kesten, Pnueli and Raviv 1998).

use crate::machine::Machine;
use crate::reach::{Point, ShortestRun, meet};
use crate::space::{Limited, Set, Space, Stopped};
use oxidd::BooleanFunction;

/// States of a region with a run along it to a goal: E [region U goal].
pub fn until(space: &mut Space<'_>, machine: &Machine, region: &Set, goal: &Set) -> Limited<Set> {
    let mut all = goal.clone();
    let mut frontier = goal.clone();
    let mut round = 0;
    while frontier.satisfiable() {
        round += 1;
        frontier = machine.preimage(space, &frontier)?.and(region)?.and(&all.not()?)?;
        all = all.or(&frontier)?;
        space.pulse("until", round, &all)?;
    }
    Ok(all)
}

/// States of a region from which some fair run stays in the region, and every state of which has such a run within the
/// result: whoever goes on in it as far as possible ends in a component that is fair.
pub fn hull(space: &mut Space<'_>, machine: &Machine, region: &Set) -> Limited<Set> {
    let mut set = region.clone();
    for round in 1.. {
        let before = set.clone();
        for justice in &machine.justice {
            let goal = set.and(justice)?;
            set = until(space, machine, &set, &goal)?;
        }
        for (asked, granted) in &machine.compassion {
            let goal = set.and(granted)?;
            let granted = until(space, machine, &set, &goal)?;
            set = set.and(&asked.not()?)?.or(&granted)?;
        }
        // Who cannot go on within it is on no run within it.
        loop {
            let stays = machine.preimage(space, &set)?.and(&set)?;
            if stays == set {
                break;
            }
            set = stays;
            space.pulse("runs that stay", round, &set)?;
        }
        space.pulse("fair runs", round, &set)?;
        if set == before {
            break;
        }
    }
    Ok(set)
}

/// States from which some fair run stays in a region for ever: EG.
pub fn forever(space: &mut Space<'_>, machine: &Machine, region: &Set) -> Limited<Set> {
    let hull = hull(space, machine, region)?;
    until(space, machine, region, &hull)
}

/// A fair run from a state that stays in a region: its states, and where its loop begins. The state must have one.
pub fn lasso(
    space: &mut Space<'_>,
    machine: &Machine,
    start: &Point,
    region: &Set,
) -> Limited<(Vec<Point>, usize)> {
    let hull = hull(space, machine, region)?;
    let from = machine.point(space, start)?;
    let mut run = walk(space, machine, &from, &hull, region)?;
    // On to where there is no way out: from there, whatever is reached leads back.
    let component = loop {
        let here = machine.point(space, &run[run.len() - 1])?;
        let ahead = along(space, machine, &here, &hull)?;
        let behind = until(space, machine, &hull, &here)?;
        let beyond = ahead.and(&behind.not()?)?;
        if !beyond.satisfiable() {
            break ahead;
        }
        let on = walk(space, machine, &here, &beyond, &hull)?;
        run.extend(on.into_iter().skip(1));
    };
    let start = run.len() - 1;
    let mut goals: Vec<Set> = machine.justice.clone();
    for (asked, granted) in &machine.compassion {
        if component.and(asked)?.satisfiable() {
            goals.push(granted.clone());
        }
    }
    for goal in goals {
        let meets =
            |state: &Point| -> Limited<bool> { Ok(machine.point(space, state)?.and(&goal)?.satisfiable()) };
        let met = run[start..].iter().map(meets).collect::<Limited<Vec<bool>>>()?;
        if met.contains(&true) {
            continue;
        }
        let here = machine.point(space, &run[run.len() - 1])?;
        let on = walk(space, machine, &here, &component.and(&goal)?, &component)?;
        run.extend(on.into_iter().skip(1));
    }
    // And back to where the loop began, by one step at least.
    let here = machine.point(space, &run[run.len() - 1])?;
    let after = machine.image(space, &here)?.and(&component)?;
    let home = machine.point(space, &run[start])?;
    if !after.and(&home)?.satisfiable() {
        let back = walk(space, machine, &after, &home, &component)?;
        run.extend(back);
        run.pop();
    }
    Ok((run, start))
}

/// States that can be reached from some within a region.
fn along(space: &mut Space<'_>, machine: &Machine, from: &Set, region: &Set) -> Limited<Set> {
    let mut all = from.clone();
    let mut frontier = from.clone();
    let mut round = 0;
    while frontier.satisfiable() {
        round += 1;
        frontier = machine.image(space, &frontier)?.and(region)?.and(&all.not()?)?;
        all = all.or(&frontier)?;
        space.pulse("a component", round, &all)?;
    }
    Ok(all)
}

/// A shortest run from one set to another along a region; the first state is of the first set.
pub fn walk(
    space: &mut Space<'_>,
    machine: &Machine,
    from: &Set,
    to: &Set,
    region: &Set,
) -> Limited<Vec<Point>> {
    match meet(space, machine, from, to, &region.or(to)?, usize::MAX)? {
        ShortestRun::Path(run) => Ok(run),
        ShortestRun::Never => Err(Stopped::Lost),
    }
}
