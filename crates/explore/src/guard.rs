//! The discipline of locks: an object that is always accessed under one and the same monitor needs no
//! scheduling of its own.
//!
//! While it is believed that all accesses to the written places of an object hold its guard, they are
//! invisible: an access commutes with whatever other threads do meanwhile, because these cannot hold the
//! guard (Lipton's movers; the steps are the transactions of Flanagan and Qadeer). It is first believed that
//! objects guard themselves: whoever accesses one holds its own monitor. For places where that fails, the
//! guard of an object is a monitor that its first accessor held while the object was shared, and it is part
//! of the state: whether an access keeps to it then depends on the state alone. A place that is accessed
//! without it is visible from then on. Whenever a belief turns out wrong, the search is begun again, as for
//! places that turn out to be written.

use super::driver::Driver;
use classfile::Kind;
use vm::Machine;
use vm::program::{ClassId, MethodKind};
use vm::state::heap::Ref;
use vm::state::thread::{OnExit, ThreadId};

impl Driver {
    /// The running thread holds the guard of an object, or makes a monitor that it holds the guard.
    pub(super) fn keeps_guard(&mut self, machine: &mut Machine, object: Ref) -> bool {
        let Some(thread) = self.gate.running else { return false };
        if let Some(guard) = self.ghost.guard(object) {
            machine.heap.notes.content(guard);
            return machine.holds(thread, guard) || self.owns(machine, thread, guard);
        }
        machine.heap.notes.spoil();
        let monitor = innermost_monitor(machine, thread, object);
        let Some(guard) = monitor.or_else(|| self.held_lock(machine, thread)) else { return false };
        // The object counts as written: its name tells its guard.
        machine.heap.touch(object);
        self.ghost.set_guard(object, guard);
        true
    }

    /// The thread holds a lock of java.util.concurrent, and this is the object behind it that knows the owner.
    fn owns(&self, machine: &Machine, thread: ThreadId, object: Ref) -> bool {
        self.gate.synchronizer.is_some_and(|(class, unit)| {
            machine.program.is_subclass(machine.heap.class_of(object), class)
                && machine.heap.get_ref(object, unit) == machine.threads[thread].state.object
        })
    }

    /// A lock of java.util.concurrent that the thread holds, as far as its frames lead to it: by a register, a
    /// field of an object in a register, or a static field of a class whose code runs.
    fn held_lock(&self, machine: &Machine, thread: ThreadId) -> Option<Ref> {
        self.gate.synchronizer?;
        let frames = &machine.threads[thread].frames;
        (0..frames.len()).rev().find_map(|depth| {
            let mut refs = machine.live_registers(thread, depth).filter(|live| live.is_ref && live.word != 0);
            let held = refs.find_map(|live| self.held_behind(machine, thread, Ref(live.word as u32), 2));
            let class = machine.program.methods[frames[depth].method].class;
            held.or_else(|| self.held_in_statics(machine, thread, class))
        })
    }

    /// Such a lock among what an object leads to in so many steps.
    fn held_behind(&self, machine: &Machine, thread: ThreadId, object: Ref, steps: u32) -> Option<Ref> {
        if object.is_null() {
            return None;
        }
        if self.owns(machine, thread, object) {
            return Some(object);
        }
        if steps == 0 {
            return None;
        }
        let refs = &machine.heap.shapes[machine.heap.class_of(object)].refs;
        refs.iter().find_map(|&unit| {
            let field = machine.heap.get_ref(object, u32::from(unit));
            self.held_behind(machine, thread, field, steps - 1)
        })
    }

    fn held_in_statics(&self, machine: &Machine, thread: ThreadId, class: ClassId) -> Option<Ref> {
        let class = &machine.program.classes[class];
        let fields = class.fields.iter().map(|&field| &machine.program.fields[field]);
        let mut refs = fields.filter(|field| field.access.is_static() && field.kind == Kind::Ref);
        refs.find_map(|field| {
            let object = machine.heap.get_ref(class.statics, field.unit);
            self.held_behind(machine, thread, object, 1)
        })
    }
}

/// The class of locks that know their owner, and the field that has it.
pub(super) fn synchronizer(machine: &Machine) -> Option<(ClassId, u32)> {
    let class = machine.program.loaded("java/util/concurrent/locks/AbstractOwnableSynchronizer".into())?;
    let (name, desc) = ("exclusiveOwnerThread".into(), "Ljava/lang/Thread;".into());
    let field = machine.program.find_field(class, name, desc)?;
    Some((class, machine.program.fields[field].unit))
}

/// A monitor that the thread holds: that of the object itself if it does, else the one that it took last, as
/// far as its frames tell.
fn innermost_monitor(machine: &Machine, thread: ThreadId, object: Ref) -> Option<Ref> {
    if machine.holds(thread, object) {
        return Some(object);
    }
    let frames = &machine.threads[thread].frames;
    for depth in (0..frames.len()).rev() {
        let mut refs = machine.live_registers(thread, depth).filter(|live| live.is_ref && live.word != 0);
        let held = refs.find(|live| machine.holds(thread, Ref(live.word as u32)));
        if let Some(held) = held {
            return Some(Ref(held.word as u32));
        }
        if let OnExit::Unlock(monitor) = frames[depth].exit
            && machine.holds(thread, monitor)
        {
            return Some(monitor);
        }
    }
    None
}

/// The monitors that a thread holds, as far as its frames tell; some more than once. Who waits within a synchronized
/// method does not hold the monitor that it will leave at the end.
pub(super) fn each_monitor(machine: &Machine, thread: ThreadId, mut act: impl FnMut(Ref)) {
    let frames = &machine.threads[thread].frames;
    let mut hold = |object: Ref| {
        if machine.holds(thread, object) {
            act(object);
        }
    };
    for (depth, frame) in frames.iter().enumerate() {
        let code = &machine.program.methods[frame.method].kind;
        if matches!(code, MethodKind::Code(code) if code.has_monitors) {
            let live = machine.live_registers(thread, depth);
            let refs = live.filter(|live| live.is_ref && live.word != 0);
            refs.for_each(|live| hold(Ref(live.word as u32)));
        }
        if let OnExit::Unlock(monitor) = frame.exit {
            hold(monitor);
        }
    }
}
