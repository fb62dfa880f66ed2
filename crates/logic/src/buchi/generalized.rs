//! Generalized Büchi automata with marks on arrows: a run is accepted if it meets every mark again and again.

use super::alternating::{Alternating, Branch, States, is_subset};
use super::graph::components;
use super::plain::{Automaton, State};
use super::{Cube, MAX_STATES, TooLarge};
use crate::formula::Formula;
use base::FastMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Arrow {
    pub label: Cube,
    /// Mark `i` is bit `i`.
    pub marks: u64,
    pub to: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generalized {
    /// How many marks there are.
    pub marks: u32,
    pub initial: u32,
    /// The arrows of each state.
    pub states: Vec<Vec<Arrow>>,
}

impl Generalized {
    /// The automaton of a formula in negation normal form.
    pub fn of(formula: &Formula) -> Result<Generalized, TooLarge> {
        let mut builder = Builder {
            alternating: Alternating::new(),
            numbers: FastMap::default(),
            sets: Vec::new(),
            untils: Vec::new(),
        };
        let begin = builder.alternating.begin(formula)?;
        let states = builder.build(&begin)?;
        let marks = builder.untils.len() as u32;
        let mut automaton = Generalized { marks, initial: 0, states };
        automaton.reduce();
        Ok(automaton)
    }

    /// The same with accepting states, if there is one mark and each state has it on all of its arrows or on
    /// none.
    pub(super) fn by_states(&self) -> Option<Automaton> {
        let one = |arrows: &Vec<Arrow>| {
            let marks = arrows.first().map_or(0, |arrow| arrow.marks);
            let same = arrows.iter().all(|arrow| arrow.marks == marks);
            let arrows = arrows.iter().map(|arrow| (arrow.label, arrow.to)).collect();
            same.then_some(State { accepting: marks == 1, arrows })
        };
        let states = self.states.iter().map(one).collect::<Option<Vec<State>>>()?;
        (self.marks == 1).then_some(Automaton { initial: self.initial, states })
    }

    pub(super) fn successors(&self) -> Vec<Vec<u32>> {
        self.states.iter().map(|arrows| arrows.iter().map(|arrow| arrow.to).collect()).collect()
    }

    fn all_marks(&self) -> u64 {
        if self.marks == 64 { u64::MAX } else { (1 << self.marks) - 1 }
    }

    /// Marks and states that change nothing are taken away, states that do the same become one.
    pub fn reduce(&mut self) {
        loop {
            let before = self.states.len();
            self.clean_marks();
            self.drop_dead();
            self.merge();
            if self.states.len() == before {
                break;
            }
        }
        self.drop_marks();
    }

    /// Where a run cannot go round with all marks, it needs none; between components marks do not count.
    fn clean_marks(&mut self) {
        let component = components(&self.successors());
        let mut seen: FastMap<u32, u64> = FastMap::default();
        for (state, arrows) in self.states.iter().enumerate() {
            for arrow in arrows.iter().filter(|a| component[a.to as usize] == component[state]) {
                *seen.entry(component[state]).or_insert(0) |= arrow.marks;
            }
        }
        let all = self.all_marks();
        for (state, arrows) in self.states.iter_mut().enumerate() {
            for arrow in arrows.iter_mut() {
                let inside = component[arrow.to as usize] == component[state];
                if !inside || seen.get(&component[state]) != Some(&all) {
                    arrow.marks = 0;
                }
            }
        }
    }

    /// For each state whether a run from it can be accepted.
    fn alive(&self) -> Vec<bool> {
        let component = components(&self.successors());
        let mut seen: FastMap<u32, u64> = FastMap::default();
        for (state, arrows) in self.states.iter().enumerate() {
            for arrow in arrows.iter().filter(|a| component[a.to as usize] == component[state]) {
                *seen.entry(component[state]).or_insert(0) |= arrow.marks;
            }
        }
        let mut alive: Vec<bool> =
            component.iter().map(|c| seen.get(c).is_some_and(|marks| *marks == self.all_marks())).collect();
        loop {
            let mut changed = false;
            for (state, arrows) in self.states.iter().enumerate() {
                if !alive[state] && arrows.iter().any(|arrow| alive[arrow.to as usize]) {
                    (alive[state], changed) = (true, true);
                }
            }
            if !changed {
                return alive;
            }
        }
    }

    fn drop_dead(&mut self) {
        let alive = self.alive();
        for arrows in &mut self.states {
            arrows.retain(|arrow| alive[arrow.to as usize]);
        }
        self.trim();
    }

    /// States that can be reached, in the order in which they are met.
    fn trim(&mut self) {
        let mut number = vec![u32::MAX; self.states.len()];
        let mut order = vec![self.initial];
        number[self.initial as usize] = 0;
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            for arrow in &self.states[state as usize] {
                if number[arrow.to as usize] == u32::MAX {
                    number[arrow.to as usize] = order.len() as u32;
                    order.push(arrow.to);
                }
            }
        }
        let renamed = |arrow: &Arrow| Arrow { to: number[arrow.to as usize], ..*arrow };
        self.states = order.iter().map(|&s| self.states[s as usize].iter().map(renamed).collect()).collect();
        self.initial = 0;
    }

    /// States with the same arrows to the same classes are one; classes are refined until nothing changes.
    fn merge(&mut self) {
        let mut class = vec![0u32; self.states.len()];
        let mut count = 1;
        loop {
            let mut numbers: FastMap<(u32, Vec<Arrow>), u32> = FastMap::default();
            let next: Vec<u32> = (0..self.states.len())
                .map(|state| {
                    let arrows =
                        useful(self.states[state].iter().map(|a| Arrow { to: class[a.to as usize], ..*a }));
                    let fresh = numbers.len() as u32;
                    *numbers.entry((class[state], arrows)).or_insert(fresh)
                })
                .collect();
            class = next;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        let mut states = vec![Vec::new(); count];
        for (state, arrows) in self.states.iter().enumerate() {
            states[class[state] as usize] =
                useful(arrows.iter().map(|a| Arrow { to: class[a.to as usize], ..*a }));
        }
        self.initial = class[self.initial as usize];
        self.states = states;
        self.trim();
    }

    /// A mark that is on no fewer arrows than another adds nothing: whoever meets the other meets it too.
    /// Between components and in components without acceptance there are no marks any more.
    fn drop_marks(&mut self) {
        let component = components(&self.successors());
        let inside: Vec<u64> = (self.states.iter().enumerate())
            .flat_map(|(state, arrows)| {
                let component = &component;
                arrows.iter().filter(move |a| component[a.to as usize] == component[state]).map(|a| a.marks)
            })
            .filter(|&marks| marks != 0)
            .collect();
        let covers = |i: u32, j: u32| inside.iter().all(|marks| marks >> j & 1 <= marks >> i & 1);
        let mut kept: Vec<u32> = Vec::new();
        for i in 0..self.marks {
            let is_weaker = (0..self.marks).any(|j| j != i && covers(i, j) && (!covers(j, i) || j < i));
            if !is_weaker {
                kept.push(i);
            }
        }
        let renamed =
            |marks: u64| kept.iter().enumerate().fold(0, |sum, (to, &from)| sum | (marks >> from & 1) << to);
        for arrow in self.states.iter_mut().flatten() {
            arrow.marks = renamed(arrow.marks);
        }
        self.marks = kept.len() as u32;
    }
}

/// Leaves out arrows that another makes superfluous: same way, weaker label, no fewer marks.
fn useful(arrows: impl Iterator<Item = Arrow>) -> Vec<Arrow> {
    let mut all: Vec<Arrow> = arrows.collect();
    all.sort();
    all.dedup();
    let better = |x: &Arrow, y: &Arrow| x.to == y.to && y.label.implies(x.label) && y.marks & !x.marks == 0;
    let keep: Vec<bool> =
        (0..all.len()).map(|i| !(0..all.len()).any(|j| j != i && better(&all[j], &all[i]))).collect();
    all.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(arrow, _)| arrow).collect()
}

struct Builder {
    alternating: Alternating,
    numbers: FastMap<States, u32>,
    sets: Vec<States>,
    /// States of the alternating automaton that have a mark, by the mark's number.
    untils: Vec<u32>,
}

impl Builder {
    /// A state for each set of states of the alternating automaton. The first is where runs begin.
    fn build(&mut self, begin: &[States]) -> Result<Vec<Vec<Arrow>>, TooLarge> {
        let mut made: Vec<Vec<Branch>> = Vec::new();
        // More than one way to begin needs a state of its own; no set of states has its name.
        let own_beginning = begin.len() != 1;
        if own_beginning {
            self.sets.push(vec![u32::MAX]);
            let mut first = Vec::new();
            for set in begin {
                first.extend(self.successors(set)?);
            }
            made.push(first);
        } else {
            self.number(&begin[0])?;
        }
        let mut next = 0;
        loop {
            while made.len() < self.sets.len() {
                let set = self.sets[made.len()].clone();
                made.push(self.successors(&set)?);
            }
            let Some(branches) = made.get(next) else { break };
            for branch in branches {
                self.number(&branch.to)?;
            }
            next += 1;
        }
        self.find_untils()?;
        let mut states = Vec::with_capacity(made.len());
        for branches in &made {
            let mut arrows = Vec::new();
            for branch in branches {
                arrows.push(Arrow {
                    label: branch.label,
                    marks: self.marks(branch)?,
                    to: self.numbers[&branch.to],
                });
            }
            states.push(useful(arrows.into_iter()));
        }
        Ok(states)
    }

    fn number(&mut self, set: &States) -> Result<u32, TooLarge> {
        if let Some(&number) = self.numbers.get(set) {
            return Ok(number);
        }
        if self.sets.len() >= MAX_STATES {
            return Err(TooLarge);
        }
        let number = self.sets.len() as u32;
        self.numbers.insert(set.clone(), number);
        self.sets.push(set.clone());
        Ok(number)
    }

    /// What all of a set may do together. A branch that asks for more than another is left out unless it
    /// would carry a mark that the other does not.
    fn successors(&mut self, set: &States) -> Result<Vec<Branch>, TooLarge> {
        let mut all = vec![Branch { label: Cube::TRUE, to: vec![] }];
        for &state in set {
            let branches = self.alternating.branches(state)?;
            if all.len().saturating_mul(branches.len()) > MAX_STATES {
                return Err(TooLarge);
            }
            let mut next = Vec::new();
            for x in &all {
                for y in &branches {
                    if let Some(label) = x.label.and(y.label) {
                        next.push(Branch { label, to: super::alternating::union(&x.to, &y.to) });
                    }
                }
            }
            next.sort();
            next.dedup();
            all = next;
        }
        self.thin(all)
    }

    fn thin(&mut self, all: Vec<Branch>) -> Result<Vec<Branch>, TooLarge> {
        let mut fulfilled = Vec::with_capacity(all.len());
        for branch in &all {
            fulfilled.push(self.pending(branch)?);
        }
        let better = |i: usize, j: usize| {
            let (x, y) = (&all[i], &all[j]);
            y.label.implies(x.label) && is_subset(&x.to, &y.to) && is_subset(&fulfilled[i], &fulfilled[j])
        };
        let keep: Vec<bool> =
            (0..all.len()).map(|j| !(0..all.len()).any(|i| i != j && better(i, j))).collect();
        Ok(all.iter().zip(keep).filter(|(_, keep)| *keep).map(|(branch, _)| branch.clone()).collect())
    }

    /// The untils that a branch leaves waiting: it would not carry their marks.
    fn pending(&mut self, branch: &Branch) -> Result<States, TooLarge> {
        let mut waiting = Vec::new();
        for &state in &branch.to {
            if self.alternating.is_until(state) && !self.fulfils(branch, state)? {
                waiting.push(state);
            }
        }
        Ok(waiting)
    }

    /// The branch does at least what the until may do to be done with.
    fn fulfils(&mut self, branch: &Branch, until: u32) -> Result<bool, TooLarge> {
        let ways = self.alternating.branches(until)?;
        Ok(ways.iter().any(|way| {
            way.to.binary_search(&until).is_err()
                && branch.label.implies(way.label)
                && is_subset(&way.to, &branch.to)
        }))
    }

    /// Only untils that some set contains can be left waiting.
    fn find_untils(&mut self) -> Result<(), TooLarge> {
        let mut untils: Vec<u32> = self.sets.iter().flatten().copied().filter(|&s| s != u32::MAX).collect();
        untils.sort_unstable();
        untils.dedup();
        untils.retain(|&state| self.alternating.is_until(state));
        if untils.len() > 64 {
            return Err(TooLarge);
        }
        self.untils = untils;
        Ok(())
    }

    fn marks(&mut self, branch: &Branch) -> Result<u64, TooLarge> {
        let waiting = self.pending(branch)?;
        let bits = self.untils.iter().enumerate().filter(|(_, until)| !waiting.contains(until));
        Ok(bits.fold(0, |sum, (i, _)| sum | 1 << i))
    }
}
