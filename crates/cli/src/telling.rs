//! How much of a path is told.

use clap::{Args, ValueEnum};
use lts::Depth;
use report::Detail;

#[derive(Args, Clone, Copy)]
pub struct Telling {
    /// How much is told of the way to a finding [default: brief; full for replay]
    #[arg(long, value_name = "HOW", value_enum, help_heading = "Reports")]
    pub story: Option<Story>,

    /// Compare what is told with what really happens: to test
    #[arg(long, hide = true)]
    pub witness: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Story {
    /// What explains the finding
    Brief,
    /// Everything that the program's own code does, and its calls of the library
    Calls,
    /// And every access of the library to what several threads can see
    Full,
}

impl Telling {
    /// What is shown, and what has to be noted for it.
    pub fn detail(self, usual: Detail) -> (Detail, Depth) {
        let detail = match self.story {
            None => usual,
            Some(Story::Brief) => Detail::Brief,
            Some(Story::Calls) => Detail::Calls,
            Some(Story::Full) => Detail::Full,
        };
        let depth = match detail {
            Detail::Brief => Depth::Crux,
            Detail::Calls => Depth::Calls,
            Detail::Full => Depth::All,
        };
        (detail, depth)
    }
}
