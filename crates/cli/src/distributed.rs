//! One search by several processes: the flags, who they are, and what came of it.

mod asked;
mod hosts;
mod local;
mod parts;

use asked::CONNECT_SECONDS;
pub use asked::Distributing;

use crate::check::Exploring;
use crate::flags::Check;
use crate::{fronts, keeping};
use dist::{Assembly, Cluster, Door, Halt, NodeCounts, SearchEnd};
use front::{Front, Problem};
use local::Local;
use lts::{Store, System};
use parts::Folder;
use report::NodeFigures;
use search::{Found, FoundBy, Progress, SearchResult, Statistics, Why};
use std::time::Duration;

/// This process and the others.
pub struct Distributed<'a> {
    check: &'a Check,
    name: &'a str,
    /// One number for the program.
    pub fingerprint: u32,
    place: Membership,
    /// What each node did.
    pub nodes: Vec<NodeFigures>,
}

/// Where this process stands among the others.
struct Membership {
    rank: usize,
    addresses: Vec<String>,
    door: Option<Door>,
    /// Those that it has started.
    local: Option<Local>,
}

impl<'a> Distributed<'a> {
    /// Takes its place among the processes, and starts the others if they are to be on this machine.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn open(check: &'a Check, name: &'a str) -> Result<Distributed<'a>, String> {
        let asked = &check.distributing;
        if let Some(folder) = &check.keeping.checkpoint {
            Folder::prepare(folder)?;
        }
        if let Some(folder) = check.keeping.resume.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(format!(
                "{}: is no folder with the parts of a search by several processes",
                folder.display()
            ));
        }
        let place = match (asked.processes, asked.node) {
            (Some(_), Some(rank)) => local::join(rank)?,
            (Some(1), None) => {
                Membership { rank: 0, addresses: vec![String::new()], door: None, local: None }
            }
            (Some(count), None) => local::start(count as usize)?,
            (None, _) => listed(asked)?,
        };
        Ok(Distributed { check, name, fingerprint: 0, place, nodes: Vec::new() })
    }

    /// Explores together with the others.
    ///
    /// # Errors
    /// Why they do not come together.
    pub fn search(
        &mut self,
        system: &mut dyn System,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchEnd, String> {
        let Membership { rank, addresses, door, local } = &mut self.place;
        let asked = &self.check.distributing;
        let terms = asked.terms(self.check, self.name, self.fingerprint, addresses);
        let cluster = match door.take() {
            None => Cluster::alone(),
            Some(door) => {
                let meeting = Assembly {
                    rank: *rank,
                    addresses,
                    terms: &terms,
                    differences: &|theirs| keeping::differences(theirs, &terms),
                    within: Duration::from_secs_f64(asked.connect_seconds.unwrap_or(CONNECT_SECONDS)),
                    hopeless: &|| interrupted().or_else(|| local.as_ref().and_then(Local::dead)),
                };
                meeting.hold(door)?
            }
        };
        let plan = asked.plan(self.check, cluster.count());
        let upkeep = asked.upkeep(self.check, &asked.lasting(self.check, self.name, self.fingerprint));
        let ended = dist::explore(system, cluster, &plan, &upkeep, &mut |progress| watch(&shown(progress)))?;
        // Whoever interrupts this process interrupts those that it has started, too.
        if ended.cuts.contains(&Halt::Lost)
            && !crate::interrupt::is_interrupted()
            && let Some(dead) = local.as_ref().and_then(Local::just_died)
        {
            crate::screen::complain(&format!("jaywalk: {dead}"));
        }
        if let Some(thread) = asked.partition.and_then(|partition| partition.actor)
            && *rank == 0
            && !ended.nodes.iter().any(|node| node.has_met)
        {
            crate::screen::complain(&format!(
                "jaywalk: --partition: no state has a thread {thread}, so all of them were one node's"
            ));
        }
        self.nodes = ended.nodes.iter().map(told).collect();
        Ok(ended)
    }
}

impl Exploring for Distributed<'_> {
    fn is_shared(&self) -> bool {
        true
    }

    /// Verdicts are those of one process, which searches once more where a program runs for ever.
    fn has_helpers(&self) -> bool {
        false
    }

    fn processes(&self) -> u64 {
        self.place.addresses.len() as u64
    }

    fn explore(
        &mut self,
        system: &mut dyn System,
        _: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchResult, String> {
        let ended = self.search(system, watch)?;
        let broken = system.knowledge().map_or(0, |knowledge| knowledge.broken());
        Ok(result(ended, broken))
    }

    fn nodes(&mut self) -> Vec<NodeFigures> {
        std::mem::take(&mut self.nodes)
    }
}

/// Searches along with a process that tells what came of it.
pub fn serve(check: &Check, front: &dyn Front, mut distributed: Distributed<'_>) -> Result<u8, Problem> {
    crate::interrupt::listen();
    let mut properties = crate::check::properties(check)?;
    let mut subject = fronts::open(front, 0, crate::check::wanted(check), &mut properties)?;
    distributed.fingerprint = subject.fingerprint.unwrap_or_default();
    let is_quiet = check.distributing.node.is_some();
    let go_on = &mut |_: &Progress| !crate::interrupt::is_interrupted();
    let ended = distributed.search(&mut *subject.system, go_on).map_err(Problem::Input)?;
    if !is_quiet {
        for node in &distributed.nodes {
            crate::screen::line(&format!("node {}: {}", node.node, report::count(node.states, "state")));
        }
        crate::screen::line("the process with --rank 0 tells what came of the search");
    }
    // What was found is told by the first process, and counts there.
    Ok(
        match ended.cuts.is_empty() && ended.gaps.is_empty() || is_quiet && !ended.cuts.contains(&Halt::Lost)
        {
            true => 0,
            false => crate::run::INCONCLUSIVE,
        },
    )
}

/// Nobody waits for others any more.
fn interrupted() -> Option<String> {
    let why = || "interrupted before all processes were there".to_string();
    crate::interrupt::is_interrupted().then(why)
}

/// The processes that a file lists.
fn listed(asked: &Distributing) -> Result<Membership, String> {
    let (Some(file), Some(rank)) = (&asked.cluster, asked.rank) else {
        return Err("--cluster and --rank go together".to_string());
    };
    let addresses = hosts::read(file)?;
    let Some(own) = addresses.get(rank) else {
        let count = report::count(addresses.len() as u64, "host");
        return Err(format!("--rank {rank}: {} has {count}", file.display()));
    };
    let door = (addresses.len() > 1).then(|| Door::open(own)).transpose()?;
    Ok(Membership { rank, addresses, door, local: None })
}

fn shown(progress: &dist::Progress) -> Progress {
    let dist::Progress { states, transitions, depth, frontier, bytes, elapsed } = *progress;
    Progress { states, transitions, depth, frontier, bytes, elapsed, share: None }
}

fn told(figures: &NodeCounts) -> NodeFigures {
    NodeFigures {
        node: figures.node,
        states: figures.states,
        bytes: figures.bytes,
        transitions: figures.transitions,
        messages: figures.messages,
        sent_bytes: figures.sent_bytes,
        parcels: figures.parcels,
        kept_back: figures.kept_back,
        left_out: figures.left_out,
        looked_at: figures.looked_at,
        moved: figures.moved,
        discarded: figures.discarded,
        relayed: figures.relayed,
        kept: figures.kept,
        walked: figures.walked,
        cpu_seconds: figures.cpu_seconds,
    }
}

/// The same in the words of other searches.
fn result(ended: SearchEnd, beliefs: u64) -> SearchResult {
    let sum = |value: fn(&NodeCounts) -> u64| ended.nodes.iter().map(value).sum::<u64>();
    let levels = ended.nodes.iter().map(|node| node.by_level.len()).max().unwrap_or_default();
    let at = |level: usize| ended.nodes.iter().filter_map(|node| node.by_level.get(level)).sum();
    let transitions = sum(|node| node.transitions);
    let statistics = Statistics {
        states: sum(|node| node.states),
        transitions,
        revisits: (transitions + 1).saturating_sub(sum(|node| node.states)),
        ends: sum(|node| node.ends),
        pruned: sum(|node| node.pruned),
        max_depth: ended.nodes.iter().map(|node| node.deepest as usize).max().unwrap_or_default(),
        by_depth: (0..levels).map(at).collect(),
        restarts: ended.nodes.first().map_or(0, |node| node.restarts),
        beliefs,
        elapsed: ended.elapsed,
        instructions: sum(|node| node.instructions),
        ..Statistics::default()
    };
    let why = |cut: Halt| match cut {
        Halt::States => Why::States,
        Halt::Depth => Why::Depth,
        Halt::Time => Why::Time,
        Halt::Memory => Why::Memory,
        Halt::Interrupted => Why::Interrupted,
        Halt::Finished => Why::Finished,
        Halt::Lost => Why::Lost,
    };
    let found = ended.found.into_iter().map(|(finding, path)| Found { finding, path }).collect();
    let cut = ended.cuts.into_iter().map(why).collect();
    SearchResult {
        statistics,
        found,
        gaps: ended.gaps,
        cut,
        found_by: FoundBy::Search,
        ..SearchResult::default()
    }
}
