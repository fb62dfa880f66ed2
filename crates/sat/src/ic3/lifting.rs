//! More states than the one that was found: those that lead the same way, whatever else their bits are.

use super::StateCube;
use crate::solver::{Literal, StopSign, Stopped};
use crate::unroll::Unrolling;
use sym::{Assignment, Bit, Circuit, Lit, SymbolicModel, VariableKind};

/// A solver that knows what functions are made of, and nothing of what holds. A full state decides each function; the
/// values that were needed for that decide it, too.
pub struct Lifting<'a> {
    unrolling: Unrolling<'a>,
    states: Vec<Bit>,
    inputs: Vec<Bit>,
}

impl<'a> Lifting<'a> {
    pub fn new(model: &SymbolicModel, circuit: &'a Circuit, stop: &StopSign) -> Lifting<'a> {
        let unrolling = Unrolling::new(circuit, model.bits(), stop);
        let (states, inputs) = (model.bits_of(VariableKind::State), model.bits_of(VariableKind::Input));
        Lifting { unrolling, states, inputs }
    }

    /// Values of a bad state with which every state is bad.
    pub fn bad(&mut self, bad: Lit, cube: &StateCube) -> Result<StateCube, Stopped> {
        let is_bad = self.unrolling.lit(0, bad);
        self.needed(&[!is_bad], cube)
    }

    /// Values of the state before a step with which the same input leads every state to the same state after it.
    pub fn step(&mut self, step: Lit, before: &Assignment, after: &Assignment) -> Result<StateCube, Stopped> {
        let steps = self.unrolling.lit(0, step);
        let mut assumed = vec![!steps];
        for &bit in &self.inputs {
            assumed.push(self.unrolling.bit(0, bit).flip(!before.get(bit)));
        }
        for &bit in &self.states {
            assumed.push(self.unrolling.bit(1, bit).flip(!after.get(bit)));
        }
        let cube: StateCube = self.states.iter().map(|&bit| (bit, before.get(bit))).collect();
        self.needed(&assumed, &cube)
    }

    /// The values of the cube that contradict the assumptions; all of them together do.
    fn needed(&mut self, assumed: &[Literal], cube: &StateCube) -> Result<StateCube, Stopped> {
        let own: Vec<Literal> =
            cube.iter().map(|&(bit, value)| self.unrolling.bit(0, bit).flip(!value)).collect();
        let all: Vec<Literal> = assumed.iter().chain(&own).copied().collect();
        if self.unrolling.sat.solve(&all)? {
            debug_assert!(false, "a state decides every function of it");
            return Ok(cube.clone());
        }
        let needed = cube.iter().zip(&own).filter(|(_, literal)| self.unrolling.sat.is_needed(**literal));
        Ok(needed.map(|(value, _)| *value).collect())
    }

    pub fn calls(&self) -> u64 {
        self.unrolling.sat.calls()
    }
}
