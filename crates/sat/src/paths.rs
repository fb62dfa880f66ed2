//! States that can be reached, by paths of growing length: bounded checking, and induction over several steps (Sheeran,
//! Singh, Stålmarck 2000; Eén and Sörensson 2003).

use crate::solver::{Literal, StopSign, Stopped};
use crate::unroll::Unrolling;
use crate::{SatProgress, SatTask};
use sym::{Bit, Lit, SymbolicModel, Trace, VariableKind};

/// What is known of the states that must not be reached.
pub enum Reached {
    /// None can be.
    Never,
    /// One is the last of this path.
    By(Trace),
    /// None by fewer steps than these.
    NotBefore(usize),
}

/// The path that grows: states and steps of a model, from its beginnings or from anywhere.
pub struct Path<'a> {
    pub unrolling: Unrolling<'a>,
    model: &'a SymbolicModel,
    states: usize,
}

impl<'a> Path<'a> {
    /// One state, in which runs begin.
    pub fn from_beginnings(model: &'a SymbolicModel, stop: &StopSign) -> Path<'a> {
        let mut path = Path::from_anywhere(model, stop);
        path.unrolling.assert(0, &model.init);
        path
    }

    /// One state.
    pub fn from_anywhere(model: &'a SymbolicModel, stop: &StopSign) -> Path<'a> {
        let mut unrolling = Unrolling::new(&model.circuit, model.bits(), stop);
        unrolling.assert(0, &model.invar);
        Path { unrolling, model, states: 1 }
    }

    /// One step more.
    pub fn grow(&mut self) {
        self.unrolling.assert(self.states - 1, &self.model.trans);
        self.unrolling.assert(self.states, &self.model.invar);
        self.states += 1;
    }

    /// The states of the last answer that was yes, as many as these.
    pub fn states(&self, count: usize) -> Trace {
        Trace { states: (0..count).map(|time| self.unrolling.state(time)).collect(), loop_from: None }
    }
}

/// Looks for a path to a bad state, one step longer each time. With `induction` it also asks whether a path of that
/// length without bad states could lead to one from anywhere at all: if not, none can be reached.
///
/// # Errors
/// If it was stopped.
pub fn search(
    model: &SymbolicModel,
    bad: Lit,
    induction: bool,
    asked: &mut SatTask<'_>,
) -> Result<Reached, Stopped> {
    let mut base = Path::from_beginnings(model, &asked.stop);
    let mut step = induction.then(|| Induction::new(model, bad, &asked.stop));
    for length in 0.. {
        if asked.bound.is_some_and(|bound| length > bound) {
            return Ok(Reached::NotBefore(length));
        }
        if length > 0 {
            base.grow();
        }
        let is_bad = base.unrolling.lit(length, bad);
        if base.unrolling.sat.solve(&[is_bad])? {
            return Ok(Reached::By(base.states(length + 1)));
        }
        base.unrolling.sat.add(&[!is_bad]);
        // No path is so long: everything that can be reached has been looked at.
        let mut is_over = !base.unrolling.sat.solve(&[])?;
        if let Some(step) = &mut step {
            is_over = is_over || step.proves()?;
        }
        let step_calls = step.as_ref().map_or(0, |step| step.path.unrolling.sat.calls());
        asked.figures.calls = base.unrolling.sat.calls() + step_calls;
        asked.figures.depth = length;
        (asked.tell)(&SatProgress { depth: length, clauses: 0, calls: asked.figures.calls });
        if is_over {
            return Ok(Reached::Never);
        }
    }
    unreachable!("the lengths of paths have no end");
}

/// The step of an induction: a path from anywhere whose states are all different, and bad in the last one alone. That
/// they are different is asked for where they were not: most pairs never are equal.
struct Induction<'a> {
    path: Path<'a>,
    bits: Vec<Bit>,
    bad: Lit,
}

impl<'a> Induction<'a> {
    fn new(model: &'a SymbolicModel, bad: Lit, stop: &StopSign) -> Induction<'a> {
        let bits = model.bits_of(VariableKind::State);
        Induction { path: Path::from_anywhere(model, stop), bits, bad }
    }

    /// True if no such path leads to a bad state; otherwise the path is a step longer afterwards.
    fn proves(&mut self) -> Result<bool, Stopped> {
        let last = self.path.states - 1;
        let is_bad = self.path.unrolling.lit(last, self.bad);
        while self.path.unrolling.sat.solve(&[is_bad])? {
            let states: Vec<_> = (0..=last).map(|time| self.path.unrolling.state(time)).collect();
            let equal =
                |i: usize, j: usize| self.bits.iter().all(|&bit| states[i].get(bit) == states[j].get(bit));
            let pairs = (0..=last).flat_map(|j| (0..j).map(move |i| (i, j)));
            let repeated: Vec<_> = pairs.filter(|&(i, j)| equal(i, j)).collect();
            if repeated.is_empty() {
                self.path.unrolling.sat.add(&[!is_bad]);
                self.path.grow();
                return Ok(false);
            }
            repeated.into_iter().for_each(|(i, j)| self.tell_apart(i, j));
        }
        Ok(true)
    }

    fn tell_apart(&mut self, i: usize, j: usize) {
        let unrolling = &mut self.path.unrolling;
        let differences: Vec<Literal> = self
            .bits
            .iter()
            .map(|&bit| {
                let (a, b) = (unrolling.bit(i, bit), unrolling.bit(j, bit));
                unrolling.differ(a, b)
            })
            .collect();
        unrolling.sat.add(&differences);
    }
}
