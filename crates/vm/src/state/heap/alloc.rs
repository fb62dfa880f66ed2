//! Where objects come from: the open end of the heap, runs that a sweep has found free, the static area.

use super::{CLASS, DYNAMIC_START, Full, Heap, LOCK, Offset, Ref, STAMP};
use crate::program::ClassId;

/// More words than a heap has: as if they had been allocated since the last collection.
const HARDLY_ANY_ROOM: u64 = 1 << 40;

impl Heap {
    /// Where machine code finds what it allocates with.
    pub(crate) const CURSOR_AT: usize = std::mem::offset_of!(Heap, cursor);
    pub(crate) const RUN_END_AT: usize = std::mem::offset_of!(Heap, hole_end);
    pub(crate) const ALLOCATED_AT: usize = std::mem::offset_of!(Heap, allocated);

    /// A zeroed object of a class in the dynamic area; `len` is the length of an array, else 0.
    #[inline]
    pub fn alloc(&mut self, class: ClassId, len: u32) -> Result<Ref, Full> {
        let words = self.size_of(class, len);
        let obj = Ref(self.cursor);
        if words > self.hole_end - self.cursor {
            return self.alloc_slow(class, len, words);
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
    fn alloc_slow(&mut self, class: ClassId, len: u32, words: u32) -> Result<Ref, Full> {
        while let Some((start, free)) = self.holes.pop() {
            self.close_hole();
            (self.cursor, self.hole_end) = (start, start + free);
            if words <= free {
                return self.alloc(class, len);
            }
        }
        if self.hole_end != self.limit {
            self.close_hole();
            (self.cursor, self.hole_end) = (self.top, self.limit);
            if words <= self.limit - self.top {
                return self.alloc(class, len);
            }
        }
        // Whoever comes next and can collect does it: a native cannot.
        self.allocated = HARDLY_ANY_ROOM;
        self.refused_words = words;
        Err(Full)
    }

    /// Leaves what remains of the present hole behind as a free run that a later sweep will find.
    pub(super) fn close_hole(&mut self) {
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

    /// A zeroed object in the static area, which has one that `what` is a digest of. Its stamp is older than any epoch,
    /// so that even its first write after a mark is undone.
    pub fn alloc_static(&mut self, class: ClassId, len: u32, what: u64) -> Result<Ref, Full> {
        let words = self.size_of(class, len);
        let obj = Ref(self.static_top);
        if words > DYNAMIC_START - self.static_top {
            return Err(Full);
        }
        self.static_top += words;
        self.write_header(obj, class, 0, len);
        self.tokens.add(obj.0, what);
        Ok(obj)
    }

    /// From now on states call objects of the static area by what they are.
    pub(crate) fn freeze_tokens(&mut self) {
        self.tokens.freeze(self.static_top);
    }

    /// An object of the static area that was met after the machine was frozen.
    pub(crate) fn is_late(&self, obj: Ref) -> bool {
        self.is_static_area(obj) && self.tokens.is_late(obj.0)
    }

    /// What a state calls an object of the base: its address, but for what came to the static area late.
    #[inline]
    pub fn token(&self, obj: Ref) -> u32 {
        if obj.0 < DYNAMIC_START { self.tokens.of(obj.0) } else { obj.0 }
    }

    /// The object of the base that a state calls so, if it has been met.
    #[inline]
    pub fn of_token(&self, token: u32) -> Option<Ref> {
        self.tokens.number(token).map(Ref)
    }

    /// Writes a cell of an object of the static area that nobody has seen yet: not a change of state, so not
    /// journaled.
    pub(crate) fn set_constant(&mut self, obj: Ref, unit: u32, value: u32) {
        debug_assert!(self.is_static_area(obj));
        self.write(obj, Offset::unit(unit), value);
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

    /// The first free word, where no sweep has left free runs.
    pub(in crate::state) fn cursor(&self) -> u32 {
        self.cursor
    }

    /// Objects that were put behind the others end here.
    pub(in crate::state) fn end_at(&mut self, top: u32) {
        (self.cursor, self.top) = (top, top);
    }
}
