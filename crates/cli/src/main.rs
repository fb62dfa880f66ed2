//! The command line: flags in, exit code out.

#![forbid(unsafe_code)]

mod api;
mod certify;
mod check;
mod config;
mod dap;
mod disk;
mod distributed;
mod doctor;
mod environment;
mod explore;
mod flags;
mod fronts;
mod host;
mod interrupt;
mod jpf;
mod keeping;
mod liberties;
mod linearize;
mod model;
mod naming;
mod note;
mod own;
mod placing;
mod progress;
mod project;
mod replay;
mod reports;
mod retelling;
mod run;
mod scratch;
mod screen;
mod script;
mod searching;
mod serve;
mod settings;
mod sources;
mod spilling;
mod stores;
mod symbolic;
mod telling;
mod temporal;
mod tests;

use clap::{Arg, CommandFactory, FromArgMatches};
use flags::{Command, Flags};
use std::process::ExitCode;

/// A panic is a fault of ours like any other.
fn main() -> ExitCode {
    std::panic::catch_unwind(answer)
        .unwrap_or_else(|_| run::complain("internal fault: please report what stands above", run::FAULT))
}

fn answer() -> ExitCode {
    let spelled = flags::from_java_spelling(std::env::args_os());
    let arguments = match settings::apply(spelled) {
        Ok(arguments) => arguments,
        Err(what) => return run::complain(&what, run::BAD_INPUT),
    };
    // What stands later on the command line wins: settings are put before the flags.
    let command = Flags::command().mut_subcommands(|sub| {
        // A negative number is a wrong value, and no flag that nobody knows.
        let valued = |option: Arg| match !option.is_positional() && option.get_action().takes_values() {
            true => option.allow_negative_numbers(true),
            false => option,
        };
        sub.args_override_self(true).mut_args(valued)
    });
    let mut flags = match Flags::from_arg_matches(&command.get_matches_from(arguments)) {
        Ok(flags) => flags,
        Err(error) => error.exit(),
    };
    let program = match &mut flags.command {
        Command::Run(run) => Some(&mut run.program),
        Command::Check(check) => Some(&mut check.program),
        _ => None,
    };
    if let Some(Err(what)) = program.map(jpf::expand) {
        return run::complain(&what, run::BAD_INPUT);
    }
    match flags.command {
        Command::Run(run) => run::run(run),
        Command::Check(check) => check::check(*check),
        Command::Test(test) => tests::test(*test),
        Command::Linearize(asked) => linearize::linearize(*asked),
        Command::Certify(asked) => certify::certify(*asked),
        Command::Script(asked) => script::script(asked),
        Command::Explore(asked) => explore::explore(*asked),
        Command::Env(asked) => environment::env(asked),
        Command::Replay(replay) => replay::replay(*replay),
        Command::Dap(_) => dap::dap(),
        Command::Serve(asked) => serve::serve(*asked),
        Command::Doctor(doctor) => doctor::doctor(doctor),
        Command::Config(config) => config::config(config),
        Command::Api(api) => api::api(api),
        Command::Completions(completions) => config::completions(completions),
        Command::Man(_) => config::man(),
        Command::Model(asked) => model::model(asked),
        Command::Automaton(asked) => model::automaton(asked),
    }
}
