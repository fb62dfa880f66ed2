//! Which states can be reached, and how.

use crate::machine::Machine;
use crate::space::{Limited, Set, Space, Stopped};
use oxidd::{BooleanFunction, Function, Subst, VarNo};

/// Rounds after which one step at a time is too slow, and the relation is put together with itself.
const PATIENCE: u64 = 200;
/// Nodes up to which the relation is put together with itself.
const MAX_SQUARE: usize = 300_000;
/// Longer runs are not told.
const MAX_RUN: usize = 20_000;

pub type Point = Vec<bool>;

pub enum ShortestRun {
    Never,
    /// The states of a shortest run from the one to the other.
    Path(Vec<Point>),
}

/// What is gone on with from one side.
struct Side {
    all: Set,
    rings: Vec<Set>,
}

impl Side {
    fn new(start: &Set) -> Side {
        Side { all: start.clone(), rings: vec![start.clone()] }
    }

    fn last(&self) -> &Set {
        &self.rings[self.rings.len() - 1]
    }
}

/// The states that can be reached from some, these included. `squares` counts how often the relation was put together
/// with itself.
pub fn forwards(space: &mut Space<'_>, machine: &Machine, squaring: bool, squares: &mut u64) -> Limited<Set> {
    let mut all = machine.init.clone();
    let mut frontier = all.clone();
    let mut round = 0;
    while frontier.satisfiable() {
        round += 1;
        if squaring && round == PATIENCE {
            return jumps(space, machine, all, squares);
        }
        frontier = machine.image(space, &frontier)?.and(&all.not()?)?;
        all = all.or(&frontier)?;
        space.pulse("reachable states", round, &all)?;
    }
    Ok(all)
}

/// The same by steps that become twice as long each time, as long as the relation of such steps stays small.
fn jumps(space: &mut Space<'_>, machine: &Machine, start: Set, squares: &mut u64) -> Limited<Set> {
    let mut step = space.truth();
    for (number, part) in machine.parts.iter().enumerate() {
        step = step.and(part)?;
        space.between("the relation as a whole", number, &step)?;
    }
    step = space.and_forget(&step, &space.truth(), &space.cube(machine.inputs())?)?;
    let mut stays = space.truth();
    for (now, next) in machine.now.iter().zip(&machine.next) {
        stays = stays.and(&space.variable(*now)?.equiv(&space.variable(*next)?)?)?;
    }
    step = step.or(&stays)?;
    let between: Vec<VarNo> = machine.next.iter().map(|var| var + 1).collect();
    let variables = between.iter().map(|var| space.variable(*var)).collect::<Limited<Vec<Set>>>()?;
    let next_between = Subst::new(machine.next.clone(), variables.clone());
    let now_between = Subst::new(machine.now.clone(), variables);
    let (forget_between, forget_now) = (space.cube(&between)?, space.cube(&machine.now)?);
    let mut all = start;
    let mut grows = true;
    for round in 0.. {
        let after = space.and_forget(&all, &step, &forget_now)?;
        let more = space.rename(&after, &machine.to_now)?.or(&all)?;
        space.pulse("reachable states, by longer steps", round, &more)?;
        if more == all {
            break;
        }
        all = more;
        if grows {
            let (first, second) = (space.rename(&step, &next_between)?, space.rename(&step, &now_between)?);
            let double = space.and_forget(&first, &second, &forget_between)?;
            grows = double.node_count() <= MAX_SQUARE;
            if grows {
                step = double;
                *squares += 1;
            }
        }
    }
    Ok(all)
}

/// Looks for a run from one set to another from both sides, going on from where less is to be done.
pub fn meet(
    space: &mut Space<'_>,
    machine: &Machine,
    from: &Set,
    to: &Set,
    within: &Set,
    patience: usize,
) -> Limited<ShortestRun> {
    let (mut front, mut back) = (Side::new(from), Side::new(&to.and(within)?));
    let first = from.and(&back.all)?;
    if first.satisfiable() {
        return path(space, machine, &front, &back, &first);
    }
    for round in 1u64.. {
        if !front.last().satisfiable() || !back.last().satisfiable() {
            return Ok(ShortestRun::Never);
        }
        if front.rings.len() + back.rings.len() > patience.min(MAX_RUN) {
            return Err(Stopped::Long(front.rings.len() + back.rings.len()));
        }
        let forwards = front.last().node_count() <= back.last().node_count();
        let side = if forwards { &mut front } else { &mut back };
        let next = match forwards {
            true => machine.image(space, side.last())?,
            false => machine.preimage(space, side.last())?,
        };
        let fresh = next.and(within)?.and(&side.all.not()?)?;
        side.all = side.all.or(&fresh)?;
        side.rings.push(fresh.clone());
        space.pulse(if forwards { "forwards" } else { "backwards" }, round, &fresh)?;
        let meeting = fresh.and(if forwards { &back.all } else { &front.all })?;
        if meeting.satisfiable() {
            return path(space, machine, &front, &back, &meeting);
        }
    }
    Ok(ShortestRun::Never)
}

/// The run through a place where both sides have met.
fn path(
    space: &Space<'_>,
    machine: &Machine,
    front: &Side,
    back: &Side,
    meeting: &Set,
) -> Limited<ShortestRun> {
    let ring = |side: &Side, set: &Set| -> Limited<usize> {
        for (number, ring) in side.rings.iter().enumerate() {
            if ring.and(set)?.satisfiable() {
                return Ok(number);
            }
        }
        Ok(0)
    };
    let at = ring(front, meeting)?;
    let meeting = meeting.and(&front.rings[at])?;
    let behind = ring(back, &meeting)?;
    let Some(middle) = machine.pick(space, &meeting.and(&back.rings[behind])?) else {
        return Ok(ShortestRun::Never);
    };
    let mut run = vec![middle.clone()];
    let mut state = middle.clone();
    for ring in front.rings[..at].iter().rev() {
        let before = machine.preimage(space, &machine.point(space, &state)?)?.and(ring)?;
        let Some(next) = machine.pick(space, &before) else { break };
        state = next;
        run.push(state.clone());
    }
    run.reverse();
    let mut state = middle;
    for ring in back.rings[..behind].iter().rev() {
        let after = machine.image(space, &machine.point(space, &state)?)?.and(ring)?;
        let Some(next) = machine.pick(space, &after) else { break };
        state = next;
        run.push(state.clone());
    }
    Ok(ShortestRun::Path(run))
}
