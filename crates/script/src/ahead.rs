//! A script that is read ahead, in a thread of its own: who follows it does not wait for its bytes to be unpacked.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent};
use crate::moves::FileMoves;
use lts::Choice;
use std::io::Read;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Entries that are handed over at once, and how many times that may wait.
const ENTRIES: usize = 1 << 12;
const WAITING: usize = 4;

/// What was read at once.
#[derive(Default)]
struct Heap {
    entries: Vec<ScriptEvent>,
    /// Lists that were not there before.
    lists: Vec<Box<[Choice]>>,
    /// Why there is no more, or nothing at the end of the script.
    end: Option<Option<Broken>>,
}

/// A source whose entries wait to be asked for.
pub struct Ahead {
    heaps: Receiver<Heap>,
    heap: Heap,
    at: usize,
    first: Result<ListId, Broken>,
    lists: Vec<Box<[Choice]>>,
}

impl Ahead {
    /// Reads a script ahead.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub fn new<R: Read + Send + 'static>(mut reader: FileMoves<R>) -> Result<Ahead, Broken> {
        let first = reader.first();
        let (sender, heaps) = sync_channel(WAITING);
        let mut ahead = Ahead { heaps, heap: Heap::default(), at: 0, first, lists: Vec::new() };
        if ahead.first.is_err() {
            return Ok(ahead);
        }
        ahead.lists = (0..reader.lists()).map(|list| reader.list(list).into()).collect();
        let known = ahead.lists.len() as ListId;
        std::thread::Builder::new()
            .name("script".to_string())
            .spawn(move || read(reader, known, &sender))
            .map_err(|error| Broken(format!("cannot be read: {error}")))?;
        Ok(ahead)
    }
}

/// Reads until there is nothing left, or nobody who wants it.
fn read<R: Read + Send>(mut reader: FileMoves<R>, mut known: ListId, sender: &SyncSender<Heap>) {
    loop {
        let mut heap = Heap { entries: Vec::with_capacity(ENTRIES), ..Heap::default() };
        while heap.entries.len() < ENTRIES && heap.end.is_none() {
            match reader.next() {
                Ok(Some(entry)) => heap.entries.push(entry),
                Ok(None) => heap.end = Some(None),
                Err(broken) => heap.end = Some(Some(broken)),
            }
        }
        heap.lists.extend((known..reader.lists()).map(|list| Box::from(reader.list(list))));
        known = reader.lists();
        let is_last = heap.end.is_some();
        if sender.send(heap).is_err() || is_last {
            return;
        }
    }
}

impl MoveSource for Ahead {
    fn first(&mut self) -> Result<ListId, Broken> {
        self.first.clone()
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        while self.at == self.heap.entries.len() {
            if let Some(end) = &self.heap.end {
                return end.clone().map_or(Ok(None), Err);
            }
            let gone =
                Heap { end: Some(Some(Broken::because("was not read to its end"))), ..Heap::default() };
            self.heap = self.heaps.recv().unwrap_or(gone);
            self.at = 0;
            self.lists.append(&mut self.heap.lists);
        }
        self.at += 1;
        Ok(Some(self.heap.entries[self.at - 1]))
    }

    fn sign(&self) -> u32 {
        0
    }

    fn list(&self, list: ListId) -> &[Choice] {
        self.lists.get(list as usize).map_or(&[], |list| list)
    }
}
