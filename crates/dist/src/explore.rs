//! A search by several processes, as each of them sees it.

use crate::connect::Cluster;
use crate::flow::{Agreed, take_part};
use crate::mover::{acquaint, path};
use crate::news::{AllNews, Halt};
use crate::partition::Aspect;
use crate::trail::Trail;
use crate::voice::{Shared, is_lost, locked, notice_losses, stopped};
use crate::{NodeCounts, Scheme, Upkeep};
use lts::{Cause, Finding, Gap, Path, System};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};
use timely::{CommunicationConfig, WorkerConfig};

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    pub states: u64,
    pub transitions: u64,
    pub depth: usize,
    /// States that wait to be gone on from.
    pub frontier: u64,
    pub bytes: u64,
    pub elapsed: Duration,
}

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct SearchEnd {
    /// The nearest first.
    pub found: Vec<(Finding, Path)>,
    pub gaps: Vec<Gap>,
    pub cuts: BTreeSet<Halt>,
    pub nodes: Vec<NodeCounts>,
    pub elapsed: Duration,
}

/// How often who waits for the nodes looks at them.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long the connections may take to close.
const CLOSING: Duration = Duration::from_secs(5);

/// Explores everything, or until the first finding or a limit, together with the other processes. `watch` is called
/// now and then; false stops the search. The machine in `system` knows in the end what those have learnt that searched.
///
/// # Errors
/// Why it cannot be done.
pub fn explore(
    system: &mut dyn System,
    cluster: Cluster,
    plan: &Scheme,
    upkeep: &Upkeep,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<SearchEnd, String> {
    let started = Instant::now();
    can_explore(system, &cluster, plan, upkeep)?;
    notice_losses();
    let machines: Option<Vec<Box<dyn System>>> = (0..plan.workers).map(|_| system.sibling()).collect();
    let machines = machines.ok_or(
        "there is no second machine for this program: it can be searched by one process alone, or there is too \
         little address space for another heap (--heap)",
    )?;
    let machines = Mutex::new(machines);
    let shared = Arc::new(Shared::default());
    let (sender, receiver) = channel::<Option<Agreed>>();
    let guards = {
        let (shared, plan, upkeep) = (shared.clone(), plan.clone(), upkeep.clone());
        let sender = Mutex::new(sender);
        run(cluster, plan.workers, move |worker| {
            let sender: Sender<_> = locked(&sender).clone();
            let machine = locked(&machines).pop();
            let agreed = machine.and_then(|machine| take_part(worker, machine, &plan, &upkeep, &shared));
            // Nobody listens any more if another thread of the process has failed.
            let _ = sender.send(agreed);
        })?
    };
    let whole = wait(&receiver, &shared, plan, started, watch)?;
    match &whole {
        Some(_) => close(guards),
        // Its threads wait for what will never come.
        None => std::mem::forget(guards),
    }
    let (agreed, lost) = match whole {
        Some(agreed) => (agreed, false),
        None => (remains(&shared), true),
    };
    if let Some(refused) = agreed.refused {
        return Err(refused);
    }
    let mut ended = end(system, agreed, plan);
    if lost {
        ended.cuts.insert(Halt::Lost);
    }
    ended.elapsed = started.elapsed();
    Ok(ended)
}

/// What all threads of this process have agreed on with the others, as soon as they have. Nothing if somebody is gone.
///
/// # Errors
/// A thread has failed.
fn wait(
    receiver: &Receiver<Option<Agreed>>,
    shared: &Shared,
    plan: &Scheme,
    started: Instant,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Option<Agreed>, String> {
    let (mut agreed, mut left, mut ending) = (None, plan.workers, None);
    while left > 0 && !is_lost() {
        let is_ending = is_to_end(shared, plan, started);
        if is_ending && ending.get_or_insert_with(Instant::now).elapsed() >= plan.patience {
            break;
        }
        match receiver.recv_timeout(LOOK_EVERY) {
            Ok(Some(end)) => {
                agreed = Some(end);
                left -= 1;
            }
            Ok(None) => break,
            Err(RecvTimeoutError::Timeout) => {
                if !watch(&progress(shared, started)) {
                    shared.stop.store(true, Ordering::Release);
                }
            }
            Err(RecvTimeoutError::Disconnected) if is_lost() => break,
            Err(RecvTimeoutError::Disconnected) => {
                return Err("a thread of the search has failed".to_string());
            }
        }
    }
    Ok(agreed.filter(|_| left == 0))
}

/// Somebody wants the search to end, or its time is over.
fn is_to_end(shared: &Shared, plan: &Scheme, started: Instant) -> bool {
    stopped(shared).is_some() || plan.limits.time.is_some_and(|time| started.elapsed() >= time)
}

/// # Errors
/// What the system, or the number of those who search, does not allow.
fn can_explore(
    system: &mut dyn System,
    cluster: &Cluster,
    plan: &Scheme,
    upkeep: &Upkeep,
) -> Result<(), String> {
    let has_actors = system.gauges().is_some_and(|gauges| gauges.actors().is_some());
    if plan.partition.aspect != Aspect::Global && !has_actors {
        return Err("this program has no threads to tell states apart by: partition them by all that they hold (global)"
            .to_string());
    }
    if upkeep.recorder.is_some() && (cluster.count() > 1 || plan.workers > 1) {
        return Err("a graph is recorded by one process with one worker".to_string());
    }
    Ok(())
}

/// Starts the threads of this process.
fn run(
    cluster: Cluster,
    threads: usize,
    body: impl Fn(&mut timely::worker::Worker) + Send + Sync + 'static,
) -> Result<WorkerGuards<()>, String> {
    let (builders, others): (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>) = match cluster.count() {
        1 => CommunicationConfig::Process(threads).try_build()?,
        _ => {
            let hooks = Hooks::default();
            let within = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
            let Cluster { rank, sockets } = cluster;
            let (builders, guard) = initialize_networking_from_sockets(within, sockets, rank, threads, hooks)
                .map_err(|error| format!("the connections cannot be used: {error}"))?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
        }
    };
    timely::execute::execute_from(builders, others, WorkerConfig::default(), body)
}

/// Lets all that was sent arrive.
fn close(guards: WorkerGuards<()>) {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        drop(guards.join());
        let _ = sender.send(());
    });
    // Whoever does not close his end in time has all that he needs.
    let _ = receiver.recv_timeout(CLOSING);
}

fn progress(shared: &Shared, started: Instant) -> Progress {
    let figures = locked(&shared.figures);
    let sum = |value: fn(&NodeCounts) -> u64| figures.iter().map(value).sum::<u64>();
    Progress {
        states: sum(|node| node.states),
        transitions: sum(|node| node.transitions),
        depth: figures.iter().map(|node| node.deepest as usize).max().unwrap_or_default(),
        frontier: sum(|node| node.waiting),
        bytes: sum(|node| node.bytes),
        elapsed: started.elapsed(),
    }
}

/// What is known when the others cannot be asked any more.
fn remains(shared: &Shared) -> Agreed {
    let (mut known, lessons) = locked(&shared.known).clone();
    let taught = known.lessons.first().map(|trail| trail.steps);
    // Ways that are longer than one that teaches something may be none.
    known.found.retain(|found| taught.is_none_or(|taught| found.trail.steps < taught));
    let figures = locked(&shared.figures).clone();
    Agreed {
        known: AllNews { lessons: BTreeSet::new(), ..known },
        figures,
        lessons,
        granted: 0,
        refused: None,
    }
}

/// From what nodes agree on to what is told of it.
fn end(system: &mut dyn System, agreed: Agreed, plan: &Scheme) -> SearchEnd {
    let Agreed { known, figures, lessons, granted, .. } = agreed;
    system.start();
    for learnt in &lessons {
        acquaint(system, learnt.iter());
    }
    if let Some(knowledge) = system.knowledge() {
        knowledge.grant(granted);
    }
    let mut ended = SearchEnd {
        gaps: known.gaps.clone(),
        cuts: known.cuts.clone(),
        nodes: figures,
        ..SearchEnd::default()
    };
    let most = if plan.limits.all { usize::MAX } else { 1 };
    for found in known.sorted().into_iter().take(most) {
        match going(system, &found.trail) {
            Ok(path) => ended.found.push((found.finding(), path)),
            Err(gap) => ended.gaps.push(gap),
        }
    }
    ended
}

fn going(system: &mut dyn System, trail: &Trail) -> Result<Path, Gap> {
    path(system, trail).map_err(|gap| Gap { cause: Cause::Fault, ..gap })
}
