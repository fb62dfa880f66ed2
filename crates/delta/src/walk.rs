//! The canonical form of all states of a set in one walk (section 4.2.4, shared linearization).
//!
//! Objects are numbered in the order in which a walk from the roots meets them. States of a set whose references
//! differ are taken apart here, as at a branch. What is then left is one shape for all of them, and their words.

use crate::engine::{Cannot, Engine};
use crate::layout::{Content, Layouts};
use crate::value::DeltaValue;
use base::Symbol;
use vm::Machine;

/// In the place of a reference into the base: which one is a word of the state.
pub(crate) const IN_BASE: u32 = 1;

/// What all states of a set are.
pub struct Walked {
    /// Classes, lengths and references.
    pub key: Vec<u32>,
    /// All other words.
    pub words: Vec<DeltaValue>,
}

/// A reference as the key of a shape has it.
enum RefKey {
    Number(u32),
    InBase,
    /// It is not the same for all states.
    Several,
}

impl<P: Clone + Default> Engine<P> {
    /// The form of the present states, seen from the first objects of the set. `None` if they had to be taken
    /// apart: then there are fewer of them now, and others pending.
    ///
    /// # Errors
    /// Something is no part of a structure that could be made again.
    pub fn walk(
        &mut self,
        machine: &Machine,
        layouts: &mut Layouts,
        roots: usize,
    ) -> Result<Option<Walked>, Cannot> {
        let roots: Vec<u32> = (0..roots as u32).map(|root| self.heap.base_top + root).collect();
        self.walk_from(machine, layouts, roots)
    }

    /// The same, seen from other objects of the set, no two of which are the same.
    ///
    /// # Errors
    /// Something is no part of a structure that could be made again.
    pub fn walk_from(
        &mut self,
        machine: &Machine,
        layouts: &mut Layouts,
        roots: Vec<u32>,
    ) -> Result<Option<Walked>, Cannot> {
        let mut order = roots;
        let mut numbers = vec![u32::MAX; self.heap.objects.len()];
        for (number, &root) in order.iter().enumerate() {
            numbers[(root - self.heap.base_top) as usize] = number as u32;
        }
        let (mut refs, mut words) = (Vec::new(), Vec::new());
        let throwable = machine.program.loaded(Symbol::new("java/lang/Throwable"));
        let mut next = 0;
        while next < order.len() {
            let object = order[next];
            next += 1;
            let (class, length) = (self.heap.object(object).class, self.heap.object(object).length);
            if throwable.is_some_and(|above| machine.program.is_subclass(class, above)) {
                return Err(self.cannot(machine, "a structure that holds an exception"));
            }
            for part in layouts.of(machine, class, length).iter() {
                let Content::Ref(slot) = *part else {
                    self.words_of(object, *part, &mut words);
                    continue;
                };
                let value = self.heap.object(object).slots[slot as usize].clone();
                match self.name(&value, &mut numbers, &mut order) {
                    RefKey::Number(name) => refs.push(name),
                    RefKey::InBase => {
                        refs.push(IN_BASE);
                        words.push(value);
                    }
                    RefKey::Several => {
                        let base_top = self.heap.base_top;
                        self.split_by(|state| place(value.at(state) as u32, base_top));
                        return Ok(None);
                    }
                }
            }
        }
        let mut key = vec![order.len() as u32];
        for &object in &order {
            key.extend([self.heap.object(object).class.0, self.heap.object(object).length]);
        }
        key.extend(refs);
        Ok(Some(Walked { key, words }))
    }

    /// A reference: nothing, somewhere in the base, or the number of an object.
    fn name(&self, value: &DeltaValue, numbers: &mut [u32], order: &mut Vec<u32>) -> RefKey {
        let base_top = self.heap.base_top;
        let first = place(value.at(self.mask.first()) as u32, base_top);
        if let DeltaValue::Each(words) = value {
            let mut states = self.mask.states.iter();
            if !states.all(|&state| place(words[state as usize] as u32, base_top) == first) {
                return RefKey::Several;
            }
        }
        match first {
            0 => RefKey::Number(0),
            1 => RefKey::InBase,
            object => {
                let number = &mut numbers[(object as u32 - base_top) as usize];
                if *number == u32::MAX {
                    *number = order.len() as u32;
                    order.push(object as u32);
                }
                RefKey::Number((*number + 1) << 1)
            }
        }
    }

    /// The words of a part of an object that is no reference.
    fn words_of(&self, object: u32, part: Content, words: &mut Vec<DeltaValue>) {
        let slots = &self.heap.object(object).slots;
        match part {
            Content::Ref(_) | Content::Zero => {}
            Content::Word(slot) => words.push(slots[slot as usize].clone()),
            Content::Wide(slot) => {
                let value = &slots[slot as usize];
                words.push(self.mask.map(value, |word| word & 0xFFFF_FFFF));
                words.push(self.mask.map(value, |word| word >> 32));
            }
            Content::Packed { slot, count, bits } => {
                let mut packed = DeltaValue::ZERO;
                for i in 0..count {
                    let (element, shift) = (&slots[(slot + i) as usize], i * u32::from(bits));
                    let mask = (1u64 << bits) - 1;
                    packed = self.mask.map2(&packed, element, |packed, word| packed | (word & mask) << shift);
                }
                words.push(packed);
            }
        }
    }
}

/// Nothing, the base, or an object.
fn place(reference: u32, base_top: u32) -> u64 {
    match reference {
        0 => 0,
        reference if reference < base_top => 1,
        reference => u64::from(reference),
    }
}
