//! `jaywalk run --test`: JUnit's own engines, from Debian's packages junit4 and junit5, on our machine and on
//! `java`.
//!
//! The oracle is `java` with the same runner classes: same lines, same exit code.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use testkit::compile::compile_texts_with;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process::{self, Finished};

/// Names another folder with JUnit's jars.
const JARS_VARIABLE: &str = "JAYWALK_TEST_JARS";
const JARS: [&str; 11] = [
    "junit4",
    "hamcrest",
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-jupiter-params",
    "junit-platform-commons",
    "junit-platform-engine",
    "junit-platform-launcher",
    "opentest4j",
    "apiguardian-api",
    "univocity-parsers",
];
const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../java/runner");
const TIMEOUT: Duration = Duration::from_secs(60);

fn jdk() -> &'static Jdk {
    static FOUND: OnceLock<Jdk> = OnceLock::new();
    FOUND.get_or_init(|| Jdk::find().expect("tests need a JDK"))
}

fn jars() -> Vec<PathBuf> {
    let folder = env::var_os(JARS_VARIABLE).map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from);
    let jars: Vec<PathBuf> = JARS.iter().map(|name| folder.join(format!("{name}.jar"))).collect();
    if let Some(missing) = jars.iter().find(|jar| !jar.exists()) {
        let missing = missing.display();
        panic!(
            "{missing} is missing: apt-get install junit4 junit5, or name the folder of the jars with {JARS_VARIABLE}"
        );
    }
    jars
}

fn java_files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, String)> = entries
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// The folder of the compiled test classes.
fn classes() -> &'static Path {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let files = java_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/junit"));
        let texts: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        compile_texts_with(jdk(), Path::new(env!("CARGO_TARGET_TMPDIR")), &jars(), &texts).unwrap()
    })
}

fn class_path(entries: &[PathBuf]) -> std::ffi::OsString {
    env::join_paths(entries).unwrap()
}

fn finish(command: &mut Command) -> Finished {
    process::run(command, "", TIMEOUT)
        .unwrap_or_else(|failure| panic!("{}: {failure:?}", process::shown(command)))
}

fn jaywalk(entries: &[PathBuf], tests: &[&str]) -> Finished {
    let binary = match env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    };
    let mut command = Command::new(binary);
    clean_environment(&mut command);
    command
        .arg("run")
        .arg("--jdk")
        .arg(&jdk().home)
        .arg("-cp")
        .arg(class_path(entries))
        .arg("--test")
        .args(tests);
    finish(&mut command)
}

fn java(entries: &[PathBuf], tests: &[&str]) -> Finished {
    let mut entries = entries.to_vec();
    entries.push(Path::new(RUNNER).join("classes"));
    let mut command = jdk().java();
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea", "-cp"]).arg(class_path(&entries));
    command.arg("jaywalk.runner.TestMain").args(tests);
    finish(&mut command)
}

/// Runs the tests on both machines. Both must say the same; `summary` is the last line, from which the exit
/// code follows.
fn check(tests: &[&str], summary: &str) {
    let mut entries = vec![classes().to_path_buf()];
    entries.extend(jars());
    let (expected, got) = (java(&entries, tests), jaywalk(&entries, tests));
    let shown = |finished: &Finished| String::from_utf8_lossy(&finished.stdout).into_owned();
    assert_eq!(shown(&got), shown(&expected), "stderr: {}", String::from_utf8_lossy(&got.stderr));
    assert_eq!(shown(&got).lines().last(), Some(summary));
    assert_eq!(got.code, expected.code);
    assert_eq!(got.code, i32::from(!summary.contains(" 0 failed")));
}

/// Nothing can be run, and the message says why.
fn check_refused(entries: &[PathBuf], test: &str, why: &str) {
    let got = jaywalk(entries, &[test]);
    let said = String::from_utf8_lossy(&got.stderr);
    assert_eq!(got.code, 2, "{said}");
    assert!(said.starts_with("jaywalk: ") && said.contains(why), "{said}");
}

fn everything() -> Vec<PathBuf> {
    [vec![classes().to_path_buf()], jars()].concat()
}

#[test]
fn junit_4() {
    check(&["Plain4"], "9 tests: 3 passed, 4 failed, 2 skipped");
}

#[test]
fn junit_4_runners() {
    check(&["Parameters4"], "9 tests: 7 passed, 2 failed, 0 skipped");
    check(&["Suite4"], "11 tests: 8 passed, 3 failed, 0 skipped");
}

#[test]
fn junit_3() {
    check(&["Old3"], "2 tests: 1 passed, 1 failed, 0 skipped");
}

#[test]
fn junit_5() {
    check(&["Plain5"], "13 tests: 7 passed, 4 failed, 2 skipped");
}

#[test]
fn junit_5_extensions_and_arguments() {
    check(&["Rich5"], "21 tests: 18 passed, 3 failed, 0 skipped");
}

#[test]
fn failures_outside_of_tests() {
    check(&["Broken5"], "1 tests: 0 passed, 1 failed, 0 skipped");
}

#[test]
fn single_methods() {
    check(&["Plain4#passes"], "1 tests: 1 passed, 0 failed, 0 skipped");
    check(&["Parameters4#square"], "3 tests: 2 passed, 1 failed, 0 skipped");
    check(&["Plain5#small", "Plain5$Inner"], "4 tests: 3 passed, 1 failed, 0 skipped");
}

#[test]
fn one_jar_with_all_of_junit() {
    let folder = jars()[0].parent().unwrap().to_path_buf();
    let entries = [classes().to_path_buf(), folder.join("junit-platform-console-standalone.jar")];
    let got = jaywalk(&entries, &["Plain5#passes"]);
    assert_eq!(
        String::from_utf8_lossy(&got.stdout),
        "ok Plain5.passes\nstarted 1\n1 tests: 1 passed, 0 failed, 0 skipped\n"
    );
}

#[test]
fn a_source_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/junit/Old3.java");
    let got = jaywalk(&jars(), &[&format!("{}#testLength", file.display())]);
    assert_eq!(
        String::from_utf8_lossy(&got.stdout),
        "ok Old3.testLength\n1 tests: 1 passed, 0 failed, 0 skipped\n"
    );
    assert_eq!(got.code, 0);
}

#[test]
fn nothing_to_run() {
    check_refused(&everything(), "Missing", "class Missing is not on the class path");
    check_refused(&everything(), "NoTests", "class NoTests has no tests");
    check_refused(&everything(), "Plain4#missing", "class Plain4 has no test missing");
    check_refused(&everything(), "Plain5#missing", "class Plain5 has no test missing");
    check_refused(&everything(), "tests.jar", "a jar is not a test");
    check_refused(&[classes().to_path_buf()], "Plain4", "class Plain4 has no tests; are JUnit's jars");
    check_refused(&[classes().to_path_buf()], "Old3", "junit.framework.TestCase");
    let without_engine: Vec<PathBuf> = everything()
        .into_iter()
        .filter(|path| !path.to_string_lossy().contains("junit-jupiter-engine"))
        .collect();
    // Debian's jars name each other in their manifests, and the engine may come back that way.
    if !jaywalk(&without_engine, &["Plain5#passes"]).stdout.starts_with(b"ok") {
        check_refused(&without_engine, "Plain5", "these tests need junit-jupiter-engine.jar");
    }
}

/// The classes that are shipped are those of the sources. Compilers differ, so the bytes are compared on one
/// JDK alone.
#[test]
fn runner_is_compiled() {
    let root = Path::new(RUNNER);
    let sources = root.join("src/jaywalk/runner");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("runner-{}", std::process::id()));
    let mut javac = jdk().javac();
    javac.args(["--release", "17", "-g:none", "-proc:none", "-encoding", "UTF-8", "-Xlint:all", "-Werror"]);
    javac.arg("-cp").arg(class_path(&jars())).arg("-d").arg(&out);
    javac.args(java_files(&sources).iter().map(|(name, _)| sources.join(name)));
    let done = finish(&mut javac);
    assert_eq!(done.code, 0, "{}", String::from_utf8_lossy(&done.stderr));
    let shipped = root.join("classes/jaywalk/runner");
    for entry in fs::read_dir(out.join("jaywalk/runner")).unwrap() {
        let path = entry.unwrap().path();
        let (fresh, file) = (fs::read(&path).unwrap(), shipped.join(path.file_name().unwrap()));
        if testkit::golden::blessing() {
            fs::create_dir_all(&shipped).unwrap();
            fs::write(&file, &fresh).unwrap();
        }
        let same = fs::read(&file).is_ok_and(|bytes| jdk().major != 17 || bytes == fresh);
        assert!(same, "{} is not what its source says: cargo xtask bless runner", file.display());
    }
    fs::remove_dir_all(&out).unwrap();
}
