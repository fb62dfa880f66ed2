//! `cargo xtask foreseen`: what the analysis of code around a unit says, against what runs really do. The machine
//! records who calls whom and who writes which field with what, and every class of a program is the unit once: what
//! happens behind a call of the unit must be among what the analysis says may happen, however closely it looks.

mod judge;
mod record;

use crate::natives;
use std::path::PathBuf;

/// What was compared.
#[derive(Debug, Default)]
pub struct Count {
    pub programs: usize,
    pub units: usize,
    pub calls: usize,
    pub writes: usize,
    /// Calls of the unit by code behind its calls.
    pub callbacks: usize,
    /// What code that is only known by its name does is not foreseen, and is not said to be.
    pub blind: usize,
}

pub fn command(words: &[&str]) -> Result<(), String> {
    let root = testkit::repo_root();
    let places: Vec<PathBuf> = match words {
        [] => vec![root.join("tests/cases"), root.join("examples"), root.join("crates/java/tests/java")],
        some => some.iter().map(PathBuf::from).collect(),
    };
    let (count, missed) = compare(&places)?;
    for line in &missed {
        println!("{line}");
    }
    println!("{count:?}, {} not foreseen", missed.len());
    if missed.is_empty() { Ok(()) } else { Err("the analysis does not foresee what happens".to_string()) }
}

/// Compares all programs, and tells what was not foreseen.
fn compare(places: &[PathBuf]) -> Result<(Count, Vec<String>), String> {
    let jdk = testkit::jdk::Jdk::find()?;
    let programs = natives::programs::find(&jdk.home, places)?;
    let (mut count, mut missed) = (Count::default(), Vec::new());
    for program in &programs {
        for main in record::mains(program)? {
            let Some(run) = record::run(&jdk.home, program, &main) else { continue };
            count.programs += 1;
            judge::judge(&jdk.home, program, &main, &run, &mut count, &mut missed)?;
        }
    }
    Ok((count, missed))
}

#[cfg(test)]
mod tests {
    /// A sample; `cargo xtask foreseen` takes all cases and examples.
    #[test]
    fn what_runs_do_is_foreseen() {
        let folder = testkit::repo_root().join("tests/cases/library");
        let folder = if folder.is_dir() { folder } else { testkit::repo_root().join("examples/concurrency") };
        let (count, missed) = super::compare(&[folder]).unwrap();
        assert!(missed.is_empty(), "{}", missed.join("\n"));
        assert!(count.programs > 3 && count.calls > 50, "{count:?}");
    }
}
