//! A depth-first search that can be given up and taken up again: what it has still to do, what it has found and
//! missed, and what its machine must know to go on.
//!
//! What a machine has learnt, it tells in numbers of its own, and these depend on the order in which it met the parts
//! of the program. So a checkpoint holds the paths on which it met new ones: a machine that goes these paths again, in
//! the same order, means the same by them. Then it goes the way to where the search was, and every state on it must
//! have the name that the store has. The visited states themselves are the store's to keep.
//!
//! The codec is derived from the types: what is added to a search is in its checkpoints.

use crate::codec;
use crate::result::SearchResult;
use lts::{Choice, Path, StateId, System};
use serde::{Deserialize, Serialize};

/// A path on which the machine met a new part of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// What the machine had learnt by then, from the step with this number on; it may have learnt more
    /// elsewhere while it stood in the middle of the path.
    pub lessons: Vec<(usize, Vec<u32>)>,
    #[serde(with = "codec::path")]
    pub path: Path,
}

/// How a machine came to know the program: another one that goes these paths, and learns this at the end, gives
/// states the same names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acquaintance {
    pub growth: Vec<Growth>,
    /// How many names it had given in the end.
    pub extent: u64,
    pub learnt: Vec<u32>,
}

/// A state on the path with its choices from the one on that was taken last; none was if `is_fresh`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Level {
    #[serde(with = "codec::state")]
    pub state: StateId,
    #[serde(with = "codec::path")]
    pub choices: Vec<Choice>,
    pub is_fresh: bool,
}

/// Where a search was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// At its beginning: the machine had learnt something, and what was explored before does not count.
    Beginning,
    /// On this path, the first state first. It is empty if nothing was left to do.
    Path(Vec<Level>),
}

/// A search that is not finished.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    pub(crate) growth: Vec<Growth>,
    pub(crate) extent: u64,
    pub(crate) learnt: Vec<u32>,
    pub(crate) stage: Stage,
    pub(crate) result: SearchResult,
    /// What who listened had noted, in his own words.
    pub(crate) notes: Vec<u8>,
}

/// What must be the same for a checkpoint to be of use: names and values.
pub type Terms = Vec<(String, String)>;

impl Checkpoint {
    /// All of it, with what it is for.
    pub fn to_bytes(&self, terms: &Terms) -> Vec<u8> {
        // Plain data of known lengths can always be written to memory.
        let bytes = postcard::to_stdvec(&(terms, self)).unwrap_or_default();
        debug_assert!(
            Checkpoint::from_bytes(&bytes)
                .is_some_and(|read| postcard::to_stdvec(&read).is_ok_and(|again| again == bytes)),
            "a checkpoint reads as something else than was written"
        );
        bytes
    }

    /// Reads what `to_bytes` wrote; `None` if these bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<(Terms, Checkpoint)> {
        let ((terms, checkpoint), rest) = postcard::take_from_bytes::<(Terms, Checkpoint)>(bytes).ok()?;
        (rest.is_empty() && checkpoint.is_sound()).then_some((terms, checkpoint))
    }

    /// A choice that was taken is there, and only the last state may have none that was.
    fn is_sound(&self) -> bool {
        let Stage::Path(levels) = &self.stage else { return true };
        let last = levels.len().saturating_sub(1);
        let is_sound = |(i, level): (usize, &Level)| match level.is_fresh {
            true => i == last,
            false => !level.choices.is_empty(),
        };
        levels.iter().enumerate().all(is_sound)
    }

    /// Lets a fresh machine get to know the program as the one before did. False if it comes to know
    /// something else.
    pub(crate) fn prepare(&self, system: &mut dyn System) -> bool {
        for growth in &self.growth {
            let mut lessons = growth.lessons.iter().peekable();
            system.start();
            for (at, &choice) in growth.path.iter().enumerate() {
                while let Some((_, learnt)) = lessons.next_if(|(from, _)| *from <= at) {
                    system.learn(learnt);
                }
                system.step(choice);
            }
            system.settle();
        }
        system.learn(&self.learnt);
        system.start();
        system.settle().extent == self.extent
    }
}
