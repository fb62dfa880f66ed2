//! Memory outside of Java's objects, as `Unsafe.allocateMemory` gives it.
//!
//! A block is a byte array of the heap that only its address is known of. So it is journaled, digested and given back like
//! every object; the set of blocks keeps it from being collected. Objects do not move, so an address stays good.

use crate::machine::Machine;
use crate::state::heap::{HEADER_BYTES, Ref};
use crate::state::journal::Undo;

/// Addresses are multiples of this, as those of `malloc` are.
const ALIGNMENT: u64 = 16;

impl Machine {
    /// The address of a new block, filled with zeros; `None` if there is no room for it.
    pub fn allocate_memory(&mut self, bytes: u64) -> Option<u64> {
        let padded = bytes.checked_add(ALIGNMENT).and_then(|padded| i32::try_from(padded).ok())?;
        let block = self.new_array(self.known().bytes, padded).ok()?;
        self.blocks.insert(block);
        // Who knows the address is not known.
        self.heap.share(block);
        if self.heap.epoch != 0 {
            self.heap.journal.push(Undo::BlockAdded { block });
        }
        Some(first_address(block))
    }

    /// Gives a block back. False if no block begins at this address.
    pub fn free_memory(&mut self, address: u64) -> bool {
        let Some((block, _)) =
            self.locate_memory(address).filter(|(block, _)| first_address(*block) == address)
        else {
            return false;
        };
        self.blocks.remove(&block);
        if self.heap.epoch != 0 {
            self.heap.journal.push(Undo::BlockFreed { block });
        }
        true
    }

    /// The byte array behind an address, and the byte in it counted from the array's start.
    pub fn locate_memory(&self, address: u64) -> Option<(Ref, u64)> {
        let word = u32::try_from(address / 8).ok()?;
        let &block = self.blocks.range(..=Ref(word)).next_back()?;
        let byte = address - start_address(block);
        (byte < u64::from(HEADER_BYTES) + u64::from(self.heap.len(block))).then_some((block, byte))
    }

    /// Bytes that can be used from this address on, to the end of its block.
    pub fn memory_left(&self, address: u64) -> Option<u64> {
        let (block, byte) = self.locate_memory(address)?;
        Some(u64::from(HEADER_BYTES) + u64::from(self.heap.len(block)) - byte)
    }
}

fn start_address(block: Ref) -> u64 {
    u64::from(block.0) * 8
}

fn first_address(block: Ref) -> u64 {
    (start_address(block) + u64::from(HEADER_BYTES)).next_multiple_of(ALIGNMENT)
}
