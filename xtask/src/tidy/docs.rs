//! Rules for what is not code: a README in every crate, the changelog, no paths of somebody's machine.

use super::Problem;
use super::mask::is_word;
use super::rules::MACHINE_FOLDERS;
use super::tree::File;

/// What the top of the tree must have.
const ROOT_FILES: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "demo", "test"];

pub fn check(files: &[File]) -> Vec<Problem> {
    let mut out = Vec::new();
    out.extend(missing_files(files));
    out.extend(changelog(files));
    out.extend(files.iter().flat_map(machine_paths));
    out.extend(named_files(files));
    out
}

fn missing_files(files: &[File]) -> Vec<Problem> {
    let has = |path: &str| files.iter().any(|file| file.path == path);
    let readmes = files
        .iter()
        .filter_map(|file| file.path.strip_suffix("/Cargo.toml"))
        .map(|folder| format!("{folder}/README.md"));
    let needed = readmes.chain(ROOT_FILES.iter().map(|path| path.to_string()));
    needed.filter(|path| !has(path)).map(|path| Problem::error(path, "is missing")).collect()
}

fn changelog(files: &[File]) -> Option<Problem> {
    let changelog = files.iter().find(|file| file.path == "CHANGELOG.md")?;
    let good = changelog.text.lines().any(|line| line.starts_with("## [Unreleased]"));
    (!good).then(|| Problem::error(&changelog.path, "has no section `## [Unreleased]`"))
}

/// Files that ARCHITECTURE.md names, `room/part.rs`, or `part/file.rs` within a room that it speaks of.
fn named_files(files: &[File]) -> Vec<Problem> {
    let Some(page) = files.iter().find(|file| file.path == "ARCHITECTURE.md") else { return Vec::new() };
    let named = page.text.split('`').filter(|name| {
        name.ends_with(".rs")
            && name.contains('/')
            && name.chars().all(|c| is_word(c) || matches!(c, '/' | '.' | '-'))
    });
    let is_there = |name: &&str| {
        let within = name.split_once('/').map_or(*name, |(_, rest)| rest);
        let ends = [format!("/{name}"), format!("/{within}")];
        files.iter().any(|file| ends.iter().any(|end| file.path.ends_with(end.as_str())))
    };
    named
        .filter(|name| !is_there(name))
        .map(|name| Problem::error(&page.path, format!("names {name}, which is not there")))
        .collect()
}

fn machine_paths(file: &File) -> Vec<Problem> {
    let mut out = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for (first, second) in MACHINE_FOLDERS {
            let folder = [*first, *second].concat();
            if line.match_indices(&folder).any(|(at, _)| begins_a_path(&line[..at])) {
                let place = format!("{}:{}", file.path, index + 1);
                out.push(Problem::error(place, format!("a path of somebody's machine: {folder}...")));
            }
        }
    }
    out
}

/// A slash that follows a name or another path is in the middle of a path, and says nothing of a machine.
fn begins_a_path(before: &str) -> bool {
    !before.chars().next_back().is_some_and(|c| is_word(c) || matches!(c, '.' | '-' | '}' | '~' | '*' | '/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_machine_paths() {
        let folder = ["/ho", "me/"].concat();
        let problems = |text: String| machine_paths(&File { path: "a".into(), text }).len();
        assert_eq!(problems(format!("x\nsee {folder}me\n")), 1);
        assert_eq!(problems(format!("\"{folder}\"")), 1);
        assert_eq!(problems(format!("https://example.org{folder}page examples{folder}x")), 0);
    }

    #[test]
    fn files_that_are_named_are_there() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let page = file(
            "ARCHITECTURE.md",
            "It is in `store/cold.rs` (`store/gone.rs`), and `spill/run.rs` has `a.rs`.",
        );
        let files = [page, file("crates/store/src/cold.rs", ""), file("crates/store/src/spill/run.rs", "")];
        let seen: Vec<String> = named_files(&files).iter().map(Problem::to_string).collect();
        assert_eq!(seen, ["error: ARCHITECTURE.md: names store/gone.rs, which is not there"]);
    }

    #[test]
    fn changelog_needs_its_section() {
        let file = |text: &str| [File { path: "CHANGELOG.md".into(), text: text.into() }];
        assert_eq!(changelog(&file("# Changelog\n\n## [Unreleased]\n")), None);
        assert!(changelog(&file("# Changelog\n")).is_some());
    }

    #[test]
    fn every_crate_has_a_readme() {
        let file = |path: &str| File { path: path.into(), text: String::new() };
        let missing = missing_files(&[
            file("crates/a/Cargo.toml"),
            file("crates/b/Cargo.toml"),
            file("crates/b/README.md"),
        ]);
        assert_eq!(missing[0].place, "crates/a/README.md");
        assert_eq!(missing.len(), 1 + ROOT_FILES.len());
    }
}
