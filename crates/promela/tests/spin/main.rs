//! Promela against SPIN itself: the same states, one by one counted, and the same verdicts.

mod driver;
mod pan;

use driver::explore;
use pan::Pan;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";
/// States of larger models are not counted.
const MOST: u64 = 300_000;

fn models(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            models(&entry, out);
        } else if entry.extension().is_some_and(|end| end == "pml") {
            out.push(entry);
        }
    }
}

/// What is different, in words; nothing if all is the same.
fn compare(file: &Path, folder: &Path) -> Result<String, String> {
    let front = driver::read(file);
    let pan = Pan::new(file, folder, &["-DSAFETY", "-DNOCLAIM"]);
    let front = match (front, &pan) {
        (Ok(front), _) => front,
        (Err(problem), Err(_)) => return Ok(format!("refused by both: {}", first_line(&problem.to_string()))),
        (Err(problem), Ok(_)) => return Ok(format!("REFUSED {}", problem)),
    };
    let seen = explore(&front, MOST).map_err(|problem| problem.to_string())?;
    let pan = match pan {
        Ok(pan) => pan,
        Err(words) => return Ok(format!("refused by SPIN: {}", first_line(&words))),
    };
    if seen.is_cut {
        return Ok("too large".to_string());
    }
    let has_errors = seen.assertions > 0 || !seen.others.is_empty();
    let said = pan.run(&[]);
    let found = has_errors || seen.deadlocks > 0;
    if found != (said.errors > 0) {
        return Err(format!("we: {seen:?}\nSPIN: {said:?}"));
    }
    if has_errors {
        return Ok(format!("both find: {} | {:?}", said.first, seen));
    }
    let said = pan.run(&["-E"]);
    match said.states == seen.states && !said.is_cut {
        true => Ok(format!("{} states, deadlocks {}", seen.states, seen.deadlocks)),
        false => Err(format!("we: {seen:?}\nSPIN: {said:?}")),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn examples_of_the_package() {
    if !pan::is_there() || !Path::new(EXAMPLES).exists() {
        eprintln!("skipped: SPIN is not installed (Debian's package spin)");
        return;
    }
    let mut files = Vec::new();
    let named = std::env::var("PROMELA_MODELS").ok();
    match &named {
        Some(named) => models(Path::new(named), &mut files),
        None => models(Path::new(EXAMPLES), &mut files),
    }
    let scratch = std::env::temp_dir().join(format!("jaywalk-promela-{}", std::process::id()));
    let mut wrong = Vec::new();
    for file in &files {
        let result = compare(file, &scratch.join(file.file_stem().unwrap_or_default()));
        eprintln!("{}: {}", file.display(), result.as_ref().map_or_else(|e| format!("DIFFERENT\n{e}"), Clone::clone));
        wrong.extend(result.err().map(|error| format!("{}: {error}", file.display())));
    }
    let _ = std::fs::remove_dir_all(&scratch);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
