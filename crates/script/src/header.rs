//! What a script says of itself before its moves.

use crate::bytes::{Packer, Unpacker};
use crate::digest::sum_of;
use crate::event::Broken;
use lts::{Choice, Path, System};

/// So many steps are taken between two looks at the clock.
const PATIENCE: usize = 256;

/// What kind of script it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptKind {
    /// A whole search.
    Whole,
    /// The moves of one that led to new states, for who trusts it.
    Trimmed,
    /// One of several parts, which certify a search together.
    Part(Part),
}

/// Which part, of what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The sum of the whole script's bytes.
    pub of: u128,
    /// Counted from 0.
    pub index: u32,
    pub count: u32,
    /// The way to its first state.
    pub path: Path,
    /// The number of that state in the whole.
    pub first: u64,
    /// States of the whole.
    pub whole: u64,
    /// The whole was trimmed.
    pub is_trimmed: bool,
}

/// What the machine had learnt by the step with this number of a path, and from there on.
pub type Lesson = (u64, Vec<u32>);

/// A path on which the machine met a new part of the program. Paths that follow each other begin alike, and are kept
/// as they are written: told in full, a few bytes would stand for more than there is memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub lessons: Vec<Lesson>,
    /// So many of its choices are those of the path before.
    pub same: usize,
    /// Those behind them.
    pub rest: Path,
}

impl Meeting {
    /// Paths with their lessons, one after the other.
    pub fn in_turn(paths: impl Iterator<Item = (Vec<Lesson>, Path)>) -> Vec<Meeting> {
        let mut last = Path::new();
        let meeting = |(lessons, path): (Vec<Lesson>, Path)| {
            let same = last.iter().zip(&path).take_while(|(a, b)| a == b).count();
            let rest = path[same..].to_vec();
            last = path;
            Meeting { lessons, same, rest }
        };
        paths.map(meeting).collect()
    }
}

/// All of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub kind: ScriptKind,
    /// From every state all choices are taken. Else some are left out because steps commute, and who certifies has to
    /// see that for himself.
    pub takes_all: bool,
    /// Its moves are plain numbers, and wait to be packed.
    pub is_loose: bool,
    pub states: u64,
    pub transitions: u64,
    /// What must be the same for the script to fit: names and values.
    pub terms: Vec<(String, String)>,
    /// How the program is called, as words of a command line.
    pub words: Vec<String>,
    /// What the program is made of: names, and sums of what they stand for.
    pub sources: Vec<(String, u64)>,
    /// How a machine comes to know the program as the one did that searched it.
    pub meetings: Vec<Meeting>,
    /// By how much the machine's extent had grown in the end.
    pub extent: u64,
    pub learnt: Vec<u32>,
}

impl Header {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packer = Packer::default();
        match &self.kind {
            ScriptKind::Whole => packer.number(0),
            ScriptKind::Trimmed => packer.number(1),
            ScriptKind::Part(part) => {
                packer.number(2);
                packer.wide(part.of);
                packer.number(u64::from(part.index));
                packer.number(u64::from(part.count));
                packer.path(&part.path);
                packer.number(part.first);
                packer.number(part.whole);
                packer.number(u64::from(part.is_trimmed));
            }
        }
        packer.number(u64::from(self.takes_all));
        packer.number(u64::from(self.is_loose));
        packer.number(self.states);
        packer.number(self.transitions);
        packer.list(&self.terms, |packer, (name, value)| {
            packer.text(name);
            packer.text(value);
        });
        packer.list(&self.words, |packer, word| packer.text(word));
        packer.list(&self.sources, |packer, (name, sum)| {
            packer.text(name);
            packer.number(*sum);
        });
        let learnt = |packer: &mut Packer, learnt: &[u32]| {
            packer.list(learnt, |packer, word| packer.number(u64::from(*word)));
        };
        packer.list(&self.meetings, |packer, meeting| {
            packer.list(&meeting.lessons, |packer, (from, words)| {
                packer.number(*from);
                learnt(packer, words);
            });
            packer.number(meeting.same as u64);
            packer.path(&meeting.rest);
        });
        packer.number(self.extent);
        learnt(&mut packer, &self.learnt);
        packer.0
    }

    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, Broken> {
        let mut unpacker = Unpacker(bytes);
        let it = &mut unpacker;
        let kind = match it.number()? {
            0 => ScriptKind::Whole,
            1 => ScriptKind::Trimmed,
            2 => ScriptKind::Part(Part {
                of: it.wide()?,
                index: it.small()?,
                count: it.small()?,
                path: it.path()?,
                first: it.number()?,
                whole: it.number()?,
                is_trimmed: flag(it)?,
            }),
            _ => return Err(Broken::because("is of a kind that this version does not know")),
        };
        let (takes_all, is_loose) = (flag(it)?, flag(it)?);
        let (states, transitions) = (it.number()?, it.number()?);
        let terms = it.list(|it| Ok((it.text()?, it.text()?)))?;
        let words = it.list(|it| it.text())?;
        let sources = it.list(|it| Ok((it.text()?, it.number()?)))?;
        let learnt = |it: &mut Unpacker<'_>| it.list(|it| it.small());
        let mut length = 0;
        let meetings = it.list(|it| {
            let lessons = it.list(|it| Ok((it.number()?, learnt(it)?)))?;
            let (same, rest) = (it.number()?, it.path()?);
            if same > length as u64 {
                return Err(Broken::because("is damaged: a path goes on from where none was"));
            }
            length = same as usize + rest.len();
            Ok(Meeting { lessons, same: same as usize, rest })
        })?;
        let (extent, learnt) = (it.number()?, learnt(it)?);
        it.end()?;
        let header = Header {
            kind,
            takes_all,
            is_loose,
            states,
            transitions,
            terms,
            words,
            sources,
            meetings,
            extent,
            learnt,
        };
        header
            .is_sound()
            .then_some(header)
            .ok_or_else(|| Broken::because("contradicts itself in its description"))
    }

    fn is_sound(&self) -> bool {
        let is_counted = self.states > 0 && self.states < u64::from(u32::MAX - 1);
        let is_part = match &self.kind {
            ScriptKind::Part(part) => {
                let fits = part.first.checked_add(self.states).is_some_and(|end| end <= part.whole);
                part.index < part.count && fits && (part.first == 0) == part.path.is_empty()
            }
            _ => true,
        };
        is_counted && is_part && (!self.is_loose || self.kind == ScriptKind::Whole)
    }

    /// The same for a part, for the moves that led to new states, or packed.
    pub fn with(&self, kind: ScriptKind, states: u64, transitions: u64) -> Header {
        Header { kind, states, transitions, is_loose: false, ..self.clone() }
    }

    /// A sum over all that parts of one script have in common: the program, the search, what was learnt, and how names
    /// were given. Parts that differ in it may mean different things by one fingerprint, and end steps elsewhere. It
    /// depends on the consumer's key, since whoever forges parts must not choose them by it.
    pub fn common(&self, key: u128) -> u128 {
        let bytes = self.with(ScriptKind::Whole, 1, 0).to_bytes();
        sum_of(&[&key.to_le_bytes(), &bytes[..]].concat())
    }

    /// Lets a fresh machine get to know the program as the one did that searched it. The script is not believed: every
    /// choice must be there.
    ///
    /// Returns the extent that it had before: what is told of extents is how much they have grown. The paths may take
    /// any time, and are given up as soon as `goes_on` says so.
    ///
    /// # Errors
    /// Where the machine comes to know something else.
    pub fn acquaint(
        &self,
        system: &mut dyn System,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<u64, Unacquainted> {
        let fresh = system.settle().extent;
        let mut path = Path::new();
        for meeting in &self.meetings {
            path.truncate(meeting.same);
            path.extend_from_slice(&meeting.rest);
            let mut lessons = meeting.lessons.iter().peekable();
            system.start();
            for (at, &choice) in path.iter().enumerate() {
                if at % PATIENCE == 0 && !goes_on() {
                    return Err(Unacquainted { path: Vec::new(), is_given_up: true });
                }
                while let Some((_, learnt)) = lessons.next_if(|(from, _)| *from <= at as u64) {
                    system.learn(learnt);
                }
                if !go(system, choice) && at + 1 < path.len() {
                    path.truncate(at + 1);
                    return Err(Unacquainted { path, is_given_up: false });
                }
            }
            system.settle();
        }
        system.learn(&self.learnt);
        system.start();
        match system.settle().extent.checked_sub(fresh) == Some(self.extent) {
            true => Ok(fresh),
            false => Err(Unacquainted { path: Vec::new(), is_given_up: false }),
        }
    }
}

/// The machine could not go a path on which names were given, or gave other ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unacquainted {
    /// As far as it was to go; empty if it is not known where it differs.
    pub path: Path,
    /// Nothing differs: there was no time to go on.
    pub is_given_up: bool,
}

/// Takes a choice, if it is there. False if that led to no state.
pub fn go(system: &mut dyn System, choice: Choice) -> bool {
    let mut choices = lts::Choices::default();
    system.choices(&mut choices);
    choices.list.contains(&choice) && system.step(choice) == lts::Outcome::Next
}

fn flag(it: &mut Unpacker<'_>) -> Result<bool, Broken> {
    match it.number()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Broken::because("is damaged: a yes or no is neither")),
    }
}
