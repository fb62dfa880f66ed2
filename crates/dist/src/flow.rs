//! The dataflow of a search, and how nodes agree what comes next.
//!
//! States go round in a cycle: an operator on each node takes up states of a level and gives out their successors,
//! which timely brings to their owners as the next level. Its progress tracking tells when nobody can send
//! states of a level any more, and when there are none at all.

use crate::keep::take_back;
use crate::news::{AllNews, News};
use crate::node::Node;
use crate::trail::Trail;
use crate::voice::{Shared, Voice, gather, locked, stopped};
use crate::{NodeCounts, Scheme, Upkeep};
use base::FastMap;
use lts::{Cause, Gap, System};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{ConnectLoop, Feedback, Probe, ToStream};
use timely::worker::Worker;

/// What travels from one node to another.
#[derive(Clone, Serialize, Deserialize)]
struct Parcel {
    to: u64,
    from: u32,
    states: Vec<u8>,
    news: Vec<News>,
}

/// What all nodes say at the end of a search from the beginning.
#[derive(Clone, Serialize, Deserialize)]
struct NodeSummary {
    figures: NodeCounts,
    /// What it could not tell on the way.
    news: Vec<News>,
    granted: u32,
    /// What it calls what it has met.
    names: Vec<(u64, u64)>,
    /// What it has read of the world.
    reading: Vec<(String, u64)>,
    /// How many beliefs of its machine have turned out wrong: all must have learnt the same.
    broken: u64,
}

/// How a search ended, as every node knows.
pub struct Agreed {
    pub known: AllNews,
    pub figures: Vec<NodeCounts>,
    /// What was learnt, search by search from the beginning.
    pub lessons: Vec<Vec<Trail>>,
    /// What machines have taken for granted.
    pub granted: u32,
    /// Why nothing was searched.
    pub refused: Option<String>,
}

/// The part of one thread in a search. Nothing if others cannot be reached any more.
pub fn take_part(
    worker: &mut Worker,
    system: Box<dyn System>,
    plan: &Scheme,
    upkeep: &Upkeep,
    shared: &Arc<Shared>,
) -> Option<Agreed> {
    let (me, peers) = (worker.index(), worker.peers());
    let mut voice = Voice::new(worker, shared);
    let node = Rc::new(RefCell::new(Node::new(me, peers, system, plan, upkeep.keeper.clone())));
    node.borrow_mut().run = gather(worker, &mut voice, run())?[0];
    if upkeep.recorder.is_some() {
        node.borrow_mut().start_recording();
    }
    let begun = match &upkeep.kept {
        Some(kept) => take_back(worker, &mut voice, &node, &**kept)?,
        None => Ok(scout(worker, &mut voice, &node, plan)?),
    };
    let mut lessons = match begun {
        Ok(lessons) => lessons,
        Err(refused) => {
            voice.end(worker)?;
            let (known, figures, lessons) = (AllNews::default(), Vec::new(), Vec::new());
            return Some(Agreed { known, figures, lessons, granted: 0, refused: Some(refused) });
        }
    };
    let mut is_begun = upkeep.kept.is_some();
    loop {
        if !std::mem::take(&mut is_begun) {
            node.borrow_mut().begin();
        }
        node.borrow_mut().lessons.clone_from(&lessons);
        locked(&shared.known).1.clone_from(&lessons);
        round(worker, &mut voice, &node)?;
        let (known, figures, granted, refused) = conclude(worker, &mut voice, &node)?;
        let taught = known.lessons.first().map(|trail| trail.steps);
        let is_found = known.nearest().is_some_and(|nearest| taught.is_none_or(|taught| nearest < taught));
        let is_over = known.is_over() || (is_found && !plan.limits.all);
        if refused.is_some() || taught.is_none() || is_over {
            if let (Some(recorder), Some(recording)) = (&upkeep.recorder, &mut node.borrow_mut().recording) {
                recorder.record(&recording.take());
            }
            voice.end(worker)?;
            return Some(Agreed { known, figures, lessons, granted, refused });
        }
        let new: Vec<Trail> = known.lessons.into_iter().collect();
        let mut node = node.borrow_mut();
        crate::mover::acquaint(node.system(), new.iter());
        node.figures.restarts += 1;
        node.beginning += 1;
        lessons.push(new);
    }
}

/// A number that no other search has.
fn run() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    base::hash_words([now.as_nanos() as u64, u64::from(std::process::id())])
}

/// Walks at random, until they teach nothing more. What was learnt.
fn scout(
    worker: &mut Worker,
    voice: &mut Voice,
    node: &Rc<RefCell<Node>>,
    plan: &Scheme,
) -> Option<Vec<Vec<Trail>>> {
    let (me, peers) = (worker.index(), worker.peers());
    let (mut lessons, begun) = (Vec::new(), Instant::now());
    for _ in 0..plan.scouting.times {
        let walks = (0..plan.scouting.walks).skip(me).step_by(peers);
        let shared = voice.shared.clone();
        let is_late = || plan.limits.time.is_some_and(|time| begun.elapsed() >= time);
        let is_over = || stopped(&shared).is_some() || is_late();
        node.borrow_mut().scout(walks, &plan.scouting, is_over);
        let mine: Vec<Trail> = std::mem::take(&mut node.borrow_mut().known).lessons.into_iter().collect();
        let mut all: Vec<Trail> = gather(worker, voice, mine)?.into_iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            break;
        }
        crate::mover::acquaint(node.borrow_mut().system(), all.iter());
        lessons.push(all);
    }
    Some(lessons)
}

/// What all nodes together have come to; and why it is worth nothing, if they have not searched one program.
fn conclude(
    worker: &mut Worker,
    voice: &mut Voice,
    node: &Rc<RefCell<Node>>,
) -> Option<(AllNews, Vec<NodeCounts>, u32, Option<String>)> {
    let mine = {
        let mut node = node.borrow_mut();
        node.finish();
        let granted = node.system().knowledge().map_or(0, |knowledge| knowledge.granted());
        let mut names = node.names();
        names.extend_from_slice(&node.old_names);
        let reading = node.reading();
        let broken = node.system().knowledge().map_or(0, |knowledge| knowledge.broken());
        let (figures, news) = (node.figures.clone(), std::mem::take(&mut node.news));
        NodeSummary { figures, news, granted, names, reading, broken }
    };
    let endings = gather(worker, voice, mine)?;
    let is_apart = endings.iter().any(|ending| ending.broken != endings[0].broken);
    let mut known = node.borrow().known.clone();
    let (mut figures, mut granted, mut refused) = (Vec::new(), 0, None);
    let mut names: FastMap<u64, u64> = FastMap::default();
    let mut read: BTreeMap<String, u64> = BTreeMap::new();
    for ending in endings {
        let mut is_taken = |(name, thing): &(u64, u64)| *names.entry(*name).or_insert(*thing) != *thing;
        if ending.names.iter().any(&mut is_taken) {
            known.note(&mixed_up().into());
        }
        for (name, sum) in ending.reading {
            if *read.entry(name.clone()).or_insert(sum) != sum {
                refused =
                    Some(format!("{name}: is not the same for all processes, and the program reads it"));
            }
        }
        for news in &ending.news {
            known.note(news);
        }
        granted |= ending.granted;
        figures.push(ending.figures);
    }
    if is_apart {
        known.note(&apart().into());
    }
    figures.sort_by_key(|figures| figures.node);
    Some((known, figures, granted, refused))
}

/// Two nodes call two things by one name: they may have taken one state for another.
fn mixed_up() -> Gap {
    let what = "a program of which two parts have the same short name, by several processes".to_string();
    Gap { cause: Cause::Unsupported, what, place: String::new() }
}

/// A lesson could not be learnt by all: some have taken for invisible what others see.
fn apart() -> Gap {
    let what =
        "what one of several processes has learnt of the program, and another cannot learn".to_string();
    Gap { cause: Cause::Unsupported, what, place: String::new() }
}

/// Searches from the beginning until nobody has anything to do.
fn round(worker: &mut Worker, voice: &mut Voice, node: &Rc<RefCell<Node>>) -> Option<()> {
    let (probe, shared) = (ProbeHandle::new(), voice.shared.clone());
    let (node, peers) = (node.clone(), worker.peers());
    worker.dataflow::<u32, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<Parcel>>(1);
        let route = Exchange::new(|parcel: &Parcel| parcel.to);
        let stream = cycle.unary_frontier(route, "explore", |capability, info| {
            let activator = scope.activator_for(info.address);
            let mut capability = Some(capability).filter(|_| node.borrow().has_next());
            if let Some(held) = &mut capability {
                held.downgrade(&node.borrow().level);
            }
            // The level of the capability has been taken up.
            let mut is_open = false;
            // What others have sent already for the level behind the one that is taken up next.
            let mut early: Vec<(u32, Parcel)> = Vec::new();
            move |(input, frontier), output| {
                let mut node = node.borrow_mut();
                input.for_each_time(|time, data| {
                    let level = *time.time();
                    let is_early = !is_open && capability.as_ref().is_some_and(|held| *held.time() < level);
                    for parcel in data.flat_map(|parcels| parcels.drain(..)) {
                        match is_early {
                            true => early.push((level, parcel)),
                            false => node.receive(parcel.from as usize, level, &parcel.states, &parcel.news),
                        }
                    }
                    if capability.is_none() && (node.has_next() || node.is_due(level)) {
                        capability = Some(time.retain(output.output_index()));
                    }
                });
                heed(&shared, &mut node);
                while let Some(held) = &mut capability {
                    if node.is_busy() {
                        node.work();
                        for parcel in parcels(&mut node, peers) {
                            output.session(&*held).give(parcel);
                        }
                        if node.is_busy() {
                            activator.activate();
                            break;
                        }
                    } else if is_open {
                        is_open = false;
                        match node.has_next() || node.is_due(*held.time() + 1) {
                            true => held.downgrade(&(*held.time() + 1)),
                            false => capability = None,
                        }
                    } else if frontier.less_equal(held.time()) {
                        break;
                    } else {
                        node.take_up(*held.time());
                        is_open = true;
                        // What is given away, and what is told.
                        for parcel in parcels(&mut node, peers) {
                            output.session(&*held).give(parcel);
                        }
                        for (level, parcel) in early.drain(..) {
                            node.receive(parcel.from as usize, level, &parcel.states, &parcel.news);
                        }
                    }
                }
                note(&shared, &node);
            }
        });
        stream.probe_with(&probe).connect_loop(handle);
    });
    voice.step_until(worker, || probe.done())
}

/// Stops where somebody wants that.
fn heed(shared: &Shared, node: &mut Node) {
    if let Some(cut) = stopped(shared) {
        node.cut(cut);
    }
    if node.known.is_over() {
        node.give_up();
    }
}

/// What a node has to send.
fn parcels(node: &mut Node, peers: usize) -> Vec<Parcel> {
    let news = std::mem::take(&mut node.news);
    let me = node.me;
    let mut parcels = Vec::new();
    for (to, states) in std::mem::take(&mut node.closed) {
        node.figures.sent_bytes += states.len() as u64;
        node.figures.all_bytes += states.len() as u64;
        node.figures.parcels += 1;
        parcels.push(Parcel { to: to as u64, from: me as u32, states, news: Vec::new() });
    }
    for to in (0..peers).filter(|&to| to != me) {
        let states = node.outboxes[to].take();
        if !states.is_empty() || !news.is_empty() {
            node.figures.sent_bytes += states.len() as u64;
            node.figures.all_bytes += states.len() as u64;
            node.figures.parcels += 1;
            parcels.push(Parcel { to: to as u64, from: me as u32, states, news: news.clone() });
        }
    }
    parcels
}

/// Tells the rest of the process how far a node is.
fn note(shared: &Shared, node: &Node) {
    let mut figures = locked(&shared.figures);
    if figures.len() <= node.me {
        figures.resize_with(node.me + 1, NodeCounts::default);
    }
    figures[node.me].clone_from(&node.figures);
    figures[node.me].waiting = node.waiting();
    let mut known = locked(&shared.known);
    if !known.0.tells_as_much(&node.known) {
        known.0.clone_from(&node.known);
    }
}

/// Brings what is in outboxes to whom it is for, outside of any search.
pub fn deal(worker: &mut Worker, voice: &mut Voice, node: &Rc<RefCell<Node>>, level: u32) -> Option<()> {
    let (node, probe, peers) = (node.clone(), ProbeHandle::new(), worker.peers());
    worker.dataflow::<u32, _, _>(|scope| {
        let stream = parcels(&mut node.borrow_mut(), peers).to_stream(scope).container::<Vec<_>>();
        let route = Exchange::new(|parcel: &Parcel| parcel.to);
        stream
            .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(route, "deal", |_, _| {
                move |input, _| {
                    input.for_each_time(|_, data| {
                        for parcel in data.flat_map(|list| list.drain(..)) {
                            let from = parcel.from as usize;
                            node.borrow_mut().receive(from, level, &parcel.states, &parcel.news);
                        }
                    });
                }
            })
            .probe_with(&probe);
    });
    voice.step_until(worker, || probe.done())
}
