//! Delta objects: the heap of a set of states. A slot holds a value in every state, and every write is journaled, so
//! that the set can go back to where it was split.
//!
//! Objects of the machine's base are the same in all states. They stay where they are and are read there; a reference
//! from `base_top` on is the number of a delta object.

use crate::value::DeltaValue;
use vm::program::ShapeKind;
use vm::state::heap::{HEADER_UNITS, HEADER_WORDS};
use vm::{ClassId, Machine};

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub class: ClassId,
    /// The length of an array, or the identity hash of another object.
    pub length: u32,
    /// One for each element of an array, or for each unit of another object behind its header.
    pub slots: Vec<DeltaValue>,
}

#[derive(Default)]
pub(crate) struct Heap {
    pub base_top: u32,
    pub objects: Vec<Object>,
    /// Slots that were written, with what they had before.
    journal: Vec<(u32, u32, DeltaValue)>,
}

/// A place in the history of a heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeapMark {
    journal: usize,
    objects: usize,
}

impl Heap {
    /// An empty one above the base.
    pub fn above(base_top: u32) -> Heap {
        Heap { base_top, ..Heap::default() }
    }

    pub fn mark(&self) -> HeapMark {
        HeapMark { journal: self.journal.len(), objects: self.objects.len() }
    }

    pub fn rewind(&mut self, to: HeapMark) {
        while self.journal.len() > to.journal {
            let Some((object, slot, value)) = self.journal.pop() else { break };
            self.objects[object as usize].slots[slot as usize] = value;
        }
        self.objects.truncate(to.objects);
    }

    /// Nothing that was there at the mark has been written since.
    pub fn is_unwritten_since(&self, mark: HeapMark) -> bool {
        self.journal[mark.journal..].iter().all(|&(object, ..)| object as usize >= mark.objects)
    }

    #[inline(always)]
    pub fn is_base(&self, reference: u32) -> bool {
        reference < self.base_top
    }

    #[inline(always)]
    pub fn object(&self, reference: u32) -> &Object {
        &self.objects[(reference - self.base_top) as usize]
    }

    pub fn class_of(&self, machine: &Machine, reference: u32) -> ClassId {
        match self.is_base(reference) {
            true => machine.heap.class_of(vm::Ref(reference)),
            false => self.object(reference).class,
        }
    }

    pub fn length_of(&self, machine: &Machine, reference: u32) -> u32 {
        match self.is_base(reference) {
            true => machine.heap.len(vm::Ref(reference)),
            false => self.object(reference).length,
        }
    }

    pub fn write(&mut self, reference: u32, slot: usize, value: DeltaValue) {
        let object = (reference - self.base_top) as usize;
        let old = std::mem::replace(&mut self.objects[object].slots[slot], value);
        self.journal.push((object as u32, slot as u32, old));
    }

    /// A new object of zeros, the same one in all states.
    pub fn allocate(&mut self, machine: &Machine, class: ClassId, length: u32) -> u32 {
        let slots = match machine.heap.shapes[class].kind {
            ShapeKind::Array { .. } => length,
            _ => units_of(machine, class, length),
        };
        self.objects.push(Object { class, length, slots: vec![DeltaValue::ZERO; slots as usize] });
        self.base_top + self.objects.len() as u32 - 1
    }
}

/// Units of an object behind its header.
pub fn units_of(machine: &Machine, class: ClassId, length: u32) -> u32 {
    match machine.heap.shapes[class].kind {
        ShapeKind::Instance { words } => words * 2 - HEADER_UNITS,
        ShapeKind::Array { shift } => ((u64::from(length) << shift).div_ceil(8) * 2) as u32,
        ShapeKind::Statics => (length + HEADER_WORDS * 2).saturating_sub(HEADER_UNITS),
    }
}
