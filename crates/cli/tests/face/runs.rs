//! Runs that break a temporal property: told, found again by their strings, and written to every kind of
//! file.

use crate::lab::{Lab, root};
use std::path::{Path, PathBuf};

/// A case with one property that fails: the file, words for the command, the property.
fn broken() -> Vec<(String, Vec<String>, String)> {
    let mut found = Vec::new();
    for folder in ["tests/cases/temporal", "examples/temporal"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        for path in entries.filter(|path| path.extension().is_some_and(|kind| kind == "java")) {
            let text = std::fs::read_to_string(&path).unwrap();
            for property in text.lines().filter_map(|line| line.strip_prefix("//@ fails: ")) {
                let (logic, mut formula) = property.split_once(' ').unwrap();
                let mut words = Vec::new();
                for (word, flags) in [("fair ", vec!["--fair"]), ("unreduced ", vec!["--reduce", "off"])] {
                    if let Some(rest) = formula.strip_prefix(word) {
                        formula = rest;
                        words.extend(flags.into_iter().map(str::to_string));
                    }
                }
                words.extend([format!("--{logic}"), formula.to_string()]);
                found.push((path.to_str().unwrap().to_string(), words, property.to_string()));
            }
        }
    }
    found.sort();
    found
}

/// The lines between the first, which has figures of the search, and the replay string.
fn told(report: &str) -> Vec<&str> {
    let lines = report.lines().skip(1).take_while(|line| !line.trim_start().starts_with("replay: "));
    // What other searches would leave out is no part of a path, and a replay does not say it.
    lines.filter(|line| !line.contains("--timeouts last leaves such ways out")).collect()
}

#[test]
fn every_broken_property_is_broken_again() {
    let lab = Lab::new("runs");
    let broken = broken();
    assert!(broken.len() > 25, "{broken:?}");
    let mut files: Vec<PathBuf> = broken.iter().map(|(file, _, _)| PathBuf::from(file)).collect();
    files.dedup();
    lab.compile("classes", &files);
    let mut loops = 0;
    for (file, words, property) in broken {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let main = Path::new(&file).file_stem().unwrap().to_str().unwrap();
        let checked = lab.run(&[&["check", "-cp", "classes"], &words[..], &[main]].concat());
        assert_eq!(checked.code, 1, "{property} of {file}\n{}{}", checked.out, checked.err);
        let line = checked.out.lines().find_map(|line| line.trim_start().strip_prefix("replay: "));
        let line = line.unwrap_or_else(|| panic!("{property} of {file} has no string\n{}", checked.out));
        let again = lab.shell(&line.replace("jaywalk replay", "jaywalk replay --brief"));
        assert_eq!((again.code, again.err.as_str()), (1, ""), "{property} of {file}\n{line}\n{}", again.out);
        assert!(again.out.lines().next().unwrap().contains("  temporal  "), "{}", again.out);
        // Of other logics a path shows that they fail, but it is not what fails.
        if property.starts_with("ltl") {
            assert_eq!(told(&again.out), told(&checked.out), "{property} of {file}");
        }
        loops += usize::from(again.out.contains("--- what follows happens again and again ---"));
    }
    assert!(loops > 2, "{loops}");
}

const SPIN: &str = "public class Spin {
    static boolean go;
    static int turns;

    public static void main(String[] args) {
        Thread other = new Thread(() -> go = true, \"other\");
        other.start();
        while (!go) {
            turns = 1 - turns;
        }
    }
}
";

#[test]
fn a_run_is_written_to_every_kind_of_file() {
    let lab = Lab::new("run-files");
    lab.write("Spin.java", SPIN);
    let files = ["--html", "run.html", "--json", "run.json", "--sarif", "run.sarif", "--junit", "run.xml"];
    let kept = ["--repro", "kept.toml", "--ltl", "F main.go", "Spin.java"];
    let checked = lab.run(&[&["check"], &files[..], &kept[..]].concat());
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("--- what follows happens again and again ---"), "{}", checked.out);
    assert!(checked.out.contains("view: run.html"), "{}", checked.out);
    let page = lab.read("run.html");
    assert!(page.contains("\"round\":") && !page.contains("\"round\":null"));
    let record = lab.read("run.json");
    assert!(record.contains("\"loop_from\": ") && !record.contains("\"loop_from\": null"), "{record}");
    assert!(lab.read("run.sarif").contains("\"loopFrom\": "));
    assert!(lab.read("run.xml").contains("<failure"));
    let again = lab.run(&["replay", "kept.toml"]);
    assert_eq!((again.code, again.err.as_str()), (1, ""), "{}", again.out);
    assert!(again.out.contains("F main.go  (LTL) fails on a run that goes on for ever"), "{}", again.out);
    assert!(again.out.contains("so it goes on for ever ---"), "{}", again.out);
}

#[test]
fn a_run_of_a_program_that_has_changed_is_not_believed() {
    let lab = Lab::new("run-changed");
    lab.write("Spin.java", SPIN);
    let checked = lab.run(&["check", "--repro", "kept.toml", "--ltl", "F main.go", "Spin.java"]);
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    // Every round counts: nothing is as it was before.
    lab.write("Spin.java", &SPIN.replace("turns = 1 - turns", "turns = 1 + turns"));
    let again = lab.run(&["replay", "kept.toml"]);
    assert_ne!(again.code, 1, "{}", again.out);
    assert!(again.err.contains("has changed"), "{}", again.err);
}
