//! Searches that take up states in any order: breadth-first, and best-first by a rank. The machine comes back
//! to a state out of the store.
//!
//! With ranks by preemptions this is Dijkstra's algorithm over pairs of a state and who moved last: all
//! schedules with no preemption come first, then those with one, and so on. The first finding then has the
//! fewest preemptions that any has, and among those the shortest path.

use crate::core::{Core, Foreseen, Patience, Reach};
use crate::limits::{Limits, Progress, Why};
use crate::result::{Next, SearchResult};
use base::FastMap;
use lts::MaybeOwned;
use lts::{Choice, Choices, CompId, Finding, Insert, Path, StateId, Status, Store, System};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Which state is taken up next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The one that was reached with the fewest steps.
    Breadth,
    /// The one with the fewest preemptions on the way.
    Preemptions,
    /// The one in which the fewest actors can move.
    MostBlocked,
    /// The one whose last move was by an actor whose name is early in this list.
    Actors(Vec<String>),
    /// The one for which the program itself has named the least value.
    UserValue,
}

/// A way to a state: one step more than another way.
struct Node {
    /// `u32::MAX` for the beginning.
    parent: u32,
    choice: Choice,
    state: StateId,
    depth: u32,
    preemptions: u32,
    /// How often somebody went on before his time.
    early: u32,
}

/// Nodes that are not taken up yet, the next one first.
enum Queue {
    /// First come, first served: ranks are all the same, and nodes come in the order of their depth.
    Plain(VecDeque<u32>),
    /// By rank and depth; those with equal ones, first come first served.
    Ranked(BinaryHeap<Reverse<(i64, u32, u32)>>),
}

impl Queue {
    fn new(order: &Order) -> Queue {
        match order {
            Order::Breadth => Queue::Plain(VecDeque::new()),
            _ => Queue::Ranked(BinaryHeap::new()),
        }
    }

    fn push(&mut self, rank: i64, depth: u32, at: u32) {
        match self {
            Queue::Plain(queue) => queue.push_back(at),
            Queue::Ranked(queue) => queue.push(Reverse((rank, depth, at))),
        }
    }

    fn pop(&mut self) -> Option<u32> {
        match self {
            Queue::Plain(queue) => queue.pop_front(),
            Queue::Ranked(queue) => queue.pop().map(|Reverse((_, _, at))| at),
        }
    }

    fn len(&self) -> usize {
        match self {
            Queue::Plain(queue) => queue.len(),
            Queue::Ranked(queue) => queue.len(),
        }
    }

    fn capacity(&self) -> usize {
        match self {
            Queue::Plain(queue) => queue.capacity(),
            Queue::Ranked(queue) => queue.capacity(),
        }
    }
}

const NO_NODE: u32 = u32::MAX;
/// There is room for so many more nodes, at least, when there is none left.
const LEAST_NODES: usize = 1024;

struct Jumps<'a> {
    core: Core<'a>,
    store: &'a mut dyn Store,
    order: &'a Order,
    nodes: Vec<Node>,
    /// The choices of a state that was reached, while those of the one before are taken.
    next_choices: Choices,
    /// Nodes not taken up yet.
    queue: Queue,
    /// States that the store does not give back, until they are taken up.
    held: FastMap<u32, Box<[CompId]>>,
    /// The fewest preemptions with which a state was reached by this actor, and then the fewest who went on before
    /// their time, when that is what counts.
    fewest: FastMap<(StateId, u32), (u32, u32)>,
}

/// Explores everything in the given order, or until the first finding or a limit.
pub fn best_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    order: &Order,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    let mut jumps = Jumps {
        core: Core::new(MaybeOwned::Borrowed(system), limits, Patience::Some),
        store,
        order,
        nodes: Vec::new(),
        next_choices: Choices::default(),
        queue: Queue::new(order),
        held: FastMap::default(),
        fewest: FastMap::default(),
    };
    while jumps.explore(watch) == Next::Again {
        jumps.core.begin_again(jumps.store);
        jumps.nodes.clear();
        jumps.queue = Queue::new(order);
        jumps.held.clear();
        jumps.fewest.clear();
    }
    jumps.core.finish(Some(jumps.store))
}

impl Jumps<'_> {
    fn explore(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        self.core.start();
        let first = Node {
            parent: NO_NODE,
            choice: Choice { actor: 0, value: 0 },
            state: StateId(0),
            depth: 0,
            preemptions: 0,
            early: 0,
        };
        let mut next = self.arrive(first, Foreseen::Nothing);
        while next == Next::On {
            let Some(at) = self.queue.pop() else {
                return if self.core.restart.is_pending() { Next::Again } else { Next::Stop };
            };
            next = self.expand(at, watch);
        }
        next
    }

    /// Takes every choice of a state.
    fn expand(&mut self, at: u32, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let Node { state, depth, preemptions, early, choice: last, .. } = self.nodes[at as usize];
        if self.is_stale(state, last.actor, (preemptions, early)) {
            return Next::On;
        }
        if let Some(held) = self.held.remove(&at) {
            self.core.components = held.into_vec();
        } else if !self.core.recall(self.store, state) {
            self.core.result.cut(Why::Store);
            return Next::Stop;
        }
        if let Err(gap) = self.core.load(self.store) {
            self.core.result.gap(gap);
            return Next::On;
        }
        let mut choices = std::mem::take(&mut self.core.choices);
        self.core.system.choices(&mut choices);
        let mark = self.core.system.mark();
        let goes_on = goes_on(&choices, last.actor);
        // With preemptions to count, a state that is known may still be reached in a better way.
        let foresees = *self.order != Order::Preemptions;
        let (mut next, mut has_moved) = (Next::On, false);
        for &choice in &choices.list {
            let preempts = self.nodes[at as usize].parent != NO_NODE && goes_on && choice.actor != last.actor;
            let preemptions = preemptions + u32::from(preempts);
            if self.core.limits.preemptions.is_some_and(|most| preemptions > most) {
                self.core.result.cut(Why::Preemptions);
                continue;
            }
            if std::mem::take(&mut has_moved) {
                self.core.system.rewind(mark);
            }
            let foreseen = match foresees {
                true => self.core.foreseen(choice, self.store),
                false => Foreseen::Nothing,
            };
            if !matches!(foreseen, Foreseen::Visited(_)) {
                let early = early + u32::from(choices.early.contains(&choice));
                has_moved = true;
                let node = Node { parent: at, choice, state, depth: depth + 1, preemptions, early };
                next = self.step(node, foreseen);
            }
            if next == Next::On && self.core.clock.tick(&*self.core.system) {
                next = self.look_around(depth as usize, watch);
            }
            if next != Next::On {
                break;
            }
        }
        // From here it is nearer to the next state, and all of this one is known, which is not so of what was foreseen.
        if next == Next::On && has_moved {
            self.core.system.rewind(mark);
        }
        self.core.choices = choices;
        next
    }

    /// Goes one step further, to a node whose state is not known yet.
    fn step(&mut self, node: Node, foreseen: Foreseen) -> Next {
        let (outcome, settled) = self.core.step(node.choice);
        let next = self.core.count(settled);
        if next != Next::On {
            return next;
        }
        let nodes = &self.nodes;
        match self.core.judge(outcome, || path_of(nodes, &node)) {
            None => self.arrive(node, foreseen),
            Some(next) => next,
        }
    }

    /// The machine has reached a state: stores it and, if it is new, queues it.
    fn arrive(&mut self, node: Node, foreseen: Foreseen) -> Next {
        let insert = match foreseen {
            Foreseen::Components => self.core.put(self.store),
            _ => self.core.name(self.store),
        };
        let mut choices = std::mem::take(&mut self.next_choices);
        let next = self.take_in(node, insert, &mut choices);
        self.next_choices = choices;
        next
    }

    fn take_in(&mut self, mut node: Node, insert: Insert, choices: &mut Choices) -> Next {
        if let Insert::New(state) | Insert::Seen(Some(state)) = insert {
            node.state = state;
        }
        if !self.is_better(insert, &node) {
            self.core.result.statistics.revisits += 1;
            return Next::On;
        }
        if insert.is_new() {
            self.count_depth(node.depth as usize);
        }
        let status = self.core.system.choices(choices);
        match status {
            Status::Done => {
                self.core.result.statistics.ends += u64::from(insert.is_new());
                return Next::On;
            }
            Status::Stuck(_) if !insert.is_new() => return Next::On,
            Status::Stuck(finding) => return self.report(finding, &node),
            Status::Flawed(finding) => {
                let next = self.report(finding, &node);
                if next != Next::On {
                    return next;
                }
            }
            Status::Live => {}
        }
        if self.core.limits.depth.is_some_and(|depth| node.depth as usize >= depth) {
            self.core.result.cut(Why::Depth);
            return Next::On;
        }
        self.core.result.statistics.max_depth =
            self.core.result.statistics.max_depth.max(node.depth as usize + 1);
        let before = self.nodes.get(node.parent as usize).map_or(0, |parent| parent.depth + 1);
        debug_assert_eq!(node.depth, before, "`path_of` counts as many steps");
        let rank = self.rank(&node, choices);
        let at = self.nodes.len() as u32;
        self.queue.push(rank, node.depth, at);
        if !self.store.keeps() {
            self.held.insert(at, self.core.components.as_slice().into());
        }
        if self.nodes.len() == self.nodes.capacity() {
            // Doubling would leave up to half of it unused, of what is the most that such a search keeps.
            self.nodes.reserve_exact((self.nodes.len() / 8).max(LEAST_NODES));
        }
        self.nodes.push(node);
        if self.core.is_full(self.store.states()) { Next::Stop } else { Next::On }
    }

    fn count_depth(&mut self, depth: usize) {
        let by_depth = &mut self.core.result.statistics.by_depth;
        if by_depth.len() <= depth {
            by_depth.resize(depth + 1, 0);
        }
        by_depth[depth] += 1;
    }

    /// The state is new, or reached with fewer preemptions than before where that counts.
    fn is_better(&mut self, insert: Insert, node: &Node) -> bool {
        if *self.order != Order::Preemptions || insert == Insert::Seen(None) {
            return insert.is_new();
        }
        let fewest = self.fewest.entry((node.state, node.choice.actor)).or_insert((u32::MAX, 0));
        let cost = (node.preemptions, node.early);
        let is_better = cost < *fewest;
        *fewest = cost.min(*fewest);
        is_better
    }

    /// Another way to the state was found since, and taken up before.
    fn is_stale(&self, state: StateId, actor: u32, cost: (u32, u32)) -> bool {
        self.fewest.get(&(state, actor)).is_some_and(|&fewest| fewest < cost)
    }

    fn rank(&mut self, node: &Node, choices: &Choices) -> i64 {
        match self.order {
            Order::Breadth => 0,
            Order::Preemptions => i64::from(node.preemptions) << 32 | i64::from(node.early),
            Order::MostBlocked => {
                let mut actors: Vec<u32> = choices.list.iter().map(|choice| choice.actor).collect();
                actors.dedup();
                actors.len() as i64
            }
            Order::Actors(list) => {
                let name = self.core.system.narrator().map(|narrator| narrator.actor(node.choice.actor));
                let at = list.iter().position(|actor| Some(actor) == name.as_ref());
                at.unwrap_or(list.len()) as i64
            }
            Order::UserValue => self.core.system.user_value(),
        }
    }

    fn report(&mut self, finding: Finding, node: &Node) -> Next {
        let nodes = &self.nodes;
        self.core.report(finding, || path_of(nodes, node))
    }

    fn look_around(&mut self, depth: usize, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        if self.core.result.rely_on(self.store) == Next::Stop {
            return Next::Stop;
        }
        let own = self.nodes.capacity() * size_of::<Node>() + self.queue.capacity() * 24;
        let bytes = own as u64 + self.fewest.capacity() as u64 * 28;
        let reach = Reach { depth, frontier: self.queue.len() as u64, bytes, share: None };
        let progress = self.core.progress(reach, Some(self.store));
        self.core.result.look_around(self.core.limits, &progress, watch)
    }
}

/// The actor could go on, and not only before its time.
pub(crate) fn goes_on(choices: &Choices, actor: u32) -> bool {
    choices.list.iter().any(|choice| choice.actor == actor && !choices.early.contains(choice))
}

/// The choices that lead to a node.
fn path_of(nodes: &[Node], node: &Node) -> Path {
    let mut path: Path = Vec::new();
    if node.parent != NO_NODE {
        path.push(node.choice);
    }
    let mut at = node.parent;
    while at != NO_NODE {
        let Node { parent, choice, .. } = nodes[at as usize];
        if parent != NO_NODE {
            path.push(choice);
        }
        at = parent;
    }
    path.reverse();
    debug_assert_eq!(path.len(), node.depth as usize, "`arrive` has counted as many steps");
    path
}
