//! The way back from names to a state: what the words of each kind of component mean. [`super::encode`] writes what
//! is read here, and [`super::difference`] decides what has to be read.

use super::{HAS_GUARD, HAS_HASH, LIMIT_WORDS, LOOK_WORDS, NUMBERED};
use crate::ghost::{Ghost, Prefix};
use base::Id;
use std::ops::{Deref, DerefMut};
use vm::Machine;
use vm::program::{ClassId, MethodId, ShapeKind};
use vm::state::heap::{HEADER_UNITS, Heap, Ref};
use vm::state::stable::Stable;
use vm::state::thread::{
    ClockLook, Frame, Limit, NOT_STARTED, OnExit, Thread, ThreadId, ThreadState, ThreadStatus,
};

/// Words of a thread before the numbers of its frames.
pub(super) const THREAD_WORDS: usize = 10 + LOOK_WORDS + LIMIT_WORDS;
/// Words of a frame before its registers.
const FRAME_WORDS: usize = 5;

/// Working memory of loading, kept between loads.
#[derive(Default)]
pub(super) struct Loaded {
    /// Where each numbered object lies.
    pub places: Vec<Ref>,
    /// The words of the component at hand, and the names in it, in the order in which encoding it meets them.
    pub words: Vec<u32>,
    pub names: Vec<u32>,
    /// The words of the frame at hand.
    pub frame_words: Vec<u32>,
}

/// The state that is being made.
pub(super) struct Restoring<'a> {
    pub machine: &'a mut Machine,
    pub ghost: &'a mut Ghost,
}

impl Deref for Restoring<'_> {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        self.machine
    }
}

impl DerefMut for Restoring<'_> {
    fn deref_mut(&mut self) -> &mut Machine {
        self.machine
    }
}

/// A component that does not read as `save` writes it.
pub(super) fn broken() -> String {
    "a stored state that cannot be read back".to_string()
}

pub(super) fn output(machine: &mut Restoring<'_>, words: &[u32]) -> Result<(), String> {
    let (&length, words) = words.split_first().ok_or_else(broken)?;
    let whole = length as usize / 4;
    let (whole, rest) = words.split_at_checked(whole).ok_or_else(broken)?;
    machine.ghost.printed = whole.iter().flat_map(|word| word.to_le_bytes()).collect();
    machine.ghost.printed.extend(rest.iter().map(|&byte| byte as u8));
    Ok(())
}

/// The class that a state calls so.
pub(super) fn class_of(machine: &Machine, token: u32) -> Result<ClassId, String> {
    machine.program.class_of_token(token).ok_or_else(broken)
}

/// The words of a component, read one after the other.
pub(super) struct Words<'a>(pub &'a [u32]);

impl Words<'_> {
    pub fn next(&mut self) -> Result<u32, String> {
        let (&first, rest) = self.0.split_first().ok_or_else(broken)?;
        self.0 = rest;
        Ok(first)
    }
}

/// The timed call that a thread is in. The frame of a call is never the first.
fn limit_of(words: &[u32]) -> Option<Limit> {
    let &[frame, ref times @ ..] = words else { return None };
    let time = |index: usize| u64::from(times[2 * index]) | u64::from(times[2 * index + 1]) << 32;
    (frame > 0).then(|| Limit { frame, since_ns: time(0), passed_ns: time(1), lag_ns: time(2) })
}

/// A thread's last look at the clock.
fn look_of(words: &[u32]) -> Option<ClockLook> {
    let &[flags, place, hands, depth] = words else { return None };
    let flag = |bit: u32| flags >> bit & 1 != 0;
    flag(0).then(|| ClockLook {
        place,
        hands,
        depth,
        spent: flag(1),
        polls: flag(2),
        is_alone: flag(3),
        disturbed: flag(4),
    })
}

impl Loaded {
    /// The object behind a name.
    fn place(&mut self, heap: &Heap, name: u32) -> Result<Ref, String> {
        self.names.push(name);
        let object = match name & NUMBERED != 0 {
            true => self.places.get((name & !NUMBERED) as usize).copied(),
            false => heap.of_token(name),
        };
        object.ok_or_else(broken)
    }

    /// Lock, length or hash, and fields of an object whose class is known.
    pub fn object(
        &mut self,
        machine: &mut Restoring<'_>,
        object: Ref,
        mut words: Words<'_>,
    ) -> Result<(), String> {
        let class = class_of(machine, words.next()?)?;
        let heap = &mut machine.heap;
        heap.set_raw(object, HEADER_UNITS - 2, words.next()?);
        heap.set_raw(object, HEADER_UNITS - 1, words.next()?);
        let shape = &heap.shapes[class];
        let (refs, elements_are_refs) = (shape.refs.clone(), shape.elements_are_refs);
        let payload = match elements_are_refs {
            true => heap.len(object) as usize,
            false => (heap.words_of(object) * 2 - HEADER_UNITS) as usize,
        };
        self.extras(machine, object, &mut words)?;
        if words.0.len() != payload {
            return Err(broken());
        }
        for (i, &word) in words.0.iter().enumerate() {
            let word = if elements_are_refs { self.place(&machine.heap, word)?.0 } else { word };
            machine.heap.set_raw(object, HEADER_UNITS + i as u32, word);
        }
        for &unit in &*refs {
            let unit = u32::from(unit);
            let to = self.place(&machine.heap, machine.heap.get32(object, unit))?;
            machine.heap.set_raw(object, unit, to.0);
        }
        Ok(())
    }

    fn extras(
        &mut self,
        machine: &mut Restoring<'_>,
        object: Ref,
        words: &mut Words<'_>,
    ) -> Result<(), String> {
        let extras = words.next()?;
        if extras & HAS_HASH != 0 {
            machine.array_hashes.insert(object, words.next()?);
        }
        if extras & HAS_GUARD != 0 {
            let guard = self.place(&machine.heap, words.next()?)?;
            machine.ghost.load_guard(object, guard);
        }
        Ok(())
    }

    pub fn base_object(&mut self, machine: &mut Restoring<'_>, words: &[u32]) -> Result<(), String> {
        let mut words = Words(words);
        let object = machine.heap.of_token(words.next()?).ok_or_else(broken)?;
        if machine.heap.shapes[machine.heap.class_of(object)].kind != ShapeKind::Statics {
            return self.object(machine, object, words);
        }
        self.extras(machine, object, &mut words)?;
        for cell in 0..machine.heap.len(object) {
            machine.heap.set_raw(object, HEADER_UNITS + cell, words.next()?);
        }
        for unit in super::static_refs(machine.machine, object) {
            let to = self.place(&machine.heap, machine.heap.get32(object, unit))?;
            machine.heap.set_raw(object, unit, to.0);
        }
        Ok(())
    }

    /// What a thread is doing, its frames aside, of which the lowest stay. The clock must have been set.
    pub fn thread(
        &mut self,
        machine: &mut Restoring<'_>,
        id: ThreadId,
        own: &[u32],
        kept: usize,
    ) -> Result<(), String> {
        let is_on = matches!(own[0], 1..=4);
        let on = if is_on { self.place(&machine.heap, own[1])? } else { Ref::NULL };
        let object = self.place(&machine.heap, own[3])?;
        if machine.threads.len() <= id.index() {
            machine.threads.push(Stable::new(Thread::new(id, object, false, 0)));
        }
        let flag = |bit: u32| own[2] >> bit & 1 != 0;
        let is_timed = own[0] == 3 || own[0] == 7;
        let left_ns = u64::from(own[8]) | u64::from(own[9]) << 32;
        let until = machine.counters.clock_ns.saturating_add(left_ns);
        let until_ns = is_timed.then_some(until);
        let status = match own[0] {
            0 => ThreadStatus::Runnable,
            1 => ThreadStatus::Locking(on),
            2 | 3 => ThreadStatus::Waiting { on, until_ns },
            4 => ThreadStatus::Relocking(on),
            5 => ThreadStatus::Sleeping { until_ns: until },
            6 | 7 => ThreadStatus::Parked { until_ns },
            8 => ThreadStatus::Initializing(class_of(machine, own[1])?),
            _ => ThreadStatus::Ended,
        };
        let thread = &mut machine.threads[id];
        thread.stamp = 0;
        thread.frames.truncate(kept);
        thread.state = ThreadState {
            status,
            object,
            daemon: flag(0),
            permit: flag(1),
            is_patient: flag(5),
            look: look_of(&own[10..10 + LOOK_WORDS]),
            limit: limit_of(&own[10 + LOOK_WORDS..]),
            held: own[4],
            notified: flag(2),
            wait_order: 0,
            uncaught: flag(3),
            at_visible: flag(4),
            asks: own[6].checked_sub(1),
            answer: own[7].checked_sub(1),
            atomic: own[5],
            result: None,
        };
        Ok(())
    }

    /// Pushes a frame.
    pub fn frame(
        &mut self,
        machine: &mut Restoring<'_>,
        thread: ThreadId,
        words: &[u32],
    ) -> Result<(), String> {
        let (own, live) = words.split_at_checked(FRAME_WORDS).ok_or_else(broken)?;
        let method = machine.program.method_of_token(own[0]);
        let exit = match own[3] {
            0 => OnExit::Nothing,
            1 => OnExit::Unlock(self.place(&machine.heap, own[4])?),
            2 => OnExit::Initialized(class_of(machine, own[4])?),
            3 => OnExit::Loaded,
            _ => OnExit::Unlimited,
        };
        if method == MethodId::NONE {
            return Err(broken());
        }
        machine.prepare(method).map_err(|_| broken())?;
        let machine = &mut *machine.machine;
        let code = machine.program.methods[method].code().ok_or_else(broken)?;
        let (registers, refs) = (code.body().registers, &code.body().refs);
        let t = &mut machine.threads[thread];
        let below = t.frames.last().copied();
        let base = below.map_or(0, |frame| frame.base + u32::from(frame.registers));
        // The interpreter relies on these when it comes back to the frame.
        let (pc, ret) = (own[1], own[2] as u16);
        let goes_on = pc == NOT_STARTED || (pc as usize) < code.ops().len();
        let has_place = ret == u16::MAX || below.is_some_and(|frame| ret < frame.registers);
        if !goes_on || !has_place {
            return Err(broken());
        }
        let end = base as usize + usize::from(registers);
        if t.registers.len() < end {
            t.registers.resize(end * 2, 0);
        }
        t.registers[base as usize..end].fill(0);
        for entry in live.chunks_exact(3) {
            let is_ref = refs.contains(entry[0] as usize);
            let low = if is_ref { self.place(&machine.heap, entry[1])?.0 } else { entry[1] };
            let register = t.registers[base as usize..end].get_mut(entry[0] as usize).ok_or_else(broken)?;
            *register = u64::from(low) | u64::from(entry[2]) << 32;
        }
        t.frames.push(Frame { method, pc, base, ret, registers, stamp: 0, exit });
        Ok(())
    }

    pub fn counters(&mut self, machine: &mut Restoring<'_>, words: &[u32]) -> Result<(), String> {
        let mut words = Words(words);
        let start_ns = machine.start_of_clock();
        let counters = &mut machine.machine.counters;
        counters.next_hash = words.next()?;
        let clock = u64::from(words.next()?) | u64::from(words.next()?) << 32;
        counters.clock_read = clock != 0;
        counters.clock_ns = clock.checked_sub(1).unwrap_or(start_ns);
        let exited = words.next()?;
        counters.exited = (exited != 0).then(|| exited.wrapping_sub(1) as i32);
        let visits = words.next()?;
        let labels = u64::from(words.next()?) | u64::from(words.next()?) << 32;
        let (early, late) = (words.next()?, words.next()?);
        (counters.early, counters.late) = (early, late);
        let prefix = Prefix::from(words.next()?);
        counters.wait_order = 0;
        (machine.ghost.visits, machine.ghost.labels, machine.ghost.prefix) = (visits, labels, prefix);
        machine.blocks.clear();
        for pair in words.0.chunks_exact(2) {
            let block = self.place(&machine.heap, pair[1])?;
            machine.blocks.insert(pair[0], block);
        }
        Ok(())
    }
}
