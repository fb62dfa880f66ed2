//! One run, chosen at random.

use crate::front::PromelaFront;
use crate::machine::{Machine, Watch};
use crate::syntax::Op;
use crate::system::{Model, Questions};
use crate::trail::Trail;
use lts::{Choices, Finding, Gap, Outcome, Status, System};
use std::sync::Arc;

/// How a simulation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SimulationEnd {
    /// All processes are where they may end.
    Done,
    Found(Finding),
    Unknown(Gap),
    /// As many steps were taken as were allowed.
    Limit,
    /// There is no time left.
    Late,
}

/// A run of a model. What it prints goes to `out`.
pub struct Simulation<'a> {
    pub seed: u64,
    pub steps: u64,
    pub out: &'a mut dyn FnMut(&str),
    pub has_time: &'a dyn Fn() -> bool,
}

impl Simulation<'_> {
    pub fn run(&mut self, front: &PromelaFront) -> SimulationEnd {
        let mut model = Model::new(front.program(), Arc::new(Questions::default()), Trail::default());
        model.start();
        let mut choices = Choices::default();
        for _ in 0..self.steps {
            if !(self.has_time)() {
                return SimulationEnd::Late;
            }
            match model.choices(&mut choices) {
                Status::Done => return SimulationEnd::Done,
                Status::Stuck(finding) => return SimulationEnd::Found(finding),
                Status::Live | Status::Flawed(_) => {}
            }
            let choice = choices.list[(self.next() % choices.list.len() as u64) as usize];
            let outcome = model.step_watched(choice, &mut Printer { out: self.out });
            match outcome {
                Outcome::Violated(finding) => return SimulationEnd::Found(finding),
                Outcome::Unknown(gap) => return SimulationEnd::Unknown(gap),
                Outcome::Next | Outcome::Pruned | Outcome::Finished => {}
            }
            model.forget_way_back();
        }
        SimulationEnd::Limit
    }

    /// Another number, by the generator of Steele, Lea and Flood (splitmix64).
    fn next(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(base::SPREAD);
        base::mixed(self.seed)
    }
}

struct Printer<'a> {
    out: &'a mut dyn FnMut(&str),
}

impl Watch for Printer<'_> {
    fn about_to(&mut self, machine: &Machine, pid: usize, statement: usize, _: Option<(usize, usize)>) {
        let process = &machine.program.processes[machine.proctype(pid)];
        if let Op::Print { format, arguments } = &process.automat.statements[statement].op {
            (self.out)(&machine.printed(format, arguments, pid));
        }
    }
}
