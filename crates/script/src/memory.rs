//! A script in memory: eight bytes an entry, for workers of one process.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent, Sink, To};
use crate::model::Lists;
use lts::Choice;

/// The entry of a state that is left for good.
pub(crate) const BACK: u64 = u64::MAX;
/// Bits of where a move leads, and of which choice it is.
const VALUE: u32 = 40;
const KIND: u32 = 3;
const INDEX: u32 = 20;

/// A move as one number; nothing if it does not fit.
#[inline]
pub(crate) fn packed(index: u32, to: To) -> Option<u64> {
    let (kind, value) = match to {
        To::New(list) => (0, u64::from(list)),
        To::Seen(state) => (1, u64::from(state)),
        To::Pruned => (2, 0),
        To::Violated => (3, 0),
        To::Other(state) => (4, state),
        To::Region(states) => (5, states),
    };
    let fits = value >> VALUE == 0 && index >> INDEX == 0;
    fits.then_some(u64::from(index) << (VALUE + KIND) | kind << VALUE | value)
}

#[inline]
pub(crate) fn unpacked(entry: u64) -> ScriptEvent {
    if entry == BACK {
        return ScriptEvent::Back;
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
    ScriptEvent::Move { index: (entry >> (VALUE + KIND)) as u32, to }
}

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
        let to = match to {
            To::New(_) => To::New(self.lists.add(choices).unwrap_or_default()),
            other => other,
        };
        match packed(index, to) {
            Some(entry) => self.entries.push(entry),
            None => self.is_too_large = true,
        }
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
        Ok(Some(unpacked(entry)))
    }

    fn sign(&self) -> u32 {
        0
    }

    fn list(&self, list: ListId) -> &[Choice] {
        self.lists.get(list)
    }
}
