//! Accesses that go by an offset into an object: those of `Unsafe`, which is what `VarHandle`s and the library's own
//! compare-and-set come to.

use super::super::driver::Subject;
use super::super::races::manner;
use super::observe::Touch;
use classfile::Kind;
use ir::Op;
use vm::program::{ClassId, MethodKind, ShapeKind};
use vm::state::heap::{HEADER_BYTES, Ref};
use vm::state::thread::{Frame, ThreadId};

/// Where the arguments of `Unsafe`'s methods are, behind the receiver.
const OBJECT: usize = 1;
const OFFSET: usize = 2;
const VALUES: usize = 3;

impl Subject<'_> {
    /// What an operation of the library accesses: a field or an element, by its name or by its offset.
    pub(super) fn reach_of(&self, thread: ThreadId, frame: Frame, op: Op) -> Option<Touch> {
        self.touch_of(thread, frame, op).or_else(|| self.touch_by_offset(thread, frame, op))
    }

    fn touch_by_offset(&self, thread: ThreadId, frame: Frame, op: Op) -> Option<Touch> {
        let (Op::CallDirect { call, .. } | Op::CallSpecial { call, .. } | Op::CallVirtual { call, .. }) = op
        else {
            return None;
        };
        let link = &self.program.methods[frame.method].code()?.calls[call.0 as usize];
        let method = self.program.methods.get(link.method)?;
        // What is written in Java comes here again with what it calls.
        let is_native = matches!(method.kind, MethodKind::Native(_));
        if !is_native || self.program.classes[method.class].name.as_str() != "jdk/internal/misc/Unsafe" {
            return None;
        }
        let (may_write, _) = manner(method.name.as_str())?;
        let words: Vec<u64> = link.args.iter().map(|&r| self.word(thread, frame, r)).collect();
        let place = self.place_at(Ref(*words.get(OBJECT)? as u32), *words.get(OFFSET)?)?;
        match may_write {
            true => {
                let written = self.written_by(method.name.as_str(), &place, words.get(VALUES..)?);
                Some(Touch { written, ..place })
            }
            false => Some(place),
        }
    }

    /// The field or element that lies so many bytes behind the start of an object.
    fn place_at(&self, object: Ref, offset: u64) -> Option<Touch> {
        if object.is_null() {
            return None;
        }
        let class = self.heap.class_of(object);
        let shape = self.heap.shapes[class].kind;
        let (at, is_element) = match shape {
            ShapeKind::Array { shift } if class != ClassId::STATICS => {
                (offset.checked_sub(u64::from(HEADER_BYTES))? >> shift, true)
            }
            _ => (offset / 4, false),
        };
        let place = Touch { object, at: u32::try_from(at).ok()?, written: None, is_element };
        let is_there = match is_element {
            true => place.at < self.heap.len(object),
            false => self.field_in(object, place.at).is_some(),
        };
        is_there.then_some(place)
    }

    /// What a method that may write leaves in a place. Nothing if it leaves it as it is.
    fn written_by(&self, method: &str, place: &Touch, values: &[u64]) -> Option<u64> {
        let kind = self.kind_at(place)?;
        let (old, first) = (self.present(place, kind), *values.first()?);
        let bits = |word: u64| if kind.is_wide() { word } else { u64::from(word as u32) };
        if method.starts_with("getAndAdd") {
            return Some(bits(old.wrapping_add(first)));
        }
        match method.starts_with("put") || method.starts_with("getAndSet") {
            true => Some(first),
            false => values.get(1).copied().filter(|_| bits(old) == bits(first)),
        }
    }

    /// The kind of a field or an element.
    pub(super) fn kind_at(&self, place: &Touch) -> Option<Kind> {
        if !place.is_element {
            return self.field_in(place.object, place.at).map(|field| self.program.fields[field].kind);
        }
        let element = self.program.classes[self.heap.class_of(place.object)].element()?;
        Some(match self.program.classes[element].kind {
            vm::program::ClassKind::Primitive(kind) => kind,
            _ => Kind::Ref,
        })
    }
}
