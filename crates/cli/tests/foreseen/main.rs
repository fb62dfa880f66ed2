//! What the analysis of code around a unit says, against what runs really do. The machine records who calls whom and
//! who writes which field with what, and every class of a program is the unit once: what happens behind a call of the
//! unit must be among what the analysis says may happen, however closely it looks.
//!
//! Here for a sample; `cargo xtask foreseen` takes all cases and examples.

mod judge;
mod record;

use base::Symbol;
use classfile::ClassPath;
use std::path::{Path, PathBuf};
use testkit::case::{Case, collect};
use testkit::compile::{Entry, compile_all};
use testkit::jdk::Jdk;

/// Classes that belong together.
pub struct Program {
    pub path: Vec<PathBuf>,
    pub classes: Vec<Symbol>,
}

/// What was compared.
#[derive(Debug, Default)]
pub struct Count {
    pub programs: usize,
    pub units: usize,
    /// Units whose surroundings cannot be replaced as a whole, or are too large.
    pub refused: usize,
    pub calls: usize,
    pub writes: usize,
    /// Calls of the unit by code behind its calls.
    pub callbacks: usize,
    /// What code that is only known by its name does is not foreseen, and is not said to be.
    pub blind: usize,
}

#[test]
fn what_runs_do_is_foreseen() {
    let root = testkit::repo_root();
    let named = std::env::var("JAYWALK_FORESEEN").unwrap_or_else(|_| "tests/cases/programs".to_string());
    let (mut count, mut missed) = (Count::default(), Vec::new());
    for place in named.split(',') {
        compare(&root.join(place), &mut count, &mut missed);
    }
    println!("{count:?}");
    assert!(missed.is_empty(), "{} were not foreseen, {count:?}:\n{}", missed.len(), missed.join("\n"));
    assert!(count.programs > 3 && count.calls > 50 && count.writes > 0, "too little is compared: {count:?}");
}

/// Compares all programs below a folder, and tells what was not foreseen.
fn compare(place: &Path, count: &mut Count, missed: &mut Vec<String>) {
    let jdk = Jdk::find().unwrap();
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("foreseen");
    std::fs::create_dir_all(&cache).unwrap();
    let cases: Vec<Case> = collect(place).into_iter().filter_map(|(_, case)| case.ok()).collect();
    compile_all(&jdk, &cache, &cases).unwrap();
    for case in &cases {
        let entry = Entry::of(&cache, &jdk, case);
        let path = vec![entry.classes()];
        let Ok(classes) = ClassPath::open(&path).and_then(|opened| opened.classes()) else { continue };
        if entry.errors().is_some() || classes.is_empty() {
            continue;
        }
        let program = Program { path, classes };
        for main in record::mains(&program) {
            let Some(run) = record::run(&jdk.home, &program, &main) else { continue };
            count.programs += 1;
            judge::judge(&jdk.home, &program, &main, &run, count, missed);
        }
    }
}
