//! Settings: `jaywalk.toml` in the present folder or above it, `JAYWALK_*` in the environment, flags on the command
//! line; the last of these that says something wins. Keys are the names of flags, so that there is one list of them.

mod place;

use crate::flags::Flags;
use crate::jpf;
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Mutex;
use toml::Value;

/// The file, and the variable that names another one.
pub const FILE: &str = "jaywalk.toml";
pub const FILE_VARIABLE: &str = "JAYWALK_CONFIG";
const PREFIX: &str = "JAYWALK_";
/// Temporal properties in the file, and the keys that hold their formulas.
const PROPERTY: &str = "property";
const LOGICS: [&str; 4] = ["ltl", "ctl", "ctlstar", "mu"];
/// A word is suggested in the place of another if no more letters than this differ.
const MAX_DISTANCE: usize = 3;

/// One key that is set, for one command or for all that know it.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// The only command that it is meant for.
    pub command: Option<String>,
    pub key: String,
    pub value: Value,
    /// `jaywalk.toml`, or the variable's name.
    pub origin: String,
}

/// The key of an option: its long name, or its own name if it has none.
pub fn key_of(option: &Arg) -> Option<String> {
    let is_option = !option.is_positional() && !["help", "version"].contains(&option.get_id().as_str());
    is_option.then(|| option.get_long().map_or_else(|| option.get_id().to_string(), str::to_string))
}

/// The options with this key, each with the command that has it.
pub fn options(command: &Command, key: &str) -> Vec<(String, Arg)> {
    let of = |sub: &Command| {
        let found = sub.get_arguments().find(|option| key_of(option).as_deref() == Some(key));
        found.map(|option| (sub.get_name().to_string(), option.clone()))
    };
    command.get_subcommands().filter_map(of).collect()
}

/// All keys, each once.
pub fn keys(command: &Command) -> Vec<String> {
    let mut keys: Vec<String> =
        command.get_subcommands().flat_map(|sub| sub.get_arguments().filter_map(key_of)).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// The command line with what file and environment say put before it.
pub fn apply(arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let command = Flags::command();
    let name = arguments.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let Some(sub) = command.find_subcommand(name) else { return Ok(arguments) };
    let mut words = Vec::new();
    for setting in read(&command)?.into_iter().chain(jpf::settings(&arguments)?) {
        let is_meant = setting.command.as_deref().is_none_or(|only| only == name);
        let option = sub.get_arguments().find(|option| key_of(option).as_deref() == Some(&*setting.key));
        if let Some(option) = option.filter(|_| is_meant) {
            let flags = as_words(option, &setting)?;
            blame(sub, &setting, &flags)?;
            remember(&setting, &arguments);
            words.extend(flags.into_iter().map(OsString::from));
        }
    }
    Ok(arguments[..2].iter().cloned().chain(words).chain(arguments[2..].iter().cloned()).collect())
}

/// Values that did not come from the command line, each with where it stands.
static ELSEWHERE: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// What is wrong with a value may show later: a file that cannot be written, a JDK that is not there.
fn remember(setting: &Setting, arguments: &[OsString]) {
    let flag = format!("--{}", setting.key);
    let is_given = |word: &OsString| {
        word.to_str()
            .and_then(|word| word.strip_prefix(&*flag))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    if let (Value::String(value), false) = (&setting.value, arguments.iter().any(is_given))
        && let Ok(mut all) = ELSEWHERE.lock()
    {
        all.push((value.clone(), format!("{}: {}", setting.origin, setting.key)));
    }
}

/// A complaint about such a value (`report/x.html: cannot be written`), with where it stands.
pub fn blamed(what: &str) -> String {
    let all = ELSEWHERE.lock().map(|all| all.clone()).unwrap_or_default();
    let is_about = |(value, _): &&(String, String)| {
        !value.is_empty() && what.strip_prefix(value.as_str()).is_some_and(|rest| rest.starts_with(": "))
    };
    match all.iter().rfind(is_about) {
        Some((_, place)) => format!("{place}: {what}"),
        None => what.to_string(),
    }
}

/// A value that no flag would take is told with where it stands.
fn blame(sub: &Command, setting: &Setting, flags: &[String]) -> Result<(), String> {
    use clap::error::ErrorKind::{InvalidValue, ValueValidation};
    let alone = sub.clone().mut_args(|option| option.required(false));
    let words = std::iter::once(sub.get_name().to_string()).chain(flags.iter().cloned());
    let Err(error) = alone.try_get_matches_from(words) else { return Ok(()) };
    if !matches!(error.kind(), InvalidValue | ValueValidation) {
        return Ok(());
    }
    let text = error.to_string();
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more"));
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_string();
    let rest: Vec<&str> = lines.collect();
    let more = if rest.is_empty() { String::new() } else { format!(" {}", rest.join(" ")) };
    Err(format!("{}: {}: {first}{more}", setting.origin, setting.key))
}

/// Everything that is set, in the order in which it counts.
pub fn read(command: &Command) -> Result<Vec<Setting>, String> {
    let named = std::env::var(FILE_VARIABLE).ok();
    let found = place::find().map(|file| file.to_string_lossy().into_owned());
    let mut settings = match named.as_ref().or(found.as_ref()) {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            from_file(command, file, &text.map_err(|error| format!("{file}: cannot be read: {error}"))?)?
        }
        None => Vec::new(),
    };
    if let Some(folder) =
        found.filter(|_| named.is_none()).as_deref().and_then(|file| Path::new(file).parent())
    {
        from_above(command, folder, &mut settings);
    }
    for (name, value) in std::env::vars() {
        settings.extend(from_variable(command, &name, &value)?);
    }
    Ok(settings)
}

/// Paths in a file above the present folder are seen from there.
fn from_above(command: &Command, folder: &Path, settings: &mut [Setting]) {
    for setting in settings.iter_mut().filter(|_| !folder.as_os_str().is_empty()) {
        if let Some((_, option)) = options(command, &setting.key).into_iter().next() {
            setting.value = place::resolved(&option, folder, setting.value.clone());
        }
    }
}

fn from_file(command: &Command, file: &str, text: &str) -> Result<Vec<Setting>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(0, |span| text[..span.start].lines().count().max(1));
        format!("{file}:{line}: {}", error.message())
    })?;
    let mut settings = Vec::new();
    for (key, value) in table {
        if key == PROPERTY {
            settings.extend(from_properties(file, &value)?);
            continue;
        }
        let section = command.find_subcommand(&key).filter(|_| value.is_table());
        match (section, value) {
            (Some(sub), Value::Table(inner)) => {
                for (key, value) in inner {
                    check_key(&sub_keys(sub), &key, &format!("{file}, section {}", sub.get_name()))?;
                    let only = Some(sub.get_name().to_string());
                    settings.push(Setting { command: only, key, value, origin: file.to_string() });
                }
            }
            (_, value) => {
                check_key(&keys(command), &key, file)?;
                settings.push(Setting { command: None, key, value, origin: file.to_string() });
            }
        }
    }
    Ok(settings)
}

/// `[[property]]`, each with a formula (`ltl = "..."`) and, if only fair runs count, `fair = true`.
fn from_properties(file: &str, value: &Value) -> Result<Vec<Setting>, String> {
    let wrong = |what: &str| format!("{file}: [[property]] {what}");
    let tables = value.as_array().ok_or_else(|| wrong("is a list: write it with two brackets"))?;
    let mut settings = Vec::new();
    for table in tables {
        let table = table.as_table().ok_or_else(|| wrong("is a table with a formula"))?;
        if !LOGICS.iter().any(|logic| table.contains_key(*logic)) {
            return Err(wrong(&format!("needs a formula: one of {}", LOGICS.join(", "))));
        }
        for (key, value) in table {
            let is_known = match value {
                Value::String(_) => LOGICS.contains(&key.as_str()),
                Value::Boolean(_) => key == "fair",
                _ => false,
            };
            if !is_known {
                return Err(wrong(&format!(
                    "cannot have {key}; it has a text for one of {}, and fair = true",
                    LOGICS.join(", ")
                )));
            }
            let command = Some("check".to_string());
            settings.push(Setting {
                command,
                key: key.clone(),
                value: value.clone(),
                origin: file.to_string(),
            });
        }
    }
    Ok(settings)
}

fn sub_keys(sub: &Command) -> Vec<String> {
    sub.get_arguments().filter_map(key_of).collect()
}

fn check_key(known: &[String], key: &str, place: &str) -> Result<(), String> {
    if known.iter().any(|other| other == key) {
        return Ok(());
    }
    let hint = suggestion(known, key)
        .map_or("`jaywalk config` lists all keys".to_string(), |word| format!("did you mean {word}?"));
    Err(format!("{place}: there is no key {key}; {hint}"))
}

/// `JAYWALK_MAX_STATES` is `max-states`. Variables that are near no key are somebody else's.
fn from_variable(command: &Command, name: &str, value: &str) -> Result<Option<Setting>, String> {
    let Some(rest) = name.strip_prefix(PREFIX).filter(|_| name != FILE_VARIABLE) else { return Ok(None) };
    let key = rest.to_lowercase().replace('_', "-");
    let all = keys(command);
    if !all.contains(&key) {
        return match suggestion(&all, &key).filter(|word| distance(word, &key) == 1) {
            Some(word) => Err(format!("the variable {name} sets nothing; did you mean {}?", variable(&word))),
            None => Ok(None),
        };
    }
    let is_switch = options(command, &key).iter().all(|(_, option)| !option.get_action().takes_values());
    let value = match value {
        "true" | "1" if is_switch => Value::Boolean(true),
        "false" | "0" | "" if is_switch => Value::Boolean(false),
        other => Value::String(other.to_string()),
    };
    Ok(Some(Setting { command: None, key, value, origin: name.to_string() }))
}

pub fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_uppercase().replace('-', "_"))
}

/// The setting as flags.
fn as_words(option: &Arg, setting: &Setting) -> Result<Vec<String>, String> {
    let Setting { key, value, origin, .. } = setting;
    let flag = match (option.get_long(), option.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, short) => format!("-{}", short.unwrap_or('?')),
    };
    let wrong = |wanted: &str| Err(format!("{origin}: {key} must be {wanted}"));
    let takes_value = option.get_action().takes_values();
    // In one word, so that a value which looks like a flag is none.
    let valued = |text: String| match option.get_long() {
        Some(_) => vec![format!("{flag}={text}")],
        None => vec![flag.clone(), text],
    };
    let scalar = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    };
    match value {
        Value::Boolean(on) if !takes_value => Ok(if *on { vec![flag] } else { Vec::new() }),
        _ if !takes_value => wrong("true or false"),
        Value::Array(items) if matches!(option.get_action(), ArgAction::Append) => {
            let texts: Option<Vec<String>> = items.iter().map(scalar).collect();
            match texts {
                Some(texts) => Ok(texts.into_iter().flat_map(valued).collect()),
                None => wrong("a list of texts or numbers"),
            }
        }
        Value::Table(table) if matches!(option.get_action(), ArgAction::Append) => {
            let pair = |(name, value): (&String, &Value)| scalar(value).map(|text| format!("{name}={text}"));
            match table.iter().map(pair).collect::<Option<Vec<String>>>() {
                Some(pairs) => Ok(pairs.into_iter().flat_map(valued).collect()),
                None => wrong("a table of texts or numbers"),
            }
        }
        value => match scalar(value) {
            Some(text) => Ok(valued(text)),
            None => wrong("a text or a number"),
        },
    }
}

/// The word that is nearest.
pub fn suggestion(words: &[String], wrong: &str) -> Option<String> {
    let near = words.iter().map(|word| (distance(word, wrong), word));
    near.filter(|(far, _)| *far <= MAX_DISTANCE).min().map(|(_, word)| word.clone())
}

/// Letters to insert, drop or change (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Result<Vec<Setting>, String> {
        from_file(&Flags::command(), FILE, text)
    }

    #[test]
    fn unknown_keys_are_errors_with_a_suggestion() {
        assert_eq!(
            settings("max-sates = 3").unwrap_err(),
            "jaywalk.toml: there is no key max-sates; did you mean max-states?"
        );
        assert!(settings("[run]\nmax-states = 3").unwrap_err().contains("section run"));
        assert!(settings("zzzzzzzzzz = 3").unwrap_err().contains("lists all keys"));
        assert!(settings("x = ").unwrap_err().starts_with("jaywalk.toml:1: "));
    }

    #[test]
    fn properties_are_formulas_for_check() {
        let found = settings("[[property]]\nltl = 'G p'\n[[property]]\nctl = 'AG p'\nfair = true").unwrap();
        let shown: Vec<String> = found.iter().map(|s| format!("{}={}", s.key, s.value)).collect();
        assert_eq!(shown, ["ltl=\"G p\"", "ctl=\"AG p\"", "fair=true"]);
        assert!(found.iter().all(|setting| setting.command.as_deref() == Some("check")));
        assert!(settings("[property]\nltl = 'G p'").unwrap_err().contains("two brackets"));
        assert!(settings("[[property]]\nfair = true").unwrap_err().contains("needs a formula"));
        assert!(settings("[[property]]\nltl = 'p'\nlogic = 'x'").unwrap_err().contains("cannot have logic"));
    }

    #[test]
    fn values_become_flags() {
        let command = Flags::command();
        let words = |text: &str| {
            let setting = settings(text).unwrap().remove(0);
            let (_, option) = options(&command, &setting.key).remove(0);
            as_words(&option, &setting)
        };
        assert_eq!(words("max-states = 3").unwrap(), ["--max-states=3"]);
        assert_eq!(words("max-states = -3").unwrap(), ["--max-states=-3"]);
        assert_eq!(words("races = true").unwrap(), ["--races"]);
        assert!(words("races = false").unwrap().is_empty());
        assert_eq!(words("properties = {a = 1}").unwrap(), ["-D", "a=1"]);
        assert_eq!(words("allow-read = ['x', 'y']").unwrap(), ["--allow-read=x", "--allow-read=y"]);
        assert_eq!(words("races = 3").unwrap_err(), "jaywalk.toml: races must be true or false");
    }

    #[test]
    fn words_are_near_or_far() {
        assert_eq!(distance("max-states", "max-sates"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
