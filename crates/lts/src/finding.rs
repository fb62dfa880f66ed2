//! What a search can find, and the way to it.

use crate::system::Choice;

/// What was violated: a name, which is the word for it in reports and in JSON. These are known to reports;
/// a system may have others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Property(&'static str);

impl Property {
    /// Nothing can go on though something should.
    pub const DEADLOCK: Property = Property("deadlock");
    /// Somebody can always go on, and nobody ever gets anywhere.
    pub const LIVELOCK: Property = Property("livelock");
    /// Some can never go on, though others can always.
    pub const PARTIAL_DEADLOCK: Property = Property("partial-deadlock");
    pub const ASSERTION: Property = Property("assertion");
    /// Something went wrong that nobody has taken care of.
    pub const EXCEPTION: Property = Property("exception");
    pub const RACE: Property = Property("race");
    pub const TEMPORAL: Property = Property("temporal");
    /// What should hold in every state does not hold in one.
    pub const INVARIANT: Property = Property("invariant");
    /// Somebody does what was assumed that nobody does.
    pub const ASSUMPTION: Property = Property("assumption");

    /// Nothing is wrong: the program asks for the path to here.
    pub const TRACE: Property = Property("trace");

    pub const fn named(name: &'static str) -> Property {
        Property(name)
    }

    pub fn name(self) -> &'static str {
        self.0
    }
}

/// A violation, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub property: Property,
    /// The first line: what is wrong.
    pub message: String,
    /// More of it: threads that wait, a stack trace.
    pub details: Vec<String>,
}

/// Something that could not be executed: why the search cannot say "safe".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub cause: Cause,
    pub what: String,
    /// Where that is; empty if `what` says it.
    pub place: String,
}

/// Who could mend a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// We: something is not supported.
    Unsupported,
    /// The user: the program was kept from something that can be granted, or from what no program gets.
    Refused,
    /// The user: the input is broken.
    Input,
    /// We again: the machine is at fault.
    Fault,
}

impl Cause {
    /// The words for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Unsupported => "unsupported",
            Cause::Refused => "access refused",
            Cause::Input => "invalid input",
            Cause::Fault => "internal fault",
        }
    }
}

/// The choices that lead from the initial state to somewhere.
pub type Path = Vec<Choice>;
