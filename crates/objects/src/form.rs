//! The canonical form of a structure: what can be reached from some objects, up to where it lies (Iosif's
//! linearization of heaps), and the way back.
//!
//! Objects are numbered in the order in which a walk from the roots meets them. The form is the classes and
//! lengths of all of them, and then what is in them, with a number in the place of each reference. Objects of the
//! base are named by their addresses and are not followed: they are the same in all structures.

use vm::program::{ClassId, ShapeKind};
use vm::state::heap::HEADER_UNITS;
use vm::{Machine, Ref};

/// Why something is no structure that could be made again, in words.
pub(crate) type Strange = String;

/// Working memory of walks, kept between them.
#[derive(Default)]
pub(crate) struct Forms {
    /// Where the base will end, if that is not where it ends now.
    pub floor: Option<u32>,
    met: Numbering,
    /// What the units of an object are, by its class; of arrays nothing is kept.
    units: Vec<Option<Box<[Unit]>>>,
    body: Vec<u8>,
    bytes: Vec<u8>,
}

/// Four bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Word,
    Ref,
    /// A string remembers its hash when it is first asked for; that is no difference.
    Memory,
}

/// Objects that a walk has met.
#[derive(Default)]
struct Numbering {
    /// Where the base ends.
    floor: u32,
    /// For each word above the base: in which walk an object there was met, and its number.
    at: Vec<(u32, u32)>,
    walk: u32,
    order: Vec<Ref>,
}

impl Numbering {
    /// A reference: nothing, an object of the base by its address (odd), or a number (even).
    #[inline]
    fn name(&mut self, object: Ref) -> u32 {
        if object.0 < self.floor {
            return if object.is_null() { 0 } else { object.0 << 1 | 1 };
        }
        let at = (object.0 - self.floor) as usize;
        if at >= self.at.len() {
            self.at.resize((at + 1).next_power_of_two(), (0, 0));
        }
        let (walk, number) = &mut self.at[at];
        if *walk != self.walk {
            (*walk, *number) = (self.walk, self.order.len() as u32);
            self.order.push(object);
        }
        (*number + 1) << 1
    }

    fn begin(&mut self, floor: u32) {
        self.floor = floor;
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.at.fill((0, 0));
            self.walk = 1;
        }
        self.order.clear();
    }
}

impl Forms {
    /// The form of what can be reached from the roots.
    pub fn of(&mut self, machine: &Machine, roots: &[Ref]) -> Result<&[u8], Strange> {
        self.met.begin(self.floor.unwrap_or_else(|| machine.heap.base_top()));
        self.body.clear();
        for &root in roots {
            self.met.name(root);
        }
        let mut next = 0;
        while next < self.met.order.len() {
            self.object(machine, self.met.order[next])?;
            next += 1;
        }
        let heap = &machine.heap;
        self.bytes.clear();
        write(self.met.order.len() as u32, &mut self.bytes);
        for &object in &self.met.order {
            let class = heap.class_of(object);
            write(class.0, &mut self.bytes);
            // The length of an array, or the identity hash of another object.
            write(heap.get32(object, HEADER_UNITS - 1), &mut self.bytes);
        }
        self.bytes.extend_from_slice(&self.body);
        Ok(&self.bytes)
    }

    /// The objects of the last form.
    pub fn objects(&self) -> &[Ref] {
        &self.met.order
    }

    fn object(&mut self, machine: &Machine, object: Ref) -> Result<(), Strange> {
        let heap = &machine.heap;
        let class = heap.class_of(object);
        if heap.lock(object) != 0 {
            let name = machine.program.classes[class].external_name();
            return Err(format!("a monitor of {name} is still held"));
        }
        let at = class.0 as usize;
        if self.units.get(at).is_none_or(Option::is_none) {
            if matches!(heap.shapes[class].kind, ShapeKind::Array { .. }) {
                return self.array(machine, object);
            }
            self.units.resize_with(self.units.len().max(at + 1), || None);
            self.units[at] = Some(units(machine, class, heap.words_of(object) * 2));
        }
        let units = self.units[at].as_deref().unwrap_or_default();
        for (&what, unit) in units.iter().zip(HEADER_UNITS..) {
            let word = match what {
                Unit::Word => heap.get32(object, unit),
                Unit::Ref => self.met.name(heap.get_ref(object, unit)),
                Unit::Memory => 0,
            };
            write(word, &mut self.body);
        }
        Ok(())
    }

    fn array(&mut self, machine: &Machine, array: Ref) -> Result<(), Strange> {
        let heap = &machine.heap;
        if machine.array_hash(array).is_some() {
            return Err("the identity hash of an array was asked for".to_string());
        }
        if heap.shapes[heap.class_of(array)].elements_are_refs {
            for i in 0..heap.len(array) {
                write(self.met.name(Ref(heap.load(array, i))), &mut self.body);
            }
            return Ok(());
        }
        for unit in HEADER_UNITS..heap.words_of(array) * 2 {
            write(heap.get32(array, unit), &mut self.body);
        }
        Ok(())
    }

    /// Makes a structure again, above the base: the machine has nothing else there. Returns the first `roots` of its
    /// objects, which are those that its form was made from.
    pub fn make(&mut self, machine: &mut Machine, form: &[u8], roots: usize) -> Result<Vec<Ref>, Strange> {
        let mut form = Bytes(form);
        self.met.order.clear();
        let count = form.next()?;
        for _ in 0..count {
            let (class, length) = (ClassId(form.next()?), form.next()?);
            let object = machine.heap.alloc(class, length).map_err(|_| "the heap is full".to_string())?;
            machine.heap.set_raw(object, HEADER_UNITS - 1, length);
            self.met.order.push(object);
        }
        for &object in &self.met.order {
            self.fill(machine, object, &mut form)?;
        }
        match form.0.is_empty() && self.met.order.len() >= roots {
            true => Ok(self.met.order[..roots].to_vec()),
            false => Err(broken()),
        }
    }

    fn fill(&self, machine: &mut Machine, object: Ref, form: &mut Bytes<'_>) -> Result<(), Strange> {
        let class = machine.heap.class_of(object);
        let (are_refs, refs) = {
            let shape = &machine.heap.shapes[class];
            debug_assert!(shape.kind != ShapeKind::Statics, "static fields are no part of a structure");
            (shape.elements_are_refs, shape.refs.clone())
        };
        if are_refs {
            for i in 0..machine.heap.len(object) {
                let place = self.place(form.next()?)?;
                machine.heap.set_raw(object, HEADER_UNITS + i, place.0);
            }
            return Ok(());
        }
        let mut refs = refs.iter().map(|&unit| u32::from(unit)).peekable();
        for unit in HEADER_UNITS..machine.heap.words_of(object) * 2 {
            let word = form.next()?;
            let word = if refs.next_if_eq(&unit).is_some() { self.place(word)?.0 } else { word };
            machine.heap.set_raw(object, unit, word);
        }
        Ok(())
    }

    fn place(&self, name: u32) -> Result<Ref, Strange> {
        match (name, name & 1) {
            (0, _) => Ok(Ref::NULL),
            (name, 1) => Ok(Ref(name >> 1)),
            (name, _) => self.met.order.get((name >> 1) as usize - 1).copied().ok_or_else(broken),
        }
    }
}

/// What the units of an object are that is no array.
fn units(machine: &Machine, class: ClassId, end: u32) -> Box<[Unit]> {
    let known = machine.known();
    let refs = &machine.heap.shapes[class].refs;
    let what = |unit: u32| match unit {
        unit if refs.iter().any(|&at| u32::from(at) == unit) => Unit::Ref,
        unit if class == known.string && (unit == known.string_hash || unit == known.string_hash_is_zero) => {
            Unit::Memory
        }
        _ => Unit::Word,
    };
    (HEADER_UNITS..end).map(what).collect()
}

fn broken() -> Strange {
    "a stored structure that cannot be read back".to_string()
}

/// Seven bits a byte, the lowest first.
#[inline]
fn write(mut word: u32, out: &mut Vec<u8>) {
    while word >= 0x80 {
        out.push(word as u8 | 0x80);
        word >>= 7;
    }
    out.push(word as u8);
}

/// What `write` has written, read one word after the other.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Result<u32, Strange> {
        let mut word = 0u64;
        for (i, &byte) in self.0.iter().enumerate().take(5) {
            word |= u64::from(byte & 0x7F) << (7 * i);
            if byte & 0x80 == 0 {
                self.0 = &self.0[i + 1..];
                return u32::try_from(word).map_err(|_| broken());
            }
        }
        Err(broken())
    }
}

/// Two forms, as words, that differ in nothing but identity hashes: which those are is no part of what an object is.
pub(crate) fn is_same_but_for_hashes(machine: &Machine, one: &[u32], other: &[u32]) -> Result<bool, Strange> {
    let (mut bytes, mut others) = (Vec::new(), Vec::new());
    from_words(one, &mut bytes)?;
    from_words(other, &mut others)?;
    let (mut one, mut other) = (Bytes(&bytes), Bytes(&others));
    let count = one.next()?;
    if count != other.next()? {
        return Ok(false);
    }
    for _ in 0..count {
        let class = ClassId(one.next()?);
        let is_array = matches!(machine.heap.shapes[class].kind, ShapeKind::Array { .. });
        let is_same_class = class.0 == other.next()?;
        let is_same_length = one.next()? == other.next()?;
        if !is_same_class || (is_array && !is_same_length) {
            return Ok(false);
        }
    }
    Ok(one.0 == other.0)
}

/// A number for a structure, by the words that a store has of it. The sum over all structures is one for the set.
pub fn digest(words: &[u32]) -> u64 {
    base::hash_words(words.iter().map(|&word| u64::from(word)))
}

/// The numbers of a form.
pub(crate) fn numbers(form: &[u8], out: &mut Vec<u32>) -> Result<(), Strange> {
    let mut form = Bytes(form);
    out.clear();
    while !form.0.is_empty() {
        out.push(form.next()?);
    }
    Ok(())
}

/// The form of which these are the numbers.
pub(crate) fn of_numbers(numbers: &[u32], out: &mut Vec<u8>) {
    out.clear();
    numbers.iter().for_each(|&number| write(number, out));
}

/// Bytes as the words of a component: their number, and then four in a word.
pub(crate) fn to_words(bytes: &[u8], out: &mut Vec<u32>) {
    out.clear();
    out.push(bytes.len() as u32);
    let (whole, rest) = bytes.as_chunks::<4>();
    out.extend(whole.iter().map(|&four| u32::from_le_bytes(four)));
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        out.push(u32::from_le_bytes(last));
    }
}

/// The bytes behind the words of a component.
pub(crate) fn from_words(words: &[u32], out: &mut Vec<u8>) -> Result<(), Strange> {
    let (&length, words) = words.split_first().ok_or_else(broken)?;
    out.clear();
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    match length as usize <= out.len() {
        true => out.truncate(length as usize),
        false => return Err(broken()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_were_written() {
        let mut bytes = Vec::new();
        let words = [0, 1, 127, 128, 300, u32::MAX, u32::MAX >> 1];
        words.iter().for_each(|&word| write(word, &mut bytes));
        let mut read = Bytes(&bytes);
        assert!(words.iter().all(|&word| read.next() == Ok(word)) && read.next().is_err());
        let (mut packed, mut back) = (Vec::new(), Vec::new());
        for length in 0..bytes.len() {
            to_words(&bytes[..length], &mut packed);
            from_words(&packed, &mut back).unwrap();
            assert_eq!(back, bytes[..length]);
        }
    }
}
