//! Bounded checking of LTL on lassos, with an encoding that is linear in the bound and grows with it (Heljanko,
//! Junttila, Latvala 2005; Biere, Heljanko, Junttila, Latvala, Schuppan 2006).
//!
//! The state after the last one is equal to an earlier one, where the loop begins. Which one that is, is the solver's
//! choice: `start[i]` says that it is state `i`, and then state `i` is equal to a *proxy*, to which the state after the
//! last one is equal. So a longer bound adds clauses for one state alone, and what is about the last state hangs on
//! one assumption.

use crate::paths::{Path, Reached};
use crate::solver::{Literal, Stopped};
use crate::{SatProgress, SatTask};
use logic::{Binary, Formula, Unary};
use sym::{Bit, Lit, SymbolicModel, Trace, VariableKind};

/// Looks for a fair run on which a formula in negation normal form holds.
///
/// # Errors
/// If it was stopped.
pub fn search(
    model: &SymbolicModel,
    formula: &Formula,
    atoms: &[Lit],
    asked: &mut SatTask<'_>,
) -> Result<Reached, Stopped> {
    let mut lassos = Lassos::new(model, formula, atoms, asked);
    for last in 0.. {
        if asked.bound.is_some_and(|bound| last > bound) {
            return Ok(Reached::NotBefore(last));
        }
        let found = lassos.look(last)?;
        asked.figures.calls = lassos.path.unrolling.sat.calls();
        asked.figures.depth = last;
        (asked.tell)(&SatProgress { depth: last, clauses: 0, calls: asked.figures.calls });
        if let Some(trace) = found {
            return Ok(Reached::By(trace));
        }
        // No path is so long, so no run is infinite.
        if !lassos.path.unrolling.sat.solve(&[])? {
            return Ok(Reached::Never);
        }
    }
    unreachable!("the lengths of paths have no end");
}

/// A formula with its parts before it, each once.
struct Subformula {
    what: What,
    /// Its literal in each state so far and in the one after; the meaning is told in one direction: if the literal
    /// holds, so does the formula.
    at: Vec<Literal>,
    /// Its literal where the loop begins.
    proxy: Literal,
    /// For an until: its second part has held within the loop up to each state.
    kept: Vec<Literal>,
}

enum What {
    Constant(bool),
    Atom(Lit),
    And(usize, usize),
    Or(usize, usize),
    Next(usize),
    Until(usize, usize),
    Release(usize, usize),
}

struct Lassos<'a> {
    path: Path<'a>,
    model: &'a SymbolicModel,
    bits: Vec<Bit>,
    proxy: Vec<Literal>,
    /// The loop begins in this state.
    starts: Vec<Literal>,
    /// The loop begins here or before.
    within: Vec<Literal>,
    parts: Vec<Subformula>,
    /// For each of justice and each part of compassion: it was met within the loop.
    just: Vec<Literal>,
    compassion: Vec<(Literal, Literal)>,
}

impl<'a> Lassos<'a> {
    fn new(model: &'a SymbolicModel, formula: &Formula, atoms: &[Lit], asked: &SatTask<'_>) -> Lassos<'a> {
        let mut path = Path::from_beginnings(model, &asked.stop);
        let bits = model.bits_of(VariableKind::State);
        let proxy = bits.iter().map(|_| path.unrolling.sat.fresh()).collect();
        let (starts, within, parts) = (Vec::new(), Vec::new(), Vec::new());
        let nothing = !path.unrolling.lit(0, Lit::TRUE);
        let just = vec![nothing; model.justice.len()];
        let compassion = vec![(nothing, nothing); model.compassion.len()];
        let mut lassos = Lassos { path, model, bits, proxy, starts, within, parts, just, compassion };
        let root = lassos.part(formula, atoms);
        let holds = lassos.parts[root].at[0];
        lassos.path.unrolling.sat.add(&[holds]);
        lassos
    }

    /// The number of a formula among the parts.
    fn part(&mut self, formula: &Formula, atoms: &[Lit]) -> usize {
        let what = match formula {
            Formula::True => What::Constant(true),
            Formula::Atom(atom) => What::Atom(atoms[*atom as usize]),
            Formula::Unary(Unary::Not, a) => match **a {
                Formula::Atom(atom) => What::Atom(!atoms[atom as usize]),
                _ => What::Constant(false),
            },
            Formula::Unary(Unary::Next, a) => What::Next(self.part(a, atoms)),
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.part(a, atoms), self.part(b, atoms));
                match op {
                    Binary::And => What::And(a, b),
                    Binary::Or => What::Or(a, b),
                    Binary::Until => What::Until(a, b),
                    _ => What::Release(a, b),
                }
            }
            _ => What::Constant(false),
        };
        let sat = &mut self.path.unrolling.sat;
        let part = Subformula { what, at: vec![sat.fresh()], proxy: sat.fresh(), kept: Vec::new() };
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// Looks for a lasso whose last state has this number; states before it are known.
    fn look(&mut self, last: usize) -> Result<Option<Trace>, Stopped> {
        self.path.grow();
        self.may_start(last);
        for number in 0..self.parts.len() {
            self.mean(number, last);
        }
        self.meet_fairness(last);
        let closes = self.close(last);
        let sat = &mut self.path.unrolling.sat;
        if !sat.solve(&[closes])? {
            sat.add(&[!closes]);
            return Ok(None);
        }
        let loop_from = self.starts.iter().position(|&start| self.path.unrolling.sat.value(start));
        Ok(Some(Trace { loop_from, ..self.path.states(last + 1) }))
    }

    /// The loop may begin in the last state.
    fn may_start(&mut self, last: usize) {
        let unrolling = &mut self.path.unrolling;
        let (start, within) = (unrolling.sat.fresh(), unrolling.sat.fresh());
        for (&bit, &proxy) in self.bits.iter().zip(&self.proxy) {
            let bit = unrolling.bit(last, bit);
            unrolling.sat.add(&[!start, !bit, proxy]);
            unrolling.sat.add(&[!start, bit, !proxy]);
        }
        // Within the loop is who begins it, or comes after a state that is; it begins once.
        unrolling.sat.add(&[!start, within]);
        match self.within.last() {
            Some(&before) => {
                unrolling.sat.add(&[!before, within]);
                unrolling.sat.add(&[!within, before, start]);
                unrolling.sat.add(&[!start, !before]);
            }
            None => unrolling.sat.add(&[!within, start]),
        }
        self.starts.push(start);
        self.within.push(within);
    }

    /// What follows if a part holds in the last state; parts of it have been there before.
    fn mean(&mut self, number: usize, last: usize) {
        let (within, start) = (self.within[last], self.starts[last]);
        let next = self.path.unrolling.sat.fresh();
        self.parts[number].at.push(next);
        let part = &self.parts[number];
        let (holds, proxy) = (part.at[last], part.proxy);
        let of = |part: usize| self.parts[part].at[last];
        let mut clauses = vec![vec![!start, !proxy, holds]];
        match part.what {
            What::Constant(true) => {}
            What::Constant(false) => clauses.push(vec![!holds]),
            What::Atom(lit) => clauses.push(vec![!holds, self.path.unrolling.lit(last, lit)]),
            What::And(a, b) => clauses.extend([vec![!holds, of(a)], vec![!holds, of(b)]]),
            What::Or(a, b) => clauses.push(vec![!holds, of(a), of(b)]),
            What::Next(a) => clauses.push(vec![!holds, self.parts[a].at[last + 1]]),
            What::Release(a, b) => clauses.extend([vec![!holds, of(b)], vec![!holds, of(a), next]]),
            What::Until(a, b) => {
                clauses.extend([vec![!holds, of(b), of(a)], vec![!holds, of(b), next]]);
                let (kept, now) = (self.path.unrolling.sat.fresh(), of(b));
                let before = self.parts[number].kept.last().copied();
                clauses.push([!kept, within].into_iter().chain(before).collect());
                clauses.push([!kept, now].into_iter().chain(before).collect());
                self.parts[number].kept.push(kept);
            }
        }
        clauses.iter().for_each(|clause| self.path.unrolling.sat.add(clause));
    }

    /// What fairness asks for, met within the loop up to the last state.
    fn meet_fairness(&mut self, last: usize) {
        let (unrolling, within) = (&mut self.path.unrolling, self.within[last]);
        for (met, &lit) in self.just.iter_mut().zip(&self.model.justice) {
            *met = meet(unrolling, *met, within, last, lit);
        }
        for ((first, second), &(p, q)) in self.compassion.iter_mut().zip(&self.model.compassion) {
            // The first part is what obliges: it counts as met wherever it was.
            let (obliged, p) = (unrolling.sat.fresh(), unrolling.lit(last, p));
            unrolling.sat.add(&[!*first, obliged]);
            unrolling.sat.add(&[!within, !p, obliged]);
            *first = obliged;
            *second = meet(unrolling, *second, within, last, q);
        }
    }

    /// An assumption under which the state after the last one is where the loop begins.
    fn close(&mut self, last: usize) -> Literal {
        let closes = self.path.unrolling.sat.fresh();
        let mut clauses = vec![vec![self.within[last]]];
        for (&bit, &proxy) in self.bits.iter().zip(&self.proxy) {
            let bit = self.path.unrolling.bit(last + 1, bit);
            clauses.extend([vec![!bit, proxy], vec![bit, !proxy]]);
        }
        for part in &self.parts {
            clauses.push(vec![!part.at[last + 1], part.proxy]);
            if let Some(&kept) = part.kept.last() {
                clauses.push(vec![!part.at[last], kept]);
            }
        }
        clauses.extend(self.just.iter().map(|&met| vec![met]));
        clauses.extend(self.compassion.iter().map(|&(obliged, met)| vec![!obliged, met]));
        for mut clause in clauses {
            clause.push(!closes);
            self.path.unrolling.sat.add(&clause);
        }
        closes
    }
}

/// Met before, or within the loop in the last state.
fn meet(
    unrolling: &mut crate::unroll::Unrolling<'_>,
    before: Literal,
    within: Literal,
    last: usize,
    lit: Lit,
) -> Literal {
    let (met, now) = (unrolling.sat.fresh(), unrolling.lit(last, lit));
    unrolling.sat.add(&[!met, before, within]);
    unrolling.sat.add(&[!met, before, now]);
    met
}
