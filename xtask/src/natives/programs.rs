//! The programs to look at: class files, jars, and Java sources, which are compiled first.

use base::Symbol;
use classfile::ClassPath;
use std::path::{Path, PathBuf};
use testkit::case::{Case, collect};
use testkit::compile::{Entry, compile_all};
use testkit::header::Header;
use testkit::jdk::Jdk;

/// Classes that belong together.
pub struct Program {
    pub path: Vec<PathBuf>,
    pub classes: Vec<Symbol>,
}

/// Folders with classes and jars are one program together. Each Java file, or each below a folder without
/// classes, is one of its own.
pub fn find(jdk_home: &Path, named: &[PathBuf]) -> Result<Vec<Program>, String> {
    let (mut path, mut cases) = (Vec::new(), Vec::new());
    for place in named {
        if !place.exists() {
            return Err(format!("{}: there is no such file or folder", place.display()));
        }
        let sources = sources(place)?;
        match sources.is_empty() {
            true => path.push(place.clone()),
            false => cases.extend(sources),
        }
    }
    let mut programs = Vec::new();
    if !path.is_empty() {
        programs.push(program(path)?);
    }
    if !cases.is_empty() {
        let (jdk, cache) = (Jdk::at(jdk_home)?, super::cache());
        std::fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
        compile_all(&jdk, &cache, &cases)?;
        for case in &cases {
            let entry = Entry::of(&cache, &jdk, case);
            match entry.errors() {
                // An example for a newer JDK is not one for this.
                Some(_) if !case.header.jdk.admits(jdk.major) => {}
                Some(errors) => return Err(format!("{}:\n{errors}", case.path.display())),
                None => programs.push(program(vec![entry.classes()])?),
            }
        }
    }
    Ok(programs)
}

fn sources(place: &Path) -> Result<Vec<Case>, String> {
    if place.extension().is_some_and(|extension| extension == "java") {
        let source = std::fs::read_to_string(place).map_err(|e| format!("{}: {e}", place.display()))?;
        return Ok(vec![Case {
            name: String::new(),
            path: place.to_path_buf(),
            source,
            header: Header::default(),
        }]);
    }
    match place.is_dir() {
        true => collect(place).into_iter().map(|(_, case)| case).collect(),
        false => Ok(Vec::new()),
    }
}

fn program(path: Vec<PathBuf>) -> Result<Program, String> {
    let classes = ClassPath::open(&path).and_then(|opened| opened.classes()).map_err(|e| e.to_string())?;
    match classes.is_empty() {
        true => Err(format!("{}: no classes there", path[0].display())),
        false => Ok(Program { path, classes }),
    }
}
