//! The state as those see it who give states names: what has been written since they last looked, which
//! objects are of the base, and what there is beside threads and objects. They look; what they change goes
//! through the journal, or through [`crate::Machine::restore`].

use crate::machine::{Counters, Machine};
use crate::state::births::Births;
use crate::state::heap::{Heap, Ref};
use crate::state::journal::Changed;

impl Machine {
    /// What has been written, or put back, since [`Machine::forget_changes`].
    #[inline]
    pub fn changes(&self) -> &Changed {
        &self.heap.journal.changed
    }

    /// Puts the objects among the changes in order, each once.
    pub fn sort_changes(&mut self) {
        let objects = &mut self.heap.journal.changed.objects;
        objects.sort_unstable();
        objects.dedup();
    }

    pub fn forget_changes(&mut self) {
        self.heap.journal.changed.clear();
    }

    #[inline]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// An object of the base belongs to the state from here on, though nobody has written it.
    pub fn note_dirty(&mut self, object: Ref) {
        self.heap.note_dirty(object);
    }

    /// The identity hash of an array that has one, now, in the base state, and when the machine had booted.
    #[inline]
    pub fn array_hash(&self, array: Ref) -> Option<u32> {
        self.array_hashes.get(&array).copied()
    }

    #[inline]
    pub fn base_hash(&self, array: Ref) -> Option<u32> {
        self.base_hashes.get(&array).copied()
    }

    #[inline]
    pub fn boot_hash(&self, array: Ref) -> Option<u32> {
        self.boot_hashes.as_ref().unwrap_or(&self.base_hashes).get(&array).copied()
    }

    /// Memory outside of Java's objects: the number in its address, and the array that it is.
    pub fn blocks(&self) -> impl Iterator<Item = (u32, Ref)> + '_ {
        self.blocks.iter().map(|(&slot, &block)| (slot, block))
    }

    /// The most threads that there have been at once, over all paths.
    pub fn most_threads(&self) -> usize {
        self.most_threads
    }

    /// From here on objects have numbers that say who made them ([`Heap::birth`]), or no longer.
    pub fn number_births(&mut self, numbers: bool) {
        let boot_top = self.heap.boot_top();
        self.heap.births = numbers.then(|| Box::new(Births::new(boot_top)));
    }

    /// Who makes objects from here on.
    pub fn set_maker(&mut self, thread: crate::ThreadId) {
        if let Some(births) = &mut self.heap.births {
            births.thread = thread.0;
        }
    }
}

impl Heap {
    /// The first word behind the objects of the base state. Objects below are named by their addresses.
    #[inline]
    pub fn base_top(&self) -> u32 {
        self.frozen.top
    }

    /// The same behind the objects that were there when the machine had booted: they count as shared.
    #[inline]
    pub fn boot_top(&self) -> u32 {
        self.shared_top
    }

    /// Objects of the base that have been written on this path, in rising order.
    pub fn dirty(&self) -> impl Iterator<Item = Ref> + '_ {
        self.frozen.dirty.iter().map(|&at| Ref(at))
    }

    /// An object of the base has been written on this path.
    pub fn is_written(&self, object: Ref) -> bool {
        let before = self.boot.as_ref().is_some_and(|boot| boot.dirty.contains(&object.0));
        before || self.frozen.dirty.contains(&object.0)
    }

    /// The words that an object of the base had at first, if it was ever written since.
    pub fn pristine(&self, object: Ref) -> Option<&[u64]> {
        self.frozen.pristine.get(&object.0).map(|words| &**words)
    }
}
