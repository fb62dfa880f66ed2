//! Every way to search a case comes to the same: verdict, findings, all that a run can print, and, where
//! nothing is left out, states.
//!
//! The slow and plain way is the oracle for each reduction, order, store and number of workers.

use crate::case::Case;
use crate::check::value;
use crate::header::Expected;
use crate::process::{self, Failure};
use crate::suite::{CASE_TIMEOUT, Failed, Suite, class_and_arguments};
use std::collections::BTreeSet;
use std::fs;

/// A search that is cut by this many states has nothing to compare.
const MOST_STATES: &str = "20000";

/// A way to search, and what must be the same as in the plain one.
struct SearchSetting {
    options: &'static [&'static str],
    same: Same,
}

/// What two ways have in common beside verdict and outputs.
#[derive(Clone, Copy, PartialEq)]
enum Same {
    /// States and findings.
    States,
    Findings,
    /// Findings, but a circle of threads may be met only when all others have come to an end, too.
    Ends,
}

const PLAIN: SearchSetting = SearchSetting { options: &["--reduce", "local"], same: Same::States };

const WAYS: [SearchSetting; 7] = [
    SearchSetting { options: &["--reduce", "off"], same: Same::Findings },
    SearchSetting { options: &["--reduce", "order"], same: Same::Ends },
    SearchSetting { options: &["--reduce", "local", "--search", "bfs"], same: Same::States },
    SearchSetting { options: &["--reduce", "local", "--search", "best"], same: Same::States },
    SearchSetting { options: &["--reduce", "local", "--workers", "3"], same: Same::States },
    SearchSetting { options: &["--reduce", "full"], same: Same::Findings },
    SearchSetting { options: &["--reduce", "full", "--workers", "3"], same: Same::Findings },
];

/// How a finding begins that is about a circle of threads while others can go on.
const CIRCLE: &str = "threads wait for each other";

/// What a search says that was not cut.
#[derive(Debug)]
struct SearchReport {
    verdict: String,
    findings: BTreeSet<String>,
    outputs: String,
    states: String,
}

/// States by which two ways may differ: linking is never undone, so what runs only when something is linked
/// for the first time belongs to whatever path comes first.
const LINKING_STATES: u64 = 3;

impl SearchReport {
    fn agrees(&self, other: &SearchReport, same: Same) -> bool {
        let count = |said: &SearchReport| said.states.parse::<u64>().ok();
        let is_close = match (count(self), count(other)) {
            (Some(a), Some(b)) => a.abs_diff(b) <= LINKING_STATES,
            _ => self.states == other.states,
        };
        let is_found = match same {
            Same::Ends => {
                let mut left_out = self.findings.difference(&other.findings);
                other.findings.is_subset(&self.findings) && left_out.all(|finding| other.has_end_of(finding))
            }
            Same::States | Same::Findings => self.findings == other.findings,
        };
        (is_close || same != Same::States)
            && is_found
            && (&self.verdict, &self.outputs) == (&other.verdict, &other.outputs)
    }

    /// A circle that is part of something else that was found: whoever is in it never goes on, and so stands there too.
    fn has_end_of(&self, circle: &str) -> bool {
        let rows: Vec<_> = standing(circle).collect();
        let has = |finding: &String| rows.iter().all(|row| standing(finding).any(|other| other == *row));
        circle.starts_with(CIRCLE) && !rows.is_empty() && self.findings.iter().any(has)
    }
}

/// Who stands where, by a finding. What they wait for is told in several ways.
fn standing(finding: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    finding.split("; ").skip(1).map(|row| {
        let who = [" waits for ", " is parked"].iter().find_map(|verb| row.split_once(verb));
        (who.map_or(row, |(who, _)| who), row.rsplit_once(" at ").map(|(_, place)| place))
    })
}

/// Searches one case in every way.
pub fn check(suite: &Suite, case: &Case) -> Result<(), Failed> {
    let is_endless = match &case.header.check {
        Some(Expected::Violation(property)) => ["livelock", "partial-deadlock"].contains(&property.as_str()),
        _ => false,
    };
    let Some(plain) = search(suite, case, &PLAIN)? else { return Ok(()) };
    for way in WAYS.iter().filter(|way| can_be_asked(way, case, is_endless)) {
        if let Some(other) = search(suite, case, way)?
            && !plain.agrees(&other, way.same)
        {
            let reason = format!("{} differs from {}", way.options.join(" "), PLAIN.options.join(" "));
            return Err(Failed { details: format!("{reason}\n{plain:#?}\n{other:#?}\n"), reason });
        }
    }
    Ok(())
}

/// Only depth-first searches by one worker look for what never ends; and options of a case may go with no other search.
fn can_be_asked(way: &SearchSetting, case: &Case, is_endless: bool) -> bool {
    let has = |word: &str| way.options.contains(&word);
    let is_parallel = case.header.options.iter().any(|option| option == "--workers");
    !(is_endless && (has("--search") || has("--workers")) || is_parallel && has("--search"))
}

/// Findings, each once: where threads stand that go round for ever depends on where steps end.
fn settled(findings: &str) -> BTreeSet<String> {
    let plain = |line: &str| {
        let line = line.trim().trim_end_matches(',').trim_matches('"');
        let is_endless =
            ["threads go round in loops", "others run for ever"].iter().any(|way| line.starts_with(way));
        let told = if is_endless { line.split(';').next() } else { None };
        of_any_worker(told.unwrap_or(line))
    };
    findings.lines().map(plain).collect()
}

/// Which of a pool's workers it is that comes to a race first depends on the search.
fn of_any_worker(line: &str) -> String {
    const WORKER: &str = "-worker-";
    let mut parts = line.split(WORKER);
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        text.push_str(WORKER);
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    text
}

/// `None` if it was cut.
fn search(suite: &Suite, case: &Case, way: &SearchSetting) -> Result<Option<SearchReport>, Failed> {
    let entry = suite.classes(case)?;
    let record = entry.folder.join(format!("agree-{}.json", std::process::id()));
    let mut jaywalk = suite.jaywalk("check", case);
    jaywalk.args(["--all", "--outputs", "--max-states", MOST_STATES]).args(way.options);
    jaywalk.arg("--json").arg(&record);
    class_and_arguments(&mut jaywalk, case, &entry);
    let ran = process::run(&mut jaywalk, &case.header.stdin, CASE_TIMEOUT);
    let text = fs::read_to_string(&record).unwrap_or_default();
    drop(fs::remove_file(&record));
    let failed = |reason: &str| Failed {
        reason: reason.to_string(),
        details: format!("{reason}\nrepeat: {}\n", process::shown(&jaywalk)),
    };
    match ran {
        Err(Failure::Timeout(_)) => return Ok(None),
        Err(Failure::Start(details)) => return Err(failed(&details)),
        Ok(finished) if finished.code > 3 => return Err(failed("jaywalk is at fault")),
        Ok(_) => {}
    }
    let get = |key: &str| value(&text, key).map(str::to_string).ok_or_else(|| failed(&format!("no {key}")));
    if get("complete")? != "true" {
        return Ok(None);
    }
    // Where a program prunes by what it has seen, the order decides how many states there are and which runs
    // come to an end; how many structures it sees does not depend on it.
    let structures = value(&text, "visited_structures").map(str::to_string);
    let outputs = if structures.is_some() { String::new() } else { get("outputs")? };
    let states = structures.map_or_else(|| get("states"), Ok)?;
    Ok(Some(SearchReport { verdict: get("verdict")?, findings: settled(&get("findings")?), outputs, states }))
}
