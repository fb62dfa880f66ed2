//! How a program is searched: the flags that choose it, and the search they choose.

use clap::{Args, ValueEnum};
use lts::{Store, System};
use search::{
    FoundBy, Limits, Order, Portfolio, Progress, Sampling, SearchResult, Strategy, best_first, depth_first,
    minimize, parallel, portfolio, sample, stateless, tighten,
};
use std::time::Duration;
use store::Exact;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Depth first, and if that takes long, some random walks in between
    Portfolio,
    /// Depth first: the least memory
    Dfs,
    /// Breadth first: the shortest paths
    Bfs,
    /// Schedules with few preemptions first
    Preemptions,
    /// States with the best heuristic value first
    Best,
    /// Random walks
    Random,
    /// Random walks with priorities (PCT)
    Pct,
    /// Every run up to the order of steps that commute, without keeping states: for programs that end
    Dpor,
}

impl Search {
    /// Goes forward by steps and back by the machine's own marks.
    pub fn is_depth_first(self) -> bool {
        matches!(self, Search::Portfolio | Search::Dfs)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Heuristic {
    /// States in which few threads can go on
    Blocked,
    /// States reached by the threads of --prefer
    Threads,
    /// Least value of Verify.setHeuristicSearchValue
    User,
}

#[derive(Args)]
pub struct Searching {
    /// In which order states are visited
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Search::Portfolio)]
    pub search: Search,

    /// What is best for --search best
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Heuristic::Blocked)]
    pub heuristic: Heuristic,

    /// Threads that --heuristic threads prefers, the best one first
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub prefer: Vec<String>,

    /// How many random walks to make
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub walks: u64,

    /// After how many transitions the default search stops for walks, also with --all: to compare
    #[arg(long, value_name = "N", hide = true)]
    pub walk_after: Option<u64>,

    /// The seed of random walks
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// For --search pct: how many ordered events a bug may need
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub pct_depth: u32,

    /// How many threads search; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=64))]
    pub workers: u64,

    /// Go on after the first finding
    #[arg(long)]
    pub all: bool,

    /// Look this long for a path with fewer preemptions to what was found; 0 for not at all
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub minimize: f64,

    /// Stop after this many states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,

    /// Cut paths that are longer than this
    #[arg(long, value_name = "N")]
    pub max_depth: Option<usize>,

    /// Leave out schedules with more preemptions than this (with --search preemptions)
    #[arg(long, value_name = "N")]
    pub max_preemptions: Option<u32>,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_seconds: Option<f64>,

    /// The most memory that visited states may take, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,
}

/// A time: no less than none, and no more than a year.
pub fn seconds(text: &str) -> Result<f64, String> {
    const YEAR: f64 = 31_536_000.0;
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=YEAR).contains(&seconds) => Ok(seconds),
        _ => Err(format!("'{text}' is no number of seconds between 0 and {YEAR}")),
    }
}

/// How many states are looked at for a path with fewer preemptions to what a walk has found.
const MOST_STATES: u64 = 5_000;

impl Searching {
    /// What is wrong with flags that do not go together, in words.
    pub fn contradiction(&self) -> Option<&'static str> {
        if self.max_preemptions.is_some() && self.search != Search::Preemptions {
            return Some("--max-preemptions goes with --search preemptions");
        }
        if self.workers() > 1 && !self.search.is_depth_first() {
            return Some("--workers goes with --search dfs");
        }
        let prefers = self.search == Search::Best && self.heuristic == Heuristic::Threads;
        match (prefers, self.prefer.is_empty()) {
            (true, true) => Some("--heuristic threads wants to know which: --prefer Thread-1,main"),
            (false, false) => Some("--prefer goes with --search best --heuristic threads"),
            _ => None,
        }
    }

    /// How many threads search.
    pub fn workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, |count| count.get());
        if self.workers == 0 { all() } else { self.workers as usize }
    }

    pub fn limits(&self) -> Limits {
        Limits {
            states: self.max_states,
            depth: self.max_depth,
            time: self.max_seconds.map(Duration::from_secs_f64),
            store_bytes: self.memory.map(|mib| mib << 20),
            preemptions: self.max_preemptions,
            all: self.all,
        }
    }

    /// Of the memory that is allowed, what visited states should take. Searches in other orders than depth
    /// first keep a path to every state and a queue, which is three times as much as a state takes.
    pub fn store_bytes(&self) -> Option<u64> {
        let bytes = self.limits().store_bytes?;
        Some(if self.search.is_depth_first() { bytes } else { bytes / 4 })
    }

    /// The limits within which a better path to a finding is looked for.
    pub fn minimizing(&self, elapsed: Duration) -> Limits {
        let most = Duration::from_secs_f64(self.minimize);
        Limits { states: None, ..self.limits().after(elapsed).within(most) }
    }

    /// Puts a path with the fewest preemptions in the place of the one that was found. True if it is known to
    /// have the fewest.
    pub fn shorten(
        &self,
        ended: &mut SearchResult,
        system: &mut dyn System,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> bool {
        if self.all || self.minimize == 0.0 || self.search == Search::Preemptions {
            return self.search == Search::Preemptions && ended.gaps.is_empty();
        }
        let Some(known) = ended.found.pop() else { return false };
        if matches!(known.finding.property, lts::Property::LIVELOCK | lts::Property::PARTIAL_DEADLOCK) {
            // Only a depth-first search finds these.
            ended.found.push(known);
            return false;
        }
        let mut limits = self.minimizing(ended.statistics.elapsed);
        let known = match ended.found_by {
            FoundBy::Search => known,
            // The program is large: it would take all the time, and come to nothing.
            FoundBy::Walk => {
                limits.states = Some(limits.states.map_or(MOST_STATES, |most| most.min(MOST_STATES)));
                tighten(system, known)
            }
        };
        let shorter = minimize(system, &mut Exact::default(), known, &limits, watch);
        ended.found.push(shorter.found);
        shorter.is_fewest
    }

    /// Walks are made where they can save anything: not where everything is wanted anyway.
    pub fn explore(
        &self,
        system: &mut Box<dyn System>,
        store: &mut dyn Store,
        walks: bool,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> SearchResult {
        let limits = self.limits();
        if self.workers() > 1 {
            return parallel(system, store, self.workers(), &limits, watch);
        }
        let system = &mut **system;
        let mut walk = |system: &mut dyn System, strategy| {
            sample(system, &Sampling::of(strategy, self.walks, self.seed), &limits, watch)
        };
        let order = match (self.search, self.heuristic) {
            (Search::Dpor, _) => return stateless(system, &limits, watch),
            (Search::Portfolio, _) if walks => {
                let mut usual = Portfolio::usual(self.seed);
                usual.head.steps = self.walk_after.unwrap_or(usual.head.steps);
                return portfolio(system, store, &limits, &usual, watch);
            }
            (Search::Portfolio | Search::Dfs, _) => return depth_first(system, store, &limits, watch),
            (Search::Random, _) => return walk(system, Strategy::Random),
            (Search::Pct, _) => {
                return walk(system, Strategy::Priorities { changes: self.pct_depth - 1 });
            }
            (Search::Bfs, _) => Order::Breadth,
            (Search::Preemptions, _) => Order::Preemptions,
            (Search::Best, Heuristic::Blocked) => Order::MostBlocked,
            (Search::Best, Heuristic::Threads) => Order::Actors(self.prefer.clone()),
            (Search::Best, Heuristic::User) => Order::UserValue,
        };
        best_first(system, store, &order, &limits, watch)
    }
}
