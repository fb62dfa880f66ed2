//! Bytes of objects by offset, as `Unsafe` has them, and memory outside of objects by its made-up addresses.

use super::Context;
use super::objects::Use;
use crate::program::{ClassId, ClassKind, Field, FieldId, Loader, Program, ShapeKind};
use crate::state::heap::{Element, HEADER_BYTES, Ref};
use crate::state::thread::ThreadId;
use crate::trap::Trap;
use classfile::Kind;

/// Bytes of the heap that the native may use: an object, an offset from its start, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    object: Ref,
    byte: u64,
    used: Use,
}

impl Location {
    pub fn object(self) -> Ref {
        self.object
    }

    pub fn byte(self) -> u64 {
        self.byte
    }
}

impl Context<'_> {
    /// The bytes of an object from an offset on.
    #[inline]
    pub fn spot(&mut self, object: Ref, byte: u64, used: Use) -> Result<Location, Trap> {
        let spot = Location { object, byte, used };
        if self.is_exploring() {
            let unit = if self.is_field(spot) { (byte / 4) as u32 } else { 0 };
            self.gate_access(object, unit, used == Use::Write)?;
        }
        Ok(spot)
    }

    /// The elements of an array from an index of bytes on.
    pub fn spot_in_array(&mut self, array: Ref, from: u64, used: Use) -> Result<Location, Trap> {
        self.array_len(array)?;
        self.spot(array, u64::from(HEADER_BYTES).saturating_add(from), used)
    }

    /// Memory at an address; `None` where nothing is allocated.
    pub fn spot_in_memory(&mut self, address: u64, used: Use) -> Result<Option<Location>, Trap> {
        match self.machine.locate_memory(address) {
            Some((block, byte)) => Ok(Some(self.spot(block, byte, used)?)),
            None => Ok(None),
        }
    }

    /// Not in an array. A field of a small kind fills a cell of four bytes, the first of which are the
    /// value's: reading needs no care, writing does.
    #[inline]
    pub fn is_field(&self, spot: Location) -> bool {
        let class = self.machine.heap.class_of(spot.object);
        !matches!(self.machine.heap.shapes[class].kind, ShapeKind::Array { .. })
    }

    #[inline]
    pub fn peek<T: Element>(&self, spot: Location) -> Option<T> {
        self.machine.heap.peek(spot.object, spot.byte)
    }

    /// A number; references go by [`Context::poke_ref`]. A number in the place of a reference would be a forged one.
    #[inline]
    pub fn poke<T: Element>(&mut self, spot: Location, value: T) -> Option<()> {
        let is_allowed = spot.used == Use::Write && !self.touches_reference::<T>(spot);
        is_allowed.then(|| self.machine.heap.poke(spot.object, spot.byte, value)).flatten()
    }

    /// A reference, or a part of one, lies in the place of a number.
    #[inline]
    fn touches_reference<T>(&self, spot: Location) -> bool {
        let shape = &self.machine.heap.shapes[self.machine.heap.class_of(spot.object)];
        let end = spot.byte.saturating_add(size_of::<T>() as u64);
        let is_touched = |unit: u16| u64::from(unit) * 4 < end && spot.byte < u64::from(unit) * 4 + 4;
        let is_static = shape.kind == ShapeKind::Statics;
        shape.elements_are_refs
            || shape.refs.iter().any(|&unit| is_touched(unit))
            || (is_static && !self.is_static_number(spot, end))
    }

    /// All of these bytes are those of a static field that has a number.
    #[cold]
    fn is_static_number(&self, spot: Location, end: u64) -> bool {
        let program = self.program();
        self.static_at(spot).is_some_and(|field| {
            let field = &program.fields[field];
            let bytes = if field.kind.is_wide() { 8 } else { 4 };
            field.kind != Kind::Ref && end <= u64::from(field.unit) * 4 + bytes
        })
    }

    /// The static field in which a place in a record of statics lies. A search: they are seldom reached this way.
    fn static_at(&self, spot: Location) -> Option<FieldId> {
        let program = self.program();
        let (_, owner) = program.classes.iter().find(|(_, class)| class.statics == spot.object)?;
        let has_it = |field: &Field| {
            let begin = u64::from(field.unit) * 4;
            let bytes = if field.kind.is_wide() { 8 } else { 4 };
            field.access.is_static() && (begin..begin + bytes).contains(&spot.byte)
        };
        owner.fields.iter().copied().find(|&id| has_it(&program.fields[id]))
    }

    /// A reference lies here, and begins here.
    #[inline]
    fn is_reference(&self, spot: Location) -> bool {
        let shape = &self.machine.heap.shapes[self.machine.heap.class_of(spot.object)];
        if !spot.byte.is_multiple_of(4) {
            return false;
        }
        let unit = spot.byte / 4;
        shape.elements_are_refs
            || shape.refs.iter().any(|&of| u64::from(of) == unit)
            || (shape.kind == ShapeKind::Statics
                && self.static_at(spot).is_some_and(|id| self.program().fields[id].kind == Kind::Ref))
    }

    /// The reference at a place; `None` where there is none. A number that is taken for one would be a forged one.
    #[inline]
    pub fn peek_ref(&self, spot: Location) -> Option<Ref> {
        self.is_reference(spot).then(|| self.peek(spot).map(Ref)).flatten()
    }

    /// Writes a reference; what it refers to is shared from now on if the object is. `None` where no reference lies, or
    /// one of another type: the JDK's own code keeps types apart by itself, but whoever else comes to `Unsafe` may not.
    #[inline]
    pub fn poke_ref(&mut self, thread: ThreadId, spot: Location, value: Ref) -> Option<()> {
        let is_allowed = spot.used == Use::Write
            && self.is_reference(spot)
            && (value.is_null() || self.is_called_by_the_jdk(thread) || self.may_hold(spot, value));
        if !is_allowed {
            return None;
        }
        self.machine.heap.publish(spot.object, value);
        self.machine.heap.poke(spot.object, spot.byte, value.0)
    }

    /// Whose code has called `Unsafe`: reflection and handles do it for anybody.
    fn is_called_by_the_jdk(&self, thread: ThreadId) -> bool {
        const UNSAFE: &str = "jdk/internal/misc/Unsafe";
        const FOR_ANYBODY: [&str; 3] = ["java/lang/reflect/", "jdk/internal/reflect/", "java/lang/invoke/"];
        const OF_VARIABLES: &str = "java/lang/invoke/VarHandle";
        let program = self.program();
        let frames = self.machine.threads[thread].frames.iter().rev();
        let classes = frames.map(|frame| &program.classes[program.methods[frame.method].class]);
        let mut callers = classes.filter(|class| class.name.as_str() != UNSAFE);
        callers.next().is_some_and(|class| {
            let name = class.name.as_str();
            let is_own = name.starts_with("java/") || name.starts_with("jdk/internal/");
            class.loader == Loader::Boot
                && is_own
                && (name.starts_with(OF_VARIABLES) || !FOR_ANYBODY.iter().any(|of| name.starts_with(of)))
        })
    }

    /// What is declared here can refer to this object.
    fn may_hold(&self, spot: Location, value: Ref) -> bool {
        let program = self.program();
        let (class, of) = (self.class_of(spot.object), self.class_of(value));
        if let Some(element) = program.classes[class].element() {
            return program.classes[element].is_interface() || program.is_subclass(of, element);
        }
        let ancestors = program.classes[class].ancestors.iter();
        let field = match program.classes[class].kind == ClassKind::Statics {
            true => self.static_at(spot),
            false => ancestors.flat_map(|&c| program.classes[c].fields.iter().copied()).find(|&id| {
                let field = &program.fields[id];
                !field.access.is_static() && u64::from(field.unit) * 4 == spot.byte
            }),
        };
        field.is_some_and(|field| fits(program, of, program.fields[field].desc.as_str()))
    }

    pub fn peek_bytes(&self, spot: Location, count: u64) -> Option<&[u8]> {
        self.machine.heap.peek_bytes(spot.object, spot.byte, count)
    }

    pub fn poke_bytes(&mut self, spot: Location, bytes: &[u8]) -> Option<()> {
        if spot.used != Use::Write || self.check_holds_numbers(spot.object).is_err() {
            return None;
        }
        let place = self.machine.heap.poke_bytes(spot.object, spot.byte, bytes.len() as u64)?;
        place.copy_from_slice(bytes);
        Some(())
    }

    /// Fills bytes with one value.
    pub fn fill_bytes(&mut self, spot: Location, count: u64, value: u8) -> Option<()> {
        if spot.used != Use::Write || self.check_holds_numbers(spot.object).is_err() {
            return None;
        }
        self.machine.heap.poke_bytes(spot.object, spot.byte, count)?.fill(value);
        Some(())
    }

    // ---- blocks of memory

    /// The address of a new block, filled with zeros; `None` if there is no room for it.
    pub fn allocate_memory(&mut self, bytes: u64) -> Option<u64> {
        self.machine.allocate_memory(bytes)
    }

    /// The address of a new block with this content.
    pub fn allocate_filled(&mut self, content: &[u8]) -> Option<u64> {
        let address = self.machine.allocate_memory(content.len() as u64)?;
        self.machine.replace_memory(address, content).then_some(address)
    }

    /// Gives a block back. False if no block begins at this address.
    pub fn free_memory(&mut self, address: u64) -> Result<bool, Trap> {
        self.spot_in_memory(address, Use::Write)?;
        Ok(self.machine.free_memory(address))
    }

    /// Gives a block this content, and its length. False if no block begins at this address, or there is no
    /// room.
    pub fn replace_memory(&mut self, address: u64, content: &[u8]) -> Result<bool, Trap> {
        self.spot_in_memory(address, Use::Write)?;
        Ok(self.machine.replace_memory(address, content))
    }

    /// Bytes that can be used from this address on, to the end of its block.
    pub fn memory_left(&self, address: u64) -> Option<u64> {
        self.machine.memory_left(address)
    }

    /// A copy of what memory holds; `None` where so much is not allocated.
    pub fn read_memory(&mut self, address: u64, count: u64) -> Result<Option<Vec<u8>>, Trap> {
        let spot = self.spot_in_memory(address, Use::Read)?;
        Ok(spot.and_then(|spot| self.peek_bytes(spot, count)).map(<[u8]>::to_vec))
    }

    /// Writes into memory; `None` where so much is not allocated.
    pub fn write_memory(&mut self, address: u64, bytes: &[u8]) -> Result<Option<()>, Trap> {
        let spot = self.spot_in_memory(address, Use::Write)?;
        Ok(spot.and_then(|spot| self.poke_bytes(spot, bytes)))
    }
}

/// An object of this class can be what a type in a class file says. By names, since there may be several loaders; what
/// is an interface is asked for its methods when they are called.
fn fits(program: &Program, class: ClassId, desc: &str) -> bool {
    let of = &program.classes[class];
    if let Some(inner) = desc.strip_prefix('[') {
        let Some(element) = of.element() else { return false };
        let primitive = inner.bytes().next().and_then(Kind::from_letter).and_then(Kind::java_name);
        return match primitive {
            Some(name) => program.classes[element].name.as_str() == name,
            None => !program.classes[element].is_primitive() && fits(program, element, inner),
        };
    }
    let name = desc.trim_start_matches('L').trim_end_matches(';');
    let mut above = of.ancestors.iter().chain(of.all_interfaces.iter());
    above.any(|&c| program.classes[c].name.as_str() == name)
        || program.loaded(name.into()).is_some_and(|c| program.classes[c].is_interface())
}
