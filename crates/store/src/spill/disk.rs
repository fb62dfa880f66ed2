//! The two files that all shards of a store share, and what went wrong with them.

use super::Spill;
use super::entry::{self, ENTRY, SpilledPair};
use super::extents::Extents;
use base::lock;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries that are written or read at once where there are many.
const PIECE: usize = 4096;

pub struct Disk {
    place: String,
    memory_bytes: u64,
    /// Pairs in the order of their places. What belongs together was written together; it only grows, until
    /// all is forgotten.
    numbered: File,
    numbered_end: AtomicU64,
    /// Runs. When some are merged, their place is free for others.
    sorted: File,
    extents: Mutex<Extents>,
    /// States whose roots are in the files.
    states: AtomicU64,
    /// What went wrong first, in words.
    unwritten: Mutex<Option<String>>,
    unread: Mutex<Option<String>>,
}

impl Disk {
    pub fn new(spill: Spill) -> Disk {
        Disk {
            place: spill.place,
            memory_bytes: spill.memory_bytes,
            numbered: spill.numbered,
            numbered_end: AtomicU64::new(0),
            sorted: spill.sorted,
            extents: Mutex::default(),
            states: AtomicU64::new(0),
            unwritten: Mutex::new(None),
            unread: Mutex::new(None),
        }
    }

    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes
    }

    /// Writes pairs behind all others, the first of which has this place, and tells where.
    pub fn append(&self, first: u32, pairs: &[u64]) -> io::Result<u64> {
        let at = self.numbered_end.fetch_add((pairs.len() * ENTRY) as u64, Relaxed);
        let (mut bytes, mut to, mut place) = (Vec::new(), at, first);
        for piece in pairs.chunks(PIECE) {
            bytes.clear();
            piece.iter().zip(place..).for_each(|(&pair, place)| entry::write((pair, place), &mut bytes));
            self.written(self.numbered.write_all_at(&bytes, to))?;
            (to, place) = (to + bytes.len() as u64, place + piece.len() as u32);
        }
        Ok(at)
    }

    /// Puts another pair where one was written.
    pub fn replace(&self, at: u64, entry: SpilledPair) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(ENTRY);
        entry::write(entry, &mut bytes);
        self.written(self.numbered.write_all_at(&bytes, at))
    }

    /// The pair that was written there, with this place.
    pub fn pair(&self, at: u64, place: u32) -> io::Result<u64> {
        let mut bytes = [0; ENTRY];
        self.read(self.numbered.read_exact_at(&mut bytes, at).and_then(|()| pair_of(&bytes, place)))
    }

    /// Shows so many pairs from a place on, in pieces.
    pub fn pairs<E: From<io::Error>>(
        &self,
        (mut at, mut first): (u64, u32),
        count: usize,
        act: &mut impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut bytes, mut left) = (Vec::new(), count);
        while left > 0 {
            bytes.resize(left.min(PIECE) * ENTRY, 0);
            self.read(self.numbered.read_exact_at(&mut bytes, at))?;
            let entries = bytes.as_chunks::<ENTRY>().0.iter().zip(first..);
            let pairs = entries.map(|(bytes, place)| pair_of(bytes, place)).collect::<io::Result<Vec<_>>>();
            let pairs = self.read(pairs)?;
            act(&pairs)?;
            (at, first) = (at + bytes.len() as u64, first + pairs.len() as u32);
            left -= pairs.len();
        }
        Ok(())
    }

    /// Room for a run of so many bytes.
    pub fn take(&self, length: u64) -> u64 {
        lock(&self.extents).take(length)
    }

    pub fn give(&self, at: u64, length: u64) {
        lock(&self.extents).give(at, length);
    }

    pub fn write_sorted(&self, bytes: &[u8], at: u64) -> io::Result<()> {
        self.written(self.sorted.write_all_at(bytes, at))
    }

    pub fn read_sorted(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        self.read(self.sorted.read_exact_at(bytes, at))
    }

    /// An entry of what was read.
    pub fn sorted_entry(&self, bytes: &[u8; ENTRY]) -> io::Result<SpilledPair> {
        self.read(entry::read(bytes))
    }

    /// So many states more are in the files.
    pub fn count(&self, states: usize) {
        self.states.fetch_add(states as u64, Relaxed);
    }

    pub fn states(&self) -> u64 {
        self.states.load(Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        self.numbered_end.load(Relaxed) + lock(&self.extents).end()
    }

    /// Why states that were meant for disk are in memory.
    pub fn unwritten(&self) -> Option<String> {
        lock(&self.unwritten).clone()
    }

    /// Why what the store says cannot be trusted.
    pub fn unread(&self) -> Option<String> {
        lock(&self.unread).clone()
    }

    /// Nothing is in the files any more. That something could not be read stays: it would be the same disk
    /// again.
    pub fn clear(&self) {
        self.numbered_end.store(0, Relaxed);
        *lock(&self.extents) = Extents::default();
        self.states.store(0, Relaxed);
        *lock(&self.unwritten) = None;
        // That they stay long is no harm: what is written later lies over it.
        let _ = self.numbered.set_len(0).and_then(|()| self.sorted.set_len(0));
    }

    fn written<T>(&self, result: io::Result<T>) -> io::Result<T> {
        self.note(&self.unwritten, "cannot write states to", result)
    }

    fn read<T>(&self, result: io::Result<T>) -> io::Result<T> {
        self.note(&self.unread, "cannot read states back from", result)
    }

    fn note<T>(&self, fault: &Mutex<Option<String>>, what: &str, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            lock(fault).get_or_insert_with(|| format!("{what} {}: {error}", self.place));
        }
        result
    }
}

/// The pair of an entry that must have this place.
fn pair_of(bytes: &[u8; ENTRY], place: u32) -> io::Result<u64> {
    let (pair, found) = entry::read(bytes)?;
    if found == place { Ok(pair) } else { Err(entry::damaged()) }
}
