//! Bytes of objects by offset, as `Unsafe` has them, and memory outside of objects by its made-up addresses.

use super::Context;
use super::objects::Use;
use crate::program::ShapeKind;
use crate::state::heap::{Element, HEADER_BYTES, Ref};
use crate::trap::Trap;

/// Bytes of the heap that the native may use: an object, an offset from its start, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    object: Ref,
    byte: u64,
    used: Use,
}

impl Location {
    pub fn object(self) -> Ref {
        self.object
    }

    pub fn byte(self) -> u64 {
        self.byte
    }
}

impl Context<'_> {
    /// The bytes of an object from an offset on.
    #[inline]
    pub fn spot(&mut self, object: Ref, byte: u64, used: Use) -> Result<Location, Trap> {
        let spot = Location { object, byte, used };
        if self.is_exploring() {
            let unit = if self.is_field(spot) { (byte / 4) as u32 } else { 0 };
            self.gate_access(object, unit, used == Use::Write)?;
        }
        Ok(spot)
    }

    /// The elements of an array from an index of bytes on.
    pub fn spot_in_array(&mut self, array: Ref, from: u64, used: Use) -> Result<Location, Trap> {
        self.array_len(array)?;
        self.spot(array, u64::from(HEADER_BYTES).saturating_add(from), used)
    }

    /// Memory at an address; `None` where nothing is allocated.
    pub fn spot_in_memory(&mut self, address: u64, used: Use) -> Result<Option<Location>, Trap> {
        match self.machine.locate_memory(address) {
            Some((block, byte)) => Ok(Some(self.spot(block, byte, used)?)),
            None => Ok(None),
        }
    }

    /// Not in an array. A field of a small kind fills a cell of four bytes, the first of which are the
    /// value's: reading needs no care, writing does.
    #[inline]
    pub fn is_field(&self, spot: Location) -> bool {
        let class = self.machine.heap.class_of(spot.object);
        !matches!(self.machine.heap.shapes[class].kind, ShapeKind::Array { .. })
    }

    #[inline]
    pub fn peek<T: Element>(&self, spot: Location) -> Option<T> {
        self.machine.heap.peek(spot.object, spot.byte)
    }

    /// A number; references go by [`Context::poke_ref`]. A number in the place of a reference would be a forged one.
    #[inline]
    pub fn poke<T: Element>(&mut self, spot: Location, value: T) -> Option<()> {
        let is_allowed = spot.used == Use::Write && !self.touches_reference::<T>(spot);
        is_allowed.then(|| self.machine.heap.poke(spot.object, spot.byte, value)).flatten()
    }

    /// A reference, or a part of one, lies in the place of a number.
    #[inline]
    fn touches_reference<T>(&self, spot: Location) -> bool {
        let shape = &self.machine.heap.shapes[self.machine.heap.class_of(spot.object)];
        let end = spot.byte.saturating_add(size_of::<T>() as u64);
        let is_touched = |unit: u16| u64::from(unit) * 4 < end && spot.byte < u64::from(unit) * 4 + 4;
        shape.elements_are_refs || shape.refs.iter().any(|&unit| is_touched(unit))
    }

    /// Writes a reference; what it refers to is shared from now on if the object is.
    #[inline]
    pub fn poke_ref(&mut self, spot: Location, value: Ref) -> Option<()> {
        self.machine.heap.publish(spot.object, value);
        (spot.used == Use::Write).then(|| self.machine.heap.poke(spot.object, spot.byte, value.0)).flatten()
    }

    pub fn peek_bytes(&self, spot: Location, count: u64) -> Option<&[u8]> {
        self.machine.heap.peek_bytes(spot.object, spot.byte, count)
    }

    pub fn poke_bytes(&mut self, spot: Location, bytes: &[u8]) -> Option<()> {
        if spot.used != Use::Write || self.check_holds_numbers(spot.object).is_err() {
            return None;
        }
        let place = self.machine.heap.poke_bytes(spot.object, spot.byte, bytes.len() as u64)?;
        place.copy_from_slice(bytes);
        Some(())
    }

    /// Fills bytes with one value.
    pub fn fill_bytes(&mut self, spot: Location, count: u64, value: u8) -> Option<()> {
        if spot.used != Use::Write || self.check_holds_numbers(spot.object).is_err() {
            return None;
        }
        self.machine.heap.poke_bytes(spot.object, spot.byte, count)?.fill(value);
        Some(())
    }

    // ---- blocks of memory

    /// The address of a new block, filled with zeros; `None` if there is no room for it.
    pub fn allocate_memory(&mut self, bytes: u64) -> Option<u64> {
        self.machine.allocate_memory(bytes)
    }

    /// The address of a new block with this content.
    pub fn allocate_filled(&mut self, content: &[u8]) -> Option<u64> {
        let address = self.machine.allocate_memory(content.len() as u64)?;
        self.machine.replace_memory(address, content).then_some(address)
    }

    /// Gives a block back. False if no block begins at this address.
    pub fn free_memory(&mut self, address: u64) -> Result<bool, Trap> {
        self.spot_in_memory(address, Use::Write)?;
        Ok(self.machine.free_memory(address))
    }

    /// Gives a block this content, and its length. False if no block begins at this address, or there is no
    /// room.
    pub fn replace_memory(&mut self, address: u64, content: &[u8]) -> Result<bool, Trap> {
        self.spot_in_memory(address, Use::Write)?;
        Ok(self.machine.replace_memory(address, content))
    }

    /// Bytes that can be used from this address on, to the end of its block.
    pub fn memory_left(&self, address: u64) -> Option<u64> {
        self.machine.memory_left(address)
    }

    /// A copy of what memory holds; `None` where so much is not allocated.
    pub fn read_memory(&mut self, address: u64, count: u64) -> Result<Option<Vec<u8>>, Trap> {
        let spot = self.spot_in_memory(address, Use::Read)?;
        Ok(spot.and_then(|spot| self.peek_bytes(spot, count)).map(<[u8]>::to_vec))
    }

    /// Writes into memory; `None` where so much is not allocated.
    pub fn write_memory(&mut self, address: u64, bytes: &[u8]) -> Result<Option<()>, Trap> {
        let spot = self.spot_in_memory(address, Use::Write)?;
        Ok(spot.and_then(|spot| self.poke_bytes(spot, bytes)))
    }
}
