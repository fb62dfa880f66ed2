//! An account of a path in words: what machines tell, and what reports show.

use std::collections::BTreeMap;
use std::fmt;

/// A machine that can tell what it does.
pub trait Narrate {
    /// From now on what happens is noted, or no longer.
    fn listen(&mut self, how: Listen);
    /// What has been noted, which is thereby forgotten.
    fn take(&mut self) -> Account;
    /// How things stand now, for machines that can show it.
    fn picture(&mut self) -> Picture {
        Picture::default()
    }
    /// The name of an actor.
    fn actor(&self, actor: u32) -> String;
    /// Where steps end from now on. Returns how it was.
    fn set_grain(&mut self, _grain: Grain) -> Grain {
        Grain::Search
    }
    /// What of the program has been executed so far.
    fn coverage(&self) -> Coverage {
        Coverage::default()
    }
}

/// What a search came to, and what it did not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Source files with the lines that were never reached.
    pub unreached: BTreeMap<String, Vec<u32>>,
    /// `Queue.java:88`: assertions among them.
    pub assertions: Vec<String>,
    /// The most actors that there have been at once.
    pub most_actors: usize,
}

/// Where steps end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// Where the search has them end.
    Search,
    /// Before everything that others might see, whatever searches leave out.
    Fine,
    /// The same while there are no others: a property may look on.
    Finest,
}

/// How much is noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listen {
    Off,
    /// What happens.
    Scenes,
    /// The same with how things stand after each scene. Objects keep the names that they were given while
    /// listening to scenes.
    Pictures,
}

/// What happened along a path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    pub scenes: Vec<Scene>,
    pub turns: Vec<Turn>,
    /// How things stood after each scene, if that was asked for.
    pub pictures: Vec<Picture>,
}

/// An actor's time between two switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub actor: u32,
    /// The actor before could have gone on.
    pub preempts: bool,
}

/// What kind of thing happened: reports choose by it what to show, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Act {
    Start,
    Join,
    End,
    Lock,
    Unlock,
    /// Wanted something that another has.
    Blocked,
    Read,
    Write,
    Wait,
    Wake,
    Notify,
    Call,
    Choice,
    Output,
    Throw,
}

impl Act {
    /// The word for it in records for other programs.
    pub fn name(self) -> &'static str {
        match self {
            Act::Start => "start",
            Act::Join => "join",
            Act::End => "end",
            Act::Lock => "lock",
            Act::Unlock => "unlock",
            Act::Blocked => "blocked",
            Act::Read => "read",
            Act::Write => "write",
            Act::Wait => "wait",
            Act::Wake => "wake",
            Act::Notify => "notify",
            Act::Call => "call",
            Act::Choice => "choice",
            Act::Output => "output",
            Act::Throw => "throw",
        }
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    pub actor: u32,
    pub act: Act,
    /// `lock Account#1`, `Account#1.balance = 1`.
    pub what: String,
    /// What it was done to: `Account#1`, also where a field of it was.
    pub object: String,
    /// Where the program's own code was.
    pub spot: Option<Spot>,
    /// Its row among the turns.
    pub turn: u32,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Spot {
    /// `pkg.Cls`.
    pub class: String,
    pub method: String,
    /// `Cls.java`; empty if the class file does not say.
    pub file: String,
    /// 0 if unknown.
    pub line: u32,
}

impl Spot {
    /// `Bank.java:17`.
    pub fn short(&self) -> String {
        match (self.file.is_empty(), self.line) {
            (true, _) => self.class.clone(),
            (false, 0) => self.file.clone(),
            (false, line) => format!("{}:{line}", self.file),
        }
    }

    /// `pkg/Bank.java`: the file below the root of the sources.
    pub fn source(&self) -> String {
        match self.class.rsplit_once('.') {
            Some((package, _)) => format!("{}/{}", package.replace('.', "/"), self.file),
            None => self.file.clone(),
        }
    }
}

/// `pkg.Cls.method(File.java:42)`, as stack traces have it.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spot { class, method, file, line } = self;
        match (file.is_empty(), line) {
            (true, _) => write!(f, "{class}.{method}(Unknown Source)"),
            (false, 0) => write!(f, "{class}.{method}({file})"),
            (false, line) => write!(f, "{class}.{method}({file}:{line})"),
        }
    }
}

/// How things stand at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    pub actors: Vec<ActorView>,
    pub objects: Vec<ObjectView>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActorView {
    pub actor: u32,
    pub name: String,
    /// `runs`, `waits for Fork#2 (held by philosopher 2)`, `has ended`.
    pub doing: String,
    pub is_alive: bool,
    /// What it waits for, if that is something.
    pub wants: Option<String>,
    /// Who has what it waits for.
    pub held_by: Option<u32>,
    /// Innermost first, the program's own code alone.
    pub stack: Vec<Spot>,
    /// Names and values of the local variables of each of these, as far as they are known; those of outer
    /// ones may be missing.
    pub locals: Vec<Vec<(String, String)>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectView {
    /// `Account#1`; for static fields the class's name.
    pub name: String,
    /// Who holds its lock.
    pub holder: Option<String>,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}
