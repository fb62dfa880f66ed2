//! Arrays of a set of states.

use crate::engine::Engine;
use crate::heap::Heap;
use crate::run::{Flow, StepResult};
use crate::value::DeltaValue;
use ir::operand::{Dst, Src};
use ir::scalar::word::{int, of_int};
use ir::{Op, scalar};
use vm::program::ShapeKind;
use vm::{ClassId, Machine, Ref};

/// Longer arrays are the machine's: they would have a slot for each element.
const LONGEST: i32 = 1 << 16;

impl<P: Clone + Default> Engine<P> {
    pub(crate) fn new_array(
        &mut self,
        machine: &Machine,
        base: usize,
        dst: Dst,
        len: Src,
        class: ClassId,
    ) -> StepResult {
        let Some(word) = self.same(base, len) else { return Ok(Flow::Again) };
        match int(word) {
            length if length < 0 => self.raise(machine, "java/lang/NegativeArraySizeException"),
            length if length > LONGEST => Err(self.cannot(machine, "a long array")),
            length => {
                let array = self.heap.allocate(machine, class, length as u32);
                self.set(base, dst, DeltaValue::Same(u64::from(array)));
                Ok(Flow::On)
            }
        }
    }

    pub(crate) fn array_length(&mut self, machine: &Machine, base: usize, dst: Dst, arr: Src) -> StepResult {
        match self.null_check(machine, base, arr) {
            Ok(Flow::On) => {}
            other => return other,
        }
        let length = |word: u64| of_int(self.heap.length_of(machine, word as u32) as i32);
        let value = self.mask.map(self.get(base, arr), length);
        self.set(base, dst, value);
        Ok(Flow::On)
    }

    pub(crate) fn load_element(
        &mut self,
        machine: &Machine,
        base: usize,
        dst: Dst,
        arr: Src,
        at: Src,
    ) -> StepResult {
        match self.element(machine, base, arr, at) {
            Ok(Flow::On) => {}
            other => return other,
        }
        let (arrays, index) = (self.get(base, arr), self.get(base, at));
        let value = match (arrays, index) {
            (DeltaValue::Same(array), DeltaValue::Same(index)) if !self.heap.is_base(*array as u32) => {
                self.heap.object(*array as u32).slots[*index as usize].clone()
            }
            _ => self.mask.map2(arrays, index, |array, index| {
                debug_assert!(self.heap.is_base(array as u32));
                base_element(machine, array as u32, index as u32)
            }),
        };
        self.set(base, dst, value);
        Ok(Flow::On)
    }

    /// The array is there, the index within its bounds, and a delta array or its index the same in all states.
    fn element(&mut self, machine: &Machine, base: usize, arr: Src, at: Src) -> StepResult {
        match self.null_check(machine, base, arr) {
            Ok(Flow::On) => {}
            other => return other,
        }
        let (arrays, index) = (self.get(base, arr).clone(), self.get(base, at).clone());
        let all_base = self.mask.states.iter().all(|&state| self.heap.is_base(arrays.at(state) as u32));
        if !all_base && (self.same(base, arr).is_none() || self.same(base, at).is_none()) {
            return Ok(Flow::Again);
        }
        let heap: &Heap = &self.heap;
        let is_within =
            |state: u32| (index.at(state) as u32) < heap.length_of(machine, arrays.at(state) as u32);
        let (yes, no) = self.mask.divided(is_within);
        match (yes.is_empty(), no.is_empty()) {
            (_, true) => Ok(Flow::On),
            (true, _) => self.raise(machine, "java/lang/ArrayIndexOutOfBoundsException"),
            _ => {
                self.split(yes, no);
                Ok(Flow::Again)
            }
        }
    }

    pub(crate) fn store(
        &mut self,
        machine: &Machine,
        base: usize,
        op: Op,
        (arr, at, src): (Src, Src, Src),
    ) -> StepResult {
        match self.element(machine, base, arr, at) {
            Ok(Flow::On) => {}
            other => return other,
        }
        let (Some(array), Some(index)) = (self.same(base, arr), self.same(base, at)) else {
            return Ok(Flow::Again);
        };
        let (array, index) = (array as u32, index as usize);
        if self.heap.is_base(array) {
            return Err(self.cannot(machine, "an array that was there before all others is written"));
        }
        let class = self.heap.object(array).class;
        let is_boolean = class == machine.known().booleans;
        let cut = |word: u64| match op {
            Op::StoreB { .. } if is_boolean => of_int(scalar::i2z(int(word))),
            Op::StoreB { .. } => of_int(scalar::i2b(int(word))),
            Op::Store16 { .. } if class == machine.known().chars => of_int(scalar::i2c(int(word))),
            Op::Store16 { .. } => of_int(scalar::i2s(int(word))),
            Op::Store64 { .. } => word,
            _ => word & 0xFFFF_FFFF,
        };
        let value = self.mask.map(self.get(base, src), cut);
        if matches!(op, Op::StoreRef { .. }) && class != machine.known().objects {
            let element = machine.program.classes[class].element();
            let fits = |word: u64| {
                let class = self.heap.class_of(machine, word as u32);
                element.is_none_or(|element| machine.program.is_subclass(class, element))
            };
            let (yes, no) = self.mask.divided(|state| value.at(state) == 0 || fits(value.at(state)));
            match (yes.is_empty(), no.is_empty()) {
                (_, true) => {}
                (true, _) => return self.raise(machine, "java/lang/ArrayStoreException"),
                _ => {
                    self.split(yes, no);
                    return Ok(Flow::Again);
                }
            }
        }
        self.heap.write(array, index, value);
        Ok(Flow::On)
    }
}

/// An element of an array of the base, as a register has it.
pub(crate) fn base_element(machine: &Machine, array: u32, index: u32) -> u64 {
    let (array, heap) = (Ref(array), &machine.heap);
    let class = heap.class_of(array);
    match heap.shapes[class].kind {
        ShapeKind::Array { shift: 0 } => of_int(i32::from(heap.load::<i8>(array, index))),
        ShapeKind::Array { shift: 1 } if class == machine.known().chars => {
            of_int(i32::from(heap.load::<u16>(array, index)))
        }
        ShapeKind::Array { shift: 1 } => of_int(i32::from(heap.load::<i16>(array, index))),
        ShapeKind::Array { shift: 3 } => heap.load::<u64>(array, index),
        _ => u64::from(heap.load::<u32>(array, index)),
    }
}
