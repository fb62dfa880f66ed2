//! Circles of threads that wait for each other's monitors, for locks of the library that know their owner, or for
//! classes that another initializes: a deadlock, whatever others still do.

use super::guard::synchronizer;
use super::system::Explorer;
use super::tally::locked;
use base::Symbol;
use lts::{Finding, Property};
use std::sync::LazyLock;
use vm::program::statics;
use vm::state::monitor::Lock;
use vm::state::thread::{ThreadId, ThreadStatus};
use vm::{Machine, Ref};

impl Explorer {
    /// A circle that has not been told yet, in a state in which others can go on.
    pub(super) fn find_circle(&mut self) -> Option<Finding> {
        let machine = &self.machine;
        let circle = circle(machine)?;
        let details: Vec<String> = circle.iter().map(|&thread| described(machine, thread)).collect();
        let message = "threads wait for each other, and can never go on".to_string();
        let is_new = self.is_untold(details.join("\n"));
        is_new.then_some(Finding { property: Property::DEADLOCK, message, details })
    }

    /// A circle or a race has not been told yet. From now on it has, unless somebody only looks.
    pub(super) fn is_untold(&self, key: String) -> bool {
        let mut told = locked(&self.races);
        if self.is_peeking { !told.contains(&key) } else { told.insert(key) }
    }
}

/// Threads each of which waits for a monitor that the next one holds, in the order of their numbers. Every
/// state is asked, and hardly any has a circle: nothing is kept until there is one.
fn circle(machine: &Machine) -> Option<Vec<ThreadId>> {
    let first = machine.threads.iter().map(|(first, _)| first).find(|&first| is_in_circle(machine, first))?;
    let mut circle: Vec<ThreadId> =
        std::iter::successors(Some(first), |&thread| held_by(machine, thread).filter(|&next| next != first))
            .collect();
    circle.sort_unstable();
    Some(circle)
}

/// The way from a thread to whom it waits for, and so on, leads back to it.
fn is_in_circle(machine: &Machine, first: ThreadId) -> bool {
    let mut at = first;
    // A way that goes past as many threads as there are goes round without the first one.
    for _ in 0..machine.threads.len() {
        match held_by(machine, at) {
            Some(next) if next == first => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

/// Who alone can let the thread go on: who holds what it waits for.
fn held_by(machine: &Machine, thread: ThreadId) -> Option<ThreadId> {
    let holder = match machine.threads[thread].state.status {
        ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) => {
            Lock::decode(machine.heap.lock(on)).map(|lock| lock.owner)
        }
        ThreadStatus::Initializing(class) => {
            let record = machine.program.classes[class].statics;
            let is_running = machine.heap.get32(record, statics::STATE) == statics::RUNNING;
            is_running.then(|| ThreadId(machine.heap.get32(record, statics::THREAD)))
        }
        ThreadStatus::Parked { until_ns: None } if !machine.is_enabled(thread) => {
            let lock = awaited_lock(machine, thread)?;
            let (_, unit) = synchronizer(machine)?;
            let owner = machine.heap.get_ref(lock, unit);
            if owner.is_null() { None } else { machine.thread_of(owner) }
        }
        _ => None,
    };
    holder.filter(|&holder| holder != thread)
}

static QUEUE: LazyLock<Symbol> =
    LazyLock::new(|| "java/util/concurrent/locks/AbstractQueuedSynchronizer".into());
static PARKING: LazyLock<Symbol> = LazyLock::new(|| "java/util/concurrent/locks/LockSupport".into());
static ACQUIRE: LazyLock<Symbol> = LazyLock::new(|| "acquire".into());
/// Locks that only their owner can release. A synchronizer of the program's own may be released by anybody.
const OWNED: &str = "java/util/concurrent/locks/Reentrant";

/// The lock that a parked thread has asked for in a way that no interrupt and no time ends: the receiver of
/// `acquire`, in which it is parked.
fn awaited_lock(machine: &Machine, thread: ThreadId) -> Option<Ref> {
    let t = &machine.threads[thread];
    let class_of = |depth: usize| {
        let method = &machine.program.methods[t.frames[depth].method];
        (machine.program.classes[method.class].name, method.name)
    };
    let parking = *PARKING;
    let depth = (0..t.frames.len()).rev().find(|&depth| class_of(depth).0 != parking)?;
    if class_of(depth) != (*QUEUE, *ACQUIRE) {
        return None;
    }
    let (class, method) = class_of(depth.checked_sub(1)?);
    let name = method.as_str();
    if class == *QUEUE && (name.ends_with("Interruptibly") || name.ends_with("Nanos")) {
        return None;
    }
    let lock = Ref(t.registers[t.frames[depth].base as usize] as u32);
    let class = machine.program.classes[machine.heap.class_of(lock)].name;
    class.as_str().starts_with(OWNED).then_some(lock)
}

fn described(machine: &Machine, thread: ThreadId) -> String {
    let Some((lock, owner)) = awaited_lock(machine, thread).zip(held_by(machine, thread)) else {
        return machine.describe_thread(thread);
    };
    let class = machine.program.classes[machine.heap.class_of(lock)].external_name();
    let class = class.split_once('$').map_or(class.as_str(), |(outer, _)| outer);
    let [name, owner] = [thread, owner].map(|thread| machine.thread_label(thread));
    format!("{name} waits for a {class} (held by {owner}) at {}", machine.user_position(thread))
}
