//! How a script and a program can fail to fit.

use lts::{Choice, Path};

/// What does not fit, and where: after this path, in the state with this number of the script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deviation {
    pub what: What,
    pub path: Path,
    pub state: u64,
}

/// The ways in which a script can deviate. The first three are those of search-carrying code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The script takes a choice that is not there.
    Nonexistent(Choice),
    /// The script leaves a choice out.
    LeftOut(Choice),
    /// The script says of the state behind a choice that it was visited before: as this one, which is another.
    NotSeen { choice: Option<Choice>, claimed: u64 },
    /// The script takes one choice, where it is another one's turn.
    OutOfTurn { script: Choice, own: Choice },
    /// The script ends a path behind this choice where there is a state.
    NotNowhere(Choice),
    /// The script has a state behind this choice, and there is none.
    Nowhere(Choice),
    /// What the script says was learnt about the program is not all that there is to learn.
    Learnt,
    /// The machine cannot go a path on which the script says that it comes to know the program, or comes to know
    /// something else there.
    Unacquainted,
    /// A part comes to something that the script does not say is met.
    Unmet,
    /// The bytes are at fault.
    Broken(String),
}

impl What {
    /// A word for it, for tables and for JSON.
    pub fn name(&self) -> &'static str {
        match self {
            What::Nonexistent(_) => "nonexistent",
            What::LeftOut(_) => "left out",
            What::NotSeen { .. } => "not seen",
            What::OutOfTurn { .. } => "out of turn",
            What::NotNowhere(_) | What::Nowhere(_) => "end of a path",
            What::Learnt => "learnt",
            What::Unacquainted | What::Unmet => "names",
            What::Broken(_) => "damaged",
        }
    }

    /// In words, where `who` names the actor of a choice.
    pub fn told(&self, who: &mut dyn FnMut(Choice) -> String) -> String {
        match self {
            What::Nonexistent(choice) => {
                format!("the script takes a transition that does not exist: {}", who(*choice))
            }
            What::LeftOut(choice) => format!("the script leaves out a transition: {}", who(*choice)),
            What::NotSeen { choice, claimed } => {
                let by = choice.map_or(String::new(), |choice| format!(" after {}", who(choice)));
                format!("the script calls a new state seen: the state{by} is not state {claimed}")
            }
            What::OutOfTurn { script, own } => {
                format!(
                    "the script goes in another order: it takes {} where it is the turn of {}",
                    who(*script),
                    who(*own)
                )
            }
            What::NotNowhere(choice) => {
                format!("the script ends a path where the program goes on, by {}", who(*choice))
            }
            What::Nowhere(choice) => {
                format!("the script goes on where the program does not, by {}", who(*choice))
            }
            What::Learnt => {
                "the program teaches more than the script says was learnt: its steps end elsewhere"
                    .to_string()
            }
            What::Unacquainted => "the program cannot be got to know as the script says".to_string(),
            What::Unmet => {
                "a part meets what the script does not say is met; certify without parts".to_string()
            }
            What::Broken(what) => format!("the script {what}"),
        }
    }
}
