//! Memory outside of Java's objects, as `Unsafe.allocateMemory` gives it.
//!
//! A block is a byte array of the heap that only its address is known of. So it is journaled, digested and
//! given back like every object; the table of blocks keeps it from being collected. An address names a place
//! in that table, and not where the array lies: programs keep addresses in `long`s, which nobody can tell
//! from other numbers, and so they must be the same in states that are.

use crate::machine::Machine;
use crate::state::heap::{HEADER_BYTES, Ref};
use crate::state::journal::Undo;

/// The low bits of an address are the byte in its block, which is shorter than this.
const OFFSET_BITS: u32 = 32;

impl Machine {
    /// The address of a new block, filled with zeros; `None` if there is no room for it.
    pub fn allocate_memory(&mut self, bytes: u64) -> Option<u64> {
        let length = i32::try_from(bytes).ok()?;
        let block = self.new_array(self.known().bytes, length).ok()?;
        let slot = self.free_slot();
        self.blocks.insert(slot, block);
        // Who knows the address is not known.
        self.heap.share(block);
        if self.heap.epoch != 0 {
            self.heap.journal.push(Undo::BlockAdded { slot });
        }
        let address = first_address(slot);
        debug_assert!(bytes == 0 || self.locate_memory(address) == Some((block, u64::from(HEADER_BYTES))));
        Some(address)
    }

    /// Gives a block back. False if no block begins at this address.
    pub fn free_memory(&mut self, address: u64) -> bool {
        let Some(slot) = slot_of(address).filter(|&slot| first_address(slot) == address) else {
            return false;
        };
        let Some(block) = self.blocks.remove(&slot) else { return false };
        if self.heap.epoch != 0 {
            self.heap.journal.push(Undo::BlockFreed { slot, block });
        }
        true
    }

    /// Gives a block this content, and its length. False if no block begins at this address, or there is no
    /// room.
    pub fn replace_memory(&mut self, address: u64, content: &[u8]) -> bool {
        let Some(slot) = slot_of(address).filter(|&slot| first_address(slot) == address) else {
            return false;
        };
        let Some(&old) = self.blocks.get(&slot) else { return false };
        if self.heap.len(old) as usize != content.len() {
            let Ok(block) = self.new_bytes(content) else { return false };
            self.heap.share(block);
            self.blocks.insert(slot, block);
            if self.heap.epoch != 0 {
                self.heap.journal.push(Undo::BlockFreed { slot, block: old });
                self.heap.journal.push(Undo::BlockAdded { slot });
            }
            return true;
        }
        self.heap.bytes_mut(old).copy_from_slice(content);
        true
    }

    /// The content of the block that begins at this address.
    pub fn memory_at(&self, address: u64) -> Option<&[u8]> {
        let slot = slot_of(address).filter(|&slot| first_address(slot) == address)?;
        Some(self.heap.bytes(*self.blocks.get(&slot)?))
    }

    /// The byte array behind an address, and the byte in it counted from the array's start.
    pub fn locate_memory(&self, address: u64) -> Option<(Ref, u64)> {
        let &block = self.blocks.get(&slot_of(address)?)?;
        let offset = address & ((1 << OFFSET_BITS) - 1);
        (offset < u64::from(self.heap.len(block))).then_some((block, u64::from(HEADER_BYTES) + offset))
    }

    /// Bytes that can be used from this address on, to the end of its block.
    pub fn memory_left(&self, address: u64) -> Option<u64> {
        let (block, byte) = self.locate_memory(address)?;
        Some(u64::from(HEADER_BYTES) + u64::from(self.heap.len(block)) - byte)
    }

    /// The first place of the table that nobody has: a loop that takes memory and gives it back gets the same
    /// address again.
    fn free_slot(&self) -> u32 {
        let gap = self.blocks.keys().zip(0..).find(|&(&slot, expected)| slot != expected);
        gap.map_or(self.blocks.len() as u32, |(_, expected)| expected)
    }
}

/// Address 0 is no address.
fn slot_of(address: u64) -> Option<u32> {
    u32::try_from(address >> OFFSET_BITS).ok()?.checked_sub(1)
}

fn first_address(slot: u32) -> u64 {
    (u64::from(slot) + 1) << OFFSET_BITS
}
