//! Which state has a sign: a table of bounded size. What does not fit is forgotten, the oldest first.

/// Slots that are looked at for one sign.
const WAYS: usize = 4;
/// The table does not become larger.
const MOST: usize = 1 << 23;

#[derive(Default)]
pub struct Signs {
    /// A sign, and behind it the number of its state plus one; zero for nobody.
    slots: Vec<u64>,
    count: usize,
}

impl Signs {
    #[inline]
    fn bucket(&self, sign: u32) -> usize {
        let spread = u64::from(sign).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let buckets = (self.slots.len() / WAYS) as u64;
        ((spread * buckets) >> 32) as usize * WAYS
    }

    #[inline]
    pub fn find(&self, sign: u32) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let at = self.bucket(sign);
        let slot =
            self.slots[at..at + WAYS].iter().find(|slot| **slot as u32 == sign && **slot >> 32 != 0)?;
        Some((slot >> 32) as u32 - 1)
    }

    /// A state is new. If another one has its sign already, that one keeps it.
    pub fn add(&mut self, sign: u32, state: u32) {
        if self.slots.len() < MOST && self.count * 2 >= self.slots.len() {
            let larger = (self.slots.len() * 2).max(1 << 10);
            let slots = std::mem::replace(&mut self.slots, vec![0; larger]);
            self.count = 0;
            slots.into_iter().filter(|slot| *slot != 0).for_each(|slot| self.put(slot));
        }
        if self.find(sign).is_none() {
            self.put(u64::from(state + 1) << 32 | u64::from(sign));
        }
    }

    fn put(&mut self, entry: u64) {
        let at = self.bucket(entry as u32);
        let bucket = &mut self.slots[at..at + WAYS];
        if let Some(oldest) = bucket.iter_mut().min() {
            self.count += usize::from(*oldest == 0);
            *oldest = entry;
        }
    }
}
