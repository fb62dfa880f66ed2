//! The binary as a user calls it on the examples.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process::{self, Finished};

/// More than any of these searches takes on a slow machine.
pub const TIMEOUT: Duration = Duration::from_secs(240);

pub fn jaywalk() -> PathBuf {
    match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    }
}

/// `jaywalk check` with these options, a program of the examples and its arguments.
pub fn command(options: &str) -> Command {
    let mut command = Command::new(jaywalk());
    complete(&mut command, options);
    command
}

/// The rest of such a command, behind whatever starts the binary.
pub fn complete(command: &mut Command, options: &str) {
    clean_environment(command);
    command.current_dir(testkit::repo_root().join("examples"));
    command.arg("check").arg("--jdk").arg(&Jdk::find().expect("a JDK").home).args(options.split_whitespace());
}

/// A path that is this test's alone.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()))
}

pub fn check(options: &str) -> (Finished, String) {
    let finished = process::run(&mut command(options), "", TIMEOUT).expect("it ends");
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    (finished, text)
}
