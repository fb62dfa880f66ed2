//! Making objects, arrays, strings and boxes, and reading those that never change.

use super::Context;
use crate::program::ClassId;
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trap::Trap;
use base::Symbol;
use classfile::Kind;

impl Context<'_> {
    /// An exception for an access that the program was not granted, see [`Trap::Refuse`].
    pub fn make_refusal(&mut self, thread: ThreadId, class: &str, message: &str) -> Result<Ref, Trap> {
        self.machine.make_refusal(thread, class, message)
    }

    /// An array of class `class`, filled with zeros.
    #[inline]
    pub fn new_array(&mut self, class: ClassId, len: i32) -> Result<Ref, Trap> {
        self.machine.new_array(class, len)
    }

    /// A value in the box that `Integer.valueOf` and its like would make anew; small values are not shared
    /// here.
    #[inline]
    pub fn new_box(&mut self, kind: Kind, word: u64) -> Result<Ref, Trap> {
        self.machine.new_box(kind, word)
    }

    #[inline]
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        self.machine.new_bytes(bytes)
    }

    /// `[[I` with the lengths of its outer dimensions, as `multianewarray` makes it.
    #[inline]
    pub fn new_multi_array(&mut self, class: ClassId, lens: &[i32]) -> Result<Ref, Trap> {
        self.machine.new_multi_array(class, lens)
    }

    #[inline]
    pub fn new_object(&mut self, class: ClassId) -> Result<Ref, Trap> {
        self.machine.new_object(class)
    }

    #[inline]
    pub fn new_object_array(&mut self, element: ClassId, items: &[Ref]) -> Result<Ref, Trap> {
        self.machine.new_object_array(element, items)
    }

    /// An array of references.
    #[inline]
    pub fn new_ref_array(&mut self, class: ClassId, items: &[Ref]) -> Result<Ref, Trap> {
        self.machine.new_ref_array(class, items)
    }

    #[inline]
    pub fn new_string(&mut self, text: &str) -> Result<Ref, Trap> {
        self.machine.new_string(text)
    }

    /// `System.identityHashCode`: given out in the order of asking, and so a function of the path alone.
    #[inline]
    pub fn identity_hash(&mut self, object: Ref) -> u32 {
        self.machine.identity_hash(object)
    }

    /// `String.intern`: the first of equal strings on the path, which may be this one.
    #[inline]
    pub fn intern(&mut self, string: Ref) -> Result<Ref, Trap> {
        self.machine.intern(self.policy, string)
    }

    /// The string constant with this modified UTF-8 text: one object for all equal ones.
    #[inline]
    pub fn literal(&mut self, text: Symbol) -> Result<Ref, Trap> {
        self.machine.constant(self.policy, text)
    }

    #[inline]
    pub fn literal_text(&mut self, text: &str) -> Result<Ref, Trap> {
        let text = self.machine.text_symbol(text);
        self.machine.constant(self.policy, text)
    }

    /// The bytes of a string's text if it is Latin-1.
    #[inline]
    pub fn latin1(&self, string: Ref) -> Option<&[u8]> {
        self.machine.latin1(string)
    }

    /// The text as a symbol in modified UTF-8.
    #[inline]
    pub fn symbol(&self, string: Ref) -> Symbol {
        self.machine.symbol(string)
    }

    /// The text, with replacement characters for unpaired surrogates.
    #[inline]
    pub fn text(&self, string: Ref) -> String {
        self.machine.text(string)
    }

    /// What is in a box, with its kind; `None` for other objects.
    #[inline]
    pub fn unbox(&self, object: Ref) -> Option<(Kind, u64)> {
        self.machine.unbox(object)
    }
}
