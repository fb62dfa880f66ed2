//! Programs as lists of small instructions, each of which touches one shared thing at most.
//!
//! Blocks of `synchronized` and `try` become ranges of a table of handlers, as JVMS 3.14 and 3.12 have it.

use crate::program::{
    AtomicOp, Catch, Cond, Expr, Local, Lock, Place, Program, Ref, RefPlace, Stmt, ThreadId,
};
use crate::program::{ELEMENTS, LOCKS, PLAIN, REENTRANT, VOLATILE};

/// A number of a monitor.
pub type MonitorId = usize;

/// Whether those who wait on it go in the order in which they came.
pub fn keeps_order(on: MonitorId) -> bool {
    (LOCKS + 1..LOCKS + 1 + REENTRANT).contains(&on)
}

pub fn monitor(lock: Lock) -> MonitorId {
    match lock {
        Lock::Object(i) => i,
        Lock::Class => LOCKS,
        Lock::Reentrant(i) => LOCKS + 1 + i,
        Lock::Thread(thread) => LOCKS + 1 + REENTRANT + thread,
    }
}

#[derive(Debug, Clone)]
pub enum Instr {
    Read {
        to: Local,
        from: Place,
    },
    Write {
        to: Place,
        value: Expr,
    },
    /// The two halves of `place += by`.
    Fetch(Place),
    StoreSum(Place, i32),
    Let {
        to: Local,
        value: Expr,
    },
    Atomic {
        to: Local,
        op: AtomicOp,
    },
    New {
        to: Ref,
        value: i32,
    },
    ReadRef {
        to: Ref,
        from: RefPlace,
    },
    WriteRef {
        to: RefPlace,
        from: Option<Ref>,
    },
    /// Goes on behind itself if the condition holds.
    Branch {
        cond: Cond,
        otherwise: usize,
    },
    Jump(usize),
    /// Goes there, or on.
    MayJump(usize),
    IfEnded {
        thread: ThreadId,
        to: usize,
    },
    Enter(MonitorId),
    /// Enters if it can, and says whether.
    TryEnter {
        to: Local,
        on: MonitorId,
    },
    Exit(MonitorId),
    /// Throws again what a handler of a `synchronized` block has in its hands.
    Rethrow,
    Wait {
        on: MonitorId,
        timed: bool,
    },
    Notify {
        on: MonitorId,
        all: bool,
    },
    Start(ThreadId),
    Interrupt(ThreadId),
    IsInterrupted {
        to: Local,
        thread: ThreadId,
    },
    Interrupted {
        to: Local,
    },
    IsAlive {
        to: Local,
        thread: ThreadId,
    },
    Holds {
        to: Local,
        on: MonitorId,
    },
    Park {
        timed: bool,
    },
    Unpark(ThreadId),
    Sleep,
    Choose {
        to: Local,
        most: i32,
    },
    Print(Expr),
    Throw,
    Assert(Cond),
    Divide {
        local: Local,
    },
    /// Reads a place for the last line that main prints.
    Show(Place),
    ShowCounter,
    ShowHead,
    ShowHeadValue,
    PrintShown,
    /// Fails if the last line is the one that the program is not to print.
    Probe,
    /// Prints what the thread would end by.
    PrintThrown,
    /// Initializes a superclass.
    Initialize(usize),
    /// Nothing, but a step: a loop without one would have no end.
    Pass,
    End,
}

/// Instructions from `from` up to `to` are guarded.
#[derive(Debug, Clone)]
pub struct Handler {
    pub from: usize,
    pub to: usize,
    pub target: usize,
    /// `None` takes everything and keeps it for `Rethrow`.
    pub catch: Option<Catch>,
}

#[derive(Debug, Clone, Default)]
pub struct Block {
    pub instrs: Vec<Instr>,
    /// Innermost first.
    pub handlers: Vec<Handler>,
}

/// All code of a program: the threads' bodies, then the initializers.
#[derive(Debug, Clone)]
pub struct Code {
    pub blocks: Vec<Block>,
    pub threads: usize,
    pub daemons: Vec<bool>,
    pub probe: Option<String>,
}

impl Code {
    pub fn new(program: &Program) -> Code {
        let mut blocks = Vec::new();
        for (thread, body) in program.threads.iter().enumerate() {
            let mut block = Block::default();
            block.stmts(body);
            if thread == 0 && program.shows {
                block.show();
            }
            if program.catches && (thread > 0 || program.probe.is_none()) {
                let to = block.here();
                let jump = block.push(Instr::Jump(0));
                let target = block.push(Instr::PrintThrown);
                block.instrs[jump] = Instr::Jump(block.here());
                block.handlers.push(Handler { from: 0, to, target, catch: None });
            }
            block.push(Instr::End);
            blocks.push(block);
        }
        for class in &program.classes {
            let mut block = Block::default();
            if let Some(parent) = class.extends {
                block.push(Instr::Initialize(parent));
            }
            block.stmts(&class.initializer);
            block.push(Instr::End);
            blocks.push(block);
        }
        let (daemons, probe) = (program.daemons.clone(), program.probe.clone());
        Code { blocks, threads: program.threads.len(), daemons, probe }
    }

    pub fn initializer(&self, class: usize) -> usize {
        self.threads + class
    }
}

impl Block {
    fn push(&mut self, instr: Instr) -> usize {
        self.instrs.push(instr);
        self.instrs.len() - 1
    }

    fn here(&self) -> usize {
        self.instrs.len()
    }

    fn stmts(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let simple = match *stmt {
            Stmt::Read { to, from, .. } => Instr::Read { to, from },
            Stmt::Write { to, value, .. } => Instr::Write { to, value },
            Stmt::Add { to, by, .. } => {
                self.push(Instr::Fetch(to));
                Instr::StoreSum(to, by)
            }
            Stmt::Let { to, value } => Instr::Let { to, value },
            Stmt::Atomic { to, op } => Instr::Atomic { to, op },
            Stmt::New { to, value } => Instr::New { to, value },
            Stmt::ReadRef { to, from } => Instr::ReadRef { to, from },
            Stmt::WriteRef { to, from } => Instr::WriteRef { to, from },
            Stmt::Wait { lock, timed } => Instr::Wait { on: monitor(lock), timed },
            Stmt::Notify { lock, all } => Instr::Notify { on: monitor(lock), all },
            Stmt::Interrupt(thread) => Instr::Interrupt(thread),
            Stmt::IsInterrupted { to, thread } => Instr::IsInterrupted { to, thread },
            Stmt::Interrupted { to } => Instr::Interrupted { to },
            Stmt::IsAlive { to, thread } => Instr::IsAlive { to, thread },
            Stmt::HoldsLock { to, lock } => Instr::Holds { to, on: monitor(lock) },
            Stmt::Park { timed } => Instr::Park { timed },
            Stmt::Unpark(thread) => Instr::Unpark(thread),
            Stmt::Sleep => Instr::Sleep,
            Stmt::Choose { to, most } => Instr::Choose { to, most },
            Stmt::Print(value) => Instr::Print(value),
            Stmt::Throw => Instr::Throw,
            Stmt::Assert(cond) => Instr::Assert(cond),
            Stmt::Divide { local } => Instr::Divide { local },
            Stmt::Start(thread) => return self.start(thread),
            Stmt::Join { thread, timed } => return self.join(thread, timed),
            Stmt::Yield => return,
            Stmt::If { .. }
            | Stmt::Repeat { .. }
            | Stmt::Loop { .. }
            | Stmt::Sync { .. }
            | Stmt::Try { .. } => {
                return self.nested(stmt);
            }
        };
        self.push(simple);
    }

    fn nested(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If { cond, then, other, .. } => {
                let branch = self.push(Instr::Branch { cond: *cond, otherwise: 0 });
                self.stmts(then);
                let jump = self.push(Instr::Jump(0));
                self.instrs[branch] = Instr::Branch { cond: *cond, otherwise: self.here() };
                self.stmts(other);
                self.instrs[jump] = Instr::Jump(self.here());
            }
            Stmt::Repeat { times, body } => (0..*times).for_each(|_| self.stmts(body)),
            Stmt::Loop { body } => {
                let again = self.push(Instr::Pass);
                self.stmts(body);
                self.push(Instr::Jump(again));
            }
            Stmt::Sync { lock, attempt: None, body } => {
                self.push(Instr::Enter(monitor(*lock)));
                self.guarded(monitor(*lock), |block| block.stmts(body));
            }
            Stmt::Sync { lock, attempt: Some(to), body } => {
                let cond = Cond { local: *to, is: true, value: 1 };
                self.push(Instr::TryEnter { to: *to, on: monitor(*lock) });
                let branch = self.push(Instr::Branch { cond, otherwise: 0 });
                self.guarded(monitor(*lock), |block| block.stmts(body));
                self.instrs[branch] = Instr::Branch { cond, otherwise: self.here() };
            }
            Stmt::Try { body, catch, handler } => {
                let from = self.here();
                self.stmts(body);
                let to = self.here();
                let jump = self.push(Instr::Jump(0));
                let target = self.here();
                self.stmts(handler);
                self.instrs[jump] = Instr::Jump(self.here());
                self.handlers.push(Handler { from, to, target, catch: Some(*catch) });
            }
            _ => unreachable!("only statements with blocks come here"),
        }
    }

    /// What stands inside, and gives back the monitor, also when something is thrown.
    fn guarded(&mut self, on: MonitorId, inside: impl FnOnce(&mut Block)) {
        let from = self.here();
        inside(self);
        let to = self.here();
        self.push(Instr::Exit(on));
        let jump = self.push(Instr::Jump(0));
        let target = self.push(Instr::Exit(on));
        self.push(Instr::Rethrow);
        self.instrs[jump] = Instr::Jump(self.here());
        self.handlers.push(Handler { from, to, target, catch: None });
    }

    /// `Thread.start` is Java code, too: a thread is started under its own monitor.
    fn start(&mut self, thread: ThreadId) {
        let on = monitor(Lock::Thread(thread));
        self.push(Instr::Enter(on));
        self.guarded(on, |block| {
            block.push(Instr::Start(thread));
        });
    }

    /// `Thread.join` is Java code: while the thread is alive, wait on it, under its monitor.
    fn join(&mut self, thread: ThreadId, timed: bool) {
        let on = monitor(Lock::Thread(thread));
        self.push(Instr::Enter(on));
        self.guarded(on, |block| {
            let again = block.here();
            let first = block.push(Instr::Jump(0));
            block.push(Instr::Wait { on, timed });
            let out = if timed {
                // Behind its time it goes without having seen the end.
                Some(block.push(Instr::MayJump(0)))
            } else {
                None
            };
            block.push(Instr::Jump(again));
            let end = block.here();
            block.instrs[first] = Instr::IfEnded { thread, to: end };
            if let Some(out) = out {
                block.instrs[out] = Instr::MayJump(end);
            }
        });
    }

    fn show(&mut self) {
        let plain = (0..PLAIN).map(Place::Plain);
        let places = plain.chain((0..VOLATILE).map(Place::Volatile)).chain((0..ELEMENTS).map(Place::Element));
        self.instrs.extend(places.map(Instr::Show));
        for instr in
            [Instr::ShowCounter, Instr::ShowHead, Instr::ShowHeadValue, Instr::PrintShown, Instr::Probe]
        {
            self.push(instr);
        }
    }
}
