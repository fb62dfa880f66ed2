//! `jaywalk config`: what is set and by whom, and what a key means. Completions and the manual page come from
//! the same list.

use crate::flags::Flags;
use crate::run;
use crate::settings::{self, Setting};
use clap::{Arg, Args, CommandFactory};
use std::process::ExitCode;

#[derive(Args)]
pub struct Config {
    /// Tell what a key means, what it is and who set it
    #[arg(long, value_name = "KEY")]
    pub explain: Option<String>,
}

#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {}

pub fn config(config: Config) -> ExitCode {
    let command = Flags::command();
    let set = match settings::read(&command) {
        Ok(set) => set,
        Err(what) => return run::complain(&what, run::BAD_INPUT),
    };
    match config.explain {
        Some(key) => explain(&key, &set),
        None => {
            list(&set);
            ExitCode::SUCCESS
        }
    }
}

fn list(set: &[Setting]) {
    let command = Flags::command();
    crate::screen::line(&format!(
        "Keys of {}, of the environment (JAYWALK_*) and of the command line (--key):",
        settings::FILE
    ));
    for key in settings::keys(&command) {
        let options = settings::options(&command, &key);
        let help = options.first().map_or(String::new(), |(_, option)| help(option));
        crate::screen::line(&format!("  {key:22} {help}"));
        for setting in set.iter().filter(|setting| setting.key == key) {
            crate::screen::line(&format!("  {:22} = {} ({})", "", setting.value, setting.origin));
        }
    }
}

fn help(option: &Arg) -> String {
    option.get_help().map_or(String::new(), |help| help.to_string())
}

fn explain(key: &str, set: &[Setting]) -> ExitCode {
    let command = Flags::command();
    let options = settings::options(&command, key);
    let Some((_, option)) = options.first() else {
        let hint = settings::suggestion(&settings::keys(&command), key);
        let hint = hint.map_or(String::new(), |word| format!("; did you mean {word}?"));
        return run::complain(&format!("there is no key {key}{hint}"), run::BAD_INPUT);
    };
    let commands: Vec<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
    let flag = option.get_long().map_or_else(
        || option.get_short().map_or(String::new(), |short| format!("-{short}")),
        |long| format!("--{long}"),
    );
    let value = option.get_value_names().map_or(String::new(), |names| format!(" {}", names.join(" ")));
    crate::screen::line(&format!("{key}: {}", help(option)));
    crate::screen::line(&format!("  commands:  {}", commands.join(", ")));
    crate::screen::line(&format!(
        "  flag:      {flag}{}",
        if option.get_action().takes_values() { value } else { String::new() }
    ));
    crate::screen::line(&format!("  variable:  {}", settings::variable(key)));
    let values: Vec<String> = option
        .get_possible_values()
        .iter()
        .filter(|_| option.get_action().takes_values())
        .map(|value| {
            let help = value.get_help().map_or(String::new(), |help| format!(": {help}"));
            format!("{}{help}", value.get_name())
        })
        .collect();
    if !values.is_empty() {
        crate::screen::line(&format!("  values:    {}", values.join("\n             ")));
    }
    let defaults: Vec<String> =
        option.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if option.get_action().takes_values() && !defaults.is_empty() {
        crate::screen::line(&format!("  default:   {}", defaults.join(" ")));
    }
    match set.iter().rev().find(|setting| setting.key == key) {
        Some(setting) => crate::screen::line(&format!("  now:       {} ({})", setting.value, setting.origin)),
        None => {
            crate::screen::line(&format!("  now:       not set; put {key} = ... into {}", settings::FILE))
        }
    }
    ExitCode::SUCCESS
}

pub fn completions(completions: Completions) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Flags::command(), "jaywalk", &mut script);
    crate::screen::print(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}

/// The manual page of the program, followed by those of its commands.
pub fn man() -> ExitCode {
    let command = Flags::command();
    let mut out = std::io::stdout();
    let whole = clap_mangen::Man::new(command.clone()).render(&mut out);
    let rest = command.get_subcommands().try_for_each(|sub| {
        let man = clap_mangen::Man::new(named(sub));
        man.render_synopsis_section(&mut out)?;
        man.render_description_section(&mut out)?;
        man.render_options_section(&mut out)
    });
    // A reader that has gone away is no fault of ours.
    drop((whole, rest));
    ExitCode::SUCCESS
}

/// The command as it is typed.
fn named(sub: &clap::Command) -> clap::Command {
    let name = format!("jaywalk {}", sub.get_name());
    sub.clone().display_name(name.clone()).bin_name(name)
}
