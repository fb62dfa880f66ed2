//! Which state has a sign: a table of bounded size. What does not fit is forgotten, the oldest first.
//!
//! Most signs that are asked for nobody has, so eight bits of each stand in a table of their own: one word for a
//! bucket, which tells that at once, and small enough to stay near the processor.

/// Slots of one bucket.
const WAYS: usize = 8;
/// The table does not become larger.
const MOST: usize = 1 << 23;
/// As many bytes of one.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

#[derive(Default)]
pub struct Signs {
    /// Of each bucket, the tags of its signs, eight bits each; zero for nobody.
    tags: Vec<u64>,
    /// A sign, and behind it the number of its state plus one; zero for nobody.
    slots: Vec<[u64; WAYS]>,
    count: usize,
}

impl Signs {
    /// The bucket of a sign, and its tag.
    #[inline]
    fn place(&self, sign: u32) -> (usize, u64) {
        let spread = u64::from(sign).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bucket = ((spread >> 32) * self.tags.len() as u64) >> 32;
        (bucket as usize, (spread & 0xFF).max(1))
    }

    /// What tells whether a sign is there, to be had ready by the time that somebody asks.
    #[inline]
    pub fn touch(&self, sign: u32) -> u64 {
        self.tags.get(self.place(sign).0).copied().unwrap_or(0)
    }

    #[inline]
    pub fn find(&self, sign: u32) -> Option<u32> {
        let (bucket, tag) = self.place(sign);
        let apart = *self.tags.get(bucket)? ^ (tag * ONES);
        // Where a byte is zero, its highest bit is set here; now and then also where the one below is.
        let mut found = apart.wrapping_sub(ONES) & !apart & HIGHS;
        while found != 0 {
            let slot = self.slots[bucket][found.trailing_zeros() as usize / 8];
            if slot as u32 == sign && slot != 0 {
                return Some((slot >> 32) as u32 - 1);
            }
            found &= found - 1;
        }
        None
    }

    /// A state is new. If another one has its sign already, that one keeps it.
    pub fn add(&mut self, sign: u32, state: u32) {
        let room = self.slots.len() * WAYS;
        if room < MOST && self.count * 4 >= room * 3 {
            let larger = (self.slots.len() * 2).max(1 << 7);
            let slots = std::mem::replace(&mut self.slots, vec![[0; WAYS]; larger]);
            self.tags = vec![0; larger];
            self.count = 0;
            slots.into_iter().flatten().filter(|slot| *slot != 0).for_each(|slot| self.put(slot));
        }
        if self.find(sign).is_none() {
            self.put(u64::from(state + 1) << 32 | u64::from(sign));
        }
    }

    fn put(&mut self, entry: u64) {
        let (bucket, tag) = self.place(entry as u32);
        let free = (0..WAYS).find(|way| self.tags[bucket] >> (8 * way) & 0xFF == 0);
        self.count += usize::from(free.is_some());
        let slots = &mut self.slots[bucket];
        let way = free.unwrap_or_else(|| (0..WAYS).min_by_key(|way| slots[*way]).unwrap_or(0));
        slots[way] = entry;
        self.tags[bucket] = self.tags[bucket] & !(0xFF << (8 * way)) | tag << (8 * way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever has a sign first keeps it; until the table is full nearly all are found, and never anybody else.
    #[test]
    fn signs_are_found() {
        // No two states have the same.
        let sign = |state: u32| (state ^ state >> 7).wrapping_mul(0x9E37_79B9);
        let (mut signs, count) = (Signs::default(), 300_000);
        for state in 0..count {
            assert_eq!(signs.find(sign(state)), None);
            signs.add(sign(state), state);
            signs.add(sign(state), u32::MAX - 1);
        }
        let found = (0..count).filter(|&state| signs.find(sign(state)) == Some(state)).count();
        assert!(found as f64 > 0.98 * f64::from(count), "{found}");
        assert!((0..count).all(|state| signs.find(sign(state)).is_none_or(|other| other == state)));
        assert!((0..1000).all(|n| signs.find(sign(count + n)).is_none()));
        assert_eq!(Signs::default().find(0), None);
    }
}
