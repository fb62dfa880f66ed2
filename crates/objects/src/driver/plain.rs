//! Rounds for one structure after the other.

use super::path::RoundEnd;
use super::{Continuation, DeltaDriver, Driven, Leads, RoundResult, Violation};
use crate::{Bounds, form};
use base::FastSet;
use std::sync::Arc;

impl DeltaDriver {
    pub(super) fn one_by_one(
        &mut self,
        first_form: Vec<u8>,
        first: Continuation,
        bounds: &Bounds,
        watch: &mut dyn FnMut(&Driven) -> bool,
    ) -> RoundResult<()> {
        let mut seen: FastSet<Arc<[u8]>> = FastSet::default();
        let form: Arc<[u8]> = first_form.as_slice().into();
        self.keep(&form, 0, &[]);
        seen.insert(Arc::clone(&form));
        self.numbers.push(1);
        let (mut level, mut order, mut place) = (vec![form], 0, first.clone());
        loop {
            self.leads = None;
            self.driven.rounds += 1;
            let mut fresh = Vec::new();
            for form in &level {
                let mut choices = Some(Vec::new());
                while let Some(given) = choices {
                    let path = self.path(&place, form, given, false)?;
                    self.driven.executions += 1;
                    if let Some(merged) = &path.merged {
                        let merged: Arc<[u8]> = merged.as_slice().into();
                        if seen.insert(Arc::clone(&merged)) {
                            self.keep(&merged, order, &path.choices);
                            fresh.push(merged);
                        }
                    }
                    choices = path.next();
                    self.ended(path.end, order, path.choices)?;
                }
                order += 1;
                self.driven.expanded += 1;
                if let Some(cut) = self.is_over(bounds, watch) {
                    self.driven.cut = Some(cut);
                    // What was met before the cut is true, and takes the fewest rounds.
                    return self.judge(bounds, &first, &first_form).map(|_| ());
                }
            }
            if !fresh.is_empty() {
                self.numbers.push(fresh.len() as u64);
            }
            if self.judge(bounds, &first, &first_form)? {
                return Ok(());
            }
            match self.leads.take() {
                Some(Leads::On(next)) if !fresh.is_empty() => place = next,
                leads => {
                    self.driven.is_closed = matches!(leads, Some(Leads::On(_)));
                    return Ok(());
                }
            }
            level = fresh;
        }
    }

    fn keep(&mut self, bytes: &[u8], from: u32, choices: &[u32]) {
        let mut words = Vec::new();
        form::to_words(bytes, &mut words);
        self.driven.digest = self.driven.digest.wrapping_add(form::digest(&words));
        self.driven.structures += 1;
        self.driven.bytes += bytes.len() as u64 + 64 + choices.len() as u64 * 4;
        self.parents.push((from, choices.into()));
    }

    /// Notes how a path has ended.
    pub(super) fn ended(&mut self, end: RoundEnd, order: u32, choices: Vec<u32>) -> RoundResult<()> {
        match end {
            RoundEnd::Nowhere => Ok(()),
            RoundEnd::Leads(leads) => {
                self.note_leads(leads, |driver| driver.objects.machine.user_position(driver.objects.main))
            }
            RoundEnd::Failed(finding) => {
                self.violations.push(Violation { order, choices, finding });
                Ok(())
            }
        }
    }
}
