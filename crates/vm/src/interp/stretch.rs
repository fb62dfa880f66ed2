//! Where the interpreter hands over to machine code and takes back.
//!
//! **Aliasing.** While machine code runs, the loop over operations stands still and uses none of its pointers or
//! references. Machine code has the bridge, the heap's mapping and numbers, and the registers of the top frame and
//! those behind; the functions of [`super::doors`] make references to machine and policy from the bridge's pointers,
//! which come from the loop's own `&mut`, and these end with the function. Register files do not grow meanwhile: there
//! is room for as many calls as may be nested.

use super::doors::{called, doors, set_gate};
use super::top::Pause;
use crate::compiled::{
    Bridge, LEAST_LEFT, LEFT, MOST_REGISTERS, Mode, SHARED_BIT, STARVED, Stretch, VISIBLE,
};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{MethodId, MethodKind};
use crate::state::heap::Ref;
use crate::state::thread::{Frame, MAX_FRAMES, MAX_REGISTERS, OnExit, ThreadId};
use crate::trap::Trap;
use base::FastSet;
use ir::Op;
use std::ffi::c_void;
use std::ptr;

/// Calls of machine code by machine code that may be on the system's stack: some hundred bytes each.
const MOST_NESTED: usize = 400;
/// Registers behind those of the frame that machine code finds at least, if a thread may have so many.
const ROOM: usize = 4_096;

/// What came of handing over.
pub(super) enum Handed {
    /// There is no machine code for this place.
    Not,
    /// The interpreter goes on with the top frame, wherever that is.
    Back,
    /// It does, but its fuel is used up.
    Starved,
    /// It stands before an operation that others can see.
    Visible,
    /// It stops for another reason.
    Paused(Pause),
}

impl Machine {
    /// Hands over to machine code at operation `at` of the top frame, if there is any.
    #[inline(never)]
    pub(super) fn hand_over<P: Policy>(
        &mut self,
        policy: &mut P,
        thread: ThreadId,
        at: usize,
        left: &mut i64,
    ) -> Handed {
        let Some(mode) = self.mode(policy) else { return Handed::Not };
        let Some(&frame) = self.threads[thread].frames.last() else { return Handed::Not };
        let MethodKind::Code(code) = &self.program.methods[frame.method].kind else { return Handed::Not };
        let code = code.as_ptr();
        let entries = self.entries(mode);
        let Some(enter) = self.machine_code(frame.method, code, mode, at, false) else { return Handed::Not };
        policy.begin(false);
        if self.compiled.prepares {
            self.prepare_reachable(thread);
        }
        let nested = self.room_for_calls(thread, frame);
        let depth = self.threads[thread].frames.len();
        let mut bridge = self.bridge(policy, thread, mode);
        bridge.entries = entries;
        // SAFETY: the loop has checked that the frame's registers are there.
        let regs = unsafe { self.threads[thread].registers.as_mut_ptr().add(frame.base as usize) };
        // SAFETY: the code was made for this operation of this method, these are the frame's registers, and the
        // bridge is that of this machine, which nobody uses until the code ends.
        let ended = unsafe { (enter.entry())(&raw mut bridge, regs, *left, nested as i64) };
        let has_returned = ended.left > LEAST_LEFT;
        let rest = if has_returned { ended.left } else { bridge.left };
        self.judge_code(code, mode, at, *left - rest);
        *left = rest;
        let t = &mut *self.threads[thread];
        if let Some(top) = t.frames.last_mut() {
            top.pc = bridge.pc;
        }
        if has_returned {
            return self.returned(thread, frame, ended.value, left);
        }
        t.frames.extend(bridge.unwound.iter().rev());
        if let Some((method, trap)) = bridge.trap.take() {
            return self.trapped(policy, thread, method, trap, left);
        }
        if bridge.how == LEFT
            && let Some(&top) = t.frames.last()
        {
            let began = if t.frames.len() == depth { at } else { 0 };
            self.note_left(top.method, mode, began, top.pc);
        }
        match bridge.how {
            STARVED => Handed::Starved,
            VISIBLE => Handed::Visible,
            _ => Handed::Back,
        }
    }

    /// Journals all objects above the base that can be reached from the top frame: what translating them before the
    /// stretch (eagerly) would look at and copy.
    #[cold]
    fn prepare_reachable(&mut self, thread: ThreadId) {
        let Some(top) = self.threads[thread].frames.len().checked_sub(1) else { return };
        let live = self.live_registers(thread, top).filter(|live| live.is_ref);
        let mut pending: Vec<Ref> = live.map(|live| Ref(live.word as u32)).collect();
        let mut met = FastSet::default();
        while let Some(object) = pending.pop() {
            if object.0 >= self.heap.base_top() && met.insert(object.0) {
                self.heap.touch(object);
                self.heap.each_ref(object, |to| pending.push(to));
            }
        }
    }

    #[inline(always)]
    fn mode<P: Policy>(&self, policy: &P) -> Option<Mode> {
        match policy.stretches(self) {
            Stretch::Never => None,
            Stretch::Gated => Some(Mode::Gated),
            Stretch::Free => {
                let is_plain = self.heap.epoch == 0 && self.heap.births.is_none();
                Some(if is_plain { Mode::Plain } else { Mode::Free })
            }
        }
    }

    /// How many calls of machine code may be nested in that of a frame: the thread has registers for them all, and may
    /// have so many frames.
    fn room_for_calls(&mut self, thread: ThreadId, frame: Frame) -> usize {
        let t = &mut *self.threads[thread];
        let end = frame.base as usize + usize::from(frame.registers);
        if t.registers.len() < end + ROOM && t.registers.len() < MAX_REGISTERS {
            t.registers.resize((end + 2 * ROOM).min(MAX_REGISTERS), 0);
        }
        let callees = t.registers.len().saturating_sub(end) / usize::from(MOST_REGISTERS);
        callees.min(MAX_FRAMES.saturating_sub(t.frames.len())).min(MOST_NESTED)
    }

    /// Machine code has come to the end of the method that the interpreter had called.
    fn returned(&mut self, thread: ThreadId, frame: Frame, value: u64, left: &mut i64) -> Handed {
        let epoch = self.heap.epoch;
        let t = &mut *self.threads[thread];
        let Some(top) = t.frames.last() else { return Handed::Back };
        if frame.exit != OnExit::Nothing || t.frames.len() == 1 {
            // There is more to do: the interpreter returns, and counts that.
            *left += 1;
            let op = self.program.methods[frame.method].code().map(|code| code.ops()[top.pc as usize]);
            if let Some(Op::Return { src }) = op {
                t.registers[frame.base as usize + usize::from(src.0)] = value;
            }
            return Handed::Back;
        }
        t.frames.pop();
        t.touch_frame(epoch, &mut self.heap.journal);
        if let Some(caller) = t.frames.last_mut() {
            caller.pc += 1;
            let base = caller.base as usize;
            if frame.ret != u16::MAX {
                t.registers[base + usize::from(frame.ret)] = value;
            }
        }
        Handed::Back
    }

    /// A native method that machine code has called ended with a trap. The top frame stands at the call.
    fn trapped<P: Policy>(
        &mut self,
        policy: &mut P,
        thread: ThreadId,
        method: MethodId,
        trap: Trap,
        left: &mut i64,
    ) -> Handed {
        *left -= 1;
        let Some(&top) = self.threads[thread].frames.last() else { return Handed::Back };
        let op = self.program.methods[top.method].code().map(|code| (code, code.ops()[top.pc as usize]));
        let Some((code, Some((dst, call)))) = op.map(|(code, op)| (code, called(op))) else {
            return Handed::Back;
        };
        let own = self.threads[thread].own_registers();
        let args = &code.calls[call.0 as usize].args;
        let words: Vec<u64> = args.iter().map(|&register| own[usize::from(register)]).collect();
        let trap = match self.after_native(policy, thread, method, &words, dst.0, Err(trap)) {
            Ok(true) => return Handed::Back,
            Ok(false) => {
                if let Some(top) = self.threads[thread].frames.last_mut() {
                    top.pc += 1;
                }
                return Handed::Back;
            }
            Err(trap) => trap,
        };
        match self.handle(policy, thread, trap) {
            None => Handed::Back,
            Some(pause) => {
                *left += i64::from(matches!(pause, Pause::Visible | Pause::Asks(_)));
                Handed::Paused(pause)
            }
        }
    }

    fn bridge<P: Policy>(&mut self, policy: &mut P, thread: ThreadId, mode: Mode) -> Bridge {
        let (heap, mask) = self.heap.mapping();
        let shared_top = self.heap.shared_top;
        let collect_after = self.collect_after_words;
        let machine: *mut Machine = self;
        // SAFETY: the pointer was just made.
        let space = unsafe { &raw mut (*machine).heap };
        let mut bridge = Bridge {
            heap,
            mask,
            entries: ptr::null(),
            space,
            collect_after,
            next: ptr::null_mut(),
            value: 0,
            left: 0,
            pc: 0,
            how: 0,
            method: 0,
            epoch: self.heap.epoch,
            shared_top,
            shared_bit: if shared_top == 0 { 0 } else { SHARED_BIT },
            gate_top: shared_top,
            notes: 0,
            doors: doors::<P>(),
            machine,
            policy: ptr::from_mut(policy).cast::<c_void>(),
            unwound: Vec::new(),
            trap: None,
            thread: thread.0,
            mode,
        };
        set_gate(&mut bridge, self);
        bridge
    }
}
