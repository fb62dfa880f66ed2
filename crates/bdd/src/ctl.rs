//! CTL: which states have a formula, and what shows that a state has one.

use crate::fair::{forever, lasso, until, walk};
use crate::machine::Machine;
use crate::reach::Point;
use crate::space::{Limited, Set, Space, Stopped};
use base::FastMap;
use logic::{Binary, Formula, Unary};
use oxidd::BooleanFunction;

/// Formulas over the reachable states of a machine. Quantifiers range over fair infinite runs.
pub struct Branching<'m> {
    pub machine: &'m Machine,
    /// The states that count.
    pub reached: Set,
    /// Those from which a fair run goes on for ever.
    pub fair: Set,
    atoms: Vec<Set>,
    known: FastMap<Formula, Set>,
}

impl<'m> Branching<'m> {
    pub fn new(machine: &'m Machine, reached: Set, fair: Set, atoms: Vec<Set>) -> Branching<'m> {
        Branching { machine, reached, fair, atoms, known: FastMap::default() }
    }

    /// The reachable states that have a formula in negation normal form.
    pub fn states(&mut self, space: &mut Space<'_>, formula: &Formula) -> Limited<Set> {
        if let Some(known) = self.known.get(formula) {
            return Ok(known.clone());
        }
        let set = match formula {
            Formula::True => self.reached.clone(),
            Formula::Atom(atom) => self.atoms[*atom as usize].and(&self.reached)?,
            Formula::Unary(Unary::Not, a) => {
                let a = self.states(space, a)?;
                self.reached.and(&a.not()?)?
            }
            Formula::Unary(Unary::Exists, path) => self.exists(space, path)?,
            Formula::Unary(Unary::All, path) => {
                let opposite = self.exists(space, &logic::negated(path))?;
                self.reached.and(&opposite.not()?)?
            }
            Formula::Binary(Binary::And, a, b) => self.states(space, a)?.and(&self.states(space, b)?)?,
            Formula::Binary(Binary::Or, a, b) => self.states(space, a)?.or(&self.states(space, b)?)?,
            _ => space.falsity(),
        };
        self.known.insert(formula.clone(), set.clone());
        Ok(set)
    }

    /// States with a fair run on which one operator holds.
    fn exists(&mut self, space: &mut Space<'_>, path: &Formula) -> Limited<Set> {
        match path {
            Formula::Unary(Unary::Next, a) => {
                let goal = self.states(space, a)?.and(&self.fair)?;
                Ok(self.machine.preimage(space, &goal)?.and(&self.reached)?)
            }
            Formula::Binary(Binary::Until, a, b) => {
                let (a, b) = (self.states(space, a)?, self.states(space, b)?);
                until(space, self.machine, &a, &b.and(&self.fair)?)
            }
            Formula::Binary(Binary::Release, a, b) => {
                let (a, b) = (self.states(space, a)?, self.states(space, b)?);
                let released = until(space, self.machine, &b, &a.and(&b)?.and(&self.fair)?)?;
                Ok(released.or(&forever(space, self.machine, &b)?)?)
            }
            _ => Ok(self.states(space, path)?.and(&self.fair)?),
        }
    }

    /// A run that shows why a state has a formula, as far as one run can: its states and, if it goes on for ever, where
    /// its loop begins.
    pub fn explain(
        &mut self,
        space: &mut Space<'_>,
        formula: &Formula,
        start: Point,
    ) -> Limited<(Vec<Point>, Option<usize>)> {
        let mut run = vec![start];
        let mut formula = formula.clone();
        loop {
            let state = run[run.len() - 1].clone();
            let here = self.machine.point(space, &state)?;
            match formula {
                Formula::Binary(Binary::Or, a, b) => {
                    let first = self.states(space, &a)?.and(&here)?.satisfiable();
                    formula = if first { *a } else { *b };
                }
                Formula::Binary(Binary::And, a, b) => formula = if tells(&a) { *a } else { *b },
                Formula::Unary(Unary::Exists, path) => match *path {
                    Formula::Unary(Unary::Next, a) => {
                        let goal = self.states(space, &a)?.and(&self.fair)?;
                        let after = self.machine.image(space, &here)?.and(&goal)?;
                        run.push(self.machine.pick(space, &after).ok_or(Stopped::Lost)?);
                        formula = *a;
                    }
                    Formula::Binary(op @ (Binary::Until | Binary::Release), a, b) => {
                        let (first, second) = (self.states(space, &a)?, self.states(space, &b)?);
                        let (along, goal, then) = match op {
                            Binary::Until => (first, second.and(&self.fair)?, *b),
                            _ => (second.clone(), first.and(&second)?.and(&self.fair)?, Formula::and(*a, *b)),
                        };
                        let can = until(space, self.machine, &along, &goal)?;
                        if !can.and(&here)?.satisfiable() {
                            let (rest, from) = lasso(space, self.machine, &state, &along)?;
                            let before = run.len() - 1;
                            run.extend(rest.into_iter().skip(1));
                            return Ok((run, Some(before + from)));
                        }
                        run.extend(walk(space, self.machine, &here, &goal, &along)?.into_iter().skip(1));
                        formula = then;
                    }
                    other => formula = other,
                },
                _ => return self.go_on(space, run),
            }
        }
    }

    /// The run goes on for ever and is fair, if one can from where it has come to.
    fn go_on(&mut self, space: &mut Space<'_>, mut run: Vec<Point>) -> Limited<(Vec<Point>, Option<usize>)> {
        let last = run[run.len() - 1].clone();
        if !self.machine.point(space, &last)?.and(&self.fair)?.satisfiable() {
            return Ok((run, None));
        }
        let reached = self.reached.clone();
        let (rest, from) = lasso(space, self.machine, &last, &reached)?;
        let before = run.len() - 1;
        run.extend(rest.into_iter().skip(1));
        Ok((run, Some(before + from)))
    }
}

/// A run can show something of it.
fn tells(formula: &Formula) -> bool {
    formula.any(&|part| matches!(part, Formula::Unary(Unary::Exists, _)))
}
