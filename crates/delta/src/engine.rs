//! The set of states that is executed, and the ways back to where it was split (section 4.2.2, and 4.3 for the two
//! designs of backtracking).
//!
//! States of a set go through one execution as long as they go the same way. Where they do not, some of them go on,
//! and the others are pending: either with all that is needed to go on from there, or to begin once more.

use crate::heap::{Heap, HeapMark};
use crate::value::{DeltaValue, Mask};
use ir::operand::Dst;
use std::rc::Rc;
use vm::{ClassId, Machine, MethodId};

/// How the engine comes back to where a set was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backtrack {
    /// Everything is as it was there.
    Restore,
    /// The execution begins once more, with the rest of the set alone.
    Reexecute,
}

/// How an execution ended for the present set.
#[derive(Clone, Debug)]
pub enum Finish {
    Returned(DeltaValue),
    /// An exception of this class came out.
    Threw(ClassId),
    /// It has not ended: this method is called with these words, and who drives the engine is to [`Engine::answer`].
    Asks(MethodId, Vec<DeltaValue>),
}

/// What the engine cannot do. The machine does it, one state after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cannot {
    /// Code that was never executed: once one state has gone this way, the others can.
    Yet,
    /// This, at this place.
    Ever { what: String, place: String },
}

/// Somebody who is shown each operation before it is done.
pub trait Watch {
    fn note(&mut self, machine: &Machine, method: MethodId, pc: u32, depth: usize);
}

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub method: MethodId,
    pub pc: usize,
    /// Its first register.
    pub base: usize,
    /// The caller's register for the result.
    pub ret: u16,
    /// A monitor that is left with the frame.
    pub lock: Option<u32>,
}

/// A frame, as others see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacked {
    pub method: MethodId,
    /// While the frame is not on top its pending call, otherwise the next operation.
    pub pc: u32,
    /// Its first register.
    pub base: u32,
    /// The caller's register for the result.
    pub ret: u16,
}

/// What some of the states have still to do.
struct Pending<P> {
    mask: Mask,
    /// Without it they begin anew.
    at: Option<Snapshot<P>>,
}

struct Snapshot<P> {
    frames: Vec<Frame>,
    registers: Vec<DeltaValue>,
    heap: HeapMark,
    held: Vec<u32>,
    operations: u64,
    phase: P,
}

/// An execution over a set of states. `P` is what the caller has to know of it beside: it goes back with the rest.
pub struct Engine<P> {
    pub(crate) heap: Heap,
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<DeltaValue>,
    pub(crate) mask: Mask,
    /// Monitors that are held, in the order in which they were taken.
    pub(crate) held: Vec<u32>,
    pub(crate) back: Backtrack,
    /// Operations since the execution began, each counted once for the whole set.
    pub(crate) operations: u64,
    pending: Vec<Pending<P>>,
    /// States that begin anew once nothing is pending: what is pending needs the heap's history.
    anew: Vec<Vec<u32>>,
    beginning: HeapMark,
    pub phase: P,
    /// Native methods of these classes are left to whoever drives the engine.
    pub asks: &'static [&'static str],
    /// The register for the answer to what was asked last.
    pub(crate) asked: Dst,
    /// Operations executed in all, and splits.
    pub executed: u64,
    pub splits: u64,
}

impl<P: Clone + Default> Engine<P> {
    pub fn new(base_top: u32, back: Backtrack) -> Engine<P> {
        let heap = Heap::above(base_top);
        let beginning = heap.mark();
        Engine {
            heap,
            frames: Vec::new(),
            registers: Vec::new(),
            mask: Mask { states: Rc::from([]), room: 0 },
            held: Vec::new(),
            back,
            operations: 0,
            pending: Vec::new(),
            anew: Vec::new(),
            beginning,
            phase: P::default(),
            asks: &[],
            asked: Dst::NONE,
            executed: 0,
            splits: 0,
        }
    }

    /// The heap as it is from now on is that of a new set, of as many states.
    pub fn begin_set(&mut self, states: usize) {
        self.beginning = self.heap.mark();
        self.pending.clear();
        self.mask = Mask { states: (0..states as u32).collect(), room: states };
    }

    /// Begins an execution for all states of the set, or for some of them.
    pub fn begin(&mut self, states: Option<Vec<u32>>) {
        let states = states.map_or_else(|| (0..self.mask.room as u32).collect(), Rc::from);
        self.mask = Mask { states, room: self.mask.room };
        self.pending.clear();
        self.anew.clear();
        self.reset();
    }

    fn reset(&mut self) {
        self.heap.rewind(self.beginning);
        self.frames.clear();
        self.registers.clear();
        self.held.clear();
        self.phase = P::default();
        self.operations = 0;
    }

    /// The states that are executed.
    pub fn states(&self) -> &[u32] {
        &self.mask.states
    }

    /// A value in a state.
    pub fn only(&self, value: &DeltaValue) -> Option<u64> {
        self.mask.only(value)
    }

    /// No object that a state had at the beginning was written: all states are what they were.
    pub fn is_unwritten(&self) -> bool {
        self.heap.is_unwritten_since(self.beginning)
    }

    /// The heap as it is now, to ask later whether it was written.
    pub fn since(&self) -> Since {
        Since(self.heap.mark())
    }

    pub fn is_unwritten_since(&self, since: &Since) -> bool {
        self.heap.is_unwritten_since(since.0)
    }

    /// Some states go on from here, the others later. What the present operation does must be done anew by those.
    pub(crate) fn split(&mut self, on: Vec<u32>, later: Vec<u32>) {
        debug_assert!(!on.is_empty() && !later.is_empty());
        self.splits += 1;
        let at = (self.back == Backtrack::Restore).then(|| self.snapshot(self.phase.clone()));
        self.pending.push(Pending { mask: self.mask.of(later), at });
        self.mask = self.mask.of(on);
    }

    fn snapshot(&self, phase: P) -> Snapshot<P> {
        Snapshot {
            frames: self.frames.clone(),
            registers: self.registers.clone(),
            heap: self.heap.mark(),
            held: self.held.clone(),
            operations: self.operations,
            phase,
        }
    }

    /// All states come here once more, with another phase: what is chosen here has several values.
    pub fn fork(&mut self, later: P) {
        let at = Some(self.snapshot(later));
        self.pending.push(Pending { mask: self.mask.clone(), at });
    }

    /// The answer to [`Finish::Asks`]: the execution goes on behind the call.
    pub fn answer(&mut self, value: DeltaValue) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.pc += 1;
        let base = frame.base;
        if self.asked != Dst::NONE {
            self.registers[base + usize::from(self.asked.0)] = value;
        }
    }

    /// The present states are done, one of them aside; false if there are no others.
    pub fn leave_out_first(&mut self) -> bool {
        let rest: Vec<u32> = self.mask.states.iter().skip(1).copied().collect();
        self.mask = self.mask.of(rest);
        !self.mask.states.is_empty()
    }

    /// Only states in which a value is the same as in the first one go on.
    pub fn split_by(&mut self, key: impl Fn(u32) -> u64) {
        let first = key(self.mask.first());
        let (on, later) = self.mask.divided(|state| key(state) == first);
        if !later.is_empty() {
            self.split(on, later);
        }
    }

    /// Takes the states in which something holds apart from the others: true if it holds in those that go on.
    pub fn divide(&mut self, holds: impl Fn(u32) -> bool) -> bool {
        let (yes, no) = self.mask.divided(holds);
        match (yes.is_empty(), no.is_empty()) {
            (_, true) => true,
            (true, _) => false,
            _ => {
                self.split(yes, no);
                true
            }
        }
    }

    /// These states begin anew, after all others.
    pub fn postpone(&mut self, states: Vec<u32>) {
        if !states.is_empty() {
            self.anew.push(states);
        }
    }

    /// Goes on with states that are pending: true if where they were split, false if they begin anew. `None` if there
    /// are none.
    pub fn go_on(&mut self) -> Option<bool> {
        let Some(Pending { mask, at }) = self.pending.pop() else {
            let states = self.anew.pop()?;
            self.mask = self.mask.of(states);
            self.reset();
            return Some(false);
        };
        self.mask = mask;
        let Some(at) = at else {
            self.reset();
            return Some(false);
        };
        self.heap.rewind(at.heap);
        (self.frames, self.registers, self.held) = (at.frames, at.registers, at.held);
        (self.operations, self.phase) = (at.operations, at.phase);
        Some(true)
    }

    /// Where the base ends.
    pub fn base_top(&self) -> u32 {
        self.heap.base_top
    }

    /// The frames, the lowest first; `None` if a monitor is held.
    pub fn stack(&self) -> Option<Vec<Stacked>> {
        let stacked = |frame: &Frame| Stacked {
            method: frame.method,
            pc: frame.pc as u32,
            base: frame.base as u32,
            ret: frame.ret,
        };
        self.held.is_empty().then(|| self.frames.iter().map(stacked).collect())
    }

    /// A register, counted from the first of the lowest frame.
    pub fn register(&self, at: usize) -> &DeltaValue {
        &self.registers[at]
    }

    pub fn class_of(&self, machine: &Machine, reference: u32) -> ClassId {
        self.heap.class_of(machine, reference)
    }

    /// The present states stand here.
    pub fn stand(&mut self, frames: &[Stacked], registers: Vec<DeltaValue>) {
        let frame = |at: &Stacked| Frame {
            method: at.method,
            pc: at.pc as usize,
            base: at.base as usize,
            ret: at.ret,
            lock: None,
        };
        self.frames = frames.iter().map(frame).collect();
        self.registers = registers;
    }

    /// The reference to one of the first objects of the set.
    pub fn root(&self, number: usize) -> DeltaValue {
        DeltaValue::Same(u64::from(self.heap.base_top) + number as u64)
    }
}

/// A place in the history of a set's heap.
#[derive(Clone, Copy, Debug)]
pub struct Since(HeapMark);
