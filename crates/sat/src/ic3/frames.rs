//! The frames of IC3 in one solver: the clauses of each hang on an assumption.

use super::StateCube;
use crate::solver::{Literal, StopSign, Stopped};
use crate::unroll::Unrolling;
use sym::{Assignment, Bit, Circuit, Lit, SymbolicModel};

/// Clauses that were needed for one question alone, before the solver is made anew without them.
const MAX_LITTER: usize = 3000;

/// Whether a clause holds after every step from a frame.
pub enum Induced {
    /// It does; these values of the cube are enough for that.
    Blocked(StateCube),
    /// There is a step into the cube.
    Step { before: Assignment, after: Assignment },
}

pub struct Frames<'a> {
    model: &'a SymbolicModel,
    circuit: &'a Circuit,
    step: Lit,
    stop: StopSign,
    unrolling: Unrolling<'a>,
    /// Frame `i` has the cubes of all from `i` on as its clauses. The first has the beginnings instead.
    cubes: Vec<Vec<StateCube>>,
    /// The clauses of a frame hold under this assumption.
    active: Vec<Literal>,
    /// There is a step under this one.
    moves: Literal,
    litter: usize,
    earlier_calls: u64,
}

impl<'a> Frames<'a> {
    /// The beginnings alone.
    pub fn new(model: &'a SymbolicModel, circuit: &'a Circuit, step: Lit, stop: &StopSign) -> Frames<'a> {
        let mut unrolling = Unrolling::new(circuit, model.bits(), stop);
        let moves = unrolling.sat.fresh();
        let (cubes, active, stop) = (vec![Vec::new()], Vec::new(), stop.clone());
        let mut frames = Frames {
            model,
            circuit,
            step,
            stop,
            unrolling,
            cubes,
            active,
            moves,
            litter: 0,
            earlier_calls: 0,
        };
        frames.set_up();
        frames
    }

    /// Tells the solver everything that is known.
    fn set_up(&mut self) {
        self.earlier_calls += self.unrolling.sat.calls();
        self.unrolling = Unrolling::new(self.circuit, self.model.bits(), &self.stop);
        self.litter = 0;
        self.moves = self.unrolling.sat.fresh();
        let step = self.unrolling.lit(0, self.step);
        self.unrolling.sat.add(&[!self.moves, step]);
        self.unrolling.assert(0, &self.model.invar);
        self.active = (0..self.cubes.len()).map(|_| self.unrolling.sat.fresh()).collect();
        for &lit in &self.model.init {
            let literal = self.unrolling.lit(0, lit);
            self.unrolling.sat.add(&[!self.active[0], literal]);
        }
        for level in 1..self.cubes.len() {
            for number in 0..self.cubes[level].len() {
                let cube = self.cubes[level][number].clone();
                self.tell(level, &cube);
            }
        }
    }

    fn tell(&mut self, level: usize, cube: &[(Bit, bool)]) {
        let mut clause = self.literals(0, cube, true);
        clause.push(!self.active[level]);
        self.unrolling.sat.add(&clause);
    }

    fn literals(&mut self, time: usize, cube: &[(Bit, bool)], negated: bool) -> Vec<Literal> {
        cube.iter().map(|&(bit, value)| self.unrolling.bit(time, bit).flip(value == negated)).collect()
    }

    /// One frame more, of which nothing is known.
    pub fn open(&mut self) {
        self.cubes.push(Vec::new());
        let active = self.unrolling.sat.fresh();
        self.active.push(active);
    }

    /// A bad state in the last frame.
    pub fn bad_state(&mut self, bad: Lit) -> Result<Option<Assignment>, Stopped> {
        let last = self.active[self.active.len() - 1];
        let bad = self.unrolling.lit(0, bad);
        Ok(self.unrolling.sat.solve(&[last, bad])?.then(|| self.unrolling.state(0)))
    }

    /// A clause of the frame has it already.
    pub fn is_blocked(&self, level: usize, cube: &StateCube) -> bool {
        self.cubes[level..].iter().flatten().any(|known| contains(cube, known))
    }

    /// Whether a step leads into the cube, from a state of the frame that is not in the cube itself.
    pub fn induce(&mut self, level: usize, cube: &StateCube) -> Result<Induced, Stopped> {
        let own = self.unrolling.sat.fresh();
        let mut clause = self.literals(0, cube, true);
        clause.push(!own);
        self.unrolling.sat.add(&clause);
        let result = self.enter(level, cube, Some(own));
        self.unrolling.sat.add(&[!own]);
        self.litter += 1;
        if self.litter > MAX_LITTER {
            self.set_up();
        }
        result
    }

    fn enter(&mut self, level: usize, cube: &StateCube, own: Option<Literal>) -> Result<Induced, Stopped> {
        let after = self.literals(1, cube, false);
        let mut assumed: Vec<Literal> = self.active[level..].iter().copied().chain(own).collect();
        assumed.push(self.moves);
        assumed.extend(&after);
        if self.unrolling.sat.solve(&assumed)? {
            return Ok(Induced::Step { before: self.unrolling.state(0), after: self.unrolling.state(1) });
        }
        let needed = cube.iter().zip(&after).filter(|(_, literal)| self.unrolling.sat.is_needed(**literal));
        Ok(Induced::Blocked(needed.map(|(value, _)| *value).collect()))
    }

    /// A step from one cube into another, whatever frames say.
    pub fn step_between(
        &mut self,
        from: &StateCube,
        to: &StateCube,
    ) -> Result<Option<(Assignment, Assignment)>, Stopped> {
        let mut assumed = self.literals(0, from, false);
        assumed.extend(self.literals(1, to, false));
        assumed.push(self.moves);
        let is_one = self.unrolling.sat.solve(&assumed)?;
        Ok(is_one.then(|| (self.unrolling.state(0), self.unrolling.state(1))))
    }

    /// Blocks a cube in a frame and those before it.
    pub fn add(&mut self, level: usize, cube: StateCube) {
        for cubes in &mut self.cubes[1..=level] {
            cubes.retain(|known| !contains(known, &cube));
        }
        self.tell(level, &cube);
        self.cubes[level].push(cube);
    }

    /// Moves every clause to the frame after, if it holds after every step. The number of a frame that then has all
    /// clauses of the one before.
    pub fn propagate(&mut self) -> Result<Option<usize>, Stopped> {
        let last = self.cubes.len() - 1;
        for level in 1..last {
            for cube in self.cubes[level].clone() {
                if !self.cubes[level].contains(&cube) {
                    continue;
                }
                if let Induced::Blocked(core) = self.enter(level, &cube, None)? {
                    // A part of the clause is enough for the step; whether it holds at the beginning is not known.
                    debug_assert!(contains(&cube, &core));
                    self.add(level + 1, cube);
                }
            }
            if self.cubes[level].is_empty() {
                return Ok(Some(level + 1));
            }
        }
        // The last frame itself may be closed already.
        let mut closed = true;
        for cube in self.cubes[last].clone() {
            closed = closed && matches!(self.enter(last, &cube, None)?, Induced::Blocked(_));
        }
        Ok(closed.then_some(last))
    }

    /// The clauses of a frame, as cubes that are blocked.
    pub fn from(&self, level: usize) -> Vec<StateCube> {
        self.cubes[level..].iter().flatten().cloned().collect()
    }

    pub fn clauses(&self) -> usize {
        self.cubes.iter().map(Vec::len).sum()
    }

    pub fn calls(&self) -> u64 {
        self.earlier_calls + self.unrolling.sat.calls()
    }
}

/// All values of the second are among those of the first; both are in order.
fn contains(cube: &[(Bit, bool)], part: &[(Bit, bool)]) -> bool {
    let mut rest = cube.iter();
    part.iter().all(|value| rest.any(|other| other == value))
}
