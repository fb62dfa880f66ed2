//! Address space for a heap.

use super::Heap;
use memmap2::{MmapMut, MmapOptions};

/// Behind the last address that a mask leaves there is room for the farthest field of an object or of a record of
/// statics, and so for one element; see [`Heap::at`].
pub(super) const SPARE_BYTES: usize = 1 << 20;
/// No handle with an offset goes further, see [`super::offset::Offset::MAX`].
const WIDE_BYTES: usize = 1 << 36;

impl Heap {
    /// The mapping has every byte that a handle and an offset can mean, without a mask.
    pub fn is_wide(&self) -> bool {
        self.mask + 1 >= WIDE_BYTES
    }
}

/// Address space for a heap, and how much of it the mask leaves: as much as the limit needs, or, where that is
/// wanted and can be had, as much as any handle and offset reach.
pub(super) fn map(limit: u32, wants_wide: bool) -> std::io::Result<(MmapMut, usize)> {
    if wants_wide && let Ok(map) = map_reach(WIDE_BYTES) {
        return Ok((map, WIDE_BYTES));
    }
    let least = (limit as usize * 8).next_power_of_two();
    map_reach(least).map(|map| (map, least))
}

/// Address space of which the mask leaves this much.
pub(super) fn map_reach(reach: usize) -> std::io::Result<MmapMut> {
    MmapOptions::new().len(reach + SPARE_BYTES).no_reserve_swap().map_anon()
}
