//! The moves of a file, packed or loose.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent};
use crate::loose::LooseReader;
use crate::read::Reader;
use lts::Choice;
use std::io::Read;

pub enum FileMoves<R: Read> {
    Packed(Box<Reader<R>>),
    Loose(Box<LooseReader<R>>),
}

impl<R: Read> FileMoves<R> {
    /// How many lists were told.
    pub fn lists(&self) -> ListId {
        match self {
            FileMoves::Packed(reader) => reader.lists(),
            FileMoves::Loose(reader) => reader.lists.len() as ListId,
        }
    }
}

impl<R: Read + Send> MoveSource for FileMoves<R> {
    fn first(&mut self) -> Result<ListId, Broken> {
        match self {
            FileMoves::Packed(reader) => reader.first(),
            FileMoves::Loose(reader) => reader.first(),
        }
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        match self {
            FileMoves::Packed(reader) => reader.next(),
            FileMoves::Loose(reader) => reader.next(),
        }
    }

    fn sign(&self) -> u32 {
        match self {
            FileMoves::Packed(reader) => reader.sign(),
            FileMoves::Loose(reader) => reader.sign(),
        }
    }

    fn list(&self, list: ListId) -> &[Choice] {
        match self {
            FileMoves::Packed(reader) => reader.list(list),
            FileMoves::Loose(reader) => reader.list(list),
        }
    }
}
