//! Where the interpreter hands over to machine code and takes back, and what machine code asks of the machine.
//!
//! **Aliasing.** While machine code runs, the loop over operations stands still and uses none of its pointers or
//! references. Machine code has the bridge, the heap's mapping and the registers of the top frame; the functions below
//! make references to machine and policy from the bridge's pointers, which come from the loop's own `&mut`, and these
//! end with the function. Register files do not grow meanwhile: a call for which there is no room is the interpreter's.

use crate::compiled::{Bridge, Doors, EntryPoint, LEFT, RETURNED, SHARED_BIT, STARVED, Stretch, VISIBLE};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{ClassId, Code, MethodId, MethodKind, statics};
use crate::state::heap::Ref;
use crate::state::thread::{Frame, MAX_FRAMES, OnExit, ThreadId};
use ir::Op;
use ir::operand::{Call, Dst};
use std::ffi::c_void;
use std::ptr;

/// Calls of machine code by machine code that may be on the system's stack: some hundred bytes each.
const MOST_NESTED: u32 = 400;

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
        let is_gated = match policy.stretches(self) {
            Stretch::Never => return Handed::Not,
            Stretch::Gated => true,
            Stretch::Free => false,
        };
        let Some(&frame) = self.threads[thread].frames.last() else { return Handed::Not };
        let MethodKind::Code(code) = &self.program.methods[frame.method].kind else { return Handed::Not };
        let code = code.as_ptr();
        let Some(enter) = self.machine_code(code, is_gated, at) else { return Handed::Not };
        policy.begin(false);
        let depth = self.threads[thread].frames.len();
        // SAFETY: the loop has checked that the frame's registers are there.
        let regs = unsafe { self.threads[thread].registers.as_mut_ptr().add(frame.base as usize) };
        let mut bridge = self.bridge(policy, thread, is_gated);
        bridge.left = *left;
        // SAFETY: the code was made for this operation of this method, these are the frame's registers, and the
        // bridge is that of this machine, which nobody uses until the code ends.
        let status = unsafe { (enter.entry())(&raw mut bridge, regs) };
        let done = *left - bridge.left;
        *left = bridge.left;
        let own = (self.threads[thread].frames.len() == depth).then_some(bridge.pc);
        if let Some(top) = self.threads[thread].frames.last_mut() {
            top.pc = bridge.pc;
        }
        self.judge_code(code, is_gated, at, done, own.filter(|_| status == LEFT));
        match status {
            STARVED => Handed::Starved,
            VISIBLE => Handed::Visible,
            _ => Handed::Back,
        }
    }

    fn bridge<P: Policy>(&mut self, policy: &mut P, thread: ThreadId, is_gated: bool) -> Bridge {
        let (heap, mask) = self.heap.mapping();
        let shared_top = self.heap.shared_top;
        let machine: *mut Machine = self;
        let mut bridge = Bridge {
            heap,
            mask,
            left: 0,
            value: 0,
            next: ptr::null_mut(),
            pc: 0,
            depth: 0,
            epoch: self.heap.epoch,
            shared_top,
            shared_bit: if shared_top == 0 { 0 } else { SHARED_BIT },
            gate_top: shared_top,
            notes: 0,
            doors: doors::<P>(),
            machine,
            policy: ptr::from_mut(policy).cast::<c_void>(),
            thread: thread.0,
            is_gated,
        };
        set_gate(&mut bridge, self);
        bridge
    }

    /// What the call at an operation of the running frame calls, if nothing but a frame is needed for it.
    fn callee(
        &mut self,
        code: *mut Code,
        pc: u32,
        regs: *mut u64,
        is_noting: bool,
    ) -> Option<(Dst, Call, MethodId)> {
        // SAFETY: code is never freed, and nobody else holds its links.
        let code = unsafe { &mut *code };
        let op = *code.ops().get(pc as usize)?;
        let (dst, call) = match op {
            Op::CallDirect { dst, call }
            | Op::CallStatic { dst, call }
            | Op::CallSpecial { dst, call }
            | Op::CallVirtual { dst, call }
            | Op::CallInterface { dst, call } => (dst, call),
            _ => return None,
        };
        let link = &mut code.calls[call.0 as usize];
        // SAFETY: arguments are registers of the frame.
        let receiver = link.args.first().map(|&r| Ref(unsafe { *regs.add(usize::from(r)) } as u32));
        let target = match op {
            Op::CallDirect { .. } => link.method,
            Op::CallStatic { .. } => {
                let class = self.program.methods[link.method].class;
                if !self.is_initialized(class) {
                    return None;
                }
                link.method
            }
            Op::CallSpecial { .. } => receiver.filter(|r| !r.is_null()).map(|_| link.method)?,
            _ => {
                let receiver = receiver.filter(|r| !r.is_null())?;
                let class = self.heap.class_of(receiver);
                if class != link.seen_class {
                    let found = match op {
                        Op::CallVirtual { .. } => self.program.select_virtual(class, link.method)?,
                        _ => self.select_for_interface(class, link.method).ok()?,
                    };
                    (link.seen_class, link.seen_method) = (class, found);
                }
                link.seen_method
            }
        };
        if is_noting {
            match op {
                Op::CallStatic { .. } => {
                    let class = self.program.methods[target].class;
                    self.heap.notes.content(self.program.classes[class].statics);
                }
                Op::CallVirtual { .. } | Op::CallInterface { .. } => {
                    receiver.into_iter().for_each(|receiver| self.heap.notes.class(receiver));
                }
                _ => {}
            }
        }
        Some((dst, call, target))
    }
}

/// Which accesses ask from now on: all, while it is noted what the step looks at.
fn set_gate(bridge: &mut Bridge, machine: &Machine) {
    let is_noting = bridge.is_gated && machine.heap.notes.is_wanted();
    bridge.notes = u32::from(is_noting);
    bridge.gate_top = if is_noting { u32::MAX } else { machine.heap.shared_top };
}

fn doors<P: Policy>() -> Doors {
    Doors {
        access: access::<P>,
        access_base: access_base::<P>,
        note,
        touch,
        touch_element,
        put_ref,
        store_ref,
        fits,
        is_instance,
        put_static: put_static::<P>,
        new_object,
        new_array,
        call: call::<P>,
        leave: leave::<P>,
    }
}

/// # Safety
/// The bridge is one that `hand_over` has made, and machine code that it has entered is running.
unsafe fn machine_of<'a>(bridge: *mut Bridge) -> &'a mut Machine {
    // SAFETY: the pointer comes from the `&mut self` of `hand_over`, which waits.
    unsafe { &mut *(*bridge).machine }
}

/// # Safety
/// As for `machine_of`, and the policy is a `P`.
unsafe fn policy_of<'a, P: Policy>(bridge: *mut Bridge) -> &'a mut P {
    // SAFETY: the pointer comes from the `policy` of `hand_over`, which waits.
    unsafe { &mut *(*bridge).policy.cast::<P>() }
}

// SAFETY of all functions below: machine code calls them with the bridge that it was entered with, so that what
// `machine_of` and `policy_of` ask for is true; doors are made for the type of the policy.

unsafe extern "C" fn access<P: Policy>(bridge: *mut Bridge, object: u32, unit: u32, is_write: u32) -> u32 {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    let stops = policy.stops_access(machine, Ref(object), unit, is_write != 0);
    // SAFETY: nobody else uses the bridge now.
    set_gate(unsafe { &mut *bridge }, machine);
    u32::from(stops)
}

unsafe extern "C" fn access_base<P: Policy>(bridge: *mut Bridge, at: u32) -> u32 {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    u32::from(policy.stops_static(machine, at, false))
}

unsafe extern "C" fn note(bridge: *mut Bridge, object: u32, is_class: u32) {
    // SAFETY: see above.
    let machine = unsafe { machine_of(bridge) };
    match is_class {
        0 => machine.heap.notes.content(Ref(object)),
        _ => machine.heap.notes.class(Ref(object)),
    }
}

unsafe extern "C" fn touch(bridge: *mut Bridge, object: u32) {
    // SAFETY: see above.
    unsafe { machine_of(bridge) }.heap.touch(Ref(object));
}

unsafe extern "C" fn touch_element(bridge: *mut Bridge, array: u32, byte: u64, bytes: u32) {
    // SAFETY: see above.
    unsafe { machine_of(bridge) }.heap.touch_bytes(Ref(array), byte as usize, bytes as usize);
}

unsafe extern "C" fn put_ref(bridge: *mut Bridge, object: u32, unit: u32, value: u32) {
    // SAFETY: see above.
    unsafe { machine_of(bridge) }.heap.put_ref(Ref(object), unit, Ref(value));
}

unsafe extern "C" fn store_ref(bridge: *mut Bridge, array: u32, index: u32, value: u32) {
    // SAFETY: see above.
    unsafe { machine_of(bridge) }.heap.store_ref(Ref(array), index, Ref(value));
}

unsafe extern "C" fn fits(bridge: *mut Bridge, array: u32, value: u32) -> u32 {
    // SAFETY: see above.
    u32::from(unsafe { machine_of(bridge) }.check_store(Ref(array), Ref(value)).is_ok())
}

unsafe extern "C" fn is_instance(bridge: *mut Bridge, object: u32, class: u32) -> u32 {
    // SAFETY: see above.
    u32::from(unsafe { machine_of(bridge) }.is_instance(Ref(object), ClassId(class)))
}

unsafe extern "C" fn put_static<P: Policy>(bridge: *mut Bridge, row: u32, value: u64) -> u32 {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    // SAFETY: see above.
    let thread = ThreadId(unsafe { (*bridge).thread });
    let Some(frame) = machine.threads[thread].frames.last() else { return LEFT };
    let link = match machine.program.methods[frame.method].code() {
        Some(code) => code.statics[row as usize],
        None => return LEFT,
    };
    if machine.heap.get32(link.record, statics::STATE) != statics::DONE {
        return LEFT;
    }
    if policy.is_exploring() && policy.stops_access(machine, link.record, link.unit, true) {
        return VISIBLE;
    }
    machine.put_static(link, value);
    RETURNED
}

unsafe extern "C" fn new_object(bridge: *mut Bridge, class: u32, may_initialize: u32) -> u32 {
    // SAFETY: see above.
    let machine = unsafe { machine_of(bridge) };
    let class = ClassId(class);
    if machine.collection_is_due() || (may_initialize != 0 && !machine.is_initialized(class)) {
        return 0;
    }
    machine.new_object(class).map_or(0, |object| object.0)
}

unsafe extern "C" fn new_array(bridge: *mut Bridge, class: u32, len: i32) -> u32 {
    // SAFETY: see above.
    let machine = unsafe { machine_of(bridge) };
    if machine.collection_is_due() {
        return 0;
    }
    machine.new_array(ClassId(class), len).map_or(0, |object| object.0)
}

unsafe extern "C" fn call<P: Policy>(bridge: *mut Bridge, pc: u32) -> Option<EntryPoint> {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    // SAFETY: nobody else uses the bridge now.
    let bridge = unsafe { &mut *bridge };
    let thread = ThreadId(bridge.thread);
    let t = machine.threads[thread].as_ptr();
    // SAFETY: the thread is not removed while it runs, and nothing below uses another reference to it at the same time.
    let (frame, depth) = unsafe { (*(*t).frames.last()?, (*t).frames.len()) };
    if bridge.left <= 0 || depth >= MAX_FRAMES || bridge.depth >= MOST_NESTED {
        return None;
    }
    let MethodKind::Code(code) = &machine.program.methods[frame.method].kind else { return None };
    let code = code.as_ptr();
    // SAFETY: the registers of the frame are there.
    let regs = unsafe { (*t).registers.as_mut_ptr().add(frame.base as usize) };
    let (dst, row, target) = machine.callee(code, pc, regs, bridge.notes != 0)?;
    let method = &machine.program.methods[target];
    let MethodKind::Code(callee) = &method.kind else { return None };
    if method.watched || callee.synchronized {
        return None;
    }
    let (callee, registers) = (callee.as_ptr(), callee.body().registers);
    let base = frame.base + u32::from(frame.registers);
    // SAFETY: as above.
    if unsafe { (*t).registers.len() } < base as usize + usize::from(registers) {
        return None;
    }
    let enter = machine.machine_code(callee, bridge.is_gated, 0)?;
    // SAFETY: the callee's registers are there, as was just seen, and it has one for each argument; arguments are
    // registers of the frame; code is never freed.
    unsafe {
        let next = (*t).registers.as_mut_ptr().add(base as usize);
        for (i, &arg) in (&(*code).calls)[row.0 as usize].args.iter().enumerate() {
            *next.add(i) = *regs.add(usize::from(arg));
        }
        bridge.next = next;
        if let Some(top) = (*t).frames.last_mut() {
            top.pc = pc;
        }
        let stamp = bridge.epoch;
        (*t).frames.push(Frame {
            method: target,
            pc: 0,
            base,
            ret: dst.0,
            registers,
            stamp,
            exit: OnExit::Nothing,
        });
    }
    policy.moves_to(machine, thread, depth, target);
    bridge.depth += 1;
    Some(enter.entry())
}

unsafe extern "C" fn leave<P: Policy>(bridge: *mut Bridge) {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    // SAFETY: nobody else uses the bridge now.
    let bridge = unsafe { &mut *bridge };
    bridge.depth -= 1;
    let thread = ThreadId(bridge.thread);
    let frames = &mut machine.threads[thread].frames;
    frames.pop();
    let depth = frames.len() - 1;
    let method = frames[depth].method;
    debug_assert_eq!(frames[depth].stamp, bridge.epoch, "it ran in this epoch");
    policy.moves_to(machine, thread, depth, method);
}
