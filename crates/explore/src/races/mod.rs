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
use access::Access;
pub(super) use access::manner;
use lts::{Finding, Property};
pub(super) use scope::belongs_to_one;
use vm::state::thread::ThreadId;

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
                    if self.is_untold(race.key) {
                        return Some(race.finding);
                    }
                }
            }
        }
        None
    }
}

impl Subject<'_> {
    /// Between the same calls of the program there is one race, whichever of the library's places it meets first:
    /// that would depend on the order of the search. So a search names the calls, and who goes the path once more
    /// is told the place.
    fn describe_race(&mut self, accesses: [Access; 2]) -> Race {
        self.begin_naming();
        let (mut details, mut sites) = (Vec::new(), Vec::new());
        let (mut place, mut calls) = (None, Vec::new());
        for access in accesses {
            let name = self.thread_label(access.thread);
            let (called, stack) = self.call_and_stack(access.thread);
            sites.push(format!("{}\n{}", called.clone().unwrap_or_default(), stack.join("\n")));
            match called.filter(|_| !self.driver.gate.narrating) {
                Some(called) => {
                    details.push(format!("{name} calls {called}"));
                    details.extend(stack.iter().map(|frame| format!("at {frame}")));
                    calls.push(called);
                }
                None => {
                    let next = self.describe_access(access);
                    let verb = if access.is_write { "writes" } else { "reads" };
                    details.push(format!("{name} {verb} {next}"));
                    details
                        .extend(self.describe_stack(access.thread).iter().map(|frame| format!("at {frame}")));
                    let first = next.split([' ', '=']).next().unwrap_or_default();
                    place.get_or_insert_with(|| first.to_string());
                }
            }
        }
        calls.dedup();
        let message = match place {
            Some(place) => format!("data race on {place}"),
            None => format!("data race in {}", calls.join(" and ")),
        };
        sites.sort_unstable();
        Race { finding: Finding { property: Property::RACE, message, details }, key: sites.join("\n") }
    }

    fn describe_access(&mut self, access: Access) -> String {
        match self.describe_next(access.thread) {
            next if next.is_empty() => {
                self.describe_place(access.place.object, access.place.at, access.place.count)
            }
            next => next,
        }
    }

    /// What the program has the library do there, if it does not do it itself, and the stack from its own code on.
    fn call_and_stack(&self, thread: ThreadId) -> (Option<String>, Vec<String>) {
        let places = self.places(thread);
        let mut own = places.iter().position(|place| self.is_users(place.method)).unwrap_or(0);
        let method = match own.checked_sub(1) {
            Some(outermost) => Some(places[outermost].method),
            None => access::next_call(self.machine, thread),
        };
        if method.is_none() {
            own = 0;
        }
        let called = method.map(|method| {
            let method = &self.program.methods[method];
            format!("{}.{}", self.program.classes[method.class].external_name(), method.name)
        });
        (called, places[own..].iter().map(|&place| self.describe(place)).collect())
    }
}
