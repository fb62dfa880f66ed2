//! Lists of names that components hold, known by number, and a few other things that follow from a component.

use super::{Encoded, NUMBERED};
use base::FastMap;
use lts::CompId;

/// A list of names.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct NamesId(u32);

impl NamesId {
    /// The list of what is no component.
    pub const NONE: NamesId = NamesId(u32::MAX);

    pub fn number(self) -> u32 {
        self.0
    }

    pub fn of(number: u32) -> NamesId {
        NamesId(number)
    }
}

/// Lists of names, each with a number. The words of a component say which names it holds, so its own number
/// says which list.
#[derive(Default)]
pub(super) struct Lists {
    of_component: Vec<NamesId>,
    /// Of an object its class, of a thread the object that it waits on.
    features: Vec<u32>,
    kinds: Vec<u8>,
    by_content: FastMap<Box<[u32]>, NamesId>,
    /// The lists, one behind the other, and where each ends.
    words: Vec<u32>,
    ends: Vec<u32>,
    /// One above the highest number in each list.
    tops: Vec<u32>,
}

impl Lists {
    pub fn of(&mut self, number: CompId, encoded: Encoded<'_>) -> NamesId {
        let (at, names) = (number.0 as usize, encoded.names);
        if at >= self.of_component.len() {
            let length = (at + 1).next_power_of_two();
            self.of_component.resize(length, NamesId(0));
            self.features.resize(length, 0);
            self.kinds.resize(length, 0);
        }
        if self.of_component[at] == NamesId(0) {
            self.features[at] = encoded.feature();
            self.kinds[at] = encoded.kind;
            self.of_component[at] = match self.by_content.get(names) {
                Some(&known) => known,
                None => self.add(names),
            };
        }
        self.of_component[at]
    }

    /// The list of a component, if it was looked at.
    pub fn known(&self, number: CompId) -> Option<NamesId> {
        self.of_component.get(number.0 as usize).copied().filter(|&list| list != NamesId(0))
    }

    /// The kind of a component, if it was looked at.
    pub fn kind(&self, number: CompId) -> Option<u8> {
        let list = self.of_component.get(number.0 as usize).copied()?;
        (list != NamesId(0)).then(|| self.kinds[number.0 as usize])
    }

    fn add(&mut self, names: &[u32]) -> NamesId {
        self.words.extend_from_slice(names);
        self.ends.push(self.words.len() as u32);
        let numbers = names.iter().filter(|&&name| name & NUMBERED != 0).map(|name| (name & !NUMBERED) + 1);
        self.tops.push(numbers.max().unwrap_or(0));
        // Zero stands for a list that has not been looked at.
        let number = NamesId(self.ends.len() as u32);
        self.by_content.insert(names.into(), number);
        number
    }

    /// One above the highest number in a list; 0 for what is no list.
    pub fn top(&self, list: NamesId) -> u32 {
        self.tops.get((list.0 as usize).wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// The names of a list that was added.
    pub fn names(&self, list: NamesId) -> &[u32] {
        let at = list.0 as usize - 1;
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.words[from as usize..self.ends[at] as usize]
    }

    /// What foresight may ask of a component that was looked at.
    #[inline]
    pub fn feature(&self, number: CompId) -> u32 {
        self.features[number.0 as usize]
    }
}
