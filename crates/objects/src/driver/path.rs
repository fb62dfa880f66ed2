//! One round for one structure, with given choices, by the machine.

use super::{Chosen, Continuation, DeltaDriver, Leads, RoundFailure, RoundResult, gap, of_outcome, stopped};
use crate::policy::{DriverCall, Rounds};
use crate::system::Ran;
use lts::{Cause, Finding};
use vm::{Ref, Stop};

pub(super) const MERGED_TWICE: &str = "Delta.merge twice in a round";
pub(super) const NOT_MERGED: &str =
    "Delta.newStates, and nothing was merged since the last one: leave such paths out by Verify.ignoreIf";

/// How a path of a round ended.
pub(super) enum RoundEnd {
    Leads(Leads),
    /// The driver left it out, or ended without merging anything.
    Nowhere,
    Failed(Finding),
}

/// A path of a round.
pub(super) struct Path {
    /// The form of the structure that it has merged.
    pub merged: Option<Vec<u8>>,
    pub end: RoundEnd,
    /// The choices that it made, and how many values each had.
    pub choices: Vec<u32>,
    pub counts: Vec<u32>,
    pub places: Vec<String>,
}

impl Path {
    /// The choices of the next path, in the order of their values.
    pub fn next(&self) -> Option<Vec<u32>> {
        let mut choices = self.choices.clone();
        while let Some(last) = choices.pop() {
            if last + 1 < self.counts[choices.len()] {
                choices.push(last + 1);
                return Some(choices);
            }
        }
        None
    }
}

impl DeltaDriver {
    /// Makes a round with a structure. The first choices are given, others take their first value.
    pub(super) fn path(
        &mut self,
        place: &Continuation,
        form: &[u8],
        choices: Vec<u32>,
        tells: bool,
    ) -> RoundResult<Path> {
        let objects = &mut self.objects;
        objects.leave();
        let root = objects.forms.make(&mut objects.machine, form, 1);
        let root = root.map_err(|what| gap(Cause::Fault, what, String::new()))?[0];
        objects.machine.begin_epoch();
        let entered = place.enter(&mut objects.machine, objects.main, root);
        entered.map_err(|what| gap(Cause::Fault, what, String::new()))?;
        objects.policy.rounds = Some(Rounds { choices, structure: Some(root), tells, ..Rounds::default() });
        let mut merged = None;
        let end = loop {
            match self.objects.go() {
                Ran::Calls(DriverCall::Merge(_)) if merged.is_some() => return Err(self.here(MERGED_TWICE)),
                Ran::Calls(DriverCall::Merge(structure)) => merged = Some(self.form_of(structure)?),
                Ran::Calls(DriverCall::NewStates(_)) if merged.is_none() => return Err(self.here(NOT_MERGED)),
                Ran::Calls(DriverCall::NewStates(structure)) => break self.comes_on(structure)?,
                Ran::Returned(_) if merged.is_none() => break RoundEnd::Nowhere,
                Ran::Returned(_) => break RoundEnd::Leads(Leads::Out),
                Ran::Threw(exception) => match self.objects.machine.refused(exception) {
                    Some(stop) => return Err(stopped(stop)),
                    None => {
                        break RoundEnd::Failed(crate::judge::thrown(
                            &self.objects.machine,
                            "the round",
                            exception,
                        ));
                    }
                },
                Ran::Stopped(Stop::Pruned) => break RoundEnd::Nowhere,
                Ran::Waits => return Err(self.here("a round that waits for ever")),
                Ran::Stopped(stop) => return Err(stopped(stop)),
                Ran::Endless => return Err(self.here("a round that comes to no end")),
            }
        };
        self.look_beside()?;
        let rounds = self.objects.policy.rounds.take().unwrap_or_default();
        if rounds.choices.len() != rounds.counts.len() {
            return Err(gap(Cause::Fault, "a round that does not make its choices once more", String::new()));
        }
        let Rounds { choices, counts, places, .. } = rounds;
        Ok(Path { merged, end, choices, counts, places })
    }

    /// What a round changed beside its structure is never forgotten.
    fn look_beside(&mut self) -> RoundResult<()> {
        if self.objects.machine.heap.dirty().next().is_none() {
            return Ok(());
        }
        let at = self.objects.machine.user_position(self.objects.main);
        let looked = self.objects.look_at_base("the driver");
        if std::mem::take(&mut self.objects.is_outdated) {
            return Err(RoundFailure::Again);
        }
        looked.map_err(|outcome| match of_outcome(outcome) {
            RoundFailure::Gap(mut gap) => {
                gap.place = at;
                RoundFailure::Gap(gap)
            }
            other => other,
        })
    }

    fn here(&self, what: impl Into<String>) -> RoundFailure {
        gap(Cause::Unsupported, what, self.objects.machine.user_position(self.objects.main))
    }

    fn form_of(&mut self, structure: Ref) -> RoundResult<Vec<u8>> {
        let objects = &mut self.objects;
        if structure.0 < objects.machine.heap.base_top() {
            let what = match structure.is_null() {
                true => "Delta.merge of null",
                false => "Delta.merge of an object that was there before all rounds",
            };
            return Err(self.here(what));
        }
        let form = objects.forms.of(&objects.machine, &[structure]).map(<[u8]>::to_vec);
        let form = form.map_err(|what| self.here(what))?;
        if let Some(rounds) = &mut self.objects.policy.rounds {
            rounds.is_kept = true;
        }
        Ok(form)
    }

    /// The driver has come to its next round.
    fn comes_on(&mut self, structure: Ref) -> RoundResult<RoundEnd> {
        let objects = &self.objects;
        let top = objects.machine.heap.base_top();
        let place = Continuation::of_machine(&objects.machine, objects.main, structure, top);
        Ok(RoundEnd::Leads(Leads::On(place.map_err(|what| self.here(what))?)))
    }

    /// Makes the rounds once more that lead to a finding: what was chosen.
    pub(super) fn retell(
        &mut self,
        first: &Continuation,
        form: &[u8],
        rounds: &[Vec<u32>],
    ) -> RoundResult<Vec<Vec<Chosen>>> {
        let (mut place, mut form, mut told) = (first.clone(), form.to_vec(), Vec::new());
        for (at, choices) in rounds.iter().enumerate() {
            let path = self.path(&place, &form, choices.clone(), true)?;
            let chosen = path.places.into_iter().zip(path.choices.iter().zip(&path.counts));
            told.push(chosen.map(|(place, (&value, &count))| Chosen { place, value, count }).collect());
            match path.end {
                RoundEnd::Failed(_) if at + 1 == rounds.len() => return Ok(told),
                RoundEnd::Leads(Leads::On(next)) => (place, form) = (next, path.merged.unwrap_or_default()),
                _ => break,
            }
        }
        let what = "a finding that its rounds do not lead to";
        Err(gap(Cause::Fault, what, String::new()))
    }
}
