//! The heap: flat objects and arrays behind 32-bit handles.
//!
//! A handle counts 8-byte words from the start of one reserved mapping, committed by the operating system only
//! where it is touched. The mapping is as long as the heap may grow, rounded up to a power of two, and addresses are
//! masked by that: every handle, even a wrong one, with every offset lies inside of it, so all functions here are safe
//! for all arguments: a wrong one reads or damages the program's objects, and nothing else. Going from handle to
//! object is one shift, one mask and one add.
//!
//! The low part is the *static area*: class statics, class mirrors, literals. It only grows, because linking
//! is never undone. The *dynamic area* above it holds what the program allocates.
//!
//! Every object begins with a header of 16 bytes:
//! class (4), stamp (4), lock word (4), array length or identity hash (4).
//! So does null, which is no object: nobody writes to it, and its length is 0.
//! A write to an object whose stamp is not the present epoch first copies the object into the journal: this
//! one comparison is all that being able to go back costs. Each mark begins a new epoch (see
//! [`super::journal`]).

mod alloc;
mod elements;
mod offset;
mod space;
mod undo;

pub use offset::Element;

use super::base::Base;
use super::journal::Journal;
use crate::program::{ClassId, Shape, Tokens};
use base::IdVec;
use memmap2::MmapMut;
use offset::Offset;
use std::cell::Cell;

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

/// The static area ends here: 256 MiB hold the statics and literals of any program we can load.
const DYNAMIC_START: u32 = 1 << 25;
/// Arrays up to this size are journaled whole on the first write; longer ones element by element.
const WHOLE_ARRAY_WORDS: u32 = 64;

/// The bit that tokens of late objects have. No base comes so far that its addresses would have it.
const LATE: u32 = 1 << 30;

/// The fields of the header.
const CLASS: Offset = Offset::header(0);
const STAMP: Offset = Offset::header(4);
const LOCK: Offset = Offset::header(8);
const LENGTH: Offset = Offset::header(12);
/// Where the payload begins.
const PAYLOAD: Offset = Offset::header(HEADER_BYTES as u8);
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
    /// Keeps the mapping that `base` points into: `mask + 1 + SPARE_BYTES` bytes.
    _map: MmapMut,
    base: *mut u8,
    /// Ones below a power of two.
    mask: usize,
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
    /// What it costs to move or look at many bytes beyond the operations that do, until somebody charges it.
    bulk: Cell<u64>,
    /// How many were asked for last where there was no room.
    pub(crate) refused_words: u32,
    pub shapes: IdVec<ClassId, Shape>,
    /// Writes to objects with another stamp are journaled first. 0 while no mark has been taken: nothing is
    /// journaled.
    pub(crate) epoch: u32,
    pub journal: Journal,
    /// Objects below this word were there when the machine had booted, and count as shared. 0 until then.
    pub(crate) shared_top: u32,
    /// What is named by address.
    pub(crate) frozen: Base,
    /// The booted heap, while the base is deeper than that.
    pub(crate) boot: Option<Box<Base>>,
    /// Who made which object, if that is wanted.
    pub(crate) births: Option<Box<super::births::Births>>,
    /// What the present step looks at, if somebody wants to know.
    pub notes: super::notes::Notes,
    /// What states call objects of the static area.
    pub(crate) tokens: Tokens,
}

// SAFETY: `base` points into `map`, which the heap owns; nothing else holds the pointer.
unsafe impl Send for Heap {}

impl Heap {
    /// A heap whose dynamic area may grow to `limit_bytes`; if `wants_wide`, one that needs no mask where there is that
    /// much address space.
    pub fn new(limit_bytes: u64, wants_wide: bool) -> std::io::Result<Heap> {
        let most = u64::from(u32::MAX - DYNAMIC_START);
        let limit = DYNAMIC_START + (limit_bytes / 8).min(most) as u32;
        let (map, reach) = space::map(limit, wants_wide)?;
        Ok(Heap::within(map, reach, limit))
    }

    fn within(mut map: MmapMut, reach: usize, limit: u32) -> Heap {
        let base = map.as_mut_ptr();
        Heap {
            _map: map,
            base,
            mask: reach - 1,
            static_top: HEADER_WORDS,
            top: DYNAMIC_START,
            limit,
            holes: Vec::new(),
            cursor: DYNAMIC_START,
            hole_end: limit,
            allocated: 0,
            bulk: Cell::new(0),
            refused_words: 0,
            shapes: IdVec::new(),
            epoch: 0,
            journal: Journal::default(),
            shared_top: 0,
            frozen: Base::default(),
            boot: None,
            births: None,
            notes: super::notes::Notes::default(),
            tokens: Tokens::new(LATE),
        }
    }

    /// A heap of its own with the same objects and nothing to undo.
    pub fn sibling(&self) -> std::io::Result<Heap> {
        // Machine code that is shared relies on how wide it is.
        let reach = self.mask + 1;
        let mut heap = Heap::within(space::map_reach(reach)?, reach, self.limit);
        let (from, to) = self.dynamic_extent();
        for (start, end) in [(0, self.static_top), (from, to)] {
            let bytes = (end - start) as usize * 8;
            // SAFETY: both spans lie inside their mappings, which are not the same.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    self.span(Ref(start), CLASS, bytes),
                    heap.span(Ref(start), CLASS, bytes),
                    bytes,
                );
            }
        }
        heap.static_top = self.static_top;
        (heap.top, heap.cursor) = (self.cursor, self.cursor);
        heap.allocated = self.allocated;
        heap.shapes = self.shapes.clone();
        heap.epoch = self.epoch;
        heap.shared_top = self.shared_top;
        heap.frozen = self.frozen.clone();
        heap.boot = self.boot.clone();
        heap.tokens = self.tokens.clone();
        Ok(heap)
    }

    pub fn limit_bytes(&self) -> u64 {
        u64::from(self.limit - DYNAMIC_START) * 8
    }

    /// The class of the objects that are given this number.
    pub fn class_of_birth(&self, birth: u32) -> Option<ClassId> {
        self.births.as_ref().and_then(|births| births.class(birth))
    }

    /// The number that an object was given when it was made.
    pub fn birth(&self, obj: Ref) -> Option<u32> {
        self.births.as_ref().and_then(|births| births.number(obj))
    }

    /// All objects that were made since the base was frozen, garbage too. The heap has no free runs, as after
    /// a mark.
    pub fn objects_above_base(&self) -> Vec<Ref> {
        let (mut at, mut objects) = (self.frozen.top, Vec::new());
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

    /// Grows with every change that is journaled and with every object, for those who check that there is
    /// none.
    pub(crate) fn extent_of_changes(&self) -> (usize, u32) {
        (self.journal.len(), self.cursor)
    }

    /// Where the next object lies, right after a mark.
    pub(crate) fn end(&self) -> u32 {
        self.cursor
    }

    /// Bytes between the start of the dynamic area and the highest object so far.
    pub fn used_bytes(&self) -> u64 {
        u64::from(self.top.max(self.cursor) - DYNAMIC_START) * 8
    }

    /// The address of a byte, with at least eight bytes of the mapping behind it.
    #[inline(always)]
    fn at(&self, obj: Ref, offset: Offset) -> *mut u8 {
        // A handle and an offset have no more than 36 bits each: their sum does not overflow.
        let byte = ((obj.0 as usize) << 3) + offset.bytes();
        // SAFETY: the mapping has `SPARE_BYTES` more than the mask can leave.
        unsafe { self.base.add(byte & self.mask) }
    }

    /// The address of so many bytes, all of which are in the mapping.
    ///
    /// # Panics
    /// If they are not, as those of no object are.
    fn span(&self, obj: Ref, offset: Offset, bytes: usize) -> *mut u8 {
        let byte = ((obj.0 as usize) << 3) + offset.bytes();
        let end = byte.checked_add(bytes);
        assert!(end.is_some_and(|end| end <= self.mask + 1), "bytes behind the end of the heap");
        self.at(obj, offset)
    }

    #[inline(always)]
    fn read<T: Element>(&self, obj: Ref, offset: Offset) -> T {
        // SAFETY: eight bytes from `at` on are inside the mapping, which is always readable and was zeros at
        // first; an element has no more than eight, and any bits are a value of it.
        unsafe { self.at(obj, offset).cast::<T>().read_unaligned() }
    }

    #[inline(always)]
    fn write<T: Element>(&mut self, obj: Ref, offset: Offset, value: T) {
        // SAFETY: as for `read`; the mapping is writable and ours alone, and `&mut self` says that nobody has a
        // slice of it.
        unsafe { self.at(obj, offset).cast::<T>().write_unaligned(value) }
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

    /// The lock word and the bit that says whether others can reach the object; of an object of the booted
    /// heap, which they can, the word alone.
    pub fn lock_and_sharing(&self, obj: Ref) -> u32 {
        if obj.0 < self.shared_top { self.lock(obj) } else { self.read(obj, LOCK) }
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
        obj.0 < self.shared_top || self.read::<u32>(obj, LOCK) & SHARED != 0
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
        self.read(obj, Offset::unit(unit))
    }

    #[inline(always)]
    pub fn get64(&self, obj: Ref, unit: u32) -> u64 {
        self.read(obj, Offset::unit(unit))
    }

    #[inline(always)]
    pub fn get_ref(&self, obj: Ref, unit: u32) -> Ref {
        Ref(self.get32(obj, unit))
    }

    #[inline(always)]
    pub fn put32(&mut self, obj: Ref, unit: u32, value: u32) {
        self.touch(obj);
        self.write(obj, Offset::unit(unit), value);
    }

    #[inline(always)]
    pub fn put64(&mut self, obj: Ref, unit: u32, value: u64) {
        self.touch(obj);
        self.write(obj, Offset::unit(unit), value);
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
        if self.shared_top != 0 && !value.is_null() && self.is_shared(into) {
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
        self.read(Ref::NULL, Offset::unit(unit))
    }

    #[inline(always)]
    pub fn get64_at(&self, unit: u32) -> u64 {
        self.read(Ref::NULL, Offset::unit(unit))
    }
}

mod sealed {
    /// Numbers of which any bits are a value.
    pub trait Number {}
    impl Number for i8 {}
    impl Number for u8 {}
    impl Number for u16 {}
    impl Number for i16 {}
    impl Number for u32 {}
    impl Number for u64 {}
}
