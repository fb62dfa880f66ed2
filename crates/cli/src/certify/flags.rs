//! What `jaywalk certify` can be asked.

use crate::flags::Machine;
use crate::reports::Reports;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Certify {
    #[command(flatten)]
    pub machine: Machine,

    #[command(flatten)]
    pub reports: Reports,

    /// Find data races too
    #[arg(long)]
    pub races: bool,

    /// List everything that a run can print; for scripts of searches that did
    #[arg(long)]
    pub outputs: bool,

    /// What must hold in every state, whether the search was made for it or not; as for `check`
    #[arg(long, value_name = "EXPR")]
    pub invariant: Vec<String>,

    #[command(flatten)]
    pub allowing: crate::liberties::Allowing,

    /// Take threads in the same situation for interchangeable, as the search did
    #[arg(long)]
    pub thread_symmetry: bool,

    /// Believe the script: every state once, along the moves that led to new states
    #[arg(long)]
    pub trust: bool,

    /// How many threads certify; 0 for as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=64))]
    pub workers: u64,

    /// Certify one of N parts alone, with --map
    #[arg(long, value_name = "I/N", value_parser = part_of, requires = "map")]
    pub part: Option<(u32, u32)>,

    /// Write the fingerprints of a part to a file, for `jaywalk script join`
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,

    /// What fingerprints depend on, in your own words; the same for all parts [default: a random number; for parts
    /// the script's sum]
    #[arg(long, value_name = "WORDS")]
    pub key: Option<String>,

    /// Go on after the first finding
    #[arg(long)]
    pub all: bool,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = crate::searching::seconds)]
    pub max_seconds: Option<f64>,

    /// A script that `check --script` has written, or an invariant of `check --certificate`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// A class name, a .java file or a .jar [default: what the script names]
    #[arg(value_name = "MAIN")]
    pub main: Option<String>,

    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

fn part_of(text: &str) -> Result<(u32, u32), String> {
    let parsed =
        text.split_once('/').and_then(|(i, n)| Some((i.parse::<u32>().ok()?, n.parse::<u32>().ok()?)));
    parsed.filter(|&(i, n)| 1 <= i && i <= n && n <= 10_000).ok_or_else(|| "I/N, like 2/10".to_string())
}
