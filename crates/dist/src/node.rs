//! One node: a machine, a store with the states that belong to it, and what it has still to do.
//!
//! The search goes breadth first, level by level: a node takes up its states of a level when nobody can send it any
//! more of them. So the first violation is one with the fewest steps, and of all ways to a state the one is kept
//! whose choices come first, however many nodes there are.

use crate::balance::Table;
use crate::keep::{KeepPart, PartName};
use crate::mover::Mover;
use crate::news::{AllNews, Halt, News, Reassignment};
use crate::partition::Keys;
use crate::record::Writings;
use crate::sent::Sent;
use crate::trail::Trail;
use crate::wire::{Inbox, Outbox};
use crate::{NodeCounts, Scheme};
use base::{FastMap, FastSet};
use lts::{Choices, CompId, StateId, Store, System};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Exact;

/// A state that is to be taken up.
pub(super) struct Waiting {
    pub trail: Trail,
    pub state: StateId,
    pub care: Care,
    /// Somebody else has taken it up, before it was this node's.
    pub is_known: bool,
}

/// Who has seen to those successors of a state that are its own, up to so many generations behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Care {
    pub by: usize,
    pub generations: u8,
}

impl Care {
    /// Nobody need send a successor to this node.
    pub fn covers(self, owner: usize) -> bool {
        self.generations > 0 && self.by == owner
    }

    /// What of it holds for a successor.
    pub fn behind(self) -> Care {
        Care { generations: self.generations.saturating_sub(1), ..self }
    }
}

/// How long a node works before it looks at what others have sent.
const QUANTUM: Duration = Duration::from_millis(2);

/// A parcel is sent when it has so many bytes, if not before.
const FULL: usize = 1 << 15;

pub struct Node {
    pub me: usize,
    pub(super) plan: Scheme,
    pub(super) mover: Mover,
    pub(super) store: Exact,
    pub(super) keys: Keys,
    pub(super) links: &'static [(u8, usize)],
    /// What the machine knew when the search began, and what ways have been told to teach.
    pub(super) learnt: Vec<u32>,
    pub(super) taught: BTreeSet<Vec<u32>>,
    /// Those of the present level that are left, the next one last, and those of the next.
    pub(super) frontier: Vec<Waiting>,
    pub(super) next: Vec<Waiting>,
    /// What was seen of later levels: states of this node.
    pub(super) ahead: Vec<(Trail, Box<[CompId]>)>,
    /// All states of this node, if somebody may ask for them.
    pub(super) own: Option<Vec<StateId>>,
    /// States in the store that another node has by now.
    pub(super) strangers: FastSet<StateId>,
    /// Whose classes of states are, if they change hands.
    pub(super) table: Option<Table>,
    /// So many states it had when it found no class to give away, if so.
    pub(super) in_vain: u64,
    /// Parcels that are closed, with whom they are for.
    pub(super) closed: Vec<(usize, Vec<u8>)>,
    /// Who keeps the search.
    pub(super) keeper: Option<Arc<dyn KeepPart>>,
    /// The part that was written last, and that of the latest moment that all nodes have written.
    pub(super) last_kept: Option<PartName>,
    pub(super) whole: Option<PartName>,
    /// The graph is written down.
    pub recording: Option<Writings>,
    /// The state that is gone on from.
    pub(super) at: Option<StateId>,
    /// Tells the present search from others.
    pub run: u64,
    /// How often it has begun again.
    pub beginning: u32,
    /// What machines called what they had met, of which there are states.
    pub(super) old_names: Vec<(u64, u64)>,
    /// What machines had read of the world when the search was kept that was taken up.
    pub(super) old_reading: Vec<(String, u64)>,
    /// What was learnt before the present search from the beginning.
    pub lessons: Vec<Vec<Trail>>,
    /// Where the states of the next level stand there.
    pub(super) places: FastMap<StateId, u32>,
    pub level: u32,
    /// Only what is wrong with states counts, and not where they lead.
    pub(super) looks_only: bool,
    pub outboxes: Vec<Outbox>,
    pub(super) inboxes: Vec<Inbox>,
    pub(super) sent: Sent,
    pub known: AllNews,
    /// What others have to be told.
    pub news: Vec<News>,
    pub figures: NodeCounts,
    pub(super) components: Vec<CompId>,
    pub(super) choices: Choices,
    /// Something looks at what happens in the middle of steps.
    pub(super) looks_on: bool,
    pub(super) begun: Instant,
}

impl Node {
    pub fn new(
        me: usize,
        peers: usize,
        mut system: Box<dyn System>,
        plan: &Scheme,
        keeper: Option<Arc<dyn KeepPart>>,
    ) -> Node {
        let links = system.gauges().map_or(&[] as &[_], |gauges| gauges.links());
        let parts = system.gauges().and_then(|gauges| gauges.actors());
        let looks_on = system.atoms().is_some();
        Node {
            me,
            plan: plan.clone(),
            mover: Mover::new(system),
            store: Exact::default(),
            keys: Keys::new(plan.partition, parts, links),
            links,
            learnt: Vec::new(),
            taught: BTreeSet::new(),
            frontier: Vec::new(),
            next: Vec::new(),
            ahead: Vec::new(),
            own: (keeper.is_some() || plan.balance.is_some()).then(Vec::new),
            table: plan.balance.map(|balance| Table::new(balance, peers)),
            strangers: FastSet::default(),
            in_vain: 0,
            closed: Vec::new(),
            keeper,
            last_kept: None,
            whole: None,
            recording: None,
            at: None,
            run: 0,
            beginning: 0,
            old_names: Vec::new(),
            old_reading: Vec::new(),
            lessons: Vec::new(),
            places: FastMap::default(),
            level: 0,
            looks_only: false,
            outboxes: (0..peers).map(|_| Outbox::new(links)).collect(),
            inboxes: (0..peers).map(|_| Inbox::default()).collect(),
            sent: Sent::new(plan.siblings),
            known: AllNews::default(),
            news: Vec::new(),
            figures: NodeCounts { node: me, ..NodeCounts::default() },
            components: Vec::new(),
            choices: Choices::default(),
            looks_on,
            begun: Instant::now(),
        }
    }

    /// Forgets all states, and goes to the beginning. The initial state is the first to be taken up by its owner.
    pub fn begin(&mut self) {
        self.forget();
        self.components.clear();
        self.mover.system.save(&mut self.store, &mut self.components);
        let components = std::mem::take(&mut self.components);
        if self.owner(&components) == self.me {
            self.arrive(&components, Trail::default(), Care::default());
        }
        self.components = components;
    }

    /// Forgets all states.
    pub fn forget(&mut self) {
        self.store.clear();
        self.keys.clear();
        self.outboxes.iter_mut().for_each(Outbox::clear);
        self.inboxes.iter_mut().for_each(Inbox::clear);
        self.sent = Sent::new(self.plan.siblings);
        self.known = AllNews::default();
        self.news.clear();
        self.give_up();
        if let Some(own) = &mut self.own {
            own.clear();
        }
        self.old_names.clear();
        self.old_reading.clear();
        self.table = self.plan.balance.map(|balance| Table::new(balance, self.outboxes.len()));
        self.closed.clear();
        self.in_vain = 0;
        self.strangers.clear();
        self.at = None;
        if let Some(recording) = &mut self.recording {
            recording.clear();
        }
        (self.level, self.looks_only) = (0, false);
        self.figures = NodeCounts {
            node: self.me,
            restarts: self.figures.restarts,
            all_messages: self.figures.all_messages,
            all_bytes: self.figures.all_bytes,
            ..NodeCounts::default()
        };
        let system = self.mover.leave();
        system.start();
        self.learnt = system.learnt();
        self.taught.clear();
    }

    pub fn system(&mut self) -> &mut dyn System {
        self.mover.leave()
    }

    /// Whose state this is.
    pub(super) fn owner(&mut self, components: &[CompId]) -> usize {
        let key = self.keys.of(&self.store, components);
        match &self.table {
            Some(table) => table.owner(key, self.me),
            None => (key % self.outboxes.len() as u64) as usize,
        }
    }

    /// Tells everybody.
    pub(super) fn tell(&mut self, news: News) {
        if self.known.note(&news) {
            self.news.push(news);
        }
    }

    pub fn cut(&mut self, cut: Halt) {
        self.tell(News::Halt(cut));
    }

    /// There are states to be taken up when their level comes.
    pub fn has_next(&self) -> bool {
        !self.next.is_empty() || !self.ahead.is_empty()
    }

    /// Something is to be done when this level comes, even without states.
    pub fn is_due(&self, level: u32) -> bool {
        let me = self.me as u32;
        let concerns =
            |handing: &Reassignment| handing.level == level && (handing.from == me || handing.to == me);
        let keeps = self.keeper.is_some() && self.known.keeps.contains(&level);
        keeps || self.known.handings.iter().any(concerns)
    }

    /// How many states are to be taken up, of this level and of later ones.
    pub fn waiting(&self) -> u64 {
        (self.frontier.len() + self.next.len() + self.ahead.len()) as u64
    }

    /// There are states of the present level left.
    pub fn is_busy(&self) -> bool {
        !self.frontier.is_empty()
    }

    fn forget_next(&mut self) {
        self.next.clear();
        self.ahead.clear();
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
        if self.known.keeps.contains(&level) {
            self.keep();
        }
        self.next.retain(|waiting| !waiting.is_known);
        self.rebalance();
        self.looks_only = nearest == Some(level);
        self.figures.count_level(level, self.next.len());
        self.frontier = std::mem::take(&mut self.next);
        self.places.clear();
        self.frontier.sort_unstable_by(|a, b| b.trail.cmp(&a.trail));
        let is_later = |(trail, _): &(Trail, Box<[CompId]>)| trail.steps > level + 1;
        let (later, next): (Vec<_>, Vec<_>) = std::mem::take(&mut self.ahead).into_iter().partition(is_later);
        self.ahead = later;
        for (trail, components) in next {
            self.arrive_or_relay(&components, trail);
        }
    }

    /// Works for a while. True if it has parcels that are full.
    pub fn work(&mut self) {
        let until = Instant::now() + QUANTUM;
        while let Some(waiting) = self.frontier.pop() {
            self.expand(&waiting);
            let is_full = self.outboxes.iter().any(|outbox| outbox.len() >= FULL);
            if is_full || Instant::now() >= until {
                break;
            }
        }
        self.keep_to_limits();
        if self.keeper.as_ref().is_some_and(|keeper| keeper.is_due()) {
            self.tell(News::Keep(self.level + 1));
        }
        if self.frontier.is_empty() {
            self.tell_load();
        }
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
        self.figures.bytes = self.bytes();
        let limits = &self.plan.limits;
        let cut = if limits.time.is_some_and(|time| self.begun.elapsed() >= time) {
            Some(Halt::Time)
        } else if limits.bytes.is_some_and(|most| self.figures.bytes >= most) {
            Some(Halt::Memory)
        } else if limits.states.is_some_and(|most| self.has_so_many(most)) {
            Some(Halt::States)
        } else {
            None
        };
        if let Some(cut) = cut {
            self.cut(cut);
        }
    }

    /// The search has so many states for each node. Where classes change hands, one node may have all of them.
    fn has_so_many(&self, each: u64) -> bool {
        if self.table.is_none() {
            return self.figures.states >= each;
        }
        let others = self.known.loads.iter().filter(|(node, _)| **node as usize != self.me);
        let others: u64 = others.map(|(_, load)| load.0).sum();
        let all = each.saturating_mul(self.outboxes.len() as u64);
        self.figures.states.saturating_add(others) >= all
    }

    /// What states, and what is known of them, take.
    pub(super) fn bytes(&self) -> u64 {
        let waiting =
            self.frontier.iter().chain(&self.next).map(|waiting| waiting.trail.bytes.capacity() as u64);
        let lists = (self.frontier.capacity() + self.next.capacity()) * size_of::<Waiting>();
        let own = self.own.as_ref().map_or(0, |own| own.capacity() * size_of::<StateId>());
        let ahead: usize =
            self.ahead.first().map_or(0, |(trail, state)| trail.bytes.len() + state.len() * 4 + 48);
        let lists = lists + own + ahead * self.ahead.len();
        // Summing up every trail would take longer than all the rest: the first one stands for all.
        let waits = (self.frontier.len() + self.next.len()) as u64;
        let each = waiting.take(1).sum::<u64>();
        self.store.bytes() + self.keys.bytes() + lists as u64 + waits * each + self.sent.bytes()
    }

    /// The figures at the end.
    pub fn finish(&mut self) {
        self.end_shared();
        self.figures.has_met = self.keys.has_met;
        self.figures.cpu_seconds = (self.plan.cpu_seconds)();
        self.figures.bytes = self.bytes();
        self.figures.instructions = self.mover.system.instructions();
    }
}
