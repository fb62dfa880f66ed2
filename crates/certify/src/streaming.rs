//! A script that several workers follow while it is still being read.
//!
//! One thread reads the script and takes it apart. Best is a part that was read to its end: who begins one that was not
//! may have to wait while the reader goes through the parts within. Whoever follows the part around another one comes
//! to its first state sooner or later, and hands that over: then it is loaded, and no time is lost on the way there.
//! Where nobody has come to it yet, the way is gone if it is short beside the part. Fingerprints of all parts are in
//! one ledger, so steps from part to part are foreseen and compared like all others.

use crate::along::{CertificationPlan, TaskResult, gone, links_of};
use crate::tasks::ScriptTask;
use lts::{Choice, Path, System};
use script::{
    Broken, Carried, Deviation, FileMoves, Follower, HandOver, HandedStates, Ledger, ListId, MoveSource,
    Print, Prints, Region, ScriptEvent, Sink, Sounded, Spring, To, What, distribute, stream,
};
use search::Why;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Take};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A way is short beside a part that has so many times its moves. Whoever goes it would have nothing to do else.
const SHORT: u64 = 2;
/// A way beside which so large a part might as well be loaded.
const CHEAP: u64 = 16;

/// So many moves are read between two looks whether anybody wants more.
const PATIENCE: u64 = 1 << 12;

/// What nobody has read yet.
pub struct Unread<R: Read> {
    pub source: FileMoves<Take<R>>,
    pub regions: Vec<Region>,
}

/// What all workers together came to.
pub struct Streamed {
    pub done: Vec<TaskResult>,
    /// The script cannot be read to its end, or parts of it were followed by nobody.
    pub deviation: Option<Deviation>,
    /// The ways to components that are never left.
    pub bottoms: Option<Vec<Path>>,
    /// Each part fits by itself, and what they say of each other is not true.
    pub is_torn: bool,
    /// All fingerprints, where there are some.
    pub store: Option<Follower>,
}

/// Parts that wait for somebody.
#[derive(Default)]
struct Board {
    waiting: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    tasks: Vec<ScriptTask>,
    /// Parts that were read to their end.
    whole: BTreeSet<u32>,
    /// First states of parts, by their numbers.
    carried: BTreeMap<u64, Carried>,
    busy: usize,
    is_read: bool,
    /// Something does not fit, or there is no time, so nothing else is of interest.
    is_over: bool,
    /// The reader has stopped for that: what was being followed breaks off.
    is_unread: bool,
}

/// What one worker came to.
#[derive(Default)]
struct Followed {
    done: Vec<TaskResult>,
    /// What others had not come to.
    waiting: Vec<(u64, Print)>,
    bytes: u64,
}

/// Follows a script by several machines.
///
/// # Errors
/// There can be only one machine.
pub(crate) fn follow<R: Read + Send>(
    plan: &CertificationPlan,
    unread: Unread<R>,
    system: &mut dyn System,
) -> Result<Streamed, String> {
    let (board, ledger) = (Arc::new(Board::default()), Arc::new(Ledger::new(plan.of.2)));
    let Unread { source, regions } = unread;
    // A machine is made when there is something to do for it: that takes time, and there may be more than parts.
    let original = Mutex::new(system);
    let (read, followed) = std::thread::scope(|scope| {
        let work = || followed(plan, (&board, &ledger), &original);
        let workers: Vec<_> = (0..plan.workers.min(regions.len())).map(|_| scope.spawn(work)).collect();
        let read = read(source, &regions, &board);
        board.change(|waiting| {
            waiting.is_read = true;
            waiting.is_over |= read.is_err();
        });
        // Of whoever has panicked, the parts are missing.
        let followed: Vec<Option<Followed>> = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Some(Followed::default())))
            .collect();
        (read, followed)
    });
    let followed: Option<Vec<Followed>> = followed.into_iter().collect();
    let followed =
        followed.ok_or("this program can be explored by one machine alone: leave out --workers")?;
    let has_settled = followed.iter().all(|one| ledger.settles(&one.waiting));
    let bytes = ledger.bytes() + followed.iter().map(|one| one.bytes).sum::<u64>();
    let mut done: Vec<TaskResult> = followed.into_iter().flat_map(|one| one.done).collect();
    let states: u64 = done.iter().map(|one| one.map.states).sum();
    let store = (!plan.trusts).then(|| Follower::of_all(Arc::clone(&ledger), states, bytes));
    let Ok(bottoms) = read else {
        let is_torn = !is_known(&mut done) && !board.locked().is_unread;
        return Ok(Streamed { done, deviation: None, bottoms: None, is_torn, store });
    };
    let is_whole = done.len() == regions.len() && states == plan.of.2;
    let is_given_up = done.iter().any(|one| one.deviation.is_some() || !one.ended.is_complete())
        || (done.iter().any(|one| !one.ended.found.is_empty()) && !plan.limits.all);
    // A part that nobody followed was not certified, whatever the reason.
    let deviation = (!is_whole && !is_given_up).then(|| {
        let what = What::Broken("has parts that were not followed".to_string());
        Deviation { what, path: Path::new(), state: 0 }
    });
    let is_torn = !has_settled && !is_given_up && deviation.is_none();
    let bottoms = deviation.is_none().then_some(bottoms);
    Ok(Streamed { done, deviation, bottoms, is_torn, store })
}

/// The script breaks off. The reader may be far ahead of what somebody has come to: that lies before, and is what
/// counts.
fn is_known(done: &mut [TaskResult]) -> bool {
    let breaks = |one: &TaskResult| matches!(&one.deviation, Some(Deviation { what: What::Broken(_), .. }));
    let is_known = done.iter().any(|one| one.deviation.is_some() && !breaks(one));
    if is_known {
        done.iter_mut().filter(|one| breaks(one)).for_each(|one| one.deviation = None);
    }
    is_known
}

/// Reads the script, and puts each part on the board as soon as it begins.
fn read<R: Read + Send>(
    source: FileMoves<Take<R>>,
    regions: &[Region],
    board: &Board,
) -> Result<Vec<Path>, Broken> {
    let mut source = Sounded::without_graph(Wanted { source, board, read: 0 });
    let mut announce = |index: usize, first: u64, path: &[Choice]| {
        let (spring, stream) = stream();
        let (part, size) = (Some((first, path.to_vec())), regions[index].size);
        let task = ScriptTask { source: Box::new(stream), part, index: index as u32, size };
        board.change(|waiting| waiting.tasks.push(task));
        Ok(Announced { spring, index: index as u32, board })
    };
    distribute(&mut source, regions, &mut announce)?;
    Ok(source.bottoms.found)
}

/// A script of which nobody wants more as soon as something does not fit: who forged it may have made it endless.
struct Wanted<'b, S> {
    source: S,
    board: &'b Board,
    read: u64,
}

impl<S: MoveSource> MoveSource for Wanted<'_, S> {
    fn first(&mut self) -> Result<ListId, Broken> {
        self.source.first()
    }

    #[inline]
    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        self.read += 1;
        match self.read.is_multiple_of(PATIENCE) && self.board.stops_reading() {
            true => Err(Broken::because("was not read to its end")),
            false => self.source.next(),
        }
    }

    fn sign(&self) -> u32 {
        self.source.sign()
    }

    #[inline]
    fn list(&self, list: ListId) -> &[Choice] {
        self.source.list(list)
    }
}

/// Where a part goes that is on the board.
struct Announced<'b> {
    spring: Spring,
    index: u32,
    board: &'b Board,
}

impl Sink for Announced<'_> {
    fn first(&mut self, choices: &[Choice], sign: u32) {
        self.spring.first(choices, sign);
    }

    #[inline]
    fn go(&mut self, index: u32, to: To, choices: &[Choice], sign: u32) {
        self.spring.go(index, to, choices, sign);
    }

    #[inline]
    fn back(&mut self) {
        self.spring.back();
    }

    fn end(&mut self) -> Result<(), Broken> {
        self.spring.end()?;
        self.board.change(|waiting| {
            waiting.whole.insert(self.index);
        });
        Ok(())
    }

    fn counts_in_whole(&self) -> bool {
        self.spring.counts_in_whole()
    }
}

/// What one worker follows, part after part. Nothing if there is no machine for it.
fn followed(
    plan: &CertificationPlan,
    (board, ledger): (&Arc<Board>, &Arc<Ledger>),
    original: &Mutex<&mut dyn System>,
) -> Option<Followed> {
    let mut own = None;
    let mut all = Followed::default();
    while let Some((task, carried)) = board.next() {
        let busy = Busy(board);
        let made = || {
            let system = original.lock().unwrap_or_else(PoisonError::into_inner).sibling()?;
            let prints = Prints::new(plan.key, links_of(&*system));
            Some((system, prints))
        };
        let Some((mut system, prints)) = own.take().or_else(made) else {
            board.change(|waiting| waiting.is_over = true);
            return None;
        };
        let (mut done, prints, waiting) = part(plan, (board, ledger), (task, carried), prints, &mut *system);
        if matches!(&done.deviation, Some(Deviation { what: What::Broken(_), .. }))
            && board.locked().is_unread
        {
            // It broke off since somebody else has come to what counts.
            done.deviation = None;
        }
        let is_cut = done.ended.cut.iter().any(|why| *why != Why::Store);
        if done.deviation.is_some() || is_cut || (!done.ended.found.is_empty() && !plan.limits.all) {
            board.change(|waiting| waiting.is_over = true);
        }
        all.waiting.extend(waiting);
        all.done.push(done);
        own = Some((system, prints));
        drop(busy);
    }
    let waiting = all.waiting.capacity() * size_of::<(u64, Print)>();
    all.bytes = own.map_or(0, |(_, prints)| prints.bytes()) + waiting as u64;
    Some(all)
}

/// Somebody follows a part. Whatever becomes of him, the others do not wait for ever.
struct Busy<'a>(&'a Board);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.change(|waiting| waiting.busy -= 1);
    }
}

/// Follows one part, with the components that were met before, and gives these back.
fn part(
    plan: &CertificationPlan,
    (board, ledger): (&Arc<Board>, &Arc<Ledger>),
    (task, carried): (ScriptTask, Option<Carried>),
    mut prints: Prints,
    system: &mut dyn System,
) -> (TaskResult, Prints, Vec<(u64, Print)>) {
    let (map, links) = (plan.map(task.index), links_of(system));
    let (first, path) = task.part.clone().unwrap_or_default();
    let is_loaded = carried.is_some_and(|carried| {
        let state = carried.put_into(&mut prints);
        system.load(&prints, &state).is_ok()
    });
    if !is_loaded && let Err(deviation) = gone(system, &path) {
        return (TaskResult::deviating(deviation, map), prints, Vec::new());
    }
    let to = Arc::clone(board);
    let hand_over: HandOver = Box::new(move |first: u64, state: Carried| {
        to.change(|waiting| {
            waiting.carried.insert(first, state);
        });
    });
    let watch = &mut |_: &search::Progress| !(plan.is_stopped)();
    if plan.trusts {
        let mut handing = HandedStates { to: hand_over, next: first, prints, links };
        let done = plan.trusted(task, (path, Some(&mut handing)), map, system, watch);
        return (done, handing.prints, Vec::new());
    }
    let beside = (Arc::clone(ledger), hand_over);
    let mut follower = Follower::beside(task.source, prints, links, (first, path.clone()), beside);
    let ended = search::depth_first_here(system, &mut follower, path, &plan.limits_now(), watch);
    let done = plan.judged(ended, &mut follower, map, true, system);
    let (prints, waiting) = follower.into_prints();
    (done, prints, waiting)
}

impl Board {
    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, how: impl FnOnce(&mut Waiting)) {
        how(&mut self.locked());
        self.has_changed.notify_all();
    }

    /// Nobody wants more of the script; from then on it counts as not read.
    fn stops_reading(&self) -> bool {
        let mut waiting = self.locked();
        waiting.is_unread = waiting.is_over;
        waiting.is_over
    }

    /// The next part to follow, with its first state if somebody has come to it. Waits for one; nothing if none will
    /// come.
    fn next(&self) -> Option<(ScriptTask, Option<Carried>)> {
        let mut waiting = self.locked();
        loop {
            if waiting.is_over {
                return None;
            }
            if let Some(at) = waiting.best() {
                let task = waiting.tasks.swap_remove(at);
                let first = task.part.as_ref().map_or(0, |part| part.0);
                waiting.busy += 1;
                let carried = waiting.carried.remove(&first);
                return Some((task, carried));
            }
            if waiting.is_read && waiting.busy == 0 {
                return None;
            }
            waiting = self.has_changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Waiting {
    /// The part to begin now: the first of those that can be loaded or have a cheap way, whole ones before others, or
    /// else one with a short way. Parts that follow each other share what a machine has met. If nobody is left who
    /// could come to the first state of any, one with a long way. None as long as nothing is whole: that does not take
    /// long, and who began the first part would wait for all that lies within.
    fn best(&self) -> Option<usize> {
        if self.whole.is_empty() && !self.is_read {
            return None;
        }
        let first = |is_wanted: &dyn Fn(&ScriptTask) -> bool| {
            let wanted = self.tasks.iter().enumerate().filter(|(_, task)| is_wanted(task));
            wanted
                .max_by_key(|(_, task)| (self.whole.contains(&task.index), Reverse(task.index)))
                .map(|(at, _)| at)
        };
        let way = |task: &ScriptTask| task.part.as_ref().map_or(0, |part| part.1.len() as u64);
        let is_within = |task: &ScriptTask, times: u64| way(task).saturating_mul(times) <= task.size;
        let is_here =
            |task: &ScriptTask| task.part.as_ref().is_none_or(|part| self.carried.contains_key(&part.0));
        first(&|task| is_here(task) || is_within(task, CHEAP))
            .or_else(|| first(&|task| is_within(task, SHORT)))
            .or_else(|| first(&|_| true).filter(|_| self.is_read && self.busy == 0))
    }
}
