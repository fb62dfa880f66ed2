//! Moves as plain numbers: what a search is written down as where that must cost next to nothing. Nothing is foreseen
//! and little is left out, so such a script is many times larger than a packed one, and is packed when there is time.

use crate::bytes::Packer;
use crate::event::{Broken, ListId, MoveSource, ScriptEvent, Sink, To};
use crate::model::{Lists, index_of};
use crate::subgraphs::{Subgraph, Subgraphs};
use lts::Choice;
use std::io::{BufReader, Read, Result as IoResult, Write};

/// So many bytes are handed on at once.
const BLOCK: usize = 1 << 16;
/// A list of choices is no longer than this.
const LONGEST: u64 = 1 << 16;

/// The lowest bits of a move; those above are the list, how far back the state is, or what led nowhere.
const NEW: u64 = 0;
const SEEN: u64 = 1;
const NOWHERE: u64 = 2;
const KIND_BITS: u32 = 2;

/// Moves that lead nowhere.
const PRUNED: u64 = 0;
const VIOLATED: u64 = 1;

/// A state of the path.
struct Frame {
    state: u32,
    list: ListId,
    /// Moves of the whole script before the first of this state.
    before: u64,
}

/// Writes moves of a whole search.
pub struct LooseWriter<W: Write> {
    takes_all: bool,
    pub lists: Lists,
    pub subgraphs: Subgraphs,
    pub states: u32,
    pub transitions: u64,
    frames: Vec<Frame>,
    /// The sign of the first state: others are told by how they differ.
    origin: u32,
    bytes: Packer,
    out: zstd::Encoder<'static, W>,
    /// Why nothing can be written any more.
    fault: Option<std::io::Error>,
}

impl<W: Write> LooseWriter<W> {
    /// # Errors
    /// Not every place can be written to.
    pub fn new(out: W, takes_all: bool) -> IoResult<LooseWriter<W>> {
        Ok(LooseWriter {
            takes_all,
            lists: Lists::default(),
            subgraphs: Subgraphs::default(),
            states: 0,
            transitions: 0,
            frames: Vec::new(),
            origin: 0,
            bytes: Packer::default(),
            out: zstd::Encoder::new(out, -3)?,
            fault: None,
        })
    }

    /// A choice of the state on top by its place in the list; not looked for where all are taken in their order.
    #[inline]
    pub fn index_of(&self, choice: Choice) -> u32 {
        let Some(top) = self.frames.last().filter(|_| !self.takes_all) else { return 0 };
        index_of(self.lists.get(top.list), choice).unwrap_or(0) as u32
    }

    /// A new state with these choices.
    fn state(&mut self, choices: &[Choice], sign: u32) {
        let known = self.lists.id(choices);
        let list = known.unwrap_or(self.lists.len() as ListId);
        self.bytes.number(u64::from(list) << KIND_BITS | NEW);
        self.bytes.0.extend_from_slice(&sign.wrapping_sub(self.origin).to_le_bytes());
        if known.is_none() {
            self.bytes.path(choices);
            if self.lists.add(choices).is_none() {
                self.fault.get_or_insert(std::io::Error::other("there are too many different choices"));
            }
        }
        if !choices.is_empty() {
            self.frames.push(Frame { state: self.states, list, before: self.transitions });
        }
        self.states += 1;
    }

    #[inline]
    fn settle(&mut self) {
        if self.bytes.0.len() >= BLOCK {
            let written = self.out.write_all(&self.bytes.0);
            self.bytes.0.clear();
            if let Err(error) = written {
                self.fault.get_or_insert(error);
            }
        }
    }

    /// Writes what is left, and gives the place back that was written to.
    ///
    /// # Errors
    /// Why something could not be written, now or before.
    pub fn finish(mut self) -> IoResult<(W, Subgraphs, Lists)> {
        if let Some(error) = self.fault {
            return Err(error);
        }
        self.out.write_all(&self.bytes.0)?;
        self.subgraphs.thin(self.transitions);
        Ok((self.out.finish()?, self.subgraphs, self.lists))
    }
}

impl<W: Write> Sink for LooseWriter<W> {
    fn first(&mut self, choices: &[Choice], sign: u32) {
        self.origin = sign;
        self.state(choices, sign);
    }

    #[inline]
    fn go(&mut self, index: u32, to: To, choices: &[Choice], sign: u32) {
        if !self.takes_all {
            self.bytes.number(u64::from(index) + 1);
        }
        self.transitions += 1;
        match to {
            To::New(_) => self.state(choices, sign),
            To::Seen(state) => {
                let back = self.states.wrapping_sub(1).wrapping_sub(state);
                self.bytes.number(u64::from(back) << KIND_BITS | SEEN);
            }
            To::Pruned => self.bytes.number(PRUNED << KIND_BITS | NOWHERE),
            // A whole search has no other parts.
            _ => self.bytes.number(VIOLATED << KIND_BITS | NOWHERE),
        }
        self.settle();
    }

    fn back(&mut self) {
        if !self.takes_all {
            self.bytes.number(0);
        }
        if let Some(frame) = self.frames.pop() {
            let root = u64::from(frame.state);
            let (states, transitions) = (u64::from(self.states) - root, self.transitions - frame.before);
            self.subgraphs.add(Subgraph { root, states, transitions }, self.transitions);
        }
    }
}

/// Reads what a [`LooseWriter`] wrote.
pub struct LooseReader<R: Read> {
    takes_all: bool,
    pub lists: Lists,
    /// The lists of the states of the path, and how many of their choices were taken.
    stack: Vec<(ListId, u32)>,
    sign: u32,
    input: zstd::Decoder<'static, BufReader<R>>,
    /// Bytes that were unpressed, and which of them are still to be read.
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    /// What there is so far, and what the script says that it has.
    states: u64,
    transitions: u64,
    of: (u64, u64),
}

impl<R: Read> LooseReader<R> {
    /// `of` are the states and transitions that the script says that it has.
    ///
    /// # Errors
    /// The bytes are not pressed.
    pub fn new(input: R, takes_all: bool, of: (u64, u64)) -> Result<LooseReader<R>, Broken> {
        let pressed = zstd::Decoder::new(input).map_err(|error| Broken(format!("is damaged: {error}")))?;
        Ok(LooseReader {
            takes_all,
            lists: Lists::default(),
            stack: Vec::new(),
            sign: 0,
            input: pressed,
            buffer: vec![0; BLOCK].into_boxed_slice(),
            at: 0,
            end: 0,
            states: 0,
            transitions: 0,
            of,
        })
    }

    /// The next byte. What is asked for one by one is not asked of the reader below one by one.
    #[inline]
    fn byte(&mut self) -> Result<u8, Broken> {
        if self.at == self.end {
            self.fill()?;
            if self.end == 0 {
                return Err(Broken::because("is cut off: its moves end in the middle"));
            }
        }
        self.at += 1;
        Ok(self.buffer[self.at - 1])
    }

    /// All bytes in the buffer have been read: others come, or none if there are no more.
    #[cold]
    fn fill(&mut self) -> Result<(), Broken> {
        self.at = 0;
        self.end = 0;
        self.end =
            self.input.read(&mut self.buffer).map_err(|error| Broken(format!("is damaged: {error}")))?;
        Ok(())
    }

    #[inline]
    fn number(&mut self) -> Result<u64, Broken> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let byte = self.byte()?;
            if shift > 56 {
                return Err(Broken::because("is damaged: a number has too many bytes"));
            }
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    fn small(&mut self) -> Result<u32, Broken> {
        u32::try_from(self.number()?).map_err(|_| Broken::because("is damaged: a number is too large"))
    }

    /// A new state, by the number of its list.
    fn state(&mut self, list: u64) -> Result<ListId, Broken> {
        self.sign = u32::from_le_bytes([self.byte()?, self.byte()?, self.byte()?, self.byte()?]);
        let known = self.lists.len() as u64;
        if list > known {
            return Err(Broken::because("names a list that it does not have"));
        }
        let mut list = list as ListId;
        if u64::from(list) == known {
            let length = self.number()?;
            if length > LONGEST {
                return Err(Broken::because("has a state with more choices than any machine gives"));
            }
            let mut read = Vec::new();
            for _ in 0..length {
                read.push(Choice { actor: self.small()?, value: self.small()? });
            }
            let added = self.lists.add(&read);
            list = added.ok_or_else(|| Broken::because("has more choices than any search meets"))?;
        }
        self.states += 1;
        if list != 0 {
            self.stack.push((list, 0));
        }
        match self.states > self.of.0 || self.transitions > self.of.1 {
            true => Err(Broken::because("has more states or moves than it says")),
            false => Ok(list),
        }
    }

    /// Nothing is left on the path: then nothing may be left of the script.
    fn end(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        let is_at_end = self.at == self.end && self.fill().is_ok() && self.end == 0;
        match ((self.states, self.transitions) == self.of, is_at_end) {
            (true, true) => Ok(None),
            (true, false) => Err(Broken::because("goes on behind its last move")),
            (false, _) => Err(Broken::because("has fewer states or moves than it says")),
        }
    }

    /// Which choice of the state on top is taken; nothing if the state is left.
    fn index(&mut self, taken: u32, length: u32) -> Result<Option<u32>, Broken> {
        let index = match self.takes_all {
            true => Some(taken),
            false => self.small()?.checked_sub(1),
        };
        match index {
            Some(index) if index < length => Ok(Some(index)),
            Some(_) if !self.takes_all => Err(Broken::because("takes more choices than there are")),
            _ => Ok(None),
        }
    }
}

impl<R: Read + Send> MoveSource for LooseReader<R> {
    fn first(&mut self) -> Result<ListId, Broken> {
        let first = self.number()?;
        match first & 3 {
            NEW => self.state(first >> KIND_BITS),
            _ => Err(Broken::because("has no first state")),
        }
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        let Some(&(list, taken)) = self.stack.last() else { return self.end() };
        let length = self.lists.get(list).len() as u32;
        let Some(index) = self.index(taken, length)? else {
            self.stack.pop();
            return Ok(Some(ScriptEvent::Back));
        };
        if let Some(top) = self.stack.last_mut() {
            top.1 += 1;
        }
        self.transitions += 1;
        let number = self.number()?;
        let value = number >> KIND_BITS;
        let to = match number & 3 {
            NEW => To::New(self.state(value)?),
            SEEN => {
                let state = (self.states - 1).checked_sub(value).and_then(|state| u32::try_from(state).ok());
                To::Seen(state.ok_or_else(|| Broken::because("leads to a state that it does not have"))?)
            }
            NOWHERE if value == PRUNED => To::Pruned,
            NOWHERE if value == VIOLATED => To::Violated,
            _ => return Err(Broken::because("has a move of no known kind")),
        };
        match self.transitions > self.of.1 {
            true => Err(Broken::because("has more states or moves than it says")),
            false => Ok(Some(ScriptEvent::Move { index, to })),
        }
    }

    fn sign(&self) -> u32 {
        self.sign
    }

    fn list(&self, list: ListId) -> &[Choice] {
        self.lists.get(list)
    }
}

/// Writes the moves of a script once more, elsewhere.
///
/// # Errors
/// What is wrong with the script.
pub fn copy(source: &mut dyn MoveSource, sink: &mut dyn Sink) -> Result<(), Broken> {
    let list = source.first()?;
    sink.first(source.list(list), source.sign());
    while let Some(event) = source.next()? {
        match event {
            ScriptEvent::Back => sink.back(),
            ScriptEvent::Move { index, to: To::New(list) } => {
                sink.go(index, To::New(0), source.list(list), source.sign());
            }
            ScriptEvent::Move { index, to } => sink.go(index, to, &[], 0),
        }
    }
    Ok(())
}
