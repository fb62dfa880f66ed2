//! A symbolic model as a system that can be moved about its states one by one, for models that are small enough.
//!
//! Runs have many beginnings, a system has one: it stands before them all, and its first step chooses. What holds there
//! is of no interest to anybody. A state without a successor, which no infinite run goes through, ends a run here; the
//! last proposition tells it.

use crate::circuit::Lit;
use crate::evaluate::Evaluator;
use crate::model::SymbolicModel;
use crate::solve::{Solver, TooMany};
use crate::value::Assignment;
use base::FastMap;
use lts::{Atoms, Cause, Choice, Choices, CompId, Gap, Mark, Outcome, Pool, Status, System};
use std::sync::Arc;

/// Successors of one state that are kept apart; more are not explored one by one.
const MAX_SUCCESSORS: usize = 1 << 20;

pub struct Explicit {
    model: Arc<SymbolicModel>,
    propositions: Arc<[Lit]>,
    evaluator: Evaluator,
    begins: Arc<Solver>,
    steps: Arc<Solver>,
    /// Where it stands; nothing before the first step.
    at: Option<Assignment>,
    marks: Vec<Option<Assignment>>,
    /// States that steps lead to, by the state before: choices are asked for, and then taken one by one.
    known: FastMap<Option<Assignment>, Arc<[(Assignment, Assignment)]>>,
}

/// States whose successors are kept at hand.
const KEPT: usize = 1 << 12;

impl Explicit {
    /// The propositions are these functions, and behind them one for the states that have no successor.
    pub fn new(model: Arc<SymbolicModel>, propositions: &[Lit]) -> Explicit {
        let (begins, steps) = (Arc::new(Solver::beginnings(&model)), Arc::new(Solver::steps(&model)));
        Explicit::with(model, propositions.into(), begins, steps)
    }

    fn with(
        model: Arc<SymbolicModel>,
        propositions: Arc<[Lit]>,
        begins: Arc<Solver>,
        steps: Arc<Solver>,
    ) -> Explicit {
        let evaluator = Evaluator::new(&model.circuit, &propositions);
        let (at, marks, known) = (None, Vec::new(), FastMap::default());
        Explicit { model, propositions, evaluator, begins, steps, at, marks, known }
    }

    /// Where it stands; nothing before the first step.
    pub fn state(&self) -> Option<&Assignment> {
        self.at.as_ref()
    }

    /// The states that a step leads to from here, each with the inputs that lead there.
    ///
    /// # Errors
    /// If there are too many.
    pub fn successors(&mut self) -> Result<Arc<[(Assignment, Assignment)]>, TooMany> {
        if let Some(known) = self.known.get(&self.at) {
            return Ok(known.clone());
        }
        let found: Arc<[_]> = match &self.at {
            Some(state) => self.steps.solve(state, MAX_SUCCESSORS)?,
            None => self.begins.solve(&Assignment::zero(self.model.bits()), MAX_SUCCESSORS)?,
        }
        .into();
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(self.at.clone(), found.clone());
        Ok(found)
    }

    fn words(&self) -> Vec<u32> {
        let Some(state) = &self.at else { return Vec::new() };
        let mut words = vec![0u32; state.len() / 32 + 1];
        (0..state.len()).for_each(|bit| {
            words[bit / 32] |= u32::from(state.get(crate::circuit::Bit(bit as u32))) << (bit % 32);
        });
        words
    }
}

fn too_many() -> Gap {
    let what =
        format!("more than {MAX_SUCCESSORS} states after one, explored one by one (--engine bdd has sets)");
    Gap { cause: Cause::Unsupported, what, place: "the transition relation".to_string() }
}

impl System for Explicit {
    fn start(&mut self) {
        self.at = None;
        self.marks.clear();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        *out = Choices::default();
        // What cannot be listed is one choice, whose step says so.
        let count = self.successors().map_or(1, |found| found.len());
        out.list.extend((0..count as u32).map(|value| Choice { actor: 0, value }));
        if out.list.is_empty() { Status::Done } else { Status::Live }
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        match self.successors() {
            Ok(found) => {
                self.at = Some(found[choice.value as usize].0.clone());
                Outcome::Next
            }
            Err(TooMany) => Outcome::Unknown(too_many()),
        }
    }

    fn mark(&mut self) -> Mark {
        self.marks.push(self.at.clone());
        Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: Mark) {
        self.at = self.marks[to.0 as usize].clone();
        self.marks.truncate(to.0 as usize + 1);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        out.push(pool.intern(0, &self.words()));
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let mut words = Vec::new();
        state.first().map(|&component| pool.words(component, &mut words));
        self.marks.clear();
        self.at = (!words.is_empty()).then(|| {
            let mut at = Assignment::zero(self.model.bits());
            (0..at.len()).for_each(|bit| {
                at.set(crate::circuit::Bit(bit as u32), words[bit / 32] >> (bit % 32) & 1 == 1);
            });
            at
        });
        Ok(())
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        let (begins, steps) = (self.begins.clone(), self.steps.clone());
        Some(Box::new(Explicit::with(self.model.clone(), self.propositions.clone(), begins, steps)))
    }

    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Some(self)
    }
}

impl Atoms for Explicit {
    fn count(&self) -> u32 {
        self.propositions.len() as u32 + 1
    }

    fn holds(&mut self, atom: u32) -> bool {
        let Some(state) = &self.at else { return false };
        match self.propositions.get(atom as usize) {
            Some(&lit) => {
                self.evaluator.look(state, state);
                self.evaluator.holds(lit)
            }
            None => self.successors().is_ok_and(|found| found.is_empty()),
        }
    }
}
