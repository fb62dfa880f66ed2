//! A script in memory: eight bytes an entry, for workers of one process.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent, Sink, To};
use crate::model::Lists;
use lts::Choice;

const BACK: u64 = u64::MAX;
/// Bits of where a move leads, and of which choice it is.
const VALUE: u32 = 40;
const KIND: u32 = 3;

#[derive(Default)]
pub struct Memory {
    lists: Lists,
    first: ListId,
    entries: Vec<u64>,
    at: usize,
    is_too_large: bool,
}

impl Sink for Memory {
    fn first(&mut self, choices: &[Choice], _: u32) {
        self.first = self.lists.add(choices).unwrap_or_default();
    }

    fn go(&mut self, index: u32, to: To, choices: &[Choice], _: u32) {
        let (kind, value) = match to {
            To::New(_) => (0, u64::from(self.lists.add(choices).unwrap_or_default())),
            To::Seen(state) => (1, u64::from(state)),
            To::Pruned => (2, 0),
            To::Violated => (3, 0),
            To::Other(state) => (4, state),
            To::Region(states) => (5, states),
        };
        self.is_too_large |= value >> VALUE != 0 || index >= 1 << 20;
        self.entries.push(u64::from(index) << (VALUE + KIND) | kind << VALUE | value);
    }

    fn back(&mut self) {
        self.entries.push(BACK);
    }
}

impl MoveSource for Memory {
    fn first(&mut self) -> Result<ListId, Broken> {
        match self.is_too_large {
            true => Err(Broken::because("has more states than fit in memory")),
            false => Ok(self.first),
        }
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        let Some(&entry) = self.entries.get(self.at) else { return Ok(None) };
        self.at += 1;
        if entry == BACK {
            return Ok(Some(ScriptEvent::Back));
        }
        let value = entry & ((1 << VALUE) - 1);
        let to = match entry >> VALUE & 7 {
            0 => To::New(value as ListId),
            1 => To::Seen(value as u32),
            2 => To::Pruned,
            3 => To::Violated,
            4 => To::Other(value),
            _ => To::Region(value),
        };
        Ok(Some(ScriptEvent::Move { index: (entry >> (VALUE + KIND)) as u32, to }))
    }

    fn sign(&self) -> u32 {
        0
    }

    fn list(&self, list: ListId) -> &[Choice] {
        self.lists.get(list)
    }
}
