//! The part of a shard that is on disk.

use super::disk::Disk;
use super::entry::{ENTRY, SpilledPair};
use super::run::Run;
use base::FastMap;
use std::io;
use std::sync::Arc;

/// More runs than this are merged to one: each is one more filter to ask. Runs are large, so that there are
/// never many merges.
const MOST_RUNS: usize = 8;
/// What a pair takes in memory before it is spilled: itself, and its slot in a table that is a fifth empty.
const HOT_BYTES: u64 = 13;
/// Fewer pairs are not worth a run.
const LEAST_PAIRS: u64 = 16;

pub struct Cold {
    disk: Arc<Disk>,
    /// So many shards have a part of the memory.
    shards: u64,
    /// So many pairs may be in memory until the next spill.
    pub room: usize,
    /// Where pairs are in the file of numbered ones, in the order of their places.
    stretches: Vec<Extent>,
    runs: Vec<Run>,
    /// Pairs that were put under a place on disk, and are in no run yet.
    moved: FastMap<u64, u32>,
}

/// Pairs with successive places, beginning with this one, that lie one behind the other.
struct Extent {
    first: u32,
    at: u64,
}

impl Cold {
    pub fn new(disk: Arc<Disk>, shards: usize) -> Cold {
        let (stretches, runs, moved) = (Vec::new(), Vec::new(), FastMap::default());
        let mut cold = Cold { disk, shards: shards as u64, room: 0, stretches, runs, moved };
        cold.set_room(0);
        cold
    }

    /// Decides how many pairs may be in memory. Half of the memory at most, and less if the rest of the store
    /// takes more than what is left, with an eighth to spare: what cannot be spilled must find room too.
    fn set_room(&mut self, bytes_elsewhere: u64) {
        let all = self.disk.memory_bytes();
        let for_roots = (all - all / 8).saturating_sub(bytes_elsewhere).clamp(all / 16, all / 2);
        let share = for_roots / self.shards;
        // What finds pairs on disk takes its part of the share, but never all of it.
        let for_pairs = share.saturating_sub(self.bytes()).max(share / 4);
        self.room = (for_pairs / HOT_BYTES).max(LEAST_PAIRS) as usize;
    }

    /// The place of a pair that is on disk. What cannot be read is not found, which is noted.
    pub fn find(&self, pair: u64) -> Option<u32> {
        if let Some(&place) = self.moved.get(&pair) {
            return Some(place);
        }
        self.runs.iter().rev().find_map(|run| run.find(&self.disk, pair).ok().flatten())
    }

    /// The pair at a place that is on disk. What cannot be read is not there, which is noted.
    pub fn get(&self, place: u32) -> Option<u64> {
        self.disk.pair(self.position(place)?, place).ok()
    }

    /// Puts another pair under a place that is on disk. The run goes on to lead from the old pair to it:
    /// nobody may ask for that one any more.
    pub fn replace(&mut self, place: u32, pair: u64) {
        self.moved.insert(pair, place);
        if let Some(at) = self.position(place) {
            // If it cannot be written, the old pair stays there. It is a tree of the same state.
            let _ = self.disk.replace(at, (pair, place));
        }
    }

    /// Takes all pairs that are in memory, the first of which has this place. If it cannot, nothing changes,
    /// and it is not asked again.
    pub fn take(&mut self, first: u32, pairs: &[u64], bytes_elsewhere: u64) -> io::Result<()> {
        let written = self.write(first, pairs);
        match written {
            Ok(()) => self.set_room(bytes_elsewhere),
            Err(_) => self.room = usize::MAX,
        }
        written
    }

    fn write(&mut self, first: u32, pairs: &[u64]) -> io::Result<()> {
        let at = self.disk.append(first, pairs)?;
        let moved = self.moved.iter().map(|(&pair, &place)| (pair, place));
        let mut entries: Vec<SpilledPair> = pairs.iter().copied().zip(first..).chain(moved).collect();
        entries.sort_unstable();
        self.runs.push(Run::write(&self.disk, entries.len(), entries.into_iter().map(Ok))?);
        self.stretches.push(Extent { first, at });
        self.moved = FastMap::default();
        self.disk.count(pairs.len());
        if self.runs.len() > MOST_RUNS {
            // Runs that cannot be merged are as good as before, only more. That is noted where it happened.
            let _ = Run::merge(&self.disk, &mut self.runs);
        }
        Ok(())
    }

    /// Shows the pairs in the order of their places, in pieces. They end before the place `end`.
    pub fn each_piece<E: From<io::Error>>(
        &self,
        end: u32,
        act: &mut impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (i, stretch) in self.stretches.iter().enumerate() {
            let next = self.stretches.get(i + 1).map_or(end, |next| next.first);
            self.disk.pairs((stretch.at, stretch.first), (next - stretch.first) as usize, act)?;
        }
        Ok(())
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let moved = self.moved.capacity() * size_of::<SpilledPair>();
        let lists = self.stretches.capacity() * size_of::<Extent>() + moved + size_of::<Cold>();
        lists as u64 + self.runs.iter().map(Run::bytes).sum::<u64>()
    }

    fn position(&self, place: u32) -> Option<u64> {
        let after = self.stretches.partition_point(|stretch| stretch.first <= place);
        let stretch = self.stretches.get(after.checked_sub(1)?)?;
        Some(stretch.at + u64::from(place - stretch.first) * ENTRY as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::spill;

    #[test]
    fn runs_are_merged_and_all_are_found() {
        let disk = Arc::new(Disk::new(spill(1 << 20)));
        let mut cold = Cold::new(disk, 1);
        let pair_at = |place: u32| u64::from(place.wrapping_mul(0x9E37_79B1));
        for first in (0..30_000).step_by(300) {
            let pairs: Vec<u64> = (first..first + 300).map(pair_at).collect();
            cold.take(first, &pairs, 0).unwrap();
            assert!(cold.runs.len() <= MOST_RUNS);
        }
        for place in 0..30_000 {
            assert_eq!((cold.find(pair_at(place)), cold.get(place)), (Some(place), Some(pair_at(place))));
            assert_eq!(cold.find(pair_at(place + 30_000)), None);
        }
    }
}
