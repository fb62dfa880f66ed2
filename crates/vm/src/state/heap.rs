//! The heap: flat objects and arrays behind 32-bit handles.
//!
//! A handle counts 8-byte words from the start of one reserved mapping, which is as long as the largest
//! handle reaches and committed by the operating system only where it is touched. So every handle, even a
//! wrong one, lies inside the mapping, and going from handle to object is one shift and one add.
//!
//! The low part is the *static area*: class statics, class mirrors, literals. It only grows, because linking
//! is never undone. The *dynamic area* above it holds what the program allocates.
//!
//! Every object begins with a header of 16 bytes:
//! class (4), stamp (4), lock word (4), array length or identity hash (4).
//! A write to an object whose stamp is not the present epoch first copies the object into the journal: this
//! one comparison is all that being able to go back costs. Each mark begins a new epoch (see
//! [`super::journal`]).

mod undo;

use super::journal::Journal;
use crate::program::{ClassId, Shape, ShapeKind};
use base::IdVec;
use memmap2::{MmapMut, MmapOptions};

/// A reference to an object: the number of its first word, 0 for null.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ref(pub u32);

impl Ref {
    pub const NULL: Ref = Ref(0);

    #[inline]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }
}

/// Handles are 32 bits of 8-byte words; a long array may reach past the last handle.
const MAPPING_BYTES: usize = (1 << 35) + (1 << 34);
/// The static area ends here: 256 MiB hold the statics and literals of any program we can load.
const DYNAMIC_START: u32 = 1 << 25;
/// Arrays up to this size are journaled whole on the first write; longer ones element by element.
const WHOLE_ARRAY_WORDS: u32 = 64;

/// Byte offsets in the header.
const CLASS: usize = 0;
const STAMP: usize = 4;
const LOCK: usize = 8;
const LENGTH: usize = 12;
/// The bit of the lock word that says more than one thread can reach the object.
const SHARED: u32 = 1 << 31;
/// Size of the header in words, in 4-byte units and in bytes.
pub const HEADER_WORDS: u32 = 2;
pub const HEADER_UNITS: u32 = 4;
pub const HEADER_BYTES: u32 = 16;

/// There is no room left under the heap's limit.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

pub struct Heap {
    map: MmapMut,
    base: *mut u8,
    static_top: u32,
    top: u32,
    limit: u32,
    /// Free runs between live objects, `(first word, words)`, made by a collection; the last is used next.
    holes: Vec<(u32, u32)>,
    /// Where the present hole ends and `cursor` the next free word in it. Without holes: the open end of the
    /// heap.
    cursor: u32,
    hole_end: u32,
    /// Words allocated since the last collection.
    pub allocated: u64,
    pub shapes: IdVec<ClassId, Shape>,
    /// Writes to objects with another stamp are journaled first. 0 while no mark has been taken: nothing is
    /// journaled.
    pub(crate) epoch: u32,
    pub journal: Journal,
    /// Objects below this word belong to the base state: they are named by their address, and count as
    /// shared. 0 until it is frozen.
    pub(crate) base_top: u32,
    /// Objects of the base that have been written since, on the present path.
    pub(crate) dirty: std::collections::BTreeSet<u32>,
    /// Who made which object, if that is wanted.
    pub(crate) births: Option<Box<super::births::Births>>,
    /// What objects of the base held before they were ever written.
    pub(crate) pristine: base::FastMap<u32, Box<[u64]>>,
    /// What the present step looks at, if somebody wants to know.
    pub notes: super::notes::Notes,
}

// SAFETY: `base` points into `map`, which the heap owns; nothing else holds the pointer.
unsafe impl Send for Heap {}

impl Heap {
    /// A heap whose dynamic area may grow to `limit_bytes`.
    pub fn new(limit_bytes: u64) -> std::io::Result<Heap> {
        let mut map = MmapOptions::new().len(MAPPING_BYTES).no_reserve_swap().map_anon()?;
        let base = map.as_mut_ptr();
        let most = u64::from(u32::MAX - DYNAMIC_START);
        let limit = DYNAMIC_START + (limit_bytes / 8).min(most) as u32;
        Ok(Heap {
            map,
            base,
            static_top: HEADER_WORDS,
            top: DYNAMIC_START,
            limit,
            holes: Vec::new(),
            cursor: DYNAMIC_START,
            hole_end: limit,
            allocated: 0,
            shapes: IdVec::new(),
            epoch: 0,
            journal: Journal::default(),
            base_top: 0,
            dirty: std::collections::BTreeSet::new(),
            births: None,
            pristine: base::FastMap::default(),
            notes: super::notes::Notes::default(),
        })
    }

    /// A heap of its own with the same objects and nothing to undo.
    pub fn sibling(&self) -> std::io::Result<Heap> {
        let mut heap = Heap::new(self.limit_bytes())?;
        let (from, to) = self.dynamic_extent();
        for (start, end) in [(0, self.static_top), (from, to)] {
            // SAFETY: both mappings span every handle, and are not the same.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    self.at(Ref(start), 0),
                    heap.at(Ref(start), 0),
                    (end - start) as usize * 8,
                );
            }
        }
        heap.static_top = self.static_top;
        (heap.top, heap.cursor) = (self.cursor, self.cursor);
        heap.allocated = self.allocated;
        heap.shapes = self.shapes.clone();
        heap.epoch = self.epoch;
        heap.base_top = self.base_top;
        heap.dirty = self.dirty.clone();
        heap.pristine = self.pristine.clone();
        Ok(heap)
    }

    pub fn limit_bytes(&self) -> u64 {
        u64::from(self.limit - DYNAMIC_START) * 8
    }

    /// The number that an object was given when it was made.
    pub fn birth(&self, obj: Ref) -> Option<u32> {
        self.births.as_ref().and_then(|births| births.number(obj))
    }

    /// All objects that were made since the base was frozen, garbage too. The heap has no free runs, as after
    /// a mark.
    pub fn objects_above_base(&self) -> Vec<Ref> {
        let (mut at, mut objects) = (self.base_top, Vec::new());
        while at < self.cursor {
            if self.class_of(Ref(at)) == ClassId::NONE {
                at += self.free_run_words(at).max(1);
            } else {
                objects.push(Ref(at));
                at += self.words_of(Ref(at));
            }
        }
        objects
    }

    /// Bytes between the start of the dynamic area and the highest object so far.
    pub fn used_bytes(&self) -> u64 {
        u64::from(self.top.max(self.cursor) - DYNAMIC_START) * 8
    }

    #[inline(always)]
    fn at(&self, obj: Ref, byte: usize) -> *mut u8 {
        debug_assert!(((obj.0 as usize) << 3) + byte + 8 <= self.map.len());
        // SAFETY: the mapping spans every 32-bit handle plus the longest array, see `MAPPING_BYTES`.
        unsafe { self.base.add(((obj.0 as usize) << 3) + byte) }
    }

    #[inline(always)]
    fn read<T: Copy>(&self, obj: Ref, byte: usize) -> T {
        // SAFETY: `at` is inside the mapping, which is always readable; any bits are a valid number.
        unsafe { self.at(obj, byte).cast::<T>().read_unaligned() }
    }

    #[inline(always)]
    fn write<T: Copy>(&mut self, obj: Ref, byte: usize, value: T) {
        // SAFETY: `at` is inside the mapping, which is ours alone and writable.
        unsafe { self.at(obj, byte).cast::<T>().write_unaligned(value) }
    }

    // ---- the header

    #[inline(always)]
    pub fn class_of(&self, obj: Ref) -> ClassId {
        ClassId(self.read(obj, CLASS))
    }

    /// The length of an array.
    #[inline(always)]
    pub fn len(&self, array: Ref) -> u32 {
        self.read(array, LENGTH)
    }

    /// The lock word: 0 when free, else owner and count, see [`super::monitor`].
    #[inline(always)]
    pub fn lock(&self, obj: Ref) -> u32 {
        self.read::<u32>(obj, LOCK) & !SHARED
    }

    /// The lock word and the bit that says whether others can reach the object; of an object of the base,
    /// which they can, the word alone.
    pub fn lock_and_sharing(&self, obj: Ref) -> u32 {
        if obj.0 < self.base_top { self.lock(obj) } else { self.read(obj, LOCK) }
    }

    pub fn set_lock(&mut self, obj: Ref, word: u32) {
        self.touch(obj);
        let shared = self.read::<u32>(obj, LOCK) & SHARED;
        self.write(obj, LOCK, word | shared);
    }

    /// More than one thread may be able to reach the object. Never wrong about "no" once the base state is
    /// frozen.
    #[inline(always)]
    pub fn is_shared(&self, obj: Ref) -> bool {
        obj.0 < self.base_top || self.read::<u32>(obj, LOCK) & SHARED != 0
    }

    /// From now on the object, and all that can be reached from it, counts as shared.
    pub fn share(&mut self, obj: Ref) {
        let mut pending = vec![obj];
        while let Some(obj) = pending.pop() {
            self.notes.content(obj);
            if obj.is_null() || self.is_shared(obj) {
                continue;
            }
            self.notes.spoil();
            self.touch(obj);
            let word = self.read::<u32>(obj, LOCK);
            self.write(obj, LOCK, word | SHARED);
            self.each_ref(obj, |to| pending.push(to));
        }
    }

    /// Shows every reference that an object holds.
    pub fn each_ref(&self, obj: Ref, mut show: impl FnMut(Ref)) {
        let shape = &self.shapes[self.class_of(obj)];
        if shape.elements_are_refs {
            for i in 0..self.len(obj) {
                show(Ref(self.load(obj, i)));
            }
        }
        for &unit in &*shape.refs {
            show(self.get_ref(obj, u32::from(unit)));
        }
    }

    /// The identity hash of an object that is no array, 0 while it has none.
    pub(crate) fn stored_hash(&self, obj: Ref) -> u32 {
        self.read(obj, LENGTH)
    }

    pub(crate) fn set_stored_hash(&mut self, obj: Ref, hash: u32) {
        self.touch(obj);
        self.write(obj, LENGTH, hash);
    }

    // ---- fields, by 4-byte units from the object's start

    #[inline(always)]
    pub fn get32(&self, obj: Ref, unit: u32) -> u32 {
        self.read(obj, unit as usize * 4)
    }

    #[inline(always)]
    pub fn get64(&self, obj: Ref, unit: u32) -> u64 {
        self.read(obj, unit as usize * 4)
    }

    #[inline(always)]
    pub fn get_ref(&self, obj: Ref, unit: u32) -> Ref {
        Ref(self.get32(obj, unit))
    }

    #[inline(always)]
    pub fn put32(&mut self, obj: Ref, unit: u32, value: u32) {
        self.touch(obj);
        self.write(obj, unit as usize * 4, value);
    }

    #[inline(always)]
    pub fn put64(&mut self, obj: Ref, unit: u32, value: u64) {
        self.touch(obj);
        self.write(obj, unit as usize * 4, value);
    }

    /// Writes a reference; what a shared object refers to becomes shared.
    #[inline(always)]
    pub fn put_ref(&mut self, obj: Ref, unit: u32, value: Ref) {
        self.publish(obj, value);
        self.put32(obj, unit, value.0);
    }

    /// Called before a reference is written into an object. Nothing is published before the base state is
    /// frozen.
    #[inline(always)]
    pub fn publish(&mut self, into: Ref, value: Ref) {
        if self.base_top != 0 && !value.is_null() && self.is_shared(into) {
            self.share(value);
        }
    }

    /// Writes an element of an array of references.
    #[inline(always)]
    pub fn store_ref(&mut self, array: Ref, index: u32, value: Ref) {
        self.publish(array, value);
        self.store(array, index, value.0);
    }

    /// The 32 bits at an absolute address in 4-byte units: a static field of the base.
    #[inline(always)]
    pub fn get32_at(&self, unit: u32) -> u32 {
        self.read(Ref::NULL, unit as usize * 4)
    }

    #[inline(always)]
    pub fn get64_at(&self, unit: u32) -> u64 {
        self.read(Ref::NULL, unit as usize * 4)
    }

    // ---- elements of arrays; the caller has checked the index

    #[inline(always)]
    pub fn load<T: Element>(&self, array: Ref, index: u32) -> T {
        debug_assert!(index < self.len(array));
        self.read(array, HEADER_BYTES as usize + index as usize * size_of::<T>())
    }

    #[inline(always)]
    pub fn store<T: Element>(&mut self, array: Ref, index: u32, value: T) {
        debug_assert!(index < self.len(array));
        let byte = HEADER_BYTES as usize + index as usize * size_of::<T>();
        if self.read::<u32>(array, STAMP) != self.epoch {
            self.touch_range(array, byte, size_of::<T>());
        }
        self.write(array, byte, value);
    }

    /// The elements of an array as bytes of memory.
    pub fn bytes(&self, array: Ref) -> &[u8] {
        let len = self.payload_bytes(array);
        // SAFETY: an array's payload lies inside the mapping, and `&self` keeps writers out.
        unsafe { std::slice::from_raw_parts(self.at(array, HEADER_BYTES as usize), len) }
    }

    /// The elements of an array for writing, journaled whole.
    pub fn bytes_mut(&mut self, array: Ref) -> &mut [u8] {
        let len = self.payload_bytes(array);
        self.touch_range(array, HEADER_BYTES as usize, len);
        // SAFETY: as for `bytes`, and `&mut self` keeps everybody else out.
        unsafe { std::slice::from_raw_parts_mut(self.at(array, HEADER_BYTES as usize), len) }
    }

    /// Moves bytes from one array to another or within one, like `memmove`. The caller has checked the
    /// bounds.
    pub fn copy_bytes(&mut self, from: Ref, from_byte: usize, to: Ref, to_byte: usize, count: usize) {
        debug_assert!(from_byte + count <= self.payload_bytes(from));
        debug_assert!(to_byte + count <= self.payload_bytes(to));
        let header = HEADER_BYTES as usize;
        if self.base_top != 0 && self.shapes[self.class_of(to)].elements_are_refs && self.is_shared(to) {
            for i in 0..count / 4 {
                self.share(Ref(self.read(from, header + from_byte + i * 4)));
            }
        }
        self.touch_range(to, header + to_byte, count);
        // SAFETY: both ranges lie inside the mapping; `copy` allows overlap.
        unsafe { std::ptr::copy(self.at(from, header + from_byte), self.at(to, header + to_byte), count) }
    }

    // ---- any bytes of an object, for `Unsafe`: offsets count from the object's start

    /// The bytes at an offset; `None` if they are not all behind the header and inside the object.
    #[inline]
    pub fn peek<T: Element>(&self, obj: Ref, byte: u64) -> Option<T> {
        self.holds(obj, byte, size_of::<T>() as u64).then(|| self.read(obj, byte as usize))
    }

    /// Writes at an offset, journaled; `None` as for `peek`.
    #[inline]
    pub fn poke<T: Element>(&mut self, obj: Ref, byte: u64, value: T) -> Option<()> {
        if !self.holds(obj, byte, size_of::<T>() as u64) {
            return None;
        }
        if self.read::<u32>(obj, STAMP) != self.epoch {
            self.touch_range(obj, byte as usize, size_of::<T>());
        }
        self.write(obj, byte as usize, value);
        Some(())
    }

    /// `count` bytes from an offset on.
    pub fn peek_bytes(&self, obj: Ref, byte: u64, count: u64) -> Option<&[u8]> {
        // SAFETY: as for `bytes`; the range has been checked to lie in the payload.
        self.holds(obj, byte, count)
            .then(|| unsafe { std::slice::from_raw_parts(self.at(obj, byte as usize), count as usize) })
    }

    /// `count` bytes from an offset on for writing, journaled.
    pub fn poke_bytes(&mut self, obj: Ref, byte: u64, count: u64) -> Option<&mut [u8]> {
        if !self.holds(obj, byte, count) {
            return None;
        }
        self.touch_range(obj, byte as usize, count as usize);
        // SAFETY: as for `bytes_mut`; the range has been checked to lie in the payload.
        Some(unsafe { std::slice::from_raw_parts_mut(self.at(obj, byte as usize), count as usize) })
    }

    #[inline]
    fn holds(&self, obj: Ref, byte: u64, count: u64) -> bool {
        let header = u64::from(HEADER_BYTES);
        byte >= header
            && byte.checked_add(count).is_some_and(|end| end - header <= self.payload_bytes(obj) as u64)
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
    pub fn size_of(&self, class: ClassId, len: u32) -> u32 {
        HEADER_WORDS + self.payload_of(class, len).div_ceil(8) as u32
    }

    /// The words an object takes, header included.
    pub fn words_of(&self, obj: Ref) -> u32 {
        HEADER_WORDS + self.payload_bytes(obj).div_ceil(8) as u32
    }

    // ---- allocation

    /// A zeroed object of `words` words in the dynamic area.
    #[inline]
    pub fn alloc(&mut self, class: ClassId, words: u32, len: u32) -> Result<Ref, Full> {
        let obj = Ref(self.cursor);
        if words > self.hole_end - self.cursor {
            return self.alloc_slow(class, words, len);
        }
        self.cursor += words;
        self.allocated += u64::from(words);
        self.write_header(obj, class, self.epoch, len);
        if let Some(births) = &mut self.births {
            births.note(obj, class);
        }
        Ok(obj)
    }

    #[cold]
    fn alloc_slow(&mut self, class: ClassId, words: u32, len: u32) -> Result<Ref, Full> {
        while let Some((start, free)) = self.holes.pop() {
            self.close_hole();
            (self.cursor, self.hole_end) = (start, start + free);
            if words <= free {
                return self.alloc(class, words, len);
            }
        }
        if self.hole_end != self.limit {
            self.close_hole();
            (self.cursor, self.hole_end) = (self.top, self.limit);
            if words <= self.limit - self.top {
                return self.alloc(class, words, len);
            }
        }
        Err(Full)
    }

    /// Leaves what remains of the present hole behind as a free run that a later sweep will find.
    fn close_hole(&mut self) {
        if self.hole_end == self.limit {
            self.top = self.cursor;
        } else if self.cursor < self.hole_end {
            self.write_free_run(self.cursor, self.hole_end - self.cursor);
        }
    }

    /// Marks `words` unused words: class "none" and, as length, the size of the run.
    pub(crate) fn write_free_run(&mut self, start: u32, words: u32) {
        self.write(Ref(start), CLASS, ClassId::NONE.0);
        self.write(Ref(start), STAMP, words);
    }

    pub(crate) fn free_run_words(&self, start: u32) -> u32 {
        self.read(Ref(start), STAMP)
    }

    /// A zeroed object in the static area. Its stamp is older than any epoch, so that even its first write
    /// after a mark is undone.
    pub fn alloc_static(&mut self, class: ClassId, words: u32, len: u32) -> Result<Ref, Full> {
        let obj = Ref(self.static_top);
        if words > DYNAMIC_START - self.static_top {
            return Err(Full);
        }
        self.static_top += words;
        self.write_header(obj, class, 0, len);
        Ok(obj)
    }

    /// Writes a cell of an object of the static area that nobody has seen yet: not a change of state, so not
    /// journaled.
    pub(crate) fn set_constant(&mut self, obj: Ref, unit: u32, value: u32) {
        debug_assert!(self.is_static_area(obj));
        self.write(obj, unit as usize * 4, value);
    }

    /// The same for the payload of an array.
    pub(crate) fn write_constant(&mut self, array: Ref, fill: impl FnOnce(&mut [u8])) {
        debug_assert!(self.is_static_area(array));
        let len = self.payload_bytes(array);
        // SAFETY: as for `bytes_mut`.
        fill(unsafe { std::slice::from_raw_parts_mut(self.at(array, HEADER_BYTES as usize), len) });
    }

    #[inline(always)]
    fn write_header(&mut self, obj: Ref, class: ClassId, stamp: u32, len: u32) {
        self.write(obj, CLASS, u64::from(class.0) | u64::from(stamp) << 32);
        self.write(obj, LOCK, u64::from(len) << 32);
    }

    /// The first free word behind the static area's objects.
    pub(crate) fn static_end(&self) -> u32 {
        self.static_top
    }

    pub fn is_static_area(&self, obj: Ref) -> bool {
        obj.0 < DYNAMIC_START
    }

    /// The first word of the dynamic area and the first free word above the last object.
    pub(crate) fn dynamic_area(&mut self) -> (u32, u32) {
        self.close_hole();
        (DYNAMIC_START, self.top.max(if self.hole_end == self.limit { self.cursor } else { 0 }))
    }

    /// The same where no sweep has left free runs, or a mark has given them up.
    pub(crate) fn dynamic_extent(&self) -> (u32, u32) {
        (DYNAMIC_START, self.cursor)
    }

    /// Installs the free runs a sweep found; everything from `top` on is free as well. The runs have been
    /// zeroed by the sweep.
    pub(crate) fn set_holes(&mut self, mut holes: Vec<(u32, u32)>, top: u32) {
        self.zero(top, self.top.max(self.cursor).max(top) - top);
        self.top = top;
        holes.reverse();
        self.holes = holes;
        (self.cursor, self.hole_end) = if self.holes.is_empty() { (top, self.limit) } else { (top, top) };
        self.allocated = 0;
    }

    pub(crate) fn zero(&mut self, start: u32, words: u32) {
        // SAFETY: the words lie inside the mapping, which is ours alone.
        unsafe { self.at(Ref(start), 0).write_bytes(0, words as usize * 8) }
    }
}

/// What an array can hold.
pub trait Element: Copy {}
impl Element for i8 {}
impl Element for u8 {}
impl Element for u16 {}
impl Element for i16 {}
impl Element for u32 {}
impl Element for u64 {}
