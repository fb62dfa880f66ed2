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

use crate::machine::Machine;
use crate::state::heap::Ref;
use crate::state::journal::Undo;
use crate::state::monitor::Lock;
use crate::state::thread::{OnExit, ThreadId};

impl Machine {
    /// The running thread holds the guard of an object, or makes a monitor that it holds the guard.
    pub(super) fn keeps_guard(&mut self, object: Ref) -> bool {
        let Some(thread) = self.gate.running else { return false };
        if let Some(&guard) = self.guards.get(&object) {
            self.heap.notes.content(guard);
            return self.is_owner(thread, guard);
        }
        self.heap.notes.spoil();
        let Some(guard) = self.innermost_monitor(thread, object) else { return false };
        // The object counts as written: its name tells its guard.
        self.heap.touch(object);
        self.guards.insert(object, guard);
        self.heap.journal.push(Undo::Guarded { object });
        true
    }

    pub(super) fn is_owner(&self, thread: ThreadId, monitor: Ref) -> bool {
        Lock::decode(self.heap.lock(monitor)).is_some_and(|lock| lock.owner == thread)
    }

    /// A monitor that the thread holds: that of the object itself if it does, else the one that it took last,
    /// as far as its frames tell.
    fn innermost_monitor(&self, thread: ThreadId, object: Ref) -> Option<Ref> {
        if self.is_owner(thread, object) {
            return Some(object);
        }
        let frames = &self.threads[thread].frames;
        for depth in (0..frames.len()).rev() {
            let mut refs = self.live_registers(thread, depth).filter(|live| live.is_ref && live.word != 0);
            let held = refs.find(|live| self.is_owner(thread, Ref(live.word as u32)));
            if let Some(held) = held {
                return Some(Ref(held.word as u32));
            }
            if let OnExit::Unlock(monitor) = frames[depth].exit {
                return Some(monitor);
            }
        }
        None
    }
}
