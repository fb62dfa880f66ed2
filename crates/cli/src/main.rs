//! The command line: flags in, exit code out.

#![forbid(unsafe_code)]

mod account;
mod api;
mod check;
mod claims;
mod disk;
mod flags;
mod graph;
mod host;
mod note;
mod progress;
mod replay;
mod reports;
mod repro;
mod run;
mod scratch;
mod screen;
mod searching;
mod sources;
mod stores;
mod story;
mod tests;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let flags = flags::Flags::parse_from(flags::from_java_spelling(std::env::args_os()));
    match flags.command {
        flags::Command::Run(run) => run::run(run),
        flags::Command::Check(check) => check::check(check),
        flags::Command::Test(test) => tests::test(test),
        flags::Command::Replay(replay) => replay::replay(replay),
        flags::Command::Api(api) => api::api(api),
    }
}
