//! The files of the tree: what git tracks or would track, so that build products are left alone.

use std::fs;
use std::path::Path;
use std::process::Command;

pub struct File {
    /// Relative to the root, with `/`.
    pub path: String,
    pub text: String,
}

/// Folders that are never part of the tree. Only used where there is no git, as in a source archive.
const OUTSIDE: &[&str] = &["target", ".git"];

/// All text files. What is not UTF-8 has no lines to check.
pub fn files(root: &Path) -> Result<Vec<File>, String> {
    let mut paths = git_paths(root).unwrap_or_else(|| {
        let mut paths = Vec::new();
        walk(root, "", &mut paths);
        paths
    });
    paths.sort();
    if paths.is_empty() {
        return Err(format!("no files found in {}", root.display()));
    }
    let read = |path: String| fs::read_to_string(root.join(&path)).ok().map(|text| File { path, text });
    Ok(paths.into_iter().filter_map(read).collect())
}

fn git_paths(root: &Path) -> Option<Vec<String>> {
    let listing = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let listing = String::from_utf8(listing.stdout).ok()?;
    Some(listing.split('\0').filter(|path| !path.is_empty()).map(str::to_string).collect())
}

fn walk(root: &Path, below: &str, out: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root.join(below)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if OUTSIDE.contains(&name.as_str()) {
            continue;
        }
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(root, &path, out),
            Ok(kind) if kind.is_file() => out.push(path),
            _ => {}
        }
    }
}

#[test]
fn walking_finds_what_git_finds() {
    let root = testkit::repo_root().join("xtask");
    let Some(mut by_git) = git_paths(&root) else { return };
    // A file that was deleted but not yet committed is still in git's list.
    by_git.retain(|path| root.join(path).exists());
    let mut by_walk = Vec::new();
    walk(&root, "", &mut by_walk);
    by_git.sort();
    by_walk.sort();
    assert_eq!(by_git, by_walk);
}
