//! The command line: flags in, exit code out.

#![forbid(unsafe_code)]

mod api;
mod check;
mod disk;
mod flags;
mod host;
mod model;
mod naming;
mod progress;
mod run;
mod scratch;
mod searching;
mod stores;
mod temporal;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let flags = flags::Flags::parse_from(flags::from_java_spelling(std::env::args_os()));
    match flags.command {
        flags::Command::Run(run) => run::run(run),
        flags::Command::Check(check) => check::check(check),
        flags::Command::Api(api) => api::api(api),
        flags::Command::Model(asked) => model::model(asked),
        flags::Command::Automaton(asked) => model::automaton(asked),
    }
}
