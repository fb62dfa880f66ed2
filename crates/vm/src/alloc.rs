//! Making objects, arrays and boxes, and identity hashes.

use crate::machine::Machine;
use crate::program::{ClassId, ClassKind};
use crate::state::heap::Ref;
use crate::state::journal::Undo;
use crate::trap::Trap;
use classfile::Kind;

/// An array longer than this is refused as in Java: "Requested array size exceeds VM limit".
const MAX_ARRAY_LEN: i32 = i32::MAX - 2;

impl Machine {
    pub fn new_object(&mut self, class: ClassId) -> Result<Ref, Trap> {
        Ok(self.heap.alloc(class, 0)?)
    }

    /// An array of class `class`, filled with zeros.
    pub fn new_array(&mut self, class: ClassId, len: i32) -> Result<Ref, Trap> {
        if len < 0 {
            return Err(Trap::raise("java/lang/NegativeArraySizeException", len.to_string()));
        }
        if len > MAX_ARRAY_LEN {
            return Err(Trap::raise("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit"));
        }
        let array = self.heap.alloc(class, len as u32)?;
        // At least a byte each: what an array takes beyond that is zeroed as fast.
        self.heap.add_bulk(u64::from(len as u32));
        Ok(array)
    }

    pub fn new_bytes(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        let array = self.new_array(self.known().bytes, bytes.len() as i32)?;
        self.heap.bytes_mut(array).copy_from_slice(bytes);
        Ok(array)
    }

    /// An array of references.
    pub fn new_ref_array(&mut self, class: ClassId, items: &[Ref]) -> Result<Ref, Trap> {
        let array = self.new_array(class, items.len() as i32)?;
        for (i, item) in items.iter().enumerate() {
            self.heap.store(array, i as u32, item.0);
        }
        Ok(array)
    }

    pub fn new_object_array(&mut self, element: ClassId, items: &[Ref]) -> Result<Ref, Trap> {
        let class = self.program.array_of(&mut self.heap, element)?;
        self.new_ref_array(class, items)
    }

    /// `[[I` with the lengths of its outer dimensions, as `multianewarray` makes it.
    pub fn new_multi_array(&mut self, class: ClassId, lens: &[i32]) -> Result<Ref, Trap> {
        if let Some(negative) = lens.iter().find(|&&len| len < 0) {
            return Err(Trap::raise("java/lang/NegativeArraySizeException", negative.to_string()));
        }
        let array = self.new_array(class, lens[0])?;
        if lens.len() > 1
            && let ClassKind::Array { element } = self.program.classes[class].kind
        {
            for i in 0..lens[0] as u32 {
                let inner = self.new_multi_array(element, &lens[1..])?;
                self.heap.store(array, i, inner.0);
            }
        }
        Ok(array)
    }

    /// A shallow copy of an object or array.
    pub fn clone_object(&mut self, object: Ref) -> Result<Ref, Trap> {
        let class = self.heap.class_of(object);
        let is_array = self.program.classes[class].element().is_some();
        let len = if is_array { self.heap.len(object) } else { 0 };
        let copy = self.heap.alloc(class, len)?;
        let bytes = self.heap.bytes(object).len();
        self.heap.copy_bytes(object, 0, copy, 0, bytes);
        Ok(copy)
    }

    /// A value in the box that `Integer.valueOf` and its like would make anew; small values are not shared
    /// here.
    pub fn new_box(&mut self, kind: Kind, word: u64) -> Result<Ref, Trap> {
        let (class, unit) = self.box_of(kind);
        let object = self.new_object(class)?;
        match kind.is_wide() {
            true => self.heap.put64(object, unit, word),
            false => self.heap.put32(object, unit, word as u32),
        }
        Ok(object)
    }

    /// What is in a box, with its kind; `None` for other objects.
    pub fn unbox(&self, object: Ref) -> Option<(Kind, u64)> {
        let class = self.heap.class_of(object);
        [Kind::Boolean, Kind::Byte, Kind::Char, Kind::Short, Kind::Int, Kind::Long, Kind::Float, Kind::Double]
            .into_iter()
            .find(|&kind| self.box_of(kind).0 == class)
            .map(|kind| {
                let unit = self.box_of(kind).1;
                let wide = kind.is_wide();
                (
                    kind,
                    if wide {
                        self.heap.get64(object, unit)
                    } else {
                        u64::from(self.heap.get32(object, unit))
                    },
                )
            })
    }

    /// The box class of a primitive kind and the unit of its value. `Void` and `Ref` have none; they are
    /// never asked for.
    pub fn box_of(&self, kind: Kind) -> (ClassId, u32) {
        let known = self.known();
        match kind {
            Kind::Boolean => (known.boolean, known.boolean_value),
            Kind::Byte => (known.byte, known.byte_value),
            Kind::Char => (known.character, known.character_value),
            Kind::Short => (known.short, known.short_value),
            Kind::Long => (known.long, known.long_value),
            Kind::Float => (known.float, known.float_value),
            Kind::Double => (known.double, known.double_value),
            Kind::Int | Kind::Ref | Kind::Void => (known.integer, known.integer_value),
        }
    }

    /// `System.identityHashCode`: given out in the order of asking, and so a function of the path alone.
    pub fn identity_hash(&mut self, object: Ref) -> u32 {
        if object.is_null() {
            return 0;
        }
        let is_array = self.program.classes[self.heap.class_of(object)].element().is_some();
        let present = match is_array {
            true => self.array_hashes.get(&object).copied().unwrap_or(0),
            false => self.heap.stored_hash(object),
        };
        if present != 0 {
            return present;
        }
        let counters = self.change_counters();
        let nth = counters.next_hash;
        counters.next_hash += 1;
        // Spread like real identity hashes, so that tables keyed by them behave as usual; never 0, 31 bits as
        // in HotSpot.
        let hash = (base::hash_words([u64::from(nth)]) as u32 & 0x7FFF_FFFF).max(1);
        if is_array {
            // The array counts as written: its name tells its hash.
            self.heap.touch(object);
            self.array_hashes.insert(object, hash);
            if self.heap.epoch != 0 {
                self.heap.journal.push(Undo::Hashed { array: object });
            }
        } else {
            self.heap.set_stored_hash(object, hash);
        }
        hash
    }
}
