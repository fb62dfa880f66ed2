//! The moves of a file, packed or loose.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent};
use crate::loose::LooseReader;
use crate::read::Reader;
use lts::Choice;
use std::io::Read;

pub enum Moves<R: Read> {
    Packed(Box<Reader<R>>),
    Loose(Box<LooseReader<R>>),
}

impl<R: Read> Moves<R> {
    /// How many lists were told.
    pub fn lists(&self) -> ListId {
        match self {
            Moves::Packed(reader) => reader.lists(),
            Moves::Loose(reader) => reader.lists.len() as ListId,
        }
    }
}

impl<R: Read + Send> MoveSource for Moves<R> {
    fn first(&mut self) -> Result<ListId, Broken> {
        match self {
            Moves::Packed(reader) => reader.first(),
            Moves::Loose(reader) => reader.first(),
        }
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        match self {
            Moves::Packed(reader) => reader.next(),
            Moves::Loose(reader) => reader.next(),
        }
    }

    fn sign(&self) -> u32 {
        match self {
            Moves::Packed(reader) => reader.sign(),
            Moves::Loose(reader) => reader.sign(),
        }
    }

    fn list(&self, list: ListId) -> &[Choice] {
        match self {
            Moves::Packed(reader) => reader.list(list),
            Moves::Loose(reader) => reader.list(list),
        }
    }
}
