//! Parts of a script that are followed while the rest of it is still being read.
//!
//! One thread reads, and writes each part into a [`Spring`]; whoever follows a part reads its [`Stream`], and waits
//! where the reader has not come so far. Entries are eight bytes, as in [`crate::Memory`].

use crate::event::{Broken, ListId, MoveSource, ScriptEvent, Sink, To};
use crate::memory::{BACK, packed, unpacked};
use base::BitSet;
use lts::Choice;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Entries that are handed over at once.
const ENTRIES: usize = 1 << 12;
/// The list of the part's first state, whose number the reader does not tell.
const FIRST: ListId = ListId::MAX;

/// What is handed over at once.
#[derive(Default)]
struct Heap {
    entries: Vec<u64>,
    /// Lists that the part has not had before.
    lists: Vec<(ListId, Box<[Choice]>)>,
    is_last: bool,
}

/// Where the reader writes a part.
pub struct Spring {
    heap: Heap,
    told: BitSet,
    to: Sender<Heap>,
    is_too_large: bool,
}

/// Where a part is read from.
pub struct Stream {
    heaps: Receiver<Heap>,
    heap: Heap,
    at: usize,
    first: Box<[Choice]>,
    lists: Vec<Box<[Choice]>>,
}

/// Both ends of a part.
pub fn stream() -> (Spring, Stream) {
    let (to, heaps) = channel();
    let spring = Spring { heap: Heap::default(), told: BitSet::default(), to, is_too_large: false };
    let stream = Stream { heaps, heap: Heap::default(), at: 0, first: Box::default(), lists: Vec::new() };
    (spring, stream)
}

impl Spring {
    #[inline]
    fn put(&mut self, entry: u64) {
        self.heap.entries.push(entry);
        if self.heap.entries.len() == ENTRIES {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        let next = Heap { entries: Vec::with_capacity(ENTRIES), ..Heap::default() };
        let heap = std::mem::replace(&mut self.heap, next);
        // Who follows it may have given up.
        let _ = self.to.send(heap);
    }
}

impl Sink for Spring {
    fn first(&mut self, choices: &[Choice], _: u32) {
        self.heap.lists.push((FIRST, choices.into()));
        self.hand_over();
    }

    #[inline]
    fn go(&mut self, index: u32, to: To, choices: &[Choice], _: u32) {
        if let To::New(list) = to
            && self.told.insert(list as usize)
        {
            self.heap.lists.push((list, choices.into()));
        }
        match packed(index, to) {
            Some(entry) => self.put(entry),
            None => self.is_too_large = true,
        }
    }

    #[inline]
    fn back(&mut self) {
        self.put(BACK);
    }

    /// A part of which this is not said was not read to its end.
    fn end(&mut self) -> Result<(), Broken> {
        if self.is_too_large {
            return Err(Broken::because("has more states than fit in memory"));
        }
        self.heap.is_last = true;
        self.hand_over();
        Ok(())
    }

    fn counts_in_whole(&self) -> bool {
        true
    }
}

impl Stream {
    /// Waits for what the reader hands over next. False behind the end.
    fn receive(&mut self) -> Result<bool, Broken> {
        if self.heap.is_last {
            return Ok(false);
        }
        self.heap = self.heaps.recv().map_err(|_| Broken::because("was not read to its end"))?;
        self.at = 0;
        for (list, choices) in self.heap.lists.drain(..) {
            match list {
                FIRST => self.first = choices,
                list => {
                    let length = self.lists.len().max(list as usize + 1);
                    self.lists.resize_with(length, Box::default);
                    self.lists[list as usize] = choices;
                }
            }
        }
        Ok(true)
    }
}

impl MoveSource for Stream {
    fn first(&mut self) -> Result<ListId, Broken> {
        self.receive()?;
        Ok(if self.first.is_empty() { 0 } else { FIRST })
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        while self.at == self.heap.entries.len() {
            if !self.receive()? {
                return Ok(None);
            }
        }
        self.at += 1;
        Ok(Some(unpacked(self.heap.entries[self.at - 1])))
    }

    fn sign(&self) -> u32 {
        0
    }

    fn list(&self, list: ListId) -> &[Choice] {
        match list {
            FIRST => &self.first,
            list => self.lists.get(list as usize).map_or(&[], |list| list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(length: u32) -> Vec<Choice> {
        (0..length).map(|value| Choice { actor: 1, value }).collect()
    }

    #[test]
    fn what_is_written_is_read_while_it_is_written() {
        let (mut spring, mut stream) = stream();
        spring.first(&choices(2), 0);
        let first = stream.first().unwrap();
        assert_eq!(stream.list(first), choices(2));
        let rounds = 3 * ENTRIES as u32;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for round in 0..rounds {
                    spring.go(1, To::New(round % 5 + 1), &choices(round % 5 + 1), 0);
                    spring.go(0, To::Other(1 << 39), &[], 0);
                    spring.back();
                }
                spring.end().unwrap();
            });
            for round in 0..rounds {
                let list = round % 5 + 1;
                let new = ScriptEvent::Move { index: 1, to: To::New(list) };
                assert_eq!(stream.next(), Ok(Some(new)));
                assert_eq!(stream.list(list), choices(list));
                let other = ScriptEvent::Move { index: 0, to: To::Other(1 << 39) };
                assert_eq!(stream.next(), Ok(Some(other)));
                assert_eq!(stream.next(), Ok(Some(ScriptEvent::Back)));
            }
            assert_eq!(stream.next(), Ok(None));
        });
    }

    #[test]
    fn a_part_that_was_not_read_to_its_end_is_no_part() {
        let (mut spring, mut stream) = stream();
        spring.first(&choices(1), 0);
        spring.go(0, To::Seen(0), &[], 0);
        drop(spring);
        stream.first().unwrap();
        assert!(stream.next().is_err());
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let (mut spring, _stream) = stream();
        spring.first(&choices(1), 0);
        spring.go(0, To::Other(1 << 40), &[], 0);
        assert!(spring.end().is_err());
    }
}
