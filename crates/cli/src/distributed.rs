//! One search by several processes: the flags, who they are, and what came of it.

mod local;
mod parts;

use crate::check::Exploring;
use crate::flags::Check;
use crate::searching::Search;
use crate::{fronts, keeping};
use clap::{Args, ValueEnum};
use dist::{
    Accord, Aspect, Assembly, Cluster, Door, Ended, Figures, Halt, Partition, Scheme, Scouting, Siblings,
    Transfer, Upkeep,
};
use front::{Front, Problem};
use local::Local;
use lts::{Store, System};
use parts::Folder;
use report::NodeFigures;
use search::{Found, FoundBy, Progress, SearchResult, Statistics, Why};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[derive(Args)]
pub struct Distributing {
    /// Search by this many processes on this machine, each with a part of the states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub processes: Option<u64>,

    /// Search by the processes of this file, one HOST:PORT a line; each is started with its own --rank
    #[arg(long, value_name = "FILE")]
    pub cluster: Option<PathBuf>,

    /// Which line of --cluster this process is, from 0 on; 0 tells what came of the search
    #[arg(long, value_name = "N")]
    pub rank: Option<usize>,

    /// How long processes wait for each other at first
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = crate::searching::seconds)]
    pub connect_seconds: f64,

    /// By what of a state it is decided whose it is: global (all of it), local (its threads), pc (where they are), pcs
    /// (where all their calls are), the last three also of one thread: local:1
    #[arg(long, value_name = "FUNCTION", default_value = "global", value_parser = partition)]
    pub partition: Partition,

    /// How states travel from one process to another
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Travel::Components)]
    pub transfer: Travel,

    /// How many states of others a process remembers to have sent: none, all, or a number
    #[arg(long, value_name = "WHICH", default_value = "16384", value_parser = siblings)]
    pub siblings: Siblings,

    /// Look at so many generations behind each state that is sent, for those that would only come back
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=16))]
    pub lookahead: u8,

    /// Write the graph of a search by one process to this file, for `cargo xtask simulate`
    #[arg(long, value_name = "FILE", hide = true)]
    pub record_graph: Option<PathBuf>,

    /// The process is one that --processes has started
    #[arg(long, value_name = "N", hide = true)]
    pub node: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Travel {
    /// As the way to them, which is gone again on the other side
    Path,
    /// As all their words
    State,
    /// As numbers of components, and as words where the other side lacks them
    Components,
}

fn siblings(text: &str) -> Result<Siblings, String> {
    match text {
        "none" => Ok(Siblings::None),
        "all" => Ok(Siblings::All),
        number => number
            .parse()
            .map(Siblings::Some)
            .map_err(|_| format!("'{number}' is neither none, all nor a number")),
    }
}

/// No program has more threads.
const MOST_THREADS: u32 = 65_535;

fn partition(text: &str) -> Result<Partition, String> {
    let (name, actor) = text.split_once(':').map_or((text, None), |(name, actor)| (name, Some(actor)));
    let aspect = match name {
        "global" => Aspect::Global,
        "local" => Aspect::Local,
        "pc" => Aspect::Pc,
        "pcs" => Aspect::Pcs,
        other => return Err(format!("'{other}' is none of global, local, pc and pcs")),
    };
    let number = |actor: &str| {
        let number = actor.parse().ok().filter(|number| *number <= MOST_THREADS);
        number.ok_or_else(|| format!("'{actor}' is no number of a thread: they are counted from 0 on"))
    };
    let actor = actor.map(number).transpose()?;
    if aspect == Aspect::Global && actor.is_some() {
        return Err("global looks at all threads: one of them goes with local, pc and pcs".to_string());
    }
    Ok(Partition { aspect, actor })
}

const ALONE: &str = "--processes and --cluster go with the default search or --search bfs, the exact store in memory, \
    and neither temporal properties, --outputs, --script, --symmetry, --thread-symmetry nor --gc";

impl Distributing {
    /// There are other processes.
    pub fn is_wanted(&self) -> bool {
        self.processes.is_some() || self.cluster.is_some()
    }

    /// What is wrong with flags that do not go together.
    pub fn contradiction(&self, check: &Check) -> Option<&'static str> {
        match (&self.cluster, self.rank) {
            (Some(_), None) => {
                return Some("--cluster wants to know which of its lines this process is: --rank");
            }
            (None, Some(_)) => return Some("--rank goes with --cluster"),
            (Some(_), Some(_)) if self.processes.is_some() => {
                return Some(
                    "--processes is for this machine alone, and --cluster for several: give one of them",
                );
            }
            _ => {}
        }
        if self.partition != Partition::default() && !self.is_wanted() {
            return Some("--partition goes with --processes or --cluster");
        }
        if self.lookahead > 0 && !self.is_wanted() {
            return Some("--lookahead goes with --processes or --cluster");
        }
        if self.node.is_some() && self.processes.is_none() {
            return Some("--node is for processes that --processes has started");
        }
        let search = check.searching.search;
        let is_usual = matches!(search, Search::Portfolio | Search::Bfs)
            && check.storing.is_tree()
            && check.storing.spill.is_none()
            && check.temporal.properties().is_empty()
            && !check.outputs
            && check.script.is_none()
            && !check.same.is_special();
        (self.is_wanted() && !is_usual).then_some(ALONE)
    }

    /// Another process tells what came of the search.
    pub fn serves(&self) -> bool {
        self.node.is_some() || self.rank.is_some_and(|rank| rank > 0)
    }

    fn plan(&self, check: &Check, processes: usize) -> Scheme {
        let searching = &check.searching;
        let workers = searching.workers();
        let limits = searching.limits();
        let nodes = (processes * workers) as u64;
        Scheme {
            workers,
            partition: self.partition,
            balance: None,
            transfer: match self.transfer {
                Travel::Path => Transfer::Path,
                Travel::State => Transfer::State,
                Travel::Components => Transfer::Components,
            },
            siblings: self.siblings,
            lookahead: self.lookahead,
            scouting: Scouting::USUAL,
            limits: dist::Confines {
                states: limits.states.map(|most| most.div_ceil(nodes)),
                depth: limits.depth,
                time: limits.time,
                bytes: limits.store_bytes.map(|most| most / workers as u64),
                all: limits.all,
            },
        }
    }

    /// What must be the same for a search to be taken up again: neither how many processes there are, nor how states
    /// are dealt out and travel.
    fn lasting(&self, check: &Check, name: &str, fingerprint: u32) -> Accord {
        let mut terms = keeping::terms(check, name, fingerprint);
        // Where classes lie may differ from machine to machine: what they are is in the fingerprint.
        terms.retain(|(name, _)| name != "--class-path");
        terms
    }

    /// Where the search is kept, and where it is taken up from.
    fn upkeep(&self, check: &Check, terms: &Accord) -> Upkeep {
        let keeping = &check.keeping;
        let every = Duration::from_secs_f64(keeping.checkpoint_every);
        let folder = |path: &PathBuf| Arc::new(Folder::new(path, terms.clone(), every));
        let keeper = keeping.checkpoint.as_ref().map(|path| folder(path) as Arc<dyn dist::KeepPart>);
        let kept = keeping.resume.as_ref().map(|path| folder(path) as Arc<dyn dist::KeptParts>);
        let graph = |path: &PathBuf| Arc::new(parts::Graph(path.clone())) as Arc<dyn dist::RecordGraph>;
        Upkeep { keeper, kept, recorder: self.record_graph.as_ref().map(graph) }
    }

    /// What all processes must have in common: the program, and all on which it depends what they do.
    fn terms(&self, check: &Check, name: &str, fingerprint: u32, addresses: &[String]) -> Accord {
        let mut terms = self.lasting(check, name, fingerprint);
        let limits = check.searching.limits();
        let more = [
            (
                "hosts",
                if self.node.is_some() || self.processes.is_some() {
                    String::new()
                } else {
                    addresses.join(" ")
                },
            ),
            ("--workers", check.searching.workers().to_string()),
            ("--transfer", format!("{:?}", self.plan(check, 1).transfer)),
            ("--partition", format!("{:?}", self.partition)),
            ("--siblings", format!("{:?}", self.siblings)),
            ("--lookahead", self.lookahead.to_string()),
            ("--checkpoint", if check.keeping.checkpoint.is_some() { "yes" } else { "no" }.to_string()),
            ("--resume", if check.keeping.resume.is_some() { "yes" } else { "no" }.to_string()),
            ("--max-depth", format!("{:?}", limits.depth)),
            ("--max-states", format!("{:?}", limits.states)),
        ];
        terms.extend(more.map(|(name, value)| (name.to_string(), value)));
        terms
    }
}

/// This process and the others.
pub struct Distributed<'a> {
    check: &'a Check,
    name: &'a str,
    /// One number for the program.
    pub fingerprint: u32,
    place: Place,
    /// What each node did.
    pub nodes: Vec<NodeFigures>,
}

/// Where this process stands among the others.
struct Place {
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
            (Some(1), None) => Place { rank: 0, addresses: vec![String::new()], door: None, local: None },
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
    ) -> Result<Ended, String> {
        let Place { rank, addresses, door, local } = &mut self.place;
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
                    within: Duration::from_secs_f64(asked.connect_seconds),
                    hopeless: &|| local.as_ref().and_then(Local::dead),
                };
                meeting.hold(door)?
            }
        };
        let plan = asked.plan(self.check, cluster.count());
        let upkeep = asked.upkeep(self.check, &asked.lasting(self.check, self.name, self.fingerprint));
        let ended = dist::explore(system, cluster, &plan, &upkeep, &mut |progress| watch(&shown(progress)))?;
        if ended.cuts.contains(&Halt::Lost)
            && let Some(dead) = local.as_ref().and_then(Local::dead)
        {
            crate::screen::complain(&format!("jaywalk: {dead}"));
        }
        self.nodes = ended.nodes.iter().map(told).collect();
        Ok(ended)
    }
}

impl Exploring for Distributed<'_> {
    fn is_shared(&self) -> bool {
        true
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

/// The processes that a file lists.
fn listed(asked: &Distributing) -> Result<Place, String> {
    let (Some(file), Some(rank)) = (&asked.cluster, asked.rank) else {
        return Err("--cluster and --rank go together".to_string());
    };
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: cannot be read: {error}"))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let addresses: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_string).collect();
    for (i, address) in addresses.iter().enumerate() {
        let port = address.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(_))) {
            return Err(format!("{name}: '{address}' is no HOST:PORT"));
        }
        if addresses[..i].contains(address) {
            return Err(format!("{name}: {address} is there twice"));
        }
    }
    let Some(own) = addresses.get(rank) else {
        return Err(format!("--rank {rank}: {name} has {}", report::count(addresses.len() as u64, "host")));
    };
    let door = (addresses.len() > 1).then(|| Door::open(own)).transpose()?;
    Ok(Place { rank, addresses, door, local: None })
}

fn shown(progress: &dist::Progress) -> Progress {
    let dist::Progress { states, transitions, depth, bytes, elapsed } = *progress;
    Progress { states, transitions, depth, frontier: 0, bytes, elapsed, share: None }
}

fn told(figures: &Figures) -> NodeFigures {
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
        kept: figures.kept,
        walked: figures.walked,
    }
}

/// The same in the words of other searches.
fn result(ended: Ended, beliefs: u64) -> SearchResult {
    let sum = |value: fn(&Figures) -> u64| ended.nodes.iter().map(value).sum::<u64>();
    let levels = ended.nodes.iter().map(|node| node.by_level.len()).max().unwrap_or_default();
    let at = |level: usize| ended.nodes.iter().filter_map(|node| node.by_level.get(level)).sum();
    let transitions = sum(|node| node.transitions);
    let statistics = Statistics {
        states: sum(|node| node.states),
        transitions,
        revisits: (transitions + 1).saturating_sub(sum(|node| node.states)),
        ends: sum(|node| node.ends),
        pruned: sum(|node| node.pruned),
        max_depth: levels,
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
