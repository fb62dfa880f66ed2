//! What a program is in between two small steps.

use crate::code::{Code, MonitorId};
use crate::program::{
    CLASSES, COUNTERS, ELEMENTS, LOCALS, LOCKS, PLAIN, REENTRANT, REFS, ThreadId, Throwable, VOLATILE,
};

/// A number of an object; objects are never forgotten.
pub type NodeId = usize;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    pub value: i32,
    pub next: Option<NodeId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    pub block: usize,
    pub at: usize,
    pub locals: [i32; LOCALS],
    pub refs: [Option<NodeId>; REFS],
    /// What the first half of `place += by` has read.
    pub fetched: i32,
    pub seen_head: Option<NodeId>,
    /// What main has read for its last line.
    pub shown: Vec<i32>,
    /// The class that this is the initializer of.
    pub initializes: Option<usize>,
}

impl Frame {
    pub fn new(block: usize, initializes: Option<usize>) -> Frame {
        let (locals, refs) = ([0; LOCALS], [None; REFS]);
        Frame { block, at: 0, locals, refs, fetched: 0, seen_head: None, shown: Vec::new(), initializes }
    }

    /// What main has read, as its last line.
    pub fn line(&self) -> String {
        let shown: Vec<String> = self.shown.iter().map(i32::to_string).collect();
        shown.join(",")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    New,
    Running,
    /// In the wait set of a monitor that it held this many times.
    Waiting {
        on: MonitorId,
        depth: usize,
        timed: bool,
    },
    /// Out of the wait set, and not yet in the monitor again.
    Returning {
        on: MonitorId,
        depth: usize,
        notified: bool,
    },
    /// An initializer has thrown this out of itself.
    Throwing(Throwable),
    Ended,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thread {
    pub status: Status,
    pub frames: Vec<Frame>,
    pub interrupted: bool,
    /// What `park` consumes.
    pub permit: bool,
    /// What is being thrown while a `synchronized` block is left.
    pub thrown: Option<Throwable>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Monitor {
    /// Who has it, and how many times.
    pub owner: Option<(ThreadId, usize)>,
    /// Of a `ReentrantLock`: who waits for its condition, in their order.
    pub waiting: Vec<ThreadId>,
    /// And who was signalled: these get the lock in this order, while newcomers may come before any of them.
    pub signalled: Vec<ThreadId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassState {
    Fresh,
    Running(ThreadId),
    Ready,
    Erroneous,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub threads: Vec<Thread>,
    pub monitors: Vec<Monitor>,
    pub classes: [ClassState; CLASSES],
    pub class_fields: [i32; CLASSES],
    pub plain: [i32; PLAIN],
    pub volatile: [i32; VOLATILE],
    pub elements: [i32; ELEMENTS],
    pub counters: [i32; COUNTERS],
    pub head: Option<NodeId>,
    pub nodes: Vec<Node>,
    pub output: String,
}

impl State {
    pub fn start(code: &Code) -> State {
        let thread = |id: ThreadId| Thread {
            status: if id == 0 { Status::Running } else { Status::New },
            frames: vec![Frame::new(id, None)],
            interrupted: false,
            permit: false,
            thrown: None,
        };
        State {
            threads: (0..code.threads).map(thread).collect(),
            monitors: vec![Monitor::default(); LOCKS + 1 + REENTRANT + code.threads],
            classes: [ClassState::Fresh; CLASSES],
            class_fields: [0; CLASSES],
            plain: [0; PLAIN],
            volatile: [0; VOLATILE],
            elements: [0; ELEMENTS],
            counters: [0; COUNTERS],
            head: None,
            nodes: Vec::new(),
            output: String::new(),
        }
    }

    pub fn is_alive(&self, thread: ThreadId) -> bool {
        !matches!(self.threads[thread].status, Status::New | Status::Ended)
    }

    pub fn frame(&mut self, thread: ThreadId) -> &mut Frame {
        self.threads[thread].frames.last_mut().expect("a thread that runs has a frame")
    }

    /// How many times the thread has the monitor.
    pub fn depth(&self, thread: ThreadId, on: MonitorId) -> usize {
        self.monitors[on].owner.filter(|(owner, _)| *owner == thread).map_or(0, |(_, depth)| depth)
    }

    pub fn is_free(&self, on: MonitorId) -> bool {
        self.monitors[on].owner.is_none()
    }
}
