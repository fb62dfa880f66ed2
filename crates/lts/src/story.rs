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
    /// From now on until the next [`Narrate::listen`], every line of the program is noted that an actor comes to; of
    /// those with these numbers, which ascend, also how things stand there. Objects keep their names.
    fn watch(&mut self, _pictured: Vec<usize>) {}
    /// What has been noted of that, which is thereby forgotten.
    fn watched(&mut self) -> Watched {
        Watched::default()
    }
    /// The name of an actor.
    fn actor(&self, actor: u32) -> String;
    /// How much is told of what libraries do.
    fn set_depth(&mut self, _depth: Depth) {}
    /// From now on what really happens is kept beside what is told, and compared when that is taken.
    fn set_witness(&mut self, _is_there: bool) {}
    /// What was told and taken last although it had not happened by then, in words.
    fn refuted(&mut self) -> Option<String> {
        None
    }
    /// Where steps end from now on. Returns how it was.
    fn set_grain(&mut self, _grain: Grain) -> Grain {
        Grain::Search
    }
    /// Appends actors whose end the run waits for and who cannot move now, in order; and those of whom
    /// [`crate::Footprints::waits_for_time`] tells.
    fn waiting(&self, _out: &mut Vec<u32>) {}
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
    /// Where the search has them end, but whatever is many operations in finer steps is as many here: so that both
    /// can be compared by the number of operations.
    Counted { finest: bool },
}

/// How much is told of what a library does on behalf of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// That it was called, and what came of it.
    Calls,
    /// And what others did to the same place in the middle of a call.
    #[default]
    Crux,
    /// And every access to what others can see.
    All,
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
    /// How many steps of the path it is about.
    pub steps: u32,
}

impl Account {
    /// The number of the last step; 0 if there is none.
    pub fn last_step(&self) -> u32 {
        self.steps.saturating_sub(1)
    }
}

/// An actor's time between two switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub actor: u32,
    /// The actor before could have gone on.
    pub preempts: bool,
}

/// What kind of thing happened: a name, which is the word for it in records for other programs. Reports choose
/// by it what to show, and how; they know these, and show others as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Act(&'static str);

impl Act {
    pub const START: Act = Act("start");
    pub const JOIN: Act = Act("join");
    pub const END: Act = Act("end");
    pub const LOCK: Act = Act("lock");
    pub const UNLOCK: Act = Act("unlock");
    /// Wanted something that another has.
    pub const BLOCKED: Act = Act("blocked");
    pub const READ: Act = Act("read");
    pub const WRITE: Act = Act("write");
    pub const WAIT: Act = Act("wait");
    pub const WAKE: Act = Act("wake");
    pub const NOTIFY: Act = Act("notify");
    pub const CALL: Act = Act("call");
    /// A call that returns later, after something else.
    pub const BEGIN: Act = Act("begin");
    /// The end of such a call.
    pub const RETURN: Act = Act("return");
    pub const CHOICE: Act = Act("choice");
    pub const OUTPUT: Act = Act("output");
    pub const THROW: Act = Act("throw");

    pub const fn named(name: &'static str) -> Act {
        Act(name)
    }

    pub fn name(self) -> &'static str {
        self.0
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    pub actor: u32,
    pub act: Act,
    /// `lock Account#1`, `Account#1.balance = 1`, `send 3 to requests`.
    pub what: String,
    /// What it was done to: `Account#1`, also where a field of it was; `requests`.
    pub object: String,
    /// Where the program's own code was.
    pub spot: Option<Spot>,
    /// Its row among the turns.
    pub turn: u32,
    /// The step of the path in which it happened, or came to be seen.
    pub step: u32,
}

/// What the text of a call ends with that returns later.
pub const BEGINS: &str = " begins";
/// And that of its end, before the result.
pub const RETURNS: &str = " returns";

impl Scene {
    /// The text of a call of which this is the beginning and `end` the end, if nothing happens in between.
    pub fn joined(&self, end: &Scene) -> Option<String> {
        let is_one = self.act == Act::BEGIN && end.act == Act::RETURN && self.actor == end.actor;
        let call = self.what.strip_suffix(BEGINS).filter(|_| is_one)?;
        let rest = end.what.strip_prefix(call)?;
        match rest.strip_prefix(RETURNS) {
            Some("") => Some(call.to_string()),
            Some(result) => Some(format!("{call} ->{result}")),
            // It throws.
            None if rest.starts_with(' ') => Some(end.what.clone()),
            None => None,
        }
    }
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Spot {
    /// What the source is divided into, by its full name: a class, a module, a process.
    pub unit: String,
    /// A method, a function.
    pub procedure: String,
    /// Where the file lies below the root of the sources: `pkg`; empty for the root itself.
    pub folder: String,
    /// `Cls.java`; empty if that is not known.
    pub file: String,
    /// 0 if unknown.
    pub line: u32,
}

impl Spot {
    /// `Bank.java:17`.
    pub fn short(&self) -> String {
        match (self.file.is_empty(), self.line) {
            (true, _) => self.unit.clone(),
            (false, 0) => self.file.clone(),
            (false, line) => format!("{}:{line}", self.file),
        }
    }

    /// `pkg/Bank.java`: the file below the root of the sources.
    pub fn source(&self) -> String {
        match self.folder.is_empty() {
            false => format!("{}/{}", self.folder, self.file),
            true => self.file.clone(),
        }
    }

    /// `pkg.Bank.pay`.
    pub fn whole_name(&self) -> String {
        format!("{}.{}", self.unit, self.procedure)
    }
}

/// `pkg.Cls.method(File.java:42)`, as stack traces have it.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, file) = (self.whole_name(), &self.file);
        match (file.is_empty(), self.line) {
            (true, _) => write!(f, "{name}(Unknown Source)"),
            (false, 0) => write!(f, "{name}({file})"),
            (false, line) => write!(f, "{name}({file}:{line})"),
        }
    }
}

/// An actor comes to a line of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    pub actor: u32,
    pub spot: Spot,
    /// How many calls deep in the program's own code it is.
    pub depth: usize,
}

/// The lines of a path, and how things stood at those that were asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watched {
    pub moments: Vec<Moment>,
    pub pictures: Vec<Picture>,
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
    /// `Account#1`, or the name of what is there once.
    pub name: String,
    /// Who has it, where only one can.
    pub holder: Option<String>,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}
