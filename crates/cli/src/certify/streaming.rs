//! A script that several workers follow while it is still being read.
//!
//! One thread reads the script and takes it apart; a part can be begun as soon as the reader has come to it. Whoever
//! follows the part around it comes to its first state sooner or later, and hands that over: then it is loaded, and no
//! time is lost on the way there. Where nobody has come to it yet, the way is gone if it is short beside the part.

use super::parts::{Done, Plan, Task, gone, links_of};
use ::script::{
    Broken, Carried, Deviation, FileMoves, Follower, Piece, Prints, Region, Sounded, Spring, What,
    distribute, stream,
};
use lts::{Choice, Path, System};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Take};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A way is short beside a part that has so many times its moves. Whoever goes it would have nothing to do else.
const SHORT: u64 = 2;

/// What nobody has read yet.
pub struct Unread {
    pub source: FileMoves<Take<BufReader<File>>>,
    pub regions: Vec<Region>,
}

/// What all workers together came to.
pub struct Streamed {
    pub done: Vec<Done>,
    /// The script cannot be read to its end, or parts of it were followed by nobody.
    pub deviation: Option<Deviation>,
    /// The ways to components that are never left.
    pub bottoms: Option<Vec<Path>>,
}

/// Parts that wait for somebody.
#[derive(Default)]
struct Board {
    waiting: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    tasks: Vec<Task>,
    /// First states of parts, by their numbers.
    carried: BTreeMap<u64, Carried>,
    busy: usize,
    is_read: bool,
    /// Something does not fit, so nothing else is of interest.
    is_over: bool,
}

/// Follows a script by several machines.
///
/// # Errors
/// There can be only one machine.
pub(super) fn follow(plan: &Plan, unread: Unread, system: &mut dyn System) -> Result<Streamed, String> {
    let machines: Option<Vec<Box<dyn System>>> = (0..plan.workers).map(|_| system.sibling()).collect();
    let machines =
        machines.ok_or("this program can be explored by one machine alone: leave out --workers")?;
    let board = Arc::new(Board::default());
    let Unread { source, regions } = unread;
    let (read, done) = std::thread::scope(|scope| {
        let work = |mut machine: Box<dyn System>| {
            let board = Arc::clone(&board);
            scope.spawn(move || followed(plan, &board, &mut *machine))
        };
        let workers: Vec<_> = machines.into_iter().map(work).collect();
        let read = read(source, &regions, &board);
        board.change(|waiting| {
            waiting.is_read = true;
            waiting.is_over |= read.is_err();
        });
        let done: Vec<Done> =
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect();
        (read, done)
    });
    let (deviation, bottoms) = match read {
        Err(broken) => (Some(broken.0), None),
        // A part that nobody followed was not certified, whatever the reason.
        Ok(_) if done.len() != regions.len() && done.iter().all(|one| one.deviation.is_none()) => {
            (Some("has parts that were not followed".to_string()), None)
        }
        Ok(bottoms) => (None, Some(bottoms)),
    };
    let deviation = deviation.map(|what| Deviation { what: What::Broken(what), path: Path::new(), state: 0 });
    Ok(Streamed { done, deviation, bottoms })
}

/// Reads the script, and puts each part on the board as soon as it begins.
fn read(
    source: FileMoves<Take<BufReader<File>>>,
    regions: &[Region],
    board: &Board,
) -> Result<Vec<Path>, Broken> {
    let mut source = Sounded::without_graph(source);
    let mut announce = |index: usize, first: u64, path: &[Choice]| {
        let (spring, stream) = stream();
        let (part, size) = (Some((first, path.to_vec())), regions[index].size);
        let task = Task { source: Box::new(stream), part, index: index as u32, size };
        board.change(|waiting| waiting.tasks.push(task));
        Ok(spring)
    };
    let pieces: Vec<Piece<Spring>> = distribute(&mut source, regions, &mut announce)?;
    for piece in pieces {
        piece.sink.finish()?;
    }
    Ok(source.bottoms.found)
}

/// What one worker follows, part after part.
fn followed(plan: &Plan, board: &Arc<Board>, system: &mut dyn System) -> Vec<Done> {
    let links = links_of(system);
    let mut prints = Prints::new(plan.key, links);
    let mut all = Vec::new();
    while let Some((task, carried)) = board.next() {
        let busy = Busy(board);
        let (done, unused) = part(plan, board, task, carried, prints, system);
        if done.deviation.is_some() {
            board.change(|waiting| waiting.is_over = true);
        }
        prints = unused;
        all.push(done);
        drop(busy);
    }
    all
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
    plan: &Plan,
    board: &Arc<Board>,
    task: Task,
    carried: Option<Carried>,
    prints: Prints,
    system: &mut dyn System,
) -> (Done, Prints) {
    let (path, map) =
        (task.part.as_ref().map(|part| part.1.clone()).unwrap_or_default(), plan.map(task.index));
    let to = Arc::clone(board);
    let hand_over = move |first: u64, state: Carried| {
        to.change(|waiting| {
            waiting.carried.insert(first, state);
        });
    };
    let mut follower = Follower::going_on(task.source, prints, links_of(system), task.part)
        .handing_over(Box::new(hand_over));
    let is_loaded = carried.is_some_and(|carried| {
        let state = carried.put_into(&mut follower);
        system.load(&follower, &state).is_ok()
    });
    if !is_loaded && let Err(deviation) = gone(system, &path) {
        return (Done::deviating(deviation, map), follower.into_prints());
    }
    let watch = &mut |_: &search::Progress| !crate::interrupt::is_interrupted();
    let ended = search::depth_first_here(system, &mut follower, path, &plan.limits, watch);
    let mut done = plan.judged(ended, follower, map, true, system);
    let prints = done.follower.take().map(Follower::into_prints);
    (done, prints.unwrap_or_else(|| Prints::new(plan.key, links_of(system))))
}

impl Board {
    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, how: impl FnOnce(&mut Waiting)) {
        how(&mut self.locked());
        self.has_changed.notify_all();
    }

    /// The next part to follow, with its first state if somebody has come to it. Waits for one; nothing if none will
    /// come.
    fn next(&self) -> Option<(Task, Option<Carried>)> {
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
    /// The part to begin now: one that can be loaded, or else one with a short way, the largest first. If nobody is
    /// left who could come to the first state of any, one with a long way.
    fn best(&self) -> Option<usize> {
        let largest = |is_wanted: &dyn Fn(&Task) -> bool| {
            let wanted = self.tasks.iter().enumerate().filter(|(_, task)| is_wanted(task));
            wanted.max_by_key(|(_, task)| task.size).map(|(at, _)| at)
        };
        let way = |task: &Task| task.part.as_ref().map_or(0, |part| part.1.len() as u64);
        let is_here = |task: &Task| task.part.as_ref().is_none_or(|part| self.carried.contains_key(&part.0));
        largest(&is_here)
            .or_else(|| largest(&|task| way(task).saturating_mul(SHORT) <= task.size))
            .or_else(|| largest(&|_| true).filter(|_| self.is_read && self.busy == 0))
    }
}
