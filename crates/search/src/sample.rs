//! Walks along single paths, chosen by chance: plain random walks, and walks with random priorities and a few
//! random changes of them (PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010), which find a bug
//! that needs `d` ordered events with a known probability.
//!
//! Nothing is stored, so nothing is complete: a search of this kind finds something or says that only some
//! paths were tried.

use crate::core::{Core, Patience, Reach};
use crate::limits::{Limits, Progress, Share, Why};
use crate::result::{Next, SearchResult};
use base::FastMap;
use lts::MaybeOwned;
use lts::{Choice, Choices, Path, Status, System};

/// Which paths to try.
#[derive(Clone, Debug)]
pub struct Sampling {
    pub walks: u64,
    pub seed: u64,
    /// With priorities, and this many changes of them on a walk; otherwise every choice is as likely as
    /// every other.
    pub changes: Option<u32>,
}

/// A walk without an end is given up after this many steps, where no other limit is set.
const MAX_STEPS: usize = 100_000;
/// Where changes of priority are put before any walk has shown how long walks are.
const FIRST_GUESS_STEPS: u64 = 100;

/// Numbers that look like chance and are the same every time (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % bound.max(1)
    }
}

/// Who goes first on a walk.
struct Priorities {
    of: FastMap<u32, u64>,
    /// Steps before which the one who would move is put behind all others, and the places left behind them.
    changes: Vec<u64>,
}

/// Above all priorities that changes give.
const ORIGINAL: u64 = 1 << 32;

impl Priorities {
    fn new(changes: u32, length: u64, chance: &mut Chance) -> Priorities {
        Priorities { of: FastMap::default(), changes: (0..changes).map(|_| chance.below(length)).collect() }
    }

    fn pick(&mut self, step: u64, list: &[Choice], chance: &mut Chance) -> usize {
        loop {
            let mut best = (0, 0);
            for (i, choice) in list.iter().enumerate() {
                let fresh = ORIGINAL + chance.below(ORIGINAL);
                let priority = *self.of.entry(choice.actor).or_insert(fresh);
                best = best.max((priority, list.len() - i));
            }
            let at = list.len() - best.1;
            match self.changes.iter().position(|&change| change == step) {
                Some(which) => {
                    self.changes.swap_remove(which);
                    self.of.insert(list[at].actor, self.changes.len() as u64);
                }
                None => return at,
            }
        }
    }
}

/// Tries as many paths as asked for, or until the first finding or a limit.
pub fn sample(
    system: &mut dyn System,
    sampling: &Sampling,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    let (wanted, core) = (sampling.walks, Core::new(MaybeOwned::Borrowed(system), limits, Patience::None));
    let mut walks = Walks { core, longest: 0, walked: 0, wanted };
    let mut chance = Chance(sampling.seed);
    walks.core.result.cut(Why::Sampled);
    while walks.walked < wanted {
        let length = if walks.longest == 0 { FIRST_GUESS_STEPS } else { walks.longest };
        let priorities = sampling.changes.map(|changes| Priorities::new(changes, length, &mut chance));
        match walks.walk(priorities, &mut chance, watch) {
            Next::On => walks.walked += 1,
            // What was learnt makes the coming walks finer; those so far were walks all the same.
            Next::Again => walks.core.result.statistics.restarts += 1,
            Next::Stop => break,
        }
    }
    walks.core.finish(None)
}

struct Walks<'a> {
    core: Core<'a>,
    longest: u64,
    walked: u64,
    wanted: u64,
}

impl Walks<'_> {
    fn walk(
        &mut self,
        mut priorities: Option<Priorities>,
        chance: &mut Chance,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Next {
        let mut path: Path = Vec::new();
        let mut choices = Choices::default();
        self.core.start();
        let most = self.core.limits.depth.unwrap_or(MAX_STEPS);
        while path.len() < most {
            match self.core.system.choices(&mut choices) {
                Status::Done => {
                    self.core.result.statistics.ends += 1;
                    return Next::On;
                }
                Status::Stuck(finding) => return self.core.result.found(finding, path, self.core.limits),
                Status::Flawed(finding) => {
                    if self.core.result.found(finding, path.clone(), self.core.limits) == Next::Stop {
                        return Next::Stop;
                    }
                }
                Status::Live => {}
            }
            let list = &choices.list;
            let at = match &mut priorities {
                Some(priorities) if !choices.is_input => priorities.pick(path.len() as u64, list, chance),
                _ => chance.below(list.len() as u64) as usize,
            };
            let choice = choices.list[at];
            path.push(choice);
            let next = self.step(choice, &path, watch);
            match next {
                Some(next) => return next,
                None => self.longest = self.longest.max(path.len() as u64),
            }
        }
        self.core.result.cut(Why::Depth);
        Next::On
    }

    /// `None` if the walk goes on.
    fn step(
        &mut self,
        choice: Choice,
        path: &Path,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<Next> {
        let statistics = &mut self.core.result.statistics;
        statistics.states += 1;
        statistics.max_depth = statistics.max_depth.max(path.len());
        let (outcome, settled) = self.core.step(choice);
        if self.core.count(settled) == Next::Again {
            return Some(Next::Again);
        }
        if let Some(next) = self.core.judge(outcome, || path.clone()) {
            return Some(next);
        }
        if self.core.is_full(self.core.result.statistics.states) {
            return Some(Next::Stop);
        }
        let is_over =
            self.core.clock.tick(&*self.core.system) && self.look_around(path.len(), watch) == Next::Stop;
        is_over.then_some(Next::Stop)
    }

    fn look_around(&mut self, depth: usize, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let share = Some(Share::Walks { done: self.walked, of: self.wanted });
        let progress = self.core.progress(Reach { depth, frontier: 0, bytes: 0, share }, None);
        self.core.result.look_around(self.core.limits, &progress, watch)
    }
}
