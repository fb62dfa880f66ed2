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
use vm::Machine;
use vm::state::heap::Ref;
use vm::state::thread::{OnExit, ThreadId};

impl Driver {
    /// The running thread holds the guard of an object, or makes a monitor that it holds the guard.
    pub(super) fn keeps_guard(&mut self, machine: &mut Machine, object: Ref) -> bool {
        let Some(thread) = self.gate.running else { return false };
        if let Some(guard) = self.ghost.guard(object) {
            machine.heap.notes.content(guard);
            return machine.holds(thread, guard);
        }
        machine.heap.notes.spoil();
        let Some(guard) = innermost_monitor(machine, thread, object) else { return false };
        // The object counts as written: its name tells its guard.
        machine.heap.touch(object);
        self.ghost.set_guard(object, guard);
        true
    }
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
        if let OnExit::Unlock(monitor) = frames[depth].exit {
            return Some(monitor);
        }
    }
    None
}
