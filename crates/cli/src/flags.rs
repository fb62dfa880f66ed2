//! The one list of flags.

mod machine;
mod words;

use clap::{Args, Parser, Subcommand};
use front::Reduction;
pub use machine::{Machine, Mixed, StubPrecision};
use std::path::PathBuf;
pub use words::{from_java_spelling, main_word};

/// A software model checker for Java.
#[derive(Parser)]
#[command(name = "jaywalk", version, about)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Execute a program once, like java
    Run(RunFlags),
    /// Explore every schedule and every choice of a program
    Check(Box<Check>),
    /// Explore every schedule and every choice of JUnit tests
    Test(Box<crate::tests::Test>),
    /// Find out whether a class is linearizable, by exploring small clients of it
    Linearize(Box<crate::linearize::Linearize>),
    /// Certify a program along a script that `check --script` has written
    Certify(Box<crate::certify::Certify>),
    /// Look at scripts: show, trim, split, join
    Script(crate::script::ScriptFlags),
    /// Make every sequence of calls on objects of a class, up to a length, and look at every structure once
    Explore(Box<crate::explore::Explore>),
    /// Look at a part of a program and make what stands around it: show, make, verify
    Env(crate::environment::EnvFlags),
    /// Go a path again that a check has found
    Replay(Box<crate::replay::Replay>),
    /// Walk through a finding in a debugger: the Debug Adapter Protocol on standard input and output
    Dap(crate::dap::DapFlags),
    /// Walk through a path in a browser, and take other choices at any step of it
    Serve(Box<crate::serve::Serve>),
    /// Look for what is missing: the JDK, the class path, native methods
    Doctor(crate::doctor::Doctor),
    /// List settings, or explain one
    Config(crate::config::Config),
    /// Write the Java API, its sources and a jar, into a folder
    Api(Api),
    /// Check temporal properties of a small system that is written as text
    Model(Model),
    /// Print the Büchi automaton of an LTL formula, in the HOA format
    Automaton(Automaton),
    /// Print completions for a shell
    Completions(crate::config::Completions),
    /// Print the manual page
    Man(crate::config::Man),
}

#[derive(Args)]
pub struct Model {
    #[command(flatten)]
    pub temporal: crate::temporal::Temporal,

    /// Write the verdict and its figures to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// One line for each state: NAME[*] ATOM... [-> [WHO:]NAME...]
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct Automaton {
    #[arg(value_name = "FORMULA")]
    pub formula: String,
}

#[derive(Args)]
pub struct Api {
    /// The JDK to use [default: JAVA_HOME, else the java on the PATH]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,

    /// Where to write it
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Reduce {
    /// Order; full for races, --spill, and searches that are not depth first by one worker with the
    /// exact store; local for temporal properties
    Auto,
    /// None
    Off,
    /// Those of accesses that other threads cannot see
    Local,
    /// And those of accesses that are guarded by locks
    Full,
    /// And those of steps that commute
    Order,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LibraryCalls {
    /// Calls of linearizable classes of java.util.concurrent are one operation each, up to where they block, and so is
    /// what a thread pool does between pieces of other code; for temporal properties, and without reduction, explore
    Atomic,
    /// Calls are one operation each, and thread pools are explored operation by operation
    Calls,
    /// Operation by operation, like the program's own code
    Explore,
}

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub program: Program,

    /// Check a part of a program in the environment that this file describes, in the place of MAIN
    #[arg(long, value_name = "FILE")]
    pub env: Option<PathBuf>,

    /// Which interleavings to leave out, of those that no thread can tell apart
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Reduce::Auto)]
    pub reduce: Reduce,

    /// How calls of the JDK's concurrent classes are interleaved
    #[arg(long, value_name = "HOW", value_enum, default_value_t = LibraryCalls::Atomic)]
    pub library: LibraryCalls,

    /// What to do without, of that which only makes a search faster: to compare, and to measure
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',', hide = true)]
    pub without: Vec<Accelerator>,

    /// From how many objects on those that are made before the first choice are named by their addresses
    #[arg(long, value_name = "N", default_value_t = java::Accelerators::default().base, hide = true)]
    pub base_from: usize,

    #[command(flatten)]
    pub searching: crate::searching::Searching,

    #[command(flatten)]
    pub distributing: crate::distributed::Distributing,

    #[command(flatten)]
    pub storing: crate::stores::Storing,

    #[command(flatten)]
    pub same: crate::naming::Same,

    #[command(flatten)]
    pub temporal: crate::temporal::Temporal,

    #[command(flatten)]
    pub symbolic: crate::symbolic::Symbolic,

    #[command(flatten)]
    pub allowing: crate::liberties::Allowing,

    #[command(flatten)]
    pub keeping: crate::keeping::Keeping,

    /// Find data races too
    #[arg(long)]
    pub races: bool,

    /// Find and list everything that a run can print to standard output
    #[arg(long)]
    pub outputs: bool,

    /// Write the search down, for `jaywalk certify`; with `test`, a folder for one script a test
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Write the script in next to no time, and large; `jaywalk script pack` makes it small
    #[arg(long, requires = "script")]
    pub loose: bool,

    #[command(flatten)]
    pub telling: crate::telling::Telling,

    #[command(flatten)]
    pub reports: crate::reports::Reports,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Accelerator {
    /// Knowing where a step leads from the last time
    Foresight,
    /// Naming a state by what was written since the last one
    Renewal,
    /// Naming objects by their addresses that were made before the first choice, where they are many
    Base,
    /// Not scheduling accesses that are guarded by locks, as with `--reduce local`
    Guards,
    /// Taking steps that commute in one order, as with `--reduce full`
    Order,
    /// Taking threads that spin for threads that wait
    Spinning,
    /// Telling livelocks: threads that go round in loops for ever, and nobody changes anything
    Livelocks,
    /// Walks along single paths before a long search, as with `--search dfs`
    Walks,
}

impl Check {
    pub fn library(&self) -> java::Library {
        match self.library {
            LibraryCalls::Atomic => java::Library::Atomic,
            LibraryCalls::Calls => java::Library::Calls,
            LibraryCalls::Explore => java::Library::Explore,
        }
    }

    pub fn accelerators(&self) -> java::Accelerators {
        let uses = |accelerator| !self.without.contains(&accelerator);
        java::Accelerators {
            foresight: uses(Accelerator::Foresight),
            renewal: uses(Accelerator::Renewal),
            spinning: uses(Accelerator::Spinning),
            // What livelocks are found by stays in memory.
            livelocks: uses(Accelerator::Livelocks)
                && self.storing.spill.is_none()
                && !self.distributing.is_wanted(),
            base: if uses(Accelerator::Base) { self.base_from } else { usize::MAX },
        }
    }

    /// The search is one that can take steps in one order that commute.
    fn can_order(&self) -> bool {
        let search = self.searching.search;
        (search.is_depth_first() || search == crate::searching::Search::Dpor)
            && self.searching.workers() == 1
            && !self.distributing.is_wanted()
            && !self.races
            && self.storing.store == crate::stores::Kind::Exact
            && self.storing.spill.is_none()
            && self.same.naming() == java::Naming::default()
            && !self.without.contains(&Accelerator::Order)
    }

    /// A long search is interrupted for walks along single paths. With --all and --outputs everything has to be seen
    /// all the same.
    pub fn walks(&self) -> bool {
        let is_wanted = !self.searching.all || self.searching.walk_after.is_some();
        is_wanted && !self.outputs && !self.without.contains(&Accelerator::Walks)
    }

    pub fn reduction(&self) -> Reduction {
        match self.reduce {
            // Of a system that is written as text nothing is left out.
            Reduce::Auto if crate::fronts::is_model(&self.program.main) => Reduction::Off,
            Reduce::Full | Reduce::Auto if self.without.contains(&Accelerator::Guards) => Reduction::Local,
            Reduce::Off => Reduction::Off,
            Reduce::Local => Reduction::Local,
            Reduce::Full => Reduction::Full,
            // What a search cannot do it does not claim.
            Reduce::Order if !self.can_order() => Reduction::Full,
            Reduce::Order => Reduction::Order,
            Reduce::Auto if self.temporal.properties().is_empty() => match self.can_order() {
                true => Reduction::Order,
                false => Reduction::Full,
            },
            Reduce::Auto => Reduction::Local,
        }
    }
}

#[derive(Args)]
pub struct RunFlags {
    #[command(flatten)]
    pub program: Program,

    /// Run tests on JUnit: MAIN and ARGS are test classes, or methods of them (Class#method)
    #[arg(long)]
    pub test: bool,

    /// Stop after this many operations, with exit code 3
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,

    /// Stop after this time, with exit code 3
    #[arg(long, value_name = "SECONDS", value_parser = crate::searching::seconds)]
    pub max_seconds: Option<f64>,

    /// Of a Promela model, which of its runs to simulate
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

/// What to execute.
#[derive(Args)]
pub struct Program {
    #[command(flatten)]
    pub machine: Machine,

    /// A class name, a .java file, a .jar, or a model: a .pml, .smv or .model file
    #[arg(value_name = "MAIN")]
    pub main: String,

    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> Program {
        let words = line.split(' ').map(Into::into);
        match Flags::try_parse_from(from_java_spelling(words)).unwrap().command {
            Command::Run(run) => run.program,
            Command::Check(check) => check.program,
            _ => unreachable!("{line}"),
        }
    }

    #[test]
    fn options_stand_before_main_and_arguments_after() {
        let run = check("jaywalk run -cp a:b -ea -Dx=1 Main -cp -ea --heap");
        assert_eq!(run.machine.class_path.unwrap(), "a:b");
        assert!(run.machine.enable_assertions);
        assert_eq!(run.machine.properties, [("x".to_string(), "1".to_string())]);
        assert_eq!((run.main.as_str(), run.args.join(" ").as_str()), ("Main", "-cp -ea --heap"));
    }

    #[test]
    fn assertions_are_off_like_in_java() {
        assert!(check("jaywalk check -da Main").machine.disable_assertions);
        assert!(!check("jaywalk check --max-states 5 Main -ea").machine.enable_assertions);
        assert!(Flags::try_parse_from(["jaywalk", "run"]).is_err());
        assert!(Flags::try_parse_from(["jaywalk", "run", "--heap", "0", "Main"]).is_err());
    }
}
