//! How several processes search, as it is written on the command line, and what they must have in common.

use super::parts::{Folder, Graph};
use crate::flags::Check;

use crate::searching::Search;
use crate::{fronts, keeping};
use clap::{Args, ValueEnum};
use dist::{Accord, Aspect, Balance, Dealing, Partition, Scheme, Scouting, Siblings, Transfer, Upkeep};
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

    /// How long processes wait for each other at first; 30 if not said
    #[arg(long, value_name = "SECONDS", value_parser = crate::searching::seconds)]
    pub connect_seconds: Option<f64>,

    /// By what of a state it is decided whose it is: global (all of it), local (its threads), pc (where they are), pcs
    /// (where all their calls are), the last three also of one thread: local:1; global if not said
    #[arg(long, value_name = "FUNCTION", value_parser = partition)]
    pub partition: Option<Partition>,

    /// Deal states out in classes that change hands: equal (as many to each at first), one (all to the first process
    /// until it has many states), all (everything to everybody until there are many); behind a colon, how many are many
    #[arg(long, value_name = "HOW", value_parser = balance)]
    pub balance: Option<Balance>,

    /// How states travel from one process to another; as components if not said
    #[arg(long, value_name = "HOW", value_enum)]
    pub transfer: Option<Travel>,

    /// How many states of others a process remembers to have sent: none, all, or a number; 16384 if not said
    #[arg(long, value_name = "WHICH", value_parser = siblings)]
    pub siblings: Option<Siblings>,

    /// Look at so many generations behind each state that is sent, for those that would only come back
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(0..=16))]
    pub lookahead: Option<u8>,

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

/// What holds if nothing else is said.
pub const CONNECT_SECONDS: f64 = 30.0;
const SIBLINGS: u32 = 16_384;

/// A step of a node takes seconds at most.
const PATIENCE: Duration = Duration::from_secs(30);

/// So many states are many, if nobody says something else: a node has to have so many more than others to give some
/// away, or so many at all.
const MANY_MORE: u64 = 1_000;
const MANY: u64 = 1_000_000;

fn balance(text: &str) -> Result<Balance, String> {
    let (name, many) = text.split_once(':').map_or((text, None), |(name, many)| (name, Some(many)));
    let (how, usual) = match name {
        "equal" => (Dealing::Equal, MANY_MORE),
        "one" => (Dealing::One, MANY),
        "all" => (Dealing::All, MANY),
        other => return Err(format!("'{other}' is none of equal, one and all")),
    };
    let number = |many: &str| {
        let number = many.parse().ok().filter(|number| *number > 0);
        number.ok_or_else(|| format!("'{many}' is no number of states"))
    };
    Ok(Balance { how, many: many.map(number).transpose()?.unwrap_or(usual) })
}

/// As it is written.
fn dealt(balance: Balance) -> String {
    format!("{:?}:{}", balance.how, balance.many).to_lowercase()
}

/// As it is written.
fn named(Partition { aspect, actor }: Partition) -> String {
    let actor = actor.map_or_else(String::new, |actor| format!(":{actor}"));
    format!("{aspect:?}{actor}").to_lowercase()
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

/// As it is written on the command line.
fn remembered(siblings: Siblings) -> String {
    match siblings {
        Siblings::None => "none".to_string(),
        Siblings::All => "all".to_string(),
        Siblings::Some(count) => count.to_string(),
    }
}

fn bound(most: Option<impl ToString>) -> String {
    most.map_or_else(|| "none".to_string(), |most| most.to_string())
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
        if let Some(alone) = self.unasked().filter(|_| !self.is_wanted()) {
            return Some(alone);
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

    /// A flag that says how several processes search.
    fn unasked(&self) -> Option<&'static str> {
        let given = [
            (self.connect_seconds.is_some(), "--connect-seconds goes with --processes or --cluster"),
            (self.partition.is_some(), "--partition goes with --processes or --cluster"),
            (self.balance.is_some(), "--balance goes with --processes or --cluster"),
            (self.transfer.is_some(), "--transfer goes with --processes or --cluster"),
            (self.siblings.is_some(), "--siblings goes with --processes or --cluster"),
            (self.lookahead.is_some(), "--lookahead goes with --processes or --cluster"),
            (self.record_graph.is_some(), "--record-graph goes with --processes 1"),
        ];
        given.into_iter().find_map(|(is_given, what)| is_given.then_some(what))
    }

    fn siblings(&self) -> Siblings {
        self.siblings.unwrap_or(Siblings::Some(SIBLINGS))
    }

    /// Another process tells what came of the search.
    pub fn serves(&self) -> bool {
        self.node.is_some() || self.rank.is_some_and(|rank| rank > 0)
    }

    pub fn plan(&self, check: &Check, processes: usize) -> Scheme {
        let searching = &check.searching;
        let workers = searching.workers();
        let limits = searching.limits();
        let nodes = (processes * workers) as u64;
        Scheme {
            workers,
            partition: self.partition.unwrap_or_default(),
            balance: self.balance,
            transfer: match self.transfer {
                Some(Travel::Path) => Transfer::Path,
                Some(Travel::State) => Transfer::State,
                Some(Travel::Components) | None => Transfer::Components,
            },
            siblings: self.siblings(),
            lookahead: self.lookahead.unwrap_or_default(),
            scouting: Scouting::USUAL,
            patience: PATIENCE,
            cpu_seconds: crate::retelling::cpu_seconds,
            limits: dist::Confines {
                states: limits.states.map(|most| most.div_ceil(nodes)),
                depth: limits.depth,
                time: limits.time,
                bytes: limits.store_bytes.map(|most| most / workers as u64),
                all: limits.all,
            },
        }
    }

    /// The JDK of a process that may be on another machine than the others.
    fn jdk(&self, check: &Check, name: &str) -> String {
        if self.cluster.is_none() || fronts::is_model(name) {
            return String::new();
        }
        java::jdk(check.program.machine.jdk.as_deref()).map_or_else(|_| String::new(), |jdk| jdk.build)
    }

    /// What must be the same for a search to be taken up again: neither how many processes there are, nor how states
    /// are dealt out and travel.
    pub fn lasting(&self, check: &Check, name: &str, fingerprint: u32) -> Accord {
        let mut terms = keeping::terms(check, name, fingerprint);
        // Where classes lie may differ from machine to machine: what they are is in the fingerprint.
        terms.retain(|(name, _)| name != "--class-path");
        terms
    }

    /// Where the search is kept, and where it is taken up from.
    pub fn upkeep(&self, check: &Check, terms: &Accord) -> Upkeep {
        let keeping = &check.keeping;
        let every = Duration::from_secs_f64(keeping.checkpoint_every);
        let folder = |path: &PathBuf| Arc::new(Folder::new(path, terms.clone(), every));
        let keeper = keeping.checkpoint.as_ref().map(|path| folder(path) as Arc<dyn dist::KeepPart>);
        let kept = keeping.resume.as_ref().map(|path| folder(path) as Arc<dyn dist::KeptParts>);
        let graph = |path: &PathBuf| Arc::new(Graph(path.clone())) as Arc<dyn dist::RecordGraph>;
        Upkeep { keeper, kept, recorder: self.record_graph.as_ref().map(graph) }
    }

    /// What all processes must have in common: the program, and all on which it depends what they do.
    pub fn terms(&self, check: &Check, name: &str, fingerprint: u32, addresses: &[String]) -> Accord {
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
            ("JDK", self.jdk(check, name)),
            ("--workers", check.searching.workers().to_string()),
            ("--transfer", format!("{:?}", self.plan(check, 1).transfer).to_lowercase()),
            ("--partition", named(self.partition.unwrap_or_default())),
            ("--siblings", remembered(self.siblings())),
            ("--balance", self.balance.map_or_else(|| "none".to_string(), dealt)),
            ("--lookahead", self.lookahead.unwrap_or_default().to_string()),
            ("--checkpoint", if check.keeping.checkpoint.is_some() { "yes" } else { "no" }.to_string()),
            ("--resume", if check.keeping.resume.is_some() { "yes" } else { "no" }.to_string()),
            ("--max-depth", bound(limits.depth)),
            ("--max-states", bound(limits.states)),
        ];
        terms.extend(more.map(|(name, value)| (name.to_string(), value)));
        terms
    }
}
