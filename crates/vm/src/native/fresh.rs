//! Objects that the running native has just made and that nobody else can see: no gate is asked.
//!
//! The names of these methods begin with `own`. In debug builds they refuse an object that others can reach.

use super::Context;
use super::objects::Readable;
use crate::state::heap::{Element, HEADER_BYTES, Ref};
use crate::trap::Trap;

impl Context<'_> {
    #[inline]
    fn own(&self, object: Ref) -> Ref {
        debug_assert!(
            !self.is_exploring() || !self.machine.heap.is_shared(object),
            "an object that others can reach is not one's own"
        );
        object
    }

    #[inline]
    pub fn own_put32(&mut self, object: Ref, unit: u32, value: u32) {
        let object = self.own(object);
        self.machine.heap.put32(object, unit, value);
    }

    #[inline]
    pub fn own_put64(&mut self, object: Ref, unit: u32, value: u64) {
        let object = self.own(object);
        self.machine.heap.put64(object, unit, value);
    }

    #[inline]
    pub fn own_put_ref(&mut self, object: Ref, unit: u32, value: Ref) {
        let object = self.own(object);
        self.machine.heap.put_ref(object, unit, value);
    }

    #[inline]
    pub fn own_load<T: Element>(&self, array: Ref, index: u32) -> T {
        self.machine.heap.load(self.own(array), index)
    }

    /// The elements of an array of numbers.
    #[inline]
    pub fn own_bytes(&mut self, array: Ref) -> &mut [u8] {
        let array = self.own(array);
        self.machine.heap.bytes_mut(array)
    }

    /// Writes bytes into an array of bytes, from an index on.
    #[inline]
    pub fn own_bytes_at(&mut self, array: Ref, at: usize, bytes: &[u8]) {
        let array = self.own(array);
        let place = u64::from(HEADER_BYTES) + at as u64;
        if let Some(place) = self.machine.heap.poke_bytes(array, place, bytes.len() as u64) {
            place.copy_from_slice(bytes);
        }
    }

    /// A field of an object that is not the native's own, but that no other thread can reach.
    #[inline]
    pub fn private32(&self, object: Ref, unit: u32) -> u32 {
        self.machine.heap.get32(self.own(object), unit)
    }

    #[inline]
    pub fn private_ref(&self, object: Ref, unit: u32) -> Ref {
        self.machine.heap.get_ref(self.own(object), unit)
    }

    /// Copies bytes of another array into one's own.
    #[inline]
    pub fn own_copy(
        &mut self,
        from: Readable,
        from_byte: usize,
        to: Ref,
        to_byte: usize,
        count: usize,
    ) -> Result<(), Trap> {
        let to = self.own(to);
        self.check_copy((from.object(), from_byte), (to, to_byte), count)?;
        self.machine.heap.copy_bytes(from.object(), from_byte, to, to_byte, count);
        Ok(())
    }
}
