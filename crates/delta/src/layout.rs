//! How objects lie in slots, and what the form of a structure has of each part.

use crate::heap::units_of;
use crate::value::DeltaValue;
use crate::walk::{IN_BASE, Walked};
use base::FastMap;
use std::sync::Arc;
use vm::program::ShapeKind;
use vm::state::heap::HEADER_UNITS;
use vm::{ClassId, Machine};

/// How a part of an object lies in its slots, and what the form of a structure has of it: one word, or two for
/// [`Content::Wide`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Ref(u32),
    Word(u32),
    Wide(u32),
    /// Elements of fewer bits than a word has.
    Packed {
        slot: u32,
        count: u32,
        bits: u8,
    },
    /// Nothing that counts: room between fields, what a string remembers.
    Zero,
}

/// The parts of objects, by class and length.
#[derive(Default)]
pub struct Layouts {
    known: FastMap<(ClassId, u32), Arc<[Content]>>,
}

impl Layouts {
    /// The parts of an object, in the order of its units.
    pub fn of(&mut self, machine: &Machine, class: ClassId, length: u32) -> Arc<[Content]> {
        let is_array = matches!(machine.heap.shapes[class].kind, ShapeKind::Array { .. });
        let known = (class, if is_array { length } else { 0 });
        let parts = self.known.entry(known).or_insert_with(|| match machine.heap.shapes[class].kind {
            ShapeKind::Array { shift } => elements(machine, class, length, shift).into(),
            _ => fields(machine, class).into(),
        });
        Arc::clone(parts)
    }

    /// The other way: what [`crate::Shapes::form`] has made. `None` if it is no form.
    pub fn read(&mut self, machine: &Machine, form: &[u32]) -> Option<Walked> {
        let count = *form.first()? as usize;
        let mut key = form.get(..=count * 2)?.to_vec();
        let mut words = Vec::new();
        let mut rest = form[count * 2 + 1..].iter().copied();
        let same = |word: u32| DeltaValue::Same(u64::from(word));
        for object in 0..count {
            let (class, length) = (ClassId(form[object * 2 + 1]), form[object * 2 + 2]);
            for part in self.of(machine, class, length).iter() {
                match part {
                    Content::Zero => {
                        rest.next()?;
                    }
                    Content::Word(_) | Content::Packed { .. } => words.push(same(rest.next()?)),
                    Content::Wide(_) => words.extend([same(rest.next()?), same(rest.next()?)]),
                    Content::Ref(_) => match rest.next()? {
                        base if base & 1 == 1 => {
                            key.push(IN_BASE);
                            words.push(same(base >> 1));
                        }
                        name => key.push(name),
                    },
                }
            }
        }
        rest.next().is_none().then_some(Walked { key, words })
    }
}

fn fields(machine: &Machine, class: ClassId) -> Vec<Content> {
    let (program, known) = (&machine.program, machine.known());
    let units = units_of(machine, class, 0);
    let mut parts = vec![Content::Zero; units as usize];
    let all = program.classes[class].ancestors.iter().flat_map(|&above| program.classes[above].fields.iter());
    let mut is_upper = vec![false; units as usize];
    for field in all.map(|&field| &program.fields[field]).filter(|field| !field.access.is_static()) {
        let slot = field.unit - HEADER_UNITS;
        let is_memory = class == known.string
            && (field.unit == known.string_hash || field.unit == known.string_hash_is_zero);
        parts[slot as usize] = match field.kind {
            _ if is_memory => Content::Zero,
            classfile::Kind::Ref => Content::Ref(slot),
            kind if kind.is_wide() => Content::Wide(slot),
            _ => Content::Word(slot),
        };
        if field.kind.is_wide() {
            is_upper[slot as usize + 1] = true;
        }
    }
    let mut upper = is_upper.into_iter();
    parts.retain(|_| !upper.next().unwrap_or(false));
    parts
}

fn elements(machine: &Machine, class: ClassId, length: u32, shift: u8) -> Vec<Content> {
    if machine.heap.shapes[class].elements_are_refs {
        return (0..length).map(Content::Ref).collect();
    }
    let mut parts: Vec<Content> = match shift {
        2 => (0..length).map(Content::Word).collect(),
        3 => (0..length).map(Content::Wide).collect(),
        _ => {
            let (bits, each) = (8 << shift, 4 >> shift);
            let first = (0..length).step_by(each as usize);
            first.map(|slot| Content::Packed { slot, count: each.min(length - slot), bits }).collect()
        }
    };
    let words: u32 = parts.iter().map(|part| if matches!(part, Content::Wide(_)) { 2 } else { 1 }).sum();
    parts.extend((words..units_of(machine, class, length)).map(|_| Content::Zero));
    parts
}
