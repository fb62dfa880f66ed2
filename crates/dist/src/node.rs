//! One node: a machine, a store with the states that belong to it, and what it has still to do.
//!
//! The search goes breadth first, level by level: a node takes up its states of a level when nobody can send it any
//! more of them. So the first violation is one with the fewest steps, and of all ways to a state the one is kept
//! whose choices come first, however many nodes there are.

use crate::mover::Mover;
use crate::news::{FoundAt, Halt, Known, News};
use crate::partition::{Aspect, Keys};
use crate::trail::Trail;
use crate::wire::{Arrived, Inbox, Opening, Outbox};
use crate::{Figures, Scheme, Siblings};
use base::FastMap;
use lts::{Cause, Choices, CompId, Finding, Gap, Insert, Outcome, Property, StateId, Status, Store, System};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use store::Exact;

/// A state that is to be taken up.
struct Waiting {
    trail: Trail,
    state: StateId,
}

/// How long a node works before it looks at what others have sent.
const QUANTUM: Duration = Duration::from_millis(2);

/// A parcel is sent when it has so many bytes, if not before.
const FULL: usize = 1 << 15;

pub struct Node {
    pub me: usize,
    plan: Scheme,
    mover: Mover,
    store: Exact,
    keys: Keys,
    /// How many actors there are in a state, at most, of those that walks at random came to.
    pub actors: usize,
    links: &'static [(u8, usize)],
    /// What the machine knew when the search began, and what ways have been told to teach.
    learnt: Vec<u32>,
    taught: BTreeSet<Vec<u32>>,
    /// Those of the present level that are left, the next one last, and those of the next.
    frontier: Vec<Waiting>,
    next: Vec<Waiting>,
    /// Where the states of the next level stand there.
    places: FastMap<StateId, u32>,
    level: u32,
    /// Only what is wrong with states counts, and not where they lead.
    looks_only: bool,
    pub outboxes: Vec<Outbox>,
    inboxes: Vec<Inbox>,
    sent: Sent,
    pub known: Known,
    /// What others have to be told.
    pub news: Vec<News>,
    pub figures: Figures,
    components: Vec<CompId>,
    choices: Choices,
    /// Something looks at what happens in the middle of steps.
    looks_on: bool,
    begun: Instant,
}

/// What was sent, so that it is not sent again: states of other nodes.
enum Sent {
    Nothing,
    /// All of it is in the node's own store.
    Stored,
    /// By digest, the last one that had this place.
    Cached(Vec<Box<[CompId]>>),
}

impl Sent {
    fn new(siblings: Siblings) -> Sent {
        match siblings {
            Siblings::None => Sent::Nothing,
            Siblings::All => Sent::Stored,
            Siblings::Some(count) => Sent::Cached(vec![Box::default(); count.max(1) as usize]),
        }
    }
}

impl Node {
    pub fn new(me: usize, peers: usize, mut system: Box<dyn System>, plan: &Scheme) -> Node {
        let links = system.gauges().map_or(&[] as &[_], |gauges| gauges.links());
        let parts = system.gauges().and_then(|gauges| gauges.actors());
        let looks_on = system.atoms().is_some();
        Node {
            me,
            plan: plan.clone(),
            mover: Mover::new(system),
            store: Exact::default(),
            keys: Keys::new(plan.partition, parts, links),
            actors: 0,
            links,
            learnt: Vec::new(),
            taught: BTreeSet::new(),
            frontier: Vec::new(),
            next: Vec::new(),
            places: FastMap::default(),
            level: 0,
            looks_only: false,
            outboxes: (0..peers).map(|_| Outbox::new(links)).collect(),
            inboxes: (0..peers).map(|_| Inbox::default()).collect(),
            sent: Sent::new(plan.siblings),
            known: Known::default(),
            news: Vec::new(),
            figures: Figures { node: me, ..Figures::default() },
            components: Vec::new(),
            choices: Choices::default(),
            looks_on,
            begun: Instant::now(),
        }
    }

    /// Forgets all states, and goes to the beginning. The initial state is the first to be taken up by its owner.
    pub fn begin(&mut self) {
        self.store.clear();
        self.keys.clear();
        self.outboxes.iter_mut().for_each(Outbox::clear);
        self.inboxes.iter_mut().for_each(Inbox::clear);
        self.sent = Sent::new(self.plan.siblings);
        self.known = Known::default();
        self.news.clear();
        self.frontier.clear();
        self.forget_next();
        (self.level, self.looks_only) = (0, false);
        let restarts = self.figures.restarts;
        let (messages, bytes) = (self.figures.all_messages, self.figures.all_bytes);
        self.figures = Figures {
            node: self.me,
            restarts,
            all_messages: messages,
            all_bytes: bytes,
            ..Figures::default()
        };
        let system = self.mover.leave();
        system.start();
        self.learnt = system.learnt();
        self.taught.clear();
        self.components.clear();
        system.save(&mut self.store, &mut self.components);
        if self.owner() == self.me {
            let components = std::mem::take(&mut self.components);
            self.arrive(&components, Trail::default());
            self.components = components;
        }
    }

    pub fn system(&mut self) -> &mut dyn System {
        self.mover.leave()
    }

    /// Whose state this is, which the node has named last.
    fn owner(&mut self) -> usize {
        let key = self.keys.of(&self.store, &self.components);
        (key % self.outboxes.len() as u64) as usize
    }

    /// Tells everybody.
    fn tell(&mut self, news: News) {
        if self.known.note(&news) {
            self.news.push(news);
        }
    }

    pub fn cut(&mut self, cut: Halt) {
        self.tell(News::Halt(cut));
    }

    /// A state of this node was reached, in so many steps. If it is new, it is taken up when its level comes.
    fn arrive(&mut self, components: &[CompId], trail: Trail) {
        match self.store.insert(components) {
            Insert::New(state) => {
                self.figures.states += 1;
                self.places.insert(state, self.next.len() as u32);
                self.next.push(Waiting { trail, state });
            }
            Insert::Seen(state) => {
                let place = state.and_then(|state| self.places.get(&state));
                if let Some(waiting) = place.and_then(|&place| self.next.get_mut(place as usize))
                    && trail < waiting.trail
                {
                    waiting.trail = trail;
                }
            }
        }
    }

    /// There are states to be taken up when their level comes.
    pub fn has_next(&self) -> bool {
        !self.next.is_empty()
    }

    /// There are states of the present level left.
    pub fn is_busy(&self) -> bool {
        !self.frontier.is_empty()
    }

    /// Somebody has sent news and states.
    pub fn receive(&mut self, from: usize, level: u32, states: &[u8], news: &[News]) {
        for news in news {
            self.known.note(news);
        }
        if self.known.is_over() || states.is_empty() {
            return;
        }
        let mut opening = Opening::new(states, level, self.links);
        loop {
            match opening.next(&mut self.inboxes[from], &mut self.store) {
                Some(Arrived::State(trail)) => {
                    let components = std::mem::take(&mut opening.state);
                    self.arrive(&components, trail);
                    opening.state = components;
                }
                Some(Arrived::Way(trail)) => self.arrive_by(trail),
                Some(Arrived::Nothing) => return,
                None => {
                    let what = "nodes of a distributed search do not understand each other".to_string();
                    self.tell(Gap { cause: Cause::Fault, what, place: String::new() }.into());
                    return;
                }
            }
        }
    }

    /// A state has arrived as the way to it.
    fn arrive_by(&mut self, trail: Trail) {
        match self.mover.go(&trail) {
            Ok(()) => {
                let mut components = std::mem::take(&mut self.components);
                components.clear();
                self.mover.system.save(&mut self.store, &mut components);
                self.arrive(&components, trail);
                self.components = components;
            }
            Err(gap) => self.tell(gap.into()),
        }
    }

    fn forget_next(&mut self) {
        self.next.clear();
        self.places.clear();
    }

    /// Takes up a level that nobody can add states to any more. What happens now is decided by what everybody knows.
    pub fn take_up(&mut self, level: u32) {
        self.level = level;
        let nearest = self.known.nearest().filter(|_| !self.plan.limits.all);
        let is_done = nearest.is_some_and(|nearest| nearest < level);
        if is_done || !self.known.lessons.is_empty() || self.known.is_over() {
            return self.forget_next();
        }
        self.looks_only = nearest == Some(level);
        self.figures.count_level(level, self.next.len());
        self.frontier = std::mem::take(&mut self.next);
        self.places.clear();
        self.frontier.sort_unstable_by(|a, b| b.trail.cmp(&a.trail));
    }

    /// Works for a while. True if it has parcels that are full.
    pub fn work(&mut self) {
        let until = Instant::now() + QUANTUM;
        while let Some(Waiting { trail, state }) = self.frontier.pop() {
            self.expand(&trail, state);
            let is_full = self.outboxes.iter().any(|outbox| outbox.len() >= FULL);
            if is_full || Instant::now() >= until {
                break;
            }
        }
        self.keep_to_limits();
        if self.known.is_over() {
            self.give_up();
        }
    }

    /// Somebody has ended the search.
    pub fn give_up(&mut self) {
        self.frontier.clear();
        self.forget_next();
    }

    fn keep_to_limits(&mut self) {
        let limits = &self.plan.limits;
        self.figures.bytes = self.bytes();
        let cut = if limits.time.is_some_and(|time| self.begun.elapsed() >= time) {
            Some(Halt::Time)
        } else if limits.bytes.is_some_and(|most| self.figures.bytes >= most) {
            Some(Halt::Memory)
        } else if limits.states.is_some_and(|most| self.figures.states >= most) {
            Some(Halt::States)
        } else {
            None
        };
        if let Some(cut) = cut {
            self.cut(cut);
        }
    }

    /// What states, and what is known of them, take.
    fn bytes(&self) -> u64 {
        let waiting =
            self.frontier.iter().chain(&self.next).map(|waiting| waiting.trail.bytes.capacity() as u64);
        let lists = (self.frontier.capacity() + self.next.capacity()) * size_of::<Waiting>();
        let cached = match &self.sent {
            Sent::Cached(list) => list.iter().map(|state| state.len() as u64 * 4 + 16).sum(),
            Sent::Nothing | Sent::Stored => 0,
        };
        // Summing up every trail would take longer than all the rest: the first one stands for all.
        let waits = (self.frontier.len() + self.next.len()) as u64;
        let each = waiting.take(1).sum::<u64>();
        self.store.bytes() + self.keys.bytes() + lists as u64 + waits * each + cached
    }

    /// Goes to a state of the present level.
    fn go_to(&mut self, trail: &Trail, state: StateId) -> Result<(), Gap> {
        if !self.store.get(state, &mut self.components) {
            let what = self.store.fault().unwrap_or_else(|| "a state that is lost".to_string());
            return Err(Gap { cause: Cause::Fault, what, place: String::new() });
        }
        if self.mover.leave().load(&self.store, &self.components).is_ok() {
            return Ok(());
        }
        // There is something in it that this machine has not met: on the way there it does.
        self.figures.walked += 1;
        self.mover.go(trail)?;
        let mut named = Vec::new();
        self.mover.system.save(&mut self.store, &mut named);
        if named != self.components {
            let what = "nodes of a distributed search call one state by two names".to_string();
            return Err(Gap { cause: Cause::Fault, what, place: String::new() });
        }
        self.mover.leave();
        Ok(())
    }

    /// Looks at a state, and takes all its choices.
    fn expand(&mut self, trail: &Trail, state: StateId) {
        if let Err(gap) = self.go_to(trail, state) {
            return self.tell(gap.into());
        }
        let mut choices = std::mem::take(&mut self.choices);
        let status = self.mover.system.choices(&mut choices);
        if self.judge(status, trail) {
            self.take_all(&choices, trail);
        }
        self.choices = choices;
        if self.mover.system.gauges().is_some_and(|gauges| gauges.keeps_across_paths()) {
            let what = "a program that keeps things across paths, by several processes".to_string();
            self.tell(Gap { cause: Cause::Unsupported, what, place: String::new() }.into());
            self.cut(Halt::Finished);
        }
    }

    /// What is wrong with a state. True if it is gone on from.
    fn judge(&mut self, status: Status, trail: &Trail) -> bool {
        match status {
            Status::Done => {
                self.figures.ends += 1;
                return false;
            }
            Status::Stuck(finding) => {
                self.found(trail.clone(), finding, false);
                return false;
            }
            Status::Flawed(finding) => self.found(trail.clone(), finding, true),
            Status::Live => {}
        }
        let is_too_deep = self.plan.limits.depth.is_some_and(|most| self.level as usize >= most);
        if is_too_deep {
            self.cut(Halt::Depth);
        }
        !self.looks_only && !is_too_deep
    }

    fn found(&mut self, trail: Trail, finding: Finding, is_flaw: bool) {
        debug_assert!(finding.property != Property::LIVELOCK, "nobody looks for these here");
        self.tell(News::Found(FoundAt::new(trail, finding, is_flaw)));
    }

    fn take_all(&mut self, choices: &Choices, trail: &Trail) {
        let mark = self.mover.system.mark();
        let mut has_moved = false;
        for (number, &choice) in choices.list.iter().enumerate() {
            if std::mem::take(&mut has_moved) {
                self.mover.system.rewind(mark);
            }
            self.figures.transitions += 1;
            self.components.clear();
            let is_foreseen = match self.mover.system.foresight() {
                Some(foresight) => foresight.foresee(choice, &mut self.store, &mut self.components),
                None => false,
            };
            if !is_foreseen {
                has_moved = true;
                let outcome = self.mover.system.step(choice);
                if self.mover.system.settle().is_outdated {
                    let system = &mut *self.mover.system;
                    let is_new = self.taught.insert(system.learnt());
                    system.learn(&self.learnt);
                    if is_new {
                        self.tell(News::Lesson(trail.then(number, choices.list.len())));
                    }
                    continue;
                }
                let longer = || trail.then(number, choices.list.len());
                if !self.outcome(outcome, longer) {
                    continue;
                }
            }
            // Whoever begins again anyway need not know where steps lead.
            if self.known.lessons.is_empty() {
                self.deliver(|| trail.then(number, choices.list.len()));
            }
        }
    }

    /// What a step came to. True if that is a state, which then has been named.
    fn outcome(&mut self, outcome: Outcome, trail: impl FnOnce() -> Trail) -> bool {
        match outcome {
            Outcome::Next => {
                self.components.clear();
                self.mover.system.save(&mut self.store, &mut self.components);
                if self.looks_on {
                    let mut choices = Choices::default();
                    if let Status::Flawed(finding) = self.mover.system.choices(&mut choices) {
                        self.found(trail(), finding, true);
                    }
                }
                return true;
            }
            Outcome::Pruned => self.figures.pruned += 1,
            Outcome::Finished => self.cut(Halt::Finished),
            Outcome::Violated(finding) => self.found(trail(), finding, false),
            Outcome::Unknown(gap) => self.tell(gap.into()),
        }
        false
    }

    /// The state that was named last goes to its owner.
    fn deliver(&mut self, trail: impl FnOnce() -> Trail) {
        let key = self.keys.of(&self.store, &self.components);
        let owner = (key % self.outboxes.len() as u64) as usize;
        let components = std::mem::take(&mut self.components);
        if owner == self.me {
            self.arrive(&components, trail());
        } else if self.is_sent(&components, key) {
            self.figures.kept_back += 1;
        } else {
            self.figures.messages += 1;
            self.figures.all_messages += 1;
            self.outboxes[owner].put(&self.store, &components, &trail(), self.plan.transfer);
        }
        self.components = components;
    }

    /// A state of another node was sent before, as far as that is remembered. Now it is. States are taken up in the
    /// order of their trails, so the first time is the one with the best.
    fn is_sent(&mut self, components: &[CompId], key: u64) -> bool {
        match &mut self.sent {
            Sent::Nothing => false,
            Sent::Stored => !self.store.insert(components).is_new(),
            Sent::Cached(list) => {
                // The lowest part of the key has told the owner. One of less than the whole state is that of many.
                let key = match self.plan.partition.aspect {
                    Aspect::Global => key,
                    _ => base::hash_words(components.iter().map(|component| u64::from(component.0))),
                };
                let at = ((key >> 20) % list.len() as u64) as usize;
                if *list[at] == *components {
                    return true;
                }
                list[at] = components.into();
                false
            }
        }
    }

    /// Goes some ways at random, and notes what they teach.
    pub fn scout(&mut self, walks: impl Iterator<Item = u64>, most_steps: u32) {
        let system = self.mover.leave();
        let learnt = system.learnt();
        self.taught.clear();
        let mut choices = Choices::default();
        for walk in walks {
            let mut seed = base::hash_words([walk, 1]);
            let mut trail = Trail::default();
            system.start();
            while trail.steps < most_steps {
                if self.plan.partition.actor.is_some() {
                    self.components.clear();
                    system.save(&mut self.store, &mut self.components);
                    self.actors = self.actors.max(self.keys.actors(&self.store, &self.components));
                }
                if !matches!(system.choices(&mut choices), Status::Live | Status::Flawed(_)) {
                    break;
                }
                seed = base::hash_words([seed, walk]);
                let number = (seed >> 16) as usize % choices.list.len().max(1);
                let Some(&choice) = choices.list.get(number) else { break };
                trail = trail.then(number, choices.list.len());
                let outcome = system.step(choice);
                if system.settle().is_outdated {
                    if self.taught.insert(system.learnt()) {
                        self.known.lessons.insert(trail.clone());
                    }
                    system.learn(&learnt);
                }
                if outcome != Outcome::Next {
                    break;
                }
            }
        }
        system.start();
    }

    /// The figures at the end.
    pub fn finish(&mut self) {
        self.figures.bytes = self.bytes();
        self.figures.instructions = self.mover.system.instructions();
    }
}
