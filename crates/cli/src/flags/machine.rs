//! What to execute a program on: classes, a JDK, memory, files, what stands around it.

use clap::Args;
use std::path::PathBuf;

/// What to execute it on.
#[derive(Args, Clone)]
pub struct Machine {
    /// Where classes are: folders and jars, separated by ':'
    #[arg(short = 'c', long = "class-path", visible_alias = "classpath", value_name = "PATH")]
    pub class_path: Option<std::ffi::OsString>,

    /// The JDK to use [default: JAVA_HOME, else the java on the PATH]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,

    /// Execute assert statements (-ea)
    #[arg(long, overrides_with = "disable_assertions")]
    pub enable_assertions: bool,

    /// Do not execute assert statements (-da)
    #[arg(long)]
    pub disable_assertions: bool,

    /// The most memory the program's objects may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=32_000))]
    pub heap: u64,

    /// How many processors the program is told to have: fork-join pools have one worker less
    #[arg(long, value_name = "N", default_value_t = PROCESSORS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub processors: u32,

    /// Set a system property
    #[arg(short = 'D', value_name = "KEY=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,

    /// Let the program read files below this folder; can be given several times
    #[arg(long, value_name = "FOLDER")]
    pub allow_read: Vec<PathBuf>,

    /// Let the program write files that are nowhere but in memory, over those that it can read
    #[arg(long, value_enum, value_name = "WHERE")]
    pub allow_write: Option<AllowWrite>,

    /// Let machine code take over from the interpreter; what comes out is the same [default: off, or hot for an
    /// exploration of objects one by one without coverage]
    #[arg(long, value_enum, value_name = "WHERE")]
    pub mixed: Option<Mixed>,

    /// Put stubs in the place of these classes around a unit, 'java.awt.*,pkg.Db'
    #[arg(long, value_name = "CLASSES", value_delimiter = ',')]
    pub stub: Vec<String>,

    /// How closely the code behind stubs is looked at
    #[arg(long, value_enum, value_name = "HOW")]
    pub stub_precision: Option<StubPrecision>,

    /// Find what the code around a unit does that this specification (.env) does not allow; see `env verify`
    #[arg(long, value_name = "FILE")]
    pub assumption: Option<PathBuf>,
}

/// How objects are told apart when the code behind stubs is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StubPrecision {
    /// By their classes alone
    Types,
    /// By where they are made
    Sites,
    /// By where they are made, and methods by their receivers; the default
    Receiver,
}

impl StubPrecision {
    pub fn word(self) -> &'static str {
        match self {
            StubPrecision::Types => "types",
            StubPrecision::Sites => "sites",
            StubPrecision::Receiver => "receiver",
        }
    }
}

/// Where machine code takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mixed {
    /// Nowhere
    Off,
    /// In loops and methods that are executed often
    Hot,
    /// Wherever it can
    All,
}

impl From<Mixed> for java::Mixed {
    fn from(mixed: Mixed) -> java::Mixed {
        match mixed {
            Mixed::Off => java::Mixed::Off,
            Mixed::Hot => java::Mixed::Hot,
            Mixed::All => java::Mixed::All,
        }
    }
}

/// Where files go that programs write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AllowWrite {
    /// To a layer in memory, which is part of every state; nothing on disk changes
    Memory,
}

/// With two, the common pool would have a single worker, and its tasks never met.
const PROCESSORS: u32 = 3;

impl Machine {
    /// How many processors the program is told to have, if not as many as usual.
    pub fn unusual_processors(&self) -> Option<u32> {
        Some(self.processors).filter(|&processors| processors != PROCESSORS)
    }

    /// What was said about stubs and assumptions, as words of a command line.
    pub fn environment_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if !self.stub.is_empty() {
            words.push(format!("--stub={}", self.stub.join(",")));
        }
        words.extend(self.stub_precision.map(|how| format!("--stub-precision={}", how.word())));
        words.extend(self.assumption.as_ref().map(|file| format!("--assumption={}", file.display())));
        debug_assert!(self.is_said_by(&words), "what is kept of stubs is what a replay will read");
        words
    }

    /// Whoever has said nothing of stubs and assumptions means the same with these words. A file whose name is no text
    /// is shown as well as can be.
    fn is_said_by(&self, words: &[String]) -> bool {
        let unsaid = Machine { stub: Vec::new(), stub_precision: None, assumption: None, ..self.clone() };
        let mut again = unsaid;
        let is_text = self.assumption.as_ref().is_none_or(|file| file.to_str().is_some());
        again.take_environment(words).is_ok()
            && again.stub == self.stub
            && again.stub_precision == self.stub_precision
            && (again.assumption == self.assumption || !is_text)
    }

    /// Takes such words for what was not said. The word that is none of them, if there is one.
    pub fn take_environment(&mut self, words: &[String]) -> Result<(), String> {
        for word in words {
            match word.split_once('=') {
                Some(("--stub", classes)) if self.stub.is_empty() => {
                    self.stub = classes.split(',').map(str::to_string).collect();
                }
                Some(("--stub-precision", how)) => {
                    let how =
                        <StubPrecision as clap::ValueEnum>::from_str(how, false).map_err(|_| word.clone())?;
                    self.stub_precision.get_or_insert(how);
                }
                Some(("--assumption", file)) => {
                    self.assumption.get_or_insert_with(|| file.into());
                }
                Some(("--stub", _)) => {}
                _ => return Err(word.clone()),
            }
        }
        Ok(())
    }
}

fn property(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some(("", _)) => Err("a property needs a name".to_string()),
        Some((key, value)) => Ok((key.to_string(), value.to_string())),
        None => Ok((text.to_string(), String::new())),
    }
}
