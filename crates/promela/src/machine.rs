//! The state of a model, which can be taken back.

mod eval;
mod execute;
mod moves;
mod name;
mod through;
mod trace;

use crate::error::Pos;
use crate::program::Program;
use crate::syntax::{Init, Scalar};
pub use eval::Trouble;
use lts::CompId;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

pub use execute::{Failure, Unwatched, Watch};
pub use moves::Move;
pub use name::{KINDS, actors};
pub use through::Passed;

/// Values of the system that are named together.
const CHUNK: usize = 8;
/// Words of a process before its values: its proctype, and where it is.
const HEAD: usize = 2;
/// Words of a channel before its messages: its type, and how many there are.
const CHAN_HEAD: usize = 2;
/// Processes that there can be at once.
const MAX_PROCESSES: usize = 255;
/// No process has the system for itself.
const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Frame {
    base: u32,
    name: Option<CompId>,
}

/// What must be done to go back.
#[derive(Debug)]
enum Undo {
    Word {
        at: u32,
        old: i32,
    },
    GlobalName {
        chunk: u32,
        name: CompId,
    },
    ProcessName {
        pid: u32,
        name: CompId,
    },
    ChanName {
        chan: u32,
        name: CompId,
    },
    /// A process was made, with its channels.
    Started {
        size: u32,
        chans: u32,
    },
    /// One has gone: its words, and where its channels began.
    Ended {
        words: Box<[i32]>,
        frame: Frame,
        chans: Box<[Frame]>,
    },
    Exclusive(u32),
    Last(i32),
    Event(u32),
    /// What was to be undone means nothing any more.
    Nothing,
}

pub struct Machine {
    pub program: Arc<Program>,
    words: Vec<i32>,
    processes: Vec<Frame>,
    chans: Vec<Frame>,
    chunks: Vec<Option<CompId>>,
    undo: Vec<Undo>,
    /// The process in the middle of an atomic sequence.
    exclusive: u32,
    last: i32,
    /// Where the assertion about traces is.
    event: u32,
    /// What the names are numbers of.
    pool: Option<u64>,
    trouble: Cell<Option<Trouble>>,
    /// What went wrong first where variables got their first values, and where that was.
    beginning: Option<(Trouble, Pos)>,
    timed_out: Cell<bool>,
    /// Processes of which it is being found out whether they can move, because somebody asks; and one of them asked for
    /// another one of them.
    asking: RefCell<Vec<usize>>,
    asks_itself: Cell<bool>,
    /// What `run` gave, while the rest of its expression is looked at.
    started: Cell<i32>,
    /// Words of a component that is being named.
    scratch: Vec<u32>,
    /// Statements executed so far, and the most processes that there have been at once.
    pub executed: u64,
    pub most: usize,
}

impl Machine {
    pub fn new(program: Arc<Program>) -> Machine {
        let mut machine = Machine {
            program,
            words: Vec::new(),
            processes: Vec::new(),
            chans: Vec::new(),
            chunks: Vec::new(),
            undo: Vec::new(),
            exclusive: NOBODY,
            last: 0,
            event: 0,
            pool: None,
            trouble: Cell::new(None),
            beginning: None,
            timed_out: Cell::new(false),
            asking: RefCell::new(Vec::new()),
            asks_itself: Cell::new(false),
            started: Cell::new(0),
            scratch: Vec::new(),
            executed: 0,
            most: 0,
        };
        machine.start();
        machine
    }

    /// What is wrong with the values that the system begins with.
    pub fn wrong_beginning(&self) -> Option<(Trouble, Pos)> {
        self.beginning
    }

    /// Goes to the initial state.
    pub fn start(&mut self) {
        let program = self.program.clone();
        self.words.clear();
        self.words.resize(program.size as usize, 0);
        self.processes.clear();
        self.chans.clear();
        self.chunks = vec![None; (program.size as usize).div_ceil(CHUNK)];
        (self.exclusive, self.last, self.beginning) = (NOBODY, 0, None);
        self.event = program.trace.as_ref().map_or(0, |trace| trace.automat.start);
        self.initialize(&program.inits, 0, usize::MAX);
        for &proctype in &program.started {
            self.spawn(proctype, &[]);
        }
        self.undo.clear();
        // What is wrong at the beginning was told before anybody begins.
        self.trouble.set(None);
    }

    /// Gives values their beginnings, from `base` on.
    fn initialize(&mut self, inits: &[Init], base: usize, pid: usize) {
        for init in inits {
            match init {
                Init::Set { base: first, count, stride, scalar, value, pos } => {
                    let before = self.trouble.get();
                    let value = scalar.clip(self.eval(value, pid));
                    if let (None, None, Some(trouble)) = (self.beginning, before, self.trouble.get()) {
                        self.beginning = Some((trouble, *pos));
                    }
                    for i in 0..*count {
                        self.words[base + (first + i * stride) as usize] = value;
                    }
                }
                Init::List { base: first, scalar, values } => {
                    for (i, &value) in values.iter().enumerate() {
                        self.words[base + *first as usize + i] = scalar.clip(value);
                    }
                }
                Init::Chan { base: first, count, stride, chan } => {
                    for i in 0..*count {
                        let number = self.make_chan(*chan);
                        self.words[base + (first + i * stride) as usize] = Scalar::Chan.clip(number);
                    }
                }
            }
        }
    }

    fn make_chan(&mut self, chan: u32) -> i32 {
        let kind = &self.program.chans[chan as usize];
        let size = CHAN_HEAD + kind.fields.len() * kind.capacity as usize;
        let base = self.words.len();
        self.words.resize(base + size, 0);
        self.words[base] = chan as i32;
        self.chans.push(Frame { base: base as u32, name: None });
        self.chans.len() as i32
    }

    /// Makes a process.
    fn spawn(&mut self, proctype: u32, arguments: &[i32]) {
        let program = self.program.clone();
        let process = &program.processes[proctype as usize];
        let (base, pid, chans) = (self.words.len(), self.processes.len(), self.chans.len());
        self.words.resize(base + HEAD + process.size as usize, 0);
        self.words[base] = proctype as i32;
        self.words[base + 1] = process.automat.start as i32;
        for (i, (&value, scalar)) in arguments.iter().zip(&process.parameters).enumerate() {
            self.words[base + HEAD + i] = scalar.clip(value);
        }
        self.processes.push(Frame { base: base as u32, name: None });
        self.most = self.most.max(self.processes.len());
        self.initialize(&process.inits, base + HEAD, pid);
        self.undo.push(Undo::Started { size: base as u32, chans: chans as u32 });
    }

    /// The last process goes, with its channels.
    fn end_last(&mut self) {
        let Some(frame) = self.processes.pop() else { return };
        let base = frame.base as usize;
        let kept = self.chans.iter().take_while(|chan| chan.base < frame.base).count();
        let chans = self.chans.split_off(kept).into();
        let words = self.words.split_off(base).into();
        self.undo.push(Undo::Ended { words, frame, chans });
    }

    pub fn position(&self) -> usize {
        self.undo.len()
    }

    pub fn forget_way_back(&mut self) {
        self.undo.clear();
    }

    /// Goes back to a position.
    pub fn rewind(&mut self, to: usize) {
        while self.undo.len() > to {
            let Some(undo) = self.undo.pop() else { return };
            match undo {
                Undo::Word { at, old } => self.words[at as usize] = old,
                Undo::GlobalName { chunk, name } => self.chunks[chunk as usize] = Some(name),
                Undo::ProcessName { pid, name } => self.processes[pid as usize].name = Some(name),
                Undo::ChanName { chan, name } => self.chans[chan as usize].name = Some(name),
                Undo::Started { size, chans } => {
                    self.words.truncate(size as usize);
                    self.processes.pop();
                    self.chans.truncate(chans as usize);
                }
                Undo::Ended { words, frame, chans } => {
                    self.words.extend_from_slice(&words);
                    self.processes.push(frame);
                    self.chans.extend_from_slice(&chans);
                }
                Undo::Exclusive(old) => self.exclusive = old,
                Undo::Last(old) => self.last = old,
                Undo::Event(old) => self.event = old,
                Undo::Nothing => {}
            }
        }
    }

    fn set_global(&mut self, at: usize, value: i32) {
        let old = std::mem::replace(&mut self.words[at], value);
        if old == value {
            return;
        }
        let chunk = at / CHUNK;
        if let Some(name) = self.chunks[chunk].take() {
            self.undo.push(Undo::GlobalName { chunk: chunk as u32, name });
        }
        self.undo.push(Undo::Word { at: at as u32, old });
    }

    /// `at` counts all words.
    fn set_of_process(&mut self, pid: usize, at: usize, value: i32) {
        let old = std::mem::replace(&mut self.words[at], value);
        if old == value {
            return;
        }
        if let Some(name) = self.processes[pid].name.take() {
            self.undo.push(Undo::ProcessName { pid: pid as u32, name });
        }
        self.undo.push(Undo::Word { at: at as u32, old });
    }

    fn set_of_chan(&mut self, chan: usize, at: usize, value: i32) {
        let old = std::mem::replace(&mut self.words[at], value);
        if old == value {
            return;
        }
        if let Some(name) = self.chans[chan].name.take() {
            self.undo.push(Undo::ChanName { chan: chan as u32, name });
        }
        self.undo.push(Undo::Word { at: at as u32, old });
    }

    fn set_exclusive(&mut self, pid: u32) {
        if self.exclusive != pid {
            self.undo.push(Undo::Exclusive(self.exclusive));
            self.exclusive = pid;
        }
    }

    fn set_last(&mut self, pid: usize) {
        if self.program.has_last && self.last != pid as i32 {
            self.undo.push(Undo::Last(self.last));
            self.last = pid as i32;
        }
    }

    /// The process that has the system for itself.
    pub fn exclusive(&self) -> Option<u32> {
        (self.exclusive != NOBODY).then_some(self.exclusive)
    }

    pub fn count(&self) -> usize {
        self.processes.len()
    }

    pub fn proctype(&self, pid: usize) -> usize {
        self.words[self.processes[pid].base as usize] as usize
    }

    /// Where a process is.
    pub fn location(&self, pid: usize) -> usize {
        self.words[self.processes[pid].base as usize + 1] as usize
    }

    /// The value of a variable of the system, or of a process.
    pub fn value(&self, pid: Option<usize>, base: u32) -> i32 {
        let from = pid.map_or(0, |pid| self.processes[pid].base as usize + HEAD);
        self.words[from + base as usize]
    }

    /// The messages in a channel, and its type.
    pub fn messages(&self, chan: usize) -> (usize, Vec<Vec<i32>>) {
        let base = self.chans[chan].base as usize;
        let kind = self.words[base] as usize;
        let width = self.program.chans[kind].fields.len();
        let first = base + CHAN_HEAD;
        let message = |i: usize| self.words[first + i * width..first + (i + 1) * width].to_vec();
        (kind, (0..self.words[base + 1] as usize).map(message).collect())
    }

    pub fn chan_count(&self) -> usize {
        self.chans.len()
    }
}
