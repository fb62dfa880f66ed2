//! How a finding is come back to: the command that goes its path again, and the file that keeps it.

use crate::flags::{Check, Machine};
use crate::note::Note;
use ::replay::{Repro, encode};
use report::{Report, Story};
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// What a path was found with.
pub struct Retelling<'a> {
    pub check: &'a Check,
    pub name: &'a str,
    /// How many findings have been written to files.
    pub kept: Cell<usize>,
}

impl Retelling<'_> {
    /// Gives every story of the report its command, as far as it has a short form.
    pub fn add(&self, report: &mut Report, repros: &[Option<Repro>]) {
        debug_assert_eq!(report.stories.len(), repros.len(), "one for each story");
        for (story, repro) in report.stories.iter_mut().zip(repros) {
            story.replay = repro.as_ref().map(|repro| self.command(repro, story));
        }
    }

    /// The file for the next finding, if there is one: in a folder each has its own, else only the first has.
    fn file(&self) -> Option<PathBuf> {
        let number = self.kept.replace(self.kept.get() + 1);
        let reports = &self.check.reports;
        let Some(folder) = reports.repro_folder() else {
            return reports.repro.clone().filter(|_| number == 0);
        };
        let is_plain = |c: char| c.is_alphanumeric() || "._-#".contains(c);
        let name: String = self.name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let name = name.trim_start_matches('.').replace('#', ".");
        let more = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        Some(folder.join(format!("{name}{more}.jaywalk-repro")))
    }

    /// The command that goes the path of a finding again. The first finding is also kept in a file, if one
    /// was asked for.
    fn command(&self, repro: &Repro, story: &Story) -> String {
        let program = &self.check.program;
        let is_test = self.name.contains('#');
        let given = program.machine.class_path.as_ref().map(|path| path.to_string_lossy().into_owned());
        // The places of tests are no part of the class path that was given, but are needed.
        let places = std::iter::once(&program.main).chain(&program.args).filter(|_| is_test);
        let places = places.filter(|word| Path::new(word).exists()).cloned();
        let class_path = places.chain(given).collect::<Vec<_>>().join(":");
        let args: &[String] = if is_test { &[] } else { &program.args };
        if let Some(file) = self.file() {
            let note = Note {
                repro: encode(repro),
                main: self.name.to_string(),
                class_path,
                args: args.to_vec(),
                properties: program.machine.properties.clone(),
                processors: program.machine.unusual_processors(),
                is_test,
                temporal: self.check.temporal.all_words(),
                environment: program.machine.environment_words(),
                finding: format!("{}: {}", story.finding.property.name(), story.finding.message),
            };
            // A file that cannot be written is told, and is no reason to lose the report.
            let _ = crate::reports::write(&file, &note.text());
            return format!("jaywalk replay {}", quoted(&file.to_string_lossy()));
        }
        let temporal = self.check.temporal.all_words();
        let called = ReplayCommand {
            machine: &program.machine,
            class_path: &class_path,
            is_test,
            temporal: &temporal,
        };
        called.command(repro, self.name, args)
    }
}

/// What a replay string needs beside it on a command line.
pub struct ReplayCommand<'a> {
    pub machine: &'a Machine,
    pub class_path: &'a str,
    pub is_test: bool,
    /// Temporal properties, as words.
    pub temporal: &'a [String],
}

impl ReplayCommand<'_> {
    /// The command that goes this path of the program again.
    pub fn command(&self, repro: &Repro, main: &str, args: &[String]) -> String {
        let mut words = vec!["jaywalk".to_string(), "replay".to_string()];
        if !self.class_path.is_empty() {
            words.extend(["-cp".to_string(), quoted(self.class_path)]);
        }
        words.extend(self.machine.properties.iter().map(|(key, value)| quoted(&format!("-D{key}={value}"))));
        if let Some(processors) = self.machine.unusual_processors() {
            words.extend(["--processors".to_string(), processors.to_string()]);
        }
        words.extend(self.machine.environment_words().iter().map(|word| quoted(word)));
        words.extend(self.is_test.then(|| "--test".to_string()));
        // Where steps end depends on what properties look at.
        words.extend(self.temporal.iter().map(|word| quoted(word)));
        words.push(encode(repro));
        words.push(quoted(main));
        words.extend(args.iter().map(|arg| quoted(arg)));
        words.join(" ")
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=+,@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The most memory that this process has had.
pub fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

/// What all threads of this process have computed for so far; nothing where the system does not tell.
pub fn cpu_seconds() -> f64 {
    /// Linux counts in hundredths of a second, whatever its own clock does.
    const TICKS_IN_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program is in parentheses and may hold blanks; behind it, from the third field on, are numbers.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    ticks as f64 / TICKS_IN_A_SECOND
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn shells_read_back_what_is_quoted() {
        assert_eq!(quoted("a/B.java"), "a/B.java");
        assert_eq!(quoted("it's $x"), "'it'\\''s $x'");
        assert_eq!(quoted(""), "''");
    }
}
