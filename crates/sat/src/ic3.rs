//! Proofs step by step: IC3 (Bradley 2011) in the form of property directed reachability (Eén and others 2011).
//!
//! A frame is a set of states that has all that can be reached by so many steps, as clauses; each frame has the
//! clauses of those after it. What is bad, or leads there, is a *cube*, and is blocked by a clause that follows from
//! the frame before by one step, made as short as that allows. When a frame has the clauses of the one after it, no
//! step leads out of it: an inductive invariant.

mod frames;
mod lifting;

use crate::paths::Reached;
use crate::solver::Stopped;
use crate::unroll::Unrolling;
use crate::{SatProgress, SatTask};
use frames::{Frames, Induced};
use lifting::Lifting;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use sym::{Assignment, Bit, Circuit, Lit, SymbolicModel, Trace, VariableKind};

/// Values of some bits, each once and in order: the states that have them. Its negation is a clause.
pub type StateCube = Vec<(Bit, bool)>;

/// A cube all of whose states lead to a bad one, by these steps at most.
struct Obligation {
    cube: StateCube,
    /// The obligation that a step leads to; a bad state if there is none.
    after: Option<usize>,
}

/// What leads to bad states, and in which frame it has to be blocked: the lowest first.
#[derive(Default)]
struct Obligations {
    all: Vec<Obligation>,
    queue: BinaryHeap<Reverse<(usize, usize)>>,
}

impl Obligations {
    fn push(&mut self, level: usize, cube: StateCube, after: Option<usize>) -> usize {
        self.all.push(Obligation { cube, after });
        self.queue.push(Reverse((level, self.all.len() - 1)));
        self.all.len() - 1
    }
}

/// What IC3 knows in the end, and the clauses that show it if nothing bad can be reached.
pub struct Proved {
    pub reached: Reached,
    pub clauses: Vec<StateCube>,
}

/// Looks for a path to a bad state or for an inductive invariant without any.
///
/// # Errors
/// If it was stopped.
pub fn search(model: &SymbolicModel, bad: Lit, asked: &mut SatTask<'_>) -> Result<Proved, Stopped> {
    let mut circuit = model.circuit.clone();
    let after = circuit.after(&model.invar);
    let stays = circuit.all(&model.invar);
    let parts: Vec<Lit> = model.trans.iter().chain(&after).copied().chain([stays]).collect();
    let step = circuit.all(&parts);
    let bad_here = circuit.and(stays, bad);
    let functions = Functions { step, bad: bad_here };
    Ic3::new(model, &circuit, functions, asked).run(asked)
}

/// What the engine asks for again and again.
#[derive(Clone, Copy)]
struct Functions {
    /// There is a step between the states before and after.
    step: Lit,
    /// The state before is one, and bad.
    bad: Lit,
}

struct Ic3<'a> {
    model: &'a SymbolicModel,
    bits: Vec<Bit>,
    functions: Functions,
    frames: Frames<'a>,
    lifting: Lifting<'a>,
    /// The states in which runs begin.
    begins: Unrolling<'a>,
}

impl<'a> Ic3<'a> {
    fn new(
        model: &'a SymbolicModel,
        circuit: &'a Circuit,
        functions: Functions,
        asked: &SatTask<'_>,
    ) -> Ic3<'a> {
        let mut begins = Unrolling::new(circuit, model.bits(), &asked.stop);
        begins.assert(0, &model.init);
        begins.assert(0, &model.invar);
        Ic3 {
            bits: model.bits_of(VariableKind::State),
            functions,
            frames: Frames::new(model, circuit, functions.step, &asked.stop),
            lifting: Lifting::new(model, circuit, &asked.stop),
            begins,
            model,
        }
    }

    fn run(&mut self, asked: &mut SatTask<'_>) -> Result<Proved, Stopped> {
        let unproved = |reached| Proved { reached, clauses: Vec::new() };
        let bad = self.begins.lit(0, self.functions.bad);
        if self.begins.sat.solve(&[bad])? {
            let trace = Trace { states: vec![self.begins.state(0)], loop_from: None };
            return Ok(unproved(Reached::By(trace)));
        }
        for last in 1.. {
            if asked.bound.is_some_and(|bound| last > bound) {
                return Ok(unproved(Reached::NotBefore(last)));
            }
            self.frames.open();
            if let Some(trace) = self.block_bad(last)? {
                return Ok(unproved(Reached::By(trace)));
            }
            let closed = self.frames.propagate()?;
            asked.figures.calls = self.calls();
            asked.figures.depth = last;
            asked.figures.clauses = self.frames.clauses();
            (asked.tell)(&SatProgress { depth: last, clauses: self.frames.clauses(), calls: self.calls() });
            if let Some(closed) = closed {
                return Ok(Proved { reached: Reached::Never, clauses: self.frames.from(closed) });
            }
        }
        unreachable!("the numbers of frames have no end");
    }

    fn calls(&self) -> u64 {
        self.frames.calls() + self.lifting.calls() + self.begins.sat.calls()
    }

    /// Blocks all bad states in the last frame, or finds a path to one.
    fn block_bad(&mut self, last: usize) -> Result<Option<Trace>, Stopped> {
        while let Some(state) = self.frames.bad_state(self.functions.bad)? {
            let cube = self.lifting.bad(self.functions.bad, &self.cube_of(&state))?;
            let mut obligations = Obligations::default();
            let first = obligations.push(last, cube, None);
            if let Some(found) = self.block(&mut obligations, first, last)? {
                return Ok(Some(self.path(&obligations, found)?));
            }
        }
        Ok(None)
    }

    /// Meets all obligations, or gives the one in which a run begins.
    fn block(
        &mut self,
        obligations: &mut Obligations,
        first: usize,
        last: usize,
    ) -> Result<Option<usize>, Stopped> {
        if self.begin_in(&obligations.all[first].cube)?.is_some() {
            return Ok(Some(first));
        }
        while let Some(Reverse((level, number))) = obligations.queue.pop() {
            let cube = obligations.all[number].cube.clone();
            if self.frames.is_blocked(level, &cube) {
                if level < last {
                    obligations.queue.push(Reverse((level + 1, number)));
                }
                continue;
            }
            match self.frames.induce(level - 1, &cube)? {
                Induced::Step { before, after } => {
                    let lifted = self.lifting.step(self.functions.step, &before, &after)?;
                    let begins = self.begin_in(&lifted)?.is_some();
                    let earlier = obligations.push(level - 1, lifted, Some(number));
                    if begins {
                        return Ok(Some(earlier));
                    }
                    obligations.queue.push(Reverse((level, number)));
                }
                Induced::Blocked(core) => {
                    let core = self.away_from_beginnings(core, &cube)?;
                    let short = self.shorten(level, core)?;
                    let high = self.raise(level, last, &short)?;
                    self.frames.add(high, short);
                    if high < last {
                        obligations.queue.push(Reverse((high + 1, number)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Leaves out values as long as the clause still follows from the frame before.
    fn shorten(&mut self, level: usize, cube: StateCube) -> Result<StateCube, Stopped> {
        let mut cube = cube;
        let mut tried = 0;
        while tried < cube.len() && cube.len() > 1 {
            let mut shorter = cube.clone();
            shorter.remove(tried);
            if self.begin_in(&shorter)?.is_some() {
                tried += 1;
                continue;
            }
            match self.frames.induce(level - 1, &shorter)? {
                Induced::Blocked(core) => cube = self.away_from_beginnings(core, &shorter)?,
                Induced::Step { .. } => tried += 1,
            }
        }
        Ok(cube)
    }

    /// The highest frame in which the clause holds, as far as one step tells.
    fn raise(&mut self, level: usize, last: usize, cube: &StateCube) -> Result<usize, Stopped> {
        let mut high = level;
        while high < last && matches!(self.frames.induce(high, cube)?, Induced::Blocked(_)) {
            high += 1;
        }
        Ok(high)
    }

    /// A state of the cube in which runs begin.
    fn begin_in(&mut self, cube: &[(Bit, bool)]) -> Result<Option<Assignment>, Stopped> {
        let assumed: Vec<_> = cube.iter().map(|&(bit, value)| self.begins.bit(0, bit).flip(!value)).collect();
        Ok(self.begins.sat.solve(&assumed)?.then(|| self.begins.state(0)))
    }

    /// The part of a cube, with more of its values where it would have states in which runs begin. The whole has none.
    fn away_from_beginnings(&mut self, part: StateCube, whole: &StateCube) -> Result<StateCube, Stopped> {
        let mut part = part;
        while let Some(state) = self.begin_in(&part)? {
            match whole.iter().find(|(bit, value)| state.get(*bit) != *value) {
                Some(&more) => {
                    part.push(more);
                    part.sort_unstable();
                }
                None => return Ok(whole.clone()),
            }
        }
        Ok(part)
    }

    fn cube_of(&self, state: &Assignment) -> StateCube {
        self.bits.iter().map(|&bit| (bit, state.get(bit))).collect()
    }

    /// A path from a beginning along the obligations to a bad state.
    fn path(&mut self, obligations: &Obligations, first: usize) -> Result<Trace, Stopped> {
        let mut states: Vec<Assignment> = Vec::new();
        let mut at = self.begin_in(&obligations.all[first].cube)?;
        let mut number = first;
        while let Some(state) = at.take() {
            let Some(after) = obligations.all[number].after else {
                states.push(state);
                break;
            };
            number = after;
            let from = self.cube_of(&state);
            let step = self.frames.step_between(&from, &obligations.all[number].cube)?;
            if let Some((before, after)) = step {
                states.push(before);
                at = Some(after);
            }
        }
        debug_assert!(states.iter().all(|state| state.len() == self.model.bits()));
        Ok(Trace { states, loop_from: None })
    }
}
