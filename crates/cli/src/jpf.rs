//! `.jpf` files of Java PathFinder: what program they name, and those of their settings that have a meaning here.
//! The others are named.

use crate::flags::{self, Program};
use crate::settings::Setting;
use std::ffi::OsString;
use std::path::Path;
use toml::Value;

/// Puts the program that the file names into the place of the file, if the program is one.
pub fn expand(program: &mut Program) -> Result<(), String> {
    if !program.main.ends_with(".jpf") {
        return Ok(());
    }
    let file = program.main.clone();
    let told = read(&file)?;
    program.main = told.target.ok_or(format!("{file}: it names no target"))?;
    if program.args.is_empty() {
        program.args = told.args;
    }
    if program.machine.class_path.is_none() && !told.class_path.is_empty() {
        program.machine.class_path = Some(told.class_path.join(":").into());
    }
    if !told.ignored.is_empty() {
        crate::screen::complain(&format!(
            "jaywalk: {file}: these settings mean nothing here: {}",
            told.ignored.join(", ")
        ));
    }
    Ok(())
}

/// What the file says that stands in the place of the main class, as settings of ours: flags win over them.
pub fn settings(arguments: &[OsString]) -> Result<Vec<Setting>, String> {
    let main = flags::main_word(arguments).and_then(|word| word.to_str());
    // Only these two execute a program by its name.
    let runs = arguments.get(1).is_some_and(|command| command == "check" || command == "run");
    match main.filter(|main| runs && main.ends_with(".jpf") && Path::new(main).is_file()) {
        Some(file) => Ok(read(file)?.settings),
        None => Ok(Vec::new()),
    }
}

#[derive(Default, PartialEq, Debug)]
struct JpfFile {
    target: Option<String>,
    args: Vec<String>,
    class_path: Vec<String>,
    settings: Vec<Setting>,
    ignored: Vec<String>,
}

fn read(file: &str) -> Result<JpfFile, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: cannot be read: {error}"))?;
    let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok(parse(&text, file, &folder.unwrap_or(Path::new(".")).to_string_lossy()))
}

/// Lines `key = value`; a backslash at the end goes on on the next line. `${config_path}` is the file's
/// folder.
fn parse(text: &str, file: &str, folder: &str) -> JpfFile {
    let joined = text.replace("\\\r\n", "").replace("\\\n", "");
    let mut told = JpfFile::default();
    for line in joined.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") || line.starts_with('!') {
            continue;
        }
        let (key, value) = line.split_once('=').map_or((line, ""), |(key, value)| (key.trim(), value.trim()));
        let value = value.replace("${config_path}", folder).replace("${config.path}", folder);
        let key = key.trim_start_matches('+').trim_end_matches('+');
        match key {
            "target" => told.target = Some(value),
            "target.args" | "target_args" => told.args = list(&value, &[',', ';']),
            "classpath" => told.class_path.extend(list(&value, &[',', ';', ':'])),
            "listener" | "jpf.listener" => {
                for name in list(&value, &[',', ';']) {
                    let meant = listener(&name);
                    told.add(file, meant, || format!("listener {name}"));
                }
            }
            other => told.add(file, meaning(other, &value), || other.to_string()),
        }
    }
    told
}

fn list(value: &str, separators: &[char]) -> Vec<String> {
    value.split(separators).map(str::trim).filter(|part| !part.is_empty()).map(str::to_string).collect()
}

/// What a line means here: keys of ours with their values, none if it asks for what is done anyway.
type Meaning = Option<Vec<(&'static str, Value)>>;

impl JpfFile {
    fn add(&mut self, file: &str, meant: Meaning, name: impl FnOnce() -> String) {
        let Some(keys) = meant else { return self.ignored.push(name()) };
        self.settings.extend(keys.into_iter().map(|(key, value)| Setting {
            command: None,
            key: key.to_string(),
            value,
            origin: file.to_string(),
        }));
    }
}

fn meaning(key: &str, value: &str) -> Meaning {
    let text = |key, value: &str| Some(vec![(key, Value::String(value.to_string()))]);
    let number = |key| text(key, value);
    let switch =
        |key, wanted| (value == wanted).then(|| vec![(key, Value::Boolean(true))]).or(Some(Vec::new()));
    match key {
        "search.class" => searching(value.rsplit('.').next().unwrap_or(value)),
        "search.multiple_errors" => switch("all", "true"),
        "search.depth_limit" => number("max-depth"),
        "budget.max_state" => number("max-states"),
        "budget.max_time" => {
            let seconds = value.parse::<u64>().ok()? as f64 / 1000.0;
            Some(vec![("max-seconds", Value::Float(seconds))])
        }
        "cg.enumerate_random" | "vm.enumerate_random" => match value {
            "true" => text("random", "explore"),
            _ => text("random", "fixed"),
        },
        "cg.seed" => number("seed"),
        "vm.por" if value == "false" => text("reduce", "off"),
        "vm.por" | "report.console.property_violation" => Some(Vec::new()),
        // The range of a choice that the program asks for by name: `Verify.getInt("size")`.
        key if [".min", ".max", ".values"].iter().any(|end| key.ends_with(end)) => {
            let pair = std::iter::once((key.to_string(), Value::String(value.to_string())));
            Some(vec![("properties", Value::Table(pair.collect()))])
        }
        key if key.ends_with(".class") && value.contains(".choice.") => Some(Vec::new()),
        _ => None,
    }
}

/// The order of a search, by the last part of the name of its class.
fn searching(class: &str) -> Meaning {
    let text = |key, value: &str| (key, Value::String(value.to_string()));
    let keys = match class {
        "DFSearch" | "DFSHeuristic" => vec![text("search", "dfs")],
        "BFSHeuristic" | "BFSearch" => vec![text("search", "bfs")],
        "RandomSearch" | "RandomHeuristic" => vec![text("search", "random")],
        "MostBlocked" => vec![text("search", "best"), text("heuristic", "blocked")],
        "UserHeuristic" => vec![text("search", "best"), text("heuristic", "user")],
        "Interleaving" | "GlobalSwitchThread" => vec![text("search", "best"), text("heuristic", "threads")],
        _ => return None,
    };
    Some(keys)
}

/// What a listener is for.
fn listener(name: &str) -> Meaning {
    match name.rsplit('.').next().unwrap_or(name) {
        "PreciseRaceDetector" => Some(vec![("races", Value::Boolean(true))]),
        // A deadlock is explained, what was never reached is told, and so is the whole path; limits have keys of
        // their own.
        "DeadlockAnalyzer"
        | "CoverageAnalyzer"
        | "ErrorTraceGenerator"
        | "BudgetChecker"
        | "SearchMonitor"
        | "VarRecorder" => Some(Vec::new()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_old_files() {
        let text = "# a comment\ntarget = gov.Main\ntarget.args = 3, x\n\
            +classpath=${config_path}/bin;\\\n  lib.jar\nsourcepath = x\n";
        let told = parse(text, "x.jpf", "a/b");
        assert_eq!(told.target.as_deref(), Some("gov.Main"));
        assert_eq!(told.args, ["3", "x"]);
        assert_eq!(told.class_path, ["a/b/bin", "lib.jar"]);
        assert_eq!(told.ignored, ["sourcepath"]);
    }

    #[test]
    fn settings_that_have_a_meaning_become_ours() {
        let text = "search.class = gov.nasa.jpf.search.heuristic.BFSHeuristic\nsearch.multiple_errors=true\n\
            search.depth_limit = 30\ncg.enumerate_random = true\nvm.por = false\nbudget.max_time = 2500\n\
            listener = gov.nasa.jpf.listener.PreciseRaceDetector,.listener.DeadlockAnalyzer, my.Listener\n\
            size.class = gov.nasa.jpf.vm.choice.IntIntervalGenerator\nsize.min = 1\nsize.max = 3\n\
            search.class = my.Search\n";
        let told = parse(text, "x.jpf", ".");
        let shown: Vec<String> = told.settings.iter().map(|s| format!("{}={}", s.key, s.value)).collect();
        assert_eq!(
            shown,
            [
                "search=\"bfs\"",
                "all=true",
                "max-depth=\"30\"",
                "random=\"explore\"",
                "reduce=\"off\"",
                "max-seconds=2.5",
                "races=true",
                "properties={ \"size.min\" = \"1\" }",
                "properties={ \"size.max\" = \"3\" }"
            ]
        );
        assert_eq!(told.ignored, ["listener my.Listener", "search.class"]);
    }
}
