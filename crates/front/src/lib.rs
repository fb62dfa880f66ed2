//! The door between those who ask and what is explored: a [`Front`] opens a program, whatever that is, and
//! hands out a [`Subject`]: a system, and what a report has to know of it.
//!
//! A front holds what the user wrote, its own options included. What is asked of any system, whoever made it,
//! is [`Wanted`].

#![forbid(unsafe_code)]

mod problem;

pub use problem::Problem;

use lts::{Finding, Spot, System};

/// Opens programs of one kind.
pub trait Front {
    /// How many beginnings the program has. Each is a system of its own.
    fn beginnings(&self) -> usize {
        1
    }

    /// Makes the system that begins there.
    ///
    /// # Errors
    /// Why it cannot be made, and whose fault that is.
    fn open(&self, beginning: usize, wanted: &Wanted<'_>) -> Result<Subject, Problem>;

    /// The path that was told last, in the form in which another tool for the same language replays it.
    fn trail(&self) -> Option<String> {
        None
    }

    /// Temporal properties that the program itself brings along.
    fn properties(&self) -> Vec<OwnProperty> {
        Vec::new()
    }
}

/// A temporal property that a program brings along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnProperty {
    pub name: String,
    pub what: Wording,
}

/// Such a property, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wording {
    /// A formula.
    Ltl(String),
    /// The automaton of what must not happen, in the HOA format.
    Never(String),
}

/// What is asked of a system, whatever kind of program it is.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub reduction: Reduction,
    /// Data races count as violations.
    pub races: bool,
    /// Propositions that temporal properties speak of, as they are written there.
    pub atoms: &'a [&'a str],
    /// How many of them, the last ones, only look on: no step ends because of them.
    pub onlookers: usize,
    /// Formulas speak of what can still become of a state, and not only of runs: every choice stays open
    /// until it is made.
    pub branching: bool,
}

/// Which interleavings are left out, of those that nobody can tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// None.
    Off,
    /// Those of steps that others cannot see.
    Local,
    /// And those of steps that are guarded against others.
    Full,
    /// And those of steps that commute, where the search is one that can tell.
    Order,
}

impl Reduction {
    /// The word for it on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Off => "off",
            Reduction::Local => "local",
            Reduction::Full => "full",
            Reduction::Order => "order",
        }
    }
}

/// A program that is ready to be explored.
pub struct Subject {
    pub system: Box<dyn System>,
    /// One number for the program: a path through it is worth nothing once it is another. Nothing if paths
    /// through it have no replay string.
    pub fingerprint: Option<u32>,
    /// Atom `i` of [`Wanted::atoms`] is proposition `atoms[i]` of the system.
    pub atoms: Vec<u32>,
    pub profile: Box<dyn Profile>,
}

/// What reports know of a program beside its states. It is asked after the search, and the answers are about
/// all that was searched so far.
pub trait Profile {
    /// What a verdict claims, and what it rests on, as far as the front decides that.
    fn claims(&self, is_complete: bool) -> Claims;

    /// What has been counted on the way.
    fn tally(&self) -> Tally {
        Tally::default()
    }

    /// What it is made of: names, and sums of what they stand for.
    fn sources(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// The sum of what a name stands for, if it stands for a part of the program.
    fn source(&self, _name: &str) -> Option<u64> {
        None
    }

    /// The same, or the sum of the answer to what the program has asked about, by a name of
    /// [`Profile::read_so_far`]. That may read any file, so the name must be one's own.
    fn reread(&self, name: &str) -> Option<u64> {
        self.source(name)
    }

    /// What the program has read or asked about so far beside what it is made of: names, which [`Profile::reread`]
    /// takes, and sums of the answers.
    fn read_so_far(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// States and paths are all that the search depends on: nothing is kept across paths.
    fn is_whole(&self) -> bool {
        true
    }

    /// Of the details of a finding, those that are news to the user.
    fn news(&self, details: Vec<String>) -> Vec<String> {
        details
    }

    /// The place in the user's program that a line of details names.
    fn place(&self, _line: &str) -> Option<Spot> {
        None
    }

    /// A finding as the last thing that its actor does, in words and with its place; nothing for a finding
    /// that is no deed of anybody.
    fn deed(&self, _finding: &Finding) -> Option<(String, Option<Spot>)> {
        None
    }
}

/// The front's part of what a report claims.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// What any search of it looks for, without a temporal property.
    pub checked: Vec<String>,
    /// What it could look for and did not, with the flag that asks for it.
    pub unchecked: Vec<String>,
    pub rests_on: Vec<String>,
    pub warnings: Vec<String>,
    /// What those are called who move, if they are no threads.
    pub movers: Option<&'static str>,
}

/// What a program has counted, as far as its kind of program counts it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Different structures that the program itself has told, by the least number of such calls before.
    pub structures_by_depth: Vec<u64>,
    /// Everything that a whole run printed, each once, if that was asked for.
    pub outputs: Option<Vec<String>>,
    /// In some state nobody could go on but those for whose end nobody waits.
    pub is_stranded: bool,
    /// Somebody waited for a time that passes only where nothing else can go on.
    pub waits_long: bool,
    /// How often each of the things was of use that only make a search faster.
    pub accelerated: Vec<(&'static str, u64)>,
    /// Garbage that states were named without, and with, if it was counted.
    pub garbage: Option<(u64, u64)>,
}
