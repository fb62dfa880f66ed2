//! What a thread is about to do to memory, read off the operation that it stands before.

use super::super::ghost::State;
use super::scope::Location;
use ir::Op;
use ir::operand::{Call, Src};
use vm::Machine;
use vm::program::{MethodId, ShapeKind};
use vm::state::heap::{HEADER_BYTES, Ref};
use vm::state::thread::{Frame, NOT_STARTED, ThreadId, ThreadStatus};

/// A memory place: an object and a unit of it, or an array and some elements in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct MemoryRange {
    pub object: Ref,
    pub at: u32,
    pub count: u32,
}

impl MemoryRange {
    pub fn overlaps(self, other: MemoryRange) -> bool {
        let ends_before = |a: MemoryRange, b: MemoryRange| a.at.saturating_add(a.count) <= b.at;
        self.object == other.object && !ends_before(self, other) && !ends_before(other, self)
    }
}

/// In which order an access is seen (JEP 193; `java.lang.invoke.VarHandle`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Mode {
    Plain,
    /// Opaque, acquire or release: no data race, but more is allowed than sequential consistency.
    Weak,
    Volatile,
}

/// What a thread is about to do to a place.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub thread: ThreadId,
    pub place: MemoryRange,
    pub is_write: bool,
    pub mode: Mode,
    /// The field can be accessed by several threads without a race.
    pub is_ordered: bool,
}

impl Access {
    /// The two are a data race: one writes, and not both ask for an order.
    pub fn races_with(self, other: Access) -> bool {
        let is_plain = self.mode == Mode::Plain || other.mode == Mode::Plain;
        self.thread != other.thread
            && (self.is_write || other.is_write)
            && is_plain
            && !self.is_ordered
            && self.place.overlaps(other.place)
    }

    /// Java allows more of it than that it happens at some moment, although it is no race.
    pub fn is_weak(self) -> bool {
        self.mode == Mode::Weak || self.mode == Mode::Plain && self.is_ordered
    }
}

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const KINDS: [&str; 9] = ["Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double", "Reference"];

impl State<'_> {
    /// The accesses that a thread does next, if it can go on: one, or those of a copy from array to array.
    pub(super) fn next_accesses(&self, thread: ThreadId) -> Vec<Access> {
        let t = &self.threads[thread];
        if t.state.status != ThreadStatus::Runnable || !t.state.at_visible {
            return Vec::new();
        }
        let Some((frame, op)) = next_operation(self.machine, thread) else { return Vec::new() };
        let next = PendingAccess { state: self, thread, frame };
        match call_of(op) {
            Some(call) => next.of_call(call),
            None => next.of_operation(op).into_iter().collect(),
        }
    }
}

/// The method that a thread calls next, if that is what it does.
pub(super) fn next_call(machine: &Machine, thread: ThreadId) -> Option<MethodId> {
    let (frame, op) = next_operation(machine, thread)?;
    let code = machine.program.methods[frame.method].code()?;
    Some(code.calls[call_of(op)?.0 as usize].method)
}

fn next_operation(machine: &Machine, thread: ThreadId) -> Option<(Frame, Op)> {
    let frame = *machine.threads[thread].frames.last().filter(|frame| frame.pc != NOT_STARTED)?;
    let code = machine.program.methods[frame.method].code()?;
    Some((frame, code.ops()[frame.pc as usize]))
}

fn call_of(op: Op) -> Option<Call> {
    match op {
        Op::CallDirect { call, .. }
        | Op::CallStatic { call, .. }
        | Op::CallSpecial { call, .. }
        | Op::CallVirtual { call, .. } => Some(call),
        _ => None,
    }
}

/// The operation that a thread stands before.
struct PendingAccess<'a> {
    state: &'a State<'a>,
    thread: ThreadId,
    frame: Frame,
}

impl PendingAccess<'_> {
    fn register(&self, register: u16) -> u64 {
        self.state.threads[self.thread].registers[self.frame.base as usize + usize::from(register)]
    }

    fn word(&self, register: Src) -> u32 {
        self.register(register.0) as u32
    }

    fn field(&self, object: Ref, unit: u32, is_write: bool, mode: Mode) -> Option<Access> {
        let location = self.state.field_location(object, unit);
        self.located(location, object, unit, is_write, mode)
    }

    fn static_field(&self, record: Ref, unit: u32, is_write: bool, mode: Mode) -> Option<Access> {
        let location = self.state.static_location(self.thread, record, unit);
        self.located(location, record, unit, is_write, mode)
    }

    fn located(
        &self,
        location: Location,
        object: Ref,
        at: u32,
        is_write: bool,
        mode: Mode,
    ) -> Option<Access> {
        let counts = match location {
            Location::Own | Location::Ordered => true,
            Location::Library => self.state.is_on_behalf(self.thread),
            Location::Other => false,
        };
        let is_ordered = location == Location::Ordered;
        let place = MemoryRange { object, at, count: 1 };
        counts.then_some(Access { thread: self.thread, place, is_write, mode, is_ordered })
    }

    fn elements(&self, object: Ref, at: u32, count: u32, is_write: bool, mode: Mode) -> Option<Access> {
        let place = MemoryRange { object, at, count };
        let counts = !object.is_null() && self.state.is_on_behalf(self.thread);
        counts.then_some(Access { thread: self.thread, place, is_write, mode, is_ordered: false })
    }

    fn of_operation(&self, op: Op) -> Option<Access> {
        let code = self.state.program.methods[self.frame.method].code()?;
        let field = |obj: Src, off: u32, is_write| self.plain_field(Ref(self.word(obj)), off, is_write);
        let element = |arr: Src, at: Src, is_write| {
            self.elements(Ref(self.word(arr)), self.word(at), 1, is_write, Mode::Plain)
        };
        match op {
            Op::Get32 { obj, off, .. } | Op::Get64 { obj, off, .. } => field(obj, u32::from(off.0), false),
            Op::Put32 { obj, off, .. }
            | Op::Put64 { obj, off, .. }
            | Op::PutRef { obj, off, .. }
            | Op::PutNarrow { obj, off, .. } => field(obj, u32::from(off.0), true),
            Op::LoadB { arr, at, .. }
            | Op::LoadC { arr, at, .. }
            | Op::LoadS { arr, at, .. }
            | Op::Load32 { arr, at, .. }
            | Op::Load64 { arr, at, .. }
            | Op::LoadRef { arr, at, .. } => element(arr, at, false),
            Op::StoreB { arr, at, .. }
            | Op::Store16 { arr, at, .. }
            | Op::Store32 { arr, at, .. }
            | Op::Store64 { arr, at, .. }
            | Op::StoreRef { arr, at, .. } => element(arr, at, true),
            Op::GetStatic32 { link, .. } | Op::GetStatic64 { link, .. } => {
                let link = code.statics[link.0 as usize];
                self.plain_static(link.record, link.unit, false)
            }
            Op::GetBase32 { at, .. } | Op::GetBase64 { at, .. } => {
                let (record, found) = self.state.program.static_at(at.0)?;
                self.plain_static(record, found.unit, false)
            }
            Op::PutStaticQ { link, .. } => {
                let link = code.statics[link.0 as usize];
                self.plain_static(link.record, link.unit, true)
            }
            _ => None,
        }
    }

    /// An access by the operations for fields: in the order that the field's declaration asks for.
    fn plain_field(&self, object: Ref, unit: u32, is_write: bool) -> Option<Access> {
        self.field(object, unit, is_write, Mode::Plain).filter(|access| !access.is_ordered)
    }

    fn plain_static(&self, record: Ref, unit: u32, is_write: bool) -> Option<Access> {
        self.static_field(record, unit, is_write, Mode::Plain).filter(|access| !access.is_ordered)
    }

    /// What a native is called for.
    fn of_call(&self, call: Call) -> Vec<Access> {
        let program = &self.state.program;
        let Some(code) = program.methods[self.frame.method].code() else { return Vec::new() };
        let link = &code.calls[call.0 as usize];
        let called = &program.methods[link.method];
        let words: Vec<u64> = link.args.iter().map(|&register| self.register(register)).collect();
        let object = |i: usize| Ref(words.get(i).map_or(0, |&word| word as u32));
        let number = |i: usize| words.get(i).map_or(0, |&word| word as u32);
        let copied = |array: usize, at: usize, count: u32, is_write| {
            self.elements(object(array), number(at), count, is_write, Mode::Plain)
        };
        match (program.classes[called.class].name.as_str(), called.name.as_str()) {
            ("java/lang/System", "arraycopy") => {
                let both = [copied(0, 1, number(4), false), copied(2, 3, number(4), true)];
                both.into_iter().flatten().collect()
            }
            ("java/lang/Object", "clone") => self.cloned(object(0)),
            // What a copy does to one element that may not fit, see `natives::util::loops`.
            (vm::BUILTINS, "storeChecked") => copied(1, 2, 1, true).into_iter().collect(),
            ("java/lang/reflect/Array", name) if name.starts_with("get") && name != "getLength" => {
                copied(0, 1, 1, false).into_iter().collect()
            }
            ("java/lang/reflect/Array", name) if name.starts_with("set") => {
                copied(0, 1, 1, true).into_iter().collect()
            }
            (vm::BUILTINS, "copyField") => self.cloned_field(object(0), number(2)).into_iter().collect(),
            (UNSAFE, name) => {
                let (bytes, manner) = (width(name), manner(name));
                let access = manner.and_then(|m| self.by_offset(object(1), words.get(2).copied()?, bytes, m));
                access.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The field that `clone` copies next: as many of the declared ones come after it.
    fn cloned_field(&self, object: Ref, after: u32) -> Option<Access> {
        let units = self.units(object);
        let nth = units.len().checked_sub(after as usize + 1)?;
        self.plain_field(object, units[nth], false)
    }

    /// All that `clone` reads where it is one operation.
    fn cloned(&self, object: Ref) -> Vec<Access> {
        if object.is_null() {
            return Vec::new();
        }
        let heap = &self.state.heap;
        match heap.shapes[heap.class_of(object)].kind {
            ShapeKind::Array { .. } => {
                self.elements(object, 0, heap.len(object), false, Mode::Plain).into_iter().collect()
            }
            _ => {
                let units = self.units(object).into_iter();
                units.filter_map(|unit| self.plain_field(object, unit, false)).collect()
            }
        }
    }

    /// Where the fields of an object are, in the order of their declaration.
    fn units(&self, object: Ref) -> Vec<u32> {
        if object.is_null() {
            return Vec::new();
        }
        let program = &self.state.program;
        let ancestors = program.classes[self.state.heap.class_of(object)].ancestors.iter();
        let fields = ancestors.flat_map(|&class| program.classes[class].fields.iter());
        let fields = fields.map(|&field| &program.fields[field]).filter(|field| !field.access.is_static());
        fields.map(|field| field.unit).collect()
    }

    /// An access to some bytes that lie so many behind the start of an object, or at an address.
    fn by_offset(
        &self,
        object: Ref,
        offset: u64,
        bytes: Option<u64>,
        (is_write, mode): (bool, Mode),
    ) -> Option<Access> {
        let (object, offset) = match object.is_null() {
            true => self.state.machine.locate_memory(offset)?,
            false => (object, offset),
        };
        let class = self.state.heap.class_of(object);
        if class == vm::program::ClassId::STATICS {
            return self.static_field(object, u32::try_from(offset / 4).ok()?, is_write, mode);
        }
        match self.state.heap.shapes[class].kind {
            ShapeKind::Array { shift } => {
                let first = offset.checked_sub(u64::from(HEADER_BYTES))?;
                let at = first >> shift;
                // A wide access to narrow elements is one to several.
                let last = bytes.map_or(at, |bytes| first.saturating_add(bytes - 1) >> shift);
                let count = u32::try_from(last - at + 1).ok()?;
                self.elements(object, u32::try_from(at).ok()?, count, is_write, mode)
            }
            _ => self.field(object, u32::try_from(offset / 4).ok()?, is_write, mode),
        }
    }
}

/// How many bytes a method of `Unsafe` accesses. `None` for a reference, which is one element wherever it lies.
fn width(name: &str) -> Option<u64> {
    const WIDTHS: [(&str, u64); 8] = [
        ("Boolean", 1),
        ("Byte", 1),
        ("Char", 2),
        ("Short", 2),
        ("Int", 4),
        ("Float", 4),
        ("Long", 8),
        ("Double", 8),
    ];
    WIDTHS.iter().find(|(kind, _)| name.contains(kind)).map(|&(_, bytes)| bytes)
}

/// Whether a method of `Unsafe` writes, and in which order it asks to be seen. `None` for one that accesses
/// no single place.
pub(in super::super) fn manner(name: &str) -> Option<(bool, Mode)> {
    let (is_write, rest) =
        ["compareAndSet", "compareAndExchange", "weakCompareAndSet", "getAndSet", "getAndAdd"]
            .iter()
            .chain(&["put"])
            .find_map(|prefix| name.strip_prefix(prefix).map(|rest| (true, rest)))
            .or_else(|| name.strip_prefix("get").map(|rest| (false, rest)))?;
    let rest = KINDS.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let is_update = !name.starts_with("put") && is_write;
    let mode = match rest {
        // An update without a word more is a volatile one.
        "" if is_update => Mode::Volatile,
        "" | "Unaligned" => Mode::Plain,
        "Volatile" => Mode::Volatile,
        "Plain" | "Acquire" | "Release" | "Opaque" => Mode::Weak,
        _ => return None,
    };
    Some((is_write, mode))
}

#[cfg(test)]
mod tests {
    use super::{Mode, manner};

    #[test]
    fn names_of_unsafe_tell_the_mode() {
        assert_eq!(manner("getInt"), Some((false, Mode::Plain)));
        assert_eq!(manner("putReferenceRelease"), Some((true, Mode::Weak)));
        assert_eq!(manner("compareAndSetLong"), Some((true, Mode::Volatile)));
        assert_eq!(manner("weakCompareAndSetIntPlain"), Some((true, Mode::Weak)));
        assert_eq!(manner("getAndAddInt"), Some((true, Mode::Volatile)));
        assert_eq!(manner("getIntVolatile"), Some((false, Mode::Volatile)));
        assert_eq!(manner("allocateInstance"), None);
        assert_eq!(manner("getUncompressedObject"), None);
    }
}
