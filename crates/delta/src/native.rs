//! Native methods that have a meaning for a set of states. All others are the machine's.

use crate::elements::base_element;
use crate::engine::Engine;
use crate::run::{Flow, StepResult};
use crate::value::DeltaValue;
use ir::operand::{Dst, Src};
use ir::scalar::word::int;
use vm::program::ShapeKind;
use vm::{Machine, MethodId};

impl<P: Clone + Default> Engine<P> {
    pub(crate) fn call_native(
        &mut self,
        machine: &Machine,
        base: usize,
        method: MethodId,
        args: &[u16],
        dst: Dst,
    ) -> StepResult {
        let found = &machine.program.methods[method];
        let class = machine.program.classes[found.class].name;
        let arg = |at: usize| Src(args[at]);
        if self.asks.contains(&class.as_str()) {
            let words = args.iter().map(|&register| self.get(base, Src(register)).clone()).collect();
            self.asked = dst;
            return Ok(Flow::Ended(crate::Finish::Asks(method, words)));
        }
        match (class.as_str(), found.name.as_str()) {
            ("java/lang/System", "arraycopy") => self.array_copy(machine, base, args),
            ("java/lang/Object", "getClass") => {
                let Some(object) = self.same(base, arg(0)) else { return Ok(Flow::Again) };
                let class = self.heap.class_of(machine, object as u32);
                let mirror = machine.program.classes[class].mirror;
                if mirror.is_null() {
                    return Err(crate::Cannot::Yet);
                }
                self.give(base, dst, DeltaValue::Same(u64::from(mirror.0)))
            }
            // Nobody has looked at the trace of an exception that is still here: that takes other natives.
            ("java/lang/Throwable", "fillInStackTrace") => {
                let value = self.get(base, arg(0)).clone();
                self.give(base, dst, value)
            }
            (
                "java/lang/Float" | "java/lang/Double",
                "floatToRawIntBits" | "intBitsToFloat" | "doubleToRawLongBits" | "longBitsToDouble",
            ) => {
                let value = self.get(base, arg(0)).clone();
                self.give(base, dst, value)
            }
            ("java/util/Arrays", "copyOf") => {
                let Some(length) = self.same(base, arg(1)) else { return Ok(Flow::Again) };
                self.copy_of(machine, base, arg(0), (0, int(length)), dst)
            }
            ("java/util/Arrays", "copyOfRange") => {
                let (from, to) = (self.same(base, arg(1)), self.same(base, arg(2)));
                let (Some(from), Some(to)) = (from, to) else { return Ok(Flow::Again) };
                self.copy_of(machine, base, arg(0), (int(from), int(to)), dst)
            }
            _ => Err(self.cannot(machine, format!("the native method {}", machine.full_name(method)))),
        }
    }

    fn give(&mut self, base: usize, dst: Dst, value: DeltaValue) -> StepResult {
        if dst != Dst::NONE {
            self.set(base, dst, value);
        }
        Ok(Flow::On)
    }

    /// An element, whoever holds the array.
    fn element_of(&self, machine: &Machine, array: u32, index: u32) -> DeltaValue {
        match self.heap.is_base(array) {
            true => DeltaValue::Same(base_element(machine, array, index)),
            false => self.heap.object(array).slots[index as usize].clone(),
        }
    }

    fn is_array(&self, machine: &Machine, reference: u32) -> bool {
        let class = self.heap.class_of(machine, reference);
        matches!(machine.heap.shapes[class].kind, ShapeKind::Array { .. })
    }

    /// A copy of a part of an array of primitives; what is wrong with the part is the machine's to say.
    fn copy_of(
        &mut self,
        machine: &Machine,
        base: usize,
        arr: Src,
        part: (i32, i32),
        dst: Dst,
    ) -> StepResult {
        let Some(array) = self.same(base, arr) else { return Ok(Flow::Again) };
        let array = array as u32;
        let (from, to) = part;
        let is_fine = array != 0 && from >= 0 && from <= to && to - from < 1 << 16;
        if !is_fine || from as u32 > self.heap.length_of(machine, array) {
            return Err(self.cannot(machine, "a copy of an array with bounds that do not fit"));
        }
        let (class, length) = (self.heap.class_of(machine, array), self.heap.length_of(machine, array));
        let copy = self.heap.allocate(machine, class, (to - from) as u32);
        for index in from as u32..(to as u32).min(length) {
            let value = self.element_of(machine, array, index);
            self.heap.write(copy, (index - from as u32) as usize, value);
        }
        self.give(base, dst, DeltaValue::Same(u64::from(copy)))
    }

    fn array_copy(&mut self, machine: &Machine, base: usize, args: &[u16]) -> StepResult {
        let mut words = [0; 5];
        for (word, &register) in words.iter_mut().zip(args) {
            match self.same(base, Src(register)) {
                Some(same) => *word = same,
                None => return Ok(Flow::Again),
            }
        }
        let (from, to) = (words[0] as u32, words[2] as u32);
        let (first, into, count) = (int(words[1]), int(words[3]), int(words[4]));
        let is_there = from != 0 && to != 0 && self.is_array(machine, from) && self.is_array(machine, to);
        let is_same_class = is_there && self.heap.class_of(machine, from) == self.heap.class_of(machine, to);
        let is_within = |array: u32, at: i32| {
            i64::from(at) + i64::from(count) <= i64::from(self.heap.length_of(machine, array))
        };
        let is_fine = is_same_class && first >= 0 && into >= 0 && count >= 0;
        if !is_fine || !is_within(from, first) || !is_within(to, into) {
            return Err(self.cannot(machine, "a copy between arrays that do not fit"));
        }
        if count > 0 && self.heap.is_base(to) {
            return Err(self.cannot(machine, "an array that was there before all others is written"));
        }
        let values: Vec<DeltaValue> =
            (0..count as u32).map(|i| self.element_of(machine, from, first as u32 + i)).collect();
        for (i, value) in values.into_iter().enumerate() {
            self.heap.write(to, into as usize + i, value);
        }
        Ok(Flow::On)
    }
}
