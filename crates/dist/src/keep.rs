//! A search that can be taken up again: what each node writes down, and how it comes back.
//!
//! Nodes keep what they have before a level is taken up, when nothing is on its way. A part is a parcel with all
//! states of a node, so that it makes no difference who reads it: whoever does sends each state to whom it belongs
//! now. What one node has seen to for another is left out, and then done twice.

use crate::NodeCounts;
use crate::flow::deal;
use crate::news::News;
use crate::node::{Care, Node};
use crate::record::RecordGraph;
use crate::trail::Trail;
use crate::voice::{Voice, gather};
use crate::wire::{Arrived, Inbox, Opening, Outbox, Transfer};
use lts::{Cause, Gap, Store};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use timely::worker::Worker;

/// Which part of which search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct PartName {
    /// How often the search had begun again.
    pub beginning: u32,
    /// The level that comes next.
    pub level: u32,
    /// Tells searches apart that were begun at different times.
    pub run: u64,
    /// Of how many nodes.
    pub nodes: u32,
    pub node: u32,
}

/// Where parts of a search are written to.
pub trait KeepPart: Send + Sync {
    /// It is time again.
    fn is_due(&self) -> bool;

    /// Writes a part, and may forget what this node has written before, but for its part of the latest moment that is
    /// known to be whole: the parts of all nodes are there. False if it could not be written.
    fn keep(&self, name: PartName, bytes: &[u8], whole: Option<PartName>) -> bool;
}

/// Where parts of a search can be read.
pub trait KeptParts: Send + Sync {
    /// Those that are whole.
    fn parts(&self) -> Vec<PartName>;

    /// # Errors
    /// What is wrong with it.
    fn read(&self, name: PartName) -> Result<Vec<u8>, String>;
}

/// What a search is kept in, and taken up from.
#[derive(Clone, Default)]
pub struct Upkeep {
    pub keeper: Option<Arc<dyn KeepPart>>,
    pub kept: Option<Arc<dyn KeptParts>>,
    /// Where the graph of a search by one node is written to.
    pub recorder: Option<Arc<dyn RecordGraph>>,
}

/// What one node had.
#[derive(Serialize, Deserialize)]
struct NodeCheckpoint {
    figures: NodeCounts,
    /// What was learnt, search by search from the beginning.
    lessons: Vec<Vec<Trail>>,
    news: Vec<News>,
    granted: u32,
    names: Vec<(u64, u64)>,
    /// What its machine had read of the world.
    reading: Vec<(String, u64)>,
    /// A parcel: states that were gone on from, and those that wait, with the ways to them.
    states: Vec<u8>,
}

impl Node {
    /// Writes down what this node has. Nothing is on its way, and the states of the level are still to be taken up.
    pub(super) fn keep(&mut self) {
        let Some(keeper) = self.keeper.clone() else { return };
        let Some(own) = self.own.take() else { return };
        let mut outbox = Outbox::new(self.links);
        let mut components = Vec::new();
        // Where all have everything, the first one keeps it.
        let is_first = !self.is_shared() || self.me == 0;
        let mut is_lost = false;
        for &state in own.iter().filter(|_| is_first) {
            is_lost |= !self.store.get(state, &mut components);
            match self.places.get(&state).and_then(|&place| self.next.get(place as usize)) {
                Some(waiting) => {
                    outbox.put(&self.store, &components, &waiting.trail, 0, Transfer::Components);
                }
                None => outbox.put_stored(&self.store, &components),
            }
        }
        self.own = Some(own);
        if is_lost {
            let what = self.store.fault().unwrap_or_else(|| "a state that is lost".to_string());
            return self.tell(Gap { cause: Cause::Fault, what, place: String::new() }.into());
        }
        let mut names = self.names();
        names.extend_from_slice(&self.old_names);
        let part = NodeCheckpoint {
            figures: if is_first { self.figures.clone() } else { NodeCounts::default() },
            lessons: self.lessons.clone(),
            news: self.known.as_news(),
            granted: self.mover.system.knowledge().map_or(0, |knowledge| knowledge.granted()),
            names,
            reading: self.reading(),
            states: outbox.take(),
        };
        let (node, nodes) = (self.me as u32, self.outboxes.len() as u32);
        let name = PartName { beginning: self.beginning, level: self.level, run: self.run, nodes, node };
        // All have told by now what they could not write last time.
        let last = self.last_kept.replace(name);
        let is_whole =
            |last: &PartName| last.beginning == self.beginning && !self.known.unkept.contains(&last.level);
        self.whole = last.filter(is_whole).or(self.whole);
        // Writing to a vector does not fail.
        match keeper.keep(name, &postcard::to_stdvec(&part).unwrap_or_default(), self.whole) {
            true => self.figures.kept += 1,
            false => self.tell(News::Unkept(self.level)),
        }
    }

    /// What the machine calls what it has met.
    pub(super) fn names(&self) -> Vec<(u64, u64)> {
        self.mover.system.gauges().map_or_else(Vec::new, |gauges| gauges.late_names())
    }

    /// What the machine has read of the world, here and before it was taken up.
    pub(super) fn reading(&self) -> Vec<(String, u64)> {
        let mut reading = self.mover.system.gauges().map_or_else(Vec::new, |gauges| gauges.read());
        reading.extend_from_slice(&self.old_reading);
        reading.sort_unstable();
        reading.dedup();
        reading
    }

    /// What a part was made of that is another thing by now.
    fn outdated(&self, part: &NodeCheckpoint) -> Option<String> {
        let gauges = self.mover.system.gauges()?;
        let is_other = |(name, sum): &&(String, u64)| gauges.reread(name) != Some(*sum);
        part.reading
            .iter()
            .find(is_other)
            .map(|(name, _)| format!("{name} is not what it was for the checkpoint"))
    }

    /// Takes in a part, or sends its states on to whom they belong. False if it cannot be read.
    fn take_in(&mut self, part: &NodeCheckpoint, level: u32) -> bool {
        let mut opening = Opening::new(&part.states, level, self.links);
        let mut inbox = Inbox::default();
        loop {
            let Some(arrived) = opening.next(&mut inbox, &mut self.store) else { return false };
            let components = std::mem::take(&mut opening.state);
            let owner = match arrived {
                Arrived::Nothing => break,
                Arrived::Way(..) => return false,
                Arrived::State(..) | Arrived::Stored => self.owner(&components),
            };
            match arrived {
                Arrived::State(trail, _) if owner == self.me => {
                    self.arrive(&components, trail, Care::default());
                }
                Arrived::State(trail, _) => {
                    self.outboxes[owner].put(&self.store, &components, &trail, 0, Transfer::Components);
                }
                _ if owner == self.me => self.arrive_stored(&components),
                _ => self.outboxes[owner].put_stored(&self.store, &components),
            }
            opening.state = components;
        }
        self.figures.add_kept(&part.figures);
        self.old_names.extend_from_slice(&part.names);
        self.old_reading.extend_from_slice(&part.reading);
        if let Some(knowledge) = self.mover.system.knowledge() {
            knowledge.grant(part.granted);
        }
        true
    }
}

/// Beginning, level, run and number of nodes.
type CheckpointId = (u32, u32, u64, u32);

/// The latest level of which all parts are there, and who reads which of them.
fn whole(seen: &[Vec<PartName>]) -> Result<Vec<(PartName, usize)>, String> {
    let mut sets: BTreeMap<CheckpointId, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
    for (worker, names) in seen.iter().enumerate() {
        for name in names {
            let set = sets.entry((name.beginning, name.level, name.run, name.nodes)).or_default();
            set.entry(name.node).or_default().push(worker);
        }
    }
    let is_whole = |(moment, parts): &(&CheckpointId, &BTreeMap<u32, Vec<usize>>)| {
        let nodes = moment.3;
        parts.len() == nodes as usize && parts.keys().all(|node| *node < nodes)
    };
    let Some((&(beginning, level, run, nodes), parts)) = sets.iter().rev().find(is_whole) else {
        return Err("there is no checkpoint of which all parts are whole: begin without --resume".to_string());
    };
    let name = |node: u32| PartName { beginning, level, run, nodes, node };
    Ok(parts.iter().map(|(&node, seers)| (name(node), seers[node as usize % seers.len()])).collect())
}

/// What a node says of the parts that it has read.
#[derive(Clone, Serialize, Deserialize)]
struct Heads {
    lessons: Option<Vec<Vec<Trail>>>,
    news: Vec<News>,
    error: Option<String>,
}

/// Takes up the search that is kept: all nodes get the states that are theirs. What was learnt, or why it cannot be
/// done.
pub fn take_back(
    worker: &mut Worker,
    voice: &mut Voice,
    node: &Rc<RefCell<Node>>,
    kept: &dyn KeptParts,
) -> Option<Result<Vec<Vec<Trail>>, String>> {
    let seen = gather(worker, voice, kept.parts())?;
    let wanted = match whole(&seen) {
        Ok(wanted) => wanted,
        Err(why) => return Some(Err(why)),
    };
    let (beginning, level) = wanted.first().map_or((0, 0), |(name, _)| (name.beginning, name.level));
    let (mut parts, mut error) = (Vec::new(), None);
    for (name, _) in wanted.iter().filter(|(_, reader)| *reader == worker.index()) {
        let read = kept.read(*name).and_then(|bytes| {
            postcard::from_bytes::<NodeCheckpoint>(&bytes)
                .map_err(|error| format!("a part is damaged: {error}"))
        });
        match read {
            Ok(part) => {
                error = error.or_else(|| node.borrow().outdated(&part));
                parts.push(part);
            }
            Err(why) => error = Some(why),
        }
    }
    let lessons = parts.first().map(|part| part.lessons.clone());
    let news = parts.iter().flat_map(|part| part.news.clone()).collect();
    let heads = gather(worker, voice, Heads { lessons, news, error })?;
    if let Some(why) = heads.iter().find_map(|head| head.error.clone()) {
        return Some(Err(why));
    }
    let lessons = heads.iter().find_map(|head| head.lessons.clone()).unwrap_or_default();
    let mut is_read = true;
    {
        let mut node = node.borrow_mut();
        for learnt in &lessons {
            crate::mover::acquaint(node.system(), learnt.iter());
        }
        node.forget();
        (node.beginning, node.level) = (beginning, level);
        node.share_no_more();
        for news in heads.iter().flat_map(|head| &head.news) {
            node.known.note(news);
        }
        for part in &parts {
            is_read &= node.take_in(part, level);
        }
    }
    deal(worker, voice, node, level)?;
    let all_read = gather(worker, voice, is_read)?.into_iter().all(|is_read| is_read);
    Some(if all_read { Ok(lessons) } else { Err("a part of the checkpoint cannot be read".to_string()) })
}
