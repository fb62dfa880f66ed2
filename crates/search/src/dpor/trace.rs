//! The events of the present path with the happens-before order among them, and the races in it.

use super::prints::{Plan, Planned, Prints};
use base::FastMap;
use lts::{Access, Footprint, Wait};
use std::rc::Rc;

/// For each actor, how many events of the path there were when its last event was done that comes before.
#[derive(Clone, Default, Debug)]
struct Clock(Vec<u32>);

impl Clock {
    fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &its) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(its);
        }
    }

    fn set(&mut self, actor: u32, count: usize) {
        let actor = actor as usize;
        if self.0.len() <= actor {
            self.0.resize(actor + 1, 0);
        }
        self.0[actor] = count as u32;
    }

    /// An event of the actor comes before.
    fn has(&self, actor: u32, event: usize) -> bool {
        self.0.get(actor as usize).is_some_and(|&count| count as usize > event)
    }
}

pub(super) struct Event {
    pub actor: u32,
    pub prints: Rc<Prints>,
    /// The state that it began in, as a depth of the path.
    pub depth: usize,
    /// It only came to wait for a place that another had: the same as not having moved.
    pub is_attempt: bool,
    clock: Clock,
}

/// Two events in an order that could be another.
pub(super) struct Race {
    /// The first of them.
    pub first: usize,
    /// How to come to the second before the first, from where the first was done.
    pub plan: Plan,
}

#[derive(Default)]
pub(super) struct Trace {
    pub events: Vec<Event>,
    /// Who touched a place, and who left it to others, in the order of the path.
    touched: FastMap<u64, Vec<usize>>,
    released: FastMap<u64, Vec<usize>>,
    /// Those that conflict with whatever it is.
    with_all: Vec<usize>,
    of_actor: FastMap<u32, Vec<usize>>,
    started: FastMap<u32, usize>,
    last_resorts: Vec<usize>,
}

impl Trace {
    /// An event was done.
    pub fn push(&mut self, actor: u32, prints: Prints, depth: usize, is_attempt: bool) {
        let at = self.events.len();
        let mut clock = self.before(actor);
        for before in self.last_ones(&prints) {
            let event = &self.events[before];
            let (own, its) = (&prints, &*event.prints);
            let is_before = its.conflicts(own) || own.conflicts(its) || its.leaves(own);
            if is_before && !clock.has(event.actor, before) {
                clock.join(&event.clock);
            }
        }
        if prints.is_last_resort {
            self.events.iter().for_each(|event| clock.join(&event.clock));
            self.last_resorts.push(at);
        }
        clock.set(actor, at + 1);
        for place in places(&prints) {
            self.touched.entry(place).or_default().push(at);
        }
        for &place in &prints.released {
            self.released.entry(place).or_default().push(at);
        }
        self.with_all.extend(prints.is_with_all().then_some(at));
        self.of_actor.entry(actor).or_default().push(at);
        for &started in &prints.started {
            self.started.insert(started, at);
        }
        self.events.push(Event { actor, prints: Rc::new(prints), depth, is_attempt, clock });
    }

    /// Goes back to where there were so many events.
    pub fn truncate(&mut self, count: usize) {
        while self.events.len() > count {
            let Some(event) = self.events.pop() else { return };
            let at = self.events.len();
            let forget = |list: &mut Vec<usize>| {
                while list.last() == Some(&at) {
                    list.pop();
                }
            };
            for place in places(&event.prints) {
                self.touched.get_mut(&place).map(forget);
            }
            for place in &event.prints.released {
                self.released.get_mut(place).map(forget);
            }
            self.of_actor.get_mut(&event.actor).map(forget);
            forget(&mut self.with_all);
            forget(&mut self.last_resorts);
            for started in &event.prints.started {
                self.started.remove(started);
            }
        }
    }

    /// The races of an event with those before it.
    pub fn races(&self, at: usize, is_able: &dyn Fn(usize, u32) -> bool, each: &mut dyn FnMut(Race)) {
        let event = &self.events[at];
        if event.prints.is_last_resort {
            // It never comes before a step that could be taken.
            return;
        }
        let later = Later { actor: event.actor, prints: &event.prints, at };
        self.races_of(&later, &event.clock, is_able, each);
    }

    /// The races of what those were about to do who wait.
    pub fn races_of_waits(
        &self,
        waits: &[Wait],
        is_able: &dyn Fn(usize, u32) -> bool,
        each: &mut dyn FnMut(Race),
    ) {
        for (at, wait) in waits.iter().enumerate() {
            let actor = wait.actor();
            if waits[..at].iter().any(|before| before.actor() == actor) {
                continue;
            }
            let own = waits.iter().filter(|wait| wait.actor() == actor);
            let touched: Vec<Footprint> = own.map(Wait::pending).collect();
            let mut prints = Prints::default();
            prints.add(&touched, &[]);
            let later = Later { actor, prints: &Rc::new(prints), at: self.events.len() };
            self.races_of(&later, &self.before(actor), is_able, each);
        }
    }

    /// `known` is what comes before the later event.
    fn races_of(
        &self,
        later: &Later<'_>,
        known: &Clock,
        is_able: &dyn Fn(usize, u32) -> bool,
        each: &mut dyn FnMut(Race),
    ) {
        let actor = later.actor;
        let own = self.of_actor.get(&actor).map_or(&[][..], |list| list);
        let own = &own[..own.partition_point(|&event| event < later.at)];
        // Who came to wait has not moved.
        let last = own.iter().rev().copied().find(|&event| !self.events[event].is_attempt);
        let mut hidden = self.clock_after(actor, last, later.at);
        let mut candidates = self.candidates(later.prints);
        candidates.retain(|&first| first < later.at);
        for first in candidates {
            let event = &self.events[first];
            if hidden.has(event.actor, first)
                || event.actor == actor
                || !event.prints.conflicts(later.prints)
                || event.prints.leaves(later.prints)
            {
                continue;
            }
            let is_still_there = last.is_none_or(|last| last < first);
            let could_be_first = is_still_there && is_able(first, actor);
            if is_still_there && !could_be_first && !self.is_brought_about(first, later.at, known) {
                // It was not possible before.
                continue;
            }
            each(Race { first, plan: self.plan(first, later) });
            if could_be_first {
                // What is before the first of these is met again once their order is another.
                hidden.join(&event.clock);
            }
        }
    }

    /// Something between two events comes before the later one, but not after the first.
    fn is_brought_about(&self, first: usize, later: usize, known: &Clock) -> bool {
        (first + 1..later).any(|between| {
            let event = &self.events[between];
            known.has(event.actor, between) && !self.is_after(between, first)
        })
    }

    fn is_after(&self, later: usize, first: usize) -> bool {
        self.events[later].clock.has(self.events[first].actor, first)
    }

    /// All that was done after an event and does not come after it, and then the later one.
    fn plan(&self, first: usize, later: &Later<'_>) -> Plan {
        let free = (first + 1..self.events.len()).filter(|&at| !self.is_after(at, first));
        let events = free.map(|at| &self.events[at]).filter(|event| !event.is_attempt);
        let planned = events.map(|event| Planned { actor: event.actor, prints: event.prints.clone() });
        let events = planned.chain([Planned { actor: later.actor, prints: later.prints.clone() }]).collect();
        Plan { events, is_of_whole_run: true }
    }

    /// What comes before anything that an actor does next.
    fn before(&self, actor: u32) -> Clock {
        let last = self.of_actor.get(&actor).and_then(|list| list.last()).copied();
        self.clock_after(actor, last, self.events.len())
    }

    /// The same, where its last event and the number of events were these.
    fn clock_after(&self, actor: u32, last: Option<usize>, count: usize) -> Clock {
        let mut clock = Clock::default();
        let barrier = self.last_resorts.iter().rev().copied().find(|&event| event < count);
        let starts = self.started.get(&actor).copied().filter(|&event| event < count);
        for before in [last, starts, barrier].into_iter().flatten() {
            clock.join(&self.events[before].clock);
        }
        clock
    }

    /// Events of the path that one that touches this comes after, and some that it does not, the last one first; those
    /// left out come before one of them.
    fn last_ones(&self, prints: &Prints) -> Vec<usize> {
        if prints.is_with_all() {
            return (0..self.events.len()).rev().collect();
        }
        let mut events: Vec<usize> = self.with_all.last().copied().into_iter().collect();
        for place in places(prints) {
            let writes = |at: usize| {
                let mut touched = self.events[at].prints.touched.iter();
                touched.any(|touched| touched.place == place && touched.access != Access::Read)
            };
            for &at in self.touched.get(&place).into_iter().flatten().rev() {
                events.push(at);
                if writes(at) {
                    break;
                }
            }
            // Who leaves a place has touched it before, and those who did so in between came after who left it before.
            events.extend(self.released.get(&place).and_then(|list| list.last()));
        }
        events.sort_unstable_by(|a, b| b.cmp(a));
        events.dedup();
        events
    }

    /// Events of the path that may have to do with one that touches this, the last one first.
    fn candidates(&self, prints: &Prints) -> Vec<usize> {
        if prints.is_with_all() {
            return (0..self.events.len()).rev().collect();
        }
        let mut events = self.with_all.clone();
        for place in places(prints) {
            events.extend(self.touched.get(&place).into_iter().flatten());
            events.extend(self.released.get(&place).into_iter().flatten());
        }
        events.sort_unstable_by(|a, b| b.cmp(a));
        events.dedup();
        events
    }
}

/// Something that comes late, or would.
struct Later<'a> {
    actor: u32,
    prints: &'a Rc<Prints>,
    at: usize,
}

/// Each place once.
fn places(prints: &Prints) -> impl Iterator<Item = u64> {
    let mut places: Vec<u64> = prints.touched.iter().map(|touched| touched.place).collect();
    places.dedup();
    places.into_iter()
}
