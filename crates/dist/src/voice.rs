//! How the nodes of a search are heard, whatever it does: how far they are, that somebody wants to stop, that somebody
//! is gone, and what all of them say at once.

use crate::NodeCounts;
use crate::news::{AllNews, Halt};
use crate::trail::Trail;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::core::input::Handle;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe, ToStream};
use timely::worker::Worker;

/// What is told at any time, whatever the search does.
#[derive(Clone, Serialize, Deserialize)]
enum Word {
    /// How far a node is.
    Figures(Box<NodeCounts>),
    /// Somebody wants the search to end.
    Stop(Halt),
}

/// What the threads of one process share.
#[derive(Default)]
pub struct Shared {
    /// This process wants the search to end.
    pub stop: AtomicBool,
    /// Of all nodes, as far as they have told.
    pub figures: Mutex<Vec<NodeCounts>>,
    /// What the first of its nodes knows, for when the others cannot be asked any more: news, and lessons before.
    pub known: Mutex<(AllNews, Vec<Vec<Trail>>)>,
}

/// A connection to another process has broken. Timely tells that by a panic of its own threads.
static LOST: AtomicBool = AtomicBool::new(false);

pub fn is_lost() -> bool {
    LOST.load(Ordering::Acquire)
}

/// From now on a broken connection is noted, and not told on standard error.
pub fn notice_losses() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or_default();
            if name.starts_with("timely:send") || name.starts_with("timely:recv") {
                return LOST.store(true, Ordering::Release);
            }
            // Whoever uses what these have left behind fails in the same library, and has nothing to add.
            let is_timely = panic.location().is_some_and(|place| place.file().contains("timely"));
            if !(is_lost() && is_timely) {
                before(panic);
            }
        }));
    });
}

/// What a poisoned lock guards is as good as before.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody in this process wants the search to end.
pub fn stopped(shared: &Shared) -> Option<Halt> {
    shared.stop.load(Ordering::Acquire).then_some(Halt::Interrupted)
}

/// Everybody gets what everybody says, by rank.
pub fn gather<T: Serialize + for<'d> Deserialize<'d> + Clone + Send + 'static>(
    worker: &mut Worker,
    voice: &mut Voice,
    mine: T,
) -> Option<Vec<T>> {
    let (me, peers) = (worker.index() as u64, worker.peers() as u64);
    let heard: Rc<RefCell<Vec<(u64, T)>>> = Rc::default();
    let (all, probe) = (heard.clone(), ProbeHandle::new());
    worker.dataflow::<u32, _, _>(|scope| {
        let said: Vec<(u64, u64, T)> = (0..peers).map(|to| (to, me, mine.clone())).collect();
        let stream = said.to_stream(scope).container::<Vec<_>>();
        let route = Exchange::new(|said: &(u64, u64, T)| said.0);
        stream
            .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(route, "gather", |_, _| {
                move |input, _| {
                    input.for_each_time(|_, data| {
                        let said = data.flat_map(|list| list.drain(..)).map(|(_, from, what)| (from, what));
                        all.borrow_mut().extend(said);
                    });
                }
            })
            .probe_with(&probe);
    });
    voice.step_until(worker, || probe.done())?;
    let mut heard = std::mem::take(&mut *heard.borrow_mut());
    heard.sort_by_key(|(from, _)| *from);
    (heard.len() as u64 == peers).then(|| heard.into_iter().map(|(_, what)| what).collect())
}

/// Where words go in, each with whom it is for.
type Mouth = Handle<u32, CapacityContainerBuilder<Vec<(u64, Word)>>>;

/// How a node is heard, whatever the search does.
pub struct Voice {
    pub shared: Arc<Shared>,
    input: Option<Mouth>,
    probe: ProbeHandle<u32>,
    peers: u64,
    me: usize,
    told: Instant,
    has_stopped: bool,
}

/// How often a node tells how far it is.
const TELL_EVERY: Duration = Duration::from_millis(250);
/// How long a node without work sleeps at once.
const NAP: Duration = Duration::from_millis(5);

impl Voice {
    pub fn new(worker: &mut Worker, shared: &Arc<Shared>) -> Voice {
        let (probe, ear) = (ProbeHandle::new(), shared.clone());
        let input = worker.dataflow::<u32, _, _>(|scope| {
            let (input, stream) = scope.new_input::<Vec<(u64, Word)>>();
            let route = Exchange::new(|said: &(u64, Word)| said.0);
            stream
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(route, "voice", |_, _| {
                    move |input, _| {
                        input.for_each_time(|_, data| {
                            data.flat_map(|list| list.drain(..)).for_each(|(_, word)| hear(&ear, word));
                        });
                    }
                })
                .probe_with(&probe);
            input
        });
        let (peers, me) = (worker.peers() as u64, worker.index());
        let told = Instant::now();
        Voice { shared: shared.clone(), input: Some(input), probe, peers, me, told, has_stopped: false }
    }

    /// Lets the dataflows go on until something has come to its end. Nothing if others cannot be reached.
    pub fn step_until(&mut self, worker: &mut Worker, is_done: impl Fn() -> bool) -> Option<()> {
        while !is_done() {
            worker.step_or_park(Some(NAP));
            if is_lost() {
                return None;
            }
            self.speak();
        }
        Some(())
    }

    fn speak(&mut self) {
        let Some(input) = &mut self.input else { return };
        if stopped(&self.shared).is_some() && !std::mem::replace(&mut self.has_stopped, true) {
            (0..self.peers).for_each(|to| input.send((to, Word::Stop(Halt::Interrupted))));
            send_now(input);
        }
        if self.told.elapsed() >= TELL_EVERY {
            self.told = Instant::now();
            let figures = locked(&self.shared.figures).get(self.me).cloned();
            if let Some(figures) = figures.filter(|_| self.me != 0) {
                input.send((0, Word::Figures(Box::new(figures))));
                send_now(input);
            }
        }
    }

    /// Says nothing more, and waits until nobody does.
    pub fn end(&mut self, worker: &mut Worker) -> Option<()> {
        self.input = None;
        let probe = self.probe.clone();
        self.step_until(worker, || probe.done())
    }
}

/// What was said leaves this process: it would wait for more as long as more can be said at the same time.
fn send_now(input: &mut Mouth) {
    let next = *input.time() + 1;
    input.advance_to(next);
}

fn hear(shared: &Shared, word: Word) {
    match word {
        Word::Stop(_) => shared.stop.store(true, Ordering::Release),
        Word::Figures(told) => {
            let mut figures = locked(&shared.figures);
            if figures.len() <= told.node {
                figures.resize_with(told.node + 1, NodeCounts::default);
            }
            let node = told.node;
            figures[node] = *told;
        }
    }
}
