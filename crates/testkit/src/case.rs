//! A case is one Java file with a header. This file finds the cases of a folder and reads them.

use crate::header::Header;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone)]
pub struct Case {
    /// The path below the collected folder without `.java`: `language/arith/BitTricks`.
    pub name: String,
    pub path: PathBuf,
    pub source: String,
    pub header: Header,
}

impl Case {
    pub fn read(name: String, path: PathBuf) -> Result<Case, String> {
        let source = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let header = Header::parse(&source).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Case { name, path, source, header })
    }

    /// The class whose `main` is run: the file's name, in the file's package.
    pub fn main_class(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        match self.source.lines().find_map(package_of) {
            Some(package) => format!("{package}.{stem}"),
            None => stem.into_owned(),
        }
    }
}

fn package_of(line: &str) -> Option<&str> {
    let (package, _) = line.strip_prefix("package ")?.split_once(';')?;
    Some(package.trim())
}

/// All cases below `folder`, ordered by name. A bad header spoils one case, not the collection:
/// its name stands with its error.
pub fn collect(folder: &Path) -> Vec<(String, Result<Case, String>)> {
    let mut paths = Vec::new();
    java_files(folder, &mut paths);
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix(folder).unwrap_or(&path).with_extension("");
            let name = below.to_string_lossy().into_owned();
            (name.clone(), Case::read(name, path))
        })
        .collect()
}

fn java_files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // Beside specifications of environments there are parts of programs, which nobody can run. A program of several
    // files has a page about it, and a test of its own.
    let is_of_parts = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "env")
            || path.file_name().is_some_and(|name| name == "about.md")
    };
    if paths.iter().any(is_of_parts) {
        paths.retain(|path| path.is_dir());
    }
    for path in paths {
        if path.is_dir() {
            java_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "java") {
            out.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_class_follows_package() {
        let case = |source: &str| Case {
            name: "x".into(),
            path: "some/Main.java".into(),
            source: source.into(),
            header: Header::default(),
        };
        assert_eq!(case("//@ run-native\nclass Main {}").main_class(), "Main");
        assert_eq!(case("//@ run-native\npackage a.b ;\nclass Main {}").main_class(), "a.b.Main");
    }
}
