//! The relation as a conjunction of parts, in an order in which variables can be forgotten early.

use crate::space::{Limited, Set, Space, support};
use oxidd::{BooleanFunction, Function, VarNo};
use std::collections::BTreeSet;

/// Parts are put together while they have no more nodes than this.
const MAX_PART: usize = 1_500;

/// Parts with the variables that are forgotten with each, and those that are forgotten before all.
pub struct Schedule {
    first: Option<Set>,
    steps: Vec<(Set, Set)>,
}

/// Small parts become larger ones, in their order.
pub fn clusters(space: &Space<'_>, parts: &[Set]) -> Limited<Vec<Set>> {
    let mut clusters: Vec<Set> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        space.between("parts of the relation", number, part)?;
        if let Some(last) = clusters.last() {
            let both = last.and(part)?;
            if both.node_count() <= MAX_PART {
                *clusters.last_mut().expect("there is a last one") = both;
                continue;
            }
        }
        clusters.push(part.clone());
    }
    if clusters.is_empty() {
        clusters.push(space.truth());
    }
    Ok(clusters)
}

impl Schedule {
    /// An order of the parts for forgetting `forgotten`: next comes the part after which most can be forgotten and
    /// that brings in the fewest new variables.
    pub fn new(space: &Space<'_>, parts: &[Set], forgotten: &[VarNo]) -> Limited<Schedule> {
        let forgotten: BTreeSet<VarNo> = forgotten.iter().copied().collect();
        let mut rest: Vec<(Set, BTreeSet<VarNo>)> =
            parts.iter().map(|part| (part.clone(), support(part).into_iter().collect())).collect();
        let met: BTreeSet<VarNo> = rest.iter().flat_map(|(_, vars)| vars).copied().collect();
        let early: Vec<VarNo> = forgotten.difference(&met).copied().collect();
        let mut schedule = Schedule { first: None, steps: Vec::new() };
        if !early.is_empty() {
            schedule.first = Some(space.cube(&early)?);
        }
        let mut brought: BTreeSet<VarNo> = BTreeSet::new();
        while !rest.is_empty() {
            let score = |number: usize| {
                let own = &rest[number].1;
                let others = |var: &VarNo| {
                    rest.iter().enumerate().any(|(i, (_, vars))| i != number && vars.contains(var))
                };
                let gone = own.iter().filter(|var| forgotten.contains(var) && !others(var)).count() as i64;
                let new = own.iter().filter(|var| !forgotten.contains(var) && !brought.contains(var)).count()
                    as i64;
                2 * gone - new
            };
            let best =
                (0..rest.len()).max_by_key(|&number| (score(number), std::cmp::Reverse(number))).unwrap_or(0);
            let (part, own) = rest.remove(best);
            let later: BTreeSet<VarNo> = rest.iter().flat_map(|(_, vars)| vars).copied().collect();
            let gone: Vec<VarNo> =
                own.iter().filter(|var| forgotten.contains(var) && !later.contains(var)).copied().collect();
            brought.extend(own);
            schedule.steps.push((part, space.cube(&gone)?));
        }
        Ok(schedule)
    }

    /// The set and all parts together, without the forgotten variables.
    pub fn apply(&self, space: &Space<'_>, set: &Set) -> Limited<Set> {
        let mut set = set.clone();
        if let Some(first) = &self.first {
            set = space.and_forget(&set, &space.truth(), first)?;
        }
        for (number, (part, gone)) in self.steps.iter().enumerate() {
            set = space.and_forget(&set, part, gone)?;
            space.between("parts of a step", number, &set)?;
        }
        Ok(set)
    }
}
