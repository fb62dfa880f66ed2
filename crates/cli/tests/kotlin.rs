//! A race of a Kotlin program is found and told with Kotlin's own lines. Needs Debian's package `kotlin`; where
//! that is not installed, the test says so and does nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process;

/// Kotlin's compiler takes its time on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(300);
const LIBRARY: &str = "/usr/share/java/kotlin-stdlib.jar";
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kotlin/Race.kt");

#[test]
fn a_race_is_told() {
    let compiler = Path::new("/usr/bin/kotlinc");
    if !compiler.exists() || !Path::new(LIBRARY).exists() {
        eprintln!("skipped: the package kotlin is not installed");
        return;
    }
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kotlin-{}", std::process::id()));
    let compiled = process::run(Command::new(compiler).arg(SOURCE).arg("-d").arg(&classes), "", TIMEOUT);
    assert_eq!(compiled.unwrap().code, 0);
    let binary = match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    };
    let jdk = Jdk::find().expect("tests need a JDK");
    let mut jaywalk = Command::new(binary);
    clean_environment(&mut jaywalk);
    let path = std::env::join_paths([classes.clone(), LIBRARY.into()]).unwrap();
    jaywalk.args(["check", "--races", "--jdk"]).arg(&jdk.home).arg("-cp").arg(path).arg("RaceKt");
    let finished = process::run(&mut jaywalk, "", TIMEOUT).unwrap();
    std::fs::remove_dir_all(&classes).unwrap();
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    assert_eq!(finished.code, 1, "{text}{}", String::from_utf8_lossy(&finished.stderr));
    assert!(text.lines().any(|line| line.trim().starts_with("data race on Counter#")), "{text}");
    assert!(text.contains("at Counter.add(Race.kt:5)"), "{text}");
}
