//! A sorted run: pairs with their places in the shard, in the order of the pairs, in one part of a file.
//!
//! Of every block of entries the first pair is in memory, so that a pair is looked for in one block only.

use super::disk::Disk;
use super::entry::{self, ENTRY, SpilledPair};
use super::filter::Filter;
use crate::pairs::hash;
use std::cmp::Ordering;
use std::io;

/// Entries of a block: a kilobyte and a half is read as fast as a byte is, and a fence for so many is a
/// sixteenth of a byte each.
const BLOCK: usize = 128;
/// Blocks that are written or read at once where all of them are.
const PIECE: usize = 32;

pub struct Run {
    at: u64,
    count: usize,
    /// The first pair of each block.
    fences: Box<[u64]>,
    filter: Filter,
}

impl Run {
    /// Writes entries that come in order, `count` of them. What was written before something went wrong is as
    /// if it was not.
    pub fn write(
        disk: &Disk,
        count: usize,
        entries: impl Iterator<Item = io::Result<SpilledPair>>,
    ) -> io::Result<Run> {
        let length = (count * ENTRY) as u64;
        let at = disk.take(length);
        Run::write_at(disk, at, count, entries).inspect_err(|_| disk.give(at, length))
    }

    fn write_at(
        disk: &Disk,
        at: u64,
        count: usize,
        entries: impl Iterator<Item = io::Result<SpilledPair>>,
    ) -> io::Result<Run> {
        let mut fences = Vec::with_capacity(count.div_ceil(BLOCK));
        let mut filter = Filter::new(count);
        let (mut bytes, mut written) = (Vec::with_capacity(PIECE * BLOCK * ENTRY), 0);
        for (i, entry) in entries.enumerate() {
            let (pair, place) = entry?;
            if i % BLOCK == 0 {
                debug_assert!(fences.last().is_none_or(|&last| last <= pair), "entries come in order");
                fences.push(pair);
            }
            filter.add(hash(pair));
            entry::write((pair, place), &mut bytes);
            if bytes.len() == PIECE * BLOCK * ENTRY {
                disk.write_sorted(&bytes, at + written)?;
                written += bytes.len() as u64;
                bytes.clear();
            }
        }
        disk.write_sorted(&bytes, at + written)?;
        assert_eq!(written + bytes.len() as u64, (count * ENTRY) as u64, "a run is as long as was said");
        Ok(Run { at, count, fences: fences.into(), filter })
    }

    /// The place of a pair, if it is here.
    pub fn find(&self, disk: &Disk, pair: u64) -> io::Result<Option<u32>> {
        if !self.filter.may_have(hash(pair)) {
            return Ok(None);
        }
        let Some(block) = self.fences.partition_point(|&first| first <= pair).checked_sub(1) else {
            return Ok(None);
        };
        let mut bytes = [0; BLOCK * ENTRY];
        let bytes = &mut bytes[..BLOCK.min(self.count - block * BLOCK) * ENTRY];
        disk.read_sorted(bytes, self.at + (block * BLOCK * ENTRY) as u64)?;
        let mut entries = bytes.as_chunks::<ENTRY>().0;
        while let Some(middle) = entries.get(entries.len() / 2) {
            let (found, place) = disk.sorted_entry(middle)?;
            match found.cmp(&pair) {
                Ordering::Equal => return Ok(Some(place)),
                Ordering::Less => entries = &entries[entries.len() / 2 + 1..],
                Ordering::Greater => entries = &entries[..entries.len() / 2],
            }
        }
        Ok(None)
    }

    /// One run of several; those are gone then. If something goes wrong they stay.
    pub fn merge(disk: &Disk, runs: &mut Vec<Run>) -> io::Result<()> {
        let count = runs.iter().map(|run| run.count).sum();
        let merged = Run::write(disk, count, Merged::new(disk, runs)?)?;
        for run in runs.drain(..) {
            disk.give(run.at, (run.count * ENTRY) as u64);
        }
        runs.push(merged);
        Ok(())
    }

    pub fn bytes(&self) -> u64 {
        (size_of::<Run>() + self.fences.len() * 8) as u64 + self.filter.bytes()
    }
}

/// Reads a run from its beginning.
struct RunReader<'a> {
    disk: &'a Disk,
    run: &'a Run,
    /// Entries that were read from the file.
    read: usize,
    bytes: Vec<u8>,
    /// The next entry in `bytes`.
    next: usize,
}

impl<'a> RunReader<'a> {
    fn new(disk: &'a Disk, run: &'a Run) -> io::Result<RunReader<'a>> {
        let mut reader = RunReader { disk, run, read: 0, bytes: Vec::new(), next: 0 };
        reader.refill()?;
        Ok(reader)
    }

    fn refill(&mut self) -> io::Result<()> {
        let count = (self.run.count - self.read).min(PIECE * BLOCK);
        self.bytes.resize(count * ENTRY, 0);
        self.next = 0;
        self.disk.read_sorted(&mut self.bytes, self.run.at + (self.read * ENTRY) as u64)?;
        self.read += count;
        Ok(())
    }

    /// The entry that is next; `None` at the end.
    fn head(&self) -> io::Result<Option<SpilledPair>> {
        let next = self.bytes.as_chunks::<ENTRY>().0.get(self.next);
        next.map(|bytes| self.disk.sorted_entry(bytes)).transpose()
    }

    fn advance(&mut self) -> io::Result<Option<SpilledPair>> {
        self.next += 1;
        if self.next * ENTRY == self.bytes.len() {
            self.refill()?;
        }
        self.head()
    }
}

/// The entries of several runs in order. There are few runs, so the least is looked for among all.
struct Merged<'a> {
    /// Each with its next entry; those at their end are gone.
    readers: Vec<(SpilledPair, RunReader<'a>)>,
}

impl<'a> Merged<'a> {
    fn new(disk: &'a Disk, runs: &'a [Run]) -> io::Result<Merged<'a>> {
        let mut readers = Vec::new();
        for run in runs {
            let reader = RunReader::new(disk, run)?;
            readers.extend(reader.head()?.map(|head| (head, reader)));
        }
        Ok(Merged { readers })
    }
}

impl Iterator for Merged<'_> {
    type Item = io::Result<SpilledPair>;
    fn next(&mut self) -> Option<io::Result<SpilledPair>> {
        let least = (0..self.readers.len()).min_by_key(|&i| self.readers[i].0)?;
        let (head, reader) = &mut self.readers[least];
        let entry = *head;
        match reader.advance() {
            Ok(Some(next)) => *head = next,
            Ok(None) => drop(self.readers.swap_remove(least)),
            Err(error) => return Some(Err(error)),
        }
        Some(Ok(entry))
    }
}
