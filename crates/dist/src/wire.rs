//! States on their way to another node.
//!
//! A parcel is a run of records. A component travels once to each node, as a definition with the sender's own
//! number; from then on it is that number. A state is a trail and a list of components, both told by what differs
//! from the state before it in the same parcel.

use crate::digest::links_from;
use crate::trail::Trail;
use base::{FastMap, FastSet};
use lts::{CompId, Pool};
use std::cmp::Ordering;

/// How states travel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Transfer {
    /// As the way to them, which the other side goes again.
    Path,
    /// As all their words.
    State,
    /// As numbers of components, and as words where the other side lacks them.
    #[default]
    Components,
}

const DEFINITION: u64 = 0;
const NUMBERS: u64 = 1;
const WAY: u64 = 2;
const WORDS: u64 = 3;
const STORED: u64 = 4;

/// The kind of a record is in its lowest bits; above them, of how many generations the sender takes care.
const KIND_BITS: u32 = 3;

/// Components in components, at most.
const DEEPEST: usize = 16;

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// What one node sends to another.
pub struct Outbox {
    links: &'static [(u8, usize)],
    sent: FastSet<CompId>,
    bytes: Vec<u8>,
    last: Vec<CompId>,
    trail: Vec<u8>,
}

impl Outbox {
    pub fn new(links: &'static [(u8, usize)]) -> Outbox {
        Outbox { links, sent: FastSet::default(), bytes: Vec::new(), last: Vec::new(), trail: Vec::new() }
    }

    /// Adds a state and the way to it. `cared` is of how many generations behind it the sender keeps its own.
    pub fn put(&mut self, pool: &dyn Pool, state: &[CompId], trail: &Trail, cared: u8, how: Transfer) {
        let record = |kind: u64| kind | u64::from(cared) << KIND_BITS;
        match how {
            Transfer::Path => {
                put(&mut self.bytes, record(WAY));
                self.put_trail(trail);
            }
            Transfer::State => {
                put(&mut self.bytes, record(WORDS));
                self.put_trail(trail);
                put(&mut self.bytes, state.len() as u64);
                for &component in state {
                    self.put_words(pool, component);
                }
                // On the other side this is the state before the next one.
                self.last.clear();
            }
            Transfer::Components => {
                let changed = self.changes(pool, state);
                put(&mut self.bytes, record(NUMBERS));
                self.put_trail(trail);
                self.put_changes(state, &changed);
            }
        }
    }

    /// Adds a state that has been gone on from, or is waited for elsewhere: it is only to be known.
    pub fn put_stored(&mut self, pool: &dyn Pool, state: &[CompId]) {
        let changed = self.changes(pool, state);
        put(&mut self.bytes, STORED);
        self.put_changes(state, &changed);
    }

    /// What differs from the state before, which the other side will know the numbers of.
    fn changes(&mut self, pool: &dyn Pool, state: &[CompId]) -> Vec<(usize, CompId)> {
        let is_new = |(place, component): &(usize, &CompId)| self.last.get(*place) != Some(*component);
        let changed: Vec<(usize, CompId)> =
            state.iter().enumerate().filter(is_new).map(|(place, c)| (place, *c)).collect();
        for &(_, component) in &changed {
            self.define(pool, component);
        }
        changed
    }

    fn put_changes(&mut self, state: &[CompId], changed: &[(usize, CompId)]) {
        put(&mut self.bytes, state.len() as u64);
        put(&mut self.bytes, changed.len() as u64);
        let mut before = 0;
        for &(place, component) in changed {
            put(&mut self.bytes, (place - before) as u64);
            put(&mut self.bytes, u64::from(component.0));
            before = place;
        }
        self.last.clear();
        self.last.extend_from_slice(state);
    }

    fn put_trail(&mut self, trail: &Trail) {
        let same = self.trail.iter().zip(&trail.bytes).take_while(|(old, new)| old == new).count();
        put(&mut self.bytes, u64::from(trail.bits()));
        put(&mut self.bytes, same as u64);
        self.bytes.extend_from_slice(&trail.bytes[same..]);
        self.trail.clone_from(&trail.bytes);
    }

    /// The other side will know what this number means.
    fn define(&mut self, pool: &dyn Pool, component: CompId) {
        if !self.sent.insert(component) {
            return;
        }
        let mut words = Vec::new();
        let kind = pool.words(component, &mut words);
        let from = links_from(self.links, kind, words.len());
        for &other in &words[from..] {
            self.define(pool, CompId(other));
        }
        put(&mut self.bytes, DEFINITION);
        put(&mut self.bytes, u64::from(component.0));
        put(&mut self.bytes, u64::from(kind));
        put(&mut self.bytes, words.len() as u64);
        words.iter().for_each(|&word| put(&mut self.bytes, u64::from(word)));
    }

    /// A component with all that it holds.
    fn put_words(&mut self, pool: &dyn Pool, component: CompId) {
        let mut words = Vec::new();
        let kind = pool.words(component, &mut words);
        let from = links_from(self.links, kind, words.len());
        put(&mut self.bytes, u64::from(kind));
        put(&mut self.bytes, words.len() as u64);
        words[..from].iter().for_each(|&word| put(&mut self.bytes, u64::from(word)));
        for &other in &words[from..] {
            self.put_words(pool, CompId(other));
        }
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Closes the parcel.
    pub fn take(&mut self) -> Vec<u8> {
        self.last.clear();
        self.trail.clear();
        std::mem::take(&mut self.bytes)
    }

    /// The store has been emptied: its numbers mean other components from now on.
    pub fn clear(&mut self) {
        *self = Outbox::new(self.links);
    }
}

/// What one node knows of another one's numbers.
#[derive(Default)]
pub struct Inbox {
    known: FastMap<u64, CompId>,
}

impl Inbox {
    /// Components have other numbers on this side.
    pub fn each(&mut self, mut renamed: impl FnMut(CompId) -> CompId) {
        self.known.values_mut().for_each(|component| *component = renamed(*component));
    }

    pub fn clear(&mut self) {
        self.known.clear();
    }
}

/// A parcel that is being opened.
pub struct Opening<'a> {
    bytes: &'a [u8],
    links: &'static [(u8, usize)],
    /// The number of steps to each of its states.
    level: u32,
    trail: Vec<u8>,
    /// The state that was read last, in numbers of this side.
    pub state: Vec<CompId>,
}

/// What comes next in a parcel.
pub enum Arrived {
    /// A state, which is in [`Opening::state`], and of how many generations the sender takes care.
    State(Trail, u8),
    /// The way to one.
    Way(Trail, u8),
    /// A state that is only to be known.
    Stored,
    /// Nothing more.
    Nothing,
}

impl<'a> Opening<'a> {
    pub fn new(bytes: &'a [u8], level: u32, links: &'static [(u8, usize)]) -> Opening<'a> {
        Opening { bytes, links, level, trail: Vec::new(), state: Vec::new() }
    }

    /// `None` if it does not read as [`Outbox`] writes it.
    pub fn next(&mut self, inbox: &mut Inbox, pool: &mut dyn Pool) -> Option<Arrived> {
        loop {
            if self.bytes.is_empty() {
                return Some(Arrived::Nothing);
            }
            let record = self.number()?;
            let cared = u8::try_from(record >> KIND_BITS).ok()?;
            match record & ((1 << KIND_BITS) - 1) {
                DEFINITION => self.definition(inbox, pool)?,
                NUMBERS => {
                    let trail = self.trail()?;
                    self.numbers(inbox)?;
                    return Some(Arrived::State(trail, cared));
                }
                WAY => return self.trail().map(|trail| Arrived::Way(trail, cared)),
                STORED => {
                    self.numbers(inbox)?;
                    return Some(Arrived::Stored);
                }
                WORDS => {
                    let trail = self.trail()?;
                    let length = self.number()?;
                    self.state.clear();
                    for _ in 0..length {
                        let component = self.words(pool, 0)?;
                        self.state.push(component);
                    }
                    return Some(Arrived::State(trail, cared));
                }
                _ => return None,
            }
        }
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn word(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn trail(&mut self) -> Option<Trail> {
        let (bits, same) = (self.word()?, self.number()? as usize);
        let length = bits.div_ceil(8) as usize;
        let (rest, bytes) = self.bytes.split_at_checked(length.checked_sub(same)?)?;
        self.bytes = bytes;
        self.trail.truncate(same);
        self.trail.extend_from_slice(rest);
        Trail::of_parts(self.level, bits, self.trail.clone())
    }

    fn definition(&mut self, inbox: &mut Inbox, pool: &mut dyn Pool) -> Option<()> {
        let (number, kind, length) = (self.number()?, u8::try_from(self.number()?).ok()?, self.number()?);
        let mut words = Vec::new();
        for _ in 0..length {
            words.push(self.word()?);
        }
        let from = links_from(self.links, kind, words.len());
        for other in &mut words[from..] {
            *other = inbox.known.get(&u64::from(*other))?.0;
        }
        inbox.known.insert(number, pool.intern(kind, &words));
        Some(())
    }

    fn numbers(&mut self, inbox: &Inbox) -> Option<()> {
        let (length, changes) = (self.number()? as usize, self.number()?);
        self.state.truncate(length);
        let mut place = 0;
        for _ in 0..changes {
            place += self.number()? as usize;
            let component = *inbox.known.get(&self.number()?)?;
            match place.cmp(&self.state.len()) {
                Ordering::Less => self.state[place] = component,
                Ordering::Equal => self.state.push(component),
                Ordering::Greater => return None,
            }
        }
        (self.state.len() == length).then_some(())
    }

    fn words(&mut self, pool: &mut dyn Pool, depth: usize) -> Option<CompId> {
        let (kind, length) = (u8::try_from(self.number()?).ok()?, self.number()? as usize);
        let from = links_from(self.links, kind, length);
        let mut words = Vec::new();
        for place in 0..length {
            let word = match place < from {
                true => self.word()?,
                false if depth < DEEPEST => self.words(pool, depth + 1)?.0,
                false => return None,
            };
            words.push(word);
        }
        Some(pool.intern(kind, &words))
    }
}

#[cfg(test)]
mod tests;
