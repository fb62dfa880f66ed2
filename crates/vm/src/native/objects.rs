//! Objects and arrays that others may know: every access asks the gate, is noted, journaled and published.
//!
//! Two ways to touch more than one place. Where a native stands for bytecode, or has a loop to go on with, it
//! asks for an array as a whole *alone* ([`Context::reading_alone`]): if others could come in between, the
//! answer is [`Trap::Original`] and the bytecode does it one by one. Other natives take the array as one
//! operation ([`Context::reading`]). Both give a token, which nothing else can make, and the token opens the
//! elements.

use super::Context;
use crate::program::{ClassId, ShapeKind};
use crate::state::heap::{Element, HEADER_BYTES, HEADER_UNITS, Ref};
use crate::trap::Trap;

/// What is done to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Read,
    Write,
}

/// An object whose content the native may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readable(Ref);

/// An object whose content the native may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writable(Ref);

impl Readable {
    #[inline]
    pub fn object(self) -> Ref {
        self.0
    }
}

impl Writable {
    #[inline]
    pub fn object(self) -> Ref {
        self.0
    }
}

/// What was handed to a native is not what its declaration says.
#[cold]
pub(super) fn misshapen(what: &str) -> Trap {
    Trap::unsupported(format!("a native method was handed {what}"))
}

impl Context<'_> {
    // ---- what never changes about an object

    #[inline]
    pub fn class_of(&self, object: Ref) -> ClassId {
        self.machine.heap.class_of(object)
    }

    /// The exponent of the size of an array's elements in bytes; `None` for what is no array.
    #[inline]
    pub fn element_shift(&self, class: ClassId) -> Option<u32> {
        match self.machine.heap.shapes[class].kind {
            ShapeKind::Array { shift } => Some(u32::from(shift)),
            _ => None,
        }
    }

    #[inline]
    pub fn is_array(&self, object: Ref) -> bool {
        !object.is_null() && self.element_shift(self.class_of(object)).is_some()
    }

    /// The length of an array.
    #[inline]
    pub fn array_len(&self, array: Ref) -> Result<u32, Trap> {
        match self.is_array(array) {
            true => Ok(self.machine.heap.len(array)),
            false => Err(misshapen("something else than an array")),
        }
    }

    // ---- one field, by its unit in the layout

    #[inline]
    pub fn get32(&mut self, object: Ref, unit: u32) -> Result<u32, Trap> {
        self.gate_access(object, unit, false)?;
        self.machine.heap.peek(object, bytes_to(unit)).ok_or_else(|| misshapen("an object without the field"))
    }

    #[inline]
    pub fn get64(&mut self, object: Ref, unit: u32) -> Result<u64, Trap> {
        self.gate_access(object, unit, false)?;
        self.machine.heap.peek(object, bytes_to(unit)).ok_or_else(|| misshapen("an object without the field"))
    }

    #[inline]
    pub fn get_ref(&mut self, object: Ref, unit: u32) -> Result<Ref, Trap> {
        Ok(Ref(self.get32(object, unit)?))
    }

    #[inline]
    pub fn put32(&mut self, object: Ref, unit: u32, value: u32) -> Result<(), Trap> {
        self.gate_access(object, unit, true)?;
        let done = self.machine.heap.poke(object, bytes_to(unit), value);
        done.ok_or_else(|| misshapen("an object without the field"))
    }

    #[inline]
    pub fn put64(&mut self, object: Ref, unit: u32, value: u64) -> Result<(), Trap> {
        self.gate_access(object, unit, true)?;
        let done = self.machine.heap.poke(object, bytes_to(unit), value);
        done.ok_or_else(|| misshapen("an object without the field"))
    }

    #[inline]
    pub fn put_ref(&mut self, object: Ref, unit: u32, value: Ref) -> Result<(), Trap> {
        self.gate_access(object, unit, true)?;
        self.machine.heap.publish(object, value);
        let done = self.machine.heap.poke(object, bytes_to(unit), value.0);
        done.ok_or_else(|| misshapen("an object without the field"))
    }

    // ---- one element of an array

    #[inline]
    pub fn load_element<T: Element>(&mut self, array: Ref, index: u32) -> Result<T, Trap> {
        self.check_element::<T>(array, index)?;
        self.gate_access(array, 0, false)?;
        Ok(self.machine.heap.load(array, index))
    }

    #[inline]
    pub fn load_ref(&mut self, array: Ref, index: u32) -> Result<Ref, Trap> {
        Ok(Ref(self.load_element(array, index)?))
    }

    /// A number; references go by [`Context::store_ref`].
    #[inline]
    pub fn store_element<T: Element>(&mut self, array: Ref, index: u32, value: T) -> Result<(), Trap> {
        self.check_element::<T>(array, index)?;
        self.check_holds_numbers(array)?;
        self.gate_access(array, 0, true)?;
        self.machine.heap.store(array, index, value);
        Ok(())
    }

    /// The caller has checked that the array may hold the value.
    #[inline]
    pub fn store_ref(&mut self, array: Ref, index: u32, value: Ref) -> Result<(), Trap> {
        self.check_element::<u32>(array, index)?;
        self.gate_access(array, 0, true)?;
        self.machine.heap.store_ref(array, index, value);
        Ok(())
    }

    fn check_element<T>(&self, array: Ref, index: u32) -> Result<(), Trap> {
        let shift = (!array.is_null()).then(|| self.element_shift(self.class_of(array))).flatten();
        match shift {
            Some(shift) if 1 << shift == size_of::<T>() && index < self.machine.heap.len(array) => Ok(()),
            _ => Err(misshapen("an array of another kind or length")),
        }
    }

    #[inline]
    pub(super) fn check_holds_numbers(&self, object: Ref) -> Result<(), Trap> {
        match self.machine.heap.shapes[self.class_of(object)].elements_are_refs {
            true => Err(misshapen("an array of references for numbers")),
            false => Ok(()),
        }
    }

    /// A shallow copy of an object or array, as one operation.
    #[inline]
    pub fn clone_object(&mut self, object: Ref) -> Result<Ref, Trap> {
        if self.is_exploring() {
            match self.is_array(object) {
                true => self.gate_access(object, 0, false)?,
                false => {
                    let end = self.machine.heap.words_of(object) * 2;
                    (HEADER_UNITS..end).try_for_each(|unit| self.gate_access(object, unit, false))?;
                }
            }
        }
        self.machine.clone_object(object)
    }

    // ---- the whole of an array, or several places of an object

    /// Others could come in between two accesses to this place, and one side would notice.
    #[inline]
    pub fn is_divisible(&mut self, object: Ref, unit: u32, used: Use) -> bool {
        self.policy.divides(self.machine, object, unit, used == Use::Write)
    }

    /// An array to read as one operation, which others can see as such.
    #[inline]
    pub fn reading(&mut self, array: Ref) -> Result<Readable, Trap> {
        self.array_len(array)?;
        self.gate_access(array, 0, false)?;
        Ok(Readable(array))
    }

    /// The references that an array holds, read as one operation.
    #[inline]
    pub fn references(&mut self, array: Ref) -> Result<Vec<Ref>, Trap> {
        let array = self.reading(array)?;
        match self.machine.heap.shapes[self.class_of(array.0)].elements_are_refs {
            true => {
                let refs = self.bytes(array).as_chunks().0.iter();
                Ok(refs.map(|&handle| Ref(u32::from_ne_bytes(handle))).collect())
            }
            false => Err(misshapen("numbers for an array of references")),
        }
    }

    /// An array of numbers to write as one operation, which others can see as such.
    #[inline]
    pub fn writing(&mut self, array: Ref) -> Result<Writable, Trap> {
        self.array_len(array)?;
        self.gate_access(array, 0, true)?;
        Ok(Writable(array))
    }

    /// An array to read where nobody can come in between; else the bytecode is to do it.
    #[inline]
    pub fn reading_alone(&mut self, array: Ref) -> Result<Readable, Trap> {
        match self.is_array(array) && !self.policy.divides(self.machine, array, 0, false) {
            true => Ok(Readable(array)),
            false => Err(Trap::Original),
        }
    }

    /// The same to write.
    #[inline]
    pub fn writing_alone(&mut self, array: Ref) -> Result<Writable, Trap> {
        match self.is_array(array) && !self.policy.divides(self.machine, array, 0, true) {
            true => Ok(Writable(array)),
            false => Err(Trap::Original),
        }
    }

    /// The text of a string, as bytes of memory: nobody ever writes it.
    #[inline]
    pub fn string_value(&self, string: Ref) -> Result<Readable, Trap> {
        let known = self.machine.known();
        if string.is_null() || self.class_of(string) != known.string {
            return Err(Trap::Original);
        }
        match self.machine.heap.get_ref(string, known.string_value) {
            Ref::NULL => Err(Trap::Original),
            value => Ok(Readable(value)),
        }
    }

    /// Whether that text has a byte for each character.
    #[inline]
    pub fn is_latin1(&self, string: Ref) -> bool {
        self.machine.heap.get32(string, self.machine.known().string_coder) == 0
    }

    /// The elements as bytes of memory. Whoever asks is taken to look at all of them, which takes as long as they are
    /// many: that is charged, so that a turn or a step ends in time.
    #[inline]
    pub fn bytes(&self, array: Readable) -> &[u8] {
        let bytes = self.machine.heap.bytes(array.0);
        self.machine.heap.add_bulk(bytes.len() as u64);
        bytes
    }

    /// The native does much more with each byte than to look at it: as much as looking at so many.
    #[inline]
    pub fn works(&self, bytes: u64) {
        self.machine.heap.add_bulk(bytes);
    }

    /// How many bytes the elements take.
    #[inline]
    pub fn byte_len(&self, array: Readable) -> usize {
        self.machine.heap.bytes(array.0).len()
    }

    /// `count` bytes from one on, counted from the first element; `None` if there are not so many.
    #[inline]
    pub fn part(&self, array: Readable, from: u64, count: u64) -> Option<&[u8]> {
        self.machine.heap.peek_bytes(array.0, u64::from(HEADER_BYTES).checked_add(from)?, count)
    }

    /// The same to write: numbers only.
    #[inline]
    pub fn part_mut(&mut self, array: Writable, from: u64, count: u64) -> Option<&mut [u8]> {
        self.check_holds_numbers(array.0).ok()?;
        self.machine.heap.poke_bytes(array.0, u64::from(HEADER_BYTES).checked_add(from)?, count)
    }

    /// Moves bytes from one array to another of the same kind, or within one, like `memmove`.
    #[inline]
    pub fn copy(
        &mut self,
        from: Readable,
        from_byte: usize,
        to: Writable,
        to_byte: usize,
        count: usize,
    ) -> Result<(), Trap> {
        self.check_copy((from.0, from_byte), (to.0, to_byte), count)?;
        self.machine.heap.copy_bytes(from.0, from_byte, to.0, to_byte, count);
        Ok(())
    }

    #[inline]
    pub(super) fn check_copy(&self, from: (Ref, usize), to: (Ref, usize), count: usize) -> Result<(), Trap> {
        let heap = &self.machine.heap;
        let holds = |(array, byte): (Ref, usize)| {
            byte.checked_add(count).is_some_and(|end| end <= heap.bytes(array).len())
        };
        let has_refs = |array: Ref| heap.shapes[heap.class_of(array)].elements_are_refs;
        match holds(from) && holds(to) && has_refs(from.0) == has_refs(to.0) {
            true => Ok(()),
            false => Err(misshapen("arrays that do not fit together")),
        }
    }
}

fn bytes_to(unit: u32) -> u64 {
    u64::from(unit) * 4
}
