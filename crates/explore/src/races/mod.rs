//! Data races, found where they are about to happen: two threads stand before accesses to the same place, at
//! least one of them a write, at least one of them plain, and not to a volatile field.
//!
//! This decides the question that happens-before asks. If some sequentially consistent run has two
//! conflicting accesses that are not ordered by happens-before, then some run has two that are next to each
//! other (Adve and Hill's definition of data-race freedom; JLS 17.4.5), and then there is a state in which
//! both are the next operation of their threads. The search visits it: an access to a place that is written
//! while it is shared always begins a step. So a complete search without a finding means that the program is
//! free of data races, and then its runs under the Java memory model are the sequentially consistent ones
//! that were searched, unless it asks for opaque, acquire or release accesses, which is noted.
//!
//! What is looked at says [`scope`]: fields of the program's own classes and of objects of the library that are
//! not made for sharing, and elements of arrays, where the program accesses them or has the library do it.

mod access;
mod scope;

use super::driver::Subject;
use super::system::Explorer;
use super::tally::locked;
use access::Access;
use lts::{Finding, Property};

/// A race, and what makes it the same as another.
struct Race {
    finding: Finding,
    key: String,
}

impl Explorer {
    /// A race that is about to happen in the present state and has not been told yet.
    pub(super) fn find_race(&mut self) -> Option<Finding> {
        let state = self.state();
        let accesses: Vec<Access> =
            state.threads.iter().flat_map(|(thread, _)| state.next_accesses(thread)).collect();
        if accesses.iter().any(|access| access.is_weak() && state.is_asked_for(access.thread)) {
            self.machine.assume(vm::Assumption::WeakModes);
        }
        for (i, first) in accesses.iter().enumerate() {
            for second in &accesses[i + 1..] {
                if first.races_with(*second) {
                    let race = self.subject().describe_race([*first, *second]);
                    if locked(&self.races).insert(race.key) {
                        return Some(race.finding);
                    }
                }
            }
        }
        None
    }
}

impl Subject<'_> {
    fn describe_race(&mut self, accesses: [Access; 2]) -> Race {
        self.begin_naming();
        let (mut details, mut sites) = (Vec::new(), Vec::new());
        let mut message = String::new();
        for access in accesses {
            let next = match self.describe_next(access.thread) {
                next if next.is_empty() => {
                    self.describe_place(access.place.object, access.place.at, access.place.count)
                }
                next => next,
            };
            if message.is_empty() {
                let place = next.split([' ', '=']).next().unwrap_or_default();
                message = format!("data race on {place}");
            }
            let verb = if access.is_write { "writes" } else { "reads" };
            details.push(format!("{} {verb} {next}", self.thread_name(access.thread)));
            let stack = self.describe_stack(access.thread);
            details.extend(stack.iter().map(|frame| format!("at {frame}")));
            sites.push(self.own_part(access.thread, stack));
        }
        // Between the same calls of the program there is one race, whichever of the library's fields it meets first.
        sites.sort_unstable();
        let key = sites.join("\n");
        Race { finding: Finding { property: Property::RACE, message, details }, key }
    }

    /// The stack from the program's own code on.
    fn own_part(&self, thread: vm::state::thread::ThreadId, stack: Vec<String>) -> String {
        let places = self.places(thread);
        let library = places.iter().take_while(|place| !self.is_users(place.method)).count();
        let skipped = if library < stack.len() { library } else { 0 };
        stack[skipped..].join("\n")
    }
}
