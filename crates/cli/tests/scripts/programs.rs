//! Scripts of real programs, through the command line.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process;

const TIMEOUT: Duration = Duration::from_secs(240);

pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn jaywalk(command: &str, words: &str) -> Ran {
    let words: Vec<&str> = words.split_whitespace().collect();
    run(command, &words)
}

pub fn run(command: &str, words: &[&str]) -> Ran {
    let binary = match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    };
    let mut run = Command::new(binary);
    clean_environment(&mut run);
    run.current_dir(testkit::repo_root().join("examples")).arg(command);
    if command != "script" {
        run.arg("--jdk").arg(&Jdk::find().expect("a JDK").home);
    }
    run.args(words);
    let done = process::run(&mut run, "", TIMEOUT).expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: Some(done.code), out: text(&done.stdout), err: text(&done.stderr) }
}

pub fn scratch(name: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("script-{name}-{}", std::process::id()));
    file.display().to_string()
}

fn recorded(name: &str, options: &str) -> String {
    let file = scratch(name);
    let ran = jaywalk("check", &format!("--script {file} {options}"));
    assert_eq!(ran.code, Some(0), "{options}\n{}{}", ran.out, ran.err);
    file
}

fn counts(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.split(", ").take(2).collect::<Vec<_>>().join(", ")
}

const PROGRAM: &str = "concurrency/DiningPhilosophers.java 3";

#[test]
fn every_reduction_certifies() {
    for reduce in ["off", "local", "full", "order"] {
        for program in [PROGRAM, "concurrency/ReplicatedWorkers.java", "concurrency/NestedMonitor.java"] {
            let options = format!("--reduce {reduce} --max-seconds 60 {program}");
            if reduce == "off" && program != PROGRAM {
                continue;
            }
            let file = recorded(&format!("each-{reduce}"), &options);
            let checked = jaywalk("check", &options);
            let ran = jaywalk("certify", &file);
            assert_eq!(ran.code, Some(0), "{options}\n{}{}", ran.out, ran.err);
            assert_eq!(counts(&ran.out), counts(&checked.out), "{options}");
            assert!(ran.out.contains("certified along"), "{}", ran.out);
            let trusted = jaywalk("certify", &format!("--trust {file}"));
            assert_eq!(trusted.code, Some(0), "{options}\n{}{}", trusted.out, trusted.err);
        }
    }
}

#[test]
fn parts_and_workers_certify() {
    let file = recorded("parts", &format!("--reduce local {PROGRAM}"));
    for options in ["--workers 2", "--workers 3 --trust"] {
        let ran = jaywalk("certify", &format!("{options} {file}"));
        assert_eq!(ran.code, Some(0), "{options}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("1,008 states"), "{}", ran.out);
        // No machine saw everything, so none of them knows what was not reached.
        assert!(!ran.out.contains("never reached") && !ran.out.contains("no path came to"), "{}", ran.out);
    }
    // Whether a program that never ends gets anywhere cannot be told by parts.
    assert_eq!(jaywalk("script", &format!("split {file} -k 3")).code, Some(0));
    let endless = (1..=3).map(|part| {
        jaywalk("certify", &format!("--map {file}.endless{part} {file}.{part}"));
        format!("{file}.endless{part}")
    });
    let ran = jaywalk("script", &format!("join {}", endless.collect::<Vec<_>>().join(" ")));
    assert!(ran.code == Some(0) && ran.out.contains("comes to an end"), "{}{}", ran.out, ran.err);
    let file = recorded("parts-end", &format!("--reduce local {PROGRAM} 1"));
    assert_eq!(jaywalk("script", &format!("split {file} -k 3")).code, Some(0));
    let map = |part: u32| format!("{file}.map{part}");
    for part in 1..=3 {
        let whole = match part {
            2 => format!("--part 2/3 {file}"),
            _ => format!("{file}.{part}"),
        };
        let ran = jaywalk("certify", &format!("--map {} {whole}", map(part)));
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    }
    let all = format!("join {} {} {}", map(1), map(2), map(3));
    let ran = jaywalk("script", &all);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("moves in 3 parts"), "{}", ran.out);
    for (maps, reason) in [
        (format!("join {} {}", map(1), map(2)), "is missing"),
        (format!("join {} {} {} {}", map(1), map(2), map(3), map(3)), "is there twice"),
    ] {
        let ran = jaywalk("script", &maps);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    let other = jaywalk("certify", &format!("--key mine --map {}.other --part 3/3 {file}", map(3)));
    assert_eq!(other.code, Some(0), "{}", other.err);
    let ran = jaywalk("script", &format!("join {} {} {}.other", map(1), map(2), map(3)));
    assert!(ran.code == Some(2) && ran.err.contains("not of one script, key and search"), "{}", ran.err);
    assert_eq!(jaywalk("certify", &format!("{file}.1")).code, Some(2), "a part needs a map");
    let small = format!("{file}.small");
    assert_eq!(jaywalk("script", &format!("trim {file} {small}")).code, Some(0));
    assert_eq!(jaywalk("certify", &small).code, Some(2), "only for who trusts");
    assert_eq!(jaywalk("certify", &format!("--trust {small}")).code, Some(0));
}

#[test]
fn what_does_not_fit_says_why() {
    let file = recorded("unfit", &format!("--reduce full {PROGRAM}"));
    for (words, reason) in [
        (format!("{file} concurrency/DiningPhilosophers.java 4"), "arguments: there"),
        (format!("{file} concurrency/Pipeline.java"), "is for another program"),
        (format!("-da {file}"), "assertions: there on, here off"),
        (format!("--processors 2 {file}"), "--processors: there 3, here 2"),
        (format!("-Dx=1 {file}"), "-D: there"),
        (format!("--outputs {file}"), "--outputs: there off, here on"),
        ("concurrency/DiningPhilosophers.java".to_string(), "is no script"),
        (format!("{file}.none"), "cannot be read"),
    ] {
        let ran = jaywalk("certify", &words);
        assert_eq!(ran.code, Some(2), "{words}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(reason), "{words}: {}", ran.err);
    }
    let bytes = std::fs::read(&file).unwrap();
    let damaged = format!("{file}.damaged");
    let mut other = bytes.clone();
    other[bytes.len() / 2] ^= 4;
    for bytes in [&other[..], &bytes[..bytes.len() - 3], &[&bytes[..], &bytes[..]].concat(), b""] {
        std::fs::write(&damaged, bytes).unwrap();
        let ran = jaywalk("certify", &damaged);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
    }
}

#[test]
fn violations_are_found_on_the_way() {
    let file = recorded("races", "--reduce full concurrency/NestedMonitor.java");
    assert_eq!(jaywalk("certify", &format!("--races {file}")).code, Some(0));
    let ordered = recorded("ordered", "--reduce order concurrency/NestedMonitor.java");
    let ran = jaywalk("certify", &format!("--races {ordered}"));
    assert!(ran.code == Some(2) && ran.err.contains("record with --reduce full"), "{}", ran.err);
    let ran = jaywalk("certify", &format!("--workers 2 {ordered}"));
    assert!(ran.code == Some(2) && ran.err.contains("record it with --reduce full"), "{}", ran.err);
    let failing = scratch("failing");
    let ran = jaywalk("check", &format!("--script {failing} concurrency/DiningPhilosophersDeadlock.java"));
    assert_eq!(ran.code, Some(1));
    assert!(!Path::new(&failing).exists() && ran.err.contains("no script"), "{}", ran.err);
    let ran = jaywalk(
        "check",
        &format!("--all --reduce full --script {failing} concurrency/DiningPhilosophersDeadlock.java"),
    );
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    for how in ["", "--trust ", "--workers 2 "] {
        let ran = jaywalk("certify", &format!("{how}{failing}"));
        assert_eq!(ran.code, Some(1), "{how}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("deadlock"), "{}", ran.out);
    }
}
