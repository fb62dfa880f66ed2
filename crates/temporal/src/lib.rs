//! Temporal properties of a system: LTL on the fly, CTL, CTL* and the mu-calculus on the whole graph.
//!
//! Formulas and a system in, a verdict with its evidence out: the run that breaks a property, confirmed by
//! the meaning of the formula itself before it is told.

#![forbid(unsafe_code)]

mod again;
mod branching;
mod keeping;
mod linear;
mod read;
mod team;
mod tell;

pub use again::judge_again;
pub use keeping::Beginning;
pub use linear::confirm;
pub use read::{Ready, are_branching, atom_error, atoms, bind, read};

use front::Profile;
use logic::{Formula, Logic};
use lts::{Finding, Gap, Property as Violated, System};
use replay::Repro;
use report::{Claims, Figures, Report};
use search::{Limits, Progress};
use std::time::Instant;
use story::{Narrated, Telling};

/// A property as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub what: Statement,
    pub fair: bool,
    /// An invariant that ends no steps.
    pub looks_on: bool,
}

/// A formula, or a file with the automaton of what must not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Formula(Logic, String),
    Never(String),
}

/// Under what terms properties are checked.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub profile: &'a dyn Profile,
    pub limits: &'a Limits,
    /// How many search.
    pub workers: usize,
    pub telling: &'a Telling,
}

/// What checking one property came to.
pub(crate) struct Checked {
    pub evidence: Option<Narrated>,
    pub gaps: Vec<Gap>,
    pub cuts: Vec<String>,
    pub figures: Figures,
}

/// What checking all of them came to.
#[derive(Default)]
pub struct Judgement {
    /// Properties that hold, in words.
    pub holds: Vec<String>,
    /// Of those that fail, the run that shows it.
    pub evidence: Vec<Narrated>,
    pub gaps: Vec<Gap>,
    pub cuts: Vec<String>,
    pub figures: Figures,
}

/// Checks all properties. The first that fails ends it, unless all findings are asked for.
pub fn check(
    properties: &[Ready],
    system: &mut dyn System,
    task: Task<'_>,
    beginning: Beginning<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Judgement {
    let mut judgement = Judgement::default();
    let (linear, branching): (Vec<&Ready>, Vec<&Ready>) =
        properties.iter().partition(|property| property.parsed.logic == Logic::Ltl);
    let is_one = linear.len() + usize::from(!branching.is_empty()) <= 1;
    debug_assert!(is_one || (beginning.kept.keeper.is_none() && beginning.kept.from.is_none()));
    let (started, mut beginning) = (Instant::now(), Some(beginning));
    for property in linear {
        let limits = task.limits.after(started.elapsed());
        let task = Task { limits: &limits, ..task };
        let beginning = beginning.take().unwrap_or_default();
        let checked = linear::check(property, system, task, beginning, watch);
        if !judgement.add(property, checked) && !task.limits.all {
            return judgement;
        }
    }
    if !branching.is_empty() {
        let limits = task.limits.after(started.elapsed());
        let rest = Task { limits: &limits, ..task };
        let each = &mut |property: &Ready, checked| judgement.add(property, checked) || task.limits.all;
        branching::check(&branching, system, rest, beginning.take().unwrap_or_default(), watch, each);
    }
    judgement
}

impl Judgement {
    /// All that there is was seen.
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty() && self.cuts.is_empty()
    }

    /// The report about it, with what the program's front says of it, and the short form of each of its stories that
    /// has one.
    pub fn report(self, name: &str, own: front::Claims) -> (Report, Vec<Option<Repro>>) {
        let (stories, repros) =
            self.evidence.into_iter().map(|narrated| (narrated.story, narrated.repro)).unzip();
        let (checked, unchecked): (&str, &[&str]) = match own.movers {
            None => ("these, uncaught exceptions and assertions on the way", &["deadlock", "races"]),
            Some(_) if own.checked.is_empty() => ("these", &[]),
            Some(_) => ("these, and what goes wrong in a step on the way", &["invalid end states"]),
        };
        let claims = Claims {
            holds: self.holds,
            checked: vec![checked.to_string()],
            unchecked: unchecked.iter().map(|text| text.to_string()).collect(),
            rests_on: own.rests_on,
            movers: own.movers,
            ..Claims::default()
        };
        let (name, gaps, cuts, figures) = (name.to_string(), self.gaps, self.cuts, self.figures);
        (Report { name, stories, gaps, cuts, figures, claims, outputs: None }, repros)
    }

    /// Adds what came of one property. True if it holds.
    fn add(&mut self, property: &Ready, checked: Checked) -> bool {
        let holds = checked.evidence.is_none() && checked.gaps.is_empty() && checked.cuts.is_empty();
        if holds {
            self.holds.push(property.describe());
        }
        self.evidence.extend(checked.evidence);
        self.gaps.extend(checked.gaps);
        self.cuts.extend(checked.cuts.into_iter().map(|cut| format!("{cut}: {}", property.describe())));
        self.figures.add(&checked.figures);
        holds
    }
}

/// The finding that a property fails.
pub(crate) fn violation(property: &Ready, why: &str) -> Finding {
    let message = format!("{} {why}", property.describe());
    Finding { property: Violated::TEMPORAL, message, details: Vec::new() }
}

/// A formula with the atoms of the system in place of its own.
fn renamed(formula: &Formula, atoms: &[u32]) -> Formula {
    match formula {
        Formula::Atom(atom) => Formula::Atom(atoms[*atom as usize]),
        Formula::Unary(op, a) => Formula::unary(*op, renamed(a, atoms)),
        Formula::Binary(op, a, b) => Formula::binary(*op, renamed(a, atoms), renamed(b, atoms)),
        Formula::Fixpoint(fix, variable, a) => {
            Formula::Fixpoint(*fix, *variable, Box::new(renamed(a, atoms)))
        }
        other => other.clone(),
    }
}
