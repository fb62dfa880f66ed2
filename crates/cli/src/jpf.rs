//! `.jpf` files of Java PathFinder: what program they name. Their other settings are those of another tool,
//! and are named and left alone.

use crate::flags::Program;
use std::path::Path;

/// Puts what the file says into the place of the file, if the program is one.
pub fn expand(program: &mut Program) -> Result<(), String> {
    if !program.main.ends_with(".jpf") {
        return Ok(());
    }
    let file = program.main.clone();
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: cannot be read: {error}"))?;
    let folder = Path::new(&file).parent().filter(|folder| !folder.as_os_str().is_empty());
    let settings = parse(&text, &folder.unwrap_or(Path::new(".")).to_string_lossy());
    program.main = settings.target.ok_or(format!("{file}: it names no target"))?;
    if program.args.is_empty() {
        program.args = settings.args;
    }
    if program.machine.class_path.is_none() && !settings.class_path.is_empty() {
        program.machine.class_path = Some(settings.class_path.join(":").into());
    }
    if !settings.ignored.is_empty() {
        crate::screen::complain(&format!(
            "jaywalk: {file}: these settings mean nothing here: {}",
            settings.ignored.join(", ")
        ));
    }
    Ok(())
}

#[derive(Default, PartialEq, Debug)]
struct Settings {
    target: Option<String>,
    args: Vec<String>,
    class_path: Vec<String>,
    ignored: Vec<String>,
}

/// Lines `key = value`; a backslash at the end goes on on the next line. `${config_path}` is the file's
/// folder.
fn parse(text: &str, folder: &str) -> Settings {
    let joined = text.replace("\\\r\n", "").replace("\\\n", "");
    let mut settings = Settings::default();
    for line in joined.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") || line.starts_with('!') {
            continue;
        }
        let (key, value) = line.split_once('=').map_or((line, ""), |(key, value)| (key.trim(), value.trim()));
        let value = value.replace("${config_path}", folder).replace("${config.path}", folder);
        let list = |separators: &[char]| -> Vec<String> {
            value
                .split(separators)
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(str::to_string)
                .collect()
        };
        match key.trim_start_matches('+').trim_end_matches('+') {
            "target" => settings.target = Some(value),
            "target.args" | "target_args" => settings.args = list(&[',', ';']),
            "classpath" => settings.class_path.extend(list(&[',', ';', ':'])),
            other => settings.ignored.push(other.to_string()),
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_old_files() {
        let text = "# a comment\ntarget = gov.Main\ntarget.args = 3, x\n\
            +classpath=${config_path}/bin;\\\n  lib.jar\nsearch.class = x\n";
        let settings = parse(text, "a/b");
        assert_eq!(settings.target.as_deref(), Some("gov.Main"));
        assert_eq!(settings.args, ["3", "x"]);
        assert_eq!(settings.class_path, ["a/b/bin", "lib.jar"]);
        assert_eq!(settings.ignored, ["search.class"]);
    }
}
