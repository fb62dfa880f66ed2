//! Going back: what is journaled before a write, and how old contents come back.

use super::{CLASS, DYNAMIC_START, HEADER_WORDS, Heap, Offset, Ref, STAMP, WHOLE_ARRAY_WORDS};
use crate::program::ClassId;
use crate::state::journal::Undo;

impl Heap {
    /// Called before every write to an object: after this its old content is in the journal.
    #[inline(always)]
    pub fn touch(&mut self, obj: Ref) {
        if self.read::<u32>(obj, STAMP) != self.epoch {
            self.save_object(obj);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn save_object(&mut self, obj: Ref) {
        if self.epoch == 0 {
            return;
        }
        self.note_dirty(obj);
        let words = self.words_of(obj);
        self.save_words(obj, obj.0, words);
        self.write(obj, STAMP, self.epoch);
    }

    /// Journals `count` bytes of an object before they are overwritten.
    #[cold]
    #[inline(never)]
    pub(super) fn touch_range(&mut self, obj: Ref, byte: usize, count: usize) {
        if self.epoch == 0 || self.read::<u32>(obj, STAMP) == self.epoch || count == 0 {
            return;
        }
        if self.words_of(obj) <= WHOLE_ARRAY_WORDS {
            return self.save_object(obj);
        }
        self.note_dirty(obj);
        let first = byte / 8;
        let last = (byte + count - 1) / 8;
        self.save_words(obj, obj.0 + first as u32, (last - first + 1) as u32);
    }

    /// An object of the base is about to be written: it becomes part of the state.
    pub(crate) fn note_dirty(&mut self, obj: Ref) {
        if obj.0 < self.frozen.top && self.frozen.dirty.insert(obj.0) {
            self.journal.push(Undo::Dirty { object: obj.0 });
            if !self.frozen.pristine.contains_key(&obj.0) {
                let words = self.unstamped(obj);
                self.frozen.pristine.insert(obj.0, words);
            }
        }
    }

    /// A word of an object, header included, for those who compare whole objects.
    pub fn word(&self, obj: Ref, index: u32) -> u64 {
        self.read(Ref(obj.0 + index), CLASS)
    }

    /// Gives up everything above the base and makes the base what it was. Nothing can be undone after this.
    pub fn forget_path(&mut self) {
        self.begin_epoch();
        self.cut(self.frozen.top);
        self.forget_marks();
        for object in std::mem::take(&mut self.frozen.dirty) {
            let words = self.frozen.pristine.get(&object).cloned().unwrap_or_default();
            self.put_words(object, &words);
        }
    }

    /// Nothing can be undone after this.
    pub(crate) fn forget_marks(&mut self) {
        self.journal.clear();
    }

    /// Makes an object of the base what it was there. Not journaled.
    pub(crate) fn restore_base_object(&mut self, object: Ref) {
        if self.frozen.dirty.remove(&object.0) {
            let words = self.frozen.pristine.get(&object.0).cloned().unwrap_or_default();
            self.put_words(object.0, &words);
        }
    }

    /// An object is of this class, and another of this class and length would take as much room.
    pub fn is_like(&self, object: Ref, class: ClassId, len: u32) -> bool {
        let has_room = self.words_of(object) == self.size_of(class, len);
        let has_elements = !self.shapes[class].elements_are_refs || self.len(object) == len;
        self.class_of(object) == class && has_room && has_elements
    }

    /// Words that were allocated above the base, those of garbage among them.
    pub fn words_above_base(&self) -> u32 {
        self.cursor - self.frozen.top
    }

    /// It is noted who made which object.
    pub fn has_births(&self) -> bool {
        self.births.is_some()
    }

    /// Writes words from a handle on. Not journaled.
    pub(in crate::state) fn put_words(&mut self, from: u32, words: &[u64]) {
        for (i, &word) in words.iter().enumerate() {
            self.write(Ref(from + i as u32), CLASS, word);
        }
    }

    /// Writes into an object that is being made again. Not journaled.
    pub fn set_raw(&mut self, obj: Ref, unit: u32, value: u32) {
        self.write(obj, Offset::unit(unit), value);
    }

    /// An object of the base is about to be written by `set_raw`.
    pub fn dirty_raw(&mut self, obj: Ref) {
        self.note_dirty(obj);
        self.journal.clear();
    }

    /// The base state ends here.
    pub(crate) fn freeze(&mut self) {
        self.close_hole();
        self.frozen.top = if self.hole_end == self.limit { self.cursor } else { self.top };
        self.shared_top = self.frozen.top;
    }

    pub(super) fn save_words(&mut self, obj: Ref, start: u32, words: u32) {
        self.journal.changed.objects.push(obj.0);
        for at in start..start + words {
            let old = self.read(Ref(at), CLASS);
            self.journal.word(old);
        }
        self.journal.object(obj.0, start, words);
    }

    /// The undoing of `save_words`.
    pub(crate) fn restore_words(&mut self, object: u32, start: u32, words: u32) {
        self.journal.changed.objects.push(object);
        for i in 0..words {
            let old = self.journal.owned(words as usize)[i as usize];
            self.write(Ref(start + i), CLASS, old);
        }
        self.journal.drop_owned(words as usize);
    }

    /// Begins a new epoch and notes where the heap ends. Free runs are given up: after a mark, allocation is
    /// a stack.
    pub fn begin_epoch(&mut self) -> u32 {
        self.close_hole();
        if self.hole_end != self.limit {
            (self.cursor, self.hole_end) = (self.top, self.limit);
        }
        for (start, words) in std::mem::take(&mut self.holes) {
            self.write_free_run(start, words);
        }
        debug_assert!(self.epoch < u32::MAX, "the machine restarts epochs before they run out");
        self.epoch += 1;
        self.cursor
    }

    /// Gives back everything allocated above `top` (a value of `begin_epoch`).
    pub(crate) fn cut(&mut self, top: u32) {
        let changed = &mut self.journal.changed;
        changed.cut = Some(changed.cut.map_or(top, |cut| cut.min(top)));
        self.zero(top, self.cursor - top);
        if let Some(births) = &mut self.births {
            births.cut(top);
        }
        self.cursor = top;
        self.top = top;
    }

    /// Epoch numbers have run out: all stamps become 0, which only means that the next writes are journaled
    /// once more.
    pub(crate) fn restart_epochs(&mut self) {
        let (mut at, end) = (DYNAMIC_START, self.cursor);
        while at < end {
            if self.class_of(Ref(at)) == ClassId::NONE {
                at += self.free_run_words(at);
            } else {
                self.write(Ref(at), STAMP, 0u32);
                at += self.words_of(Ref(at));
            }
        }
        at = HEADER_WORDS;
        while at < self.static_top {
            self.write(Ref(at), STAMP, 0u32);
            at += self.words_of(Ref(at));
        }
        self.epoch = 0;
    }
}
