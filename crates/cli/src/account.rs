//! From how a search ended to the report about it.

use crate::claims::{self, Basis};
use crate::flags::Check;
use crate::note::Note;
use crate::stores::Storing;
use ::replay::{Conditions, Repro, encode};
use ::story::Wanted;
use lts::{Store, System};
use report::{Figures, Report, StoreFigures, Story};
use search::{Ended, Found};
use std::cell::Cell;
use std::path::Path;

/// Of more findings than this only what they are is told, not how they come about.
const MAX_TOLD: usize = 20;

/// What was checked, and how.
pub struct Checked<'a> {
    pub check: &'a Check,
    pub name: &'a str,
    pub fingerprint: u32,
    pub assertions: bool,
    /// No way to a finding has fewer preemptions.
    pub is_fewest: bool,
    /// The file for the first finding has been written.
    pub is_kept: Cell<bool>,
}

/// The report of a search, its stories included. Writes the first finding's file if one is wanted.
pub fn report(
    checked: &Checked<'_>,
    ended: Ended,
    system: &mut dyn System,
    store: &dyn Store,
    store_figures: StoreFigures,
    assumptions: Vec<String>,
) -> Report {
    let statistics = &ended.statistics;
    let figures = Figures {
        states: statistics.states,
        transitions: statistics.transitions,
        instructions: statistics.instructions,
        seconds: statistics.elapsed.as_secs_f64(),
        store_bytes: store.bytes(),
        peak_bytes: peak_bytes(),
        store: store_figures,
        max_depth: statistics.max_depth as u64,
        restarts: statistics.restarts,
        structures_by_depth: Vec::new(),
        accelerated: Vec::new(),
        garbage: None,
    };
    let check = checked.check;
    let basis = Basis {
        reduction: check.reduction(),
        assertions: checked.assertions,
        races: check.races,
        alone: check.searching.workers() == 1,
        is_complete: ended.is_complete(),
        assumptions,
    };
    // A program that never ends fails nowhere and yet may do nothing of what it is for.
    let is_endless = statistics.ends == 0 && statistics.pruned == 0;
    let endless = (basis.is_complete && ended.found.is_empty() && is_endless)
        .then(|| "no path of the program comes to an end".to_string());
    let claims = claims::claims(system, &basis, &figures);
    let mut stories: Vec<Story> = Vec::new();
    for found in &ended.found {
        stories.push(match stories.len() < MAX_TOLD {
            true => told(checked, found, system),
            false => Story::untold(found.finding.clone()),
        });
    }
    Report {
        name: checked.name.to_string(),
        stories,
        gaps: ended.gaps,
        cuts: ended.cut.iter().map(|&why| Storing::reason(why, store)).chain(endless).collect(),
        figures,
        claims,
        outputs: None,
    }
}

fn told(checked: &Checked<'_>, found: &Found, system: &mut dyn System) -> Story {
    let other = checked.check.allowing.liberties().numbers();
    let conditions = Conditions { assertions: checked.assertions, races: checked.check.races, other };
    let wanted = Wanted {
        pictures: checked.check.reports.html_wanted(),
        fingerprint: checked.fingerprint,
        conditions,
    };
    let preemptions = search::preemptions(system, &found.path);
    let (mut story, repro) = story::of_path(system, &found.path, &found.finding, wanted);
    story.preemptions = preemptions;
    story.is_fewest = checked.is_fewest;
    story.view = checked.check.reports.html_name();
    story.replay = repro.as_ref().map(|repro| checked.command(repro, &story));
    story
}

impl Checked<'_> {
    /// The command that goes the path of a finding again. The first finding is also kept in a file, if one
    /// was asked for.
    pub fn command(&self, repro: &Repro, story: &Story) -> String {
        let program = &self.check.program;
        let is_test = self.name.contains('#');
        let given = program.machine.class_path.as_ref().map(|path| path.to_string_lossy().into_owned());
        // The places of tests are no part of the class path that was given, but are needed.
        let places = std::iter::once(&program.main).chain(&program.args).filter(|_| is_test);
        let places = places.filter(|word| Path::new(word).exists()).cloned();
        let class_path = places.chain(given).collect::<Vec<_>>().join(":");
        let args: &[String] = if is_test { &[] } else { &program.args };
        if let Some(file) = self.check.reports.repro.as_ref().filter(|_| !self.is_kept.replace(true)) {
            let note = Note {
                repro: encode(repro),
                main: self.name.to_string(),
                class_path,
                args: args.to_vec(),
                properties: program.machine.properties.clone(),
                is_test,
                temporal: self.check.temporal.words(),
                finding: format!("{}: {}", story.finding.property.name(), story.finding.message),
            };
            // A file that cannot be written is told, and is no reason to lose the report.
            let _ = crate::reports::write(file, &note.text());
            return format!("jaywalk replay {}", quoted(&file.to_string_lossy()));
        }
        let mut words = vec!["jaywalk".to_string(), "replay".to_string()];
        if !class_path.is_empty() {
            words.extend(["-cp".to_string(), quoted(&class_path)]);
        }
        words.extend(
            program.machine.properties.iter().map(|(key, value)| quoted(&format!("-D{key}={value}"))),
        );
        words.extend(is_test.then(|| "--test".to_string()));
        // Where steps end depends on what properties look at.
        words.extend(self.check.temporal.words().iter().map(|word| quoted(word)));
        words.push(encode(repro));
        words.push(quoted(self.name));
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
