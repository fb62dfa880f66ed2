//! Abstract programs: a few threads over a few shared places, in statements that each touch one shared thing.
//!
//! The Java text (`java`) and the meaning (`code`, `step`) are both made from this.

/// A number of a thread; 0 is main.
pub type ThreadId = usize;

/// An `int` local of the running method, `r0` and so on.
pub type Local = usize;
/// A `Node` local of the running method, `n0` and so on.
pub type Ref = usize;

pub const LOCALS: usize = 3;
pub const REFS: usize = 2;
pub const PLAIN: usize = 2;
pub const VOLATILE: usize = 1;
pub const ELEMENTS: usize = 2;
pub const CLASSES: usize = 2;
pub const COUNTERS: usize = 1;
pub const LOCKS: usize = 2;
pub const REENTRANT: usize = 2;

/// A shared place that holds an `int`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A static field of the main class.
    Plain(usize),
    Volatile(usize),
    /// An element of the array that all threads know; out of bounds is an exception.
    Element(usize),
    /// A field of a class of its own, which its first use initializes.
    Class(usize),
    /// `n.v` of a local reference; null is an exception.
    Field(Ref),
}

/// A shared place that holds a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefPlace {
    /// The static field `head`.
    Head,
    /// `n.next` of a local reference.
    Next(Ref),
}

/// What has a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lock {
    Object(usize),
    /// The main class itself: static synchronized methods.
    Class,
    /// The thread's own object, which `join` uses too.
    Thread(ThreadId),
    /// A `ReentrantLock` with one condition, which wakes those first that have waited longest.
    Reentrant(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expr {
    Const(i32),
    Local(Local),
    /// A local and a constant.
    Sum(Local, i32),
}

/// A local compared with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cond {
    pub local: Local,
    pub is: bool,
    pub value: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    Get,
    Set(Expr),
    GetAndAdd(i32),
    GetAndSet(Expr),
    CompareAndSet(i32, Expr),
}

/// What can be thrown, by class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Throwable {
    Assertion,
    IllegalState,
    Arithmetic,
    NullPointer,
    Bounds,
    IllegalMonitor,
    IllegalThreadState,
    Interrupted,
    Initializer,
    NoClass,
}

impl Throwable {
    pub fn name(self) -> &'static str {
        match self {
            Throwable::Assertion => "java.lang.AssertionError",
            Throwable::IllegalState => "java.lang.IllegalStateException",
            Throwable::Arithmetic => "java.lang.ArithmeticException",
            Throwable::NullPointer => "java.lang.NullPointerException",
            Throwable::Bounds => "java.lang.ArrayIndexOutOfBoundsException",
            Throwable::IllegalMonitor => "java.lang.IllegalMonitorStateException",
            Throwable::IllegalThreadState => "java.lang.IllegalThreadStateException",
            Throwable::Interrupted => "java.lang.InterruptedException",
            Throwable::Initializer => "java.lang.ExceptionInInitializerError",
            Throwable::NoClass => "java.lang.NoClassDefFoundError",
        }
    }

    pub fn is_error(self) -> bool {
        matches!(self, Throwable::Assertion | Throwable::Initializer | Throwable::NoClass)
    }
}

/// What a `catch` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Catch {
    Interrupted,
    Runtime,
    All,
}

impl Catch {
    pub fn takes(self, thrown: Throwable) -> bool {
        match self {
            Catch::Interrupted => thrown == Throwable::Interrupted,
            Catch::Runtime => !thrown.is_error() && thrown != Throwable::Interrupted,
            Catch::All => true,
        }
    }

    pub fn java(self) -> &'static str {
        match self {
            Catch::Interrupted => "InterruptedException",
            Catch::Runtime => "RuntimeException",
            Catch::All => "Throwable",
        }
    }
}

/// How a statement is spelt in Java. It means the same in every style; but code that runs late is linked late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    Direct,
    /// In a lambda that is made on the spot.
    Lambda,
    /// In a static method of a class that is first used here.
    LateClass,
    /// In a private static method.
    Method,
    /// Behind an interface, by an anonymous class.
    Virtual,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Stmt {
    Read {
        to: Local,
        from: Place,
        style: Style,
    },
    Write {
        to: Place,
        value: Expr,
        style: Style,
    },
    /// `place += by`: a read and a write.
    Add {
        to: Place,
        by: i32,
        style: Style,
    },
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
    /// `is_switch`: spelt as a switch over strings.
    If {
        cond: Cond,
        then: Vec<Stmt>,
        other: Vec<Stmt>,
        is_switch: bool,
    },
    Repeat {
        times: usize,
        body: Vec<Stmt>,
    },
    /// For ever.
    Loop {
        body: Vec<Stmt>,
    },
    /// With `attempt` it is `tryLock`, whose answer goes there, and nothing is done if that is no.
    Sync {
        lock: Lock,
        attempt: Option<Local>,
        body: Vec<Stmt>,
    },
    Wait {
        lock: Lock,
        timed: bool,
    },
    Notify {
        lock: Lock,
        all: bool,
    },
    Start(ThreadId),
    Join {
        thread: ThreadId,
        timed: bool,
    },
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
    HoldsLock {
        to: Local,
        lock: Lock,
    },
    Park {
        timed: bool,
    },
    Unpark(ThreadId),
    Sleep,
    Yield,
    /// One of `0..=most`.
    Choose {
        to: Local,
        most: i32,
    },
    Print(Expr),
    Throw,
    Assert(Cond),
    /// `r = 6 / r`
    Divide {
        local: Local,
    },
    Try {
        body: Vec<Stmt>,
        catch: Catch,
        handler: Vec<Stmt>,
    },
}

impl Stmt {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::If { then, other, .. } => vec![then, other],
            Stmt::Repeat { body, .. } | Stmt::Sync { body, .. } | Stmt::Loop { body } => vec![body],
            Stmt::Try { body, handler, .. } => vec![body, handler],
            _ => Vec::new(),
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If { then, other, .. } => vec![then, other],
            Stmt::Repeat { body, .. } | Stmt::Sync { body, .. } | Stmt::Loop { body } => vec![body],
            Stmt::Try { body, handler, .. } => vec![body, handler],
            _ => Vec::new(),
        }
    }
}

/// A class with a static field and a static initializer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Class {
    /// Class 1 may extend class 0.
    pub extends: Option<usize>,
    pub initializer: Vec<Stmt>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Program {
    pub classes: Vec<Class>,
    /// Bodies, main's first. Threads are made before main begins, and run once they are started.
    pub threads: Vec<Vec<Stmt>>,
    pub daemons: Vec<bool>,
    /// Main prints all places at its end.
    pub shows: bool,
    /// Each thread prints what it would end by. Otherwise that is a finding, and ends the run.
    pub catches: bool,
    /// Main fails behind its last line if that is this one, and catches nothing.
    pub probe: Option<String>,
}

impl Program {
    /// How many statements it has; what shrinking makes less.
    pub fn size(&self) -> usize {
        let bodies = self.threads.iter().chain(self.classes.iter().map(|class| &class.initializer));
        bodies.map(|body| count(body)).sum::<usize>() + self.threads.len()
    }
}

fn count(body: &[Stmt]) -> usize {
    body.iter().map(|stmt| 1 + stmt.blocks().into_iter().map(|block| count(block)).sum::<usize>()).sum()
}
