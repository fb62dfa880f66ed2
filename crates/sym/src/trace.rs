//! Runs of a symbolic model that show something, and a judge of them that knows no engine.

use crate::circuit::Lit;
use crate::evaluate::Evaluator;
use crate::model::{Question, SymbolicModel, SymbolicSpec};
use crate::value::{Assignment, VariableKind, VariableValue};
use logic::lasso::{Lasso, holds};
use logic::{Binary, Formula, Unary};

/// States of a run in order, each with the input of the step that leaves it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Not empty.
    pub states: Vec<Assignment>,
    /// After the last state the run goes on with this one, for ever; a step leads there. Without it, the trace is the
    /// beginning of a run.
    pub loop_from: Option<usize>,
}

/// How much of what a trace claims could be seen on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// The specification fails, whatever else there is in the model.
    Whole,
    /// The run is one, but that it breaks the specification is also a matter of other runs.
    Run,
}

impl Trace {
    /// Judges a counterexample by evaluation: it begins where runs may begin, goes on by steps, closes its loop, is
    /// fair, and the specification fails on it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, model: &SymbolicModel, spec: &SymbolicSpec) -> Result<Confirmed, String> {
        self.check_run(model)?;
        let mut evaluator = Evaluator::new(&model.circuit, &spec.atoms);
        let letters: Vec<u64> =
            self.states.iter().map(|state| letter(&mut evaluator, &spec.atoms, state)).collect();
        match &spec.question {
            Question::Invariant(formula) => match letters.last() {
                Some(&last) if !formula.holds_now(last) => Ok(Confirmed::Whole),
                _ => Err("the invariant holds in the last state".to_string()),
            },
            Question::Ltl(formula) => {
                let from = self.loop_from.ok_or("the run does not go on for ever")?;
                let word = Lasso { stem: letters[..from].to_vec(), cycle: letters[from..].to_vec() };
                match holds(formula, &word) {
                    true => Err("the formula holds on the run".to_string()),
                    false => Ok(Confirmed::Whole),
                }
            }
            Question::Ctl(formula) => {
                let shown = Shown { letters: &letters, loop_from: self.loop_from };
                match shown.state(&logic::negated(formula), 0) {
                    Some(true) => Ok(Confirmed::Whole),
                    Some(false) => Err("the formula holds whatever other runs do".to_string()),
                    None => Ok(Confirmed::Run),
                }
            }
        }
    }

    /// The trace is a run of the model, or the beginning of one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check_run(&self, model: &SymbolicModel) -> Result<(), String> {
        let first = self.states.first().ok_or("a run has a first state")?;
        if self.states.iter().any(|state| state.len() != model.bits()) {
            return Err("a state has too few bits".to_string());
        }
        let mut begins = Evaluator::new(&model.circuit, &model.init);
        begins.look(first, first);
        if !model.init.iter().all(|lit| begins.holds(*lit)) {
            return Err("no run begins in the first state".to_string());
        }
        let mut stays = Evaluator::new(&model.circuit, &model.invar);
        for (number, state) in self.states.iter().enumerate() {
            stays.look(state, state);
            if !model.invar.iter().all(|lit| stays.holds(*lit)) {
                return Err(format!("state {} breaks what must always hold", number + 1));
            }
        }
        let mut moves = Evaluator::new(&model.circuit, &model.trans);
        for (number, now) in self.states.iter().enumerate() {
            let Some(next) = self.states.get(number + 1).or(self.loop_from.map(|to| &self.states[to])) else {
                break;
            };
            moves.look(now, next);
            if !model.trans.iter().all(|lit| moves.holds(*lit)) {
                return Err(format!("there is no step from state {} to the next", number + 1));
            }
        }
        match self.loop_from {
            Some(from) => self.check_fair(model, from),
            None => Ok(()),
        }
    }

    fn check_fair(&self, model: &SymbolicModel, from: usize) -> Result<(), String> {
        let pairs = model.compassion.iter().flat_map(|(p, q)| [*p, *q]);
        let lits: Vec<Lit> = model.justice.iter().copied().chain(pairs).collect();
        let mut evaluator = Evaluator::new(&model.circuit, &lits);
        let mut met = vec![false; lits.len()];
        for state in &self.states[from..] {
            evaluator.look(state, state);
            met.iter_mut().zip(&lits).for_each(|(met, lit)| *met |= evaluator.holds(*lit));
        }
        let (just, compassionate) = met.split_at(model.justice.len());
        if let Some(number) = just.iter().position(|met| !met) {
            return Err(format!("the loop never meets justice {}", number + 1));
        }
        match compassionate.chunks(2).position(|pair| pair[0] && !pair[1]) {
            Some(number) => Err(format!("the loop breaks compassion {}", number + 1)),
            None => Ok(()),
        }
    }

    /// The values of a state's variables, by name. Inputs belong to the step that leaves it: the last state of a trace
    /// that does not go on has none.
    pub fn values(&self, model: &SymbolicModel, number: usize) -> Vec<(String, VariableValue)> {
        let is_left = number + 1 < self.states.len() || self.loop_from.is_some();
        let told = model.variables.iter().filter(|variable| variable.kind == VariableKind::State || is_left);
        told.map(|variable| (variable.name.clone(), variable.value(&self.states[number]))).collect()
    }
}

/// The truth of atoms in a state, atom `i` as bit `i`.
fn letter(evaluator: &mut Evaluator, atoms: &[Lit], state: &Assignment) -> u64 {
    evaluator.look(state, state);
    atoms.iter().enumerate().map(|(i, atom)| u64::from(evaluator.holds(*atom)) << i).sum()
}

/// What one run shows of a branching formula in negation normal form.
struct Shown<'a> {
    letters: &'a [u64],
    loop_from: Option<usize>,
}

impl Shown<'_> {
    fn next(&self, at: usize) -> Option<usize> {
        if at + 1 < self.letters.len() { Some(at + 1) } else { self.loop_from }
    }

    /// Whether a state formula holds at a place of the run; nothing if the run alone does not tell. That a path exists
    /// is told by this one, that all paths are so by none.
    fn state(&self, formula: &Formula, at: usize) -> Option<bool> {
        match formula {
            Formula::Unary(Unary::Not, a) => self.state(a, at).map(|truth| !truth),
            Formula::Unary(Unary::Exists, path) => self.path(path, at).filter(|truth| *truth),
            Formula::Unary(Unary::All, path) => self.path(path, at).filter(|truth| !*truth),
            Formula::Binary(Binary::And, a, b) => both(self.state(a, at), self.state(b, at)),
            Formula::Binary(Binary::Or, a, b) => either(self.state(a, at), self.state(b, at)),
            _ => Some(formula.holds_now(self.letters[at])),
        }
    }

    /// Whether one operator over state formulas holds on the run from a place on. A run that is not known to go on
    /// tells only what its beginning decides, and not even that for fairness: then somebody else has to know that
    /// some fair run goes on from its end.
    fn path(&self, formula: &Formula, at: usize) -> Option<bool> {
        self.loop_from?;
        match formula {
            Formula::Unary(Unary::Next, a) => self.state(a, self.next(at)?),
            Formula::Binary(Binary::Until, a, b) => self.limit(at, Some(false), &|at, later| {
                either(self.state(b, at), both(self.state(a, at), later))
            }),
            Formula::Binary(Binary::Release, a, b) => self.limit(at, Some(true), &|at, later| {
                both(self.state(b, at), either(self.state(a, at), later))
            }),
            _ => self.state(formula, at),
        }
    }

    /// The value at a place of what is defined by its value one place later, from the far end on.
    fn limit(
        &self,
        at: usize,
        end: Option<bool>,
        step: &dyn Fn(usize, Option<bool>) -> Option<bool>,
    ) -> Option<bool> {
        let mut places = vec![at];
        while places.len() <= 2 * self.letters.len() {
            places.push(self.next(places[places.len() - 1])?);
        }
        places.into_iter().rev().fold(end, |later, place| step(place, later))
    }
}

fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn either(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    both(a.map(|a| !a), b.map(|b| !b)).map(|truth| !truth)
}
