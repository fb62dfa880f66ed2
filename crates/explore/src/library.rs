//! Calls of the library's linearizable classes count as one operation (`--library atomic`).
//!
//! Nobody outside can tell a linearizable object from one whose calls happen at once (Herlihy and Wing 1990), so
//! a call from outside into a listed method stops before its first visible operation, like any other, and from
//! there runs without further stops until it returns, throws, blocks, or calls code of the program. What blocked goes
//! on in the same manner. Whether a thread is within such a call follows from its frames alone, so nothing is added
//! to a state. The table says which methods count; what is only weakly consistent is not among them.
//!
//! Among themselves, that is: what is not in the table could see an object in the middle of a listed call. So a class
//! is explored operation by operation, from the beginning, as soon as a thread that is not alone comes to a visible
//! operation in code of that class, or of one nested in it, that is no part of a listed call.
//!
//! A call is one operation on its object, and on nothing else that others can look at. So it is no such operation
//! beyond an access to a thread's interrupt, which belongs to that thread: whoever waits may be interrupted, and
//! freed, after it has looked and before it waits. And one that waits at a condition is two, letting go of the lock
//! and taking it again: in between others come in, also if its time is over at once and it never blocks. What such a
//! call touches of the program's own arrays and lists are operations of their own, see [`beyond`].

mod beyond;
#[cfg(test)]
mod kept;
mod services;
mod table;

pub(super) use beyond::AccessTo;

use super::driver::Driver;
use super::pools::{self, PoolRole};
use classfile::Constant;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{CALLED_BACK, COLLECTED, JOINING, PHASER, PIECES, STATE, SYNCHRONIZERS, TABLE};
use vm::Machine;
use vm::program::{Class, Loader, MethodId};
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;

/// How calls of the library's linearizable classes are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Library {
    /// Operation by operation, like the program's own code.
    #[default]
    Explore,
    /// As one operation each, up to where they block.
    Calls,
    /// The same, and so is what pools do, see [`super::pools`].
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
    /// The same, of a service of the JDK, see [`services`].
    Service,
    /// Like `Listed`, and it may be the end of a task.
    Future,
    /// Code of a pool, see [`super::pools`].
    Pool,
    /// Code of a task of such a pool.
    Task,
    /// Ends a future for good, also one that a pool has not run: like `Future`.
    CancelsFuture,
    /// The same of a task of such a pool: like `Task`.
    CancelsTask,
    /// Code of a pool that tells what it is doing.
    Looks,
    /// Takes back that a call waits at a condition.
    TakesBack,
    /// A call of the machine's own operating system is one operation, however the program is explored.
    Kernel,
}

/// Whether the running thread is within a listed call.
#[derive(Clone, Default)]
pub(crate) struct Seal {
    pub library: Library,
    /// The depth of the outermost frame of that call.
    floor: Option<usize>,
    /// It is the code of a pool.
    is_pools: bool,
    /// What the thread's registers were when it last offered its turn in this step.
    offered: Option<u64>,
    /// By method, as far as it was asked for, with the rows of the table to which its class belongs.
    sides: Vec<(Side, u64)>,
    /// By class, as far as it was asked for: what the objects and the code of it are to such calls.
    traits: Vec<u8>,
    /// How many classes there were when the last step began, and whether one of them could look into pools.
    classes: usize,
    looks: bool,
    /// One of them could make a phaser that belongs to another.
    joins_phasers: bool,
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
        match self.side(machine, method).0 {
            Side::Outside => true,
            Side::TakesBack => depth == floor + 1,
            // Whoever has the future sees it, and each of several by itself.
            Side::CancelsFuture | Side::CancelsTask => self.is_pools && depth > floor,
            _ => false,
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

    fn side(&mut self, machine: &Machine, method: MethodId) -> (Side, u64) {
        let index = method.0 as usize;
        if index >= self.sides.len() {
            self.sides.resize(machine.program.methods.len(), (Side::Unknown, 0));
        }
        if self.sides[index].0 == Side::Unknown {
            self.sides[index] = find_side(machine, method);
        }
        self.sides[index]
    }
}

impl Driver {
    /// A step begins: it is sealed if the thread is within a listed call.
    pub(super) fn begin_seal(&mut self, machine: &Machine, thread: ThreadId) {
        (self.seal.floor, self.seal.offered, self.seal.is_pools) = (None, None, false);
        let is_explored = self.seal.library == Library::Explore || self.gate.sees_all();
        self.look_at_classes(machine);
        if !is_explored {
            self.look_into_what_is_named();
        }
        let explores_pools = self.seal.library != Library::Atomic || self.gate.pools_are_looked_into;
        let (mut completes, mut looks, mut bare) = (false, false, 0);
        for (depth, frame) in machine.threads[thread].frames.iter().enumerate().rev() {
            let (side, rows) = self.seal.side(machine, frame.method);
            match side {
                Side::Kernel => {}
                Side::Outside | Side::Unknown => break,
                _ if is_explored => continue,
                Side::Listed if rows & self.gate.looked_into != 0 => continue,
                Side::Future | Side::CancelsFuture if rows & self.gate.looked_into != 0 => {
                    // What a pool runs is seen while it runs.
                    self.look_into_pools();
                    continue;
                }
                Side::Pool | Side::Looks if completes => break,
                Side::Pool | Side::Task | Side::CancelsTask | Side::Looks if explores_pools => continue,
                Side::Within | Side::TakesBack => {
                    bare |= rows;
                    continue;
                }
                Side::Listed | Side::Future | Side::CancelsFuture => {
                    machine.assume(vm::Assumption::Linearizable);
                }
                Side::Service => machine.assume(vm::Assumption::Services),
                Side::Pool | Side::Task | Side::CancelsTask | Side::Looks => {
                    machine.assume(vm::Assumption::Pools);
                }
            }
            self.seal.floor = Some(depth);
            let is_pools = matches!(side, Side::Pool | Side::Task | Side::CancelsTask | Side::Looks);
            self.seal.is_pools |= is_pools;
            let ends_task = [Side::Task, Side::CancelsTask, Side::Future, Side::CancelsFuture];
            completes |= ends_task.contains(&side);
            looks = side == Side::Looks;
        }
        if looks {
            self.look_into_pools();
        }
        if !self.seal.is_on() && self.gate.several {
            self.look_into(bare);
        }
        if self.seal.is_on() {
            self.seal.steps.fetch_add(1, Ordering::Relaxed);
            self.gate.atomic = true;
        }
    }

    /// Classes of the program that have come since the last step may name something of which more has to be known.
    fn look_at_classes(&mut self, machine: &Machine) {
        let classes = machine.program.classes.len();
        let known = std::mem::replace(&mut self.seal.classes, classes);
        if known == classes {
            return;
        }
        for class in machine.program.classes.values().skip(known) {
            self.seal.looks |= pools::names_look(class);
            self.seal.joins_phasers |= names(class, &JOINING);
            if names(class, &COLLECTED) {
                machine.assume(vm::Assumption::NeverCollected);
            }
        }
    }

    /// Pools that are asked what they do, and phasers of phasers, have to be explored, from the beginning.
    fn look_into_what_is_named(&mut self) {
        if self.seal.looks && self.seal.library == Library::Atomic {
            self.look_into_pools();
        }
        if self.seal.joins_phasers {
            self.look_into(rows_of(PHASER));
        }
    }

    /// Calls of these classes have to be explored operation by operation, from the beginning.
    fn look_into(&mut self, rows: u64) {
        self.gate.outdated |= rows & !self.gate.looked_into != 0;
        self.gate.looked_into |= rows;
    }

    fn look_into_pools(&mut self) {
        self.gate.outdated |= !self.gate.pools_are_looked_into;
        self.gate.pools_are_looked_into = true;
    }

    /// The present operation is on something that is no part of the library's object, the interrupt of the thread that
    /// this object is: others may come in before it, and after it. To pools, interrupts are a means of their own, as
    /// long as they are those of workers that run nobody else's code.
    #[cold]
    pub(super) fn stand_alone(&mut self, machine: &mut Machine, object: Ref) {
        if self.seal.is_pools {
            // How the step goes on depends on what another thread runs, and frames of others are noted nowhere.
            machine.heap.notes.spoil();
        }
        if let Some(thread) = self.gate.running
            && (!self.seal.is_pools || self.is_busy(machine, thread, object))
        {
            self.unseal(machine, thread);
            self.gate.open = self.gate.first | self.gate.atomic;
        }
    }

    /// Another thread than `thread`, by its object, runs code of the program, or is about to.
    fn is_busy(&mut self, machine: &Machine, thread: ThreadId, object: Ref) -> bool {
        let other = machine.threads.iter().find(|(id, t)| *id != thread && t.state.object == object);
        let Some((_, other)) = other else { return false };
        other.frames.iter().any(|frame| self.seal.side(machine, frame.method).0 == Side::Outside)
    }

    /// Others may come in again.
    pub(super) fn unseal(&mut self, machine: &Machine, thread: ThreadId) {
        self.seal.floor = None;
        self.gate.atomic = machine.threads[thread].state.atomic > 0;
    }
}

/// What a method is, and the rows of its class and of the one that it is nested in.
fn find_side(machine: &Machine, method: MethodId) -> (Side, u64) {
    let method = &machine.program.methods[method];
    let class = &machine.program.classes[method.class];
    if class.loader == Loader::App {
        return (Side::Outside, 0);
    }
    if class.is_kernel {
        return (Side::Kernel, 0);
    }
    let (class, name, desc) = (class.name.as_str(), method.name.as_str(), method.desc.as_str());
    let is_apart = SYNCHRONIZERS.contains(&class) && STATE.contains(&name);
    (side_of(class, name, desc), if is_apart { 0 } else { rows_of(class) })
}

/// The rows of a class, and of the one that it is nested in, as bits.
fn rows_of(class: &str) -> u64 {
    let is_in = |listed: &str| {
        class.strip_prefix(listed).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    };
    let rows = TABLE.iter().chain(PIECES).enumerate().filter(|(_, (listed, _))| is_in(listed));
    rows.fold(0, |rows, (row, _)| rows | 1 << row)
}

/// It is a class of the program, and has one of these texts among its constants.
pub(super) fn names(class: &Class, texts: &[&str]) -> bool {
    let Some(file) = class.file.as_ref().filter(|_| class.loader == Loader::App) else { return false };
    let mut constants = file.constants.iter();
    constants.any(|constant| matches!(constant, Constant::Utf8(text) if texts.contains(&text.as_str())))
}

fn side_of(class: &str, name: &str, desc: &str) -> Side {
    let row = TABLE.iter().chain(PIECES).find(|(listed, _)| *listed == class);
    let is_listed = row.is_some_and(|(_, names)| names.contains(&name));
    match (pools::part(class, name), name) {
        (Some(PoolRole::Above), _) => Side::Outside,
        (Some(PoolRole::Pool), "toString") => Side::Looks,
        (Some(PoolRole::Pool), _) => Side::Pool,
        (Some(PoolRole::Task), _) if pools::cancels(name) => Side::CancelsTask,
        (Some(PoolRole::Task), _) => Side::Task,
        (Some(PoolRole::Future), _) if is_listed && pools::cancels(name) => Side::CancelsFuture,
        (Some(PoolRole::Future), _) if is_listed => Side::Future,
        _ if is_listed => Side::Listed,
        _ if services::is_service(class, name, desc) => Side::Service,
        _ if CALLED_BACK.contains(&(class, name)) => Side::Outside,
        (_, "getAndUnsetStatus") => Side::TakesBack,
        _ => Side::Within,
    }
}
