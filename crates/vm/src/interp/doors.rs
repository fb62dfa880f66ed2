//! What machine code asks of the machine: the functions of its bridge.

use crate::compiled::{Bridge, CompiledFn, Doors, LEFT, MOST_REGISTERS, Mode, TRAPPED};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{ClassId, Code, MethodId, MethodKind};
use crate::state::heap::Ref;
use crate::state::thread::{Frame, OnExit, ThreadId};
use ir::Op;
use ir::operand::{Call, Dst};
use std::marker::PhantomData;

impl Machine {
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
        let (dst, call) = called(op)?;
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

/// Where the result of a call goes, and its row.
pub(super) fn called(op: Op) -> Option<(Dst, Call)> {
    match op {
        Op::CallDirect { dst, call }
        | Op::CallStatic { dst, call }
        | Op::CallSpecial { dst, call }
        | Op::CallVirtual { dst, call }
        | Op::CallInterface { dst, call } => Some((dst, call)),
        _ => None,
    }
}

/// Which accesses ask from now on: all, while it is noted what the step looks at.
pub(super) fn set_gate(bridge: &mut Bridge, machine: &Machine) {
    let is_noting = bridge.mode == Mode::Gated && machine.heap.notes.is_wanted();
    bridge.notes = u32::from(is_noting);
    bridge.gate_top = if is_noting { u32::MAX } else { machine.heap.shared_top };
}

/// The functions for one kind of policy.
struct Table<P>(PhantomData<P>);

impl<P: Policy> Table<P> {
    const DOORS: Doors = Doors {
        access: access::<P>,
        access_base: access_base::<P>,
        note,
        touch,
        touch_element,
        put_ref,
        store_ref,
        fits,
        is_instance,
        new_object,
        new_array,
        select,
        unwound,
        native: native::<P>,
        call: call::<P>,
        leave: leave::<P>,
    };
}

pub(super) fn doors<P: Policy>() -> *const Doors {
    &Table::<P>::DOORS
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

unsafe extern "C" fn select(bridge: *mut Bridge, object: u32, method: u32, is_interface: u32) -> u32 {
    // SAFETY: see above.
    let machine = unsafe { machine_of(bridge) };
    let (class, method) = (machine.heap.class_of(Ref(object)), MethodId(method));
    let found = match is_interface {
        0 => machine.program.select_virtual(class, method),
        _ => machine.select_for_interface(class, method).ok(),
    };
    found.unwrap_or(MethodId::NONE).0
}

unsafe extern "C" fn native<P: Policy>(bridge: *mut Bridge, method: u32, words: *const u64) -> u32 {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    // SAFETY: nobody else uses the bridge now.
    let bridge = unsafe { &mut *bridge };
    // As before any native: nothing can be collected while it runs. And the interpreter charges what was moved.
    if machine.collection_is_due() || machine.heap.has_much_bulk() {
        return LEFT;
    }
    let method = MethodId(method);
    let m = &machine.program.methods[method];
    let MethodKind::Native(native) = m.kind else { return LEFT };
    // SAFETY: the code has written as many words as the method has parameters, behind the registers of its frame. A
    // native that needs no frames does not touch registers, so nobody writes them meanwhile.
    let words = unsafe { std::slice::from_raw_parts(words, m.params.len()) };
    match machine.run_native(policy, ThreadId(bridge.thread), method, native, words) {
        Ok(value) => {
            machine.in_native = None;
            bridge.value = value;
            0
        }
        Err(trap) => {
            bridge.trap = Some((method, trap));
            TRAPPED
        }
    }
}

unsafe extern "C" fn unwound(bridge: *mut Bridge, regs: *mut u64, ret: u32, caller: u32, pc: u32) {
    // SAFETY: see above.
    let machine = unsafe { machine_of(bridge) };
    // SAFETY: nobody else uses the bridge now.
    let bridge = unsafe { &mut *bridge };
    let method = MethodId(bridge.method);
    let registers = machine.program.methods[method].code().map_or(0, |code| code.body().registers);
    let file = machine.threads[ThreadId(bridge.thread)].registers.as_ptr();
    let base = ((regs as usize - file as usize) / size_of::<u64>()) as u32;
    let (stamp, exit) = (bridge.epoch, OnExit::Nothing);
    bridge.unwound.push(Frame { method, pc: bridge.pc, base, ret: ret as u16, registers, stamp, exit });
    (bridge.method, bridge.pc) = (caller, pc);
}

unsafe extern "C" fn call<P: Policy>(bridge: *mut Bridge, pc: u32, left: i64) -> Option<CompiledFn> {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    // SAFETY: nobody else uses the bridge now.
    let bridge = unsafe { &mut *bridge };
    let thread = ThreadId(bridge.thread);
    let t = machine.threads[thread].as_ptr();
    // SAFETY: the thread is not removed while it runs, and nothing below uses another reference to it at the same time.
    let (frame, depth) = unsafe { (*(*t).frames.last()?, (*t).frames.len()) };
    if left <= 0 {
        return None;
    }
    let MethodKind::Code(code) = &machine.program.methods[frame.method].kind else { return None };
    let code = code.as_ptr();
    // SAFETY: the registers of the frame are there.
    let regs = unsafe { (*t).registers.as_mut_ptr().add(frame.base as usize) };
    let (dst, row, target) = machine.callee(code, pc, regs, bridge.notes != 0)?;
    let method = &machine.program.methods[target];
    let MethodKind::Code(callee) = &method.kind else { return None };
    if method.watched || callee.synchronized || callee.body().registers > MOST_REGISTERS {
        return None;
    }
    let (callee, registers) = (callee.as_ptr(), callee.body().registers);
    let base = frame.base + u32::from(frame.registers);
    let enter = machine.machine_code(target, callee, bridge.mode, 0, true)?;
    // SAFETY: the callee's registers are there, because there is room for as many calls as may be nested, and it has
    // one for each argument; arguments are registers of the frame; code is never freed.
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
    Some(enter.entry())
}

unsafe extern "C" fn leave<P: Policy>(bridge: *mut Bridge) {
    // SAFETY: see above.
    let (machine, policy) = unsafe { (machine_of(bridge), policy_of::<P>(bridge)) };
    // SAFETY: nobody else uses the bridge now.
    let bridge = unsafe { &mut *bridge };
    let thread = ThreadId(bridge.thread);
    let frames = &mut machine.threads[thread].frames;
    frames.pop();
    let depth = frames.len() - 1;
    let method = frames[depth].method;
    debug_assert_eq!(frames[depth].stamp, bridge.epoch, "it ran in this epoch");
    policy.moves_to(machine, thread, depth, method);
}
