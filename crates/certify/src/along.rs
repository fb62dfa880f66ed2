//! Going along a script: whole, or in parts, by one worker or by several; and what all parts together came to.

use crate::streaming::{self, Unread};
use crate::tasks::ScriptTask;
use lts::{Choice, Path, Store, System};
use script::{Deviation, Follower, HandedStates, Header, PartMap, ScriptKind, What, trust};
use search::{Found, Limits, Progress, SearchResult, Statistics, Why};
use std::io::Read;
use std::time::{Duration, Instant};

/// A search along a script.
pub struct Certification<'a, R: Read> {
    pub plan: CertificationPlan,
    pub tasks: Vec<ScriptTask>,
    /// A script that is followed while it is read, in the place of tasks.
    pub unread: Option<Unread<R>>,
    /// The same for so many workers, from its beginning.
    pub again: &'a dyn Fn(usize) -> Result<Vec<ScriptTask>, String>,
    pub maps: Vec<PartMap>,
    pub deviation: Option<Deviation>,
    /// The ways to components of the whole that are never left, if they are known beforehand.
    pub bottoms: Option<Vec<Path>>,
    /// They were looked at, or the search has found them itself.
    pub seeks_livelocks: bool,
}

/// What all workers know.
pub struct CertificationPlan {
    pub header: Header,
    /// The extent of a machine that does not know the program yet.
    pub fresh: u64,
    /// When it began: what is left of its time counts for each of its parts.
    pub begun: Instant,
    pub limits: Limits,
    pub key: u128,
    pub trusts: bool,
    /// There are invariants for which the search was not made.
    pub has_onlookers: bool,
    pub workers: usize,
    /// The script that the tasks are parts of, how many there are in all, and the states of the whole.
    pub of: (u128, u32, u64),
    /// Somebody has asked for an end.
    pub is_stopped: fn() -> bool,
}

/// What one task came to.
pub(crate) struct TaskResult {
    pub ended: SearchResult,
    pub deviation: Option<Deviation>,
    pub map: PartMap,
    pub follower: Option<Follower>,
    /// The ways to components that are never left, if it has come to know them.
    pub bottoms: Option<Vec<Path>>,
}

impl<R: Read + Send> Certification<'_, R> {
    /// It does not look at everything, or not closely.
    pub fn is_partial(&self) -> bool {
        self.plan.trusts || self.is_shared()
    }

    /// Other machines than the one at hand take part.
    pub fn is_shared(&self) -> bool {
        self.plan.workers > 1 || (self.tasks.len() as u32) < self.plan.of.1
    }

    /// Follows the script, whole or in parts. `store` is then what is left of the visited states: fingerprints.
    ///
    /// # Errors
    /// Why that cannot be done at all. What does not fit is a [`Deviation`].
    pub fn follow(
        &mut self,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchResult, String> {
        self.plan.begun = Instant::now();
        match self.plan.header.acquaint(system, &mut || self.plan.over().is_none()) {
            Ok(fresh) => self.plan.fresh = fresh,
            Err(unacquainted) if unacquainted.is_given_up => {
                let cut = self.plan.over().into_iter().collect();
                return Ok(SearchResult { cut, ..SearchResult::default() });
            }
            Err(unacquainted) => {
                let path = unacquainted.path;
                self.deviation = Some(Deviation { what: What::Unacquainted, path, state: 0 });
                return Ok(SearchResult { cut: vec![Why::Store], ..SearchResult::default() });
            }
        }
        let (begun, is_whole) = (Instant::now(), !self.is_partial());
        let mut done = self.followed(system, store, watch)?;
        // What onlookers read for the first time is no news of the program, but is looked for from the beginning.
        while self.plan.has_onlookers
            && done.iter().any(|one| is_learnt(&one.deviation))
            && system.learnt() == self.plan.header.learnt
        {
            self.tasks = (self.again)(self.plan.workers)?;
            done = self.followed(system, store, watch)?;
        }
        let mut ended = SearchResult::default();
        for one in &mut done {
            merge(&mut ended, std::mem::take(&mut one.ended));
            if self.deviation.is_none() {
                self.deviation = one.deviation.take();
            }
        }
        ended.statistics.elapsed = begun.elapsed();
        self.seeks_livelocks = is_whole;
        if let Some(bottoms) = done.iter_mut().find_map(|one| one.bottoms.take()) {
            self.bottoms = Some(bottoms);
        }
        if let Some(follower) = done.iter_mut().find_map(|one| one.follower.take()) {
            *store = Box::new(follower);
        }
        self.maps = done.into_iter().map(|one| one.map).collect();
        if self.deviation.is_some() {
            ended.cut.push(Why::Store);
        }
        self.look_at_bottoms(&mut ended, system);
        // Whether the program comes to an end anywhere is no question of one part: who joins them asks.
        if self.maps.len() != self.plan.of.1 as usize {
            ended.statistics.ends = ended.statistics.ends.max(1);
        }
        Ok(ended)
    }

    /// Follows all tasks.
    fn followed(
        &mut self,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<Vec<TaskResult>, String> {
        if let Some(unread) = self.unread.take() {
            let streamed = streaming::follow(&self.plan, unread, system)?;
            if streamed.is_torn {
                return self.told_alone(system, watch);
            }
            if let Some(follower) = streamed.store {
                *store = Box::new(follower);
            }
            self.bottoms = streamed.bottoms.filter(|_| self.plan.header.kind == ScriptKind::Whole);
            self.deviation = streamed.deviation;
            return Ok(streamed.done);
        }
        let tasks = std::mem::take(&mut self.tasks);
        Ok(tasks.into_iter().map(|task| self.plan.one(task, system, watch)).collect())
    }

    /// Several workers know that the script is false, and none of them where: who follows it alone comes to it.
    fn told_alone(
        &mut self,
        system: &mut dyn System,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<Vec<TaskResult>, String> {
        let tasks = (self.again)(1)?;
        let done: Vec<TaskResult> =
            tasks.into_iter().map(|task| self.plan.one(task, system, watch)).collect();
        if done.iter().all(|one| one.deviation.is_none()) {
            let what = What::Broken("has parts that do not fit together".to_string());
            self.deviation = Some(Deviation { what, path: Path::new(), state: 0 });
        }
        Ok(done)
    }
}

/// A machine has learnt something that the script does not say.
fn is_learnt(deviation: &Option<Deviation>) -> bool {
    deviation.as_ref().is_some_and(|deviation| deviation.what == What::Learnt)
}

impl CertificationPlan {
    /// The limits of what is begun now.
    pub(crate) fn limits_now(&self) -> Limits {
        self.limits.after(self.begun.elapsed())
    }

    /// Why nothing may be begun any more, if that is so.
    pub(crate) fn over(&self) -> Option<Why> {
        let is_late = self.limits_now().time.is_some_and(|left| left.is_zero());
        let interrupted = (self.is_stopped)().then_some(Why::Interrupted);
        interrupted.or_else(|| is_late.then_some(Why::Time))
    }

    /// Follows one task.
    fn one(
        &self,
        task: ScriptTask,
        system: &mut dyn System,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> TaskResult {
        let path = task.part.as_ref().map(|(_, path)| path.clone()).unwrap_or_default();
        let map = self.map(task.index);
        if let Err(deviation) = gone(system, &path) {
            return TaskResult::deviating(deviation, map);
        }
        if self.trusts {
            return self.trusted(task, (path, None), map, system, watch);
        }
        let is_part = task.part.is_some();
        let links = links_of(system);
        let mut follower = Follower::new(task.source, self.key, links, task.part);
        let ended = search::depth_first_from(system, &mut follower, path, &self.limits_now(), watch);
        let done = self.judged(ended, &mut follower, map, is_part, system);
        TaskResult { follower: Some(follower), ..done }
    }

    /// The map of a part that nobody has followed yet.
    pub(crate) fn map(&self, index: u32) -> PartMap {
        PartMap {
            of: self.of.0,
            count: self.of.1,
            whole: self.of.2,
            index,
            key: self.key,
            common: self.header.common(self.key),
            is_trusted: self.trusts,
            ..PartMap::default()
        }
    }

    /// What a search along a script, or a part of one, came to.
    pub(crate) fn judged(
        &self,
        mut ended: SearchResult,
        follower: &mut Follower,
        mut map: PartMap,
        is_part: bool,
        system: &mut dyn System,
    ) -> TaskResult {
        let is_given_up = ended.cut.iter().any(|why| *why != Why::Store) || !ended.gaps.is_empty();
        if !ended.gaps.is_empty() {
            // What could not be said is why the search ended. That the script does not go on there means nothing.
            ended.cut.retain(|why| *why != Why::Store);
        }
        let mut deviation = None;
        if (self.limits.all || ended.found.is_empty()) && !is_given_up {
            deviation = follower.deviation();
        }
        map.extent = system.settle().extent.saturating_sub(self.fresh);
        if is_part && map.extent != self.header.extent && deviation.is_none() {
            deviation = Some(Deviation { what: What::Unmet, path: Vec::new(), state: 0 });
        }
        if is_part {
            map.met = follower.met();
        }
        (map.states, map.moves) = (follower.states(), follower.moves());
        map.ends = ended.statistics.ends + ended.statistics.pruned;
        TaskResult { ended, deviation, map, follower: None, bottoms: None }
    }

    pub(crate) fn trusted(
        &self,
        mut task: ScriptTask,
        (path, handing): (Path, Option<&mut HandedStates>),
        mut map: PartMap,
        system: &mut dyn System,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> TaskResult {
        let before = system.instructions();
        let mut is_late = false;
        let look = &mut |states: u64, transitions: u64| {
            let elapsed = self.begun.elapsed();
            is_late = self.limits.time.is_some_and(|most| elapsed >= most);
            let progress =
                Progress { states, transitions, depth: 0, frontier: 0, bytes: 0, elapsed, share: None };
            !is_late && watch(&progress)
        };
        let is_whole = task.part.is_none() && self.header.kind == ScriptKind::Whole;
        let trusted = trust(system, &mut *task.source, path, (self.limits.all, is_whole), handing, look);
        (map.states, map.moves, map.ends) = (trusted.states, trusted.transitions, trusted.ends);
        map.extent = self.header.extent;
        let mut ended = SearchResult {
            statistics: Statistics {
                states: trusted.states,
                transitions: trusted.transitions,
                ends: trusted.ends,
                max_depth: trusted.max_depth,
                instructions: system.instructions().saturating_sub(before),
                ..Statistics::default()
            },
            found: trusted.found.into_iter().map(|(finding, path)| Found { finding, path }).collect(),
            gaps: trusted.gaps,
            ..SearchResult::default()
        };
        if trusted.is_interrupted {
            ended.cut.push(if is_late { Why::Time } else { Why::Interrupted });
        }
        TaskResult { ended, deviation: trusted.deviation, map, follower: None, bottoms: trusted.bottoms }
    }
}

impl TaskResult {
    pub(crate) fn deviating(deviation: Deviation, map: PartMap) -> TaskResult {
        let ended = SearchResult { cut: vec![Why::Store], ..SearchResult::default() };
        TaskResult { ended, deviation: Some(deviation), map, follower: None, bottoms: None }
    }
}

/// Goes to where a part begins.
pub(crate) fn gone(system: &mut dyn System, path: &[Choice]) -> Result<(), Deviation> {
    system.start();
    match path.iter().position(|&choice| !script::go(system, choice)) {
        None => Ok(()),
        Some(at) => {
            let what = What::Nonexistent(path[at]);
            Err(Deviation { what, path: path[..at].to_vec(), state: 0 })
        }
    }
}

pub(crate) fn links_of(system: &dyn System) -> &'static [(u8, usize)] {
    system.gauges().map_or(&[] as &[_], |gauges| gauges.links())
}

/// Two results of parts as one.
fn merge(all: &mut SearchResult, one: SearchResult) {
    let (sum, own) = (&mut all.statistics, one.statistics);
    sum.states += own.states;
    sum.transitions += own.transitions;
    sum.revisits += own.revisits;
    sum.ends += own.ends;
    sum.pruned += own.pruned;
    sum.ordered += own.ordered;
    sum.max_depth = sum.max_depth.max(own.max_depth);
    sum.instructions += own.instructions;
    sum.elapsed = sum.elapsed.max(own.elapsed).max(Duration::ZERO);
    one.found.into_iter().for_each(|found| all.tell(found));
    if all.stranded.is_none() {
        all.stranded = one.stranded;
    }
    if all.overdue.is_none() {
        all.overdue = one.overdue;
    }
    all.seeks_stranded |= one.seeks_stranded;
    for gap in one.gaps {
        if !all.gaps.contains(&gap) {
            all.gaps.push(gap);
        }
    }
    for why in one.cut {
        if !all.cut.contains(&why) {
            all.cut.push(why);
        }
    }
}
