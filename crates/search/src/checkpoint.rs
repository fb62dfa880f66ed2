//! A depth-first search that can be given up and taken up again: what it has still to do, and what its
//! machine must know to do it.
//!
//! Names of states depend on the order in which the machine met the parts of the program. So a checkpoint
//! holds the paths on which it met new ones: a machine that goes these paths again, in the same order, gives
//! the same names. The visited states themselves are the store's to keep.

use crate::ended::{Ended, Found};
use lts::{Choice, Finding, Path, Property, StateId, System};

/// A path on which the machine met a new part of the program, and what it had learnt when it went there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Growth {
    pub learnt: Vec<u32>,
    pub path: Path,
}

/// A state on the path with its choices from the one on that was taken last; none was if `is_fresh`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub state: StateId,
    pub choices: Vec<Choice>,
    pub is_fresh: bool,
}

/// A search that is not finished.
pub struct Checkpoint {
    pub(crate) growth: Vec<Growth>,
    pub(crate) extent: u64,
    pub(crate) learnt: Vec<u32>,
    /// The states on the path, the first one first.
    pub(crate) levels: Vec<Level>,
    pub(crate) ended: Ended,
}

/// The first bytes, with the version of the format.
const MAGIC: u64 = 0x4A61_7957_616C_6B01;
const PROPERTIES: [Property; 5] =
    [Property::DEADLOCK, Property::ASSERTION, Property::EXCEPTION, Property::RACE, Property::TEMPORAL];

impl Checkpoint {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Output(Vec::new());
        out.number(MAGIC);
        out.list(&self.growth, |out, growth| {
            out.words(&growth.learnt);
            out.path(&growth.path);
        });
        out.number(self.extent);
        out.words(&self.learnt);
        out.list(&self.levels, |out, level| {
            out.number(level.state.0);
            out.path(&level.choices);
            out.number(u64::from(level.is_fresh));
        });
        let statistics = &self.ended.statistics;
        for number in [
            statistics.transitions,
            statistics.revisits,
            statistics.ends,
            statistics.pruned,
            statistics.max_depth as u64,
            statistics.restarts,
            statistics.instructions,
        ] {
            out.number(number);
        }
        out.list(&self.ended.found, |out, found| {
            let property = PROPERTIES.iter().position(|&p| p == found.finding.property).unwrap_or(0);
            out.number(property as u64);
            out.text(&found.finding.message);
            out.list(&found.finding.details, |out, line| out.text(line));
            out.path(&found.path);
        });
        out.0
    }

    /// Reads what `to_bytes` wrote; `None` if these bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        let mut input = Input(bytes);
        if input.number()? != MAGIC {
            return None;
        }
        let growth = input.list(|input| Some(Growth { learnt: input.words()?, path: input.path()? }))?;
        let (extent, learnt) = (input.number()?, input.words()?);
        let levels = input.list(|input| {
            let (state, choices) = (StateId(input.number()?), input.path()?);
            let is_fresh = input.number()? != 0;
            // A choice that was taken must be there.
            (is_fresh || !choices.is_empty()).then_some(Level { state, choices, is_fresh })
        })?;
        let mut ended = Ended::default();
        let statistics = &mut ended.statistics;
        statistics.transitions = input.number()?;
        statistics.revisits = input.number()?;
        statistics.ends = input.number()?;
        statistics.pruned = input.number()?;
        statistics.max_depth = input.number()? as usize;
        statistics.restarts = input.number()?;
        statistics.instructions = input.number()?;
        ended.found = input.list(|input| {
            let property = *PROPERTIES.get(input.number()? as usize)?;
            let (message, details) = (input.text()?, input.list(Input::text)?);
            Some(Found { finding: Finding { property, message, details }, path: input.path()? })
        })?;
        Some(Checkpoint { growth, extent, learnt, levels, ended })
    }

    /// Lets a fresh machine get to know the program as the one before did. False if it comes to know
    /// something else.
    pub(crate) fn prepare(&self, system: &mut dyn System) -> bool {
        for growth in &self.growth {
            system.learn(&growth.learnt);
            system.start();
            for &choice in &growth.path {
                system.step(choice);
            }
            system.settle();
        }
        system.learn(&self.learnt);
        system.start();
        system.settle().extent == self.extent
    }
}

/// Numbers of variable length, low bits first.
struct Output(Vec<u8>);

impl Output {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Output, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| write(self, item));
    }

    fn words(&mut self, words: &[u32]) {
        self.list(words, |out, &word| out.number(u64::from(word)));
    }

    fn path(&mut self, path: &[Choice]) {
        self.list(path, |out, choice| {
            out.number(u64::from(choice.actor));
            out.number(u64::from(choice.value));
        });
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }
}

struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn word(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // Every item takes a byte at least: no damaged length makes us reserve more than there is.
        let count = usize::try_from(self.number()?).ok().filter(|&count| count <= self.0.len())?;
        (0..count).map(|_| read(self)).collect()
    }

    fn words(&mut self) -> Option<Vec<u32>> {
        self.list(Input::word)
    }

    fn path(&mut self) -> Option<Path> {
        self.list(|input| Some(Choice { actor: input.word()?, value: input.word()? }))
    }

    fn text(&mut self) -> Option<String> {
        let count = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}
