//! Natives with arguments that the JDK never gives them. Whatever comes of it, it is no fault of ours: an error of
//! Java, or exit code 3.

use crate::lab::{Done, Lab, root};

/// Methods that are left out between two that are called: all of them take a minute.
const STRIDE: usize = 8;
/// A method that is not supported ends its run, and the next run goes on behind it.
const MAX_RUNS: usize = 200;

/// The classes of which docs/natives.md lists natives that are there.
fn classes() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/natives.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.filter_map(|row| row.split_once("` | ")).filter(|(_, rest)| !rest.starts_with("0 of"));
    rows.map(|(name, _)| name.replace('/', ".")).filter(|name| name.contains('.')).collect()
}

fn compiled() -> Lab {
    let lab = Lab::new("forged");
    lab.compile(".", &[root().join("crates/cli/tests/face/Forged.java")]);
    lab
}

/// The number of the call that a run ended in.
fn last_call(got: &Done) -> Option<usize> {
    let call = got.out.lines().rev().find_map(|line| line.strip_prefix("call "))?;
    call.split(' ').next()?.parse().ok()
}

fn call_all(stride: usize, seed: usize) -> usize {
    let (lab, classes) = (compiled(), classes());
    assert!(classes.len() > 100, "{classes:?}");
    let (mut from, mut runs) = (0, 0);
    loop {
        let mut words = vec!["run".to_string(), "-c".into(), ".".into(), "--heap".into(), "256".into()];
        words.extend(["--max-seconds", "20", "Forged"].map(String::from));
        words.extend([from, stride, seed].map(|number| number.to_string()));
        words.extend(classes.iter().cloned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let got = lab.run(&words);
        let last = got.out.lines().rev().find(|line| line.starts_with("call ")).unwrap_or("").to_string();
        assert!(matches!(got.code, 0 | 1 | 3), "{last}: exit code {}: {}", got.code, got.err);
        assert!(!got.err.contains("panicked"), "{last}: {}", got.err);
        runs += 1;
        match last_call(&got) {
            _ if got.out.contains("all called") => return runs,
            Some(call) if runs < MAX_RUNS => from = call + 1,
            _ => panic!("no end after {runs} runs: {}{}", got.out, got.err),
        }
    }
}

#[test]
fn natives_with_wrong_arguments_are_no_fault_of_ours() {
    let runs = call_all(STRIDE, 3);
    assert!(runs > 1, "no method was refused");
}

/// References that are read where there are none, and objects where others are declared, would be anything.
#[test]
fn references_that_are_forged_by_unsafe_are_refused() {
    let lab = Lab::new("confused");
    lab.compile(".", &[root().join("crates/cli/tests/face/Confused.java")]);
    let fine = lab.run(&["run", "-c", ".", "Confused", "fine"]);
    assert_eq!((fine.code, fine.out.as_str()), (0, "true 5b[c]other8long[]\n"), "{}", fine.err);
    for (way, said) in [
        ("number as reference", REFERENCE),
        ("half a number as reference", REFERENCE),
        ("between references", REFERENCE),
        ("element as reference", REFERENCE),
        ("static number as reference", REFERENCE),
        ("reference over number", REFERENCE),
        ("swapped over number", REFERENCE),
        ("set over number", REFERENCE),
        ("number over static reference", "a number over a reference"),
        ("number over what is no field", "a number over a reference"),
        ("another class", REFERENCE),
        ("another array", REFERENCE),
        ("another element", REFERENCE),
        ("another static", REFERENCE),
        ("another by swap", REFERENCE),
    ] {
        for command in ["run", "check"] {
            let done = lab.run(&[command, "-c", ".", "Confused", way]);
            let text = format!("{}{}", done.out, done.err);
            assert_eq!(done.code, 3, "{command} {way}: {text}");
            assert!(text.replace('\n', " ").contains(said), "{command} {way}: {text}");
        }
    }
}

const REFERENCE: &str = "a reference where there is none, or one of another type";
