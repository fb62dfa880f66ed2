//! Elements of arrays, and any bytes of an object.

use super::{CLASS, Element, HEADER_BYTES, HEADER_WORDS, Heap, Offset, PAYLOAD, Ref, STAMP};
use crate::program::{ClassId, ShapeKind};

/// Fewer bytes are part of the operation that moves them: they take a microsecond at most.
const LEAST_BULK_BYTES: u64 = 16 * 1024;
/// So many bytes are moved or looked at while the interpreter does one operation: it makes some hundred million a
/// second, memory gives some ten billion bytes, and what computes with each of them one or two.
const BULK_BYTES_PER_OPERATION: u64 = 16;
/// About half a megabyte: nobody notices that it took time.
const MUCH_BULK: u64 = 40_000;

/// What it costs to move so many bytes at once, in operations.
#[inline]
fn bulk_cost(bytes: u64) -> u64 {
    if bytes < LEAST_BULK_BYTES { 0 } else { bytes / BULK_BYTES_PER_OPERATION }
}

impl Heap {
    /// # Panics
    /// If there is no such element. Where the program chooses the index, ask for the length first.
    #[inline(always)]
    pub fn load<T: Element>(&self, array: Ref, index: u32) -> T {
        assert!(index < self.len(array), "there is no such element");
        self.read(array, Offset::element::<T>(index))
    }

    /// # Panics
    /// As `load`.
    #[inline(always)]
    pub fn store<T: Element>(&mut self, array: Ref, index: u32, value: T) {
        assert!(index < self.len(array), "there is no such element");
        let offset = Offset::element::<T>(index);
        if self.read::<u32>(array, STAMP) != self.epoch {
            self.touch_range(array, offset.bytes(), size_of::<T>());
        }
        self.write(array, offset, value);
    }

    /// Called before a write to these bytes of an array, counted from its start: after this they are in the journal.
    pub(crate) fn touch_bytes(&mut self, array: Ref, byte: usize, count: usize) {
        self.touch_range(array, byte, count);
    }

    /// Where the heap begins, and the mask that keeps distances from there within it, see [`Heap::at`].
    pub(crate) fn mapping(&self) -> (*mut u8, u64) {
        (self.base, self.mask as u64)
    }

    /// The elements of an array as bytes of memory.
    pub fn bytes(&self, array: Ref) -> &[u8] {
        let len = self.payload_bytes(array);
        // SAFETY: the span is inside the mapping, which is initialized; `&self` keeps writers out.
        unsafe { std::slice::from_raw_parts(self.span(array, PAYLOAD, len), len) }
    }

    /// The elements of an array for writing, journaled whole.
    pub fn bytes_mut(&mut self, array: Ref) -> &mut [u8] {
        let len = self.payload_bytes(array);
        self.touch_range(array, HEADER_BYTES as usize, len);
        // SAFETY: as for `bytes`, and `&mut self` keeps everybody else out.
        unsafe { std::slice::from_raw_parts_mut(self.span(array, PAYLOAD, len), len) }
    }

    /// Moves bytes from one array to another or within one, like `memmove`.
    ///
    /// # Panics
    /// If they are not all there.
    pub fn copy_bytes(&mut self, from: Ref, from_byte: usize, to: Ref, to_byte: usize, count: usize) {
        let header = HEADER_BYTES as usize;
        let source = self.range(from, (header + from_byte) as u64, count as u64);
        let target = self.range(to, (header + to_byte) as u64, count as u64);
        let (Some(source), Some(target)) = (source, target) else { panic!("bytes outside of an array") };
        if self.shared_top != 0 && self.shapes[self.class_of(to)].elements_are_refs && self.is_shared(to) {
            for i in 0..count / 4 {
                self.share(Ref(self.load(from, (from_byte / 4 + i) as u32)));
            }
        }
        self.touch_range(to, header + to_byte, count);
        self.add_bulk(count as u64);
        // SAFETY: both spans lie inside the mapping; `copy` allows overlap.
        unsafe { std::ptr::copy(self.span(from, source, count), self.span(to, target, count), count) }
    }

    // ---- what many bytes at once cost

    /// What took as long as so many operations.
    pub(crate) fn add_operations(&self, count: u64) {
        self.bulk.set(self.bulk.get().saturating_add(count));
    }

    /// So many bytes are moved, zeroed or looked at by one operation.
    #[inline]
    pub(crate) fn add_bulk(&self, bytes: u64) {
        let cost = bulk_cost(bytes);
        if cost > 0 {
            self.add_operations(cost);
        }
    }

    /// What they cost since this was asked last, in operations.
    #[inline]
    pub(crate) fn take_bulk(&mut self) -> i64 {
        self.bulk.take() as i64
    }

    #[inline]
    pub(crate) fn has_bulk(&self) -> bool {
        self.bulk.get() > 0
    }

    /// It is so much that somebody should ask soon.
    #[inline]
    pub(crate) fn has_much_bulk(&self) -> bool {
        self.bulk.get() > MUCH_BULK
    }

    // ---- any bytes of an object, for `Unsafe`: offsets count from the object's start

    /// The bytes at an offset; `None` if they are not all behind the header and inside the object.
    #[inline]
    pub fn peek<T: Element>(&self, obj: Ref, byte: u64) -> Option<T> {
        self.range(obj, byte, size_of::<T>() as u64).map(|offset| self.read(obj, offset))
    }

    /// Writes at an offset, journaled; `None` as for `peek`.
    #[inline]
    pub fn poke<T: Element>(&mut self, obj: Ref, byte: u64, value: T) -> Option<()> {
        let offset = self.range(obj, byte, size_of::<T>() as u64)?;
        if self.read::<u32>(obj, STAMP) != self.epoch {
            self.touch_range(obj, offset.bytes(), size_of::<T>());
        }
        self.write(obj, offset, value);
        Some(())
    }

    /// `count` bytes from an offset on, to be looked at.
    pub fn peek_bytes(&self, obj: Ref, byte: u64, count: u64) -> Option<&[u8]> {
        let offset = self.range(obj, byte, count)?;
        self.add_bulk(count);
        let bytes = count as usize;
        // SAFETY: as for `bytes`.
        Some(unsafe { std::slice::from_raw_parts(self.span(obj, offset, bytes), bytes) })
    }

    /// `count` bytes from an offset on for writing, journaled.
    pub fn poke_bytes(&mut self, obj: Ref, byte: u64, count: u64) -> Option<&mut [u8]> {
        let offset = self.range(obj, byte, count)?;
        self.touch_range(obj, offset.bytes(), count as usize);
        self.add_bulk(count);
        let bytes = count as usize;
        // SAFETY: as for `bytes_mut`.
        Some(unsafe { std::slice::from_raw_parts_mut(self.span(obj, offset, bytes), bytes) })
    }

    /// Where `count` bytes begin, if they are all behind the header and inside the object.
    #[inline]
    fn range(&self, obj: Ref, byte: u64, count: u64) -> Option<Offset> {
        let header = u64::from(HEADER_BYTES);
        let end = byte.checked_add(count)?;
        let holds = byte >= header && end - header <= self.payload_bytes(obj) as u64;
        if holds { Offset::within(byte) } else { None }
    }

    fn payload_bytes(&self, array: Ref) -> usize {
        self.payload_of(self.class_of(array), self.len(array))
    }

    fn payload_of(&self, class: ClassId, len: u32) -> usize {
        match self.shapes[class].kind {
            ShapeKind::Array { shift } => (len as usize) << shift,
            ShapeKind::Instance { words } => (words - HEADER_WORDS) as usize * 8,
            ShapeKind::Statics => len as usize * 4,
        }
    }

    /// The words that an object of this class takes, header included; `len` is the length of an array.
    /// Saturates: nothing that long can be made.
    #[inline]
    pub fn size_of(&self, class: ClassId, len: u32) -> u32 {
        let words = HEADER_WORDS as usize + self.payload_of(class, len).div_ceil(8);
        u32::try_from(words).unwrap_or(u32::MAX)
    }

    /// The words an object takes, header included.
    pub fn words_of(&self, obj: Ref) -> u32 {
        self.size_of(self.class_of(obj), self.len(obj))
    }

    /// Fills an array of the static area that nobody has seen yet: not a change of state, so not journaled.
    pub(crate) fn write_constant(&mut self, array: Ref, fill: impl FnOnce(&mut [u8])) {
        debug_assert!(self.is_static_area(array));
        let len = self.payload_bytes(array);
        // SAFETY: as for `bytes_mut`.
        fill(unsafe { std::slice::from_raw_parts_mut(self.span(array, PAYLOAD, len), len) });
    }

    pub(crate) fn zero(&mut self, start: u32, words: u32) {
        let bytes = words as usize * 8;
        // SAFETY: the span is inside the mapping, which is ours alone.
        unsafe { self.span(Ref(start), CLASS, bytes).write_bytes(0, bytes) }
    }
}
