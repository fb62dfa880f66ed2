//! `cargo xtask tidy`: the rules of the house, checked. It is also a test, so no rule waits for somebody to
//! ask.

mod code;
mod deps;
mod docs;
mod mask;
mod names;
mod pages;
mod picture;
mod rules;
mod tree;

use std::fmt;

/// One broken rule at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub severity: Severity,
    /// `path` or `path:line`.
    pub place: String,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Worth a second look; does not fail.
    Warning,
    Error,
}

impl Problem {
    fn error(place: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { severity: Severity::Error, place: place.into(), message: message.into() }
    }

    fn warning(place: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{word}: {}: {}", self.place, self.message)
    }
}

pub fn command() -> Result<(), String> {
    let problems = problems()?;
    for problem in &problems {
        println!("{problem}");
    }
    let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
    let warnings = problems.len() - errors;
    if errors > 0 {
        return Err(format!("tidy: {errors} errors, {warnings} warnings"));
    }
    println!("tidy: no errors, {warnings} warnings");
    Ok(())
}

/// `cargo xtask rooms`: draws the picture of the rooms.
pub fn draw_rooms() -> Result<(), String> {
    let file = testkit::repo_root().join(picture::FILE);
    let picture = picture::draw(&crate::metadata()?);
    std::fs::write(&file, picture).map_err(|error| format!("{}: {error}", file.display()))
}

fn problems() -> Result<Vec<Problem>, String> {
    let files = tree::files(&testkit::repo_root())?;
    let metadata = crate::metadata()?;
    let mut out = deps::check(&metadata);
    out.extend(deps::idle(&metadata));
    out.extend(picture::check(&metadata, &files));
    out.extend(files.iter().filter(|file| file.path.ends_with(".rs")).flat_map(code::check));
    out.extend(code::stale_exceptions(&files));
    out.extend(docs::check(&files));
    out.extend(names::check(&files));
    out.extend(pages::check(&files));
    Ok(out)
}

#[test]
fn the_tree_is_tidy() {
    let problems = problems().unwrap();
    let errors: Vec<String> =
        problems.iter().filter(|p| p.severity == Severity::Error).map(Problem::to_string).collect();
    assert!(errors.is_empty(), "{} errors:\n{}", errors.len(), errors.join("\n"));
}
