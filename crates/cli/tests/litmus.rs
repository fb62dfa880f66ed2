//! What the real `java` was seen to do is among what a check finds, see `tests/litmus/README.md`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::check::value;
use testkit::jdk::{Jdk, clean_environment};

/// How often `java` runs each program.
const ROUNDS: &str = "400";

fn output(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn compile(jdk: &Jdk, to: &Path, files: &[PathBuf]) {
    let mut javac = Command::new(jdk.home.join("bin/javac"));
    output(javac.arg("-d").arg(to).args(files));
}

/// All that a search finds a program to print, one line for each run.
fn found(jdk: &Jdk, classes: &Path, name: &str) -> BTreeSet<String> {
    let record = classes.join(format!("{name}.json"));
    let mut jaywalk = match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => Command::new(testkit::repo_root().join(path)),
        None => Command::new(env!("CARGO_BIN_EXE_jaywalk")),
    };
    clean_environment(&mut jaywalk);
    jaywalk.arg("check").arg("--jdk").arg(&jdk.home).args(["--all", "--outputs", "--json"]).arg(&record);
    output(jaywalk.arg("-cp").arg(classes).arg(name));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let list = value(&text, "outputs").expect("the record has it");
    // Every second part stands between quotes; what these programs print has none.
    let printed = list.split('"').skip(1).step_by(2);
    printed.map(|one| one.trim_end_matches("\\n").replace("\\n", " | ")).collect()
}

#[test]
fn what_java_does_is_found() {
    let jdk = Jdk::find().expect("the test needs a JDK");
    let folder = testkit::repo_root().join("tests/litmus");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("litmus");
    drop(std::fs::remove_dir_all(&scratch));
    let mut programs: Vec<PathBuf> = (std::fs::read_dir(&folder).expect("the folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    programs.sort();
    let with = |more: &str| [&programs[..], &[folder.join(more)]].concat();
    let [still, moody, driver] = ["still", "moody", "driver"].map(|name| scratch.join(name));
    compile(&jdk, &still, &with("driver/still/Pause.java"));
    compile(&jdk, &moody, &with("driver/moody/Pause.java"));
    compile(&jdk, &driver, &[folder.join("driver/Rounds.java")]);
    let rounds = std::env::var("JAYWALK_ROUNDS").unwrap_or_else(|_| ROUNDS.to_string());
    for program in &programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(program).expect("a program");
        let expected: BTreeSet<String> =
            text.lines().filter_map(|line| line.strip_prefix("//= ")).map(str::to_string).collect();
        assert_eq!(found(&jdk, &still, &name), expected, "{name}: what a check finds");
        let mut java = Command::new(jdk.home.join("bin/java"));
        let seen = output(java.arg("-cp").arg(&driver).arg("Rounds").arg(&moody).args([&*name, &rounds]));
        for outcome in seen.lines() {
            assert!(expected.contains(outcome), "{name}: java was seen to say {outcome:?}");
        }
    }
}
