//! The words of a command line, before they are taken for flags.

use super::Flags;
use clap::CommandFactory;

/// Java's own spellings of flags that are words behind one dash.
pub fn from_java_spelling(arguments: impl Iterator<Item = std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let mut before_main = true;
    let mut result: Vec<std::ffi::OsString> = Vec::new();
    // An environment is given by a flag, and is the program.
    let mut environment: Option<std::ffi::OsString> = None;
    // The first word behind `certify` is a script, that behind `env make` and `env verify` a specification, and flags
    // may follow it.
    let mut awaits_file = false;
    for (i, argument) in arguments.enumerate() {
        let is_of_env = || i == 2 && result.last().is_some_and(|word| word == "env");
        awaits_file |=
            i == 1 && argument == "certify" || (argument == "make" || argument == "verify") && is_of_env();
        let spelled = match argument.to_str() {
            Some("-cp" | "-classpath") if before_main => "--class-path".into(),
            Some("-ea" | "-enableassertions") if before_main => "--enable-assertions".into(),
            Some("-da" | "-disableassertions") if before_main => "--disable-assertions".into(),
            _ => argument.clone(),
        };
        // Values of flags may look like anything, but a main class never begins with a dash.
        let is_value = result.last().is_some_and(takes_value);
        let is_subcommand =
            i == 2 && matches!(result.last().and_then(|word| word.to_str()), Some("env" | "script"));
        if is_value && before_main && result.last().is_some_and(|flag| flag == "--env") {
            environment = Some(spelled.clone());
        } else if i > 1 && !is_subcommand && !is_value && !spelled.to_string_lossy().starts_with('-') {
            before_main &= std::mem::take(&mut awaits_file);
            result.extend(environment.take());
        }
        result.push(spelled);
    }
    result.extend(environment);
    result
}

/// The first word behind the command that is neither a flag nor the value of one: what stands in the place of MAIN.
pub fn main_word(arguments: &[std::ffi::OsString]) -> Option<&std::ffi::OsString> {
    let words = arguments.iter().enumerate().skip(2);
    let mut mains = words.filter(|(i, word)| {
        !word.to_string_lossy().starts_with('-') && (*i == 2 || !takes_value(&arguments[i - 1]))
    });
    mains.next().map(|(_, word)| word)
}

/// The flag is one that has its value in the next word.
fn takes_value(flag: &std::ffi::OsString) -> bool {
    let Some(flag) = flag.to_str() else { return false };
    let command = Flags::command();
    let of_sub = |sub: &clap::Command| -> Vec<clap::Arg> {
        let nested = sub.get_subcommands().flat_map(|nested| nested.get_arguments());
        sub.get_arguments().chain(nested).cloned().collect()
    };
    let mut arguments = command.get_subcommands().flat_map(of_sub);
    arguments.any(|argument| {
        let long = argument.get_long_and_visible_aliases().unwrap_or_default();
        let is_long = flag.strip_prefix("--").is_some_and(|name| long.contains(&name));
        let short = argument.get_short().map(|c| format!("-{c}"));
        (is_long || short.as_deref() == Some(flag)) && argument.get_action().takes_values()
    })
}
