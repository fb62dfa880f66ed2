//! The very weak alternating automaton of a formula: its states are the formula's temporal parts and
//! literals.

use super::{Cube, MAX_STATES, TooLarge};
use crate::formula::{Binary, Formula, Unary};
use base::FastMap;

/// A set of states, sorted.
pub type States = Vec<u32>;

/// Reading a letter that `label` allows, all of `to` must go on.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Branch {
    pub label: Cube,
    pub to: States,
}

pub struct Alternating {
    numbers: FastMap<Formula, u32>,
    pub formulas: Vec<Formula>,
    /// For each state what it may do; made when it is asked for.
    branches: Vec<Option<Vec<Branch>>>,
}

impl Alternating {
    pub fn new() -> Alternating {
        Alternating { numbers: FastMap::default(), formulas: Vec::new(), branches: Vec::new() }
    }

    fn state(&mut self, formula: &Formula) -> u32 {
        if let Some(&number) = self.numbers.get(formula) {
            return number;
        }
        let number = self.formulas.len() as u32;
        self.numbers.insert(formula.clone(), number);
        self.formulas.push(formula.clone());
        self.branches.push(None);
        number
    }

    /// A state in which a run may not stay for ever.
    pub fn is_until(&self, state: u32) -> bool {
        matches!(self.formulas[state as usize], Formula::Binary(Binary::Until, ..))
    }

    /// The ways to begin: sets of states that must all go on.
    pub fn begin(&mut self, formula: &Formula) -> Result<Vec<States>, TooLarge> {
        match formula {
            Formula::True => Ok(vec![vec![]]),
            Formula::False => Ok(vec![]),
            Formula::Binary(Binary::Or, a, b) => {
                let mut all = self.begin(a)?;
                all.extend(self.begin(b)?);
                all.sort();
                all.dedup();
                Ok(all)
            }
            Formula::Binary(Binary::And, a, b) => {
                let (a, b) = (self.begin(a)?, self.begin(b)?);
                if a.len().saturating_mul(b.len()) > MAX_STATES {
                    return Err(TooLarge);
                }
                let mut all: Vec<States> = a.iter().flat_map(|x| b.iter().map(|y| union(x, y))).collect();
                all.sort();
                all.dedup();
                Ok(all)
            }
            temporal => Ok(vec![vec![self.state(temporal)]]),
        }
    }

    /// What a state may do.
    pub fn branches(&mut self, state: u32) -> Result<Vec<Branch>, TooLarge> {
        if let Some(known) = &self.branches[state as usize] {
            return Ok(known.clone());
        }
        let formula = self.formulas[state as usize].clone();
        let made = self.of_temporal(&formula)?;
        self.branches[state as usize] = Some(made.clone());
        Ok(made)
    }

    /// What a formula may do.
    fn of(&mut self, formula: &Formula) -> Result<Vec<Branch>, TooLarge> {
        match formula {
            Formula::True => Ok(vec![Branch { label: Cube::TRUE, to: vec![] }]),
            Formula::False => Ok(vec![]),
            Formula::Binary(Binary::Or, a, b) => {
                let mut all = self.of(a)?;
                all.extend(self.of(b)?);
                Ok(minimal(all))
            }
            Formula::Binary(Binary::And, a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                both(&a, &b)
            }
            temporal => {
                let state = self.state(temporal);
                self.branches(state)
            }
        }
    }

    fn of_temporal(&mut self, formula: &Formula) -> Result<Vec<Branch>, TooLarge> {
        let stay = |this: &mut Alternating| Branch { label: Cube::TRUE, to: vec![this.state(formula)] };
        match formula {
            Formula::Atom(atom) => {
                Ok(vec![Branch { label: Cube { holds: 1 << atom, fails: 0 }, to: vec![] }])
            }
            Formula::Unary(Unary::Not, a) => match **a {
                Formula::Atom(atom) => {
                    Ok(vec![Branch { label: Cube { holds: 0, fails: 1 << atom }, to: vec![] }])
                }
                _ => Ok(vec![]),
            },
            Formula::Unary(Unary::Next, a) => {
                Ok(self.begin(a)?.into_iter().map(|to| Branch { label: Cube::TRUE, to }).collect())
            }
            Formula::Binary(Binary::Until, a, b) => {
                let stay = stay(self);
                let mut all = self.of(b)?;
                all.extend(both(&self.of(a)?, &[stay])?);
                Ok(minimal(all))
            }
            Formula::Binary(Binary::Release, a, b) => {
                let stay = stay(self);
                let mut left = self.of(a)?;
                left.push(stay);
                both(&self.of(b)?, &left)
            }
            // Normal form has nothing else.
            _ => Ok(vec![]),
        }
    }
}

pub fn union(a: &[u32], b: &[u32]) -> States {
    let mut all: States = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub fn is_subset(a: &[u32], b: &[u32]) -> bool {
    a.iter().all(|x| b.binary_search(x).is_ok())
}

/// Each of one side together with each of the other.
pub fn both(a: &[Branch], b: &[Branch]) -> Result<Vec<Branch>, TooLarge> {
    if a.len().saturating_mul(b.len()) > MAX_STATES {
        return Err(TooLarge);
    }
    let mut all = Vec::new();
    for x in a {
        for y in b {
            if let Some(label) = x.label.and(y.label) {
                all.push(Branch { label, to: union(&x.to, &y.to) });
            }
        }
    }
    Ok(minimal(all))
}

/// Leaves out branches that ask for more than another does.
pub fn minimal(mut all: Vec<Branch>) -> Vec<Branch> {
    all.sort();
    all.dedup();
    let easier = |x: &Branch, y: &Branch| y.label.implies(x.label) && is_subset(&x.to, &y.to);
    let keep: Vec<bool> =
        (0..all.len()).map(|i| !(0..all.len()).any(|j| j != i && easier(&all[j], &all[i]))).collect();
    all.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(branch, _)| branch).collect()
}
