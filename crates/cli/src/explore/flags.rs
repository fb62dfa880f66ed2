//! What `jaywalk explore` can be asked.

use crate::flags::Machine;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
pub struct Explore {
    #[command(flatten)]
    pub machine: Machine,

    /// How an object is made, 'Cls(8, true)'; given several times, there are several objects [default: without
    /// parameters]
    #[arg(long, value_name = "CALL")]
    pub new: Vec<String>,

    /// A method that is called, 'put(int, Object)', with a value in the place of a type where it is always the same;
    /// can be given several times [default: all public methods with small parameters]
    #[arg(long = "call", value_name = "METHOD")]
    pub calls: Vec<String>,

    /// The numbers that parameters take, both ends included
    #[arg(long, value_name = "LEAST..MOST", default_value = "0..2", value_parser = range, allow_hyphen_values = true)]
    pub values: (i64, i64),

    /// Parameters that are references also take null
    #[arg(long)]
    pub null: bool,

    /// How many calls there are in a sequence at most
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub length: u64,

    /// A method without parameters that must give true after each call
    #[arg(long, value_name = "METHOD")]
    pub invariant: Option<String>,

    /// A class that must do the same: give the same results, and throw the same exceptions
    #[arg(long, value_name = "CLASS")]
    pub same_as: Option<String>,

    /// How its objects are made [default: without parameters]
    #[arg(long, value_name = "CALL", requires = "same_as")]
    pub same_new: Option<String>,

    /// Exceptions that are as they should be, beside those that a method declares
    #[arg(long, value_name = "CLASSES", value_delimiter = ',')]
    pub expect: Vec<String>,

    /// How the machine comes back to a structure
    #[arg(long, value_name = "HOW", value_enum, default_value_t = GoingBack::Undo)]
    pub back: GoingBack,

    /// Execute each call on many structures at once; what that cannot do is done one by one
    #[arg(long)]
    pub delta: bool,

    /// By what structures are compared: exact, shape (all but numbers), or a file with names of methods, one a line, by
    /// whose answers; others are left out, so that nothing is shown to be right
    #[arg(long = "match", value_name = "HOW", default_value = "exact")]
    pub matching: String,

    /// The class is a driver, which goes over structures in rounds by jaywalk.Delta: its main is executed
    #[arg(long, conflicts_with_all = ["new", "calls", "values", "null", "length", "invariant", "same_as", "expect",
          "back", "matching", "coverage", "emit", "always_walk"])]
    pub driver: bool,

    /// Write a number for the set of structures into the record: to compare
    #[arg(long, hide = true)]
    pub digest: bool,

    /// Compare structures even where a call has written nothing: to compare
    #[arg(long, hide = true)]
    pub always_walk: bool,

    /// What machine code finds prepared when it is entered: to measure
    #[arg(long, hide = true, value_enum, default_value_t = Entering::Lazy)]
    pub entering: Entering,

    /// Whether to see which lines and branches are covered
    #[arg(long, value_name = "WHETHER", value_enum, default_value_t = Whether::On)]
    pub coverage: Whether,

    /// Go on after the first finding
    #[arg(long)]
    pub all: bool,

    /// Write findings as a JUnit 5 test, to a .java file
    #[arg(long, value_name = "FILE")]
    pub emit: Option<PathBuf>,

    /// Stop after this many structures
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = crate::searching::seconds)]
    pub max_seconds: Option<f64>,

    /// The most memory that structures may take, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,

    /// Write the verdict and its figures to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// A class: its name, with the package unless it is one of java.util's, or a .java file
    #[arg(value_name = "CLASS")]
    pub class: String,

    /// What the main method of a driver is given
    #[arg(
        value_name = "ARGUMENTS",
        requires = "driver",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub arguments: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GoingBack {
    /// It is made out of what is stored; calls are undone
    Undo,
    /// Its calls are made once more
    Redo,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Whether {
    On,
    Off,
}

/// What is prepared for going back when machine code is entered.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Entering {
    /// All objects that it may reach
    Eager,
    /// Nothing: each object at its first write
    Lazy,
}

/// `0..3`.
fn range(text: &str) -> Result<(i64, i64), String> {
    let ends =
        text.split_once("..").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match ends {
        Some((least, most)) if least <= most => Ok((least, most)),
        Some(_) => Err("the range is empty: the first number is the least".to_string()),
        None => Err("write the least and the most, 0..3".to_string()),
    }
}
