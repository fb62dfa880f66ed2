//! What sets cannot do, the machine does for one structure after the other: code that was never executed, natives
//! without a meaning for sets, and telling what is wrong.

use super::phase::note;
use super::{Proceed, Sets, Violation};
use crate::form;
use crate::judge::trapped;
use crate::system::{Objects, unsupported};
use crate::value::Value;
use delta::{DeltaValue, Row};
use lts::{Cause, Choice, Finding, Gap, Outcome, System};
use vm::Ref;

impl Sets {
    /// The first structure, and the words of all calls.
    pub(super) fn first(&mut self) -> Result<Row, Outcome> {
        let objects = &mut self.objects;
        let roots: Vec<Ref> =
            (0..objects.makers.len() as u32).map(|at| Ref(objects.machine.heap.base_top() + at)).collect();
        let calls = std::sync::Arc::clone(&objects.calls);
        let twins = &roots[calls.objects.len()..];
        self.words.clear();
        for call in &calls.list {
            let own = words(objects, roots[call.receiver], &call.values, &roots)?;
            let twin = match &call.twin {
                Some((_, values)) => words(objects, twins[call.receiver], values, twins)?,
                None => Vec::new(),
            };
            self.words.push((own, twin));
        }
        let walked = self.present()?;
        let mut first = None;
        self.shapes.add(&walked, &[0], |_, row, _| first = Some(row));
        first.ok_or_else(|| unsupported("a structure that has no form".to_string()))
    }

    /// The structure that the machine has.
    fn present(&mut self) -> Result<delta::Walked, Outcome> {
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        form::from_words(&self.objects.words, &mut bytes).map_err(unsupported)?;
        form::numbers(&bytes, &mut numbers).map_err(unsupported)?;
        let walked = self.shapes.read(&self.objects.machine, &numbers);
        walked.ok_or_else(|| unsupported("a stored structure that cannot be read back".to_string()))
    }

    /// Makes a call on one structure.
    pub(super) fn singly(&mut self, from: Row, key: u64) -> Proceed {
        self.swept.singly += 1;
        match self.step(from, key as u32) {
            Err(Outcome::Violated(finding)) => {
                self.violations.push(Violation { key, from, finding: Some(finding) });
            }
            Err(Outcome::Unknown(gap)) => self.gap(gap),
            Err(_) => {}
            Ok(walked) if self.is_old_shape(&walked) => {}
            Ok(walked) => {
                let Sets { shapes, fresh, .. } = self;
                shapes.add(&walked, &[0], |_, row, is_new| note(fresh, row, key, is_new));
            }
        }
        let is_outdated = self.objects.settle().is_outdated;
        self.objects.leave();
        if is_outdated { Proceed::Again } else { Proceed::On }
    }

    /// What the machine says of a call that was found to be wrong.
    pub(super) fn confirm(&mut self, from: Row, call: u32) -> Result<Finding, Gap> {
        // The set has counted it.
        let expected = self.objects.tally.expected.clone();
        let outcome = self.step(from, call);
        self.objects.tally.expected = expected;
        self.objects.leave();
        let fault = |what: String| Gap { cause: Cause::Fault, what, place: String::new() };
        match outcome {
            Err(Outcome::Violated(finding)) => Ok(finding),
            Err(Outcome::Unknown(gap)) => Err(gap),
            _ => Err(fault(
                "sets of states disagree with the machine: use explore without --delta".to_string(),
            )),
        }
    }

    /// The machine gets a structure.
    pub(super) fn make(&mut self, row: Row) -> Result<(), Outcome> {
        let (mut numbers, mut bytes) = (Vec::new(), Vec::new());
        self.shapes.form(&self.objects.machine, row, &mut numbers);
        form::of_numbers(&numbers, &mut bytes);
        self.objects.make(&bytes)?;
        self.objects.machine.begin_epoch();
        Ok(())
    }

    fn step(&mut self, from: Row, call: u32) -> Result<delta::Walked, Outcome> {
        self.make(from)?;
        match self.objects.step(Choice { actor: 0, value: call }) {
            Outcome::Next => self.present(),
            other => Err(other),
        }
    }
}

/// What a call takes, the same for all structures.
fn words(
    objects: &mut Objects,
    receiver: Ref,
    values: &[Value],
    roots: &[Ref],
) -> Result<Vec<DeltaValue>, Outcome> {
    let mut words = vec![DeltaValue::Same(u64::from(receiver.0))];
    for value in values.iter().filter(|value| value.is_passed()) {
        words.push(DeltaValue::Same(value.word(&mut objects.machine, roots).map_err(trapped)?));
    }
    Ok(words)
}
