//! Circles of threads that wait for each other's monitors: a deadlock, whatever others still do.

use super::system::Explorer;
use super::tally::locked;
use lts::{Finding, Property};
use vm::Machine;
use vm::state::monitor::Lock;
use vm::state::thread::{ThreadId, ThreadStatus};

impl Explorer {
    /// A circle that has not been told yet, in a state in which others can go on.
    pub(super) fn find_circle(&mut self) -> Option<Finding> {
        let machine = &self.machine;
        let circle = circle(machine)?;
        // Daemons that block each other keep nobody from ending.
        if circle.iter().all(|&thread| machine.threads[thread].state.daemon) {
            return None;
        }
        let details: Vec<String> = circle.iter().map(|&thread| machine.describe_thread(thread)).collect();
        let message = "threads wait for each other, and can never go on".to_string();
        let is_new = locked(&self.races).insert(details.join("\n"));
        is_new.then_some(Finding { property: Property::DEADLOCK, message, details })
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

/// Who holds what the thread waits for.
fn held_by(machine: &Machine, thread: ThreadId) -> Option<ThreadId> {
    match machine.threads[thread].state.status {
        ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) => {
            Lock::decode(machine.heap.lock(on)).map(|lock| lock.owner).filter(|&owner| owner != thread)
        }
        _ => None,
    }
}
