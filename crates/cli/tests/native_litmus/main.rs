//! Two threads around every native method that takes an object or array (`tests/litmus/natives.txt`): all that
//! a program can print with every access a step of its own it prints with reduction too, and so does the
//! same thing done by hand in plain Java.
//!
//! `JAYWALK_LITMUS=all cargo test -p cli --test native_litmus` runs those too that take long, a name those that
//! begin with it.

mod table;

use std::path::{Path, PathBuf};
use std::process::Command;
use table::{Program, Table};
use testkit::check::value;
use testkit::jdk::Jdk;

/// No program of the table has as many.
const MAX_STATES: &str = "400000";

fn table() -> Table {
    let path = testkit::repo_root().join("tests/litmus/natives.txt");
    Table::parse(&std::fs::read_to_string(path).expect("the table of litmus programs can be read"))
}

#[test]
fn every_native_has_a_program_or_a_reason() {
    let table = table();
    let mut missing = Vec::new();
    for (class, name, desc) in natives::registry().entries() {
        let params = desc.as_str().split(')').next().unwrap_or_default();
        let entry = format!("{class}.{name}{desc}");
        if params.contains(['L', '[']) && !table.knows(&entry) {
            missing.push(entry);
        }
    }
    missing.sort();
    assert!(missing.is_empty(), "natives without a program or a reason:\n{}", missing.join("\n"));
}

#[test]
fn no_program_is_about_nothing() {
    let entries: Vec<String> =
        natives::registry().entries().map(|(class, name, desc)| format!("{class}.{name}{desc}")).collect();
    for program in &table().programs {
        for native in &program.natives {
            let known = entries.iter().any(|entry| entry.starts_with(native.as_str()));
            assert!(known, "{}: no native begins with {native}", program.name);
        }
    }
}

#[test]
fn reduction_and_natives_lose_no_outcome() {
    let wanted = std::env::var("JAYWALK_LITMUS").unwrap_or_default();
    let chosen = |program: &&Program| match wanted.as_str() {
        "" => !program.is_costly,
        "all" => true,
        name => program.name.starts_with(name),
    };
    let table = table();
    let programs: Vec<&Program> = table.programs.iter().filter(chosen).collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("native_litmus");
    compile(&folder, &programs);
    let mut wrong = Vec::new();
    for program in &programs {
        let plain = outputs(&folder, &program.name, "off");
        let mut compare = |what: String, found: String| {
            if found != plain {
                wrong.push(format!(
                    "{}: {what}\n  {found}\nwith every access a step\n  {plain}",
                    program.name
                ));
            }
        };
        for reduce in ["local", "full"] {
            compare(format!("--reduce {reduce}"), outputs(&folder, &program.name, reduce));
        }
        if program.hand.is_some() {
            compare("by hand".to_string(), outputs(&folder, &by_hand(&program.name), "off"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!programs.is_empty(), "no program is called {wanted}");
}

fn by_hand(name: &str) -> String {
    format!("{name}ByHand")
}

/// Writes and compiles all programs at once, each in a package of its own.
fn compile(folder: &Path, programs: &[&Program]) {
    let jdk = Jdk::find().expect("the test needs a JDK");
    let _ = std::fs::remove_dir_all(folder);
    let mut javac = Command::new(jdk.home.join("bin/javac"));
    javac.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(folder.join("classes"));
    for program in programs {
        let mut write = |name: &str, text: Option<String>| {
            let Some(text) = text else { return };
            let own = folder.join(name);
            std::fs::create_dir_all(&own).expect("a folder for a program");
            std::fs::write(own.join("Main.java"), text).expect("a program can be written");
            javac.arg(own.join("Main.java"));
        };
        write(&program.name, Some(program.java()));
        let hand = by_hand(&program.name);
        write(&hand, program.java_by_hand(&hand));
    }
    let output = javac.output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// All that a program can print.
fn outputs(folder: &Path, name: &str, reduce: &str) -> String {
    let record = folder.join(format!("{name}-{reduce}.json"));
    let mut jaywalk = Command::new(binary());
    jaywalk.args(["check", "--all", "--outputs", "--reduce", reduce, "--max-states", MAX_STATES]);
    jaywalk.arg("--json").arg(&record).arg("-cp").arg(folder.join("classes")).arg(format!("{name}.Main"));
    let output = jaywalk.output().expect("jaywalk runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{name} --reduce {reduce}: {said}");
    let text = std::fs::read_to_string(&record).expect("a record is written");
    value(&text, "outputs").expect("the record has outputs").to_string()
}

fn binary() -> PathBuf {
    match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(named) => PathBuf::from(named),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    }
}
