//! States by their shape: classes, lengths and references of all objects. States of one shape are rows of a table,
//! and a part of a table is a set of states that is merged into one heap (section 4.2.5).

use crate::engine::Engine;
use crate::heap::Object;
use crate::layout::{Content, Layouts};
use crate::value::DeltaValue;
use crate::walk::{IN_BASE, Walked};
use base::FastMap;
use std::ops::Range;
use std::rc::Rc;
use vm::{ClassId, Machine};

base::dense_id! {
    /// A shape that states have.
    TableId
}

/// A state: its shape, and its row there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Row {
    pub table: TableId,
    pub row: u32,
}

/// States of one shape.
pub struct Table {
    pub key: Box<[u32]>,
    /// Words of a row.
    pub words: usize,
    /// Words take a byte each as long as all of them fit, else four.
    is_wide: bool,
    rows: Vec<u8>,
    pub count: u32,
    /// Open addressing: the number of a row and one, or 0.
    index: Vec<u32>,
}

impl Table {
    fn new(key: &[u32], words: usize) -> Table {
        Table { key: key.into(), words, is_wide: false, rows: Vec::new(), count: 0, index: vec![0; 8] }
    }

    fn stride(&self) -> usize {
        if self.is_wide { self.words * 4 } else { self.words }
    }

    /// A word of a row.
    pub fn word(&self, row: u32, at: usize) -> u32 {
        let start = row as usize * self.stride();
        match self.is_wide {
            false => u32::from(self.rows[start + at]),
            true => {
                let bytes = self.rows[start + at * 4..].first_chunk::<4>();
                bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
            }
        }
    }

    fn widen(&mut self) {
        let wide = self.rows.iter().flat_map(|&byte| u32::from(byte).to_le_bytes()).collect();
        (self.rows, self.is_wide) = (wide, true);
        self.make_index(self.index.len());
    }

    fn make_index(&mut self, size: usize) {
        self.index = vec![0; size];
        for row in 0..self.count {
            let start = row as usize * self.stride();
            let mut at = base::hash_bytes(&self.rows[start..start + self.stride()]) as usize & (size - 1);
            while self.index[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = row + 1;
        }
    }

    /// The row of these bytes, and whether it is new.
    fn add(&mut self, bytes: &[u8]) -> (u32, bool) {
        let (stride, last) = (self.stride(), self.index.len() - 1);
        let mut at = base::hash_bytes(bytes) as usize & last;
        loop {
            match self.index[at] {
                0 => break,
                row => {
                    let start = (row as usize - 1) * stride;
                    if self.rows[start..start + stride] == *bytes {
                        return (row - 1, false);
                    }
                }
            }
            at = (at + 1) & last;
        }
        self.count += 1;
        self.index[at] = self.count;
        self.rows.extend_from_slice(bytes);
        if self.count as usize * 3 > self.index.len() * 2 {
            self.make_index(self.index.len() * 2);
        }
        (self.count - 1, true)
    }

    fn bytes(&self) -> usize {
        self.rows.capacity() + self.index.len() * 4 + self.key.len() * 4
    }
}

/// All shapes with their states.
#[derive(Default)]
pub struct Shapes {
    pub tables: Vec<Table>,
    by_key: FastMap<Box<[u32]>, TableId>,
    pub layouts: Layouts,
    row: Vec<u8>,
    varying: Vec<(usize, Rc<Vec<u64>>)>,
    /// Rows of all tables.
    pub states: u64,
}

impl Shapes {
    pub fn table(&self, table: TableId) -> &Table {
        &self.tables[table.0 as usize]
    }

    /// Adds the states of a set that was walked. `told` hears of each of them, and whether it is new.
    pub fn add(&mut self, walked: &Walked, states: &[u32], mut told: impl FnMut(u32, Row, bool)) {
        let table = self.table_of(&walked.key, walked.words.len());
        let found = &mut self.tables[table.0 as usize];
        let is_large = |value: &DeltaValue| match value {
            DeltaValue::Same(word) => *word > 0xFF,
            DeltaValue::Each(words) => states.iter().any(|&state| words[state as usize] > 0xFF),
        };
        if !found.is_wide && walked.words.iter().any(is_large) {
            found.widen();
        }
        self.row.clear();
        self.varying.clear();
        let each = if found.is_wide { 4 } else { 1 };
        for (at, value) in walked.words.iter().enumerate() {
            let word = match value {
                DeltaValue::Same(word) => *word as u32,
                DeltaValue::Each(words) => {
                    self.varying.push((at * each, Rc::clone(words)));
                    0
                }
            };
            self.row.extend_from_slice(&word.to_le_bytes()[..each]);
        }
        for &state in states {
            for (at, words) in &self.varying {
                let word = words[state as usize] as u32;
                match found.is_wide {
                    true => self.row[*at..*at + 4].copy_from_slice(&word.to_le_bytes()),
                    false => self.row[*at] = word as u8,
                }
            }
            let (row, is_new) = found.add(&self.row);
            self.states += u64::from(is_new);
            told(state, Row { table, row }, is_new);
        }
    }

    fn table_of(&mut self, key: &[u32], words: usize) -> TableId {
        if let Some(&table) = self.by_key.get(key) {
            debug_assert_eq!(self.table(table).words, words);
            return table;
        }
        let table = TableId(self.tables.len() as u32);
        self.tables.push(Table::new(key, words));
        self.by_key.insert(key.into(), table);
        table
    }

    /// Where states of the shape are that was walked, if there are any.
    pub fn table_with(&self, walked: &Walked) -> Option<TableId> {
        self.by_key.get(&*walked.key).copied()
    }

    /// Of a shape only this state is kept, as its first row.
    pub fn keep_only(&mut self, state: Row) {
        let table = &mut self.tables[state.table.0 as usize];
        let (stride, start) = (table.stride(), state.row as usize * table.stride());
        table.rows.copy_within(start..start + stride, 0);
        table.rows.truncate(stride);
        table.rows.shrink_to_fit();
        self.states -= u64::from(table.count) - 1;
        table.count = 1;
        table.make_index(8);
    }

    /// Bytes that all states take.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes() as u64 * 2).sum()
    }

    /// The form of a state as a list of words, as a walk over the machine's heap makes it: for each object its
    /// class and its length, and then what is in it, a reference as nothing (0), a number (even) or a place in the
    /// base (odd).
    pub fn form(&mut self, machine: &Machine, state: Row, out: &mut Vec<u32>) {
        let table = &self.tables[state.table.0 as usize];
        let count = table.key[0] as usize;
        out.clear();
        out.extend_from_slice(&table.key[..=count * 2]);
        let (mut refs, mut word) = (count * 2 + 1, 0);
        let mut next = || {
            word += 1;
            table.word(state.row, word - 1)
        };
        for object in table.key[1..=count * 2].as_chunks::<2>().0 {
            for part in self.layouts.of(machine, ClassId(object[0]), object[1]).iter() {
                match part {
                    Content::Zero => out.push(0),
                    Content::Word(_) | Content::Packed { .. } => out.push(next()),
                    Content::Wide(_) => out.extend([next(), next()]),
                    Content::Ref(_) => {
                        refs += 1;
                        out.push(match table.key[refs - 1] {
                            IN_BASE => next() << 1 | 1,
                            name => name,
                        });
                    }
                }
            }
        }
    }

    /// The other way: what [`Shapes::form`] has made. `None` if it is no form.
    pub fn read(&mut self, machine: &Machine, form: &[u32]) -> Option<Walked> {
        self.layouts.read(machine, form)
    }
}

impl<P: Clone + Default> Engine<P> {
    /// Some rows of a table become the set that is executed: one heap, whose words are the same for all of them or have
    /// a column each.
    pub fn load(&mut self, machine: &Machine, shapes: &mut Shapes, table: TableId, rows: Range<u32>) {
        let found = &shapes.tables[table.0 as usize];
        self.heap.objects.clear();
        let count = found.key[0] as usize;
        let (mut refs, mut word) = (count * 2 + 1, 0);
        let mut next = || {
            word += 1;
            column(found, word - 1, rows.clone())
        };
        let base_top = self.heap.base_top;
        for object in found.key[1..=count * 2].as_chunks::<2>().0 {
            let (class, length) = (ClassId(object[0]), object[1]);
            let number = self.heap.allocate(machine, class, length);
            let object: &mut Object = &mut self.heap.objects[(number - base_top) as usize];
            for part in shapes.layouts.of(machine, class, length).iter() {
                match *part {
                    Content::Zero => {}
                    Content::Word(slot) => object.slots[slot as usize] = next(),
                    Content::Wide(slot) => {
                        let (low, high) = (next(), next());
                        let mask =
                            crate::value::Mask { states: (0..rows.len() as u32).collect(), room: rows.len() };
                        object.slots[slot as usize] = mask.map2(&low, &high, |low, high| low | high << 32);
                    }
                    Content::Packed { slot, count, bits } => {
                        let packed = next();
                        let is_signed = class != machine.known().chars;
                        let mask =
                            crate::value::Mask { states: (0..rows.len() as u32).collect(), room: rows.len() };
                        for i in 0..count {
                            let unpack = |word: u64| unpacked(word as u32, i, bits, is_signed);
                            object.slots[(slot + i) as usize] = mask.map(&packed, unpack);
                        }
                    }
                    Content::Ref(slot) => {
                        refs += 1;
                        object.slots[slot as usize] = match found.key[refs - 1] {
                            0 => DeltaValue::ZERO,
                            IN_BASE => next(),
                            name => DeltaValue::Same(u64::from(base_top + (name >> 1) - 1)),
                        };
                    }
                }
            }
        }
        self.begin_set(rows.len());
    }
}

/// An element of a packed word, as a register has it.
fn unpacked(word: u32, at: u32, bits: u8, is_signed: bool) -> u64 {
    let element = word >> (at * u32::from(bits));
    let value = match (bits, is_signed) {
        (8, _) => i32::from(element as i8),
        (_, true) => i32::from(element as i16),
        _ => i32::from(element as u16),
    };
    ir::scalar::word::of_int(value)
}

/// A word of some rows.
fn column(table: &Table, at: usize, rows: Range<u32>) -> DeltaValue {
    let first = table.word(rows.start, at);
    if rows.clone().all(|row| table.word(row, at) == first) {
        return DeltaValue::Same(u64::from(first));
    }
    DeltaValue::Each(Rc::new(rows.map(|row| u64::from(table.word(row, at))).collect()))
}
