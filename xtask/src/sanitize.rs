//! `cargo xtask sanitize`: the rooms with `unsafe` in them, and those that hand work to several threads, in a
//! bounded test under the address and thread sanitizers of a nightly toolchain, or under valgrind.
//!
//! The thread sanitizer must see how locks are taken. With the standard library's source
//! (`rustup component add rust-src --toolchain nightly`) that library is built along. Without it, a lock that is taken
//! inside of it, because somebody else has it, would be a false alarm; so locks are then tried until they are free, in
//! code that the sanitizer sees (`base::lock`, `--cfg jaywalk_tsan`).

use std::path::{Path, PathBuf};
use std::process::Command;

/// One run of tests.
struct Suite {
    what: &'static str,
    arguments: &'static [&'static str],
    /// Threads of the program under test work at the same time in it.
    is_parallel: bool,
}

/// Small parts of the usual tests: the whole takes about a minute once it is built.
const SUITES: &[Suite] = &[
    Suite { what: "heap and owned pointers", arguments: &["-p", "vm", "--lib"], is_parallel: false },
    Suite {
        what: "interpreter, on the filetests",
        arguments: &["-p", "java", "--test", "filetests"],
        is_parallel: false,
    },
    Suite {
        what: "journal: marks and rewinds",
        arguments: &["-p", "java", "--test", "rewind"],
        is_parallel: false,
    },
    Suite {
        what: "store, one set for several workers",
        arguments: &["-p", "store", "--lib", "--", "workers", "shared"],
        is_parallel: true,
    },
    Suite {
        what: "workers of a search",
        arguments: &["-p", "search", "--test", "toys", "--", "workers"],
        is_parallel: true,
    },
];

/// What the thread sanitizer is not to report: how the test harness tells of the end of a test, by a channel of the
/// standard library. Nothing of ours uses that type.
const KNOWN_RACES: &str = "race:CompletedTest\n";

/// Walks of the tests that take their number from the environment.
const WALKS: &str = "3";
/// What the sanitizers are built for: a target of its own keeps build scripts out of it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

pub fn command() -> Result<(), String> {
    match nightly_sysroot() {
        Some(sysroot) => sanitizers(&sysroot),
        None if has("valgrind", "--version") => valgrind(),
        None => {
            println!("skipped: there is neither a nightly toolchain nor valgrind");
            Ok(())
        }
    }
}

fn sanitizers(sysroot: &Path) -> Result<(), String> {
    for suite in SUITES {
        println!("address sanitizer: {}", suite.what);
        run(sanitized("address", "", &[]).args(suite.arguments), suite.what)?;
    }
    let has_source = sysroot.join("lib/rustlib/src/rust/library/std/Cargo.toml").exists();
    let (flags, more): (&str, &[&str]) =
        if has_source { ("", &["-Zbuild-std"]) } else { (" --cfg jaywalk_tsan", &[]) };
    let known = target_folder().join("known-races");
    let written = std::fs::create_dir_all(target_folder()).and_then(|()| std::fs::write(&known, KNOWN_RACES));
    written.map_err(|error| format!("{}: {error}", known.display()))?;
    for suite in SUITES.iter().filter(|suite| suite.is_parallel) {
        println!("thread sanitizer: {}", suite.what);
        let mut command = sanitized("thread", flags, more);
        command.env("TSAN_OPTIONS", format!("suppressions={}", known.display()));
        run(command.args(suite.arguments), suite.what)?;
    }
    Ok(())
}

/// `cargo +nightly test` with a sanitizer. The standard library that comes with the toolchain is not built
/// with it, which the address sanitizer can live with and the compiler wants to hear.
fn sanitized(sanitizer: &str, flags: &str, more: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(testkit::repo_root()).arg("+nightly").arg("test");
    command.args(more).args(["--target", TARGET]);
    let flags = format!("-Zsanitizer={sanitizer} -Cunsafe-allow-abi-mismatch=sanitizer{flags}");
    command.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", target_folder().join(sanitizer));
    // The heap reserves far more address space than it uses, which leaks nothing; what a test leaves to the
    // end of its process is no fault either.
    command.env("ASAN_OPTIONS", "detect_leaks=0").env("JAYWALK_WALKS", WALKS);
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// The heap's and the store's own tests under valgrind. The machine as a whole would take an hour there.
fn valgrind() -> Result<(), String> {
    for suite in SUITES.iter().filter(|suite| suite.arguments.contains(&"--lib")) {
        println!("valgrind: {}", suite.what);
        let mut command = crate::cargo();
        let runner = "valgrind --quiet --error-exitcode=9 --leak-check=no";
        command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", runner).env("JAYWALK_WALKS", WALKS);
        run(command.arg("test").args(suite.arguments), suite.what)?;
    }
    Ok(())
}

fn run(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{what}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what}: {status}")) }
}

fn target_folder() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    given.unwrap_or_else(|| testkit::repo_root().join("target")).join("sanitize")
}

/// Where the nightly toolchain is, if there is one.
fn nightly_sysroot() -> Option<PathBuf> {
    let output =
        Command::new("rustup").args(["run", "nightly", "rustc", "--print", "sysroot"]).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && cfg!(target_arch = "x86_64")).then(|| PathBuf::from(path.trim()))
}

fn has(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
}
