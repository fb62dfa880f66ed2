//! Readers that leave early, as `head` does: no command may make a fault of it.

use crate::lab::{Done, LOST_UPDATE, Lab};
use std::process::{Command, Stdio};

/// The exit code of a panic.
const PANIC: i32 = 101;

/// A pipe that nobody reads from any more: the first byte that is written into it fails.
fn abandoned() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn finished(command: &mut Command) -> Done {
    let output = command.stdin(Stdio::null()).output().unwrap();
    Done {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn lab(name: &str) -> Lab {
    let lab = Lab::new(name);
    lab.write("Lost.java", LOST_UPDATE);
    lab.write(
        "Hello.java",
        "class Hello { public static void main(String[] a) { System.out.println(\"hello\"); \
        System.err.println(\"err\"); } }",
    );
    lab.write("door.model", "open* isOpen -> a:shut b:open\nshut -> b:open a:shut\n");
    lab
}

/// Commands that have something to say, with the exit code that they must keep.
const COMMANDS: [(&[&str], i32); 19] = [
    (&["--help"], 0),
    (&["--version"], 0),
    (&["help", "check"], 0),
    (&["check", "--help"], 0),
    (&["config"], 0),
    (&["config", "--explain", "reduce"], 0),
    (&["completions", "bash"], 0),
    (&["completions", "zsh"], 0),
    (&["man"], 0),
    (&["doctor"], 0),
    (&["doctor", "Lost.java"], 0),
    (&["check", "Lost.java"], 1),
    (&["check", "--outputs", "Hello.java"], 0),
    (&["check", "--max-states", "3", "Lost.java"], 3),
    (&["run", "Hello.java"], 0),
    (&["replay", "kept.toml"], 1),
    (&["model", "--ltl", "GF isOpen", "door.model"], 1),
    (&["automaton", "G(p -> F q)"], 0),
    (&["test", "classes"], 2),
];

fn check(done: &Done, code: i32, words: &[&str]) {
    assert!(!done.err.contains("panicked"), "{words:?}: {}", done.err);
    assert_ne!(done.code, PANIC, "{words:?}: {}", done.err);
    assert_eq!(done.code, code, "{words:?}: {}", done.err);
}

#[test]
fn nobody_reads_standard_output() {
    let lab = lab("readers-out");
    assert_eq!(lab.run(&["check", "--repro", "kept.toml", "Lost.java"]).code, 1);
    std::fs::create_dir_all(lab.folder.join("classes")).unwrap();
    for (words, code) in COMMANDS {
        check(&lab.run(words), code, words);
        let done = finished(lab.command(words).stdout(abandoned()).stderr(Stdio::piped()));
        check(&done, code, words);
        assert_eq!(done.out, "");
    }
}

#[test]
fn nobody_reads_standard_error() {
    let lab = lab("readers-err");
    std::fs::write(lab.folder.join("kept.toml"), "repro = \"1:0000\"\nmain = \"Lost.java\"\n").unwrap();
    let wrong: [(&[&str], i32); 8] = [
        (&["no-such-command"], 2),
        (&["check", "--no-such-flag"], 2),
        (&["check", "Missing.java"], 2),
        (&["check", "--ltl", "G (", "Lost.java"], 2),
        (&["run", "Missing"], 2),
        (&["run", "Hello.java"], 0),
        (&["replay", "kept.toml"], 2),
        (&["config", "--explain", "no-such-key"], 2),
    ];
    for (words, code) in wrong {
        let done = finished(lab.command(words).stdout(Stdio::piped()).stderr(abandoned()));
        check(&done, code, words);
    }
}
