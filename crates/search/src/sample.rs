//! Walks along single paths, chosen by chance: random ones, some with priorities, some with few preemptions
//! ([`Strategy`]).
//!
//! Nothing is stored, so nothing is complete: a search of this kind finds something or says that only some
//! paths were tried.

mod kinds;
mod strategy;

use crate::core::{Core, Patience, Reach};
use crate::limits::{Limits, Progress, Share, Why};
use crate::result::{Next, SearchResult};
use kinds::Kinds;
use lts::{Access, Choice, Choices, Footprint, MaybeOwned, Path, Status, System};
use strategy::{Chance, Scheduler};

pub use strategy::Strategy;

/// Which paths to try.
#[derive(Clone, Debug)]
pub struct Sampling {
    pub walks: u64,
    pub seed: u64,
    /// One after the other, and then again from the first.
    pub strategies: Vec<Strategy>,
    /// A walk without an end is given up after this many steps, where no other limit is set.
    pub longest: usize,
    /// What all walks together may take.
    pub budget: Budget,
}

/// An amount of work, counted so that it is the same on every machine. Whichever is used up first ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub steps: u64,
    /// Operations of the system.
    pub operations: u64,
}

impl Budget {
    pub const UNLIMITED: Budget = Budget { steps: u64::MAX, operations: u64::MAX };
}

impl Sampling {
    /// The longest walk, where nothing else is wanted.
    const LONGEST: usize = 100_000;

    /// Walks of one kind.
    pub fn of(strategy: Strategy, walks: u64, seed: u64) -> Sampling {
        let (strategies, longest, budget) = (vec![strategy], Sampling::LONGEST, Budget::UNLIMITED);
        Sampling { walks, seed, strategies, longest, budget }
    }
}

/// Where changes of priority are put before any walk has shown how long walks are.
const FIRST_GUESS_STEPS: u64 = 100;

/// After so many walks it is known what actors do.
const KINDS_AFTER: u64 = 3;

/// Tries as many paths as asked for, or until the first finding or a limit.
pub fn sample(
    system: &mut dyn System,
    sampling: &Sampling,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    let core = Core::new(MaybeOwned::Borrowed(system), limits, Patience::None);
    let (kinds, spell) = (Kinds::default(), Spell::default());
    let mut walks = Walks { core, sampling, longest: 0, walked: 0, has_begun: false, spell, kinds };
    let mut chance = Chance(sampling.seed);
    walks.core.result.cut(Why::Sampled);
    for number in 0.. {
        if walks.walked == sampling.walks || walks.is_spent() {
            break;
        }
        let length = if walks.longest == 0 { FIRST_GUESS_STEPS } else { walks.longest };
        let strategy = sampling.strategies[number % sampling.strategies.len()];
        let scheduler = Scheduler::new(strategy, length, &mut chance);
        let next = walks.walk(scheduler, &mut chance, watch);
        if walks.is_new_to_kinds() {
            walks.kinds.tell_apart();
        }
        match next {
            Next::On => walks.walked += 1,
            // What was learnt makes the coming walks finer; those so far were walks all the same.
            Next::Again => walks.core.result.statistics.restarts += 1,
            Next::Stop | Next::Pause => break,
        }
    }
    walks.core.result.statistics.walks = walks.walked;
    walks.core.result.statistics.walked = walks.core.result.statistics.transitions;
    walks.core.finish(None)
}

struct Walks<'a> {
    core: Core<'a>,
    sampling: &'a Sampling,
    /// The most steps of a walk, but for those in which somebody came to nothing.
    longest: u64,
    walked: u64,
    /// There was a walk.
    has_begun: bool,
    spell: Spell,
    kinds: Kinds,
}

impl Walks<'_> {
    fn walk(
        &mut self,
        mut scheduler: Scheduler,
        chance: &mut Chance,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Next {
        let mut path: Path = Vec::new();
        let mut choices = Choices::default();
        let (mut wasted, mut useful) = (0, 0);
        match self.has_begun && !self.core.restart.is_pending() {
            // Nothing was learnt since the first walk that a finding could rest on.
            true => self.core.system.start(),
            false => self.core.start(),
        }
        self.has_begun = true;
        self.spell = Spell::default();
        let most = self.core.limits.depth.unwrap_or(self.sampling.longest);
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
            let choice = choices.list[scheduler.pick(useful, &choices, &self.kinds, chance)];
            path.push(choice);
            let next = self.step(choice, &path, watch);
            if let Some(next) = next {
                return next;
            }
            if let Some(steps) = self.spell.goes_on(choice.actor, &mut *self.core.system) {
                scheduler.put_last(choice.actor);
                wasted += steps;
            }
            if self.is_new_to_kinds() {
                self.kinds.note(choice.actor, &self.spell.footprints, &mut *self.core.system);
            }
            useful = path.len() as u64 - wasted;
            self.longest = self.longest.max(useful);
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
        if self.core.is_full(self.core.result.statistics.states) || self.is_spent() {
            return Some(Next::Stop);
        }
        let is_over =
            self.core.clock.tick(&*self.core.system) && self.look_around(path.len(), watch) == Next::Stop;
        is_over.then_some(Next::Stop)
    }

    /// Kinds of actors are told apart by the first walks, and drawn by those behind them.
    fn is_new_to_kinds(&self) -> bool {
        self.walked < KINDS_AFTER && self.sampling.strategies.contains(&Strategy::Kinds)
    }

    /// The walks have taken what they may.
    fn is_spent(&self) -> bool {
        let Budget { steps, operations } = self.sampling.budget;
        self.core.result.statistics.transitions >= steps || self.core.instructions() >= operations
    }

    fn look_around(&mut self, depth: usize, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let share = Some(Share::Walks { done: self.walked, of: self.sampling.walks });
        let progress = self.core.progress(Reach { depth, frontier: 0, bytes: 0, share }, None);
        self.core.result.look_around(self.core.limits, &progress, watch)
    }
}

/// For how long one has moved alone. Priorities would let him who spins until others have done something move for
/// ever.
#[derive(Default)]
struct Spell {
    actor: u32,
    steps: u64,
    /// Those in a row that only looked at something, as far as the machine tells.
    looks: u64,
    footprints: Vec<Footprint>,
}

impl Spell {
    /// Who has only looked for so many steps waits for others, most likely.
    const LOOKS: u64 = 24;
    /// And so does he who has moved for so long.
    const STEPS: u64 = 1_000;

    /// Somebody has moved. If he seems to come to nothing, for how many steps that was so.
    fn goes_on(&mut self, actor: u32, system: &mut dyn System) -> Option<u64> {
        self.footprints.clear();
        if let Some(told) = system.footprints() {
            told.footprints(&mut self.footprints);
        }
        let is_same = std::mem::replace(&mut self.actor, actor) == actor;
        // A step of which nothing is told may have done anything.
        let only_looks =
            !self.footprints.is_empty() && self.footprints.iter().all(|f| f.access == Access::Read);
        self.steps = if is_same { self.steps + 1 } else { 1 };
        self.looks = if only_looks && is_same { self.looks + 1 } else { 0 };
        let wasted = if self.looks >= Spell::LOOKS { self.looks } else { self.steps };
        let is_over = self.looks >= Spell::LOOKS || self.steps >= Spell::STEPS;
        if is_over {
            (self.steps, self.looks) = (0, 0);
        }
        is_over.then_some(wasted)
    }
}
