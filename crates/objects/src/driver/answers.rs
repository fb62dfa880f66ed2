//! What sets of states are answered when they ask `Verify` and `Delta`. A choice is a fork: all states of the set come
//! there once more for each of its values.

use super::path::{MERGED_TWICE, NOT_MERGED};
use super::sets::{Phase, Work};
use super::{Continuation, DeltaDriver, Leads, RoundFailure, RoundResult, gap};
use delta::{Cannot, DeltaValue, Engine};
use ir::scalar::word::{int, of_int};
use lts::Cause;
use vm::{Machine, MethodId};

/// Most values that a choice has, for sets and the machine alike.
const MOST_VALUES: i64 = 1 << 20;

/// What comes after an answer.
pub(super) enum Then {
    On,
    /// These states are done with the round.
    Done,
}

const NO_STRUCTURE: &str = "Delta.merge of null, or of an object that was there before all rounds";

impl DeltaDriver {
    /// Answers what a set of states asks.
    pub(super) fn asked(
        &mut self,
        work: &mut Work,
        method: MethodId,
        words: &[DeltaValue],
    ) -> Result<RoundResult<Then>, Cannot> {
        let found = &self.objects.machine.program.methods[method];
        let engine = &mut work.engine;
        match (found.name.as_str(), found.desc.as_str()) {
            ("newStates", _) => return self.new_states(work, &words[0]),
            ("merge", _) => return self.merge(work, &words[0]),
            ("getInt", "(II)I") => {
                let (Some(least), Some(most)) = (engine.only(&words[0]), engine.only(&words[1])) else {
                    let (a, b) = (words[0].clone(), words[1].clone());
                    engine.split_by(|state| a.at(state) << 32 | b.at(state) & 0xFFFF_FFFF);
                    return Ok(Ok(Then::On));
                };
                let (least, most) = (i64::from(int(least)), i64::from(int(most)));
                let value = chosen(engine, most - least + 1)?;
                engine.answer(DeltaValue::Same(of_int((least + value) as i32)));
            }
            ("random", "(I)I") => {
                let Some(most) = engine.only(&words[0]) else {
                    engine.split_by(|state| words[0].at(state));
                    return Ok(Ok(Then::On));
                };
                let value = chosen(engine, i64::from(int(most)) + 1)?;
                engine.answer(DeltaValue::Same(of_int(value as i32)));
            }
            ("getBoolean" | "randomBool", "()Z") => {
                let value = chosen(engine, 2)?;
                engine.answer(DeltaValue::Same(value as u64));
            }
            ("ignoreIf", "(Z)V") => {
                if engine.divide(|state| words[0].at(state) != 0) {
                    self.driven.executions += engine.states().len() as u64;
                    return Ok(Ok(Then::Done));
                }
                engine.answer(DeltaValue::ZERO);
            }
            ("assertTrue", "(Z)V") => {
                if engine.divide(|state| words[0].at(state) == 0) {
                    // It can be caught.
                    return Err(Cannot::Yet);
                }
                engine.answer(DeltaValue::ZERO);
            }
            _ => {
                let name = self.objects.machine.full_name(method);
                return Err(engine.cannot(&self.objects.machine, format!("the native method {name}")));
            }
        }
        Ok(Ok(Then::On))
    }

    fn new_states(&mut self, work: &mut Work, words: &DeltaValue) -> Result<RoundResult<Then>, Cannot> {
        let engine = &mut work.engine;
        let machine = &self.objects.machine;
        if !engine.phase.has_begun {
            engine.phase.has_begun = true;
            engine.answer(engine.root(0));
            return Ok(Ok(Then::On));
        }
        if !engine.phase.has_merged {
            return Ok(Err(refused(machine, engine, NOT_MERGED)));
        }
        let Some(structure) = engine.only(words) else {
            engine.split_by(|state| words.at(state));
            return Ok(Ok(Then::On));
        };
        let place = match Continuation::of_set(machine, engine, structure) {
            Ok(place) => place,
            Err(what) => return Ok(Err(refused(machine, engine, what))),
        };
        self.driven.executions += engine.states().len() as u64;
        let at = engine.place(machine);
        Ok(self.note_leads(Leads::On(place), |_| at).map(|()| Then::Done))
    }

    fn merge(&mut self, work: &mut Work, words: &DeltaValue) -> Result<RoundResult<Then>, Cannot> {
        let engine = &mut work.engine;
        let machine = &self.objects.machine;
        if engine.phase.has_merged {
            return Ok(Err(refused(machine, engine, MERGED_TWICE)));
        }
        let Some(structure) = engine.only(words) else {
            engine.split_by(|state| words.at(state));
            return Ok(Ok(Then::On));
        };
        if structure < u64::from(engine.base_top()) {
            return Ok(Err(refused(machine, engine, NO_STRUCTURE)));
        }
        let walked = engine.walk_from(machine, &mut work.shapes.layouts, vec![structure as u32])?;
        // Otherwise they were taken apart, and the rest comes here again.
        if let Some(walked) = walked {
            let states = engine.states().to_vec();
            let choices = engine.phase.choices.clone();
            let way = work.way(&choices);
            let mut rows = Vec::with_capacity(states.len());
            work.shapes.add(&walked, &states, |state, row, is_new| rows.push((state, row, is_new)));
            for (state, row, is_new) in rows {
                let order = work.order(state);
                work.note(row, (order, way), is_new);
            }
            work.engine.phase.has_merged = true;
            work.engine.answer(DeltaValue::ZERO);
        }
        Ok(Ok(Then::On))
    }
}

/// What no driver may do.
fn refused(machine: &Machine, engine: &Engine<Phase>, what: impl Into<String>) -> RoundFailure {
    gap(Cause::Unsupported, what, engine.place(machine))
}

/// One of so many values; the others are chosen later.
fn chosen(engine: &mut Engine<Phase>, count: i64) -> Result<i64, Cannot> {
    if !(1..=MOST_VALUES).contains(&count) {
        // The machine knows what to say of these.
        return Err(Cannot::Yet);
    }
    if count == 1 {
        return Ok(0);
    }
    let value = std::mem::take(&mut engine.phase.next);
    if i64::from(value) + 1 < count {
        engine.fork(Phase { next: value + 1, ..engine.phase.clone() });
    }
    engine.phase.choices.push(value);
    Ok(i64::from(value))
}
