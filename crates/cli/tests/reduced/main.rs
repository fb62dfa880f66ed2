//! Random concurrent programs: what a search finds with reduction is what it finds without.
//!
//! `JAYWALK_PROGRAMS=200 JAYWALK_SEED=9 cargo test -p cli --test reduced` does more than usual.

mod accelerated;
mod any;
mod base;
mod early;
mod formulas;
mod frames;
mod library;
mod pools;
mod schedules;

use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::jdk::Jdk;
use testkit::random;

/// The optimised binary if there is one: these searches are long.
fn binary() -> PathBuf {
    std::env::var_os("JAYWALK_TEST_BIN").map_or(env!("CARGO_BIN_EXE_jaywalk").into(), PathBuf::from)
}

struct Random(random::Random);

impl Random {
    fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    fn below(&mut self, below: usize) -> usize {
        self.0.below(below)
    }
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Writes and compiles all programs at once.
fn compile(jdk: &Jdk, folder: &Path, programs: &[(String, String)]) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a folder for the programs");
    let api = testkit::repo_root().join("api/src");
    let mut javac = Command::new(jdk.home.join("bin/javac"));
    javac.args(["-g", "-nowarn", "-sourcepath"]).arg(&api).arg("-d").arg(folder.join("classes"));
    for (name, text) in programs {
        let file = folder.join(format!("{name}.java"));
        std::fs::write(&file, text).expect("a program can be written");
        javac.arg(file);
    }
    let output = javac.output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// So many random programs, compiled into a folder of this name: the folder, names and texts.
fn compiled(
    folder: &str,
    count: u64,
    write: impl Fn(u64, &str) -> String,
) -> (PathBuf, Vec<(String, String)>) {
    let jdk = Jdk::find().expect("the test needs a JDK");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let name = |i: u64| format!("R{i}");
    let programs: Vec<_> = (0..count).map(|i| (name(i), write(i, &name(i)))).collect();
    compile(&jdk, &folder, &programs);
    (folder, programs)
}
