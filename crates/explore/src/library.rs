//! Calls of the library's linearizable classes count as one operation (`--library atomic`).
//!
//! Nobody outside can tell a linearizable object from one whose calls happen at once (Herlihy and Wing 1990), so
//! a call from outside into a listed method stops before its first visible operation, like any other, and from
//! there runs without further stops until it returns, throws, blocks, or calls code of the program. What blocked goes
//! on in the same manner. Whether a thread is within such a call follows from its frames alone, so nothing is added
//! to a state. The table says which methods count; what is only weakly consistent is not among them.
//!
//! A call is one operation on its object, and on nothing else that others can look at. So it is no such operation
//! beyond an access to a thread's interrupt, which belongs to that thread: whoever waits may be interrupted, and
//! freed, after it has looked and before it waits. And one that waits at a condition is two, letting go of the lock
//! and taking it again: in between others come in, also if its time is over at once and it never blocks.

#[cfg(test)]
mod kept;
mod table;

use super::driver::Driver;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{CALLED_BACK, TABLE};
use vm::Machine;
use vm::program::{Loader, MethodId};
use vm::state::thread::ThreadId;

/// How calls of the library's linearizable classes are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Library {
    /// Operation by operation, like the program's own code.
    #[default]
    Explore,
    /// As one operation each, up to where they block.
    Atomic,
}

/// What a method is to the seal round library calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Side {
    #[default]
    Unknown,
    /// Code of the program, or of libraries on its class path.
    Outside,
    /// Code of the JDK that is ordinary by itself.
    Within,
    /// A call of it from outside is one operation.
    Listed,
    /// Takes back that a call waits at a condition.
    TakesBack,
}

/// Whether the running thread is within a listed call.
#[derive(Clone, Default)]
pub(crate) struct Seal {
    pub library: Library,
    /// The depth of the outermost frame of that call.
    floor: Option<usize>,
    /// What the thread's registers were when it last offered its turn in this step.
    offered: Option<u64>,
    /// By method, as far as it was asked for.
    sides: Vec<Side>,
    /// Steps that began within a listed call. Siblings share it.
    pub steps: Arc<AtomicU64>,
}

impl Seal {
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.floor.is_some()
    }

    /// The call has returned or thrown, or code of the program runs, or the program's own call of a condition has
    /// found that its time is over: it has let go of the lock, maybe without blocking.
    #[inline]
    pub fn breaks(&mut self, machine: &Machine, depth: usize, method: MethodId) -> bool {
        let Some(floor) = self.floor.filter(|&floor| depth >= floor) else { return true };
        match self.side(machine, method) {
            Side::Outside => true,
            Side::TakesBack => depth == floor + 1,
            Side::Unknown | Side::Within | Side::Listed => false,
        }
    }

    /// A thread offers its turn. Within a listed call it goes on as long as that leads somewhere: loops that
    /// count do, those that wait for others come back with the same registers.
    pub fn gives_way(&mut self, machine: &Machine, thread: ThreadId) -> bool {
        let thread = &machine.threads[thread];
        let Some(top) = thread.frames.last().filter(|_| self.is_on()) else { return true };
        let first = top.base as usize;
        let mut hasher = base::FastHasher::default();
        thread.registers[first..first + usize::from(top.registers)].hash(&mut hasher);
        let offered = Some(hasher.finish());
        std::mem::replace(&mut self.offered, offered) == offered
    }

    fn side(&mut self, machine: &Machine, method: MethodId) -> Side {
        let index = method.0 as usize;
        if index >= self.sides.len() {
            self.sides.resize(machine.program.methods.len(), Side::Unknown);
        }
        if self.sides[index] == Side::Unknown {
            self.sides[index] = find_side(machine, method);
        }
        self.sides[index]
    }
}

impl Driver {
    /// A step begins: it is sealed if the thread is within a listed call.
    pub(super) fn begin_seal(&mut self, machine: &Machine, thread: ThreadId) {
        (self.seal.floor, self.seal.offered) = (None, None);
        if self.seal.library == Library::Explore || self.gate.plain {
            return;
        }
        for (depth, frame) in machine.threads[thread].frames.iter().enumerate().rev() {
            match self.seal.side(machine, frame.method) {
                Side::Outside | Side::Unknown => break,
                Side::Within | Side::TakesBack => {}
                Side::Listed => self.seal.floor = Some(depth),
            }
        }
        if self.seal.is_on() {
            self.seal.steps.fetch_add(1, Ordering::Relaxed);
            machine.assume(vm::Assumption::Linearizable);
            self.gate.atomic = true;
        }
    }

    /// The present operation is on something that is no part of the library's object, an interrupt: others may
    /// come in before it, and after it.
    #[cold]
    pub(super) fn stand_alone(&mut self, machine: &Machine) {
        if let Some(thread) = self.gate.running {
            self.unseal(machine, thread);
            self.gate.open = self.gate.first | self.gate.atomic;
        }
    }

    /// Others may come in again.
    pub(super) fn unseal(&mut self, machine: &Machine, thread: ThreadId) {
        self.seal.floor = None;
        self.gate.atomic = machine.threads[thread].state.atomic > 0;
    }
}

fn find_side(machine: &Machine, method: MethodId) -> Side {
    let method = &machine.program.methods[method];
    let class = &machine.program.classes[method.class];
    if class.loader == Loader::App {
        return Side::Outside;
    }
    let (class, name) = (class.name.as_str(), method.name.as_str());
    let row = TABLE.iter().find(|(listed, _)| *listed == class);
    match name {
        _ if row.is_some_and(|(_, names)| names.contains(&name)) => Side::Listed,
        _ if CALLED_BACK.contains(&(class, name)) => Side::Outside,
        "getAndUnsetStatus" => Side::TakesBack,
        _ => Side::Within,
    }
}
