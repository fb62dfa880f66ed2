//! What a step looks at, noted down: its outcome follows from these things alone.
//!
//! Every operation of the interpreter notes what it reads of the heap. Operations whose outcome depends on
//! more than that spoil the notes: throwing, linking, initializing, allocating, and natives that do not vouch
//! for themselves.

use super::heap::Ref;

/// A step that looks at more is not worth noting.
const MOST: usize = 96;

#[derive(Default)]
pub struct Notes {
    is_on: bool,
    is_good: bool,
    /// A native is running that has not vouched for itself.
    is_in_native: bool,
    contents: Vec<Ref>,
    classes: Vec<Ref>,
    has_waiters: bool,
}

impl Notes {
    pub fn begin(&mut self) {
        self.contents.clear();
        self.classes.clear();
        (self.is_on, self.is_good, self.is_in_native, self.has_waiters) = (true, true, false, false);
    }

    /// Nothing is noted from here on. True if what was noted is all that mattered.
    pub fn end(&mut self) -> bool {
        self.is_on = false;
        self.is_good
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// What is looked at is noted, and has not been spoilt.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.is_on && self.is_good
    }

    /// Something matters that cannot be noted.
    #[inline]
    pub fn spoil(&mut self) {
        self.is_good = false;
    }

    /// The fields, the lock or the length of an object were looked at, or whether others can reach it.
    #[inline]
    pub fn content(&mut self, object: Ref) {
        if self.is_on {
            note(&mut self.contents, object, &mut self.is_good);
        }
    }

    /// The class of an object was looked at.
    #[inline]
    pub fn class(&mut self, object: Ref) {
        if self.is_on {
            note(&mut self.classes, object, &mut self.is_good);
        }
    }

    /// Somebody asked which threads wait for what.
    pub fn waiters(&mut self) {
        self.has_waiters = true;
    }

    pub fn enter_native(&mut self) {
        self.is_in_native = true;
    }

    /// The running native looks at nothing but its arguments, its own thread, and what it notes.
    #[inline]
    pub fn vouch(&mut self) {
        self.is_in_native = false;
    }

    pub fn leave_native(&mut self) {
        self.is_good &= !self.is_in_native;
    }

    pub fn contents(&self) -> &[Ref] {
        &self.contents
    }

    pub fn classes(&self) -> &[Ref] {
        &self.classes
    }

    pub fn has_waiters(&self) -> bool {
        self.has_waiters
    }
}

#[cold]
fn note(list: &mut Vec<Ref>, object: Ref, is_good: &mut bool) {
    if list.contains(&object) {
        return;
    }
    match list.len() < MOST {
        true => list.push(object),
        false => *is_good = false,
    }
}
