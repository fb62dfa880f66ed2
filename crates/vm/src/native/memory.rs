//! Memory outside of objects, by its made-up addresses.

use super::Context;
use crate::state::heap::Ref;

impl Context<'_> {
    /// The address of a new block, filled with zeros; `None` if there is no room for it.
    #[inline]
    pub fn allocate_memory(&mut self, bytes: u64) -> Option<u64> {
        self.machine.allocate_memory(bytes)
    }

    /// Gives a block back. False if no block begins at this address.
    #[inline]
    pub fn free_memory(&mut self, address: u64) -> bool {
        self.machine.free_memory(address)
    }

    /// Gives a block this content, and its length. False if no block begins at this address, or there is no
    /// room.
    #[inline]
    pub fn replace_memory(&mut self, address: u64, content: &[u8]) -> bool {
        self.machine.replace_memory(address, content)
    }

    /// The content of the block that begins at this address.
    #[inline]
    pub fn memory_at(&self, address: u64) -> Option<&[u8]> {
        self.machine.memory_at(address)
    }

    /// The byte array behind an address, and the byte in it counted from the array's start.
    #[inline]
    pub fn locate_memory(&self, address: u64) -> Option<(Ref, u64)> {
        self.machine.locate_memory(address)
    }

    /// Bytes that can be used from this address on, to the end of its block.
    #[inline]
    pub fn memory_left(&self, address: u64) -> Option<u64> {
        self.machine.memory_left(address)
    }
}
