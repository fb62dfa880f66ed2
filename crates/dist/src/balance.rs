//! Classes of states that change hands while a search goes on.
//!
//! A class is many states, and a table says whose it is. It is changed between two levels alone, by news that all have
//! heard by then: nothing is on its way, and only what somebody has seen ahead may have to be relayed to whom it
//! belongs by now. Who gives a class away sends its states along, and takes up those of the level himself; where all
//! nodes have had everything, each just discards what is not its own any more.

use crate::Siblings;
use crate::digest::links_from;
use crate::news::{News, Reassignment};
use crate::node::{Care, Node};
use crate::wire::Outbox;
use base::FastMap;
use lts::{CompId, Pool, StateId, Store};
use store::Exact;

/// How classes are dealt out, and when they change hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    pub how: Dealing,
    /// A node with so many states has many.
    pub many: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// Each node has as many classes as the others; who has many states more than others gives some away.
    Equal,
    /// The first node has all of them until its memory is scarce.
    One,
    /// All nodes have all of them, and search without a word, until memory is scarce; then each keeps its part.
    All,
}

/// So many classes there are. A power of two, so that the digests of states are dealt out evenly.
const CLASSES: u64 = 1 << 12;

/// Who has a quarter more than others on the average gives something away.
const UNEVEN: (u64, u64) = (5, 4);

/// So many bytes of states are given away in one parcel, about.
const LARGE: usize = 1 << 20;

/// So many levels after one it is known who has what.
const SETTLING: u32 = 2;

/// Whose a class is.
pub struct Table {
    balance: Balance,
    owners: Vec<u32>,
    /// All nodes have everything.
    pub is_shared: bool,
}

impl Table {
    pub fn new(balance: Balance, nodes: usize) -> Table {
        let owner = |class: u64| if balance.how == Dealing::One { 0 } else { class as u32 % nodes as u32 };
        Table {
            balance,
            owners: (0..CLASSES).map(owner).collect(),
            is_shared: balance.how == Dealing::All && nodes > 1,
        }
    }

    fn class(key: u64) -> u32 {
        // The lowest bits alone would be those by which other tables are filled.
        ((key >> 7) % CLASSES) as u32
    }

    /// Whose a state with this key is, asked by one of them.
    pub fn owner(&self, key: u64, me: usize) -> usize {
        if self.is_shared { me } else { self.owners[Self::class(key) as usize] as usize }
    }

    /// Who of these with so many states gives how many of them to whom.
    fn transfer(&self, loads: &[u64], is_scarce: bool) -> Option<(usize, usize, u64)> {
        let (from, &most) =
            loads.iter().enumerate().max_by_key(|(node, load)| (**load, usize::MAX - node))?;
        let (to, &least) = loads.iter().enumerate().min_by_key(|(node, load)| (**load, *node))?;
        let mean = loads.iter().sum::<u64>() / loads.len() as u64;
        let is_due = match self.balance.how {
            Dealing::Equal => most > mean * UNEVEN.0 / UNEVEN.1 + self.balance.many,
            Dealing::One => (most >= self.balance.many || is_scarce) && least < most / 2,
            Dealing::All => false,
        };
        (is_due && from != to).then_some((from, to, (most - least) / 2))
    }
}

impl Node {
    /// What has been agreed on for this level happens now, before its states are taken up.
    pub(super) fn rebalance(&mut self) {
        let Some(mut table) = self.table.take() else { return };
        if table.is_shared && self.known.scarce.iter().any(|&level| level <= self.level) {
            table.is_shared = false;
            self.table = Some(table);
            return self.discard();
        }
        let (due, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.known.handings)
            .into_iter()
            .partition(|handing| handing.level <= self.level);
        self.known.handings = later;
        let mut given: FastMap<u32, usize> = FastMap::default();
        let mut gains = false;
        for handing in &due {
            gains |= handing.to as usize == self.me;
            self.known.hand_over(handing);
            for &class in &handing.classes {
                if let Some(owner) = table.owners.get_mut(class as usize) {
                    *owner = handing.to;
                    if handing.from as usize == self.me && handing.level == self.level {
                        given.insert(class, handing.to as usize);
                    }
                }
            }
        }
        self.table = Some(table);
        if !due.is_empty() {
            // Who looked ahead kept what was his own then: others may have to send what has become so since.
            self.next.iter_mut().for_each(|waiting| waiting.care = Care::default());
        }
        if !given.is_empty() {
            self.give(&given);
        } else if gains && self.plan.siblings == Siblings::All {
            self.forget_sent();
        }
        self.propose();
    }

    /// The class of a stored state, which is in `components` then.
    fn class_of(&mut self, state: StateId, components: &mut Vec<CompId>) -> u32 {
        self.store.get(state, components);
        Table::class(self.keys.of(&self.store, components))
    }

    /// Gives classes away, with all states that they have.
    fn give(&mut self, given: &FastMap<u32, usize>) {
        let Some(own) = self.own.take() else { return };
        let (mut components, mut kept) = (Vec::new(), Vec::new());
        for state in own {
            match given.get(&self.class_of(state, &mut components)) {
                Some(&to) => {
                    self.outboxes[to].put_stored(&self.store, &components);
                    if self.outboxes[to].len() >= LARGE {
                        self.closed.push((to, self.outboxes[to].take()));
                    }
                    self.figures.states -= 1;
                    self.figures.moved += 1;
                }
                None => kept.push(state),
            }
        }
        // They have to leave before the numbers of components change.
        let last = self.outboxes.iter_mut().enumerate().map(|(to, outbox)| (to, outbox.take()));
        self.closed.extend(last.filter(|(_, states)| !states.is_empty()));
        self.rebuild(kept);
    }

    /// States that were only remembered to have been sent leave the store: some of them are this node's own now, and
    /// come to it as if they were new.
    fn forget_sent(&mut self) {
        if let Some(own) = self.own.take() {
            self.rebuild(own);
        }
    }

    /// All nodes have the same states: each keeps its own.
    fn discard(&mut self) {
        let Some(own) = self.own.take() else { return };
        let mut components = Vec::new();
        let (mut kept, all) = (Vec::new(), own.len());
        for state in own {
            let class = self.class_of(state, &mut components);
            if self.table.as_ref().is_some_and(|table| table.owners[class as usize] as usize == self.me) {
                kept.push(state);
            }
        }
        let next = std::mem::take(&mut self.next);
        for waiting in next {
            let class = self.class_of(waiting.state, &mut components);
            if self.table.as_ref().is_some_and(|table| table.owners[class as usize] as usize == self.me) {
                self.next.push(waiting);
            }
        }
        self.figures.discarded += (all - kept.len()) as u64;
        self.figures.states = kept.len() as u64;
        self.count_shared_once();
        self.rebuild(kept);
    }

    /// What all nodes have done alike counts for the first one alone.
    fn count_shared_once(&mut self) {
        if self.me != 0 {
            let figures = &mut self.figures;
            (figures.transitions, figures.ends, figures.pruned) = (0, 0, 0);
            figures.by_level.clear();
        }
    }

    /// The search is over, and nobody had to discard anything.
    pub(super) fn end_shared(&mut self) {
        if self.is_shared() && self.me != 0 {
            self.count_shared_once();
            self.figures.states = 0;
        }
    }

    pub(super) fn is_shared(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.is_shared)
    }

    /// States are dealt out from the beginning.
    pub(super) fn share_no_more(&mut self) {
        if let Some(table) = &mut self.table {
            table.is_shared = false;
        }
    }

    /// Says how much it has, when its part of a level is done.
    pub(super) fn tell_load(&mut self) {
        let Some(table) = &self.table else { return };
        let is_scarce = self.plan.limits.bytes.is_some_and(|most| self.figures.bytes >= most / 2);
        if table.is_shared {
            if is_scarce || self.figures.states >= table.balance.many {
                self.tell(News::Scarce(self.level + 1));
            }
        } else {
            let (node, states) = (self.me as u32, self.figures.states);
            self.tell(News::Load { node, states, is_scarce });
        }
    }

    /// Whoever has most proposes what to give away, and everybody else knows that he will.
    fn propose(&mut self) {
        let Some(table) = &self.table else { return };
        let nodes = self.outboxes.len();
        let load = |node: usize| self.known.loads.get(&(node as u32)).copied().unwrap_or_default();
        let loads: Vec<u64> = (0..nodes).map(|node| load(node).0).collect();
        let is_scarce = (0..nodes).any(|node| load(node).1);
        let Some((from, to, amount)) = table.transfer(&loads, is_scarce) else { return };
        // What is given away already has not arrived yet.
        // A class that is too large stays so until there are many more states.
        let is_in_vain = self.figures.states < self.in_vain * UNEVEN.0 / UNEVEN.1;
        if from != self.me || self.level <= self.known.handed + SETTLING || is_in_vain {
            return;
        }
        let Some(own) = self.own.take() else { return };
        let mut sizes: FastMap<u32, u64> = FastMap::default();
        let mut components = Vec::new();
        for &state in &own {
            *sizes.entry(self.class_of(state, &mut components)).or_default() += 1;
        }
        self.own = Some(own);
        let mut sizes: Vec<(u32, u64)> = sizes.into_iter().collect();
        sizes.sort_unstable_by_key(|&(class, size)| (std::cmp::Reverse(size), class));
        let (mut left, mut classes) = (amount, Vec::new());
        for (class, size) in sizes {
            let is_own =
                self.table.as_ref().is_some_and(|table| table.owners[class as usize] as usize == self.me);
            if is_own && size <= left {
                left -= size;
                classes.push(class);
            }
        }
        self.in_vain = if classes.is_empty() { self.figures.states } else { 0 };
        if !classes.is_empty() {
            let (level, from, to, states) = (self.level + 1, from as u32, to as u32, amount - left);
            self.tell(News::Handing(Reassignment { level, from, to, states, classes }));
        }
    }

    /// A store with these states, those that wait, and what others have told of components, and nothing else.
    fn rebuild(&mut self, kept: Vec<StateId>) {
        let old = std::mem::take(&mut self.store);
        let mut again =
            Again { old: &old, new: &mut self.store, links: self.links, known: FastMap::default() };
        let own: Vec<StateId> = kept.into_iter().filter_map(|state| again.state(state)).collect();
        self.places.clear();
        self.strangers.clear();
        for (place, waiting) in self.next.iter_mut().enumerate() {
            if let Some(state) = again.state(waiting.state) {
                waiting.state = state;
                self.places.insert(state, place as u32);
                self.strangers.insert(state);
            }
        }
        for state in &own {
            self.strangers.remove(state);
        }
        self.own = Some(own);
        for (_, state) in &mut self.ahead {
            state.iter_mut().for_each(|component| *component = again.component(*component));
        }
        for inbox in &mut self.inboxes {
            inbox.each(|component| again.component(component));
        }
        self.outboxes.iter_mut().for_each(Outbox::clear);
        self.sent = crate::sent::Sent::new(self.plan.siblings);
        self.keys.clear();
        self.mover.leave();
    }
}

/// Copies states from one store to another.
struct Again<'a> {
    old: &'a Exact,
    new: &'a mut Exact,
    links: &'static [(u8, usize)],
    known: FastMap<CompId, CompId>,
}

impl Again<'_> {
    fn state(&mut self, state: StateId) -> Option<StateId> {
        let mut components = Vec::new();
        self.old.get(state, &mut components);
        let components: Vec<CompId> =
            components.into_iter().map(|component| self.component(component)).collect();
        match self.new.insert(&components) {
            lts::Insert::New(state) => Some(state),
            lts::Insert::Seen(state) => state,
        }
    }

    fn component(&mut self, component: CompId) -> CompId {
        if let Some(&known) = self.known.get(&component) {
            return known;
        }
        let mut words = Vec::new();
        let kind = self.old.words(component, &mut words);
        let from = links_from(self.links, kind, words.len());
        for word in &mut words[from..] {
            *word = self.component(CompId(*word)).0;
        }
        let new = self.new.intern(kind, &words);
        self.known.insert(component, new);
        new
    }
}
